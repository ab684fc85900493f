#!/bin/sh
# sqlite.sh: --sqlite: databases of captures: each record once, refusals, and the state after interruptions.
. "${srcdir:-.}/tests/tap.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99

# run ARGUMENTS...: status, out and err
run()
{
	monread "$@" >out 2>err </dev/null
	status=$?
}

run --sqlite=sample.db --delta "$sample"
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

# ask DATABASE QUERY
ask()
{
	sqlite3 -batch "$1" "$2" 2>&1
}

# loads DATABASE FILE...: load; status 0, no output and no message
loads()
{
	database=$1
	shift
	run --sqlite="$database" "$@"
	is "load $*" '0 ' "$status $(cat out err)"
}

# ---- The tables ----

is 'the sample is loaded' '0 ' "$status $(cat out err)"
is 'the database has no damage' ok "$(ask sample.db 'PRAGMA integrity_check')"
is 'the table of files has the sample' "$sample|378|8|VMPROD1" "$(ask sample.db 'SELECT file, records, datasets, system FROM monread_files')"
cp sample.db older.db
ask older.db 'ALTER TABLE monread_files DROP COLUMN complete'
is 'a database of monread 1.1 gets the column complete' '0 yes' \
	"$(monread --sqlite=older.db "$sample"; echo $?) $(ask older.db 'SELECT complete FROM monread_files')"
is 'tables are strict' 0 "$(ask sample.db "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'monread%' AND sql NOT LIKE '%STRICT%'")"
is 'a table without rows is not made' 0 "$(ask sample.db "SELECT count(*) FROM sqlite_schema WHERE name = 'MRSYTSHS'")"
is 'the key of records' 'system,time,record_hash,copy' "$(ask sample.db "SELECT group_concat(name) FROM pragma_index_info('sqlite_autoindex_MRSYTLCK_1')")"
is 'the key of entries' 'system,time,record_hash,copy,entry' \
	"$(ask sample.db "SELECT group_concat(name) FROM pragma_index_info('sqlite_autoindex_MRSYTLCK__SYTLCK_CALLKDATA_1')")"
is 'an index begins with the key, then comes the interval' 'system,SYTPRP_PFXCPUAD,interval' \
	"$(ask sample.db "SELECT group_concat(name) FROM pragma_index_info('MRSYTPRP_by_key')")"
is 'a join by key and interval looks each row up' 1 "$(ask sample.db "EXPLAIN QUERY PLAN SELECT count(*) FROM MRUSEACT AS u
	JOIN MRSYTPRP AS p ON p.system = u.system AND p.interval = u.interval AND p.SYTPRP_PFXCPUAD = u.USEACT_VMDCPUAD" |
	grep -c 'SEARCH [up] .*_by_key (system=? AND [A-Z_]*=? AND interval=?)')"
is 'meta tables' 'counter|MRSYTLCK|2' "$(ask sample.db "SELECT
	(SELECT kind FROM monread_fields WHERE column_name = 'SYTPRP_PFXUTIME'),
	(SELECT name FROM monread_layouts WHERE domain = 0 AND record = 23), (SELECT schema_version FROM monread_schema)")"
if [ -n "$python" ]; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	MONREAD=$MONREAD EMULATOR=$EMULATOR "$python" "$tests/sqlite.py" rows sample.db "$sample" 2>&1
	ok 'all tables and views have the rows of --sql' $?
else
	skip 'all tables and views have the rows of --sql' 'no python3 with SQLite 3.37'
fi
# The queries of README, and others, have the same answer for a capture and for its database.
{
	sed -n 's/^\$ src\/monread --sql="\(.*\)" data\/sample.monwrite$/\1/p' "$tests/../README"
	cat <<-'END'
		SELECT interval, round(sum(PLSPGDRD / elapsed), 1) AS reads, round(sum(PLSPGDWT / elapsed), 1) AS writes FROM D3R2_delta WHERE elapsed > 0 GROUP BY 1
		SELECT time, VMDUSER, 'on' AS what FROM D4R1 UNION ALL SELECT time, VMDUSER, 'off' FROM D4R2 ORDER BY time
		SELECT APLSDT_USERID AS guest, totalram / 1024 AS total, freeram / 1024 AS free FROM LINUXMEM_last ORDER BY 1
	END
} >queries
is 'README has two queries' 5 "$(wc -l <queries | tr -d ' ')"
while read -r query; do
	monread -f csv --sql="$query" "$sample" >wanted
	sqlite3 -batch -separator , -header sample.db "$query" >got 2>&1
	same "in a database: $(echo "$query" | cut -c 1-60)" wanted got
