#!/bin/sh
# together.sh: --merge with a summary, a query and a database: what captures that overlap have, once, against captures that
# do not overlap, and merge.py, which counts by itself.
. "${srcdir:-.}/tests/tap.sh"

need_python sqlite3

cd "$tap_dir" || exit 99
"$PYTHON" "$tests/merge.py" two "${tests%/tests}/data/sample.monwrite" . || exit 99

# Captures that overlap, of a system: one from the beginning on; those behind the first of a capture that was rotated, which
# begin with configuration that was stored again, and marks; and a stream of the last of these.  One of another system.
compress=--compress=zstd
monread -q $compress --write=probe whole1 2>/dev/null || compress=
mkdir parts rotated
monread -q --write=parts/c --until=08:07:30 whole1
monread -q --write=rotated/part --rotate-size=150000 whole1
is "a capture of three files" 3 "$(find rotated -type f | wc -l | tr -d ' ')"
set -- rotated/*
# shellcheck disable=SC2086 # perhaps none
monread -q $compress --write=parts/b "$2"
monread -q --write=parts/d "$3"
monread -q --write=parts/a --write-format=stream "$3"
cp whole2 parts/other
monread --merge -f json parts 2>/dev/null | wc -l >shown
"$PYTHON" "$tests/merge.py" counts whole1 whole2 >truth
records=$(sed -n 's/^Records \([0-9]*\),.*/\1/p' truth)
is "the captures overlap" 1 $(($(monread -f json parts 2>/dev/null | wc -l) > records + 100))
is "--merge shows what the captures without overlap have" "$records" "$(cat shown | tr -d ' ')"

# counted: of a summary, what merge.py counts.
counted()
{
	sed -n 's/^  *//
		s/^Data sets  */Data sets /p
		s/^Record sets  */Record sets /p
		s/^Records  *\([0-9]*, [0-9]*\) bytes.*/Records \1/p
		s/^Intervals  *\([0-9]*\) of.*/Intervals \1/p
		s/^\(D[0-9]*R[0-9]*\)  *[^ ]*  *\([0-9]*\)  *\([0-9]*\) .*/\1 \2 \3/p'
}

monread --merge -s parts/* >summary 2>err
is "-s: the status" 0 $?
counted <summary >out
# A stream has no data sets, and ends one behind each record set of events.
grep -v '^Data sets' truth >wanted
grep -v '^Data sets' out >got
same "-s: what is counted" wanted got
monread --merge -s parts/b parts/c parts/d parts/other 2>/dev/null | counted >out
same "-s: data sets" truth out
is "-s: there is one" 1 "$(grep -c 'Record sets' summary)"
is "-s: of what" "5 FILEs merged: z/VM monitor data" "$(head -n 1 summary)"
monread -s whole1 whole2 | grep '^  *Time' | sed 's/.*Time  *//; s/ to /,/; s/, [0-9.]* s//' | tr ',' '\n' | LC_ALL=C sort | sed -n '1p;$p' >wanted
grep '^  *Time' summary | sed 's/.*Time  *//; s/ to /,/; s/, [0-9.]* s//' | tr ',' '\n' >out
same "-s: from the first to the last" wanted out
is "-s: what was left out is said" 1 "$(grep -c 'records of overlapping captures left out' err)"
monread --merge -s -d 0 parts 2>/dev/null | counted | grep '^D[0-9]' >out
grep '^D0' truth >wanted
same "-s: of a selection" wanted out

# Damage where another capture has the records: each is there once, and the damage is told.
mkdir torn
cp parts/* torn
size=$(wc -c <parts/c)
{
	head -c $((size - 30000)) parts/c
	head -c 6000 /dev/zero | tr '\0' 'x'
	tail -c 24000 parts/c
} >torn/c
monread --merge -s torn >out 2>err
is "-s, damage: the status" 1 $?
grep -q '^monread: torn/c: offset 0x[0-9a-f]*: ' err
ok "-s, damage: it is told of its file" $?
is "-s, damage: it is counted" 1 $(($(sed -n 's/^  Damage  *\([0-9]*\).*/\1/p' out) > 0))
counted <out | grep '^D[0-9]' >got
grep '^D[0-9]' truth >wanted
same "-s, damage: another has what it took" wanted got

# Queries
if ! monread --sql='SELECT 1' >/dev/null 2>&1; then
	skip "--sql and --sqlite" "no SQLite"
	finish
	exit
