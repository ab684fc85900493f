#!/bin/sh
# parts.sh: several threads that each read and select a part of a capture give the same output and messages as one thread; one
# thread reads one part after the other or, without -j in captures of less than 4 MB, one record after the other.
. "${srcdir:-.}/tests/tap.sh"

# Parts of captures, some damaged, with two systems and gaps in time.
for i in 1 2 3 4 5 6; do
	cat "$captures/sample.monwrite"
done >"$tap_dir/long.monwrite"
# The D1R4 in it, the first record, says VMTEST2.
cp "$captures/sample.monwrite" "$tap_dir/other.monwrite"
printf '\345\324\343\305\342\343\362' | dd of="$tap_dir/other.monwrite" bs=1 seek=4184 conv=notrunc 2>/dev/null
is 'another system' VMTEST2 "$(monread -r 1.4 "$tap_dir/other.monwrite" | sed -n 's/.*MTRSYS_SYSTMID *//p')"
mkcapture -f monwrite "$tests/files/bad-suspended.txt" "$tap_dir/suspended" || exit 99
cat "$captures/bad-sync.monwrite" "$tap_dir/other.monwrite" "$tap_dir/suspended" "$captures/sample.monwrite" >>"$tap_dir/long.monwrite"
for i in 1 2 3 4 5 6 7 8; do
	cat "$captures/sample.stream"
done >"$tap_dir/long.stream"
where=-q
! monread -q -w 'PFXCPUAD=1' "$captures/sample.monwrite" 2>/dev/null || where='-fjson -w PFXCPUAD=1'
for options in -ftext -fjson '-ftsv -n MRSYTPRP --since=+60' '-x -r 0.2,4.1 --until=+90' '-q -d 1' \
	'-fjson -u LX*' "$where" \
	'-ftext -n MRUSELON' -l -s '-s -d 1,3 --since=+60' '-s -r 1.4' "-s ${where#-fjson }"; do
	for file in long.monwrite long.stream; do
		# shellcheck disable=SC2086
		monread -v $options "$tap_dir/$file" >"$tap_dir/one" 2>"$tap_dir/said"
		cat "$tap_dir/said" >>"$tap_dir/one"
		for jobs in 1 2 5; do
			# shellcheck disable=SC2086
			monread -v -j$jobs $options "$tap_dir/$file" >"$tap_dir/more" 2>"$tap_dir/said"
			cat "$tap_dir/said" >>"$tap_dir/more"
			same "parts of $file: -j$jobs $options" "$tap_dir/one" "$tap_dir/more"
		done
	done
done

# Kinds of records outside of the table, which are counted together.
for i in 1 2 3 4 5 6 7 8 9; do
	cat "$captures/sample.monwrite" "$captures/odd-number-300.monwrite" "$captures/odd-many-kinds.monwrite"
done >"$tap_dir/kinds.monwrite"
monread -v -s "$tap_dir/kinds.monwrite" >"$tap_dir/one" 2>&1
for jobs in 1 2 5; do
	monread -v -s -j$jobs "$tap_dir/kinds.monwrite" >"$tap_dir/of$jobs" 2>&1
	same "strange kinds of records: -j$jobs -s" "$tap_dir/one" "$tap_dir/of$jobs"
done
is 'strange kinds of records: their number' "$(monread -l "$tap_dir/kinds.monwrite" 2>/dev/null |
	awk '{ split(substr($3, 2), n, "R"); odd += n[1] >= 32 || n[2] >= 256 } END { print odd }')" \
	"$(sed -n 's/^  others *- *\([0-9]*\) .*/\1/p' "$tap_dir/of2")"

# The same threads go on with the next input.
for options in -ftext '-fcsv -n MRSYTPRP' '-fjson --since=+60' -s; do
	for jobs in 1 3; do
		# shellcheck disable=SC2086
		monread -j$jobs $options "$tap_dir/long.monwrite" "$captures/sample.stream" "$captures/bad-sync.monwrite" \
			"$tap_dir/long.stream" >"$tap_dir/of$jobs" 2>"$tap_dir/said$jobs"
	done
	same "several files: three threads, $options" "$tap_dir/of1" "$tap_dir/of3"
	same "several files: what three threads say, $options" "$tap_dir/said1" "$tap_dir/said3"
done

# Captures that are small, but large together; among them a missing file, and damaged captures between and after others.
set --
i=0
while [ $i -lt 40 ]; do
	set -- "$@" "$captures/sample.monwrite" "$tap_dir/long.stream" "$captures/bad-sync.monwrite" "$tap_dir/other.monwrite"
	i=$((i + 1))
done
set -- "$@" "$tap_dir/none" "$tap_dir/long.monwrite"
for options in -fjson '-v -q' '-v -s' '-v -fcsv -n MRSYTPRP'; do
	for jobs in 0 1 2 3; do
		# shellcheck disable=SC2046,SC2086
		monread $([ $jobs -eq 0 ] || echo -j$jobs) $options "$@" >"$tap_dir/of$jobs" 2>"$tap_dir/said$jobs"
		echo "status $?" >>"$tap_dir/said$jobs"
	done
	for jobs in 0 2 3; do
		same "many captures: -j$jobs $options" "$tap_dir/of1" "$tap_dir/of$jobs"
		same "many captures: what -j$jobs $options says" "$tap_dir/said1" "$tap_dir/said$jobs"
	done
