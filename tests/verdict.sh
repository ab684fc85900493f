#!/bin/sh
# verdict.sh: monread shows everything in good-* and odd-* captures, and reports the damage in bad-* captures.
. "${srcdir:-.}/tests/tap.sh"

# The messages of one run, which must not come from a sanitizer.
run()
{
	monread "$@" >"$tap_dir/out" 2>"$tap_dir/all" </dev/null
	status=$?
	# Some captures have records without a layout.
	grep -v 'monread-fetch-layouts' "$tap_dir/all" >"$tap_dir/err"
	if grep -v '^monread: ' "$tap_dir/err" | sed 's/^/# /' | grep .; then
		status=99
	fi
}

formats=$(field_formats)
for file in "$captures"/good-* "$captures"/odd-* "$captures"/bad-*; do
	name=$(basename "$file")
	for format in $formats; do
		run -f $format "$file"
		case $name in
		bad-*)
			[ $status -eq 1 ] && [ -s "$tap_dir/err" ]
			ok "$name in $format: status 1 and a message" $?
			;;
		*)
			[ $status -eq 0 ] && [ ! -s "$tap_dir/err" ]
			ok "$name in $format: status 0, no message" $?
			;;
		esac
		is "$name in $format: control characters in the output" '' \
			"$(LC_ALL=C tr -d '\n -~\200-\377' <"$tap_dir/out" | od -An -c)"
	done
	run -q "$file"
	expected=0
	case $name in bad-*) expected=1 ;; esac
	[ $status -eq $expected ] && [ ! -s "$tap_dir/out" ]
	ok "$name: --quiet shows nothing and comes to the same" $?
	run -qq "$file"
	[ $status -eq $expected ] && [ ! -s "$tap_dir/err" ]
	ok "$name: --quiet twice says nothing either" $?
done
finish
