#!/bin/sh
# merge.sh: --merge: captures in order of time, and common records once: shown, written, counted, asked by
# queries and loaded into a database, compared with the independent merge.py.
. "${srcdir:-.}/tests/tap.sh"

need_python sqlite3

cd "$tap_dir" || exit 99
sample=${tests%/tests}/data/sample.monwrite
: "${MONSTAT:=$builddir/src/monstat}"
rows='SELECT system, time, PFXUTIME FROM MRSYTPRP'

# keys: print FILE DOMAIN RECORD TOD LENGTH of records in JSON.  Fields are removed first, for speed.
keys()
{
	LC_ALL=C sed 's/"fields":{.*//
		s/^{"file":"\([^"]*\)".*"domain":\([0-9]*\),"record":\([0-9]*\),.*"length":\([0-9]*\),.*"tod":"\([0-9A-F]*\)".*/\1 \2 \3 \5 \4/'
}

# shown ARGUMENT...: print the keys of the records that --merge shows in JSON; messages are in $tap_dir/err.
shown()
{
	monread --merge -f json "$@" 2>"$tap_dir/err" | keys
}

# each FILE...: print the same without the names of the files.
each()
{
	shown "$@" | cut -d' ' -f2-
}

# records FILE: print the records of a capture, byte for byte.
records()
{
	"$PYTHON" "$tests/merge.py" records "$1"
}

# summed FILE...: print the counts of merge.py, as in a summary.
summed()
{
	monread --merge -s "$@" 2>"$tap_dir/err" | sed -n 's/^  *//
		s/^Data sets  */Data sets /p
		s/^Record sets  */Record sets /p
		s/^Records  *\([0-9]*, [0-9]*\) bytes.*/Records \1/p
		s/^Intervals  *\([0-9]*\) of.*/Intervals \1/p
		s/^\(D[0-9]*R[0-9]*\)  *[^ ]*  *\([0-9]*\)  *\([0-9]*\) .*/\1 \2 \3/p'
}

left_out()
{
	sed -n 's/^monread: \([0-9]*\) duplicate records of overlapping captures left out$/\1/p' "${1:-$tap_dir/err}"
}

monstat()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" "$@"
}

sorted()
{
	LC_ALL=C sort "$@"
}

"$PYTHON" "$tests/merge.py" make "$sample" caps && "$PYTHON" "$tests/merge.py" two "$sample" two &&
	"$PYTHON" "$tests/merge.py" scenes "$sample" . || exit 99
has_sql=$([ -x "$MONSTAT" ] && monread --sql "$rows" -f csv caps/other >/dev/null 2>&1 && echo yes)

# ---- Shown and written ----

