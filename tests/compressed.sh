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

# ---- gzip: members that are whole, and what is not ----

# A data set that was stored is a member of its own; here each is in a file of its own, too.
mkdir "$dir/sets"
monread -q --write="$dir/sets/s" --rotate-size=1 --exact --write-marks=no --compress=gzip "$sample"
is 'there are several' 8 "$(find "$dir/sets" -name 's.*' | wc -l | tr -d ' ')"
cat "$dir"/sets/s.* >"$dir/members"

# sets_before NUMBER: the first of them, as one file; size: of that
sets_before()
{
	: >"$dir/whole"
	n=0
	for file in "$dir"/sets/s.*; do
		[ $((n += 1)) -lt "$1" ] || break
		cat "$file" >>"$dir/whole"
	done
	size=$(wc -c <"$dir/whole")
}

# has_only_whole FILE: its records are those of whole, its status is 1 and there is one message; else what is wrong
has_only_whole()
{
	monread -l "$dir/whole" 2>/dev/null | grep '^0x' >"$dir/expected"
	monread -l "$1" >"$dir/out" 2>"$dir/err"
	status=$?
	grep '^0x' "$dir/out" | cmp -s "$dir/expected" - || printf ' records=%s/%s' "$(grep -c '^0x' "$dir/out")" "$(wc -l <"$dir/expected")"
	[ "$status" -eq 1 ] || printf ' status=%s' "$status"
	[ "$(wc -l <"$dir/err")" -eq 1 ] || printf ' messages=%s' "$(wc -l <"$dir/err")"
}

# damage PLACE BYTES: of members, in damaged
damage()
{
	cp "$dir/members" "$dir/damaged"
	# shellcheck disable=SC2059 # it is a format
	printf "$2" | dd of="$dir/damaged" bs=1 seek="$1" conv=notrunc 2>/dev/null
}

wrong= piped=
for set in 2 3 5 7; do
	sets_before $set
	for more in 1 3 9 10 40 80; do
		head -c $((size + more)) "$dir/members" >"$dir/cut"
		wrong=$wrong$(has_only_whole "$dir/cut")
		grep -q 'it is cut off in the middle of a gzip member' "$dir/err" || wrong="$wrong unsaid"
		monread -l - <"$dir/cut" 2>/dev/null | cmp -s - "$dir/out" || piped="$piped $set+$more"
		cat "$dir/cut" | monread -l - 2>/dev/null | cmp -s - "$dir/out" || piped="$piped $set+$more"
	done
done
is 'gzip, cut off: all members that are whole are there' '' "$wrong"
is 'gzip, cut off: standard input and a pipe show the same' '' "$piped"
sets_before 9
head -c 700 "$dir/members" | tr '\000-\377' x >"$dir/letters"
cat "$dir/members" "$dir/letters" >"$dir/damaged"
is 'gzip, and something else behind it: all members are there' '' "$(has_only_whole "$dir/damaged")"
head -c 700 /dev/zero | cat "$dir/members" - >"$dir/damaged"
monread -q "$dir/damaged" 2>"$dir/err"
is 'gzip, filled up with zeros: is whole' '0 ' "$? $(cat "$dir/err")"
monread -q --write="$dir/frames" --force --compress=zstd "$sample"
head -c 700 /dev/zero | cat "$dir/frames" - >"$dir/damaged"
monread -q "$dir/damaged" 2>"$dir/err"
is 'zstd, filled up with zeros: is whole' '0 ' "$? $(cat "$dir/err")"
cat "$dir/damaged" | monread -q - 2>"$dir/err"
is 'zstd, filled up with zeros, through a pipe' '0 ' "$? $(cat "$dir/err")"
cp "$dir/damaged" "$dir/before"
monread -q --append --compress=zstd --write="$dir/damaged" "$sample" 2>"$dir/err"
is '--append behind such zeros: status' 2 $?
cmp -s "$dir/before" "$dir/damaged"
ok '--append behind such zeros: it stays as it is' $?
size=$(wc -c <"$dir/frames")
rest="offset $(printf 0x%x "$size") of the file: expected more of the same compression, or the end, found something else"
cat "$dir/frames" >>"$dir/damaged"
next=$(printf 0x%x $((size + 700)))
monread -q "$dir/damaged" 2>"$dir/err"
is 'zstd, zeros in front of a frame' "1 monread: $dir/damaged: $rest; skipped 700 bytes to the next zstd frame at $next" \
	"$? $(head -n 1 "$dir/err")"
