#!/bin/sh
# assemble.sh: make captures of the descriptions.  Usage: assemble.sh MKCAPTURE TESTS OUTPUT; and $EMULATOR
set -eu

mkcapture=$1
tests=$2
output=$3

make_one()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	${EMULATOR-} "$mkcapture" -f "$1" "$2" "$3"
}

rm -rf "$output"
mkdir -p "$output"
for text in "$tests"/files/*.txt "$tests"/sample/*.txt; do
	name=$(basename "$text" .txt)
	form=$(sed -n 's/^form *//p' "$text" | head -n 1)
	monwrite=monwrite
	[ "$form" = once ] && monwrite=once
	# A bad-* description holds for one form only; make the others in both forms.
	case $name:$form in
	bad-*:stream) make_one stream "$text" "$output/$name.stream" ;;
	bad-*:?*) make_one $monwrite "$text" "$output/$name.monwrite" ;;
	*)
		make_one stream "$text" "$output/$name.stream"
		make_one $monwrite "$text" "$output/$name.monwrite"
		;;
	esac
done
