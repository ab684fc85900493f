#!/bin/sh
# monstat.sh: reports of the sample, options, and refused arguments.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99

# Values worked out by hand from the counters of the sample.
monstat "$sample" >got 2>err
cat >expected <<'END'
time      int type cpus  %busy  %cap   %emu   %cp  %sys %susp   T/V users  inq elig  pgrd/s  pgwr/s %slot  avlMB  ssch/s   V/R
08:02:00   60 IFL     3  122.4  40.8  103.7  11.8   6.9   2.4  1.18    12    8    0     6.7     3.5     -   2937   191.1  2.67
END
sed -n '/^time/,/^08:02/p' got >lines
same 'the default screen' expected lines
is 'the default screen has no message' '' "$(cat err)"
is 'one line names the inferred columns' 1 "$(grep -c '^Inferred: %sys %susp' got)"
# --until with a fraction ends there: the middle of an interval from 08:01:00.000412 to 08:02:00.000412 is after it, or not.
is '--until just before the middle of an interval, and at it' '0 4' "$(for tap_until in 411 412; do
	monstat -q -f csv --until=2026-03-04T08:01:30.000$tap_until cpu "$sample" | grep -c '08:02:00'
done | tr '\n' ' ' | sed 's/ $//')"
for tap_times in --since=-1m '--since=08:02 --until=00:10' '--since=-2m --until=-40'; do
	case $tap_times in *-40) tap_end=08:02:00 ;; *) tap_end=08:03:00 ;; esac
	# shellcheck disable=SC2086 # options
	is "$tap_times" "$tap_end $tap_end $tap_end $tap_end " \
		"$(monstat -q -f csv $tap_times cpu "$sample" | sed -n 's/^[^,]*,[^,]*T\(08:..:..\).*/\1/p' | tr '\n' ' ')"
done
# D1R4 names the level of CP; the length of D1R4 is less exact, and --release gives the word of the user.
is 'the level of CP' '1' "$(grep -c '^system: .*  VMPROD1, CP level 7\.3, 2026-03-04 UTC$' got)"
is 'the heading has the release of --release' 1 "$(monstat --release=6.4 "$sample" | grep -c 'VMPROD1, z/VM 6\.4, 2026')"
# heading LEVEL [SIZE]: print the heading for a capture whose D1R4 has LEVEL and SIZE
heading()
{
	cat >level.txt <<-END
		let now = T'2026-03-04T08:00:00Z'
		for i = 0 to 1
		block
		set sample 1 0x01000000
		let now += 60s
		if i == 0
		record MRMTRSYS
		  MTRSYS_HCPCPEID = $1
		  MTRSYS_SYSTMID = 'VMLEVEL'
		  size ${2-428}
		fi
		record MRMTREND
		done
	END
	mkcapture -f monwrite level.txt level.bin
	monstat config level.bin 2>err | sed -n '1s/.*  VMLEVEL, \(.*\), 2026-03-04 UTC$/\1/p'
}
is 'a level of CP with a blank' 'CP level 6.4 (3)' "$(heading "'6.4 (3)'")"
is 'a blank level of CP: the length of the record gives the lowest release' 'z/VM 6.2 or later' "$(heading "X'4040404040404040'")"
is 'zeros' 'z/VM 6.2 or later' "$(heading "X'0000000000000000'")"
is 'a level of CP that is not text' 'z/VM 5.4 or later' "$(heading "'7' X'27' '[31m'" 420)"
# Worked out by hand from the description: LXDB01 has 28 percent of the processor time charged to users.
is 'which user took the processors' 'LXDB01 32.35 29.03' "$(monstat user --top=1 --by=%CPU "$sample" |
	awk '$1 == "08:02:00" { print $3, $5, $6 }')"
is 'the first by the main column' 'LXDB01 32.35' "$(monstat user --top=1 "$sample" |
	sed -n 's/^08:02:00 *60 \([^ ]*\) *[0-9]* *\([0-9.]*\).*/\1 \2/p')"
is 'which device is slow' '6103 LXDATA 105.2 1.19' "$(monstat device --top=1 --by=serv "$sample" |
	awk '$1 == "08:02:00" { print $3, $4, $5, $8 }')"
# Flags mark the valid counters of an I/O processor: 0 all the time, 1, or 1 from the third sample on.
cat >iop.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let idle = 0
for i = 0 to 3
block
set sample 4 0x01000000
let now += 60s
if i == 2
let idle = 1
fi
record MRPRCIOP
  PRCIOP_CSCIOPID = 0
  PRCIOP_CSCVBLBC = 1
  PRCIOP_CSCVBLIC = 1
  PRCIOP_CSCVBLSC = 1
  PRCIOP_CSCVBLPI = 1
  PRCIOP_CSCMDBC = 1000 + i * 15
  PRCIOP_CSCMDIC = 1000 + i * 45
  PRCIOP_CSCMDSC = 1000 + i * 120
  PRCIOP_CSCMDPI = 1000 + i * 60
  size 96
record MRPRCIOP
  PRCIOP_CSCIOPID = 1
  PRCIOP_CSCVBLBC = 1
  PRCIOP_CSCVBLIC = idle
  PRCIOP_CSCVBLSC = 1
  PRCIOP_CSCMDBC = 1000 + i * 15
  PRCIOP_CSCMDIC = 1000 + i * 45
  PRCIOP_CSCMDSC = 1000 + i * 120
  PRCIOP_CSCMDPI = 1000 + i * 60
  size 96
record MRPRCIOP
  PRCIOP_CSCIOPID = 2
  PRCIOP_CSCMDBC = 1000 + i * 15
  PRCIOP_CSCMDIC = 1000 + i * 45
  PRCIOP_CSCMDSC = 1000 + i * 120
  PRCIOP_CSCMDPI = 1000 + i * 60
  size 96
record MRMTREND
done
END
mkcapture -f monwrite iop.txt iop.bin
monstat -q iop iop.bin | awk '$1 ~ /08:0[23]|Average/ { print $1, $3, $4, $5, $6, $7 }' >got
cat >expected <<'END'
08:02:00 0 25.0 2.0 1.0 -
08:02:00 1 - 2.0 - -
08:02:00 2 - - - -
08:03:00 0 25.0 2.0 1.0 -
08:03:00 1 25.0 2.0 - -
08:03:00 2 - - - -
Average: 0 25.0 2.0 1.0 -
Average: 1 - 2.0 - -
Average: 2 - - - -
END
same 'counters that are not valid have no values; an average needs them all the time' expected got
# A channel of group 4 and one of group 5: 250 of 1000 work units, 10 MB/s read in units of 256 bytes and 5 MB/s written.
cat >dpu.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 0 0x01000000
let now += 60s
for cmg = 4 to 5
record MRSYTEPM
  SYTEPM_CALCHPID = 0x50 + cmg
  SYTEPM_CALTYPE = cmg
