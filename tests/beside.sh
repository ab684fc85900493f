#!/bin/sh
# beside.sh: captures that are read side by side show and say the same as one after the other, in their order.
. "${srcdir:-.}/tests/tap.sh"

mkdir "$tap_dir/none"
: >"$tap_dir/empty"
head -c 70000 "$captures/sample.monwrite" >"$tap_dir/cut"
# Larger than what is read so: it is read by itself, between others.
i=0
while [ $i -lt 17 ]; do
	cat "$captures/sample.monwrite"
	i=$((i + 1))
done >"$tap_dir/some"
i=0
while [ "$(($(wc -c <"$tap_dir/some") * i))" -le 17000000 ]; do
	cat "$tap_dir/some"
	i=$((i + 1))
done >"$tap_dir/large"

# compare NAME OPTION...: standard output, messages and status of one thread and of several.
compare()
{
	name=$1
	shift
	for jobs in 1 2 5; do
		# shellcheck disable=SC2086 # one name, or none
		monread "$@" -j$jobs "$captures"/good* "$captures"/bad* "$tap_dir/nosuch" "$tap_dir/cut" $large \
			"$captures"/bad* "$tap_dir/none" "$captures"/good* "$tap_dir/empty" >"$tap_dir/out" 2>"$tap_dir/said" </dev/null
		echo "status $?" >>"$tap_dir/said"
		# Of JSON, the time at which it was said.
		sed 's/"time":"[^"]*",//' "$tap_dir/said" >>"$tap_dir/out"
		mv "$tap_dir/out" "$tap_dir/jobs-$jobs"
	done
	for jobs in 2 5; do
		same "side by side: $name, $jobs threads" "$tap_dir/jobs-1" "$tap_dir/jobs-$jobs"
	done
}
large=$tap_dir/large
compare summary -s
large=
compare 'checks' -q
compare 'silent checks' -qq
compare 'more is said' -s -v
compare 'lines of JSON' -q --log=json --exit-summary=json
compare 'some records' -s -d 0,1 --user='LX*'
compare 'some times' -s --since=+30 --until=+90
compare 'some systems' -s --system='VMTEST*'
! monread -q -w 'SYTPRP_PFXCPUAD=1' "$captures/sample.monwrite" 2>/dev/null ||
	compare 'conditions' -s -w 'SYTPRP_PFXCPUAD=1'
is 'something was compared' yes "$(grep -q 'Damage' "$tap_dir/jobs-5" && grep -q '^status 2' "$tap_dir/jobs-5" && echo yes)"

# Without damage, and with selected records nowhere.
for jobs in 1 4; do
	monread -v -s -n MRUSELON -j$jobs "$captures"/good* >"$tap_dir/none-$jobs" 2>&1
	monread -s -d 29 -j$jobs "$captures"/good-[a-m]* >>"$tap_dir/none-$jobs" 2>&1
	echo "status $?" >>"$tap_dir/none-$jobs"
done
same 'what is not there' "$tap_dir/none-1" "$tap_dir/none-4"

# The first damage ends the run, wherever it is.
for jobs in 1 4; do
	monread -s --strict -j$jobs "$captures"/good* "$captures"/bad* >"$tap_dir/strict-$jobs" 2>&1
	echo "status $?" >>"$tap_dir/strict-$jobs"
done
same '--strict' "$tap_dir/strict-1" "$tap_dir/strict-4"

# Who reads no more ends it; what cannot be written is said.
monread -s -j4 "$captures"/* 2>"$tap_dir/said" | sed 1q >"$tap_dir/out"
is 'the first line' "$(monread -s "$captures"/bad-array-long.monwrite 2>/dev/null | sed 1q)" "$(cat "$tap_dir/out")"
if [ -c /dev/full ]; then
	monread -s -j4 "$captures"/good* >/dev/full 2>"$tap_dir/said"
	is 'a full disk' 2 $?
fi

# On a terminal a message stands where it would without threads.
if command -v script >/dev/null 2>&1 && [ -z "$EMULATOR" ]; then
	for jobs in 1 4; do
		script -qec "stty cols 100; '$MONREAD' --color=never --no-progress -v -s -j$jobs '$captures'/bad-s* '$captures'/good-[a-m]*" \
			/dev/null </dev/null >"$tap_dir/tty-$jobs" 2>&1
	done
	same 'on a terminal' "$tap_dir/tty-1" "$tap_dir/tty-4"
	is 'messages are there' yes "$(grep -q 'offset' "$tap_dir/tty-4" && echo yes)"
else
	skip 'on a terminal' 'no script(1), or an emulator'
fi
finish
