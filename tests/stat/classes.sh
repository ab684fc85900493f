#!/bin/sh
# classes.sh: --group, with values that were computed by hand.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
cd "$tap_dir" || exit 99

# In 60 s LXDB01 takes 18 s on two virtual CPUs, 15 s of them itself, LXWEB1 3 s and 2 s, TCPIP 1.5 s and 1.5 s, MAINT nothing.
# LXDB01 runs in 10 of 100 samples, and LXWEB1 in 60 of 300.  Of the volumes VMPAGE the
# first has 10 I/Os per second of 0.384 ms, the second 30 of 0.128 ms, the third none, and the fourth is not in the first sample.
cat >users.txt <<'END'
let step = 0s
block
set sample 1 0x09000000
let now = T'2026-03-04T08:00:30Z'
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMTEST'
record MRMTREND
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 1
block
set sample 4,6 0x01000000
let now += 60s
for cpu = 0 to 1
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  USEACT_VMDCPUAD = cpu
  USEACT_VMDTTIME = i * 6s + i * cpu * 6s
  USEACT_VMDVTIME = i * 5s + i * cpu * 5s
done
record MRUSEACT
  USEACT_VMDUSER = 'LXWEB1'
  USEACT_VMDTTIME = i * 3s
  USEACT_VMDVTIME = i * 2s
record MRUSEACT
  USEACT_VMDUSER = 'TCPIP'
  USEACT_VMDTTIME = i * 1.5s
  USEACT_VMDVTIME = i * 1.5s
record MRUSEACT
  USEACT_VMDUSER = 'MAINT'
record MRUSEINT
  USEINT_VMDUSER = 'LXDB01'
  USEINT_HFSTCT = i * 100
  USEINT_HFCPURN = i * 10
record MRUSEINT
  USEINT_VMDUSER = 'LXWEB1'
  USEINT_HFSTCT = i * 300
  USEINT_HFCPURN = i * 60
for d = 1 to 3 + i
record MRIODDEV
  IODDEV_RDEVDEV = 0x6100 + d
  IODDEV_RDEVSER = 'VMPAGE'
  IODDEV_SCGSSCH = i * 600 * (d == 1) + i * 1800 * (d == 2)
  IODDEV_SCGCOUNT = i * 600 * (d == 1) + i * 1800 * (d == 2)
  IODDEV_SCMCNTIM = i * 1800 * (d == 1) + i * 1800 * (d == 2)
done
record MRMTREND
done
END
mkcapture -f monwrite users.txt users.bin || exit 99

# classes REPORT COLUMN... : these columns of the second sample, a line per class, with the options in $options.
classes()
{
	report=$1
	shift
	# shellcheck disable=SC2086 # several options
	monstat -q -f csv $options "$report" users.bin | sed -n '1p; /T08:02/p' | columns "$@" | xargs
}
options=--group=db=*DB*,linux=LX*
is 'sums, a ratio of sums, and users without a class' '-,2,2.5,2.5,0,1,1.5,,2 db,2,30,25,5,1.2,18,,1 linux,1,5,3.333333333,1.666666667,1.5,3,,1' \
	"$(classes user user vcpus %cpu %vcpu %ucp T/V cpusec %here count)"
options='--group=linux=lx*,db=*DB*,other=*'
is 'the first class that fits' 'linux,3,35,2 other,2,2.5,2' "$(classes user user vcpus %cpu count)"
printf '%s\n' "# classes=*, and more$(printf '%20000s' '')" ' ' 'servers=TCPIP, MAINT ' 'linux=LX*' >classes
options=--group=classes
is 'classes of a file, with two globs' 'linux,35,2 servers,2.5,2' "$(classes user user %cpu count)"
mkfifo fifo
{
	sleep 0.3
	cat classes >fifo
} &
options=--group=fifo
is 'classes of a FIFO whose writer comes later' 'linux,35,2 servers,2.5,2' "$(classes user user %cpu count)"
wait
options=--group=classes
is 'means are weighted' 'linux,400,17.5,2' "$(classes userstate user samples %RUN count)"
options='--group=page=VMP*'
# (600 x 0.384 + 1800 x 0.128) / 2400
is 'means ignore a device without I/O, sums a device that came' 'page,40,0.192,3' "$(classes device volume ssch/s serv count)"
monstat "$options" --alarm='device.slow > 0.3' users.bin >out 2>err
is 'an alarm of the slowest device of a class' '2026-03-04 08:01-08:02 UTC VMTEST device volume page: slow 0.38 > 0.3' "$(cat out)"
is 'names of devices are not notes' 'monstat: VMTEST: device: some devices have no samples' "$(sed 's/ of their queue.*//' err)"
options='--group=db=*DB*,linux=LX*,other=*'
is 'sorted by the number of members' other \
	"$(monstat -q "$options" --by=count --top=1 -f csv user users.bin | sed -n 's/.*Z,60,\([^,]*\),.*/\1/p')"
is 'the average, and steps' '18.0 18.0' "$(monstat -q "$options" user users.bin | awk '$1 == "Average:" && $3 == "db" { print $9 }') \
$(monstat -q "$options" --every=1d user users.bin | awk '/^2026/ && $4 == "db" { print $10 }')"
is 'alarms of classes' '2026-03-04 08:01-08:02 UTC VMTEST user user db: %cpu 30.00 > 20' \
	"$(monstat "$options" --alarm='user.%cpu > 20' users.bin)"
is 'metrics have the label class' 'zvm_user_cpu_ratio{system="VMTEST",class="db"} 0.3' \
	"$(monstat -q "$options" -f openmetrics user users.bin | sed -n 's/^\(zvm_user_cpu_ratio{.*class="db".* 0.3\).*/\1/p')"
monstat -q "$options" --alarms users.bin >out
is 'classes have all columns of the alarms of reports' 0 $?
for tap_case in '--by=%here' '--alarm=user.%here > 5' '--alarm=user.%cpu > 1 and %here > 5'; do
	monstat "$options" "$tap_case" user users.bin >out 2>err
	is "$tap_case, a column without Combine" '64 1' "$? $(grep -c 'classes have no values in the column %here of user' err)"
done
monstat -q "$options" --html=page.html all users.bin
is 'the page' '0 1' "$? $(grep -c '>other<' page.html | awk '{ print ($1 > 0) }')"
is 'a report that is named twice' 2 "$(monstat -q "$options" -f json user,user users.bin | grep -c '"time":"2026-03-04T08:02.*"user":"db".*"count":1')"
is 'all reports that have classes' 'device user userstate' \
	"$(monstat -q "$options" -f json all users.bin | sed 's/{"report":"\([^"]*\)".*/\1/' | sort -u | xargs)"
for tap_case in 'classes, as|db=' 'classes, as|=LX*' 'classes, as|db=A,,B' 'classes, as|db=A,=B' 'classes, as|a,db=B' 'cannot be read: No such file|nofile' 'cannot be read: Is a dir|.' 'no classes|db=*,system'; do
	report=user
	[ "${tap_case%,system}" = "$tap_case" ] || report=system
	tap_group=${tap_case#*|}
	monstat "--group=${tap_group%,system}" $report users.bin >out 2>err
	is "--group=$tap_group is refused" '64 1' "$? $(grep -c "${tap_case%%|*}" err)"
done
finish
