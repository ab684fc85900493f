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
same 'two intervals one behind the other, over at another limit; none counts without a value' expected got
is 'nothing is said' '' "$(cat err)"

level 'level > 9'
alarms --alarm='level.level > 10 for 2 until 5 : too high' >got
same '--alarm: only this one' expected got
alarms --alarm='level.level > 10 and level < 13' >got
cat >expected <<'END'
08:20 11.0 > 10 and level < 13
08:40 8.0: over
09:00 11.0 > 10 and level < 13
09:10 4.0: over
status 3
END
same 'with a second condition' expected got
level 'critical level > 15 : high'
cat >expected <<'END'
VMDAY,level,,level,began,critical,16,15,high,2026-03-04T09:50
VMDAY,level,,level,began,warning,12,11,,2026-03-04T08:20
VMDAY,level,,level,over,warning,8,11,,2026-03-04T08:30
END
monstat --reports=reports --alarms --alarm='level.level > 11 and level < 13' -f csv level day.bin | sed '1d; s/^[^,]*,//; s/:01[.0-9]*Z$//' | sort >got
same 'as CSV, critical and with the limits of the report' expected got
is 'and JSON' '"state":"began","severity":"critical","value":16,"limit":15,"text":"high","start":"2026-03-04T09:50:01.003489Z"}' \
	"$(monstat --reports=reports --alarms -f json level day.bin | sed 's/^{"time":"[^"]*","system":"VMDAY","report":"level","keys":"","column":"level",//')"
monstat --alarm='nothing > 5' day.bin 2>err
is 'no report' "64 monstat: --alarm=nothing > 5: expected a report, a dot and a limit, as in 'cpu.%busy > 90'" "$? $(head -n 1 err)"
monstat --alarm='cpu.bsy > 5' day.bin 2>err
is 'a misspelt column' '64 monstat: --alarm=cpu.bsy > 5: bsy: the report has no such column; did you mean busy?' "$? $(head -n 1 err)"
monstat --report=cpu day.bin 2>err
is 'a report as an option' '2 1' "$? $(grep -c '^monstat: --reports=cpu: .*; to print a report, name it .*, as in monstat user FILE$' err)"
monstat --alarm='cpu.%busy >= 5' day.bin 2>err
is 'no limit' '64 monstat: --alarm=cpu.%busy >= 5: expected a column, > or <, a number, ' "$? $(sed 's/perhaps.*//; q' err)"

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
same 'each crossing; without a value it is not over' expected got

level 'level > 99'
is 'nothing crosses it' 'status 0' "$(alarms)"

# An alarm is over if its row disappears.
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
08:40 who A: level: over: there is no more of it
END
same 'what is gone is over, and no other' expected got

# 08:20 is 11, 09:00 is 11, and the intervals between them are missing.
day before --interval=600 --from=480 --to=500 && day behind --interval=600 --from=540 --to=600 || exit 99
level 'level > 10 for 2'
monstat --reports=reports --alarms level before.bin behind.bin >out 2>err
is 'what is not one behind the other does not count together' '09:50 15.0 > 10 for 2 intervals' \
	"$(sed 's/^[-0-9]* \([0-9:]*-\)*\(..:..\) UTC VMDAY level: level/\2/' out)"
grep -q '09:00.*no values for the interval that ends here' err
ok 'and it is said that there is a gap' $?

# The journal is asked for by the file that it reads.
level 'level > 10 for 3 until 9'
export JOURNAL_STREAM
JOURNAL_STREAM=0:0
monstat --reports=reports --alarms level day.bin >out 2>err
is 'not for the journal' '2' "$(cut -c 1 out | head -n 1)"
: >journal
JOURNAL_STREAM=$("$PYTHON" -c 'import os; s = os.stat("journal"); print(f"{s.st_dev}:{s.st_ino}")')
monstat --reports=reports --alarms level day.bin >journal 2>err
is 'for the journal, with priorities' '<4>' "$(cut -c 1-3 journal | head -n 1)"
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
		printf '%s\n' 'for i = 0 to 4' block 'set sample 4 0x01000000' 'let now += 60s' "$@" 'record MRMTREND' done
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
slots() { printf '%s\n' 'record MRMTRSYS' "MTRSYS_HCPCPEID = '$1'" 'record MRSYTASG' 'SYTASG_CALSLTA1 = 100' \
	"SYTASG_CALSLTI1 = $2" 'record MRSTORSP' 'STORSP_PLSPGDRD = 1000'; }
limit 'paging slots that are nearly all in use' '3 08:01-08:02 paging: full 91.0 > 50: paging space is more than half full
08:01-08:02 critical: paging: full 91.0 > 90: paging space is nearly full' paging "$(slots 6.4 91)"
limit 'paging slots from z/VM 7.1 on' '0 ' paging "$(slots 7.1 91)"
is 'the rules for Prometheus have both limits, with their severities' '> 0.5 warning > 0.9 critical' \
	"$(awk '/alert: / { on = /ZvmPagingSlotsFullRatio/ } on && /^ *zvm_/ { printf "%s %s ", $2, $3 }
	on && /severity: [a-z]* }/ { printf "%s ", $4 }' "$made/zvm-alerts.yml" | sed 's/ $//')"
monstat --alarms --format=influx cpu late.bin >out 2>err
is 'no format beside it' "64 monstat: --alarms and --format contradict each other" "$? $(head -n 1 err)"
finish
