#!/bin/sh
# play.sh: monplay does what a monreader device does, seen through the kernel.  Output: TAP.
. "${srcdir:-.}/tests/live/live.sh"

monplay=$MONPLAY
device=${DEVICE:-$builddir/tests/play/device}
tap_log=$dir/playlog
PLAYLOG=$tap_log
export PLAYLOG
need_fuse

# stop: stop monplay; its exit status is in $status.
stop()
{
	stop_play
	status=$play_status
}

# run [COMMAND]...: print the words of the device program.
run()
{
	timeout 20 "$device" "$dev" "$@" | sed 's/ *$//'
}

# try NAME EXPECTED "MONPLAY OPTIONS" COMMAND...
try()
{
	name=$1
	expected=$2
	options=$3
	shift 3
	play "$four" $options
	is "$name" "$expected" "$(run "$@")"
}

# capture SETS STEP FILE: odd data sets are sample data in two record sets of 1000 and 520 bytes, even ones event data of 150
# bytes; their times are STEP apart.
capture()
{
	cat >"$dir/text" <<-END
	form stream
	let step = 0
	let now = T'2018-09-12T09:26:44Z'
	for set = 1 to $1
	if set % 2
	set sample 0 0x09000000 noend
	for i = 1 to 10
	record 0.2 80
	done
	set sample 0 0x09002000 noend
	for i = 1 to 5
	record 0.3 80
	done
	record 1.11 0
	fi
	if (set + 1) % 2
	set event 0 0x09004100
	for i = 1 to 3
	record 0.4 30
	done
	fi
	let now += $2
	done
	END
	mkcapture "$dir/text" "$3"
}

four=$dir/four
capture 4 0s "$four"
capture 8 0.1s "$dir/eight"
capture 3 0.4s "$dir/three"
capture 5 0.4s "$dir/five"
max=--speed=max

"$monplay" $max "$four" "$mnt" >"$dir/log" 2>&1
holds 'in the background the device is there' [ -e "$dev" ]
fusermount3 -u "$mnt" 2>/dev/null || umount "$mnt"

# ---- Pieces ----

odd='12 1000 12 520 0'
even='12 150 0'
try 'a read ends with its piece' "open $odd $even $odd $even EAGAIN" $max open nonblock all
try 'the bytes are the stream' "open $odd $even $odd $even EAGAIN" $max save="$dir/out" open nonblock all
holds 'byte for byte' cmp -s "$dir/out" "$four"
try 'small reads split pieces' 'open 7 5 7 7 7' $max open size=7 read read read read read
play "$four" $max
run open nonblock size=100 save="$dir/out" all >/dev/null
holds 'byte for byte in small reads' cmp -s "$dir/out" "$four"
if gzip -c "$four" >"$dir/four.gz" && monread -q "$dir/four.gz" 2>/dev/null; then
	play "$dir/four.gz" $max
	run open nonblock save="$dir/out" all >/dev/null
	holds 'a compressed capture, byte for byte' cmp -s "$dir/out" "$four"
fi
try 'a huge buffer gets no more than the piece' "open $odd" $max open size=33554432 set
try 'short reads' 'open 10 2 10' "$max --fault=short=10" open read read read
try 'an empty set' "open $odd 0 $even $odd" "$max --fault=empty@set=2" open set set set set
try 'an invalid set is an empty one' "open $odd 0 $odd" "$max --fault=invalid@set=2" open set set set
try 'an invalid element ends the set' "open 12 1000 0 $even" \
	"$max --fault=invalid@set=1:mce=2" open set set

# ---- EIO ----

try 'EIO in the element' "open $odd EIO $odd" "$max --fault=eio@set=2.mce" open set set set
stop
# At maximum speed no data set comes before a reader asks for it.
holds 'what is dropped is lost' grep -q '2 delivered, 1 lost' "$dir/playlog"
try 'EIO in the records' "open 12 500 EIO $even" "$max --fault=eio@set=1.records" open set set
try 'EIO between' "open 12 1000 EIO $even" "$max --fault=eio@set=1.between" open set set
try 'EIO between, one record set' "open $odd 12 150 EIO $odd" \
	"$max --fault=eio@set=2.between" open set set set
try 'EIO at the end' "open 12 1000 12 520 EIO $even" "$max --fault=eio@set=1.end" open set set
try 'EIO at the end by default' "open 12 1000 12 520 EIO $even" "$max --fault=eio@set=1" open set set
try 'EIO in a read' "open 12 1000 EIO $even" "$max --fault=eio@read=3" open set set
try 'EIO that keeps the set' "open 12 EIO 1000 12 520 0" "$max --fault=eio@read=2:keep" open set set
try 'two EIO' "open EIO 12 EIO $odd" "$max --fault=eio@set=1.mce --fault=eio@read=3" open set set set

