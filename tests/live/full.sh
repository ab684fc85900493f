#!/bin/sh
# full.sh: a full disk while monread stores a device, and an output that is full or closed meanwhile.
. "${srcdir:-.}/tests/live/live.sh"

"$helpers/sets" 12 >"$dir/twelve"
size=6188 # of a data set

# peer WORD... -- OPTION...: put the events into $said; standard error goes to err.
peer()
{
	said=$(timeout -s KILL 200 "$helpers/peer" "$dir/twelve" "$dir/out" "$@" 2>"$dir/err" | sed 's/ *$//')
}

# ---- A pipe that is closed ----

# shellcheck disable=SC2086
peer set nap=300 set nap=300 set nap=300 set set run="sleep 0.3" end -- \
	sh -c 'out=$1; shift; "$@" | { head -n 1; exec 0<&-; sleep 0.1; }' sh x $EMULATOR "$MONREAD" -I device -l -c 35 \
	--write="$dir/f" --write-format=stream -
is 'the output is a pipe that is closed: all is stored' "$((5 * 7))" "$(monread -l "$dir/f" | wc -l | tr -d ' ')"
is 'the output is a pipe that is closed: the end' 'status=0' "$said"
grep -q ': 5 data sets, 35 records, .* 0 gaps' "$dir/err"
ok 'the output is a pipe that is closed: all is read' $?

# ---- An output that is full ----

# goes_on NAME FILE: monread cannot write to FILE, says so once, stores all data sets, and ends with status 2.
goes_on()
{
	is "$1: status" 'status=2' "$said"
	equal "$1: all is stored" "$dir/twelve" "$dir/f"
	is "$1: said once" '1 1' "$(grep -c '^monread: .*writing failed' "$dir/err") \
$(grep -c "^monread: $2: writing failed: No space left on device; storing goes on\$" "$dir/err")"
	rm -f "$dir/f"
}

