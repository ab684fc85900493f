#!/bin/sh
# signals.sh: live reading: immediate output, and a requested end between data sets.
. "${srcdir:-.}/tests/live/live.sh"

"$helpers/sets" 4 >"$dir/four"

# peer NAME "WORDS" "EXPECTED" LINES "OPTIONS" [OPTION]...: compare events and the number of records.
peer()
{
	name=$1
	expected=$2
	records=$3
	words=$4
	shift 4
	for mode in '' -n; do
		# shellcheck disable=SC2086
		timeout -s KILL 200 "$helpers/peer" $mode "$dir/four" "$dir/out" $words \
			-- $EMULATOR "$MONREAD" -I device -l "$@" - 2>"$dir/err" >"$dir/words"
		is "$name${mode:+, non-blocking}" "$expected" "$(sed 's/ *$//' "$dir/words")"
		is "$name${mode:+, non-blocking}: records" "$records" "$(wc -l <"$dir/out" | tr -d ' ')"
	done
}

summary()
{
	is "$2: the summary line" "monread: -: $1" "$(tail -n 1 "$dir/err")"
	is "$2: no other message" 1 "$(wc -l <"$dir/err" | tr -d ' ')"
}

# ---- Output of a data set is there before the next one ----

peer 'live' 'lines lines lines status=0' 21 'set lines=7 set lines=14 half idle rest lines=21 int end'
summary '3 data sets, 21 records, 21 shown, 0 gaps, 0 bytes thrown away' 'live'
peer 'live, filtered' 'lines lines status=0' 6 'set lines=3 set lines=6 int end' -r 98,1.11
summary '2 data sets, 14 records, 6 shown, 0 gaps, 0 bytes thrown away' 'filtered'

# ---- Signals ----

for signal in int term hup; do
	peer "$signal in the middle of a set" 'lines alive status=0' 14 \
		"set lines=7 half idle $signal alive rest end"
	summary '2 data sets, 14 records, 14 shown, 0 gaps, 0 bytes thrown away' $signal
	peer "$signal between sets" 'lines status=0' 7 "set lines=7 idle $signal end"
	peer "$signal before the first set" 'alive status=0' 0 "alive $signal end"
	summary '0 data sets, 0 records, 0 shown, 0 gaps, 0 bytes thrown away' "$signal before the first set"
	peer "a second $signal" 'lines alive status=1' 7 "set lines=7 half idle $signal nap=1100 alive $signal end"
	# timeout(1) and others send the signal to the program and then to its group.
	peer "$signal twice at once" 'lines alive status=0' 14 \
		"set lines=7 half idle $signal $signal nap=400 $signal alive rest end"
	summary '2 data sets, 14 records, 14 shown, 0 gaps, 0 bytes thrown away' "$signal twice at once"
done
# The rest of the data set never comes: 12 + 2048 bytes of it were read.
peer 'term in a set that stalls' 'lines status=1' 7 'set lines=7 half idle term end' --force --write="$dir/stalled"
is 'term in a set that stalls: the last line' \
	'monread: -: 1 data set, 7 records, 7 shown, 1 gap, 2060 bytes thrown away' "$(tail -n 1 "$dir/err")"
is 'term in a set that stalls: stored' 7 "$(monread -l "$dir/stalled" 2>/dev/null | grep -vc D10R1)"
peer 'the end of --duration, then a signal' 'lines alive alive status=0' 14 \
	'set lines=7 half nap=600 alive term alive rest end' --duration=0.3
if timeout --preserve-status 9 true 2>/dev/null; then
	timeout -s KILL 200 "$helpers/peer" "$dir/four" "$dir/out" set lines=7 half idle nap=1000 alive rest end \
		-- timeout --preserve-status 0.6 $EMULATOR "$MONREAD" -I device -l - 2>"$dir/err" >"$dir/words"
	is 'timeout(1)' 'lines alive status=0' "$(sed 's/ *$//' "$dir/words")"
	is 'timeout(1): records' 14 "$(wc -l <"$dir/out" | tr -d ' ')"
