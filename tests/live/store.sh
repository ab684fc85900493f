#!/bin/sh
# store.sh: --write: monread stores the selected data sets, whole, in every form, or reports why not.
. "${srcdir:-.}/tests/live/live.sh"

sample=$srcdir/data/sample.monwrite
"$helpers/sets" 60 8192 1000 >"$dir/sixty"
json "$dir/sixty" >"$dir/sixty.json"

# have NAME TOOL: whether TOOL is installed; if not, skip the test.
have()
{
	command -v "$2" >/dev/null 2>&1 && return 0
	skip "$1" "there is no $2"
	return 1
}

compressing=yes
monread --compress=zstd --write="$dir/try" "$dir/sixty" >/dev/null 2>&1 || compressing=
rm -f "$dir/try"

# Print data sets with their addresses, and their records without places in the file.
addresses()
{
	monread "$1" | grep '^Data set'
}

# good NAME COMMAND...: status 0 and no message.
good()
{
	name=$1
	shift
	"$@" >"$dir/said" 2>&1
	[ $? -eq 0 ] && [ ! -s "$dir/said" ]
	ok "$name" $?
	head -n 3 "$dir/said" | sed 's/^/# /'
}

# shows NAME EXPECTED-JSON FILE...: monread reads the FILEs without fault, and their records are EXPECTED-JSON.
shows()
{
	name=$1
	expected=$2
	shift 2
	monread -f json "$@" >"$dir/shows" 2>"$dir/said"
	status=$?
	strip "$dir/shows" | cmp -s "$expected" - && [ $status -eq 0 ] && [ ! -s "$dir/said" ]
	ok "$name" $?
	head -n 3 "$dir/said" | sed 's/^/# /'
}

# anew FILE ARGUMENTS...: store in FILE, which must not exist.
anew()
{
	rm -f "$1"
	file_anew=$1
	shift
	monread -q --write="$file_anew" "$@"
}

# ---- Nothing to store ----

: >"$dir/nothing"
monread -q --write="$dir/none%S" --rotate=1m "$dir/nothing" 2>"$dir/said"
is 'an empty input: status' 1 $?
is 'an empty input: one message' "monread: $dir/nothing: empty" "$(cat "$dir/said")"
is 'an empty input: nothing is stored' '' "$(ls "$dir" | grep none)"

# ---- Forms ----

fault=
for file in "$captures"/good-*.monwrite "$captures"/odd-*.monwrite "$sample"; do
	case $file in
	*-empty.*) continue ;;
	esac
	monread -f json "$file" 2>/dev/null | sed 's/^{"file":"[^"]*","system":[^,]*,"offset":[0-9]*,/{/' >"$dir/in"
	addresses "$file" >"$dir/in.at" 2>/dev/null
	anew "$dir/copy" "$file" 2>/dev/null || continue
	monread -f json "$dir/copy" 2>"$dir/err" | sed 's/^{"file":"[^"]*","system":[^,]*,"offset":[0-9]*,/{/' >"$dir/out"
	cmp -s "$dir/in" "$dir/out" || fault="$fault ${file##*/}:records"
	addresses "$dir/copy" 2>/dev/null | cmp -s - "$dir/in.at" || fault="$fault ${file##*/}:addresses"
	anew "$dir/again" "$dir/copy" 2>/dev/null
	cmp -s "$dir/copy" "$dir/again" || fault="$fault ${file##*/}:copy-of-copy"
done
is 'a copy of a MONWRITE file has the same records at the same addresses' '' "$fault"
fault=
for file in "$captures"/good-*.stream "$captures"/sample.stream "$dir/sixty"; do
	anew "$dir/copy" --write-format=stream "$file"
	cmp -s "$file" "$dir/copy" || fault="$fault ${file##*/}:stream"
	anew "$dir/copy" "$file"
	anew "$dir/back" --write-format=stream "$dir/copy"
	cmp -s "$file" "$dir/back" || fault="$fault ${file##*/}:there-and-back"
done
is 'a stream is a stream, and from MONWRITE back again, byte for byte' '' "$fault"

# ---- Selected records ----

