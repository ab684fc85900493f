#!/bin/sh
# big.sh: reading does not wait for output; tests/unit/check_live.c tests a full buffer.
# MONREAD_LONG=1: 200 MB in data sets of 8 MB, shown at 1 MB/s.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

full='the buffer is full'
# told NAME N: monread reported N times that the buffer is full.
told()
{
	is "$1" "$2" "$(grep -c "$full" "$dir/err")"
}

# stalled OPTION...: read $dev into $dir/fifo, from which nobody reads yet.
stalled()
{
	rm -f "$dir/fifo"
	mkfifo "$dir/fifo"
	exec 3<>"$dir/fifo"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -I device "$@" "$dev" >"$dir/fifo" 2>"$dir/err" 3>&- &
	reader=$!
	pids="$pids $reader"
}

# drain: read the FIFO until its end into out; the status goes to $status.
drain()
{
	exec 4<"$dir/fifo"
	exec 3>&-
	cat <&4 >"$dir/out"
	exec 4<&-
	wait $reader
	status=$?
	stop_play
}

# ---- As fast as it is taken ----

if [ -n "${MONREAD_LONG:-}" ]; then
	sets=25 size=8380416 rate=1000000
else
	sets=20 size=1048576 rate=20000000
fi
"$helpers/sets" $sets $size >"$dir/big"
play "$dir/big" --speed=max --end=eio
limited() { $EMULATOR "$MONREAD" "$@"; }
limited -I device --raw "$dev" 2>"$dir/err" | "$helpers/throttle" $rate | cmp - "$dir/big"
ok "$sets data sets of $size bytes at $rate bytes/s: nothing is lost" $?
grep -q "shown, 1 gap, 0 bytes thrown away" "$dir/err"
ok 'there is no loss but at the end, where the connection is severed' $?

# ---- With a limit, and with output that nobody reads ----

# The device can hold all data sets, so that it loses none while the machine has other work; the reader has to take all of them.
"$helpers/sets" 40 262144 50 >"$dir/slow"
play "$dir/slow" --speed=1 --limit=40 --end=eio
stalled --raw
wait_for grep -q severed "$dir/playlog"
drain
equal 'within the buffer: all is there' "$dir/slow" "$dir/out"
told 'within the buffer: nothing is said' 0
grep -q '40 delivered, 0 lost' "$dir/playlog"
ok 'within the buffer: the limit was not reached' $?

# ---- Many small data sets ----

# Address space stands for memory; tools that need a lot of it cannot be limited.
if (ulimit -v 1200000 && monread --version) >/dev/null 2>&1; then
	"$helpers/sets" 3000 >"$dir/small"
	play "$dir/small" --speed=max --end=eio
	(
		ulimit -v 1200000
		mkfifo "$dir/fifo2"
		exec 3<>"$dir/fifo2"
		# shellcheck disable=SC2086
		$EMULATOR "$MONREAD" -I device --raw "$dev" >"$dir/fifo2" 2>"$dir/err" 3>&- &
		wait_for grep -q '^[0-9.]* severed' "$dir/playlog"
		exec 4<"$dir/fifo2"
		exec 3>&-
		cat <&4 >"$dir/out"
		wait
	)
	equal 'many small sets wait in little memory' "$dir/small" "$dir/out"
	is 'and none is lost' 1 "$(grep -c 'shown, 1 gap, 0 bytes' "$dir/err")"
else
	skip 'many small sets wait in little memory' 'ulimit -v'
fi
finish
