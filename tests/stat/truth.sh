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
finish
