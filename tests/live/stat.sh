#!/bin/sh
# stat.sh: reports of a device: lines as data sets come, INTERVAL and COUNT, signals, lost data.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"

# A capture like CP's: an hour of one-minute intervals.
day hour --interval=60 --from=540 --to=600 || exit 99
hour=$dir/hour.bin

# rows <TEXT: print the lines with values, without the average
rows()
{
	grep '^[0-9][0-9]:'
}

monstat cpu "$hour" >"$dir/whole" 2>"$dir/err"
rows <"$dir/whole" >"$dir/expected"

play "$hour" --speed=max --end=eio
monstat cpu "$dev" >"$dir/out" 2>"$dir/err"
status=$?
rows <"$dir/out" >"$dir/got"
same 'lines of a device equal those of the capture' "$dir/expected" "$dir/got"
is 'the end of the device is reported' '1 1' "$status $(grep -c 'severed' "$dir/err")"
grep '^Average:' "$dir/whole" >"$dir/expected.average"
grep '^Average:' "$dir/out" >"$dir/got"
same 'the average comes at its end' "$dir/expected.average" "$dir/got"
stop_play

play "$hour" --speed=max
monstat cpu "$dev" 60 5 >"$dir/out" 2>"$dir/err"
status=$?
rows <"$dir/out" >"$dir/got"
head -n 25 "$dir/expected" >"$dir/five"
same 'five intervals of four processors and their total' "$dir/five" "$dir/got"
is 'the end of the device: the average is printed' "0 5" "$status $(grep -c '^Average:  *300 ' "$dir/out")"
stop_play

play "$hour" --speed=max
# shellcheck disable=SC2086 # EMULATOR may have options
"$PYTHON" "$tests/terminal.py" 80 $EMULATOR "$MONSTAT" cpu "$dev" 60 1 >"$dir/out" 2>"$dir/err"
is 'on a terminal the heading comes at once' 'cpu: How busy was each processor?' "$(sed -n 1p "$dir/out")"
is 'monstat reports that it waits for the first interval' 1 "$(grep -c '^monstat: waiting for the first interval (60 s)$' "$dir/err")"
stop_play

play "$hour" --speed=max
monstat "$dev" 600 2 >"$dir/out" 2>"$dir/err"
is 'ten minutes each' '09:10 600 09:20 600 ' "$(rows <"$dir/out" | awk '{ printf "%s %s ", substr($1, 1, 5), $2 }')"
stop_play

# begin OPTION...: start monstat in the background; shells ignore SIGINT there
begin()
{
	afresh
	"$PYTHON" -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$MONSTAT" "$@" >"$dir/out" 2>"$dir/err" &
	pid=$!
	pids="$pids $pid"
}

# has_ended: whether the process has ended, or waits only for its parent
has_ended()
{
	case $(ps -o stat= -p "$pid") in '' | Z*) return 0 ;; esac
	return 1
}

# interrupt: send SIGINT and wait for the status
interrupt()
{
	kill -INT "$pid"
	wait_for has_ended || kill -9 "$pid"
	wait "$pid"
}

# The capture repeats: the clock goes back, but each data set is still an interval.
play "$hour" --speed=max --loop
begin -f csv "$dev"
wait_for lines_in "$dir/out" 1000
ok 'lines go on when the device begins anew' $?
interrupt
is 'a clock that was set back is reported' yes "$(grep -q 'the clock was set back' "$dir/err" && echo yes)"
stop_play

# monstat prints each line as soon as its data set comes: the device has no more data, and waits.
play "$hour" --speed=max
begin -f csv "$dev"
wait_for lines_in "$dir/out" 61
ok 'all lines are there while the device waits' $?
interrupt
is 'SIGINT ends it' 0 $?
stop_play

play "$hour" --speed=max
begin "$dev"
wait_for grep -q '^10:00' "$dir/out"
interrupt
is 'SIGINT: the average is printed' '0 1' "$? $(grep -c '^Average:  *3600 ' "$dir/out")"
stop_play

# Lost data sets do not form an interval, and monstat compares nothing across them.
play "$hour" --speed=max --end=eio --fault='eio@set=21'
monstat -f csv "$dev" >"$dir/out" 2>"$dir/err"
status=$?
grep -q 'no values for the interval that ends here' "$dir/err"
ok 'a loss: columns without values are reported' $?
is 'a loss: status 1, and one line without' '1 1' "$status $(awk -F, 'NR > 1 && $3 == ""' "$dir/out" | wc -l | tr -d ' ')"
stop_play

play "$hour" --speed=max --end=eio
monstat --alarms cpu "$dev" >"$dir/out" 2>"$dir/err"
is 'a loss: the hour has no alarm' '1 0' "$? $(wc -l <"$dir/out" | tr -d ' ')"
stop_play

# ---- The output file if the device delivers nothing ----

"$helpers/sets" 2 4096 1000 >"$dir/two"
# kept NAME OPTION...: the file stays if the device is severed in its first data set
kept()
{
	tap_name=$1
	shift
	echo before >"$dir/kept"
	play "$dir/two" --speed=max --end=eio --fault=sever@set=1.records
	monstat --force "$@" "$dev" >"$dir/out" 2>"$dir/err"
	is "severed before anything is shown: $tap_name" '1 before' "$? $(cat "$dir/kept")"
	stop_play
}
kept text -o "$dir/kept" cpu
kept csv -f csv -o "$dir/kept" cpu
kept alarms --alarms -o "$dir/kept" cpu
kept openmetrics -f openmetrics -o "$dir/kept" cpu
kept 'a page' --html="$dir/kept"
finish
