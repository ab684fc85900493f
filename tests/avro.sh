#!/bin/sh
# avro.sh: --format=avro: every cell against JSON, by several readers; schemas, codecs, threads, blocks, what is refused.
. "${srcdir:-.}/tests/tap.sh"

shared=${MONREAD_SHARED:-$srcdir/../shared}
case $shared in /*) ;; *) shared=$PWD/$shared ;; esac
case $srcdir in /*) sample=$srcdir/data/sample.monwrite ;; *) sample=$PWD/$srcdir/data/sample.monwrite ;; esac

monread -f avro -n MRSYTPRP "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
status=$?
if ! grep -q '^#define HAVE_AVRO 1' "$builddir/config.h"; then
	is 'without libavro: it is said' '2 monread: --format=avro: this monread was built without libavro 0' \
		"$status $(cat "$tap_dir/err") $(wc -c <"$tap_dir/out" | tr -d ' ')"
	finish
	exit 0
fi
skip_without libavro $status "$tap_dir/err"
is 'Avro of the sample' '0 ' "$status $(cat "$tap_dir/err")"

# A Python that has Debian's python3-avro, or else any.
reader=
for python in "${PYTHON:=python3}" /usr/bin/python3; do
	command -v "$python" >/dev/null 2>&1 || continue
	[ -n "$reader" ] || reader=$python
	if "$python" -c 'import avro.datafile' 2>/dev/null; then
		reader=$python
		break
	fi
done
[ -n "$reader" ] || skip_all 'there is no Python to read Avro with'
"$reader" -c 'import avro.datafile' 2>/dev/null || skip 'by Python' 'there is no python3-avro'
command -v avrocat >/dev/null 2>&1 || skip 'by avrocat' 'there is no avro-bin'
cd "$captures" || exit 99

rows_of() { "$reader" "$tests/avrofile.py" --rows "$@"; }
schema_of() { "$reader" "$tests/avrofile.py" --schema "$@"; }

# usage WORDS OPTION...: status 2, nothing on standard output, and a message with WORDS.
usage()
{
	words=$1
	shift
	monread "$@" >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	is "status of $*" 2 $?
	is "output of $*" '' "$(head -c 1 "$tap_dir/out")"
	grep -q -- "^monread: $words" "$tap_dir/err"
	ok "message of $*: $words" $?
}

# ---- Every cell, against JSON, by each reader ----

# cells OPTIONS FILE...
cells()
{
	options=$1
	shift
	# shellcheck disable=SC2086 # EMULATOR may have options
	AVRO_OPTIONS=$options "$reader" "$tests/avrofile.py" $EMULATOR "$MONREAD" -- "$tap_dir/cells" "$@" >"$tap_dir/log" 2>&1
	verdicts $# "Avro of %s is what JSON has${options:+, $options}" <"$tap_dir/log"
}
set --
for file in *.monwrite *.stream "$sample" "$shared"/captures/*.monwrite; do
	[ ! -r "$file" ] || set -- "$@" "$file"
done
cells '' "$@"
cells '-j5' "$sample"
cells '--avro-codec=deflate' "$sample"

# ---- Records made for it: names, numbers, times, texts ----

cat >"$tap_dir/page.dsect" <<END
Record:    MRTSTAVR
DSECT:     TSTAVR
Number:    D4R253
Title:     "Avro" and \\ more
Status:    whole
Source:    made up
Text:      TSTAVR_WORD
Interval:  TSTAVR_LEFT
Unit:      milliwatts = TSTAVR_POW@R
Unproven:  from 56 read off a dump
Counter:   TSTAVR_POW@R

MRTSTAVR Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   60  TSTAVR
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Unsigned     8  TSTAVR_POW@R           how "much" power
 28  1C  Unsigned     8  TSTAVR_POW#R           how much of \\ another
 36  24  Signed       8  TSTAVR_POW_R           and below 0
 44  2C  Character    8  TSTAVR_LEFT            time
 52  34  Character    4  TSTAVR_WORD            a word
 56  38  Unsigned     2  TSTAVR_LIST(2)         two numbers
END
cat >"$tap_dir/text" <<'END'
set event 4 0x09000000
record 4.253 0
bytes X'7FFFFFFFFFFFFFFF 8000000000000000 8000000000000000 00000000F4240000' 'A<Z ' X'0001 FFFF'
record 4.253 0
bytes X'0000000000000000 FFFFFFFFFFFFFFFF 7FFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF' X'00C0D040' X'0000 0002'
record 4.253 0
bytes X'0000000000000040 000000000000003F FFFFFFFFFFFFFFC0 0000000000000FFF'
END
mkcapture -f stream "$tap_dir/text" "$tap_dir/made" || exit 99
monread -L "$tap_dir/page.dsect" -f avro --table=mrtstavr "$tap_dir/made" >"$tap_dir/made.avro" 2>"$tap_dir/err"
is 'numbers from 2^63 on are no whole success' 1 $?
cat >"$tap_dir/expected" <<END
monread: $tap_dir/made: offset 0xc: D4R253: TSTAVR_POW#R: 9223372036854775808 is larger than a long of Avro can be: null is written
monread: $tap_dir/made: offset 0x48: D4R253: TSTAVR_POW#R: 18446744073709551615 is larger than a long of Avro can be: null is written
END
same 'and each is told' "$tap_dir/expected" "$tap_dir/err"
rows_of "$tap_dir/made.avro" | head -n 1 | "$reader" -c '
import json, sys
row = json.loads(sys.stdin.readline())
print([v for k, v in row.items() if k.startswith("TSTAVR")])' >"$tap_dir/got"
is 'the first record' "[9223372036854775807, None, -9223372036854775808, 1.0, 'A<Z', '[1,65535]']" "$(cat "$tap_dir/got")"
rows_of "$tap_dir/made.avro" | sed -n 2p | "$reader" -c '
import json, sys
row = json.loads(sys.stdin.readline())
print(ascii([v for k, v in row.items() if k.startswith("TSTAVR")]))' >"$tap_dir/got"
is 'the second: a NUL in a text is U+FFFD' \
	"[0, None, 9223372036854775807, 4503599627.370495, '\\ufffd{}', '[0,2]']" "$(cat "$tap_dir/got")"
is 'the third ends early' '64 63 -64 0.0 null null' \
	"$(rows_of "$tap_dir/made.avro" | sed -n '3s/.*"unix_time": [0-9.]*, //p' | sed 's/"[^"]*": //g; s/[,}]//g')"
# Rows that are gathered: a short one, and longer ones behind it.
{
	printf '%s\n' 'set event 4 0x09000000' 'record 4.253 0'
	for row in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		printf '%s\n' 'record 4.253 0' \
			"bytes X'7FFFFFFFFFFFFFFF 7FFFFFFFFFFFFFF$((row % 10)) 8000000000000000 FFFFFFFFFFFFFFFF' 'A<Z ' X'FFFF FFFF'"
	done
} >"$tap_dir/text"
mkcapture -f stream "$tap_dir/text" "$tap_dir/longer" || exit 99
monread -L "$tap_dir/page.dsect" -f avro --table=mrtstavr "$tap_dir/longer" >"$tap_dir/whole.avro"
monread -L "$tap_dir/page.dsect" -f avro --split="$tap_dir/gathered" "$tap_dir/longer"
is 'rows that are gathered, and grow' 0 $?
rows_of "$tap_dir/whole.avro" >"$tap_dir/expected"
rows_of "$tap_dir/gathered/MRTSTAVR.avro" >"$tap_dir/got"
same 'are the same rows' "$tap_dir/expected" "$tap_dir/got"
is 'names: one as it is stays, others get what is free' 'TSTAVR_POW_R_ TSTAVR_POW_R__ TSTAVR_POW_R' \
	"$(schema_of "$tap_dir/made.avro" | grep -o '"name": "TSTAVR_POW[^"]*"' | sed 's/.*: "\(.*\)"/\1/' | tr '\n' ' ' | sed 's/ $//')"
is 'and tell what they were' 'TSTAVR_POW@R TSTAVR_POW#R' \
	"$(schema_of "$tap_dir/made.avro" | grep -o '"original": "[^"]*"' | sed 's/.*: "\(.*\)"/\1/' | tr '\n' ' ' | sed 's/ $//')"
schema_of "$tap_dir/made.avro" >"$tap_dir/schema"
"$reader" - "$tap_dir/schema" >"$tap_dir/got" <<'END'
import json, sys
schema = json.load(open(sys.argv[1]))
fields = {f["name"]: f for f in schema["fields"]}
print(schema["type"], schema["name"], schema["doc"])
for name in ("system", "file", "interval", "time", "TSTAVR_POW_R_", "TSTAVR_LEFT", "TSTAVR_LIST"):
    print(json.dumps(fields[name]))
END
cat >"$tap_dir/expected" <<'END'
record MRTSTAVR "Avro" and \ more
{"name": "system", "type": ["null", "string"], "default": null, "doc": "identifier of the system", "kind": "key"}
{"name": "file", "type": "string", "doc": "the input", "kind": "text"}
{"name": "interval", "type": ["null", {"type": "long", "logicalType": "timestamp-micros"}], "default": null, "doc": "time of the first record of the sample data set; none of events", "kind": "time"}
{"name": "time", "type": {"type": "long", "logicalType": "timestamp-micros"}, "doc": "time of the record, UTC", "kind": "time"}
{"name": "TSTAVR_POW_R_", "original": "TSTAVR_POW@R", "type": ["null", "long"], "default": null, "doc": "how \"much\" power", "unit": "milliwatts", "kind": "counter"}
{"name": "TSTAVR_LEFT", "type": ["null", "double"], "default": null, "doc": "time", "unit": "seconds", "kind": "level"}
{"name": "TSTAVR_LIST", "type": ["null", "string"], "default": null, "doc": "two numbers", "kind": "level", "proven": false}
END
same 'a schema has what the layout says' "$tap_dir/expected" "$tap_dir/got"
monread -f avro -n MRSYTPRP odd-short-record.stream >"$tap_dir/a.avro" 2>/dev/null
monread -f avro -n MRSYTPRP "$sample" >"$tap_dir/b.avro"
schema_of "$tap_dir/a.avro" >"$tap_dir/a"
schema_of "$tap_dir/b.avro" >"$tap_dir/b"
same 'the schema does not depend on the data' "$tap_dir/a" "$tap_dir/b"
monread -f avro -n MRSYTPRP good-locks.stream >"$tap_dir/none.avro" 2>/dev/null
schema_of "$tap_dir/none.avro" >"$tap_dir/a"
same 'nor on there being any' "$tap_dir/a" "$tap_dir/b"
is 'no rows' '0 ' "$(rows_of "$tap_dir/none.avro"; echo "$? ")"
is 'bits are 0 and 1, and an int' '["null", "int"] 1' \
	"$(monread -f avro -n MRSYTLCK "$sample" >"$tap_dir/a.avro"
	schema_of "$tap_dir/a.avro" | sed 's/.*"SYTLCK_CALSEMA", "type": \(\[[^]]*\]\).*/\1/') $(rows_of "$tap_dir/a.avro" |
		sed -n '1s/.*"SYTLCK_CALSEMA": \([^,]*\),.*/\1/p')"
