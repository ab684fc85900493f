#!/bin/sh
# values.sh: each value of a report, for records whose values were computed by hand.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
cd "$tap_dir" || exit 99

# A capture of two samples, 60 seconds apart: i is 0 in the first one and 1 in the second one.
begin="let step = 0s
let now = T'2026-03-04T08:00:30Z'
block
set sample 1 0x09000000
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMTEST'"
samples="record MRMTREND
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
let now += 60s"

# values NAME REPORT COLUMN... <INPUT: these columns of the second sample, as CSV.  INPUT has configuration records, +++,
# the records of a sample, ---, and the expected lines.
values()
{
	name=$1 report=$2
	shift 2
	cat >input
	{
		printf '%s\n' "$begin"
		awk '$0 == "---" { exit } $0 == "+++" { at = 1; next } !at' input
		printf '%s\n' "$samples"
		awk '$0 == "---" { exit } at; $0 == "+++" { at = 1 }' input
		printf 'record MRMTREND\ndone\n'
	} >values.txt
	sed '1,/^---$/d' input >expected
	rm -f values.bin
	mkcapture -f monwrite values.txt values.bin || exit 99
	monstat -q -f csv "$report" values.bin 2>err | sed -n "1p; /${values_minute:-T08:02}/p" | columns "$@" >got
	same "$name" expected got
}

# A user with two virtual CPUs: 100 samples of each.  The second user has no samples.
values 'states of users' userstate user samples %RUN %CPU %LDG %PGW %IOW %SIM %CFW %TI %SVM %ELG %DRM %IOA %PGA %LIM %OTH <<'END'
+++
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
is 'names of 1.0' '200,20,15,9,3,7,9,17,10' "$(monstat -q -f csv --only=user=LXDB01 userstate values.bin |
	columns looks %tidl %iowt %wtpag %cfwt %simwt %cpuwt %cpurn %elig)"
is 'old names of columns are not in text' 0 "$(monstat -q userstate values.bin | grep -c -e looks -e %cpuwt)"

# D1R6 has the label of 1234, which D6R3 does not have.  0001 has one I/O in two seconds.
values 'devices' device device volume ssch/s resp queue serv pend disc conn active %busy reads writes mdc alias/s %noali cu owner <<'END'
record MRMTRDEV
  MTRDEV_RDEVDEV = 0x1234
  MTRDEV_RDEVSER = 'VMPG01'
  MTRDEV_RDEVCUID = 0x3990
  MTRDEV_RDEVCUMN = 0xE9
+++
record MRSYTPRP
record MRIODHPP
  IODHPP_HPPOOLNM = 7
  IODHPP_HPPTRIES = 50 + i * 100
  IODHPP_HPPFAILS = 20 + i * 25
record MRIODDEV
  IODDEV_RDEVDEV = 0x0001
  IODDEV_RDEVSER = 'VMRES1'
  IODDEV_CALUSER = 'MAINT'
  IODDEV_SCGSSCH = 90 + i * 30
  IODDEV_SCGCOUNT = 90 + i * 30
  IODDEV_SCMCNTIM = 10 + i * 3000
  IODDEV_HFRDEVCT = 10 + i * 30
  IODDEV_HFCTIO = 10 + i * 15
record MRIODDEV
  IODDEV_RDEVDEV = 0x1234
  IODDEV_RDEVHPPL = 7
  IODDEV_SCGSSCH = 90 + i * 600
  IODDEV_SCGCOUNT = 90 + i * 600
  IODDEV_SCMFPTIM = 10 + i * 600
  IODDEV_SCMDDTIM = 10 + i * 1200
  IODDEV_SCMCNTIM = 10 + i * 1800
  IODDEV_SCMDATIM = 10 + i * 300
  IODDEV_HFRDEVCT = 10 + i * 30
  IODDEV_HFCTIO = 10 + i * 15
  IODDEV_RDEVRDCT = 10 + i * 300
  IODDEV_RDEVWRCT = 10 + i * 120
  IODDEV_RDEVMCIA = 10 + i * 60
  IODDEV_PAVSSCH = 10 + i * 120