cd caps || exit 99
cp other ../copy
"$PYTHON" "$tests/merge.py" order ./* >../order || exit 99
grep -v '^left out' ../order | sed 's,^\./,,' >../truth
cut -d' ' -f1-5 ../truth >../wanted
cut -d' ' -f2- ../wanted | sorted >../places
awk '{print $1, "D" $2 "R" $3}' ../truth >../names
awk '$2 == 0 && $3 == 2 {print $1}' ../truth >../cpus
head -n 7 ../wanted >../seven
shown -n MRSYTPRP --since=2026-03-04T08:06:40.000412Z -- * >../since
monread -q -- * 2>&1 | sorted >../alone.err
left=$(sed -n 's/^left out: //p' ../order)
# of_files [COLUMN]: print the file and the record of each line.
of_files()
{
	awk -v at="${1:-2}" '/z\/VM monitor data$/{sub(/:.*/, ""); file = $0; next} /^==> /{file = $2} /^0x/{print file, $at}'
}
# differences SYSTEM: of --delta in CSV.
differences()
{
	grep "^$1" | cut -d, -f8- | sed 's/^[^,]*,//'
}
monread --delta -f csv -n MRSYTPRP --fields=SYTPRP_PFXUTIME other 2>/dev/null | differences VMPROD2 >../delta
delta='monread --merge --delta -f csv -n MRSYTPRP --fields=SYTPRP_PFXUTIME'
system='s/.*"MTRSYS_SYSTMID":"\([^"]*\)".*/\1/'
cases <<'END'
some records are in two captures | - | echo $((left > 100)) $(($(wc -l <../since) > 10)) $(($(wc -l <../delta) > 10)) | 1 1 1
JSON: in order of time, each record once | * | shown -- $in | =../wanted
JSON, a directory | . | each $in|sorted | =../places
the status, and how many are left out | * | told "^monread: $left duplicate records of overlapping captures left out$" monread --merge -q -- $in | 1 1
messages are those without --merge | * | monread --merge -q -- $in 2>&1|grep -v 'left out'|sorted | =../alone.err
--list: the file of each line | * | monread --merge -l -- $in|of_files 3 | =../names
text: the file of each record | * | monread --merge -- $in|of_files | =../names
--hex: the file of each record | * | monread --merge -x -- $in|of_files | =../names
CSV | * | monread --merge -f csv -n MRSYTPRP -- $in|sed 1d|cut -d, -f2 | =../cpus
--split | * | mkdir ../tables; monread --merge -f csv --split=../tables -- $in; sed 1d ../tables/MRSYTPRP.csv|cut -d, -f2 | =../cpus
--delta goes on in the next capture | z-first overlap a-last other | $delta -- $in|differences VMPROD1 | =../delta
--delta of a system that alternates with another | z-first overlap a-last other | $delta -- $in|differences VMPROD2 | =../delta
--count: the first of all | * | shown -c 7 -- $in | =../seven
--count: messages about each that was read | * | monread -v --merge -f json -c 40 -- $in 2>&1 >/dev/null|sed -n 's/^monread: \(.*\): .* records read,.*/\1/p'|sorted | a-last other overlap thin z-first
--since counts from the first record of all | * | shown -n MRSYTPRP --since=+400 -- $in | =../since
a copy: the first is shown | other ../copy | shown $in|cut -d' ' -f1|uniq | other
a copy: all of the second is left out | other ../copy | each $in >../out; echo $(($(left_out) - $(wc -l <../out))) | 0
--verbose counts for each capture | other ../copy | told '^monread: ../copy: [0-9]* records left out: an earlier capture has them' monread --merge -v -q $in | 0 1
a file named twice is read once | other ./other | told '^monread: ./other: left out: another name of a file that is read$' monread --merge -v -q $in; shown $in >../out; shown other|equal - ../out | 0 1
--write of two systems is refused | * | told 'other is of the system VMPROD2, but [a-z-]* is of VMPROD1: one capture cannot have records of both' monread --merge -q --write=../all -- $in; ls ../all | 2 1
--raw of one of two systems | * | monread --merge --raw --system=VMPROD2 -- $in >../all; monread -n MRMTRSYS -f json ../all|sed "$system"|sort -u | VMPROD2
END
rm -f ../all other
"$PYTHON" "$tests/merge.py" order ./* | grep -v '^left out' | cut -d' ' -f2- >../wanted
cases <<'END'
--raw: the same bytes | * | monread --merge --raw -- $in >../raw; records ../raw | =../wanted
one capture has nothing to leave out | ../raw | told 'left out' monread --merge -q $in | 0 0
--write-format=monwrite: the same bytes | * | monread --merge -q --write=../all --force --write-format=monwrite -- $in; records ../all | =../wanted
--write-format=stream: the same bytes | * | monread --merge -q --write=../all --force --write-format=stream -- $in; records ../all | =../wanted
END
cd .. || exit 99

# Files of one run begin with configuration that was stored before: --merge neither shows nor compares it.
mkdir rotated both
monread -q --write=rotated/part --rotate=30000B "$sample"
cp rotated/* "$sample" both
monread -f json "$sample" | keys | cut -d' ' -f2- >wanted
cases <<'END'
a rotated capture has several files | rotated | echo $(($(ls $in|wc -l) > 2)) | 1
a rotated capture is as it was | rotated | each $in | =wanted
a rotated capture: nothing is left out | rotated | told 'left out' monread --merge -q $in | 0 0
a rotated capture and the whole: each record once | both | each $in | =wanted
a rotated capture and the whole: all are left out once | both | each $in >out; echo $(($(left_out) - $(wc -l <out))) | 0
END

# ---- Clocks that were set back, and wrong times ----

# facts DIR FILE...: of the FILEs in DIR, which DIR/all has in one: whether --merge shows all records in order, or at least each
# once; the status; how many clocks were set back and how many times are wrong; whether queries and a database agree.
facts()
{
	cd "$1" || return
	shift
	monread -f json all 2>/dev/null | keys | cut -d' ' -f2- >"$tap_dir/wanted"
	monread --merge -f json "$@" >"$tap_dir/json" 2>"$tap_dir/err"
	status=$?
	keys <"$tap_dir/json" | cut -d' ' -f2- >"$tap_dir/out"
	sorted "$tap_dir/wanted" >"$tap_dir/sorted"
	found=other
	sorted "$tap_dir/out" | cmp -s - "$tap_dir/sorted" && found=each
	cmp -s "$tap_dir/out" "$tap_dir/wanted" && found=order
	echo "$found $status $(grep -c 'set back' "$tap_dir/err") $(grep -c 'its time is' "$tap_dir/err") $(asked "$@")"
}
# same_delta FILE...: whether --delta and --sql have the same differences.
same_delta()
{
	$delta "$@" 2>/dev/null | cut -d, -f2-3,9- | sed '1d; s/0*$//' | sorted >"$tap_dir/delta"
	monread --merge --sql='SELECT file, "offset", PFXUTIME, elapsed FROM MRSYTPRP_delta' -f csv "$@" 2>/dev/null |
		sed '1d; s/0*$//' | sorted | cmp -s - "$tap_dir/delta"
}
problems()
{
	grep -e 'left out' -e 'set back' -e 'its time is' "$1" | sorted
}
asked()
{
	[ -n "$has_sql" ] || { echo agree && return; }
	monread --sql "$rows" -f csv all 2>/dev/null | sorted >"$tap_dir/rows"
	monread --merge --sql "$rows" -f csv "$@" 2>"$tap_dir/sql.err" | sorted | cmp -s - "$tap_dir/rows" || echo other rows
	same_delta "$@" || echo other differences
	monread --merge --sql 'SELECT count(*) FROM records' -f csv "$@" 2>"$tap_dir/sql.err" | sed 1d >"$tap_dir/count"
	[ "$(cat "$tap_dir/count")" -eq "$(wc -l <"$tap_dir/wanted")" ] || echo other count
	problems "$tap_dir/err" >"$tap_dir/problems"
	problems "$tap_dir/sql.err" | cmp -s - "$tap_dir/problems" || echo other messages
	# A database has each record once, too, however often it is loaded.
	rm -f "$tap_dir/all.db" "$tap_dir/each.db"
	monread -qq --sqlite="$tap_dir/all.db" all
	for file; do
		monread -qq --sqlite="$tap_dir/each.db" "$file"
	done
	for file in all each; do
		"$PYTHON" "$tests/merge.py" hashes "$tap_dir/$file.db" MRSYTPRP >"$tap_dir/$file.rows"
	done
	cmp -s "$tap_dir/all.rows" "$tap_dir/each.rows" || echo other database
	echo agree
}
cases <<'END'
back | whole later | facts $tap_name $in | order 1 1 0 agree
back | later whole | facts $tap_name $in | order 1 1 0 agree
back | across whole later | facts $tap_name $in | order 1 2 0 agree
back | later across before whole | facts $tap_name $in | order 1 2 0 agree
late | stream monwrite far | facts $tap_name $in | each 0 0 0 agree
late | far monwrite stream | facts $tap_name $in | each 0 0 0 agree
events | on begin | facts $tap_name $in | each 1 2 0 agree
thinned | whole part | facts $tap_name $in | order 1 2 0 agree
thinned | part whole | facts $tap_name $in | order 1 2 0 agree
gap | wrong rest | facts $tap_name $in | order 1 0 1 agree
gap | rest wrong | facts $tap_name $in | order 1 0 1 agree
between | one other | facts $tap_name $in | order 0 0 0 agree
END

# Messages are the same wherever captures are read.
place='offset 0x[0-9a-f]*: D[0-9]*R[0-9]*'
back="$place: the clock was set back from 2026-03-04T[0-9:.]*Z to [0-9T:.-]*Z; the next data sets are placed by the new times\$"
late="$place: its time is 2026-03-14T[0-9:.]*Z, but the next records have 2026-03-04T[0-9:.]*Z; the data set is placed by the time of the next records\$"
cd wrong || exit 99
cases <<'END'
--strict ends when a clock was set back | whole twice | cd ../back; told 'stopped at the first damage' monread --merge --strict -f json $in | 1 1
a clock set back, JSON | whole twice | cd ../back; told "^monread: whole: $back" monread --merge -f json $in | 1 1
a wrong time, -q | right wrong | told "^monread: wrong: $late" monread --merge -q $in | 1 1
a wrong time, --delta | right wrong | told "^monread: wrong: $late" monread --merge --delta -f csv -n MRSYTPRP $in | 1 1
a wrong time, --write | right wrong | told "^monread: wrong: $late" monread --merge -q --write=../w --force --system=VMPROD2 $in | 1 1
END
# Reports of captures that overlap equal the reports of the whole.
for what in back late thinned; do
	[ -z "$has_sql" ] || monstat system -f csv ../$what/all >../$what.csv 2>/dev/null
done
[ -z "$has_sql" ] || cases <<'END'
a file named twice, monstat | copy ./copy | cd ..; told '^monstat: ./copy: left out: another name of a file that is read$' monstat -v system -f csv $in; monstat system -f csv $in >out; monstat system -f csv copy|equal - out | 0 1
a clock set back, monstat | whole twice | cd ../back; told "^monstat: whole: $back" monstat system $in | 1 1
a wrong time, --where | right wrong | told "^monread: wrong: $late" monread --merge -n MRSYTPRP --where='PFXUTIME >= 0' $in | 1 1
a wrong time: as many rows as records | right wrong | shown $in >../out; echo $(($(monread --merge --sql 'SELECT count(*) FROM records' -f csv $in|sed 1d) - $(wc -l <../out))) | 0
the status of each FILE | right wrong | monread --merge --messages=json --sql 'SELECT count(*) FROM MRSYTPRP' $in 2>&1 >/dev/null|sed -n 's/.*"exit summary","file":"\([a-z]*\)","status":\([0-9]\).*"problems":\([0-9]*\).*/\1 \2 \3/p'|sorted | right 0 0 wrong 1 1
monstat | later whole | cd ../back; monstat system -f csv $in | =../back.csv
monstat | stream monwrite far | cd ../late; monstat system -f csv $in | =../late.csv
monstat: the status | far monwrite stream | cd ../late; told . monstat system -f csv $in | 0 0
monstat | whole part | cd ../thinned; monstat system -f csv $in | =../thinned.csv
monstat: the status | part whole | cd ../thinned; told 'set back' monstat system -f csv $in | 1 3
END
cd .. || exit 99