# ---- EFAULT ----

try 'EFAULT: the driver stays where it is' 'open 12 500 EFAULT 500 12 520 0' \
	"$max --fault=efault@set=1" open set set
try 'EFAULT that drops the set' "open 12 500 EFAULT $even" \
	"$max --fault=efault@set=1.records:drop" open set set
try 'EFAULT in a read' "open EFAULT $odd" "$max --fault=efault@read=1" open set set
try 'a bad buffer' "open 12 EFAULT 1000 12 520 0" $max open read bad-read set

# ---- EAGAIN and poll ----

play "$dir/three"
is 'EAGAIN, then POLLIN' "open $odd EAGAIN none IN in-time $even EAGAIN" \
	"$(run clock open nonblock set read poll=50 poll=2000 time=350-60000 set read)"
play "$dir/three"
is 'a read waits' "open $odd $even in-time $odd in-time" \
	"$(run clock open set set time=350-60000 set time=750-60000)"
try 'EAGAIN by a fault' "open EAGAIN $odd" "$max --fault=eagain@read=1" open nonblock set set
try 'not for a blocking read' "open $odd" "$max --fault=eagain@read=1" open set
try 'poll with data' "open IN 12 IN 1000 12 520 IN 0" \
	$max open poll=1000 read poll=0 read read read poll=0 read
play "$dir/three"
is 'epoll, edge-triggered' "open IN $odd EAGAIN IN $even EAGAIN IN $odd EAGAIN none" \
	"$(run open nonblock epoll=1000 all epoll=1000 all epoll=1000 all epoll=600)"
try 'the end is quiet' "open $odd $even $odd $even EAGAIN none EAGAIN" \
	$max open nonblock all poll=100 read
try 'reads at the end wait' "open $odd $even $odd $even EINTR" $max open set set set set alarm=100 read

# ---- EOVERFLOW ----

# 8 data sets come: 3 are kept, 5 lost.
play "$dir/eight" --limit=3
is 'the limit: EOVERFLOW after the set that reached it' "open $odd $even $odd EOVERFLOW EAGAIN" \
	"$(run open until=8 nonblock set set set read read)"
stop
is 'lost at the limit: status 1' 1 "$status"
holds 'they are counted' grep -q '3 delivered, 5 lost' "$dir/playlog"
play "$dir/eight" --limit=3
is 'poll has EOVERFLOW as data' "open $odd $even $odd IN EOVERFLOW none" \
	"$(run open until=8 nonblock set set set poll=0 read poll=0)"
# There are 3 data sets, then one is read; the next makes it 3 again; the last is lost.
play "$dir/five" --limit=3
is 'the limit again after one was read' "open $odd $even $odd EOVERFLOW $even EOVERFLOW EAGAIN" \
	"$(run open until=3 nonblock set until=5 set set read set read read)"
try 'no EOVERFLOW as fast as it is read' "open $odd $even $odd $even EAGAIN" \
	"$max --limit=1 --fault=slow@set=1:0" \
	open nonblock set set set set read
try 'EOVERFLOW by a fault' "open $odd $even EOVERFLOW $odd $even" "$max --fault=overflow@set=2" \
	open set set read set set
try 'and data sets are lost' "open $odd EOVERFLOW $even EAGAIN" "$max --fault=overflow@set=1:drop=2" \
	open nonblock set read set read
try 'EIO first, then EOVERFLOW' "open 12 1000 12 520 EIO EOVERFLOW $even" \
	"$max --fault=overflow@set=1 --fault=eio@set=1.end" open set read set

# ---- EINTR ----

play "$dir/three"
is 'a signal interrupts' "open $odd EINTR $even in-time" \
	"$(run clock open set alarm=100 set set time=350-60000)"
try 'EINTR by a fault' "open 12 EINTR 1000 12 520 0" "$max --fault=eintr@read=2" open read read set
play "$dir/three"
is 'a signal interrupts poll' "open $odd EINTR IN" "$(run open set alarm=100 poll=2000 poll=2000)"

# ---- Severed ----

try 'severed: POLLERR and EIO' "open $odd EIO ERR EIO EIO" "$max --fault=sever@set=2" \
	open set read poll=1000 read nonblock read
