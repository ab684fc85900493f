#!/bin/sh
# proven.sh: fields that are not known for certain: how each format says so, and --proven, which leaves them out.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
sample=$srcdir/data/sample.monwrite
case $sample in /*) ;; *) sample=$PWD/$sample ;; esac
cd "$tap_dir" || exit 99

# layout ANNOTATION: page.dsect, with 4 bytes, a word of flags, a pair of fields, an array of two bytes each, and a rest
layout()
{
	cat >page.dsect <<END
Record:   MRTSTPRV
DSECT:    TSTPRV
Number:   D4R252
Title:    Doubt
Status:   whole
Source:   made up
Array:    TSTPRV_ENT count TSTPRV_COUNT size 2 at 30
Maps:     TSTPRV_PAIR onto TSTPRV_ONE
$1

MRTSTPRV Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   30  TSTPRV
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Unsigned     2  TSTPRV_COUNT           entries
 22  16  Bitstring    1  TSTPRV_FLAGS           flags
         1... ....       TSTPRV_UP              up
 23  17  Unsigned     1  TSTPRV_TRY(1:2)        twice
 25  19  Character    4  TSTPRV_ONE             a pair
 29  1D  Unsigned     1  *                      reserved

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    4  TSTPRV_PAIR            Pair
  0   0  Unsigned     2  TSTPRV_LEFT            left
  2   2  Unsigned     2  TSTPRV_RIGHT           right

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    2  TSTPRV_ENT             Entry
  0   0  Unsigned     1  TSTPRV_AGE             how old
  1   1  Unsigned     1  TSTPRV_USES            how often
END
}
cat >capture.txt <<'END'
set event 4 0x09000000
record 4.252 0
bytes X'0002 80 0102 00030004 FF 0506 0708 EE'
END
mkcapture -f stream capture.txt capture || exit 99
fields()
{
	monread -L page.dsect "$@" capture | sed 's/.*"fields"/"fields"/' | sed -n '/^ /p;/^"/p'
}

layout 'Unproven: from 22 read off a dump'
fields >got
cat >expected <<'END'
  Hex  Len  Field          Value
   14    2  TSTPRV_COUNT   2
   16    1  TSTPRV_FLAGS   80 ?  TSTPRV_UP
   17    1  TSTPRV_TRY(1)  1 ?
   18    1  TSTPRV_TRY(2)  2 ?
   19    4  TSTPRV_ONE
   19    2    TSTPRV_LEFT    3 ?
   1B    2    TSTPRV_RIGHT   4 ?
   1E    2  TSTPRV_ENT     [0]
   1E    1    TSTPRV_AGE     5 ?
   1F    1    TSTPRV_USES    6 ?
   20    2  TSTPRV_ENT     [1]
   20    1    TSTPRV_AGE     7 ?
   21    1    TSTPRV_USES    8 ?
  tail      22    1  EE
END
same 'text: ? behind the value' expected got
fields --wide >got
cat >expected <<'END'
  Hex  Len  Field          Value
   14    2  TSTPRV_COUNT   2
   16    1  TSTPRV_FLAGS   80 ?  TSTPRV_UP
   17    2  TSTPRV_TRY(1)  1  2 ?
   19    4  TSTPRV_ONE
   19    2    TSTPRV_LEFT    3 ?
   1B    2    TSTPRV_RIGHT   4 ?
   1E    2  TSTPRV_ENT     2 entries, names begin with TSTPRV_
         AGE?  USES?
    [0]     5      6
    [1]     7      8
  tail      22    1  EE
END
same '--wide: ? behind the heading' expected got
is 'JSON: their names behind the fields, each once' \
	'"fields":{"TSTPRV_COUNT":2,"TSTPRV_FLAGS":128,"TSTPRV_UP":true,"TSTPRV_TRY":[1,2],"TSTPRV_ONE":{"TSTPRV_LEFT":3,"TSTPRV_RIGHT":4},"TSTPRV_ENT":[{"TSTPRV_AGE":5,"TSTPRV_USES":6},{"TSTPRV_AGE":7,"TSTPRV_USES":8}]},"unproven":["TSTPRV_FLAGS","TSTPRV_TRY","TSTPRV_LEFT","TSTPRV_RIGHT","TSTPRV_AGE","TSTPRV_USES"],"tail":"EE"}' \
	"$(fields -f json)"
is 'JSON: only of those that are shown' '"fields":{"TSTPRV_COUNT":2,"TSTPRV_FLAGS":128,"TSTPRV_UP":true},"unproven":["TSTPRV_FLAGS"]}' \
	"$(fields -f json --fields='*COUNT,*FLAGS')"
is 'JSON: nothing of it where there are none' '"fields":{"TSTPRV_COUNT":2}}' "$(fields -f json --fields='*COUNT')"

fields --proven >got
cat >expected <<'END'
  Hex  Len  Field          Value
   14    2  TSTPRV_COUNT   2
  gap       16    7  80010200030004
  tail      1E    5  05060708EE
END
same '--proven: hex' expected got
is '--proven in JSON' '"fields":{"TSTPRV_COUNT":2},"gaps":{"16":"80010200030004"},"tail":"05060708EE"}' \
	"$(fields --proven -f json)"
is '--proven in hex' '' "$(fields --proven -x | grep 'TSTPRV_[^C]')"

# A bit is as certain as its field.
columns()
{
	monread -L page.dsect --proven -f csv --table=MRTSTPRV capture | sed -n '1s/.*unix_time,//p'
}
is '--proven: no column of what is not, and of its bits' 'TSTPRV_COUNT' "$(columns)"

layout 'Unproven: from 25 read off a dump'
is '--proven: columns of what is, and of its bits' 'TSTPRV_COUNT,TSTPRV_FLAGS,TSTPRV_UP,TSTPRV_TRY' "$(columns)"
is 'structures' '"fields":{"TSTPRV_COUNT":2,"TSTPRV_FLAGS":128,"TSTPRV_UP":true,"TSTPRV_TRY":[1,2]},"gaps":{"19":"00030004"},"tail":"05060708EE"}' \
	"$(fields --proven -f json)"
layout 'Unproven: from 30 read off a dump'
is 'arrays' '"fields":{"TSTPRV_COUNT":2,"TSTPRV_FLAGS":128,"TSTPRV_UP":true,"TSTPRV_TRY":[1,2],"TSTPRV_ONE":{"TSTPRV_LEFT":3,"TSTPRV_RIGHT":4}},"tail":"05060708EE"}' \
	"$(fields --proven -f json)"
layout 'Unproven: all read off a dump'
is 'all of it' '"fields":{},"gaps":{"14":"000280010200030004"},"tail":"05060708EE"}' "$(fields --proven -f json)"
layout ''
fields --proven >got
fields >expected
same 'nothing of a page without doubts' expected got

# Entries may be shorter than their structure: what is there of it is described.
layout ''
sed 's/size 2 at 30/size 1 at 30/' page.dsect >short && mv short page.dsect
is 'entries of one field only' '"TSTPRV_ENT":[{"TSTPRV_AGE":5},{"TSTPRV_AGE":6}]},"tail":"0708EE"}' \
	"$(fields -f json | sed 's/.*"TSTPRV_ENT"/"TSTPRV_ENT"/')"

# D7R1 of a live system.  What CALFLAGS had is not known, except that it was a write.
awk -F '\t' 'BEGIN { print "set event 1 0x01000000" }
	NR > 1 { split($1, t, " "); printf "let now = T\047%sT%sZ\047\nrecord MRSEKSEK\n", t[1], t[2]
	for (i = 2; i <= NF; i++) if (name[i] != "CALFLAGS")
		printf "SEKSEK_%s = %s\n", name[i], name[i] ~ /USER/ ? "\047" $i "\047" : $i }
	NR == 1 { for (i = 2; i <= NF; i++) name[i] = toupper($i) }' "$tests/real-d7r1.tsv" >seeks.txt
mkcapture -f monwrite seeks.txt seeks
awk -F '\t' -v OFS='\t' 'NR > 1 { sub(" ", "T", $1); $1 = $1 "Z"; $6 = "-"
	$2 = sprintf("%08X", $2); $11 = sprintf("%04X", $11); $13 = sprintf("%04X", $13); print }' "$tests/real-d7r1.tsv" >expected
monread -n MRSEKSEK -f tsv seeks | cut -f 7,9-20 |
	awk -F '\t' -v OFS='\t' 'NR > 1 { sub("[.]0*Z", "Z", $1); $6 = "-"; print }' >got
is 'there are 13 real records of D7R1' 13 "$(wc -l <got | tr -d ' ')"
same 'and their fields are decoded' expected got

# The entries of D5R18 have 12 bytes; those of 7.5 are longer, and shown in hex.
cat >vectors.txt <<'END'
set sample 5 0x01000000
record 5.18 24
bytes X'0000000A 00000004 0000000F 00000014 00000005 0000001E'
END
mkcapture -f monwrite vectors.txt vectors
is 'D5R18' '{"PRCDHF_HFPARRAY":[{"PRCDHF_HFPCOUNT":10,"PRCDHF_HFPUSERZ":4,"PRCDHF_HFPUSERC":15},'\
'{"PRCDHF_HFPCOUNT":20,"PRCDHF_HFPUSERZ":5,"PRCDHF_HFPUSERC":30}]}' \
	"$(monread -f json vectors | sed -n 's/.*"fields":\({[^}]*},{[^}]*}]}\).*/\1/p')"
