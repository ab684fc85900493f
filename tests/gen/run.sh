#!/bin/sh
# Runs mklayouts ($MKLAYOUTS) on the record descriptions of CASES: it takes good-*, and refuses bad-* with the messages there.
. "${srcdir:-.}/tests/tap.sh"

: "${MKLAYOUTS:=$builddir/src/gen/mklayouts}"
case $MKLAYOUTS in
/*) ;;
*) MKLAYOUTS=$PWD/$MKLAYOUTS ;;
esac
made=$tap_dir/cases
mkdir "$made"
cp "$tests"/gen/good-*.dsect "$made"
awk -v dir="$made" -f "$tests/gen/cases.awk" "$tests/gen/good-plain.dsect" "$tests/gen/CASES"
cd "$made" || exit 99

for f in good-*.dsect; do
	"$MKLAYOUTS" -o "$tap_dir/tables.c" "$f" >"$tap_dir/err" 2>&1
	is "${f%.dsect}" 0 "$?$(cat "$tap_dir/err")"
done
for f in bad-*.dsect; do
	name=${f%.dsect}
	rm -f "$tap_dir/tables.c"
	"$MKLAYOUTS" -o "$tap_dir/tables.c" "$f" >"$tap_dir/err" 2>&1
	is "$name: status, and no output" '1' "$?$([ ! -f "$tap_dir/tables.c" ] || echo ' output')"
	same "$name: messages" "$name.expected" "$tap_dir/err"
done

"$MKLAYOUTS" -o "$tap_dir/a.c" good-arrays.dsect good-linux.dsect 2>"$tap_dir/err" &&
	"$MKLAYOUTS" -o "$tap_dir/b.c" good-linux.dsect good-arrays.dsect 2>"$tap_dir/err"
same 'the order of the files does not matter' "$tap_dir/a.c" "$tap_dir/b.c"
"$MKLAYOUTS" -o "$tap_dir/none/tables.c" good-plain.dsect >"$tap_dir/err" 2>&1
is 'output that cannot be written: status' 1 $?
[ -s "$tap_dir/err" ]
ok 'output that cannot be written: message' $?

# of FILE WORD EXPRESSION: good-plain with the title WORD, changed.
of()
{
	sed "s/^Title:.*/Title:    $2/; $3" good-plain.dsect >"$tap_dir/$1.dsect"
}

# Layouts of a record in the order in which they are looked at: with conditions, the newest before, and then without any.
of a plain 's/^Release:.*/Release:  7.3/'
of b with '/^Text:/i\
When:     length < 384'
of c newer '/^Text:/i\
When:     length >= 384
s/^Release:.*/Release:  7.9/'
of d newest '/^Text:/i\
When:     length >= 384
s/^Release:.*/Release:  7.10/'
of e next 's/^Number:.*/Number:   D0R100/; s/TSTREC/TSTNXT/g'
of f domain 's/^Number:.*/Number:   D1R1/; s/TSTREC/TSTDOM/g'
cd "$tap_dir" || exit 99
"$MKLAYOUTS" -o tables.c "$made/good-linux.dsect" a.dsect b.dsect f.dsect c.dsect d.dsect e.dsect >err 2>&1
is 'layouts of a record with conditions: taken' 0 "$?$(cat err)"
is 'layouts with conditions: their order in the tables' 'newest newer with plain next domain Test data ' \
	"$(tr -d '\t"' <tables.c | sed -n 's/\\0$//p' | grep -Ex 'newest|newer|with|plain|next|domain|Test data' | tr '\n' ' ')"
sed 's/^Number:.*/Number:   D0R98/' a.dsect >b.dsect
"$MKLAYOUTS" -o none.c a.dsect b.dsect >err 2>&1
is 'a name of two numbers: refused' '1a.dsect:3: MRTSTREC has another number in b.dsect' "$?$(cat err)"
sed 's/^Number:.*/Number:   D1R99/' a.dsect >b.dsect
"$MKLAYOUTS" -o none.c a.dsect b.dsect >err 2>&1
is 'a name with numbers in two domains: refused' '1b.dsect:3: MRTSTREC has another number in a.dsect' "$?$(cat err)"
sed 's/MRTSTREC/MRTSTOTH/' a.dsect >b.dsect
"$MKLAYOUTS" -o none.c a.dsect b.dsect >err 2>&1
is 'a number with two names: refused' '1a.dsect:3: D0R99 is MRTSTOTH in b.dsect' "$?$(cat err)"
cp a.dsect b.dsect
"$MKLAYOUTS" -o none.c a.dsect b.dsect >err 2>&1
is 'a record twice: refused' '1b.dsect:3: MRTSTREC is in a.dsect too, and no When tells them apart' "$?$(cat err)"
cp "$made/good-linux.dsect" a.dsect
cp a.dsect b.dsect
"$MKLAYOUTS" -o none.c a.dsect b.dsect >err 2>&1
is 'application data twice: refused' '1b.dsect:1: TESTDATA is in a.dsect too' "$?$(cat err)"

