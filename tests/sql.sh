#!/bin/sh
# sql.sh: --sql: answers worked out by hand from the description of the sample, and refused queries.
. "${srcdir:-.}/tests/tap.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99

# run ARGUMENTS...: status, out and err
run()
{
	monread "$@" >out 2>err </dev/null
	status=$?
}

run --sql='SELECT 1'
if grep -q 'built without SQLite\|SQLite cannot be used' err; then
	is 'without SQLite: status' 2 $status
	is 'nothing is shown' '' "$(cat out)"
	finish
	exit
fi

# asks QUERY EXPECTED [FILE]...: the answer as JSON, and no message
asks()
{
	query=$1
	expected=$2
	shift 2
	run -f json --sql="$query" "$@"
	is "$query" "$expected" "$(cat out)"
	[ $status -eq 0 ] && [ ! -s err ]
	result=$?
	[ $result -eq 0 ] || sed 's/^/# /' err
	ok 'status 0 without a message' $result
}

# refuses STATUS WORDS ARGUMENTS...: no output, and these words in the message
refuses()
{
	wanted=$1
	words=$2
	shift 2
	run "$@"
	[ $status -eq "$wanted" ] && [ ! -s out ] && grep -q -e "$words" err
	result=$?
	[ $result -eq 0 ] || sed 's/^/# /' out err
	ok "status $wanted: $*" $result
}

# ---- Answers ----

