#!/bin/sh
# spread.sh: --merge and --every where captures are parts of one another: filtered, cut, rotated, of several systems in turn,
# of no known system, or with times that run back.  What is right is what a capture that has all of it shows.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/maker.sh"

cd "$tap_dir" || exit 99
sample=${tests%/tests}/data/sample.monwrite
day whole --from=480 --to=600 --interval=60

# shown OPTION... FILE...: records, without what depends on the file, in the order of their times
shown()
{
	monread -f json "$@" 2>/dev/null | sed 's/^{"file":"[^"]*",//; s/"offset":[0-9]*,"dataset":[0-9]*,//' |
		grep -v '"MONREADMARK"' | LC_ALL=C sort
}
# processors OPTION... FILE...: of processors, and the times of their records
processors()
{
	monread -f csv -n MRSYTPRP "$@" 2>/dev/null | sed 1d | cut -d, -f1,6- | LC_ALL=C sort
}

# ---- Each record once ----

# Each file of a rotated capture begins with configuration that is older than what was read of others.
mkdir rotated
monread -q --write=rotated/part --rotate=400000B whole.bin
is "rotated: there are files" 1 $(($(find rotated -type f | wc -l) > 4))
shown whole.bin >wanted
shown --merge whole.bin rotated >got
same "a capture and its rotated copy" wanted got
shown --merge rotated whole.bin >got
same "a rotated capture and its copy" wanted got
records=$(monread --sql='SELECT count(*) FROM records' whole.bin 2>err | sed -n '$p')
if [ -s err ]; then
	skip "--sql: a capture and its rotated copy" "no SQLite"
else
	is "--sql: a capture and its rotated copy" "$records" \
		"$(monread --merge --sql='SELECT count(*) FROM records' whole.bin rotated 2>/dev/null | sed -n '$p')"
	is "--sql: the other way round" "$records" \
		"$(monread --merge --sql='SELECT count(*) FROM records' rotated whole.bin 2>/dev/null | sed -n '$p')"
fi

# Selections begin with the same configuration.
if [ ! -s err ]; then
	monread -q -d 0 --write=d0 whole.bin
	monread -q -d 3,4 --write=d3 whole.bin
	together=$(monread --merge --sql='SELECT count(*) FROM records' d0 d3 2>/dev/null | sed -n '$p' | tr -d ' ')
	is "--sqlite: selections of a capture" "$together new, 0 new" "$(for again in 0 1; do
		monread --merge -v --sqlite=db d0 d3 2>&1
	done | sed -n 's/.* \([0-9]*\) of them new in db$/\1/p' | awk '{ n += $1 } NR % 2 == 0 { printf "%s%d new", (NR > 2 ? ", " : ""), n; n = 0 }')"
	rm -f db
	# As much of it as there is; then all; then less again.
	head -c 300000 whole.bin >less
	for file in less whole.bin less d0 d0; do
		monread -v --sqlite=db $file 2>&1
	done | sed -n 's/^monread: \(.*\): [0-9]* records, \([0-9]*\) of them new in db$/\1 \2/p' >got
	some=$(monread --sql='SELECT count(*) FROM records' less 2>/dev/null | sed -n '$p' | tr -d ' ')
	# A selection has no record that is not there.
	printf '%s\n' "less $some" "whole.bin $((records - some))" 'less 0' 'd0 0' 'd0 0' >wanted
	same "--sqlite: less and more of a capture, and a selection" wanted got
	selected=$(monread --sql='SELECT count(*) FROM records' d0 2>/dev/null | sed -n '$p' | tr -d ' ')
	third=$(monread --sql='SELECT count(*) FROM records' d3 2>/dev/null | sed -n '$p' | tr -d ' ')
	# Its end is lost, or its beginning was loaded before.
	rm -f db
	cp whole.bin damaged
	dd if=/dev/zero of=damaged bs=1 seek=$(($(wc -c <damaged) - 8192)) count=8192 conv=notrunc 2>/dev/null
	monread -q --sqlite=db whole.bin
	is "--sqlite: a capture that is there, damaged" 0 \
		"$(monread -v --sqlite=db damaged 2>&1 | sed -n 's/.* \([0-9]*\) of them new in db$/\1/p')"
	rm -f db
	head -c 5000 d3 >begun
	for file in d0 begun d3 d0 d3; do
		monread -q --sqlite=db $file 2>/dev/null
	done
	monread --sqlite=db -v d0 d3 2>&1 | sed -n 's/.* \([0-9]*\) records, \([0-9]*\) of them new in db$/\1 \2/p' >got
	printf '%s 0\n' "$selected" "$third" >wanted
	same "--sqlite: a selection whose beginning was loaded first" wanted got
fi

# Intervals that are missing are known in every way, and noted once.
monread -q --until=+900 --write=early whole.bin
monread -q --since=+1800 --write=late whole.bin
cat early late >hole
monread -q hole 2>wanted
is "an interval is missing: status" 1 $?
is "an interval is missing: it is said" 1 "$(grep -c 'the interval that ends here took 9[0-9.]* s instead of 60[.]' wanted)"
if [ -n "$records" ] && monread --sql='SELECT 1' hole >out 2>&1; then
	monread --sql='SELECT count(*) FROM MRSYTPRP' hole >out 2>got
	is "--sql: status" 1 $?
	same "--sql: it is said" wanted got
	is "--sql: it is a row" "hole,1,11" "$(monread -f csv --sql="SELECT file, domain, record FROM problems" hole 2>got | sed 1d)"
	for again in 'at first' again; do
		monread --sqlite=hole.db hole 2>got
		is "--sqlite, $again: status" 1 $?
		same "--sqlite, $again: it is said" wanted got
		is "--sqlite, $again: it is a row" "1|11" "$(sqlite3 hole.db 'SELECT domain, record FROM monread_problems' 2>&1)"
	done
	cat early late early >grown
	monread --sqlite=hole.db grown 2>got
	is "--sqlite: a gap of before is said of what has grown, too" "$(sed 's/hole/grown/' wanted)" "$(sed -n 1p got)"
