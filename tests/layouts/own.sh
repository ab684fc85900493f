#!/bin/sh
# own.sh: layouts that a user writes: no key of JSON is there twice, and no byte of a record is lost.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
cd "$tap_dir" || exit 99

heading='Offsets
Dec Hex  Type       Len  Name (Dim)             Description'

# keys LINE...: print the keys of the record, and LINEs.
keys()
{
	printf '%s\n' 'Record: MRTSTOWN' 'DSECT: TSTOWN' 'Number: D4R250' 'Title: x' 'Status: whole' 'Source: x' "$@" '' \
		'MRTSTOWN Control Block Contents' "$heading"
}

# capture BYTES: a record with BYTES after its header.
capture()
{
	printf '%s\n' 'set event 4 0x09000000' 'record 4.250 0' "  bytes X'$1'" >capture.txt
	mkcapture -f stream capture.txt capture || exit 99
}

# shows NAME EXPECTED OPTION...: compare the JSON from the fields on; monread prints no messages.
shows()
{
	name=$1
	printf '%s\n' "$2" >expected
	shift 2
	monread -L own.dsect -f json "$@" capture 2>err | sed 's/.*"fields"/"fields"/' >got
	same "$name" expected got
	[ ! -s err ] || sed 's/^/# /' err
	[ ! -s err ]
	ok "$name: nothing is said" $?
}

# Two rows and a part of a row with one name, a row with the name of the entries, two arrays of the same entries, a row whose
# name has a different meaning elsewhere, and entries with rows whose names the formats use for other things.
{
	keys 'Values: SAME: 1 one' 'Array: ENT count 1 at 30' 'Array: ENT count 1 at 32'
	cat <<'END'
   0   0  Structure   29  TSTOWN
   0   0  Character   20  MRHDR
  20  14  Unsigned     1  SAME
  21  15  Unsigned     1  SAME
  22  16  Bitstring    1  FLAGS
          1... ....       SAME
  23  17  Unsigned     1  SAME_text
  24  18  Unsigned     1  ENT
  25  19  Unsigned     1  ENT_2
  26  1A  Unsigned     1  gaps
  27  1B  Unsigned     1  tail
  28  1C  Unsigned     1  SAME_2

END
	printf '%s\n' "$heading"
	cat <<'END'
   0   0  Structure    2  ENT
   0   0  Unsigned     1  tail
   1   1  Unsigned     1  gaps
END
} >own.dsect
capture '010180040506070809FF0A0B0C0D'
shows 'names that are taken get numbers' '"fields":{"SAME":1,"SAME_2":1,"FLAGS":128,"SAME_3":true,"SAME_text_2":4,"ENT_3":5,"ENT_2_2":6,"gaps_2":7,"tail_2":8,"SAME_2_2":9,"ENT":[{"tail_2":10,"gaps_2":11}],"ENT_2":[{"tail_2":12,"gaps_2":13}]},"gaps":{"1D":"FF"}}'
shows '--explain' '"fields":{"SAME":1,"SAME_text":"one","SAME_2":1,"SAME_2_text":"one","FLAGS":128,"SAME_3":true,"SAME_text_2":4,"ENT_3":5,"ENT_2_2":6,"gaps_2":7,"tail_2":8,"SAME_2_2":9,"ENT":[{"tail_2":10,"gaps_2":11}],"ENT_2":[{"tail_2":12,"gaps_2":13}]},"gaps":{"1D":"FF"}}' --explain
shows 'both arrays' '"fields":{"ENT":[{"tail_2":10,"gaps_2":11}],"ENT_2":[{"tail_2":12,"gaps_2":13}]}}' --fields=ENT
is 'columns have the names' 'SAME SAME_2 FLAGS SAME_3 SAME_text_2 ENT_3 ENT_2_2 gaps_2 tail_2 SAME_2_2' \
	"$(monread -L own.dsect -f csv -n MRTSTOWN capture 2>/dev/null | sed -n '1s/.*,time,unix_time,//p' | tr , ' ')"