cat "$dir/frames" "$dir/letters" >"$dir/damaged"
monread -q "$dir/damaged" 2>"$dir/err"
is 'zstd, and something else behind it' \
	"1 monread: $dir/damaged: uncompressing failed: $rest; what was read so far is used" "$? $(cat "$dir/err")"

# ---- Damage, and what stands behind it ----

# shows_others KIND SET: all ways of reading show of damaged the records of all sets but this one, of which one message tells; else
# what is wrong
shows_others()
{
	sets_before "$2"
	begin=$size n=0
	for file in "$dir/$1"/s.*; do
		[ $((n += 1)) -le "$2" ] || cat "$file" >>"$dir/whole"
	done
	next=$(printf 0x%x $((begin + $(wc -c <"$dir/$1/s.0000$2"))))
	begin=$(printf 0x%x "$begin")
	monread --raw "$dir/whole" >"$dir/expected" 2>"$dir/expected.err"
	monread --raw "$dir/damaged" >"$dir/out" 2>"$dir/err"
	[ $? -eq 1 ] || printf ' status'
	cmp -s "$dir/expected" "$dir/out" || printf ' records'
	[ $(($(wc -l <"$dir/expected.err") + ($2 != 8))) -eq "$(grep -vc 'what was read so far is used$' "$dir/err")" ] || printf ' messages'
	if [ "$2" -eq 8 ]; then
		grep -q 'what was read so far is used$' "$dir/err" || printf ' unsaid'
	else
		grep -q "damaged: offset $begin of the file: .*; skipped $((next - begin)) bytes to the next .* at $next\$" "$dir/err" ||
			printf ' unsaid'
	fi
	monread --raw -j2 "$dir/damaged" 2>/dev/null | cmp -s "$dir/expected" - || printf ' threads'
	cat "$dir/damaged" | monread --raw - 2>/dev/null | cmp -s "$dir/expected" - || printf ' pipe'
	monread --raw --merge "$dir/whole" >"$dir/expected" 2>/dev/null
	monread --raw --merge "$dir/damaged" 2>/dev/null | cmp -s "$dir/expected" - || printf ' merge'
	query='SELECT domain, record, tod, length FROM records'
	monread --sql "$query" "$dir/whole" >"$dir/rows" 2>/dev/null
	# Where there is no SQLite, both are empty.
	monread --sql "$query" "$dir/damaged" 2>/dev/null | cmp -s "$dir/rows" - || printf ' SQL'
}

cp "$dir/members" "$dir/members.gz"
mv "$dir/sets" "$dir/gzip"
mkdir "$dir/zstd"
monread -q --write="$dir/zstd/s" --rotate-size=1 --exact --write-marks=no --compress=zstd "$sample"
for kind in gzip zstd; do
	rm -rf "$dir/sets"
	cp -r "$dir/$kind" "$dir/sets"
	cat "$dir/sets"/s.* >"$dir/members"
	headers= blocks= ends=
	for set in 1 2 5 7 8; do
		sets_before $set
		# The second byte of the magic number; of the first one, by which the compression is told, the method, or the header.
		if [ $set -ne 1 ]; then
			damage $((size + 1)) '\0'
		elif [ $kind = gzip ]; then
			damage 2 '\0'
		else
			damage 4 '\377'
		fi
		headers=$headers$(shows_others $kind $set)
		# A block of a kind that there is not.
		if [ $kind = gzip ]; then
			damage $((size + 10)) '\007'
		else
			sets_before $((set + 1))
			damage $((size - 5)) '\377'
		fi
		blocks=$blocks$(shows_others $kind $set)
	done
	is "$kind, with a damaged header: all other sets are there" '' "$headers"
	is "$kind, with damaged data: all other sets are there" '' "$blocks"
done
# Behind very many places that look like frames no more are tried: behind the first set is one that is damaged, then 16,384 magic
# numbers, and a whole set.
printf '\050\265\057\375' >"$dir/magic"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	cat "$dir/magic" "$dir/magic" >"$dir/magics"
	mv "$dir/magics" "$dir/magic"
