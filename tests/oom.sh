#!/bin/sh
# oom.sh: each call path to an allocation fails once, and then with all later ones: status 2 or 64 and a message, or the right
# output.
# If many commands have a call path in common, only the first two of them try it.  OOM_EVERY=1 in the environment tries each
# allocation of each command, which takes many times as long.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'cannot be preloaded into an emulator'
so=$tap_dir/nomem.so
# shellcheck disable=SC2086 # lists of words
${CC:=cc} -O1 -shared -fPIC -o "$so" "$tests/nomem.c" -ldl 2>"$tap_dir/log" ||
	skip_all "$CC makes nothing that can be preloaded"
# A sanitizer wants to come first.
LD_PRELOAD=$so NOMEM_FD=3 "$MONREAD" --version >"$tap_dir/out" 2>&1 3>"$tap_dir/count" ||
	skip_all 'what was built cannot be preloaded into'
first=$(cat "$tap_dir/count")
[ "${first:-0}" -gt 0 ] || skip_all 'what is preloaded is not used'

OOM_SEEN=$tap_dir/seen
export OOM_SEEN
cd "$captures" || exit 99
pages=$tests/layouts/pages
case $pages in /*) ;; *) skip_all 'no way to the pages' ;; esac

# tried NAME NOMEM.SO FIRST INPUT COMMAND...: one more test, as oom.c has it
tried()
{
	tap_count=$((tap_count + 1))
	"$builddir/tests/oom" "$@" >"$tap_dir/out"
	sed "s/^\(not \)*ok/& $tap_count/" "$tap_dir/out"
}

# each FIRST OPTIONS...: one more test
each()
{
	at=$1
	shift
	tried "monread $*" "$so" "$at" good-locks.stream "$MONREAD" "$@"
}

each 1 --version
for options in $(record_formats | LC_ALL=C sed 's/[^ ][^ ]*/-f&/g') '--raw -d 0' -q -qq '-a -r 0.23' '-n MRSYT* --fields=*XTIME' \
	'--explain -r 0.23' '--wide -r 0.23' '--wide --explain -j4' \
	'-j4' '-j4 -f json' '-f csv -n MRSYTLCK' '-f tsv --name=MRSYTLCK__SYTLCK_CALLKDATA -j4' \
	'--delta -f json' '--delta=rate -f csv -n MRSYTLCK -j4' '--every=1m' \
	"-f csv --split=$tap_dir/split --force" '-l --time=local' '-l --since=+0' '-l -u L*' \
	'-q --write=-' '-q -d 0 --write=-' '-q --every=1m --write=-' '-q --write=- --write-format=stream'; do
	# shellcheck disable=SC2086 # lists of words
	each "$first" $options good-locks.monwrite
done
# Of three samples the second one is left out.
each "$first" --doctor odd-impossible.monwrite
each "$first" --every=2m --delta -j4 -r 0.2,0.23 sample.monwrite
# Not every system has other code pages.
for options in '-s -j2' '-q -v -j4'; do
	# shellcheck disable=SC2086 # a list of words
	each "$first" $options good-locks.monwrite bad-sync.monwrite good-locks.stream bad-sync.stream good-several-sets.monwrite
done
! monread -qq --codepage=IBM-273 good-locks.monwrite || each "$first" --codepage=IBM-273 -r 0.23 good-locks.monwrite

for options in '-n MRSYTLCK' '--name=MRSYTLCK__SYTLCK_CALLKDATA -j4'; do
	# shellcheck disable=SC2086 # a list of words
	each "$first" -f arrow $options good-locks.monwrite
done
each "$first" -f arrow --split="$tap_dir/split" --force good-locks.monwrite
# monread refuses to replace its input.
mkdir "$tap_dir/read"
cat >"$tap_dir/read.sh" <<'END'
file=$1 so=$2 good=$3
shift 3
cp "$good" "$file"
LD_PRELOAD=$so "$@" "$file" 2>"$file.err"
status=$?
cmp -s "$good" "$file" || exit 97
cat "$file.err" >&2
[ $status -ne 2 ] || ! grep -q 'choose a different --split' "$file.err" || exit 0
[ $status -eq 0 ] && exit 97
exit $status
END
tried 'monread --split --force of what is read' '' "$first" good-locks.stream sh "$tap_dir/read.sh" \
	"$tap_dir/read/MRSYTLCK.csv" "$so" good-locks.monwrite "$MONREAD" -f csv --split="$tap_dir/read" --force
each "$first" -l -
each "$first" -f json -
# monread learns the system from records that it does not show, too.
each "$first" -l -r 0.23 sample.monwrite
each "$first" -s -j4 sample.monwrite
each "$first" -s -j1 sample.monwrite
each "$first" -s --merge sample.monwrite sample.monwrite
for capture in odd-product.stream bad-mark.monwrite odd-array-order.stream odd-text.stream; do
	[ -f $capture ] || continue
	each "$first" $capture
	each "$first" -x $capture
