#!/bin/sh
# follow.sh: -F continues as a capture grows, and through rotation by name, or by number.
. "${srcdir:-.}/tests/live/live.sh"

"$helpers/sets" 12 >"$dir/twelve"
mkfifo "$dir/pipe"
json "$dir/twelve" >"$dir/all"
for form in stream monwrite; do
	monread -q --write="$dir/s" --write-format=$form --rotate=1B "$dir/twelve"
	for i in 01 02 03 04 05 06 07 08 09 10 11 12; do
		mv "$dir/s.000$i" "$dir/$form.$i"
	done
done

# follow FILE [OPTION]...: start monread -F in the background.
follow()
{
	afresh
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -F -f json "$@" >"$dir/out" 2>"$dir/err" 7>&- &
	reader=$!
	pids="$pids $reader"
}

# end SIGNAL: send SIGNAL, and put the status into $status.
end()
{
	kill -"$1" $reader
	wait $reader
	status=$?
}

# seen NAME N: N data sets appear soon.
seen()
{
	wait_for lines_in "$dir/out" $((7 * $2))
	ok "$1" $?
}

is_open()
{
	# shellcheck disable=SC2012
	ls -l /proc/$reader/fd | grep -q -e "-> $dir/f\$"
}

# rotate FILE...: rename the followed file, and give its name to the joined FILEs.
rotate()
{
	mv "$dir/f" "$dir/f.old"
	cat "$@" >"$dir/f"
	wait_for is_open
}

# whole NAME SET...: each SET was shown, and no message says more than that a file was cut.
whole()
{
	name=$1
	shift
	for set; do
		sed -n "$((set * 7 - 6)),$((set * 7))p" "$dir/all"
	done >"$dir/expected"
	strip "$dir/out" >"$dir/shown"
	equal "$name" "$dir/expected" "$dir/shown"
	is "$name: no message" '' "$(grep -v ': was truncated and written again; reading it from its beginning$' "$dir/err")"
}

# Growth in pieces, files that are cut and files that are written anew are in unit/check_follow.c.
for form in stream monwrite; do
	cat "$dir/$form.01" >"$dir/f"
	follow "$dir/f"
	seen "$form: a small file is shown at once" 1
	cat "$dir/$form.02" "$dir/$form.03" "$dir/$form.04" "$dir/$form.05" >>"$dir/f"
	seen "$form: it grows" 5
	rotate "$dir/$form.07"
	cat "$dir/$form.06" >>"$dir/f.old"
	seen "$form: rotated, and the old file grows" 6
	rotate "$dir/$form.08"
	seen "$form: rotated twice: the file that has lost the name" 7
	cat "$dir/$form.09" >>"$dir/f"
	seen "$form: the old file is quiet" 9
	: >"$dir/f"
	cat "$dir/$form.10" >>"$dir/f"
	seen "$form: cut, and written anew" 10
	rm "$dir/f"
	cat "$dir/$form.11" >"$dir/f"
	wait_for is_open
	end TERM
	is "$form: SIGTERM: status" 0 $status
	whole "$form" 1 2 3 4 5 6 7 8 9 10 11
	is "$form: that it was cut is said" 1 "$(grep -c ': was truncated and written again' "$dir/err")"
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
done

# ---- Intervals from one file to the next ----

# intervals NAME EXPECTED RECORDS FILE...: follow the first FILE, and rotate to each next FILE.
intervals()
{
	name=$1 expected=$2 records=$3
	cat "$4" >"$dir/f"
	shift 4
	follow -d 0 "$dir/f"
	wait_for lines_in "$dir/out" 4
	for file; do
		rotate "$file"
	done
	end TERM
	is "$name" "$records $expected" "$(grep -c . "$dir/out") $status $(cut -d: -f2- <"$dir/err" | sed "s,$dir,,")"
	: >"$dir/err"
	rm -f "$dir"/f*
}

minutes "$dir/m.1" ONE 0 1 2 3
minutes "$dir/m.2" ONE 4 5 6
minutes "$dir/m.3" ONE 6 7 8
minutes "$dir/m.4" TWO 6 7 8
minutes "$dir/m.6" TWO 9 10 11
# This capture has no D1R4, so its system is unknown.
sed '/^record MRMTRSYS/,/^  MTRSYS/d' "$dir/text.m.2" >"$dir/text"
mkcapture "$dir/text" "$dir/m.5"
intervals 'intervals of one file go on in the next' '0 ' 7 "$dir/m.1" "$dir/m.2"
intervals 'samples between two files are missing' \
	'1  /f: offset 0xc4: D1R11: the interval that ends here took 180.000000 s instead of 60.000000 s: records from 2026-03-04T08:03:00 to 08:06:00 UTC are missing, unless CP was IPLed, monitoring was restarted or the interval was changed' \
	7 "$dir/m.1" "$dir/m.3"
