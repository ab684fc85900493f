#!/bin/sh
# replay.sh: the fuzzers' input functions over their corpora, and over the captures in several ways.
. "${srcdir:-.}/tests/tap.sh"

# Each program speaks TAP of its own: only the sum of it counts here.
replay()
{
	name=$1
	shift
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$builddir/tests/fuzz/replay_$name" "$@" >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	[ $status -eq 0 ] || tail -n 20 "$tap_dir/out" "$tap_dir/err" | sed 's/^/# /'
	[ $status -eq 0 ] && grep -q '^ok ' "$tap_dir/out"
	ok "$name: $(grep -c '^ok ' "$tap_dir/out") inputs" $?
}

for name in listing parser walk; do
	[ -z "$(ls "$tests/fuzz/corpus/$name" 2>/dev/null)" ] || replay $name "$tests/fuzz/corpus/$name"
done
replay listing "$srcdir"/data/*.dsect "$tests"/gen/*.dsect
replay walk "$captures"

# The first byte says how the capture comes: as a file; fed by 1, 12, 4096 bytes; as a stream; with filler.
mkdir "$tap_dir/captures"
for how in '\200' '\000' '\001' '\104' '\017' '\020'; do
	for file in "$captures"/bad-* "$captures"/odd-*; do
		{
			printf "$how"
			cat "$file"
		} >"$tap_dir/captures/$(basename "$file")"
	done
	replay parser "$tap_dir/captures"
done
finish
