#!/bin/sh
# sums.sh: sums, averages and shares of which a part is not known in one interval, worked out by hand.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
cd "$tap_dir" || exit 99

# cells REPORT COLUMN...: these columns of the lines that have a length and of the average, as text has them.
cells()
{
	report=$1
	shift
	monstat -q "$report" sums.bin | LC_ALL=C awk -v names="$*" '
		/^time/ { for (i = 1; i <= NF; i++) at[$i] = i }
		$2 == "60" || $1 == "Average:" { line = $1; n = split(names, name, " ")
			for (i = 1; i <= n; i++) line = line " " $at[name[i]]; print line }'
}

# Four samples.  Of two of anything, one counter of the second one falls before the third sample; so does the stolen time of a CPU
# of a guest.  The record of storage is short in the third sample.
cat >sums.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let fallen = 0
for i = 0 to 3
block
set sample 4 0x01000000
let now += 60s
if i == 2
let fallen = 600
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXUTIME = 100s + i * 6s
record MRSYTSYP
  SYTSYP_PFXCPUAD = 0
  SYTSYP_PLSCTSS = 1000 + i * 60
record MRSYTSYP
  SYTSYP_PFXCPUAD = 1
  SYTSYP_PLSCTSS = 1000 + i * 60 - fallen
record MRSTORSP
  STORSP_PFXCPUAD = 0
  STORSP_PLSPGDRD = 1000 + i * 60
  STORSP_PLSPGDWT = 1000 + i * 120
record MRSTORSP
  STORSP_PFXCPUAD = 1
  STORSP_PLSPGDRD = 1000 + i * 60 - fallen
  STORSP_PLSPGDWT = 1000 + i * 120
record MRSYTRSG
  SYTRSG_RSACPLOK = 256
  SYTRSG_RSACPLKG = 512
  SYTRSG_RSAAVAIL = 2560
  SYTRSG_RSA2GAVL = X'0000000000001400'
if i == 2
  size 128
fi
record MRAPLSDT
  APLSDT_USERID = 'LXDB01'
  APLSDT_MDGPROD = X'D3C9D5E4E7D2D9 D5D3 02 F2F6 F0F1 F0F0'
  payload LINUXOS
  array LINUXOS_CPU user nice system idle irq softirq iowait steal cpu_id
  row 1000 + i * 1800, 0, 0, 1000 + i * 3000, 0, 0, 0, 5000 + i * 1200 - fallen * 3, 0
  row 1000 + i * 1800, 0, 0, 1000 + i * 3000, 0, 0, 0, 5000 + i * 1200, 1
record MRAPLSDT
  APLSDT_USERID = 'LXOLD'
  APLSDT_MDGPROD = X'D3C9D5E4E7D2D9 D5D3 02 F2F6 F0F1 F0F0'
  payload LINUXOS
  array LINUXOS_CPU size=28 user nice system idle irq softirq iowait
  row 1000 + i * 1800, 0, 0, 1000 + i * 3000, 0, 0, 1000 + i * 1200
record MRMTREND
done
END
mkcapture -f monwrite sums.txt sums.bin || exit 99

# of NAME REPORT COLUMN... <EXPECTED
of()
{
	name=$1
	shift
	cat >expected
	cells "$@" >got
	same "$name" expected got
}
of 'pages that are read, of processors' paging pgrd/s pgwr/s <<'END'
08:02:00 2.0 4.0
08:03:00 - 4.0
08:04:00 2.0 4.0
Average: 2.0 4.0
END
of 'I/O that is started, and frames below and above 2 GB' system ssch/s avlMB <<'END'
08:02:00 2.0 30
08:03:00 - -
08:04:00 2.0 30
Average: 2.0 30
END
of 'locked frames below and above 2 GB' storage locked 'av<2G' <<'END'
08:02:00 3.0 10.0
08:03:00 - 10.0
08:04:00 3.0 10.0
Average: 3.0 10.0
END
# The second guest's kernel knows no stolen time.
of 'times of a guest' linux guest %user %steal %idle <<'END'
08:02:00 LXDB01 60.0 40.0 100.0
08:02:00 LXOLD 30.0 - 50.0
08:03:00 LXDB01 - - -
08:03:00 LXOLD 30.0 - 50.0
08:04:00 LXDB01 60.0 40.0 100.0
08:04:00 LXOLD 30.0 - 50.0
Average: LXDB01 60.0 40.0 100.0
Average: LXOLD 30.0 - 50.0
END

