#!/bin/sh
# again.sh: --write to an existing file: monread never replaces, cuts or removes it without an option.
. "${srcdir:-.}/tests/live/live.sh"

"$helpers/sets" 3 8192 1000 >"$dir/three"
"$helpers/sets" 2 4096 1000 9 >"$dir/two"
json "$dir/two" >"$dir/two.json"
packed=
monread -q --compress=zstd --write="$dir/try" "$dir/two" 2>/dev/null && packed='zstd gzip'
rm -f "$dir/try"

# store STATUS ARGUMENTS...: run monread; the messages go to err.
store()
{
	wanted=$1
	shift
	monread -q "$@" 2>"$dir/err"
	is "status $wanted: $*" "$wanted" $?
}

# said TEXT: the messages are exactly TEXT.
said()
{
	is "said: $1" "monread: $1" "$(cat "$dir/err")"
}

# names DIRECTORY: print the names of its files in one line.
names()
{
	# shellcheck disable=SC2012 # no strange names
	LC_ALL=C ls -A "$1" | tr '\n' ' ' | sed 's/ $//'
}

# ---- A name that is taken ----

echo precious >"$dir/old"
cp "$dir/old" "$dir/old.copy"
store 2 --write="$dir/old" "$dir/three"
said "$dir/old: already exists; use --append to continue it, --force to replace it, or another name"
equal 'a file that exists is as it was' "$dir/old.copy" "$dir/old"
: >"$dir/empty"
store 2 --write="$dir/empty" "$dir/three"
is 'an empty one too' 0 "$(wc -c <"$dir/empty" | tr -d ' ')"
store 2 --append --write="$dir/old" "$dir/three"
said "$dir/old: --append: no monitor data is in it; choose another --write"
equal 'a file that is no capture is as it was' "$dir/old.copy" "$dir/old"
store 0 --append --write="$dir/empty" "$dir/two"
json "$dir/empty" | cmp -s - "$dir/two.json"
ok '--append to an empty file' $?
store 0 --append --write="$dir/made" "$dir/two"
json "$dir/made" | cmp -s - "$dir/two.json"
ok '--append to a file that is missing' $?
store 0 --force --write="$dir/old" "$dir/two"
json "$dir/old" | cmp -s - "$dir/two.json"
ok '--force replaces' $?
store 0 --force -r 20.99 --write="$dir/old" "$dir/three"
json "$dir/old" | cmp -s - "$dir/two.json"
ok '--force: where nothing is stored, nothing is replaced' $?
store 2 --force --write="$dir" "$dir/two"
said "$dir: is a directory; name a file"
rm -rf "$dir"/old* "$dir/empty" "$dir/made"

# ---- Links ----

mkdir "$dir/l"
echo precious >"$dir/target"
for option in '' --append --force; do
	for to in target nowhere; do
		ln -sf "../$to" "$dir/l/link"
		# shellcheck disable=SC2086
		store 2 $option --write="$dir/l/link" "$dir/two"
		said "$dir/l/link: is a symbolic link, which --write does not follow; name the file itself"
	done
done
ln -s ../target "$dir/l/c.00001"
ln -s ../nowhere "$dir/l/t2644"
store 0 --write="$dir/l/c" --rotate=1B "$dir/two"
store 0 --write="$dir/l/t%M%S" "$dir/two"
is 'links that were planted are passed over' 'c.00001 c.00002 c.00003 link t2644 t2644.00002' "$(names "$dir/l")"
is 'a symbolic link: its target is unchanged' precious "$(cat "$dir/target")"
[ ! -e "$dir/nowhere" ]
ok 'a symbolic link to nothing: its target is not made' $?
rm -rf "$dir/l" "$dir/target"

# ---- Permissions ----

