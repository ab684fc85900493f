#!/bin/sh
# tables.sh: CSV and TSV, compared with JSON and with rows written by hand; --split; --describe in JSON and SQL.
. "${srcdir:-.}/tests/tap.sh"

shared=${MONREAD_SHARED:-$srcdir/../shared}
case $shared in /*) ;; *) shared=$PWD/$shared ;; esac
case $srcdir in /*) sample=$srcdir/data/sample.monwrite ;; *) sample=$PWD/$srcdir/data/sample.monwrite ;; esac
cd "$captures" || exit 99

# usage WORDS OPTION...: status 64, nothing on standard output, and a message with WORDS.
usage()
{
	words=$1
	shift
	monread "$@" >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	tap_status=$?
	is "status of $*" 64 $tap_status
	is "output of $*" '' "$(head -n 1 "$tap_dir/out")"
	grep -q -- "^monread: $words" "$tap_dir/err"
	ok "message of $*: $words" $?
}

# ---- Every cell, compared with JSON ----

if has_python 'compare each cell with JSON'; then
	set --
	for file in *.monwrite *.stream "$sample" "$shared"/captures/*.monwrite; do
		[ ! -r "$file" ] || set -- "$@" "$file"
	done
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/tables.py" $EMULATOR "$MONREAD" -- "$tap_dir/tables" "$@" >"$tap_dir/log" 2>&1
	verdicts $# 'each cell of the tables of %s equals the value in JSON' <"$tap_dir/log"
fi

# ---- Rows that were written by hand ----

# Values with and without quotes: an empty text is not a missing value.
cat >"$tap_dir/expected" <<'END'
system,file,offset,dataset,type,interval,time,unix_time,APLEDT_USERID,APLEDT_MDGPROD,APLSDT_USERID,APLSDT_MDGPROD,time_stamp,data_len,data_offset,device_name,mount_directory,type_,bsize,frsize,blocks,bfree,bavail,files,ffree,favail,flag
END
monread -f csv --name=FSSTATD odd-ascii.stream | head -n 1 >"$tap_dir/got"
same 'the heading line of a table' "$tap_dir/expected" "$tap_dir/got"
is 'CSV: values that need no quotes have none' 'LXAPP01,4C4E584150504C000100000000000000,1970-01-01T00:00:00.000000Z,0,12' \
	"$(monread -f csv --name=FSSTATD odd-ascii.stream | sed -n 2p | cut -d, -f11-15)"
is 'CSV: a quote in a text is doubled' 1 "$(monread -f csv --name=FSSTATD odd-ascii.stream | grep -c ',"[^"]* ""z"" \\"')"
is 'TSV: a backslash in a text is doubled' 1 "$(monread -f tsv --name=FSSTATD odd-ascii.stream | grep -c ' "z" \\\\	')"
is 'the cell of an unknown system is empty' ',odd-ascii.stream,12,1' \
	"$(monread -f csv --name=FSSTATD odd-ascii.stream | sed -n 2p | cut -d, -f1-4)"
cp odd-short-record.stream "$tap_dir/a,b.stream"
is 'the name of a file with a comma is in quotes' ',"'"$tap_dir"'/a,b.stream",12' \
	"$(monread -f csv -n MRSYTPRP "$tap_dir/a,b.stream" | sed -n 2p | sed 's/\(stream",[0-9]*\).*/\1/')"
# Arrays inside entries: their entries are numbered through the whole record, so each row has another number.
cat >"$tap_dir/nested.dsect" <<END
Record:    MRTSTNST
DSECT:     TSTNST
Number:    D4R253
Title:     Entries in entries
Status:    whole
Source:    made up
Array:     TSTNST_OUTER count TSTNST_COUNT size TSTNST_SIZE at TSTNST_AT
Maps:      TSTNST_INNER onto TSTNST_PAIR

MRTSTNST Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   28  TSTNST
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Unsigned     4  TSTNST_COUNT           how many
 24  18  Unsigned     2  TSTNST_SIZE            how long
 26  1A  Unsigned     2  TSTNST_AT              where

One entry for each:

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    6  TSTNST_OUTER           an entry
  0   0  Unsigned     2  TSTNST_ID              its number
  2   2  Character    2  TSTNST_PAIR(2)         two in it

Each of the two:

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    2  TSTNST_INNER           an entry in an entry
  0   0  Unsigned     2  TSTNST_VALUE           its value
