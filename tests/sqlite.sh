#!/bin/sh
# sqlite.sh: --sqlite: databases of captures, loaded again, interrupted, and what is not touched.
. "${srcdir:-.}/tests/tap.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99

# run ARGUMENTS...: status, out and err
run()
{
	monread "$@" >out 2>err </dev/null
	status=$?
}

run --sqlite=sample.db "$sample"
if grep -q 'built without SQLite\|SQLite cannot be used' err; then
	is 'without SQLite: status' 2 $status
	[ ! -e sample.db ]
	ok 'nothing is made' $?
	finish
	exit
fi
command -v sqlite3 >/dev/null 2>&1 || skip_all 'no sqlite3'
python=/usr/bin/python3
"$python" -c 'import sqlite3, sys; sys.exit(sqlite3.sqlite_version_info < (3, 37))' 2>/dev/null || python=

# load DATABASE FILE...: status 0, nothing shown and no message
loads()
{
	database=$1
	shift
	run --sqlite="$database" "$@"
	is "load $*" '0 ' "$status $(cat out err)"
}

# ask DATABASE QUERY
ask()
{
	sqlite3 -batch "$1" "$2" 2>&1
}

# ---- What is in it ----

is 'the sample is loaded' '0 ' "$status $(cat out err)"
is 'it is whole' ok "$(ask sample.db 'PRAGMA integrity_check')"
is 'its records' '278|8|VMPROD1' "$(ask sample.db 'SELECT records, datasets, system FROM monread_files')"
is 'rows' 9 "$(ask sample.db 'SELECT count(*) FROM MRSYTPRP')"
is 'rows of entries' "$(monread -f json --sql='SELECT count(*) AS n FROM MRSYTLCK__SYTLCK_CALLKDATA' "$sample")" \
	"{\"n\":$(ask sample.db 'SELECT count(*) FROM MRSYTLCK__SYTLCK_CALLKDATA')}"
is 'a view with short names' '0|3' "$(ask sample.db 'SELECT PFXCPUAD, count(*) FROM D0R2 GROUP BY 1 LIMIT 1')"
is 'tables are strict' 0 "$(ask sample.db "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%STRICT%'")"
is 'indexes' 'MRSYTPRP_by_key
MRSYTPRP_by_time' "$(ask sample.db "SELECT name FROM sqlite_schema WHERE tbl_name = 'MRSYTPRP' AND type = 'index' AND sql NOT NULL ORDER BY 1")"
is 'a join by key and interval looks each row up' 1 "$(ask sample.db "EXPLAIN QUERY PLAN SELECT count(*) FROM MRUSEACT AS u
	JOIN MRSYTPRP AS p ON p.system = u.system AND p.interval = u.interval AND p.SYTPRP_PFXCPUAD = u.USEACT_VMDCPUAD" |
	grep -c 'SEARCH [up] .*_by_key (system=? AND [A-Z_]*=? AND interval=?)')"
is 'meta tables' 'counter|MRSYTLCK|1' "$(ask sample.db "SELECT
	(SELECT kind FROM monread_fields WHERE column_name = 'SYTPRP_PFXUTIME'),
	(SELECT name FROM monread_layouts WHERE domain = 0 AND record = 23), (SELECT schema_version FROM monread_schema)")"
is 'a table without rows is not there' 0 "$(ask sample.db "SELECT count(*) FROM sqlite_schema WHERE name = 'MRSYTSHS'")"
if [ -n "$python" ]; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	MONREAD=$MONREAD EMULATOR=$EMULATOR "$python" "$tests/sqlite.py" rows sample.db "$sample"
	ok 'all rows are as --sql has them' $?
else
	skip 'all rows are as --sql has them' 'no python3 with SQLite 3.37'
fi

# ---- The same again, and more of it ----

ask sample.db .dump >before
cp sample.db before.db
loads sample.db "$sample"
ask sample.db .dump | cmp -s before -
ok 'a second time nothing changes' $?
cmp before.db sample.db
ok 'and nothing is written' $?
cp "$sample" renamed.bin
loads sample.db renamed.bin
is 'a renamed file is the same one' '1|9' "$(ask sample.db 'SELECT (SELECT count(*) FROM monread_files), count(*) FROM MRSYTPRP')"
gzip -c "$sample" >packed.gz
run --sqlite=sample.db packed.gz
if grep -q libarchive err; then
	skip 'a compressed file is the same one' 'without libarchive'
else
	is 'a compressed file is the same one' '0 1|9' \
		"$status $(ask sample.db 'SELECT (SELECT count(*) FROM monread_files), count(*) FROM MRSYTPRP')"