done <queries

# ---- Each record once ----

# The sample has three CPUs and intervals that end at 08:01, 08:02 and 08:03: nine rows of D0R2.
monread --raw "$sample" >stream
monread -q --write=early --until=08:02:30 "$sample"
monread -q --write=late --since=08:01:30 "$sample"
monread -q --write=last --since=08:02:30 "$sample"
cat stream stream >twice
cp "$sample" renamed
gzip -c "$sample" >packed.gz
head -c 70000 "$sample" >cut
# The first record of D0R2 of 08:01, and of 08:03, has a length that is wrong: the rest of its record set is lost.
for at in 8074 1c074; do
	cp "$sample" damaged$at
	printf '\000\001' | dd of=damaged$at bs=1 seek=$((0x$at)) conv=notrunc 2>/dev/null
done
monread -q --where='PFXCPUAD = 0' --write=cpu "$sample"
# The first record of D0R2 is of another CPU.
cp "$sample" changed
printf '\000\011' | dd of=changed bs=1 seek=$((0x8074 + 20)) conv=notrunc 2>/dev/null

# Load FILEs into a database, one after the other; print the last status; then the numbers of rows of D0R2, of second copies among
# them, of rows of D4R3, of entries of D0R23, of FILEs and of problems in the database.
while IFS='|' read -r runs wanted <&3; do
	rm -f case.db
	echo "$runs" | tr ';' '\n' >each
	while read -r files <&4; do
		# shellcheck disable=SC2086 # words
		run --sqlite=case.db $files
	done 4<each
	if grep -q 'without zlib' err; then
		skip "$runs" 'without zlib'
		continue
	fi
	is "$runs" "$wanted" "$status $(sqlite3 -batch -separator ' ' case.db 'SELECT count(*), sum(copy),
		(SELECT count(*) FROM MRUSEACT), (SELECT count(*) FROM MRSYTLCK__SYTLCK_CALLKDATA),
		(SELECT count(*) FROM monread_files), (SELECT count(*) FROM monread_problems) FROM MRSYTPRP' 2>&1)"
done 3<<'END'
renamed|0 9 0 51 33 1 0
renamed;renamed|0 9 0 51 33 1 0
renamed;stream|0 9 0 51 33 2 0
renamed packed.gz|0 9 0 51 33 2 0
--merge renamed stream|0 9 0 51 33 2 0
early|0 6 0 34 22 1 0
early;late|0 9 0 51 33 2 0
late;early|0 9 0 51 33 2 0
cut|1 3 0 17 11 1 1
cut;renamed|0 9 0 51 33 2 1
twice|0 18 9 102 66 1 0
stream;twice|0 18 9 102 66 2 0
cpu;renamed|0 9 0 51 33 2 0
damaged8074;renamed|0 9 0 51 33 2 1
damaged8074;damaged1c074|1 9 0 51 33 2 2
renamed;changed|0 10 0 51 33 2 0
END

rm -f case.db
loads case.db early
ask case.db .dump >before
loads case.db early
ask case.db .dump | cmp -s before -
ok 'a second time nothing changes' $?
loads case.db late
is 'rows tell where the first copy came from' 'early|6 late|3' \
	"$(ask case.db 'SELECT file, count(*) FROM MRSYTPRP GROUP BY 1 ORDER BY 1' | xargs)"
# A file may grow or be replaced under the same name.
head -c 70000 "$sample" >growing
run --sqlite=growing.db growing
is 'a truncated file: its problems' '1 1|1' \
	"$status $(ask growing.db 'SELECT count(*), sum(problems) FROM monread_files')"
