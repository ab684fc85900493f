#!/bin/sh
# raw.sh: --raw reproduces the stream, and writes a selection as a stream that monread can read again.
. "${srcdir:-.}/tests/tap.sh"

# Print the records without their places, because the places change.
placeless()
{
	sed 's/^{"file":"[^"]*","system":[^,]*,"offset":[0-9]*,"dataset":[0-9]*,//'
}

records()
{
	monread -f json "$@" 2>/dev/null | placeless
}

for file in "$captures"/*.stream; do
	name=$(basename "$file")
	monread --raw "$file" >"$tap_dir/raw" 2>/dev/null
	cat "$file" | monread --raw - >"$tap_dir/piped" 2>/dev/null
	case $name in bad-nothing.* | bad-as-text-* | bad-terse.*) file=/dev/null ;; esac
	same "$name: unfiltered, byte for byte" "$file" "$tap_dir/raw"
	same "$name: the same through a pipe" "$file" "$tap_dir/piped"
done

# monread keeps up to 64 KB before the data until it knows whether they belong to a stream.
for kb in 1 63 65; do
	head -c $((kb * 1024)) /dev/zero | tr '\000' x >"$tap_dir/front"
	for form in stream monwrite; do
		cat "$tap_dir/front" "$captures/good-locks.$form" >"$tap_dir/capture"
		cat "$tap_dir/front" "$captures/good-locks.stream" >"$tap_dir/expected"
		[ $kb -gt 64 ] || [ $form = stream ] || cat "$captures/good-locks.stream" >"$tap_dir/expected"
		monread --raw "$tap_dir/capture" >"$tap_dir/raw" 2>/dev/null
		same "$kb KB in front of a $form" "$tap_dir/expected" "$tap_dir/raw"
		monread -f text --write="$tap_dir/stored-$kb-$form" "$tap_dir/capture" >"$tap_dir/out" 2>/dev/null
		monread "$tap_dir/capture" >"$tap_dir/expected" 2>/dev/null
		same "$kb KB in front of a $form do not take the title from who stores" "$tap_dir/expected" "$tap_dir/out"
	done
done

for file in "$captures"/good-*.stream "$captures"/odd-*.stream; do
	name=$(basename "$file" .stream)
	[ -s "$captures/$name.monwrite" ] || continue
	monread --raw "$captures/$name.monwrite" >"$tap_dir/raw" 2>"$tap_dir/err"
	same "$name.monwrite: the stream of the same records" "$file" "$tap_dir/raw"
done

# Of captures in both forms, use one.
for file in "$captures"/good-* "$captures"/odd-* "$captures"/sample.monwrite; do
	name=$(basename "$file")
	case $name in *.stream) [ ! -e "${file%.stream}.monwrite" ] || continue ;; esac
	for options in '-d 0-255' '-t event' '-t sample -a' '-d 4,10' '-c 5' '-r 200-60000'; do
		# shellcheck disable=SC2086 # several options
		monread --raw $options "$file" >"$tap_dir/raw" 2>"$tap_dir/err"
		# shellcheck disable=SC2086
		records $options "$file" >"$tap_dir/expected"
		# If nothing was selected, there is nothing to check.
		: >"$tap_dir/out"
		: >"$tap_dir/err"
		status=0
		all=
		case $options in *-a*) all=-a ;; esac
		# shellcheck disable=SC2086
		[ ! -s "$tap_dir/raw" ] || monread -f json $all "$tap_dir/raw" >"$tap_dir/out" 2>"$tap_dir/err" || status=$?
		placeless <"$tap_dir/out" >"$tap_dir/got"
		if [ -n "$all" ]; then
			for side in expected got; do
				grep -v '"domain":1,"record":13,' "$tap_dir/$side" >"$tap_dir/x"
				mv "$tap_dir/x" "$tap_dir/$side"
			done
		fi
		same "$name: --raw $options has the same records" "$tap_dir/expected" "$tap_dir/got"
		[ $status -eq 0 ] && [ ! -s "$tap_dir/err" ]
		ok "$name: --raw $options is without fault" $?
	done
done
# Stored in either form, the stream does not change.
for file in "$captures"/good-*.stream "$captures/odd-reused.stream" "$captures/sample.monwrite"; do
	name=$(basename "$file")
	monread --raw "$file" >"$tap_dir/expected"
	for form in monwrite stream; do
		rm -f "$tap_dir/stored"
		monread -q --write="$tap_dir/stored" --write-format=$form "$file" 2>"$tap_dir/err"
		monread -I $form --raw "$tap_dir/stored" >"$tap_dir/raw" 2>>"$tap_dir/err"
		same "$name: stored in $form form" "$tap_dir/expected" "$tap_dir/raw"
	done
done
# monread lays out a selection from sets with common frames or addresses anew: one set after the other.
# It also stores configuration, to which D2R10 belongs, unless it is excluded.
for file in "$captures/good-shared-twice.monwrite" "$captures/good-shared-once.monwrite" "$captures/odd-reused.stream"; do
	name=$(basename "$file")
	for options in '-d 4 --exclude=D2R10' '-d 2,7' '-t event' '-d 0-255'; do
		rm -f "$tap_dir/stored"
		# shellcheck disable=SC2086 # several options
		monread -q $options --write="$tap_dir/stored" "$file" 2>"$tap_dir/err"
		# shellcheck disable=SC2086
		records $options "$file" >"$tap_dir/expected"
		records "$tap_dir/stored" >"$tap_dir/got"
		same "$name: $options, stored, has the same records" "$tap_dir/expected" "$tap_dir/got"
		: >"$tap_dir/err"
		[ ! -e "$tap_dir/stored" ] || monread -f text "$tap_dir/stored" >"$tap_dir/out" 2>"$tap_dir/err"
		is "$name: $options, stored, is without fault" '' "$(grep -v 'monread-fetch-layouts' "$tap_dir/err")"
	done
done
rm -f "$tap_dir/stored"
monread -q -d 4 --write="$tap_dir/stored" "$captures/good-shared-once.monwrite" 2>"$tap_dir/err"
is 'SET QUICKDSP is configuration' 1 "$(monread -r D2R10 -f list "$tap_dir/stored" | grep -c MRSCLSQD)"
monread --raw -d 0-255 "$captures/good-exact-frame.stream" >"$tap_dir/raw"
is 'frames are filled to the last byte' "$(wc -c <"$captures/good-exact-frame.stream")" "$(wc -c <"$tap_dir/raw")"
# ---- --strict: the output is whole ----

# --strict writes all records up to the first damage, and none after it.
for file in "$captures"/*.stream "$captures"/*.monwrite; do
	name=$(basename "$file")
	monread --raw "$file" >"$tap_dir/expected" 2>"$tap_dir/err"
	expected=$?
	monread --raw --strict "$file" >"$tap_dir/raw" 2>"$tap_dir/out"
	is "$name: --raw --strict: status" $expected $?
	monread -l --strict "$file" 2>/dev/null | sed -n 's/^0x[0-9A-F]* *//p' >"$tap_dir/expected"
	: >"$tap_dir/out"
	: >"$tap_dir/err"
	[ ! -s "$tap_dir/raw" ] || monread -l "$tap_dir/raw" >"$tap_dir/out" 2>"$tap_dir/err"
	sed -n 's/^0x[0-9A-F]* *//p' "$tap_dir/out" >"$tap_dir/got"
	same "$name: --raw --strict: the records up to the damage" "$tap_dir/expected" "$tap_dir/got"
	# A gap is damage of no bytes, and is in the records.
	is "$name: --raw --strict ends in a whole set" '' "$(grep -v 'the interval that ends here\|data was lost\|event records lost' "$tap_dir/err")"
done
finish