is 'D5R18 of 7.5' 0 "$(monread --release=7.5 -f json vectors | grep -c HFPARRAY)"
# Codes and texts of D6R3
cat >device.txt <<'END'
set sample 6 0x01000000
record MRIODDEV
IODDEV_HFRDEVCT = 30
IODDEV_EDEVTYPE = 4
IODDEV_VIUSTAMP = T'2026-03-04T08:00:00Z'
END
mkcapture -f monwrite device.txt device
is 'D6R3: codes and the time of I/O assist' \
	'IODDEV_VIUSTAMP 2026-03-04T08:00:00.000000Z IODDEV_VIUSTATE 00 OUT IODDEV_EDEVTYPE 04 NVMe with FBA emulation ' \
	"$(monread device | awk '/VIUST|EDEVTYPE/ { sub(" [?]", ""); $1 = $2 = ""; $0 = $0; $1 = $1; printf "%s ", $0 }')"
monread --describe=MRIODDEV >text
holds 'D6R3: HFRDEVCT counts samples' grep -q 'IODDEV_HFRDEVCT  *inferred: high frequency: samples taken' text
holds 'D6R3: HFCTIO counts queued I/Os' grep -q 'IODDEV_HFCTIO  *inferred: high frequency: SSCHs found queued' text

# Built-in layouts
monread -f json "$sample" | grep -v '"unproven":\[' >expected
monread -f json --proven "$sample" >all
grep -F -x -f expected all >got
same 'records without doubts stay as they are' expected got
holds 'and there are no others' sh -c '! grep -q "\"unproven\"" all'
finish