END
cat >"$tap_dir/text" <<'END'
set event 4 0x09000000
record 4.253 0
bytes X'00000002 0006 001C 0001 000A 000B 0002 000C 000D'
record 4.253 0
bytes X'00000001 0006 001C 0003 000E 000F'
END
mkcapture -f stream "$tap_dir/text" "$tap_dir/nested" || exit 99
is 'entries of arrays inside entries are numbered through the record' '0,10 1,11 2,12 3,13 0,14 1,15 ' \
	"$(monread -L "$tap_dir/nested.dsect" -f csv --name=MRTSTNST__TSTNST_INNER "$tap_dir/nested" | sed 1d |
		cut -d, -f9-10 | tr '\n' ' ')"
if monread -L "$tap_dir/nested.dsect" --sqlite="$tap_dir/nested.db" "$tap_dir/nested" 2>/dev/null; then
	is 'entries of arrays inside entries, by --sql' '10 11 12 13 14 15 ' \
		"$(monread -L "$tap_dir/nested.dsect" -f csv --sql='SELECT TSTNST_VALUE FROM MRTSTNST__TSTNST_INNER
			WHERE entry = 3 OR TSTNST_VALUE <> 0' "$tap_dir/nested" | sed 1d | tr '\n' ' ')"
	if command -v sqlite3 >/dev/null 2>&1; then
		is 'entries of arrays inside entries, by --sqlite' 10,11,12,13,14,15 \
			"$(sqlite3 "$tap_dir/nested.db" 'SELECT group_concat(TSTNST_VALUE) FROM MRTSTNST__TSTNST_INNER')"
	fi
fi
# Lists of texts in EBCDIC and ASCII, with characters that JSON escapes.
cat >"$tap_dir/words.dsect" <<END
Record:    MRTSTWRD
DSECT:     TSTWRD
Number:    D4R253
Title:     Texts in lists
Status:    whole
Source:    made up
Text:      TSTWRD_NAMES
ASCII:     TSTWRD_CODES TSTWRD_CODE

MRTSTWRD Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   40  TSTWRD
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Character    4  TSTWRD_NAMES(2)        two names
 28  1C  Character    4  TSTWRD_CODES(2)        two in ASCII
 36  24  Character    4  TSTWRD_CODE            another
END
cat >"$tap_dir/text" <<'END'
set event 4 0x09000000
record 4.253 0
bytes 'ABC"D  F' X'78227A0A 77002020 71612020'
END
mkcapture -f stream "$tap_dir/text" "$tap_dir/words" || exit 99
words='"[""ABC\"""",""D  F""]","[""x\""z\u000a"",""w""]",qa'
is 'lists of texts are JSON arrays' "$words" \
	"$(monread -L "$tap_dir/words.dsect" -f csv --name=MRTSTWRD "$tap_dir/words" | sed 1d | cut -d, -f9-)"
# The record ends before its last fields.
is 'fields after the end of a short record are empty' 1 \
	"$(monread -f csv -n MRSYTPRP odd-short-record.stream 2>/dev/null | sed -n 2p | grep -c ',,*$')"
is 'a sample record has an interval' 'VMPROD1 4 sample 2026-03-04T08:01:00.000412Z 2026-03-04T08:01:00.000416Z' \
	"$(monread -f csv -n MRSYTPRP "$sample" | sed -n 2p | cut -d, -f1,4-7 | tr , ' ')"
is 'an event has no interval' 'event,,' "$(monread -f csv -n MRUSELON "$sample" | sed -n 2p | cut -d, -f5-6),"
is 'a field with several elements is a JSON array' '"[0.435546,0.357910,0.343261]"' \
	"$(monread -f csv --name=linuxos "$sample" | sed -n 2p | grep -o '"\[.*\]"')"
is 'a row of an entry has its number and the keys of its record' '0,,,LXDB01,D3C9D5E4E7D2D9D5D302F2F6F0F1F0F1,6650999,120' \
	"$(monread -f csv --name=LINUXOS__LINUXOS_CPU "$sample" | sed -n 2p | cut -d, -f9-15)"
is '--fields selects columns' 'system,file,offset,dataset,type,interval,time,unix_time,SYTLCK_CALFLAGS,SYTLCK_CALSXLKS,SYTLCK_CALSEMA' \
	"$(monread -f csv -n MRSYTLCK --fields='*CALSEMA' "$sample" | head -n 1)"
is '-c 2 writes two rows' 2 "$(monread -f csv --name=MRSYTPRP -c 2 "$sample" | sed 1d | wc -l | tr -d ' ')"

is '--delta: differences, and the seconds that they cover' '5135,3,60.000000' \
	"$(monread -f csv --delta --fields='*RUNCI,*CPUTY' -n MRSYTPRP "$sample" | sed -n 5p | cut -d, -f9-)"
