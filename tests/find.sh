#!/bin/sh
# find.sh: fields by parts of names and descriptions, fields described, and names that are near.
. "${srcdir:-.}/tests/tap.sh"

cd "$tap_dir" || exit 99
mkdir pages
cat >pages/b.dsect <<'END'
Record:   MRIODZEB
DSECT:    IODZEB
Number:   D6R240
Kind:     event
Title:    Zebra crossing
Release:  7.1
Status:   whole
Source:   the test
Array:    IODZEB_ENTRY count IODZEB_COUNT size 12 at 32
Unit:     microseconds = IODZEB_WAIT
Key:      IODZEB_LANE
Text:     IODZEB_LANE
Values:   IODZEB_KIND: 1 horse, 2 giraffe

MRIODZEB Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   32  IODZEB                 record
  0   0  Character   20  MRHDR
 20  14  Unsigned     2  IODZEB_COUNT           lanes
 22  16  Bitstring    1  IODZEB_FLAGS           flags
         1... ....       IODZEB_STRIPES         STRIPES are black
         .1.. ....       *                      zebra, reserved
 23  17  Unsigned     1  IODZEB_KIND            animal
 24  18  Unsigned     8  IODZEB_WAIT            waiting for a zeBra

  0   0  Structure   12  IODZEB_ENTRY           Lane of zebras
  0   0  Character    8  IODZEB_LANE            lane
  8   8  Unsigned     4  IODZEB_LATE            zebras that were late
END
# A page of a record that is built in: only the page counts.
sed -e 's/IODZEB/SYTLCK/g' -e 's/D6R240/D0R23/' -e 's/Zebra crossing/Formal spin lock data/' -e 's/zebra/zebra of a lock/' \
	pages/b.dsect >pages/a.dsect

# shows NAME ARGUMENTS...: status 0, no message, and standard input is the output
shows()
{
	cat >expected
	tap_what=$1
	shift
	monread "$@" >out 2>err
	is "$tap_what: status and messages" '0 ' "$? $(cat err)"
	same "$tap_what" expected out
}

shows 'a record and its fields' -L pages/b.dsect --find=ZEBRA <<'END'
Record   Name       Kind           Title
D6R240   MRIODZEB   event          Zebra crossing

Record   Name         Hex  Len  Field        Unit or bit   Description
D6R240   MRIODZEB      18    8  IODZEB_WAIT  microseconds  waiting for a zeBra
D6R240   MRIODZEB      +8    4  IODZEB_LATE                zebras that were late
END
shows 'fields of several records, in their order' -L pages --find='zebra' <<'END'
Record   Name       Kind           Title
D6R240   MRIODZEB   event          Zebra crossing

