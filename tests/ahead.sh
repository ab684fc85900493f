#!/bin/sh
# ahead.sh: queries of captures that are so large that a thread reads them, against what is shown without queries.
. "${srcdir:-.}/tests/tap.sh"

monread --sql='SELECT 1' "$captures/sample.monwrite" >"$tap_dir/out" 2>&1
skip_without SQLite $? "$tap_dir/out"

# grow FILE CAPTURE: some 5 MB, twice as often each time
grow()
{
	cp "$captures/$2" "$1"
	while [ "$(wc -c <"$1")" -lt 4700000 ]; do
		cat "$1" "$captures/$2" >"$tap_dir/more"
		cat "$tap_dir/more" "$1" >"$1.new"
		mv "$1.new" "$1"
	done
}

grow "$tap_dir/large.monwrite" sample.monwrite
cat "$captures/bad-element-middle.monwrite" "$captures/sample.monwrite" >>"$tap_dir/large.monwrite"
grow "$tap_dir/large.stream" sample.stream
# The last block ends inside of a frame.
head -c 4999000 "$tap_dir/large.monwrite" >"$tap_dir/cut.monwrite"

# All of it is of few tables, whose next records are read while those before are looked at.
monread -d 0,3,10 --exact --write="$tap_dir/few" "$tap_dir/large.monwrite" 2>"$tap_dir/said"
for i in 1 2 3; do
	cat "$tap_dir/few"
done >"$tap_dir/dense.monwrite"

# shown OPTIONS...: where the records are and when they were written (a query has other digits behind the points), and
# whether something is damaged
shown()
{
	monread -f csv "$@" >"$tap_dir/rows" 2>"$tap_dir/said"
	echo "status $?"
	cut -d, -f1-7 "$tap_dir/rows"
}

for file in large.monwrite large.stream cut.monwrite dense.monwrite; do
	tables='MRSYTPRP MRUSEACT MRMTRSYS'
	[ $file != dense.monwrite ] || tables='MRSYTPRP MRAPLSDT MRSTORSP'
	for table in $tables; do
		shown -n $table "$tap_dir/$file" >"$tap_dir/one"
		shown --sql="SELECT * FROM $table" "$tap_dir/$file" >"$tap_dir/two"
		[ "$(wc -l <"$tap_dir/one")" -gt 7 ] || echo 'too few rows' >>"$tap_dir/two"
		same "$table of $file" "$tap_dir/one" "$tap_dir/two"
	done
	shown --delta -n MRSYTPRP "$tap_dir/$file" >"$tap_dir/one"
	shown --sql='SELECT * FROM MRSYTPRP_delta' "$tap_dir/$file" >"$tap_dir/two"
	same "differences of $file" "$tap_dir/one" "$tap_dir/two"
	# End-of-frame records are framing.
	is "records of $file" "$(monread -l "$tap_dir/$file" 2>/dev/null | grep "^0x" | grep -vc " D1R13 ")" \
		"$(monread -f csv --sql='SELECT count(*) FROM records' "$tap_dir/$file" 2>/dev/null | tail -n 1)"
done

# Where a thread cannot be had, the same.
cat >"$tap_dir/alone.c" <<'END'
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*work)(void *), void *arg)
{
	(void)t, (void)a, (void)work, (void)arg;
	if (write(3, "no\n", 3) != 3)
		return EINVAL;
	return EAGAIN;
}
END
query='SELECT count(*), max(offset), sum(PFXUTIME) FROM MRSYTPRP'
if [ -z "$EMULATOR" ] && ${CC:=cc} -shared -fPIC -o "$tap_dir/alone.so" "$tap_dir/alone.c" 2>"$tap_dir/log" &&
	LD_PRELOAD=$tap_dir/alone.so "$MONREAD" --version >"$tap_dir/out" 2>&1; then
	for file in large.monwrite large.stream cut.monwrite dense.monwrite; do
		monread --sql="$query" "$tap_dir/$file" >"$tap_dir/one" 2>&1
		LD_PRELOAD=$tap_dir/alone.so "$MONREAD" --sql="$query" "$tap_dir/$file" >"$tap_dir/two" 2>&1 3>"$tap_dir/asked"
		same "without a thread: $file" "$tap_dir/one" "$tap_dir/two"
		case $(nproc 2>/dev/null) in
		1) skip 'a thread was wanted' 'there is one processor' ;;
		*) is "without a thread: it was wanted for $file" no "$(head -n 1 "$tap_dir/asked")" ;;
		esac
	done
	case $(nproc 2>/dev/null) in
	1) skip 'another thread was wanted for the records' 'there is one processor' ;;
	*) is 'another thread was wanted for the records' 2 "$(grep -c . "$tap_dir/asked")" ;;
	esac
else
	skip 'without a thread' 'it cannot be preloaded'
fi
finish
