#!/bin/sh
# inputs.sh: a capture is the same however it is read: mapped, from a file that cannot be mapped, in small pieces, through
# a pipe, from standard input, compressed.
. "${srcdir:-.}/tests/tap.sh"

cd "$captures" || exit 99
so=$tap_dir/read.so
cat >"$tap_dir/read.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* No file can be mapped, and a read returns at most READ_MAX bytes. */
void *mmap64(void *p, size_t n, int prot, int flags, int fd, off64_t at)
{
	void *(*next)(void *, size_t, int, int, int, off64_t);

	*(void **)&next = dlsym(RTLD_NEXT, "mmap64");
	if (fd < 0 || !(flags & MAP_SHARED))
		return next(p, n, prot, flags, fd, at);
	errno = ENODEV;
	return MAP_FAILED;
}

void *mmap(void *p, size_t n, int prot, int flags, int fd, off_t at)
{
	return mmap64(p, n, prot, flags, fd, at);
}

ssize_t read(int fd, void *p, size_t n)
{
	ssize_t (*next)(int, void *, size_t);
	const char *max = getenv("READ_MAX");

	*(void **)&next = dlsym(RTLD_NEXT, "read");
	return next(fd, p, max && n > strtoul(max, NULL, 10) ? strtoul(max, NULL, 10) : n);
}
END
preloads=
if [ -z "$EMULATOR" ] && ${CC:-cc} -O1 -shared -fPIC -o "$so" "$tap_dir/read.c" -ldl 2>/dev/null &&
	LD_PRELOAD=$so "$MONREAD" --version >/dev/null 2>&1; then
	preloads=yes
fi

# shown: print output and messages without the name of the input, which is in the first line and before each message.
shown()
{
	sed 1d "$tap_dir/out"
	sed 's/^monread: [^:]*: //' "$tap_dir/err"
}

# alike WHAT: the output equals the output for the mapped file.
alike()
{
	shown >"$tap_dir/got"
	same "$capture $1" "$tap_dir/wanted" "$tap_dir/got"
}

for capture in good-locks.stream good-several-sets.monwrite bad-cut-set.stream bad-mark.monwrite; do
	monread -x "$capture" >"$tap_dir/out" 2>"$tap_dir/err"
	shown >"$tap_dir/wanted"
	monread -x - <"$capture" >"$tap_dir/out" 2>"$tap_dir/err"
	alike 'on standard input'
	# shellcheck disable=SC2002 # it has to be a pipe
	cat "$capture" | monread -x - >"$tap_dir/out" 2>"$tap_dir/err"
	alike 'through a pipe'
	{
		head -c 3 "$capture"
		sleep 0.1
		tail -c +4 "$capture"
	} | monread -x - >"$tap_dir/out" 2>"$tap_dir/err"
	alike 'through a pipe that begins slowly'
	if gzip -c "$capture" >"$tap_dir/packed.gz" 2>/dev/null &&
		! monread -q "$tap_dir/packed.gz" 2>&1 | grep -q 'without zlib'; then
		monread -x "$tap_dir/packed.gz" >"$tap_dir/out" 2>"$tap_dir/err"
		alike 'compressed'
	else
		skip "$capture compressed" 'without gzip or zlib'
	fi
	for max in 5 16 1000000; do
		if [ -z "$preloads" ]; then
			skip "$capture not mapped, read by $max bytes" 'nothing can be preloaded'
			continue
		fi
		LD_PRELOAD=$so READ_MAX=$max "$MONREAD" -x "$capture" >"$tap_dir/out" 2>"$tap_dir/err"
		alike "not mapped, read by $max bytes"
	done
done
: >"$tap_dir/none"
monread -l "$tap_dir/none" 2>"$tap_dir/err"
is 'an empty file' "1 monread: $tap_dir/none: empty" "$? $(cat "$tap_dir/err")"
monread -l - </dev/null 2>"$tap_dir/err"
is 'an empty standard input' '1 monread: -: empty' "$? $(cat "$tap_dir/err")"
monread -l - <"$tap_dir" 2>"$tap_dir/err"
is 'a directory on standard input' 2 $?
grep -q "^monread: -: cannot be read: " "$tap_dir/err"
ok 'a directory on standard input: message' $?
# The memory file of this process cannot be read at its beginning.
if [ -r /proc/self/mem ]; then
	monread -l /proc/self/mem >"$tap_dir/out" 2>&1
	is 'what cannot be read: status' 2 $?
	is 'an input that cannot be read: one message' 'monread: /proc/self/mem: cannot be read: I/O error' \
		"$(sed 's|Input/output|I/O|' "$tap_dir/out")"
else
	skip 'what cannot be read' 'there is no /proc/self/mem'
fi
# If only more bytes would decide what a followed file is, monread shows it like a finished file at its end.
for capture in good-shared-once.monwrite good-shared-large.monwrite bad-rubbish-before.stream bad-length-past-set.monwrite \
	bad-text-long.stream bad-nothing.stream; do
	monread -l "$captures/$capture" >"$tap_dir/expected" 2>&1
	status=$?
	monread -l --follow --duration=0.3 "$captures/$capture" >"$tap_dir/out" 2>&1
	is "$capture followed: status" $status $?
	same "$capture followed: records and messages" "$tap_dir/expected" "$tap_dir/out"
done
# Some levels of MONWRITE end a file with 4096 bytes that are not a control block.
cd "$captures" || exit 99
end=$tap_dir/end
dd if=odd-end-record.monwrite of="$end.cut" bs=20479 count=1 2>/dev/null
cat odd-end-record.monwrite odd-end-record.monwrite >"$end.joined"
cp odd-end-record.monwrite "$end.append"
cases <<'END'
end-of-data record, with --verbose | - | told 'offset 0x4000: the last 4096 bytes are not a control block' monread -qv odd-end-record.monwrite | 0 1
end-of-data record without its last byte | - | told 'cut off: a control block has 4096 bytes, here are 4095' monread -q "$end.cut" | 1 1
end-of-data record before another file | - | told 'is joined from several files: after 1 of them, 4096 bytes' monread -q "$end.joined" | 0 1
records of both files | - | monread -l "$end.joined" 2>/dev/null|grep -c 0x | 6
--append replaces the end-of-data record | - | told . monread -q --append --write="$end.append" odd-end-record.monwrite | 0 0
records after --append | - | monread -l "$end.append" 2>/dev/null|grep -vc MRAPLEDT | 6
END
finish
