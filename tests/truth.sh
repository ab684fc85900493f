#!/bin/sh
# truth.sh: captures of an independent maker, with the truth about every record of them.
. "${srcdir:-.}/tests/tap.sh"

shared=${MONREAD_SHARED:-$srcdir/../shared}
[ -r "$shared/captures/lock-a.truth.jsonl" ] || skip_all "no captures with truth in $shared; see MONREAD_SHARED"
need_python

for base in lock-a lock-b; do
	for form in monwrite stream; do
		# shellcheck disable=SC2086 # EMULATOR may have options
		"$PYTHON" "$tests/truth.py" "$shared/captures/$base" $form $EMULATOR "$MONREAD"
		ok "every record of $base.$form is as its maker says" $?
	done
done

# The first 30000 bytes of lock-a: monread shows the complete records and reports the missing part.
monread -a -l "$shared/captures/lock-a-cut.monwrite" >"$tap_dir/cut" 2>"$tap_dir/err"
is 'a file that was cut off: status 1' 1 $?
monread -a -l "$shared/captures/lock-a.monwrite" | head -n "$(wc -l <"$tap_dir/cut")" >"$tap_dir/whole"
same 'a file that was cut off: its first records' "$tap_dir/whole" "$tap_dir/cut"

# CP lost event records, which does not change the differences between samples.
suspended=$shared/cases/suspend.monwrite
if [ -r "$suspended" ] && monread --sql='SELECT 1' "$shared/captures/lock-a.monwrite" >/dev/null 2>&1; then
	# shellcheck disable=SC2086
	$EMULATOR "$builddir/src/monstat" system "$suspended" >"$tap_dir/out" 2>"$tap_dir/err"
	is 'lost event records: status, %busy of both intervals, message' '1 122.4 123.6 1' \
		"$? $(awk '/^08:/ { printf "%s ", $5 }' "$tap_dir/out")$(grep -c '4711 event records lost' "$tap_dir/err")"
fi

# Its second D1R4, of a later IPL, is not placed beside its first one, where it would break differences.
full=$shared/captures/full-a.monwrite
monread -qq --write="$tap_dir/later" -r 1.4 "$full"
rows='monread --merge --delta -f csv -n MRSYTPRP'
$rows "$full" >"$tap_dir/alone" 2>"$tap_dir/err"
$rows "$full" "$tap_dir/later" 2>"$tap_dir/err" >"$tap_dir/merged"
[ -s "$tap_dir/alone" ] && cmp "$tap_dir/alone" "$tap_dir/merged"
ok 'configuration alone is placed by its own times' $?
finish