---
0001,VMRES1,0.5,1012.8,0.5,12.8,0,0,12.8,0,0.64,0,0,0,0,,,MAINT
1234,VMPG01,10,50.832,0.5,0.832,0.128,0.256,0.384,0.064,0.832,5,2,1,2,25,3990-E9,
END
is 'the device of a user, who owns it' '0001' \
	"$(for user in MAINT NOBODY; do monstat -q -f csv device --only="user=$user" values.bin | sed -n 's/.*T08:02[^,]*,60,\([^,]*\),.*/\1/p'; done | xargs)"
is 'a list by response begins with a device that has one I/O per second' 1234 \
	"$(monstat -q --by=resp --top=1 -f csv device values.bin | sed -n '$s/.*Z,60,\([^,]*\),.*/\1/p')"
is 'charts have the label' 'VMPG01 (1234)' "$(monstat -q --html=- device values.bin | grep -o 'VMPG01 (1234)' | sed 1q)"
# 0002 serves slowly, 2.56 ms; 0001 answers slowly: 1.28 ms, and a queue of 7 at 30 I/Os per second.
slow_devices()
{
	values "$1" device device ssch/s resp queue serv
	is "$1: in the sentence" "$2" "$(monstat -q --html=- device values.bin | sed -n 's/.*<p class="i">\([^<]*\)<.*/\1/p')"
	is "$1: the note" "$3" "$(monstat device values.bin 2>&1 >out | sed 's/^monstat: //')"
}
slow_devices 'the longest response' 'slowest volume VMLOGS (0001), 235 ms response time' '' <<'END'
+++
record MRIODDEV
  IODDEV_RDEVDEV = 0x0001
  IODDEV_RDEVSER = 'VMLOGS'
  IODDEV_SCGSSCH = i * 1800
  IODDEV_SCGCOUNT = i * 1800
  IODDEV_SCMCNTIM = i * 18000
  IODDEV_HFRDEVCT = i * 30
  IODDEV_HFCTIO = i * 210
record MRIODDEV
  IODDEV_RDEVDEV = 0x0002
  IODDEV_RDEVSER = 'VMDATA'
  IODDEV_SCGSSCH = i * 1800
  IODDEV_SCGCOUNT = i * 1800
  IODDEV_SCMCNTIM = i * 36000
  IODDEV_HFRDEVCT = i * 30
---
0001,30,234.6133333,7,1.28
0002,30,2.56,0,2.56
END
slow_devices 'without a queue' 'slowest volume VMDATA (0002), 2.56 ms service time' 'VMTEST: device: some devices have no samples of their queue (MONITOR SAMPLE RATE): monstat ranks them by service time, not response time' <<'END'
+++
record MRIODDEV
  IODDEV_RDEVDEV = 0x0001
  IODDEV_RDEVSER = 'VMLOGS'
  IODDEV_SCGSSCH = i * 1800
  IODDEV_SCGCOUNT = i * 1800
  IODDEV_SCMCNTIM = i * 18000
record MRIODDEV
  IODDEV_RDEVDEV = 0x0002
  IODDEV_RDEVSER = 'VMDATA'
  IODDEV_SCGSSCH = i * 1800
  IODDEV_SCGCOUNT = i * 1800
  IODDEV_SCMCNTIM = i * 36000
---
0001,30,,,1.28
0002,30,,,2.56
END

# Two IFLs and one CP; the types of CPUs 0 and 2 are in D1R5, the type of CPU 1 is in D0R2.
values 'processors, and totals' cpu cpu type %busy %emu %cp %sys %wait %susp %spin T/V %logical <<'END'
record MRMTRPRP
  MTRPRP_PFXCPUAD = 0
  MTRPRP_PFXCPUTY = 3
record MRMTRPRP
  MTRPRP_PFXCPUAD = 2
