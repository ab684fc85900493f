#!/bin/sh
# whole.sh: structures that text, JSON and hex show as a whole, against their fields shown one by one, as --fields does.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
case $captures in /*) ;; *) captures=$PWD/$captures ;; esac
case $srcdir in /*) ;; *) srcdir=$PWD/$srcdir ;; esac
cd "$tap_dir" || exit 99

# ---- All kinds of fields, in a record, in entries, and in incomplete entries ----

# layout NAME: all.dsect, in which the last field has this name
layout()
{
	cat >all.dsect <<END
Record:   MRTSTALL
DSECT:    TSTALL
Number:   D4R251
Title:    All kinds
Status:   whole
Source:   made up
Array:    TSTALL_ENT count TSTALL_COUNT size TSTALL_SIZE at TSTALL_AT
Countdown: TSTALL_LEFT
Text:     TSTALL_TEXT, TSTALL_WHO
Time:     TSTALL_TIME
Interval: TSTALL_SPAN
Unproven: from 56 seen in a dump
Values:   TSTALL_KIND: 0 none, 2 two

MRTSTALL Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   72  TSTALL
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Unsigned     2  TSTALL_COUNT           entries
 22  16  Unsigned     2  TSTALL_SIZE            length of an entry
 24  18  Unsigned     2  TSTALL_AT              offset of the first one
 26  1A  Bitstring    1  TSTALL_FLAGS           flags
         1... ....       TSTALL_UP              up
         .1.. ....       *                      reserved
 27  1B  Bitstring    1  TSTALL_PLAIN           bits without names
 28  1C  Signed       4  TSTALL_SIGNED          below zero
 32  20  Character    8  TSTALL_TIME            TOD clock
 40  28  Unsigned     8  TSTALL_SPAN            time used
 48  30  Unsigned     8  TSTALL_LEFT            CPU timer
 56  38  Character    4  TSTALL_TEXT            a name
 60  3C  Unsigned     1  TSTALL_LIST(3)         three of them
 63  3F  Unsigned     1  TSTALL_KIND            what it is
 64  40  Unsigned     2  *                      reserved
 66  42  Unsigned     2  TSTALL_SHORT           a number
 68  44  Unsigned     4  $1  a number

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   12  TSTALL_ENT             Entry
  0   0  Unsigned     4  TSTALL_LOAD            how much
  4   4  Unsigned     2  TSTALL_PART(2)         of that
  8   8  Character    4  TSTALL_WHO             whose
END
}
rest=$(awk 'BEGIN { for (i = 0; i < 100; i++) { printf "bytes X\047"; for (k = 0; k < 38; k++) printf "00"; print "\047" } }')
cat >all.txt <<END
set event 4 0x09000000
# Two entries of 12 bytes at X'F20', after 72 bytes of fields and 3800 of zeros.
record 4.251 0
bytes X'0002 000C 0F20 C0 81 FFFFFFFE D4C7F5A1B2C3D4E5 0000000000FA0000 7FFFFFFEF0BDC000 C1C2C340 010203 02 BEEF 0309 00BC614E'
$rest
bytes X'00000007 0001 0002 E5D44040 FFFFFFFF 000A 0064 D6D7C540'
# One that ends in its list, and one that has counted down from nothing.
record 4.251 0
bytes X'0000 000C 0000 00 00 00000000 0000000000000000 0000000000000000 8000000000000000 40404040 0102'
END
mkcapture -f stream all.txt all || exit 99

# lines WIDTH: print "14 2 NAME VALUE" as lines of fields, WIDTH of the column of names; > precedes names in entries.
lines()
{
	awk -v width="$1" '{ place = $1; n = $2; sub(/^[^ ]+ +[^ ]+ +/, ""); name = $0; sub(/ .*/, "", name)
		indent = name ~ /^>/ ? 2 : 0; sub(/^>/, "", name); sub(/^[^ ]+ ?/, "")
		printf "%5s %4s  %*s%-*s%s\n", place, n, indent, "", width, name, $0 }'
}

