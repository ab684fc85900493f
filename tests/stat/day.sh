#!/bin/sh
# day.sh: reports of parts of a day whose answers are known, of several captures of it, and of damaged ones.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"
cd "$tap_dir" || exit 99

# agrees NAME TRUTH,... CAPTURE,...: reports of the captures are the truth.
agrees()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/stat/truth.py" stat "$2" "$3" $EMULATOR "$MONSTAT"
	ok "$1" $?
}

# Elsewhere 0.5 is two numbers to them.
awk()
{
	LC_ALL=C command awk "$@"
}
sort()
{
	LC_ALL=C command sort "$@"
}

cells()
{
	columns "$@" | tr , ' '
}

holds 'a day is made' day day

# ---- What happened on the day ----

is 'the busiest hour' 2026-03-04T11:00 "$(monstat -q -f csv --every=1h day.bin | cells %busy time | sort -rn |
	sed -n '1 { s/.* //; s/:01\..*//; p; }')"
is 'PR/SM takes the engines away' '16:20 16:25 16:30 16:35 16:40 16:45' "$(monstat -q -f csv day.bin |
	cells %susp time | awk '$1 > 40 { print substr($2, 12, 5) }' | tr '\n' ' ' | sed 's/ $//')"

# most REPORT COLUMN FROM TO CELLS: the cells of who is first in the average of that time.
most()
{
	monstat -q "$1" --by="$2" --since="$3" --until="$4" day.bin >out
	awk -v cells="$5" '/^time/ { for (i = 1; i <= NF; i++) at[$i] = i }
		/^Average:/ { n = split(cells, cell, " "); for (i = 1; i <= n; i++) printf "%s%s", (i > 1 ? " " : ""), $at[cell[i]]
			print ""; exit }' out
}
is 'a guest that loops' 'LXLOOP 1' "$(most user cpu 10:10 10:50 'user %cpu' | awk '{ print $1, ($2 > 90 && $2 < 100) }')"
is 'a slow volume' '6110 LXDATA' "$(most device serv 14:10 15:00 'device volume')"
is 'who has the engines' ZPROD "$(most lpar busy 16:15 16:45 partition)"
is 'who waits for them' 1 "$(most userstate cpuwt 16:15 16:45 %CPU | awk '{ print ($1 > 15) }')"
is 'the other member of the cluster is away' '60.0 40.0' "$(most ssi joined 20:00 20:30 '%joined %susp')"
is 'somebody comes, goes and comes back' '09:15 11:30 11:40 15:55' "$(monstat -q -f csv user day.bin | cells user time |
	awk '$1 == "TJONES" { t = substr($2, 12, 5); if (!n++) a = t; if (t < "11:33") b = t; else if (!c) c = t; d = t }
	END { print a, b, c, d }')"
monstat -q --alarms day.bin >out
is 'crossed limits: status 3' 3 $?
# When each alarm fired and was over, from the description.  Paging space is so full as the limit says, more or less.
sed -n 's/^2026-[-0-9]* ..:..-\(..:..\) UTC VMDAY \(.*\): \([^ ]*\) [0-9.]* > .*/\1 fires \2 \3/p;
	s/^2026-[-0-9]* ..:..-\(..:..\) UTC VMDAY \(.*\): \([^ ]*\) [0-9.]*: over$/\1 ends \2 \3/p' out | grep -v -e 'cpu cpu' -e 'paging full' >got
cat >expected <<'END'
10:35 fires user user LXLOOP %most
10:55 ends user user LXLOOP %most
13:15 fires paging pgrd/s
13:15 fires queue elig
14:05 ends paging pgrd/s
14:05 ends queue elig
14:25 fires device LXDATA (6110) slow
15:05 ends device LXDATA (6110) slow
15:45 fires lock lock SRMSLOCK %spin
16:05 ends lock lock SRMSLOCK %spin
20:05 fires ssi %susp
20:35 ends ssi %susp
END
same 'each planted fault fires, and no other alarm' expected got
is 'the partition next door fires for each processor' '0 1 2 3' "$(sed -n 's/^2026-03-04 16:.*cpu cpu \([0-9]\): %susp [0-9.]* > .*/\1/p' out | tr '\n' ' ' | sed 's/ $//')"
monstat -f csv day.bin >/dev/null 2>err
is 'twice there are no values: a suspended collection of events is not a gap' '12:10 17:30 ' "$(sed -n 's/.*T\([0-9:]*\):01\.[0-9]*Z: no values.*/\1/p' err | tr '\n' ' ')"
is 'configuration at the beginning and at the IPL' '2026-03-04T00:00 2026-03-04T17:30' \
	"$(monstat -q -f csv config day.bin | cells time | sed 's/:01\..*//' | tr '\n' ' ' | sed 's/ $//')"

