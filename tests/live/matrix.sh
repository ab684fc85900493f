#!/bin/sh
# matrix.sh: for each fault of a device, monread shows the valid data sets and reports the rest.
# Every event at every place, with a descriptor that blocks and one that does not.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

# Each has pieces of 12, 4096, 12 and 2068 bytes, and 4 and 3 records.
"$helpers/sets" 6 >"$dir/six"
monread -f json "$dir/six" >"$dir/all"
for set in 1 2 3 4 5 6; do
	grep "\"dataset\":$set," "$dir/all" | strip >"$dir/set.$set"
	head -n 4 "$dir/set.$set" >"$dir/set.${set}a"
	tail -n 3 "$dir/set.$set" >"$dir/set.${set}b"
done
is 'the capture' 42 "$(wc -l <"$dir/all" | tr -d ' ')"
matrix=

# read_device MODE [OPTION]...: its records go to out, messages to err.
read_device()
{
	mode=$1
	shift
	if [ "$mode" = blocking ]; then
		limited -I device -f json "$@" - <"$dev" >"$dir/out" 2>"$dir/err"
	else
		limited -I device -f json "$@" "$dev" >"$dir/out" 2>"$dir/err"
	fi
}

# Print the plural ending for a count of $1.
s()
{
	[ "$1" -eq 1 ] || echo s
}

# Print the faults of a run that must show the sets $1, end with status $2, and
# report $3 gaps, $4 lost bytes and the message $5.
verdict()
{
	for set in $1; do
		cat "$dir/set.$set"
	done | head -n "$count" >"$dir/expected"
	strip "$dir/out" >"$dir/shown"
	cmp -s "$dir/expected" "$dir/shown" ||
		echo "shows $(wc -l <"$dir/shown") records, expected $(wc -l <"$dir/expected"): $1"
	[ "$status" = "$2" ] || echo "status $status, expected $2"
	grep -q "shown, $3 gap$(s "$3"), $4 byte$(s "$4") thrown away\$" "$dir/err" || echo "expected $3 gaps, $4 bytes thrown away"
	[ -z "$5" ] || grep -q "$5" "$dir/err" || echo "expected: $5"
	messages=$(($3 + 1))
	# The rest of a lost set does not count as a separate gap.
	case $5 in *' more of it'*) messages=$((messages + 1)) ;; esac
	[ "$(wc -l <"$dir/err")" -eq $messages ] || echo "expected $messages messages"
	if grep -q Sanitizer "$dir/err"; then
		echo 'a sanitizer found something'
	fi
}

# row NAME PLACE "FAULTS" "SETS" STATUS GAPS THROWN MESSAGE: test in both modes.
# Reading stops in the middle of set 6, so that too much output before it
# is detected.  If set 6 is not expected, monread reads to the end.
row()
{
	count=0
	for set in $4; do
		count=$((count + $(wc -l <"$dir/set.$set")))
	done
	case $3$4 in
	*--end=eio*) count=$((count + 1)) ;;
	*6) count=$((count - 3)) ;;
	*) count=$((count + 1)) ;;
	esac
	cells=
	for m in blocking non-blocking; do
		options=--speed=max
		for fault in $3; do
			case $fault in
			--*) options="$options $fault" ;;
			*) options="$options --fault=$fault" ;;
			esac
		done
		# shellcheck disable=SC2086
		play "$dir/six" $options
		read_device $m -c $count
		status=$?
		fault=$(verdict "$4" "$5" "$6" "$7" "$8")
		[ -z "$fault" ]
		ok "$1, $2, $m" $?
		cell=ok
		if [ -n "$fault" ]; then
			cell=WRONG
			printf '%s\n' "$fault" "$(cat "$dir/err")" | sed 's/^/# /'
		fi
		cells="$cells$(printf '  %-13s' $cell)"
	done
	matrix="$matrix$(printf '# %-24s %-8s%s  %-12s %d  %d  %5d' "$1" "$2" "$cells" "$4" "$5" "$6" "$7")
"
}

row 'nothing wrong' - '' '1 2 3 4 5 6' 0 0 0 ''
row 'an empty set' first empty@set=1 '1 2 3 4 5 6' 0 0 0 ''
row 'an empty set' between empty@set=2 '1 2 3 4 5 6' 0 0 0 ''
row 'an invalid set' mce invalid@set=2 '1 3 4 5 6' 0 0 0 ''
row 'an invalid set' between invalid@set=2:mce=2 '1 2a 3 4 5 6' 0 0 0 ''

eio='Input/output error: the data set is not valid; threw away'
row EIO mce eio@set=2.mce '1 3 4 5 6' 1 1 0 "$eio 0 bytes"
row EIO records eio@set=2.records '1 3 4 5 6' 1 1 2060 "$eio 2060 bytes"
row EIO between eio@set=2.between '1 3 4 5 6' 1 1 4108 "$eio 4108 bytes"
row EIO end eio@set=2.end '1 3 4 5 6' 1 1 6188 "$eio 6188 bytes"
row 'EIO twice' end 'eio@set=2.end eio@set=4.records' '1 3 5 6' 1 2 8248 \
	"$eio 2060 bytes"
row 'EIO three times' end 'eio@set=2.end eio@set=3.end eio@set=4.end' '1 5 6' 1 3 18564 \
	"$eio 6188 bytes"
