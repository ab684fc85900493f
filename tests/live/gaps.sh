#!/bin/sh
# gaps.sh: for each loss of a device monread stores a mark in the capture, or a file beside it.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

# One data set per second; each has 12 + 4096 + 12 + 2068 = 6188 bytes.
"$helpers/sets" 8 4096 1000 >"$dir/eight"
set_of()
{
	tail -c "+$((($1 - 1) * 6188 + 1))" "$dir/eight" | head -c 6188
}
# Of number 3 the control element and half of its first 4096 bytes are read; 6 and 7 are dropped.
for n in 1 2 4 5 8; do
	set_of $n
done >"$dir/left"
json "$dir/left" >"$dir/left.json"

# live [OPTION]...: store the data of this device.
live()
{
	play "$dir/eight" --speed=max --end=eio --fault=eio@set=3.records --fault=overflow@set=5:drop=2
	limited -I device -q "$@" "$dev" >"$dir/words" 2>"$dir/err"
	status=$?
	stop_play
}

eio='Input/output error: the data set is not valid; threw away 2060 bytes of it'
limit='message limit reached (Value too large for defined data type); records may be missing from here on'
lost='data was lost before this was stored'
# The time of detection differs in each run.
noticed='s/[0-9]*-[0-9]*-[0-9]*T[0-9:]*Z: after data set/after data set/'
eio="after data set 2: $eio"
limit="after data set 4: $limit"

# marked NAME FILE...: the files have all records, and two marks.
marked()
{
	name=$1
	shift
	monread -f json "$@" 2>/dev/null | grep -v '"name":"MRAPLEDT"' | strip | cmp -s - "$dir/left.json"
	ok "$name: all other records are there" $?
	monread -f json -d 10 "$@" 2>/dev/null | sed 's/.*"tod":"\([^"]*\)".*"MONREADMARK":\(.*\)}}$/\1 \2/;'"$noticed" >"$dir/got"
	cat >"$dir/expected" <<EOF
D4EB9793BE600000 {"version":1,"why":128,"lost":true,"repeated":false,"thinned":false,"continued":false,"known":240,"sets_known":true,"bytes_known":true,"before_known":true,"behind_known":true,"count":1,"sets":1,"bytes":2060,"before":"2018-09-12T09:26:45.123456Z","behind":"2018-09-12T09:26:47.123456Z","text":"$eio"}
D4EB97978EF00000 {"version":1,"why":128,"lost":true,"repeated":false,"thinned":false,"continued":false,"known":48,"sets_known":false,"bytes_known":false,"before_known":true,"behind_known":true,"count":1,"sets":0,"bytes":0,"before":"2018-09-12T09:26:48.123456Z","behind":"2018-09-12T09:26:51.123456Z","text":"$limit"}
EOF
	same "$name: two marks, with the times before and behind" "$dir/expected" "$dir/got"
	monread -q "$@" >"$dir/words" 2>"$dir/err"
	is "$name: read again: status" 1 $?
	# No set in it has a D1R4, and monread reports this, too.
	sed '/: no D1R4 record/d; s/^monread: [^:]*: offset 0x[0-9a-f]*: //;'"$noticed" "$dir/err" >"$dir/got"
	printf '%s\n' "D10R1: $lost: 1 data set, 2060 bytes; $eio" "D10R1: $lost: an unknown amount; $limit" >"$dir/expected"
	same "$name: read again: both are said" "$dir/expected" "$dir/got"
}

# CP lost event records, and then the connection is severed.
play "$captures/bad-suspended.stream" --speed=max --end=eio
limited -q --write="$dir/suspended" "$dev" 2>"$dir/err"
is 'lost event records of a device: status, gaps' '1 1' "$? $(grep -c ', 2 gaps, 0 bytes' "$dir/err")"
stop_play
is 'lost event records of a device: stored' 1 "$(monread -q "$dir/suspended" 2>&1 | grep -c ': D1R3: 4711 event records lost')"

# The summary: records, two losses and the end of the connection, and the bytes that monread threw away.
live --messages=json
sed -n 's/.*"exit summary".*"status":\([0-9]*\).*"records":\([0-9]*\),"selected":\([0-9]*\),.*"gaps":\([0-9]*\),"skipped":\([0-9]*\).*/\1 \2 \3 \4 \5/p' \
	"$dir/err" >"$dir/got"
