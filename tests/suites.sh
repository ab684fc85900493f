#!/bin/sh
# suites.sh: what some of the tests find is the same in the locales that locale.sh makes.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'an emulator takes minutes for it'
. "$tests/locales.sh"

# Both suites give the same messages for wrong options; LANGUAGE keeps the reasons of the C library in English.
LANGUAGE=C
export LANGUAGE
for suite in golden/run options raw completions; do
	for locale in de_DE tr_TR; do
		MONREAD_TEST_LOCALE=$locale.UTF-8 sh "$tests/$suite.sh" >"$tap_dir/tap" 2>&1
		{
			grep '^not ok' "$tap_dir/tap"
			grep -q '^1\.\.[1-9]' "$tap_dir/tap" || tail -n 3 "$tap_dir/tap"
		} >"$tap_dir/got"
		: >"$tap_dir/expected"
		same "$locale: tests/$suite.sh" "$tap_dir/expected" "$tap_dir/got"
	done
done
finish
