#!/bin/sh
# screen_end.sh: the terminal of --top is as it was after each way out, and where the capture comes from a pipe.
. "${srcdir:-.}/tests/live/live.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/terminal.sh"

# ---- Signals ----

for signal in INT TERM HUP; do
	begin --top "$hour"
	shows "SIG$signal: before" Users
	kill -s $signal "$(cat "$dir/pid")"
	ends "SIG$signal" 0
done

# monstat can restore only the modes of a terminal that takes no output.
is_gone()
{
	! kill -s INT "$(cat "$dir/pid")" 2>/dev/null
}
begin --top "$hour"
shows 'output that is held back: before' Users
keys C-s
wait_for is_gone
ok 'output that is held back: another SIGINT ends it' $?
keys C-q
shows 'output that is held back: status' 'FTER 1'
cmp "$dir/before" "$dir/after" >"$dir/cmp" 2>&1
ok 'output that is held back: modes are restored' $?

begin --top "$hour"
shows 'to be stopped' Users
keys C-z
shows 'SIGTSTP: the shell goes on' STOPPED
is 'SIGTSTP: the terminal is the shell'\''s' '0 1' "$(tmux_ display-message -p '#{alternate_on} #{cursor_flag}')"
cmp -s "$dir/before" "$dir/after"
ok 'SIGTSTP: with its modes' $?
keys Enter
shows 'SIGCONT: the screen is there again' 'Users by'
is 'SIGCONT: the modes of the program replace those of the shell' '1 0' "$(tmux_ display-message -p '#{alternate_on} #{cursor_flag}')"
keys q
ends 'q after SIGCONT' 0

# Standard input has the capture, so keys come from the terminal.
echo "bash -c 'cat \"$hour\" | \"$MONSTAT\" --top -'; echo AFTER \$?; read -r line" >"$dir/piped"
terminal env TERM=screen bash "$dir/piped"
shows 'a capture from a pipe' Users
keys q
shows 'and keys from the terminal' '^AFTER 0'

tmux_ kill-server 2>/dev/null
finish
