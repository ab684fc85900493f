#!/bin/sh
# alarms.sh: --alarms: what crosses a limit, hysteresis, priorities, the exit status.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"
made=$(cd "$builddir/data/grafana" && pwd)
cd "$tap_dir" || exit 99

# Ten-minute intervals from 08:00, so that what `level' has below needs no counter.
day day --interval=600 --from=480 --to=600 || exit 99
mkdir reports

# level ALARM: a report whose values, each ten minutes from 08:00 on, are those of the list
level()
{
	cat >reports/level.report <<-END
		Title: Levels
		Question: How high?
		Needs: MRSYTPRP; nothing
		Columns:
		  level 6 1 - - value - - - As the list has it.
		Alarm: $1
		Query:
		SELECT json_extract('[null,1,11,12,8,4,11,4,13,null,14,15,16]',
		         '\$[' || ((substr(time, 12, 2) - 8) * 6 + substr(time, 15, 1)) || ']') AS level
		  FROM interval
	END
}

# alarms [OPTION]...: print the alarms, with only the time at the beginning
alarms()
{
	case $* in *--alarm=*) ;; *) set -- "$@" --alarms ;; esac
	monstat --reports=reports "$@" level day.bin >out 2>err
	echo "status $?" >>out
	sed 's/^[-0-9]* \([0-9:]*-\)*\(..:..\) UTC VMDAY level: level/\2/' out
}

level 'level > 10 for 2 until 5 : too high'
alarms >got
cat >expected <<'END'
08:30 12.0 > 10 for 2 intervals: too high
08:50 4.0: over
09:50 15.0 > 10 for 2 intervals: too high
status 3
END
same 'two intervals in a row; over at another limit; intervals without a value do not count' expected got
is 'no message' '' "$(cat err)"