monread -f avro -n MRSYTLCK --fields='*CALSEMA' "$sample" >"$tap_dir/a.avro"
is 'only some fields' "$(monread -f csv -n MRSYTLCK --fields='*CALSEMA' "$sample" | head -n 1)" \
	"$(schema_of "$tap_dir/a.avro" | grep -o '"name": "[^"]*"' | sed '1d; s/.*: "\(.*\)"/\1/' | tr '\n' , | sed 's/,$//')"
name=$(printf '%s/\303\244\200x' "$tap_dir")
if cp "$sample" "$name" 2>/dev/null; then
	monread -f avro -n MRSYTPRP -c 1 "$name" >"$tap_dir/a.avro"
	is 'a file whose name is no UTF-8' 1 "$(rows_of "$tap_dir/a.avro" | grep -c '/\\u00e4\\ufffdx"')"
fi

for every in 1m 2m 1h; do
	monread -f avro -n MRSYTPRP --every=$every "$sample" >"$tap_dir/a.avro"
	is "--every=$every" "$(monread -f csv -n MRSYTPRP --every=$every "$sample" | sed 1d | cut -d, -f3 | tr '\n' ' ')" \
		"$(rows_of "$tap_dir/a.avro" | sed 's/.*"offset": \([0-9]*\).*/\1/' | tr '\n' ' ')"
done

# ---- Blocks, codecs, threads ----

i=0
while [ $((i += 1)) -le 64 ]; do
	cat "$sample"
done >"$tap_dir/large"
for options in '-n MRSYTPRP' '--table=MRSYTLCK__SYTLCK_CALLKDATA'; do
	# shellcheck disable=SC2086 # several options
	monread -f avro $options -j1 "$tap_dir/large" >"$tap_dir/one.avro" 2>/dev/null
	rows_of "$tap_dir/one.avro" >"$tap_dir/one"
	# shellcheck disable=SC2086 # several options
	is "all rows, $options" "$(monread -f csv $options "$tap_dir/large" 2>/dev/null | sed 1d | wc -l | tr -d ' ')" \
		"$(wc -l <"$tap_dir/one" | tr -d ' ')"
	for more in -j5 '-j1 --avro-codec=deflate' '-j5 --avro-codec=deflate'; do
		# shellcheck disable=SC2086 # several options
		monread -f avro $options $more "$tap_dir/large" >"$tap_dir/more.avro" 2>/dev/null
		rows_of "$tap_dir/more.avro" >"$tap_dir/more"
		same "the same rows, $options $more" "$tap_dir/one" "$tap_dir/more"
	done
done
is 'blocks are bounded' 0 "$(monread -f avro -n MRSYTPRP -j3 "$tap_dir/large" 2>/dev/null >"$tap_dir/a.avro"
	"$reader" "$tests/avrofile.py" --blocks "$tap_dir/a.avro" | awk '$2 > 65536 || $1 < 2 { n++ } END { print n + 0 }')"
