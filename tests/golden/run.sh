#!/bin/sh
# run.sh: compare the output for the captures with golden/*.out.  --accept replaces the expected output with the current one.
. "${srcdir:-.}/tests/tap.sh"

show()
{
	(cd "$captures" && eval "monread $3" "$2") >"$tap_dir/out" 2>"$tap_dir/err"
	status=$?
	cat "$tap_dir/out"
	if [ $status -ne 0 ] || [ -s "$tap_dir/err" ]; then
		echo "--- exit status $status, standard error:"
		cat "$tap_dir/err"
	fi
}

while read -r name capture options; do
	case $name in '' | '#'*) continue ;; esac
	case $capture in -) capture= ;; esac
	show "$name" "$capture" "$options" >"$tap_dir/got" </dev/null
	if [ "${1-}" = --accept ]; then
		cmp -s "$tap_dir/got" "$tests/golden/$name.out" || cp "$tap_dir/got" "$tests/golden/$name.out"
	fi
	same "$name: monread $options $capture" "$tests/golden/$name.out" "$tap_dir/got"
done <"$tests/golden/LIST"

for file in "$tests"/golden/*.out; do
	name=$(basename "$file" .out)
	grep -q "^$name[[:blank:]]" "$tests/golden/LIST" || ok "golden/$name.out is in LIST" 1
done
finish
