#!/bin/sh
# Runs mklayouts ($MKLAYOUTS) on the record descriptions of $srcdir/tests/gen: good-* must be taken,
# bad-* refused with what bad-*.expected says, pair-X with pair-X-other likewise.
. "${srcdir:-.}/tests/tap.sh"

: "${MKLAYOUTS:=$builddir/src/gen/mklayouts}"
case $MKLAYOUTS in
/*) ;;
*) MKLAYOUTS=$PWD/$MKLAYOUTS ;;
esac
cd "$tests/gen" || exit 99

# taken NAME FILE...: it says nothing.
taken()
{
	name=$1
	shift
	"$MKLAYOUTS" -o "$tap_dir/tables.c" "$@" >"$tap_dir/err" 2>&1
	is "$name" 0 "$?$(cat "$tap_dir/err")"
}

# refused NAME FILE...: status 1, the expected words, and no output.
refused()
{
	name=$1
	shift
	rm -f "$tap_dir/tables.c"
	"$MKLAYOUTS" -o "$tap_dir/tables.c" "$@" >"$tap_dir/err" 2>&1
	is "$name: status, and no output" '1' "$?$([ ! -f "$tap_dir/tables.c" ] || echo ' output')"
	same "$name: what is said" "$name.expected" "$tap_dir/err"
}

for f in good-*.dsect; do
	taken "${f%.dsect}" "$f"
done
for f in bad-*.dsect; do
	refused "${f%.dsect}" "$f"
done
for f in pair-*-other.dsect; do
	refused "${f%-other.dsect}" "${f%-other.dsect}.dsect" "$f"
done

"$MKLAYOUTS" -o "$tap_dir/a.c" good-arrays.dsect good-linux.dsect 2>"$tap_dir/err" &&
	"$MKLAYOUTS" -o "$tap_dir/b.c" good-linux.dsect good-arrays.dsect 2>"$tap_dir/err"
same 'the order of the files does not matter' "$tap_dir/a.c" "$tap_dir/b.c"
"$MKLAYOUTS" -o "$tap_dir/none/tables.c" good-plain.dsect >"$tap_dir/err" 2>&1
is 'output that cannot be written: status' 1 $?
[ -s "$tap_dir/err" ]
ok 'output that cannot be written is said' $?
sed 's/^Number:.*/Number:   D0R40000/' good-plain.dsect >"$tap_dir/large.dsect"
rm -f "$tap_dir/tables.c"
"$MKLAYOUTS" -o "$tap_dir/tables.c" "$tap_dir/large.dsect" >"$tap_dir/err" 2>&1
is 'a number that the tables have no room for: status' 1 $?
is 'and it is said' "$tap_dir/tables.c: a number is too large for its table" "$(cat "$tap_dir/err")"
[ ! -f "$tap_dir/tables.c" ]
ok 'and nothing is written' $?

# Named lists of codes.
printf '%s\n' '# Comment' 'ONOFF: 0 off,' '  1 on' '' 'ONE: X'"'1'"' one' >"$tap_dir/values"
sed "s/^Key:.*/&/; /^Text:/a\\
Values: TSTREC_FLAGS: ONOFF" good-plain.dsect >"$tap_dir/list.dsect"
"$MKLAYOUTS" -v "$tap_dir/values" -o "$tap_dir/tables.c" "$tap_dir/list.dsect" >"$tap_dir/err" 2>&1
is 'a named list: taken' '0' "$?$(cat "$tap_dir/err")"
grep -q 'ONOFF \*/$' "$tap_dir/tables.c"
ok 'and it is in the tables, by its name' $?
"$MKLAYOUTS" -o "$tap_dir/tables.c" "$tap_dir/list.dsect" >"$tap_dir/err" 2>&1
is 'without it: refused' "1$tap_dir/list.dsect:10: Values: no list ONOFF" "$?$(cat "$tap_dir/err")"
printf '%s\n' 'ONOFF: 0 off, 0 on' 'onoff: 1 on' '1 on' 'LETTER: C'"'A'"' a' >"$tap_dir/values"
"$MKLAYOUTS" -v "$tap_dir/values" -o "$tap_dir/tables.c" good-plain.dsect >"$tap_dir/err" 2>&1
is 'lists that are wrong: status' 1 $?
is 'and what is said' "$tap_dir/values:1: 0 is off already
$tap_dir/values:2: onoff is given twice
$tap_dir/values:3: should be NAME: CODE TEXT, CODE TEXT
$tap_dir/values:4: should be CODE TEXT, CODE TEXT: C'A' a" "$(cat "$tap_dir/err")"

# Each allocation fails once: what was not made was said.
so=$tap_dir/nomem.so
# shellcheck disable=SC2086 # lists of words
if [ -z "$EMULATOR" ] && ${CC:=cc} -O1 -shared -fPIC -o "$so" "$tests/nomem.c" -ldl 2>"$tap_dir/log" &&
	LD_PRELOAD=$so NOMEM_FD=3 "$MKLAYOUTS" good-plain.dsect >"$tap_dir/expected" 2>"$tap_dir/err" 3>"$tap_dir/count" &&
	[ "$(cat "$tap_dir/count")" -gt 0 ]; then
	most=$(cat "$tap_dir/count")
	at=1 refusals=0 fault=
	while [ "$at" -le "${most:-0}" ]; do
		LD_PRELOAD=$so NOMEM_AT=$at "$MKLAYOUTS" good-plain.dsect >"$tap_dir/out" 2>"$tap_dir/err"
		status=$?
		[ $status -eq 0 ] || refusals=$((refusals + 1))
		case $status in
		0) cmp -s "$tap_dir/expected" "$tap_dir/out" || fault="$fault $at:output" ;;
		1) [ -s "$tap_dir/err" ] || fault="$fault $at:nothing" ;;
		*) fault="$fault $at:$status" ;;
		esac
		at=$((at + 1))
	done
	[ $refusals -gt 3 ] || fault="$fault and only $refusals refusals"
	is 'without memory: the output, or status 1 and a message' '' "$fault"
else
	skip 'without memory' 'it cannot be preloaded'
fi
finish