done

# Through a pipe, in pieces of odd sizes.
for file in long.monwrite long.stream; do
	for options in -ftext '-fjson -w PFXCPUAD=1' '-fcsv -n MRSYTPRP --since=+60' -q -s '-x --count=70'; do
		for jobs in 1 2 5; do
			# shellcheck disable=SC2086
			dd bs=9999 if="$tap_dir/$file" 2>/dev/null |
				monread -v -j$jobs $options - >"$tap_dir/of$jobs" 2>"$tap_dir/said$jobs"
			echo "status $?" >>"$tap_dir/said$jobs"
		done
		for jobs in 2 5; do
			same "$file through a pipe: -j$jobs $options" "$tap_dir/of1" "$tap_dir/of$jobs"
			same "$file through a pipe: what -j$jobs $options says" "$tap_dir/said1" "$tap_dir/said$jobs"
		done
	done
done

# So much data that threads start without -j, and that monread feeds blocks one after the other.
i=0
while [ $i -lt 22 ]; do
	cat "$tap_dir/long.monwrite"
	i=$((i + 1))
done >"$tap_dir/large.monwrite"
for options in '-v -fjson' '-v -q' '-v -s' '-fcsv -n MRSYTPRP'; do
	for jobs in 1 0 2; do
		# shellcheck disable=SC2002,SC2046,SC2086
		cat "$tap_dir/large.monwrite" |
			monread $([ $jobs -eq 0 ] || echo -j$jobs) $options - >"$tap_dir/of$jobs" 2>"$tap_dir/said$jobs"
	done
	for jobs in 0 2; do
		same "much through a pipe: -j$jobs $options" "$tap_dir/of1" "$tap_dir/of$jobs"
		same "much through a pipe: what -j$jobs $options says" "$tap_dir/said1" "$tap_dir/said$jobs"
	done
done

# monread shows the records that have arrived while more may come.
monread -j1 -l - <"$captures/sample.monwrite" >"$tap_dir/wanted"
mkfifo "$tap_dir/slow"
monread -j2 -l - <"$tap_dir/slow" >"$tap_dir/shown" &
exec 5>"$tap_dir/slow"
for i in 1 2; do
	cat "$captures/sample.monwrite" >&5
	turns=0
	until [ "$(wc -l <"$tap_dir/shown")" -ge $((i * $(wc -l <"$tap_dir/wanted"))) ] || [ $turns -ge 1000 ]; do
		sleep 0.1
		turns=$((turns + 1))
	done
	is "a slow pipe: records that are shown, $i" $((i * $(wc -l <"$tap_dir/wanted"))) $(($(wc -l <"$tap_dir/shown")))
done
exec 5>&-
wait $!

# More data than monread can read until the time limit: monread never waits for input.
rm -f "$tap_dir/all"
{
	i=0
	while [ $i -lt 400 ] && cat "$tap_dir/large.monwrite" 2>/dev/null; do
		i=$((i + 1))
	done
	[ $i -lt 400 ] || : >"$tap_dir/all"
} | monread -j2 -q --duration=1 - 2>/dev/null
[ ! -e "$tap_dir/all" ]
ok 'reading a pipe in threads ends when it is asked to' $?

# monread gives back the parts of a large window that it has read: it needs at most 8 MB more than for a small file.
# The kernel counts at least the peak memory of the parent for a new program, so a small program starts monread.
cat >"$tap_dir/rss.c" <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	struct rusage used;
	int status;
	pid_t pid = fork();

	if (argc > 1 && pid == 0)
		execv(argv[1], argv + 1);
	if (pid <= 0 || wait4(pid, &status, 0, &used) != pid || !WIFEXITED(status) || WEXITSTATUS(status) == 127)
		return 127;
	dprintf(3, "%ld\n", used.ru_maxrss);
	return 0;
}
END
case "$CC $CFLAGS" in *-fsanitize=*) limited=no ;; *) limited=yes ;; esac
if [ -z "$EMULATOR" ] && [ $limited = yes ] && ${CC:=cc} -o "$tap_dir/rss" "$tap_dir/rss.c" 2>"$tap_dir/log"; then
	cat "$tap_dir/large.monwrite" "$tap_dir/large.monwrite" >"$tap_dir/damaged.monwrite"
	# Without damage monread has more parts in memory.
	i=0
	while [ $i -lt 500 ]; do
		cat "$captures/sample.monwrite"
		i=$((i + 1))
	done >"$tap_dir/whole.monwrite"
	for kind in damaged whole; do
		for options in '-s -j1' '-s -j2' '-q -j1'; do
			for file in "$captures/sample.monwrite" "$tap_dir/$kind.monwrite"; do
				# shellcheck disable=SC2086
				"$tap_dir/rss" "$MONREAD" $options "$file" >"$tap_dir/out" 2>&1
			done 3>"$tap_dir/used"
			awk 'NR == 1 { few = $1 } END { print "# " few " and " $1 " KB"; exit !(NR == 2 && $1 < few + 8192) }' "$tap_dir/used"
			ok "memory does not grow with the file, $kind: $options" $?
		done
	done
	rm -f "$tap_dir/damaged.monwrite" "$tap_dir/whole.monwrite"
else
	skip 'memory does not grow with the file' 'it is not that of monread alone, or there is no compiler'
fi

finish