# The sample has three processors in three intervals, and three records of the kind for each.
# Queries return rows for any selection of columns.  No text of the sample has an end of line.
monread -f csv --split="$tap_dir/split" "$sample" 2>/dev/null
for tap_file in "$tap_dir"/split/*.csv; do
	echo "$(basename "$tap_file" .csv) $(($(wc -l <"$tap_file") - 1))"
done >"$tap_dir/expected"
while read -r table rows; do
	echo "$table $(monread -f tsv --sql="SELECT count(*) FROM $table" "$sample" 2>&1 | tail -n 1)"
done <"$tap_dir/expected" >"$tap_dir/got"
is 'there are 71 tables' 71 "$(wc -l <"$tap_dir/expected" | tr -d ' ')"
same 'tables have as many rows as CSV' "$tap_dir/expected" "$tap_dir/got"
asks 'SELECT count(*) AS n, count(DISTINCT PFXCPUAD) AS cpus, count(DISTINCT interval) AS intervals FROM MRSYTPRP' \
	'{"n":9,"cpus":3,"intervals":3}' "$sample"
asks 'SELECT mount_directory FROM fsstatd ORDER BY offset LIMIT 1' '{"mount_directory":"/srv/Bücher"}' "$captures/odd-utf8.stream"
asks 'SELECT system, type, dataset, time FROM mrsytprp ORDER BY offset LIMIT 1' \
	'{"system":"VMPROD1","type":"sample","dataset":4,"time":"2026-03-04 08:01:00.000416"}' "$sample"
asks 'SELECT SYTPRP_PFXCPUAD, PFXCPUAD FROM D0R2 WHERE offset = 33108' \
	'{"SYTPRP_PFXCPUAD":1,"PFXCPUAD":1}' "$sample"
asks 'SELECT entry, CALLCKID FROM MRSYTLCK__SYTLCK_CALLKDATA ORDER BY offset, entry LIMIT 2' \
	'{"entry":0,"CALLCKID":"SRMSLOCK"}
{"entry":1,"CALLCKID":"HCPTRQLK"}' "$sample"
asks 'SELECT entry, SYTLCK_CALLCKID AS id FROM D0R23__CALLKDATA_last ORDER BY entry LIMIT 1' '{"entry":0,"id":"SRMSLOCK"}' "$sample"
asks 'SELECT typeof(PFXUTIME) AS t, typeof(PFXCPUAD) AS i, typeof(time) AS s, typeof(bytes) AS b FROM MRSYTPRP LIMIT 1' \
	'{"t":"real","i":"integer","s":"text","b":"blob"}' "$sample"
asks "SELECT count(*) AS n FROM MRSYTPRP WHERE hex(substr(bytes, 5, 4)) = '00000002'" '{"n":9}' "$sample"
asks 'SELECT count(*) AS n, min(domain) AS d, max(record) AS r FROM records WHERE name = '"'MRSYTPRP'" \
	'{"n":9,"d":0,"r":2}' "$sample"
asks "SELECT container, records, system, problems FROM files" \
	'{"container":"monwrite","records":378,"system":"VMPROD1","problems":0}' "$sample"
asks "SELECT name, domain, record, kind FROM layouts WHERE name = 'MRSYTLCK'" \
	'{"name":"MRSYTLCK","domain":0,"record":23,"kind":"sample"}'
asks "SELECT offset, length, type, kind, unit FROM fields WHERE table_name = 'MRSYTPRP' AND column_name = 'SYTPRP_PFXUTIME'" \
	'{"offset":32,"length":8,"type":"REAL","kind":"counter","unit":"seconds"}'
asks "SELECT * FROM problems" '' "$sample"
# The last of the three records of each processor.
asks 'SELECT PFXCPUAD, substr(time, 12, 5) AS t FROM MRSYTPRP_last ORDER BY 1' \
	'{"PFXCPUAD":0,"t":"08:03"}
{"PFXCPUAD":1,"t":"08:03"}
{"PFXCPUAD":2,"t":"08:03"}' "$sample"
# The inner side of a join: each of nine records beside the last one of its processor.
asks "SELECT count(*) AS n, count(DISTINCT l.offset) AS rows, max(l.time > p.time) AS later, min(l.time >= p.time) AS never
	FROM MRSYTPRP p LEFT JOIN MRSYTPRP_last l ON l.PFXCPUAD = p.PFXCPUAD AND l.system = p.system" \
	'{"n":9,"rows":3,"later":1,"never":1}' "$sample"
# Two systems sample at the same time.
sed "s/'VMPROD1'/'VMPROD2'/" "$tests/sample/sample.txt" >text
mkcapture text twin.bin
asks 'SELECT count(interval) AS n FROM MRUSELON' '{"n":2}' --merge "$sample" twin.bin
# Any column can be looked up, also one that is not a key.
asks 'SELECT count(*) AS n, sum(a.offset = b.offset) AS same FROM MRSYTPRP a JOIN MRSYTPRP b ON a.PFXUTIME = b.PFXUTIME' \
	'{"n":9,"same":9}' "$sample"
# A condition takes rows away, and never makes a different row the last.
asks "SELECT count(*) AS n FROM MRSYTPRP_last WHERE time < '2026-03-04 08:02'" '{"n":0}' "$sample"

# The median lies between 2 and 3; the 25th percentile is 0.25 less than 2.
asks 'SELECT median(column1) AS m, percentile(column1, 25) AS q, percentile(column1, 100) AS max, typeof(median(NULL)) AS none
	FROM (VALUES (10), (3), (2), (1), (NULL))' '{"m":2.5,"q":1.75,"max":10.0,"none":"null"}'
# Of (x, y) = (1, 1), (2, 3), (3, 2) the sums of squares are 2 and 2, and of products 1.
asks 'SELECT corr(y, x) AS c, regr_slope(y, x) AS a, regr_intercept(y, x) AS b, typeof(corr(y, 7)) AS none
	FROM (SELECT column1 AS x, column2 AS y FROM (VALUES (1, 1), (2, 3), (3, 2), (9, NULL)))' '{"c":0.5,"a":0.5,"b":1.0,"none":"null"}'
asks "SELECT count(*) AS n FROM MRSYTLCK__CALLKDATA WHERE entry < 2 AND CALLCKID REGEXP '^(SRM|HCP).*LOC?K?\$' AND offset IN
	(SELECT min(offset) FROM MRSYTLCK)" '{"n":1}' "$sample"

# The commands of SQLite's shell.
run -f csv --sql='.tables MRSYTLCK%' "$sample"
is '.tables with a FILE: those with rows' 'name,rows,columns,title
MRSYTLCK,3,18,Formal spin lock data
MRSYTLCK__SYTLCK_CALLKDATA,33,16,Formal spin lock data
MRSYTLCK__SYTLCK_CALSXENT,3,22,Formal spin lock data' "$(cat out err)"
run -f csv --sql='.tables;' "$sample"
cut -d, -f1,2 out | sed 1d | sed 's/,/ /' | sort >got
sort "$tap_dir/expected" >wanted
same '.tables: as many rows as in CSV' wanted got
run -f csv --sql='.schema D0R23__CALLKDATA_delta;'
is '.schema: a row for each column' 'SYTLCK_CALXTIME,REAL,seconds,counter,"time spent spinning, exclusive"
elapsed,REAL,s,level,' "$(grep -e XTIME -e elapsed out)"
refuses 2 'no such table: MRSYTLCK__X; .tables lists all tables' --sql='SELECT * FROM MRSYTLCK__X'
refuses 2 'no such table: locks; by title: MRSYTLCK' --sql='SELECT * FROM locks'
refuses 2 'no such table: MRSYTPPP; did you mean MRSYTPRP?' --sql='.schema MRSYTPPP'
refuses 2 'expected SQL, .tables, .tables PATTERN or .schema NAME' --sql='.dump MRSYTPRP'

run -f csv --sql='EXPLAIN QUERY PLAN SELECT * FROM MRSYTPRP p JOIN MRSYTPRP_last l USING (PFXCPUAD)' "$sample"
is 'EXPLAIN QUERY PLAN' '0 2 2' "$status $(grep -c SCAN out) $(grep -c 'VIRTUAL TABLE' out)"

# Keys of JSON are unique, whatever the columns are called.
asks 'SELECT 1 AS a, 2 AS a, 3 AS "a:1", 4 AS a, 5 AS b' '{"a":1,"a:2":2,"a:1":3,"a:3":4,"b":5}'
# The key identifies an entry, not its position: AAAA changes its place, CCCC has gone.
cat >text <<'END'
form stream
let now = T'2026-03-04T08:00:00Z'
set sample 0 0x09000000
record MRSYTLCK
  SYTLCK_CALVERSN = 1
  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT
  row 'AAAA', 1
  row 'BBBB', 2
  row 'CCCC', 3
record MRSYTCPM
  array SYTCPM_CHPDATA SYTCPM_CHPBUSY
  row 11
  row 12
let now = T'2026-03-04T08:01:00Z'
set sample 0 0x09000000
record MRSYTLCK
  SYTLCK_CALVERSN = 1
  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT
  row 'BBBB', 20
  row 'AAAA', 10
record MRSYTCPM
  array SYTCPM_CHPDATA SYTCPM_CHPBUSY
  row 21
END
mkcapture text locks.bin
asks 'SELECT entry, SYTLCK_CALLCKID AS id, SYTLCK_CALXSCNT AS n FROM MRSYTLCK__SYTLCK_CALLKDATA_last ORDER BY id' \
	'{"entry":1,"id":"AAAA","n":10}
{"entry":0,"id":"BBBB","n":20}
{"entry":2,"id":"CCCC","n":3}' locks.bin
# Without a key it is its place.
asks 'SELECT entry, SYTCPM_CHPBUSY AS n FROM MRSYTCPM__SYTCPM_CHPDATA_last ORDER BY entry' \
	'{"entry":0,"n":21}
{"entry":1,"n":12}' locks.bin
mkdir reports
# monitors FILE TIME SECONDS [TIME SECONDS]...: a capture in which an interval is so long, from TIME on
monitors()
{
	{
		echo 'form monwrite'
		while [ $# -gt 1 ]; do
			cat <<-END
				block
				set sample 1 0x09000000 noend
				let now = T'$2'
				record MRMTRSYS
				  MTRSYS_SYSTMID = 'VMA'
				record MRMTRSPR
				  MTRSPR_INTERVAL = $3
			END
			file=$1
			shift 3
			set -- "$file" "$@"
		done
	} >text
	mkcapture text "$1"
}

# Captures overlap: the last record is the latest, whichever FILE is read last.
monitors long.bin 2026-03-04T08:00:00Z 60 2026-03-04T08:03:20Z 120
monitors short.bin 2026-03-04T08:00:30Z 30 2026-03-04T08:01:00Z 90
for files in 'long.bin short.bin' 'short.bin long.bin'; do
	for merge in '' --merge; do
		# shellcheck disable=SC2086 # words
		asks 'SELECT file, substr(time, 12, 8) AS t, MTRSPR_INTERVAL AS n FROM MRMTRSPR_last' \
			'{"file":"long.bin","t":"08:03:20","n":120}' $merge $files
	done
done
# The clock wraps at 23:53:47: records after the wrap are later.
monitors before.bin 2042-09-17T23:53:00Z 60
monitors behind.bin 2042-09-17T23:54:00Z 120
for files in 'before.bin behind.bin' 'behind.bin before.bin'; do
	# shellcheck disable=SC2086 # words
	asks 'SELECT MTRSPR_INTERVAL AS n FROM MRMTRSPR_last' '{"n":120}' $files
	# shellcheck disable=SC2086 # words
	asks "SELECT group_concat(substr(time, 12, 5)) AS t, moment('+60') AS m FROM MRMTRSPR" \
		'{"t":"23:53,23:54","m":"2042-09-17 23:54:00.000000"}' $files
done
# In one capture the clock was set back: the last record is the one after that.
monitors back.bin 2026-03-04T08:00:00Z 60 2026-03-04T08:03:20Z 120 2026-03-04T07:01:00Z 90
asks 'SELECT MTRSPR_INTERVAL AS n FROM MRMTRSPR_last' '{"n":90}' back.bin

# layout WHEN TYPE ANNOTATIONS: one of two layouts of a record, whose fields have other types
layout()
{
	cat <<-END
		Record:    MRTSTMIX
		DSECT:     TSTMIX
		Number:    D0R253
		Kind:      sample
		Title:     Types
		Status:    whole
		Source:    made up
		Key:       TSTMIX_KEY
		When:      length $1
		$3

		MRTSTMIX Control Block Contents

		Offsets
		Dec Hex  Type       Len  Name (Dim)             Description
		  0   0  Structure   40  TSTMIX
		$(header_rows)
		 20  14  Character    0  MRHDR_END
		 20  14  Unsigned     4  TSTMIX_KEY             which one
		 24  18  $2           8  TSTMIX_COUNT           how often
		 32  20  Character    8  TSTMIX_TOOK            how long
	END
}
mkdir layouts
layout '< 41' Unsigned 'Interval:  TSTMIX_TOOK' >layouts/mrtstmix-1.dsect
layout '>= 41' Character 'Hex:       TSTMIX_KEY TSTMIX_COUNT TSTMIX_TOOK' >layouts/mrtstmix-2.dsect
cat >text <<'END'
form stream
let now = T'2026-03-04T08:00:00Z'
set sample 0 0x09000000
record 0.253 0
bytes X'00000001 FFFFFFFFFFFFFFFF 000000016E360000'
record 0.253 0
bytes X'00000012 0000000000000007 0000000000000000'
record 0.253 0
bytes X'00000001 D4C1D5E8 40404040 000000016E360000 00'
END
mkcapture text mixed.bin
# If layouts give a column several types, all values are text, as in CSV, also in conditions; 1.5 s are X'16E360000'.
types='"1,18446744073709551615,1.500000,text,text,text"
"18,7,0.000000,text,text,text"
"00000001,D4C1D5E840404040,000000016E360000,text,text,text"'
values="KEY || ',' || COUNT || ',' || TOOK || ',' || typeof(KEY) || ',' || typeof(COUNT) || ',' || typeof(TOOK)"
run -L layouts -f csv --sql="SELECT $values FROM D0R253 ORDER BY offset" mixed.bin
is 'columns of several types' "$types" "$(sed 1d out)"
# A number is a text there, 0 too.
printf '%s\n' 'form stream' 'set sample 0 0x09000000' 'record 0.253 24' >text
mkcapture text zero.bin
if has_python 'a column of several types in Arrow'; then
	monread -L layouts -f arrow --name=MRTSTMIX zero.bin >zero.arrows
	monread -L layouts -f csv --name=MRTSTMIX zero.bin >zero.csv
	is 'a column of several types in Arrow' 1 "$("$PYTHON" "$tests/arrow.py" zero.arrows zero.csv 2>&1)"
fi
run -L layouts --sqlite=mixed.db mixed.bin
if command -v sqlite3 >/dev/null 2>&1; then
	is 'a column of several types in a database' "$types" "$(sqlite3 -csv mixed.db "SELECT $values FROM D0R253 ORDER BY offset")"
fi
asks "SELECT count(*) AS n FROM MRTSTMIX a CROSS JOIN MRTSTMIX b WHERE b.KEY = '1' AND b.offset <= a.offset" '{"n":3}' -L layouts mixed.bin
asks "SELECT group_concat(KEY) AS k FROM (SELECT KEY FROM MRTSTMIX_last ORDER BY KEY)" '{"k":"00000001,1,18"}' -L layouts mixed.bin
run -L layouts -l -w "TSTMIX_KEY = '1' OR TSTMIX_COUNT = '7'" mixed.bin
is 'a condition on them' 2 "$(wc -l <out | tr -d ' ')"
cat >reports/mixed.report <<'END'
Title: Types
Question: Which?
Needs: MRTSTMIX; nothing
Columns:
  key   8 - - - text  - - - Which one.
  type  8 - - - text  - - - Type of the value.
Query:
SELECT b.KEY AS key, typeof(b.COUNT) AS type FROM (SELECT '1' AS k UNION ALL SELECT '18') a CROSS JOIN MRTSTMIX b WHERE b.KEY = a.k
END
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "${MONSTAT:-$builddir/src/monstat}" -L layouts --reports=reports -q -f csv mixed mixed.bin | cut -d, -f4,5 | sed 1d >got
printf '%s\n' 1,text 18,text >expected
same 'monstat finds own reports, too' expected got

# Differences, which no condition changes: the first records of all have none.
asks 'SELECT count(elapsed) AS known, count(*) AS n, total(elapsed) AS s, count(PFXUTIME) AS u FROM MRSYTPRP_delta' \
	'{"known":6,"n":9,"s":360.0,"u":6}' "$sample"
asks "SELECT count(elapsed) AS known FROM MRSYTPRP_delta WHERE interval = '2026-03-04 08:02:00.000412' AND PFXCPUAD > 0" \
	'{"known":2}' "$sample"
asks 'SELECT count(*) AS n, sum(abs(a.PFXUTIME - b.PFXUTIME + c.PFXUTIME) < 2e-6) AS same FROM MRSYTPRP_delta a
	JOIN MRSYTPRP b USING (interval, PFXCPUAD) JOIN MRSYTPRP c
	ON c.PFXCPUAD = b.PFXCPUAD AND round(c.unix_time) = round(b.unix_time) - 60' '{"n":6,"same":6}' "$sample"

# A join on a difference looks differences up, not counters.
asks 'SELECT count(*) AS n, sum(a.offset = b.offset) AS same FROM MRSYTPRP_delta a JOIN MRSYTPRP_delta b USING (PFXUTIME)' \
	'{"n":6,"same":6}' "$sample"

# Captures that overlap: a report has each record once.
monread -q --write=early.bin --until=08:02:30 "$sample"
monread -q --write=late.bin --since=08:00:30 "$sample"
run -f json --sql='SELECT count(*) AS n, max(cpus) AS cpus FROM system' early.bin late.bin
is 'a report of captures that overlap' '{"n":3,"cpus":3} 1' "$(cat out) $(grep -c 'duplicate records of overlapping captures' err)"
# A file that --write rotated begins with configuration that is older than its first interval.
monread -q --write=rotated.bin --since=08:01:30 "$sample"
asks 'SELECT count(*) > 0 AS n FROM MRMTRPRP_asof' '{"n":1}' rotated.bin

# A capture is split into two files, which both begin with the same configuration; the counters continue in the second.
monread -q --write=first.bin --until=08:01:30 "$sample"
monread -q --write=second.bin --since=08:01:30 "$sample"
for files in 'first.bin second.bin' 'second.bin first.bin'; do
	# shellcheck disable=SC2086
	asks 'SELECT count(elapsed) AS known, count(*) AS n FROM MRSYTPRP_delta' '{"known":6,"n":9}' $files
done

# ---- Times ----

asks "SELECT moment('08:01') AS a, moment('+90') AS b, moment('2026-01-02T03:04:05Z') AS c" \
	'{"a":"2026-03-04 08:01:00.000000","b":"2026-03-04 08:01:30.000412","c":"2026-01-02 03:04:05.000000"}' "$sample"

asks "SELECT datetime(time) AS t, interval = moment('2026-03-04T08:01:00.000412Z') AS i, strftime('%M', interval) AS m FROM MRSYTPRP LIMIT 1" \
	'{"t":"2026-03-04 08:01:00","i":1,"m":"01"}' "$sample"
asks "SELECT first_time AS a, last_time AS b FROM files" \
	'{"a":"2026-03-04 08:00:00.000412","b":"2026-03-04 08:03:00.000832"}' "$sample"
# A blank sorts before T: such a constant is later than all times of its day, which is reported once.
for query in "SELECT count(*) AS n FROM MRSYTPRP WHERE time > '2026-03-04T07:00:00Z'" \
	"SELECT count(*) AS n FROM D0R2_delta WHERE interval BETWEEN '2026-03-04T07:00' AND '2026-03-04T09:00'" \
	"SELECT count(*) AS n FROM records WHERE time >= '2026-03-04T07:00:00Z'"; do
	run -f json --sql="$query" "$sample"
	is "$query" '0 {"n":0} 1' "$status $(cat out) $(grep -c "^monread: --sql: times are written 2026-03-04 08:02:00, and '2026" err)"
done
run -f csv -n MRSYTPRP --where="time > '2026-03-04T07:00:00Z' AND PFXCPUAD = 0" "$sample"
is '--where: the same' 1 "$(grep -c '^monread: --where: times are written' err)"
# A clock that goes back: a data set has its own times.
asks "SELECT group_concat(substr(time, 12, 5)) AS t FROM MRMTRSPR WHERE time < '2026-03-04 08:00:30'" '{"t":"08:00,07:01"}' back.bin

# ---- Conditions that go down change no answer ----

for condition in "file = '$sample'" 'offset > 33108' 'offset <= 33108' 'dataset = 6' \
	'dataset <= 4' "system = 'VMPROD1'" "system = 'vmprod1'" 'PFXCPUAD = 1' "PFXCPUAD = '1'" 'PFXCPUAD = 1.0' \
	'PFXCPUAD = 1.5' 'PFXCPUAD = NULL' 'PFXCPUAD IN (0, 2, 7)' "offset = '33108'" 'offset = 33108.0' 'offset > 33107.5' \
	"interval = '2026-03-04 08:02:00.000412' AND PFXCPUAD = 2" "interval = 'x'" 'offset < -1' 'dataset = 1e300' \
	"time > '2026-03-04 08:01:00.000416'" "time >= '2026-03-04 08:02'" "time < '2026-03-04 08:02:00.000416'" \
	"time <= '2026-03-04 08:02:00.000416'" "time = '2026-03-04 08:01:00.000416'" "interval > '2026-03-04 08:01:00.000412'" \
	"interval BETWEEN '2026-03-04 08:02' AND '2026-03-04 08:02:30'" "interval <= '2026-03-04 08:02:00.000412'" "time < 'x'" \
	"system = 'VMPROD1' COLLATE NOCASE" 'PFXCPUAD = 1 OR dataset = 4'; do
	# As part of an expression it stays with SQLite.
	run -f json --sql="SELECT offset FROM MRSYTPRP WHERE $condition" "$sample"
	sort out >down
	run -f json --sql="SELECT offset FROM MRSYTPRP WHERE ($condition) + 0" "$sample"
	sort out >plain
	same "WHERE $condition" plain down
	is '--where: no message' '' "$(cat err)"
done

# ---- Joins ----

asks 'SELECT count(*) AS n, sum(a.offset = b.offset) AS same FROM MRSYTPRP a JOIN MRSYTPRP b
	ON a.interval = b.interval AND a.PFXCPUAD = b.PFXCPUAD' '{"n":9,"same":9}' "$sample"
asks 'SELECT count(*) AS n FROM MRSYTLCK a JOIN MRSYTLCK__SYTLCK_CALLKDATA b USING (file, offset)
	WHERE b.entry < a.SYTLCK_CALNMLKS' "$(monread -f json --sql='SELECT count(*) AS n FROM MRSYTLCK__SYTLCK_CALLKDATA' "$sample")" "$sample"

# ---- Files ----

cp "$sample" again.monwrite
ln "$sample" linked.monwrite 2>/dev/null || ln -s "$sample" linked.monwrite
asks 'SELECT count(*) AS n FROM MRSYTPRP' '{"n":9}' "$sample" "$sample" linked.monwrite
asks 'SELECT file, count(*) AS n FROM MRSYTPRP GROUP BY file ORDER BY n' \
	'{"file":"again.monwrite","n":9}
{"file":"linked.monwrite","n":9}' again.monwrite linked.monwrite
# The one with the first record is first, however they are named.
monread --raw --since=08:02 "$sample" >later.stream
asks 'SELECT file FROM files' '{"file":"again.monwrite"}
{"file":"later.stream"}' later.stream again.monwrite
monread -f json --sql='SELECT count(*) AS n FROM records' - <"$sample" >out
is 'standard input, a file' '{"n":378}' "$(cat out)"
# shellcheck disable=SC2002 # the test needs a pipe
cat "$sample" | monread -f json --sql='SELECT count(*) AS n FROM records' - >out
is 'standard input, a pipe' '{"n":378}' "$(cat out)"
# shellcheck disable=SC2002
cat "$sample" | monread -f json --sql='SELECT count(*) AS n FROM files' - - >out 2>err
is 'standard input, given twice' '{"n":1}' "$(cat out err)"
mkfifo fifo
cat "$sample" >fifo &
monread -f json --sql='SELECT count(*) AS n, sum(records) AS r FROM files' fifo fifo >out 2>err
is 'a pipe with a name, given twice' '{"n":1,"r":378}' "$(cat out err)"
wait
gzip -c "$sample" >packed.gz
run -f json --sql='SELECT count(*) AS n FROM records' packed.gz
if grep -q 'without zlib' err; then
	skip 'a compressed file' 'without zlib'
else
	is 'a compressed file' '{"n":378}' "$(cat out)"
fi
TMPDIR=$tap_dir/none
export TMPDIR
# shellcheck disable=SC2002
cat "$sample" | monread -f json --sql='SELECT count(*) AS n FROM records' - >out 2>err
is 'no room for the copy: status' 2 $?
grep -q -e '^monread: -: cannot be copied to a temporary file in $TMPDIR: No such file' err
ok 'no room for the copy: message' $?
unset TMPDIR
# With few descriptors, a file is read or reported.
monread -f json --sql='SELECT count(*) AS n FROM MRSYTPRP' "$sample" >expected
wrong=
for n in 4 5 6 7 8 9; do
	(ulimit -n $n && monread -f json --sql='SELECT count(*) AS n FROM MRSYTPRP' "$sample") >out 2>err
	status=$?
	cmp -s expected out || [ $status -ne 0 ] || wrong="$wrong $n"
done
is 'few descriptors: no file is left out silently' '' "$wrong"

# ---- Forms ----

run --sql="SELECT PFXCPUAD AS cpu, CALLCKID AS lock, NULL AS x, 'a b' AS last FROM MRSYTPRP, MRSYTLCK__SYTLCK_CALLKDATA
	WHERE MRSYTPRP.dataset = 4 AND entry = 1 AND MRSYTLCK__SYTLCK_CALLKDATA.dataset = 4 ORDER BY 1" "$sample"
cat >expected <<'END'
cpu  lock      x  last
  0  HCPTRQLK     a b
  1  HCPTRQLK     a b
  2  HCPTRQLK     a b
END
same 'text is aligned, numbers to the right' expected out
printf 'SELECT %s AS "a,b", 1.5 AS r, 2.0 AS s, NULL AS n, 9223372036854775807 AS i, 0.1 AS t, 1e300 AS g' \
	"'x\"y' || char(9) || 'z' || char(10) || '\\'" >query.sql
printf '%s\n' 'skipped' 'SELECT 2 AS n' >statement.sql
{
	read -r line
	monread -f json --sql=@- >out 2>&1
} <statement.sql
is '@-: continues where the shell stopped to read' 'skipped {"n":2}' "$line $(cat out)"
mkfifo statement
{
	sleep 0.3
	echo 'SELECT 3 AS n' >statement
} &
run -f json --sql=@statement
is '@FIFO: waits for the writer' '{"n":3}' "$(cat out err)"
wait
# Should the wait go on, the second signal ends the program.
$EMULATOR "$MONREAD" --sql=@statement >out 2>&1 &
pid=$!
sleep 0.5
kill "$pid"
(sleep 3; kill "$pid") 2>/dev/null &
wait "$pid"
is '@FIFO: a signal ends the wait' 1 "$(grep -c '^monread: --sql=@statement: cannot be read: ' out)"
wait
run --sql=@query.sql
is 'text: control characters are escaped' 'x"y\x09z\x0a\  1.5  2.0     9223372036854775807  0.1  1e+300' "$(tail -n 1 out)"
run -f json --sql=@query.sql
is 'JSON' '{"a,b":"x\"y\u0009z\u000a\\","r":1.5,"s":2.0,"n":null,"i":9223372036854775807,"t":0.1,"g":1e+300}' "$(cat out)"
if monread --format=help 2>&1 | grep -q csv; then
	run -f csv --sql=@query.sql
	printf '"a,b",r,s,n,i,t,g\n"x""y\tz\n\\",1.5,2.0,,9223372036854775807,0.1,1e+300\n' >expected
	same 'CSV' expected out
	run -f tsv --sql=@query.sql
	printf 'a,b\tr\ts\tn\ti\tt\tg\nx"y\\tz\\n\\\\\t1.5\t2.0\t\t9223372036854775807\t0.1\t1e+300\n' >expected
	same 'TSV' expected out
	run -f csv --sql='SELECT 1 AS a WHERE 0'
	is 'CSV without rows has its header' a "$(cat out)"
fi
run -f json --sql="SELECT CAST(x'C328' AS TEXT) AS t, x'00FF' AS b, 'a' || char(0) || 'b' AS z"
is 'JSON is UTF-8, whatever text is made of' '{"t":"\ufffd(","b":"00FF","z":"a\u0000b"}' "$(cat out)"
printf "SELECT '' AS e, NULL AS n, 'a' || char(0) || 'b' AS z, char(0) || ',' AS c, char(0) AS o" >query.sql
run --sql=@query.sql
is 'text: NUL' "$(printf '      a\357\277\275b  \357\277\275,  \357\277\275')" "$(tail -n 1 out)"
if monread --format=help 2>&1 | grep -q csv; then
	run -f csv --sql=@query.sql
	printf 'e,n,z,c,o\n"",,a\357\277\275b,"\357\277\275,",\357\277\275\n' >expected
	same 'CSV: NULL differs from an empty text' expected out
	run -f tsv --sql=@query.sql
	printf 'e\tn\tz\tc\to\n\t\ta\357\277\275b\t\357\277\275,\t\357\277\275\n' >expected
	same 'TSV: NUL' expected out
	# Escape control sequences only for a terminal.
	printf "SELECT 'a' || char(27) || '[31m,' || char(155) || 'b' || char(8238) || char(228) || char(8203) || char(8364) AS t" >query.sql
	run -f csv --sql=@query.sql
	printf 't\n"a\033[31m,\302\233b\342\200\256\303\244\342\200\213\342\202\254"\n' >expected
	same 'CSV: control characters' expected out
	if has_python 'CSV and TSV on a terminal' pty; then
		for format in csv tsv; do
			# shellcheck disable=SC2086 # EMULATOR may have options
			"$PYTHON" "$tests/terminal.py" 0 $EMULATOR "$MONREAD" -f $format --sql=@query.sql "$sample" >out
			is "$format: and on a terminal" "$(printf 'a\357\277\275[31m,\357\277\275b\357\277\275\303\244\357\277\275\342\202\254')" "$(tail -n 1 out | tr -d '"')"
		done
	fi
	run -f tsv --sql='SELECT char(13) || 1 AS r'
	is 'TSV: carriage return' 'r
\r1' "$(cat out)"
fi
run -q --sql='SELECT 1'
is '-q shows nothing' '' "$(cat out)"
run --sql='-- a comment
; SELECT 1 AS a; /* and */ -- another one'
is 'comments and semicolons are no statement' 'a
1' "$(cat out)"
refuses 64 '--output has no effect with --quiet, which shows nothing' -q -o silent --sql='SELECT 1'
[ ! -e silent ]
ok 'no statement: no empty file is left' $?
run -q --sql='SELECT nosuch'
is '-q: a wrong query is reported' '2 monread: --sql: line 1, column 8: no such column: nosuch' "$status $(cat out err)"
for zone in local tod; do
	refuses 64 "--time has no effect with --sql: in tables times are UTC" --time=$zone --sql='SELECT 1'