# mklayouts reports each faulty file; a second fault does not hide the first.
"$MKLAYOUTS" -o none.c nosuch.dsect "$made/bad-no-title.dsect" >err 2>&1
is 'a file that is missing, and a wrong one: refused' "1nosuch.dsect: No such file or directory
2" "$?$(sed -n 1p err)
$(wc -l <err | tr -d ' ')"
cp "$made/bad-configuration.dsect" .
"$MKLAYOUTS" -o none.c nosuch.dsect bad-configuration.dsect >err 2>&1
is 'a file that is missing, and configuration that nothing ends: refused' "1nosuch.dsect: No such file or directory
bad-configuration.dsect:10: Configuration: no record MRTSTOFF with TSTOFF_NAME" "$?$(cat err)"
"$MKLAYOUTS" -v nosuch -o none.c "$made/bad-no-title.dsect" >err 2>&1
is 'lists that are missing: refused' "1nosuch: No such file or directory
2" "$?$(sed -n 1p err)
$(wc -l <err | tr -d ' ')"
for arguments in '' '-o none.c' '-o' '-x none.c a.dsect' '-v'; do
	# shellcheck disable=SC2086 # words
	"$MKLAYOUTS" $arguments >out 2>err
	is "arguments '$arguments': the usage" '2usage: mklayouts [-o tables.c] [-v values] FILE.dsect...' "$?$(cat out err)"
done
[ ! -e none.c ]
ok 'wrong arguments: nothing is written' $?
"$MKLAYOUTS" a.dsect >out 2>err
is 'without -o: the status' 0 "$?$(cat err)"
"$MKLAYOUTS" -o tables.c a.dsect
same 'without -o standard output has the same tables' tables.c out
mkdir folder
"$MKLAYOUTS" -o folder a.dsect >out 2>err
is 'output that is a folder: the status' 1 $?
[ -s err ] && [ ! -e folder.tmp ]
ok 'output that is a folder: message, no temporary file' $?
cd "$made" || exit 99

# Named lists of codes.
printf '%s\n' '# Comment' 'ONOFF: 0 off,' '  1 on' '' 'ONE: X'"'1'"' one' >"$tap_dir/values"
sed "s/^Key:.*/&/; /^Text:/a\\
Values: TSTREC_FLAGS: ONOFF" good-plain.dsect >"$tap_dir/list.dsect"
"$MKLAYOUTS" -v "$tap_dir/values" -o "$tap_dir/tables.c" "$tap_dir/list.dsect" >"$tap_dir/err" 2>&1
is 'a named list: taken' '0' "$?$(cat "$tap_dir/err")"
grep -q 'ONOFF \*/$' "$tap_dir/tables.c"
ok 'the tables have the named list of values' $?
"$MKLAYOUTS" -o "$tap_dir/tables.c" "$tap_dir/list.dsect" >"$tap_dir/err" 2>&1
is 'a name without its list of values: refused' "1$tap_dir/list.dsect:10: Values: no list of values has the name ONOFF" "$?$(cat "$tap_dir/err")"
printf '%s\n' 'ONOFF: 0 off, 0 on' 'onoff: 1 on' '1 on' 'LETTER: C'"'A'"' a' >"$tap_dir/values"
"$MKLAYOUTS" -v "$tap_dir/values" -o "$tap_dir/tables.c" good-plain.dsect >"$tap_dir/err" 2>&1
is 'lists that are wrong: status' 1 $?
is 'wrong lists of values: messages' "$tap_dir/values:1: 0 is off already
$tap_dir/values:2: onoff is given twice
$tap_dir/values:3: expected NAME: CODE TEXT, CODE TEXT
$tap_dir/values:4: expected CODE TEXT, CODE TEXT, found C'A' a" "$(cat "$tap_dir/err")"
finish
