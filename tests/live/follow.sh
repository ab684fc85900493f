#!/bin/sh
# follow.sh: -F reads on as a capture grows, and through rotation by name.
. "${srcdir:-.}/tests/live/live.sh"

"$helpers/sets" 12 >"$dir/twelve"
json "$dir/twelve" >"$dir/all"
for form in stream monwrite; do
	monread -q --write="$dir/s" --write-format=$form --rotate-size=1 "$dir/twelve"
	for i in 01 02 03 04 05 06 07 08 09 10 11 12; do
		mv "$dir/s.000$i" "$dir/$form.$i"
	done
done

# follow FILE [OPTION]...: in the background.
follow()
{
	afresh
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -F -f json "$@" >"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
}

# end SIGNAL: and the status to $status.
end()
{
	kill -"$1" $reader
	wait $reader
	status=$?
}

# seen NAME N: N data sets are shown, and soon.
seen()
{
	wait_for lines_in "$dir/out" $((7 * $2))
	ok "$1" $?
}

# whole NAME [SET]...: what was shown is all of it, or these sets.
whole()
{
	name=$1
	shift
	if [ $# -gt 0 ]; then
		for set; do
			sed -n "$((set * 7 - 6)),$((set * 7))p" "$dir/all"
		done >"$dir/expected"
	else
		cp "$dir/all" "$dir/expected"
	fi
	strip "$dir/out" >"$dir/shown"
	equal "$name" "$dir/expected" "$dir/shown"
	is "$name: no message" '' "$(grep -v ': was cut and is written anew; read from its beginning$' "$dir/err")"
}

for form in stream monwrite; do
	# ---- Growth ----

	cat "$dir/$form.01" >"$dir/f"
	follow "$dir/f"
	seen "$form: a small file is shown at once" 1
	cat "$dir/$form.02" "$dir/$form.03" >>"$dir/f"
	seen "$form: it grows" 3
	cat "$dir/$form.04" "$dir/$form.05" >"$dir/more"
	half=$(($(wc -c <"$dir/$form.04") / 3))
	head -c $half "$dir/more" >>"$dir/f"
	head -c $((4 * half)) "$dir/more" | tail -c +$((half + 1)) >>"$dir/f"
	seen "$form: in pieces" 4
	tail -c +$((4 * half + 1)) "$dir/more" >>"$dir/f"
	seen "$form: and on" 5

	# ---- Rotation ----

	mv "$dir/f" "$dir/f.1"
	cat "$dir/$form.06" "$dir/$form.07" >"$dir/f"
	seen "$form: rotated" 7
	cat "$dir/$form.08" >>"$dir/f"
	seen "$form: the new one grows" 8
	cat "$dir/$form.09" >>"$dir/f"
	cat "$dir/$form.10" >"$dir/g"
	mv "$dir/g" "$dir/f"
	seen "$form: replaced by a small one" 10
	cat "$dir/$form.01" >>"$dir/f"
	seen "$form: that grows" 11
	: >"$dir/f"
	cat "$dir/$form.11" >>"$dir/f"
	seen "$form: cut, and written anew" 12
	rm "$dir/f"
	cat "$dir/$form.12" >"$dir/f"
	seen "$form: removed and written anew" 13
	end TERM
	is "$form: SIGTERM: status" 0 $status
	whole "$form" 1 2 3 4 5 6 7 8 9 10 1 11 12
	is "$form: that it was cut is said" 1 "$(grep -c ': was cut and is written anew' "$dir/err")"
	rm -f "$dir"/f*

	# ---- A writer that has the old file open still ----

	cat "$dir/$form.01" >"$dir/f"
	follow "$dir/f"
	seen "$form: before the name is changed" 1
	exec 8>>"$dir/f"
	mv "$dir/f" "$dir/f.1"
	cat "$dir/$form.04" >"$dir/f"
	sleep 0.6
	cat "$dir/$form.02" >&8
	seen "$form: what is written to the old file later" 2
	cat "$dir/$form.03" >>"$dir/f.1"
	exec 8>&-
	seen "$form: and later still; then the new one" 4
	end TERM
	is "$form: a writer of the old file: status" 0 $status
	whole "$form: a writer of the old file" 1 2 3 4
	rm -f "$dir"/f*

	# ---- A file that becomes shorter ----

	cat "$dir/$form.01" "$dir/$form.02" "$dir/$form.03" >"$dir/f"
	follow "$dir/f"
	seen "$form: before it becomes shorter" 3
	new_end=$(cat "$dir/$form.01" "$dir/$form.02" | wc -c | tr -d ' ')
	: | dd of="$dir/f" bs=1 seek="$new_end" count=0 2>/dev/null
	wait_for grep -q 'became shorter' "$dir/err"
	cat "$dir/$form.04" >>"$dir/f"
	seen "$form: and grows again" 4
	end TERM
	is "$form: a file that becomes shorter: status, said" \
		"1 monread: $dir/f: became shorter while it was followed; what was shown is not shown again, and reading goes on at its end, offset $(printf '0x%x' "$new_end")" \
		"$status $(cat "$dir/err")"
	strip "$dir/out" >"$dir/shown"
	head -n 28 "$dir/all" >"$dir/expected"
	equal "$form: a file that becomes shorter: nothing is shown twice" "$dir/expected" "$dir/shown"
	rm -f "$dir"/f*

	# Its last 40 bytes are cut off and come again: no data set begins with them.
	cat "$dir/$form.01" "$dir/$form.02" >"$dir/f"
	size=$(wc -c <"$dir/f")
	tail -c 40 "$dir/f" >"$dir/last"
	follow "$dir/f"
	seen "$form: before its end is cut off" 2
	: | dd of="$dir/f" bs=1 seek=$((size - 40)) count=0 2>/dev/null
	wait_for grep -q 'became shorter' "$dir/err"
	cat "$dir/last" "$dir/$form.03" "$dir/$form.04" "$dir/$form.05" >>"$dir/f"
	seen "$form: and it gets the same end again" 5
	end TERM
	is "$form: it gets the same end again: status" 1 "$status"
	rm -f "$dir"/f*

	# ---- A file that is cut, and longer than before when it is looked at ----

	cat "$dir/$form.01" "$dir/$form.02" >"$dir/f"
	follow "$dir/f"
	seen "$form: before it is cut" 2
	kill -STOP $reader
	cat "$dir/$form.03" "$dir/$form.04" "$dir/$form.05" "$dir/$form.06" >"$dir/f"
	kill -CONT $reader
	seen "$form: cut, and longer than before" 6
	kill -STOP $reader
	cat "$dir/$form.03" "$dir/$form.04" "$dir/$form.05" "$dir/$form.07" "$dir/$form.08" >"$dir/f"
	kill -CONT $reader
	seen "$form: cut, longer than before, with the same beginning" 11
	end TERM
	is "$form: cut, and longer than before: status" 0 $status
	whole "$form: cut, and longer than before" 1 2 3 4 5 6 3 4 5 7 8
	is "$form: cut, and longer than before: said" 2 "$(grep -c ': was cut and is written anew' "$dir/err")"
	rm -f "$dir"/f*
done

# ---- Names that change faster than files are read ----

# has_open NAME: the reader has that file open.
has_open()
{
	ls -l "/proc/$reader/fd" 2>/dev/null | grep -q " $1\$"
}

mkdir "$dir/away"
cat "$dir/stream.01" >"$dir/f"
follow "$dir/f"
seen 'before it is rotated twice' 1
mv "$dir/f" "$dir/f.1"
: >"$dir/f"
sleep 0.6
cat "$dir/stream.02" >"$dir/g"
mv "$dir/g" "$dir/f"
sleep 0.6
mv "$dir/f" "$dir/f.2"
cat "$dir/stream.04" >"$dir/f"
sleep 0.6
cat "$dir/stream.03" >>"$dir/f.2"
seen 'rotated twice in five seconds' 4
end TERM
is 'rotated twice in five seconds: status' 0 $status
whole 'rotated twice in five seconds' 1 2 3 4
rm -f "$dir"/f*

if [ -d /proc/self/fd ]; then
	cat "$dir/stream.01" >"$dir/f"
	follow "$dir/f"
	seen 'before it is rotated often' 1
	mv "$dir/f" "$dir/f.0"
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
		cat "$dir/stream.02" >"$dir/f"
		touch "$dir/f.0"
		wait_for has_open "$dir/f"
		mv "$dir/f" "$dir/f.$i"
	done
	cat "$dir/stream.03" >"$dir/f"
	touch "$dir/f.0"
	sleep 0.6
	mv "$dir/f" "$dir/away/f"
	cat "$dir/stream.04" >"$dir/f"
	seen 'rotated often' 18
	end TERM
	is 'rotated often: status, what is skipped' \
		"1 monread: $dir/f: a file of this name is skipped, as 16 that had it before are not read yet" \
		"$status $(cat "$dir/err")"
	: >"$dir/err"
	whole 'rotated often' 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 4
	rm -f "$dir"/f*
else
	skip 'rotated often' 'without /proc'
fi

# Without inotify(7) there is a look each 250 ms, which sees the name only.
are_told()
{
	[ -z "$EMULATOR" ] && grep -q '^#define HAVE_SYS_INOTIFY_H 1' "$builddir/config.h"
}

if are_told; then
	cat "$dir/stream.01" >"$dir/f"
	follow "$dir/f"
	seen 'before it is rotated while nothing is read' 1
	kill -STOP $reader
	for i in 02 03 04; do
		[ ! -e "$dir/f.2" ] || mv "$dir/f.2" "$dir/f.3"
		[ ! -e "$dir/f.1" ] || mv "$dir/f.1" "$dir/f.2"
		mv "$dir/f" "$dir/f.1"
		cat "$dir/stream.$i" >"$dir/f"
	done
	kill -CONT $reader
	seen 'rotated while nothing is read' 4
	end TERM
	is 'rotated while nothing is read: status' 0 $status
	whole 'rotated while nothing is read' 1 2 3 4
	rm -f "$dir"/f*

	for how in 'rm' 'mv away' 'mv over'; do
		cat "$dir/stream.01" >"$dir/f"
		follow "$dir/f"
		seen "before one is missed, $how" 1
		kill -STOP $reader
		mv "$dir/f" "$dir/f.1"
		cat "$dir/stream.02" >"$dir/f"
		cat "$dir/stream.03" >"$dir/g"
		case $how in
		rm) rm "$dir/f" ;;
		'mv away') mv "$dir/f" "$dir/away/f" ;;
		esac
		mv "$dir/g" "$dir/f"
		kill -CONT $reader
		seen "one is missed, $how" 2
		end TERM
		is "one is missed, $how: status, said" \
			"1 monread: $dir/f: a file of this name is skipped, as it lost the name before it could be opened" \
			"$status $(cat "$dir/err")"
		: >"$dir/err"
		whole "one is missed, $how" 1 3
		rm -f "$dir"/f*
	done

	# More than are held open, and each is empty when it gets the name.
	cat "$dir/stream.01" >"$dir/f"
	follow "$dir/f"
	seen 'before it is rotated more often' 1
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
		mv "$dir/f" "$dir/f.$i"
		: >"$dir/f"
		sleep 0.03
		cat "$dir/stream.02" >>"$dir/f"
	done
	seen 'rotated more often' 20
	end TERM
	is 'rotated more often: status' 0 $status
	whole 'rotated more often' 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
	rm -f "$dir"/f*

	# It gets the name back, soon or when the next one is being read.
	for pause in 0.4 7; do
		cat "$dir/stream.01" >"$dir/f"
		follow "$dir/f"
		seen "before it gets the name back after $pause s" 1
		mv "$dir/f" "$dir/x"
		cat "$dir/stream.02" >"$dir/f"
		sleep $pause
		mv "$dir/f" "$dir/y"
		mv "$dir/x" "$dir/f"
		sleep 0.4
		cat "$dir/stream.03" >>"$dir/f"
		seen "it gets the name back after $pause s" 3
		sleep 0.6
		end TERM
		is "it gets the name back after $pause s: status" 0 $status
		whole "it gets the name back after $pause s" 1 2 3
		rm -f "$dir"/f* "$dir/y"
	done