# ---- Summaries, queries and databases ----

# Captures that overlap: one from the beginning on; all but the first file of a rotated capture, which begin with
# configuration that was stored again, and marks; a stream of the last of these; and one of another system.
cd two || exit 99
compress=--compress=zstd
monread -q $compress --write=probe whole1 2>/dev/null || compress=
mkdir parts rotated torn
monread -q --write=parts/c --until=08:07:30 whole1
monread -q --write=rotated/part --rotate=220000B whole1
set -- rotated/*
# shellcheck disable=SC2086 # perhaps none
monread -q $compress --write=parts/b "$2"
monread -q --write=parts/d "$3"
monread -q --write=parts/a --write-format=stream "$3"
cp whole2 parts/other
# Damage in records that another capture has, too.
cp parts/* torn
size=$(wc -c <parts/c)
{
	head -c $((size - 30000)) parts/c
	head -c 6000 /dev/zero | tr '\0' 'x'
	tail -c 24000 parts/c
} >torn/c
monread -q torn/c 2>torn.err
"$PYTHON" "$tests/merge.py" counts whole1 whole2 >truth
# A stream has no data sets, and ends one after each record set of events.
grep -v '^Data sets' truth >no-sets
grep '^D[0-9]' truth >kinds
grep '^D0' truth >domain0
records=$(sed -n 's/^Records \([0-9]*\),.*/\1/p' truth)
span()
{
	sed -n 's/^  *Time  *\(.*\) to \(.*\), [0-9.]* s$/\1\n\2/p' | sorted | sed -n '1p;$p'
}
monread -s whole1 whole2 | span >first-last
cases <<'END'
the captures overlap | parts | echo $(($(monread -f json $in|wc -l) > records + 100)) $(ls rotated|wc -l) | 1 3
--merge shows what the captures without overlap have | parts | echo $(($(monread --merge -f json $in|wc -l) - records)) | 0
-s: the status, and how many are left out | parts | told 'records of overlapping captures left out' monread --merge -s $in | 0 1
-s: of what | parts | monread --merge -s $in|head -n 1 | 5 FILEs merged: z/VM monitor data
-s: what is counted | parts | summed $in|grep -v '^Data sets' | =no-sets
-s: data sets | parts/b parts/c parts/d parts/other | summed $in | =truth
-s: from the first to the last | parts | monread --merge -s $in|span | =first-last
-s: of a selection | parts | summed -d 0 $in|grep '^D[0-9]' | =domain0
-s, damage: the status, and how many places | torn | told '^  Damage' monread --merge -s $in|cut -c1; echo $(($(sed -n 's/^  Damage  *\([0-9]*\).*/\1/p' ../told.out) - $(wc -l <torn.err))) | 1 0
-s, damage: the messages about the file | torn | grep torn/c ../told.err | =torn.err
-s, damage: another capture has those records | torn | summed $in|grep '^D[0-9]' | =kinds
END

