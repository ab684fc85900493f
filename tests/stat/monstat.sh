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
monstat user "$sample" >got 2>err
is 'records that are too short for a report: status' 1 $?
holds 'and message' grep -q '^monstat: user: nothing to show: its records do not have what it is made of' err
finish
