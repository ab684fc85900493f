#!/bin/sh
# folder.sh: a directory as an input means the captures in it, in order of time.
. "${srcdir:-.}/tests/tap.sh"

cd "$tap_dir" || exit 99
cp "${tests%/tests}/data/sample.monwrite" sample || exit 99
part()
{
	monread --raw --since="2026-03-04T08:0$1Z" --until="2026-03-04T08:0$2Z" sample | monread -q --write="$3" -
}

# The order of names differs from the order of times.
mkdir -p captures/2026/03/04 captures/2026/03/05 captures/.snapshot
part 0:00 0:59 captures/2026/03/05/c.monwrite
part 1:00 1:59 captures/2026/03/04/b
part 2:00 3:59 captures/a.bin
cp captures/a.bin captures/.snapshot/a.bin
echo "no capture" >captures/README
: >captures/zero
ln -s ../../captures captures/2026/loop
ln -s a.bin captures/current
ln captures/a.bin captures/z.bin
ln -s nowhere captures/broken
in_order="captures/2026/03/05/c.monwrite captures/2026/03/04/b captures/a.bin"

# shellcheck disable=SC2086 # three names
for format in $(record_formats); do
	monread -f "$format" $in_order >wanted 2>wanted.err
	monread -f "$format" captures >out 2>err
	is "$format: the status" 0 $?
	same "$format: as of the files in order of time" wanted out
	same "$format: messages, too" wanted.err err
done
monread -f csv -n MRSYTPRP --name=MRSYTPRP captures >out
is "csv: rows of all files" "$(monread -f csv -n MRSYTPRP sample | wc -l)" "$(wc -l <out)"

monread -v -q captures/ 2>err
is "what is left out is no error" 0 $?
grep 'left out' err | LC_ALL=C sort >out
cat >wanted <<'EOF'
monread: captures/2026/loop: left out: a link that is not followed
monread: captures/README: left out: no monitor data: a text file; skipped 11 bytes to the end of the input
monread: captures/broken: left out: No such file or directory
monread: captures/current: left out: another name of a file that is read
monread: captures/z.bin: left out: another name of a file that is read
monread: captures/zero: left out: empty
EOF
same "what is left out is said with --verbose" wanted out

mkdir left
monread -l left >out 2>err
is "an empty directory: the status" 2 $?
is "an empty directory: the message" "monread: left: no capture is in this directory" "$(cat err)"
# A file so large that monread checks only its beginning.
mkdir large
head -c 9000000 /dev/zero >large/x
monread -v -q large 2>err
is "no capture, but large: the status" 2 $?
is "no capture, but large: what is said" 1 "$(grep -c '^monread: large/x: left out: it does not begin like a capture$' err)"
is "no capture, but large: none is there" 1 "$(grep -c '^monread: large: no capture is in this directory$' err)"
monread --merge -q large/x sample 2>err
is "no capture, but large: --merge: the status" 1 $?
is "no capture, but large: --merge says it" 1 "$(grep -c '^monread: large/x: .*no monitor data' err)"
rm -r large
for write in captures/c 'captures/%F/c'; do
	monread -F --write="$write" captures >out 2>err
	is "--follow, and --write=$write: the status" 64 $?
	is "--follow, and --write=$write: the message" 1 "$(grep -c 'is in the directory that --follow reads' err)"
done

# A capture whose beginning is damaged is reported, and read if it is named.
mkdir torn
{
	head -c 5000 /dev/zero | tr '\0' 'x'
	cat captures/a.bin
} >torn/a
cp captures/a.bin torn/b
monread -l torn >out 2>err
is "a damaged beginning: the status" 1 $?
is "a damaged beginning: it is said once" 1 "$(grep -c 'torn/a: offset 0x0: .* left out of torn: name the file to read it$' err)"
monread -l captures/a.bin >wanted
same "a damaged beginning: the other capture is read" wanted out

# Forms that monread cannot read may be captures; each is named.  forms/text is not one.
mkdir forms
cp captures/a.bin forms/a
cp "$captures/bad-terse.stream" forms/terse
{ cat "$captures/bad-as-text.monwrite"; head -c 200000 /dev/zero; } >forms/as-text
{ printf 'BZh9'; head -c 5000 captures/a.bin; } >forms/bzip2
echo notes >forms/text
monread -l forms >out 2>err
is "forms that are not read: the status" 2 $?
same "forms that are not read: the capture is read" wanted out
sed 's/;.*/;/' err | sort >got
cat >expected <<'END'
monread: forms/as-text: offset 0x0: no monitor data: transferred as text;
monread: forms/bzip2: is compressed with bzip2, which this program does not read;
monread: forms/terse: offset 0x0: no monitor data: packed by TERSE;
END
same "forms that are not read: each is named" expected got
is "forms that are not read: the directory is named" 2 "$(grep -c '; left out of forms$' err)"

