#!/bin/sh
# locale.sh: the user's locale does not change the output: German has a decimal comma, Turkish an i without a dot.
. "${srcdir:-.}/tests/tap.sh"

. "$tests/locales.sh"

# Under Turkish rules the lower case of I is not i, and the upper case of i is not I.
while read -r options; do
	for locale in de_DE tr_TR; do
		(cd "$captures" && eval "monread $options"; echo "status $?") >"$tap_dir/expected" 2>&1 </dev/null
		(cd "$captures" && export LC_ALL=$locale.UTF-8 && eval "monread $options"; echo "status $?") \
			>"$tap_dir/got" 2>&1 </dev/null
		same "$locale: monread $options" "$tap_dir/expected" "$tap_dir/got"
	done
	if grep -q 'IBM-273: no such code page' "$tap_dir/expected"; then
		skip "monread $options" 'iconv does not know it'
	else
		is "monread $options: status" 'status 0' "$(tail -n 1 "$tap_dir/expected")"
	fi
done <<'END'
-l --duration=9.5 good-locks.stream
-q --write="$tap_dir/rotated" --rotate=1.5h good-locks.stream
--fields='*callckid,SYTLCK_CALLCKID' good-locks.stream
-f json --fields='*CALXTIME' good-locks.stream
-l -d IO sample.monwrite
-l -n 'mriodatd,MRIODD*' sample.monwrite
--describe=mriodatd
-f LIST -t SAMPLE -I STREAM good-locks.stream
--codepage=ibm-1047 -r 0.23 good-locks.stream
--codepage=IBM-273 --fields=MTRECM_CALCMD -r 1.2 odd-text.stream
-l --since=+0.5 --until=8:02 sample.monwrite
END

finish