# ---- Steps ----

monstat -q -f csv --every=1h day.bin >hours
is 'a day has 24 hours, though samples are late' 24 "$(cells time <hours | wc -l | tr -d ' ')"
is 'all intervals except those with losses are complete' '2026-03-04T13:00 2026-03-04T18:00' "$(cells int time <hours |
	awk '$1 < 3590 { print substr($2, 1, 16) }' | tr '\n' ' ' | sed 's/ $//')"
is 'the length of a day has a blank before it' 1 "$(monstat -q day.bin | grep -c '^Average: 85200 CP  *4  *126.5 ')"

# ---- Several captures ----

day morning --to=720
day later --from=660
agrees 'captures that overlap: each interval once' day.json morning.bin,later.bin
# shellcheck disable=SC2086 # EMULATOR may have options
"$PYTHON" "$tests/stat/truth.py" diff morning.json,later.json morning.bin,later.bin $EMULATOR "$MONSTAT"
ok 'before and after, side by side' $?
monstat -q --diff --until=08:00 cpu morning.bin later.bin >out
is 'a capture without intervals has no time' 'after  later.bin: no intervals' "$(grep '^after' out)"

# ---- Captures of the same time ----

# as_one NAME WHOLE PART...: the reports of all PARTs together equal the reports of WHOLE.
as_one()
{
	name=$1 whole=$2
	shift 2
	for way in 'text all' 'json user' 'openmetrics all'; do
		report=${way#* }
		[ "$report" != all ] || report=
		# shellcheck disable=SC2086 # none or one
		monstat -f "${way% *}" $report "$whole" >wanted 2>wanted.err
		wanted=$?
		# shellcheck disable=SC2086
		monstat -f "${way% *}" $report "$@" >got 2>got.err
		[ "$?" = $wanted ] || echo "# $way: another status" >>got
		cat wanted.err >>wanted
		cat got.err >>got
		same "$name, $way" wanted got
	done
}

day hour --from=480 --to=540
part()
{
	monread -q --write="$@" hour.bin
}
part machine -d 0,1
part users -d 4
part rest -d 2,3,5-31
as_one 'parts of each interval' hour.bin rest users machine
part guests -d 4 -u 'LX*'
monread -f csv --name=MRUSEACT hour.bin | cells USEACT_VMDUSER | sort -u | grep -v '^LX' >names
part others -d 4 -u "$(tr '\n' ',' <names | sed 's/,$//')"
as_one 'users in two captures' hour.bin machine rest others guests
# The last sample of one capture begins a file when the other capture ends.
part tens -d 3,4 --rotate=10m
part base -d 0-2,5-31
as_one 'the last sample in two files' hour.bin tens.0* base
part early --until=+1500
part late --since=+2400
part middle --since=+900 --until=+2700
cat early late >hole
as_one 'a gap that another has' hour.bin hole middle
cp hour.bin again
as_one 'what one has of each and what another has of some' hour.bin middle hole users machine hour.bin
# monstat reads the records damaged in one copy from the other copy: it reports all damage, and no values are missing.
cp hour.bin damaged
at=$(monread -l -r 4.3 hour.bin | sed -n 'y/x/X/; s/^0X\([0-9A-F]*\) .*/\1/p' | sed -n 60p)
printf '\377\377' | dd of=damaged bs=1 seek=$((0x$at)) conv=notrunc 2>/dev/null
monstat user hour.bin >wanted
monstat user damaged hour.bin >got 2>err
is 'a damaged capture: status' 1 $?
is 'a damaged day: message' 1 "$(grep -c '^monstat: damaged: offset' err)"
same 'a damaged day beside a good one' wanted got
# flip MASK AT: the capture "changed" is hour.bin with the bits MASK of the byte AT changed.
flip()
{
	byte=$(dd if=hour.bin bs=1 skip="$2" count=1 2>/dev/null | od -An -tu1)
	cp hour.bin changed
	# shellcheck disable=SC2059 # it is the escape of a byte
	printf "$(printf '\\%03o' $((byte ^ $1)))" | dd of=changed bs=1 seek="$2" conv=notrunc 2>/dev/null
}
# at RECORD N: where the Nth one of hour.bin is.
at()
{
	echo $((0x$(monread -l -r "$1" hour.bin | sed -n 'y/x/X/; s/^0X\([0-9A-F]*\) .*/\1/p' | sed -n "$2p")))
}
# beside_good NAME MESSAGE LEAST MOST: reports of "changed" and hour.bin are those of hour.bin, in both orders, and --merge
# shows LEAST to MOST records more.
all=$(monread -f json hour.bin | wc -l)
beside_good()
{
	monstat -f csv >wanted hour.bin
	monstat -f csv changed hour.bin >got 2>err
	is "$1: status" 1 $?
	same "$1: intervals" wanted got
	is "$1: message" 1 "$(grep -c "^monstat: changed: offset 0x[0-9a-f]*: $2" err)"
	monstat -f csv hour.bin changed >got 2>/dev/null
	same "$1: the other order" wanted got
	n=$(monread --merge -f json changed hour.bin 2>/dev/null | wc -l)
	is "$1: records of both" 1 $((n >= all + $3 && n <= all + $4))
	monread --merge --sql='SELECT count(*) FROM MRSYTPRP' changed hour.bin 2>/dev/null | sed -n '$p' >got
	monread --sql='SELECT count(*) FROM MRSYTPRP' hour.bin | sed -n '$p' >wanted
	same "$1: rows" wanted got
}
first=$(at 0.1 13)
time='time is .*, but the next records have 2026-03-04T08:15:01[.0-9]*Z; the data set is placed by the time of the next records$'
flip 16 $((first + 9))
beside_good 'a time that is hours off' "D0R1: its $time" 1 1
monread --merge -q changed hour.bin 2>err
is 'merging says it: status' 1 $?
is 'merging says it' 'the data set is placed by the time of the next records' "$(sed -n 's/^monread: changed: offset .*: D0R1: its time is .*Z; //p' err)"
# Change the times of every other data set, four each: monstat reports the first 20 and the number of the rest.
cp day.bin changed
for place in $(monread -l -r 0.1 day.bin | sed -n 's/^\(0x[0-9A-F]*\) .*/\1/p' | awk 'NR % 8 == 5 && NR < 204'); do
	place=$((place + 9))
	byte=$(dd if=day.bin bs=1 skip=$place count=1 2>/dev/null | od -An -tu1)
	# shellcheck disable=SC2059 # it is the escape of a byte
	printf "$(printf '\\%03o' $((byte ^ 16)))" | dd of=changed bs=1 seek=$place conv=notrunc 2>/dev/null
done
monstat -f csv changed day.bin 2>err >/dev/null
is 'times that are hours off: status' 1 $?
is 'times that are hours off: the first ones, and how many more' '20 1' "$(grep -c '^monstat: changed: offset 0x[0-9a-f]*: D0R1: its time is' err) \
$(grep -c 'D0R1: 5 further messages about TOD clocks left out$' err)"
flip 16 $(($(at 4.3 70) + 9))
beside_good 'a time that is wrong within a data set' \
	'D4R3: its TOD clock, .*, is more than 30 s from the clock of earlier records in the record set: one of them is wrong$' 1 1
# All records of one data set are cut at the wrong places, and it has no end.
{ head -c $((first + 900)) hour.bin; tail -c +$((first + 905)) hour.bin; } >changed
beside_good 'bytes that are missing' '.*; skipped [0-9]* bytes to the end of the record set' 0 8
# Configuration alone, and in streams, which have it in one data set with samples.
part domain1 -d 1
part domain1a -d 1 --until=+1800
part domain1b -d 1 --since=+1500
monstat -f csv config domain1 >wanted
is 'configuration alone is shown' 2 "$(wc -l <wanted | tr -d ' ')"
monstat -f csv config domain1b domain1a >got
same 'configuration of a day read in parts' wanted got
part stream1 --write-format=stream --until=+1800
part stream2 --write-format=stream --since=+1500
part stream3 --write-format=stream --since=+600 --until=+2400
as_one 'streams' hour.bin stream2 stream3 stream1
# A stream of a selection does not tell where samples end.
part flow -d 3,4 --write-format=stream
part blocks -d 3,4
as_one 'a stream without ends of intervals' hour.bin flow base
as_one 'and alone' blocks flow
for file in blocks flow; do
	monread --sql='SELECT count(USEACT_VMDTTIME), round(sum(USEACT_VMDTTIME), 3) FROM MRUSEACT_delta' $file >$file.sum
	monread --delta -f csv --name=MRUSEACT $file | cells USEACT_VMDUSER elapsed USEACT_VMDTTIME >$file.rows
done
same 'differences of blocks and flows in a query' blocks.sum flow.sum
is 'which are there' 204 "$(awk 'END { print $1 }' flow.sum)"
same 'differences of blocks and flows in a table' blocks.rows flow.rows
# Merged, its samples are at their times, and rows that another capture has are there once.
minutes()
{
	sed 's/.*"time":"\([^"]*\):[^:]*".*/\1/' | uniq
}
monread -f json hour.bin | minutes >wanted
rows=$(monread --sql='SELECT count(*) FROM MRUSEACT' hour.bin | sed -n '$p')
for files in 'flow hour.bin' 'hour.bin flow'; do
	# shellcheck disable=SC2086 # two
	monread --merge -f json $files 2>/dev/null >got
	is "$files merged: records" "$all" "$(wc -l <got)"
	minutes <got >got.minutes
	same "$files merged: order" wanted got.minutes
	# shellcheck disable=SC2086
	is "$files merged: rows" "$rows" "$(monread --merge --sql='SELECT count(*) FROM MRUSEACT' $files 2>/dev/null | sed -n '$p')"
done
# Two systems, each in parts.
day strange --system=VMOTHER --from=480 --to=540
monread -q -d 0,1 --write=strange.machine strange.bin
monread -q -d 2-31 --write=strange.rest strange.bin
monstat cpu hour.bin strange.bin >wanted
monstat cpu strange.rest machine strange.machine rest >got 2>err
same 'two systems in parts' wanted got
is 'the day has no message' '' "$(cat err)"
# A system that no FILE has.
for way in text json; do
	monstat -f $way --system=VMNONE cpu hour.bin strange.bin >got 2>err
	is "a system that is not there, $way: status" 1 $?
	is "a system that is not there, $way" 'monstat: --system=VMNONE: no such system; found: VMDAY,VMOTHER' "$(cat err)"
done
# Each side of a comparison.
mkdir before after
cp machine users before
cp hour.bin after
monstat --diff user hour.bin hour.bin | sed 1,4d >wanted
monstat --diff user before after | sed 1,4d >got
same 'a side in parts' wanted got
is 'which is shown' 1 $(($(wc -l <got) > 5))

day other --system=VMOTHER --from=600 --to=800
agrees 'two systems' morning.json,other.json morning.bin,other.bin
day minutes --from=720 --to=840 --interval=60
agrees 'captures with different intervals' morning.json,minutes.json morning.bin,minutes.bin
monstat morning.bin minutes.bin 2>&1 >/dev/null | grep -q 'intervals took from 60 to 300 s'
ok 'monstat reports the wrong time' $?
day partial --without=MRSYTPRP
monstat -q cpu partial.bin >out 2>&1
is 'a day with a missing file: status' 1 $?
# ---- Configuration ----

day many --users=200 --interval=600 --from=0 --to=30
is 'configuration of several frames is no interval' '600 600 600 ' "$(monstat -q -f csv many.bin | cells int |
	awk '{ printf "%.0f ", $1 }')"

# ---- Intervals of different lengths ----

day short --interval=60 --from=0 --to=10
day long --interval=300 --from=10 --to=40
monstat -f csv --every=15m long.bin short.bin 2>err | cells int cpus time >got
printf '%s\n' '900 4 00:15' '900 4 00:30' '600 4 00:40' >expected
awk '{ printf "%.0f %s %s\n", $1, $2, substr($3, 12, 5) }' got >lines
same 'steps are of the time that they took' expected lines
holds 'and this is said' grep -q '^monstat: VMDAY: intervals took from 60 to 300 s: averages are weighted by time$' err
is '--list marks reports of application data' '*' "$(monstat --list day.bin | awk '$1 == "linux" { print $2 }')"
finish