try 'severed as the driver does it' "open $odd 12 ERR 150 EIO ERR EAGAIN EIO" \
	"$max --fault=sever@set=2:driver" open set read poll=0 set poll=0 nonblock read block read
play "$dir/three" --fault=sever@set=2.mce:driver
is 'severed as the driver does it, with data sets waiting' "open $odd 12 150 EIO 12 1000 12 520 EIO EIO ERR" \
	"$(run open until=3 set set set read poll=0)"
try 'severed while it is read' "open 12 1000 12 520 EIO EIO" "$max --fault=sever@set=1.end" open set read
try 'severed at the end' "open $odd $even $odd $even ERR EIO EIO" \
	"$max --end=eio" open set set set set poll=1000 read read
play "$dir/three" --end=eio --speed=4
is 'severing wakes up who waits' "open $odd $even $odd EIO" "$(run open set set set read)"
play "$dir/three" --end=eio --speed=4 --fault=slow@set=3:0.3
is 'a reader that sleeps in poll too' "open $odd $even IN $odd ERR" \
	"$(run open set set poll=2000 set poll=2000)"
try 'the next open is another connection' "open $odd EIO open $even" "$max --fault=sever@set=2" \
	open set read close open set

# ---- Open ----

try 'one opener' 'open EBUSY open' $max open open-again close open
try 'open: EBUSY' 'EBUSY EBUSY open' "$max --fault=open=EBUSY:2" open open open
try 'open: EIO' 'EIO open' "$max --fault=open=EIO" open open
try 'open: ENODEV' 'ENODEV open' "$max --fault=open=ENODEV" open open
try 'open: ENOENT' 'ENOENT open' "$max --fault=open=ENOENT" open open
is 'no other file' 'ENOENT' "$(timeout 5 "$device" "$mnt/other" open | sed 's/ *$//')"
try 'no seek' 'open ESPIPE ESPIPE 12' $max open seek pread read
try 'no write' 'open EINVAL' $max open-write write
try 'what nobody has seen is not gone' "open open $odd" $max open close open set
try 'what was begun is' "open 12 open $even" $max open read close open set

# ---- Pace ----

play "$dir/three" --speed=4
is 'four times faster' "open $odd $even $odd in-time" "$(run clock open set set set time=180-790)"
play "$dir/three" $max --fault=slow@set=2:0.4
is 'a slow data set' "open $odd EAGAIN IN in-time $even" \
	"$(run clock open set nonblock read poll=2000 time=350-60000 set)"
play "$dir/three" --loop --speed=4
is 'again and again' "open $odd $even $odd $odd $even $odd in-time" \
	"$(run clock open set set set set set set time=450-60000)"
play "$four" $max --loop --fault=eio@set=6.mce
is 'faults count on through the passes' "open $odd $even $odd $even $odd EIO $odd" \
	"$(run open set set set set set set set)"
play "$dir/eight" --limit=2 --speed=1000000 --loop
is 'very fast' 'open 12' "$(run open until=9 read)"

# ---- Many things at once ----

play "$dir/three"
is 'a read that waits is in nobody'\''s way' "open $odd none stat EBUSY 12" \
	"$(run open set thread poll=100 stat open-again join)"

# ---- From start to end ----

cat >"$dir/script" <<'END'
# What goes wrong
empty@set=1   # at once

  open=EIO:2
END
try 'a script' "EIO EIO open 0 $odd" "$max --script=$dir/script" open open open set set
play "$four" $max --end=exit
run open nonblock all >/dev/null
wait "$play_pid"
is 'exits at the end' 0 $?
play_pid=
holds 'and is unmounted' [ ! -e "$dev" ]
play "$four" $max
run open nonblock all >/dev/null
stop
is 'SIGTERM unmounts: status 0' 0 "$status"
holds 'and is unmounted' [ ! -e "$dev" ]
holds 'a line says what was done' \
	grep -q 'four: data sets: 4 delivered, 0 lost; reads: 17; faults: 0$' "$dir/playlog"
head -c 1800 "$four" >"$dir/cut"
play "$dir/cut" $max
is 'only complete sets are played' "open $odd $even EAGAIN" "$(run open nonblock all)"
stop
is 'a capture that is cut off: status 1' 1 "$status"
# A sample has 1544 bytes and an event 162: the file ends after the second data set, without damage.
cp "$four" "$dir/shrinks"
play "$dir/shrinks" $max --loop
run open nonblock set set set set >/dev/null
truncate -s 1706 "$dir/shrinks"
run open nonblock set set set set set set set set set set >/dev/null
stop
is 'a capture that becomes shorter: status 1' 1 "$status"
is 'a capture that becomes shorter: one message' '1 1' "$(grep -c 'shrinks: offset' "$dir/playlog") $(grep -c \
	'shrinks: offset 0x6aa: the file ends here, but had 3412 bytes when it was opened: it was cut off while it was played' "$dir/playlog")"
