#!/bin/sh
# foreign.sh: a reader without knowledge of marks finds all other records of a capture unchanged.
. "${srcdir:-.}/tests/tap.sh"

need_python

cd "$captures" || exit 99
for file in good-* odd-*; do
	$EMULATOR "$builddir/tests/marks" "${file##*.}" <"$file" >"$tap_dir/$file" 2>"$tap_dir/marks"
	ok "$file: marks can be put in" $?
	marks=$(cat "$tap_dir/marks")
	echo "$file $tap_dir/$file $marks" >>"$tap_dir/list"
	monread -f json -n MRAPLEDT --messages=json "$tap_dir/$file" 2>"$tap_dir/err" >"$tap_dir/out"
	is "$file: with marks, the status" 1 $?
	is "$file: with marks, each is said" "$marks" \
		"$(grep -c 'D10R1: data was lost before this was stored: 1 data set; none of these: a test"' "$tap_dir/err")"
done
"$PYTHON" "$tests/foreign.py" <"$tap_dir/list" >"$tap_dir/log" 2>&1
verdicts "$(wc -l <"$tap_dir/list")" '%s: with marks, all other records are unchanged' <"$tap_dir/log"
finish
