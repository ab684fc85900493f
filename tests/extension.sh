#!/bin/sh
# extension.sh: the extension of SQLite, from its shell and from Python.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'the programs that load it are those of this machine'
extension=$builddir/src/.libs/monreadsqlite
[ -f "$extension.so" ] || skip_all 'no extension was built'
command -v sqlite3 >/dev/null 2>&1 || skip_all 'no sqlite3'
case $extension in /*) ;; *) extension=$PWD/$extension ;; esac
LD_LIBRARY_PATH=$builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
case $LD_LIBRARY_PATH in /*) ;; *) LD_LIBRARY_PATH=$PWD/$LD_LIBRARY_PATH ;; esac
export LD_LIBRARY_PATH
sample=$captures/sample.monwrite
# If built for a sanitizer, the extension needs a host built for it, too.
sqlite3 :memory: ".load $extension" 'SELECT 1' >"$tap_dir/out" 2>"$tap_dir/err" ||
	{ grep -q 'undefined symbol: __\|Sanitizer' "$tap_dir/err" && skip_all 'the sanitizer is not in sqlite3'; }
cd "$tap_dir" || exit 99

# asks QUERY EXPECTED
asks()
{
	sqlite3 -batch :memory: ".load $extension" "$1" >out 2>err
	is "$1" "$2" "$(cat out err)"
}

# refuses QUERY WORDS
refuses()
{
	sqlite3 -batch :memory: ".load $extension" "$1" >out 2>err
	grep -q -e "$2" err && ! [ -s out ]
	ok "refused: $1" $?
}

asks "SELECT PFXCPUAD, count(*) FROM MRSYTPRP('$sample') GROUP BY 1" '0|3
1|3
2|3'
asks "SELECT count(*) FROM MRSYTPRP('$sample') WHERE capture = 'another' OR capture = 5" 0
asks "SELECT count(*) FROM MRSYTPRP('$sample') WHERE capture = '$captures/good-one-set.monwrite'" 0
asks "SELECT count(*) FROM MRSYTPRP('$sample') WHERE $(i=0; while [ $((i += 1)) -lt 60 ]; do printf "capture = '%s' AND " "$sample"; done) 1" 9
asks "SELECT count(*) FROM D0R2('$sample') JOIN MRSYTPRP('$sample') USING (offset)" 9
asks "SELECT count(*) FROM MRSYTPRP_last('$sample')" 3
asks "SELECT count(*), min(system) FROM monread_records('$sample')" '378|VMPROD1'
asks "SELECT records, problems FROM monread_files('$sample')" '378|0'
asks "SELECT kind FROM monread_fields WHERE column_name = 'SYTPRP_PFXUTIME'" counter
asks "SELECT name FROM monread_layouts WHERE domain = 0 AND record = 23" MRSYTLCK
# One capture per row: SQLite opens each capture when its row comes.
cp "$sample" 'its one.bin'
asks "WITH f(n) AS (VALUES ('$sample'), ('its one.bin')) SELECT count(*) FROM f, MRSYTPRP(f.n)" 18
# The tables show all undamaged records of a damaged capture, and the problem; nothing is printed.
monread -l "$captures/bad-length-past-set.monwrite" 2>/dev/null | grep -c '^0x' >expected
asks "SELECT count(*) FROM monread_records('$captures/bad-length-past-set.monwrite')" "$(cat expected)"
asks "SELECT count(*) FROM monread_problems('$captures/bad-length-past-set.monwrite')" 1
sync=$captures/bad-sync.monwrite
asks "SELECT count(*) FROM MRAPLSDT('$sync'); SELECT domain, record, problem FROM monread_problems('$sync')" \
	'1
10|2|sync_count_1 is 18, sync_count_2 is 17: caught while being updated'

# Times without a date mean times of the capture.
asks "SELECT count(*) FROM MRSYTPRP('$sample') WHERE time >= moment('08:02')" 6
asks "SELECT moment('08:02', '$sample'), moment('+90', '$sample'), moment('2026-01-02T03:04:05Z')" \
	'2026-03-04 08:02:00.000000|2026-03-04 08:01:30.000412|2026-01-02 03:04:05.000000'
refuses "SELECT moment('08:02')" "moment(): name the capture whose day or start is meant"
refuses "SELECT moment('08:02', 'none')" 'moment(): the capture cannot be opened'
refuses "SELECT count(*) FROM MRSYTPRP('$sample') a, MRSYTPRP('its one.bin') b WHERE a.time = b.time AND a.time > moment('08:02')" \
	'moment(): name the capture'

# Compressed captures are copied to a file without a name.
gzip -c "$sample" >sample.gz
if monread -q sample.gz 2>/dev/null; then
	asks "SELECT count(*), min(file) FROM MRSYTPRP('sample.gz')" '9|sample.gz'
	asks "SELECT records, problems FROM monread_files('sample.gz')" '378|0'
	asks "SELECT count(*) FROM D0R2('sample.gz') JOIN MRSYTPRP('sample.gz') USING (offset)" 9
	head -c 8000 sample.gz >cut.gz
	monread -l cut.gz 2>/dev/null | grep -c '^0x' >expected
	asks "SELECT count(*) FROM monread_records('cut.gz')" "$(cat expected)"
	asks "SELECT count(*) FROM monread_problems('cut.gz') WHERE problem LIKE 'offset 0x%: uncompressing gzip failed: %'" 1
	printf '\037\213\010\000rubbish' >bad.gz
	refuses "SELECT * FROM MRSYTPRP('bad.gz')" 'bad.gz: '
	TMPDIR=$tap_dir/none sqlite3 -batch :memory: ".load $extension" "SELECT * FROM MRSYTPRP('sample.gz')" >out 2>err
	grep -q 'sample.gz: cannot be copied to a temporary file in $TMPDIR: ' err && ! [ -s out ]
	ok 'no folder for temporary files' $?
else
	skip 'compressed captures' 'without zlib'
fi

refuses 'SELECT * FROM MRSYTPRP' "name a capture, as in MRSYTPRP('capture.bin')"
refuses "SELECT * FROM MRSYTPRP('none')" 'none: cannot be opened: No such file'
refuses "SELECT * FROM MRSYTPRP('/dev/null')" '/dev/null: is not a regular file'
mkfifo pipe
refuses "SELECT * FROM MRSYTPRP('pipe')" 'pipe: is not a regular file'
echo rubbish >rubbish
refuses "SELECT * FROM MRSYTPRP('rubbish')" 'rubbish: '
refuses "INSERT INTO MRSYTPRP(file) VALUES ('x')" 'may not be modified'
# A foreign database must not make SQLite read files.
refuses "CREATE VIEW v AS SELECT count(*) FROM MRSYTPRP('$sample'); SELECT * FROM v" 'unsafe use of virtual table'

python=/usr/bin/python3
if "$python" -c 'import sqlite3; sqlite3.connect(":memory:").enable_load_extension(True)' 2>/dev/null; then
	"$python" -c '
import sqlite3, sys
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension(sys.argv[1])
cursor = db.execute("SELECT PFXCPUAD, max(PFXUTIME) > 0 FROM MRSYTPRP(?) GROUP BY 1", sys.argv[2:])
print(cursor.fetchall())
half = db.execute("SELECT offset, PFXUTIME FROM MRSYTPRP_delta(?)", sys.argv[2:])
rows = half.fetchmany(4)
print(db.execute("SELECT count(*) FROM MRSYTRSG(?)", sys.argv[2:]).fetchall())
print(rows + half.fetchall() == db.execute("SELECT offset, PFXUTIME FROM MRSYTPRP_delta(?)", sys.argv[2:]).fetchall())
half = db.execute("SELECT * FROM MRSYTPRP(?)", sys.argv[2:])
half.fetchone()
db.close()' "$extension" "$sample" >out 2>&1
	is 'Python: a table that is first asked for while another table is read' '[(0, 1), (1, 1), (2, 1)]
[(3,)]
True' "$(cat out)"
	# Few files stay open for any number of captures, and the files in use stay open.
	"$python" -c '
import os, shutil, sqlite3, sys
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension(sys.argv[1])
def files():
    return len(os.listdir("/proc/self/fd"))
none, names = files(), ["many%d.bin" % i for i in range(40)]
for name in names:
    shutil.copy(sys.argv[2], name)
half = [db.execute("SELECT offset FROM MRSYTPRP(?)", (name,)) for name in names]
for rows in half:
    rows.fetchone()
print(sum(len(rows.fetchall()) for rows in half))
del half
db.execute("CREATE TABLE f(n TEXT)")
db.executemany("INSERT INTO f VALUES (?)", [(name,) for name in names])
for i in range(2):
    print(db.execute("SELECT count(*), count(DISTINCT file), count(PFXUTIME) FROM f, MRSYTPRP_delta(f.n) WHERE PFXCPUAD = 1").fetchall())
    print(db.execute("SELECT sum(records) FROM f, monread_files(f.n)").fetchall())
print(files() - none <= 16)
for i in range(40):
    shutil.copy(sys.argv[2], "changes.bin")
    os.utime("changes.bin", (i, i))
    db.execute("SELECT count(*) FROM MRSYTPRP(?)", ("changes.bin",)).fetchall()
print(files() - none <= 16)' "$extension" "$sample" >out 2>&1
	is 'files that stay open' '320
[(120, 40, 80)]
[(15120,)]
[(120, 40, 80)]
[(15120,)]
True
True' "$(cat out)"
else
	skip 'from Python' 'its sqlite3 loads no extensions'
fi
if command -v valgrind >/dev/null 2>&1; then
	valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite sqlite3 -batch :memory: \
		".load $extension" "SELECT count(*) FROM D0R2('$sample') JOIN MRSYTPRP('$sample') USING (interval)" >out 2>err
	status=$?
	if grep -q 'debuginfo reader' err; then
		skip 'under valgrind' 'it cannot read what the compiler tells debuggers'
	else
		is 'under valgrind' '0 27' "$status $(cat out)"
	fi
else
	skip 'under valgrind' 'there is none'
fi
finish
