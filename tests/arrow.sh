#!/bin/sh
# arrow.sh: -f arrow: each cell equals its cell in CSV; types, nulls, lists, batches, values that do not fit, live input.
. "${srcdir:-.}/tests/tap.sh"

case $srcdir in /*) sample=$srcdir/data/sample.monwrite ;; *) sample=$PWD/$srcdir/data/sample.monwrite ;; esac
need_python
arrow() { "$PYTHON" "$srcdir/tests/arrow.py" "$@" 2>&1; }

# ---- Every cell ----

# name | options
while IFS='|' read -r name options; do
	rm -rf "$tap_dir/arrow" "$tap_dir/csv"
	# shellcheck disable=SC2086 # lists of words
	monread -f arrow --split="$tap_dir/arrow" $options "$sample" && monread -f csv --split="$tap_dir/csv" $options "$sample"
	is "cells of the sample, $name" "$(ls "$tap_dir/csv" | wc -l | tr -d ' ') $(cat "$tap_dir"/csv/* | wc -l | tr -d ' ')" \
		"$(arrow --split "$tap_dir/arrow" "$tap_dir/csv" | awk '{ print $1, $1 + $2; next }')"
done <<'END'
levels|
differences|--delta
rates|--delta=rate
threads|-j5
END
for file in "$captures"/*.monwrite "$captures"/*.stream; do
	rm -rf "$tap_dir/arrow" "$tap_dir/csv"
	monread -f arrow --split="$tap_dir/arrow" --delta "$file" >"$tap_dir/log" 2>&1
	monread -f csv --split="$tap_dir/csv" --delta "$file" >"$tap_dir/log" 2>&1
	arrow --split "$tap_dir/arrow" "$tap_dir/csv" >"$tap_dir/log" || echo "$file"
done >"$tap_dir/wrong"
is 'cells of the other captures' '' "$(cat "$tap_dir/wrong")"
yes "$captures/sample.monwrite" | head -n 100 | xargs cat >"$tap_dir/large"
is 'the batches of a file do not depend on the threads' 1 "$(for threads in 1 2 5 5; do
	monread -j$threads -f arrow -n MRUSEACT "$tap_dir/large" 2>/dev/null | cksum
done | sort -u | wc -l | tr -d ' ')"
rm -f "$tap_dir/large"

# ---- Types ----

cat >"$tap_dir/page.dsect" <<END
Record:    MRTSTARR
DSECT:     TSTARR
Number:    D4R253
Title:     Arrow
Status:    whole
Source:    made up
Text:      TSTARR_WORD
Interval:  TSTARR_LEFT
Counter:   TSTARR_COUNT
Unixtime:  TSTARR_WHEN

MRTSTARR Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   64  TSTARR
$(header_rows)
 20  14  Unsigned     8  TSTARR_COUNT           a counter
 28  1C  Signed       4  TSTARR_BELOW           below 0
 32  20  Bitstring    1  TSTARR_FLAGS           flags
 32  20  1... ....       TSTARR_FIRST           the first flag
 33  21  Unsigned     3  TSTARR_THREE           three bytes
 36  24  Character    8  TSTARR_LEFT            time
 44  2C  Character    4  TSTARR_WORD            a word
 48  30  Signed       2  TSTARR_LIST(2)         two numbers
 52  34  Address      4  TSTARR_WHERE           an address
 56  38  Unsigned     8  TSTARR_WHEN            seconds since 1970
END
cat >"$tap_dir/text" <<'END'
set event 4 0x09000000
record 4.253 0
bytes X'FFFFFFFFFFFFFFFF 80000000 80 FFFFFF 00000000F4240000' 'A<Z ' X'8000 0001 0000ABCD 0000000000000001'
record 4.253 0
bytes X'0000000000000000 7FFFFFFF 7F 000000 FFFFFFFFFFFFFFFF' X'00C0D040' X'7FFF FFFF 00000000 FFFFFFFFFFFFFFFF'
record 4.253 0
bytes X'0000000000000040'
END
mkcapture -f stream "$tap_dir/text" "$tap_dir/made" || exit 99
monread -L "$tap_dir/page.dsect" -f csv --name=MRTSTARR "$tap_dir/made" >"$tap_dir/made.csv" 2>/dev/null
monread -L "$tap_dir/page.dsect" -f arrow --name=MRTSTARR "$tap_dir/made" >"$tap_dir/made.arrows" 2>"$tap_dir/err"
is 'a value that does not fit: status' 1 $?
is 'a value that does not fit: message' "monread: $tap_dir/made: offset 0x4c: D4R253: TSTARR_WHEN: the value does not fit the type of its column in Arrow: null is written" \
	"$(cat "$tap_dir/err")"
arrow --types "$tap_dir/made.arrows" | grep -v '^[a-z]' >"$tap_dir/got"
cat >"$tap_dir/expected" <<'END'
TSTARR_COUNT uint64
TSTARR_BELOW int32
TSTARR_FLAGS uint8
TSTARR_FIRST bool
TSTARR_THREE uint32
TSTARR_LEFT double
TSTARR_WORD utf8
TSTARR_LIST list<int16>
TSTARR_WHERE utf8
TSTARR_WHEN time
END
same 'types follow from the layout' "$tap_dir/expected" "$tap_dir/got"
sed 's/18446744073709551615$//' "$tap_dir/made.csv" >"$tap_dir/fit.csv"
is 'largest and smallest values, and a record that ends early' 3 "$(arrow "$tap_dir/made.arrows" "$tap_dir/fit.csv")"
monread -L "$tap_dir/page.dsect" -f arrow --name=MRTSTARR --delta "$tap_dir/made" 2>/dev/null >"$tap_dir/delta.arrows"
is 'a difference may be negative' 'TSTARR_COUNT int64' "$(arrow --types "$tap_dir/delta.arrows" | grep COUNT)"
monread -f arrow -n MRSYTPRP "$captures/good-locks.stream" >"$tap_dir/none.arrows" 2>/dev/null
monread -f csv -n MRSYTPRP "$captures/good-locks.stream" >"$tap_dir/none.csv" 2>/dev/null
is 'a table without rows' 0 "$(arrow "$tap_dir/none.arrows" "$tap_dir/none.csv")"

# ---- Batches ----

i=0
while [ $((i += 1)) -le 40 ]; do
	cat "$sample"
done >"$tap_dir/large"
monread -f csv -n MRUSEACT "$tap_dir/large" >"$tap_dir/large.csv" 2>/dev/null
for jobs in 1 5; do
	monread -f arrow -n MRUSEACT -j$jobs "$tap_dir/large" >"$tap_dir/large.arrows" 2>/dev/null
	is "batches, -j$jobs" "$(($(wc -l <"$tap_dir/large.csv") - 1))" "$(arrow "$tap_dir/large.arrows" "$tap_dir/large.csv")"
done
# Endless input: monread writes the available rows before more input comes.
mkfifo "$tap_dir/pipe"
monread -f arrow -n MRSYTPRP - <"$tap_dir/pipe" >"$tap_dir/live.arrows" 2>/dev/null &
exec 7>"$tap_dir/pipe"
cat "$sample" >&7
i=0
while ! arrow --types "$tap_dir/live.arrows" | grep -q 'batches: [1-9]' && [ $((i += 1)) -lt 300 ]; do
	sleep 0.2
done
[ $i -lt 300 ]
ok 'a batch does not wait for the end of a pipe' $?
exec 7>&-
wait $!

# ---- Queries ----

if monread --sql='SELECT 1' >/dev/null 2>&1; then
	while read -r query; do
		monread -f arrow --sql="$query" "$sample" >"$tap_dir/query.arrows"
		status=$?
		monread -f csv --sql="$query" "$sample" >"$tap_dir/query.csv"
		is "$query" "$status $(($(wc -l <"$tap_dir/query.csv") - 1))" "0 $(arrow "$tap_dir/query.arrows" "$tap_dir/query.csv")"
	done <<-'END'
	SELECT *, bytes FROM MRSYTPRP
	SELECT * FROM MRUSEACT_delta WHERE elapsed IS NULL OR VMDTTIME > 0
	SELECT * FROM MRSYTLCK__SYTLCK_CALLKDATA_last
	SELECT * FROM cpu
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000) SELECT i, nullif(i % 3, 0) FROM n
	SELECT VMDUSER, CASE VMDUSER WHEN 'LXDB01' THEN 'text' WHEN 'MAINT' THEN 1.5 ELSE 1 END FROM MRUSEACT
	END
	# The second row of the view that has it is from 2^63 on; the third is the largest one.
	cat >"$tap_dir/text" <<-'END'
	set event 4 0x09000000
	record 4.253 0
	bytes X'0000000000000001'
	record 4.253 0
	bytes X'8000000000000000'
	record 4.253 0
	bytes X'FFFFFFFFFFFFFFFF'
	END
	mkcapture -f stream "$tap_dir/text" "$tap_dir/wide" || exit 99
	# query | types and values
	while IFS='|' read -r query expected; do
		monread -L "$tap_dir/page.dsect" -f arrow --sql="$query" "$tap_dir/wide" >"$tap_dir/query.arrows"
		is "types: $query" "$expected" "$(arrow --types "$tap_dir/query.arrows" | tr '\n' ' ' | sed 's/ $//')"
	done <<-'END'
	SELECT time, COUNT, FLAGS, LEFT, WORD, LIST, bytes FROM MRTSTARR WHERE false|time time COUNT uint64 FLAGS int64 LEFT double WORD utf8 LIST utf8 bytes binary batches:
	SELECT "WHEN", COUNT FROM MRTSTARR_delta WHERE false|WHEN time COUNT int64 batches:
	SELECT time FROM MRTSTARR_asof WHERE false|time time batches:
	SELECT max(time) AS t, count(*) AS n, avg(1) AS r, NULL AS z, 1 AS n FROM MRTSTARR|t time n int64 r double z null n:1 int64 batches: 1
	SELECT max(COUNT) AS c, 1 + COUNT AS d FROM MRTSTARR GROUP BY offset|c double d double batches: 3
	SELECT 1 AS one WHERE false|one null batches:
	END
	monread -L "$tap_dir/page.dsect" -f arrow --sql='SELECT COUNT FROM MRTSTARR' "$tap_dir/wide" >"$tap_dir/query.arrows"
	printf '%s\n' COUNT 1 9223372036854775808 18446744073709551615 >"$tap_dir/query.csv"
	is 'integers from 2^63 on' '0 3' "$? $(arrow "$tap_dir/query.arrows" "$tap_dir/query.csv")"
	monread -L "$tap_dir/page.dsect" -f arrow --sql='SELECT "WHEN" FROM MRTSTARR' "$tap_dir/made" >"$tap_dir/query.arrows" 2>"$tap_dir/err"
	is 'a time that does not fit' '1 monread: --sql: column WHEN: a value does not fit the type of its column in Arrow: null is written' \
		"$? $(cat "$tap_dir/err")"
	monread -f arrow --sql='SELECT absent' "$sample" >"$tap_dir/query.arrows" 2>"$tap_dir/err"
	is 'a query that fails writes nothing' '2 0' "$? $(wc -c <"$tap_dir/query.arrows" | tr -d ' ')"
else
	skip 'queries' 'built without SQLite'
fi

# shellcheck disable=SC2086 # EMULATOR may have options
"$PYTHON" "$srcdir/tests/terminal.py" 0 $EMULATOR "$MONREAD" -f arrow -n MRSYTPRP "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
is 'a terminal' ' monread: Arrow is not written to a terminal; use a pipe, --output=FILE or --split=DIR' \
	"$(cat "$tap_dir/out") $(head -n 1 "$tap_dir/err")"
finish