if [ -c /dev/full ]; then
	rm -f "$dir/f"
	# shellcheck disable=SC2086
	peer set nap=300 set set set set set set set set set set set idle term end -- \
		$EMULATOR "$MONREAD" -I device -l -o /dev/full --write="$dir/f" --write-format=stream -
	goes_on 'a full output of a device' /dev/full
	grep -q ': 12 data sets, 84 records, 84 shown, 0 gaps' "$dir/err"
	ok 'a full output of a device: all is read' $?
	# A table of an earlier run.
	mkdir "$dir/tables"
	monread -f csv --split="$dir/tables" "$srcdir/data/sample.monwrite"
	cksum "$dir"/tables/* >"$dir/before"
	# shellcheck disable=SC2086
	peer set nap=300 set set set set set set set set set set set idle term end -- \
		$EMULATOR "$MONREAD" -I device -f csv --split="$dir/tables" --write="$dir/f" --write-format=stream -
	is '--split fails: status' 'status=2' "$said"
	equal '--split fails: all is stored' "$dir/twelve" "$dir/f"
	is '--split fails: one message' 1 "$(grep -c '^monread: .*: already exists; use --force to replace it; storing goes on$' "$dir/err")"
	cksum "$dir"/tables/* | cmp -s "$dir/before" -
	ok '--split fails: the tables stay' $?
	rm -rf "$dir/f" "$dir/tables"
	mkfifo "$dir/fifo"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -F -l --write="$dir/f" --write-format=stream - <"$dir/fifo" >/dev/full 2>"$dir/err" &
	reader=$!
	{
		head -c $size "$dir/twelve"
		wait_for [ -s "$dir/f" ] >&2
		tail -c +$((size + 1)) "$dir/twelve"
	} >"$dir/fifo"
	wait $reader
	said="status=$?"
	goes_on 'a full output of a pipe' 'standard output'
	# The output is larger than one write.
	"$helpers/sets" 12 4096 >"$dir/twelve"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -x -a -o /dev/full --write="$dir/f" --write-format=stream "$dir/twelve" 2>"$dir/err"
	said="status=$?"
	goes_on 'a full output of a file' /dev/full
	# Without --write, monread ends at the write error.
	monread -x -a -o /dev/full "$dir/twelve" 2>"$dir/err"
	is 'a full output, and nothing is stored' '2 monread: /dev/full: writing failed: No space left on device' "$? $(cat "$dir/err")"
else
	skip 'an output that is full' 'there is no /dev/full'
fi

# ---- No room at all ----

if [ -c /dev/full ]; then
	"$helpers/sets" 12 >"$dir/twelve"
	store='-I device -q --messages=json --write=/dev/full --write-format=stream'
	# The device sends 12 bytes and half of 4096 bytes of the third set.
	# shellcheck disable=SC2086
	peer set set half idle nap=300 term end -- $EMULATOR "$MONREAD" $store -
	is 'the end in a data set: status' 'status=1' "$said"
	lost=$((2 * size + 2060))
	is 'the end in a data set: bytes that are not stored, in the message, the counts and the summary' "1 1 1 $lost" \
		"$(grep -c "asked to stop while there was no room; not stored: 3 data sets, $lost bytes" "$dir/err") $(grep -c \
			"[1-3] data sets\\{0,1\\}, [0-9]* records, [0-9]* selected, 1 gap, $lost bytes thrown away" "$dir/err") $(
			sed -n 's/.*"gaps":\([0-9]*\),"skipped":\([0-9]*\).*/\1 \2/p' "$dir/err")"
	if have_fuse; then
		# 1, 4, 5 and 8 are whole; half of the first record set of 2 and 3 is read; 6 and 7 are dropped.
		"$helpers/sets" 8 4096 1000 >"$dir/eight"
		play "$dir/eight" --speed=max --fault=eio@set=2.records --fault=eio@set=3.records --fault=overflow@set=5:drop=2
		afresh
		# shellcheck disable=SC2086
		$EMULATOR "$MONREAD" $store "$dev" 2>"$dir/err" &
		pid=$!
		pids="$pids $pid"
		all_read() { [ "$(grep -c '^[0-9.]* read of [0-9]*: 0 bytes' "$dir/playlog")" -eq 4 ]; }
		wait_for all_read
		wait_for grep -q 'trying again' "$dir/err"
		kill $pid
		wait $pid
		is 'the end after losses: status, bytes that are not stored, each loss, the summary' "1 1 2 1 4 $((4 * size + 2 * 2060))" "$? $(
			grep -c "no room; not stored: 4 data sets, $((4 * size)) bytes" "$dir/err") $(
			grep -c 'Input/output error: the data set is not valid; threw away 2060 bytes' "$dir/err") $(
			grep -c 'message limit reached' "$dir/err") $(
			sed -n 's/.*"gaps":\([0-9]*\),"skipped":\([0-9]*\).*/\1 \2/p' "$dir/err")"
		stop_play
	else
		skip 'the end behind losses' "$why_not"
	fi
else
	skip 'no room at all' 'there is no /dev/full'
fi

# A file reaches its size limit (ulimit counts blocks of 512 bytes or 1 KB): monread stores the first data sets.
"$helpers/sets" 12 >"$dir/twelve"
rm -f "$dir/f"
(
	ulimit -f 19 2>/dev/null
	# shellcheck disable=SC2086
	peer set set set set set set set set set set set set idle term end -- \
		$EMULATOR "$MONREAD" -I device -q --write="$dir/f" --write-format=stream -
	echo "$said" >"$dir/said"
)
stored=$(($(wc -c <"$dir/f") / size))
lost=$((12 - stored))
is 'too large: status' 'status=2' "$(cat "$dir/said")"
is 'too large: some data sets are stored' 1 "$([ $stored -gt 0 ] && [ $lost -gt 0 ] && echo 1)"
# The run ends then and does not count the data sets that it has not read.
counted=$(sed -n 's,.*/f: storing failed; not stored: \([0-9]*\) data sets\{0\,1\}\, .*,\1,p' "$dir/err")
is 'too large: some of the others are counted' 1 "$([ "${counted:-0}" -gt 0 ] && [ "$counted" -le $lost ] && echo 1)"
is 'too large: the bytes' 1 \
	"$(grep -c "/f: storing failed; not stored: $counted data sets\{0,1\}, $((${counted:-0} * size)) bytes" "$dir/err")"