intervals 'a file of another system goes on with nothing' '0 ' 7 "$dir/m.1" "$dir/m.4"
intervals 'also after one that does not tell its own' '0 ' 10 "$dir/m.1" "$dir/m.5" "$dir/m.6"

# ---- The files of a writer ----

# put N: the writer of $ring begins file N
kind=stream
put()
{
	cp "$dir/$kind.$1" "$dir/part" && mv "$dir/part" "$ring/c.000$1"
}

# Compressed files that this build of monread can read.
kinds=
for program in gzip zstd xz; do
	for file in "$dir"/stream.*; do
		$program -c "$file" >"$dir/$program.${file##*.}" 2>/dev/null
	done
	! monread -q "$dir/$program.01" 2>/dev/null || kinds="$kinds $program:"
done

# Files that are removed or compressed after they were opened, or read, do not matter.  One that grows is read before the next
# one.
for what in stream: stream:/c.00002 $kinds; do
	kind=${what%%:*}
	ring=$dir/ring
	mkdir "$ring"
	put 01
	put 02
	follow "$ring${what#*:}"
	seen "ring:$what: the newest file" 1
	put 03
	seen "ring:$what: the next file" 2
	case $kind$kinds in stream*gzip*) gzip "$ring/c.00003" ;; esac
	head -c 500 "$dir/$kind.04" >"$ring/c.00004"
	: >"$ring/c.00005"
	put 06
	rm "$ring/c.00001" "$ring/c.00002"
	tail -c +501 "$dir/$kind.04" >>"$ring/c.00004"
	cat "$dir/$kind.05" >>"$ring/c.00005"
	seen "ring:$what: files that grow" 5
	end TERM
	is "ring:$what: status" 0 "$status"
	whole "ring:$what" 2 3 4 5 6
	rm -r "$ring"
done

# A writer was killed in a data set. When monread looks again, the next writer has replaced what there is of the data set, and
# has written less than the killed one.
for kind in $kinds; do
	kind=${kind%:}
	{ cat "$dir/$kind.01" && head -c 400 "$dir/$kind.02"; } >"$dir/f"
	follow "$dir/f"
	seen "$kind: a data set, and a part of the next one" 1
	sleep 0.3
	kill -STOP $reader
	{ cat "$dir/$kind.01" && head -c 300 "$dir/$kind.03"; } >"$dir/new"
	cat "$dir/new" >"$dir/f"
	kill -CONT $reader
	sleep 0.3
	tail -c +301 "$dir/$kind.03" >>"$dir/f"
	seen "$kind: the data set of the next writer" 2
	end TERM
	whole "$kind: a data set was replaced" 1 3
done

# A writer that rotates, keeps three files, is killed, and begins anew.
kind=stream
ring=$dir/ring
mkdir "$ring"
forms='stream monwrite'
for form in stream:gzip monwrite:zstd; do
	case $kinds in *"${form#*:}:"*) forms="$forms $form" ;; esac