# query TABLE FILE...: print its rows without the columns that depend on the file.
query()
{
	table=$1
	shift
	monread --sql="SELECT * FROM $table ORDER BY time, system, offset" -f json "$@" 2>/dev/null |
		sed 's/"file":[^,]*,"offset":[^,]*,"dataset":[^,]*,//' | sorted
}
keys='system, type, interval, time, domain, record, length'
table()
{
	"$PYTHON" "$tests/merge.py" rows "$@"
}
if [ -n "$has_sql" ]; then
	monread --sql="SELECT $keys FROM records ORDER BY $keys" -f csv whole1 whole2 >asked
	for table in MRSYTPRP MRUSEACT_delta; do
		query $table whole1 whole2 >$table
	done
	torn='SELECT domain, record, time FROM records ORDER BY 1, 2, 3'
	monread --sql="$torn" -f csv whole1 whole2 >times
	join='SELECT count(a.time) FROM MRSYTPRP AS a JOIN MRSYTPRP AS b USING (system, interval, PFXCPUAD)'
	monread --sql="$join" -f csv whole1 whole2 >joined
	monread --sqlite=whole.db whole1 whole2
	for table in MRSYTPRP MRUSEACT MRSYTLCK__SYTLCK_CALLKDATA; do
		table whole.db $table >db-$table 2>/dev/null
	done
	# The file gap lacks samples, the file few also the records that tell the length of an interval.
	monread --raw --until=08:05 whole1 >gap
	monread --raw --since=08:08 whole1 >>gap
	monread -q --write=few --exclude=1.9,1.11 gap
	monread -qq --sqlite=gap.db --delta gap
	table gap.db MRSYTPRP_delta >gap_delta