fi
# One that grows: first without its last set, then cut off in the middle of a frame, then whole.
head -c 70000 "$sample" >growing.bin
run --sqlite=growing.db growing.bin
is 'a file that is cut off: status' 1 $status
is 'what is whole of it' "$(monread -l growing.bin 2>/dev/null | grep -c '^0x')" "$(ask growing.db 'SELECT records FROM monread_files')"
is 'and what is wrong' 1 "$(ask growing.db 'SELECT count(*) FROM monread_problems')"
cp "$sample" growing.bin
loads growing.db growing.bin
loads whole.db growing.bin
for table in MRSYTPRP MRUSEACT MRSYTLCK__SYTLCK_CALLKDATA MRAPLSDT LINUXOS__LINUXOS_CPU monread_files; do
	ask growing.db "SELECT * FROM $table" >grown
	ask whole.db "SELECT * FROM $table" >whole
	same "$table has what a load of all at once has" whole grown
done
is 'its end is not wrong any more' 0 "$(ask growing.db 'SELECT count(*) FROM monread_problems')"
# So little of it at first that its form is not known.
head -c 23 "$sample" >tiny.bin
run --sqlite=tiny.db tiny.bin
is 'some bytes: status' 1 $status
cp "$sample" tiny.bin
loads tiny.db tiny.bin
is 'and then all of it: nothing is wrong any more' '1|278|0' "$(ask tiny.db 'SELECT count(*), max(records),
	(SELECT count(*) FROM monread_problems) FROM monread_files')"
# Behind the last record only the rest of its frame is missing, and then comes.
head -c $(($(wc -c <"$sample") - 50)) "$sample" >frame.bin
run --sqlite=frame.db frame.bin
is 'the rest of a frame is missing' '1 278|1' \
	"$status $(ask frame.db 'SELECT (SELECT records FROM monread_files), (SELECT count(*) FROM monread_problems)')"
cp "$sample" frame.bin
loads frame.db frame.bin
is 'and then it is there' '278|0' \
	"$(ask frame.db 'SELECT (SELECT records FROM monread_files), (SELECT count(*) FROM monread_problems)')"
head -c 4096 "$sample" >page.bin
run --sqlite=frame.db page.bin
is 'a control block alone: status' 1 $status
is 'it has no times, and no last record' '4096|0|||-1' "$(ask frame.db "SELECT bytes, records, first_time, last_time, last_offset
	FROM monread_files WHERE file = 'page.bin'")"
# A shorter copy takes nothing away.
head -c 70000 "$sample" >short.bin
run --sqlite=growing.db short.bin
is 'a shorter copy takes nothing away' 278 "$(ask growing.db 'SELECT records FROM monread_files')"
is 'and nothing is wrong with it' 0 "$(ask growing.db 'SELECT count(*) FROM monread_problems')"
# Its first data set is not complete yet: each time the hash of what there is is another one.
monread --raw "$sample" >other.stream
for form in "$sample" other.stream; do
	first=$(monread -f csv --sql='SELECT min(offset) FROM records' "$form" | tail -n 1)
	end=$(monread -f csv --sql='SELECT max(offset + length) FROM records WHERE dataset = 1' "$form" | tail -n 1)
	rm -f first.db growing.bin
	for size in $(((2 * first + end) / 3)) $(((first + end) / 2)) $((end - 5)); do
		head -c $size "$form" >growing.bin
		run --sqlite=first.db growing.bin
		is "$size bytes of $(basename "$form"): a file, and what is wrong" '1|1' \
			"$(ask first.db 'SELECT (SELECT count(*) FROM monread_files), (SELECT count(*) FROM monread_problems)')"
	done
	cp "$form" growing.bin
	loads first.db growing.bin
	is 'the whole is the same file' '1|278|0' \
		"$(ask first.db 'SELECT count(*), sum(records), (SELECT count(*) FROM monread_problems) FROM monread_files')"
	is 'with each record once' '9|1' "$(ask first.db 'SELECT count(*), count(DISTINCT file_id) FROM MRSYTPRP')"
	head -c $(((first + end) / 2)) "$form" >growing.bin
	run --sqlite=first.db growing.bin
	is 'its beginning again' '1|278' "$(ask first.db 'SELECT count(*), sum(records) FROM monread_files')"
done
# A whole first data set tells which file it is.
head -c "$end" other.stream >one.bin
loads one.db one.bin
number=$(ask one.db 'SELECT file_id FROM monread_files WHERE file_id > 0')
cp other.stream one.bin
loads one.db one.bin
is 'the number of a file stays behind its first data set' "${number:-none}|278" \
	"$(ask one.db 'SELECT file_id, records FROM monread_files')"
