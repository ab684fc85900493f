#!/bin/sh
# bound.sh: the output for a capture, even for a hostile capture, is at most FACTOR times as long as the capture.
. "${srcdir:-.}/tests/tap.sh"

factor=200

# Names of columns and of the FILE are in each table, and an entry is a row with the keys of its record.
split_factor=260

# The longest output of a record, measured by its length: text and hex, then JSON.
cat >"$tap_dir/text.awk" <<'END'
function done() { if (length_ && n / length_ > worst) { worst = n / length_; at = heading } }
/^0x/ { done(); heading = $0; n = 0; sub(/ bytes.*/, ""); length_ = $NF; $0 = heading }
{ n += length($0) + 1 }
END { done(); printf "%d %s\n", worst + 1, at }
END
cat >"$tap_dir/json.awk" <<'END'
{ l = $0; sub(/.*"length":/, "", l); sub(/,.*/, "", l) }
length($0) / l > worst { worst = length($0) / l; at = substr($0, 1, 100) }
END { printf "%d %s\n", worst + 1, at }
END

within()
{
	name=$1
	size=$2
	limit=$3
	[ "$size" -gt 0 ] && [ "$size" -le "$limit" ]
	ok "$name" $?
	echo "# $size, at most $limit"
}

for kind in records sets; do
	$EMULATOR "$builddir/tests/worst" $kind >"$tap_dir/$kind" || exit 99
	limit=$(($(wc -c <"$tap_dir/$kind") * factor))
	for options in $(record_formats | LC_ALL=C sed 's/[^ ][^ ]*/-af&/g') '-f text -j4' '-a --wide' '-a --explain' -q; do
		# shellcheck disable=SC2086 # several options
		monread $options "$tap_dir/$kind" 2>&1 | head -c $((limit + 1)) >"$tap_dir/out"
		within "worst $kind: monread $options" "$(wc -c <"$tap_dir/out")" $limit
	done
done
monread -f csv --split="$tap_dir/tables" -a "$captures/good-locks.monwrite" 2>/dev/null
within 'tables of csv --split' "$(cat "$tap_dir"/tables/*.csv | wc -c)" $(($(wc -c <"$captures/good-locks.monwrite") * split_factor))
for format in $(field_formats); do
	awk=text
	[ $format = json ] && awk=json
	monread -f $format -a "$tap_dir/records" 2>/dev/null | LC_ALL=C awk -f "$tap_dir/$awk.awk" >"$tap_dir/worst"
	read -r ratio where <"$tap_dir/worst"
	within "the worst record in $format, bytes for one byte of it" "${ratio:-0}" $factor
	echo "# $where"
done
finish