fi

# What is wrong with a capture is said once, though its beginning is looked at first.
monread --raw -n 'MRUSE*,MRSTO*' --until=+300 whole.bin 2>/dev/null | monread -q --compress=zstd --write=v.zst - 2>/dev/null
if monread -q v.zst 2>/dev/null; [ $? -le 1 ] && [ -s v.zst ]; then
	head -c $(($(wc -c <v.zst) * 2 / 3)) v.zst >vcut
	monread -q vcut 2>wanted
	monread -q --merge vcut 2>got
	same "--merge: what is wrong is said once" wanted got
	is "--merge: something is" 1 $(($(wc -l <wanted) > 0))
else
	skip "--merge: what is wrong is said once" 'zstd is not read here'
fi

# The clock of another system is set back by an hour meanwhile.
day late --from=540 --to=600 --interval=60 --system=VMLATE
day early --from=480 --to=540 --interval=60 --system=VMLATE
monread -q --write=back --write-format=stream late.bin
monread -q --write=behind --write-format=stream early.bin
cat behind >>back
monread -q --until=09:50 --write=one whole.bin
cp one two
shown --merge one two >wanted
shown --merge one back two | grep -v VMLATE >got
same "the clock of another system is set back" wanted got
shown one >got
same "and each record is there once" got wanted

# ---- A sample of which each capture has a part ----

monread -q -d 0 --write=zero whole.bin
monread -q -d 1,3-31 --write=others whole.bin
for every in 1m 10m 1h; do
	processors --every=$every whole.bin >wanted
	is "a sample in two captures, $every: there is one" 1 $(($(wc -l <wanted) >= 8))
	for order in 'zero others' 'others zero'; do
		# shellcheck disable=SC2086 # two names
		processors --merge --every=$every $order >got
		same "a sample in two captures, $every: $order" wanted got
	done
done
shown --every=10m whole.bin | grep -v '"domain":1,' >wanted
shown --merge --every=10m zero others | grep -v '"domain":1,' >got
same "a sample in two captures: all its records" wanted got
monread --delta -f csv -n MRSYTPRP whole.bin 2>/dev/null | cut -d, -f1,6- >wanted
monread --merge --delta -f csv -n MRSYTPRP zero others 2>/dev/null | cut -d, -f1,6- >got
same "a sample in two captures: differences" wanted got

# ---- What is stored is what is shown ----

# stored NAME OPTION... FILE...
stored()
{
	name=$1
	shift
	rm -f got.bin
	monread -q "$@" --write=got.bin 2>/dev/null
	# What is not known of a capture may be known of what it becomes a part of.
	shown "$@" | sed 's/^"system":[^,]*,//' | LC_ALL=C sort >wanted
	shown got.bin | sed 's/^"system":[^,]*,//' | LC_ALL=C sort >got
	is "$name: there are records" 1 $(($(wc -l <wanted) > 20))
	same "$name: what is stored is what is shown" wanted got
}

# Captures that do not say which system they are of.
mkdir caps
"$PYTHON" "$tests/merge.py" make "$sample" caps || exit 99
monread --raw -n 'MRSYT*' caps/z-first 2>/dev/null | monread -q --write=nobody1 - 2>/dev/null
monread --raw -n 'MRSYT*' caps/other 2>/dev/null | monread -q --write=nobody2 - 2>/dev/null
stored "of no known system" --merge --every=2m nobody1 nobody2
stored "of one known system" --merge --every=2m nobody1 caps/other

# Cut off within a sample.
head -c 97400 "$sample" >cut
stored "cut off" --merge --every=1h cut
stored "cut off, another one behind it" --merge --every=2m cut caps/a-last
head -c 200000 caps/other >first
stored "cut off within a sample" --merge --every=1m first

# ---- Steps ----

monread -q --write=half1 --until=+330 caps/other 2>/dev/null
monread -q --write=half2 --since=+330 caps/other 2>/dev/null
processors --every=1h half1 half2 >wanted
is "one behind the other: there is a sample" 1 $(($(wc -l <wanted) > 0))
processors --every=1h half1 caps/a-last half2 | grep VMPROD2 >got
grep VMPROD2 wanted >expected
same "a capture of another system between them" expected got
processors --every=1h half1 nobody1 half2 | grep VMPROD2 >got
same "one of no known system between them" expected got

# An IPL: what D1R4 says is not what it was.
monread -q --write=half2.stream --write-format=stream half2 2>/dev/null
"$PYTHON" - half2.stream after <<'END' || exit 99
import sys
sys.path.insert(0, '')
data = bytearray(open(sys.argv[1], 'rb').read())
changed, at = 0, 0
# A record of domain 1, number 4: its header has length, zeros, domain, a byte, and number.
while (at := data.find(b'\0\0\x01\0\0\x04', at)) >= 0:
    length = data[at - 2] << 8 | data[at - 1]
    if 60 < length < 4096:
        data[at - 2 + length - 1] ^= 1
        changed += 1
    at += 1
open(sys.argv[2], 'wb').write(data)
sys.exit(changed == 0)
END
monread -q --write=before --write-format=stream half1 2>/dev/null
cat before after >both
processors --every=1h both >wanted
is "an IPL: two samples" 1 $(($(wc -l <wanted) > $(wc -l <expected)))
processors --every=1h before after >got
same "an IPL between two captures" wanted got
processors --merge --every=1h before after >got
same "--merge: an IPL between two captures" wanted got

finish