loads sample.db other.stream
is 'the stream of it has other offsets, so it is another one' '2|18' \
	"$(ask sample.db 'SELECT (SELECT count(*) FROM monread_files), count(*) FROM MRSYTPRP')"
# ---- A TOD clock of 0 ----

cp "$sample" zero.bin
first=$(monread -f csv --sql="SELECT min(offset) FROM records WHERE dataset = (SELECT dataset FROM MRSYTPRP LIMIT 1 OFFSET 4)
	AND type = 'sample'" zero.bin | tail -n 1)
head -c 8 /dev/zero | dd of=zero.bin bs=1 seek=$((first + 8)) conv=notrunc 2>/dev/null
# 2^52 microseconds behind 1900: the clock began anew.
epoch=2042-09-17T23:53:47.370496Z
run --sqlite=zero.db zero.bin
rows=$(ask zero.db "SELECT count(*) FROM MRSYTPRP WHERE interval = '$epoch'")
is 'a clock of 0 is a time' 1 $((rows > 0))
is 'in CSV' "$rows" "$(monread -f csv -n MRSYTPRP zero.bin 2>/dev/null | grep -c ",$epoch,")"
is 'in a query' "$rows" "$(monread -f csv --sql='SELECT interval FROM MRSYTPRP' zero.bin 2>/dev/null | grep -c "^$epoch$")"
is 'in its condition' "$rows" \
	"$(monread -f csv --sql="SELECT count(*) FROM MRSYTPRP WHERE interval = '$epoch'" zero.bin 2>/dev/null | tail -n 1)"
is 'of all records' "$epoch,$epoch" \
	"$(monread -f csv --sql="SELECT time, interval FROM records WHERE offset = $first" zero.bin 2>/dev/null | tail -n 1)"

# ---- A name that is no UTF-8 ----

name=$(printf 'a\377b')
valid=$(printf 'a\357\277\275b')
cp "$sample" "$name"
loads name.db "$name"
is 'the name of a capture' "$valid" "$(ask name.db 'SELECT file FROM monread_files')"
is 'of a row' "$valid" "$(ask name.db 'SELECT file FROM MRSYTPRP LIMIT 1')"
is 'in CSV' 9 "$(monread -f csv -n MRSYTPRP "$name" | LC_ALL=C grep -c ",$valid,")"
is 'in CSV of a query' "$valid" "$(monread -f csv --sql='SELECT file FROM MRSYTPRP LIMIT 1' "$name" | tail -n 1)"

# ---- Copies that are damaged, and other selections ----

# break_at FILE RECORD: the length of its RECORDth record is wrong, so that the rest of the data set cannot be read
break_at()
{
	at=$(monread -f csv --sql="SELECT offset FROM records LIMIT 1 OFFSET $2" "$sample" | tail -n 1)
	printf '\000\001' | dd of="$1" bs=1 seek="$at" conv=notrunc 2>/dev/null
}

# contents DATABASE: its rows of records
contents()
{
	for table in $(ask whole.db "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'monread%' ORDER BY 1"); do
		echo "$table"
		ask "$1" "UPDATE $table SET file = 'x'; SELECT * FROM $table ORDER BY offset"
	done
}

rm -f whole.db
loads whole.db "$sample"
contents whole.db >whole
for part in first second; do
	cp "$sample" $part.bin
done
break_at first.bin 140
break_at second.bin 200
run --sqlite=mended.db first.bin
is 'a damaged copy: status' 1 $status
[ "$(ask mended.db 'SELECT records FROM monread_files')" -lt 278 ]
ok 'a damaged copy has less' $?
is 'and what is wrong is noted' 1 "$(ask mended.db 'SELECT count(*) FROM monread_problems')"
cp mended.db union.db
loads mended.db "$sample"
contents mended.db >mended
same 'a good copy: what was missing is there' whole mended
is 'of the same capture, of which nothing is wrong' '1|278|0' \
	"$(ask mended.db 'SELECT count(*), sum(records), (SELECT count(*) FROM monread_problems) FROM monread_files')"
cp mended.db before.db
loads mended.db "$sample"
cmp before.db mended.db
ok 'once more: nothing is written' $?
run --sqlite=mended.db first.bin
is 'the damaged copy again: status' 1 $status
is 'and nothing is changed' '1|278|0' \
	"$(ask mended.db 'SELECT count(*), sum(records), (SELECT count(*) FROM monread_problems) FROM monread_files')"
run --sqlite=union.db second.bin
is 'a copy that is damaged elsewhere: status' 1 $status
contents union.db >union
same 'each has what the other has not' whole union
is 'so nothing is missing' '1|278|0' \
	"$(ask union.db 'SELECT count(*), sum(records), (SELECT count(*) FROM monread_problems) FROM monread_files')"
# Damage has changed the end of a record, too: what is there stays, and the other one is not silently passed over.
cp "$sample" across.bin
at=$(monread -f csv --sql='SELECT offset FROM records LIMIT 1 OFFSET 140' "$sample" | tail -n 1)
printf '\125\125\000\001' | dd of=across.bin bs=1 seek=$((at - 2)) conv=notrunc 2>/dev/null
run --sqlite=across.db across.bin
is 'damage across two records: status' 1 $status
before=$(monread -f csv --sql='SELECT offset FROM records LIMIT 1 OFFSET 139' "$sample" | tail -n 1)
for again in 'a good copy' 'and again'; do
	run --sqlite=across.db "$sample"
	is "$again: what stays is said" "1 1 $(printf 'offset 0x%x' "$before")" \
		"$status $(wc -l <err | tr -d ' ') $(sed -n 's/.*: \(offset 0x[0-9a-f]*\): D.*a copy that is damaged here was loaded first.*/\1/p' err)"
	is "$again: the rest is there" '1|278' "$(ask across.db 'SELECT count(*), sum(records) FROM monread_files')"
done
is 'which is noted' 1 "$(ask across.db "SELECT count(*) FROM monread_problems WHERE offset = $before AND record NOT NULL")"
run --sqlite=across.db across.bin
is 'the damaged copy again' '1|278' "$(ask across.db 'SELECT count(*), sum(records) FROM monread_files')"
# Another record in the place of one is another capture, as are its rows.
cp "$sample" changed.bin
at=$(monread -f csv --sql='SELECT offset + length - 1 FROM records LIMIT 1 OFFSET 200' "$sample" | tail -n 1)
printf '\125' | dd of=changed.bin bs=1 seek="$at" conv=notrunc 2>/dev/null
loads mended.db changed.bin
is 'a copy with another record' '2|556' "$(ask mended.db 'SELECT count(*), sum(records) FROM monread_files')"
loads mended.db "$sample" changed.bin
is 'and both are known again' '2|556' "$(ask mended.db 'SELECT count(*), sum(records) FROM monread_files')"

# Two selections have records of the same times in the same places.
for cpu in 0 1; do
	monread -q --where="PFXCPUAD = $cpu" --write=cpu$cpu "$sample"
done
loads cpus.db cpu0 cpu1
is 'two selections: the rows of both' "$(ask whole.db 'SELECT PFXCPUAD, count(*) FROM D0R2 WHERE PFXCPUAD < 2 GROUP BY 1')" \
	"$(ask cpus.db 'SELECT PFXCPUAD, count(*) FROM D0R2 GROUP BY 1')"
cp cpus.db before.db
loads cpus.db cpu1 cpu0
cmp before.db cpus.db
ok 'the other way round: nothing is written' $?

# With --merge records that another capture has are no rows of the second one: they are not taken for loaded. Here the two
# have one number, and the one that is whole comes first, as its last record is newer.
cp "$sample" hurt.bin
printf '\000\001' | dd of=hurt.bin bs=1 seek=$((0x80E0)) conv=notrunc 2>/dev/null
for files in "hurt.bin $sample" "$sample hurt.bin"; do
	rm -f merged.db
	# shellcheck disable=SC2086 # words
	run --merge --sqlite=merged.db $files
	is "merged with a damaged copy: all records, once: $files" "$(ask whole.db 'SELECT count(*), count(DISTINCT "offset") FROM D0R2') 278" \
		"$(ask merged.db 'SELECT count(*), count(DISTINCT "offset") FROM D0R2') $(ask merged.db 'SELECT max(records) FROM monread_files')"
done
cp "$sample" same.bin
rm -f merged.db
loads_merged()
{
	run --merge --sqlite=merged.db "$@"
	is "load merged $*" 0 "$status"
}
loads_merged "$sample" same.bin
is 'merged with a copy: all records, once' '9|9' "$(ask merged.db 'SELECT count(*), count(DISTINCT "offset") FROM D0R2')"
# Selections that overlap, and one behind them that begins with the same configuration.
monread -q --write=sel1 --until=08:01 "$sample"
monread -q --write=sel2 --since=08:01 --until=08:02 "$sample"
monread -q --write=sel3 --since=08:03 "$sample"
rm -f merged.db
loads_merged sel1 sel2 sel3
loads sel3.db sel3
is 'merged selections: the last one, too' "$(ask sel3.db "SELECT count(*) FROM D4R3")" \
	"$(ask merged.db "SELECT count(*) FROM D4R3 WHERE time > '2026-03-04T08:02:30'")"

# Of what an earlier version has loaded there are no hashes.
head -c 70000 "$sample" >less.bin
run --sqlite=early.db less.bin
ask early.db 'DROP TABLE monread_hashes'
run --sqlite=early.db less.bin
is 'a database of an earlier version stays as it is' 0 "$(ask early.db "SELECT count(*) FROM sqlite_schema WHERE name = 'monread_hashes'")"
loads early.db "$sample"
contents early.db >early
same 'and is loaded into' whole early
loads early.db "$sample"
contents early.db >early
same 'and nothing is there twice' whole early

# All captures are open at once: a limit that can be raised is.
mkdir many
for n in 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29; do
	cp "$captures/good-locks.monwrite" many/$n.monwrite
done
(ulimit -S -n 16; run -f csv --sql='SELECT count(DISTINCT file) FROM MRSYTLCK' many; echo "$status $(tail -n 1 out)") >limited
is 'more captures than descriptors' '0 20' "$(cat limited)"
# The name of a file that is used again.
head -c 40960 "$captures/good-locks.monwrite" >renamed.bin
loads sample.db renamed.bin
is 'a name that is used again is another file' 3 "$(ask sample.db 'SELECT count(*) FROM monread_files')"
monread --sqlite=pipe.db - <"$sample"
is 'standard input' '-|278' "$(ask pipe.db 'SELECT file, records FROM monread_files')"
loads two.db "$sample" other.stream
is 'two files' '9|9' "$(ask two.db 'SELECT group_concat(n, '"'|'"') FROM (SELECT count(*) AS n FROM MRSYTPRP GROUP BY file_id)')"

# ---- Layouts ----

sed 's/SYTPRP_PFXUTIME/SYTPRP_PFXNEWNAME/' "$tests/../data/mrsytprp.dsect" >new.dsect
run -L new.dsect --sqlite=whole.db other.stream
is 'a column more' '9|9' "$(ask whole.db 'SELECT count(SYTPRP_PFXNEWNAME), count(*) - count(SYTPRP_PFXNEWNAME) FROM MRSYTPRP')"

# The same field as a number.
sed '/^Interval:/s/SYTPRP_PFXUTIME //; s/^\( 32  20  \)Character/\1Unsigned /' "$tests/../data/mrsytprp.dsect" >changed.dsect

# ---- What is refused ----

# refuses WORDS ARGUMENTS...
refuses()
{
	words=$1
	shift
	run "$@"
	[ $status -eq 2 ] && [ ! -s out ] && grep -q -e "$words" err
	result=$?
	[ $result -eq 0 ] || sed 's/^/# /' err
	ok "refused: $*" $result
}

# unchanged WORDS DATABASE: it is refused, and stays as it is
unchanged()
{
	cp "$2" copy
	refuses "$1" --sqlite="$2" "$sample"
	same "$2 stays as it is" copy "$2"
}

ask foreign.db 'CREATE TABLE t(a); INSERT INTO t VALUES(1)'
unchanged 'foreign.db: is a database that monread has not made; it stays as it is' foreign.db
echo 'This is a letter, not a database of anything at all.' >letter
unchanged 'letter: file is not a database' letter
cp whole.db version.db
ask version.db 'UPDATE monread_schema SET schema_version = 99'
unchanged 'version.db: is a database of another version of monread: schema version 99, expected 1' version.db
# A database that anybody may have changed: no offset is behind the last one there can be.
cp sample.db last.db
ask last.db 'UPDATE monread_files SET last_offset = 9223372036854775807'
loads last.db "$sample"
cp sample.db part.db
ask part.db 'UPDATE monread_hashes SET part = 9223372036854775807 - part'
loads part.db "$sample"
cp whole.db changed.db
refuses 'changed.db: SYTPRP_PFXUTIME of MRSYTPRP is REAL there, and TEXT with the layouts of this run; load into a new database' \
	-L changed.dsect --sqlite=changed.db "$captures/odd-long-record.stream"
is 'and what was there is there' 18 "$(ask changed.db 'SELECT count(*) FROM MRSYTPRP')"
cp "$sample" same
refuses 'same: is also the database' --sqlite=./same same
same 'and stays as it is' "$sample" same
refuses 'none/x.db: unable to open database file' --sqlite=none/x.db "$sample"
refuses 'none: cannot be opened' --sqlite=x.db none
refuses 'is a device' --sqlite=y.db /dev/monreader
[ ! -e y.db ]
ok 'nothing was made for a device' $?
# What SQLite has other meanings for is the name of a file, too.
for name in :memory: 'file:named?mode=memory' file:named; do
	loads "$name" "$captures/good-locks.monwrite"
	is "$name: it is a file" yes "$([ ! -s "./$name" ] || echo yes)"
	rm -f "./$name"
done

refuses '--sqlite=: expected the name of a file' --sqlite= "$sample"
refuses 'expected a FILE to load' --sqlite=x.db
refuses '--domain has no effect with --sqlite: all records are loaded; load what monread --raw selects$' --sqlite=x.db -d 0 "$sample"
refuses '--time has no effect with --sqlite: in tables times are UTC' --sqlite=x.db --time=local "$sample"
refuses '--format=json has no effect with --sqlite' --sqlite=x.db -f json "$sample"
refuses 'can be used' --sqlite=x.db --sql='SELECT 1' "$sample"

# ---- Damage and interruptions ----

run --sqlite=bad.db "$captures/bad-length-past-set.monwrite"
is 'damage: status' 1 $status
is 'damage: a row for it' "$(sed -n '1s/.*: offset 0x[0-9a-f]*: //p' err)" \
	"$(ask bad.db "SELECT iif(domain IS NULL, '', 'D' || domain || 'R' || record || ': ') || problem FROM monread_problems")"

cat "$captures/bad-entry-zero.stream" "$captures/bad-cut-header.stream" >both.stream
run --sqlite=both.db both.stream
is 'damage of no record, behind that of one' '2|1|1' \
	"$(ask both.db 'SELECT count(*), count(domain), count(record) FROM monread_problems')"

run --sqlite=again.db "$captures/bad-entry-zero.stream"
is 'a fault in a record: status' 1 $status
run --sqlite=again.db "$captures/bad-entry-zero.stream"
is 'loaded again: the same status' 1 $status
is 'which is explained' \
	"monread: $captures/bad-entry-zero.stream: 1 problem in records that were loaded before: see monread_problems" "$(cat err)"
is 'and noted once' 1 "$(ask again.db 'SELECT count(*) FROM monread_problems')"
cat "$captures/bad-entry-zero.stream" "$captures/bad-entry-zero.stream" >longer.stream
run --sqlite=again.db longer.stream
is 'grown by a record with the same fault' 'offset 0x7c: D0R23: SYTLCK_CALLKDATA: 1 entries of 0 bytes; none shown
1 problem in records that were loaded before: see monread_problems' "$(sed 's/^monread: longer.stream: //' err)"
run --sqlite=again.db longer.stream
is 'and again' '2 problems in records that were loaded before: see monread_problems' "$(sed 's/^monread: longer.stream: //' err)"
run --sqlite=again.db -q "$captures/bad-entry-zero.stream"
is 'a copy without the new one has one of them, and is not whole' 'problems: 1' \
	"$(sed -n 's/.*1 problem in records that were loaded before.*/problems: 1/p' err)"

# A table that somebody has given a condition: what does not meet it is not left out without a word.
head -c $(($(wc -c <"$sample") * 2 / 3)) "$sample" >part
run --sqlite=check.db part
sqlite3 check.db "PRAGMA writable_schema = ON;
	UPDATE sqlite_schema SET sql = replace(sql, ', PRIMARY KEY', ', CHECK(offset < $(wc -c <part)), PRIMARY KEY')
		WHERE name = 'MRSYTPRP'" >/dev/null 2>&1
before=$(ask check.db 'SELECT count(*) FROM MRSYTPRP')
run --sqlite=check.db "$sample"
is 'a condition that rows do not meet: status' 2 $status
is 'which is said' 1 "$(grep -c 'CHECK constraint failed' err)"
is 'and nothing was loaded' "$before" "$(ask check.db 'SELECT count(*) FROM MRSYTPRP')"

# A disk that is full before the database is complete.
wrong=
for blocks in 1 2 4 8 16 32 64 128; do
	rm -f new.db*
	(
		ulimit -f $blocks
		trap '' XFSZ
		monread --sqlite=new.db "$captures/good-locks.monwrite" >out 2>err
		echo $? >&3
	) 3>&1 | cat >status
	grep -qx 2 status && [ "$(wc -l <err)" -eq 1 ] &&
		grep -q '^monread: new.db: \(database or disk is full\|disk I/O error\)$' err || wrong="$wrong $blocks"
	[ -z "$(find . -name 'new.db*')" ] || wrong="$wrong $blocks:left"
done
is 'no room for a new database: status and message' '' "$wrong"
loads new.db "$captures/good-locks.monwrite"
is 'which is made when there is room' ok "$(ask new.db 'PRAGMA integrity_check')"

# ---- A new database in which nothing is ----

# leaves_none NAME STATUS ARGUMENTS...: with them there is no database, nor anything of one
leaves_none()
{
	name=$1 expected=$2
	shift 2
	rm -f none.db*
	run --sqlite=none.db "$@"
	is "$name: status" "$expected" $status
	[ -s err ]
	ok "$name: a message" $?
	is "$name: no database is left" '' "$(find . -name 'none.db*')"
}

: >empty
head -c 23 "$sample" >short.part
mkdir -p bare
leaves_none 'a FILE that is missing' 2 missing
leaves_none 'two that are missing' 2 missing missing.too
leaves_none 'no capture' 1 letter
leaves_none 'an empty file' 1 empty
leaves_none 'an empty input' 1 -
leaves_none 'a directory without captures' 2 bare
leaves_none 'some bytes of a capture' 1 short.part
run --sqlite=none.db missing "$sample"
is 'one that is missing and one that is not: status' 2 $status
is 'what was loaded stays' 278 "$(ask none.db 'SELECT records FROM monread_files')"
cp none.db before.db
run --sqlite=none.db missing
is 'missing, with a database: status' 2 $status
same 'which stays as it is' before.db none.db
for file in '' letter; do
	: >made.before
	run --sqlite=made.before ${file:-missing}
	[ -e made.before ]
	ok "a file that was there before is not removed: ${file:-missing}" $?
	rm -f made.before
done
ln -s nowhere.db link.db
run --sqlite=link.db missing
[ -h link.db ]
ok 'nor is a symbolic link' $?
[ ! -e nowhere.db ]
ok 'but the file that was made where it points to' $?
loads link.db "$sample"
is 'which is made there' 278 "$(ask nowhere.db 'SELECT records FROM monread_files')"

# What another run does with it at the same time.
# begin_slowly: a run that has made the database waits for what is written to descriptor 4.
begin_slowly()
{
	mkfifo slow
	monread --sqlite=shared.db slow 2>err &
	first=$!
	exec 4>slow
	tries=0
	until [ -s shared.db ] || [ $((tries += 1)) -gt 200 ]; do
		sleep 0.05
	done
}
begin_slowly
run --sqlite=shared.db "$captures/good-locks.monwrite"
exec 4>&-
wait $first
is 'a run that loads nothing made the file, and another loads into it: status' 1 $?
is 'it stays' 1 "$(ask shared.db 'SELECT count(*) FROM monread_files WHERE records > 0')"
rm -f slow shared.db
if grep -q '^#define HAVE_DECL_F_OFD_SETLK 1' "$builddir/config.h"; then
	begin_slowly
	mkfifo later
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONREAD" --sqlite=shared.db later 2>err.later 4>&- &
	second=$!
	# It opens its capture when it has the database.
	exec 5>later
	exec 4>&-
	wait $first
	is 'a run that loads nothing made the file, and another waits with it: status' 1 $?
	cat "$captures/good-locks.monwrite" >&5
	exec 5>&-
	wait $second
	is 'the other one: status and messages' 0 "$?$(cat err.later)"
	is 'it is in the database' 1 "$(ask shared.db 'SELECT count(*) FROM monread_files WHERE records > 0')"
	rm -f slow later shared.db
else
	skip 'two runs have a database' 'no locks of open files'
fi
begin_slowly
rm -f shared.db
cat "$captures/good-locks.monwrite" >&4
exec 4>&-
wait $first
is 'a database that is removed while it is loaded into: status' 2 $?
is 'which is said' 'monread: shared.db: was removed or renamed since it was opened; nothing more is loaded; run again' "$(cat err)"

# ---- Two runs at once ----

# all_load NAME BEFORE FILE...: runs at once load a FILE each into a database that the command BEFORE makes
all_load()
{
	name=$1 before=$2
	shift 2
	wrong=
	for round in 1 2 3 4 5 6 7 8; do
		rm -f at-once.db* err.*
		$before
		n=0 pids=
		for file; do
			# shellcheck disable=SC2086 # EMULATOR may have options
			$EMULATOR "$MONREAD" --sqlite=at-once.db "$file" 2>err.$((n += 1)) >&2 &
			pids="$pids $!"
		done
		for pid in $pids; do
			wait "$pid" || wrong="$wrong $round: $? $(cat err.*)"
		done
		[ "$(ask at-once.db 'SELECT count(*) FROM monread_files WHERE records > 0')" = $# ] || wrong="$wrong $round: lost"
	done
	is "$name: all load" '' "$wrong"
}
make_empty()
{
	: >at-once.db
}
make_with_locks()
{
	monread --sqlite=at-once.db "$captures/good-locks.monwrite"
	sqlite3 at-once.db "DELETE FROM monread_files"
}
all_load 'two runs at once make a database' : "$sample" "$captures/good-locks.monwrite"
all_load 'three runs at once, of an empty file' make_empty "$sample" "$captures/good-locks.monwrite" other.stream
all_load 'two runs at once make the same tables' make_with_locks "$sample" other.stream

# What holds a lock is asked by statements of descriptor 6, which ends with it.
# hold DATABASE STATEMENTS: the lock is there
hold()
{
	rm -f statements held
	mkfifo statements
	sqlite3 -batch "$1" <statements >held &
	holder=$!
	exec 6>statements
	echo "$2; SELECT 'held';" >&6
	wait_until 'grep -q held held'
}

# wait_until CONDITION: for half a minute at most
wait_until()
{
	tries=0
	until eval "$1" || [ $((tries += 1)) -gt 600 ]; do
		sleep 0.05
	done
}

# waits NAME STATEMENTS PROGRAM [JOURNAL]: a run that waits for the lock of these says whose it is, and ends when the lock does,
# however long that takes.
waits()
{
	rm -f locked.db*
	loads locked.db "$captures/good-locks.monwrite"
	ask locked.db "PRAGMA journal_mode = ${4-DELETE}" >out
	hold locked.db "$2"
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONREAD" --sqlite=locked.db "$sample" 2>err >&2 6>&- &
	loader=$!
	wait_until '[ -s err ]'
	is "$1: what is waited for" "monread: locked.db: locked by $3; waiting for it" \
		"$(sed "s/process $holder;/process HOLDER;/" err)"
	exec 6>&-
	wait $holder
	wait $loader
	is "$1: it is loaded when the lock is gone, and nothing more is said" '0 1 2' \
		"$? $(wc -l <err | tr -d ' ') $(ask locked.db 'SELECT count(*) FROM monread_files WHERE records > 0')"
}
for statements in 'BEGIN IMMEDIATE' 'BEGIN; SELECT count(*) FROM monread_files'; do
	waits "$statements" "$statements" 'process HOLDER'
done
# With a log that is written ahead all who have it open have a lock that they share: that does not tell who writes.
waits 'a log that is written ahead' 'BEGIN IMMEDIATE' 'another program' WAL
is 'there is such a log' wal "$(cat out)"
ask locked.db 'PRAGMA journal_mode = DELETE' >out
cp locked.db before.db
hold locked.db 'BEGIN IMMEDIATE'
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$MONREAD" -q --sqlite=locked.db other.stream 2>err >&2 6>&- &
loader=$!
sleep 1
kill -TERM $loader
wait $loader
is 'a signal ends the wait: status, what is said' '143 ' "$? $(cat err)"
exec 6>&-
wait $holder
same 'and the database is as it was' before.db locked.db

# A file system of its own, where that can be had.
mkdir little
if mount -t tmpfs -o size=256k none little 2>/dev/null; then
	run --sqlite=little/x.db "$sample"
	is 'a small disk: status' 2 $status
	is 'a small disk: message' 'monread: little/x.db: database or disk is full' "$(cat err)"
	is 'a small disk: nothing is left there' '' "$(ls little)"
	umount little
	mount -t tmpfs -o size=600k none little
	run --sqlite=little/x.db "$sample"
	is 'a disk with room for the tables that tell of layouts: status' 2 $status
	is 'nothing is left there, either' '' "$(ls little)"
	umount little
else
	skip 'a small disk' 'only root can mount one'
fi

# A disk that is full: what the database had stays, and the next run goes on.
loads full.db "$captures/good-locks.monwrite"
ask full.db .dump >before
(
	ulimit -f 500
	trap '' XFSZ
	monread --sqlite=full.db "$sample" >out 2>err
	echo $? >status
)
is 'a full disk: status' 2 "$(cat status)"
grep -q '^monread: full.db: \(database or disk is full\|disk I/O error\)$' err
ok 'a full disk: message' $?
ask full.db .dump | cmp -s before -
ok 'a full disk: the database is as it was' $?
loads full.db "$sample"
is 'and takes the rest when there is room' '9|ok' "$(ask full.db 'SELECT count(*) FROM MRSYTPRP')|$(ask full.db 'PRAGMA integrity_check')"

if [ -n "$python" ]; then
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		cat other.stream
	done >long.stream
	MONREAD=$MONREAD EMULATOR=$EMULATOR "$python" "$tests/sqlite.py" kill long.stream 50
	ok 'killed at any time, the database has all of the capture or nothing, and the next run completes it' $?
else
	skip 'killed at any time' 'no python3 with SQLite 3.37'
fi
finish
