#!/bin/sh
# run.sh: run the command in the first line of each golden/*.out, and compare its output with the lines below.  --accept
# replaces them with the current output.
. "${srcdir:-.}/tests/tap.sh"
[ -d "$captures" ] || { echo "run.sh: no folder $captures; make check TESTS=tests/golden/run.sh makes it" >&2 && exit 99; }

for file in "$tests"/golden/*.out; do
	command=$(sed -n '1s/^\$ //p' "$file")
	(cd "$captures" && eval "$command") >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	status=$?
	{
		printf '$ %s\n' "$command"
		cat "$tap_dir/out"
		if [ $status -ne 0 ] || [ -s "$tap_dir/err" ]; then
			echo "--- exit status $status, standard error:"
			cat "$tap_dir/err"
		fi
	} >"$tap_dir/got"
	if [ "${1-}" = --accept ]; then
		cmp -s "$tap_dir/got" "$file" || cp "$tap_dir/got" "$file"
	fi
	same "$(basename "$file" .out): $command" "$file" "$tap_dir/got"
done
finish