fi
[ -z "$has_sql" ] || cases <<'END'
there are rows | - | echo $(($(wc -l <asked) - 1 - records)) $(($(wc -l <MRSYTPRP) > 50)) $(($(wc -l <db-MRSYTPRP) > 50)) | 0 1 1
--sql: records | parts | monread --merge --sql="SELECT $keys FROM records ORDER BY $keys" -f csv $in | =asked
--sql: MRSYTPRP | parts | query MRSYTPRP --merge $in | =MRSYTPRP
--sql: MRUSEACT_delta | parts | query MRUSEACT_delta --merge $in | =MRUSEACT_delta
--sql: missing samples | few gap | same_delta $in; echo $? | 0
--sqlite: missing samples | few gap | monread -qq --sqlite=few.db --delta $in; table few.db MRSYTPRP_delta | =gap_delta
--sql: a join | parts | monread --merge --sql="$join" -f csv $in | =joined
--sql: files | parts | echo $(($(monread --merge --sql='SELECT sum(records) FROM files' -f csv $in|sed 1d) - records)) | 0
--sql, damage: the status | torn | told . monread --merge --sql='SELECT max(time) FROM records' $in|cut -c1 | 1
--sql, damage: the messages | torn | grep torn/c ../told.err | =torn.err
--sql, damage: another capture has those records | torn | monread --merge --sql="$torn" -f csv $in | =times
--sqlite: the status | parts | told . monread --sqlite=merged.db $in | 0 0
--sqlite: MRUSEACT | parts | table merged.db MRUSEACT | =db-MRUSEACT
--sqlite: an array | parts | table merged.db MRSYTLCK__SYTLCK_CALLKDATA | =db-MRSYTLCK__SYTLCK_CALLKDATA
--sqlite: loaded again, nothing is added | parts | table merged.db monread_files >out; monread --sqlite=merged.db $in; table merged.db monread_files|equal - out; table merged.db MRUSEACT|equal - db-MRUSEACT | -
--sqlite, damage: the status | torn | told . monread --sqlite=torn.db $in|cut -c1 | 1
--sqlite, damage: the messages | torn | grep torn/c ../told.err | =torn.err
--sqlite, damage: another capture has those rows | torn | echo $(($(table torn.db MRSYTPRP|wc -l) - $(wc -l <db-MRSYTPRP))) $(($(table torn.db MRUSEACT|wc -l) - $(wc -l <db-MRUSEACT))) | 0 0
END
[ -n "$has_sql" ] || skip 'queries, databases and reports' 'no SQLite'

