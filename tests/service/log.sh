#!/bin/sh
# log.sh: messages for programs: priorities for the journal, JSON, and that many of them are counted.
. "${srcdir:-.}/tests/tap.sh"

bad=$captures/bad-length-5.monwrite
# stream FILE: its device and inode, as JOURNAL_STREAM has them.
stream()
{
	stat -Lc %d:%i "$1" 2>/dev/null
}

monread -q "$bad" 2>"$tap_dir/plain"
is 'without a journal lines have no priority' 0 "$(grep -c '^<' "$tap_dir/plain")"
: >"$tap_dir/err"
if [ -n "$(stream "$tap_dir/err")" ]; then
	JOURNAL_STREAM=$(stream "$tap_dir/err") monread -q "$bad" 2>"$tap_dir/err"
	sed 's/^.*record length/<4>&/; t
		s/^/<5>/' "$tap_dir/plain" >"$tap_dir/expected"
	same 'the journal: damage is a warning, a note is a notice' "$tap_dir/expected" "$tap_dir/err"
	JOURNAL_STREAM=$(stream "$tap_dir/err") monread -v -l "$captures/good-locks.monwrite" 2>"$tap_dir/err" >"$tap_dir/out"
	is 'the journal: messages of --verbose are information' 0 "$(grep -c -v '^<6>monread: ' "$tap_dir/err")"
	JOURNAL_STREAM=$(stream "$tap_dir/err") monread -q "$tap_dir/missing" 2>"$tap_dir/err"
	is 'a failure is an error' "<3>monread: $tap_dir/missing: cannot be opened: No such file or directory" "$(cat "$tap_dir/err")"
	JOURNAL_STREAM=$(stream "$tap_dir/err") monread --messages=text -q "$tap_dir/missing" 2>"$tap_dir/err"
	is '--messages=text: no priorities' "monread: $tap_dir/missing: cannot be opened: No such file or directory" "$(cat "$tap_dir/err")"
	JOURNAL_STREAM=$(stream "$tap_dir/err") monread --nonsense 2>"$tap_dir/err"
	is 'the journal: each line about wrong usage has a priority' '2 2' "$(grep -c '^<3>' "$tap_dir/err") $(wc -l <"$tap_dir/err" | tr -d ' ')"
	JOURNAL_STREAM=$(stream "$tap_dir/plain") monread -q "$tap_dir/missing" 2>"$tap_dir/err"
	is 'the journal is somewhere else' 0 "$(grep -c '^<' "$tap_dir/err")"
	JOURNAL_STREAM=nonsense monread -q "$tap_dir/missing" 2>"$tap_dir/err"
	is '$JOURNAL_STREAM without device and inode is ignored' 0 "$(grep -c '^<' "$tap_dir/err")"
	JOURNAL_STREAM=$(stream "$tap_dir/err") monread --messages=json -q "$tap_dir/missing" 2>"$tap_dir/err"
	is 'JSON to the journal: with priorities' 2 "$(grep -c '^<3>{"time":' "$tap_dir/err")"
else
	skip 'the journal' 'there is no stat(1) that tells device and inode'
fi

# untimed FILE: without the time, which is looked at.
untimed()
{
	sed 's/^{"time":"20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]\{6\}Z",/{/' "$1"
}
monread --messages=json -q "$bad" 2>"$tap_dir/err"
is 'JSON: status' 1 $?
cat >"$tap_dir/expected" <<END
{"severity":"warning","text":"D0R201: record length 5 is below 20; skipped 3976 bytes to the next frame","file":"$bad","offset":4216}
{"severity":"notice","text":"no D1R4 record, so the system it is from is not known","file":"$bad"}
END
untimed "$tap_dir/err" | grep -v '"exit summary"' >"$tap_dir/got"
same 'JSON: time, severity, text, file, offset' "$tap_dir/expected" "$tap_dir/got"
name=$(printf 'a"b\\c\377\033')
monread --messages=json -q "$tap_dir/$name" 2>"$tap_dir/err"
untimed "$tap_dir/err" | grep -v '"exit summary"' >"$tap_dir/got"
printf '%s\n' "{\"severity\":\"error\",\"text\":\"cannot be opened: No such file or directory\",\"file\":\"$tap_dir/a\\\"b\\\\c\\ufffd\\u001b\"}" \
	>"$tap_dir/expected"
same 'JSON: a name of any bytes' "$tap_dir/expected" "$tap_dir/got"
monread --messages=json --fields=x -l "$bad" 2>"$tap_dir/err"
untimed "$tap_dir/err" >"$tap_dir/got"
echo '{"severity":"error","text":"--fields has no effect with --format=list"}' >"$tap_dir/expected"
same 'JSON: wrong usage' "$tap_dir/expected" "$tap_dir/got"
monread --messages=json --progress -q "$bad" 2>"$tap_dir/err"
is 'JSON and --progress: refused' '64 1' "$? $(grep -c 'contradict each other' "$tap_dir/err")"
monread --messages=xml -q "$bad" 2>"$tap_dir/err"
is 'an unknown format of messages' '64 monread: --messages=xml: expected text or json' "$? $(head -n 1 "$tap_dir/err")"
if has_python 'JSON: each line is an object'; then
	for file in "$captures"/bad-*; do
		monread --messages=json -v -f json "$file" 2>&1 >"$tap_dir/out"
	done | grep -v '"exit summary"' >"$tap_dir/all"
	"$PYTHON" -c '
import json, sys
keys = [["time", "severity", "text"] + k for k in ([], ["file"], ["file", "offset"])]
n = 0
for line in open(sys.argv[1], encoding="utf-8"):
    n += 1
    assert list(json.loads(line)) in keys, line
assert n > 50, n' "$tap_dir/all"
	ok 'JSON: each message about damage is an object in a line' $?
fi
MONSTAT=${MONSTAT:-$builddir/src/monstat}
if [ -x "$MONSTAT" ]; then
	# shellcheck disable=SC2086
	$EMULATOR "$MONSTAT" --messages=json "$tap_dir/missing" 2>"$tap_dir/err"
	untimed "$tap_dir/err" >"$tap_dir/got"
	echo "{\"severity\":\"error\",\"text\":\"cannot be opened: No such file or directory\",\"file\":\"$tap_dir/missing\"}" >"$tap_dir/expected"
	same 'monstat has it too' "$tap_dir/expected" "$tap_dir/got"
fi
finish