done
for form in $forms; do
	options=--write-format=${form%:*}
	case $form in *:*) options="$options --compress=${form#*:}" ;; esac
	# shellcheck disable=SC2086
	case $form in *:*) monread -q --write="$dir/$form.08" $options "$dir/stream.08" ;; esac
	writer()
	{
		# shellcheck disable=SC2086
		$EMULATOR "$MONREAD" -q --write="$ring/c" $options --rotate=${1:-1B --keep=3} - <"$dir/pipe" 2>"$dir/writer.err" &
		writer=$!
		pids="$pids $writer"
		exec 7>"$dir/pipe"
	}
	writer
	cat "$dir/stream.01" "$dir/stream.02" >&7
	wait_for [ -s "$ring/c.00001" ]
	follow "$ring/c.00001"
	seen "$form: what a writer stores" 2
	for i in 03 04 05 06 07; do
		cat "$dir/stream.$i" >&7
		seen "$form: $i" "${i#0}"
	done
	head -c 5000 "$dir/stream.08" >&7
	kill -9 "$writer"
	wait "$writer" 2>/dev/null
	exec 7>&-
	# What a writer leaves that was killed while it wrote.
	for last in "$ring"/c.*; do :; done
	head -c $([ $form = monwrite ] && echo 5000 || echo 600) "$dir/$form.08" >>"$last"
	writer
	cat "$dir/stream.08" "$dir/stream.09" "$dir/stream.10" >&7
	seen "$form: it was killed, and began anew" 10
	exec 7>&-
	wait "$writer"
	end TERM
	is "$form: a set was incomplete: status" 1 "$status"
	strip "$dir/out" | sort | uniq -d >"$dir/doubled"
	is "$form: nothing is shown twice" '' "$(cat "$dir/doubled")"
	head -n 70 "$dir/all" >"$dir/expected"
	strip "$dir/out" >"$dir/shown"
	equal "$form: each data set once" "$dir/expected" "$dir/shown"
	is "$form: old files are gone" 3 "$(find "$ring" -type f | wc -l)"
	rm -f "$ring"/*
done

# A writer of one file is killed while it writes each data set, and begins anew.  The reader sees the incomplete data set, or
# only what replaces it.
for form in $forms; do
	compress=${form#*:}
	[ "$compress" != "$form" ] || continue
	options="--write-format=${form%:*} --compress=$compress"
	writer 1G
	cat "$dir/stream.01" >&7
	wait_for [ -s "$ring/c.00001" ]
	follow "$ring/c.00001"
	seen "$form: one file" 1
	for i in 02 03 04 05 06 07; do
		size=$(wc -c <"$ring/c.00001")
		has_grown() { [ "$(wc -c <"$ring/c.00001")" -gt "$size" ]; }
		kill -STOP $reader
		cat "$dir/stream.$i" >&7
		wait_for has_grown
		kill -9 "$writer"
		wait "$writer" 2>/dev/null
		exec 7>&-
		part=$(((size + $(wc -c <"$ring/c.00001")) / 2))
		: | dd of="$ring/c.00001" bs=1 seek=$part count=0 2>/dev/null
		case $i in *[246])
			kill -CONT $reader
			wait_for grep -q "^pos:[[:space:]]*$part$" /proc/$reader/fdinfo/*
			;;
		esac
		writer 1G
		cat "$dir/stream.$i" >&7
		wait_for has_grown
		kill -CONT $reader
		# Each new writer stores a mark.
		wait_for lines_in "$dir/out" $((8 * ${i#0} - 1))
		ok "$form: it was killed in set $i" $?
	done
	exec 7>&-
	wait "$writer"
	end TERM
	is "$form: one file: status, no message" '0 ' "$status $(cat "$dir/err")"
	head -n 49 "$dir/all" >"$dir/expected"
	grep -v '"continued":true' "$dir/out" | strip >"$dir/shown"
	equal "$form: one file: each data set once" "$dir/expected" "$dir/shown"
	json "$ring/c.00001" 2>"$dir/err" | cmp -s - "$dir/expected"
	is "$form: one file: it has each data set" '0 ' "$? $(cat "$dir/err")"
	$compress -t <"$ring/c.00001"
	ok "$form: one file: its members have ended" $?
	rm -f "$ring"/*
done

kind=stream
put 01
put 02
follow "$ring/c.00001"
seen 'numbers: from the first' 2
put 04
seen 'numbers: one is missing' 3
end TERM
is 'numbers: one is missing: message' "1 $ring/c.00004: the files between 2 and this one are missing" "$status $(cut -d: -f2- <"$dir/err" | sed 's/^ //')"
rm -f "$ring"/*

# Two systems in one directory: both, or those that --system selects.
minutes "$ring/c.00001" ONE 0 1 2
minutes "$ring/c.00002" TWO 1 2 3
for options in '' --system=ONE --system=TWO '--system=ONE,T*'; do
	case $options in *E | *O) names=${options#*=} n=3 ;; *) names='ONE TWO' n=6 ;; esac
	follow -d 0 $options "$ring"
	wait_for lines_in "$dir/out" $n
	minutes "$dir/next.1" ONE 3 4 5
	minutes "$dir/next.2" TWO 4 5 6
	mv "$dir/next.1" "$ring/c.00003"
	mv "$dir/next.2" "$ring/c.00004"
	wait_for lines_in "$dir/out" $((2 * n))
	# This capture does not name its system.
	cp "$dir/m.5" "$ring/part" && mv "$ring/part" "$ring/c.00005"
	wait_for grep -q 'c.00005: does not name its system, and the directory has files of several systems; left out$' "$dir/err"
	end TERM
	is "two systems: $options" "1 $((2 * n)) $names" "$status $(wc -l <"$dir/out" | tr -d ' ') $(sed 's/.*"system":"\([^"]*\)".*/\1/' "$dir/out" | sort -u | xargs)"
	is "two systems: $options: messages" 1 "$(wc -l <"$dir/err" | tr -d ' ')"
	rm -f "$ring"/c.0000[345]
