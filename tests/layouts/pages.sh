#!/bin/sh
# pages.sh: record pages in all known shapes: --layouts, and --describe=PAGE with -f check and -f dsect.  --accept
# replaces the expected output with the current one.
. "${srcdir:-.}/tests/tap.sh"
: "${MKLAYOUTS:=$builddir/src/gen/mklayouts}"
case $MKLAYOUTS in /*) ;; *) MKLAYOUTS=$PWD/$MKLAYOUTS ;; esac
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
accept=${1-}
tap_start=$PWD
expected=$tests/layouts/expected
cd "$tests/layouts" || exit 99

html=yes
monread --layouts=pages/html.HTML --describe=MRTSTWEB 2>&1 | grep -q 'without libxml2' && html=no

# golden NAME STATUS OPTION...: standard output and standard error equal expected/NAME.
golden()
{
	name=$1 want=$2
	shift 2
	monread "$@" >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	{
		cat "$tap_dir/out"
		[ ! -s "$tap_dir/err" ] || sed 's/^/! /' "$tap_dir/err"
	} >"$tap_dir/got"
	[ "$accept" != --accept ] || cp "$tap_dir/got" "$expected/$name"
	same "$name: monread $*" "$expected/$name" "$tap_dir/got"
	is "$name: status" "$want" "$status"
}

# Check every page alone as a .dsect file; `check' below has what is wrong with number.txt and not.txt.
for page in pages/*; do
	base=$(basename "$page")
	case $base in
	html.HTML) [ $html = yes ] || continue ;;
	number.txt | not.txt | squeezed.txt) continue ;;
	esac
	golden "$base.dsect" 0 --describe="$page" -f dsect
done
monread --describe=pages/squeezed.txt -f dsect | sed 's/TSTSQZ/TSTONE/g; s/D4R241/D4R242/' >"$tap_dir/got"
same 'squeezed.txt and oneline.txt describe the same' "$expected/oneline.txt.dsect" "$tap_dir/got"

# mklayouts must take these pages without loss, because they have no faults.
pages='plain.txt squeezed.txt oneline.txt hexfirst.txt prolog.txt'
[ $html = no ] || pages="$pages html.HTML"
for name in $pages; do
	monread --describe="pages/$name" -f dsect >"$tap_dir/page.dsect" 2>/dev/null
	if [ -x "$MKLAYOUTS" ]; then
		"$MKLAYOUTS" -o "$tap_dir/tables.c" "$tap_dir/page.dsect" >"$tap_dir/err" 2>&1
		status=$?
		sed 's/^/# /' "$tap_dir/err"
		ok "$name: mklayouts takes the .dsect file" $status
	else
		ok "$name: mklayouts takes the .dsect file # SKIP no $MKLAYOUTS" 0
	fi
	monread --describe="$tap_dir/page.dsect" -f dsect >"$tap_dir/again.dsect" 2>"$tap_dir/err"
	ok "$name: it can be read again" $?
	sed '/^#/d' "$tap_dir/page.dsect" >"$tap_dir/expected"
	same "$name: and is the same" "$tap_dir/expected" "$tap_dir/again.dsect"
	record=$(sed -n 's/^Record: *//p' "$tap_dir/page.dsect")
	monread --layouts="pages/$name" --xref="$record" >"$tap_dir/expected" 2>/dev/null
	monread --layouts="$tap_dir/page.dsect" --xref="$record" >"$tap_dir/got" 2>"$tap_dir/err"
	same "$name: so is the cross reference" "$tap_dir/expected" "$tap_dir/got"
	monread --describe="pages/$name" -f dsect --explain >"$tap_dir/page.dsect" 2>/dev/null
	for file in "pages/$name" "$tap_dir/page.dsect"; do
		monread --layouts="$file" --describe="$record" 2>"$tap_dir/err" | grep '^ *[0-9.]'
	done >"$tap_dir/both"
	is "$name: --explain keeps the descriptions" '' "$(sort "$tap_dir/both" | uniq -u)"