fi
# When the set comes that monread must not begin, the reader may have ended or not.
for wait in '' nap=300; do
	peer "no set is begun behind the end $wait" 'lines alive status=0' 14 \
		"set lines=7 half idle int alive rest $wait spare-set end"
done
# A signal that was ignored before the program started, as under nohup(1).
for signal in INT TERM HUP; do
	word=$(echo $signal | LC_ALL=C tr '[:upper:]' '[:lower:]')
	other=term
	[ $word != term ] || other=int
	timeout -s KILL 200 "$helpers/peer" "$dir/four" "$dir/out" set lines=7 $word nap=300 alive set lines=14 $other end \
		-- sh -c "trap '' $signal; exec "'"$@"' sh $EMULATOR "$MONREAD" -I device -l - 2>"$dir/err" >"$dir/words"
	is "$word, ignored from the beginning" 'lines alive lines status=0' "$(sed 's/ *$//' "$dir/words")"
done

# renewal NAME "WORDS" "EXPECTED" "FILES" PEER-OPTION [OPTION]...: SIGHUP after the second data set, then WORDS.
renewal()
{
	name=$1
	words=$2
	expected=$3
	files=$4
	option=$5
	shift 5
	rm -f "$dir"/h*
	# shellcheck disable=SC2086
	timeout -s KILL 200 "$helpers/peer" $option "$dir/four" "$dir/out" set set lines=14 idle hup $words end \
		-- $EMULATOR "$MONREAD" -I device -l --write="$dir/h" --write-format=stream "$@" - 2>"$dir/err" >"$dir/words"
	is "$name" "$expected" "$(sed 's/ *$//' "$dir/words")"
	is "$name: files" "$files" "$(cd "$dir" && wc -c h* | awk '!/total/ { print $2 "=" $1 }' | tr '\n' ' ' | sed 's/ $//')"
}
# A data set has 6188 bytes.
renewal 'hup and rotation, no terminal' 'nap=300 set set lines=28 term' 'lines lines status=0' \
	'h.00001=12376 h.00002=12376' '' --rotate=1G
cat "$dir"/h.* | cmp -s - "$dir/four"
ok 'hup and rotation, no terminal: nothing is lost' $?
renewal 'hup and rotation, a terminal' '' 'lines status=0' 'h.00001=12376' -t --rotate=1G
renewal 'hup without rotation' '' 'lines status=0' 'h=12376' ''
# The same for input from a pipe.
rm -f "$dir"/h*
mkfifo "$dir/fifo2"
if command -v setsid >/dev/null 2>&1; then
	# Under nohup(1) the signal would stay ignored.
	default=
	! env --default-signal=HUP true 2>/dev/null || default='env --default-signal=HUP'
	afresh
	# shellcheck disable=SC2086
	$default setsid $EMULATOR "$MONREAD" -l --write="$dir/h" --write-format=stream --rotate=1G - \
		<"$dir/fifo2" >"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
	exec 3>"$dir/fifo2"
	head -c 12376 "$dir/four" >&3
	wait_for lines_in "$dir/out" 14
	kill -HUP $reader
	tail -c 12376 "$dir/four" >&3
	exec 3>&-
	wait $reader
	is 'hup and rotation, a pipe' '0 12376 12376' "$? $(cd "$dir" && wc -c h.* | awk '!/total/ { print $1 }' | tr '\n' ' ' | sed 's/ $//')"
fi
peer 'empty sets' 'lines status=0' 14 'empty set empty empty set lines=14 int end'

# ---- --duration and --count ----

peer '--duration' 'lines status=0' 7 'set lines=7 end' --duration=0.5
summary '1 data set, 7 records, 7 shown, 0 gaps, 0 bytes thrown away' '--duration'
peer '--duration in the middle of a set' 'lines alive alive alive alive status=0' 14 \
	'set lines=7 half alive alive alive alive rest end' --duration=0.3