Record   Name         Hex  Len  Field        Unit or bit   Description
D0R23    MRSYTLCK      18    8  SYTLCK_WAIT  microseconds  waiting for a zeBra
D0R23    MRSYTLCK      +8    4  SYTLCK_LATE                zebra of a locks that were late
D6R240   MRIODZEB      18    8  IODZEB_WAIT  microseconds  waiting for a zeBra
D6R240   MRIODZEB      +8    4  IODZEB_LATE                zebras that were late
END
shows 'a bit, by name and description' -L pages/b.dsect --find=stripes <<'END'
Record   Name         Hex  Len  Field           Unit or bit  Description
D6R240   MRIODZEB      16    1  IODZEB_STRIPES  1... ....    STRIPES are black
END
shows 'what a value means' -L pages/b.dsect --find=Giraffe <<'END'
Record   Name         Hex  Len  Field        Unit or bit  Description
D6R240   MRIODZEB      17    1  IODZEB_KIND               animal: giraffe
END
# The layout that is searched last has the flags of the other layout, and a further field.
layout()
{
	printf '%s\n' 'Record: MRIODZEC' 'DSECT: IODZEC' 'Number: D6R241' 'Kind: event' 'Title: x' "Release: $1" 'Status: whole' \
		'Source: the test' "When: length $2" '' 'MRIODZEC Control Block Contents' '' Offsets \
		'Dec Hex  Type       Len  Name (Dim)             Description' \
		"  0   0  Structure   $3  IODZEC" '  0   0  Character   20  MRHDR' ' 20  14  Bitstring    1  IODZEC_FLAGS' \
		'         1... ....       IODZEC_QUAGGA          a quagga'
}
layout 7.2 '= 21' 21 >new.dsect
{
	layout 7.1 '> 21' 23
	echo ' 21  15  Unsigned     2  IODZEC_QUAGGAS         Number of quaggas'
} >old.dsect
shows 'a field after a bit that was found before' -L old.dsect -L new.dsect --find=quagga <<'END'
Record   Name         Hex  Len  Field           Unit or bit  Description
D6R241   MRIODZEC      14    1  IODZEC_QUAGGA   1... ....    a quagga
D6R241   MRIODZEC      15    2  IODZEC_QUAGGAS               Number of quaggas
END
monread --find=the | grep -q '\[unproven\]$'
ok 'a field that is not proven in the built-in layouts' $?
shows 'a field of one record' --find=PFXPRBTM <<END
Record   Name         Hex  Len  Field            Unit or bit  Description
$(monread --find=PFXPRBTM | tail -n 1)
END
monread --find=pfxprbtm | tail -n 1 | grep -q '^D0R2     MRSYTPRP      18    8  SYTPRP_PFXPRBTM  '
ok 'the place of a field that is not proven' $?
is 'the header is that of one layout' 1 "$(monread --find=MRHDRTOD | grep -c MRHDRTOD)"
is 'a field of several releases is shown once' 1 "$(monread --find=SYTCUM_CALMIBLN | grep -c SYTCUM_CALMIBLN)"
is 'a page replaces the built-in layout' 0 "$(monread -L pages --find=SYTLCK_CALENTSZ 2>/dev/null | grep -c .)"

# ---- A field described ----

for name in iodzeb_late late; do
	shows "--describe=$name" -L pages/b.dsect --describe=$name <<'END'
MRIODZEB  D6R240  event  Zebra crossing

IODZEB_ENTRY, 12 bytes: Lane of zebras
  Dec   Hex  Type        Len  Name (Dim)               Description
    8     8  Unsigned      4  IODZEB_LATE              zebras that were late
END
done
shows 'a bit is shown with its field' -L pages/b.dsect --describe=STRIPES <<'END'
MRIODZEB  D6R240  event  Zebra crossing

IODZEB, 32 bytes: record
  Dec   Hex  Type        Len  Name (Dim)               Description
   22    16  Bitstring     1  IODZEB_FLAGS             flags
             1... ....         IODZEB_STRIPES           STRIPES are black
             .1.. ....         *                        zebra, reserved
END
shows 'a structure is shown whole' -L pages/b.dsect --describe=iodzeb_entry <<'END'
MRIODZEB  D6R240  event  Zebra crossing

IODZEB_ENTRY, 12 bytes: Lane of zebras
  Dec   Hex  Type        Len  Name (Dim)               Description
    0     0  Character     8  IODZEB_LANE              lane [text, key]
    8     8  Unsigned      4  IODZEB_LATE              zebras that were late
END
is 'a field of several records, each once' 'MRIODZEB MRSYTLCK' \
	"$(monread -L pages --describe=STRIPES | sed -n 's/^\(MR[A-Z]*\)  D.*/\1/p' | sort | tr '\n' ' ' | sed 's/ $//')"

# ---- Near names ----

# near WANTED ARGUMENTS...: status 64, and the message suggests WANTED
near()
{
	tap_near=$1
	shift
	monread "$@" "$captures/good-locks.stream" >out 2>err </dev/null
	is "$*" "64 $tap_near" "$? $(sed -n '1s/.*; did you mean \(.*\)?/\1/p' err)"
}
near SYTLCK --name=SYTLKC
near MRIODZEB -L pages/b.dsect --name=MRIOZDEB
near '' --name=QQQQQ
near SYTLCK_CALXTIME --fields=SYTLCK_CALXXTIME
near "SYTLCK_CALXTIME, SYTLCK_CALSTIME" --fields=calytime
near SYTLCK_CALSEMA --fields=SYTLCK_CALSEEMA
near IODZEB_STRIPES -L pages/b.dsect --fields=stripe
# Suggest no name for a glob without matches, or for a text that is longer than any name.
near '' --fields="$(printf '%0100d' 0)"
finish