else
	skip 'rotated while nothing is read' 'there is no inotify'
fi

# The directory cannot be watched, as where the user has too many watches.
if are_told && command -v strace >/dev/null 2>&1 && strace -o "$dir/calls" true 2>/dev/null; then
	cat "$dir/stream.01" >"$dir/f"
	ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=inotify_add_watch -e inject=inotify_add_watch:error=ENOSPC -o "$dir/calls" \
		"$MONREAD" -F -f json --duration=0.6 "$dir/f" >"$dir/out" 2>"$dir/err"
	is 'a directory that cannot be watched: status' 0 $?
	is 'a directory that cannot be watched: said once' \
		"1 monread: $dir/f: changes of this name cannot be watched: No space left on device; files that have it only between two looks are missed" \
		"$(grep -c 'cannot be watched' "$dir/err") $(grep 'cannot be watched' "$dir/err")"
	json "$dir/stream.01" >"$dir/expected"
	strip "$dir/out" | cmp -s - "$dir/expected"
	ok 'a directory that cannot be watched: the file is read' $?
	rm -f "$dir/f"
else
	skip 'a directory that cannot be watched' 'there is no inotify, or no strace'
fi

# ---- Symbolic links ----

# links SET...: f leads through a link to a directory, and one there to a file; and that file's directory has these.
links()
{
	rm -rf "$dir/links"
	mkdir "$dir/links" "$dir/links/real" "$dir/links/files"
	ln -s real "$dir/links/way"
	ln -s ../files/cap-1 "$dir/links/real/current"
	cat "$dir/stream.01" >"$dir/links/files/cap-1"
	follow "$dir/links/way/current"
}

