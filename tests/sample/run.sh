#!/bin/sh
# run.sh: data/sample.monwrite is what its description makes, and shows something of every domain.
. "${srcdir:-.}/tests/tap.sh"

sample=$srcdir/data/sample.monwrite

same 'sample/sample.txt makes data/sample.monwrite' "$captures/sample.monwrite" "$sample"
[ "$(wc -c <"$sample")" -le 1048576 ]
ok 'the sample has a megabyte at most' $?
monread -q "$sample" 2>"$tap_dir/err"
ok 'the sample is without fault' $?
for domain in 0 1 2 3 4 5 6 7 8 9 10 11; do
	[ "$(monread -l -d $domain "$sample" | wc -l)" -gt 0 ]
	ok "the sample has records of domain $domain" $?
done
is 'there are three intervals and the configuration' 4 "$(monread -l -r 1.11 "$sample" | wc -l | tr -d ' ')"
# Of D1R4 in the length of 6.2 and later only the front part is described.
monread -f json "$sample" | grep -v '"name":"MRMTRSYS"' | grep -c '"tail":' >"$tap_dir/tails"
is 'only the application that nobody knows has a tail' 3 "$(cat "$tap_dir/tails")"
finish
