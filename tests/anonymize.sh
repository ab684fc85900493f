#!/bin/sh
# anonymize.sh: --anonymize: no name of the original is in the result; records still belong together; the key.
. "${srcdir:-.}/tests/tap.sh"

case $srcdir in /*) top=$srcdir ;; *) top=$PWD/$srcdir ;; esac
cd "$tap_dir" || exit 1
need_python
head -c 32 /dev/zero | tr '\0' k >key
head -c 32 /dev/zero | tr '\0' l >other
cp "$top/data/sample.monwrite" sample.monwrite
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$EMULATOR" "$MONREAD" >program
chmod +x program

# ---- The attack, on the sample and the shared captures ----

set --
shared=${MONREAD_SHARED:-$top/../shared}/captures
for file in "$captures"/good-*.monwrite "$captures"/sample.stream sample.monwrite "$shared"/*.monwrite; do
	[ -f "$file" ] && [ "$file" != "$shared/lock-a-cut.monwrite" ] || continue
	result=an-$(basename "$file")
	monread -q --anonymize=key --write="$result" "$file" 2>"$result.err"
	# Nothing is left of captures without layouts.
	[ ! -f "$result" ] || set -- "$@" "$file" "$result"
done
is 'no text of a user stays; pseudonyms are stable and unique; other bytes stay' searched \
	"$("$PYTHON" "$top/tests/anonymize.py" "$tap_dir/program" "$top/data/anonymize" "$@" 2>&1)"

# ---- Places where names hide ----

cat >page.dsect <<END
Record:    MRTSTHID
DSECT:     TSTHID
Number:    D4R253
Title:     Names in every place
Status:    whole
Source:    made up
Text:      TSTHID_NAME TSTHID_PART
ASCII:     TSTHID_ASC
Hex:       TSTHID_HEX TSTHID_MAC TSTHID_NICMAC

MRTSTHID Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   84  TSTHID
$(header_rows)
 20  14  Character    8  TSTHID_NAME            a name
 28  1C  Character   16  TSTHID_HEX             bytes
 28  1C  Character    3  TSTHID_PART            a short name in them
 44  2C  Character    8  TSTHID_ASC             a name in ASCII
 52  34  Character    8  *                      reserved
 60  3C  Character    6  TSTHID_NICMAC          a MAC address
 66  42  Character    6  TSTHID_MAC             bytes
 72  48  Unsigned     4  TSTHID_NUMBER          a number
 76  4C  Character    8  *                      reserved
END
cat >text <<'END'
set event 4 0x09000000
record 4.253 0
bytes 'SYSTEM  ' 'ABCSECRETS1' X'0000000001' X'5345435245543200' 'SECRETS3' X'020000000001 020000000001 D4E4D4D4' 'SECRETS4' 'SECRETS5'
record 4.253 0
bytes 'VMSECRET' 'DEFSECRETS1' X'0000000001' X'5345435245543200' 'SECRETS3' X'000000000000 020000000001 D4E4D4D4' 'SECRETS4' 'SECRETS5'
END
mkcapture -f stream text hidden || exit 99
# Paths of an emulated device, and a process.
cat >text <<'END'
set event 6 0x09000000
record MRIODVON
IODVON_EDEVFCP1 = X'1A00'
IODVON_EDEVWPN1 = X'500507630A1BC0DE'
IODVON_EDEVLUN1 = X'4011402300000000'
IODVON_EDEVFCP8 = X'1A08'
IODVON_EDEVWPN8 = X'500507630A1BC0DF'
IODVON_EDEVLUN8 = X'4011402300000001'
record MRIODFCA
IODFCA_FCARDEV = 0x1A00
record MRIODSZI
IODSZI_PTH2ID = 0x1A00
END
mkcapture -f stream text paths || exit 99
monread --raw --anonymize=key paths >paths.out 2>err
monread -L page.dsect --raw --anonymize=key hidden >hidden.out 2>hidden.err
monread -L page.dsect -f json -a hidden.out | sed 's/.*"fields"://' >hidden.json

# ---- Rows ----

# counts FILE: the summary without what names and frames change
counts()
{
	monread -s "$1" 2>/dev/null | sed '1d; /^  System /d; s/; and [0-9]* end-of-frame.*//'
}
monread -q --anonymize=key --write='%{system}.mon' sample.monwrite 2>err
pseudonym=$(monread -f json -c 1 -r D1R4 an-sample.monwrite | sed 's/.*"system":"\([A-Z0-9]*\)".*/\1/')
monread --raw --anonymize=key sample.monwrite >raw 2>err
monread -f json -n MRUSELON,MRUSEACT an-sample.monwrite >users
for file in "$captures/good-locks.monwrite" "$captures/bad-mark.monwrite" sample.monwrite; do
	monread -q --anonymize --write="counts-$(basename "$file")" "$file" 2>err
	counts "$file" >"$(basename "$file").before"
	counts "counts-$(basename "$file")" >"$(basename "$file").after"