# part FILE FORM SELECTION CAPTURE: store only the selected records, without the configuration
part()
{
	rm -f "$1"
	copy=$1 form=$2
	shift 2
	monread --raw "$@" | monread -q --write="$copy" --write-format=$form -
}
for select in '-r 0.23' '-d user,10' '-t event' '-n MRSYT*' '-c 100' '--since=+60 --until=+130'; do
	# The selection may lack the record with the release.
	# shellcheck disable=SC2086
	json --release=7.3 $select "$sample" >"$dir/in"
	[ -s "$dir/in" ] || echo "Bail out! $select"
	for form in monwrite stream; do
		# shellcheck disable=SC2086
		good "$select, $form: stored" part "$dir/copy" $form $select "$sample"
		shows "$select, $form: they are there, framed anew" "$dir/in" --release=7.3 "$dir/copy"
	done
done

# monread stores the configuration with a selection: records of these kinds, and records that an annotation marks.
monread --tables | awk '$3 ~ /^config/ { print $2 }' >"$dir/kinds"
sed -n 's/^Record: *//p' $(grep -l '^Configuration: *yes' "$srcdir"/data/*.dsect /dev/null) >>"$dir/kinds" </dev/null
sed 's/.*/"name":"&"/' "$dir/kinds" >"$dir/configuration"
for select in '-r 0.23' '-t event' '-u LXDB01' '--since=+60 --until=+130' '-r 20.99'; do
	# shellcheck disable=SC2086
	json $select "$sample" >"$dir/selected" 2>/dev/null
	cat "$dir/configuration" "$dir/selected" >"$dir/patterns"
	json "$sample" | grep -F -f "$dir/patterns" >"$dir/in"
	for form in monwrite stream; do
		# shellcheck disable=SC2086
		anew "$dir/copy" $select --write-format=$form "$sample" 2>"$dir/err"
		shows "$select, $form: with the configuration" "$dir/in" "$dir/copy"
	done
done
is 'the sample has configuration' 1 "$(grep -q MRMTRSYS "$dir/in" && echo 1)"
# Even if --write stores more, only the selection is shown.
rm -f "$dir/copy"
monread -f json --write="$dir/copy" -r 0.23 "$sample" | strip >"$dir/out"
json -r 0.23 "$sample" >"$dir/in"
same 'records that are shown while more are stored' "$dir/in" "$dir/out"

# ---- Pieces ----

monread -q --until=+29.5 --write="$dir/piece1" "$dir/sixty"
monread -q --since=+29.5 --until=+44.5 --write="$dir/piece2" --write-format=stream "$dir/sixty"
monread -q --since=+44.5 --write="$dir/piece3" "$dir/sixty"
shows 'pieces cut by time are the whole' "$dir/sixty.json" "$dir/piece1" "$dir/piece2" "$dir/piece3"
good 'they are joined' monread -q --write="$dir/whole" "$dir/piece1" "$dir/piece2" "$dir/piece3"
shows 'and joined are the whole' "$dir/sixty.json" "$dir/whole"
anew "$dir/whole" --write-format=stream "$dir/sixty" "$sample" "$dir/sixty"
monread --raw "$sample" | cat "$dir/sixty" - "$dir/sixty" >"$dir/expected"
equal 'files of several forms are joined' "$dir/expected" "$dir/whole"

# ---- Runs that continue a file ----

# Events between two runs are lost, and no interval reveals it.
for form in monwrite stream; do
	rm -f "$dir/cont"
	part "$dir/cont" $form -r 0.99 --until=+10 "$dir/sixty"
	monread --raw -r 0.99 --since=+25 "$dir/sixty" >"$dir/later"
	good "$form: a second run" \
		monread -q --append --write="$dir/cont" --write-format=$form "$dir/later"
	is "$form: a possible gap, from the last record to the next" '  Gaps             1, 1 of them possible, 00:00:15' \
		"$(monread -s "$dir/cont" 2>/dev/null | grep Gaps)"
done
# With the ends of intervals, the gap is certain.
rm -f "$dir/cont"
monread -q --until=+10 --write="$dir/cont" "$dir/sixty"
monread -q --since=+25 --append --write="$dir/cont" "$dir/sixty"
is 'an interval is missing: one gap' '  Gaps             1, 00:00:15' "$(monread -s "$dir/cont" 2>/dev/null | grep Gaps)"

# ---- Rotation ----

mkdir "$dir/r"
good 'rotation by size' monread -q --write="$dir/r/c" --write-format=stream --rotate=10300B "$dir/sixty"
is 'an interval is missing: number of files' 60 "$(ls "$dir/r" | wc -l | tr -d ' ')"
cat "$dir"/r/c.* | cmp -s - "$dir/sixty"
ok 'one after the other they are the stream' $?
shows 'rotated files' "$dir/sixty.json" "$dir"/r/c.*
rm -f "$dir"/r/*
monread -q --write="$dir/r/c" --rotate=60K "$dir/sixty"
shows 'rotated MONWRITE files' "$dir/sixty.json" "$dir"/r/c.*
fault=
for file in "$dir"/r/*; do
	[ "$(wc -c <"$file")" -le 61440 ] && monread -q "$file" 2>/dev/null || fault="$fault ${file##*/}"