level 'level > 9'
alarms --alarm='level.level > 10 for 2 until 5 : too high' >got
same '--alarm: only this one' expected got
alarms --alarm='level.level > 10 and level < 13' >got
cat >expected <<'END'
08:20 11.0 > 10 and level < 13
08:40 8.0 and level 8.0: over
09:00 11.0 > 10 and level < 13
09:10 4.0 and level 4.0: over
status 3
END
same '--alarm with a second condition, which the closing line names, too' expected got
level 'critical level > 15 : high'
cat >expected <<'END'
VMDAY,level,,level,began,critical,16,15,high,2026-03-04T09:50
VMDAY,level,,level,began,warning,12,11,,2026-03-04T08:20
VMDAY,level,,level,over,warning,8,11,,2026-03-04T08:30
END
monstat --reports=reports --alarms --alarm='level.level > 11 and level < 13' -f csv level day.bin | sed '1d; s/^[^,]*,//; s/:01[.0-9]*Z$//' | sort >got
same '--alarm as CSV: critical, with the limits of the report' expected got
is '--alarm as JSON' '"state":"began","severity":"critical","value":16,"limit":15,"text":"high","start":"2026-03-04T09:50:01.003489Z"}' \
	"$(monstat --reports=reports --alarms -f json level day.bin | sed 's/^{"time":"[^"]*","system":"VMDAY","report":"level","keys":"","column":"level",//')"
monstat --alarm='nothing > 5' day.bin 2>err
is '--alarm without a report: refused' "64 monstat: --alarm=nothing > 5: expected a report, a dot and a limit, as in 'cpu.%busy > 90'" "$? $(head -n 1 err)"
monstat --alarm='cpu.bsy > 5' day.bin 2>err
is 'a misspelt column' '64 monstat: --alarm=cpu.bsy > 5: bsy: the report has no such column; did you mean busy?' "$? $(head -n 1 err)"
monstat --report=cpu day.bin 2>err
is 'a report as an option' '2 1' "$? $(grep -c '^monstat: --reports=cpu: .*; to print a report, name it .*, as in monstat user FILE$' err)"
monstat --alarm='cpu.%busy >= 5' day.bin 2>err
is '--alarm without a limit: refused' '64 monstat: --alarm=cpu.%busy >= 5: expected a column, > or <, a number, ' "$? $(sed 's/perhaps.*//; q' err)"

level 'level > 10'
alarms >got
cat >expected <<'END'
08:20 11.0 > 10
08:40 8.0: over
09:00 11.0 > 10
09:10 4.0: over
09:20 13.0 > 10
status 3
END
same 'each crossing of a limit; a missing value is not over the limit' expected got

level 'level > 99'
is 'nothing crosses it' 'status 0' "$(alarms)"

# An alarm is over if two samples lack its row.
cat >reports/gone.report <<'END'
Title: Of some
Question: Which?
Needs: MRSYTPRP; nothing
Columns:
  who   6 0 - - key   - - - Who.
  level 6 1 - - value - - - How high.
Alarm: level > 10
Query:
SELECT 'A' AS who, 20 AS level FROM interval WHERE substr(time, 12, 5) < '08:40'
  UNION ALL SELECT 'B', 20 FROM interval
END
monstat --reports=reports --alarms gone day.bin | sed 's/^[-0-9]* \([0-9:]*-\)*\(..:..\) UTC VMDAY gone /\2 /' >got
cat >expected <<'END'
08:00 who A: level 20.0 > 10
08:00 who B: level 20.0 > 10
08:50 who A: level: over: it is gone
END
same 'alarms of instances that are gone are closed, and no others' expected got

# 08:20 is 11, 09:00 is 11, and the intervals between them are missing.
day before --interval=600 --from=480 --to=500 && day behind --interval=600 --from=540 --to=600 || exit 99
level 'level > 10 for 2'
monstat --reports=reports --alarms level before.bin behind.bin >out 2>err
is 'intervals that do not follow each other do not count together' '09:50 15.0 > 10 for 2 intervals' \
	"$(sed 's/^[-0-9]* \([0-9:]*-\)*\(..:..\) UTC VMDAY level: level/\2/' out)"
grep -q '09:00.*no values for the interval that ends here' err
ok 'an alarm names the gap' $?

# ---- Lost samples, IPLs, and instances that are gone ----

# ends: from 2026-03-04 10:14-10:15 UTC VMDAY, only 10:15
ends() { sed 's/^[-0-9]* \([0-9:]*-\)*\([0-9]*:[0-9]*\)[:0-9]* UTC \(VMDAY \)*/\2 /'; }

# variant NAME BEGIN END SECONDS LINE...: NAME.bin, a part of the day with more lines, which come before those of 12:05.
variant()
{
	variant_name=$1 variant_from=$2 variant_to=$3 variant_interval=$4
	shift 4
	printf '%s\n' "$@" >lines.txt
	sed '/^at 12:05 lost/{
r lines.txt
}'"${variant_edit-}" "$tests/stat/day.txt" >variant.txt
	"$PYTHON" "$tests/stat/day.py" variant.txt --layouts="$tests/../data" --capture="$variant_name.bin" \
		--from="$variant_from" --to="$variant_to" --interval="$variant_interval" --clock="${variant_clock-}" || exit 99
}
# loop NAME EXPECTED LINE...: the alarms of the loop from 10:10 to 10:50, which fires after five minutes.
loop()
{
	loop_name=$1
	printf '%s\n' "$2" >expected
	shift 2
	variant loop 600 660 60 "$@"
	monstat -q --alarms user loop.bin | ends | sed 's/\.[0-9]*Z//g; s/2026-03-04T//g; s/ user user LXLOOP: %most//
		s/ [0-9.]* > 90 for 5 intervals: one of its virtual CPUs never rests, as in a loop/ fires/; s/ [0-9.]*: over/ over/' >got
	same "$loop_name" expected got
}
loop 'a lost sample does not end an alarm' '10:15 fires
10:51 over; no values for 120 s between 10:29:01 and 10:31:01' 'at 10:30 lost'
loop 'nor does a gap of three intervals' '10:15 fires
10:51 over; no values for 180 s between 10:29:01 and 10:32:01' 'at 10:30 lost' 'at 10:31 lost'
loop 'a longer gap ends it at its last sample' '10:15 fires
10:29: over; no values for 240 s between 10:29:01 and 10:33:01: records are missing, unless the system was IPLed
10:38 fires
10:51 over' 'at 10:30 lost' 'at 10:31 lost' 'at 10:32 lost'
loop 'and so does an IPL' '10:15 fires
10:29: over; no values for 120 s between 10:29:01 and 10:31:01: the system was IPLed at 10:31:01
10:36 fires
10:51 over' 'at 10:30 ipl 60'
loop 'the time of a gap does not count' '10:17 fires; no values for 120 s between 10:11:01 and 10:13:01
10:51 over; no values for 120 s between 10:11:01 and 10:13:01' 'at 10:12 lost'
loop 'a logoff ends it at once' '10:15 fires
10:30: over: it is gone' 'at 10:30 logoff LXLOOP'
loop 'if its event is lost with a sample, two samples without the user end it' '10:15 fires
10:32: over: it is gone; no values for 120 s between 10:29:01 and 10:31:01' 'at 10:30 logoff LXLOOP' 'at 10:30 lost'
variant loop 600 660 60 'at 10:27 lost' 'at 10:31 lost' 'at 10:32 lost'
is 'two periods with short gaps, one after the other' '10:15 10:55' \
	"$(monstat -q --alarm='user.%most > 90' --only=user=LXLOOP --every=5m user loop.bin | ends | sed 's/ .*//' | xargs)"
