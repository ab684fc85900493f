# maker.sh: captures of a day and the truth of them; sourced behind tap.sh.

need_python

# day NAME [OPTION]...: NAME.bin and NAME.json.
day()
{
	day_name=$tap_dir/$1
	shift
	"$PYTHON" "$tests/stat/day.py" "$tests/stat/day.txt" --layouts="$tests/../data" --capture="$day_name.bin" \
		--truth="$day_name.json" "$@"
}
