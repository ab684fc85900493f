#!/bin/sh
# idle.sh: a program that waits for data uses no processor time, with threads and without.
. "${srcdir:-.}/tests/live/live.sh"

[ -r /proc/self/stat ] || skip_all 'no /proc'

# ticks PID: how many hundredths of a second its threads have run.
ticks()
{
	sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

# waits NAME PID: after the process has handled its input, it uses no processor time for a second.
waits()
{
	tries=0 used=100
	while [ $used -gt 5 ] && [ $tries -lt 30 ]; do
		before=$(ticks "$2")
		sleep 1
		used=$(($(ticks "$2") - before))
		tries=$((tries + 1))
	done
	holds "$1: it takes no processor" [ $used -le 5 ]
}

one=
! taskset -c 0 true 2>/dev/null || one='taskset -c 0'
i=0
while [ $i -lt 50 ]; do
	cat "$captures/sample.stream"
	i=$((i + 1))
done >"$dir/large"
monread -fjson "$dir/large" | wc -l >"$dir/wanted"

# First enough data that threads start; then a pause.
for run in '' "$one"; do
	for options in '-j1 -fjson' '-j4 -fjson' '-j4 -s' '-j4 -fcsv -n MRSYTPRP'; do
		mkfifo "$dir/pipe"
		# shellcheck disable=SC2086
		$run "$MONREAD" $options "$dir/pipe" >"$dir/shown" 2>/dev/null &
		pid=$!
		pids="$pids $pid"
		exec 9>"$dir/pipe"
		cat "$dir/large" >&9
		waits "$run $options of a pipe" $pid
		cat "$dir/large" >&9
		exec 9>&-
		wait $pid
		is "$run $options of a pipe: status" 0 $?
		rm -f "$dir/pipe"
		[ "$options" != '-j4 -fjson' ] || is "$run $options: all of it came" $((2 * $(cat "$dir/wanted"))) "$(wc -l <"$dir/shown")"
	done
done

cp "$captures/sample.monwrite" "$dir/growing"
"$MONREAD" --follow -q "$dir/growing" &
pid=$!
pids="$pids $pid"
waits '--follow' $pid
kill $pid
wait $pid
finish