cp "$sample" growing
loads growing.db growing
is 'the complete file has no problems' '1|378|0|0' "$(ask growing.db 'SELECT count(*), sum(records), sum(problems),
	(SELECT count(*) FROM monread_problems) FROM monread_files')"

# ---- Differences ----

# early has no records of 08:03, last has no others: they are compared with the last ones of early.
elapsed='SELECT count(*), count(elapsed) FROM MRSYTPRP_delta'
rm -f case.db
loads case.db --delta early
is 'differences: those of the first interval are unknown' '6|3' "$(ask case.db "$elapsed")"
loads case.db --delta last
is 'differences of a second file that follows are known' '9|6' "$(ask case.db "$elapsed")"
is 'files loaded one by one have the differences of the whole' "$(ask sample.db 'SELECT sum(SYTPRP_PFXUTIME), sum(elapsed) FROM MRSYTPRP_delta')" \
	"$(ask case.db 'SELECT sum(SYTPRP_PFXUTIME), sum(elapsed) FROM MRSYTPRP_delta')"
loads plain.db "$sample"
is 'without --delta the database has no differences' 0 "$(ask plain.db "SELECT count(*) FROM sqlite_schema WHERE name LIKE '%delta%'")"

# ---- Names, times, layouts ----

# A name that is not UTF-8.
name=$(printf 'a\377b')
valid=$(printf 'a\357\277\275b')
cp "$sample" "$name"
loads name.db "$name"
is 'the name of a capture' "$valid $valid" "$(ask name.db 'SELECT file FROM monread_files; SELECT file FROM MRSYTPRP LIMIT 1' | xargs)"
monread --sqlite=pipe.db - <"$sample"
is 'standard input' '-|378' "$(ask pipe.db 'SELECT file, records FROM monread_files')"
# A TOD clock of 0.
cp "$sample" zero.bin
first=$(monread -f csv --sql="SELECT min(offset) FROM records WHERE dataset = (SELECT dataset FROM MRSYTPRP LIMIT 1 OFFSET 4)
	AND type = 'sample'" zero.bin | tail -n 1)
head -c 8 /dev/zero | dd of=zero.bin bs=1 seek=$((first + 8)) conv=notrunc 2>/dev/null
# 2^52 microseconds after 1900 the clock begins anew.
epoch='2042-09-17 23:53:47.370496'
run --sqlite=zero.db zero.bin
rows=$(ask zero.db "SELECT count(*) FROM MRSYTPRP WHERE interval = '$epoch'")
is 'a clock of 0 is a time' 1 $((rows > 0))
is 'a clock of 0 in CSV' "$rows" "$(monread -f csv -n MRSYTPRP zero.bin 2>/dev/null | grep -c ",2042-09-17T23:53:47.370496Z,")"
is 'a clock of 0 in a query' "$rows" "$(monread -f csv --sql='SELECT interval FROM MRSYTPRP' zero.bin 2>/dev/null | grep -c "^$epoch$")"

sed 's/SYTPRP_PFXUTIME/SYTPRP_PFXNEWNAME/' "$tests/../data/mrsytprp.dsect" >new.dsect
cp plain.db newer.db
loads newer.db -L new.dsect changed
is 'a newer layout adds its column' '1|9' "$(ask newer.db 'SELECT count(SYTPRP_PFXNEWNAME), count(*) - count(SYTPRP_PFXNEWNAME) FROM MRSYTPRP')"
# The same field as text.
sed '/^Interval:/s/SYTPRP_PFXUTIME //; s/^\( 32  20  \)Character/\1Unsigned /' "$tests/../data/mrsytprp.dsect" >changed.dsect

# ---- Refused arguments ----

# refuses WORDS ARGUMENTS...
refuses()
{
	words=$1
	shift
	run "$@"
	{ [ $status -eq 2 ] || [ $status -eq 64 ]; } && [ ! -s out ] && grep -q -e "$words" err
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
unchanged 'foreign.db: is a database that monread did not make' foreign.db
echo 'This is a letter, not a database of anything at all.' >letter
unchanged 'letter: file is not a database' letter
cp plain.db version.db
ask version.db 'UPDATE monread_schema SET schema_version = 99'
unchanged 'version.db: its tables have version 99, expected 2' version.db
# As release 1.0 made it; the message has a command that loads the captures into a new database.
ask first.db "PRAGMA application_id = 0x6D725351; CREATE TABLE monread_schema(schema_version INTEGER, monread_version TEXT);
	CREATE TABLE monread_files(file_id INTEGER PRIMARY KEY, file TEXT);
	INSERT INTO monread_schema VALUES(1, '1.0.0'); INSERT INTO monread_files VALUES(5, 'early'), (6, 'late one')"
cp late 'late one'
unchanged 'first.db: its tables have version 1, expected 2; load its captures into a new database' first.db
sed -n "s|.*new database: \(sqlite3 .*xargs \)monread|\1$EMULATOR $MONREAD|p" err >convert
sh convert
is 'the command of the message' 9 "$(ask NEW.db 'SELECT count(*) FROM MRSYTPRP')"
cp plain.db changed.db
refuses 'changed.db: SYTPRP_PFXUTIME of MRSYTPRP has a type other than TEXT, .*; load into a new database' \
	-L changed.dsect --sqlite=changed.db "$captures/odd-long-record.stream"
is 'a refused load leaves the rows in the database' 9 "$(ask changed.db 'SELECT count(*) FROM MRSYTPRP')"
cp "$sample" same
refuses 'same: is also the database' --sqlite=./same same
same 'an input as the database stays unchanged' "$sample" same
refuses 'none/x.db: unable to open database file' --sqlite=none/x.db "$sample"
refuses 'is a device' --sqlite=y.db /dev/monreader
# Names with a special meaning for SQLite are names of files, too.
for name in :memory: 'file:named?mode=memory'; do
	loads "$name" "$captures/good-locks.monwrite"
	is "$name: it is a file" yes "$([ ! -s "./$name" ] || echo yes)"
	rm -f "./$name"
done
refuses '--sqlite=: expected the name of a file' --sqlite= "$sample"
refuses 'expected a FILE to load' --sqlite=x.db
refuses '--domain has no effect with --sqlite: all records are loaded; to select, load a capture that monread -q --write made$' --sqlite=x.db -d 0 "$sample"
refuses '--time has no effect with --sqlite: in tables times are UTC' --sqlite=x.db --time=local "$sample"
refuses '--delta=rate has no effect with --sqlite' --sqlite=x.db --delta=rate "$sample"
refuses 'contradict each other' --sqlite=x.db --sql='SELECT 1' "$sample"

# ---- Damage ----

run --sqlite=bad.db "$captures/bad-length-past-set.monwrite"
is 'damage: status' 1 $status
is 'damage: a row for it' "$(sed -n '1s/.*: offset 0x[0-9a-f]*: //p' err)" \
	"$(ask bad.db "SELECT iif(domain IS NULL, '', 'D' || domain || 'R' || record || ': ') || problem FROM monread_problems")"
for again in first second; do
	run --sqlite=again.db "$captures/bad-array-long.stream"
	is "faults in a record, $again time: status, messages, rows" '1 3 3' \
		"$status $(grep -c 'run past the end' err) $(ask again.db 'SELECT count(record) FROM monread_problems')"
done
# A table that somebody gave a condition: a row that does not meet it is not left out silently.
loads check.db early
sqlite3 check.db '.dbconfig defensive off' "PRAGMA writable_schema = ON;
	UPDATE sqlite_schema SET sql = replace(sql, ', UNIQUE', ', CHECK(dataset < 7), UNIQUE') WHERE name = 'MRSYTPRP'" >/dev/null 2>&1
run --sqlite=check.db "$sample"
is 'a condition that rows do not meet' '2 1 6' \
	"$status $(grep -c 'CHECK constraint failed' err) $(ask check.db 'SELECT count(*) FROM MRSYTPRP')"

# ---- A database in which nothing would be ----

# leaves_none NAME STATUS ARGUMENTS...: a run with ARGUMENTS leaves no database and no temporary files
leaves_none()
{
	name=$1 expected=$2
	shift 2
	rm -f none.db*
	run --sqlite=none.db "$@"
	is "$name: status, message, no database" "$expected yes" "$status $([ ! -s err ] || echo yes)$(find . -name 'none.db*')"
}

: >empty
head -c 23 "$sample" >short
mkdir bare
leaves_none 'a FILE that is missing' 2 missing
leaves_none 'an empty file' 1 empty
leaves_none 'a directory without captures' 2 bare
leaves_none 'some bytes of a capture' 1 short
run --sqlite=none.db missing "$sample"
is 'a missing FILE beside a good one: status' 2 $status
is 'a missing FILE: loaded records stay' 378 "$(ask none.db 'SELECT records FROM monread_files')"
ln -s nowhere.db link.db
loads link.db "$sample"
is 'a symbolic link to nothing: the file is made there' 378 "$(ask nowhere.db 'SELECT records FROM monread_files')"

# ---- Interruptions ----

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
	[ -z "$(find . -name 'new.db*' -size +0)" ] || wrong="$wrong $blocks:left"
done
is 'no room for a new database: status and message' '' "$wrong"
loads new.db "$captures/good-locks.monwrite"
is 'which is made when there is room' ok "$(ask new.db 'PRAGMA integrity_check')"

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
make_with_locks()
{
	monread --sqlite=at-once.db "$captures/good-locks.monwrite"
	sqlite3 at-once.db "DELETE FROM monread_files"
}
all_load 'two runs at once make a database' : "$sample" "$captures/good-locks.monwrite"
all_load 'two runs at once make the same tables' make_with_locks "$sample" stream

# The holder of the lock reads statements from descriptor 6, and ends when it is closed.
# hold DATABASE STATEMENTS: lock the database
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

# wait_until CONDITION: wait for half a minute at most
wait_until()
{
	tries=0
	until eval "$1" || [ $((tries += 1)) -gt 600 ]; do
		sleep 0.05
	done
}

# waits NAME STATEMENTS [JOURNAL]: a run reports that it waits for the lock, and continues when the lock is released,
# however long that takes.
waits()
{
	rm -f locked.db*
	loads locked.db "$captures/good-locks.monwrite"
	ask locked.db "PRAGMA journal_mode = ${3-DELETE}" >out
	hold locked.db "$2"
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONREAD" --sqlite=locked.db "$sample" 2>err >&2 6>&- &
	loader=$!
	wait_until '[ -s err ]'
	is "$1: what is waited for" "monread: locked.db: locked by another program; waiting until it is unlocked" "$(cat err)"
	exec 6>&-
	wait $holder
	wait $loader
	is "$1: it is loaded when the lock is gone, and nothing more is said" '0 1 2' \
		"$? $(wc -l <err | tr -d ' ') $(ask locked.db 'SELECT count(*) FROM monread_files WHERE records > 0')"
}
for statements in 'BEGIN IMMEDIATE' 'BEGIN; SELECT count(*) FROM monread_files'; do
	waits "$statements" "$statements"
done
waits 'a log that is written ahead' 'BEGIN IMMEDIATE' WAL
is 'the database has a write-ahead log' wal "$(cat out)"
ask locked.db 'PRAGMA journal_mode = DELETE' >out
cp locked.db before.db
hold locked.db 'BEGIN IMMEDIATE'
rm -f err
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$MONREAD" --sqlite=locked.db stream 2>err >&2 6>&- &
loader=$!
wait_until '[ -s err ]'
kill -TERM $loader
wait $loader
is 'a signal ends the wait: status, messages' '143 1' "$? $(wc -l <err | tr -d ' ')"
exec 6>&-
wait $holder
same 'a signal ends the wait: the database is unchanged' before.db locked.db

# A database is a regular file.
for file in /dev/null .; do
	run --sqlite=$file "$sample"
	is "--sqlite=$file" "2 monread: $file: is not a regular file; choose a different --sqlite" "$status $(cat err)"
done

# views DATABASE: the number of views NAME_asof, and the messages of all views
views()
{
	ask "$1" "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name LIKE '%!_asof' ESCAPE '!'"
	ask "$1" "SELECT 'SELECT 1 FROM \"' || name || '\" LIMIT 0;' FROM sqlite_schema WHERE type = 'view'" >each-view
	sqlite3 -batch "$1" <each-view 2>&1
}

# Without D0R2 there are no intervals; the views come with them, whatever the order of the captures.
monread --raw --exclude=D0R2 "$sample" >selection.stream 2>err
loads selection.db selection.stream
is 'a selection: each view works' 0 "$(views selection.db)"
ask selection.db 'SELECT count(*) FROM MRMTRDEV_last' >before
[ "$(cat before)" -gt 0 ]
ok 'a selection: other views have rows' $?
run --sqlite=selection.db "$sample"
run --sqlite=whole.db "$sample"
is 'a selection, then all: all views' "$(views whole.db)" "$(views selection.db)"

# ---- Files loaded one by one ----

# hour N FIRST LAST: a capture with these samples of two minutes; sample 6 is the first one after an IPL.
hour()
{
	n=$2
	{
		printf '%s\n' 'form monwrite' 'let step = 0.000004s' "let now = T'2026-03-04T23:45:00Z' + $((n * 120))s" \
			block 'set sample 1 0x09000000' 'record MRMTRSYS' "MTRSYS_SYSTMID = 'VMA'" \
			"MTRSYS_SYSTODST = T'2026-03-0$((n / 6 + 1))T00:00:00Z'"
		while [ "$n" -le "$3" ]; do
			printf '%s\n' "let now = T'2026-03-04T23:45:00Z' + $((n * 120))s + 0.001s" block 'set sample 0,4 0x09000000' \
				'record MRSYTPRP' "SYTPRP_PFXUTIME = $((n % 6 * n + 1)).0s"
			for user in A B; do
				printf '%s\n' 'record MRUSEACT' "USEACT_VMDUSER = '$user'" "USEACT_VMDTTIME = $((n % 6 * 9 + 1)).0s"
			done
			n=$((n + 1))
		done
	} >text
	mkcapture text "hour$1" || exit 99
}

# all DATABASE: the rows of all tables with differences, but the places of records that two captures have
all()
{
	ask "$1" 'SELECT system, time, elapsed, SYTPRP_PFXUTIME FROM MRSYTPRP_delta ORDER BY 1, 2;
		SELECT file, "offset", system, interval, time, elapsed, USEACT_VMDUSER, USEACT_VMDTTIME FROM MRUSEACT_delta ORDER BY 1, 2;
		SELECT * FROM MRMTRSYS ORDER BY time; SELECT count(*) FROM monread_files'
}

# Between 3 and 4 a sample is missing; an hour is over at midnight.
hour 1 0 2
hour 2 3 5
hour 3 6 8
hour 4 10 11
monread --sqlite=day.db --delta hour? 2>err
all day.db >expected
is 'an IPL and a lost sample have no differences: 3 first samples of two users' 6 "$(ask day.db 'SELECT count(*) FROM MRUSEACT_delta WHERE elapsed IS NULL')"
for order in '1 2 3 4' '4 3 2 1' '2 4 1 3' '3 1 4 2' '1 3 2 4' '1 2 2 1 3 4 3'; do
	rm -f hours.db
	for hour in $order; do
		monread --sqlite=hours.db --delta "hour$hour" 2>err
	done
	all hours.db >got
	same "files one by one: $order" expected got
done
# Files that overlap: samples 0 to 2 and 2 to 4. Only sample 0 has no sample before it.
hour 5 2 4
for order in '1 5' '5 1'; do
	rm -f hours.db
	for hour in $order; do
		monread --sqlite=hours.db --delta "hour$hour" 2>err
	done
	is "files that overlap, one by one: $order: samples, without differences" '5|1' \
		"$(ask hours.db 'SELECT count(*), sum(elapsed IS NULL) FROM MRSYTPRP_delta')"
done
# Only the three samples of file 2 show that one is missing before file 3, which was compared with file 1.
hour 1 0 0
hour 2 1 3
hour 3 5 5
rm -f hours.db
for hour in 1 3 2; do
	monread --sqlite=hours.db --delta "hour$hour" 2>err
done
is 'files one by one: a gap that a late file shows: elapsed of each sample' '|120.0|120.0|120.0|' \
	"$(ask hours.db 'SELECT elapsed FROM MRSYTPRP_delta ORDER BY time' | paste -s -d '|' -)"
# An event at the end of a file, after its last sample; a copy of the file without users, which comes last, changes nothing.
user()
{
	printf '%s\n' 'form monwrite' 'let step = 0.000004s' "let now = T'2026-03-04T10:0$1:00Z'" block 'set sample 1 0x09000000' \
		'record MRMTRSYS' "MTRSYS_SYSTMID = 'VMA'" block 'set sample 0,4 0x09000000' 'record MRSYTPRP' "$2" \
		"USEACT_VMDUSER = 'A'" "USEACT_VMDTTIME = $1.0s" "let now = T'2026-03-04T10:0$1:55Z'" block 'set event 2 0x01000000' \
		'record MRSCLRDB' | grep -v "$3" >text
	mkcapture text "$4" || exit 99
}
user 4 'record MRUSEACT' NONE hour1
user 6 'record MRUSEACT' NONE hour2
user 4 '' 'USEACT' hour3
rm -f hours.db
for hour in 1 2 3; do
	monread --sqlite=hours.db --delta "hour$hour" 2>err
done
is 'files one by one: a copy without users comes last: elapsed of the user' '|120.0' \
	"$(ask hours.db 'SELECT elapsed FROM MRUSEACT_delta ORDER BY time' | paste -s -d '|' -)"
TMPDIR=/nonexistent monread --sqlite=hours.db --delta hour2 2>err
is 'no directory for temporary files: message' 1 "$(grep -c '^monread: /nonexistent: No such file or directory$' err)"
# An IPL in a file of --write, where the configuration before it is repeated; the counters do not fall.
hour 1 0 1
hour 2 8 8
sed 's/2026-03-02T00:00:00Z/2026-03-04T23:50:00Z/; 3s/960s/840s/' text >ipl
mkcapture ipl hour2 || exit 99
cat hour1 hour2 >both
mkdir pieces
monread -q --write=pieces/p --rotate=17000B both 2>err
cat pieces/p.00002 pieces/p.00003 pieces/p.00004 >joined
is 'an IPL after repeated configuration: --delta' 2 "$(monread -f csv --delta -n MRSYTPRP joined 2>err | grep -c ',$')"
for files in 'pieces/p.00001 pieces/p.00002 pieces/p.00003 pieces/p.00004' 'pieces/p.00004 pieces/p.00001 joined'; do
	rm -f hours.db
	for file in $files; do
		monread --sqlite=hours.db --delta "$file" 2>err
	done
	is "an IPL after repeated configuration: $files: elapsed of each sample" '|120.0|' \
		"$(ask hours.db 'SELECT elapsed FROM MRSYTPRP_delta ORDER BY time' | paste -s -d '|' -)"
done
hour 1 0 2
hour 2 3 5
hour 3 6 8
# A file that was loaded while it was written, after the next one.
rm -f hours.db
hour 2 3 4
for hour in 1 3 2; do
	monread --sqlite=hours.db --delta "hour$hour" 2>err
done
hour 2 3 5
for hour in 2 4; do
	monread --sqlite=hours.db --delta "hour$hour" 2>err
done
all hours.db >got
same 'files one by one: a file that has grown' expected got

# A full disk: the database keeps its contents, and the next run continues.
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
ok 'a full disk: the database is unchanged' $?
loads full.db "$sample"
is 'a full disk: the next run loads the rest' '9|ok' "$(ask full.db 'SELECT count(*) FROM MRSYTPRP')|$(ask full.db 'PRAGMA integrity_check')"

if [ -n "$python" ]; then
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		cat stream
	done >long.stream
	MONREAD=$MONREAD EMULATOR=$EMULATOR "$python" "$tests/sqlite.py" kill long.stream 20
	ok 'killed at any time, the database has all of the capture or nothing, and the next run completes it' $?
else
	skip 'killed at any time' 'no python3 with SQLite 3.37'
fi
finish