[ "$(wc -c <"$tap_dir/more.avro")" -lt $(($(wc -c <"$tap_dir/one.avro") / 2)) ]
ok 'deflate makes it smaller' $?
if command -v avrocat >/dev/null 2>&1; then
	avrocat "$tap_dir/one.avro" >"$tap_dir/one"
	if monread -f avro --table=MRSYTLCK__SYTLCK_CALLKDATA --avro-codec=snappy "$tap_dir/large" \
		>"$tap_dir/a.avro" 2>"$tap_dir/err"; then
		avrocat "$tap_dir/a.avro" >"$tap_dir/more"
		same 'the same rows with snappy' "$tap_dir/one" "$tap_dir/more"
	else
		grep -q 'libavro cannot write with the codec snappy: ' "$tap_dir/err"
		ok 'a libavro without snappy is said' $?
	fi
fi
monread -f avro --split="$tap_dir/one-thread" -j1 "$tap_dir/large" 2>/dev/null
for more in -j3 '-j3 --avro-codec=deflate'; do
	# shellcheck disable=SC2086 # several options
	monread -f avro --split="$tap_dir/threads" $more "$tap_dir/large" 2>/dev/null
	is "--split $more" "0 $(ls "$tap_dir/one-thread")" "$("$reader" "$tests/avrofile.py" --differ \
		"$tap_dir/one-thread" "$tap_dir/threads"; echo "$? $(ls "$tap_dir/threads")")"
	rm -rf "$tap_dir/threads"