# Four samples of a device: the number of operations falls before the third one, the time that they took before the fourth.
cat >ratio.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let fewer = 0
let fallen = 0
for i = 0 to 3
block
set sample 4 0x01000000
let now += 60s
if i == 2
let fewer = 5000
fi
if i == 3
let fallen = 500000
fi
record MRIODDEV
  IODDEV_RDEVDEV = 0x6103
  IODDEV_RDEVSER = 'VOL001'
  IODDEV_SCGSSCH = 10000 + i * 60
  IODDEV_SCGCOUNT = 10000 + i * i * 60 - fewer
  IODDEV_SCMCNTIM = 1000000 + i * i * 6400 - fallen
record MRMTREND
done
END
mkcapture -f monwrite ratio.txt sums.bin || exit 99
# 60 and 300 operations in two minutes are 540 in three; 6400 and 19200 units of 128 us in two minutes are 38400 in three.
of 'a ratio of two counters, each known in two of three intervals' device device ssch/s conn <<'END'
08:02:00 6103 1.0 13.65
08:03:00 6103 1.0 -
08:04:00 6103 1.0 -
Average: 6103 1.0 9.10
END
is 'a message says how many seconds they cover' \
	'monstat: MRIODDEV_delta: averages cover only a part of the time: SCMCNTIM for 120 of 180 s, SCGCOUNT for 120 of 180 s' \
	"$(monstat device sums.bin 2>&1 >out | grep averages)"
is 'no message about averages if no average is printed' 0 "$(monstat -f csv device sums.bin 2>&1 >out | grep -c averages)"

# Four samples whose intervals are not exactly 60 s, so that the sum of a code divided by the seconds is not the code.  The label
# of device 6104 is blank at first; after the third sample, device 6103 has another label.  Each saved system is in order of its
# name; the file 5 of CMS comes before file 9 only from the third sample on.
cat >codes.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 3
block
set sample 0,3,6 0x49000000
let now += 60.000259s + i * 0.000731s
record MRSYTCUP
  SYTCUP_LCUPNAME = 'DED1'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 65535, i * 1000000, i * 1000000, 'IFL'
record MRSYTPRP
  SYTPRP_PFXCPUAD = 2
  SYTPRP_PFXCPUTY = 3
  SYTPRP_PFXUTIME = i * 6s
record MRSTOSHR
  STOSHR_SNTNAME = 'CMS'
  STOSHR_SDFIDNUM = 9
  STOSHR_ASCCSPST = 10 + i * 60
if i / 2
record MRSTOSHR
  STOSHR_SNTNAME = 'CMS'
  STOSHR_SDFIDNUM = 5
  STOSHR_ASCCSPST = 100 + i * 600
fi
record MRIODHPP
  IODHPP_HPPOOLNM = 7
  IODHPP_HPPTRIES = i * 100
  IODHPP_HPPFAILS = i * 25
record MRIODDEV
  IODDEV_RDEVDEV = 0x6103
if i / 2 == 0
  IODDEV_RDEVSER = 'OLD'
fi
if i / 2
  IODDEV_RDEVSER = 'NEW'
fi
  IODDEV_RDEVHPPL = 7
  IODDEV_SCGSSCH = i * i * 60
record MRIODDEV
  IODDEV_RDEVDEV = 0x6104
if i
  IODDEV_RDEVSER = 'ONE'
fi
  IODDEV_RDEVHPPL = 7
  IODDEV_SCGSSCH = i * 60