variant_clock=625,-3600
loop 'a clock that is set back ends it; the gap has no length' '10:15 fires
10:24: over; the clock was set back
09:30 fires
09:51 over'
variant_clock=
variant loop 600 660 60 'at 10:30 lost'
is 'the page has one beginning of the alarm' '1 time' "$(monstat -q --html=- user loop.bin | grep -o '[0-9]* times\{0,1\}, [0-9]* min' | sed 's/,.*//')"
variant loop 600 660 60 'at 10:30 lost' 'at 10:31 lost' 'at 10:32 lost'
is 'CSV has a state for the gap and names it in the text' \
	'10:29:01,gap,,one of its virtual CPUs never rests, as in a loop; no values for 240 s between 10:29:01 and 10:33:01: records are missing' \
	"$(monstat -q --alarms -f csv user loop.bin | sed -n 's/\.[0-9]*Z//g; s/2026-03-04T//g
	s/^\(10:29:01\),VMDAY,user,user LXLOOP,%most,\(gap\),warning,\(,\)80,"\(.*\), unless.*/\1,\2,\3\4/p')"

# gone NAME EXPECTED CONDITION [EVENT...]: device 6103 with 5.12 ms, beside device 6104; sample I has it if CONDITION is not 0.
# EVENT: the lines of a record after sample 5.
gone()
{
	gone_name=$1 gone_expected=$2 gone_condition=$3
	shift 3
	{
		echo "let now = T'2026-03-04T08:00:00Z'"
		printf '%s\n' 'for i = 0 to 12' block 'set sample 6 0x01000000' 'let now += 60s' \
			"if $gone_condition" 'record MRIODDEV' 'IODDEV_RDEVDEV = 0x6103' 'IODDEV_SCGSSCH = i * 120' \
			'IODDEV_SCGCOUNT = i * 120' 'IODDEV_SCMCNTIM = i * 4800' fi \
			'record MRIODDEV' 'IODDEV_RDEVDEV = 0x6104' 'record MRMTREND'
		[ $# = 0 ] || printf '%s\n' 'if i == 5' block 'set event 6 0x01000000' 'let now += 10s' "$@" 'let now += -10s' fi
		echo done
	} >gone.txt
	mkcapture -f monwrite gone.txt gone.bin || exit 99
	is "$gone_name" "$gone_expected" "$(monstat -q --alarms device gone.bin | ends |
		sed 's/ device device 6103: slow//; s/ 5.12 >.*/ fires/' | tr '\n' ' ')"
}
gone 'one sample lacks the device' '08:04 fires ' '(i == 6) == 0'
gone 'two samples lack it' '08:04 fires 08:08: over: it is gone 08:12 fires ' '(i == 6) + (i == 7) == 0'
gone 'its event, and then samples without it' '08:04 fires 08:07: over: it is gone ' \
	'(i == 0) + (i == 1) + (i == 2) + (i == 3) + (i == 4) + (i == 5)' 'record MRIODDTD' 'IODDTD_RDEVDEV = 0x6103'