done
run -o file --sql='SELECT 1 AS a'
is '--output' 'a
1' "$(cat file)"
monread --sql='WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n' 2>err | head -n 3 >out
is 'a closed pipe ends it without a message' '  i
  1
' "$(head -n 2 out | sed 's/^ *\([0-9i]\)$/  \1/')
$(cat err)"

# ---- Refused queries ----

refuses 2 '--sql: line 1, column 1: near "SELEC": syntax error' --sql='SELEC 1'
refuses 2 '--sql: line 2, column 8: near "x": syntax error' --sql='SELECT 1
  FORM x'
echo 'SELECT 1 FROM' >query.sql
refuses 2 'query.sql: incomplete input' --sql=@query.sql
refuses 2 'no such table: nothinglikeit; .tables lists all tables$' --sql='SELECT * FROM nothinglikeit' "$sample"
refuses 2 'no such table: MRSYTPPP; did you mean MRSYTPRP?' --sql='SELECT * FROM MRSYTPPP' "$sample"
refuses 2 'no such column: PFXUTIM; did you mean .*PFXUTIME?' --sql='SELECT PFXUTIM FROM MRSYTPRP_delta' "$sample"
refuses 2 'no such column: elapse; did you mean elapsed?' --sql='SELECT elapse FROM MRSYTPRP_delta' "$sample"
# As the extension has it.
for query in "SELECT * FROM MRSYTPRP('x.bin')" "SELECT count(*) FROM D0R2_delta('x.bin')" "SELECT * FROM records('x.bin')" \
	"SELECT * FROM files('x.bin')" 'SELECT capture FROM MRSYTPRP' 'SELECT capture FROM files'; do
	refuses 2 'not called with a capture here; a FILE is an operand' --sql="$query" "$sample"
