#!/bin/sh
# systems.sh: -F and --follow of a directory in which several programs store the data of several systems.
. "${srcdir:-.}/tests/live/live.sh"

ring=$dir/ring
mkdir "$ring"

for minute in 0 1 2 3 4 5; do
	for system in ONE TWO THREE; do
		minutes "$dir/$system.$minute" $system $minute
	done
done

# write NAME: start a writer whose input is the pipe NAME, which descriptor 3 of the caller keeps open.
write()
{
	[ -p "$dir/pipe.$1" ] || mkfifo "$dir/pipe.$1"
	$EMULATOR "$MONREAD" -q --write="$ring/$1" --write-format=stream --rotate=700B $compress - <"$dir/pipe.$1" 2>>"$dir/writer.err" 3>&- 4>&- 5>&- &
	writer=$!
	pids="$pids $writer"
}

stored()
{
	set -- "$ring/$1".*
	[ -s "$1" ]
}

# of SYSTEM FILE: the records of SYSTEM in FILE, without what depends on the file.
of()
{
	grep "\"system\":\"$1\"" "$2" | grep -v '"continued":true' | strip
}

shown()
{
	of "$1" "$dir/out" >"$dir/shown"
	[ "$(wc -l <"$dir/shown")" -ge "$2" ]
}

# whole NAME SYSTEM FIRST LAST: the data sets FIRST to LAST of SYSTEM were shown once, in order.
whole()
{
	for minute in $(seq "$3" "$4"); do
		cat "$dir/$2.$minute"
	done >"$dir/cat"
	monread -f json "$dir/cat" >"$dir/cat.json"
	of "$2" "$dir/cat.json" >"$dir/expected"
	shown "$2" 0
	equal "$1: $2" "$dir/expected" "$dir/shown"
}

# per SYSTEM: number of records of a data set
per=4

