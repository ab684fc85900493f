#!/bin/sh
# stat_follow.sh: monstat --follow: the lines of the files of a writer equal those of the whole capture.
. "${srcdir:-.}/tests/live/live.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"

day hour --interval=60 --from=540 --to=600 || exit 99
hour=$dir/hour.bin
mkdir "$dir/all" "$dir/ring"
monread -q --write="$dir/all/c" --rotate=10m "$hour"

# put N...: the writer begins these files
put()
{
	for n; do
		cp "$dir/all/c.0000$n" "$dir/part" && mv "$dir/part" "$dir/ring/c.0000$n"
	done
}

# begin OPTION...: start monstat in the background
begin()
{
	rm -f "$dir/ring"/*
	put 1 2
	afresh
	# shellcheck disable=SC2086
	$EMULATOR "$MONSTAT" "$@" >"$dir/out" 2>"$dir/err" 7>&- &
	pid=$!
	pids="$pids $pid"
}

end()
{
	kill -TERM "$pid"
	wait "$pid"
	status=$?
}

for report in system cpu user; do
	monstat -f csv $report "$hour" >"$dir/whole" 2>"$dir/err"
	lines=$(wc -l <"$dir/whole")
	begin -f csv $report --follow "$dir/ring/c.00001"
	wait_for grep -q 'T09:1[89]' "$dir/out"
	put 3 4
	rm "$dir/ring/c.00001"
	wait_for grep -q 'T09:39' "$dir/out"
	put 5 6
	[ ! -f "$dir/all/c.00007" ] || put 7
	wait_for lines_in "$dir/out" "$lines"
	end
	same "$report: lines of several files equal those of the capture" "$dir/whole" "$dir/out"
	is "$report: status and messages" '0 ' "$status $(cat "$dir/err")"
done

# A writer that was started again may begin a file without configuration, which would name its system.
monread --raw --since=2026-03-04T09:19:30Z "$hour" >"$dir/late"
is 'a file without the name of its system' '' "$(monread -f json -r D1R4 "$dir/late" 2>/dev/null)"
monstat -f csv cpu "$hour" >"$dir/whole" 2>"$dir/err"
for system in '' --system=VMDAY; do
	begin -f csv cpu $system --follow "$dir/ring"
	wait_for grep -q 'T09:1[89]' "$dir/out"
	cp "$dir/late" "$dir/ring/part" && mv "$dir/ring/part" "$dir/ring/c.00003"
	wait_for grep -q 'T10:00' "$dir/out"
	end
	grep 'T09:2\|T09:[345]\|T10' "$dir/whole" >"$dir/whole.late"
	grep 'T09:2\|T09:[345]\|T10' "$dir/out" >"$dir/out.late"
	same "the system of the file before: $system" "$dir/whole.late" "$dir/out.late"
	is "the system of the file before: $system: status" 0 "$status"
done

# Of a directory, it begins with the newest file: the last lines of the whole.
monstat -f csv cpu "$hour" >"$dir/whole" 2>"$dir/err"
begin -f csv cpu --follow "$dir/ring"
wait_for grep -q 'T09:1[89]' "$dir/out"
put 3 4 5 6
[ ! -f "$dir/all/c.00007" ] || put 7
wait_for grep -q 'T10:00' "$dir/out"
end
for file in out whole; do
	grep 'T09:[2-5]\|T10' "$dir/$file" | grep -v 'T09:20' >"$dir/$file.late"
done
same 'a directory: the lines of the newest file and of later files' "$dir/whole.late" "$dir/out.late"
is 'a directory: the first file is not read' 0 "$(grep -c 'T09:0' "$dir/out")"

# The file of metrics has the last interval.
begin -f openmetrics cpu --follow "$dir/ring" -o "$dir/zvm.prom"
wait_for grep -qs . "$dir/zvm.prom"
ok 'metrics: the newest file' $?
cp "$dir/zvm.prom" "$dir/before"
put 3
monstat -f openmetrics cpu "$dir/all/c.00002" "$dir/all/c.00003" -o "$dir/expected.prom"
wait_for cmp -s "$dir/expected.prom" "$dir/zvm.prom"
ok 'metrics: the file is renewed' $?
cmp -s "$dir/before" "$dir/zvm.prom"
is 'metrics: it is another interval' 1 $?
end

begin --alarm='cpu.%busy > 0' --follow "$dir/ring"
put 3
wait_for grep -q . "$dir/out"
end
is 'alarms: status' 3 "$status"

# ---- Two systems in one directory ----

sed 's/VMDAY/VMTWO/' "$tests/stat/day.txt" >"$dir/two.txt"
"$PYTHON" "$tests/stat/day.py" "$dir/two.txt" --layouts="$tests/../data" --capture="$dir/two.bin" --truth="$dir/two.json" \
	--interval=60 --from=540 --to=580 || exit 99
mkdir "$dir/two"
monread -q --write="$dir/two/two" --rotate=10m "$dir/two.bin"

# lines SYSTEM N: the output has at least N lines of SYSTEM.
lines()
{
	[ "$(grep -c "$1" "$dir/out")" -ge "$2" ]
}

# play_two N M: the second system appears, then the first one stands still, then it goes on; they have N and M lines.
play_two()
{
	wait_for lines VMDAY 1
	cp "$dir/two/two.00001" "$dir/two/two.00002" "$dir/ring"
	wait_for lines VMTWO 1
	cp "$dir/two/two.00003" "$dir/ring"
	wait_for lines VMTWO "$2"
	put 3
	wait_for lines VMDAY "$1"
	end
}

# two_systems NAME OPTION...: the lines of both systems equal those of their captures alone.
two_systems()
{
	name=$1
	shift
	monstat "$@" "$dir/all/c.00002" "$dir/all/c.00003" >"$dir/expected.1" 2>"$dir/err"
	monstat "$@" "$dir"/two/two.0000[123] >"$dir/expected.2" 2>"$dir/err"
	begin "$@" --follow "$dir/ring"
	play_two "$(grep -c VM "$dir/expected.1")" "$(grep -c VM "$dir/expected.2")"
	for i in 1 2; do
		grep VM "$dir/expected.$i" >"$dir/expected"
		case $i in 1) grep VMDAY "$dir/out" ;; *) grep VMTWO "$dir/out" ;; esac >"$dir/got"
		same "two systems: $name: $i" "$dir/expected" "$dir/got"
	done
}

two_systems cpu -f csv cpu
two_systems user -f csv user
two_systems alarms -f csv --alarm='cpu.%busy > 57'
begin cpu --follow "$dir/ring"
play_two 95 145
is 'two systems: averages' '5 5' "$(grep -c '^Average.* VMDAY' "$dir/out") $(grep -c '^Average.* VMTWO' "$dir/out")"
is 'two systems: one heading' 1 "$(grep -c '^cpu: .*  2026-03-04 UTC$' "$dir/out")"
begin -f openmetrics cpu --follow "$dir/ring" -o "$dir/two.prom"
monstat -f openmetrics cpu "$dir/all/c.00002" "$dir"/two/two.0000[123] -o "$dir/expected.prom"
wait_for grep -qs VMDAY "$dir/two.prom"
cp "$dir"/two/two.0000[123] "$dir/ring"
sort "$dir/expected.prom" >"$dir/expected"
is_renewed()
{
	sort "$dir/two.prom" | cmp -s - "$dir/expected"
}
wait_for is_renewed
ok 'two systems: metrics' $?
end
is 'two systems: metrics: messages' '0 ' "$status $(cat "$dir/err")"

# ---- A device that is stored, and watched at the same time ----

# store: start what the service runs.
store()
{
	"$MONREAD" --quiet --sync=set --write="$dir/ring/c" --rotate=8K $compress --keep=5 "$dev" 2>>"$dir/store.err" 7>&- &
	store=$!
	pids="$pids $store"
}

# records N: monread has shown N records
records()
{
	json_lines=$(grep -c -v '"continued":true' "$dir/shown")
	[ "$json_lines" -ge "$1" ]
}

compress=--compress=zstd
monread -q --compress=zstd --write="$dir/try" "$captures/sample.monwrite" 2>/dev/null || compress=
if have_fuse; then
	rm -f "$dir/ring"/*
	json "$captures/sample.monwrite" >"$dir/all.json"
	monstat -f csv cpu "$captures/sample.monwrite" >"$dir/whole"
	play "$captures/sample.monwrite" --speed=30
	store
	wait_for [ -s "$dir/ring/c.00001" ]
	"$MONREAD" -F -f json "$dir/ring/c.00001" >"$dir/shown" 2>"$dir/shown.err" 7>&- &
	shows=$!
	"$MONSTAT" -f csv cpu --follow "$dir/ring/c.00001" >"$dir/out" 2>"$dir/err" 7>&- &
	pid=$!
	pids="$pids $shows $pid"
	wait_for records 144
	kill -9 "$store"
	wait "$store" 2>/dev/null
	store
	wait_for records 378
	ok 'watched: all records are shown' $?
	wait_for lines_in "$dir/out" "$(wc -l <"$dir/whole")"
	end
	same 'watched: all intervals' "$dir/whole" "$dir/out"
	is 'watched: monstat: status' 0 "$status"
	kill -TERM "$shows" "$store"
	wait "$shows"
	is 'watched: monread: status' 0 $?
	wait "$store"
	grep -v '"continued":true' "$dir/shown" | strip >"$dir/shown.json"
	equal 'watched: each record once, after kill -9 of the writer' "$dir/all.json" "$dir/shown.json"
	stop_play
else
	skip 'watched: a device' "$why_not"
fi

# ---- The command line ----

monstat --follow "$hour" "$hour" 2>"$dir/err"
is 'one FILE: status' 64 $?
grep -q -e '--follow reads one FILE or directory' "$dir/err"
ok 'one FILE: message' $?
finish
