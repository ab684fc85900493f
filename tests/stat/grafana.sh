#!/bin/sh
# grafana.sh: promtool, Prometheus, PostgreSQL and Grafana's SDK accept the dashboards and alert rules made from the reports.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
need_python
cd "$tap_dir" || exit 99
made=$builddir/data/grafana
case $made in /*) ;; *) made=$OLDPWD/$made ;; esac

# paging RATE...: a capture with these pages read per second in each minute
paging()
{
	cat <<END
let now = T'2026-03-04T08:00:00Z'
set sample 1 0x01000000
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMTEST'
END
	sum=0
	for rate in 0 "$@"; do
		sum=$((sum + rate * 60))
		cat <<END
block
set sample 3 0x01000000
record MRSTORSP
  STORSP_PLSPGDRD = $sum
record MRMTREND
let now += 60s
END
	done
}

# The alarm is pgrd/s > 500 for 3 until 250.
paging 600 600 600 300 200 >fires.txt
paging 600 600 300 600 200 >quiet.txt
for name in fires quiet; do
	mkcapture -f monwrite $name.txt $name.bin
	monstat -q -f openmetrics paging $name.bin >$name.om
done
is 'monstat: one capture has an alarm' '1 0' "$(monstat -q --alarms fires.bin | grep -c 'VMTEST paging: pgrd/s 600.0 > 500') \
$(monstat -q --alarms quiet.bin | grep -c 'VMTEST paging: pgrd/s')"
# The sample of an earlier level, because paging has no %slot at z/VM 7.3.
sed "s/HCPCPEID = '7\.3'/HCPCPEID = '6.4'/" "$tests/sample/sample.txt" >earlier.txt
mkcapture -f monwrite earlier.txt earlier.monwrite
monstat -q -f openmetrics -o zvm.prom earlier.monwrite
# PostgreSQL gets two systems: one in three captures, of which two overlap, and one in a capture that is cut off.
# The first capture ends with events, whose interval ends in the third.
mkdir bin loaded
for name in monread monstat; do
	[ $name = monread ] && program=$MONREAD || program=$MONSTAT
	printf '#!/bin/sh\nexec %s "$@"\n' "$EMULATOR $program" >bin/$name
	chmod +x bin/$name
done
monread -q --until=08:02:50 --write="loaded/it's 1" earlier.monwrite
monread -q --since=08:03 --write="loaded/it's 2" earlier.monwrite
monread -q --since=08:02 --write="loaded/it's 3" earlier.monwrite
sed "s/'VMPROD1'/'VMPROD2'/" earlier.txt >second.txt
mkcapture -f monwrite second.txt second.monwrite
head -c -100 second.monwrite >loaded/second

# try NAME WHAT ARGUMENTS...: grafana.py, which returns 77 if a program is missing
try()
{
	name=$1
	shift
	PATH=$PWD/bin:$PATH "$PYTHON" "$tests/stat/grafana.py" "$made" "$@" >log 2>&1
	status=$?
	sed 's/^/# /' log
	if [ $status -eq 77 ]; then
		skip "$name" "$(tail -n 1 log)"
	else
		ok "$name" $status
	fi
}

try 'promtool: the rules are right, and one capture fires' promtool fires.om quiet.om
try 'Prometheus: each panel has series' prometheus zvm.prom
try 'PostgreSQL: views, functions and panels have the rows of monread, and find them by indexes' \
	postgresql "$tests/../data/grafana/load-postgresql.sh" loaded
try 'the SDK of Grafana reads each dashboard' sdk
finish
