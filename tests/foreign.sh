#!/bin/sh
# foreign.sh: a reader that knows nothing of marks finds all other records of a capture unchanged.
. "${srcdir:-.}/tests/tap.sh"

command -v "${PYTHON:=python3}" >/dev/null 2>&1 || skip_all "no python3"

for file in "$captures"/good-* "$captures"/odd-*; do
	name=$(basename "$file")
	form=${name##*.}
	$EMULATOR "$builddir/tests/marks" "$form" <"$file" >"$tap_dir/marked" 2>"$tap_dir/marks"
	ok "$name: marks can be put in" $?
	"$PYTHON" "$tests/foreign.py" "$form" "$file" "$tap_dir/marked" "$(cat "$tap_dir/marks")"
	ok "$name: with marks, all other records are unchanged" $?
	monread -f json -n MRAPLEDT "$tap_dir/marked" 2>"$tap_dir/err" >"$tap_dir/out"
	is "$name: with marks, the status" 1 $?
	is "$name: with marks, each is said" "$(cat "$tap_dir/marks")" \
		"$(grep -c 'D10R1: data was lost before this was stored: 1 data set; none of these: a test$' "$tap_dir/err")"
done
finish
