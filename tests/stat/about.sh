#!/bin/sh
# about.sh: --explain and --list: every part of a report, and lines that fit.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99
mkdir reports
cat >reports/mine.report <<'END'
Title: Mine
Question: What is there?
Text: A line that is as long as eighty columns, less the one at its end which is kept free.
Text: A word that is longer than a line, 12345678901234567890123456789012345678901234567890123456789012345678901234567890, stands alone.
Text: Blanks  between  words  stay  where  they  are,  but  not  those  at  which  a  line  ends.
Needs: MRSYTPRP; MONITOR START whatever else there is to be started
Uses: MRNOSUCH
Columns:
  cpu 4 0 - - key cpu - - Address.
  b 6 1 ms P value b - - A mean that is told in more words than fit into one line of this text.
  c 6 1 % S value c - - A share.
  d 6 1 % I hidden - - - A guess.
  e 6 1 - - value - - - E.
Alarm: d > 10 for 3 until 5 : look at it
Query:
SELECT PFXCPUAD AS cpu, 1 AS b, 2 AS c, 3 AS d,
       4 AS e
  FROM MRSYTPRP
END
monstat --reports=reports --explain=mine >got 2>err
is '--explain: status and messages' '0 ' "$? $(cat err)"
cat >expected <<'END'
mine: Mine
What is there?

A line that is as long as eighty columns, less the one at its end which is kept
free.
A word that is longer than a line,
12345678901234567890123456789012345678901234567890123456789012345678901234567890,
stands alone.
Blanks  between  words  stay  where  they  are,  but  not  those  at  which  a
line  ends.

Columns after time and int (the seconds that a line covers):
  cpu             Address.
  b         ms    A mean that is told in more words than fit into one line of
                  this text.
                  Basis: from the page of the record, or of the CP block that
                  it copies.
  c         %     A share.
                  Basis: by another public source.
  d         %     A guess.
                  For alarms: it is not shown.
                  Basis: inferred from the names of the fields.
  e               E.

            needs MRSYTPRP; on z/VM: MONITOR START whatever else there is to be
                  started
            uses MRNOSUCH
Alarm: d > 10 for 3 intervals: look at it
Limits of alarms are the report's own choice, not IBM's: a copy of it in
--reports=DIR may have others.

Query, for each interval:
SELECT PFXCPUAD AS cpu, 1 AS b, 2 AS c, 3 AS d,
       4 AS e
  FROM MRSYTPRP
END
same '--explain: all that a report says' expected got
: >wide
for report in $(monstat --list | sed -n 's/^\([a-z][a-z]*\) .*/\1/p'); do
	monstat --explain="$report" >out
	sed '/^Query/,$d' out | awk -v r="$report" 'length > 80 || / $/ { print r ": " $0 }' >>wide
done
: >none
same 'reports: no line is too long or ends in a blank' none wide

is '--list' 'mine        What is there?' "$(monstat --reports=reports --list | grep '^mine')"
is '--list of a capture' 'mine        * What is there?' "$(monstat --reports=reports --list "$sample" | grep '^mine')"

# ---- --views ----

for database in sqlite duckdb postgresql; do
	is "--views=$database: a view for each report" "$(monstat --list | grep -c '^[a-z]')" \
		"$(monstat --views=$database | grep -c '^CREATE [A-Z ]*VIEW [A-Z ]*"report_')"
done
is 'PostgreSQL gets names with capital letters in quotes' '2 0' "$(monstat --views=postgresql >out
	grep -c '^) AS report("system", "interval", .*"sizeMB"' out) $(grep -c '^) AS report;' out)"
# lines PATTERN...: print how many lines of the file out have each pattern.
lines()
{
	for pattern; do
		grep -c "$pattern" out
	done | xargs
}
is 'PostgreSQL: each table has a key and an index' "$(lines '^CREATE TABLE' '^CREATE TABLE')" \
	"$(lines '^	PRIMARY KEY ("system", "time", "record_hash", "copy"' '^CREATE INDEX .*("system", "interval");$')"
is 'PostgreSQL: each report has a function' "$(lines VIEW)" "$(lines '^RETURNS SETOF "report_')"
sed '/^Uses/d' reports/mine.report >mine && mv mine reports/mine.report
monstat --reports=reports --views=sqlite 2>err >out
is 'a report without system and interval has no view' '1 0' \
	"$(grep -c 'mine.report: left out of the views' err) $(grep -c report_mine out)"
if has_python 'kinds of columns that reports compare'; then
	EMULATOR=$EMULATOR "$PYTHON" "$tests/stat/kinds.py" "$tests/../data/reports" "$MONREAD" "$sample"
	ok 'no report compares a number whose average is not exact' $?
fi
if has_python 'views in databases' sqlite3; then
	EMULATOR=$EMULATOR "$PYTHON" "$tests/stat/views.py" "$sample" "$MONREAD" "$MONSTAT"
	ok 'views in databases have the rows of monread --sql' $?
	# Tables that --views makes because they are missing give way to those of --sqlite.
	monread --sqlite=views.db --delta "$sample" 2>err
	monstat --views=sqlite >views.sql
	"$PYTHON" -c 'import sqlite3; sqlite3.connect("views.db").executescript(open("views.sql").read())'
	monread --sqlite=views.db --delta "$sample" 2>err
	is 'a database with views can be loaded again' '0 ' "$? $(cat err)"
fi
monstat -f csv user "$sample" >expected
for name in FCX112 fcx112 ESAUSP2; do
	monstat -f csv $name "$sample" >got
	same "the report that is like $name" expected got
done
is '--explain with the name of a screen' 'user: Users' "$(monstat --explain=FCX112 | sed 1q)"
is '--find finds its number, in any case' 'user ' "$(monstat --find=fcx112 | awk '{ print $1 }' | tr '\n' ' ')"
is '--find finds texts of reports and columns' 'system nss steal paging pagevol user ' "$(monstat --find=Paging | awk '{ print $1 }' | tr '\n' ' ')"
for tap_found in 'SWAP linux linuxproc linuxtop' 'discard vswitch vnic' 'loop user'; do
	is "--find finds parts of words, columns and alarms: $tap_found" "${tap_found#* }" \
		"$(monstat --find="${tap_found%% *}" | awk '{ print $1 }' | xargs)"
done
is '--find finds nothing' '1 monstat: --find=xyzzy: no report has this in its name, texts, columns or alarms; monstat --list shows all reports' \
	"$(monstat --find=xyzzy >err 2>&1; echo "$? $(cat err)")"
finish