row 'EIO in the last set' end 'eio@set=6.end --end=eio' '1 2 3 4 5' 1 1 6188 'threw away 6188 bytes'

# The driver keeps its position: the rest of the set is yet to come.
efault='Bad address: the data set is not valid; threw away'
row EFAULT mce efault@set=2.mce '1 2 3 4 5 6' 1 1 0 "$efault 0 bytes"
row EFAULT records efault@set=2.records '1 3 4 5 6' 1 1 6188 'Bad address: the data set is not valid; threw away 4128 bytes more of it$'
row EFAULT between efault@set=2.between '1 3 4 5 6' 1 1 6188 'Bad address: the data set is not valid; threw away 2080 bytes more of it$'
row EFAULT end efault@set=2.end '1 3 4 5 6' 1 1 6188 "$efault 6188 bytes"
row 'EFAULT, set dropped' mce efault@set=2.mce:drop '1 3 4 5 6' 1 1 0 "$efault 0 bytes"
row 'EFAULT, set dropped' records efault@set=2.records:drop '1 3 4 5 6' 1 1 2060 "$efault 2060 bytes"
# No driver does that.  After a whole record set nobody can tell the next set from the rest, because no read of 0 bytes came
# between them; monread throws the set away.
more='Bad address: the data set is not valid; threw away 6188 bytes more of it$'
row 'EFAULT, set dropped' between efault@set=2.between:drop '1 4 5 6' 1 1 10296 "$more"
row 'EFAULT, set dropped' end efault@set=2.end:drop '1 4 5 6' 1 1 12376 "$more"

severed='Input/output error: the connection to \*MONITOR is severed; threw away'
row severed mce sever@set=2.mce 1 1 1 0 "$severed 0 bytes"
row severed records sever@set=2.records 1 1 1 2060 "$severed 2060 bytes"
row severed between sever@set=2.between 1 1 1 4108 "$severed 4108 bytes"
row severed end sever@set=2.end 1 1 1 6188 "$severed 6188 bytes"
for place in mce records between end; do
	row 'severed, as the driver' $place sever@set=2.$place:driver 1 1 1 6188 "$severed 6188 bytes"
done
row 'severed when quiet' end --end=eio '1 2 3 4 5 6' 1 1 0 "$severed 0 bytes"

full='message limit reached (Value too large for defined data type); records may be missing from here on'
row EOVERFLOW end overflow@set=2 '1 2 3 4 5 6' 1 1 0 "$full"
row 'EOVERFLOW, sets lost' end overflow@set=2:drop=2 '1 2 5 6' 1 1 0 "$full"
row 'EIO, then EOVERFLOW' end 'overflow@set=2 eio@set=2.end' '1 3 4 5 6' 1 2 6188 "$full"

# The reads of set 2: its four pieces and the final read.
read=6
for place in mce records between records-2 end; do
	row EAGAIN $place eagain@read=$read '1 2 3 4 5 6' 0 0 0 ''
	row EINTR $place eintr@read=$read '1 2 3 4 5 6' 0 0 0 ''
	read=$((read + 1))
done
row 'short reads' - short=100 '1 2 3 4 5 6' 0 0 0 ''
row 'short reads, EIO' records 'short=100 eio@set=2.records' '1 3 4 5 6' 1 1 2060 "$eio 2060 bytes"
row 'a late set' - slow@set=2:0.3 '1 2 3 4 5 6' 0 0 0 ''

# ---- The device goes away ----

for m in blocking non-blocking; do
	play "$dir/six" --speed=max --fault=slow@set=2:1000
	: >"$dir/out"
	read_device $m &
	reader=$!
	wait_for lines_in "$dir/out" 7
	kill -9 "$play_pid"
	wait $reader
	status=$?
	count=100
	fault=$(verdict 1 1 1 0 'cannot be read: .*; threw away 0 bytes')
	[ -z "$fault" ]
	ok "the device goes away, $m" $?
	[ -z "$fault" ] || printf '%s\n' "$fault" "$(cat "$dir/err")" | sed 's/^/# /'
	stop_play
done

# ---- Severed while no data are available ----

# A non-blocking read of the driver then gives EAGAIN; only poll(2) reports the end.
# shellcheck disable=SC2086
"$helpers/severed" timeout -s KILL 20 $EMULATOR "$MONREAD" -q -I device - 2>"$dir/err"
status=$?
if [ $status -eq 77 ]; then
	skip 'EAGAIN with POLLERR' 'there is no such socket here'
else
	is 'EAGAIN with POLLERR: status' 1 $status
	grep -q "$severed 0 bytes" "$dir/err"
	ok 'EAGAIN with POLLERR is a severed connection' $?
fi

# ---- --strict ----

count=100
play "$dir/six" --speed=max --fault=eio@set=2
limited -I device -f json --strict "$dev" >"$dir/out" 2>"$dir/err"
status=$?
is '--strict: nothing after the error' 7 "$(wc -l <"$dir/out" | tr -d ' ')"
is '--strict: status' 1 $status
grep -q 'stopped at the first damage (--strict)' "$dir/err"
ok '--strict: message' $?

echo '# Event                    Place     Blocking     Non-blocking   Sets shown   St Gaps Thrown'
printf '%s' "$matrix"
finish
