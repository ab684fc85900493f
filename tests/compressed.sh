#!/bin/sh
# compressed.sh: what is uncompressed, what is not, and that no other program is run for it.
. "${srcdir:-.}/tests/tap.sh"

dir=$tap_dir
sample=$srcdir/data/sample.monwrite
gzip -c "$sample" >"$dir/sample.gz" || skip_all 'there is no gzip'
monread -q "$dir/sample.gz" 2>"$dir/err"
skip_without libarchive $? "$dir/err"

# ---- Programs that libarchive would run for formats of theirs ----

mkdir "$dir/bin"
for program in lrzip lzop grzip gzip bzip2 xz lz4 zstd uudecode; do
	printf '#!/bin/sh\necho %s >>"%s"\ncat\n' $program "$dir/ran" >"$dir/bin/$program"
	chmod +x "$dir/bin/$program"
done
printf 'LRZI\000\006' >"$dir/lrzip"
printf 'GRZipII\000\002\004:)' >"$dir/grzip"
printf '\211LZO\000\r\n\032\n' >"$dir/lzop"
printf 'begin 644 file\n' >"$dir/uu"
for inner in lrzip grzip lzop uu; do
	head -c 40000 "$sample" >>"$dir/$inner"
	for kind in gzip xz zstd bzip2 lz4; do
		command -v $kind >/dev/null 2>&1 || continue
		$kind -c <"$dir/$inner" >"$dir/packed" 2>/dev/null
		: >"$dir/ran"
		(
			PATH=$dir/bin:$PATH
			monread -q "$dir/packed" 2>"$dir/err"
		)
		is "$inner in $kind: status" 1 $?
		is "$inner in $kind: no program is run" '' "$(cat "$dir/ran")"
		grep -q 'packed: offset 0x0: no monitor data: ' "$dir/err"
		ok "$inner in $kind: it is not unpacked" $?
	done
done

# ---- One inside another ----

twice='is compressed more than once; uncompress it first'
for outer in gzip xz zstd bzip2 lz4; do
	command -v $outer >/dev/null 2>&1 || continue
	for inner in gzip xz zstd bzip2 lz4; do
		command -v $inner >/dev/null 2>&1 || continue
		$inner -c <"$sample" | $outer -c >"$dir/packed" 2>/dev/null
		monread -l "$dir/packed" >"$dir/out" 2>"$dir/err"
		is "$inner in $outer: status, records, what is said" \
			"1 0 monread: $dir/packed: is compressed with $outer: it $twice" \
			"$? $(grep -c ^0x "$dir/out") $(cat "$dir/err")"
	done
done

# ---- Files that are cut off ----

# A data set that was stored is a frame of its own: all that end before the cut are there, and zstd tells how many.
if command -v zstd >/dev/null 2>&1; then
	: >"$dir/stored"
	for i in 1 2 3 4 5 6 7; do
		monread -q --write="$dir/part" --force --write-format=stream --compress=zstd -d 0 "$sample"
		cat "$dir/part" >>"$dir/stored"
	done
	monread --raw "$sample" >"$dir/stream"
	zstd -q -c --no-check <"$dir/stream" >"$dir/no-check"
	zstd -q -19 -c --check <"$dir/stream" >"$dir/checked"
	printf '\120\052\115\030\003\000\000\000abc' >"$dir/skippable"
	cat "$dir/stored" "$dir/skippable" "$dir/no-check" "$dir/skippable" "$dir/checked" >"$dir/mixed"
	for name in stored mixed; do
		size=$(wc -c <"$dir/$name") wrong=
		for i in 1 2 3 5 8 13 21 34 55 77 89 97 99 100; do
			head -c $((size * i / 100)) "$dir/$name" >"$dir/cut"
			zstd -dc <"$dir/cut" >"$dir/plain" 2>/dev/null
			zstd=$?
			monread -l "$dir/plain" 2>/dev/null | grep '^0x' >"$dir/expected"
			monread -l "$dir/cut" 2>"$dir/err" | grep '^0x' >"$dir/out"
			monread -q "$dir/cut" 2>/dev/null
			status=$?
			[ $status -eq $((zstd != 0)) ] || wrong="$wrong $i:status=$status"
			n=$(wc -l <"$dir/expected") m=$(wc -l <"$dir/out")
			# Of a frame that is cut, zstd gives blocks that libarchive does not.
			[ $name = mixed ] && [ "$m" -le "$n" ] && n=$m
			head -n "$n" "$dir/expected" | cmp -s - "$dir/out" || wrong="$wrong $i:records=$m/$n"
			[ $zstd -eq 0 ] || grep -q -e 'cut off' "$dir/err" || wrong="$wrong $i:unsaid"
		done
		is "zstd, $name, cut off: all frames that are whole are there" '' "$wrong"
		monread --raw "$dir/$name" 2>/dev/null >"$dir/out"
		cat "$dir/$name" | monread --raw - 2>/dev/null | cmp -s - "$dir/out"
		ok "zstd, $name: a pipe shows the same" $?
	done