record MRMTREND
done
END
mkcapture -f monwrite codes.txt sums.bin || exit 99
averages() { cells "$@" | sed -n 's/^Average: //p' | paste -s -d / -; }
is 'the weight and the type of a dedicated CPU in averages' 'DED1 IFL - 1' "$(averages lpar partition type weight ded)"
is 'the type of a CPU' '2 IFL 10.0' "$(averages cpu cpu type %busy)"
is 'averages of a type of CPUs' 'IFL 1' "$(averages system type cpus)"
is 'the pool of a device; a line per label' '6103 OLD 25.0/6103 NEW 25.0/6104 ONE 25.0' "$(averages device device volume %noali)"
is 'nothing is counted across a change of the label' '08:02:00 6103 OLD 1.0/08:03:00 6103 NEW -/08:04:00 6103 NEW 5.0' \
	"$(cells device device volume ssch/s | grep '^0.*6103' | paste -s -d / -)"
is 'metrics have the device as their key, and no label' '5 0' "$(monstat -q -f openmetrics device sums.bin >out
	echo "$(grep -c '^zvm_device_io_starts_per_second' out) $(grep -cE 'OLD|NEW' out)")"
is 'files of a saved system are counted separately' '08:02:00 CMS 9 1.0/08:03:00 CMS 5 -/08:03:00 CMS 9 1.0/08:04:00 CMS 5 10.0/08:04:00 CMS 9 1.0' \
	"$(cells nss name file steal/s | grep -v Average | paste -s -d / -)"
is '--only finds codes in averages' '2' "$(monstat -q --every=2m --only=type=IFL -f json cpu sums.bin | grep -c '"type":"IFL"')"
sed 's/0 to 3/0 to 1/' codes.txt >shorter.txt
mkcapture -f monwrite shorter.txt shorter.bin || exit 99
is 'two captures do not differ by codes' '0' "$(monstat -q --diff shorter.bin sums.bin | grep -cE '(IFL|3) .*(went|came)')"

# Three partitions.  The counters of a CPU of the first one fall; the third one has a dedicated CPU and a shared zIIP.
cat >lpar.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
let now += 60s
record MRSYTCUP
  SYTCUP_LCUPNAME = 'ZVM1'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 300, 1000000 + i * 30000000, 1000000 + i * 24000000, 'IFL'
  row 1, 300, 9000000 - i * 6000000, 9000000 - i * 6000000, 'IFL'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'ZVM2'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 200, 1000000 + i * 30000000, 1000000 + i * 24000000, 'CP'
  row 1, 200, 1000000 + i * 30000000, 1000000 + i * 24000000, 'CP'
record MRSYTCUP
  SYTCUP_LCUPNAME = 'ZVM3'
  array SYTCUP_CPUDATA SYTCUP_LCUCPUID SYTCUP_LCUCWGHT SYTCUP_LCUCACTM SYTCUP_LCUCLPTM SYTCUP_LCXCPTYP
  row 0, 65535, 1000000 + i * 60000000, 1000000 + i * 60000000, 'CP'
  row 1, 100, 1000000 + i * 30000000, 1000000 + i * 24000000, 'zIIP'
record MRMTREND
done
END
mkcapture -f monwrite lpar.txt sums.bin || exit 99
of 'partitions, by type of engine; dedicated engines have no weight' lpar \
	partition type lcpus weight %busy %eff %ovhd <<'END'
08:02:00 ZVM1 IFL 2 300 - - -
08:02:00 ZVM2 CP 2 200 100.0 80.0 20.0
08:02:00 ZVM3 CP 1 - 100.0 100.0 0.0
08:02:00 ZVM3 zIIP 1 100 50.0 40.0 10.0
Average: ZVM1 IFL 2 300 - - -
Average: ZVM2 CP 2 200 100.0 80.0 20.0
Average: ZVM3 CP 1 - 100.0 100.0 0.0
Average: ZVM3 zIIP 1 100 50.0 40.0 10.0
END
of 'and their logical CPUs' lparcpu partition cpu type weight %busy <<'END'
08:02:00 ZVM1 0 IFL 300 50.0
08:02:00 ZVM1 1 IFL 300 -
08:02:00 ZVM2 0 CP 200 50.0
08:02:00 ZVM2 1 CP 200 50.0
08:02:00 ZVM3 0 CP - 100.0
08:02:00 ZVM3 1 zIIP 100 50.0
Average: ZVM1 0 IFL 300 50.0
Average: ZVM1 1 IFL 300 -
Average: ZVM2 0 CP 200 50.0
Average: ZVM2 1 CP 200 50.0
Average: ZVM3 0 CP - 100.0
Average: ZVM3 1 zIIP 100 50.0
END