is '--delta: the first sample has no differences' ',3,' \
	"$(monread -f csv --delta --fields='*RUNCI,*CPUTY' -n MRSYTPRP "$sample" | sed -n 2p | cut -d, -f9-)"

# ---- Threads ----

for jobs in 5; do
	for options in '-n MRSYTPRP' '--name=MRSYTLCK__SYTLCK_CALLKDATA'; do
		# shellcheck disable=SC2086 # several options
		monread -f csv $options -j1 "$sample" "$sample" >"$tap_dir/one"
		# shellcheck disable=SC2086 # several options
		monread -f csv $options -j$jobs "$sample" "$sample" >"$tap_dir/more"
		same "-j$jobs writes the same table as -j1: $options" "$tap_dir/one" "$tap_dir/more"
	done
done

# ---- On a terminal ----

# A text of the record has an escape character in it.
is 'a file gets an escape character of a text unchanged' 1 "$(monread -f csv --name=FSSTATD odd-ascii.stream | grep -c "$(printf '\033')")"
if has_python 'a terminal gets no escape character of a text' pty; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/terminal.py" 0 $EMULATOR "$MONREAD" -f csv --name=FSSTATD odd-ascii.stream >"$tap_dir/got"
	is 'a terminal gets no escape character of a text' '1 0' \
		"$(grep -o 'FSSTATD\|odd-ascii\.stream' "$tap_dir/got" | grep -c .) $(tr -dc '\033' <"$tap_dir/got" | wc -c | tr -d ' ')"
fi

# ---- Which table ----

usage '--format=csv: shows one table; choose it with --name' -f csv -n MRSYTPRP,MRSYTLCK nosuchfile
is 'the message names the tables of --name' 'MRSYTPRP MRSYTLCK MRSYTLCK__SYTLCK_CALLKDATA MRSYTLCK__SYTLCK_CALSXENT' \
	"$(sed -n 's/^monread: \(MRSYTPRP.*\)/\1/p' "$tap_dir/err")"
usage '--format=csv: shows one table' -f csv -d 4 "$captures/sample.monwrite"
is 'the message names the tables that the input has' 'MRUSELON MRUSELOF MRUSEACT MRUSEINT MRUSETRE' "$(sed -n 's/^monread: \(MR.*\)/\1/p' "$tap_dir/err")"
usage '--format=csv: shows one table' -f csv --fields=PFXUTIME "$captures/sample.monwrite"
is 'the message names the tables that have the field' MRSYTPRP "$(sed -n 's/^monread: \(MR.*\)/\1/p' "$tap_dir/err")"
usage '.*the selected records have no layout, and so no table' -f csv -r 4.201
usage 'MRSYTLC: no such record or table; did you mean MRSYTLCK, ' -f csv -n MRSYTLC good-locks.stream
usage 'no record can be selected: --domain, --record, --name and --exclude leave out all' \
	-f csv -d 4 -n MRSYTLCK__SYTLCK_CALLKDATA good-locks.stream
usage 'no record can be selected: --domain, --record, --name and --exclude leave out all' -f csv -d 0 --name=LINUXMEM good-locks.stream
usage '--time has no effect with --format=arrow: in tables times are UTC' -f arrow --time=local -n MRSYTLCK good-locks.stream
usage '--name=MRSYTLCK__SYTLCK_CALLKDATA: names the entries of an array, and must be the only name' -f csv -n MRSYTPRP,MRSYTLCK__SYTLCK_CALLKDATA good-locks.stream
usage '--split has no effect with --format=list' -l --split=x good-locks.stream
usage '--split and --output contradict' -f json --split=x -o y good-locks.stream
usage '--split=: expected' -f csv --split= good-locks.stream
usage '--format=sql needs --describe' -f sql good-locks.stream
[ ! -e x ] && [ ! -e y ]
ok 'refused commands create no files' $?

# ---- The first rows of a table ----

monread -f csv --name=LINUXMEM "$sample" >"$tap_dir/all" 2>/dev/null
sed -n 1,4p "$tap_dir/all" >"$tap_dir/expected"
for options in -j1 -j2 --merge; do
	# shellcheck disable=SC2086 # options have values
	monread -f csv --name=LINUXMEM -c3 $options "$sample" >"$tap_dir/got" 2>"$tap_dir/err"
	same "-c3 counts only records of the table: $options" "$tap_dir/expected" "$tap_dir/got"
