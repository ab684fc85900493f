#!/bin/sh
# truth.sh: a day of an invented system, of which all answers are known: day.txt describes it.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"

# reports NAME: the reports of NAME.bin are the truth, in each interval and on average.
reports()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/stat/truth.py" stat "$tap_dir/$1.json" "$tap_dir/$1.bin" $EMULATOR "$MONSTAT"
}

holds 'a day is made' day day
monread -s "$tap_dir/day.bin" >"$tap_dir/summary" 2>&1
is 'a lost interval is a gap, an IPL is not' '1 1' \
	"$(grep -c 'Gaps  *1$' "$tap_dir/summary") $(grep -c 'the system was IPLed at' "$tap_dir/summary")"
holds 'nothing of it is damaged' grep -q 'Damage  *0 places' "$tap_dir/summary"
holds 'each record has a layout' grep -q 'Without layout  *0 records' "$tap_dir/summary"
holds 'the reports show what was described' reports day

holds 'a day of ten-minute intervals' day ten --interval=600
holds 'and its truth' reports ten
holds 'an hour of one-minute intervals, with the first logon' day hour --interval=60 --from=530 --to=590
holds 'and its truth' reports hour
holds 'an hour with a user of five minutes' day short --interval=60 --from=120 --to=180
holds 'and its truth' reports short
is 'who does not lead the hour' 'LXBATCH 1' "$(monstat -q -f csv --every=1d --by=cpu user "$tap_dir/short.bin" | LC_ALL=C awk -F, '
	NR == 2 { first = $4 } $4 == "SHORTY" { n = $11 > 8.2 && $11 < 8.4 } END { print first, n + 0 }')"
holds 'another system' day other --system=VMOTHER --from=0 --to=180
holds 'and its truth' reports other
for clock in 600,20 600,-20 600,7200 600,-3600; do
	holds "a clock that is set, $clock seconds" day clock --from=540 --to=720 --clock=$clock
	holds 'and its truth' reports clock
done

# Eight days on which a guest needs more each day; one of them has shorter intervals.
n=3
while [ $((n += 1)) -le 11 ]; do
	sed "s/date=[-0-9]*/date=2026-03-$(printf %02d $n)/; s/virt=30 /virt=$((20 + n)) /" "$tests/stat/day.txt" >"$tap_dir/days.txt"
	"$PYTHON" "$tests/stat/day.py" "$tap_dir/days.txt" --layouts="$srcdir/data" --capture="$tap_dir/trend$((n + 10)).bin" \
		--interval=$((n == 6 ? 1800 : 3600))
done
monstat -f csv system "$tap_dir"/trend*.bin >"$tap_dir/system.csv" 2>"$tap_dir/err"
monread -f csv --sql=@"$srcdir/data/queries/trend.sql" "$tap_dir"/trend*.bin >"$tap_dir/trend.csv" 2>"$tap_dir/err"
holds 'days, shifts and their growth' "$PYTHON" "$tests/stat/trend.py" "$tap_dir/system.csv" "$tap_dir/trend.csv"
# Text names each day as trend.sql does; CSV and JSON have its end and, last, its start.
days='2026-03-04 2026-03-05 2026-03-06 2026-03-07 2026-03-08 2026-03-09 2026-03-10 2026-03-11'
is 'the dates of days in trend.sql' "$days" "$(cut -d, -f3 "$tap_dir/trend.csv" | grep '^2026' | LC_ALL=C sort -u | xargs)"
is 'the dates of days in text' "$days" "$(monstat -q --every=1d "$tap_dir"/trend*.bin | awk '/^20/ { print $1 }' | xargs)"
monstat -q -f csv --every=1d "$tap_dir"/trend*.bin >"$tap_dir/days.csv"
is 'the start in CSV' "start $days" "$(sed 's/.*,//; s/T.*//' "$tap_dir/days.csv" | xargs)"
is 'the end in CSV' "time ${days#* } 2026-03-12" "$(cut -d, -f2 "$tap_dir/days.csv" | sed 's/T.*//' | xargs)"
is 'both in JSON' "$(sed '1d; s/^[^,]*,\([^,]*\),.*,\([^,]*\)$/\1 \2/' "$tap_dir/days.csv" | xargs)" \
	"$(monstat -q -f json --every=1d system "$tap_dir"/trend*.bin | sed 's/.*"time":"\([^"]*\)".*,"start":"\([^"]*\)"}$/\1 \2/' | xargs)"
# rows [OPTION]... CAPTURE...: the days that the page's table of the first chart names.
rows()
{
	monstat -q --html=- --every=1d cpu "$@" | sed -n '/<summary>Values/,/<\/table>/s/^<tr><th scope="row">\([^<]*\) 2026 00:00<.*/\1/p' |
		awk '!n[$0]++' | xargs
}
is 'the dates of days on the page' '4 Mar 5 Mar 6 Mar 7 Mar 8 Mar 9 Mar 10 Mar 11 Mar' "$(rows "$tap_dir"/trend*.bin)"

# part DATE [OPTION]...: a capture of a part of the day, on that date.
part()
{
	sed "s/date=[-0-9]*/date=$1/" "$tests/stat/day.txt" >"$tap_dir/part.txt"
	shift
	"$PYTHON" "$tests/stat/day.py" "$tap_dir/part.txt" --layouts="$srcdir/data" --capture="$tap_dir/part.bin" "$@"
}
# On these days the clock changes before the capture begins, so the day began in another zone.
for date in 2026-03-29 2026-10-25; do
	part $date --from=600 --to=660
	is "a day in local time: $date" "$date 00:00:00" \
		"$(TZ=CET-1CEST,M3.5.0,M10.5.0/3 monstat -q --time=local --every=1d "$tap_dir/part.bin" | awk '/^20/ { print $1, $2 }')"
	is "its page: $date" 0 "$(TZ=CET-1CEST,M3.5.0,M10.5.0/3 rows --time=local "$tap_dir/part.bin" | grep -c -v '^2[59] [MO]..$')"
done
part 2026-03-28 --interval=3600
mv "$tap_dir/part.bin" "$tap_dir/before.bin"
part 2026-03-30 --interval=3600
is 'the page of days in two zones' '28 Mar 29 Mar 30 Mar 31 Mar' \
	"$(TZ=CET-1CEST,M3.5.0,M10.5.0/3 rows --time=local "$tap_dir/before.bin" "$tap_dir/part.bin")"
# The first interval of the hour begins before the hour.
part 2026-03-04 --from=597 --to=667 --interval=420
is 'an hour that begins within an interval' '10:00:00 11:00:00' \
	"$(monstat -q --every=1h "$tap_dir/part.bin" | awk '/^[01]/ { print $1 }' | xargs)"
is 'a gap in an hour, and two systems' 'VMDAY 12:00:00 VMDAY 17:00:00 VMOTHER 00:00:00' \
	"$(monstat -q --every=1h "$tap_dir/day.bin" "$tap_dir/other.bin" | awk '$1 ~ /^(00|12|17):/ { print $3, $1 }' |
	LC_ALL=C sort -u | grep -v 'VMDAY 00' | xargs)"
finish