+++
for c = 0 to 2
record MRSYTPRP
  SYTPRP_PFXCPUAD = c
  SYTPRP_PFXCPUTY = 3
  SYTPRP_PFXPRBTM = 200s - i * (12s + c * 6s)
  SYTPRP_PFXUTIME = 100s + i * (18s + c * 6s)
  SYTPRP_PFXTMSYS = 100s + i * 6s
  SYTPRP_PFXTOTWT = 100s + i * (30s - c * 6s)
  SYTPRP_PFXSPINT = 100s + i * 3s
done
---
0,IFL,40,20,10,10,50,10,5,2,44.44444444
1,IFL,50,30,10,10,40,10,5,1.666666667,55.55555556
2,CP,60,40,10,10,30,10,5,1.5,66.66666667
all,IFL,90,50,20,20,90,20,10,1.8,50
END
is 'a total is not in a sorted list' '2 1 0' "$(monstat -q --by=busy -f csv cpu values.bin | sed -n 's/.*Z,60,\([^,]*\),.*/\1/p' |
	tr '\n' ' ' | sed 's/ $//')"
is 'nor in metrics' 3 "$(monstat -q -f openmetrics cpu values.bin | grep -c '^zvm_cpu_busy_ratio{')"

# Five CPs: one is dedicated to ZVMC, so that four are shared by weights of 300 and 100; ZVMA can use two of its three.
values 'partitions and their entitlement' lpar partition type lcpus weight %busy %eff %ovhd entitled %ent ded <<'END'
+++
record MRSYTCUP
  SYTCUP_LCUPNAME = 'ZVMA'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 300, 1000 + i * 36000000, 1000 + i * 30000000, 'CP'
  row 1, 300, 1000 + i * 36000000, 1000 + i * 30000000, 'CP'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'ZVMB'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 100, 1000 + i * 54000000, 1000 + i * 48000000, 'CP'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'ZVMC'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 65535, 1000 + i * 60000000, 1000 + i * 60000000, 'CP'
record MRSYTCUM
  array SYTCUM_MIBDATA SYTCUM_LCUMCPU SYTCUM_LCUMGTM SYTCUM_LCUPTYPE
  for c = 0 to 4
  row c, 1000, 'CP'
  done
---
ZVMA,CP,2,300,120,100,20,200,60,0
ZVMB,CP,1,100,90,80,10,100,90,0
ZVMC,CP,1,,100,100,0,,,1
END

# Of 60 s PR/SM took 6 and 18 s from the IFLs, and 30 s from the CP, whose type is in D1R5.
values 'the own partition' lpar partition type %busy <<'END'
  MTRSYS_LPARNAME = 'ZVMA'
record MRMTRPRP
  MTRPRP_PFXCPUAD = 2
+++
for c = 0 to 2
record MRSYTPRP
  SYTPRP_PFXCPUAD = c
  SYTPRP_PFXCPUTY = 3
  SYTPRP_PFXUTIME = 100s + i * 12s
  SYTPRP_PFXTMSYS = 100s + i * 6s
  SYTPRP_PFXTOTWT = 100s + i * (36s - c * 12s)
done
for p = 'ZVMA', 'ZVMB'
record MRSYTCUP
  SYTCUP_LCUPNAME = p
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 300, 1000 + i * 18000000, 1000, 'IFL'
  row 1, 300, 1000 + i * 18000000, 1000, 'IFL'
  row 2, 300, 1000 + i * 18000000, 1000, 'CP'
done
---
ZVMA,CP,30
ZVMA,IFL,60
ZVMB,CP,30
ZVMB,IFL,60
END
is 'metrics: only its CPUs have a suspended time, the average per type' 'ZVMA CP 0.5 ZVMA IFL 0.2' \
	"$(monstat -q -f openmetrics lpar values.bin | sed -n 's/^zvm_partition_suspended_ratio{.*partition="\([^"]*\)",type="\([^"]*\)"} \([0-9.]*\).*/\1 \2 \3/p' |
	sort | tr '\n' ' ' | sed 's/ $//')"

