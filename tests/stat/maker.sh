# maker.sh: captures of a day and the truth of them; sourced after tap.sh.

need_python

# This directory keeps captures of earlier tests and builds, named by a sum of their descriptions.
: "${MONREAD_MADE=$builddir/tests/made}"
[ -z "$MONREAD_MADE" ] || mkdir -p "$MONREAD_MADE" 2>/dev/null || :
day_source=$(cat "$tests"/stat/day*.py "$tests/stat/day.txt" "$tests"/../data/*.dsect | cksum | tr ' ' _)

# day NAME [OPTION]...: NAME.bin and NAME.json.
day()
{
	day_name=$tap_dir/$1
	shift
	if [ -d "${MONREAD_MADE-}" ]; then
		day_kept=$MONREAD_MADE/$day_source$(printf ' %s' "$@" | tr -c '[:alnum:]=,.\n' _)
		if [ -f "$day_kept.json" ]; then
			cp "$day_kept.bin" "$day_name.bin" && cp "$day_kept.json" "$day_name.json"
			return
		fi
	fi
	"$PYTHON" "$tests/stat/day.py" "$tests/stat/day.txt" --layouts="$tests/../data" --capture="$day_name.bin" \
		--truth="$day_name.json" "$@" || return
	[ -d "${MONREAD_MADE-}" ] || return 0
	# Others may do the same: each file appears when it is whole, that which is asked for as the last.
	cp "$day_name.bin" "$day_kept.bin.$$" && mv "$day_kept.bin.$$" "$day_kept.bin" &&
		cp "$day_name.json" "$day_kept.json.$$" && mv "$day_kept.json.$$" "$day_kept.json" ||
		rm -f "$day_kept.bin.$$" "$day_kept.json.$$"
	return 0
}
