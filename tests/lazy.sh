#!/bin/sh
# lazy.sh: libraries are loaded when they are needed, and where one is missing the rest goes on.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'the emulator loads its own libraries'
sample=$srcdir/data/sample.monwrite

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
xml=$(soname LIBXML2) sqlite=$(soname SQLITE3)
for name in $xml $sqlite; do
	: >"$tap_dir/none/$name"
done
without()
{
	LD_LIBRARY_PATH=$tap_dir/none "$@"
}

# Of a script it would be seen what its shell loads.
if head -c 4 "$MONREAD" | grep -q ELF && LD_TRACE_LOADED_OBJECTS=1 "$MONREAD" >"$tap_dir/loaded" 2>/dev/null; then
	for library in LIBXML2:libxml2 SQLITE3:libsqlite3; do
		name=${library#*:}
		if linked "${library%:*}"; then
			grep -q "$name" "$tap_dir/loaded"
			ok "$name is linked with" $?
		else
			! grep -q "$name" "$tap_dir/loaded"
			ok "$name is not loaded where it is not used" $?
		fi
	done
fi
monread "$sample" >"$tap_dir/plain" 2>"$tap_dir/err"
without "$MONREAD" "$sample" >"$tap_dir/out" 2>&1
same 'plain files need no library' "$tap_dir/plain" "$tap_dir/out"

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
finish