# Eight shared CPs and one dedicated CP.  By weight, A would get 480 %, and B then 450 %; both have fewer CPUs, so that C and D
# share 300 %.  A alone has a shared IFL, so that five are unused.  D0R17 has no zIIP.
values 'entitlement is limited by logical CPUs' lpar partition type lcpus weight %busy entitled %ent ded <<'END'
+++
record MRSYTCUP
  SYTCUP_LCUPNAME = 'A'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 600, 1000 + i * 60000000, 1000 + i * 60000000, 'CP'
  row 1, 600, 1000 + i * 60000000, 1000 + i * 60000000, 'CP'
  row 2, 700, 1000 + i * 30000000, 1000 + i * 30000000, 'IFL'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'B'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 300, 1000 + i * 30000000, 1000 + i * 30000000, 'CP'
  row 1, 300, 1000 + i * 30000000, 1000 + i * 30000000, 'CP'
  row 2, 300, 1000 + i * 30000000, 1000 + i * 30000000, 'CP'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'C'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  for c = 0 to 3
  row c, 90, 1000 + i * 40500000, 1000 + i * 40500000, 'CP'
  done
record MRSYTCUP
  SYTCUP_LCUPNAME = 'D'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 10, 1000 + i * 36000000, 1000 + i * 36000000, 'CP'
  row 1, 10, 1000 + i * 36000000, 1000 + i * 36000000, 'zIIP'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'E'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 0, 1000 + i * 6000000, 1000 + i * 6000000, 'CP'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'F'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 65535, 1000 + i * 60000000, 1000 + i * 60000000, 'CP'
record MRSYTCUM
  array SYTCUM_MIBDATA SYTCUM_LCUMCPU SYTCUM_LCUMGTM SYTCUM_LCUPTYPE
  for c = 0 to 8
  row c, 1000, 'CP'
  done
  for c = 9 to 14
  row c, 1000, 'IFL'
  done
---
A,CP,2,600,200,200,100,0
A,IFL,1,700,50,100,50,0
B,CP,3,300,150,300,50,0
C,CP,4,90,270,270,100,0
D,CP,1,10,60,30,200,0
D,zIIP,1,10,60,,,0
E,CP,1,0,10,0,,0
F,CP,1,,100,,,1
END
is 'also on average' 'A=200.0 A=100.0 B=300.0 C=270.0 D=30.0 D=- E=0.0 F=-' \
	"$(monstat -q lpar values.bin | awk '/^Average/ { print $3 "=" $10 }' | xargs)"

# LXDB01 logged on after the first sample, and after its SET SHARE.  SET SHARE and SET QUICKDSP changed MAINT and TCPIP.
# IDLE did not change, nor OPERATOR, of which D1R15 is newer than SET SHARE.
values 'configuration of users that changed' userconf user vcpus storeMB resvMB relshare abs% quick svmstat <<'END'
record MRMTRUSR
  MTRUSR_VMDUSER = 'MAINT'
  MTRUSR_VMDCPUCT = 3
  MTRUSR_CALSTAT = X'C0'
  MTRUSR_VMDRELSH = 100
  MTRUSR_VMDABSSH = 3277
  MTRUSR_VMDMXRVP = 512
  MTRUSR_CALDEFLO = 0x10000000
record MRMTRUSR
  MTRUSR_VMDUSER = 'TCPIP'
  MTRUSR_VMDRELSH = 100
record MRMTRUSR
  MTRUSR_VMDUSER = 'IDLE'
  MTRUSR_VMDRELSH = 100
record MRMTRUSR
  MTRUSR_VMDUSER = 'OPERATOR'
  MTRUSR_VMDRELSH = 100
+++
record MRSYTPRP
if i == 1
let now = T'2026-03-04T08:01:30Z'
record MRSCLSHR
  SCLSHR_VMDUSER = 'LXDB01'
  SCLSHR_VMDRELSH = 900
record MRSCLSHR
  SCLSHR_VMDUSER = 'OPERATOR'
  SCLSHR_VMDRELSH = 900
