#!/bin/sh
# jobs.sh: monstat --jobs: output, messages and status do not depend on the number of processes.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"
cd "$tap_dir" || exit 99

day day --interval=900 && day morning --interval=300 --from=360 --to=480 &&
	day evening --interval=300 --from=1200 --to=1320 || exit 99

# Bytes of some records are wrong.
"$PYTHON" - <<'END'
capture = bytearray(open("morning.bin", "rb").read())
for at in range(200000, len(capture), 300000):
    capture[at:at + 40] = b"\xff" * 40
open("damaged.bin", "wb").write(capture)
END

# alike NAME OPTION...: what monstat prints with 1, 2 and 5 processes.
alike()
{
	alike_name=$1
	shift
	rm -f page
	monstat -j1 "$@" >expected 2>&1
	echo "status $?" >>expected
	[ ! -f page ] || cat page >>expected
	for jobs in 2 5; do
		rm -f page
		monstat -j$jobs "$@" >got 2>&1
		echo "status $?" >>got
		[ ! -f page ] || cat page >>got
		same "$alike_name, $jobs processes" expected got
	done
}
for files in day.bin 'damaged.bin evening.bin'; do
	for options in all 'cpu,user --every=1h' '-f csv user' '-f json all' '-f openmetrics' '-f influx' --html=page \
		--alarms '--alarms -f json' 'user,device --top=3 --by=cpu' "cpu,user --only=user=LX*" \
		"--system=NONE all" '--since=07:10 --until=20:30 all' '-v all'; do
		# shellcheck disable=SC2086 # lists of words
		alike "$options $files" $options $files
	done
done
holds 'the damaged capture has messages' grep -q 'offset 0x' got
holds 'a report of the alarms says when one began' grep -q . expected

# ---- A process that is killed ----

mkdir reports
for one in one two three; do
	cat >reports/$one.report <<'END'
Title: T
Question: Q?
Needs: MRSYTPRP; nothing
Columns:
  n 12 1 - - value n - - N.
Query:
WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000000) SELECT max(n) AS n FROM c, MRSYTPRP
END
done

# children PID: the processes that PID started.
children()
{
	cat /proc/[0-9]*/stat 2>/dev/null | awk -v "of=$1" '$4 == of { print $1 }'
}
if [ -n "$EMULATOR" ] || [ ! -r /proc/self/stat ]; then
	skip 'a process that is killed' 'the processes are not known'
else
	for form in '' --html=page; do
		# shellcheck disable=SC2086 # may be empty
		"$MONSTAT" -j3 --reports=reports one,two,three $form day.bin >out 2>err &
		pid=$!
		others=
		while kill -0 $pid 2>/dev/null && [ "$(echo "$others" | wc -w)" -lt 2 ]; do
			others=$(children $pid)
		done
		kill -9 "${others%%[!0-9]*}"
		wait $pid
		is "a process that is killed $form" \
			'2 monstat: a process that ran some of the reports was killed by signal 9; --jobs=1 uses no other processes' \
			"$? $(cat err)"
		alive=0
		for one in $others; do
			kill -0 "$one" 2>/dev/null && alive=$((alive + 1))
		done
		is "no process stays $form" 0 $alive
	done
	holds 'an incomplete page is removed' [ ! -e page ]
fi

# ---- Inputs that one process reads ----

monstat -j2 cpu,user - <day.bin >got 2>&1
monstat -j1 cpu,user - <day.bin >expected 2>&1
same 'standard input' expected got
finish