# turn N: the link leads to the file of this number.
turn()
{
	ln -s "../files/cap-$1" "$dir/links/real/new"
	mv "$dir/links/real/new" "$dir/links/real/current"
}

links
seen 'a link that is turned: before' 1
cat "$dir/stream.03" >"$dir/links/files/cap-2"
turn 2
sleep 0.6
cat "$dir/stream.02" >>"$dir/links/files/cap-1"
seen 'a link that is turned: the old file is read to its end, then the new one' 3
cat "$dir/stream.04" >>"$dir/links/files/cap-2"
seen 'a link that is turned: the new file grows' 4
turn 3
sleep 0.6
cat "$dir/stream.05" >"$dir/links/files/cap-3"
seen 'a link that is turned to no file yet' 5
end TERM
is 'a link that is turned: status' 0 $status
whole 'a link that is turned' 1 2 3 4 5

if are_told; then
	# A machine that is busy may take longer than that for anything, so that there is a second try.
	for try in 1 2; do
		links
		wait_for lines_in "$dir/out" 7
		for i in 2 3 4 5 6; do
			cp "$dir/stream.0$i" "$dir/links/files/cap-$i"
			turn $i
			sleep 0.1
		done
		TRIES=2000 wait_for lines_in "$dir/out" $((7 * 6)) && break
		[ $try = 2 ] || end TERM
	done
	end TERM
	is 'a link that is turned fast: status' 0 $status
	whole 'a link that is turned fast' 1 2 3 4 5 6

	links
	seen 'files where a link leads: before' 1
	kill -STOP $reader
	for i in 2 3 4; do
		mv "$dir/links/files/cap-1" "$dir/links/files/old-$i"
		cat "$dir/stream.0$i" >"$dir/links/files/cap-1"
	done
	kill -CONT $reader
	seen 'files where a link leads' 4
	end TERM
	is 'files where a link leads: status' 0 $status
	whole 'files where a link leads' 1 2 3 4

	links
	seen 'a link that is turned while nothing is read: before' 1
	kill -STOP $reader
	cat "$dir/stream.02" >"$dir/links/files/cap-2"
	turn 2
	cat "$dir/stream.03" >"$dir/links/files/cap-3"
	turn 3
	kill -CONT $reader
	seen 'a link that is turned while nothing is read' 2
	end TERM
	is 'a link that is turned while nothing is read: status, said' \
		"1 monread: $dir/links/way/current: symbolic links of this name were changed 2 times between two looks: files that they led to meanwhile may be skipped" \
		"$status $(cat "$dir/err")"
	: >"$dir/err"
	whole 'a link that is turned while nothing is read' 1 3

	links
	seen 'a link to a directory is turned: before' 1
	mkdir "$dir/links/other"
	cat "$dir/stream.02" >"$dir/links/other/current"
	rm "$dir/links/way"
	ln -s other "$dir/links/way"
	sleep 0.6
	kill -STOP $reader
	mv "$dir/links/other/current" "$dir/links/other/old"
	cat "$dir/stream.03" >"$dir/links/other/current"
	mv "$dir/links/other/current" "$dir/links/other/older"
	cat "$dir/stream.04" >"$dir/links/other/current"
	kill -CONT $reader
	seen 'a link to a directory is turned' 4
	end TERM
	is 'a link to a directory is turned: status' 0 $status
	whole 'a link to a directory is turned' 1 2 3 4

	# A name becomes a link, and is a file again.
	cat "$dir/stream.01" >"$dir/f"
	follow "$dir/f"
	seen 'a name becomes a link: before' 1
	cat "$dir/stream.02" >"$dir/away/f.2"
	mv "$dir/f" "$dir/f.1"
	ln -s away/f.2 "$dir/f"
	sleep 0.6
	cat "$dir/stream.03" >"$dir/g"
	mv "$dir/g" "$dir/f"
	seen 'a name becomes a link, and is a file again' 3
	end TERM
	is 'a name becomes a link, and is a file again: status' 0 $status
	whole 'a name becomes a link, and is a file again' 1 2 3
	rm -rf "$dir"/f* "$dir/links"
