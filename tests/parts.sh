#!/bin/sh
# parts.sh: threads that read and select, a part of a capture each, show and say the same as one.
. "${srcdir:-.}/tests/tap.sh"

# Parts of captures, some damaged, with two systems and gaps in time.
for i in 1 2 3 4 5 6; do
	cat "$captures/sample.monwrite"
done >"$tap_dir/long.monwrite"
# The D1R4 in it, the first record, says VMTEST2.
cp "$captures/sample.monwrite" "$tap_dir/other.monwrite"
printf '\345\324\343\305\342\343\362' | dd of="$tap_dir/other.monwrite" bs=1 seek=4184 conv=notrunc 2>/dev/null
is 'another system' VMTEST2 "$(monread -r 1.4 "$tap_dir/other.monwrite" | sed -n 's/.*MTRSYS_SYSTMID *//p')"
cat "$captures/bad-sync.monwrite" "$tap_dir/other.monwrite" "$captures/sample.monwrite" >>"$tap_dir/long.monwrite"
for i in 1 2 3 4 5 6 7 8; do
	cat "$captures/sample.stream"
done >"$tap_dir/long.stream"
where=-q
! monread -q -w 'PFXCPUAD=1' "$captures/sample.monwrite" 2>/dev/null || where='-fjson -w PFXCPUAD=1'
for options in -ftext -fjson '-fcsv -n MRSYTPRP' '-ftsv -n MRSYTPRP --since=+60' '-x -r 0.2,4.1 --until=+90' -q '-q -d 1' \
	'-fjson -u LX*' "$where" \
	'-ftext -n MRUSELON' -l; do
	for file in long.monwrite long.stream; do
		# shellcheck disable=SC2086
		monread -v -j1 $options "$tap_dir/$file" >"$tap_dir/one" 2>"$tap_dir/said"
		cat "$tap_dir/said" >>"$tap_dir/one"
		for jobs in 2 5; do
			# shellcheck disable=SC2086
			monread -v -j$jobs $options "$tap_dir/$file" >"$tap_dir/more" 2>"$tap_dir/said"
			cat "$tap_dir/said" >>"$tap_dir/more"
			same "parts of $file: -j$jobs $options" "$tap_dir/one" "$tap_dir/more"
		done
	done
done

# The same threads go on with the next input.
for options in -ftext '-fcsv -n MRSYTPRP' '-fjson --since=+60'; do
	for jobs in 1 3; do
		# shellcheck disable=SC2086
		monread -j$jobs $options "$tap_dir/long.monwrite" "$captures/sample.stream" "$captures/bad-sync.monwrite" \
			"$tap_dir/long.stream" >"$tap_dir/of$jobs" 2>"$tap_dir/said$jobs"
	done
	same "several files: three threads, $options" "$tap_dir/of1" "$tap_dir/of3"
	same "several files: what three threads say, $options" "$tap_dir/said1" "$tap_dir/said3"
done

# Captures that are small, but not together: with one that is not there, and damage between and behind others.
set --
i=0
while [ $i -lt 40 ]; do
	set -- "$@" "$captures/sample.monwrite" "$tap_dir/long.stream" "$captures/bad-sync.monwrite" "$tap_dir/other.monwrite"
	i=$((i + 1))
done
set -- "$@" "$tap_dir/none" "$tap_dir/long.monwrite"
for options in -fjson '-v -q' '-v -fcsv -n MRSYTPRP --exit-summary'; do
	for jobs in 0 1 2 3; do
		# shellcheck disable=SC2046,SC2086
		monread $([ $jobs -eq 0 ] || echo -j$jobs) $options "$@" >"$tap_dir/of$jobs" 2>"$tap_dir/said$jobs"
		echo "status $?" >>"$tap_dir/said$jobs"
	done
	for jobs in 0 2 3; do
		same "many captures: -j$jobs $options" "$tap_dir/of1" "$tap_dir/of$jobs"
		same "many captures: what -j$jobs $options says" "$tap_dir/said1" "$tap_dir/said$jobs"
	done
done

# threads COMMAND...: how many it has when the first of what it shows has come.
threads()
{
	mkfifo "$tap_dir/shown"
	"$@" >"$tap_dir/shown" 2>/dev/null &
	exec 5<"$tap_dir/shown"
	dd bs=1 count=1 <&5 >/dev/null 2>&1
	# shellcheck disable=SC2012 # these are numbers
	ls "/proc/$!/task" | wc -l
	exec 5<&-
	wait $!
	rm "$tap_dir/shown"
}

processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null)
if [ -d /proc/self/task ] && [ -z "$EMULATOR" ] && [ "${processors:-1}" -gt 1 ]; then
	is 'one small capture: threads' 1 "$(threads "$MONREAD" -afjson "$tap_dir/long.stream")"
	[ "$(threads "$MONREAD" -afjson "$@")" -gt 1 ]
	ok 'many small captures are formatted in threads' $?
fi

finish