if 5 - cmg
array SYTEPM_ECM4 SYTEPM_ECMTSTMP SYTEPM_ECMCBC_CPC SYTEPM_ECMCCWU_CPC SYTEPM_ECMCCWU SYTEPM_ECMCDUW SYTEPM_ECMCDUR
row i * 468750, i * 6000, i * 30000, i * 15000, i * 60 * 20480, i * 60 * 40960
array SYTEPM_CMC4 SYTEPM_CSCCMCMB SYTEPM_CSCCMCMC dpu_num_cores SYTEPM_CSCCMCMU
row 1000, 1000, 8, 256
fi
if cmg - 4
array SYTEPM_ECM5 SYTEPM_ECMTSTMP SYTEPM_ECMCBC_CPC SYTEPM_ECMCCWU_CPC SYTEPM_ECMCCWU SYTEPM_ECMCDUW SYTEPM_ECMCDUR
row i * 468750, i * 6000, i * 30000, i * 15000, i * 60 * 20480, i * 60 * 40960
array SYTEPM_CMC5 SYTEPM_CSCCMCMB SYTEPM_CSCCMCMC dpu_num_cores SYTEPM_CSCCMCMU
row 1000, 1000, 16, 256
fi
done
record MRMTREND
done
END
mkcapture -f monwrite dpu.txt dpu.bin
is 'channels of groups 4 and 5' '54 4 25.0 50.0 10.0 10.00 5.00 - 55 5 25.0 50.0 10.0 10.00 5.00 - ' \
	"$(monstat -q channel dpu.bin | awk '$1 == "08:02:00" { printf "%s %s %s %s %s %s %s %s ", $3, $4, $5, $6, $7, $8, $9, $10 }')"
# differs WEIGHT MILLISECONDS [REPORT-OPTION]...: what monstat says of three samples in which D0R2 has 30 s CPU time of
# each minute, and D0R16 has MILLISECONDS; the other partition has more.
differs()
{
	cat >differs.txt <<-END
		let now = T'2026-03-04T08:00:00Z'
		for i = 0 to 2
		block
		set sample 4 0x01000000
		let now += 60s
		record MRMTRSYS
		  MTRSYS_SYSTMID = 'VMTEST'
		  MTRSYS_LPARNAME = 'OWN'
		for c = 1 to ${differs_cpus:-1}
		record MRSYTPRP
		  SYTPRP_PFXCPUAD = c
		  SYTPRP_PFXUTIME = i * 20s
		  SYTPRP_PFXTMSYS = i * 10s
		  SYTPRP_PFXPRBTM = 9000s - i * 15s
		done
		for p = 'OWN', 'OTHER'
		record MRSYTCUP
		  SYTCUP_LCUPNAME = p
		array SYTCUP_CPUDATA SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCXCPTYP
		row $1, i * 1000 * ($2 + p# * 20000), '${differs_type:-IFL}'
		done
		record MRUSEACT
		  USEACT_VMDUSER = 'LXDB01'
		  USEACT_VMDTTIME = i * 20s
		  USEACT_VMDVTIME = i * 15s
		record MRMTREND
		done
	END
	mkcapture -f monwrite differs.txt differs.bin
	shift 2
	monstat "${@:-system}" differs.bin 2>&1 >differs.out | grep -e 'CPU time differs' -e multithreading
}
is 'D0R2 and D0R16 differ by 4 %: no message' '' "$(differs 300 31200)"
differs='VMTEST: system: CPU time differs: 50.0 % in D0R2, 53.0 % in D0R16 of partition OWN'
differs="$differs; compare the reports cpu and lparcpu"
is 'D0R2 and D0R16 differ by 6 %: one message with both values' "monstat: $differs" "$(differs 300 31800)"
is 'D0R16 has less' 1 "$(differs 300 28000 | grep -c '50.0 % in D0R2, 46.7 % in D0R16')"
is 'dedicated CPUs: no message' '' "$(differs 65535 60000)"
threads='multithreading: 100 % is one thread'
is 'two threads of one core: only this' "monstat: VMTEST: system: $threads" "$(differs_cpus=2; differs 300 40000)"
is 'multithreading is named in the heading' "Note: $threads" "$(grep '^Note' differs.out)"
differs_cpus=2 differs 300 40000 cpu user >threads.err
is 'each CPU and users have raw times, too' \
	"Note: $threads,Note: $threads; times are raw, neither MT-1 nor prorated," \
	"$(grep '^Note' differs.out | tr '\n' ,)"
is 'two CPs are two cores' 0 "$(differs_cpus=2 differs_type=CP differs 300 40000 cpu user | grep -c multithreading)"
is 'one thread per core: no message' 0 "$(differs 300 30000 cpu user | grep -c multithreading)"
is 'a CPU that is not dispatched can be parked: column and alarm' 2 "$(monstat --explain=cpu | tr -s '\n ' ' ' |
	grep -io 'not dispatched by PR/SM or parked' | wc -l | tr -d ' ')"
is 'a page: one message' "monstat: $differs" "$(differs 300 31800 --html=differs.html)"
is 'multithreading is named on the page once' 1 "$(grep -o "${differs#*system: }" differs.html | wc -l | tr -d ' ')"
# Five samples of CPU 0, 10 percent busy, whose counters begin anew before the third one, and CPU 1, 50 percent, whose last
# record is too short for its wait time; CPU 2 is seen in the last one only.
cat >cpus.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let used = 100s
for i = 0 to 4
block
set sample 4 0x01000000
let now += 60s
let used += 6s
if i == 2
let used = used - 90s
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXPRBTM = 9000s - i * 6s
  SYTPRP_PFXUTIME = used
  SYTPRP_PFXTOTWT = 100s + i * 54s
record MRSYTPRP
  SYTPRP_PFXCPUAD = 1
  SYTPRP_PFXPRBTM = 9000s - i * 30s
  SYTPRP_PFXUTIME = 100s + i * 30s
  SYTPRP_PFXTOTWT = 100s + i * 30s
if i == 4
  size 60
fi
if i == 4
record MRSYTPRP
  SYTPRP_PFXCPUAD = 2
  SYTPRP_PFXPRBTM = 9000s
  SYTPRP_PFXUTIME = 100s
  SYTPRP_PFXTOTWT = 100s
fi
record MRMTREND
done
END
mkcapture -f monwrite cpus.txt cpus.bin
# cpus, %busy, %emu, %susp
monstat -q cpus.bin | awk '$1 ~ /^0|^Average/ { print $1, $4, $5, $7, $10 }' >got
cat >expected <<'END'
08:02:00 2 60.0 60.0 0.0
08:03:00 2 - - -
08:04:00 2 60.0 60.0 0.0
08:05:00 3 - - -
Average: 2 60.0 60.0 0.0
END
same 'if one CPU has no value, the total has none, and the average ignores the interval' expected got
monstat -q -f csv cpus.bin >expected
monstat -q -f csv --every=1m cpus.bin >got
same 'an interval is the same with --every' expected got
is 'missing fields of a record leave the other columns' '0 10.0 90.0 1 50.0 50.0 2 - - all 60.0 140.0 ' \
	"$(monstat -q cpu cpus.bin | awk '$1 == "Average:" { printf "%s %s %s ", $3, $4, $8 }')"
# CPU 0 is busy for 10, 90, 10 and 10 percent of four minutes, and waits for 85 percent of the first and the last one; in
# between it is not known.  CPU 1 waits all the time.
cat >parts.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let used = 100s
let wait = 100s
for i = 0 to 4
block
set sample 4 0x01000000
let now += 60s
let used += 6s
let wait += 51s
if i == 2
let used += 48s
let wait = wait - 51s
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXPRBTM = 9000s - i * 3s
  SYTPRP_PFXUTIME = used
  SYTPRP_PFXTOTWT = wait
if i == 2
  size 60
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 1
  SYTPRP_PFXPRBTM = 9000s
  SYTPRP_PFXUTIME = 100s
  SYTPRP_PFXTOTWT = 100s + i * 60s
record MRMTREND
done
END
mkcapture -f monwrite parts.txt parts.bin
# %busy, %wait, %susp, T/V
monstat -q cpu parts.bin | awk '$3 == 0 && $1 ~ /^0|^Average/ { print $1, $4, $8, $9, $11 }' >got
cat >expected <<'END'
08:02:00 10.0 85.0 5.0 2.00
08:03:00 90.0 - - 18.00
08:04:00 10.0 - - 2.00
08:05:00 10.0 85.0 5.0 2.00
Average: 30.0 85.0 -15.0 6.00
END
same 'each average covers the time in which its counters are known' expected got
is 'the sum of processors covers the same time' '08:00:00 2 30.0 -15.0 6.00 Average: 2 30.0 -15.0 6.00 ' "$(monstat -q --every=1h parts.bin |
	awk '$1 ~ /^0|^Average/ { printf "%s %s %s %s %s ", $1, $4, $5, $10, $11 }')"