peer '--count' 'status=0' 3 'set end' -c 3
summary '1 data set, 3 records, 3 shown, 0 gaps, 0 bytes thrown away' '--count'
peer '--count over two sets' 'lines status=0' 9 'set lines=7 set end' -c 9

mkfifo "$dir/fifo"
exec 3<>"$dir/fifo"
cat "$dir/four" >&3
limited -l --duration=0.5 "$dir/fifo" >"$dir/out" 2>"$dir/err"
is '--duration with a pipe: status' 0 $?
is '--duration with a pipe: records' 28 "$(wc -l <"$dir/out" | tr -d ' ')"
is '--duration with a pipe: no message' '' "$(cat "$dir/err")"
exec 3>&-

# ---- Output that nobody reads ----

# The output is larger than the largest pipe, 1 MB.
"$helpers/sets" 16 100000 >"$dir/big"
twelve='set set set set set set set set set set set set'
# shellcheck disable=SC2086 # several words
timeout -s KILL 200 "$helpers/peer" "$dir/big" "$dir/out" $twelve idle int nap=1100 alive int end \
	-- $EMULATOR "$MONREAD" -I device --raw - 2>"$dir/err" >"$dir/words"
is 'slow output: the first signal waits for it, the second does not' 'alive status=1' \
	"$(sed 's/ *$//' "$dir/words")"
# shellcheck disable=SC2086
timeout -s KILL 200 "$helpers/peer" "$dir/big" "$dir/out" $twelve half idle int alive rest spare-set end \
	-- $EMULATOR "$MONREAD" -I device --raw - 2>"$dir/err" >"$dir/words"
is 'slow output: all records that were read are shown' 'alive status=0' "$(sed 's/ *$//' "$dir/words")"
head -c "$(($(wc -c <"$dir/big") / 16 * 13))" "$dir/big" >"$dir/thirteen"
equal 'slow output: byte for byte' "$dir/thirteen" "$dir/out"

# The output file is a full pipe, or a pipe whose reader has ended.
into_pipe()
{
	words=$1
	shift
	# shellcheck disable=SC2016,SC2086
	timeout -s KILL 200 "$helpers/peer" "$dir/big" "$dir/out" $words end -- sh -c 'out=$1; shift; exec "$@" >"$out"' - \
		"$dir/fifo3" $EMULATOR "$MONREAD" -I device "$@" - 2>"$dir/err" >"$dir/words"
}
mkfifo "$dir/fifo3"
exec 3<>"$dir/fifo3"
into_pipe "$twelve idle term" -q --write=-
is 'stalled --write: status' status=1 "$(sed 's/ *$//' "$dir/words")"
is 'stalled --write: the message says that data is not stored' 'monread: -: storing failed; not stored' "$(sed -n 's/: [0-9]* data sets, [0-9]* bytes$//p' "$dir/err")"
into_pipe "$twelve idle term" --raw
is 'stalled --raw: status' status=1 "$(sed 's/ *$//' "$dir/words")"
is 'stalled --raw: message' \
	'monread: standard output: writing failed: nobody reads it, and the run must end; the rest of the output is lost' \
	"$(grep writing "$dir/err")"
exec 3>&-
for option in --list --raw '-q --write=-'; do
	head -c 1000 <"$dir/fifo3" >/dev/null &
	# shellcheck disable=SC2086
	into_pipe 'set idle' $option
	is "the reader of $option has gone: status" status=1 "$(sed 's/ *$//' "$dir/words")"
done

# ---- A display that stands still ----