gone 'its event, but samples with it' '08:04 fires ' 1 'record MRIODDTD' 'IODDTD_RDEVDEV = 0x6103'
gone 'the event of another device, and one sample without it' '08:04 fires ' '(i == 6) == 0' 'record MRIODDTD' \
	'IODDTD_RDEVDEV = 0x6104'

# The journal is asked for by the file that it reads.
level 'level > 10 for 3 until 9'
export JOURNAL_STREAM
JOURNAL_STREAM=0:0
monstat --reports=reports --alarms level day.bin >out 2>err
is 'without a journal lines have no priority' '2' "$(cut -c 1 out | head -n 1)"
: >journal
JOURNAL_STREAM=$("$PYTHON" -c 'import os; s = os.stat("journal"); print(f"{s.st_dev}:{s.st_ino}")')
monstat --reports=reports --alarms level day.bin >journal 2>err
is 'for the journal lines have priorities' '<4>' "$(cut -c 1-3 journal | head -n 1)"
unset JOURNAL_STREAM

# With keys each row has separate alarms: the ones in the description of the day.
day late --from=960 --to=1020 || exit 99
monstat --alarms cpu late.bin 2>err | sed 's/^[-0-9]* \([0-9:]*-\)*\(..:..\) UTC VMDAY /\2 /; s/ [0-9.]* >.*/ fired/; s/ [0-9.]*: over/ over/' >got
cat >expected <<'END'
16:30 cpu cpu 0: %susp fired
16:30 cpu cpu 1: %susp fired
16:30 cpu cpu 2: %susp fired
16:30 cpu cpu 3: %susp fired
16:50 cpu cpu 0: %susp over
16:50 cpu cpu 1: %susp over
16:50 cpu cpu 2: %susp over
16:50 cpu cpu 3: %susp over
END
same 'PR/SM takes the processors away, from 16:15 to 16:45' expected got
# limit NAME EXPECTED REPORT LINE...: what fires in five samples of these records, I from 0 on, each minute.
limit()
{
	limit_name=$1 limit_expected=$2 limit_report=$3
	shift 3
	{
		echo "let now = T'2026-03-04T08:00:00Z'"
		printf '%s\n' "for i = 0 to ${minutes-4}" block 'set sample 4 0x01000000' "let now += ${step-60s}" "$@" 'record MRMTREND' done
	} >limit.txt
	mkcapture -f monwrite limit.txt limit.bin || exit 99
	monstat -q --alarms "$limit_report" limit.bin >out
	is "$limit_name" "$limit_expected" "$? $(sed 's/^2026-03-04 \(.*\) UTC /\1 /' out)"
}
limit 'suspended for 0.0002 % of the time' '0 ' ssi 'record MRSSISMI' 'SSISMI_PLMTSUSP = 1000000 + i * 120'
limit 'suspended for 2 %' '3 08:01-08:02 ssi: %susp 2.0 > 1: the member was suspended for more than 1 % of the interval' \
	ssi 'record MRSSISMI' 'SSISMI_PLMTSUSP = 1000000 + i * 1200000'
limit 'isolated for 60 %, which is critical' '3 08:01-08:02 ssi: %isol 60.0 > 1: the member was isolated for more than 1 % of the interval
08:01-08:02 critical: ssi: %isol 60.0 > 50: the member was isolated for more than half of the interval' \
	ssi 'record MRSSISMI' 'SSISMI_PLMTISOL = 1000000 + i * 36000000'
# 120 units of 0.128 ms are 15.36 ms; 40 are 5.12, 30 are 3.84 ms.
io() { printf '%s\n' 'record MRIODDEV' 'IODDEV_RDEVDEV = 0x6103' "IODDEV_SCGSSCH = i * $1" "IODDEV_SCGCOUNT = i * $1" \
	"IODDEV_SCMCNTIM = i * $2"; }