for options in --speed=0 --limit=0 --end=never --fault=eio --fault=eio@set=0 --fault=slow@set=1 \
	--fault=open=EPIPE --fault=empty@read=1 --fault=eio@set=1.middle --fault=short=1:2 \
	--input-format=csv --wrong; do
	"$monplay" -f "$options" "$four" "$mnt" >/dev/null 2>&1
	is "$options: status 64" 64 $?
done
"$monplay" -f --script="$dir/none" "$four" "$mnt" >/dev/null 2>&1
is 'a script that is missing: status 2' 2 $?
"$monplay" "$four" >/dev/null 2>&1
is 'no mount point: status 64' 64 $?
"$monplay" -f "$dir/none" "$mnt" >/dev/null 2>&1
is 'no capture: status 2' 2 $?
"$monplay" -f "$four" "$dir/none" >/dev/null 2>&1
is 'no such mount point: status 2' 2 $?
# fails NAME MESSAGE CAPTURE MOUNTPOINT: it says so, and does not go into the background to make readers wait.
fails()
{
	timeout 20 "$monplay" "$3" "$4" >"$dir/log" 2>&1
	is "$1" "2 monplay: $2" "$? $(cat "$dir/log")"
}

: >"$dir/empty"
fails 'an empty capture' "$dir/empty: empty
monplay: $dir/empty: has no data sets" "$dir/empty" "$mnt"
head -c 100 "$four" >"$dir/part"
fails 'a capture of a part of a record set' "$dir/part: offset 0xc: D0R2: cut off: the record has 100 bytes, here are 88; the last 912 bytes of the record set are missing
monplay: $dir/part: offset 0x64: left out an incomplete record set: it has 88 of its 1000 bytes
monplay: $dir/part: has no data sets" "$dir/part" "$mnt"
fails 'a mount point that is a file' "$dir/empty: MOUNTPOINT must be a directory" "$four" "$dir/empty"
mkfifo "$dir/fifo"
fails 'a FIFO' "$dir/fifo: is not a regular file" "$dir/fifo" "$mnt"
cp "$four" "$dir/both"
is 'messages that would be written to the capture' \
	"monplay: $dir/both: is an input, and messages would be appended to it; send them to another file
2" \
	"$(timeout 20 "$monplay" "$dir/both" "$mnt" 2>>"$dir/both"; echo $?)"
holds 'which stays as it is' cmp -s "$dir/both" "$four"
timeout 20 "$monplay" --log="$dir/./both" "$dir/both" "$mnt" >"$dir/log" 2>&1
is 'messages that --log would write to the capture' \
	"2 monplay: $dir/both: is an input, and messages would be appended to it; send them to another file" \
	"$? $(head -n 1 "$dir/log")"
timeout 20 "$monplay" --log="$dir/both" "$dir/both" >"$dir/log" 2>&1
is '--log without a mount point: status 2' 2 $?
holds 'which stays as it is, too' cmp -s "$dir/both" "$four"
holds 'nothing is mounted' [ ! -e "$dev" ]
play "$four" $max
fails 'where another one is mounted' \
	"$mnt: another monplay has its device here; use another directory, or end it with: fusermount3 -u $mnt" "$four" "$mnt"
is 'a mount point in use: the mounted capture stays' "open $odd" "$(run open nonblock set)"
stop
"$monplay" -f "$four" "$mnt" 2>/dev/null &
play_pid=$!
wait_for [ -e "$dev" ]
kill -9 "$play_pid"
wait "$play_pid" 2>/dev/null
play_pid=
fails 'a mount of a process that was killed' \
	"$mnt: a program that ended without unmounting left its mount here; remove it with: fusermount3 -u $mnt" \
	"$four" "$mnt"
holds 'the command removes it' fusermount3 -u "$mnt"
play "$four" $max
is 'the mount point of a killed process can be used again' "open $odd" "$(run open nonblock set)"
stop
"$monplay" --help >"$dir/log"
holds '--help' grep -q '^Usage: monplay' "$dir/log"
is '--help to its end' 'Report bugs to ' "$(tail -n 1 "$dir/log" | cut -c -15)"
is '--help fits a terminal of 80 columns' '' "$(awk 'length > 80' "$dir/log")"

finish
