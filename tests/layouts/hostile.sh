#!/bin/sh
# hostile.sh: layout files made to exhaust memory, time or the disk: monread reads or refuses each within limits.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
cd "$tap_dir" || exit 99
printf '%s\n' 'set event 4 0x09000000' 'record 4.250 380' >capture.txt
mkcapture -f stream capture.txt capture

# Sanitizers and emulators reserve more than any limit.
limit=
# shellcheck disable=SC3045 # a shell without ulimit -v runs without the limit
(ulimit -v 200000 && monread --version) >/dev/null 2>&1 && limit=200000

# bounded NAME BYTES MESSAGES OPTION...: run with 200 MB and 20 s of processor time; the output has at most BYTES and MESSAGES.
bounded()
{
	name=$1 bytes=$2 lines=$3
	shift 3
	(
		# shellcheck disable=SC3045
		[ -z "$limit" ] || ulimit -v $limit
		# shellcheck disable=SC3045
		ulimit -t 20 2>/dev/null
		monread "$@" >out 2>err
	)
	status=$?
	[ $status -le 1 ] && [ "$(wc -c <out)" -le "$bytes" ] && [ "$(wc -l <err)" -le "$lines" ]
	rc=$?
	[ $rc = 0 ] || echo "# status $status, $(wc -c <out) bytes, $(wc -l <err) messages"
	ok "$name" $rc
}

# Print the keys of a .dsect file; a further argument adds more keys.
keys()
{
	printf '%s\n' 'Record: MRTSTBIG' 'DSECT: TSTBIG' 'Number: D4R250' 'Title: x' 'Status: whole' 'Source: x' "$@"
}

heading='Offsets
Dec Hex  Type       Len  Name (Dim)             Description'

{
	keys '' "$heading" '   0   0  Structure   60  TSTBIG'
	awk 'BEGIN { printf "  20  14  Unsigned     4  "; for (i = 0; i < 60000; i++) printf "A"; print "" }'
} >name.dsect

# Each field of a structure is mapped by the next structure: six fields to the eighth power.
{
	awk 'BEGIN { for (d = 1; d <= 8; d++) { printf "Maps: S%d onto", d; for (k = 0; k < 6; k++) printf " F%d%d", d - 1, k; print "" } }' >maps
	keys "$(cat maps)" ''
	awk -v heading="$heading" 'BEGIN {
		for (d = 0; d <= 8; d++) {
			print heading "\n   0   0  Structure   24  " (d ? "S" d : "TSTBIG")
			for (k = 0; k < 6; k++)
				print "   0   0  Character   24  F" d k
			print ""
		}
	}'
} >maps.dsect

awk 'BEGIN { for (j = 0; j < 100; j++) { printf "Text:"; for (k = 0; k < 900; k++) printf " A"; print "" } }' >texts
rows='BEGIN { for (k = 0; k < 8000; k++) print "   0   0  Character   24  A" }'
{
	keys "$(cat texts)" '' "$heading" '   0   0  Structure   24  TSTBIG'
	awk "$rows"
} >equal.dsect
{
	cat <<end
MRTSTBIG Prolog
 NAME - MRTSTBIG
 DESCRIPTIVE NAME - Monitor Event Record
 Domain 4 - User
 Record 250 - Testing

MRTSTBIG Control Block Contents
$heading
   0   0  Structure   24  TSTBIG
end
	awk "$rows"
	printf '\nMRTSTBIG Cross Reference\nName Hex Offset Length\n'
	awk 'BEGIN { for (k = 0; k < 80000; k++) print "A 00 24" }'
} >equal.txt

awk 'BEGIN { for (j = 0; j < 20000; j++) { printf "Text:"; for (k = 0; k < 100; k++) printf " X%d", k; print "" } }' >texts
{
	keys
	cat texts
	printf '\n%s\n' "$heading" '   0   0  Structure   24  TSTBIG' '   0   0  Unsigned    24  B'
} >notes.dsect

page='MRTSTBIG Prolog
 NAME - MRTSTBIG
 DESCRIPTIVE NAME - Monitor Event Record
 Domain 4 - User
 Record 250 - Testing

MRTSTBIG Control Block Contents
Dec Hex  Type Len  Name
   0   0  Structure   24  TSTBIG
   0   0  Unsigned    24  TSTBIG_A     text'
{
	printf '<html '
	awk 'BEGIN { for (i = 0; i < 130000; i++) printf "a%d ", i }'
	printf '><body><pre>%s' "$page"
} >attributes.html
{
	printf '<html><body><pre>%s' "$page"
	awk 'BEGIN { for (i = 0; i < 3900000; i++) printf "<br>" }'
} >tags.html

# An array of entries with thousands of fields.
{
	keys 'Array: E count 300 size 1 at 20' '' "$heading" '   0   0  Structure   20  TSTBIG' \
		'   0   0  Character   20  MRHDR' '' "$heading" '   0   0  Structure    1  E'
	awk 'BEGIN { for (i = 0; i < 8000; i++) printf "   0   0  Unsigned     1  E_%05d%050d   text\n", i, i }'
} >columns.dsect

# A record of 400 bytes shows at most 16 * 400 + 4096 values, each in less than 100 bytes here.
formats=$(field_formats)
for file in columns.dsect name.dsect maps.dsect equal.dsect equal.txt notes.dsect attributes.html tags.html; do
	for format in $formats; do
		bounded "$file: $format" 1049600 101 -L $file -f $format capture
	done
	bounded "$file: --wide" 1049600 101 -L $file --wide capture
	bounded "$file: --explain" 1049600 101 -L $file --explain capture
	bounded "$file: -f check" 1049600 101 --describe=$file -f check
done
# The name of a layout is printed everywhere, so it must be escaped everywhere.
printf 'Record: MR"Q\\x\nNumber: D4R250\nTitle: x\nStatus: name only\nSource: x\n' >quote.dsect
monread -L quote.dsect -f json capture >out 2>err
grep -q '"domain":4,"record":250,"name":null,' out
ok 'no name is invalid' $?
grep -q '^monread: quote.dsect:1: Record: expected a name of letters, digits, _ $ # @, found MR"Q' err
ok 'messages have reasons' $?
finish
