#!/bin/sh
# style.sh: lines, expressions and names of the sources in the finished rooms, by the rules of style.py.
. "${srcdir:-.}/tests/tap.sh"
need_python
top=${top_srcdir:-$srcdir}

# Rooms whose files keep all rules. Names are compared among these rooms.
rooms='base chart cli compress decode gen layout listing port stream'

# Generated files are not checked.
files=
for room in $rooms; do
	for file in "$top/src/$room"/*.[ch]; do
		case $file in
		*/\*.*) ;;
		*/chart/page.c | */layout/tables.c) ;;
		*) files="$files $file" ;;
		esac
	done
done
# shellcheck disable=SC2086
"$PYTHON" "$tests/style.py" $files >"$tap_dir/found"
is 'the finished rooms keep the rules' '' "$(cat "$tap_dir/found")"
finish