else
	skip 'names that lead through links' 'there is no inotify'
fi

# ---- A file that was left gets the name again ----

# left HOW SET...: the file has two data sets, is left, changed, and gets its name back; then one more is added.
left()
{
	how=$1
	cat "$dir/stream.01" "$dir/stream.02" >"$dir/f"
	follow "$dir/f"
	seen "before it is left, $how" 2
	mv "$dir/f" "$dir/x"
	cat "$dir/stream.03" >"$dir/f"
	seen "it is left, $how" 3
	"$how"
	mv "$dir/f" "$dir/y"
	mv "$dir/x" "$dir/f"
	if [ "$how" = cut_a_set ]; then
		wait_for grep -q 'became shorter' "$dir/err"
	else
		sleep 0.4
	fi
	cat "$dir/stream.06" >>"$dir/f"
}

# While it has no name that is followed: shorter by a set; another one; cut and longer than it was.
cut_a_set()
{
	: | dd of="$dir/x" bs=1 seek="$(wc -c <"$dir/stream.01" | tr -d ' ')" count=0 2>/dev/null
}

other_sets()
{
	cat "$dir/stream.04" "$dir/stream.05" >"$dir/x"
}

same_beginning()
{
	cat "$dir/stream.01" "$dir/stream.04" "$dir/stream.05" >"$dir/x"
}