done
# shellcheck disable=SC2002 # the test needs a pipe
cat "$sample" | monread -f csv --name=LINUXMEM -c3 - 2>/dev/null | sed 's/,-,/,F,/' >"$tap_dir/got"
sed "s|,$sample,|,F,|" "$tap_dir/expected" >"$tap_dir/wanted"
same '-c3 of a pipe' "$tap_dir/wanted" "$tap_dir/got"
monread -f csv --name=MRMTREND -c1 good-several-sets.monwrite >"$tap_dir/got" 2>/dev/null
monread -f csv -n MRMTREND -c1 good-several-sets.monwrite >"$tap_dir/expected" 2>/dev/null
same '-c1 does not count records without a layout' "$tap_dir/expected" "$tap_dir/got"
is '-c1 writes the heading and one row' 2 "$(wc -l <"$tap_dir/got" | tr -d ' ')"

# ---- --split ----

dir=$tap_dir/split
monread -f csv --split="$dir" "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
is '--split: status, no output, no messages' '0  ' "$? $(cat "$tap_dir/out") $(cat "$tap_dir/err")"
monread -f csv -n MRSYTPRP "$sample" >"$tap_dir/one"
same 'a file of --split equals the table alone' "$tap_dir/one" "$dir/MRSYTPRP.csv"
is 'all files of --split are complete' '' "$(ls "$dir" | grep -v '\.csv$')"
for jobs in 2 4; do
	monread -f csv --split="$tap_dir/split$jobs" -j$jobs "$sample"
	diff -r "$dir" "$tap_dir/split$jobs" >"$tap_dir/diff"
	is "--split with -j$jobs writes the same files" '0' "$?"
done
sum=$(cksum <"$dir/MRSYTPRP.csv")
monread -f csv --split="$dir" -n MRSYTPRP good-locks.stream "$sample" 2>"$tap_dir/err"
is '--split does not replace a file' "2 monread: $dir/MRSYTPRP.csv: already exists; use --force to replace it" "$? $(cat "$tap_dir/err")"
is '--split leaves a file that exists unchanged' "$sum" "$(cksum <"$dir/MRSYTPRP.csv")"
echo other >"$dir/other"
monread -f csv --split="$dir" --force -c 30 "$sample"
is '--split with --force replaces only files of tables' '0 other' "$? $(cat "$dir/other")"
monread -f csv --split="$tap_dir/osys" -n LINUXOS "$sample" && cmp "$tap_dir/osys/LINUXOS.csv" "$tap_dir/split2/LINUXOS.csv"
is '--split writes only the selected table of application data' '0 LINUXOS.csv' "$? $(ls "$tap_dir/osys")"
monread -f json --split="$tap_dir/json" "$sample" 2>"$tap_dir/err"
monread -f json -n MRSYTPRP "$sample" >"$tap_dir/one"
same '--split with JSON: a file has the records of one table' "$tap_dir/one" "$tap_dir/json/MRSYTPRP.json"
is '--split with JSON: the files have all records' "$(monread -f json "$sample" | sort | cksum)" "$(cat "$tap_dir"/json/*.json | sort | cksum)"
monread -f csv --split="$tap_dir/none" odd-unknown.stream 2>"$tap_dir/err"
grep -q '^monread: [0-9]* records\{0,1\} without a layout, which \(is\|are\) in no table$' "$tap_dir/err"
ok '--split reports records without a table' $?
(ulimit -n 12 && monread -f csv --split="$tap_dir/few" "$sample") 2>"$tap_dir/err"
is '--split with 12 descriptors: status' 0 $?
is '--split with 12 descriptors: all tables are written' '' "$(diff -r "$tap_dir/few" "$tap_dir/split2" 2>&1 | grep -v '^Only in' | head -n 3)"
echo x >"$tap_dir/file"
monread -f csv --split="$tap_dir/file/no/where" "$sample" 2>"$tap_dir/err"
is '--split to a directory inside a file: message' "2 monread: $tap_dir/file/no/where: cannot be made: Not a directory" "$? $(cat "$tap_dir/err")"
monread -f csv --split="$tap_dir/not/yet/" "$sample" 2>"$tap_dir/err"
is '--split makes missing parent directories: status' '0 ' "$? $(cat "$tap_dir/err")"
diff -r "$tap_dir/not/yet" "$tap_dir/split2" >/dev/null
is '--split makes missing parent directories: files' 0 $?
# A file size limit stands for a full disk.
(ulimit -f 1 && monread -f csv --split="$tap_dir/full" "$sample") 2>"$tap_dir/err"
is '--split to a full disk: status' 2 $?
grep -q '^monread: .*\.csv\.part: writing failed: ' "$tap_dir/err"
ok '--split to a full disk: message' $?
is '--split to a full disk: no incomplete file has its final name' '' "$(ls "$tap_dir/full" | grep '\.csv$')"
monread -f csv --split="$tap_dir/damaged" bad-sync.stream 2>"$tap_dir/err"
status=$?
is '--split of a damaged capture: status, and all files have their final names' "1 $(ls "$tap_dir/damaged" | grep -c '\.csv$')" \
	"$status $(ls "$tap_dir/damaged" | wc -l | tr -d ' ')"