n=$(wc -l <"$dir/left.json" | tr -d ' ')
is 'the line at the end' "1 $n $n 3 2060" "$(cat "$dir/got")"

for form in monwrite stream; do
	live --write-format=$form --write="$dir/$form"
	is "$form: status" 1 $status
	marked $form "$dir/$form"
done
# A mark comes before the set after the gap: in a stream, 12 bytes and a record of 94 and its text.
is 'where they stand' "0x00003064 $(printf '0x%08x' $((4 * 6188 + 12 + 94 + 22 + ${#eio} + 12)))" "$(monread -l -d 10 "$dir/stream" 2>/dev/null | cut -d' ' -f1 | tr '\n' ' ' | sed 's/ $//')"
head -c 12376 "$dir/left" | cmp -s -n 12376 - "$dir/stream"
ok 'bytes before the first gap are unchanged' $?
is 'the summary counts them' '  Gaps             2, 00:00:05, 2060 bytes lost' "$(monread -s "$dir/stream" 2>/dev/null | grep Gaps)"

mkdir "$dir/r"
live --write="$dir/r/c" --rotate=1B
is 'rotation: a mark is in the file of the data set after the gap' '1 1 2 1 2' \
	"$(for f in "$dir"/r/c.*; do monread -f json -n 'MRAPLEDT' "$f" 2>/dev/null | wc -l; done | awk '{ print $1 + 1 }' | tr '\n' ' ' | sed 's/ $//')"
marked rotated "$dir"/r/c.*
rm -f "$dir"/r/*
if monread -q --compress=zstd --write="$dir/try" "$dir/eight" 2>/dev/null; then
	live --write="$dir/packed" --compress=zstd
	marked compressed "$dir/packed"
	# The old file ends with a mark alone, or with a data set that begins with a mark: the file is complete.
	for kind in zstd gzip; do
		for fault in eio@set=8.end eio@set=7.records; do
			play "$dir/eight" --speed=max --end=eio --fault=$fault
			limited -I device -q --compress=$kind --write="$dir/$kind" "$dev" 2>/dev/null
			stop_play
			cp "$dir/$kind" "$dir/before"
			monread -q --compress=$kind --write="$dir/$kind" --append "$dir/eight" 2>"$dir/err"
			is "$kind, $fault: --append" '0 ' "$? $(cat "$dir/err")"
			head -c "$(wc -c <"$dir/before")" "$dir/$kind" | cmp -s - "$dir/before"
			ok "$kind, $fault: what was stored is there" $?
			rm -f "$dir/$kind"
		done
	done
fi
play "$dir/eight" --speed=max --end=eio --fault=eio@set=3.records --fault=overflow@set=5:drop=2
limited -I device -q --write=- --write-format=stream "$dev" 2>/dev/null | cat >"$dir/piped"
stop_play
marked 'through a pipe' "$dir/piped"
monread -q --write-format=stream --write="$dir/copy" "$dir/monwrite" 2>/dev/null
monread --raw "$dir/monwrite" >"$dir/raw" 2>/dev/null
equal 'a copy has the marks, and no more' "$dir/raw" "$dir/copy"

# Two losses before one data set give one mark.
play "$dir/eight" --speed=max --end=eio --fault=eio@set=3.records --fault=eio@set=4.records
limited -I device -q --write="$dir/two" "$dev" 2>/dev/null
stop_play
is 'two losses in a row' '"count":2,"sets":2,"bytes":4120' \
	"$(monread -f json -d 10 "$dir/two" 2>/dev/null | sed 's/.*\("count":[0-9]*,"sets":[0-9]*,"bytes":[0-9]*\).*/\1/')"

# If one of two losses is counted only up to the limit of messages, the total is not known.
play "$dir/eight" --speed=max --end=eio --fault=overflow@set=2:drop=1 --fault=eio@set=4.records
limited -I device -q --write="$dir/least" "$dev" 2>/dev/null
stop_play
is 'a loss and the limit' '"count":2,"sets":0,"bytes":0 1' \
	"$(monread -f json -d 10 "$dir/least" 2>/dev/null | sed 's/.*\("count":[0-9]*,"sets":[0-9]*,"bytes":[0-9]*\).*/\1/') \
$(monread -q "$dir/least" 2>&1 | grep -c "$lost: an unknown amount; ")"

