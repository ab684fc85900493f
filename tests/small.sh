#!/bin/sh
# small.sh: 64 MB of addresses are enough: the output is the same, with one thread if necessary.
. "${srcdir:-.}/tests/tap.sh"

# Do not count linked libraries, which monread does not load on demand.
limit=65536
for base in 16384 24576 32768 49152 65536 0; do
	# shellcheck disable=SC3045 # not every shell has it
	! (ulimit -v $base && monread --version) >/dev/null 2>&1 || break
done
[ $base -gt 0 ] || skip_all 'addresses cannot be limited, or what is linked to monread needs more'
[ $base -eq 16384 ] || limit=$((limit + base))

cd "$tap_dir" || exit 1
for i in 1 2 3 4 5 6 7 8; do
	cat "$captures/sample.monwrite"
done >eight
for i in 1 2 3 4 5 6 7 8 9 10 11; do
	cat eight
done >large
# The capture is so large that threads start without -j.
is 'the capture' 1 $(($(wc -c <large) > 8 * 1024 * 1024))

# small OPTION...: compare the output with the output in little memory.
small()
{
	monread "$@" >wanted 2>said
	wanted=$?
	# shellcheck disable=SC3045
	(ulimit -v $limit && monread "$@" >shown 2>told)
	is "$limit KB: $*: status" $wanted $?
	same "$limit KB: $*" wanted shown
	same "$limit KB: $*: what is said" said told
}

for options in -q -ftext '-fjson -j64' '-fcsv -n MRSYTPRP --delta' '--raw -j4'; do
	# shellcheck disable=SC2086
	small $options large
done
small -fjson - <large
if monread -q --sql='SELECT 1' large 2>/dev/null; then
	small --sql='SELECT PFXCPUAD, count(*), max(PFXUTIME) FROM MRSYTPRP GROUP BY 1' large
	small -w 'PFXCPUAD = 1' -j4 large
fi
for kind in gzip zstd; do
	if $kind -qc large >packed 2>/dev/null && monread -q packed 2>/dev/null; then
		small -s packed
		small -fjson -j1 packed
	fi
done
# shellcheck disable=SC3045
(ulimit -v $limit && monread -v -j64 -s large 2>&1 >/dev/null) | grep "1 thread, not" >told
is '--verbose says that there are fewer' "monread: using 1 thread, not 64: the address space is limited to $((limit / 1024)) MB" "$(cat told)"
if [ "$(ulimit -v)" = unlimited ]; then
	monread -v -j64 -s large 2>&1 >/dev/null | grep "1 thread, not" >told
	is 'no message without a limit' '' "$(cat told)"
fi

# shellcheck disable=SC3045
(ulimit -v $limit && monread -q --write=copy large)
is "$limit KB: a copy: status" 0 $?
monread -q --write=whole large
same "$limit KB: a copy" whole copy
rm -rf one two
monread -fcsv -j1 --split=one large
# shellcheck disable=SC3045
(ulimit -v $limit && monread -fcsv -j64 --split=two large)
is "$limit KB: --split: status" 0 $?
is "$limit KB: --split" '' "$(diff -r one two)"

# A limit that is larger has room for more threads, and for what the C library keeps for each.
for limit in 98304 1048576 12000000; do
	# shellcheck disable=SC3045
	! (ulimit -v $limit) 2>/dev/null || small -fjson -j64 large
done

# With less memory, monread shows everything or reports the lack.
monread -fjson large >wanted
for limit in 3000 4000 5000 6000 8000 12000 20000 32000; do
	# shellcheck disable=SC3045
	(ulimit -v $limit && monread -fjson -j64 large >shown 2>told) 2>/dev/null
	status=$?
	case $status in
	0) cmp -s wanted shown || status='not all is shown' ;;
	2) ! grep -q -i 'out of memory' told || status=0 ;;
	# The loader found no place.
	127) status=0 ;;
	esac
	is "$limit KB: shown or said" 0 "$status"
done
finish
