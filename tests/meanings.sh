#!/bin/sh
# meanings.sh: meanings of values, in text and tables; --explain: also in JSON, and units.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
sample=$srcdir/data/sample.monwrite
case $sample in /*) ;; *) sample=$PWD/$sample ;; esac
cd "$tap_dir" || exit 99

cat >page.dsect <<END
Record:    MRTSTMEA
DSECT:     TSTMEA
Number:    D4R253
Title:     Meanings
Status:    whole
Source:    made up
Text:      TSTMEA_WORD
Interval:  TSTMEA_LEFT
Countdown: TSTMEA_LEFT
Unit:      milliwatts = TSTMEA_POWER
Unproven:  from 34 read off a dump
Values:    TSTMEA_TYPE TSTMEA_TYPES TSTMEA_KIND: CPUTYPE
Values:    TSTMEA_WORD: C'ON' it runs, C'OFF' it "waits"
Values:    TSTMEA_CODE: X'0B' dormant
Array:     TSTMEA_ENT count 2 size 3 at 39

MRTSTMEA Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   39  TSTMEA
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Unsigned     1  TSTMEA_TYPE            of what type
 21  15  Unsigned     1  TSTMEA_TYPES(3)        of what types
 24  18  Unsigned     2  TSTMEA_POWER           how much power
 26  1A  Character    8  TSTMEA_LEFT            time
 34  22  Character    4  TSTMEA_WORD            a word
 38  26  Bitstring    1  TSTMEA_CODE            a code
         1... ....       TSTMEA_UP              it is up

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    3  TSTMEA_ENT             Entry
  0   0  Unsigned     2  TSTMEA_USES            how often
  2   2  Unsigned     1  TSTMEA_KIND            of what kind
END
cat >capture.txt <<'END'
set event 4 0x09000000
record 4.253 0
bytes X'03 000105 0102 7FFFFFFEFFF00000' 'OFF ' X'0B 000100 000205'
record 4.253 0
bytes X'09 030303 0000 7FFFFFFF00000000' 'HALT' X'80 000103 000203'
END
mkcapture -f stream capture.txt capture || exit 99
fields()
{
	monread -L page.dsect "$@" capture | sed 's/.*"fields"/"fields"/' | sed -n '/^ /p;/^"/p'
}

fields >got
cat >expected <<'END'
  Hex  Len  Field            Value
   14    1  TSTMEA_TYPE      3  IFL
   15    1  TSTMEA_TYPES(1)  0  CP
   16    1  TSTMEA_TYPES(2)  1
   17    1  TSTMEA_TYPES(3)  5  zIIP
   18    2  TSTMEA_POWER     258
   1A    8  TSTMEA_LEFT      0.000256 s  used (counts down)
   22    4  TSTMEA_WORD      OFF ?  it "waits"
   26    1  TSTMEA_CODE      0B ?  dormant
   27    3  TSTMEA_ENT       [0]
   27    2    TSTMEA_USES      1 ?
   29    1    TSTMEA_KIND      0 ?  CP
   2A    3  TSTMEA_ENT       [1]
   2A    2    TSTMEA_USES      2 ?
   2C    1    TSTMEA_KIND      5 ?  zIIP
  Hex  Len  Field            Value
   14    1  TSTMEA_TYPE      9
   15    1  TSTMEA_TYPES(1)  3  IFL
   16    1  TSTMEA_TYPES(2)  3  IFL
   17    1  TSTMEA_TYPES(3)  3  IFL
   18    2  TSTMEA_POWER     0
   1A    8  TSTMEA_LEFT      0.000000 s  used (counts down)
   22    4  TSTMEA_WORD      HALT ?
   26    1  TSTMEA_CODE      80 ?  TSTMEA_UP
   27    3  TSTMEA_ENT       [0]
   27    2    TSTMEA_USES      1 ?
   29    1    TSTMEA_KIND      3 ?  IFL
   2A    3  TSTMEA_ENT       [1]
   2A    2    TSTMEA_USES      2 ?
   2C    1    TSTMEA_KIND      3 ?  IFL
END
same 'text' expected got
fields --explain -c 1 | sed 6q >got
cat >expected <<'END'
  Hex  Len  Field            Value
   14    1  TSTMEA_TYPE      3  IFL           of what type
   15    1  TSTMEA_TYPES(1)  0  CP            of what types
   16    1  TSTMEA_TYPES(2)  1                of what types
   17    1  TSTMEA_TYPES(3)  5  zIIP          of what types
   18    2  TSTMEA_POWER     258 milliwatts   how much power
END
same '--explain: units, too' expected got
fields --wide -c 1 | sed '1,2d;4,7d' >got
cat >expected <<'END'
   15    3  TSTMEA_TYPES(1)  0  CP    1        5  zIIP
   27    3  TSTMEA_ENT       2 entries, names begin with TSTMEA_
         USES?  KIND?
    [0]      1  0  CP
    [1]      2  5  zIIP
END
same '--wide' expected got
head='"fields":{"TSTMEA_TYPE":3,"TSTMEA_TYPES":[0,1,5],"TSTMEA_POWER":258'
is 'JSON has numbers' "$head" "$(fields -f json -c 1 | sed 's/,"TSTMEA_LEFT.*//')"
fields --explain -f json >got
cat >expected <<'END'
"fields":{"TSTMEA_TYPE":3,"TSTMEA_TYPE_text":"IFL","TSTMEA_TYPES":[0,1,5],"TSTMEA_TYPES_text":["CP",null,"zIIP"],"TSTMEA_POWER":258,"TSTMEA_LEFT":0.000256,"TSTMEA_WORD":"OFF","TSTMEA_WORD_text":"it \"waits\"","TSTMEA_CODE":11,"TSTMEA_UP":false,"TSTMEA_CODE_text":"dormant","TSTMEA_ENT":[{"TSTMEA_USES":1,"TSTMEA_KIND":0,"TSTMEA_KIND_text":"CP"},{"TSTMEA_USES":2,"TSTMEA_KIND":5,"TSTMEA_KIND_text":"zIIP"}]},"unproven":["TSTMEA_WORD","TSTMEA_CODE","TSTMEA_USES","TSTMEA_KIND"]}
"fields":{"TSTMEA_TYPE":9,"TSTMEA_TYPES":[3,3,3],"TSTMEA_TYPES_text":["IFL","IFL","IFL"],"TSTMEA_POWER":0,"TSTMEA_LEFT":0.000000,"TSTMEA_WORD":"HALT","TSTMEA_CODE":128,"TSTMEA_UP":true,"TSTMEA_ENT":[{"TSTMEA_USES":1,"TSTMEA_KIND":3,"TSTMEA_KIND_text":"IFL"},{"TSTMEA_USES":2,"TSTMEA_KIND":3,"TSTMEA_KIND_text":"IFL"}]},"unproven":["TSTMEA_WORD","TSTMEA_CODE","TSTMEA_USES","TSTMEA_KIND"]}
END
same '--explain in JSON: meanings of codes' expected got
# More than it began with: no time was used, and no number says so.
for left in FFFFFFFFFFFFFFFF 7FFFFFFF00001000 7FFFFFFEFFFFF000 7FFFFFFEFFFFE000; do
	cat <<-END
		set sample 4 0x09000000
		record 4.253 0
		bytes X'03 000105 0102 $left' 'OFF ' X'0B 000100 000205'
		let now += 60s
	END
