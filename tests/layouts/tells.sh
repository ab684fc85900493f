#!/bin/sh
# tells.sh: D1R4 tells the release, which decides what D0R17 is.
. "${srcdir:-.}/tests/tap.sh"

# capture NAME BYTES...: one D0R17, and before it a D1R4 with that many bytes after the header (none: no D1R4).
capture()
{
	{
		echo 'set sample 0,1 0x09000000'
		[ "$2" -eq 0 ] || echo "record 1.4 $2"
		echo 'record 0.17 0'
		echo "  bytes X'000000000024001C0000000000000000'"
	} >"$tap_dir/$1.txt"
	mkcapture -f stream "$tap_dir/$1.txt" "$tap_dir/$1"
}

# shows NAME FIELD OPTION...: D0R17 has FIELD.
shows()
{
	name=$1 field=$2
	shift 2
	monread -f json -n MRSYTCUM "$@" 2>"$tap_dir/err" | grep -q "\"$field\":0"
	ok "$name" $?
}

capture none 0 && capture old 164 && capture new 408
ok 'the captures can be made' $?
shows 'without D1R4: the newest' SYTCUM_CALNREC "$tap_dir/none"
shows 'D1R4 of 184 bytes: 5.1 to 5.3' SYTCUM_LCUPCPCT "$tap_dir/old"
shows 'D1R4 of 428 bytes: 6.2 or later' SYTCUM_CALNREC "$tap_dir/new"
shows '--release overrides an old one' SYTCUM_CALNREC --release=6.4 "$tap_dir/old"
shows '--release overrides a new one' SYTCUM_LCUPCPCT --release=5.3 "$tap_dir/new"
shows 'D1R4 counts where it is not selected' SYTCUM_LCUPCPCT --domain=0 "$tap_dir/old"
shows 'each FILE begins anew' SYTCUM_CALNREC "$tap_dir/old" "$tap_dir/none"
is 'a capture of an old release is decoded with the layout of that release' 1 "$(monread -f json -n MRSYTCUM "$tap_dir/old" "$tap_dir/none" | grep -c CALNREC)"

# monread decides with the release known when it reads a record, even if a thread decodes the record later.
cat >"$tap_dir/rel.dsect" <<'end'
Record: MRTSTREL
DSECT: TSTREL
Number: D4R250
Title: x
Status: whole
Source: x
Array: TSTENT at 24 when release >= 6.2

TSTREL Control Block Contents
Offsets
Dec Hex  Type Len  Name (Dim)
   0   0  Structure   24  TSTREL
   0   0  Unsigned    20  *
  20  14  Unsigned     4  REL_A

Offsets
Dec Hex  Type Len  Name (Dim)
   0   0  Structure    4  TSTENT
   0   0  Unsigned     4  REL_B
end
{
	echo 'set sample 1,4 0x09000000'
	printf '%s\n' 'record 4.250 8' 'record 1.4 408' 'record 4.250 8'
} >"$tap_dir/rel.txt"
mkcapture -f stream "$tap_dir/rel.txt" "$tap_dir/rel"
cat >"$tap_dir/expected" <<'end'
"fields":{"REL_A":0,"TSTENT":[]},"tail":"00000000"}
"fields":{"REL_A":0,"TSTENT":[{"REL_B":0}]}}
end
for jobs in 1 2 4; do
	monread -j $jobs -L "$tap_dir/rel.dsect" -f json -n MRTSTREL "$tap_dir/rel" 2>"$tap_dir/err" |
		sed 's/.*"fields"/"fields"/' >"$tap_dir/got"
	same "-j $jobs: as it was known when the record was read" "$tap_dir/expected" "$tap_dir/got"
done
monread --describe=D1R4 | grep -q '^  Tells    release 5.4 or later when length >= 420$'
ok '--describe says what the record tells' $?
finish