done
cases <<END
the summary is as it was | - | cmp sample.monwrite.before sample.monwrite.after | -
marks keep their meaning | - | for f in bad-mark.monwrite.before bad-mark.monwrite.after; do grep -o 'Gaps  *[0-9]*' \$f; done|uniq -c|grep -c '^ *2 Gaps  *[1-9]' | 1
marks keep their text | - | for f in "$captures/bad-mark.monwrite" counts-bad-mark.monwrite; do monread -f json -n MRAPLEDT \$f 2>err|sed 's/.*"MONREADMARK"://'; done|sort|uniq -c|grep -vc '^ *[26] ' | 0
no worldwide name, LUN or device of a path is left | - | monread -f json -a paths.out|grep -cE '1A00|1A08|500507630A1BC0D|40114023000000|6656' | 0
the devices of paths have one pseudonym | - | monread -f json paths.out|sed 's/.*\(EDEVFCP1\|FCARDEV\|PTH2ID\)":"\([0-9A-F]*\)".*/\2/'|uniq -c|grep -c '^ *3 ' | 1
the name of a file has the pseudonym of the system | - | [ -s $pseudonym.mon ] && [ $pseudonym != VMPROD1 ] && echo 1 | 1
--raw gives the same records as --write | - | monread -l raw|cut -d ' ' -f 3- >one; monread -l an-sample.monwrite|cut -d ' ' -f 3-|cmp - one | -
another key gives other names | - | monread -q --anonymize=other --write=with-other sample.monwrite 2>&1|grep -c 'layout'; cmp -s with-other an-sample.monwrite; echo \$? | 1 1
a random key gives other names | - | monread -q --anonymize --write=with-random sample.monwrite 2>&1|grep -c 'layout'; cmp -s with-random an-sample.monwrite; echo \$? | 1 1
records without a layout are left out | - | monread --raw --anonymize "$captures/good-exact-frame.stream" 2>err|monread -l -|grep -c D0R20; grep -c ' 5 records without a layout left out' err | 0 1
keep-unknown keeps them | - | monread --raw --anonymize=keep-unknown "$captures/good-exact-frame.stream" 2>err|monread -l -|grep -c D0R20 | 5
no name is left in any place | - | "$PYTHON" -c "data = open('hidden.out', 'rb').read().replace(bytes.fromhex('D4E4D4D4'), b''); print([w for w in ('SECRET', 'ABC', 'DEF') for c in ('cp037', 'latin-1') if w.encode(c) in data])" | []
constants, numbers and addresses of zeros stay | - | cut -d , -f 1 hidden.json|head -n 1; grep -c 'NUMBER":3571766484' hidden.json; grep -c '"TSTHID_NICMAC":"020000000001"' hidden.json; grep -c '"TSTHID_NICMAC":"000000000000"' hidden.json; grep -c '"TSTHID_MAC":"020000000001"' hidden.json | {"TSTHID_NAME":"SYSTEM" 2 0 1 2
the message counts bytes | - | grep -c 'anonymized: 48 bytes' hidden.err | 1
only after damage names may be left | - | for c in bad-length-past-set good-exact-frame; do monread --raw --anonymize "$captures/\$c.stream" 2>&1 >/dev/null|grep -c 'left out; records next to the damage may still contain names'; done | 1 0
a key that is too short | - | head -c 15 key >short; monread --raw --anonymize=short sample.monwrite 2>&1|grep -c 'short: is too short; a key has at least 16 bytes' | 1
no key | - | monread --raw --anonymize=missing sample.monwrite 2>&1|grep -c 'opened: No such.*; make one with: head' | 1
END
finish