# ---- A capture has one system, without --merge, too ----

cat whole1 whole2 >both
cat late2 whole1 >late-both
monread --raw whole1 >raw1
monread -q --write=one1 whole1
monread -q --write=one2 whole2
cat one1 one2 >ones
differ='^monread: whole2 is of the system VMPROD2, but whole1 is of VMPROD1: one capture cannot have records of both; whole2 and later FILEs are not written'
alone="$differ; write one capture for each system, or"
name=' put %{system} into the file name of --write$'
select=' select one system with --system$'
ours="$(echo "$differ" | sed 's/ whole1 is of VMPROD1.*//') x is of VMPROD1: one capture"
# A file that has two systems goes on with the last one, also if it is compressed.
# append OPTION...: --append to a file of both systems: the status of the first system, and whether the file stays; of the last one.
append()
{
	rm -f x
	# shellcheck disable=SC2086 # nothing, or one word
	monread -q --write=x $compress both
	cp x kept
	# shellcheck disable=SC2086
	told '^monread: whole1 is of the system VMPROD1, but x is of VMPROD2: one capture' monread -q --append --write=x $compress "$@" whole1
	equal x kept
	# shellcheck disable=SC2086
	told . monread -q --append --write=x $compress "$@" whole2
}
# no_append OPTION...: --append to a file of the other system.
no_append()
{
	cp whole1 x
	told "$ours" monread -q --append --write=x "$@" whole2
	equal x whole1
}
# unknown OPTION...: --append of captures that do not tell their system, to a file that does not, and does.
unknown()
{
	rm -f y
	monread --raw -r 0.2 whole1 | monread -q --write=y -
	monread --raw -r 0.2 whole2 >part
	told 'is of\|do not tell' monread -q "$@" --append --write=y part
	told '^monread: y: its records do not name their system; records of VMPROD2 are appended$' monread -q "$@" -r 0.2 --append --write=y whole2
	told 'is of\|do not tell' monread -q "$@" -r 0.2 --append --write=y whole2
	told 'is of\|do not tell' monread -q "$@" --append --write=y none2
}
nothing='-n MRSCLSHR -u NOBODY'
cases <<'END'
--write | whole1 whole2 whole1 | rm -f x; told "$alone$name" monread -q --write=x $in; equal x one1 | 2 1
--write-format=stream | whole1 whole2 whole1 | rm -f x; told "$alone$name" monread -q --write=x --write-format=stream $in; equal x raw1 | 2 1
--raw | whole1 whole2 whole1 | told "$alone$select" monread --raw $in; equal ../told.out raw1 | 2 1
a FILE with two systems is copied as it is | both | rm -f x; told . monread -q --write=x $in; equal x ones | 0 0
a FILE with two systems is copied with --merge, too | late-both | rm -f x; told 'is of the system' monread --merge -q --write=x $in | 0 0
a pipe of another system is stored | - | rm -f x; told '^monread: - is of the system VMPROD2, but whole1 is of VMPROD1: the output has records of both systems' monread -q --write=x whole1 - <whole2; equal x ones | 1 1
--append of another system | - | no_append | 2 1
--append to two systems | - | append | 2 1 0 0
--append to two systems, not compressed | - | compress= append | 2 1 0 0
nothing is selected | whole1 whole2 | rm -f x; told "$alone" monread -q --write=x $nothing $in; monread -n MRMTRSYS -f json x|sed "$system"|sort -u | 2 1 VMPROD1
nothing is selected, --raw | whole1 whole2 | told 'is of the system' monread --raw $nothing $in | 0 0
--append of the system that is selected | whole2 whole1 | cp whole1 x; told . monread -q --append --write=x --system=VMPROD1 $in | 0 0
a file for each system | whole1 whole2 | told . monread -q --write='in-%{system}' $in; equal in-VMPROD2 one2 | 0 0
a file for each system, and a pipe that is closed | whole1 whole2 | (monread --write='at-%{system}' $in; echo $? >status)|head -n 1 >out; cat status; ls at-* | 0 at-VMPROD1 at-VMPROD2
--append of unknown systems | - | unknown | 0 0 0 1 0 0 0 0
END
[ ! -c /dev/full ] || cases <<'END'
a file for each system, and an output that is full | whole1 whole2 | rm -f at-*; monread --write='at-%{system}' $in >/dev/full; echo $? $(ls at-*) | 2 at-VMPROD1 at-VMPROD2
--raw of two systems, and an output that is full | whole1 whole2 | told "$alone$select\|: writing failed: " monread --raw --output=/dev/full $in | 2 2
END