limit 'a device with 5.12 ms' '3 08:03-08:04 device device 6103: slow 5.12 > 5 for 3 intervals: the service time of the device is long' \
	device "$(io 120 4800)"
limit 'a device with less than one I/O per second' '0 ' device "$(io 59 7080)"
# The limits that need a time.  RATE I/Os a minute, with 0.128 ms of service and a queue of 0.25 I/Os.
minutes=10
queue() { printf '%s\n' 'record MRIODDEV' 'IODDEV_RDEVDEV = 0x6103' "IODDEV_SCGSSCH = i * $1" "IODDEV_SCGCOUNT = i * $1" \
	"IODDEV_SCMCNTIM = i * $1" 'IODDEV_HFRDEVCT = i * 20' 'IODDEV_HFCTIO = i * 5'; }
limit 'a response time of 0.128 + 1000 x 0.25 / 10 ms' \
	'3 08:10-08:11 device device 6103: resp 25.13 > 20 and ssch/s > 9.99 for 10 minutes: I/Os to the device take long' \
	device "$(queue 600)"
limit 'of 9 I/Os a second' '0 ' device "$(queue 540)"
swap() { printf '%s\n' 'record MRAPLSDT' "APLSDT_USERID = 'LX1'" 'payload LINUXOS' 'record MRAPLSDT' "APLSDT_USERID = 'LX1'" \
	'payload LINUXMEM' "pswpin = i * $1" 'pswpout = i * 3000'; }
limit 'a guest that swaps 51 + 50 pages a second' '3 08:10-08:11 linux guest LX1: swap/s 101.0 > 100 for 10 minutes: the guest swaps' \
	linux "$(swap 3060)"
limit 'and 50 + 50 pages' '0 ' linux "$(swap 3000)"
minutes=9
limit 'and for nine minutes' '0 ' linux "$(swap 3060)"
step=10s minutes=61
limit 'ten minutes are 60 intervals of 10 s' \
	'3 08:10:00-08:10:10 linux guest LX1: swap/s 606.0 > 100 for 10 minutes: the guest swaps' linux "$(swap 3060)"
unset step minutes
# PR/SM takes the engines away from 16:15 to 16:45: the partition has 5 x 60 / 660 engines, and takes more than one.
variant_edit='
s/^\(lpar ZVMDAY .*\)weight=400/\1weight=60/'
# limits SECONDS: what fires and ends, with intervals of SECONDS.
limits()
{
	variant limits 960 1020 "$1" 'during 16:10-16:30 channel 4A all=x3.9' 'during 16:10-16:23 channel 4B all=x4.8' \
		'during 16:10-16:25 user LXAPP01 pagewait=45' 'during 16:00-16:12 user LXWEB01 cpuwait=45'
	monstat -q --alarms lpar channel userstate limits.bin | ends | sed 's/^\(..:.. [a-z]*\) [a-z]* \([^ ]*\) */\1 \2 /
		s/\(%[a-zA-Z]*\) [0-9][0-9.]*/\1/g; s/samples [0-9][0-9]*:/samples:/'
}
limits 60 >got
cat >expected <<'END'
16:10 userstate LXWEB01: %CPU > 30 and samples > 19 for 10 minutes: the user waits for a CPU
16:13 userstate LXWEB01: %CPU and samples: over
16:20 lpar ZVMDAY type CP: %ent > 120 and %susp > 10 for 5 minutes: the partition needs more than its entitlement, and PR/SM suspends its processors
16:20 userstate LXAPP01: %PGW > 30 and samples > 19 for 10 minutes: the user waits for pages
16:25 channel 4A: %all > 85 for 15 minutes: the channel path is busy
16:26 userstate LXAPP01: %PGW and samples: over
16:31 channel 4A: %all: over
16:46 lpar ZVMDAY type CP: %ent and %susp: over
END
same 'limits of other reports, with both conditions at their ends' expected got
limits 30 >got
sed -e /LXWEB01/d -e 's/^16:26/16:25/; s/^16:31/16:30/; s/^16:46/16:45/' expected >expected.30
same 'intervals of 30 s: a user with one CPU has 15 samples' expected.30 got
variant_edit=
slots() { printf '%s\n' 'record MRMTRSYS' "MTRSYS_HCPCPEID = '$1'" 'record MRSYTASG' 'SYTASG_CALSLTA1 = 100' \
	"SYTASG_CALSLTI1 = $2" 'record MRSTORSP' 'STORSP_PLSPGDRD = 1000'; }
