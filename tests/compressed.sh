#!/bin/sh
# compressed.sh: compressed captures: cut off, damaged, of several members, and compressed in ways that monread does not read.
. "${srcdir:-.}/tests/tap.sh"

dir=$tap_dir
sample=$srcdir/data/sample.monwrite
kinds=
for kind in gzip xz zstd; do
	$kind -c <"$sample" >"$dir/sample.$kind" 2>/dev/null || continue
	monread -q "$dir/sample.$kind" 2>"$dir/err"
	status=$?
	if grep -q "is compressed with $kind, but this monread was built without [a-z]*; uncompress it: $kind -dc FILE | monread -\$" "$dir/err"; then
		skip "$kind" "$(cat "$dir/err")"
	else
		is "$kind: status" 0 $status
		kinds="$kinds $kind"
	fi
done

# records FILE: how many monread shows
records()
{
	monread -l "$1" 2>"$dir/err" | grep -c '^0x'
}

# ---- Files that are cut off ----

# monread shows the same records as the program that uncompresses, for each length of the file.
# monread shows more than zstd, which keeps the last block, and gzip of BusyBox, which keeps 32 KB.
fewer='zstd'
! gzip --help 2>&1 | grep -q BusyBox || fewer='zstd gzip'
for kind in $kinds; do
	size=$(wc -c <"$dir/sample.$kind") wrong='' n=0
	for bytes in 6 10 20 200 4000 $((size / 2)) $((size * 9 / 10)) $((size - 20)) $((size - 1)); do
		head -c "$bytes" "$dir/sample.$kind" >"$dir/cut"
		$kind -dc <"$dir/cut" 2>/dev/null | monread -l - >"$dir/plain" 2>/dev/null
		monread -l "$dir/cut" >"$dir/out" 2>"$dir/err"
		[ $? -eq 1 ] || wrong="$wrong $bytes:status"
		grep '^0x' "$dir/plain" >"$dir/expected"
		n=$((n + $(wc -l <"$dir/expected")))
		grep '^0x' "$dir/out" >"$dir/got"
		case " $fewer " in
		*" $kind "*) head -n "$(wc -l <"$dir/expected")" "$dir/out" >"$dir/got" ;;
		esac
		cmp -s "$dir/expected" "$dir/got" || wrong="$wrong $bytes:records=$(grep -c '^0x' "$dir/out")/$(wc -l <"$dir/expected")"
		grep -q "cut: offset 0x[0-9a-f]*: uncompressing $kind failed: the file is cut off; the data read before is used\$" "$dir/err" ||
			wrong="$wrong $bytes:unsaid"
		cat "$dir/cut" | monread -l - 2>/dev/null | cmp -s - "$dir/out" || wrong="$wrong $bytes:pipe"
	done
	is "$kind, cut off: the records that $kind -dc gives" '' "$wrong"
	[ "$n" -gt 200 ]
	ok "$kind, cut off: there are records" $?
done

# ---- Members, frames and streams ----

# shows_twice NAME FILE: all records, twice
whole=$(records "$sample")
shows_twice()
{
	is "$1" "$((2 * whole)) " "$(records "$2") $(cat "$dir/err")"
	is "$1, from a pipe" $((2 * whole)) "$(cat "$2" | monread -l - 2>/dev/null | grep -c '^0x')"
}

for kind in $kinds; do
	$kind -c </dev/null >"$dir/empty"
	monread -q "$dir/empty" 2>"$dir/err"
	is "$kind, nothing in it: status, message" "1 monread: $dir/empty: empty" "$? $(cat "$dir/err")"
	cat "$dir/sample.$kind" "$dir/empty" "$dir/sample.$kind" >"$dir/two"
	shows_twice "$kind, two and an empty one" "$dir/two"
	head -c 700 /dev/zero | cat "$dir/two" - >"$dir/zeros"
	shows_twice "$kind, filled up with zeros" "$dir/zeros"
	tr '\000-\377' x <"$dir/empty" | cat "$dir/two" - >"$dir/other"
	is "$kind, something else after it: records" $((2 * whole)) "$(records "$dir/other")"
	is "$kind, something else after it: messages" 1 "$(grep -c "uncompressing $kind failed: .*; the data read before is used" "$dir/err")"