is 'the load of one minute is not that of several' '5 0' "$(monstat -q -f csv --every=1h linux "$sample" | awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) if ($i == "load") at = i; next }
	{ n++; known += $at != "" }
	END { print n, known + 0 }')"
# CPU 0, 10 percent busy, and CPU 1, 50 percent: from the second sample on CPU 0 is there twice, as is one of the two virtual
# CPUs of a user, 20 and 30 percent.
cat >twice.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let n = 0
for i = 0 to 3
block
set sample 4 0x01000000
let now += 60s
for k = 0 to n
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXPRBTM = 9000s - i * 6s
  SYTPRP_PFXUTIME = 100s + i * 6s
  SYTPRP_PFXTOTWT = 100s + i * 54s
done
record MRSYTPRP
  SYTPRP_PFXCPUAD = 1
  SYTPRP_PFXPRBTM = 9000s - i * 30s
  SYTPRP_PFXUTIME = 100s + i * 30s
  SYTPRP_PFXTOTWT = 100s + i * 30s
for k = 0 to n
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  USEACT_VMDTTIME = 100s + i * 12s
  USEACT_VMDVTIME = 100s + i * 6s
done
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  USEACT_VMDCPUAD = 1
  USEACT_VMDTTIME = 100s + i * 18s
  USEACT_VMDVTIME = 100s + i * 6s
record MRMTREND
let n = 1
done
END
mkcapture -f monwrite twice.txt twice.bin
monstat -q twice.bin >out
is 'a CPU that is there twice: status' 1 $?
is 'a CPU that is there twice counts once' '08:02:00 2 60.0 0.0 08:03:00 2 60.0 0.0 08:04:00 2 60.0 0.0 Average: 2 60.0 0.0 ' \
	"$(awk '$1 ~ /^0|^Average/ { printf "%s %s %s %s ", $1, $4, $5, $9 }' out)"
is 'a CPU that is there twice counts once in all formats' '180 2 60.0 60 2 60.0 60 2 60.0 ' \
	"$({ monstat -q --every=1h twice.bin; monstat -q --top=1 twice.bin; } 2>/dev/null |
	awk '$1 == "08:00:00" || $1 == "08:04:00" || ($1 == "08:03:00" && $2 == 60) { printf "%s %s %s ", $2, $4, $5 }')"
is 'a CPU that is there twice has one line' '0 10.0 1 50.0 all 60.0 ' "$(monstat -q cpu twice.bin 2>/dev/null | awk '$1 == "Average:" { printf "%s %s ", $3, $4 }')"
monstat cpu twice.bin 2>&1 >out | sed 's/ offset 0x[0-9a-f]*/ offset N/; s/\.[0-9]*Z/Z/' >got
cat >expected <<'X'
monstat: twice.bin: offset N: D0R2: 2026-03-04T08:02:00Z: the sample already has this record; only the first of the two counts
monstat: twice.bin: D0R2: 2 further samples with a repeated record; only the first one counts
X
same 'duplicate records: the first one and the number of the others are reported' expected got
monstat user twice.bin >out 2>err
is 'a virtual CPU that is there twice' '1 08:02:00 2 50.00 20.00 08:03:00 2 50.00 20.00 08:04:00 2 50.00 20.00 Average: 2 50.00 20.00 ' \
	"$? $(awk '$1 ~ /^0|^Average/ { printf "%s %s %s %s ", $1, $4, $5, $6 }' out)"
is 'a virtual CPU that is there twice is reported' 1 "$(grep -c 'D4R3: .* already has this record' err)"
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
mkcapture -f monwrite short.txt short.bin
monstat user short.bin >got 2>err
is 'records that are too short for a report: status' 1 $?
holds 'and message' grep -q '^monstat: user: nothing to show: the records of this report are too short' err
# The sample without its records of storage and I/O.
monread -q -d 0-2,4-5,7-11 --write=part.bin "$sample"
monstat pagevol part.bin >got 2>err
is 'records that are missing: status' 1 $?

# ---- Selections ----

is 'csv: names of columns, times as in tables' \
	'system,time,int,cpu,%busy VMPROD1,2026-03-04T08:02:00.000412Z,60,0' \
	"$(monstat -f csv cpu "$sample" | sed -n '1s/,%emu.*//p; 2p' | cut -d, -f1-5 | sed '2s/,[^,]*$//' | tr '\n' ' ' | sed 's/ $//')"
is 'json: keys are the headings' '{"report":"cpu","system":"VMPROD1","time":"2026-03-04T08:02:00.000412Z","int":60,"cpu":0,"%busy":' \
	"$(monstat -f json cpu "$sample" | sed -n '1s/\(%busy":\).*/\1/p')"