done
# A stored capture has one system.
follow -d 0 --write="$dir/stored" "$ring"
wait_for lines_in "$dir/out" 3
minutes "$dir/next.1" ONE 3 4 5
mv "$dir/next.1" "$ring/c.00003"
wait_for grep -q . "$dir/err"
end TERM
is 'two systems: --write' "0 3  $ring/c.00003: is of the system ONE; only files of TWO are followed; --system selects another system" \
	"$status $(wc -l <"$dir/out" | tr -d ' ') $(cut -d: -f2- <"$dir/err")"
rm -rf "$ring"

# ---- Other ends ----

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

# A writer was killed while it wrote set 2, and begins anew with set 3: first, nothing of set 2 is left; then it is replaced at once.
for what in ${kinds:-none:}; do
	kind=${what%:}
	if [ $kind = none ]; then
		skip 'a compressed file' 'without zlib, liblzma and libzstd'
		break
	fi
	size=$(wc -c <"$dir/$kind.01")
	for how in cut replaced; do
		cp "$dir/$kind.01" "$dir/f"
		head -c 300 "$dir/$kind.02" >>"$dir/f"
		follow --duration=60 "$dir/f"
		seen "$kind: $how: the complete set" 1
		wait_for grep -q "^pos:[[:space:]]*$((size + 300))$" /proc/$reader/fdinfo/*
		if [ $how = cut ]; then
			: | dd of="$dir/f" bs=1 seek="$size" count=0 2>/dev/null
			wait_for grep -q "^pos:[[:space:]]*$size$" /proc/$reader/fdinfo/*
		fi
		dd if="$dir/$kind.03" of="$dir/f" bs="$size" seek=1 conv=notrunc 2>/dev/null
		seen "$kind: $how: the set after it" 2
		head -c 300 "$dir/$kind.04" >>"$dir/f"
		wait_for grep -q "^pos:[[:space:]]*$(wc -c <"$dir/f" | tr -d ' ')$" /proc/$reader/fdinfo/*
		end TERM
		is "$kind: $how: status, an incomplete set is no damage" "0 $dir/f: the last 300 bytes are not shown: their data set was not complete when the run was stopped" \
			"$status $(cut -d: -f2- <"$dir/err" | sed 's/^ //')"
		: >"$dir/err"
		whole "$kind: $how" 1 3
	done
	# One member, of which a part was shown.
	$kind -c <"$dir/twelve" >"$dir/one"
	head -c $(($(wc -c <"$dir/one") - 20)) "$dir/one" >"$dir/f"
	follow "$dir/f"
	wait_for grep -q "^pos:[[:space:]]*$(wc -c <"$dir/f" | tr -d ' ')$" /proc/$reader/fdinfo/*
	end TERM
	# The decoder of zstd gives nothing before its first block is complete.
	[ -s "$dir/out" ] || : >"$dir/err"
	is "$kind: one member is cut: no message about bytes that were shown" '' \
		"$(sed -n 's/.*the last \([0-9]*\) bytes.*/\1/p' "$dir/err" | awk -v most="$(wc -c <"$dir/f")" '$1 > most / 2')"
	printf 'not compressed' | cat "$dir/$kind.01" - >"$dir/f"
	limited -F -f json "$dir/f" >"$dir/out" 2>"$dir/err"
	is "$kind: damage ends it" '1 7 1' "$? $(wc -l <"$dir/out" | tr -d ' ') $(grep -c "/f: offset 0x[0-9a-f]*: uncompressing $kind failed: .*; the data read before is used" "$dir/err")"
done
rm -f "$dir"/f*

# ---- Pipes ----

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

# open_pipe [OPTION]...: monread reads a pipe that stays open until descriptor 7 is closed.
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

timeout -s KILL 20 $EMULATOR "$MONREAD" -I device --duration=9 - <&- >"$dir/out" 2>"$dir/err"
is 'standard input is closed: status' 1 $?
grep -q 'Bad file descriptor' "$dir/err"
ok 'standard input is closed: message' $?

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
ok 'several files, the last is not there: message' $?

finish