done
is 'each file can be read, and no file is larger than the limit' '' "$fault"
is 'the first is called' c.00001 "$(ls "$dir/r" | head -n 1)"
rm -f "$dir"/r/*

good '--keep' monread -q --write="$dir/r/c" --rotate=10300B --write-format=stream --keep=3 "$dir/sixty"
is 'the last files are kept' 'c.00058 c.00059 c.00060' "$(ls "$dir/r" | tr '\n' ' ' | sed 's/ $//')"
monread --since=+56.5 -f json "$dir/sixty" | strip >"$dir/last"
shows 'they are the last' "$dir/last" "$dir"/r/c.*
rm -f "$dir"/r/*

# The existing file is from 2024, and the clock has gone back to 2018.
cp "$captures/odd-ascii.stream" "$dir/r/c.00001"
good '--keep, with the clock set back' monread -q --write="$dir/r/c" --rotate=10300B --write-format=stream --keep=3 "$dir/sixty"
is '--keep: the last files stay' 'c.00059 c.00060 c.00061' "$(ls "$dir/r" | tr '\n' ' ' | sed 's/ $//')"
rm -f "$dir"/r/*

# The first record is of 09:26:44, the last one of 09:27:43. Files end at full minutes, tens of seconds and so on.
good 'rotation by time' monread -q --write="$dir/r/%Y%m%d-%H%M" --rotate=1m "$dir/sixty"
is 'names with the time' '20180912-0926 20180912-0927' "$(ls "$dir/r" | tr '\n' ' ' | sed 's/ $//')"
rm -f "$dir"/r/*
monread -q --write="$dir/r/c%M%S" --rotate=10s "$dir/sixty"
is 'every ten seconds' 'c2644 c2650 c2700 c2710 c2720 c2730 c2740' "$(ls "$dir/r" | tr '\n' ' ' | sed 's/ $//')"
shows 'they are the whole' "$dir/sixty.json" "$dir"/r/c*
rm -f "$dir"/r/*
# Local time is UTC minus five hours.
for time in local:04 utc:09; do
	(TZ=XXX5 && export TZ && monread -q --write="$dir/r/c%H" --time=${time%:*} --rotate=10s -c 1 "$dir/sixty")
	is "the time of --time=${time%:*}" "c${time#*:}" "$(ls "$dir/r")"
	rm -f "$dir"/r/*
done

# Events before midnight belong to the sample of midnight, which begins the file of the new day. The clock goes back by ten
# minutes, then by more than a day.
{
	printf '%s\n' 'form monwrite' "let now = T'2026-03-04T23:59:00Z'"
	for step in 40s 20s 60s '0 - 600s' 60s '0 - 86500s'; do
		[ "$step" = 20s ] || printf 'block\nset sample 0-1 0x09000000\n'
		printf 'let now += %s\nrecord MRSYTPRP\n' "$step"
	done
} >"$dir/midnight.txt"
mkcapture -f monwrite "$dir/midnight.txt" "$dir/midnight"
monread -q --write="$dir/r/%F" --rotate=1d "$dir/midnight" 2>/dev/null
is 'the sample of midnight, and a clock that goes back' '2026-03-03 1, 2026-03-05 5, ' \
	"$(for file in "$dir"/r/*; do printf '%s %s, ' "${file##*/}" "$(monread -l "$file" 2>/dev/null | grep -c D0R2)"; done)"