compressed='gzip zstd'
for compress in '' $compressed; do
	name=${compress:-plain}
	compress=${compress:+--compress=$compress}
	if [ -n "$compress" ] && ! monread -q $compress --write="$dir/try" "$dir/ONE.0" 2>/dev/null; then
		skip "$name" 'this build cannot write it'
		continue
	fi
	rm -f "$dir/try"
	write one
	exec 3>"$dir/pipe.one"
	write two
	two=$writer
	exec 4>"$dir/pipe.two"
	cat "$dir/ONE.0" >&3
	cat "$dir/TWO.0" >&4
	wait_for stored one
	wait_for stored two
	afresh
	$EMULATOR "$MONREAD" -F -f json "$ring" >"$dir/out" 2>"$dir/err" 3>&- 4>&- 5>&- &
	reader=$!
	pids="$pids $reader"
	wait_for shown ONE $per
	wait_for shown TWO $per
	ok "$name: both systems" $?
	# TWO stands still.
	for minute in 1 2 3; do
		cat "$dir/ONE.$minute" >&3
		wait_for shown ONE $((per * (minute + 1)))
	done
	ok "$name: one system stands still" $?
	cat "$dir/TWO.1" >&4
	wait_for shown TWO $((2 * per))
	ok "$name: it goes on" $?
	head -c 100 "$dir/TWO.2" >&4
	sleep 0.3
	kill -9 "$two"
	wait "$two" 2>/dev/null
	exec 4>&-
	cat "$dir/ONE.4" >&3
	wait_for shown ONE $((5 * per))
	ok "$name: a writer was killed" $?
	write two
	exec 4>"$dir/pipe.two"
	cat "$dir/TWO.2" "$dir/TWO.3" >&4
	write three
	exec 5>"$dir/pipe.three"
	cat "$dir/THREE.0" "$dir/THREE.1" >&5
	wait_for shown TWO $((4 * per))
	ok "$name: it began again" $?
	wait_for shown THREE $((2 * per))
	ok "$name: a third system" $?
	cat "$dir/ONE.5" >&3
	cat "$dir/THREE.2" >&5
	wait_for shown ONE $((6 * per))
	wait_for shown THREE $((3 * per))
	exec 3>&- 4>&- 5>&-
	kill -TERM $reader
	wait $reader
	is "$name: status" 0 $?
	is "$name: messages" '' "$(cat "$dir/err")"
	whole "$name" ONE 0 5
	whole "$name" TWO 0 3
	whole "$name" THREE 0 2
	rm -f "$ring"/*
done

# Two programs store data of one system: the file that was not chosen at first is read when it grows.
cat "$dir/ONE.1" "$dir/ONE.2" >"$ring/one.00001"
cat "$dir/ONE.0" >"$ring/other.00001"
afresh
$EMULATOR "$MONREAD" -F -f json "$ring" >"$dir/out" 2>"$dir/err" 3>&- 4>&- 5>&- &
reader=$!
pids="$pids $reader"
wait_for shown ONE $((2 * per))
cat "$dir/ONE.3" >>"$ring/one.00001"
wait_for shown ONE $((3 * per))
cat "$dir/ONE.3" >>"$ring/other.00001"
wait_for shown ONE $((5 * per))
cat "$dir/ONE.4" >>"$ring/one.00001"
cat "$dir/ONE.4" >>"$ring/other.00001"
wait_for shown ONE $((7 * per))
kill -TERM $reader
wait $reader
for file in one other; do
	monread -f json "$ring/$file.00001" | strip
done >"$dir/expected"
{ grep '/one.00001"' "$dir/out" && grep '/other.00001"' "$dir/out"; } | strip >"$dir/shown"
equal 'two programs: each file' "$dir/expected" "$dir/shown"
is 'two programs: messages' '' "$(cat "$dir/err")"
rm -f "$ring"/*

# The names of three programs differ only in a digit, and the files of the second one do not name its system.
begun()
{
	[ "$(grep -c "/$1\"" "$dir/out")" -ge "$2" ]
}

for minute in 1 3; do
	minutes "$dir/named" TWO $minute
	sed '/^record MRMTRSYS/,/^  MTRSYS/d' "$dir/text" >"$dir/unnamed"
	mkcapture "$dir/unnamed" "$dir/unnamed.$minute"
done
cp "$dir/ONE.0" "$ring/as1.00001"
cp "$dir/unnamed.1" "$ring/as2.00001"
cp "$dir/THREE.0" "$ring/as3.00001"
afresh
$EMULATOR "$MONREAD" -F -f json "$ring" >"$dir/out" 2>"$dir/err" 3>&- 4>&- 5>&- &
reader=$!
pids="$pids $reader"
wait_for begun as1.00001 $per && wait_for begun as2.00001 1 && wait_for begun as3.00001 $per
ok 'similar names: each program' $?
cp "$dir/ONE.2" "$ring/as1.00002"
cp "$dir/unnamed.3" "$ring/as2.00002"
cp "$dir/THREE.2" "$ring/as3.00002"
wait_for begun as1.00002 $per && wait_for begun as2.00002 1 && wait_for begun as3.00002 $per
ok 'similar names: the next files' $?
kill -TERM $reader
wait $reader
is 'similar names: status and messages' '0 ' "$? $(cat "$dir/err")"
for name in as1 as2 as3; do
	for file in "$ring/$name".*; do
		monread -f json "$file" | strip
	done >"$dir/expected"
	grep "/$name\." "$dir/out" | strip >"$dir/shown"
	equal "similar names: $name" "$dir/expected" "$dir/shown"
done
rm -f "$ring"/*

# The newest file vanishes after its directory was read: monread waits until the pipe is read.
cp "$dir/ONE.0" "$ring/c.00001"
cp "$dir/ONE.1" "$ring/c.00002"
echo text >"$ring/text"
mkfifo "$dir/pipe"
afresh
$EMULATOR "$MONREAD" -vF -f json -o "$dir/pipe" "$ring" 2>"$dir/err" &
reader=$!
pids="$pids $reader"
wait_for grep -q '/text: left out' "$dir/err"
sleep 0.3
rm "$ring/c.00002"
cat "$dir/pipe" >"$dir/out" &
wait_for shown ONE $per
cp "$dir/ONE.2" "$ring/c.00003"
wait_for begun c.00003 $per
kill -TERM $reader
wait $reader
is 'the newest file vanishes: status and messages' '0 ' "$? $(grep -v -e /text: -e /c.00002: -e ', 8 shown' "$dir/err")"
cat "$dir/ONE.0" "$dir/ONE.2" | monread -f json - | strip >"$dir/expected"
strip "$dir/out" >"$dir/shown"
equal 'the newest file vanishes: the files around it' "$dir/expected" "$dir/shown"
finish