done
# One row that is larger than a block, and small ones around it: lists of the same bytes.
{
	cat <<-END
	Record: MRTSTBIG
	DSECT: TSTBIG
	Number: D4R252
	Title: Big
	Status: whole
	Source: made up

	MRTSTBIG Control Block Contents

	Offsets
	Dec Hex  Type       Len  Name (Dim)             Description
	  0   0  Structure 4020  TSTBIG
	$(header_rows)
	 20  14  Character    0  MRHDR_END
	END
	for list in A B C D E F G H I J; do
		echo " 20  14  Unsigned     1  TSTBIG_$list(4000)         numbers"
	done
} >"$tap_dir/page.dsect"
cat >"$tap_dir/text" <<'END'
set event 4 0x09000000
record 4.252 4
record 4.252 4000
record 4.252 4
END
mkcapture -f stream "$tap_dir/text" "$tap_dir/made" || exit 99
monread -L "$tap_dir/page.dsect" -f avro --table=MRTSTBIG "$tap_dir/made" >"$tap_dir/a.avro" 2>"$tap_dir/err"
is 'a row that is larger than a block is one' '1 1 1' \
	"$("$reader" "$tests/avrofile.py" --blocks "$tap_dir/a.avro" | cut -d' ' -f1 | tr '\n' ' ' | sed 's/ $//')"
