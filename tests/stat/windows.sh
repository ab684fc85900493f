#!/bin/sh
# windows.sh: --daily and --days, against sums that awk computes from the description of the capture.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
top=$(cd "$srcdir" && pwd)
cd "$tap_dir" || exit 99
# Some locales have a decimal comma, which awk would write.
export LC_ALL=C

# Samples every half hour from Friday, 6 March 2026, 00:00, to Monday 24:00.  In interval N the CPU is busy for N seconds.
# Device 0600 is there until Friday 17:00, 0700 also from Saturday 06:00 on; both have one I/O per second.
cat >days.txt <<'END'
let step = 0s
block
set sample 1 0x09000000
let now = T'2026-03-06T00:00:00Z'
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMTEST'
record MRMTREND
let now = T'2026-03-05T23:30:00Z'
for n = 0 to 192
block
set sample 6 0x01000000
let now += 1800s
record MRSYTPRP
  SYTPRP_PFXUTIME = 100s + n * (n + 1) / 2 * 1s
if n / 35 == 0
record MRIODDEV
  IODDEV_RDEVDEV = 0x0600
  IODDEV_SCGSSCH = 1000 + n * 1800
fi
if (n / 35 == 0) + (n / 60)
record MRIODDEV
  IODDEV_RDEVDEV = 0x0700
  IODDEV_SCGSSCH = 1000 + n * 1800
fi
record MRMTREND
done
END
mkcapture -f monwrite days.txt days.bin || exit 99

# truth FROM TO DAYS: for windows from FROM to TO minutes after midnight, on DAYS (0 is Friday): day and %busy of each, and of all.
truth()
{
	awk -v from="$1" -v to="$2" -v days="$3" 'BEGIN {
		for (n = 1; n <= 192; n++) {
			middle = n * 30 - 15
			for (day = -1; day < 4; day++) {
				begin = day * 1440 + from
				end = day * 1440 + (to > from ? to : to + 1440)
				if (middle < begin || middle >= end || index(days, (day + 7) % 7) == 0)
					continue
				busy[day] += n
				count[day]++
			}
		}
		for (day = -1; day < 4; day++)
			if (count[day]) {
				printf "2026-03-%02d %.2f\n", day + 6, busy[day] / count[day] / 18
				busy["all"] += busy[day]
				count["all"] += count[day]
			}
		if (count["all"])
			printf "Average: %.1f\n", busy["all"] / count["all"] / 18
	}'
}

# window FROM TO DAYS OPTION...
window()
{
	truth "$1" "$2" "$3" >expected
	shift 3
	monstat -q -f csv --every=1d "$@" days.bin | awk -F, 'NR > 1 { printf "%.2f\n", $6 }' >values
	monstat -q --every=1d "$@" days.bin | awk '$1 ~ /^2026/ { getline value <"values"; print $1, value }
		$1 == "Average:" { print $1, $5 }' >got
	same "$*" expected got
	# Without --every, the average is the same.
	is "$* of each interval" "$(tail -n 1 expected)" "$(monstat -q "$@" days.bin | awk '$1 == "Average:" { print $1, $5 }')"
}
window 540 1020 0123456 --daily=09:00-17:00
window 1320 360 0123456 --daily=22:00-06:00
window 0 1440 03 --days=mon-fri
window 0 1440 012 --days=fri-sun
window 540 1020 2 --daily=9:00-17:00 --days=SUN
window 1320 120 1 --daily=22:00-02:00 --days=sat
window 1320 1440 123 --daily=22:00-24:00 --days=sat-mon
window 0 1440 0123 --daily=00:00-24:00
# Middles are 15 and 45 minutes after the hour: the first one counts, the last one does not.
window 555 1005 0123456 --daily=09:15-16:45
is 'the difference of the first interval uses the sample before the window' '09:30:00 1800 1.1' \
	"$(monstat -q --daily=09:00-17:00 days.bin | awk '$1 == "09:30:00" { print $1, $2, $5; exit }')"
is 'hours are those of --time' "$(monstat -q --daily=07:00-15:00 days.bin | awk '$1 == "Average:" { print $5 }')" \
	"$(TZ=XXX-2 monstat -q --time=local --daily=09:00-17:00 days.bin | awk '$1 == "Average:" { print $5 }')"

is 'an instance that left between two windows has no row' '32 16' "$(monstat -q -f csv --daily=09:00-17:00 device days.bin |
	awk -F, '$2 ~ /-06T/ { friday++ } $2 ~ /-07T/ { saturday++ } END { print friday, saturday }')"
# 0600 has 16 of 64 intervals, which is 0.25 per second, and 0700 all of them.
is 'averages of instances that left' '0600 0.3 0700 1.0' "$(monstat -q --daily=09:00-17:00 device days.bin |
	awk '$1 == "Average:" { print $3, $5 }' | xargs)"

# %busy is 1.9 at Friday 17:00, and 4.6 at Saturday 17:00.
monstat -q --alarm='system.%busy > 1.85' --daily=09:00-17:00 --days=fri,sat days.bin | sed 's/ UTC VMTEST system//' >got
cat >expected <<'END'
2026-03-06 16:30-17:00 type CP: %busy 1.9 > 1.85
2026-03-06 17:00 type CP: %busy: over; no values for 57600 s between 2026-03-06T17:00:00.000000Z and 2026-03-07T09:30:00.000000Z: outside of --daily and --days
2026-03-07 09:00-09:30 type CP: %busy 3.7 > 1.85
END
same 'alarms end before a window ends' expected got
# The same shifts in trend.sql, which belongs to monread.
sed -e "s/VALUES ('all'.*/VALUES ('late', '56', '22:00', '02:00')),/" -e "/^ *('evening'/d" "$top/data/queries/trend.sql" >late.sql
monread -f csv --sql=@late.sql days.bin | awk -F, '$2 == "CPU CP %" { sub("all days", "Average:"); print $3, $6 }' >got
truth 1320 120 01 | awk '{ printf "%s %.1f\n", $1, $2 + 1e-9 }' >expected
same 'shifts of trend.sql' expected got
monstat -q --html=- --daily=09:00-17:00 days.bin | grep -q 'outside of --daily and --days'
ok 'the page has the gaps' $?
is 'a time without intervals' '0 1' \
	"$(monstat --days=tue days.bin 2>err >out
	echo "$? $(grep -c '^monstat: no interval lies mostly in a window of --daily and --days; the intervals of ' err)")"
refused()
{
	monstat "$2" days.bin >out 2>err
	is "$1" "64 1" "$? $(grep -c -e "$2: expected" err)"
}
for tap_case in daily=9-17 daily=09:00-09:00 daily=24:01-25:00 daily=09:00- days=mon- days=monday days=fri,,sat days=; do
	refused "--$tap_case" "--$tap_case"
done
finish