(
	umask 0
	monread -q --write="$dir/m600" "$dir/two"
	monread -q --mode=640 --write="$dir/m640" "$dir/two"
)
(
	umask 077
	monread -q --mode=0644 --write="$dir/m644" "$dir/two"
	monread -q --mode=0644 --write="$dir/r" --rotate=1B "$dir/two"
)
is 'permissions' '600 640 644 644 644' "$(stat -c %a "$dir/m600" "$dir/m640" "$dir/m644" "$dir/r.00001" "$dir/r.00002" | tr '\n' ' ' | sed 's/ $//')"
chmod 604 "$dir/m640"
monread -q --append --write="$dir/m640" "$dir/two"
is '--append leaves them as they are' 604 "$(stat -c %a "$dir/m640")"
rm -f "$dir"/m6* "$dir"/r.*

# ---- --append after a part of a data set ----

# boundaries FORM KIND: put the ends of the data sets of $dir/whole into $ends, and the number of bytes that end a compressed
# file into $end_size.
boundaries()
{
	ends=0
	end_size=0
	[ "$2" != zstd ] || end_size=7
	[ "$2" != gzip ] || end_size=13
	for n in 1 2 3; do
		rm -f "$dir/part"
		"$helpers/sets" $n 8192 1000 >"$dir/n"
		# shellcheck disable=SC2086
		monread -q --write-format=$1 ${2:+--compress=$2} --write="$dir/part" "$dir/n"
		ends="$ends $(($(wc -c <"$dir/part") - end_size))"
	done
	[ $end_size -eq 0 ] || ends="$ends $(wc -c <"$dir/part" | tr -d ' ')"
}

# begins_with N FILE FILE: both begin with the same N bytes.
begins_with()
{
	[ "$(head -c "$1" "$2" | cksum)" = "$(head -c "$1" "$3" | cksum)" ]
}