record MRSCLSHR
  SCLSHR_VMDUSER = 'TCPIP'
  SCLSHR_VMDABSSH = 6554
record MRSCLSQD
  SCLSQD_VMDUSER = 'TCPIP'
  SCLSQD_CALFLAG1 = X'08'
record MRSCLSQD
  SCLSQD_VMDUSER = 'MAINT'
let now += 30s
record MRUSELON
  USELON_VMDUSER = 'LXDB01'
  USELON_VMDRELSH = 200
  USELON_CALDEFHI = 2
record MRMTRUSR
  MTRUSR_VMDUSER = 'OPERATOR'
  MTRUSR_VMDRELSH = 100
fi
---
LXDB01,,8192,0,200,,0,0
MAINT,4,256,2,,5.000305176,0,1
TCPIP,1,0,0,,10.00061035,1,0
END
is 'the values before' 'MAINT,1 TCPIP,0' "$(monstat -q -f csv userconf --only=user=MAINT,TCPIP values.bin |
	sed -n 's/.*T08:01:00[^,]*,,\([A-Z]*\),.*,\([01]\),[01],.*/\1,\2/p' | xargs)"
is '--by has the same lines' 'MAINT IDLE OPERATOR TCPIP TCPIP MAINT LXDB01' \
	"$(monstat -q -f csv userconf --by=abs% values.bin | sed -n 's/.*Z,[60]*,\([A-Z0-9]*\),.*/\1/p' | xargs)"
# The first SET SHARE follows D1R15, the second one the first one, and the third one changes nothing; D1R15 of LXDB02 has a new
# share, but that of LXDB03 is older than the first sample.  VM1 is the machine's other partition: its weight, and the number
# of its CPUs, are those of the second sample.
values_minute=T08:01:[345]
values 'what changed' changes time what user object before after <<'END'
  MTRSYS_SYSTODST = T'2026-03-01T07:00:00Z'
  MTRSYS_CPUCAPAB = 400
for u = 'MAINT', 'LXDB02', 'LXDB03'
record MRMTRUSR
  MTRUSR_VMDUSER = u
  MTRUSR_VMDRELSH = 100
  MTRUSR_VMDMXRVP = 256
done
record MRMTRSPR
  MTRSPR_INTERVAL = 60
record MRMTRSCH
  MTRSCH_SRMP1WSS = 125
  MTRSCH_SRMP2WSS = 105
  MTRSCH_SRMP3WSS = 95
+++
record MRSYTPRP
record MRSYTCUG
  SYTCUG_CPUCFGCT = 4
  SYTCUG_CPUSTNBY = 2
record MRSYTCUP
  SYTCUP_LCUPNAME = 'VM1'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCXCPTYP
  for c = 0 to 1 + i
  row c, 300 + 200 * i, 'IFL'
  done
if i == 1
let now = T'2026-03-04T08:01:30Z'
record MRSCLSHR
  SCLSHR_VMDUSER = 'MAINT'
  SCLSHR_VMDRELSH = 300
let now += 1s
record MRSCLSHR
  SCLSHR_VMDUSER = 'MAINT'
  SCLSHR_VMDABSSH = 6554
let now += 1s
record MRSCLSHR
  SCLSHR_VMDUSER = 'MAINT'
  SCLSHR_VMDABSSH = 6554
let now += 1s
record MRSCLSQD
  SCLSQD_VMDUSER = 'MAINT'
  SCLSQD_CALFLAG1 = X'08'
let now += 1s
record MRUSELON
  USELON_VMDUSER = 'LXDB02'
  USELON_VMDRELSH = 200
  USELON_VMDMXRVP = 256
  USELON_VMDBYVAL = 'MAINT'
let now += 1s
record MRUSELOF
  USELOF_VMDUSER = 'LXDB03'
let now += 1s
record MRSCLSRM
  SCLSRM_SRMP1WSS = 300
  SCLSRM_SRMP2WSS = 105
  SCLSRM_SRMP3WSS = 95