done
refuses 2 'no such table: recrods; did you mean records?' --sql='SELECT * FROM recrods' "$sample"
refuses 2 'no such column: p.ofset; did you mean offset?' --sql='SELECT p.ofset FROM MRSYTPRP p' "$sample"
refuses 2 'no such column: "\{0,1\}VMPROD1' --sql='SELECT * FROM MRSYTPRP WHERE system = "VMPROD1"' "$sample"
for query in 'CREATE TABLE t(a)' 'DELETE FROM MRSYTPRP' "ATTACH 'x' AS y" 'PRAGMA user_version' 'BEGIN' "SELECT * FROM pragma_user_version"; do
	run --sql="$query" "$sample"
	is "$query: status" 2 $status
	is 'nothing is shown' '' "$(cat out)"
done
refuses 2 'not allowed: a query only reads' --sql='CREATE TABLE t(a)'
refuses 2 'not allowed: a query only reads: it begins with SELECT, VALUES, WITH or EXPLAIN' --sql=REINDEX
refuses 2 'no such function: fts3_tokenizer' --sql="SELECT fts3_tokenizer('simple')"
refuses 2 'regexp(): ' --sql="SELECT 'a' REGEXP '('"
refuses 2 'median(): not a number' --sql="SELECT median('x')"
refuses 2 'corr() and regr_...(): not a number' --sql="SELECT corr(1, 'x')"
refuses 2 'percentile(): the second argument must be a number from 0 to 100' --sql='SELECT percentile(1, 101)'
refuses 2 'not authorized to use function: load_extension' --sql="SELECT load_extension('x')"
refuses 2 'no such function\|not allowed' --sql="SELECT readfile('/etc/passwd')"
refuses 2 'expected one statement' --sql='SELECT 1; SELECT 2'
refuses 2 'expected a statement' --sql=' -- nothing'
refuses 2 ':cpu is a parameter, which has no value' --sql='SELECT * FROM MRSYTPRP WHERE PFXCPUAD = :cpu'
refuses 64 '--sql=: expected a query' --sql=
refuses 2 '--sql=@none: cannot be read: No such file' --sql=@none
refuses 2 'moment(): expected a time' --sql="SELECT moment('x')" "$sample"
refuses 2 'moment(): a FILE is missing' --sql="SELECT moment('+1')" none "$sample"
refuses 2 'there is no FILE to read records from' --sql='SELECT * FROM records'
refuses 2 'is a device' --sql='SELECT * FROM records' /dev/monreader
refuses 2 'none: cannot be opened: No such file' --sql='SELECT * FROM records' "$sample" none
mkdir nothing
refuses 2 'nothing: no capture is in this directory' --sql='SELECT * FROM records' nothing
MONREAD_TMP_MB=1
export MONREAD_TMP_MB
refuses 2 'temporary files in $TMPDIR would take more than half of its free space' --sql='WITH RECURSIVE r(x) AS
	(SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r ORDER BY -x'
# Another program writes to the directory of temporary files.
MONREAD_TMP_MB=0
while [ ! -e enough ]; do
	cat "$sample" "$sample" "$sample" >>other 2>/dev/null || break
done &
TMPDIR=$PWD monread --sql='WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 1000000)
	SELECT count(*) FROM r' >out 2>err
status=$?
touch enough
wait
rm -f other
is 'a query without temporary files: status' 0 $status
is 'a query without temporary files: no message' '' "$(cat err)"
MONREAD_TMP_MB=abc
refuses 64 'MONREAD_TMP_MB=abc: expected a number of megabytes' --sql='SELECT 1'
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "${MONSTAT:-$builddir/src/monstat}" cpu "$sample" >out 2>err
is 'monstat with a wrong MONREAD_TMP_MB: status' 64 $?
unset MONREAD_TMP_MB
asks "SELECT sum(value) AS n, (SELECT count(*) FROM json_tree('{\"a\":[1]}')) AS m FROM json_each('[1,2]')" '{"n":3,"m":3}'
refuses 2 'string or blob too big' --sql='SELECT zeroblob(17000000)'
refuses 2 'out of memory; the query takes more than 256 MB' \
	--sql='SELECT count(*) FROM (SELECT max(x) FROM (SELECT randomblob(1000000) || i AS x, i FROM
	(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) SELECT i FROM n)) GROUP BY x)'