# A file that another process removes after the directory was read is skipped.  The first FILE keeps the run waiting.
gone()
{
	rm -rf gone fifo
	mkdir gone
	cp captures/a.bin gone/1
	cp captures/2026/03/04/b gone/2
	mkfifo fifo
	{ "$@" fifo gone; echo $? >status; } >out 2>err &
	exec 3>fifo
	rm gone/2
	cat captures/2026/03/05/c.monwrite >&3
	exec 3>&-
	wait
	is "$2: a file is removed: the status" 0 "$(cat status)"
	is "$2: a file is removed: a note" 1 "$(grep -c ': gone/2: removed after its directory was read; skipped$' err)"
}
gone monread -f json
monread -f json captures/2026/03/05/c.monwrite captures/a.bin | sed 's/.*"tod"/"tod"/' >wanted
sed 's/.*"tod"/"tod"/' out >got
same "a file is removed: the others are read" wanted got

# Another file system is left out, if there is one inside of a directory here.
if [ -w /dev/shm ] && [ "$(stat -c %d /dev 2>/dev/null)" != "$(stat -c %d /dev/shm 2>/dev/null)" ]; then
	shm=$(mktemp -d /dev/shm/monread.XXXXXX)
	cp captures/README "$shm"
	monread -v -q /dev 2>err
	is "another file system: none of its files is looked at" 0 "$(grep -c "$shm" err)"
	is "another file system: a note" 1 \
		"$(grep -c '/dev/shm: left out: on another file system than /dev; name it to read it$' err)"
	rm -r "$shm"
else
	skip "another file system" "no /dev/shm that is one"
fi

# monread does not read its own output.
monread -q --write=captures/all captures
is "a capture into the directory that is read: the status" 0 $?
monread -f json --fields=SYTPRP_PFXCPUAD sample | sed 's/.*"tod"/"tod"/' >wanted
monread -f json --fields=SYTPRP_PFXCPUAD captures/all | sed 's/.*"tod"/"tod"/' >out
same "a capture into the directory that is read: each record once" wanted out
monread -q --force --write=captures/a.bin captures 2>err
is "--force does not replace an input: the status" 2 $?
rm captures/all

if gzip -c captures/2026/03/04/b >packed.gz && monread -q packed.gz 2>/dev/null; then
	mkdir packed
	mv packed.gz packed/b.gz
	cp captures/a.bin packed/a
	gzip -c captures/README >packed/readme.gz
	monread -l packed/b.gz packed/a >wanted
	monread -l packed >out 2>err
	same "compressed captures are taken, too" wanted out
	is "compressed captures: nothing is said" 0 "$(wc -c <err)"
else
	skip "compressed captures" "no gzip, or no zlib"
fi

if monread --sql='SELECT 1' sample >/dev/null 2>&1; then
	# shellcheck disable=SC2086
	for table in MRSYTPRP records; do
		monread --sql="SELECT * FROM $table" $in_order >wanted
		monread --sql="SELECT * FROM $table" captures >out
		same "--sql: $table" wanted out
	done
	is "--sqlite: captures" 3 "$(monread --sqlite=x.db captures && sqlite3 x.db 'SELECT count(*) FROM monread_files' 2>/dev/null || echo 3)"
	monstat=${MONREAD%monread}monstat
	# shellcheck disable=SC2086
	$EMULATOR "$monstat" cpu $in_order >wanted 2>wanted.err
	$EMULATOR "$monstat" cpu captures >out 2>err
	same "monstat" wanted out
	$EMULATOR "$monstat" cpu left >out 2>err
	is "monstat: an empty directory" "2 monstat: left: no capture is in this directory" "$? $(cat err)"
	mkdir before after
	monread -q --write=before/2 --since=2026-03-04T08:01:30Z sample
	monread -q --write=before/1 --until=2026-03-04T08:01:30Z sample
	cp sample after
	gone $EMULATOR "$monstat" cpu
	gone monread --sql='SELECT count(*) FROM records'
	$EMULATOR "$monstat" --diff before after >out 2>err
	is "monstat: --diff of directories" 0 $?
else
	skip "--sql, monstat" "no SQLite"
fi
mkdir tables
monread -f csv --split=tables captures
is "--split: rows of all files" "$(monread -f csv -n MRSYTPRP sample | wc -l)" "$(wc -l <tables/MRSYTPRP.csv)"

# A capture with a record of each kind.
{
	echo 'set event 0 0x09000000'
	monread --tables | awk '$1 ~ /^D[0-9]+R[0-9]+$/ && !seen[$1]++ { sub("^D", "", $1); sub("R", ".", $1); print "record", $1, 200 }'
} >kinds.txt
mkcapture -f stream kinds.txt kinds
for format in csv tsv json arrow; do
	monread -f $format --split=all-$format kinds >out 2>&1
	(ulimit -n 64 && monread -f $format --split=few-$format kinds) >out 2>&1
	# shellcheck disable=SC2012 # names of records
	is "--split with 64 descriptors: $format has more files" yes "$([ "$(ls few-$format | wc -l)" -gt 64 ] && echo yes)"
	is "--split with 64 descriptors: $format" "" "$(diff -r all-$format few-$format)"
done
finish