done
# Entries in entries.
{
	printf '%s\n' 'Record: MRTSTNST' 'DSECT: TSTNST' 'Number: D4R253' 'Array: TSTNST_OUTER count TSTNST_COUNT size 6 at 24' \
		'Maps: TSTNST_INNER onto TSTNST_PAIR' '' 'MRTSTNST Control Block Contents' '' 'Offsets' \
		'Dec Hex  Type       Len  Name (Dim)             Description' '  0   0  Structure   24  TSTNST'
	header_rows
	printf '%s\n' ' 20  14  Unsigned     4  TSTNST_COUNT           how many' '' 'Offsets' 'Dec Hex  Type       Len  Name' \
		'  0   0  Structure    6  TSTNST_OUTER           an entry' '  0   0  Unsigned     2  TSTNST_ID              its number' \
		'  2   2  Character    2  TSTNST_PAIR(2)         two in it' '' 'Offsets' 'Dec Hex  Type       Len  Name' \
		'  0   0  Structure    2  TSTNST_INNER           an entry in an entry' '  0   0  Unsigned     2  TSTNST_VALUE           its value'
} >"$tap_dir/nested.dsect"
printf '%s\n' 'set event 4 0x09000000' 'record 4.253 0' "bytes X'00000002 0001 000A 000B 0002 000C 000D'" >"$tap_dir/nested.txt"
mkcapture -f stream "$tap_dir/nested.txt" "$tap_dir/nested" || exit 99
is 'entries in entries' '10 11 12 13 ' \
	"$(monread -L "$tap_dir/nested.dsect" -f csv --name=MRTSTNST__TSTNST_INNER "$tap_dir/nested" | sed '1d; s/.*,//' | tr '\n' ' ')"
each "$first" -L "$tap_dir/nested.dsect" -f csv --name=MRTSTNST__TSTNST_INNER "$tap_dir/nested"
each "$first" --describe=MRSYTLCK
each "$first" --describe=CALXTIME
# monread never reports an existing name as unknown.
LD_PRELOAD=$so NOMEM_FD=3 "$MONREAD" --describe=CALXTIME 2>&1 >"$tap_dir/out" 3>"$tap_dir/count"
most=$(cat "$tap_dir/count")
at=$first
while [ "$at" -le "${most:-0}" ]; do
	LD_PRELOAD=$so NOMEM_AT=$at NOMEM_FD=3 "$MONREAD" --describe=CALXTIME 2>&1 >"$tap_dir/out" 3>"$tap_dir/count"
	at=$((at + 1))
done >"$tap_dir/err"
grep -q 'out of memory' "$tap_dir/err" && ! grep 'no such record' "$tap_dir/err"
ok 'without memory nothing is said to be missing' $?
# Queries; some systems have no SQLite.
if monread --sql='SELECT 1' good-locks.monwrite >"$tap_dir/out" 2>&1; then
	each "$first" --sql='SELECT name,count(*) FROM records GROUP BY 1' good-locks.monwrite
	each "$first" --sql='SELECT * FROM MRSYTLCK_delta' good-locks.monwrite
	each "$first" --sql='.tables MRSYTLCK%' good-locks.monwrite
	each "$first" --sql="SELECT median(a.SYTLCK_CALNMLKS) FROM MRSYTLCK a JOIN MRSYTLCK_last b USING (system)
		WHERE a.system REGEXP 'V'" good-locks.monwrite
	each "$first" -f json --sql='SELECT name, domain FROM records LIMIT 3' good-locks.monwrite
	each "$first" -l --where='SYTLCK_CALNMLKS > 0' good-locks.monwrite
	# Data that monread reported as loaded is in the database: loading again finds nothing new.  After a failure the database has
	# only the old data: loading again makes the same database as a run without failures.
	cat >"$tap_dir/sqlite.sh" <<'END'
db=$1 before=$2 so=$3
shift 3
begin()
{
	rm -f "$db" "$db"-*
	[ -z "$before" ] || cp "$before" "$db" || exit 99
}
again()
{
	NOMEM_AT=0 NOMEM_FROM=0 "$@" --sqlite="$db" good-locks.monwrite && sqlite3 "$db" .dump
}
shell=$(command -v sqlite3)
[ -z "$shell" ] || [ -f "$db.whole" ] || { begin && again "$@" >"$db.whole"; }
begin
LD_PRELOAD=$so "$@" --sqlite="$db" good-locks.monwrite
status=$?
[ $status -ne 0 ] || [ -z "$shell" ] || sqlite3 "$db" .dump | cmp -s - "$db.whole" || exit 97
[ $status -ne 0 ] || "$@" -v --sqlite="$db" good-locks.monwrite 2>&1
[ $status -ne 2 ] || [ -z "$shell" ] || again "$@" 2>&1 | cmp -s - "$db.whole" || exit 98
exit $status
END
	# A part of it is there already, of which less was read.
	head -c $(($(wc -c <good-locks.monwrite) * 2 / 3)) good-locks.monwrite >"$tap_dir/part"
	"$MONREAD" -q --sqlite="$tap_dir/before" "$tap_dir/part" 2>/dev/null
	for before in '' "$tap_dir/before"; do
		rm -f "$tap_dir/db.whole"
		tried "monread --sqlite${before:+, of which a part is there}" '' "$first" good-locks.stream \
			sh "$tap_dir/sqlite.sh" "$tap_dir/db" "$before" "$so" "$MONREAD" -q
	done