done
case $kinds in *zstd*)
	printf '\120\052\115\030\003\000\000\000abc' | cat "$dir/sample.zstd" - "$dir/sample.zstd" >"$dir/skippable"
	shows_twice 'zstd, a frame to be skipped' "$dir/skippable"
	;;
esac

# ---- Damage ----

# damage FILE PLACE BYTES: in $dir/damaged
damage()
{
	cp "$1" "$dir/damaged"
	# shellcheck disable=SC2059 # it is a format
	printf "$3" | dd of="$dir/damaged" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# ends_at NAME OFFSET REASON: of damaged, all ways of reading show the bytes before the damage
ends_at()
{
	text="offset $(printf 0x%x "$2"): uncompressing $kind failed: $3; the data read before is used"
	head -c "$2" "$dir/stream" >"$dir/part"
	monread --raw "$dir/part" >"$dir/expected" 2>/dev/null
	monread --raw "$dir/damaged" >"$dir/out" 2>"$dir/err"
	is "$1: status" 1 $?
	same "$1: the records before it" "$dir/expected" "$dir/out"
	is "$1: message" "monread: $dir/damaged: $text" "$(head -n 1 "$dir/err")"
	wrong=
	monread --raw -j2 "$dir/damaged" 2>/dev/null | cmp -s "$dir/expected" - || wrong="$wrong threads"
	cat "$dir/damaged" | monread --raw - 2>/dev/null | cmp -s "$dir/expected" - || wrong="$wrong pipe"
	monread --raw --merge "$dir/part" >"$dir/expected" 2>/dev/null
	monread --raw --merge "$dir/damaged" 2>"$dir/err" | cmp -s "$dir/expected" - || wrong="$wrong merge"
	grep -qF "$text" "$dir/err" || wrong="$wrong merge-unsaid"
	query='SELECT domain, record, tod, length FROM records'
	monread --sql "$query" "$dir/part" >"$dir/rows" 2>/dev/null
	# Without SQLite both are empty.
	monread --sql "$query" "$dir/damaged" 2>/dev/null | cmp -s "$dir/rows" - || wrong="$wrong SQL"
	is "$1: in each way of reading" '' "$wrong"
}

# Each stored data set is one member or frame; cut each out into a separate file, too.
for kind in gzip zstd; do
	case $kinds in *$kind*) ;; *) continue ;; esac
	mkdir "$dir/$kind"
	monread -q --write="$dir/$kind/s" --write-format=stream --rotate=1B --compress=$kind "$sample"
	is "$kind: there are several data sets" 8 "$(find "$dir/$kind" -name 's.*' | wc -l | tr -d ' ')"
	cat "$dir/$kind"/s.* >"$dir/members"
	$kind -dc <"$dir/members" >"$dir/stream"
	size=0 length=0
	for set in 1 2 3 4; do
		size=$((size + $(wc -c <"$dir/$kind/s.0000$set")))
		length=$((length + $($kind -dc <"$dir/$kind/s.0000$set" | wc -c)))
	done
	if [ $kind = gzip ]; then
		header='incorrect header check' check='incorrect data check'
	else
		header='Unknown frame descriptor' check="Restored data doesn't match checksum"
	fi
	damage "$dir/members" $((size + 1)) '\0'
	ends_at "$kind, a damaged header" $length "$header"
	cp "$dir/damaged" "$dir/before"
	monread -q --append --compress=$kind --write-format=stream --write="$dir/damaged" "$sample" 2>"$dir/err"
	is "$kind, a damaged header: --append: status" 2 $?
	cmp -s "$dir/before" "$dir/damaged"
	ok "$kind, a damaged header: --append leaves the file as it is" $?
	# The last byte of the check of set 4: the library has returned all bytes by then.
	place=$((size - 1))
	[ $kind = zstd ] || place=$((size - 5))
	byte=$(od -An -tu1 -j $place -N 1 "$dir/members")
	damage "$dir/members" $place "\\$(printf %03o $((byte ^ 1)))"
	ends_at "$kind, another check" $length "$check"
	monread -q --append --compress=$kind --write-format=stream --write="$dir/damaged" "$sample" 2>"$dir/err"
	is "$kind, another check: --append: status, messages" '2 1' "$? $(grep -c ": --append: .*$check; choose another --write" "$dir/err")"

	# A crash left the beginning of a member; zeros are something else.
	head -c $((size + 50)) "$dir/members" >"$dir/cut"
	monread -q --append --compress=$kind --write-format=stream --write="$dir/cut" "$sample" 2>"$dir/err"
	is "$kind: --append, the beginning of a data set: status" 1 $?
	is "$kind: --append, the beginning of a data set is cut off" 0 "$($kind -t <"$dir/cut" >/dev/null 2>&1; echo $?)"
	head -c $size "$dir/cut" | cmp -s - "$dir/before" || cmp -s -n $size "$dir/cut" "$dir/before"
	ok "$kind: --append, the data sets before it are there" $?
	head -c 700 /dev/zero | cat "$dir/members" - >"$dir/damaged"
	cp "$dir/damaged" "$dir/before"
	monread -q --append --compress=$kind --write-format=stream --write="$dir/damaged" "$sample" 2>"$dir/err"
	is "$kind: --append after zeros: status" 2 $?
	cmp -s "$dir/before" "$dir/damaged"
	ok "$kind: --append after zeros: the file stays as it is" $?
