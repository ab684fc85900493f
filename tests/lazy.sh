#!/bin/sh
# lazy.sh: libraries are loaded when they are needed, and where one is missing the rest goes on.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'the emulator loads its own libraries'
sample=$srcdir/data/sample.monwrite
gzip -c "$sample" >"$tap_dir/sample.gz" || skip_all 'there is no gzip'

# soname NAME: what the library is loaded by; nothing where it is linked with, or left out.
soname()
{
	sed -n "s/^#define $1_SONAME \"\(.*\)\"/\1/p" "$builddir/config.h"
}

# linked NAME: it is linked with
linked()
{
	grep -q "^#define HAVE_$1 1" "$builddir/config.h" && [ -z "$(soname "$1")" ]
}

# A file that is no library, in the place of each of them.
mkdir "$tap_dir/none"
archive=$(soname LIBARCHIVE) xml=$(soname LIBXML2) sqlite=$(soname SQLITE3) avro=$(soname AVRO) pcp=$(soname PCP)
for name in $archive $xml $sqlite $avro $pcp; do
	: >"$tap_dir/none/$name"
done
without()
{
	LD_LIBRARY_PATH=$tap_dir/none "$@"
}

# Of a script it would be seen what its shell loads.
if head -c 4 "$MONREAD" | grep -q ELF && LD_TRACE_LOADED_OBJECTS=1 "$MONREAD" >"$tap_dir/loaded" 2>/dev/null; then
	for library in LIBARCHIVE:libarchive LIBXML2:libxml2 SQLITE3:libsqlite3 AVRO:libavro PCP:libpcp; do
		name=${library#*:}
		if linked "${library%:*}"; then
			grep -q "$name" "$tap_dir/loaded"
			ok "$name is linked with" $?
		elif ! linked LIBARCHIVE; then
			# libarchive may need libxml2 itself.
			! grep -q "$name" "$tap_dir/loaded"
			ok "$name is not loaded where it is not used" $?
		fi
	done
fi
monread "$sample" >"$tap_dir/plain" 2>"$tap_dir/err"
without "$MONREAD" "$sample" >"$tap_dir/out" 2>&1
same 'plain files need no library' "$tap_dir/plain" "$tap_dir/out"

if [ -n "$archive" ]; then
	without "$MONREAD" "$tap_dir/sample.gz" >"$tap_dir/out" 2>"$tap_dir/err"
	is 'a compressed file without libarchive: status' 2 $?
	grep -q "sample.gz: is compressed with gzip: libarchive cannot be loaded: .*$archive.*uncompress" "$tap_dir/err"
	ok 'it is said why, and what to do' $?
	without "$MONREAD" --compress=gzip --write="$tap_dir/new" "$sample" >/dev/null 2>"$tap_dir/err"
	is '--compress without libarchive: status' 2 $?
	grep -q "compress=gzip: libarchive cannot be loaded: .*$archive" "$tap_dir/err" && ! [ -e "$tap_dir/new" ]
	ok 'it is said before anything is written' $?
fi
if [ -n "$archive" ] || linked LIBARCHIVE; then
	monread "$tap_dir/sample.gz" | tail -n +2 >"$tap_dir/out"
	tail -n +2 "$tap_dir/plain" | cmp -s - "$tap_dir/out"
	ok 'with libarchive the same records' $?
fi

if [ -n "$xml" ]; then
	echo '<html><pre>Record: MRTSTNON</pre></html>' >"$tap_dir/page.html"
	without "$MONREAD" -L "$tap_dir/page.html" --describe=MRSYTLCK >"$tap_dir/out" 2>"$tap_dir/err"
	grep -q "page.html: is HTML, and libxml2 cannot be loaded: .*$xml.*: save the page as text" "$tap_dir/err" &&
		[ -s "$tap_dir/out" ]
	ok 'HTML without libxml2: said, and the rest goes on' $?
fi
if [ -n "$sqlite" ]; then
	without "$MONREAD" --sql='SELECT 1' >"$tap_dir/out" 2>"$tap_dir/err"
	is 'a query without SQLite: status' 2 $?
	grep -q -e "--sql: SQLite cannot be used: .*$sqlite" "$tap_dir/err" && ! [ -s "$tap_dir/out" ]
	ok 'it is said why' $?
	without "$MONREAD" --where='PFXCPUAD = 1' "$captures/good-locks.stream" >"$tap_dir/out" 2>"$tap_dir/err"
	is 'a condition without SQLite: status' 2 $?
	grep -q -e "--where: SQLite cannot be used: .*$sqlite" "$tap_dir/err" && ! [ -s "$tap_dir/out" ]
	ok 'it is said why' $?
fi
if [ -n "$avro" ]; then
	without "$MONREAD" -f avro -n MRSYTPRP "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
	is 'Avro without libavro: status' 2 $?
	grep -q -e "--format=avro: libavro cannot be loaded; install it, or use another format: .*$avro" "$tap_dir/err" &&
		! [ -s "$tap_dir/out" ]
	ok 'it is said why, and what to do' $?
	without "$MONREAD" -f avro --split="$tap_dir/split" "$sample" 2>"$tap_dir/err"
	is 'the same with --split' '2 ' "$? $(ls "$tap_dir/split" 2>/dev/null)"
	without "$MONREAD" -f csv -n MRSYTPRP "$sample" >"$tap_dir/out" 2>&1
	is 'CSV needs no library' 0 $?
fi
if [ -n "$pcp" ]; then
	without "$MONREAD" --pcp="$tap_dir/pcp" "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
	is 'an archive without libpcp_import: status' '2 ' "$? $(ls "$tap_dir"/pcp.* 2>/dev/null)"
	grep -q -e "--pcp=.*: libpcp_import cannot be loaded; install it: .*$pcp" "$tap_dir/err"
	ok 'it is said why, and what to do' $?
fi
finish
