#!/bin/sh
# large.sh: queries of captures of several MB, which are read in many pieces, give the same results as the listing.
. "${srcdir:-.}/tests/tap.sh"

monread --sql='SELECT 1' "$captures/sample.monwrite" >"$tap_dir/out" 2>&1
skip_without SQLite $? "$tap_dir/out"

# grow FILE CAPTURE: some 5 MB, twice as often each time
grow()
{
	cp "$captures/$2" "$1"
	while [ "$(wc -c <"$1")" -lt 4700000 ]; do
		cat "$1" "$captures/$2" >"$tap_dir/more"
		cat "$tap_dir/more" "$1" >"$1.new"
		mv "$1.new" "$1"
	done
}

grow "$tap_dir/large.monwrite" sample.monwrite
cat "$captures/bad-element-middle.monwrite" "$captures/sample.monwrite" >>"$tap_dir/large.monwrite"
grow "$tap_dir/large.stream" sample.stream
# The last block ends inside of a frame.
head -c 4999000 "$tap_dir/large.monwrite" >"$tap_dir/cut.monwrite"

# All of its records are of few tables.
monread --raw -d 0,3,10 "$tap_dir/large.monwrite" 2>"$tap_dir/said" | monread -q --write="$tap_dir/few" - 2>/dev/null
for i in 1 2 3; do
	cat "$tap_dir/few"
done >"$tap_dir/dense.monwrite"

# shown OPTIONS...: print the places and times of the records, and whether something is damaged.
# Queries print other decimals, and times without T and Z.
shown()
{
	monread -f csv "$@" >"$tap_dir/rows" 2>"$tap_dir/said"
	echo "status $?"
	cut -d, -f1-7 "$tap_dir/rows" | sed 's/\(-[0-9][0-9]\)T\([0-9:.]*\)Z/\1 \2/g'
}

for file in large.monwrite large.stream cut.monwrite dense.monwrite; do
	tables='MRSYTPRP MRUSEACT MRMTRSYS'
	[ $file != dense.monwrite ] || tables='MRSYTPRP MRAPLSDT MRSTORSP'
	for table in $tables; do
		shown -n $table "$tap_dir/$file" >"$tap_dir/one"
		shown --sql="SELECT * FROM $table" "$tap_dir/$file" >"$tap_dir/two"
		[ "$(wc -l <"$tap_dir/one")" -gt 7 ] || echo 'too few rows' >>"$tap_dir/two"
		same "$table of $file" "$tap_dir/one" "$tap_dir/two"
	done
	shown --delta -n MRSYTPRP "$tap_dir/$file" >"$tap_dir/one"
	shown --sql='SELECT * FROM MRSYTPRP_delta' "$tap_dir/$file" >"$tap_dir/two"
	same "differences of $file" "$tap_dir/one" "$tap_dir/two"
	# End-of-frame records are framing.
	is "records of $file" "$(monread -l "$tap_dir/$file" 2>/dev/null | grep "^0x" | grep -vc " D1R13 ")" \
		"$(monread -f csv --sql='SELECT count(*) FROM records' "$tap_dir/$file" 2>/dev/null | tail -n 1)"
done
finish