# CPU 1, which is 50 percent busy, has no records in the third sample; the second volume has none from then on.
cat >gone.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 5
block
set sample 4 0x01000000
let now += 60s
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXUTIME = 100s + i * 6s
  SYTPRP_PFXPRBTM = 9000s - i * 6s
  SYTPRP_PFXTOTWT = 100s + i * 54s
if i - 2
record MRSYTPRP
  SYTPRP_PFXCPUAD = 1
  SYTPRP_PFXUTIME = 100s + i * 30s
  SYTPRP_PFXPRBTM = 9000s - i * 30s
  SYTPRP_PFXTOTWT = 100s + i * 30s
fi
record MRSYTASG
  SYTASG_CALSLTI2 = 10
record MRSTOASP
  STOASP_CALVSER = 'VOL001'
  STOASP_EXPCTSRD = 1000 + i * 60
let there = 0
if i == 0
let there = 1
fi
if i == 1
let there = 1
fi
if there
record MRSTOASP
  STOASP_CALVSER = 'VOL002'
  STOASP_EXPCTSRD = 1000 + i * 60
fi
record MRMTREND
done
END
mkcapture -f monwrite gone.txt sums.bin || exit 99
of 'a CPU that is not in one sample' system cpus %busy %susp <<'END'
08:02:00 2 60.0 0.0
08:03:00 2 - -
08:04:00 2 - -
08:05:00 2 60.0 0.0
08:06:00 2 60.0 0.0
Average: 2 60.0 0.0
END
monstat -q -f csv sums.bin >expected
monstat -q -f csv --every=1m sums.bin >got
same '--every=1m gives the lines of intervals of one minute' expected got
is 'longer steps lose no CPUs' '2 - 2 60.0 ' "$(monstat -q --every=2m sums.bin |
	awk '$2 == 120 { printf "%s %s ", $4, $5 }')"
# Its 60 blocks in one of five minutes are 0.2 per second of the line, and the other volume has 1.0.
of 'a volume that is gone' spool sprd/s <<'END'
08:02:00 2.0
08:03:00 -
08:04:00 1.0
08:05:00 1.0
08:06:00 1.0
Average: 1.2
END
# Two CPs and a zIIP, of which D1R5 has the type, and an IFL, of which D0R2 has it.
cat >types.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
let now += 60s
for cpu = 0 to 2
record MRMTRPRP
  MTRPRP_PFXCPUAD = cpu
if cpu == 2
  MTRPRP_PFXCPUTY = 5
fi
done
for cpu = 0 to 3
record MRSYTPRP
  SYTPRP_PFXCPUAD = cpu
  SYTPRP_PFXUTIME = 100s + i * (cpu + 1) * 6s
  SYTPRP_PFXTMSYS = 100s + i * 3s
  SYTPRP_PFXPRBTM = 9000s - i * (cpu + 1) * 3s
  SYTPRP_PFXTOTWT = 100s + i * 27s
if cpu == 3
  SYTPRP_PFXCPUTY = 3
fi
done
record MRSYTUSR
  SYTUSR_SYSUSRS = 7
record MRMTREND
done
END
mkcapture -f monwrite types.txt sums.bin || exit 99
of 'types of engines are not added up' system type cpus %busy %emu %cp %sys %susp T/V users <<'END'
08:02:00 CP 2 40.0 15.0 15.0 10.0 70.0 2.67 7
08:02:00 zIIP 1 35.0 15.0 15.0 5.0 20.0 2.33 -
08:02:00 IFL 1 45.0 20.0 20.0 5.0 10.0 2.25 -
Average: CP 2 40.0 15.0 15.0 10.0 70.0 2.67 7
Average: zIIP 1 35.0 15.0 15.0 5.0 20.0 2.33 -
Average: IFL 1 45.0 20.0 20.0 5.0 10.0 2.25 -
END
is 'metrics: CPU times are those of all online CPUs' 'busy_ratio 0.3 cpus 4 emulation_ratio 0.125 suspended_ratio 0.25 ' \
	"$(monstat -q -f openmetrics system sums.bin | LC_ALL=C awk '/^zvm_(cpus|busy|emul|susp)/ {
		printf "%s %.4g\n", substr($1, 5), $2 }' | sort | tr '\n' ' ')"