done

# ---- One inside another ----

for outer in $kinds; do
	for inner in gzip zstd bzip2; do
		$inner -c <"$sample" 2>/dev/null | $outer -c >"$dir/packed"
		[ "$($outer -dc <"$dir/packed" | wc -c)" -gt 0 ] || continue
		monread -l "$dir/packed" >"$dir/out" 2>"$dir/err"
		is "$inner in $outer: status, records, message" \
			"1 0 monread: $dir/packed: offset 0x0: uncompressing $outer failed: it is compressed twice; uncompress it first; the data read before is used" \
			"$? $(grep -c ^0x "$dir/out") $(cat "$dir/err")"
	done
done

# ---- Skippable frames, as pzstd writes them, and the format before xz ----

case $kinds in
*zstd*)
	for first in 120 137; do
		# shellcheck disable=SC2059 # the first byte is 0x50, or 0x5F
		{ printf "\\$first\\052\\115\\030\\004\\000\\000\\000abcd" && cat "$dir/sample.zstd"; } >"$dir/half"
		cat "$dir/half" "$dir/half" >"$dir/two"
		shows_twice "zstd, skippable frames: \\$first" "$dir/two"
	done ;;
esac
case $kinds in
*xz*)
	xz --format=lzma -c <"$sample" >"$dir/lzma"
	is 'lzma: records, no message' "$whole " "$(records "$dir/lzma") $(cat "$dir/err")"
	head -c 1000 "$dir/lzma" >"$dir/cut"
	monread -q "$dir/cut" 2>"$dir/err"
	is 'lzma, cut off: status, message' '1 1' "$? $(grep -c 'uncompressing lzma failed: the file is cut off' "$dir/err")"
	# A header that asks for a dictionary of 4 GB, which no program makes.
	{ printf '\135\000\000\000\360' && tail -c +6 "$dir/lzma"; } >"$dir/large"
	monread -q "$dir/large" 2>"$dir/err"
	is 'lzma, dictionary of 4 GB: status, message' '1 1' \
		"$? $(grep -c 'its dictionary needs more than 1600 MB of memory' "$dir/err")" ;;
esac

# ---- Other compressions ----

while read -r kind magic; do
	# shellcheck disable=SC2059 # it is a format
	{ printf "$magic"; head -c 5000 "$sample"; } >"$dir/packed"
	monread -q "$dir/packed" 2>"$dir/err"
	is "$kind: status, message" \
		"2 monread: $dir/packed: is compressed with $kind, which this program does not read; uncompress it: $kind -dc FILE | monread -" \
		"$? $(cat "$dir/err")"
done <<'END'
bzip2 BZh9
lz4 \004\042\115\030
END

finish
