#!/bin/sh
# run.sh search|merge [ENTRY]...: run the fuzzers, or add the inputs that they found to the corpus.
#
# The fuzzers keep their inputs in tests/fuzz/found of the build folder, so that the next run continues from there; an input
# that fails is tests/fuzz/found/ENTRY-crash-...: run tests/fuzz/replay_ENTRY with it.
set -eu
: "${srcdir:=.}" "${builddir:=$PWD}" "${SECONDS_EACH:=}" "${FUZZ_JOBS:=}"
: "${SECONDS_EACH:=60}" "${FUZZ_JOBS:=2}"
case $srcdir in /*) ;; *) srcdir=$PWD/$srcdir ;; esac
what=$1
shift
[ $# -gt 0 ] || set -- device format listing options ordered parser stat writer
found=$builddir/tests/fuzz/found
corpus=$srcdir/tests/fuzz/corpus
captures=$builddir/tests/captures
. "$srcdir/tests/fuzz/seeds.sh"
mkdir -p "$found"

# Files are made anew for each input: in memory, where there is such a folder.
tmp=${TMPDIR:-/tmp}
[ ! -w /dev/shm ] || tmp=/dev/shm
TMPDIR=$(mktemp -d "$tmp/monread-fuzz.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' 0
trap 'exit 1' 1 2 15

# Input and time: a page of 64 kB or a capture of some sets; nothing takes a second.
search()
{
	limits='-max_len=40000 -len_control=20 -timeout=10 -rss_limit_mb=2048'
	mkdir -p "$found/$1"
	make_seeds "$1" "$TMPDIR/seeds/$1"
	set -- "$1" "$TMPDIR/seeds/$1"
	[ ! -d "$corpus/$1" ] || set -- "$@" "$corpus/$1"
	name=$1
	shift
	# shellcheck disable=SC2086 # a list of options
	"$builddir/tests/fuzz/fuzz_$name" $limits -max_total_time="$SECONDS_EACH" -print_final_stats=1 -close_fd_mask=3 \
		-dict="$srcdir/tests/fuzz/monread.dict" -artifact_prefix="$found/$name-" \
		"$found/$name" "$@" >"$found/$name.log" 2>&1
}

merge()
{
	mkdir -p "$corpus/$1" "$found/$1"
	"$builddir/tests/fuzz/fuzz_$1" -merge=1 -use_counters=0 -max_len=6000 -close_fd_mask=3 "$corpus/$1" "$found/$1" >"$found/$1.log" 2>&1
}

failed=0
running=0
pids=
wait_for()
{
	for pair in $pids; do
		name=${pair#*:}
		if wait "${pair%%:*}"; then
			echo "PASS: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log" | tail -n 1) inputs, $(grep -aEo 'cov: [0-9]+' "$found/$name.log" | tail -n 1)"
		else
			echo "FAIL: $name: see $found/$name.log"
			grep -aE -m 5 'ERROR|runtime error|^fuzz: |SUMMARY' "$found/$name.log" || :
			failed=$((failed + 1))
		fi
	done
	pids=
	running=0
}

for entry in "$@"; do
	"$what" "$entry" &
	pids="$pids $!:$entry"
	running=$((running + 1))
	[ $running -lt "$FUZZ_JOBS" ] || wait_for
done
wait_for
echo "# PASS: $(($# - failed))"
echo "# FAIL: $failed"
[ $failed -eq 0 ]