refuses 64 "--since has no effect with --sql: the query selects, as in WHERE time >= moment('08:00') LIMIT 10\$" --since=8:00 --sql='SELECT 1'
refuses 64 '--domain has no effect with --tables$' -d 0 --tables "$sample"
refuses 64 '--format=list: with --sql expected text, csv, tsv, json or arrow' -f list --sql='SELECT 1'
refuses 64 '--sql and --describe contradict each other' --sql='SELECT 1' --describe=MRSYTLCK
refuses 64 '--input-format=device' -I device --sql='SELECT 1'

# ---- Many files ----

mkdir many
i=300
while [ $i -gt 0 ]; do
	cp "$sample" many/$i
	i=$((i - 1))
done
n=$(monread -l -n MRSYTPRP "$sample" 2>/dev/null | grep -c '^0x')
if (ulimit -n 60) 2>/dev/null; then
	(ulimit -n 60 && monread -f csv --sql='SELECT count(*), count(DISTINCT file), sum(length(hex(bytes)) > 0)
		FROM MRSYTPRP' many >out 2>err)
	is '300 files with 60 descriptors: each is read' "$((300 * n)),300,$((300 * n))" "$(tail -n 1 out)"
	is 'no message' '' "$(cat err)"
else
	skip '300 files with 60 descriptors' 'no ulimit -n'
fi
# No record of the sample is older than a day before its first record.
run -f json --messages=json --sql="SELECT count(*) AS n FROM MRSYTPRP WHERE time < '2000-01-01'" "$sample" many/300
is 'files that begin after all times of the condition' '{"n":0}' "$(cat out)"
is 'they are not read' '' "$(grep summary err)"

# ---- Damage ----

for capture in bad-lost-frame bad-length-past-set bad-suspended; do
	file=$captures/$capture.monwrite
	run -f json --sql='SELECT count(*) AS n FROM records' "$file"
	is "$capture: status" 1 $status
	is "$capture: all records that are whole" "$(monread -l "$file" 2>/dev/null | grep -c '^0x')" \
		"$(sed 's/[^0-9]//g' out)"
	monread -q "$file" 2>&1 | grep offset >expected
	same "$capture: the problems as without --sql" expected err
	run -f json --sql='SELECT count(*) AS n FROM problems' "$file"
	is "$capture: a row for each" "{\"n\":$(wc -l <expected)}" "$(cat out)"
done
# monread reports rubbish before the data as without --sql.
{ echo rubbish; cat "$sample"; } >front.monwrite
monread -q front.monwrite 2>expected
run --sql='SELECT count(*) FROM records' front.monwrite
same 'rubbish in front: a query' expected err
grep -q 'no monitor data: ' err
ok 'the message' $?
# monread reports damage inside a record with its rows, for any selection of columns, and once.
monread -q "$captures/bad-sync.monwrite" 2>&1 | grep offset >expected
for query in 'SELECT * FROM MRAPLSDT' 'SELECT count(*) FROM MRAPLSDT' 'SELECT APLSDT_USERID FROM MRAPLSDT_last' \
	'SELECT a.time FROM MRAPLSDT a JOIN LINUXMEM b USING (file, offset) JOIN MRAPLSDT_delta c USING (file, offset)'; do
	run --sql="$query" "$captures/bad-sync.monwrite"
	is "$query: status" 1 $status
	same "$query: the problem as without --sql" expected err
done
run -f json --sql='SELECT count(*) AS n FROM MRSYTPRP, problems' "$captures/bad-sync.monwrite"
is 'a record without rows is not looked at' '0 {"n":0}' "$status $(cat out err)"
run --sqlite=sync.db "$captures/bad-sync.monwrite"
is 'a database: status' 1 $status
same 'a database: the problem' expected err
: >empty
refuses_nothing=$(monread -f json --sql='SELECT count(*) AS n FROM records' empty 2>err)
is 'an empty file: status and message' '1 monread: empty: empty' "$(monread -q --sql='SELECT count(*) FROM records' empty 2>/dev/null; echo $? "$(cat err)")"
is 'an empty file: no records' '{"n":0}' "$refuses_nothing"

# ---- Reports as views ----

# flat TIME FIRST LAST <CSV: lines of time, row, column and value of the columns FIRST to LAST of a report, without the first
# sample, of which there are levels only.
flat()
{
	LC_ALL=C awk -F, -v time="$1" -v first="$2" -v last="$3" '
		NR == 1 { split($0, name); last = last ? last : NF; next }
		$time ~ /08:01:00/ { next }
		{ n = $time == before ? n + 1 : 1; before = $time
			for (i = first; i <= last; i++) print substr($time, 12, 8), n, name[i], $i == "" ? "-" : $i }'
}
: "${MONSTAT:=$builddir/src/monstat}"
if [ -x "$MONSTAT" ]; then
	for report in $($EMULATOR "$MONSTAT" --list "$sample" | awk '$2 == "*" && $1 !~ /conf|changes/ { print $1 }'); do
		$EMULATOR "$MONSTAT" -q -f csv "$report" "$sample" >stat.csv
		monread -f csv --sql="SELECT * FROM $report" "$sample" >view.csv 2>err
		columns=$(head -n 1 stat.csv | tr ',' '\n' | wc -l)
		flat 2 4 $((columns - 1)) <stat.csv >expected
		flat 2 3 $((columns - 2)) <view.csv >got
		paste -d ' ' expected got | LC_ALL=C awk '
			$1 != $5 || $2 != $6 || $3 != $7 || ($4 != $8 && ($4 - $8 > 1e-9 * $4 || $8 - $4 > 1e-9 * $4)) { print "# " $0; rc = 1 }
			END { exit rc || !NR }'
		ok "the report $report as a view" $?
	done
else
	skip 'reports as views' 'no monstat'
fi
asks 'SELECT partition, cpus FROM config LIMIT 1' '{"partition":"ZVM1","cpus":3}' "$sample"
asks 'WITH cpu AS (SELECT 1 AS n) SELECT n FROM cpu' '{"n":1}' "$sample"

# ---- An end that is asked for ----

# A shell starts background programs with SIGINT ignored; Python restores SIGINT.
if has_python 'rows against JSON'; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" -c '
import signal, subprocess, sys
query = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
for sig in signal.SIGINT, signal.SIGTERM:
    p = subprocess.Popen(sys.argv[1:] + ["--sql=" + query], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    # The first output shows that monread has begun.
    p.stdout.read(1000)
    p.send_signal(sig)
    print(p.communicate(timeout=60)[1].decode() + str(p.returncode))' $EMULATOR "$MONREAD" >out
	is 'SIGINT and SIGTERM end a query: status' '130
143' "$(cat out)"
	# shellcheck disable=SC2086
	MONREAD=$MONREAD EMULATOR=$EMULATOR "$PYTHON" "$tests/sql.py" "$sample" "$captures"/good-several-sets.monwrite \
		"$captures"/odd-entry-long.stream "$captures"/odd-many-kinds.stream "$captures"/bad-array-long.stream \
		"$captures"/bad-length-past-set.stream
	ok 'rows equal the records in JSON' $?
fi
finish
