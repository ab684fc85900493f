#!/bin/sh
# progress.sh: the progress line of --progress.
. "${srcdir:-.}/tests/tap.sh"

need_python pty
cd "$tap_dir" || exit 99
for i in 1 2 3 4 5 6 7 8; do
	cat "$captures/sample.monwrite" "$captures/sample.monwrite" "$captures/sample.monwrite" "$captures/sample.monwrite" \
		"$captures/sample.monwrite" "$captures/sample.monwrite" "$captures/sample.monwrite" "$captures/sample.monwrite"
done >large
monread -x large >expected 2>/dev/null

# late SECONDS ARGUMENTS...: with a terminal for messages: status, $tap_dir/out and $tap_dir/err
late()
{
	tap_seconds=$1
	shift
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/late.py" "$tap_seconds" out err $EMULATOR "$MONREAD" "$@"
	status=$?
	tr '\r' '\n' <err | sed 's/ *$//' >lines
}
state='^[0-9.]* [kM]*B of [0-9.]* MB ([0-9]* %), [0-9.]* [kMG]*B/s, [0-9:]*\( s\)* left'

late 0.7 -x -j1 large
is 'progress of one thread: status' 0 $status
same 'progress does not change the output' expected out
grep -q "$state, large\$" lines
ok 'progress shows bytes, rate, time left and the name of the file' $?
! sed '/^$/d' lines | grep -v "$state, large\$"
ok 'nothing except progress is printed' $?
# The last line is overwritten by blanks, so nothing of it stays on the terminal.
is 'the progress line is erased at the end' '' "$(tail -n 1 lines)"
is 'the cursor is at the beginning of the erased line at the end' '15' "$(tail -c 1 err | od -An -to1 | tr -d ' 0')"

late 0.7 -x -j2 large
grep -q "$state" lines
ok 'progress of two threads is shown' $?
late 0.7 --merge -x large
grep -q "$state" lines
ok 'progress of --merge is shown' $?

{
	cat large
	head -c 6000 "$captures/sample.monwrite"
} >cut
late 0.7 -x -j1 cut
is 'damaged capture: status' 1 $status
grep -q '^monread: cut: offset 0x[0-9a-f]*: .*cut off' lines
ok 'damaged capture: the message begins a line of the terminal' $?
grep -q "$state" lines
ok 'damaged capture: progress is shown' $?

# silent NAME SECONDS ARGUMENTS...: check that no progress and no message is printed, and that the status is 0.
silent()
{
	tap_silent=$1
	shift
	late "$@"
	is "$tap_silent: no progress and no message" '0 ' "$status $(cat err)"
}
silent '--progress=never' 0.7 --progress=never -x -j1 large
silent '-qq' 0 -qq large
silent 'a capture that is read at once' 0 -x "$captures/sample.monwrite"
mkfifo pipe
cat large >pipe &
silent 'a pipe without --progress' 0.7 -x -j1 pipe
wait

# Records go to the terminal itself.
"$PYTHON" "$tests/late.py" 0 tty shown $EMULATOR "$MONREAD" -l "$captures/good-locks.stream" 2>/dev/null
monread -l "$captures/good-locks.stream" >list
same 'records on the terminal: no progress between them' list shown
"$PYTHON" "$tests/late.py" 0 tty shown $EMULATOR "$MONREAD" --progress -l "$captures/good-locks.stream"
is 'records on the terminal, with --progress: status' 64 $?
grep -q '^monread: --progress: the terminal shows records' shown
ok 'records on the terminal, with --progress: message' $?

# If standard error is a file, --progress writes one line at the end.
monread --progress -x large >out 2>err
is '--progress, messages to a file: status' 0 $?
is '--progress, messages to a file: one line with bytes, time and rate' "1" "$(grep -c '^8\.9 MB in [0-9.]* s, [0-9.]* [kM]*B/s$' err)"
same '--progress, messages to a file: the output is complete' expected out
monread -x large >out 2>err
is 'messages to a file, without --progress: no line' '' "$(cat err)"
cat large large | monread --progress -q - 2>err
is '--progress of a pipe: number of bytes' "1" "$(grep -c '^17\.8 MB in' err)"

# Queries may read a file more than once.
monread -q --sql='SELECT 1' >/dev/null 2>err
if grep -q 'built without SQLite\|SQLite cannot be used' err; then
	skip 'queries' 'there is no SQLite'
else
	query='--sql=SELECT r.* FROM records r JOIN records s ON r.offset < s.offset LIMIT 150000'
	monread -f csv "$query" large >expected 2>/dev/null
	late 0.7 -f csv "$query" large
	is 'a query: status' 0 $status
	same 'a query: progress does not change the answer' expected out
	grep -q "$state, large\$" lines
	ok 'a query: progress is shown' $?
	is 'a query: the progress line is erased at the end' '' "$(tail -n 1 lines)"
	late 0.7 -f csv "$query" cut
	grep -q '^monread: cut: offset 0x[0-9a-f]*: .*cut off' lines
	ok 'a query of a damaged capture: the message begins a line of the terminal' $?
	silent 'a query with --progress=never' 0.7 --progress=never -f csv "$query" large
	monread --progress -f csv --sql='SELECT count(*) FROM MRSYTPRP_delta' large >out 2>err
	is 'a query with --progress, messages to a file: one line, and the answer' '1 576' "$(grep -c '^8\.9 MB in [0-9.]* s, [0-9.]* [kMG]*B/s$' err) $(tail -n 1 out)"
	"$PYTHON" "$tests/late.py" 0 tty shown $EMULATOR "$MONREAD" --progress --sql='SELECT 1' large
	is 'an answer on the terminal, with --progress: status' 64 $?
fi

monread --progress --follow large >out 2>err
is '--follow with --progress: status' 64 $?
grep -q '^monread: --progress and --follow contradict' err
ok '--follow with --progress: message' $?
finish