# EFAULT comes between the record sets of set 3: the rest of set 3 is not a data set and not a separate loss.
for n in 1 2 4 5 6 7 8; do
	set_of $n
done >"$dir/left7"
json "$dir/left7" >"$dir/left7.json"
play "$dir/eight" --speed=max --end=eio --fault=efault@set=3.between
limited -I device -q --messages=json --write="$dir/broken" "$dev" 2>"$dir/err"
stop_play
monread -f json "$dir/broken" 2>/dev/null | grep -v '"name":"MRAPLEDT"' | strip | cmp -s - "$dir/left7.json"
ok 'after EFAULT: no record of that data set is stored' $?
is 'after EFAULT: the mark' '"count":1,"sets":1,"bytes":6188' \
	"$(monread -f json -d 10 "$dir/broken" 2>/dev/null | sed 's/.*\("count":[0-9]*,"sets":[0-9]*,"bytes":[0-9]*\).*/\1/')"
# Include the mark for the end of the connection.
is 'after EFAULT: the line at the end' '2 6188' "$(sed -n 's/.*"gaps":\([0-9]*\),"skipped":\([0-9]*\).*/\1 \2/p' "$dir/err")"

# --every leaves out samples, but not the losses between them.
for form in monwrite stream; do
	live --every=4s --write-format=$form --write="$dir/thin-$form"
	is "thinned, $form: status" 1 $status
	is "thinned, $form: what is stored, and marks in front of it" \
		'2018-09-12T09:26:44 160:1,1,2060 2018-09-12T09:26:48 160:1,0,0' \
		"$(monread -f json "$dir/thin-$form" 2>/dev/null | sed 's/.*"why":\([0-9]*\),.*"count":\([0-9]*\),"sets":\([0-9]*\),"bytes":\([0-9]*\),.*/\1:\2,\3,\4/
			s/.*"time":"\([^.]*\).*/\1/' | uniq | tr '\n' ' ' | sed 's/ $//')"
	monread -q "$dir/thin-$form" 2>"$dir/err"
	is "thinned, $form: read again: the losses, and nothing else" '1 2 0' \
		"$? $(grep -c "$lost" "$dir/err") $(grep -c interval "$dir/err")"
done

# A loss at the end of the data, and a loss in a run that stored nothing.
play "$dir/eight" --speed=max --end=eio --fault=sever@set=3.records
limited -I device -q --write="$dir/end" "$dev" 2>/dev/null
stop_play
is 'a loss at the end' '"before":"2018-09-12T09:26:45.123456Z"' \
	"$(monread -f json -d 10 "$dir/end" 2>/dev/null | sed 's/.*\("before":"[^"]*"\).*/\1/')"
is 'a loss at the end: the next data is unknown' '"behind_known":false' \
	"$(monread -f json -d 10 "$dir/end" 2>/dev/null | sed 's/.*\("behind_known":[a-z]*\).*/\1/')"
play "$dir/eight" --speed=max --end=eio --fault=sever@set=1.records
limited -I device -q --write="$dir/nothing" "$dev" 2>/dev/null
stop_play
[ ! -e "$dir/nothing" ]
ok 'where nothing is stored there is no file with a mark alone' $?

# If the disk is full for the mark, too, monread does not report a further fault.
mkdir "$dir/disk"
if mount -t tmpfs -o size=16k none "$dir/disk" 2>/dev/null; then
	play "$dir/eight" --speed=max --fault=eio@set=2.records
	afresh
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -I device -q --write="$dir/disk/f" --write-format=stream "$dev" 2>"$dir/err" &
	pid=$!
	pids="$pids $pid"
	wait_for grep -q 'trying again' "$dir/err"
	kill $pid
	wait $pid
	is 'the end while there is no room after a gap: status' 1 $?
	is 'the end while there is no room after a gap: no other message' 0 "$(grep -c 'writing failed' "$dir/err")"
	stop_play
	umount "$dir/disk"
else
	skip 'no room behind a gap' 'only root can mount a small disk'
fi
finish
