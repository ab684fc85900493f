#!/bin/sh
# user.sh: --user: records about some users.
. "${srcdir:-.}/tests/tap.sh"

cd "$captures" || exit 99

# has NAME EXPECTED ARGUMENTS...: how often records of which names are shown, in order of the names
has()
{
	tap_what=$1 tap_has=$2
	shift 2
	monread -l "$@" 2>"$tap_dir/err" >"$tap_dir/out"
	is "$tap_what" "$tap_has" "$(awk '{ n[$4]++ } END { for (r in n) print n[r], r }' "$tap_dir/out" | sort -k 2 |
		tr '\n' ' ' | sed 's/ $//')"
}

# As tests/sample/sample.txt makes them: 12 users, of which the Linux guests have two virtual CPUs, 3 samples.
lxdb01='21 MRAPLSDT 1 MRMTRUSR 1 MRSCLSHR 3 MRSEKSEK 6 MRUSEACT 6 MRUSEINT'
has 'one user' "$lxdb01" -u LXDB01 sample.monwrite
has 'in any case' "$lxdb01" --user=lxdb01 sample.monwrite
has 'a glob with a range' '12 MRUSEACT' -u 'LXDB0[12]' -n MRUSEACT sample.monwrite
has 'a list' '2 MRMTRUSR 1 MRSCLSQD 6 MRUSEACT 6 MRUSEINT' -u TCPIP,OPERATOR sample.monwrite
has 'options add up' '6 MRUSEACT' -n MRUSEACT -u TCPIP -u OPERATOR sample.monwrite
has 'a part of an ID is another one' '' -u LXDB sample.monwrite
has 'the user of application data' '12 MRAPLSDT' -u LXAPP01 -d 10 sample.monwrite
has 'a key of another name' '1 MRVNDLSU' -u LXWEB02 -d 8 sample.monwrite
has 'a blank ID is no user' '' -u '*' -n MRPRCPRP sample.monwrite
has 'the time as well' '2 MRUSEACT' -u LXDB01 -n MRUSEACT --since=08:03 sample.monwrite
monread -s -u '*' -q sample.monwrite 2>"$tap_dir/err"
is 'no message when records are selected' '' "$(cat "$tap_dir/err")"
monread -l -u NOBODY sample.monwrite >"$tap_dir/out" 2>"$tap_dir/err"
is 'nothing: status and message' "0 monread: sample.monwrite: 0 of 378 records selected" "$? $(cat "$tap_dir/err")"

# X'5B' is $ in IBM-1047 and a pound sign in IBM-285, whatever is shown.
cat >"$tap_dir/pound.txt" <<'END'
let now = T'2026-03-04T08:00:00Z'
block
set sample 4 0x01000000
record MRUSEACT
  USEACT_VMDUSER = 'LX' X'5B' 'B01'
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
END
mkcapture -f monwrite "$tap_dir/pound.txt" "$tap_dir/pound" || exit 99
pound=$(printf 'LX\302\243B01')
# shellcheck disable=SC2086 # an option and its argument
for selection in "-u $pound" "-w USEACT_VMDUSER='$pound'"; do
	monread -q $selection "$tap_dir/pound" 2>&1 | grep -q 'built without SQLite\|SQLite cannot be used' && continue
	if monread -q --codepage=IBM-285 "$tap_dir/pound" 2>&1 | grep -q 'no such code page'; then
		skip "in another code page: $selection" 'iconv does not know it'
		continue
	fi
	has "in another code page: $selection" '1 MRUSEACT' --codepage=IBM-285 $selection "$tap_dir/pound"
	has "not in this one: $selection" '' $selection "$tap_dir/pound"
	is "and counted: $selection" 1 "$(monread -s --codepage=IBM-285 $selection "$tap_dir/pound" 2>/dev/null |
		sed -n 's/^  D4R3  *MRUSEACT  *\([0-9]*\) .*/\1/p')"
	monread --raw --codepage=IBM-285 $selection "$tap_dir/pound" >"$tap_dir/raw" 2>/dev/null
	has "and taken: $selection" '1 MRUSEACT' "$tap_dir/raw"
done

# Each format shows the same records.
monread -f json sample.monwrite | grep '_[A-Z]*USER[A-Z]*":"LXDB01"' >"$tap_dir/expected"
monread -f json -u LXDB01 sample.monwrite >"$tap_dir/got"
is 'as many records as JSON has with that user' 38 "$(wc -l <"$tap_dir/got" | tr -d ' ')"
same 'the same records as JSON has with that user' "$tap_dir/expected" "$tap_dir/got"
monread -f json -j4 -u LXDB01 sample.monwrite >"$tap_dir/got"
same '--user with threads' "$tap_dir/expected" "$tap_dir/got"
is '--user in the summary' 38 "$(monread -s -u LXDB01 sample.monwrite | sed -n 's/^  Records *\([0-9]*\),.*/\1/p')"

# records FROM TO: make stored records and records of the input comparable.
records()
{
	sed 's/^{.*"dataset":[0-9]*,"type"/{"type"/' "$1" | grep -v '"domain":1,' >"$2"
}
records "$tap_dir/expected" "$tap_dir/expected.bare"
for form in monwrite stream; do
	rm -f "$tap_dir/stored"
	monread -q -u LXDB01 --write="$tap_dir/stored" --write-format=$form sample.monwrite 2>"$tap_dir/err"
	is "stored as $form" '0 ' "$? $(cat "$tap_dir/err")"
	monread -f json -u LXDB01 -I $form "$tap_dir/stored" >"$tap_dir/got"
	records "$tap_dir/got" "$tap_dir/got.bare"
	same "what was stored as $form" "$tap_dir/expected.bare" "$tap_dir/got.bare"
done
monread -f json -u LXDB01 - <sample.monwrite >"$tap_dir/got"
records "$tap_dir/got" "$tap_dir/got.bare"
same 'through a pipe' "$tap_dir/expected.bare" "$tap_dir/got.bare"
monread -f json -u LXDB01 --follow --duration=1 sample.monwrite >"$tap_dir/got" 2>/dev/null
same '--user of a growing file' "$tap_dir/expected" "$tap_dir/got"

# monread reports damage as without --user.
head -c 60000 sample.monwrite >"$tap_dir/cut"
monread -f json "$tap_dir/cut" 2>/dev/null | grep '_[A-Z]*USER[A-Z]*":"LXWEB01"' >"$tap_dir/expected"
monread -f json -u LXWEB01 "$tap_dir/cut" >"$tap_dir/got" 2>"$tap_dir/err"
is 'a damaged capture: status' 1 $?
same '--user of a damaged record shows its complete fields' "$tap_dir/expected" "$tap_dir/got"
grep -q 'cut off' "$tap_dir/err"
ok '--user reports damaged records' $?

monread -u '' sample.monwrite >"$tap_dir/out" 2>"$tap_dir/err"
is 'an empty list: status' 64 $?
grep -q '^monread: --user=: expected a list of user IDs' "$tap_dir/err"
ok 'an empty list of users: message' $?
monread -u X --tables >"$tap_dir/out" 2>"$tap_dir/err"
is '--user has no effect with --tables' "64 monread: --user has no effect with --tables" "$? $(head -n 1 "$tap_dir/err")"
finish