left cut_a_set
seen 'it was cut while it was left' 4
end TERM
is 'it was cut while it was left: status, said' \
	"1 monread: $dir/f: became shorter while another file had its name; what was shown is not shown again" \
	"$status $(cat "$dir/err")"
: >"$dir/err"
whole 'it was cut while it was left' 1 2 3 6
rm -f "$dir"/f* "$dir/y"

for how in other_sets same_beginning; do
	left $how
	seen "it was written anew while it was left, $how" $([ $how = other_sets ] && echo 6 || echo 7)
	end TERM
	is "it was written anew while it was left, $how: status, said" \
		"0 monread: $dir/f: was cut and is written anew; read from its beginning" "$status $(cat "$dir/err")"
	if [ $how = other_sets ]; then
		whole "it was written anew while it was left, $how" 1 2 3 4 5 6
	else
		whole "it was written anew while it was left, $how" 1 2 3 1 4 5 6
	fi
	rm -f "$dir"/f* "$dir/y"
done

# It was written anew, and differs behind the beginning that is compared.
cat "$dir/stream.01" "$dir/stream.02" "$dir/stream.03" >"$dir/f"
follow "$dir/f"
seen 'before it is written anew while it is left' 3
mv "$dir/f" "$dir/x"
cat "$dir/stream.04" >"$dir/f"
seen 'before it comes back' 4
cat "$dir/stream.01" "$dir/stream.02" "$dir/stream.05" >"$dir/x"
mv "$dir/x" "$dir/f"
seen 'it comes back, and was written anew' 7
end TERM
is 'it comes back, and was written anew: status, said' \
	"0 monread: $dir/f: was cut and is written anew; read from its beginning" "$status $(cat "$dir/err")"
: >"$dir/err"
whole 'it comes back, and was written anew' 1 2 3 4 1 2 5
rm -f "$dir"/f*

if [ -d /proc/self/fd ]; then
	cat "$dir/stream.01" >"$dir/f"
	follow "$dir/f"
	seen 'before one is left and removed' 1
	mv "$dir/f" "$dir/x"
	cat "$dir/stream.02" >"$dir/f"
	seen 'one is left' 2
	rm "$dir/x"
	# Its room on the disk is given back.
	not_open()
	{
		! ls -l "/proc/$reader/fd" | grep -q "$dir/x (deleted)"
	}
	wait_for not_open
	ok 'one that is left and removed is not held open' $?
	rm "$dir/f"
	cat "$dir/stream.03" >"$dir/f"
	seen 'one is left and removed, and a new one comes' 3
	end TERM
	is 'one is left and removed: status, nothing said' '0 ' "$status $(cat "$dir/err")"
	rm -f "$dir"/f*
fi

# ---- More changes than the system keeps ----