fi
# Messages as JSON, without their times.
cat >"$tap_dir/log.sh" <<'END'
err=$1 so=$2
shift 2
LD_PRELOAD=$so "$@" 2>"$err"
status=$?
sed 's/"time":"[^"]*",//' "$err" >&2
exit $status
END
tried 'monread --messages=json' '' "$first" good-locks.stream sh "$tap_dir/log.sh" "$tap_dir/err" "$so" \
	"$MONREAD" -q --messages=json bad-cut-block.monwrite
each "$first" --find=spin
each "$first" --xref=MRSYTLCK
each "$first" --tables
each "$first" --tables -f json

# Layouts of the site.
mkdir -p "$tap_dir/site/5.1" "$tap_dir/site/7.3"
cp "$pages/plain.txt" "$tap_dir/site/5.1"
cp "$pages/plain.txt" "$pages/squeezed.txt" "$tap_dir/site/7.3"
MONREAD_SITE_LAYOUTS=$tap_dir/site
export MONREAD_SITE_LAYOUTS
each "$first" --release=5.1 --describe=MRTSTACT
each "$first" -l good-one-set.monwrite
each "$first" --release=7.3 --describe=MRTSTACT
each "$first" -f json sample.monwrite
MONREAD_SITE_LAYOUTS=

for page in plain.txt prolog.txt; do
	each "$first" --layouts="$pages/$page" -l good-locks.stream
	each "$first" --describe="$pages/$page" -f check
	each "$first" --describe="$pages/$page" -f dsect
done
# Let all allocations after one fail, except if libxml2 is 2.9, which reports the lack of memory for ever.
case $(monread -l --layouts="$pages/html.HTML" good-locks.stream 2>&1) in
*'save the page as text'*) ;;
*) each "$first!" --layouts="$pages/html.HTML" -l good-locks.stream ;;
esac

# ---- Reports ----

OOM_SEEN=$tap_dir/seen-by-monstat
monstat=${MONSTAT:-$builddir/src/monstat}
case $monstat in /*) ;; *) monstat=$PWD/$monstat ;; esac
# Two that are read as one.
for domain in 0 4; do
	"$MONREAD" -q -d $domain --write="$tap_dir/domain$domain" sample.monwrite 2>/dev/null
done
for options in cpu '-f json cpu' '--alarms cpu' '--diff cpu' '--every=1m system' --list --explain=cpu \
	'--html=- cpu' 'user --top=2 --by=cpu' '-f csv user' linux; do
	[ -x "$monstat" ] || continue
	inputs=sample.monwrite
	case $options in
	'--diff cpu') inputs='sample.monwrite sample.monwrite' ;;
	--explain=*) inputs= ;;
	'-f csv user') inputs="$tap_dir/domain0 $tap_dir/domain4" ;;
	esac
	# shellcheck disable=SC2086 # lists of words
	tried "monstat $options" "$so" 1 good-locks.stream "$monstat" $options $inputs
done

# ---- Stored and compressed data ----

OOM_SEEN=$tap_dir/seen

# Print the contents of a folder after a run, and the status.  Arguments: folder, contents before, preloaded library, command.
cat >"$tap_dir/store.sh" <<'END'
dir=$1 before=$2 so=$3
shift 3
rm -rf "$dir"
mkdir "$dir" || exit 99
for name in $before; do
	cp "$name" "$dir" || exit 99
done
LD_PRELOAD=$so "$@"
status=$?
for name in "$dir"/*; do
	[ -f "$name" ] || continue
	echo "${name##*/}"
	"$1" -l "$name" || exit 98
done
exit $status
END

# stored BEFORE NAME OPTIONS...: one more test
stored()
{
	before=$1 name=$2
	shift 2
	tried "monread --write=$name $*" '' "$first" good-locks.stream \
		sh "$tap_dir/store.sh" "$tap_dir/stored" "$before" "$so" "$MONREAD" --write="$tap_dir/stored/$name" "$@"
}

several=good-several-sets.monwrite
stored '' new -q good-locks.monwrite
stored '' new -q --rotate=4k --keep=2 $several
stored '' 'new-%H%M' -q --rotate=1m $several
cp $several "$tap_dir/old"
stored "$tap_dir/old" old -q --append $several
stored "$tap_dir/old" old -q --force good-locks.monwrite
if monread -qq --compress=zstd --write="$tap_dir/zstd" $several 2>/dev/null &&
	monread -qq --compress=gzip --write="$tap_dir/gzip" $several 2>/dev/null; then
	for kind in zstd gzip; do
		each "$first" -l "$tap_dir/$kind"
		stored "$tap_dir/$kind" $kind -q --append --compress=$kind good-locks.monwrite
	done
	stored '' new -q --compress=gzip $several
	stored '' new -q --rotate=100B --keep=2 --compress=zstd $several
	head -c 500 "$tap_dir/zstd" >"$tap_dir/cut"
	each "$first" -l "$tap_dir/cut"
fi
finish