done
head -c 40 "$dir/zstd/s.00002" >"$dir/front"
cat "$dir/zstd/s.00001" "$dir/front" "$dir/magic" "$dir/zstd/s.00003" >"$dir/damaged"
monread --raw "$dir/damaged" >"$dir/out" 2>"$dir/err"
is 'zstd, many places: status' 1 $?
monread --raw "$dir/zstd/s.00001" 2>"$dir/expected.err" | cmp -s - "$dir/out"
ok 'zstd, many places: what is in front of them is there' $?
grep -q 'uncompressing failed: .*, and at 10000 places behind that; what was read so far is used$' "$dir/err"
ok 'zstd, many places: said' $?
rm -rf "$dir/sets"
mv "$dir/gzip" "$dir/sets"
mv "$dir/members.gz" "$dir/members"

# ---- gzip: the check at the end of a member ----

# doubted N NUMBER TEXT: of damaged, TEXT is the only message, of this member
doubted()
{
	[ "$1" -eq 1 ] || printf ' status=%s' "$1"
	sets_before "$2"
	said="monread: $dir/damaged: offset $(printf 0x%x "$size") of the file: expected $3; what it holds is damaged"
	[ "$said" = "$(sed "s|: -: |: $dir/damaged: |" "$dir/err")" ] || printf ' said: %s' "$(cat "$dir/err")"
	cmp -s "$dir/stream" "$dir/out" || printf ' records'
}

# doubt NUMBER TEXT: in all ways of reading
doubt()
{
	for threads in 1 2; do
		monread --raw -j$threads "$dir/damaged" >"$dir/out" 2>"$dir/err"
		doubted $? "$1" "$2"
	done
	cat "$dir/damaged" | monread --raw - >"$dir/out" 2>"$dir/err"
	doubted $? "$1" "$2"
}

monread --raw "$dir/members" >"$dir/stream"
wrong=
for set in 1 2 5 8; do
	sets_before $((set + 1))
	end=$size
	file=$(find "$dir/sets" -name 's.*' | sort | sed -n "${set}p")
	# The last byte of the check, and 256 bytes more.
	crc=$(tail -c 8 "$file" | od -An -tx1 -N4 | awk '{ print toupper($4 $3 $2 $1) }')
	damage $((end - 5)) '\0'
	wrong=$wrong$(doubt $set "a gzip member with the CRC $(printf %s "$crc" | sed 's/^../00/'), found $crc")
	length=$(gzip -dc <"$file" | wc -c | tr -d ' ')
	# shellcheck disable=SC2059 # it is a format
	damage $((end - 3)) "$(printf '\\%03o' $((length / 256 % 256 + 1)))"
	wrong=$wrong$(doubt $set "$((length + 256)) bytes in the gzip member, found $length")
done
is 'gzip, another check or length: said, and everything is there' '' "$wrong"
head -c 700 /dev/zero >>"$dir/damaged"
monread --raw "$dir/damaged" >"$dir/out" 2>"$dir/err"
is 'gzip, another length and zeros behind it' '' "$(doubted $? 8 "$((length + 256)) bytes in the gzip member, found $length")"
monread --merge -q "$dir/damaged" 2>"$dir/err"
is 'gzip, another length: --merge: status, said' '1 1' "$? $(grep -c 'bytes in the gzip member, found' "$dir/err")"
monread --sql 'SELECT count(*) FROM d0r1' "$dir/damaged" >/dev/null 2>"$dir/err"
status=$?
grep -q 'built without SQLite\|SQLite cannot be used' "$dir/err" ||
	is 'gzip, another length: SQL: status, said' '1 1' "$status $(grep -c 'bytes in the gzip member, found' "$dir/err")"