queue=$(cat /proc/sys/fs/inotify/max_queued_events 2>/dev/null) || queue=1000000
if are_told && [ "$queue" -le 40000 ]; then
	mkdir "$dir/busy"
	cat "$dir/stream.01" >"$dir/busy/f"
	follow "$dir/busy/f"
	seen 'before notices are dropped' 1
	kill -STOP $reader
	i=0
	while [ $i -le "$queue" ]; do
		: >"$dir/busy/$i"
		i=$((i + 1))
	done
	for i in 02 03; do
		mv "$dir/busy/f" "$dir/busy/f.$i"
		cat "$dir/stream.$i" >"$dir/busy/f"
	done
	kill -CONT $reader
	seen 'notices are dropped: the file that has the name is read' 2
	cat "$dir/stream.04" >>"$dir/busy/f"
	seen 'notices are dropped: and followed' 3
	# Names are known again.
	kill -STOP $reader
	for i in 05 06; do
		mv "$dir/busy/f" "$dir/busy/f.$i"
		cat "$dir/stream.$i" >"$dir/busy/f"
	done
	kill -CONT $reader
	seen 'notices are dropped: changes after that are noticed' 5
	end TERM
	is 'notices are dropped: status, said' \
		"1 monread: $dir/busy/f: the system dropped notices of changes in its directory: files that had this name meanwhile may be skipped" \
		"$status $(cat "$dir/err")"
	: >"$dir/err"
	whole 'notices are dropped' 1 3 4 5 6
	rm -rf "$dir/busy"
else
	skip 'more changes than the system keeps' 'there is no inotify, or it keeps many'
fi

# ---- Intervals from one file to the next ----

# minutes FILE SYSTEM MINUTE...: a sample of that system at each of these minutes.
minutes()
{
	made=$1
	{
		printf '%s\n' 'form stream' 'let step = 0' "let now = T'2026-03-04T08:00:00Z' + 60s * $3"
		printf '%s\n' 'set sample 1 0x09000000' 'record MRMTRSYS' "  MTRSYS_SYSTMID = '$2'"
		shift 2
		for minute; do
			printf '%s\n' "let now = T'2026-03-04T08:00:00Z' + 60s * $minute" 'set sample 0-1 0x09000000' 'record MRSYTPRP'
		done
	} >"$dir/text"
	cp "$dir/text" "$dir/text.$(basename "$made")"
	mkcapture "$dir/text" "$made"
}

# next_of NAME EXPECTED FILE: it gets the name of one with four samples.
next_of()
{
	cat "$dir/m.1" >"$dir/f"
	follow -d 0 "$dir/f"
	wait_for lines_in "$dir/out" 4
	ok "$1: the file before it" $?
	mv "$dir/f" "$dir/f.1"
	cat "$3" >"$dir/f"
	wait_for lines_in "$dir/out" 7
	ok "$1: this file" $?
	end TERM
	is "$1" "$2" "$status $(cut -d: -f2- <"$dir/err" | sed "s,$dir,,")"
	: >"$dir/err"
	rm -f "$dir"/f*
}

minutes "$dir/m.1" ONE 0 1 2 3
minutes "$dir/m.2" ONE 4 5 6
minutes "$dir/m.3" ONE 6 7 8
minutes "$dir/m.4" TWO 6 7 8
minutes "$dir/m.6" TWO 9 10 11
next_of 'intervals of one file go on in the next' '0 ' "$dir/m.2"
next_of 'samples between two files are missing' \
	'1  /f: offset 0xc4: D1R11: the interval that ends here took 180.000000 s instead of 60.000000 s: records are missing, unless CP was IPLed, monitoring was restarted or the interval was changed' \
	"$dir/m.3"