done >beyond.txt
mkcapture -f stream beyond.txt beyond || exit 99
beyond()
{
	monread -L page.dsect -r 4.253 "$@" beyond
}
# Of JSON, as rows of one line.
left()
{
	beyond -f json "$@" | sed 's/.*"TSTMEA_LEFT":\([^,]*\).*/\1/' | paste -s -d ' ' -
}
beyond | sed -n 's/.*\(TSTMEA_LEFT.*\)/\1/p' >got
cat >expected <<'END'
TSTMEA_LEFT      FFFFFFFFFFFFFFFF  beyond its start
TSTMEA_LEFT      7FFFFFFF00001000  beyond its start
TSTMEA_LEFT      0.000001 s  used (counts down)
TSTMEA_LEFT      0.000002 s  used (counts down)
END
same 'a countdown beyond its start is shown unchanged' expected got
is 'JSON: a countdown beyond its start' '"FFFFFFFFFFFFFFFF" "7FFFFFFF00001000" 0.000001 0.000002' "$(left)"
is 'JSON: a countdown beyond its start has no difference' 'null null null 0.000001' "$(left --delta)"
table='-f csv --name=MRTSTMEA --fields=TSTMEA_LEFT'
# shellcheck disable=SC2086
is 'CSV: a countdown beyond its start is empty' ',,0.000001,0.000002' \
	"$(beyond $table | sed 1d | sed 's/.*,//' | paste -s -d , -)"
# shellcheck disable=SC2086
is 'CSV: a countdown beyond its start has no difference' ',,,0.000001' \
	"$(beyond $table --delta | sed '1d; s/,[^,]*$//; s/.*,//' | paste -s -d , -)"

monread -f json "$sample" >expected
monread -f json --explain "$sample" | sed 's/,"[^"]*_text":"[^"]*"//g; s/,"[^"]*_text":\[[^]]*\]//g' >got
same '--explain adds only the meanings' expected got
monread -f json --explain -j3 "$captures/odd-unknown.stream" >got
monread -f json "$captures/odd-unknown.stream" >expected
same 'records without a layout are as they were' expected got
finish