let now += 1s
record MRPRCVON
  PRCVON_PFXCPUAD = 3
  PRCVON_PFXCPUTY = 3
for n = 0 to 1
record MRPRCVOF
  PRCVOF_PFXCPUAD = 3
  PRCVOF_VOFFRSON = n * 2
done
let now += 1s
record MRIODVON
  IODVON_RDEVDEV = 0x1E01
  IODVON_RDEVSER = 'LXDATA'
record MRIODATD
  IODATD_RDEVDEV = 0x1E01
record MRIODDTD
  IODDTD_RDEVDEV = 0x1E01
let now += 1s
record MRSTOADD
  STOADD_CALMEMAD = 0x40000000
let now += 1s
record MRMTRECM
  MTRECM_CALCMD = 'MONITOR EVENT ENABLE SCHEDULER ALL'
let now += 1s
record MRUSERLS
  USERLS_RLOUSER = 'LXDB02'
  USERLS_RLOSRCSYS = 'VM1'
  USERLS_RLODSTSYS = 'VM2'
let now += 1s
record MRMTRCCC
  MTRCCC_CPUCAPAB = 800
for n = 0 to 1
let now += 1s
record MRMTRMCC
  MTRMCC_SYSGSTBY = 0x40000000 * n
done
fi
---
2026-03-04T08:01:30.000000Z,SHARE,MAINT,,relative 100,relative 300
2026-03-04T08:01:31.000000Z,SHARE,MAINT,,relative 300,absolute 10.0 %
2026-03-04T08:01:33.000000Z,QUICKDSP,MAINT,,off,on
2026-03-04T08:01:34.000000Z,SHARE,LXDB02,,relative 100,relative 200
2026-03-04T08:01:34.000000Z,logon,LXDB02,,,by MAINT
2026-03-04T08:01:35.000000Z,logoff,LXDB03,,,
2026-03-04T08:01:36.000000Z,SRM,,STORBUF,125 105 95,300 105 95
2026-03-04T08:01:37.000000Z,CPU off,,3,,command
2026-03-04T08:01:37.000000Z,CPU on,,3,,IFL
2026-03-04T08:01:38.000000Z,attach,,1E01,,
2026-03-04T08:01:38.000000Z,detach,,1E01,,
2026-03-04T08:01:38.000000Z,vary on,,1E01,,LXDATA
2026-03-04T08:01:39.000000Z,storage,,online,,1024 MB added
2026-03-04T08:01:40.000000Z,command,,,,MONITOR EVENT ENABLE SCHEDULER ALL
2026-03-04T08:01:41.000000Z,relocation,LXDB02,starts,VM1,VM2
2026-03-04T08:01:42.000000Z,capability,,,400,800
2026-03-04T08:01:43.000000Z,storage,,reserved,,0 MB
2026-03-04T08:01:43.000000Z,storage,,standby,,0 MB
2026-03-04T08:01:44.000000Z,storage,,standby,0 MB,1024 MB
END
values_minute=
is 'changes of the second sample' 'CPUs,,VM1,2,3 weight,,VM1 IFL,300,500' \
	"$(monstat -q -f csv changes values.bin | sed -n 's/.*T08:02[^,]*,,\(.*\),$/\1/p' | paste -sd ' ' -)"
# A partition that lost a CPU: its weight before is not that of the CPU, which only older records have.
sed 's/for i = 0 to 1/for i = 0 to 2/; s/c = 0 to 1 + i/c = i to 2/; s/300 + 200/500 - 100/' values.txt >fewer.txt
mkcapture -f monwrite fewer.txt fewer.bin || exit 99
is 'weights of a partition that loses CPUs' 'VM1 IFL,500,400, VM1 IFL,400,300,' \
	"$(monstat -q -f csv changes fewer.bin | sed -n 's/.*,weight,,//p' | paste -sd ' ' -)"