# A FILE that names its system late is merged, and that is reported.
"$PYTHON" "$tests/merge.py" order whole1 late2 | sed '/^left out/d; / 1 13 /d; s/^[^ ]* //' >mixed
late='^monread: late2 is of the system VMPROD2, but whole1 is of VMPROD1: the output has records of both systems; select one system'
late_x=$(echo "$late" | sed 's/whole1/x/')
# kept FILE: its records, without the ends of frames.
kept()
{
	records "$1" | grep -v '^1 13 ' | equal - mixed
}
cases <<'END'
named late | whole1 late2 | rm -f x; told "$late" monread --merge -q --write=x --write-format=stream $in; kept x | 1 1
named late, --raw | whole1 late2 | told "$late" monread --merge --raw $in; kept ../told.out | 1 1
named late, --append | late2 | monread --raw whole1 >x; told "$late_x" monread --merge -q --append --write=x --write-format=stream $in | 1 1
named late, one system | whole1 late2 | rm -f x; told 'is of the system' monread --merge -q --write=x --system=VMPROD1 $in; monread -n MRSYTCUM,MRSYTPRP,MRMTRSYS -f json x|sed 's/^{"file":"[^"]*","system":"\([^"]*\)".*/\1/'|sort -u | 0 0 VMPROD1
named late, alone | late2 | rm -f x; told 'is of the system' monread --merge -q --write=x $in | 0 0
END
cd .. || exit 99

# ---- Damage, missing files, and many captures ----