# Of 100 samples of LX1 45 are page waits, and of two virtual CPUs of LX2 28 of 80.  10 % of LX3 are too few, and so are 19
# samples of LX4; LX6 is the fourth.
page_waits()
{
	printf '%s\n' 'record MRSTORSP' 'STORSP_PLSPGDRD = i * 36000'
	for page_wait in LX1:0:100:45 LX2:0:40:8 LX2:1:40:20 LX3:0:100:10 LX4:0:19:19 LX5:0:100:12 LX6:0:100:11; do
		printf '%s\n' "$page_wait" | awk -F: '{ print "record MRUSEINT\nUSEINT_VMDUSER = \047" $1 "\047\nUSEINT_VMDCPUAD = " $2
			print "USEINT_HFSTCT = i * " $3 "\nUSEINT_HFWTPAG = i * " $4 }'
	done
}
limit 'the users who wait for pages' \
	'3 08:03-08:04 paging: pgrd/s 600.0 > 500 for 3 intervals: guests wait for pages that are read: LX1 45 %, LX2 35 %, LX5 12 %' \
	paging "$(page_waits)"
is 'the finding names them' 1 "$(monstat -q --html=- paging limit.bin | grep -c 'LX1 45 %, LX2 35 %, LX5 12 % (limit &gt; 500')"
is 'so does the alarm in CSV' ',"guests wait for pages that are read: LX1 45 %, LX2 35 %, LX5 12 %",' \
	"$(monstat -q --alarms -f csv paging limit.bin | grep -o ',"guests.*",')"
limit 'paging slots that are nearly all in use' '3 08:01-08:02 paging: full 91.0 > 50: paging space is more than half full
08:01-08:02 critical: paging: full 91.0 > 90: paging space is nearly full' paging "$(slots 6.4 91)"
limit 'paging slots from z/VM 7.1 on' '0 ' paging "$(slots 7.1 91)"
is 'the rules for Prometheus have both limits, with their severities' '> 0.5 warning > 0.9 critical' \
	"$(awk '/alert: / { on = /ZvmPagingSlotsFullRatio/ } on && /^ *zvm_/ { printf "%s %s ", $2, $3 }
	on && /severity: [a-z]* }/ { printf "%s ", $4 }' "$made/zvm-alerts.yml" | sed 's/ $//')"
is 'rules for Prometheus: 15 minutes are 14 after the first interval' '0.85 840s' \
	"$(awk '/alert: / { on = /ZvmChannelBusyAllRatio/ } on && /^ *zvm_/ { print $3 } on && /for: / { print $2 }' \
	"$made/zvm-alerts.yml" | tr '\n' ' ' | sed 's/ $//')"
is 'one minute' '> 1 for 1 minute' "$(monstat -q --alarm='cpu.%busy > 1 for 1m' cpu day.bin | sed -n '1s/.*\(> 1\)/\1/p')"
for wrong in 0m 15x 15mm m; do
	monstat --alarm="cpu.%busy > 5 for $wrong" day.bin 2>err
	is "for $wrong" '64 1' "$? $(grep -c 'expected a column, .* intervals or a time such as 15m' err)"
done
level 'level > 10 for 15m until 5'
is 'minutes depend on the intervals' '08:30 12.0 > 10 for 15 minutes 08:50 4.0: over 09:50 15.0 > 10 for 15 minutes status 3 ' \
	"$(alarms | tr '\n' ' ')"
monstat --alarms --format=influx cpu late.bin >out 2>err
is '--alarms with another format: refused' "64 monstat: --alarms and --format contradict each other" "$? $(head -n 1 err)"
finish
