#!/bin/sh
# restart.sh: --write is started and killed again and again; all that was complete is in the files, exactly once.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

runs=50
[ -z "${MONREAD_LONG-}" ] || runs=$((50 * MONREAD_LONG))
# No time stamp comes twice.  While nobody reads, monplay waits: the next run goes on where the one before was.
"$helpers/sets" $((runs * 200)) 4096 1000 >"$dir/source"
play "$dir/source" --speed=max
awk -v n="$runs" 'BEGIN { srand(17); for (i = 0; i < n; i++) printf "0.%03d %s\n", 60 + rand() * 140, rand() < 0.5 ? "KILL" : "TERM" }' \
	>"$dir/plan"
monread -l -r 1.11 "$dir/source" | awk '{ print $2, NR }' >"$dir/times"
mkdir "$dir/r"
: >"$dir/shown"
# number TIME: which data set of the source that is.
number()
{
	sed -n "s/^$1 //p" "$dir/times"
}
# What was read when a run was asked to end is stored: the next run goes on behind it, unless the device lost some.
wrong='' terms=0 early=0 run=0 missing='' last=
while read -r delay signal; do
	run=$((run + 1))
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -I device -l -r 1.11 --buffer=1 --sync=set --write="$dir/r/c" --rotate-size=40K "$dev" >"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
	sleep "$delay"
	kill -$signal $reader 2>/dev/null
	wait $reader 2>/dev/null
	status=$?
	# What was shown was stored before; a line may be cut by the kill.
	awk '$3 == "D1R11" { print $2 }' "$dir/out" >"$dir/now"
	cat "$dir/now" >>"$dir/shown"
	if [ -s "$dir/now" ]; then
		first=$(number "$(head -n 1 "$dir/now")")
		[ -z "$last" ] || [ "$first" -eq $((last + 1)) ] || grep -q 'message limit' "$dir/err" ||
			missing="$missing $run:$last-$first"
		last=$(number "$(tail -n 1 "$dir/now")")
	fi
	[ $signal = TERM ] || last=
	[ $signal = KILL ] && continue
	# A signal that comes before main() is reached ends any program: it has not read anything then.
	[ $status -eq 143 ] && [ ! -s "$dir/out" ] && [ ! -s "$dir/err" ] && early=$((early + 1)) && continue
	terms=$((terms + 1))
	[ $status -eq 0 ] || wrong="$wrong $run:$status:$(head -n 1 "$dir/err")"
done <"$dir/plan"
stop_play
is "$runs runs: those that are asked to end have status 0 ($terms)" '' "$wrong"
[ "$early" -lt "$terms" ]
ok "most of them had begun ($early had not)" $?
is 'what they had read is stored' '' "$missing"
# Filtered sets hold the record that ends an interval alone: one for each data set.
fault=''
: >"$dir/stored"
for file in "$dir"/r/c.*; do
	monread -l -r 1.11 "$file" 2>"$dir/err" >"$dir/out"
	awk '$3 == "D1R11" { print $2 }' "$dir/out" >>"$dir/stored"
	# kill -9 may leave a part of one data set at the end of a file, or a new file in which nothing is yet.
	[ ! -s "$dir/err" ] || [ "$(grep -c -v -e 'cut off' -e 'truncated' -e ': empty$' -e ': .* records\{0,1\} selected' "$dir/err")" -eq 0 ] ||
		fault="$fault ${file##*/}:$(head -n 1 "$dir/err")"
done
is 'every file can be read' '' "$fault"
is 'no data set is stored twice' '' "$(sort "$dir/stored" | uniq -d | head -n 3 | tr '\n' ' ')"
is 'all that was shown is stored' '' "$(sort "$dir/shown" >"$dir/a"; sort "$dir/stored" | comm -23 "$dir/a" - | head -n 3 | tr '\n' ' ')"
sort -c "$dir/stored" 2>/dev/null
ok 'in the order of the file names they are in the order of time' $?
sets=$(wc -l <"$dir/stored" | tr -d ' ') files=$(ls "$dir/r" | wc -l | tr -d ' ')
[ "$sets" -ge "$runs" ]
ok "there were enough: $sets data sets in $files files" $?
finish
