#!/bin/sh
# metrics.sh: reports as metrics: OpenMetrics, line protocol, files for the textfile collector.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"
cd "$tap_dir" || exit 99
reports=$tests/../data/reports
all=$(for one in "$reports"/*.report; do basename "$one" .report; done)

# agrees NAME FORM FILE ROWS: FILE has what ROWS, the reports in JSON, have.
agrees()
{
	"$PYTHON" "$tests/stat/metrics.py" "$2" "$3" "$4" "$reports"
	ok "$1" $?
}

# In intervals of 15 minutes, as Python needs memory for each sample.
holds 'a day is made' day day --interval=900
# shellcheck disable=SC2086 # words
monstat -q -f json $all day.bin >day.rows
monstat -q -f openmetrics day.bin >day.om
agrees 'a day as OpenMetrics' openmetrics day.om day.rows
monstat -q -f influx day.bin >day.influx
agrees 'a day as line protocol' influx day.influx day.rows
is 'changes as line protocol: what, user and text, also without values' \
	'zvm_changes,system=VMDAY,what=logoff,user=TJONES text="logoff TJONES"' \
	"$(sed -n '/what=logoff,user=TJONES/s/ [0-9]*$//p' day.influx | sort -u)"
monstat -q -f otlp day.bin >day.otlp
agrees 'a day as requests of OpenTelemetry' otlp day.otlp day.rows
is 'OpenTelemetry: a line for each interval, with the system' "$(grep -v '"report":"changes"' day.rows | grep -o '"time":"[^"]*"' | sort -u | grep -c .)" \
	"$(grep -c '"zvm.system".*"zvm.lpar".*"zvm.machine"' day.otlp)"
monstat -q -f openmetrics -o day.prom day.bin
agrees 'the last interval for the textfile collector' textfile day.prom day.rows
is 'nothing is left beside it' 'day.prom' "$(echo day.prom*)"

# The user TJONES logs off during the day and is missing in the last interval.
is 'who logged off leaves, but not the counters' '0 2' \
	"$(grep 'user="TJONES"' day.prom | grep -vc _total) $(grep 'user="TJONES"' day.prom | grep -c '_seconds_total{')"
holds 'who had been there' grep -q 'user="TJONES"' day.om
holds 'what is inferred is marked' grep -q '^# HELP zvm_cpu_wait_ratio .*(inferred)$' day.prom

# ---- Names that mean something in a metric ----

"$PYTHON" - <<'END'
capture = open("day.bin", "rb").read()
open("odd.bin", "wb").write(capture.replace("TJONES  ".encode("cp037"), 'T"\\,= \\q'.encode("cp037"))
                            .replace("OPERATOR".encode("cp037"), "OPER=\\,\\".encode("cp037")))
END
monstat -q -f json user odd.bin >odd.rows
monstat -q -f openmetrics user odd.bin >odd.om
agrees 'odd names of users as OpenMetrics' openmetrics odd.om odd.rows
holds 'they are in it' grep -qF 'user="T\"\\,= \\q"' odd.om
monstat -q -f influx user odd.bin >odd.influx
holds 'and in line protocol, where a backslash before a comma cannot be written' \
	grep -qF ',user=T"?\,\=\ \q user_cpus=' odd.influx

# ---- Refusals, and files that survive ----

printf 'mine\n' >mine.prom
is 'another file has all intervals, with times' 1 "$(monstat -q -f openmetrics -o day.txt day.bin; cmp -s day.txt day.om && echo 1)"
monstat -q -f openmetrics -o mine.prom day.bin 2>err
is 'a file of somebody else is not replaced: status' 2 $?
is 'a file without metrics is unchanged' mine "$(cat mine.prom)"
monstat -f openmetrics -o mine.prom day.bin 2>&1 | grep -q 'mine.prom: already exists, and does not contain metrics'
ok 'a message says why' $?
monstat -q -f openmetrics -o mine.prom --force day.bin
holds 'but with --force' cmp mine.prom day.prom
monstat -q -f openmetrics -o day.prom day.bin
is 'a file of metrics is replaced' 1 $?
monstat -f openmetrics -o none/day.prom day.bin >out 2>err
is 'a directory that is missing: status' 2 $?
holds 'and message' grep -q 'none/day.prom: cannot be written: No such file or directory' err
# ---- Output that waits in a temporary file ----

monstat -q user day.bin >user.text
monstat -q cpu,user day.bin | sed '1,/^user:/{/^user:/!d;}' >waited
[ "$(wc -c <waited)" -gt 65536 ]
ok 'the second report is longer than two blocks' $?
same 'a report that waited is the same' user.text waited
for form in 'text cpu,user' 'openmetrics user'; do
	# shellcheck disable=SC2086 # words
	TMPDIR=$tap_dir/none monstat -f $form day.bin 2>err >out
	is "$form, no folder for temporary files" \
		'2 monstat: the output cannot be kept in a temporary file: No such file or directory' "$? $(grep temporary err)"
done

# ---- A clock that is set back ----

cat >back.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 4
block
set sample 4 0x01000000
let now += 60s
if i == 3
let now = now - 3600s
fi
record MRSYTSCG
  SYTSCG_SRMCDISP = 10 + i
  size 1000
record MRMTREND
done
END
mkcapture -f monwrite back.txt back.bin
monstat -f openmetrics queue back.bin >out 2>err
is 'values from times that were before are left out' '10 11 12 ' \
	"$(awk '$1 == "zvm_queue_dispatch_list_users" { printf "%s ", $2 }' out)"
is 'left out values are reported once' 1 "$(grep -c 'left out values, because the intervals go back in time here' err)"
monstat -f influx queue back.bin 2>err | sed -n 's/.*queue_dispatch_list_users=\([0-9]*\),.*/\1/p' | tr '\n' ' ' >out
is 'line protocol has them' '10 11 12 13 14 0' "$(cat out)$(grep -c 'left out' err)"
monstat -f openmetrics -o back.prom queue back.bin 2>err
is 'the textfile collector has the last interval' '14 0' \
	"$(awk '$1 == "zvm_queue_dispatch_list_users" { print $2 }' back.prom) $(grep -c 'left out' err)"

# ---- Counters across a gap of ten minutes and a reset ----

{
	printf "let now = T'2026-03-04T08:00:00Z'\nset sample 1 0x01000000\nrecord MRMTRSYS\n  MTRSYS_SYSTMID = 'VMTEST'\n"
	for reads in 0 6000 12000 gap 100 6100 50 6050; do
		if [ $reads = gap ]; then
			echo 'let now += 600s'
		else
			printf 'block\nset sample 3 0x01000000\nrecord MRSTORSP\n  STORSP_PLSPGDRD = %s\nrecord MRMTREND\n' $reads
			echo 'let now += 60s'
		fi
	done
} >gap.txt
mkcapture -f monwrite gap.txt gap.bin
for minute in 01 02 13 14 15 16; do
	monstat -qq -f openmetrics -o gap.prom --until=08:$minute:10 paging gap.bin
	sed -n 's/^zvm_page_reads_total{system="VMTEST"} \(.*\)\..*/\1/p' gap.prom
done >got
is 'a gap and a reset do not lower a counter' '6000 12000 12000 18000 18000 24000' "$(tr '\n' ' ' <got | sed 's/ $//')"
finish
