#!/bin/sh
# restart.sh: kill and restart --write again and again, in each form: the files have all complete data sets, exactly once.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

runs=$((24 * ${MONREAD_LONG:-1}))
packed=
"$helpers/sets" 2 4096 >"$dir/try"
monread -q --compress=zstd --write="$dir/try.zst" "$dir/try" 2>/dev/null && packed=--compress=zstd
# options RUN: print the options for the form of this run.
options()
{
	case $(($1 % 4)) in
	0) echo --write-format=stream ;;
	1) echo ;;
	2) echo --sync=set ;;
	3) echo $packed ;;
	esac
}

# Time stamps are unique.  Without a reader monplay waits: the next run continues after the last data set of the previous run.
"$helpers/sets" $((runs * 200)) 4096 1000 >"$dir/source"
play "$dir/source" --speed=max
awk -v n="$runs" 'BEGIN { srand(17); for (i = 0; i < n; i++) printf "0.%03d %s\n", 60 + rand() * 140, rand() < 0.5 ? "KILL" : "TERM" }' \
	>"$dir/plan"
monread -l -r 1.11 "$dir/source" | awk '{ print $2, NR }' >"$dir/times"
mkdir "$dir/r"
: >"$dir/shown"
# number TIME: print the number of the data set with this time.
number()
{
	sed -n "s/^$1 //p" "$dir/times"
}
# monread stores everything that it read before a request to end: the next run continues after it, unless the device lost some.
wrong='' terms=0 early=0 run=0 missing='' last=
while read -r delay signal; do
	run=$((run + 1))
	# shellcheck disable=SC2046,SC2086 # words
	$EMULATOR "$MONREAD" -I device -l -d 0-1 $(options $((run / 3))) --write="$dir/r/c" --rotate=200K "$dev" \
		>"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
	sleep "$delay"
	kill -$signal $reader 2>/dev/null
	wait $reader 2>/dev/null
	status=$?
	# monread stores records before it shows them; the kill may cut a line.
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
	# A signal before main() ends any program: it has not read anything then.
	[ $status -eq 143 ] && [ ! -s "$dir/out" ] && [ ! -s "$dir/err" ] && early=$((early + 1)) && continue
	terms=$((terms + 1))
	[ $status -eq 0 ] || wrong="$wrong $run:$status:$(head -n 1 "$dir/err")"
done <"$dir/plan"
stop_play
is "$runs runs: those that are asked to end have status 0 ($terms)" '' "$wrong"
[ "$early" -lt "$terms" ]
ok "most of them had begun ($early had not)" $?
is 'what they had read is stored' '' "$missing"
fault=''
: >"$dir/stored"
: >"$dir/records"
for file in "$dir"/r/c.*; do
	monread -l -r 1.11 "$file" 2>"$dir/err" >"$dir/out"
	awk '$3 == "D1R11" { print $2 }' "$dir/out" >>"$dir/stored"
	json "$file" 2>/dev/null >>"$dir/records"
	# kill -9 may leave a part of one data set at the end of a file, or a new file in which nothing is yet; the next run
	# continues the file, and the interval of a lost data set is missing there.
	[ ! -s "$dir/err" ] || [ "$(grep -c -v -e 'cut off' -e 'records are missing' -e 'truncated' -e ': empty$' -e ': .* records\{0,1\} selected' "$dir/err")" -eq 0 ] ||
		fault="$fault ${file##*/}:$(head -n 1 "$dir/err")"
done
is 'every file can be read' '' "$fault"
json "$dir/source" | LC_ALL=C sort >"$dir/all"
is 'all records are those of the source' '' "$(LC_ALL=C sort "$dir/records" | LC_ALL=C comm -13 "$dir/all" - | cut -c1-200 | head -n 3)"
is 'no data set is stored twice' '' "$(sort "$dir/stored" | uniq -d | head -n 3 | tr '\n' ' ')"
is 'all that was shown is stored' '' "$(sort "$dir/shown" >"$dir/a"; sort "$dir/stored" | comm -23 "$dir/a" - | head -n 3 | tr '\n' ' ')"
sort -c "$dir/stored" 2>/dev/null
ok 'in the order of the file names they are in the order of time' $?
sets=$(wc -l <"$dir/stored" | tr -d ' ') files=$(ls "$dir/r" | wc -l | tr -d ' ')
[ "$sets" -ge "$runs" ]
ok "there were enough: $sets data sets in $files files" $?
finish
