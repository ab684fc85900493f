#!/bin/sh
# monstat.sh: reports of the sample, options, and what is refused.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99

# What was worked out by hand of the sample's counters.
monstat "$sample" >got 2>err
cat >expected <<'END'
time      int cpus  %busy   %emu   %cp  %sys %susp   T/V users  inq elig  pgrd/s  pgwr/s %slot  avlMB  ssch/s
08:02:00   60    3  123.3  104.2  12.6   6.5   0.0  1.18    12    8    0     6.7     3.5   2.3   2937   286.4
END
sed -n '/^time/,/^08:02/p' got >lines
same 'the default screen' expected lines
is 'and no message' '' "$(cat err)"
is 'inferred columns are said in one line' 1 "$(grep -c '^Inferred: %sys %susp' got)"
# Worked out by hand of its description: LXDB01 has 28 percent of what the processors were charged for users.
is 'which user took the processors' 'LXDB01 32.71 29.16' "$(monstat user --top=1 --by=%CPU "$sample" |
	awk '$1 == "08:02:00" { print $3, $5, $6 }')"
is 'which device is slow' '6103 LXDATA 30.2 1.15' "$(monstat device "$sample" | awk '$1 == "08:02:00" { print $3, $4, $5, $10 }')"
cat >short.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
let now += 60s
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  size 33
done
END
"$builddir/tests/mkcapture" -f monwrite short.txt short.bin
monstat user short.bin >got 2>err
is 'records that are too short for a report: status' 1 $?
holds 'and message' grep -q '^monstat: user: nothing to show: its records do not have what it is made of' err
monstat pagevol "$sample" >got 2>err
is 'records that are not there: status' 1 $?
finish