done

# The only complete page of IBM at hand: three errors in its cross reference, none in its contents.
seed=$(cd "$tap_start" && echo "${MONREAD_SHARED:-$srcdir/../shared}"/seeds/002_*.txt)
case $seed in /*) ;; *) seed=$tap_start/$seed ;; esac
if [ -r "$seed" ] && [ -x "$MKLAYOUTS" ]; then
	monread --describe="$seed" -f dsect >"$tap_dir/seed.dsect" 2>"$tap_dir/err"
	is 'MRSYTLCK: three slips are reported' 3 "$(grep -c 'cross reference' "$tap_dir/err")"
	"$MKLAYOUTS" -o "$tap_dir/tables.c" "$tap_dir/seed.dsect" 2>"$tap_dir/err"
	ok 'MRSYTLCK: mklayouts takes the .dsect file' $?
	monread --describe="$tap_dir/seed.dsect" -f check >"$tap_dir/got" 2>&1
	ok 'MRSYTLCK: and nothing disagrees in it' $?
	grep -q 'no difference' "$tap_dir/got"
	ok 'MRSYTLCK: the page gives the built-in layout' $?
fi

if [ $html = yes ]; then
	golden check 1 --describe=pages -f check
else
	ok 'check # SKIP built without libxml2' 0
fi
golden check-good 0 --describe=pages/squeezed.txt -f check --layouts=pages/oneline.txt
golden check-known 1 --describe=known/changed.txt -f check -L known/no-contents.txt -L known/same.txt
monread -L known/no-contents.txt --describe=D3R10 2>/dev/null | grep -q ' STOXSU_VMDUSER '
ok 'a page without contents does not hide the built-in layout' $?

# Files that are not pages.
mkdir "$tap_dir/empty" "$tap_dir/some"
cd "$tap_dir" || exit 99
printf 'MRTST\000\001\002' >binary.txt
printf '' >nothing.txt
cp binary.txt some/notes.md
golden with-file 64 --describe=x -f check FILE
golden two-actions 64 --xref=x --describe=x
golden empty-directory 1 --describe=empty -f check
golden other-names 1 --describe=some -f check
golden binary 1 --describe=binary.txt -f check
golden nothing 1 --describe=nothing.txt -f check
golden missing 2 --layouts=missing --xref=D1R13
golden missing-check 2 --describe=missing -f check
golden dsect-missing 2 --describe=missing -f dsect
golden dsect-nothing 2 --describe=nothing.txt -f dsect
golden dsect-directory 2 --describe=empty -f dsect
for path in empty binary.txt nothing.txt; do
	monread -q --layouts=$path "$captures/good-locks.stream" 2>err
	is "no layout in $path: status" 1 $?
	grep -q "^monread: $path: " err
	ok "no layout in $path: message" $?
done
# A small disk has no space left after the file of this test.
awk 'BEGIN { for (i = 0; i < 500000; i++) print "12 C Character 8 TSTBIG" }' >big.txt
golden big 1 --describe=big.txt -f check
MONREAD_LAYOUTS=$tests/layouts/pages/squeezed.txt
export MONREAD_LAYOUTS
monread --describe=MRTSTSQZ >/dev/null 2>&1
ok '$MONREAD_LAYOUTS is read' $?
MONREAD_LAYOUTS=:$MONREAD_LAYOUTS:
is 'an empty name of a record: no message' '' "$(monread --describe=MRTSTSQZ 2>&1 >/dev/null)"
unset MONREAD_LAYOUTS
monread --describe=MRTSTSQZ >/dev/null 2>&1
is 'nothing is loaded without being asked for' 64 $?
monread --layouts="$tests/layouts/pages/squeezed.txt" --tables | grep -q '^D4R241 '
ok 'loaded layouts are listed' $?
finish
