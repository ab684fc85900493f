#!/bin/sh
# shrink.sh: a file is cut while monread reads it: a message and status 1, no crash.
. "${srcdir:-.}/tests/live/live.sh"

"$helpers/sets" 12 1048576 >"$dir/source"
monread -f json "$dir/source" | strip >"$dir/all"
whole=$(grep -c . "$dir/all")

# shrunk NAME BYTES [OPTION]...: cut the file to BYTES after monread has read a little of it.
shrunk()
{
	name=$1
	bytes=$2
	shift 2
	cp "$dir/source" "$dir/f"
	rm -f "$dir/fifo"
	mkfifo "$dir/fifo"
	exec 3<>"$dir/fifo"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -f json "$@" "$dir/f" >"$dir/fifo" 2>"$dir/err" 3>&- &
	reader=$!
	pids="$pids $reader"
	exec 4<"$dir/fifo"
	exec 3>&-
	# After this output monread has begun to read, and waits until its output is read.
	dd bs=1 count=1000 <&4 >"$dir/out" 2>/dev/null
	head -c "$bytes" "$dir/source" >"$dir/rest"
	: | dd of="$dir/f" bs=1 seek="$bytes" count=0 2>/dev/null
	cat <&4 >>"$dir/out"
	exec 4<&-
	wait $reader
	is "$name: status" 1 $?
	grep -q "$dir/f: was truncated while it was being read" "$dir/err"
	ok "$name: said" $?
	[ "$(wc -l <"$dir/err")" -le 1000 ]
	ok "$name: not too often" $?
	n=$(monread -l "$dir/rest" 2>/dev/null | wc -l)
	strip "$dir/out" | head -n "$n" >"$dir/shown"
	head -n "$n" "$dir/all" >"$dir/expected"
	equal "$name: what is left is shown" "$dir/expected" "$dir/shown"
	[ "$(wc -l <"$dir/out")" -lt "$whole" ]
	ok "$name: what is gone is not" $?
}

shrunk 'cut in the first part' 3000000 -j 1
shrunk 'cut to nothing' 0 -j 1
shrunk 'cut behind the first part' 9000000 -j 1
shrunk 'cut in the first part, threads' 3000000 -j 4
shrunk 'cut behind the first part, threads' 9000000 -j 4

# The kernel cannot map this file, but monread can read it.
odd=/sys/kernel/uevent_seqnum
if [ -f $odd ] && [ -r $odd ] && [ "$(wc -c <$odd)" -gt 0 ]; then
	monread $odd >"$dir/out" 2>"$dir/err"
	is 'a file that cannot be mapped: status' 1 $?
	grep -q "$odd: .*no monitor data" "$dir/err"
	ok 'a file that cannot be mapped: it is read' $?
else
	skip 'a file that cannot be mapped' "there is no $odd"
fi
finish