is 'too large: the counts' 1 \
	"$(grep -c ": [0-9]* data sets\{0,1\}, [0-9]* records, [0-9]* selected, 1 gap, $((${counted:-0} * size)) bytes thrown away" "$dir/err")"
rm -f "$dir/f"
mkdir "$dir/r"
(
	ulimit -f 19 2>/dev/null
	# shellcheck disable=SC2086
	peer set set set set set set set set set set set set idle term end -- \
		$EMULATOR "$MONREAD" -I device -q --write="$dir/r/f" --rotate=1G --write-format=stream -
	echo "$said" >"$dir/said"
)
is 'too large, with rotation: status' 'status=1' "$(cat "$dir/said")"
cat "$dir"/r/f.* >"$dir/got"
same_records 'too large, with rotation: all is stored in the next files' "$dir/twelve" "$dir/got"
is 'too large, with rotation: reported for each file' "$(($(ls "$dir/r" | wc -l) - 1))" \
	"$(grep -c 'r/f.000[0-9]*: File too large; storing goes on in the next file' "$dir/err")"
rm -rf "$dir/r"

# ---- Syncs that fail ----

if command -v strace >/dev/null 2>&1 && strace -o "$dir/calls" true 2>/dev/null; then
	# Some file systems report a full quota only in a sync.  monread writes the data set, or all since the last sync, again.
	for case in set:fdatasync:ENOSPC:3 set:fdatasync:EDQUOT:1 file:fsync:ENOSPC:2; do
		IFS=: read -r sync call error when <<-EOF
		$case
		EOF
		rm -f "$dir/f"
		# shellcheck disable=SC2086
		peer set set set set set end -- env ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=$call \
			-e inject=$call:error=$error:when=$when -o "$dir/calls" $EMULATOR "$MONREAD" -I device -l -c 35 --sync=$sync \
			--write="$dir/f" --write-format=stream -
		is "$case: status" 'status=1' "$said"
		head -c $((5 * size)) "$dir/twelve" >"$dir/expected"
		same_records "$case: all is stored" "$dir/expected" "$dir/f"
		is "$case: reported" '1 1' "$(grep -c 'f: .*; trying again every second' "$dir/err") $(grep -c 'there is room again' "$dir/err")"
	done
	# A finished compressed file cannot be synced at first: its end is written once.
	for kind in zstd gzip; do
		command -v $kind >/dev/null && monread -q --compress=$kind --write="$dir/try" "$dir/twelve" 2>/dev/null || continue
		mkdir "$dir/r"
		ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=fsync -e inject=fsync:error=ENOSPC:when=2 -o "$dir/calls" \
			$EMULATOR "$MONREAD" -q --write="$dir/r/c" --write-format=stream --rotate=10K --sync=file --compress=$kind "$dir/twelve" 2>"$dir/err"
		is "$kind: a finished file cannot be synced: status, messages" '1 2' "$? $(wc -l <"$dir/err" | tr -d ' ')"
		for file in "$dir"/r/c.*; do
			$kind -dc <"$file" || echo "$file"
		done >"$dir/got"
		equal "$kind: a finished file cannot be synced: all is stored" "$dir/twelve" "$dir/got"
		rm -rf "$dir/r" "$dir/try"
	done
else
	skip 'syncs that fail' 'there is no strace'
fi

# ---- No room ----

