#!/bin/sh
# kill.sh: kill -9 at random moments: the file holds every data set that was complete.
. "${srcdir:-.}/tests/live/live.sh"

kills=${MONREAD_KILLS:-200}
"$helpers/sets" 8 61440 >"$dir/eight"
set_size=$(($(wc -c <"$dir/eight") / 8))
# As it comes from a device that begins anew; more than can be stored in time.
for i in 1 2 3 4 5 6 7 8; do
	cat "$dir/eight"
done >"$dir/source"
for i in 1 2 3; do
	cat "$dir/source" "$dir/source" >"$dir/twice"
	mv "$dir/twice" "$dir/source"
done
source_size=$(wc -c <"$dir/source" | tr -d ' ')

live=
if have_fuse; then
	live=yes
	play "$dir/eight" --speed=max --loop
else
	echo "# only copies of files are killed: $why_not"
fi
packed=
monread --compress=zstd --write="$dir/try" "$dir/eight" >/dev/null 2>&1 && packed=--compress=zstd

# check OUT: it is whole data sets of the source, as many as were shown at
# least, and perhaps a part of one more, which is said.  Leaves $sets and $cut.
check()
{
	sets=0
	cut=0
	shown=$(grep -c D1R11 "$dir/shown")
	if [ ! -s "$1" ]; then
		[ "$shown" -eq 0 ] || echo "nothing is stored, $shown sets were shown"
		return 0
	fi
	monread --raw "$1" >"$dir/raw" 2>"$dir/err"
	status=$?
	size=$(wc -c <"$dir/raw")
	sets=$((size / set_size))
	[ $((size % set_size)) -eq 0 ] || cut=1
	case $status in
	0) [ $cut -eq 0 ] || echo 'it is cut, which is not said' ;;
	1)
		cut=1
		grep -q -e 'cut off' -e 'Truncated' "$dir/err" || echo "said: $(cat "$dir/err")"
		;;
	*) echo "status $status: $(cat "$dir/err")" ;;
	esac
	[ $sets -ge "$shown" ] || echo "$sets sets are stored, $shown were shown"
	# The device goes on where the run before left it: the time tells where.
	first=$(monread -l -c 1 "$1" 2>/dev/null | cut -d' ' -f3)
	at=$(grep -n "$first" "$dir/times" | cut -d: -f1)
	[ "$size" -gt 0 ] || return 0
	[ "$size" -lt $((source_size - 8 * set_size)) ] || size=$((source_size - 8 * set_size))
	tail -c "+$(((${at:-1} - 1) * set_size + 1))" "$dir/source" | cmp -s -n "$size" - "$dir/raw" ||
		echo 'it is not what was read'
}

monread -l -r 1.11 "$dir/eight" | sed 's/^[^ ]* *\([^ ]*\) .*/\1/' >"$dir/times"
awk -v n="$kills" 'BEGIN { srand(4711); for (i = 0; i < n; i++) printf "%d\n", 1 + rand() * 24 }' >"$dir/delays"
# Where programs start slowly, the kills come later.
begin=0
run=0 total=0 cuts=0 none=0 most=0 wrong=
while read -r delay; do
	run=$((run + 1))
	case $((run % 4)) in
	0) options=--write-format=stream ;;
	1) options='' ;;
	2) options=--sync=set ;;
	3) options=$packed ;;
	esac
	rm -f "$dir/stored"
	: >"$dir/shown"
	if [ "$live" ] && [ $((run % 5)) -ne 0 ]; then
		# shellcheck disable=SC2086
		$EMULATOR "$MONREAD" -I device -l $options --write="$dir/stored" "$dev" >"$dir/shown" 2>/dev/null &
	else
		# shellcheck disable=SC2086
		$EMULATOR "$MONREAD" -q $options --write="$dir/stored" "$dir/source" 2>/dev/null &
	fi
	reader=$!
	delay=$(printf '0.%03d' $((delay + begin)))
	sleep "$delay"
	kill -9 $reader
	wait $reader 2>/dev/null
	fault=$(check "$dir/stored"; echo "$sets $cut" >"$dir/result")
	read -r sets cut <"$dir/result"
	if [ "$fault" ]; then
		wrong="$wrong $run"
		printf '%s\n' "run $run, killed after $delay s, $options:" "$fault" | sed 's/^/# /'
	fi
	total=$((total + sets))
	cuts=$((cuts + cut))
	if [ "$sets" -eq 0 ]; then
		none=$((none + 1))
		[ $begin -ge 900 ] || begin=$((begin + 1))
	fi
	[ "$sets" -le "$most" ] || most=$sets
done <"$dir/delays"
is "$kills kills: every file holds what was complete" '' "$wrong"
[ $none -lt "$kills" ] && [ $total -gt "$kills" ]
ok 'they came while something was written' $?
echo "# $kills kills: $total data sets stored, $most at most; $cuts files with a part of one more; $none files without any"
finish