# 7 bytes of entries of 3 bytes: two entries, and one byte that is too short for a third; then 2 bytes of other data.
{
	keys 'Array: ENT bytes LEN size SIZE at 24'
	cat <<'END'
   0   0  Structure   22  TSTOWN
   0   0  Character   20  MRHDR
  20  14  Unsigned     1  LEN
  21  15  Unsigned     1  SIZE

END
	printf '%s\n' "$heading" '   0   0  Structure    1  ENT' '   0   0  Unsigned     1  FIRST'
} >own.dsect
# parts BYTES FIELDS PROBLEM: compare fields and messages for a record with these bytes.
parts()
{
	capture "$1"
	printf '%s\n' "$2" >expected
	monread -L own.dsect -f json capture 2>err | sed 's/.*"fields"/"fields"/' >got
	same "entries in $1" expected got
	is "entries in $1: what is said" "monread: capture: offset 0xc: D4R250: $3" "$(cat err)"
}
parts 0703000041005142616263FEFF \
	'"fields":{"LEN":7,"SIZE":3,"ENT":[{"FIRST":65,"tail":"0051"},{"FIRST":66,"tail":"6162"}]},"tail":"63FEFF","problems":["ENT: 7 bytes at 0x18 are 2 entries of 3 bytes, and 1 more"]}' \
	'ENT: 7 bytes at 0x18 are 2 entries of 3 bytes, and 1 more'
parts 02000000FEFF '"fields":{"LEN":2,"SIZE":0,"ENT":[]},"tail":"0000FEFF","problems":["ENT: 2 bytes at 0x18 are 0 entries of 0 bytes, and 2 more"]}' \
	'ENT: 2 bytes at 0x18 are 0 entries of 0 bytes, and 2 more'

# If only the name of a record is known, monread shows its bytes, also the bytes of application data.
printf '%s\n' 'Record: MRTSTOWN' 'DSECT: TSTOWN' 'Number: D4R250' 'Title: x' 'Status: name only' 'Source: x' >name.dsect
printf '%s\n' 'Record: TSTDATA' 'Title: x' 'Status: name only' 'Source: x' 'Product: E3E2E3........................D7' >data.dsect
capture 0102030405
# 32 bytes after the header: the place and length of the data, the user, the product; then the data.
printf '%s\n' 'set event 10 0x09000000' 'record 10.1 0' \
	"  bytes X'00340003' 'OWNER   ' X'E3E2E3D6E6D5404040404040404040D7' X'00000000' X'0A0B0C'" >data.txt
mkcapture -f stream data.txt data
is 'a name only, text' '  data      14    5  0102030405' "$(monread -L name.dsect capture 2>/dev/null | grep '  data ')"
is 'a name only, JSON' '"name":"MRTSTOWN","data":"0102030405"}' \
	"$(monread -L name.dsect -f json capture 2>/dev/null | sed 's/\("name":"[^"]*"\).*,"data"/\1,"data"/; s/.*"name"/"name"/')"
is 'the name of data only, JSON' '"tail":"0A0B0C"}' "$(monread -L data.dsect -f json data 2>/dev/null | sed 's/.*"tail"/"tail"/')"

# monread reports a page without a layout and uses the built-in layout; it uses the other pages of the directory.
printf 'no page\n' >none.txt
mkdir none both
cp none.txt none
cp none.txt own.dsect both
for option in none.txt ./none /dev/null; do
	monread -q -L $option capture 2>err
	is "$option: the status" 1 $?
	grep -q ': found no name of a record; expected a record page or a .dsect file$' err
	ok "$option: it is said" $?
done
monread -q -L both "$captures/good-locks.stream" 2>err
is 'an invalid page beside a valid one: status' 0 $?
monread -q -L missing "$captures/good-locks.stream" 2>err
is 'a page that is missing: the status' 2 $?
for program in "$MONREAD" "${MONSTAT:-$builddir/src/monstat}"; do
	# Builds without SQLite have no monstat.
	[ -x "$program" ] || continue
	is "${program##*/} --help: status 1" '  1  something was damaged, missing, cut off or lost, or what --layouts names has no layout in it; the rest was shown' \
		"$($EMULATOR "$program" --help | sed -n '/^  1  /{N;s/\n    //;p;}')"
done
finish