# A device that takes 20.48 ms; how often it was used is not known in the fifth minute, which ends no alarm.
cat >slow.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let fallen = 0
for i = 0 to 6
block
set sample 4 0x01000000
let now += 60s
if i == 5
let fallen = 100000
fi
record MRIODDEV
  IODDEV_RDEVDEV = 0x6103
  IODDEV_SCGSSCH = 1000000 + i * 120 - fallen
  IODDEV_SCGCOUNT = 1000000 + i * 120
  IODDEV_SCMCNTIM = 1000000 + i * 19200
  IODDEV_RDEVRDCT = 1000000 + i * 120
record MRMTREND
done
END
mkcapture -f monwrite slow.txt slow.bin || exit 99
monstat -q --alarms device slow.bin >out
is 'an alarm that fires: status' 3 $?
is 'once, and is not over where a value is not known' '08:04 20.48 ' \
	"$(sed -n 's/^.*-\(..:..\) UTC .* slow \([0-9.]*\).*/\1 \2/p' out | tr '\n' ' ')"

# Levels: the intervals of the first sample and of a sample after 600 s without records have unknown lengths.
# level LIST [OPTION]...: LIST has the number of users in the eligible list for each sample; gap: no records;
# back: the clock is set back
level()
{
	{
		echo "let now = T'2026-03-04T08:00:00Z'"
		for n in $1; do
			printf 'let now += 60s\n'
			case $n in
				gap) printf 'let now += 600s\n' ;;
				back) printf 'let now += 0 - 600s\n' ;;
				*)
					printf 'block\nset sample 4 0x01000000\nrecord MRSYTSCG\n'
					printf 'SYTSCG_SRMC1ELG = %s\nrecord MRMTREND\n' "$n"
					;;
			esac
		done
	} >level.txt
	mkcapture -f monwrite level.txt level.bin || exit 99
	shift
	monstat -q "$@" queue level.bin
}
hour() { level "$1" --every=1h -f json | sed 's/.*"elig":\([^,]*\),.*/\1/'; }
is 'a level of the first sample only is not part of the average' 0 "$(hour '1 0 0 0')"
is 'a level of the first sample after a gap is not part of the average' 3 "$(hour '100 2 4 gap 100')"
is 'where no length is known, all samples count alike' 4 "$(hour '2 back 6')"
is 'until one is' 3 "$(hour '100 back 100 2 4')"
is 'the level of a single sample is its average' 2 "$(hour 2)"
mkdir -p reports
sed 's/^Alarm: elig > 0 for 3/Alarm: elig > 0/' "$tests/../data/reports/queue.report" >reports/queue.report
level '1 0 0 0' --reports=reports --alarms --every=1h >out
is 'an average of 0 fires no alarm: status' 0 $?
is 'an average of 0 fires no alarm: no output' '' "$(cat out)"
level '1 1 0 0' --reports=reports --alarms --every=1h >out
is 'an average above 0 fires an alarm: status' 3 $?
level '0 0 0 1' --reports=reports --alarms --every=1h >out
is 'the alarm has as many decimals as distinguish it from the limit' 'elig 0.3 > 0' "$(grep -o 'elig [^:]*' out)"
monstat -q --html=- --reports=reports --every=1h queue level.bin >page
is 'the page has the decimals of the alarm, too' 'elig 0.3 at' "$(grep -o 'elig 0[^:]* at' page | head -n 1)"