cat >values <<'END'
14 2 TSTALL_COUNT 2
16 2 TSTALL_SIZE 12
18 2 TSTALL_AT 3872
1A 1 TSTALL_FLAGS C0  TSTALL_UP
1B 1 TSTALL_PLAIN 81
1C 4 TSTALL_SIGNED -2
20 8 TSTALL_TIME 2018-08-15T01:15:53.526333Z
28 8 TSTALL_SPAN 0.004000 s
30 8 TSTALL_LEFT 256000000  used (counts down)
38 4 TSTALL_TEXT ABC ?
3C 1 TSTALL_LIST(1) 1 ?
3D 1 TSTALL_LIST(2) 2 ?
3E 1 TSTALL_LIST(3) 3 ?
3F 1 TSTALL_KIND 2 ?  two
40 2 * 48879
42 2 TSTALL_SHORT 777 ?
44 4 LAST 12345678 ?
F20 12 TSTALL_ENT [0]
F20 4 >TSTALL_LOAD 7 ?
F24 2 >TSTALL_PART(1) 1 ?
F26 2 >TSTALL_PART(2) 2 ?
F28 4 >TSTALL_WHO VM ?
F2C 12 TSTALL_ENT [1]
F2C 4 >TSTALL_LOAD 4294967295 ?
F30 2 >TSTALL_PART(1) 10 ?
F32 2 >TSTALL_PART(2) 100 ?
F34 4 >TSTALL_WHO OPE ?
14 2 TSTALL_COUNT 0
16 2 TSTALL_SIZE 12
18 2 TSTALL_AT 0
1A 1 TSTALL_FLAGS 00  off: TSTALL_UP
1B 1 TSTALL_PLAIN 00
1C 4 TSTALL_SIGNED 0
20 8 TSTALL_TIME 2042-09-17T23:53:47.370496Z (zero)
28 8 TSTALL_SPAN 0.000000 s
30 8 TSTALL_LEFT 8000000000000000  beyond its start
38 4 TSTALL_TEXT  ?
3C 1 TSTALL_LIST(1) 1 ?
3D 1 TSTALL_LIST(2) 2 ?
END
long=TSTALL_THIS_NAME_HAS_AS_MANY_CHARACTERS_AS_A_NAME_MAY_HAVE_01234
for name in TSTALL_LAST $long; do
	layout $name
	width=$((${#name} > 14 ? ${#name} + 2 : 16))
	sed "s/LAST/$name/" values | lines $width >expected
	monread -L all.dsect --all all | sed -n '/^ /p' | grep -Ev '^  (Hex|gap|tail)' >got
	same "text: all kinds of fields, names of ${#name} characters" expected got
	monread -L all.dsect --all --fields='*' all | sed -n '/^ /p' | grep -Ev '^  (Hex|gap|tail)' >got
	same "text: the same one by one, names of ${#name} characters" expected got
	sed "s/LAST/$name/g" >expected <<'END'
{"TSTALL_COUNT":2,"TSTALL_SIZE":12,"TSTALL_AT":3872,"TSTALL_FLAGS":192,"TSTALL_UP":true,"TSTALL_PLAIN":129,"TSTALL_SIGNED":-2,"TSTALL_TIME":"2018-08-15T01:15:53.526333Z","TSTALL_SPAN":0.004000,"TSTALL_LEFT":256000000,"TSTALL_TEXT":"ABC","TSTALL_LIST":[1,2,3],"TSTALL_KIND":2,"*40":48879,"TSTALL_SHORT":777,"LAST":12345678,"TSTALL_ENT":[{"TSTALL_LOAD":7,"TSTALL_PART":[1,2],"TSTALL_WHO":"VM"},{"TSTALL_LOAD":4294967295,"TSTALL_PART":[10,100],"TSTALL_WHO":"OPE"}]},"unproven":["TSTALL_TEXT","TSTALL_LIST","TSTALL_KIND","TSTALL_SHORT","LAST","TSTALL_LOAD","TSTALL_PART","TSTALL_WHO"]}
{"TSTALL_COUNT":0,"TSTALL_SIZE":12,"TSTALL_AT":0,"TSTALL_FLAGS":0,"TSTALL_UP":false,"TSTALL_PLAIN":0,"TSTALL_SIGNED":0,"TSTALL_TIME":"2042-09-17T23:53:47.370496Z","TSTALL_SPAN":0.000000,"TSTALL_LEFT":"8000000000000000","TSTALL_TEXT":"","TSTALL_LIST":[1,2],"TSTALL_ENT":[]},"unproven":["TSTALL_TEXT","TSTALL_LIST"]}
END
	monread -L all.dsect --all -f json all | sed 's/.*"fields"://' >got
	same "JSON: all kinds of fields, names of ${#name} characters" expected got
done

# ---- All captures ----

for file in "$captures"/*.monwrite "$captures"/*.stream; do
	for format in text json hex; do
		for options in '' --all '--all -L all.dsect'; do
			monread -f $format $options "$file" 2>/dev/null |
				sed '/^  gap /d;/^  tail /d;s/,"gaps":{[^}]*}//g;s/,"tail":"[^"]*"//g' >one
			monread -f $format $options --fields='*' "$file" 2>/dev/null |
				sed '/^  gap /d;/^  tail /d;s/,"gaps":{[^}]*}//g;s/,"tail":"[^"]*"//g' >two
			cmp -s one two || different="${different-} $format $options ${file##*/};"
		done
	done
done
is 'all captures: as a whole and one by one' '' "$different"
finish