is 'two reports in one output' 'cpu system ' \
	"$(monstat -f json cpu system "$sample" | sed 's/{"report":"\([^"]*\)".*/\1/' | sort -u | tr '\n' ' ')"
is 'a report without the column says so' 'monstat: --by=busy: the report user has no such column, so its rows keep their order' \
	"$(monstat --by=busy user system cpu "$sample" 2>&1 >/dev/null)"
is 'the highest first' '0 1 ' "$(monstat --by=BUSY --top=2 -f csv --since=+110 cpu "$sample" | awk -F, 'NR > 1 { printf "%s ", $4 }')"
is 'local times' '2026-03-04T03:02:00.000412-05:00' \
	"$(TZ=EST5 monstat --time=local -f json "$sample" | sed -n '1s/.*"time":"\([^"]*\)".*/\1/p')"
is 'the zone is in the heading' '2026-03-04 -05:00' "$(TZ=EST5 monstat --time=local "$sample" | sed -n '1s/.*, //p')"
monstat -f csv "$sample" >one
monstat -f csv "$sample" "$sample" >two
same 'a capture that is named twice counts once' one two
monstat -f csv - <"$sample" >two
same 'standard input' one two
echo old >new
monstat -f csv "$sample" -o new 2>err
same 'an output that exists is replaced' one new
cp part.bin new
monstat -f csv "$sample" -o new 2>err
is '-o does not replace a capture' '2 monstat: new: is a monitor capture; use --force to replace it' "$? $(cat err)"
same 'which stays' part.bin new
monstat -f csv "$sample" -o new --force 2>err
same '--force replaces the file' one new

# ---- Listings ----

monstat --help | sed -n 's/^ *-\(.\), --\([a-z-]*\).*/\1 \2/p' | sort >got
sed -n 's/^\\fB\\-\(.\)\\fR, \\fB\\-\\-\([a-z\\-]*\)\\fR.*/\1 \2/p' "$tests/../man/monstat.1" | tr -d '\\' | sort >expected
same '--help: the letters of options are those of the manual' expected got
holds 'there are some' grep -q '^l list$' got

# mark REPORT: print its mark of --list, or the missing records.
mark()
{
	awk -v r="$1" '$1 == r { if ($2 == "*") print "*"; else { sub(/.*  this /, "this "); print } }' got
}
monstat --list part.bin >got
is '--list: one line per report' "$(monstat --list | grep -c .)" "$(grep -c . got)"
is 'the capture has its records' '*' "$(mark cpu)"
is 'the capture does not have its records' 'this capture has no D3R4 records; on z/VM: MONITOR SAMPLE ENABLE STORAGE' "$(mark pagevol)"

# ---- Missing records ----

monread -q -d monitor --write=bare.bin "$sample" 2>err
monstat cpu bare.bin >out 2>err
is 'missing records: message with the remedy' \
	'1 monstat: cpu: this capture has no D0R2 records; they may have been left out when it was stored' \
	"$? $(cat err)"
monstat system bare.bin 2>err
is 'several missing records: one message with the command for each' "1 monstat: system: this capture has no D0R2, D0R8, D0R10, D0R12, D0R3, D0R6 and D0R1 \
records; they may have been left out when it was stored; it has no D3R2 records; on z/VM: MONITOR SAMPLE ENABLE STORAGE" \
	"$? $(cat err)"
monread -q -n MRSYTPRP --write=two.bin "$sample"
monstat system two.bin >out 2>err
is 'records that a report must have are missing: status' '0 1' "$? $(grep -c 'system: this capture has no D0R8, D0R10, ' err)"
monread -q -t event --write=events.bin "$sample" 2>err
monstat cpu events.bin >out 2>err
is 'no sample at all: the message names the command of CP' '1 monstat: cpu: this capture has no D0R2 records; on z/VM: MONITOR SAMPLE START' \
	"$? $(cat err)"
monstat --list bare.bin >got
is '--list: records that CP always samples' \
	'this capture has no D0R12 records; they may have been left out when it was stored' "$(mark state)"
: >empty
monstat empty >out 2>err
is 'an empty file' '1 monstat: empty: empty' "$? $(sed 1q err)"
is 'a missing FILE: status 2' '2 2' "$(monstat nothing.bin 2>err; echo $?) $(monstat cpu ./nothing 2>err; echo $?)"
is 'a word that is neither a report nor a FILE: status 64' '64 monstat: min: no such report or file; see monstat --list' \
	"$(monstat min "$sample" 2>err; echo $?) $(cat err)"

# ---- Refusals ----

# refused NAME MESSAGE [OPTION]...
refused()
{
	tap_name=$1
	tap_message=$2
	shift 2
	monstat "$@" >out 2>err
	tap_status=$?
	# Status 64: the command line is wrong; status 2: a file that it names is wrong.
	[ $tap_status -ne 64 ] || tap_status=2
	is "$tap_name" "2 monstat: $tap_message " "$tap_status $(sed 1q err) $(cat out)"
}
monstat user LXDB01 >out 2>err
is 'a user in place of a FILE: the option that selects it' '2 monstat: LXDB01: if this is not a file but a user, use --only=user=LXDB01' \
	"$? $(sed 1q err)"
monstat user ./LXDB01 2>err
is 'a FILE with a path is not a user' '2 1' "$? $(wc -l <err | tr -d ' ')"
refused 'another word for --time=local' '--local: no such option; use --time=local instead' --local "$sample"
refused 'a mistyped report' 'usr: no such report or file; did you mean user?' usr "$sample"
refused 'the plural of a report' 'users: no such report or file; did you mean user, userstate?' users "$sample"
refused 'a word of the text of a report' 'tape: no such report or file; see report device' tape "$sample"
refused 'one of two reports' 'devce: no such report or file; did you mean device?' user,devce "$sample"
refused 'two reports of --explain' '--explain=cpu, --explain=user: one report is explained' --explain=cpu --explain=user
refused 'of --explain' '--explain=cup: no such report; did you mean cpu?' --explain=cup
refused 'a mistyped column' '--by=%buzy: no selected report has such a column; did you mean %busy?' cpu --by=%buzy "$sample"
refused 'several reports as CSV' '--format=csv can only hold one report; name one, or use --format=json' -f csv cpu user "$sample"
refused 'local times of metrics' '--time has no effect with --format=influx' --time=local -f influx "$sample"
refused 'a time of day in the zone of the system' '--since=10:00: with --time=system, expected a time with its zone, as in 2018-09-12T09:26+02:00, or +90, +10m or -1h' \
	--time=system --since=10:00 "$sample"
refused 'an interval of 0' '0: expected an interval of 1 to 86400000 seconds; to read a file of this name, write ./0' "$sample" 0
refused 'two ways to bring intervals together' '--every and INTERVAL contradict each other' --every=1h "$sample" 60
refused 'a time' '--since=noon: expected a time, as in 2018-09-12T09:26:44Z, 09:26, +90, +10m or -1h, or seconds since 1970' --since=noon "$sample"
refused 'the end of a pipe' '--since=-1h counts back from the end of regular files, and - is not one' --since=-1h -
refused 'times that cross' '--since is after --until' --since=+10m --until=+9m "$sample"
refused 'a code page of no EBCDIC' "--codepage=US-ASCII: expected a code page of EBCDIC, where X'40' is a blank and X'F0' is 0, as IBM-037, IBM-273 or IBM-1047; iconv --list shows all" \
	--codepage=US-ASCII cpu "$sample"
refused 'a page without a name' '--html=: expected the name of a file' --html= "$sample"
refused 'a page on a capture' "--html=$sample: is a monitor capture; name the page first: --html=PAGE $sample" --html "$sample"
refused '--user of monread' '--user: no such option; use --only=user=NAME instead' --user=X
refused 'a comparison by what is no number' '--by=cpu: --diff compares numbers, and cpu of cpu is not a number' --diff --by=cpu cpu "$sample" "$sample"
refused 'a comparison of standard input with itself' \
	'-: standard input is named more than once' --diff - -
refused 'a condition on no column' '--only=user: expected a column and names or globs, as in user=LINUX*,TCPIP' --only=user "$sample"
refused 'a condition that the report cannot meet' \
	'--only=user=X: the report cpu has no such column; monstat all shows the reports that have it' cpu --only=user=X "$sample"
refused 'a condition that no report can meet' '--only=xyz=1: no report has such a column; see monstat --explain=REPORT' all --only=xyz=1
refused 'a misspelt column' '--only=usr=X: the report system has no such column; did you mean user?' --only=usr=X
# The sample has three users in two intervals, and for two of them a report on their waits.
is '--only: the rows of one user' 'LXDB01 LXDB01' "$(monstat -f json user --only='user=lxdb0[1],NONE' "$sample" | sed 's/.*"user":"\([^"]*\)".*/\1/' | xargs)"
is '--only: alarms' TCPIP "$(monstat -q --alarm='user.%cpu > 0.01' --only=user=TCPIP "$sample" | sed 's/.* user user \([^:]*\):.*/\1/' | sort -u)"
is '--only: a page' '0 1' "$(monstat -q --html=- --only=user=TCPIP user "$sample" >got; grep -c LXDB01 got) $(grep -q TCPIP got && echo 1)"
is '--only: a number' '1 1' "$(monstat -f json cpu --only=cpu=1 "$sample" | sed 's/.*"cpu":\([^,]*\).*/\1/' | xargs)"
is '--only: both of two' 0 "$(monstat -q -f json user --only=user='LX*' --only=user=TCPIP "$sample" | wc -l | tr -d ' ')"
for tap_only in user=NOSUCH 'user=LX* --only=user=TCPIP'; do
	# shellcheck disable=SC2086 # perhaps two options
	monstat -f csv --only=$tap_only user "$sample" >got 2>err
	is "--only=$tap_only: status" 1 $?
	is '--only without a matching row' "1 monstat: --only=${tap_only%% *}$(case $tap_only in *' '*) echo ' --only=...' ;; esac): no row of any report matches; \
without --only, monstat shows all rows" "$(wc -l <got | tr -d ' ') $(cat err)"
done
monstat -q all --only=user=NOSUCH "$sample" >got
is 'nor in all reports' 1 $?
monstat --only=user=NOSUCH user "$sample" 60 1 >got 2>err
is 'nor until COUNT' '0 0 1' "$? $(wc -l <got | tr -d ' ') $(grep -c '^monstat: --only=user=NOSUCH: no row of any report matches' err)"
is 'names of columns in any case' 'LXDB01 1 1' "$(monstat -q -f csv --only=USER=lxdb01 --by=Cpu --top=1 user "$sample" | sed -n '3s/.*Z,60,\([^,]*\).*/\1/p') \
$(monstat -q --alarm='cpu.%BUSY > 49' "$sample" | grep -c '%busy 49.3 > 49') \
$(monstat -q --diff --by=%CPU user "$sample" "$sample" | grep -c '^LXDB01  *%cpu ')"
# Guests of Linux are users, too.
for tap_case in 'user=LXDB01:changes linux linuxfs linuxproc linuxtop user userconf userstate' 'volume=LX*:devconf device' \
	'partition=ZVM*:config lpar lparcpu'; do
	is "all reports that have rows with ${tap_case%%:*}" "${tap_case#*:}" "$(monstat -f json all "--only=${tap_case%%:*}" "$sample" |
		sed 's/{"report":"\([^"]*\)".*/\1/' | sort -u | xargs)"
done
is 'all reports with data' "$(monstat --list "$sample" | awk '$2 == "*"' | grep -c .)" \
	"$(monstat -q -f json all "$sample" | sed 's/{"report":"\([^"]*\)".*/\1/' | sort -u | grep -c .)"
for tap_option in top=3 by=busy since=+1 until=+1 every=1h time=local format=csv alarms diff html=page codepage=IBM-1047; do
	refused "--list with --$tap_option" "--${tap_option%%=*} has no effect with --list" --list "--$tap_option" "$sample"
	is "--explain with --$tap_option" "$(monstat --explain=cpu | cksum)" "$(monstat --explain=cpu "--$tap_option" "$sample" | cksum)"
done
refused 'standard input twice' '-: standard input is named more than once' cpu - "$sample" -
for operands in "cpu 60 $sample" "60 $sample" "60 5 $sample" '60 cpu' "$sample 60 2 3"; do
	# shellcheck disable=SC2086 # several of them
	refused "INTERVAL that is not last: $operands" \
		'60: no such file; INTERVAL [COUNT] comes last, as in monstat cpu FILE 60 5' $operands
done
cp "$sample" 60
monstat ./60 >wanted
monstat 60 system >got 2>err
is 'a file with a number as its name: status' '0 ' "$? $(cat err)"
same 'a file with a number as its name' wanted got
rm 60
refused '--list of one report' 'cpu: a report has no effect with --list' --list cpu "$sample"
refused 'alarms and differences' '--diff and --alarms contradict each other' -f csv --alarms --diff "$sample" "$sample"
refused 'rows that are chosen of alarms' '--top has no effect with --alarms' --alarms --top=3 "$sample"
monstat --since=+1h "$sample" >out 2>err
is 'nothing is selected' '0 monstat: no interval lies mostly between --since and --until; the intervals of the captures are from 2026-03-04T08:01:00.000412Z to 2026-03-04T08:03:00.000412Z ' \
	"$? $(cat err) $(cat out)"
monstat --until=+1m "$sample" >out 2>err
is 'nor is a sample without an interval' '0 1 0' \
	"$? $(grep -c '^monstat: no interval lies mostly between --since and --until; the intervals of the captures are from ' err) $(grep -c . out)"
monread -q --until=+1m --write=one.bin "$sample"
monstat cpu one.bin >out 2>err
is 'one sample gives no interval' '1 monstat: nothing to show: no two samples can be compared ' "$? $(cat err) $(cat out)"
monread -q -d 4 --write=users.bin "$sample"
monstat --alarm='cpu.%busy > 0 for 1' users.bin >out 2>err
is 'a limit on records that are missing' '1 1' "$? $(grep -c '^monstat: cpu: this capture has no D0R2 ' err)"
monstat --alarms users.bin >out 2>err
is 'alarms of records that are missing' 1 "$(grep -c '^monstat: --alarms: reports that were not checked, .*: cpu, ' err)"
monstat -f csv --until=+1m queue "$sample" >out 2>err
is 'alarms of records that are missing: levels are shown' '0 2 ' "$? $(grep -c . out) $(cat err)"

monstat "$sample" ./nowhere 60 1 >out 2>err
is 'COUNT is reached before all is read' '0 monstat: ./nowhere: not read, because COUNT lines (1) were shown before' "$? $(cat err)"
monstat "$sample" "$sample" 60 3 >out 2>err
is 'COUNT is not reached: no message' '' "$(grep -F COUNT err)"

# Five intervals of about 60 seconds.
cat >minutes.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 5
block
set sample 4 0x01000000
let now += 60s
if i == 2
let now = now - 0.01s
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXUTIME = 100s + i * 6s
record MRMTREND
done
END
mkcapture -f monwrite minutes.txt minutes.bin
for tap_interval in '60 60 60 60 60 60' '90 60 60 60 60 60' '100 120 120 60' '120 120 120 60'; do
	is "lines of ${tap_interval%% *} seconds" "${tap_interval#* } " \
		"$(monstat -f csv cpu minutes.bin "${tap_interval%% *}" 2>"err.${tap_interval%% *}" |
		LC_ALL=C awk -F, 'NR > 1 { printf "%.0f ", $3 }')"
done
is 'a message names the length of a line that differs from INTERVAL' \
	"monstat: INTERVAL is 90 s, but a line covers whole intervals of CP: this line covers 60 s" \
	"$(grep -F INTERVAL err.90)"
is 'one message also for longer lines' 1 "$(grep -c 'INTERVAL is 100 s, .* this line covers 120 s$' err.100)"
is 'shorter intervals: no message' '' "$(cat err.60 err.120 | grep -F INTERVAL)"

# Two minutes, a gap, and two minutes; the sample after the gap comes a moment before the full minute, or after it.
for tap_early in 0.04s 0; do
	cat >gap.txt <<END
let now = T'2026-03-04T08:00:00Z' + 0.02s
for i = 0 to 5
block
set sample 4 0x01000000
let now += 60s
if i == 3
let now += 480s - $tap_early
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXUTIME = 100s + i * 6s
record MRMTREND
done
END
	mkcapture -f monwrite gap.txt gap.bin
	is "a sample behind a gap has no step of its own, $tap_early" '60 60 60 60 ' \
		"$(monstat -q --every=1m cpu gap.bin | awk '/^0/ { printf "%s ", $2 }')"
done

mkdir reports
good()
{
	printf '%s\n' 'Title: T' 'Question: Q?' 'Needs: MRSYTPRP; nothing' 'Columns:' '  a 6 1 - - value - - - A.' \
		'  b 6 1 - - value - - - B.' 'Query:' "$@" >reports/mine.report
}
good 'SELECT 1 AS a, 2 AS b FROM MRSYTPRP WHERE PFXCPUAD = 0'
is 'a report of one'\''s own' '08:01:00    -    1.0    2.0' "$(monstat --reports=reports mine "$sample" | sed -n '/^08:01/p')"
# A counter falls between the second and the third of five samples: three intervals count 3 seconds each.
cat >fallen.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let used = 100s
let virtual = 50s
for i = 0 to 4
block
set sample 4 0x01000000
let now += 60s
let used += 6s
let virtual += 3s
if i == 2
let used = used - 50s
fi
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  USEACT_VMDTTIME = used
  USEACT_VMDVTIME = virtual
record MRMTREND
done
END
mkcapture -f monwrite fallen.txt fallen.bin
good 'SELECT weight AS a, VMDVTIME AS b FROM MRUSEACT_delta'
is 'a report of one interval: an instance that was always there has no differences' '1.00 12' \
	"$(monstat -q --reports=reports -f csv --every=1h mine fallen.bin | LC_ALL=C awk -F, 'NR == 2 { printf "%.2f %.0f", $4, $5 }')"
good 'SELECT system, interval, sum(VMDVTIME / span) AS a, sum(elapsed) AS b FROM MRUSEACT_delta GROUP BY system, interval'
is 'a report does not show system and interval, and span is the time of all intervals' '0.05 240' \
	"$(monstat -q --reports=reports -f csv --every=1h mine fallen.bin | LC_ALL=C awk -F, 'NR == 2 { printf "%.2f %.0f", $4, $5 }')"
good "SELECT p.system = 'VMPROD1' AS a, p.interval = i.time AS b FROM interval AS i, MRSYTPRP_asof AS p WHERE PFXCPUAD = 0"
is 'all rows of an interval have its time' '1 1' "$(monstat -q --reports=reports -f csv mine "$sample" |
	awk -F, 'NR == 2 { print $4, $5 }')"
# SQLite itself sorts, groups and joins by expressions that are not columns: +NAME.
delta='FROM MRUSEACT_delta AS u'
for tap_query in "VMDUSER AS a, VMDTTIME AS b $delta ORDER BY @u.VMDTTIME DESC, @u.VMDUSER" \
	"VMDUSER AS a, VMDTTIME AS b $delta ORDER BY @u.VMDUSER DESC, @u.VMDTTIME" \
	"VMDUSER AS a, sum(elapsed) AS b $delta GROUP BY @VMDUSER ORDER BY @VMDUSER" \
	"u.VMDTTIME AS a, v.VMDVTIME AS b $delta JOIN MRUSEACT_delta AS v ON @v.VMDUSER = @u.VMDUSER ORDER BY +u.VMDUSER, b"; do
	for tap_sign in '' +; do
		good "SELECT $(echo "$tap_query" | sed "s/@/$tap_sign/g")"
		monstat -q --reports=reports -f csv mine "$sample" >"rows$tap_sign"
	done
	same "$tap_query" rows+ rows
	is 'the interval has rows' 1 "$(awk 'END { print (NR > 10) }' rows)"
done
sed -i.old 's/^Query:/Chart: lines a\n&/; $s/$/;/' reports/mine.report
holds 'a page of a query with an end of its own' monstat -q --reports=reports --html=mine.html mine "$sample"
good 'SELECT 1 AS a, 2 AS c FROM MRSYTPRP'
refused 'a query with other columns than the heading says' \
	'reports/mine.report:6: column 2 is b in Columns, but c in the result of the query' --reports=reports mine "$sample"
good 'SELECT 1 AS a,' '  PFXCPUADD AS b FROM MRSYTPRP'
refused 'a mistyped field, in its line' \
	'reports/mine.report:9: no such column: PFXCPUADD; did you mean SYTPRP_PFXCPUAD, PFXCPUAD?' --reports=reports mine "$sample"
good 'SELECT 1 AS a, 2 AS b FROM MRSYTPPR'
refused 'a mistyped table' 'reports/mine.report:8: no such table: MRSYTPPR; did you mean MRSYTPRP?' --reports=reports mine "$sample"
good 'SELECT 1 AS a, 2 AS b FROM MRSYTPRP'
sed -i.old 's/^Needs: MRSYTPRP/Needs: MRSYTPPR/' reports/mine.report
refused 'a mistyped record in what it needs' 'reports/mine.report:3: Needs: MRSYTPPR: no such record; did you mean MRSYTPRP?' \
	--reports=reports mine "$sample"
sed -i.old 's/^Needs: MRSYTPPR; nothing/Uses: mruseact; nothing/; 4i\
Needs: D0R2; nothing' reports/mine.report
good 'CREATE TABLE x(y)'
refused 'no query' 'reports/mine.report:8: not allowed: the query of a report must be a SELECT, which changes nothing' --reports=reports mine "$sample"
good 'SELECT 1 AS A, 2 AS B'
holds 'its columns in capital letters' monstat -q --reports=reports mine "$sample"
good 'SELECT 1 AS a, 2 AS b; SELECT 3'
refused 'two of them' 'reports/mine.report:8: expected one query' --reports=reports mine "$sample"
good 'SELECT 1 AS a, load_extension(2) AS b'
refused 'extensions' 'reports/mine.report:8: not authorized to use function: load_extension' --reports=reports mine "$sample"
sum_all()
{
	good "SELECT CASE WHEN count(*) = count(x) THEN sum(x) END AS a, typeof(sum_all(x)) = '$2' AS b FROM (SELECT column1 AS x FROM (VALUES $1))"
	is "the sum of $1 is $3" "$3,1" "$(monstat -q --reports=reports -f csv mine "$sample" | cut -d, -f4,5 | sed -n 3p)"
}
sum_all '(1), (2), (3)' integer 6
sum_all '(1), (NULL), (3)' null ''
sum_all '(1), (0.5)' real 1.5
sum_all '(9223372036854775807), (1)' real 9.223372037e+18
for tap_case in 'Group: c' 'Combine: sum c' 'Combine: sum b,c' 'Combine: mean a by c' 'Combine: ratio a c b' 'Combine: ratio a b c'; do
	good 'SELECT 1 AS a, 2 AS b'
	sed -i.old "4i\\
$tap_case" reports/mine.report
	refused "$tap_case" 'reports/mine.report:4: c: the report has no such column' --reports=reports mine "$sample"
done
for tap_case in least 'least a' sum 'sum a b' 'max a b' mean 'mean a' 'mean a by' 'mean a of b' ratio 'ratio a' 'ratio a b'; do
	good 'SELECT 1 AS a, 2 AS b'
	sed -i.old "4i\\
Combine: $tap_case" reports/mine.report
	refused "Combine: $tap_case" 'reports/mine.report:4: expected sum or max and columns; mean, columns, by and a column; or ratio and three columns' \
		--reports=reports mine "$sample"
done
endless='WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)'
good "$endless SELECT i AS a, i AS b FROM n"
monstat --reports=reports mine "$sample" >out 2>err
is 'rows without an end' '2 monstat: reports/mine.report:8: the query returned more than 1000000 rows ' "$? $(cat err) $(cat out)"
good "SELECT zeroblob(17000000 + count(*)) AS a, (SELECT count(*) FROM json_each('[1]')) AS b FROM MRSYTPRP"
monstat --reports=reports mine "$sample" >out 2>err
is 'a value that is too big' '2 monstat: reports/mine.report:8: the query returned a value of more than 16 MB ' "$? $(cat err) $(cat out)"
# A query that never ends does not keep the program from ending: by one signal, as supervisors send one.
good "$endless SELECT 1 AS a, count(*) AS b FROM n"
# until_busy PID: wait until the process has run for half a second; reading the sample takes much less.
until_busy()
{
	tries=0
	until [ $((tries += 1)) -gt 1200 ] || [ "$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f12)" -ge 50 ] 2>/dev/null; do
		sleep 0.05
	done
}
for option in --format=csv --html=ended; do
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" --reports=reports "$option" mine "$sample" >out 2>err &
	pid=$!
	until_busy $pid
	kill -TERM $pid
	wait $pid
	is "a query without an end, $option" \
		'2 monstat: reports/mine.report:8: the query was stopped, because it still ran one second after the request to end monstat' "$? $(cat err)"
done
printf 'Title: T\nQuestions: Q?\n' >reports/mine.report
refused 'a report that does not parse, with its line' \
	'reports/mine.report:2: Questions: Q?: expected a keyword and a colon, such as Title: or Query:' \
	--reports=reports "$sample"
mv reports/mine.report reports/Mine.report
refused 'a name' '--reports=reports: Mine.report: invalid file name; expected NAME.report, with only lower-case letters, digits and - in NAME' --reports=reports "$sample"
mkdir others
mkdir others/folder.report
refused 'nor is a folder' 'others/folder.report: is not a regular file' --reports=others "$sample"
refused 'no folder' '--reports=nowhere: cannot be read: No such file or directory' --reports=nowhere "$sample"

# A system that comes again after a different system in a capture begins anew.
# system NAME MINUTE TEN SECONDS...: its configuration, and samples from 08:MINUTE:TEN0 on that used SECONDS each
system()
{
	cat <<-END
		let now = T'2026-03-04T08:$2:${3}0Z'
		block
		set sample 1 0x09000000 noend
		record MRMTRSYS
		MTRSYS_SYSTMID = '$1'
	END
	shift 3
	for seconds; do
		printf 'block\nset sample 4 0x01000000\nrecord MRSYTPRP\nSYTPRP_PFXPRBTM = 9000s\nSYTPRP_PFXUTIME = %ss\n' "$seconds"
		echo 'let now += 60s'
	done
}
{
	system VMA 00 0 10 16
	system VMB 00 1 20 50
	system VMA 02 0 22 28
	system VMB 02 1 80
} >again.txt
mkcapture -f monwrite again.txt again.bin || exit 99
monstat -q cpu again.bin | awk '/^cpu:/ { print $7 } /^[0-9A]/ { print $1, $2, $4 }' >got
cat >expected <<'END'
VMA,
08:01:00 60 10.0
Average: 60 10.0
VMB,
08:01:10 60 50.0
Average: 60 50.0
VMA,
08:03:00 60 10.0
Average: 60 10.0
END
same 'a system that comes again' expected got

# The hour in which clocks are set back comes twice: 02:00 to 03:00 in CEST, then in CET.  A day with it is one.
{
	echo "let now = T'2026-10-24T23:00:00Z'"
	for seconds in 0 360 720 1080 1440 1800 2160; do
		printf 'block\nset sample 4 0x01000000\nrecord MRSYTPRP\nSYTPRP_PFXPRBTM = 9000s\nSYTPRP_PFXUTIME = %ss\n' "$seconds"
		echo 'let now += 1800s'
	done
} >twice.txt
mkcapture -f monwrite twice.txt twice.bin || exit 99
berlin=CET-1CEST,M3.5.0,M10.5.0/3
TZ=$berlin monstat -q --time=local --every=1h cpu twice.bin | awk '/^cpu:/ { print $7, $8 } /^20/ { print } /^0/ { print $1, $2 }' >got
cat >expected <<'END'
2026-10-25 +02:00
01:00:00 3600
02:00:00 3600
2026-10-25 +01:00
02:00:00 3600
END
same 'an hour that comes twice' expected got
TZ=$berlin monstat -q --time=local --html=zone.html --since=2026-10-25T00:40Z cpu twice.bin
is 'a page has the zone that it begins with' 'UTC+02:00' "$(grep -o 'UTC.0[12]:00' zone.html | head -n 1)"
# The zone of the system, which D1R4 records give: two hours east of Greenwich, later one.
{
	for seconds in 0 360 720; do
		echo "let now = T'2026-10-24T23:59:00Z' + $((5 * seconds))s"
		zone=7200
		[ $seconds -lt 720 ] || zone=3600
		[ $seconds -eq 360 ] ||
			printf 'block\nset sample 1 0x01000000\nrecord MRMTRSYS\nMTRSYS_SYSTMID = \047VMA\047\nMTRSYS_SYSZONE = %s\n' $zone
		printf 'let now += 60s\nblock\nset sample 4 0x01000000 noend\nrecord MRSYTPRP\nSYTPRP_PFXPRBTM = 9000s\n'
		printf 'SYTPRP_PFXUTIME = %ss\n' $seconds
	done
} >zones.txt
mkcapture -f monwrite zones.txt zones.bin || exit 99
monstat -q --time=system cpu zones.bin | awk '/^cpu:/ { print $(NF - 1), $NF } /^20/ { print } /^0/ { print $1, $2 }' >got
cat >expected <<'END'
2026-10-25 +02:00
02:30:00 1800
2026-10-25 +01:00
02:00:00 1800
END
same 'the zone of the system changes' expected got
is 'the zone of the system as CSV' '2026-10-25T02:00:00+01:00 2026-10-25T01:30:00+01:00' \
	"$(monstat -q -f csv --time=system cpu zones.bin | awk -F , 'END { print $2, $NF }' | sed 's/\.[0-9]*//g')"
zones='02:00:00+02:00 02:30:00+02:00 02:00:00+01:00'
is 'the zone of the system: records' "$zones" \
	"$(monread -f json --time=system -n MRSYTPRP zones.bin | sed 's/.*"time":"[^T]*T\([^.]*\)[.0-9]*\([^"]*\)".*/\1\2/' | tr '\n' ' ' | sed 's/ $//')"
is 'the zone of the system: tables' "$zones" \
	"$(monread -f csv --time=system -n MRSYTPRP zones.bin | cut -d , -f 7 | sed -n 's/.*T//; s/\.[0-9]*//p' | tr '\n' ' ' | sed 's/ $//')"
monstat --time=system cpu twice.bin >got 2>err
is 'no zone of the system is known' '2026-10-24 UTC 1' \
	"$(sed -n '1s/.*  //p' got) $(grep -c 'no record D1R4 gives the time zone of the system: times are UTC' err)"
{
	echo "let now = T'2026-03-04T00:00:00Z'"
	for i in 1 2 3 4 5 6 7; do
		printf 'let now += 43200s\nblock\nset sample 4 0x01000000\nrecord MRSYTSCG\nrecord MRMTREND\n'
	done
} >days.txt
mkcapture -f monwrite days.txt days.bin
is 'days: one heading, and a date in each row' '1 2026-03-04 00:00:00 2026-03-05 00:00:00 2026-03-06 00:00:00 2026-03-07 00:00:00' \
	"$(monstat -q --every=1d queue days.bin | awk '/^time/ { n++ } /^20/ { rows = rows " " $1 " " $2 } END { print n rows }')"

# The TOD clock begins anew at 2042-09-17T23:53:47.
sed "1s/.*/let now = T'2042-09-17T22:53:17Z'/" twice.txt >wrap.txt
mkcapture -f monwrite wrap.txt wrap.bin || exit 99
is 'intervals while the clock wraps' '23:23:17 1800 20.0 23:53:17 1800 20.0 00:23:17 1800 20.0 00:53:17 1800 20.0 ' \
	"$(monstat cpu wrap.bin 2>&1 | awk '/^[0-9].:/ && n++ < 4 { printf "%s %s %s ", $1, $2, $4 }')"

# Records that are sampled from 08:02 on: their average is that of 08:02 to 08:03.
for kind in 3:paging 0:lpar 0:system; do
	others=$(seq 0 31 | grep -vx "${kind%:*}" | paste -sd,)
	rm -f later.bin
	monread -q --write=later.bin -d "$others" --until=08:01:30 "$sample"
	monread -q --write=later.bin --append --since=08:01:31 "$sample"
	monstat -q "${kind#*:}" later.bin | awk '/^08:03/ { $1 = $2 = ""; print }' >expected
	monstat -q "${kind#*:}" later.bin | awk '/^Average/ { $1 = $2 = ""; print }' >got
	grep -q '[1-9]' expected
	ok "${kind#*:} of records that come later: there are values" $?
	same 'the average of intervals while the clock wraps' expected got
done

# The page says which columns are inferred.
awk '
	FNR == 1 { report = FILENAME; sub(".*/", "", report); sub("[.]report$", "", report); columns = 0 }
	/^[^ ]/ { columns = $0 ~ /^Columns:/; next }
	columns && $5 == "I" && $6 != "hidden" { print report, $1 }
' "${tests%/tests}"/data/reports/*.report | LC_ALL=C sort >expected
awk '
	/^\.SS / { report = $2 }
	/^\.B / { column = $2; gsub(/\\-/, "-", column) }
	/^\(Inferred\.\)/ { print report, column }
' "${tests%/tests}/man/monstat.1" | LC_ALL=C sort >got
same 'inferred columns in the page' expected got
# When it was started, it does not say: no system was in 1900, nor will one be a clock's epoch later.
cat >zero.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMZERO'
  MTRSYS_SYSTODST = T'2026-02-22T05:11:37Z' * i
record MRMTREND
let now += 60s
block
set sample 4 0x01000000
record MRSYTSCG
record MRMTREND
done
END
mkcapture -f monwrite zero.txt zero.bin || exit 99
is 'a TOD clock of zero is no time' '- 2026-02-22T05:11:37.000000Z ' \
	"$(monstat -q config zero.bin | awk '/^0/ { printf "%s ", $NF }')"
is 'nor in JSON' null "$(monstat -q -f json config zero.bin | sed -n '1s/.*"ipl":\([^,]*\),"start".*/\1/p')"

# Text that is filled up with NULs, and a D1R4 without a number of CPUs.
cat >nuls.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
block
set sample 4 0x01000000
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMNUL' X'000000'
  MTRSYS_LPARNAME = 'ZVM1' X'00000000'
  MTRSYS_SYSMTYPE = X'00000000'
for i = 0 to 3
record MRMTRPRP
  MTRPRP_PFXCPUAD = i
done
record MRMTREND
for i = 0 to 1
let now += 60s
block
set sample 4 0x01000000
record MRUSEACT
  USEACT_VMDUSER = 'LINUX' X'000000'
if i
for k = 0 to 2
record MRSYTPRP
  SYTPRP_PFXCPUAD = k
done
fi
record MRMTREND
done
END
mkcapture -f monwrite nuls.txt nuls.bin || exit 99
is 'NULs at the end of text are blanks; CPUs are counted' 'VMNUL,ZVM1,,,4 VMNUL,ZVM1,,,3 ' \
	"$(monstat -q -f csv config nuls.bin | awk -F, -v OFS=, 'NR > 1 { printf "%s ", $1 OFS $4 OFS $6 OFS $7 OFS $8 }')"
monstat -q --html=nuls.html nuls.bin
is 'a text with NUL on a page' 0 "$(grep -c "$(printf '\357\277\275')" nuls.html)"
is 'a text with NUL in records' '2 "VMNUL" "" "ZVM1" "LINUX" "LINUX" ' "$(monread --user=LINUX -f json nuls.bin | grep -c '"VMNUL".*"LINUX"'
	) $(monread -f json nuls.bin | grep -oE '_(SYSTMID|LPARNAME|SYSMTYPE|VMDUSER)":"[^"]*"' | sed 's/.*://' | tr '\n' ' ')"

# An IPL after four samples of a minute; the first sample after it comes after eleven minutes.
cat >ipl.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let ipl = T'2026-02-22T05:11:37Z'
let used = 0s
for i = 0 to 7
if i == 4
let now += 600s
let ipl = now - 90s
let used = 0s
fi
if i % 4 == 0
block
set sample 4 0x01000000
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMIPL'
  MTRSYS_SYSTODST = ipl
record MRMTREND
fi
let now += 60s
let used += 6s
block
set sample 4 0x01000000
record MRSYTPRP
  SYTPRP_PFXPRBTM = 9000s - used
  SYTPRP_PFXUTIME = used
record MRMTREND
done
END
mkcapture -f monwrite ipl.txt ipl.bin || exit 99
said='the system was IPLed at 2026-03-04T08:12:30.000010Z'
page="0 monstat: VMIPL: 2026-03-04T08:15:00.000012Z: no values for the interval that ends here: $said"
is 'an IPL is not a gap' "0 Intervals 8 of 60.000002 to 60.000002 s Gaps 0 monread: ipl.bin: $said" "$(monread -s ipl.bin >out 2>err
	echo $?) $(grep -E 'Intervals|Gaps' out | xargs) $(cat err)"
is 'reports agree' "$page" "$(monstat -f csv cpu ipl.bin >out 2>err; echo $?) $(cat err)"
is 'nothing is compared across it' '9.999999667  9.999999667' "$(sed -n '4,6p' out | cut -d, -f5 | paste -s -d ' ' -)"
monread -q --write=part --rotate=4m ipl.bin 2>err
is 'an IPL before the configuration: storing reports it, too' "monread: ipl.bin: $said" "$(cat err)"
# The second file begins with the configuration before the IPL.
cat part.00002 part.00003 >ipl.bin
is 'repeated configuration has the IPL before' "0 Gaps 0 monread: ipl.bin: $said" "$(monread -s ipl.bin >out 2>err
	echo $?) $(grep -E 'too long|Gaps' out | xargs) $(cat err)"
is 'a report of repeated configuration before an IPL' "$page" "$(monstat cpu ipl.bin >/dev/null 2>err; echo $?) $(cat err)"
finish
