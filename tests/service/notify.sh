#!/bin/sh
# notify.sh: messages of monread to a service manager: ready when the device is open, alive while the event loop
# runs, and its progress.
. "${srcdir:-.}/tests/live/live.sh"
need_python
need_fuse

manage()
{
	"$PYTHON" "$tests/service/notify.py" "$@"
}

# in_log TEXT N: that many lines of the log begin with TEXT.
in_log()
{
	[ -e "$dir/log" ] && [ "$(grep -c "^$1" "$dir/log")" -ge "$2" ]
}

# began [OPTION]... COMMAND...: it runs as a service, and is ready.
began()
{
	rm -f "$dir/log"
	"$PYTHON" "$tests/service/notify.py" "$@" 2>"$dir/err" >"$dir/out" &
	service=$!
	pids="$pids $service"
	wait_for in_log READY=1 1
}

# Ask it to end, and put its status into $status.
end()
{
	kill "$service"
	wait $service
	status=$?
}

# A service that is alive and has nothing to do is the clock of this test.
mkfifo "$dir/nothing"
manage --watchdog=1500000 "$dir/clock" "$MONREAD" -l - <"$dir/nothing" 2>"$dir/clock.err" >"$dir/clock.out" &
clock=$!
pids="$pids $clock"
exec 8>"$dir/nothing"
cat "$captures/sample.monwrite" >&8

ticks()
{
	grep -c '^WATCHDOG=1' "$dir/clock" 2>/dev/null
}

# three_ticks: wait for three more signs of life of that service.
three_ticks()
{
	ticks_end=$(($(ticks) + 3))
	wait_for has_ticked
}

has_ticked()
{
	[ "$(ticks)" -ge $ticks_end ]
}

"$helpers/sets" 3 >"$dir/three"
size=$(wc -c <"$dir/three" | tr -d ' ')

# ---- A device to its end ----

play "$dir/three" --speed=max --end=eio
manage "$dir/log" "$MONREAD" -q --write="$dir/mon-%Y" "$dev" 2>"$dir/err"
is 'the connection is severed: status' 1 $?
is 'ready first, then stopping, then the last status' 'READY=1 STOPPING=1' \
	"$(grep -v STATUS "$dir/log" | tr '\n' ' ' | sed 's/ $//')"
is 'without a watchdog of systemd no signs of life are sent' 0 "$(grep -c WATCHDOG "$dir/log")"
file=$(ls "$dir"/mon-*)
is 'the last status' "STATUS=3 data sets, $size bytes, 1 gap; $file" "$(tail -n 1 "$dir/log")"
stop_play

# ---- Alive ----

play "$dir/three" --speed=max
began --watchdog=1500000 "$dir/log" "$MONREAD" -q --write="$dir/b-%Y" "$dev"
ok 'ready' $?
wait_for in_log WATCHDOG=1 3
ok 'alive while there is nothing to read' $?
wait_for in_log 'STATUS=3 data sets' 1
ok 'the status' $?
end
is 'SIGTERM: status' 0 $status
is 'SIGTERM: message' 1 "$(grep -c '^STOPPING=1$' "$dir/log")"
is 'SIGTERM: records that were read are stored' "$(json "$dir/three")" "$(json "$dir"/b-*)"
stop_play

play "$dir/three" --speed=max
began --watchdog=1500000 --other "$dir/log" "$MONREAD" -q "$dev"
wait_for in_log 'STATUS=3 data sets' 1
three_ticks
end
is 'a watchdog for another process' '0 0' "$status $(grep -c WATCHDOG "$dir/log")"
is 'a status that stays is reported once' 0 "$(grep '^STATUS' "$dir/log" | uniq -d | wc -l | tr -d ' ')"
stop_play

play "$dir/three" --speed=max
began --abstract "$dir/log" "$MONREAD" -q "$dev"
ok 'a socket that is in no file system' $?
end
is 'a socket in the abstract name space: status' 0 $status
stop_play

# Output that nobody takes: the loop stands, and the thread that reads the device does not speak for it.
"$helpers/sets" 2000 4096 >"$dir/many"
play "$dir/many" --speed=max
mkfifo "$dir/fifo"
tail -f /dev/null <"$dir/fifo" &
taker=$!
pids="$pids $taker"
rm -f "$dir/log"
# shellcheck disable=SC2016 # of that shell
manage --watchdog=1500000 "$dir/log" sh -c 'exec "$0" -x "$1" >"$2"' "$MONREAD" "$dev" "$dir/fifo" 2>"$dir/err" &
service=$!
pids="$pids $service"
wait_for in_log READY=1 1
stands()
{
	lines=$(wc -l <"$dir/log")
	three_ticks
	[ "$(wc -l <"$dir/log")" -eq "$lines" ]
}
wait_for stands
ok 'no sign of life while the loop over events stands still' $?
kill $taker
wait $service
is 'the pipe is closed: status' 1 $?
stop_play

# ---- Inputs that are not devices ----

mkfifo "$dir/pipe"
rm -f "$dir/log"
manage --watchdog=1500000 "$dir/log" "$MONREAD" -l - <"$dir/pipe" 2>"$dir/err" >"$dir/out" &
service=$!
pids="$pids $service"
exec 7>"$dir/pipe"
cat "$captures/sample.monwrite" >&7
wait_for in_log READY=1 1
ok 'a pipe: ready' $?
wait_for in_log WATCHDOG=1 2
ok 'a pipe: alive while nothing comes' $?
exec 7>&-
wait $service
is 'a pipe: status' 0 $?
is 'a pipe: the last status, of records without framing' 'STATUS=378 records, 139264 bytes' "$(grep STATUS "$dir/log" | tail -n 1)"

manage "$dir/log" "$MONREAD" -q -I device "$dir/missing" 2>"$dir/err"
is 'no device: never ready' '2 0' "$? $(wc -l <"$dir/log" | tr -d ' ')"
NOTIFY_SOCKET=$dir/nobody monread -l "$dir/three" >"$dir/out" 2>"$dir/err"
is 'nobody listens' '0 ' "$? $(cat "$dir/err")"
NOTIFY_SOCKET=vsock:2:1234 monread -l "$dir/three" >"$dir/out" 2>"$dir/err"
is 'a socket of another kind' '0 ' "$? $(cat "$dir/err")"
exec 8>&-
wait $clock
finish
