#!/bin/sh
# killed.sh: wherever --write is killed, the files hold complete data sets, and no file is empty, except
# a temporary file.
. "${srcdir:-.}/tests/tap.sh"

. "$tests/nets/preload.sh"
work=$tap_dir/work

while IFS='|' read -r name options; do
	[ -n "$name" ] || continue
	n=0
	empty=
	parts=
	while :; do
		n=$((n + 1))
		rm -rf "$hit" "$work"
		mkdir "$work"
		# shellcheck disable=SC2086 # a list of options
		(cd "$work" && LD_PRELOAD=$lib INTERRUPT=kill:$n:$hit "$MONREAD" -q --write=new $options \
			"$captures/good-several-sets.monwrite"; :) >/dev/null 2>&1
		[ -e "$hit" ] && [ $n -lt 500 ] || break
		rm -f "$work"/*.new
		for file in "$work"/*; do
			[ -f "$file" ] || continue
			[ -s "$file" ] || empty="$empty $n"
			"$MONREAD" -q "$file" >/dev/null 2>"$tap_dir/err" || parts="$parts $n"
		done
	done
	ok "$name: killed before each of $((n - 1)) calls" $((n < 4 || n == 500))
	is "$name: no file is empty" '' "$empty"
	is "$name: data sets are complete" '' "$parts"
	# shellcheck disable=SC2046 # names without blanks
	"$MONREAD" -l $(ls "$work"/*) | sed -e '/^==>/d' -e '/^$/d' -e 's/^ *0x[^ ]* *//' >"$tap_dir/stored"
	"$MONREAD" -l "$captures/good-several-sets.monwrite" | sed 's/^ *0x[^ ]* *//' >"$tap_dir/all"
	same "$name: what is not killed stores all" "$tap_dir/all" "$tap_dir/stored"
done <<'END_OF_LIST'
plain|
as a stream|--write-format=stream
synced|--sync=set
in turns|--rotate=8k
END_OF_LIST
finish
