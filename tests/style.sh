#!/bin/sh
# style.sh: lines, expressions and names of the sources in the finished rooms, by the rules of style.py.
. "${srcdir:-.}/tests/tap.sh"
need_python

# Rooms whose files keep all rules. Names are compared among these rooms.
rooms='base chart cli compress decode gen input layout listing out play report session show sql stat store
stream table tool'

# Print the sources, without those that the build generates.
sources()
{
	for room in $rooms; do
		find "$srcdir/src/$room" -name '*.[ch]' ! -path '*/chart/page.c' ! -path '*/layout/tables.c'
	done
	find "$srcdir/tests" -name '*.[ch]'
}

sources >"$tap_dir/sources"
is 'more than 100 sources are checked' 1 "$([ "$(wc -l <"$tap_dir/sources")" -gt 100 ] && echo 1)"
# shellcheck disable=SC2046
"$PYTHON" "$tests/style.py" $(cat "$tap_dir/sources") >"$tap_dir/found"
ok 'style.py finds nothing' $?
is 'the sources keep the rules' '' "$(cat "$tap_dir/found")"
finish