# Presence: five samples from 08:01 on, so that a line of all of them has 240 seconds.  LXA is there all the time.  LXB logs on at
# 08:01:30, off at 08:03:20, on at 08:04:40 and off at 08:04:50.  LXC has two virtual CPUs, and logs off at 08:02:30, of which
# only one has a record.  LXD logs off with it, but the record has no times.
# user NAME CPU SECONDS, on NAME, off NAME CPU SECONDS: a record; sample and event: a record set
user() { printf 'record MRUSEACT\nUSEACT_VMDUSER = '\''%s'\''\nUSEACT_VMDCPUAD = %s\nUSEACT_VMDTTIME = %ss\nUSEACT_VMDVTIME = %ss\n' "$1" "$2" "$3" "$3"; }
on() { printf 'record MRUSELON\nUSELON_VMDUSER = '\''%s'\''\nUSELON_VMDSSIZE = %s\n' "$1" "$2"; }
off() { printf 'record MRUSELOF\nUSELOF_VMDUSER = '\''%s'\''\nUSELOF_VMDCPUAD = %s\nUSELOF_VMDTTIME = %ss\nUSELOF_VMDVTIME = %ss\n' "$1" "$2" "$3" "$3"; }
sample() { printf 'let now += %ss\nblock\nset sample 4 0x01000000\nrecord MRSYTPRP\n' "$1"; }
event() { printf 'let now += %ss\nblock\nset event 4 0x09000000\n' "$1"; }
{
	echo "let now = T'2026-03-04T08:00:00Z'"
	sample 60; user LXA 0 100; user LXC 0 200; user LXC 1 300; user LXD 0 400; echo 'record MRMTREND'
	event 30; on LXB 100
	sample 30; user LXA 0 106; user LXB 0 15; user LXC 0 206; user LXC 1 306; user LXD 0 406; echo 'record MRMTREND'
	event 30; off LXC 0 209; off LXD 0 0
	sample 30; user LXA 0 112; user LXB 0 45; echo 'record MRMTREND'
	event 20; off LXB 0 55
	sample 40; user LXA 0 118; echo 'record MRMTREND'
	event 40; on LXB 300
	event 10; off LXB 0 8
	sample 10; user LXA 0 124; echo 'record MRMTREND'
} >presence.txt
mkcapture -f monwrite presence.txt sums.bin || exit 99
of 'users in single intervals' user user %cpu cpusec %here <<'END'
08:02:00 LXA 10.00 6.0 100.0
08:02:00 LXC 20.00 12.0 100.0
08:02:00 LXD 10.00 6.0 100.0
08:03:00 LXA 10.00 6.0 100.0
08:03:00 LXB 50.00 30.0 100.0
08:04:00 LXA 10.00 6.0 100.0
08:05:00 LXA 10.00 6.0 100.0
Average: LXA 10.00 24.0 100.0
Average: LXB 26.25 63.0 50.0
Average: LXC 7.50 18.0 37.5
Average: LXD 3.75 9.0 37.5
END
# lines EVERY: user, virtual CPUs, %cpu, seconds and %here of each line
lines() { monstat -q -f csv --every="$1" user sums.bin | LC_ALL=C awk -F, 'NR > 1 {
	printf "%s %s %s %s %s %.1f\n", substr($2, 12, 5), $4, $5, $6 == "" ? "-" : sprintf("%.2f", $6), $10 == "" ? "-" : sprintf("%.1f", $10), $11 }'; }
lines 2m >got
# Nobody knows what the second virtual CPU of LXC used after 08:02.
cat >expected <<'END'
08:02 LXA 1 10.00 6.0 100.0
08:02 LXB 1 25.00 15.0 50.0
08:02 LXC 2 20.00 12.0 100.0
08:02 LXD 1 10.00 6.0 100.0
08:04 LXA 1 10.00 12.0 100.0
08:04 LXB 1 33.33 40.0 66.7
08:04 LXC 2 - - 25.0
08:05 LXA 1 10.00 6.0 100.0
08:05 LXB 1 13.33 8.0 16.7
END
same 'events in lines of two minutes' expected got
lines 1m | grep LXB >got
cat >expected <<'END'
08:02 LXB 1 25.00 15.0 50.0
08:03 LXB 1 50.00 30.0 100.0
08:04 LXB 1 16.67 10.0 33.3
08:05 LXB 1 13.33 8.0 16.7
END
same 'events of one interval' expected got
# Events count in the interval in which they fall, and in averages: two logons with 100 and 300 bytes of storage.
sed -e '/^Optional/d' -e '/^Chart/d' -e '/^Figure/d' -e '/^Alarm/d' -e '/^Counter/d' -e '/^Columns/,$d' \
	"$tests/../data/reports/queue.report" >reports/logons.report
printf '%s\n' 'Columns:' '  n 5 0 - - value - - - N.' '  bytes 6 0 - - value - - - B.' 'Query:' \
	'SELECT system, interval, count(*) AS n, sum(VMDSSIZE) AS bytes FROM MRUSELON GROUP BY system, interval' >>reports/logons.report
is 'events in each interval and in all' '08:02:00 1 100 08:05:00 1 300 Average: 2 400 ' "$(monstat -q --reports=reports logons sums.bin |
	awk '/^0/ || /^Average/ { printf "%s %s %s ", $1, $3, $4 }')"
is 'events in SQL' '08:02:00 1,08:05:00 1,' "$(monread -f csv --sql='SELECT interval, count(*) FROM MRUSELON GROUP BY 1' sums.bin 2>err |
	sed -n 's/^2026-03-04 \(..:..:..\)[^,]*,/\1 /p' | tr '\n' ',')"

# A site's page describes more of D4R3 than the built-in layout: user shows the columns of these fields.
cat >own.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4 0x01000000
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  USEACT_VMDTTIME = 100s + i * 6s
  USEACT_VMDVTIME = 100s + i * 3s
size 52
if i == 0
bytes X'00000100 00000200 00000000 00000000 00000000 00000064 00000000 00000000 00000000 00000000'
fi
if i == 1
bytes X'00000200 00000300 00000258 0000003C 00001770 00000064 0000001E 0000005A 0000003C 00000078'
fi
record MRMTREND
let now += 60s
done
END
mkcapture -f monwrite own.txt own.bin || exit 99
mkdir -p pages
cat >pages/MRUSEACT.html <<'END'
MRUSEACT Prolog
 DSECT NAME - USEACT
 NAME - MRUSEACT
 DESCRIPTIVE NAME - Monitor Sample Record
                    Domain 4 - User Domain
                    Record 3 - User Activity Data

MRUSEACT Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   92  USEACT
  0   0  Character   20  MRHDR
 20  14  Character    8  USEACT_VMDUSER         user ID
 28  1C  Unsigned     2  USEACT_VMDCPUAD        virtual CPU address
 36  24  Unsigned     8  USEACT_VMDTTIME        total CPU time
 44  2C  Unsigned     8  USEACT_VMDVTIME        virtual CPU time
 52  34  Unsigned     4  USEACT_VMDCTPVR        resident pages
 56  38  Unsigned     4  USEACT_VMDWSSPR        working set
 60  3C  Unsigned     4  USEACT_CALCPPGR        page reads
 64  40  Unsigned     4  USEACT_CALCPPGW        page writes
 68  44  Unsigned     4  USEACT_VMDVDSCT        DASD I/O
 72  48  Unsigned     4  USEACT_VMDRELSH        relative share
 76  4C  Unsigned     4  USEACT_VMDCTSPR        spool pages read
 80  50  Unsigned     4  USEACT_VMDCTSPW        spool pages written
 84  54  Unsigned     4  USEACT_VMDISEVM        IUCV
 88  58  Unsigned     4  USEACT_VMDISTVM        IUCV
END
# Of 60 s: 6 s of CPU time, 512 and 768 pages at the end, 600 pages read, 60 written, 6000 I/Os, 120 spool pages, 180 IUCV.
line() { monstat -q "$@" user own.bin | awk '$1 != "Average:" && $2 == "60" { $1 = ""; print }'; }
is 'columns of a site: without its page' ' 60 LXDB01 1 10.00 5.00 5.00 2.00 6.0 100.0' "$(line)"
is 'columns of a site with its page' ' 60 LXDB01 1 10.00 5.00 5.00 2.00 6.0 100.0 2.0 3.0 10.0 1.0 100.0 100 2.0 3.0' "$(line -L pages)"
is 'columns of a site with a part of its page' 'cpusec,%here,wssMB 6,100,3' "$(sed -i.bak '/CTPVR/d; /CALC/d; /VMDVD/d; /REL/d; /CTSP/d; /ISTVM/d' pages/MRUSEACT.html
	monstat -q -L pages -f csv user own.bin | sed 's/,[^,]*$//' | cut -d, -f10- | paste -s -d ' ' -)"
finish