fi
keys='system, type, interval, time, domain, record, length'
asked()
{
	is "--sql, $1: rows" 1 $(($(wc -l <wanted) > 10))
	same "--sql, $1" wanted out
}
monread --sql="SELECT $keys FROM records ORDER BY $keys" -f csv whole1 whole2 >wanted
monread --merge --sql="SELECT $keys FROM records ORDER BY $keys" -f csv parts >out 2>err
asked records
is "--sql: as many as are counted" "$records" "$(($(wc -l <out) - 1))"
left=$(sed -n 's/^monread: \([0-9]*\) duplicate records of overlapping captures left out$/\1/p' err)
is "--sql: how many are left out" "$(monread --merge -q parts 2>&1 | sed -n 's/^monread: \([0-9]*\) duplicate records of overlapping.*/\1/p')" "$left"
for table in MRSYTPRP MRSYTPRP_delta MRUSEACT MRUSEACT_delta MRMTRSYS; do
	monread --sql="SELECT * FROM $table ORDER BY time, system, offset" -f json whole1 whole2 | sed 's/"file":[^,]*,"offset":[^,]*,"dataset":[^,]*,//' | LC_ALL=C sort >wanted
	monread --merge --sql="SELECT * FROM $table ORDER BY time, system, offset" -f json parts 2>/dev/null | sed 's/"file":[^,]*,"offset":[^,]*,"dataset":[^,]*,//' | LC_ALL=C sort >out
	case $table in
	MRMTRSYS) same "--sql, $table" wanted out ;;
	*) asked $table ;;
	esac
done
monread --merge --sql='SELECT a.time FROM MRSYTPRP AS a JOIN MRSYTPRP AS b USING (system, interval, PFXCPUAD)' -f csv parts 2>/dev/null | wc -l >out
monread --sql='SELECT a.time FROM MRSYTPRP AS a JOIN MRSYTPRP AS b USING (system, interval, PFXCPUAD)' -f csv whole1 whole2 | wc -l >wanted
same "--sql: a join" wanted out
monread --merge --sql='SELECT sum(records) FROM files' -f csv parts 2>/dev/null | sed 1d >out
is "--sql: files" "$records" "$(cat out)"
monread --merge --sql="SELECT domain, record, time FROM records ORDER BY 1, 2, 3" -f csv torn >out 2>err
is "--sql, damage: the status" 1 $?
monread --sql="SELECT domain, record, time FROM records ORDER BY 1, 2, 3" -f csv whole1 whole2 >wanted
same "--sql, damage: another has what it took" wanted out
is "--sql, damage: it is told once" 1 "$(grep -c '^monread: torn/c: offset .*' err | awk '{print ($1 > 0)}')"
sort err | uniq -d >out
is "--sql, damage: nothing is told twice" 0 "$(wc -l <out)"

# Databases
monread --merge --sqlite=merged.db parts 2>err
is "--sqlite: the status" 0 $?
monread --sqlite=whole.db whole1 whole2
for table in MRSYTPRP MRUSEACT MRMTRSYS MRSYTLCK__SYTLCK_CALLKDATA; do
	"$PYTHON" "$tests/merge.py" rows whole.db $table >wanted 2>/dev/null
	"$PYTHON" "$tests/merge.py" rows merged.db $table >out 2>/dev/null
	same "--sqlite: $table" wanted out
done
is "--sqlite: there are rows" 1 $(($("$PYTHON" "$tests/merge.py" rows merged.db MRSYTPRP | wc -l) > 50))
"$PYTHON" "$tests/merge.py" rows merged.db monread_files >wanted
"$PYTHON" "$tests/merge.py" rows merged.db MRUSEACT >>wanted
monread --merge --sqlite=merged.db parts 2>err
"$PYTHON" "$tests/merge.py" rows merged.db monread_files >out
"$PYTHON" "$tests/merge.py" rows merged.db MRUSEACT >>out
same "--sqlite: loaded again, nothing is added" wanted out
monread --merge --sqlite=torn.db torn 2>err
is "--sqlite, damage: the status" 1 $?
grep -q '^monread: torn/c: offset 0x[0-9a-f]*: ' err
ok "--sqlite, damage: it is told of its file" $?
for table in MRSYTPRP MRUSEACT; do
	"$PYTHON" "$tests/merge.py" rows whole.db $table | sed "s/'[0-9T:.Z-]*', *//" >wanted
	"$PYTHON" "$tests/merge.py" rows torn.db $table | sed "s/'[0-9T:.Z-]*', *//" >out
	is "--sqlite, damage: as many rows of $table" "$(wc -l <wanted)" "$(wc -l <out)"
done
finish