# ---- --describe in JSON and SQL ----

monread --describe=0.23 -f sql >"$tap_dir/got"
is '--describe in SQL: names of tables' 'CREATE TABLE "MRSYTLCK" (:CREATE TABLE "MRSYTLCK__SYTLCK_CALLKDATA" (:CREATE TABLE "MRSYTLCK__SYTLCK_CALSXENT" (' \
	"$(grep '^CREATE' "$tap_dir/got" | tr '\n' : | sed 's/:$//')"
is '--describe in SQL: types of columns' 'file text NOT NULL:SYTLCK_CALNMLKS bigint:SYTLCK_CALSXLKS smallint' \
	"$(sed -n '1,30{s/^	"\(file\|SYTLCK_CALNMLKS\|SYTLCK_CALSXLKS\)"\(.*\),$/\1\2/p}' "$tap_dir/got" | tr '\n' : | sed 's/:$//')"
grep -q '^	PRIMARY KEY ("file", "offset", "entry")$' "$tap_dir/got"
ok '--describe in SQL: primary key of a table of entries' $?
grep -q "^COMMENT ON COLUMN \"MRSYTLCK\".\"SYTLCK_CALENTSZ\" IS 'length of a spin lock entry; unit: bytes';\$" "$tap_dir/got"
ok '--describe in SQL: comment on a column' $?
is '--describe in JSON: the tables of a record' '"MRSYTLCK" "MRSYTLCK__SYTLCK_CALLKDATA" "MRSYTLCK__SYTLCK_CALSXENT"' \
	"$(monread --describe=mrsytlck -f json | cut -d, -f1 | sed 's/.*://' | tr '\n' ' ' | sed 's/ $//')"
is '--describe in JSON: a table of entries' '{"name":"LINUXOS__LINUXOS_CPU","of":"entries","parent":"LINUXOS","domain":null' \
	"$(monread --describe=linuxos__linuxos_cpu -f json | cut -d, -f1-4)"
is '--tables in JSON lists as many layouts as in text' "$(monread --tables | grep -c '^ *\(D[0-9]\|-\)')" \
	"$(monread --tables -f json | grep -c '"domain":[0-9n]')"
is '--describe in JSON: a field that several records have' 'MRSCLADL SCLADL_VMDTTIME 84 true:MRSCLDDL SCLDDL_VMDTTIME 64 true:MRUSELOF USELOF_VMDTTIME 36 true:MRUSEACT USEACT_VMDTTIME 36 false:MRUSEATE USEATE_VMDTTIME 32 true' \
	"$(monread --describe=vmdttime -f json |
		sed 's/^{"name":"\([A-Z]*\)".*"columns":\[{"name":"\([A-Z_]*\)".*"proven":\([a-z]*\).*"offset":\([0-9]*\).*/\1 \2 \4 \3/' |
		tr '\n' : | sed 's/:$//')"
is '--describe in JSON: a field of entries' '{"name":"MRSYTLCK__SYTLCK_CALLKDATA" 1' \
	"$(monread --describe=SYTLCK_CALXTIME -f json | cut -d, -f1) $(monread --describe=SYTLCK_CALXTIME -f json | grep -o '"offset"' | wc -l | tr -d ' ')"
monread --describe=vmdttime -f json >/dev/null 2>"$tap_dir/err"
is '--describe of a field in JSON: status, no messages' '0 ' "$? $(cat "$tap_dir/err")"
usage 'SYTLCK_CALXTIM: no such table or field; did you mean SYTLCK_CALXTIME?' --describe=SYTLCK_CALXTIM -f json
usage 'SYTLCK_CALXTIME: no such table; see monread --tables' --describe=SYTLCK_CALXTIME -f sql
is '--tables in JSON: status and number of unproven fields' '"front part" 71 0:"unproven" 62 62:"whole" 72 0:"name only" 0 0' \
	"$(for name in MRUSELOF MRIODDEV MRUSEATE MRPRCSXL; do
		monread --tables -f json | grep "^{\"name\":\"$name\"" | sed 's/.*"status":\("[a-z ]*"\),"fields":\([0-9]*\),"unproven":\([0-9]*\).*/\1 \2 \3/'
	done | tr '\n' : | sed 's/:$//')"

finish