monstat -q -f csv changes values.bin >expected
monstat -q -f csv --every=1h changes values.bin >got
same 'changes are not joined to longer lines' expected got
monread -f csv --sql='SELECT what, "user", object, before, after FROM changes' values.bin >got
cut -d, -f4-8 expected >columns
same 'the report has the same lines in SQL' columns got
values 'virtual disks in storage' vdisk owner vdev io/s sizeMB links space <<'END'
+++
record MRSTOVDK
  STOVDK_MDIOUSER = 'LXDB01'
  STOVDK_MDIOVDEV = 0x0300
  STOVDK_QDISNAME = 'VDISK'
  STOVDK_MDILINKS = 2
  STOVDK_CALSIZE = 4096
  STOVDK_QDIIOCNT = 10 + i * 120
---
LXDB01,0300,2,2,2,VDISK
END
# Isolated was entered twice in a minute: 120 times per hour, in averages, too.
values 'states of the member of a cluster' ssi %isol isol/h susp/h nisol nsusp <<'END'
+++
record MRSSISMI
  SSISMI_PLMTISOL = 1000000 + i * 30000000
  SSISMI_PLMNISOL = 7 + i * 2
  SSISMI_PLMNSUSP = 5
---
50,120,0,2,0
END
is 'on average' '120.00 0.00' "$(monstat -q ssi values.bin | awk '/^Average/ { print $(NF - 1), $NF }')"
values 'saved segments' nss name file shared excl savedMB resMB dasdMB steal/s pgrd/s pgwr/s <<'END'
+++
record MRSTOSHR
  STOSHR_SNTNAME = 'CMS'
  STOSHR_SDFIDNUM = 17
  STOSHR_SNTUSRSH = 5
  STOSHR_SNTUSREX = 1
  STOSHR_ASCCTPRS = 256
  STOSHR_ASCCTPRG = 512
  STOSHR_SNTSTRCT = 1024
  STOSHR_ASCCTPGS = 128
  STOSHR_ASCCSPST = 10 + i * 60
  STOSHR_ASCCSPGR = 10 + i * 120
  STOSHR_ASCCSPGW = 10 + i * 180
---
CMS,17,5,1,4,3,0.5,1,2,3
END
values 'address spaces' steal user space steal/s pgrd/s pgwr/s resMB dasdMB <<'END'
+++
record MRSTOASI
  STOASI_ASCUSRID = 'LXDB01'
  STOASI_ASCNAME = 'BASE'
  STOASI_ASCCTPRS = 256
  STOASI_ASCCTPRG = 512
  STOASI_ASCCTPGS = 128
  STOASI_ASCCSPST = 10 + i * 60
  STOASI_ASCCSPGR = 10 + i * 120
  STOASI_ASCCSPGW = 10 + i * 180
---
LXDB01,BASE,1,2,3,3,0.5
END
# Process 101 ended before the second sample.
values 'processes that run' linuxtop guest pid %cpu %mem resMB nresMB majf/s state uid command <<'END'
+++
for p = 100 to 101 - i
record MRAPLSDT
  APLSDT_USERID = 'LXDB01'
  APLSDT_MDGPROD = A'LNXAPPL' X'0002 01 0000 0000 0000'
  payload PROCDPROC
  data_offset = 12
  pid = p
  pcpu = 1210
  pmem = 750
  size = 5120
  resident = 3072
  swap = 2048
  maj_flt = 10 + i * 90
  state = 'R'
  real_user = 'root'
  command = 'make'
