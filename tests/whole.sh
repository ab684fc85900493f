#!/bin/sh
# whole.sh: structures that text, JSON and hex show as a whole, against their fields shown one by one, as --fields does.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
case $captures in /*) ;; *) captures=$PWD/$captures ;; esac
cd "$tap_dir" || exit 99

for file in "$captures"/*.monwrite "$captures"/*.stream; do
	for format in text json hex; do
		for options in '' --all; do
			monread -f $format $options "$file" 2>/dev/null |
				sed '/^  gap /d;/^  tail /d;s/,"gaps":{[^}]*}//g;s/,"tail":"[^"]*"//g' >one
			monread -f $format $options --fields='*' "$file" 2>/dev/null |
				sed '/^  gap /d;/^  tail /d;s/,"gaps":{[^}]*}//g;s/,"tail":"[^"]*"//g' >two
			cmp -s one two || different="${different-} $format $options ${file##*/};"
		done
	done
done
is 'all captures: as a whole and one by one' '' "$different"
finish
