#!/bin/sh
# replay.sh: run the fuzzers' input functions with their corpora, and with the captures in several ways.
. "${srcdir:-.}/tests/tap.sh"
. "${srcdir:-.}/tests/fuzz/seeds.sh"

# Each program prints TAP; this test reports only the sum.
replay()
{
	name=$1
	shift
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$builddir/tests/fuzz/replay_$name" "$@" >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	[ $status -eq 0 ] || tail -n 20 "$tap_dir/out" "$tap_dir/err" | sed 's/^/# /'
	inputs=$(grep -c '^ok ' "$tap_dir/out")
	[ $status -eq 0 ] && [ "$inputs" -gt 0 ]
	ok "$name: $inputs inputs" $?
}

for name in device format listing options ordered parser stat writer; do
	# Only with SQLite.
	[ -x "$builddir/tests/fuzz/replay_$name" ] || continue
	replay $name "$tests/fuzz/corpus/$name"
	make_seeds $name "$tap_dir/$name"
	# Some have only a corpus.
	[ -z "$(ls "$tap_dir/$name")" ] || replay $name "$tap_dir/$name"
done
replay listing "$srcdir"/data/*.dsect
finish