for kind in monwrite stream $packed; do
	form=stream
	compress=$kind
	case $kind in monwrite | stream) form=$kind compress= ;; esac
	boundaries $form $compress
	rm -f "$dir/whole"
	# shellcheck disable=SC2086
	monread -q --write-format=$form ${compress:+--compress=$compress} --write="$dir/whole" "$dir/three"
	# A stream is cut at record sets, of which a data set has two: 12 + 8192 and 12 + 2068 bytes.
	[ $kind != stream ] || ends='0 8204 10284 18488 20568 28772 30852'
	size=${ends##* }
	is "$kind: the ends of the data sets are known" "$size" "$(wc -c <"$dir/whole" | tr -d ' ')"
	fault='' tried=0
	for end in $ends; do
		for more in -9 -1 0 1 12 13 40 53 4096; do
			at=$((end + more))
			# monread cannot recognise a file without the beginning of a control element.
			[ $at -ge 60 ] && [ $at -le "$size" ] || continue
			keep=0
			for e in $ends; do
				[ "$e" -gt $at ] || keep=$e
			done
			rm -f "$dir/cut"
			head -c $at "$dir/whole" >"$dir/cut"
			# shellcheck disable=SC2086
			monread -q --append --write-format=$form ${compress:+--compress=$compress} --write="$dir/cut" "$dir/two" 2>"$dir/err"
			status=$?
			tried=$((tried + 1))
			wanted=0 words=
			# monread cannot recognise a file without one data set, or at least its control block.
			if [ $keep -eq 0 ] && { [ "$compress" ] || { [ $kind = monwrite ] && [ $at -lt 4096 ]; }; }; then
				[ $status -eq 2 ] && begins_with $at "$dir/whole" "$dir/cut" &&
					[ "$(wc -c <"$dir/cut")" -eq $at ] || fault="$fault $at($status):$(cat "$dir/err")"
				continue
			elif [ $keep -ne $at ]; then
				wanted=1
				words=$(printf 'monread: %s: offset 0x%x: expected a complete data set, found the first %d byte%s of one; cut off' \
					"$dir/cut" $keep $((at - keep)) "$([ $((at - keep)) -eq 1 ] || echo s)")
			fi
			[ $status -eq $wanted ] && [ "$(cat "$dir/err")" = "$words" ] && begins_with $keep "$dir/whole" "$dir/cut" &&
				tail -c "+$((keep + 1 + ($keep < $size ? end_size : 0)))" "$dir/cut" >"$dir/rest" && json "$dir/rest" 2>/dev/null | cmp -s - "$dir/two.json" ||
				fault="$fault $at($status):$(cat "$dir/err")"
		done
	done
	is "$kind: --append cuts off a part of a data set, and no more ($tried places)" '' "$fault"
done

# --append cuts off only bytes that can be the beginning of a data set.
for form in stream monwrite; do
	rm -f "$dir/whole"
	monread -q --write-format=$form --write="$dir/whole" "$dir/two"
	size=$(wc -c <"$dir/whole" | tr -d ' ')
	for tail in x 'something that somebody wrote behind it, long enough for a control element'; do
		cp "$dir/whole" "$dir/tail"
		printf %s "$tail" >>"$dir/tail"
		cp "$dir/tail" "$dir/tail.copy"
		store 2 --append --write-format=$form --write="$dir/tail" "$dir/three"
		said "$(printf '%s: --append: offset 0x%x: expected the end of the file or a data set, found %d byte%s that %s no monitor data; choose another --write' \
			"$dir/tail" "$size" ${#tail} "$([ ${#tail} -eq 1 ] || echo s)" "$([ ${#tail} -eq 1 ] && echo is || echo are)")"
		equal "$form: a tail of ${#tail} bytes that is something else stays" "$dir/tail.copy" "$dir/tail"
	done
done

# --append does not cut off a complete data set with foreign data after it.
for kind in $packed; do
	boundaries stream "$kind"
	last=${ends##* }
	fault=
	for tail in x 12345678 'something that somebody wrote behind it, long enough for a frame'; do
		cp "$dir/part" "$dir/tail"
		printf %s "$tail" >>"$dir/tail"
		cp "$dir/tail" "$dir/tail.copy"
		monread -q --append --write-format=stream --compress="$kind" --write="$dir/tail" "$dir/two" 2>"$dir/err"
		status=$?
		[ $status -eq 2 ] && cmp -s "$dir/tail" "$dir/tail.copy" && [ "$(cat "$dir/err")" = "$(
			printf 'monread: %s: --append: offset 0x%x of the compressed file: expected its end or a data set, found something else; choose another --write' \
				"$dir/tail" "$last"
		)" ] || fault="$fault ${#tail}($status):$(cat "$dir/err")"
	done
	is "$kind: a complete data set stays, whatever somebody wrote behind it" '' "$fault"
done

# --append changes nothing if no data come, and refuses data of a different kind.
head -c 20000 "$dir/three" >"$dir/cut"
cp "$dir/cut" "$dir/cut.copy"
store 2 --append --write-format=stream --write="$dir/cut" "$dir/no-such-file"
store 0 --append --write-format=stream --write="$dir/cut" -r 20.99 "$dir/two"
store 2 --append --write="$dir/cut" "$dir/two"
said "$dir/cut: --append needs --write-format=stream without --compress, as the file has"
if [ "$packed" ]; then
	store 2 --append --write-format=stream --compress=zstd --write="$dir/cut" "$dir/two"
	said "$dir/cut: --append needs --write-format=stream without --compress, as the file has"
	monread -q --compress=gzip --write="$dir/packed" "$dir/two"
	cp "$dir/packed" "$dir/packed.copy"
	store 2 --append --write="$dir/packed" "$dir/two"
	said "$dir/packed: --append needs --write-format=monwrite --compress=gzip, as the file has"
	store 2 --append --compress=zstd --write="$dir/packed" "$dir/two"
	said "$dir/packed: --append needs --write-format=monwrite --compress=gzip, as the file has"
	# The format that needs the most bytes to be recognised.
	monread -q --write="$dir/plain" "$dir/two"
	if xz -c "$dir/plain" >"$dir/xz" 2>/dev/null; then
		store 2 --append --compress=zstd --write="$dir/xz" "$dir/two"
		said "$dir/xz: --append: it is compressed with xz; --compress can zstd and gzip; choose another --write"
	fi
	store 2 --append --compress=gzip --write-format=stream --write="$dir/packed" "$dir/two"
	said "$dir/packed: --append needs --write-format=monwrite --compress=gzip, as the file has"
	equal 'the compressed file is as it was' "$dir/packed.copy" "$dir/packed"
fi
equal 'the file is as it was' "$dir/cut.copy" "$dir/cut"

# If monread cannot write the new data, the whole data sets stay; ulimit counts blocks of 512 bytes or 1 KB.
"$helpers/sets" 1 40960 1000 9 >"$dir/large"
"$helpers/sets" 1 4096 1000 9 >"$dir/small"
cp "$dir/cut.copy" "$dir/cut"
(
	ulimit -f 44 2>/dev/null
	monread -q --append --write-format=stream --write="$dir/cut" "$dir/large" 2>"$dir/err"
)
is 'nothing can be written in its place' "2 monread: $dir/cut: writing failed: File too large; nothing more is stored" "$? $(tail -n 1 "$dir/err")"
head -c 18488 "$dir/three" >"$dir/expected"
equal 'nothing can be written in its place: whole data sets stay' "$dir/expected" "$dir/cut"
# monread stores the records that it can store.
cat "$dir/small" "$dir/large" >"$dir/both"
cp "$dir/cut.copy" "$dir/cut"
(
	ulimit -f 50 2>/dev/null
	monread -q --append --write-format=stream --write="$dir/cut" "$dir/both" 2>"$dir/err"
)
is 'one data set can be written in its place' 2 $?
is 'one data set can be written in its place: message' 'offset 0x4838: expected a complete data set, found the first 1512 bytes of one; cut off
writing failed: File too large; nothing more is stored' "$(sed "s,^monread: $dir/cut: ,," "$dir/err")"
head -c 18488 "$dir/three" | cat - "$dir/small" >"$dir/expected"
same_records 'one data set can be written in its place: its records' "$dir/expected" "$dir/cut"

# ---- Rotation over several runs ----

mkdir "$dir/r"
"$helpers/sets" 4 4096 1000 >"$dir/four"
for run in 1 2 3; do
	store 0 --write="$dir/r/c" --rotate=24K "$dir/four"
done
is 'numbers go on' 'c.00001 c.00002 c.00003 c.00004 c.00005 c.00006' "$(names "$dir/r")"
for run in 1 2 3; do
	json "$dir/four"
done >"$dir/expected"
json "$dir"/r/c.* | cmp -s - "$dir/expected"
ok 'all of three runs is there' $?
rm -f "$dir/r/c.00002"
store 0 --write="$dir/r/c" --rotate=1G "$dir/two"
is 'new files follow the highest number, not a gap' 'c.00001 c.00003 c.00004 c.00005 c.00006 c.00007' "$(names "$dir/r")"
: >"$dir/r/c.99999"
: >"$dir/r/c.9999999999"
: >"$dir/r/c.00x"
: >"$dir/r/cc.100000"
store 0 --write="$dir/r/c" --rotate=1G "$dir/two"
[ -s "$dir/r/c.100000" ]
ok 'beyond five digits' $?
: >"$dir/r/c.999999999"
store 2 --write="$dir/r/c" --rotate=1G "$dir/two"
is 'no number is left: message' 1 \
	"$(grep -c '/c: no number is left after the last file, at most 999999999; move those files away, or ' "$dir/err")"
rm -f "$dir"/r/*
for run in 1 2 3; do
	store 0 --write="$dir/r/t%M%S" --rotate=2s "$dir/four"
done
is 'a time that comes again gets a number' \
	't2644 t2644.00002 t2644.00003 t2646 t2646.00002 t2646.00003' "$(names "$dir/r")"
json "$dir"/r/t2644* "$dir"/r/t2646* | sort >"$dir/got"
sort "$dir/expected" | cmp -s - "$dir/got"
ok 'all of three runs is there, by time' $?
rm -f "$dir"/r/*

# ---- --keep over several runs ----

"$helpers/sets" 8 4096 1000 >"$dir/eight"
json "$dir/eight" | tail -n 35 >"$dir/last5.json"
n=0
# Each second of the data is a separate run.
for from in 0 1 2 3 4 5 6 7; do
	monread -q --since=+$from --until=+$from.5 --write="$dir/r/c" --rotate=1B --keep=5 "$dir/eight"
done
is '--keep counts the files of all runs' 'c.00004 c.00005 c.00006 c.00007 c.00008' "$(names "$dir/r")"
json "$dir"/r/c.* | cmp -s - "$dir/last5.json"
ok 'the last ones are kept' $?
rm -f "$dir"/r/*
# --keep ignores files that are not captures or have a different name; it does not use the times of files.
for from in 7 3 5 1 0 6 4 2; do
	monread -q --since=+$from --until=+$from.5 --write="$dir/r/c%M%S" "$dir/eight"
done
echo notes >"$dir/r/c2640"
cp "$dir/r/c2644" "$dir/r/c2644.bak"
cp "$dir/r/c2644" "$dir/r/cxx44"
cp "$dir/r/c2644" "$dir/r/c26441"
ln -s c2644.bak "$dir/r/c2641"
monread -q --write="$dir/r/c%M%S" --rotate=1m --keep=4 "$dir/eight"
is '--keep: the oldest by their first record' \
	'c2640 c2641 c2644.00002 c2644.bak c26441 c2649 c2650 c2651 cxx44' "$(names "$dir/r" | tr ' ' '\n' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
rm -rf "$dir/r"

# ---- Restarts ----

# restarts OPTION...: each second of eight is a run; continued files must not use up what --keep counts.
restarts()
{
	rm -rf "$dir/r"
	mkdir "$dir/r"
	for from in 0 1 2 3 4 5 6 7; do
		monread -q --since=+$from --until=+$from.5 --keep=2 "$@" "$dir/eight" 2>>"$dir/err"
	done
}

: >"$dir/err"
json "$dir/eight" >"$dir/eight.json"
for options in --rotate=1G --rotate=1h "--rotate=1G --write-format=stream" \
	${packed:+"--rotate=1G --compress=zstd" "--rotate=1h --compress=gzip"}; do
	# shellcheck disable=SC2086 # words
	restarts --write="$dir/r/c" $options
	is "$options: one file after eight runs" c.00001 "$(names "$dir/r")"
	json "$dir/r/c.00001" 2>/dev/null | cmp -s - "$dir/eight.json"
	ok "$options: it has all records" $?
	is "$options: with a mark for each restart" 7 "$(monread -f json -d 10 "$dir/r/c.00001" 2>/dev/null | grep -c '"continued":true')"
done
restarts --write="$dir/r/c%M%S" --rotate=3s
is 'a run in the next rotation period begins a file' 'c2648 c2651' "$(names "$dir/r")"
# A part of a data set that a crash left is cut off before the data that follows.
for compress in '' ${packed:+--compress=zstd}; do
	rm -f "$dir"/r/*
	# shellcheck disable=SC2086 # words
	monread -q --until=+2.5 $compress --write="$dir/r/c" --rotate=1G "$dir/eight"
	# 7 bytes end a zstd frame.
	size=$(($(wc -c <"$dir/r/c.00001") - 0${compress:+7}))
	# shellcheck disable=SC2086 # words
	monread -q --until=+3.5 $compress --write="$dir/next" "$dir/eight"
	head -c $((size + 100)) "$dir/next" >"$dir/r/c.00001"
	# shellcheck disable=SC2086 # words
	monread -q --since=+3 $compress --write="$dir/r/c" --rotate=1G "$dir/eight" 2>"$dir/err"
	is "a part of a data set is cut off $compress" "1 c.00001" "$? $(names "$dir/r")"
	json "$dir/r/c.00001" 2>/dev/null | cmp -s - "$dir/eight.json"
	ok "a part of a data set is cut off $compress: all is there" $?
	rm -f "$dir/next"
done
# Data that was stored before, and data in another form, go to files with the next numbers.
rm -f "$dir"/r/*
for options in '' '' --write-format=stream; do
	# shellcheck disable=SC2086 # words
	monread -q $options --write="$dir/r/c" --rotate=1G "$dir/eight"
done
is 'only later data in the same form continues a file' 'c.00001 c.00002 c.00003' "$(names "$dir/r")"

# ---- Ages and sizes ----

# kept LIMIT... EXPECTED: apply LIMITs to files of one second each.
kept()
{
	rm -f "$dir"/r/*
	limits=
	while [ $# -gt 1 ]; do
		limits="$limits --keep=$1"
		shift
	done
	# shellcheck disable=SC2086 # words
	monread -q $limits --write="$dir/r/c" --write-format=stream --rotate=1B "$dir/eight"
	is "$limits" "$1" "$(names "$dir/r")"
}

# The last record before the eighth file is of second 6; files of second 3 and later reach into 2.5 seconds before.
kept 2.5s 'c.00004 c.00005 c.00006 c.00007 c.00008'
kept 1000d 'c.00001 c.00002 c.00003 c.00004 c.00005 c.00006 c.00007 c.00008'
# Of 6,188 bytes each, four are more than 24 KB.
kept 24K 'c.00006 c.00007 c.00008'
kept 1K 'c.00008'
kept 5 2.5s 1G 'c.00004 c.00005 c.00006 c.00007 c.00008'
kept 2 2.5s 1G 'c.00007 c.00008'
# An age counts back from the newest record, not from today, so that an outage erases nothing.
kept 1d 'c.00001 c.00002 c.00003 c.00004 c.00005 c.00006 c.00007 c.00008'

# One data set per day, of 6,188 bytes each.  Day 39 comes after day 8, as after an IPL with a clock that is 30 days ahead.
"$helpers/sets" 42 4096 86400000 >"$dir/days"
head -c $((8 * 6188)) "$dir/days" >"$dir/jump"
head -c $((42 * 6188)) "$dir/days" | tail -c $((4 * 6188)) >>"$dir/jump"
eight='c.00001 c.00002 c.00003 c.00004 c.00005 c.00006 c.00007 c.00008'
archive='--write-format=stream --rotate=1B'
mv "$dir/eight" "$dir/seconds"
head -c $((8 * 6188)) "$dir/days" >"$dir/eight"
# Before the eighth day, the newest record is of day 7; the records of day 4 are up to two days older.
kept 2d 'c.00004 c.00005 c.00006 c.00007 c.00008'
mv "$dir/seconds" "$dir/eight"
rm -f "$dir"/r/*
# shellcheck disable=SC2086 # words
store 1 --keep=9d --write="$dir/r/c" $archive "$dir/jump"
is 'a clock that jumps ahead: one message' 1 "$(grep -c \
	'/r/c: the times of this input jumped ahead by more than a day, so --keep removes no file .* with --keep=SIZE$' "$dir/err")"
is 'a clock that jumps ahead removes nothing' "$eight c.00009 c.00010 c.00011 c.00012" "$(names "$dir/r")"
# The clock is right again: the files of the days 39 to 42 do not make the good files old.
tail -c +$((8 * 6188 + 1)) "$dir/days" | head -c $((2 * 6188)) >"$dir/right"
# shellcheck disable=SC2086 # words
store 0 --keep=9d --write="$dir/r/c" $archive "$dir/right"
is 'files with a later time do not make others old' "$eight c.00009 c.00010 c.00011 c.00012 c.00013 c.00014" "$(names "$dir/r")"
rm -f "$dir"/r/*
# shellcheck disable=SC2086 # words
store 1 --keep=9d --keep=3 --write="$dir/r/c" $archive "$dir/jump"
is 'a number limits the files after a jump, too' 'c.00010 c.00011 c.00012' "$(names "$dir/r")"
rm -rf "$dir/r"

# ---- Two writers ----

# write FILE OPTION...: start a writer in the background that has stored two data sets and waits for more.
write()
{
	file=$1
	shift
	mkfifo "$dir/fifo"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -q "$@" - <"$dir/fifo" 2>"$dir/writer" &
	reader=$!
	pids="$pids $reader"
	exec 3>"$dir/fifo"
	cat "$dir/two" >&3
	wait_for [ -s "$file" ]
}

end_write()
{
	exec 3>&-
	wait $reader
	rm -f "$dir/fifo"
}

busy='another process is writing to it; stop that first, or choose another --write'
mkdir "$dir/r"
write "$dir/locked" --write="$dir/locked"
for option in --append --force; do
	store 2 $option --write="$dir/locked" "$dir/two"
	said "$dir/locked: $busy"
done
end_write
json "$dir/locked" | cmp -s - "$dir/two.json"
ok 'the first writer has stored all' $?
store 0 --append --write="$dir/locked" "$dir/two"
write "$dir/r/c.00001" --write="$dir/r/c" --rotate=1G
store 0 --write="$dir/r/c" --rotate=1B --keep=1 "$dir/four"
is '--keep: a file that is being written stays' 'c.00001 c.00005' "$(names "$dir/r")"
end_write
store 0 --write="$dir/r/c" --rotate=1G --keep=1 "$dir/two"
is '--keep: a file that is no longer written is removed' 'c.00006' "$(names "$dir/r")"
# So do captures that are output: of the same run, and of others, by --output and by a shell.
rm -f "$dir"/r/*
# The output is larger than one write.
"$helpers/sets" 40 8192 1000 >"$dir/forty"
monread --raw -o "$dir/r/c.00001" --write="$dir/r/c" --rotate=1B --keep=1 "$dir/forty" 2>"$dir/err"
is '--keep: the output of the run: status' 0 $?
is '--keep: the output of the run stays' 'c.00001 c.00041' "$(names "$dir/r")"
equal '--keep: it has all' "$dir/forty" "$dir/r/c.00001"
cp "$dir/four" "$dir/r/c.00001"
monread -l -o "$dir/r/c.00001" --write="$dir/r/c" --rotate=1B --keep=1 "$dir/four" 2>"$dir/err"
is '--keep: an output that was a capture before is refused, and nothing is stored' '2 c.00001 c.00041' "$? $(names "$dir/r")"
for option in "-o $dir/r/c.00001" '-o -' '-q --write=-'; do
	rm -f "$dir"/r/*
	mkfifo "$dir/fifo"
	case $option in
	*00001) format=--raw to=/dev/null ;;
	'-o -') format=--raw to=$dir/r/c.00001 ;;
	*) format=--write-format=stream to=$dir/r/c.00001 ;;
	esac
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" $format $option - <"$dir/fifo" >"$to" 2>"$dir/writer" &
	reader=$!
	pids="$pids $reader"
	exec 3>"$dir/fifo"
	cat "$dir/two" >&3
	wait_for [ -s "$dir/r/c.00001" ]
	store 0 --write="$dir/r/c" --rotate=1B --keep=1 "$dir/four"
	is "--keep: what is being written by $format ${option%% *} stays" 'c.00001 c.00005' "$(names "$dir/r")"
	store 2 --append --write-format=stream --write="$dir/r/c.00001" "$dir/four"
	said "$dir/r/c.00001: $busy"
	end_write
	equal "$format ${option%% *}: it has all" "$dir/two" "$dir/r/c.00001"
done
# The shell still has the file open then, and two programs may write to a file that a shell has opened.
{
	monread --raw "$dir/two" &&
		store 0 --append --write-format=stream --write="$dir/r/c.00001" "$dir/four" >&4 &&
		monread -q --write=- --write-format=stream "$dir/two"
} 4>&1 >>"$dir/r/c.00001"
cat "$dir/two" "$dir/two" "$dir/four" "$dir/two" >"$dir/expected"
same_records 'an output is not locked when it is complete' "$dir/expected" "$dir/r/c.00001"
rm -f "$dir"/r/*
write "$dir/r/both" --write=- --write-format=stream >"$dir/r/both"
monread --raw "$dir/two" >>"$dir/r/both" 2>"$dir/err"
is 'two that write to one file: status' 0 $?
end_write
rm -rf "$dir/r" "$dir/locked"

# ---- Calls that fail ----

# injected CALL OPTION...: store with the first of these calls failing, by its name on 64 or 32 bits.
injected()
{
	call=$1
	calls=$1,?${1}64
	shift
	# A search for leaks cannot be traced.
	# shellcheck disable=SC2086
	ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=$calls -e inject=$calls:error=EIO:when=1 -o "$dir/calls" $EMULATOR "$MONREAD" -q "$@" 2>"$dir/err"
	is "$call fails: status" 2 $?
	is "$call fails: said" 1 "$(grep -c ': I.*/[oO].* error; nothing more is stored$' "$dir/err")"
}

if command -v strace >/dev/null 2>&1 && strace -o "$dir/calls" true 2>/dev/null; then
	mkdir "$dir/i"
	injected fchmod --mode=640 --write="$dir/i/new" "$dir/two"
	is 'fchmod fails: no file is left' '' "$(names "$dir/i")"
	monread -q --write="$dir/i/old" "$dir/three"
	cp "$dir/i/old" "$dir/old.copy"
	injected rename --force --write="$dir/i/old" "$dir/two"
	equal 'rename fails: the old file is as it was' "$dir/old.copy" "$dir/i/old"
	is 'rename fails: nothing else is left' old "$(names "$dir/i")"
	injected fdatasync --force --sync=set --write="$dir/i/old" "$dir/two"
	equal 'what replaces a file is not on the disk: the old file is as it was' "$dir/old.copy" "$dir/i/old"
	head -c 20000 "$dir/old.copy" >"$dir/i/old"
	cp "$dir/i/old" "$dir/old.copy"
	injected ftruncate --append --write="$dir/i/old" "$dir/two"
	equal 'ftruncate fails: the file is as it was' "$dir/old.copy" "$dir/i/old"
	# If reading fails, monread cannot find the end of the file.
	for call in read:error=EIO:when=1 pread64:error=EIO:when=1+; do
		cp "$dir/old.copy" "$dir/i/old"
		ASAN_OPTIONS=detect_leaks=0 strace -f -P "$dir/i/old" -e trace=${call%%:*} -e inject=$call -o "$dir/calls" $EMULATOR "$MONREAD" -q \
			--append --write="$dir/i/old" "$dir/two" 2>"$dir/err"
		is "${call%%:*} fails: status" 2 $?
		is "${call%%:*} fails: said" 1 "$(grep -c 'old: .*cannot be read.*: I.*/[oO].* error' "$dir/err")"
		equal "${call%%:*} fails: the file is as it was" "$dir/old.copy" "$dir/i/old"
	done
	rm -f "$dir/i/old"
	injected fdatasync --sync=set --write="$dir/i/new" "$dir/two"
	rm -f "$dir"/i/*
	# Another process takes the name of the first file just before its first data set is complete.
	ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=?link,?linkat -e inject=?link,?linkat:error=EEXIST:when=1 -o "$dir/calls" \
		$EMULATOR "$MONREAD" -q --rotate=1M --write="$dir/i/c" --write-format=stream "$dir/two" 2>"$dir/err"
	is 'a name is taken: status, messages, files' '0 0 c.00001' "$? $(wc -l <"$dir/err" | tr -d ' ') $(names "$dir/i")"
	equal 'a name is taken: all is there' "$dir/two" "$dir/i/c.00001"
else
	skip 'calls that fail' 'there is no strace'
fi
finish
