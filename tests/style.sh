#!/bin/sh
# style.sh: lines, expressions and names of the sources in the finished rooms, by the rules of style.py.
. "${srcdir:-.}/tests/tap.sh"
need_python

# Rooms whose files keep all rules. Names are compared among these rooms.
rooms='base chart cli compress decode gen input layout listing out play port report session show store stream'

# Tests that still have longer lines.
later='tests/chart/check_page.c tests/fuzz/fuzz_stat.c tests/layouts/check_limits.c tests/play/check_spec.c
tests/unit/check_annotations.c tests/unit/check_find.c tests/unit/check_follow.c tests/unit/check_foreign.c
tests/unit/check_formats.c tests/unit/check_listing.c tests/unit/check_mark.c tests/unit/check_moment.c
tests/unit/check_number.c tests/unit/check_reader.c'

# Print the sources, without those that the build generates.
sources()
{
	for room in $rooms; do
		find "$srcdir/src/$room" -name '*.[ch]' ! -path '*/chart/page.c' ! -path '*/layout/tables.c'
	done
	find "$srcdir/tests" -name '*.[ch]' | while read -r file; do
		case " $(echo $later) " in
		*" ${file#"$srcdir/"} "*) ;;
		*) echo "$file" ;;
		esac
	done
}

sources >"$tap_dir/sources"
is 'there are sources' 1 "$([ "$(wc -l <"$tap_dir/sources")" -gt 100 ] && echo 1)"
# shellcheck disable=SC2046
"$PYTHON" "$tests/style.py" $(cat "$tap_dir/sources") >"$tap_dir/found"
ok 'style.py finds nothing' $?
is 'the sources keep the rules' '' "$(cat "$tap_dir/found")"
finish
