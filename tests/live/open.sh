#!/bin/sh
# open.sh: a device that cannot be opened: the message suggests a remedy.
. "${srcdir:-.}/tests/live/live.sh"

# refused WHAT DEVICE WORD...: opening DEVICE fails, status 2, one message that has all words.
refused()
{
	what=$1
	name=$2
	shift 2
	limited -I device "$name" >"$dir/out" 2>"$dir/err"
	is "$what: status" 2 $?
	is "$what: one message" 1 "$(wc -l <"$dir/err" | tr -d ' ')"
	[ ! -s "$dir/out" ]
	ok "$what: nothing is shown" $?
	for word; do
		grep -qF -- "$word" "$dir/err"
		ok "$what: the message has '$word'" $?
	done
}

refused 'no device' "$dir/none" "$dir/none" 'No such file or directory' 'modprobe monreader mondcss='
if [ ! -e /dev/monreader ]; then
	limited >"$dir/out" 2>"$dir/err"
	is 'no FILE: status' 2 $?
	grep -q '/dev/monreader: .*modprobe monreader' "$dir/err"
	ok 'no FILE: the device is meant' $?
	grep -q '/dev/monreader: .*; - reads standard input$' "$dir/err"
	ok 'no FILE: - is named' $?
fi
# monread reads a different character device like a file, and does not load it into memory as one data set.
if [ -c /dev/urandom ]; then
	(
		# A sanitizer needs more from the beginning.
		! (ulimit -v 400000 && monread --version) >/dev/null 2>&1 || ulimit -v 400000
		limited -q --duration=0.3 /dev/urandom 2>"$dir/err"
	)
	is 'another character device: the end, at the end of --duration' good "$([ $? -le 1 ] && echo good)"
	! grep -q -e 'data sets' -e 'memory' "$dir/err"
	ok 'another character device is no monitor device' $?
fi

if ! have_fuse; then
	skip 'other errors' "$why_not"
	finish
	exit 0
fi
play "$captures/good-stream.stream" --speed=max --fault=open=EBUSY
refused 'somebody else has it' "$dev" "$dev" 'Device or resource busy' 'only one' 'fuser' 'monread -F FILE'
play "$captures/good-stream.stream" --speed=max --fault=open=EIO
refused 'no connection' "$dev" 'Input/output error' 'IUCV *MONITOR' 'kernel log' 'IPUSER SEVER'
play "$captures/good-stream.stream" --speed=max --fault=open=EACCES
refused 'no permission' "$dev" 'Permission denied' 'root' 'udev'
play "$captures/good-stream.stream" --speed=max --fault=open=ENODEV
refused 'no driver' "$dev" 'No such device' 'modprobe monreader'
play "$captures/good-stream.stream" --speed=max --fault=open=ENOENT
refused 'no file' "$dev" 'No such file' 'modprobe monreader'

# monread recognises a device of monplay by the answer of monplay, and a copy of its data as a file.
play "$captures/good-stream.stream" --speed=max --end=eio
limited -l "$dev" >"$dir/out" 2>"$dir/err"
monread -l "$captures/good-stream.stream" | cut -d' ' -f 3- >"$dir/expected"
cut -d' ' -f 3- "$dir/out" >"$dir/got"
same 'without --input-format=device' "$dir/expected" "$dir/got"
is 'without --input-format=device: the message about the end' 1 "$(grep -c 'the connection to \*MONITOR is severed' "$dir/err")"
: >"$dir/nothing"
limited -l "$dir/nothing" >"$dir/out" 2>"$dir/err"
is 'an empty file is no device' "monread: $dir/nothing: empty" "$(cat "$dir/err")"

# monread refuses options without effect on a device before it opens the device.
play "$captures/good-stream.stream" --speed=max
limited -l -F "$dev" >"$dir/out" 2>"$dir/err"
is '--follow: status' 64 $?
is '--follow: it is refused' "monread: --follow has no effect on $dev, a device" "$(head -n 1 "$dir/err")"
limited -l --merge "$dev" >"$dir/out" 2>"$dir/err"
is '--merge: status' 2 $?
grep -q "^monread: $dev: is not a regular file, which --merge needs" "$dir/err"
ok '--merge: it is refused' $?
grep -q open "$dir/playlog"
ok '--merge with a device: the device was not opened' $((!$?))

# Two readers at the same time.
play "$captures/good-stream.stream" --speed=max
# shellcheck disable=SC2086
$EMULATOR "$MONREAD" -q -I device "$dev" 2>"$dir/first" &
first=$!
pids="$pids $first"
wait_for grep -q open "$dir/playlog"
refused 'a second reader' "$dev" 'Device or resource busy'
kill -TERM $first
wait $first
is 'a second reader does not disturb the first reader' 0 $?

# ---- The file of --output if the device delivers nothing ----

"$helpers/sets" 2 4096 1000 >"$dir/two"
# kept NAME STATUS FAULT [OPTION]...: monread shows nothing, and does not change the file.
kept()
{
	for as in '-f json' --raw; do
		echo before >"$dir/kept"
		play "$dir/two" --speed=max --end=eio --fault="$3"
		# shellcheck disable=SC2086
		(shift 3; limited -I device $as -o "$dir/kept" "$@" "$dev" 2>"$dir/err")
		is "$1, $as: status and the file" "$2 before" "$? $(cat "$dir/kept")"
		stop_play
	done
}
kept 'severed before the first data set' 1 sever@set=1.mce
kept 'severed in the first data set' 1 sever@set=1.records
# An input with only empty data sets is not a device.
: >"$dir/empty"
echo before >"$dir/kept"
limited -I device -f json -o "$dir/kept" "$dir/empty" 2>"$dir/err"
is 'a failure before the first data set: status and the file' '1 before' "$? $(cat "$dir/kept")"
kept 'severed, and nothing was selected' 1 empty@set=1 -d 3
# All data sets are lost, and the end is asked for.
echo before >"$dir/kept"
play "$dir/two" --speed=max --fault=eio@set=1.records --fault=eio@set=2.records
limited -I device -f json -o "$dir/kept" --duration=1 "$dev" 2>"$dir/err"
is 'all data sets are lost: status and the file' '1 before' "$? $(cat "$dir/kept")"
grep -q ': 0 data sets, .* 2 gaps, 4120 bytes thrown away' "$dir/err"
ok 'all data sets are lost: the summary says so' $?
# Nothing has failed, and nothing was selected.
play "$dir/two" --speed=max
limited -I device -f json -d 3 -o "$dir/kept" --duration=1 "$dev" 2>"$dir/err"
is 'nothing was selected: status and the file' '0 ' "$? $(cat "$dir/kept")"
grep -q ': 2 data sets, 14 records, 0 shown, 0 gaps' "$dir/err"
ok 'no record was selected: the summary says so' $?
stop_play
finish