done
---
LXDB01,100,12.1,7.5,3,2,1.5,R,root,make
END
# z/VM 7.1 replaced CALSLTA1.
for tap_level in 6.4:4,25 7.1:, 7.3:,; do
	values "slots of the level ${tap_level%:*}" paging used slots %slot <<-END
		record MRMTRSYS
		  MTRSYS_SYSTMID = 'VMTEST'
		  MTRSYS_HCPCPEID = '${tap_level%:*}'
		+++
		record MRSTORSP
		record MRSYTASG
		  SYTASG_CALSLTA1 = 1024
		  SYTASG_CALSLTI1 = 256
		---
		1,${tap_level#*:}
	END
done
values 'cryptographic requests' crypto virt/s vrej/s vtime real/s rrej/s rtime waiting <<'END'
+++
record MRPRCAPC
  PRCAPC_CRYNOVNQ = 10 + i * 600
  PRCAPC_CRYNOXVN = 10 + i * 60
  PRCAPC_CRYVSERV = 10 + i * 1200000
  PRCAPC_CRYNOFNQ = 10 + i * 300
  PRCAPC_CRYNOXRN = 10 + i * 30
  PRCAPC_CRYRSERV = 10 + i * 300000
  PRCAPC_CRYNOWNQ = 4
---
10,1,2,5,0.5,1,4
END
# 15 s of 60 s are 25 % of the CP; 30 s and 45 s are 62.5 % of two IFLs.  10 virtual CPUs have 3 CPUs.
values 'shares of the capacity, and virtual CPUs' system type cpus %busy %cap V/R <<'END'
+++
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXUTIME = 100s + i * 15s
for c = 1 to 2
record MRSYTPRP
  SYTPRP_PFXCPUAD = c
  SYTPRP_PFXCPUTY = 3
  SYTPRP_PFXUTIME = 100s + i * 15s + i * c * 15s
done
record MRSYTUWT
  SYTUWT_CALTIDL = 1
  SYTUWT_CALTSVM = 1
  SYTUWT_CALIOWT = 1
  SYTUWT_CALWTPAG = 1
  SYTUWT_CALCFWT = 1
  SYTUWT_CALSIMWT = 1
  SYTUWT_CALCPUWT = 1
  SYTUWT_CALCPURN = 2
  SYTUWT_CALOTHR = 1
---
CP,1,25,25,3.333333333
IFL,2,125,62.5,
END
# Device 0601 has no configuration; LXWEB01 activates the FCP device 0602 of LXDB01 before the second sample.
values 'QDIO devices and their users' qdio device type user vdev toKB/s frKB/s <<'END'
record MRMTRQDC
  MTRQDC_RDEVDEV = 0x0600
  MTRQDC_VMDUSER = 'TCPIP'
  MTRQDC_VDEVDEV = 0x0A02
record MRMTRQDC
  MTRQDC_RDEVDEV = 0x0602
  MTRQDC_VMDUSER = 'LXDB01'
  MTRQDC_VDEVDEV = 0x0B02
  MTRQDC_QDIOFMT = 2
+++
if i
set event 6 0x02000000
record MRIODQDA
  IODQDA_RDEVDEV = 0x0602
  IODQDA_VMDUSER = 'LXWEB01'
  IODQDA_VDEVDEV = 0x0C02
  IODQDA_QDIOFMT = 1
set sample 6 0x03000000
fi
for d = 0 to 2
record MRIODQDS
  IODQDS_RDEVDEV = 0x0600 + d
  IODQDS_BYTOA = 10 + i * 61440
  IODQDS_BYFRA = 10 + i * 122880
done
---
0600,QDIO,TCPIP,0A02,1,2
0601,,,,1,2
0602,FCP,LXWEB01,0C02,1,2
END
values 'virtual NICs of guests' vnic user vdev lan txKB/s rxKB/s txpk/s rxpk/s txdsc/s rxdsc/s txerr/s rxerr/s <<'END'
+++
record MRVNDSES
  VNDSES_OWNER = 'LXWEB01'
  VNDSES_VDEVDEV = 0x0600
  VNDSES_LANID = 'VSW1'
  VNDSES_SESTXBYT = 10 + i * 61440
  VNDSES_SESRXBYT = 10 + i * 122880
  VNDSES_SESTXPKT = 10 + i * 180
  VNDSES_SESRXPKT = 10 + i * 240
  VNDSES_SESTXDSC = 10 + i * 300
  VNDSES_SESRXDSC = 10 + i * 360
  VNDSES_SESTXERR = 10 + i * 420
  VNDSES_SESRXERR = 10 + i * 480
---
LXWEB01,0600,VSW1,1,2,3,4,5,6,7,8
END
finish
