#!/bin/sh
# shapes.sh: one record as a page in all known shapes: the same layout, and no messages.
. "${srcdir:-.}/tests/tap.sh"

need_python
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
expected=$tests/layouts/expected/shapes
mkdir "$tap_dir/pages"
"$PYTHON" "$tests/site/pages.py" shapes "$tap_dir/pages" "$tests/layouts/shapes.dsect"
ok 'pages are made' $?
cd "$tap_dir/pages" || exit 99
monread --layouts=Pre.html --describe=MRTSTSHP 2>&1 | grep -q 'without libxml2' && html=no || html=yes

tried=0
for page in *; do
	case $page in
	*.html) [ $html = yes ] || continue ;;
	esac
	monread --layouts="$page" --describe=MRTSTSHP 2>../err | grep -v '^  Source ' >../out
	sed 's/^/# /' ../err
	same "$page: the layout" "$expected" ../out
	[ ! -s ../err ]
	ok "$page: nothing to complain of" $?
	tried=$((tried + 1))
done
[ $html = no ] || holds 'all shapes were tried' test "$tried" -ge 18
[ $html = yes ] || {
	finish
	exit 0
}

# The other records of a page.
for page in Several.html SeveralTables.html; do
	is "$page: all records" 'MRTSTAAA MRTSTSHP MRTSTBB ' "$(monread -L $page --tables | grep -o 'MRTST[A-Z]*' | sort -u |
		sed 's/MRTSTBB/3&/; s/MRTSTSHP/2&/; s/MRTSTAAA/1&/' | sort | sed 's/^.//' | tr '\n' ' ')"
	monread -L $page --describe=MRTSTAAA >../out
	grep -q 'z/VM 7.3' ../out && grep -q 'TSTAAA_ONLY .* alone' ../out
	ok "$page: the first is whole, and of the release that the page ends with" $?
	is "$page: the count" '3 pages, 3 records, 18 fields, 0 disagreements, 0 unreadable' \
		"$(monread --describe=$page -f check | tail -n 1)"
done

# A notice about the second layout of a file has the right line number.
sed 's/ 28 *1C  Unsigned/ 29  1C  Unsigned/' Several.html >wrong.html
is 'the line of a notice' "wrong.html:$(grep -n '29  1C' wrong.html | cut -d : -f 1):" \
	"$(monread -L wrong.html --describe=MRTSTSHP 2>&1 >/dev/null | sed -n '1s/monread: \([^ ]*\) .*/\1/p')"
finish