cp caps/z-first one
{
	head -c 40960 one
	head -c 8192 /dev/zero | tr '\0' 'x'
	tail -c +40961 one
} >torn
monread -q torn 2>torn.err
: >none
"$PYTHON" "$tests/merge.py" many "$sample" many 120 200
"$PYTHON" "$tests/merge.py" order many/* | grep -v 'left out' | cut -d' ' -f1-5 >wanted
cases <<'END'
damage: the status, and all records that are whole | torn two/whole2 | told . monread --merge -f json $in|cut -c1; echo $(($(grep -c '"file":"torn"' told.out) - $(monread -f json torn|wc -l))) | 1 0
damage: the messages | torn two/whole2 | grep torn: told.err | =torn.err
a file that is missing: the others are shown | nosuch one | told '^monread: nosuch: ' monread --merge -f json $in; echo $(($(wc -l <told.out) - $(monread -f json one|wc -l))) | 2 1 0
an empty file | none one | told '^monread: none: empty$' monread --merge -q $in | 1 1
--follow | one | told '--merge and --follow contradict' monread --merge -F $in | 64 1
no FILE | - | told '--merge has no effect on a device' monread --merge $in | 64 1
a device | one | told '--merge has no effect with --input-format=device' monread --merge -I device $in | 64 1
standard input | - | told '^monread: -: is not a regular file, which --merge needs$' monread --merge -l - <one; cat told.out | 2 1
END
# A data set whose only record set is configuration of more than 4 MB, the limit of reading ahead, and a sample.
cat >config <<'END'
let now = T'2027-03-04T08:00:00Z'
block
set sample 1 0 noend
for i = 1 to 1200
record 1.15 3900
done
let now = T'2027-03-04T08:01:00Z'
block
set sample 4 0
record 4.3 100
END
mkcapture -f monwrite config config.bin || exit 99
is 'the sample after much configuration' 1 "$(monread --merge -l -r 4.3 config.bin one 2>/dev/null | grep -c '2027-03-04T08:01')"
# monread needs no more descriptors than captures that it reads at the same time.
# shellcheck disable=SC3045 # not each shell has it
if (ulimit -n 40) 2>/dev/null; then
	(ulimit -n 40 && monread --merge -f json many 2>/dev/null | keys >out)
	same "120 captures one after the other, with 40 descriptors" wanted out
else
	skip "120 captures" "descriptors cannot be limited"
fi

# A hundred captures of the same time, or fewer with an emulator or a sanitizer.
limit=16384 at_once=100
[ -z "$EMULATOR" ] || limit=
case "$CC $CFLAGS" in *-fsanitize=*) limit= ;; esac
[ -n "$limit" ] || at_once=60
"$PYTHON" "$tests/merge.py" systems "$sample" over/plain $at_once
cd over || exit 99
cp -r plain members
for file in members/*; do
	monread -q --compress=zstd --write="$file" --force plain/"${file##*/}"
done
for kind in gzip zstd; do
	cp -r plain $kind
	$kind -q -1 $kind/* 2>/dev/null || rm -rf "${kind:?}"
	rm -f $kind/s???
done
# The C library reserves 64 MB of addresses per thread; these are not memory, but a limit of addresses counts them.
# shellcheck disable=SC3045
[ "$(ulimit -v)" = unlimited ] && jobs='' || jobs=-j1
# memory ARGUMENT...: the most memory that monread had, in KB; its output goes to $tap_dir/json.
memory()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" -I -S "$tests/rss.py" "$tap_dir/json" $EMULATOR "$MONREAD" "$@" | cut -d' ' -f1
}
# The measured memory is at least the memory of Python.  No limit if monread is linked with something that needs more.
[ "$(memory -q plain/s000)" -lt 14000 ] || limit=
monread -q gzip/s000.gz 2>/dev/null || rm -rf gzip zstd members
# shellcheck disable=SC2086 # nothing, or one word
monread --merge $jobs -f json -d 1 plain 2>/dev/null | keys | sed 's,^[^ ]*/,,' >../wanted
if [ -n "$has_sql" ]; then
	# Each capture has one such record, all at the same offset.
	hashes='SELECT system, record_hash, copy FROM MRMTRSYS'
	monread --sql="$hashes" -f csv plain/s000 plain/s001 2>/dev/null >../out
	{ monread --sql="$hashes" -f csv plain/s000; monread --sql="$hashes" -f csv plain/s001 | sed 1d; } 2>/dev/null >../alone
	same 'record_hash of records at the same offset of two captures' ../alone ../out
fi
is "$at_once captures at once: there are records" 1 $(($(wc -l <../wanted) > 20 * at_once))
for kind in plain gzip zstd members; do
	[ -d $kind ] || continue
	# shellcheck disable=SC2086
	used=$(memory --merge $jobs -f json -d 1 $kind)
	keys <../json | sed 's,^[^ ]*/\(s...\)[^ ]*,\1,' >../out
	same "$at_once captures at once, $kind: in order of time" ../wanted ../out
	if [ $kind != plain ]; then
		:
	elif [ -n "$limit" ]; then
		[ "$used" -lt $limit ]
		ok "$at_once captures at once, $kind: memory" $?
		echo "# $used KB, less than $limit"
	else
		skip "$at_once captures at once, $kind: memory" "it is not that of monread alone"
	fi
done
rm -rf "$tap_dir/over"

finish