fi

# ---- Nothing in it, and headers that are cut off ----

# Of lz4, libarchive takes an empty frame for the end: it is not known that there is nothing.
for kind in gzip xz zstd bzip2 lz4; do
	command -v $kind >/dev/null 2>&1 || continue
	$kind -c </dev/null >"$dir/packed"
	cut="is compressed with $kind: it is cut off, or libarchive cannot uncompress it"
	empty=empty
	[ $kind = lz4 ] && empty=$cut
	monread -q "$dir/packed" 2>"$dir/err"
	is "nothing, by $kind: status, what is said" "1 monread: $dir/packed: $empty" "$? $(cat "$dir/err")"
	monread -q - <"$dir/packed" 2>"$dir/err"
	is "nothing, by $kind, through a pipe" "1 monread: -: $empty" "$? $(cat "$dir/err")"
	size=$(wc -c <"$dir/packed") wrong=
	i=6
	while [ $i -lt "$size" ]; do
		head -c $i "$dir/packed" >"$dir/cut"
		monread -q "$dir/cut" 2>"$dir/err"
		got="$? $(cat "$dir/err")"
		[ "$got" = "1 monread: $dir/cut: $cut" ] || wrong="$wrong $i: $got"
		i=$((i + 1))
	done
	is "nothing, by $kind, cut off" '' "$wrong"
	[ $kind = lz4 ] && continue
	$kind -c <"$sample" >>"$dir/packed"
	monread -q "$dir/packed" 2>"$dir/err"
	is "nothing and a capture, by $kind" '0 ' "$? $(cat "$dir/err")"
done

# ---- Archives ----

if (cd "$dir" && tar -cf - sample.gz) >"$dir/packed.tar" 2>/dev/null; then
	gzip -c "$dir/packed.tar" >"$dir/packed"
	monread -l "$dir/packed" >"$dir/out" 2>"$dir/err"
	is 'an archive is not unpacked: status, records' '1 0' "$? $(grep -c ^0x "$dir/out")"
	grep -q 'packed: offset 0x0: no monitor data: ' "$dir/err"
	ok 'an archive is not unpacked: said' $?
fi

# ---- Nearly compressed ----

while read -r kind magic; do
	# shellcheck disable=SC2059 # it is a format
	{ printf "$magic"; head -c 5000 "$sample"; } >"$dir/packed"
	monread -q "$dir/packed" 2>"$dir/err"
	is "begins nearly as $kind does: status" 1 $?
	grep -q 'packed: offset 0x0: no monitor data: ' "$dir/err"
	ok "begins nearly as $kind does: is not compressed" $?
done <<'END'
gzip \037\212
xz \3757zXZ\001
zstd \050\265\057\376
bzip2 BZi
lz4 \004\042\115\031
END

# ---- A libarchive that would run a program ----

# All functions that are looked up, and ARCHIVE_WARN of each filter; whatever else is called ends the program.
soname=$(sed -n 's/^#define LIBARCHIVE_SONAME "\(.*\)"/\1/p' "$builddir/config.h")
if [ -n "$soname" ] && [ -z "$EMULATOR" ]; then
	mkdir "$dir/lib"
	for name in $(LC_ALL=C sed -n 's/^[[:space:]]*F([^(]*, *\(archive_[a-z_0-9]*\),.*/\1/p' "$srcdir/src/compress/libarchive.h"); do
		case $name in
		archive_read_new) echo "int *$name(void) { static int a; return &a; }" ;;
		archive_read_support_filter_*) echo "int $name(void *a) { (void)a; return -20; }" ;;
		archive_read_free) echo "int $name(void *a) { (void)a; return 0; }" ;;
		*) echo "void $name(void) { abort(); }" ;;
		esac
	done >"$dir/functions"
	{
		echo '#include <stdlib.h>'
		cat "$dir/functions"
	} >"$dir/fake.c"
	# shellcheck disable=SC2086 # several words
	if $CC $CFLAGS -shared -fPIC -o "$dir/lib/$soname" "$dir/fake.c" 2>"$dir/err"; then
		xz -c "$sample" >"$dir/packed" 2>/dev/null || cp "$dir/sample.gz" "$dir/packed"
		LD_LIBRARY_PATH=$dir/lib "$MONREAD" -l "$dir/packed" >"$dir/out" 2>"$dir/err"
		is 'a filter that would run a program: status, output' '2 ' "$? $(cat "$dir/out")"
		grep -q 'packed: is compressed with [^ ]*: the libarchive that is installed cannot uncompress it; uncompress it first' \
			"$dir/err"
		ok 'a filter that would run a program: said' $?
	else
		skip 'a filter that would run a program' 'no shared library can be made'
	fi
fi
finish
