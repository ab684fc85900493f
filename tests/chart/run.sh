#!/bin/sh
# run.sh: check the numbers and colours of chart pages, and how a browser shows the pages.
. "${srcdir:-.}/tests/tap.sh"

need_python
"$PYTHON" -c 'import math; math.dist' 2>/dev/null || skip_all 'Python is older than 3.8'
draw=$builddir/tests/chart/draw
chart=$tests/chart
tap_log=$tap_dir/log

# quiet COMMAND...: run COMMAND; print its output only if it fails.
quiet()
{
	"$@" >"$tap_log" 2>&1
}

pages=
for page in day odd users; do
	"$PYTHON" "$chart/pages.py" $page >"$tap_dir/$page.txt" &&
		$EMULATOR "$draw" <"$tap_dir/$page.txt" >"$tap_dir/$page.html"
	ok "$page: a page" $?
	quiet "$PYTHON" "$chart/geometry.py" "$tap_dir/$page.txt" "$tap_dir/$page.html"
	ok "$page: axes hold the data, nothing is drawn across a gap, labels are apart, tables and pictures agree" $?
	pages="$pages $tap_dir/$page.html"
done
quiet "$PYTHON" "$chart/colours.py" "$tap_dir/day.html"
ok 'colours that everybody can tell apart' $?

# Two charts of 200 users, 1,440 intervals.
holds 'under 2 MB' [ "$(wc -c <"$tap_dir/users.html")" -lt 2000000 ]

# The assertions must reject wrong pages.
spoil()
{
	sed "$3" "$tap_dir/day.html" >"$tap_dir/spoilt.html"
	if cmp -s "$tap_dir/day.html" "$tap_dir/spoilt.html"; then
		ok "$1: something was changed" 1
	elif quiet "$PYTHON" "$chart/geometry.py" "$tap_dir/day.txt" "$tap_dir/spoilt.html"; then
		ok "$1 is noticed" 1
	else
		grep -q -e "$2" "$tap_log"
		ok "$1 is noticed" $?
	fi
}
spoil 'a line across a gap' 'where there are no values\|a slanted line' '/class="l"/s/\([0-9]\)M/\1L/g'
spoil 'a script' 'in the page' 's|</body>|<script>1</script></body>|'
spoil 'no hatching' 'has no values' 's/<rect [^>]*>/<rect x="0" y="0" width="1" height="1">/'
spoil 'another unit of time' 'is not at its place' 's/>03:00</>03:30</'
spoil 'a value that the table does not have' 'in row' 's/<td>11\.[0-9]/<td>99.9/'

browser=
for candidate in chromium chromium-browser google-chrome; do
	browser=${browser:-$(command -v $candidate)}
done
if [ -z "$browser" ]; then
	skip 'in a browser' 'no Chromium (Debian: chromium)'
else
	# shellcheck disable=SC2086 # a list of files without blanks
	quiet "$PYTHON" "$chart/look.py" "$browser" $pages
	status=$?
	if [ $status -eq 77 ]; then
		skip 'in a browser' "Chromium does not run here: $(tail -n 1 "$tap_log" | cut -c 1-100)"
	else
		ok 'in a browser: 320 to 1,600 wide, light and dark, printed: nothing overlaps, is cut or too pale' $status
	fi
fi
finish