rm -f "$dir"/r/*

# If a name comes again, no file may be lost.
good 'many files of one hour' monread -q --write="$dir/r/c%H" --rotate=10s "$dir/sixty"
is 'each file has its time in the name' 7 "$(ls "$dir/r" | wc -l | tr -d ' ')"
shows 'and all is there' "$dir/sixty.json" "$dir"/r/c*
rm -f "$dir"/r/*
"$helpers/sets" 130 4096 1000 >"$dir/long"
good 'names that come again every minute' \
	monread -q --write="$dir/r/c%S" --rotate=10s --keep=6 "$dir/long"
is '--keep: number of files' 6 "$(ls "$dir/r" | wc -l | tr -d ' ')"
monread --since=+75.5 -f json "$dir/long" | strip | sort >"$dir/last"
json "$dir"/r/* | sort | cmp -s - "$dir/last"
ok '--keep: the newest files are kept' $?
rm -f "$dir"/r/*

# ---- --exec ----

# The program notes its argument, and whether it can read anything; it fails for the third file.
cat >"$dir/program" <<END
#!/bin/sh
printf '%s %s %s\n' "\$#" "\$1" "\$(cat | wc -c | tr -d ' ')" >>"$dir/seen"
case \$1 in *.00003) exit 5 ;; esac
END
chmod +x "$dir/program"
real=$(cd "$dir" && pwd -P)/r
monread -q --write="$dir/r/c" --rotate=100K --exec="$dir/program" "$dir/sixty" 2>"$dir/err"
is '--exec: a program that fails is reported, and the others run' "1 monread: $real/c.00003: $dir/program ended with status 5" \
	"$? $(cat "$dir/err")"
is '--exec: each finished file once, in order, with an absolute name and no input' \
	"$(for file in "$dir"/r/c.*; do echo "1 $real/${file##*/} 0"; done)" "$(cat "$dir/seen")"
