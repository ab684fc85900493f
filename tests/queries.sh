#!/bin/sh
# queries.sh: run the queries of man monread-sql with the sample, and compare the answers with its JSON.
. "${srcdir:-.}/tests/tap.sh"

sample=$srcdir/data/sample.monwrite
page=$srcdir/man/monread-sql.7
monread -q --sql='SELECT 1' "$sample" >/dev/null 2>"$tap_dir/err"
skip_without SQLite $? "$tap_dir/err"

# Each query to a file: q1, q2, ...
awk -v dir="$tap_dir" '
	/^\.EE/ { on = 0; close(file) }
	on { gsub(/\\\(aq/, "\047"); gsub(/\\-/, "-"); print >file }
	/^\.EX/ { on = 1; file = dir "/q" ++n }' "$page"
count=$(ls "$tap_dir" | grep -c '^q[0-9]')
[ "$count" -ge 20 ]
ok 'data has twenty queries' $?

n=0
while [ $((n += 1)) -le "$count" ]; do
	monread --sql="@$tap_dir/q$n" "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	is "query $n: $(head -n 1 "$tap_dir/q$n")" 0 "$status$(cat "$tap_dir/err")"
	[ -s "$tap_dir/out" ]
	ok "query $n: there is a heading" $?
done

# answers TEXT EXPECTED: the query that has this text, in CSV without its heading.
answers()
{
	file=$(grep -lF -e "$1" "$tap_dir"/q* | head -n 1)
	is "the answer to $1" "$2" "$(monread -f csv --sql="@$file" "$sample" | tail -n +2)"
}

# By the differences of JSON's values and of its times.
answers 'AS emulation' '2026-03-04 08:02:00.000412,0,48.0,41.3
2026-03-04 08:02:00.000412,1,38.7,32.6
2026-03-04 08:02:00.000412,2,35.6,29.7
2026-03-04 08:03:00.000412,0,49.3,42.6
2026-03-04 08:03:00.000412,1,40.8,34.7
2026-03-04 08:03:00.000412,2,33.5,26.8'
answers "'on' AS what" '2026-03-04 08:00:41.500541,TJONES,on
2026-03-04 08:00:52.750553,TJONES,off'
answers 'FROM problems' ''

# Each domain in a separate capture: samples begin with a different record then.
for one in 0.8 4.3; do
	monread -q -r "$one" --write="$tap_dir/domain-$one" "$sample"
done
file=$(grep -lF -e 'abs(a.unix_time' "$tap_dir"/q* | head -n 1)
monread -f json -r 0.8 "$sample" | sed -n 's/.*"SYTUSR_SYSUSRS":\([0-9]*\).*/\1,17/p' >"$tap_dir/expected"
monread -f csv --sql="@$file" "$sample" | sed '1d; s/^[^,]*,//' >"$tap_dir/got"
same 'samples by their time: twelve users with 17 virtual CPUs have records' "$tap_dir/expected" "$tap_dir/got"
monread -f csv --merge --sql="@$file" "$tap_dir/domain-0.8" "$tap_dir/domain-4.3" | sed '1d; s/^[^,]*,//' >"$tap_dir/got"
same 'selections of two domains, merged' "$tap_dir/expected" "$tap_dir/got"
finish
