#!/bin/sh
# values.sh: each value of a report, for records whose values were computed by hand.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
cd "$tap_dir" || exit 99

# Two samples, 60 seconds apart: i is 0 in the first one and 1 in the second one.
head="let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
let now += 60s"

# values NAME REPORT COLUMN... <CAPTURE---EXPECTED: the second interval of the capture, as CSV without system, time and int.
values()
{
	name=$1 report=$2
	shift 2
	cat >input
	{ printf '%s\n' "$head"; sed '/^---$/,$d' input; printf 'record MRMTREND\ndone\n'; } >values.txt
	sed '1,/^---$/d' input >expected
	rm -f values.bin
	mkcapture -f monwrite values.txt values.bin || exit 99
	monstat -q -f csv "$report" values.bin 2>err | LC_ALL=C awk -F, -v names="$*" '
		NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
		$2 ~ /T08:02/ { line = ""; for (i = 1; i <= n; i++)
			line = line (i > 1 ? "," : "") (name[i] in at ? $at[name[i]] : "no " name[i])
			print line }' >got
	same "$name" expected got
}

# A user with two virtual CPUs: 100 samples of each.  The second user has no samples.
values 'states of users' userstate user samples %RUN %CPU %LDG %PGW %IOW %SIM %CFW %TI %SVM %ELG %DRM %IOA %PGA %LIM %OTH <<'END'
for c = 0 to 1
record MRUSEINT
  USEINT_VMDUSER = 'LXDB01'
  USEINT_VMDCPUAD = c
  USEINT_HFQUCT = 1000 + i * 100
  USEINT_HFELIG0 = 10 + i
  USEINT_HFELIG1 = 10 + i * 2
  USEINT_HFELIG2 = 10 + i * 3
  USEINT_HFELIG3 = 10 + i * 4
  USEINT_HFSTCT = 2000 + i * 100
  USEINT_HFTIDL = 10 + i * 20
  USEINT_HFTSVM = 10 + i * 4
  USEINT_HFIOWT = 10 + i * 15
  USEINT_HFCFWT = 10 + i * 3
  USEINT_HFSIMWT = 10 + i * 7
  USEINT_HFWTPAG = 10 + i * 9
  USEINT_HFCPUWT = 10 + i * (8 + c * 2)
  USEINT_HFCPURN = 10 + i * 17
  USEINT_HFESVM = 10 + i
  USEINT_HFLOAD = 10 + i * 5
  USEINT_HFDORM = 10 + i * 2
  USEINT_HFDSVM = 10 + i
  USEINT_HFOTHR = 10 + i * 1
  USEINT_HFIOACT = 10 + i * 3
  USEINT_HFLLIST = 10 + i * 2
  USEINT_HFPGACT = 10 + i * 2
done
record MRUSEINT
  USEINT_VMDUSER = 'IDLE'
  USEINT_VMDCPUAD = 0
---
IDLE,0,,,,,,,,,,,,,,,
LXDB01,200,17,9,5,9,15,7,3,20,6,10,2,3,2,2,1
END
is 'names of 1.0' '200,20,15,9,3,7,9,17,10' "$(monstat -q -f csv userstate values.bin |
	LC_ALL=C awk -F, '/^system/ { for (i = 1; i <= NF; i++) at[$i] = i } /LXDB01/ { print $at["looks"] "," $at["%tidl"] "," \
	$at["%iowt"] "," $at["%wtpag"] "," $at["%cfwt"] "," $at["%simwt"] "," $at["%cpuwt"] "," $at["%cpurn"] "," $at["%elig"] }')"
is 'and not in text' 0 "$(monstat -q userstate values.bin | grep -c -e looks -e %cpuwt)"
finish