rm -f "$dir"/r/* "$dir/seen"
monread -q --write="$dir/r/c" --exec="$dir/none" "$dir/sixty" 2>"$dir/err"
is '--exec: a missing program' "1 monread: $real/c: $dir/none cannot be run: No such file or directory" \
	"$? $(cat "$dir/err")"
rm -f "$dir"/r/*
# It waits until monread has stored all files.
cat >"$dir/program" <<END
#!/bin/sh
while [ "\$(ls "$dir/r" | grep -c .)" -lt 130 ]; do sleep 0.05; done
echo "\$1" >>"$dir/seen"
END
"$helpers/sets" 130 4096 1000 >"$dir/many"
monread -q --write="$dir/r/c" --rotate=1B --exec="$dir/program" "$dir/many" 2>"$dir/err"
is '--exec: a slow program does not stop storing: status' 0 $?
is '--exec: no name is dropped' "$(ls "$dir/r" | wc -l)" "$(sort -u "$dir/seen" | wc -l)"
is '--exec: a message when 100 files wait' 1 "$(grep -c '100 files wait for .*program; the first is ' "$dir/err")"
rm -f "$dir"/r/* "$dir/seen"

# ---- Compression ----

monread -q --write="$dir/plain" "$dir/sixty"
if [ -n "$compressing" ]; then
	for kind in zstd gzip; do
		end=.$(echo $kind | sed 's/std$/st/; s/ip$//')
		good "--compress=$kind" anew "$dir/packed" --compress=$kind "$dir/sixty"
		shows "--compress=$kind: can be read" "$dir/sixty.json" "$dir/packed"
		if have "--compress=$kind: is what it says" $kind; then
			$kind -dc <"$dir/packed" | cmp -s - "$dir/plain"
			ok "--compress=$kind: is what it says" $?
			# The flush after each data set costs at most 10 %.
			monread -q --force --write="$dir/flushed" --compress=$kind "$srcdir/data/sample.monwrite"
			[ $(($(wc -c <"$dir/flushed") * 10)) -le $(($($kind -dc <"$dir/flushed" | $kind -c | wc -c) * 11)) ]
			ok "--compress=$kind: is not much larger than one member" $?
		fi
		good "--compress=$kind, rotated" \
			monread -q --write="$dir/r/c$end" --rotate=60K --compress=$kind "$dir/sixty"
		shows "--compress=$kind, rotated: all is there" "$dir/sixty.json" "$dir"/r/c.*$end
		[ "$(ls "$dir/r" | wc -l)" -gt 5 ]
		ok "--compress=$kind, rotated: several files" $?
		is "--compress=$kind, rotated: the ending follows the number" "c.00001$end" "$(ls "$dir/r" | head -n 1)"
		# 1.0 put the number last; --keep counts such a file, too.
		mv "$dir/r/c.00001$end" "$dir/r/c$end.00001"
		# --keep counts the compressed files of an earlier run, too.
		good "--compress=$kind, --keep" \
			monread -q --write="$dir/r/c$end" --rotate=60K --keep=2 --compress=$kind "$dir/sixty"
		is "--compress=$kind, --keep: so many are left" 2 "$(ls "$dir/r" | wc -l | tr -d ' ')"
		rm -f "$dir"/r/*
		# Flip a bit: the checksum at the end of the compressed data reveals it.
		fault=
		for tenth in 1 2 3 4 5 6 7 8 9; do
			# Avoid the beginning of a data set.
			at=$(($(wc -c <"$dir/packed") * tenth / 10 + 3000))
			cp "$dir/packed" "$dir/other"
			# shellcheck disable=SC2059 # an octal number
			printf "\\$(printf %o $(($(od -An -tu1 -j $at -N 1 "$dir/packed") ^ 1)))" |
				dd of="$dir/other" bs=1 seek=$at conv=notrunc 2>/dev/null
			monread -f json "$dir/other" >"$dir/shows" 2>"$dir/said"
			status=$?
			# Expect all data sets before the changed bit; all have about the same length.
			n=$((660 * tenth / 10 - 11))
			head -n $n "$dir/shows" | strip >"$dir/out"
			head -n $n "$dir/sixty.json" | cmp -s - "$dir/out" && [ $status -eq 1 ] || fault="$fault $tenth($status)"
		done
		is "--compress=$kind: a bit that is another one is noticed, and what is shown before is right" '' "$fault"
	done
	# The byte after the magic number has flags; bit 2 announces a checksum.
	anew "$dir/packed" --compress=zstd "$dir/sixty"
	is '--compress=zstd: the checksum is there' 4 "$(($(od -An -tu1 -j 4 -N 1 "$dir/packed") & 4))"
	if have '--compress=zstd: many data sets have one' zstd; then
		is '--compress=zstd: many data sets have one' '# Zstandard Frames: 1,Check: XXH64' \
			"$(zstd -lv "$dir/packed" 2>&1 | sed -n -e '/^# Zstandard Frames/p' -e 's/^\(Check: XXH64\).*/\1/p' | paste -sd, -)"
	fi
fi
# ---- --sync ----