# A terminal that nobody reads, which also gets the messages: monread itself has its other end open. The first record of the
# second data set has the length 0, which monread reports while the terminal stands still.
terminal=
if has_python 'a terminal that stands still' pty; then
	size=$(($(wc -c <"$dir/big") / 16))
	{
		head -c $((size + 12)) "$dir/big"
		printf '\0\0'
		tail -c "+$((size + 15))" "$dir/big"
	} >"$dir/odd"
	timeout -s KILL 200 "$helpers/peer" "$dir/odd" "$dir/none" set set set \
		run="until [ \"\$($EMULATOR '$MONREAD' -l -r 1.11 '$dir/seen' 2>/dev/null | wc -l)\" -eq 3 ]; do sleep 0.1; done" term end \
		-- "$PYTHON" -c 'import os, pty, sys
master, slave = pty.openpty()
os.set_inheritable(master, True)
for fd in 1, 2:
    os.dup2(slave, fd)
os.execvp(sys.argv[1], sys.argv[1:])' $EMULATOR "$MONREAD" -I device -f json --write="$dir/seen" - >"$dir/terminal" 2>/dev/null &
	terminal=$!
fi

# Nobody reads the output while eight data sets of 103 records come. All are stored, but the pipe has room for at most five.
# The ninth data set is left out, too, because the rest of an earlier one is shown first; then the tenth is shown.
rm -f "$dir/stored"
timeout -s KILL 200 "$helpers/peer" "$dir/big" "$dir/out" set set set set set set set set \
	run="until [ \"\$($EMULATOR '$MONREAD' -l '$dir/stored' 2>/dev/null | wc -l)\" -eq 824 ]; do sleep 0.1; done" \
	lines=1 set lines=103 run="until grep -q 'took no text' '$dir/err'; do sleep 0.1; done" set term end \
	-- $EMULATOR "$MONREAD" -I device -f json --write="$dir/stored" - 2>"$dir/err" >"$dir/words"
is 'a display that stands still: status' 'lines lines status=1' "$(sed 's/ *$//' "$dir/words")"
monread -f json "$dir/big" 2>/dev/null | strip | head -n 1030 >"$dir/expected"
json "$dir/stored" >"$dir/got" 2>/dev/null
same 'a display that stands still: all data sets are stored' "$dir/expected" "$dir/got"
left=$(sed -n 's/.*: took no text, so \([0-9]*\) data sets are left out; --write stored them$/\1/p' "$dir/err" | uniq -c | tr -s ' ')
case $left in ' 2 4' | ' 2 8') rc=0 ;; *) rc=1 ;; esac
ok 'a stopped display: messages when it resumes and at the end' $rc
shown=$(((9 - ${left##* }) * 103))
{
	head -n $shown "$dir/expected"
	tail -n 103 "$dir/expected"
} >"$dir/whole"
strip "$dir/out" >"$dir/got"
same 'a display that stands still: whole data sets are left out' "$dir/whole" "$dir/got"
is 'a display that stands still: counts' 1 "$(grep -c ': 10 data sets, 1030 records, 1030 selected, 0 gaps' "$dir/err")"

if [ -n "$terminal" ]; then
	wait $terminal
	is 'a terminal that stands still: all data sets are stored' 'status=1' "$(sed 's/ *$//' "$dir/terminal")"
fi

# ---- Through the kernel, with losses ----

if have_fuse; then
	play "$dir/four" --speed=max --fault=eio@set=2
	afresh
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -I device -l "$dev" >"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
	wait_for lines_in "$dir/out" 21
	kill -TERM $reader
	wait $reader
	is 'SIGTERM after a loss: status' 1 $?
	grep -q ': 3 data sets, 21 records, 21 shown, 1 gap, 6188 bytes thrown away$' "$dir/err"
	ok 'SIGTERM after a loss: the summary line' $?
	play "$dir/four" --speed=max --loop
	limited -I device -l "$dev" 2>"$dir/err" | head -n 2 >"$dir/out"
	is 'a pipe that is closed' 2 "$(wc -l <"$dir/out" | tr -d ' ')"
	stop_play
else
	skip 'through the kernel' "$why_not"
fi

finish