mkdir "$dir/disk"
if mount -t tmpfs -o size=40k none "$dir/disk" 2>/dev/null; then
	head -c $((3 * size)) "$dir/twelve" >"$dir/expected"
	for kind in '' zstd gzip; do
		command -v ${kind:-cat} >/dev/null && monread -q ${kind:+--compress=$kind} --write="$dir/try" "$dir/twelve" 2>/dev/null || continue
		rm -f "$dir/try" "$dir"/disk/*
		# At first 4096 bytes are free, less than a data set, or than two compressed ones; then the whole disk.
		head -c 36864 /dev/zero >"$dir/disk/ballast"
		# shellcheck disable=SC2086
		peer set lines=7 nap=300 set set nap=300 run="rm '$dir/disk/ballast'" lines=21 term end -- \
			$EMULATOR "$MONREAD" -I device -l ${kind:+--compress=$kind} --write="$dir/disk/f" --write-format=stream -
		is "room comes again: $kind: status" 'lines lines status=1' "$said"
		${kind:-cat} ${kind:+-dc} <"$dir/disk/f" >"$dir/got"
		equal "room comes again: $kind: nothing is lost" "$dir/expected" "$dir/got"
		is "room comes again: $kind: one message" '1 1 3' \
			"$(grep -c 'disk/f: No space left on device; trying again every second' "$dir/err") $(
			grep -c 'disk/f: there is room again; storing continues' "$dir/err") $(wc -l <"$dir/err" | tr -d ' ')"
	done

	# A new file without data is not full.
	rm -f "$dir"/disk/*
	head -c 36864 /dev/zero >"$dir/disk/ballast"
	# shellcheck disable=SC2086
	peer set lines=7 nap=1500 set set run="rm '$dir/disk/ballast'" lines=21 term end -- \
		$EMULATOR "$MONREAD" -I device -l --write="$dir/disk/f" --rotate=1k --write-format=stream -
	is 'room comes again, with rotation: a file for each data set' 'f.00001 f.00002 f.00003 ' \
		"$(cd "$dir/disk" && echo * | tr '\n' ' ')"
	cat "$dir"/disk/f.* >"$dir/got"
	equal 'room comes again, with rotation: nothing is lost' "$dir/expected" "$dir/got"

	rm -f "$dir"/disk/*
	head -c 28672 /dev/zero >"$dir/disk/ballast"
	# There is space for the first data set, but not for three more.
	# shellcheck disable=SC2086
	peer set lines=7 set set set idle nap=500 term end -- \
		$EMULATOR "$MONREAD" -I device -l --write="$dir/disk/f" --write-format=stream -
	is 'the end while there is no room: status' 'lines status=1' "$said"
	head -c $size "$dir/twelve" >"$dir/expected"
	equal 'the end while there is no room: what was stored stays' "$dir/expected" "$dir/disk/f"
	is 'the end while there is no room: the loss' 1 \
		"$(grep -c "disk/f: asked to stop while there was no room; not stored: 3 data sets, $((3 * size)) bytes" "$dir/err")"
	is 'the end while there is no room: the counts' 1 \
		"$(grep -c ": 2 data sets, 14 records, 14 shown, 1 gap, $((3 * size)) bytes thrown away" "$dir/err")"

	# Two pages; a data set and the beginning of the next one have 7000 bytes; the rest needs more.
	rm -f "$dir"/disk/*
	head -c 7000 "$dir/twelve" >"$dir/disk/f"
	head -c 32768 /dev/zero >"$dir/disk/ballast"
	# shellcheck disable=SC2086
	peer set lines=7 nap=1500 set run="rm '$dir/disk/ballast'" lines=14 term end -- \
		$EMULATOR "$MONREAD" -I device -l --append --write="$dir/disk/f" --write-format=stream -
	is 'room comes again, with --append: status' 'lines lines status=1' "$said"
	head -c $size "$dir/twelve" >"$dir/expected"
	head -c $((2 * size)) "$dir/twelve" >>"$dir/expected"
	same_records 'room comes again, with --append: nothing is lost' "$dir/expected" "$dir/disk/f"
	is 'room comes again, with --append: one message about removed bytes' '1 4' \
		"$(grep -c 'offset 0x182c: expected a complete data set, found the first 812 bytes of one; cut off' "$dir/err") $(wc -l <"$dir/err" | tr -d ' ')"
	umount "$dir/disk"
else
	skip 'a full disk' 'only root can mount a small one'
fi
finish