if have '--sync' strace && strace -o "$dir/calls" true 2>/dev/null; then
	# Sixty data sets in seven files; a file and its name are two things.
	for when in none=0,0 set=60,14 file=0,14; do
		rm -f "$dir"/r/*
		# shellcheck disable=SC2086
		strace -f -e trace=fdatasync,fsync -o "$dir/calls" $EMULATOR "$MONREAD" -q --sync=${when%=*} \
			--write="$dir/r/%S" --rotate=10s "$dir/sixty" 2>/dev/null
		is "--sync=${when%=*}: data sets and files brought to disk" "${when#*=}" \
			"$(grep -c fdatasync "$dir/calls"),$(grep -c fsync "$dir/calls")"
	done
	rm -f "$dir"/r/*
fi

# ---- Failures ----

# failed NAME WORD: status 2 was in $status, WORD was in one message.
failed()
{
	is "$1: status" 2 "$status"
	is "$1: one message" 1 "$(grep -c "$2" "$dir/err")"
}

for packed in '' ${compressing:+--compress=zstd}; do
	echo old >"$dir/limited"
	(
		ulimit -f 1 2>/dev/null
		# shellcheck disable=SC2086
		monread -q $packed --force --write="$dir/limited" "$dir/sixty" 2>"$dir/err"
	)
	status=$?
	failed "a limit below the first set $packed" 'File too large; nothing more is stored'
	is "a limit below the first set $packed: --force leaves what was there before" old "$(cat "$dir/limited")"
	is "a limit below the first set $packed: and nothing else" limited "$(cd "$dir" && ls | grep '^limited')"
	rm -f "$dir/limited"
done

monread -q --write="$dir/none/c" "$dir/sixty" 2>"$dir/err"
status=$?
failed 'no such directory' "$dir/none/c: cannot be written: No such file"
if [ -d /sys/kernel ]; then
	monread -q --write=/sys/kernel/monread.capture "$dir/sixty" 2>"$dir/err"
	status=$?
	failed 'a directory that takes no files' 'monread.capture: cannot be written: '
fi
monread -q --write="$dir/none/%H.bin" "$dir/no-such-input" 2>"$dir/err"
is 'no such directory, a time in the name: noticed before anything is read' '2 1 0' \
	"$? $(grep -c 'none/%H.bin: cannot be written: No such file' "$dir/err") $(grep -c 'cannot be opened' "$dir/err")"
mkdir "$dir/v"
timeout -s KILL 200 "$helpers/peer" "$dir/sixty" "$dir/out" set lines=11 run="rm -r '$dir/v'" set end \
	-- $EMULATOR "$MONREAD" -I device -l --write="$dir/v/c" - >"$dir/words" 2>"$dir/err"
is 'a directory that goes away: at once' 'lines status=2' "$(sed 's/ *$//' "$dir/words")"
is 'a directory that goes away: message' 1 "$(grep -c "$dir/v/c: the file was removed; nothing more is stored" "$dir/err")"
mkdir "$dir/v"
timeout -s KILL 200 "$helpers/peer" "$dir/sixty" "$dir/out" set lines=11 run="rm -r '$dir/v'" set end \
	-- $EMULATOR "$MONREAD" -I device -l --write="$dir/v/c%S" --rotate=1s - >"$dir/words" 2>"$dir/err"
is 'a directory that goes away, rotated: at once' 'lines status=2' "$(sed 's/ *$//' "$dir/words")"
# written_to NAME COMMAND LENGTH: a different program runs COMMAND after the first data set of the file, which is a control block,
# two frames of a sample and one of events.
written_to()
{
	name=$1
	mkdir -p "$dir/v"
	rm -f "$dir/v/c"
	timeout -s KILL 200 "$helpers/peer" "$dir/sixty" "$dir/out" set lines=11 run="$2" set end \
		-- $EMULATOR "$MONREAD" -I device -l --write="$dir/v/c" - >"$dir/words" 2>"$dir/err"
	is "$name: at once" 'lines status=2' "$(sed 's/ *$//' "$dir/words")"
	is "$name: said" 1 \
		"$(grep -c "$dir/v/c: another program has changed its length: expected 0x4000, found 0x$3; nothing more is stored" "$dir/err")"
}
written_to 'a file that another program writes to' "echo more >>'$dir/v/c'" 4005
is 'a file that another program writes to: nothing is written over' more "$(tail -c 5 "$dir/v/c")"
written_to 'a file that another program cuts' "cp /dev/null '$dir/v/c'" 0

# behind NAME COMMAND "WORDS" "EXPECTED" MESSAGE [OPTION]...: a different program runs COMMAND after the last data set of the
# file, then come WORDS; compare the output of the peer and the message.
behind()
{
	name=$1 command=$2 words=$3 expected=$4 message=$5
	shift 5
	rm -rf "$dir/v"
	mkdir "$dir/v"
	# shellcheck disable=SC2086
	timeout -s KILL 200 "$helpers/peer" "$dir/sixty" "$dir/out" set lines=11 run="cd '$dir/v' && $command" $words end \
		-- $EMULATOR "$MONREAD" -I device -l --write="$dir/v/c" "$@" - >"$dir/words" 2>"$dir/err"
	is "$name, behind its last data set" "lines $expected" "$(sed 's/ *$//' "$dir/words")"
	is "$name, behind its last data set: said" "$message" \
		"$(sed -n "s,^monread: $dir/v/,,p" "$dir/err")"
}

removed='the file was removed; nothing more is stored'
changed='another program has changed its length: expected 0x4000, found 0x'
behind 'a file that is removed' 'rm c' 'idle term' 'status=2' "c: $removed"
behind 'a file that is replaced' 'echo >d && mv d c' 'idle term' 'status=2' "c: $removed"
behind 'a file that is cut' ': >c' 'idle term' 'status=2' "c: ${changed}0; nothing more is stored"
behind 'a file that is written to' 'echo more >>c' 'idle term' 'status=2' "c: ${changed}4005; nothing more is stored"
behind 'a file that is renamed' 'mv c d' 'idle term' 'status=0' ''
behind 'a rotated file that is removed' 'rm c.00001' 'set lines=22 idle term' 'lines status=1' \
	'c.00001: data is lost: the file was removed; storing goes on in the next file' --rotate=1B
# With a larger limit, more data go to the removed file.
behind 'a large rotated file that is removed' 'rm c.00001' 'set lines=22 idle term' 'lines status=1' \
	'c.00001: the file was removed; storing goes on in the next file' --rotate=1M
behind 'a rotated file that is renamed' 'mv c.00001 d' 'set lines=22 idle term' 'lines status=0' '' --rotate=1B
head -n 22 "$dir/sixty.json" >"$dir/in"
shows 'a rotated file that is renamed: all is there' "$dir/in" "$dir/v/d" "$dir/v/c.00002"
behind 'a file that SIGHUP ends, and is removed' 'rm c.00001' 'hup set lines=22 idle term' 'lines status=0' '' --rotate=1G

# ---- Existing files ----

cp "$dir/sixty" "$dir/precious"
monread -q --write="$dir/precious" "$dir/precious" 2>"$dir/err"
is 'output is input: status' 2 $?
equal 'output is input: it is as it was' "$dir/sixty" "$dir/precious"
grep -q "$dir/precious: is also " "$dir/err"
ok 'output is input: message' $?
monread -q --write="$dir/precious" - <"$dir/precious" 2>"$dir/err"
is 'output is standard input: status' 2 $?
equal 'output is standard input: it is as it was' "$dir/sixty" "$dir/precious"
cp "$dir/sixty" "$dir/precious.00002"
good 'an input has a name of the rotation' monread -q --write="$dir/precious" --rotate=300K --keep=1 "$dir/precious.00002"
equal 'an input has a name of the rotation: it is as it was, as --keep leaves it alone' "$dir/sixty" "$dir/precious.00002"
is 'an input with a name of the rotation: new files follow it' 'precious precious.00002 precious.00006' \
	"$(cd "$dir" && ls | grep '^precious' | tr '\n' ' ' | sed 's/ $//')"
rm -f "$dir"/precious*
cp "$dir/sixty" "$dir/precious"
monread -q --force --write="$dir/precious" "$dir/no-such-file" 2>"$dir/err"
is 'no input: status' 2 $?
equal 'no input: what was stored before is as it was' "$dir/sixty" "$dir/precious"
monread -q --write="$dir/new" "$dir/no-such-file" 2>"$dir/err"
[ ! -e "$dir/new" ]
ok 'no input: no file is made' $?

# ---- Live ----

timeout -s KILL 200 "$helpers/peer" "$dir/sixty" "$dir/out" set lines=11 \
	run="$EMULATOR '$MONREAD' -l '$dir/live' >'$dir/seen' 2>&1" set half idle term rest end \
	-- $EMULATOR "$MONREAD" -I device -l --sync=set --write="$dir/live" - >"$dir/words" 2>"$dir/err"
is 'live: status' 'lines status=0' "$(sed 's/ *$//' "$dir/words")"
is 'live: a set is stored when it is shown' 11 "$(wc -l <"$dir/seen" | tr -d ' ')"
head -n 33 "$dir/sixty.json" >"$dir/in"
shows 'live: SIGTERM leaves what is whole' "$dir/in" "$dir/live"
if [ -n "$compressing" ]; then
	timeout -s KILL 200 "$helpers/peer" "$dir/sixty" "$dir/out" set lines=11 \
		run="$EMULATOR '$MONREAD' -l '$dir/livez' >'$dir/seen' 2>&1" term end \
		-- $EMULATOR "$MONREAD" -I device -l --compress=zstd --write="$dir/livez" - >"$dir/words" 2>"$dir/err"
	is 'live, compressed: status' 'lines status=0' "$(sed 's/ *$//' "$dir/words")"
	is 'live, compressed: a set is stored when it is shown' 11 "$(wc -l <"$dir/seen" | tr -d ' ')"
fi
# ---- A time stamp years ahead ----

if have_fuse; then
	"$helpers/sets" 8 4096 60000 >"$dir/minutes"
	{
		head -c 12376 "$dir/minutes"
		"$helpers/sets" 2 4096 157680000000 | tail -c 6188
		tail -c +18565 "$dir/minutes"
	} >"$dir/jump"
	mkdir "$dir/j"
	play "$dir/jump" --speed=max --end=eio
	# The age counts back from the time of the clock, not from five years later.
	limited -I device -q --write="$dir/j/c%H%M" --rotate=2m --keep=1d "$dev" 2>"$dir/err"
	is 'a time stamp years ahead: status and message, files as before' '1 1 c0926 c0929 c0930 c0932 ' "$? $(grep -c \
		'a data set has the time 2023-09-11T09:26:44.123456Z, more than an hour from' "$dir/err") $(ls "$dir/j" | tr '\n' ' ')"
	stop_play
	json "$dir/jump" >"$dir/in" 2>/dev/null
	json "$dir"/j/c* 2>/dev/null | cmp -s - "$dir/in"
	ok 'a time stamp years ahead: all is there' $?

	# Each set of the helper begins at 1536744404.123, plus its step.
	now=$(date +%s)
	# set_at DAYS: a data set that is so many days after now
	set_at()
	{
		"$helpers/sets" 2 4096 "$(((now + $1 * 86400 - 1536744404) * 1000))" | tail -c 6188
	}
	# archive DAYS: store two data sets of a device, so many days after now, in an archive of four files
	archive()
	{
		rm -rf "$dir/a"
		mkdir "$dir/a"
		set_at -12 >"$dir/a/c.00001"
		# It was stored today, under a clock that was behind.
		set_at -11 >"$dir/a/c.00002"
		set_at -10 >"$dir/a/c.00003"
		# It was stored 12 days ago, under a clock that was ahead.
		set_at 30 >"$dir/a/c.00004"
		touch -d "@$((now - 12 * 86400))" "$dir/a/c.00001" "$dir/a/c.00003" "$dir/a/c.00004"
		{ set_at "$1" && set_at "$1"; } >"$dir/play"
		play "$dir/play" --speed=max --end=eio
		limited -I device -q --write="$dir/a/c" --rotate=1B --write-format=stream --keep=7d "$dev" 2>"$dir/err"
		stop_play
		{
			cd "$dir/a" && echo * && cd - >/dev/null
			grep -c "c: the clocks of the data and of this host differ by more than a day, so --keep removes .*--keep=SIZE" "$dir/err"
		} | tr '\n' ' ' >"$dir/left"
	}
	archive 0
	is 'an age of a device: only files that the data and this host call old' 'c.00002 c.00004 c.00005 c.00006 0 ' "$(cat "$dir/left")"
	for days in 30 -30; do
		archive $days
		is "an age of a device whose clock is $days days off: nothing is removed" \
			'c.00001 c.00002 c.00003 c.00004 c.00005 c.00006 1 ' "$(cat "$dir/left")"
	done
else
	skip 'a time stamp years ahead' "$why_not"
fi
finish