# A member of which ten bytes are missing, and its end says so: they are not taken from the next.
size=$(gzip -dc "$dir/sets/s.00003" | wc -c)
# shellcheck disable=SC2059 # it is a format
length=$(printf '\\%03o' $((size % 256)) $((size / 256 % 256)) $((size / 65536)) 0)
gzip -dc "$dir/sets/s.00003" | head -c $((size - 10)) | gzip -c >"$dir/short"
head -c $(($(wc -c <"$dir/short") - 4)) "$dir/short" >"$dir/third"
# shellcheck disable=SC2059 # it is a format
printf "$length" >>"$dir/third"
cat "$dir/sets/s.00002" "$dir/third" "$dir/sets/s.00004" >"$dir/damaged"
cat "$dir/sets/s.00002" "$dir/short" >"$dir/whole"
monread -l "$dir/whole" 2>/dev/null | sed -n 's/^0x[0-9A-F]*//p' >"$dir/expected"
monread -l "$dir/sets/s.00004" 2>/dev/null | sed -n 's/^0x[0-9A-F]*//p' >>"$dir/expected"
monread -l "$dir/damaged" 2>"$dir/err" | sed -n 's/^0x[0-9A-F]*//p' >"$dir/out"
same 'gzip, bytes are missing: the next member is read' "$dir/expected" "$dir/out"
grep -q ": expected $size bytes in the gzip member, found $((size - 10)); what it holds is damaged" "$dir/err"
ok 'gzip, bytes are missing: said' $?
monread --sql 'SELECT count(*) FROM records' "$dir/damaged" >"$dir/out" 2>"$dir/err"
grep -q 'built without SQLite\|SQLite cannot be used' "$dir/err" ||
	is 'gzip, bytes are missing: SQL' "$(wc -l <"$dir/expected" | tr -d ' ')" "$(tail -n 1 "$dir/out" | tr -d ' ')"
# Bytes that are stored as they are, one of which is another one now.
{
	printf '\037\213\010\0\0\0\0\0\0\377\001\011\0\366\377'
	printf 123456780
	printf '\046\071\364\313\011\0\0\0'
} >"$dir/stored"
monread --raw "$dir/stored" >/dev/null 2>"$dir/err"
grep -q ': offset 0x0 of the file: expected a gzip member with the CRC CBF43926, found ' "$dir/err"
ok 'gzip, with another byte' $?

# ---- Behind what cannot be read nothing is appended ----

# refuses NAME KIND OFFSET: damaged stays as it is
refuses()
{
	cp "$dir/damaged" "$dir/before"
	monread -q --append --compress="$2" --write="$dir/damaged" "$sample" 2>"$dir/err"
	is "--append: $1: status" 2 $?
	grep -q "damaged: --append: offset $3: expected " "$dir/err"
	ok "--append: $1: said" $?
	cmp -s "$dir/before" "$dir/damaged"
	ok "--append: $1: it stays as it is" $?
}

monread -q --write="$dir/members.zst" --force --compress=zstd "$dir/members"
cp "$dir/members" "$dir/members.gz"
for set in 2 4; do
	sets_before $set
	offset=$(printf 0x%x "$size")
	damage $((size + 1)) '\0'
	refuses "a damaged header, $set" gzip "$offset"
	damage $((size + 10)) '\007'
	refuses "damaged data, $set" gzip "$offset"
done
damage 10 '\007'
refuses 'damaged data, 1' gzip 0x0
sets_before 5
damage $((size - 8)) '\0'
sets_before 4
refuses 'another CRC, 4' gzip "$(printf 0x%x "$size") of the file"
# The last one is all there, and no beginning that a crash has left.
sets_before 8
damage $((size + 10)) '\007'
refuses 'damaged data at the end' gzip "$(printf 0x%x "$size")"
mv "$dir/members.zst" "$dir/members"
# The first frame is of a reserved kind.
damage 4 '\377'
refuses 'zstd, a damaged header' zstd 0x0
mv "$dir/members.gz" "$dir/members"
head -c $((size + 50)) "$dir/members" >"$dir/cut"
monread -q --append --compress=gzip --write="$dir/cut" "$sample" 2>"$dir/err"
is '--append: a beginning of a member: status' 1 $?
sets_before 8
monread -l "$dir/whole" | grep -c ^0x >"$dir/expected"
monread -l "$sample" | grep -c ^0x >>"$dir/expected"
is '--append: all of it can be read' "$(awk '{ n += $1 } END { print n }' "$dir/expected")" \
	"$(monread -l "$dir/cut" 2>/dev/null | grep -c ^0x)"

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