is 'and whole' $((10 * (16 + 8001) + 2)) "$(rows_of "$tap_dir/a.avro" | sed -n '2s/.*"unix_time": [0-9.]*//p' | wc -c | tr -d ' ')"

# ---- Where it goes ----

dir=$tap_dir/split
monread -f avro --split="$dir" "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
is '--split' '0  ' "$? $(cat "$tap_dir/out") $(cat "$tap_dir/err")"
monread -f csv --split="$tap_dir/csv" "$sample"
is 'the files are those of CSV' "$(ls "$tap_dir/csv" | sed 's/csv$/avro/')" "$(ls "$dir")"
sum=$(cksum <"$dir/MRSYTPRP.avro")
monread -f avro --split="$dir" -n MRSYTPRP "$sample" 2>"$tap_dir/err"
is 'what exists is not replaced' "2 monread: $dir/MRSYTPRP.avro: exists; --force replaces it $sum" \
	"$? $(cat "$tap_dir/err") $(cksum <"$dir/MRSYTPRP.avro")"
monread -f avro --split="$dir" --force -n MRSYTPRP -c 1 "$sample"
is 'with --force it is' '0 1' "$? $(rows_of "$dir/MRSYTPRP.avro" | wc -l | tr -d ' ')"
(ulimit -n 12 && monread -f avro --split="$tap_dir/few" "$sample") 2>"$tap_dir/err"
is 'few descriptors' '0 ' "$? $(cat "$tap_dir/err")"
is 'and the same files' "$(ls "$dir")" "$(ls "$tap_dir/few")"
# A file size limit stands for a full disk.
(ulimit -f 1 && monread -f avro --split="$tap_dir/full" "$sample") 2>"$tap_dir/err"
is 'a full disk: status' 2 $?
grep -q '^monread: .*\.avro\.part: writing failed: ' "$tap_dir/err"
ok 'a full disk is said' $?
is 'no incomplete file looks complete' '' "$(ls "$tap_dir/full" | grep '\.avro$')"
(ulimit -f 1 && monread -f avro -n MRSYTPRP -o "$tap_dir/full.avro" "$tap_dir/large") 2>"$tap_dir/err"
is 'a full disk with -o' "2 monread: $tap_dir/full.avro: writing failed: File too large" "$? $(grep full.avro "$tap_dir/err")"
if [ -w /dev/full ]; then
	monread -f avro -n MRSYTPRP "$sample" 2>"$tap_dir/err" >/dev/full
	is 'a full device' '2 monread: standard output: writing failed: No space left on device' "$? $(cat "$tap_dir/err")"