next_of 'a file of another system goes on with nothing' '0 ' "$dir/m.4"
# The one between them does not tell its system.
sed '/^record MRMTRSYS/,/^  MTRSYS/d' "$dir/text.m.2" >"$dir/text"
mkcapture "$dir/text" "$dir/m.5"
cat "$dir/m.1" >"$dir/f"
follow -d 0 "$dir/f"
for file in m.5:4 m.6:7; do
	wait_for lines_in "$dir/out" ${file#*:}
	ok "before ${file%:*}" $?
	mv "$dir/f" "$dir/f.1"
	cat "$dir/${file%:*}" >"$dir/f"
done
wait_for lines_in "$dir/out" 10
ok 'and that is read' $?
end TERM
is 'a file of another system goes on with nothing, behind one that does not tell its own' '0 ' "$status $(cat "$dir/err")"
: >"$dir/err"
rm -f "$dir"/f*

# ---- The end soon after ----

cat "$dir/stream.01" >"$dir/f"
follow "$dir/f"
seen 'before it is rotated and the end is asked for' 1
for i in 02 03; do
	mv "$dir/f" "$dir/f.$i"
	cat "$dir/stream.$i" >"$dir/f"
	sleep 0.6
done
end TERM
is 'rotated just before the end: status' 0 $status
whole 'rotated just before the end' 1 2 3
rm -f "$dir"/f*

cat "$dir/stream.01" >"$dir/f"
follow --duration=1.5 "$dir/f"
seen 'before it is rotated and --duration ends' 1
mv "$dir/f" "$dir/f.1"
cat "$dir/stream.02" >"$dir/f"
wait $reader
is 'rotated just before the end of --duration: status' 0 $?
whole 'rotated just before the end of --duration' 1 2
rm -f "$dir"/f*

# Nothing comes behind it that would show that it was rewritten.
cat "$dir/stream.02" >"$dir/f"
follow "$dir/f"
seen 'before it is cut and its name is changed' 1
kill -STOP $reader
cat "$dir/stream.03" >"$dir/f"
mv "$dir/f" "$dir/f.1"
cat "$dir/stream.04" >"$dir/f"
kill -CONT $reader
seen 'cut, as long as before, and renamed' 3
end TERM
whole 'cut, as long as before, and renamed' 2 3 4
is 'cut, as long as before, and renamed: of the same size' "$(wc -c <"$dir/stream.02")" "$(wc -c <"$dir/f.1")"
rm -f "$dir"/f*

# ---- The end of a file that is gone ----

cat "$dir/stream.01" "$dir/stream.02" >"$dir/f"
head -c 3000 "$dir/stream.03" >>"$dir/f"
follow "$dir/f"
seen 'a part of a set' 2
mv "$dir/f" "$dir/f.1"
cat "$dir/stream.04" "$dir/stream.05" >"$dir/f"
wait_for grep -q "dataset\":2,.*$(sed -n 's/.*"tod":"\([0-9A-F]*\)".*/\1/p' "$dir/all" | sed -n 35p)" "$dir/out"
ok 'a part of a set, then another file: it is shown' $?
end TERM
is 'a part of a set, then another file: status' 1 $status
grep -q 'cut off' "$dir/err"
ok 'a part of a set, then another file: said' $?
rm -f "$dir"/f*

cat "$dir/monwrite.01" >"$dir/f"
follow "$dir/f" -c 9
seen '--count' 1
cat "$dir/monwrite.02" >>"$dir/f"
wait $reader
is '--count ends it' '0 9' "$? $(wc -l <"$dir/out" | tr -d ' ')"
follow "$dir/f" --duration=0.4
wait $reader
is '--duration ends it' '0 14' "$? $(wc -l <"$dir/out" | tr -d ' ')"
rm -f "$dir"/f*

gzip -c "$dir/stream.01" >"$dir/f.gz"
if monread -q "$dir/f.gz" 2>/dev/null; then
	limited -F -f json "$dir/f.gz" >"$dir/out" 2>"$dir/err"
	is 'a compressed file is read to its end: status' '0 7' "$? $(wc -l <"$dir/out" | tr -d ' ')"
	grep -q 'f.gz: is compressed, so it cannot be followed; reading it to its end' "$dir/err"
	ok 'a compressed file is not followed, and that is said' $?
else
	skip 'a compressed file' 'without libarchive'
fi
rm -f "$dir"/f*

# ---- Pipes ----

mkfifo "$dir/pipe"
for options in '' -j2; do
	: >"$dir/out"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -f json $options - <"$dir/pipe" >"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
	exec 7>"$dir/pipe"
	cat "$dir/stream.01" >&7
	seen "a slow pipe $options: shown while more is waited for" 1
	cat "$dir/stream.02" "$dir/stream.03" "$dir/stream.04" "$dir/stream.05" "$dir/stream.06" >&7
	seen "a slow pipe $options: what comes later too" 6
	exec 7>&-
	wait $reader
	is "a slow pipe $options: status" 0 $?
	whole "a slow pipe $options" 1 2 3 4 5 6
done

# open_pipe [OPTION]...: monread reads a pipe that stays open as long as descriptor 7.
open_pipe()
{
	# shellcheck disable=SC2086
	timeout -s KILL 10 $EMULATOR "$MONREAD" "$@" - <"$dir/pipe" >"$dir/out" 2>"$dir/err" &
	reader=$!
	pids="$pids $reader"
	exec 7>"$dir/pipe"
}

open_pipe -l --duration=0.3
wait $reader
is '--duration: a pipe that nothing comes from' '0 ' "$? $(cat "$dir/err")"
exec 7>&-

if gzip -c "$dir/stream.01" >"$dir/f.gz" && monread -q "$dir/f.gz" 2>/dev/null; then
	open_pipe -l --duration=0.5
	head -c 500 "$dir/f.gz" >&7
	wait $reader
	is '--duration: a compressed pipe that stops' '0 ' "$? $(cat "$dir/err")"
	exec 7>&-
fi
rm -f "$dir"/f*

# The reader of the output goes after a line: the second flush finds that out, and nothing is waited for any more.
mkfifo "$dir/taken"
head -n 1 "$dir/taken" >"$dir/line" &
head=$!
{
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -l - <"$dir/pipe" >"$dir/taken" 2>"$dir/err"
	echo $? >"$dir/ended"
} &
reader=$!
exec 7>"$dir/pipe"
cat "$dir/stream.01" >&7
wait $head
cat "$dir/stream.02" >&7
wait_for [ -s "$dir/ended" ]
ok 'output that nobody takes any more: the end, though the input is still open' $?
exec 7>&-
wait $reader
is 'output that nobody takes any more: status and words' '0 ' "$(cat "$dir/ended") $(cat "$dir/err")"

timeout -s KILL 20 $EMULATOR "$MONREAD" -I device --duration=9 - <&- >"$dir/out" 2>"$dir/err"
is 'standard input is closed: status' 1 $?
grep -q 'Bad file descriptor' "$dir/err"
ok 'standard input is closed: said' $?

if [ "$PYTHON" != : ] && [ -n "$PYTHON" ]; then
	: >"$dir/out"
	"$PYTHON" -c '
import os, subprocess, sys, time
out, sets, reader = sys.argv[1], sys.argv[2:4], sys.argv[4:]
r, w = os.pipe()
os.set_blocking(r, False)
p = subprocess.Popen(reader, stdin=r, stdout=open(out, "wb"))
os.close(r)
for s in sets:
    time.sleep(0.2)
    os.write(w, open(s, "rb").read())
os.close(w)
sys.exit(p.wait())' "$dir/out" "$dir/stream.01" "$dir/stream.02" $EMULATOR "$MONREAD" -f json - 2>"$dir/err"
	is 'a pipe that does not block: status' 0 $?
	whole 'a pipe that does not block' 1 2
else
	skip 'a pipe that does not block' 'without python3'
fi

# ---- Several files ----

cat "$dir/stream.01" >"$dir/several.1"
cat "$dir/stream.02" >"$dir/several.2"
follow "$dir/several.1" "$dir/several.2"
seen 'several files: those before the last are read to their ends' 2
cat "$dir/stream.03" >>"$dir/several.2"
seen 'several files: the last one is followed' 3
end TERM
is 'several files: status' 0 $status
whole 'several files' 1 2 3
rm -f "$dir/several.2"
follow --duration=10 "$dir/several.1" "$dir/several.2"
wait $reader
is 'several files, the last is not there: status' 2 $?
grep -q "several\.2: cannot be opened: No such file" "$dir/err"
ok 'several files, the last is not there: said' $?

# ---- Names that change within a tenth of a second ----

if are_told; then
	# A machine that is busy may take longer than that for anything, so that there is a second try.
	for try in 1 2; do
		rm -f "$dir"/brief*
		cat "$dir/stream.01" >"$dir/brief"
		follow "$dir/brief"
		wait_for lines_in "$dir/out" 7
		for i in 2 3 4 5 6; do
			mv "$dir/brief" "$dir/brief.$i"
			sleep 0.03
			cp "$dir/stream.0$i" "$dir/brief"
			sleep 0.1
		done
		wait_for lines_in "$dir/out" $((7 * 6)) && break
		[ $try = 2 ] || end TERM
	done
	end TERM
	is 'names that change fast: status' 0 $status
	whole 'names that change fast' 1 2 3 4 5 6
else
	skip 'names that change fast' 'there is no inotify'
fi

# ---- At the worst moment ----

# A path that takes the kernel long, so that much can happen while the reader looks at it.
mkdir "$dir/r" "$dir/r/d"
long=$(awk 'BEGIN { for (i = 0; i < 780; i++) printf "d/../" }')
ln -s . "$dir/r/s0"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	ln -s "${long}s$((i - 1))" "$dir/r/s$i"
done
head -c $((2 * $(wc -c <"$dir/stream.01"))) "$dir/twelve" >"$dir/r/f"
follow -I stream "$dir/r/s12/f"
timeout -s KILL 60 "$helpers/rotator" "$dir/twelve" "$dir/r/f" "$dir/out" 3 >"$dir/said"
is 'nothing is lost when a file is rotated just after it was read' '' "$(cat "$dir/said")"
end TERM
is 'and nothing was wrong' "0 " "$status $(cat "$dir/err")"
finish