fi
monread -f avro -n MRSYTPRP -o "$tap_dir/o.avro" "$sample"
rows_of "$tap_dir/o.avro" >"$tap_dir/got"
rows_of "$tap_dir/b.avro" >"$tap_dir/expected"
same '--output' "$tap_dir/expected" "$tap_dir/got"
monread -f avro -n MRSYTPRP "$sample" "$tap_dir/nosuch" "$sample" >"$tap_dir/a.avro" 2>/dev/null
status=$?
is 'several files, of which one is not there' "2 $((2 * $(wc -l <"$tap_dir/expected")))" \
	"$status $(rows_of "$tap_dir/a.avro" | wc -l | tr -d ' ')"
monread -f avro -n MRSYTPRP "$tap_dir/nosuch" >"$tap_dir/a.avro" 2>/dev/null
is 'no file: nothing is written' '2 0' "$? $(wc -c <"$tap_dir/a.avro" | tr -d ' ')"
{ monread -f avro -n MRSYTPRP "$tap_dir/large" 2>/dev/null; echo $? >"$tap_dir/status"; } | head -c 1 >"$tap_dir/out"
case $(cat "$tap_dir/status") in 0 | 1) ok 'a closed pipe is no error' 0 ;; *) ok 'a closed pipe is no error' 1 ;; esac
# Input that does not end: what was read is there before more comes.
mkfifo "$tap_dir/pipe"
monread -f avro -n MRSYTPRP - <"$tap_dir/pipe" >"$tap_dir/a.avro" 2>/dev/null &
exec 7>"$tap_dir/pipe"
cat "$sample" >&7
i=0
while [ "$(rows_of "$tap_dir/a.avro" 2>/dev/null | wc -l)" -lt 2 ] && [ $((i += 1)) -lt 100 ]; do
	sleep 0.2
done
[ $i -lt 100 ]
ok 'blocks do not wait for the end of a pipe' $?
exec 7>&-
wait $!
rows_of "$tap_dir/a.avro" | sed 's/"file": "-"/"file": "x"/' >"$tap_dir/got"
is 'and in the end all is there' "$(wc -l <"$tap_dir/expected")" "$(wc -l <"$tap_dir/got")"

# ---- What is refused ----

usage '--format=avro: a table is shown, and 2 are selected; .*--table=NAME' -f avro -n MRSYTPRP,MRSYTLCK good-locks.stream
usage '--delta has no effect with --format=avro' --delta -f avro -n MRSYTPRP good-locks.stream
usage '--rate has no effect with --format=avro' --rate -f avro -n MRSYTPRP good-locks.stream
usage '--time has no effect with --format=avro: in tables times are UTC' -f avro --time=local -n MRSYTLCK good-locks.stream
usage '--avro-codec has no effect with --format=csv' -f csv --avro-codec=null -n MRSYTLCK good-locks.stream
usage '--avro-codec=zip: expected null, deflate or snappy' -f avro --avro-codec=zip -n MRSYTLCK good-locks.stream
usage '--format=avro: with --sql expected text, csv, tsv or json' -f avro --sql='SELECT 1'
usage '--format=avro has no effect with --describe' -f avro --describe=MRSYTLCK
# shellcheck disable=SC2086 # EMULATOR may have options
"$reader" "$tests/terminal.py" 0 $EMULATOR "$MONREAD" -f avro -n MRSYTPRP "$sample" >"$tap_dir/out" 2>"$tap_dir/err"
is 'a terminal' ' monread: Avro is not written to a terminal; use a pipe, --output=FILE or --split=DIR' \
	"$(cat "$tap_dir/out") $(head -n 1 "$tap_dir/err")"
finish
