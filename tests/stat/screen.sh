#!/bin/sh
# screen.sh: the screen of --top, on a terminal that tmux makes: what is on it, keys, sizes, and that the terminal is
# as it was after each way out.
. "${srcdir:-.}/tests/live/live.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"

monstat --top "$captures/sample.monwrite" >"$dir/out" 2>"$dir/err"
status=$?
if grep -q 'built without ncurses' "$dir/err"; then
	is 'without ncurses: it is said, and what to do' '2 1' "$status $(grep -c -e '--top=10' "$dir/err")"
	finish
	exit 0
fi
is 'no terminal: it is said, and what to do' '2 monstat: --top without a number needs a terminal; name a number, as in --top=10' \
	"$status $(head -n 1 "$dir/err")"
command -v tmux >/dev/null 2>&1 || { skip 'the screen' 'no tmux'; finish; exit 0; }
command -v bash >/dev/null 2>&1 || { skip 'the screen' 'no bash'; finish; exit 0; }

# refused NAME MESSAGE OPTION...: on a terminal, too
refused()
{
	refused_name=$1 refused_message=$2
	shift 2
	monstat "$@" >"$dir/out" 2>"$dir/err"
	is "$refused_name" "2 monstat: $refused_message" "$? $(head -n 1 "$dir/err")"
}
refused 'no format beside it' '--top and --format contradict each other' --top -f csv
refused 'no number beside it' '--top and --top=3 contradict each other' --top=3 --top
refused 'no output beside it' '--output has no effect with --top without a number, which needs a terminal' --top -o x
refused 'a number that is none' '--top=0: expected a number from 1 to 1000000' --top=0

# ---- The terminal ----

# ncurses does not free what it knows of a terminal that it cannot use.
echo leak:new_prescr >"$dir/lsan"
LSAN_OPTIONS=suppressions=$dir/lsan:print_suppressions=0
export LSAN_OPTIONS

# Its socket has a short name, as the path of one may not be long, and another one for each terminal: a server that was
# ended is there for a moment.
panes=0 columns=80 lines=24
tmux_()
{
	tmux -u -f /dev/null -L "monread$$.$panes" "$@"
}
# The files of sockets outlive their servers.
trap 'tmux_ kill-server 2>/dev/null; rm -f "${TMUX_TMPDIR:-/tmp}/tmux-$(id -u)/monread$$."*; clean_up' 0

# terminal COMMAND...: with that in it
terminal()
{
	tmux_ kill-server 2>/dev/null
	panes=$((panes + 1))
	tmux_ new-session -d -x "$columns" -y "$lines" "$@" 2>"$dir/tmuxerr" || {
		skip 'the screen' "tmux makes no terminal here: $(head -n 1 "$dir/tmuxerr")"
		finish
		exit 0
	}
}

# The commands of a pane: what the terminal was like before and after, and the status.
cat >"$dir/pane" <<'END'
set -m
echo BEFORE
stty -a >"$dir/before"
bash -c 'echo $$ >"$dir/pid"; exec "$@"' bash "$MONSTAT" "$@"
status=$?
stty -a >"$dir/after"
if [ $status -ge 128 ] && [ -n "$(jobs -s)" ]; then
	echo STOPPED
	read -r line
	fg >/dev/null
	status=$?
	stty -a >"$dir/after"
fi
echo "AFTER $status"
read -r line
END

# begin OPTION...: monstat in a terminal
term=screen
begin()
{
	rm -f "$dir/pid"
	terminal env TERM=$term dir="$dir" MONSTAT="$MONSTAT" NO_COLOR="${no_color-}" bash "$dir/pane" "$@"
}

screen()
{
	tmux_ capture-pane -p "$@" >"$dir/screen" 2>/dev/null
}

# on_screen TEXT: an expression of grep
on_screen()
{
	screen
	grep -q -e "$1" "$dir/screen"
}

# shows NAME TEXT: it comes
shows()
{
	wait_for on_screen "$2"
	shows_status=$?
	[ $shows_status -eq 0 ] || sed 's/^/# /' "$dir/screen"
	ok "$1" $shows_status
}

keys()
{
	tmux_ send-keys "$@"
}

# ends NAME STATUS: the program has, and the terminal is as it was
ends()
{
	shows "$1: it ends with status $2" "^AFTER $2\$"
	cmp "$dir/before" "$dir/after" >"$dir/cmp" 2>&1
	ok "$1: the terminal's modes are what they were" $?
	is "$1: so are screen, cursor and keypad" '0 1 0 0' \
		"$(tmux_ display-message -p '#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{keypad_flag}')"
	is "$1: and what was on it" 1 "$(grep -c '^BEFORE' "$dir/screen")"
}

# table TITLE: the rows of the table below it, with single blanks
table()
{
	awk -v title="$1" '
		on && /^(No alarm|ALARM|> |  [A-Z]|q quit)/ { exit }
		on == 2 { $1 = $1; print }
		on == 1 { on = 2 }
		index($0, title " by") { on = 1 }' "$dir/screen"
}

# of_text TIME OPTION...: the rows of that time, as the text has them
of_text()
{
	of_time=$1
	shift
	monstat "$@" 2>/dev/null | awk -v time="$of_time" '$1 == time { $1 = $2 = ""; $0 = $0; $1 = $1; print }'
}

# time_on: of the interval that is shown
time_on()
{
	sed -n '1s/.* \(..:..:..\) UTC.*/\1/p' "$dir/screen"
}

# ---- A file ----

day hour --interval=60 --from=540 --to=600 || exit 99
hour=$dir/hour.bin

begin --top "$hour"
shows 'a file: users, the ones that took most first' '^> Users by %cpu (1 of 14)'
keys Space
shows 'space pauses' PAUSED
time=$(time_on)
table Users >"$dir/got"
of_text "$time" user --by=cpu --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" >"$dir/expected"
same 'users are those of the text' "$dir/expected" "$dir/got"
holds 'there are some' [ "$(wc -l <"$dir/got")" -ge 3 ]
table Devices | cut -d ' ' -f 1-11 >"$dir/got"
of_text "$time" device --by=serv --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" | cut -d ' ' -f 1-11 >"$dir/expected"
same 'devices are those of the text, the slowest first' "$dir/expected" "$dir/got"
awk 'NR == 3 || NR == 5' "$dir/screen" | tr '\n' ' ' | awk '{ $1 = $1; print }' >"$dir/got"
of_text "$time" system "$hour" >"$dir/expected"
same 'the system in two lines, as it has more columns than 80 characters' "$dir/expected" "$dir/got"
grep -o '[0-9][0-9]* \[[| ]*\] *[0-9.]*' "$dir/screen" | sed 's/\[.*\]//' | awk '{ $1 = $1; print }' >"$dir/got"
of_text "$time" cpu "$hour" | cut -d ' ' -f 1,2 >"$dir/expected"
same 'a bar for each processor' "$dir/expected" "$dir/got"
is 'a bar is as long as its value' "$(awk '{ printf "%d ", $2 * 24 / 100 + 0.5 }' "$dir/expected")" \
	"$(grep -o '\[[| ]*\]' "$dir/screen" | awk '{ printf "%d ", gsub(/[|]/, "") }')"
is 'nothing is wider than the terminal, and the last line has the keys' 1 \
	"$(awk 'length > 80 { exit } END { print NR == 24 && /^q quit.*~ inferred/ }' "$dir/screen")"

has_moved()
{
	screen
	[ "$(time_on)" != "$time" ]
}
keys n
wait_for has_moved
ok 'n shows the next interval' $?
keys '>'
shows '> sorts by the next column' '^> Users by %vcpu'
table Users >"$dir/got"
of_text "$(time_on)" user --by=vcpu --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" >"$dir/expected"
same 'the rows are in that order' "$dir/expected" "$dir/got"
keys Down Down
shows 'keys move the rows' '^> Users by %vcpu (3 of 14)'
keys Tab
shows 'tab goes to the other table' '^> Devices by serv'
keys '<'
shows '< sorts by the column before' '^> Devices by active'

tmux_ resize-window -x 120 -y 40
shows 'a larger terminal has room for all columns' '~writes *~*mdc$'
tmux_ resize-window -x 40 -y 10
shows 'in a small one there is as much as fits' '^q quit'
is 'of that size' '10 1' "$(wc -l <"$dir/screen" | tr -d ' ') $(awk 'length > 40 { bad = 1 } END { print !bad }' "$dir/screen")"
tmux_ resize-window -x 80 -y 24
shows 'and all again' 'not shown: mdc'
keys q
ends 'q' 0

begin --top --since=09:57 "$hour"
shows 'an interval' Users
keys + + +
shows 'the end of a file is said' 'END OF DATA'
is 'with the last interval' 10:00 "$(time_on | cut -c 1-5)"
keys q
ends 'q at the end of a file' 0

begin --top "$hour" 600 2
ends 'COUNT ends it' 0

for signal in INT TERM HUP; do
	begin --top "$hour"
	shows "SIG$signal: before" Users
	kill -s $signal "$(cat "$dir/pid")"
	ends "SIG$signal" 0
done

# A terminal that takes no output cannot be restored, but for its modes.
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
is 'SIGCONT: instead of what the shell had' '1 0' "$(tmux_ display-message -p '#{alternate_on} #{cursor_flag}')"
keys q
ends 'q after SIGCONT' 0

# Standard input has the capture, so keys come from the terminal.
echo "bash -c 'cat \"$hour\" | \"$MONSTAT\" --top -'; echo AFTER \$?; read -r line" >"$dir/piped"
terminal env TERM=screen bash "$dir/piped"
shows 'a capture from a pipe' Users
keys q
shows 'and keys from the terminal' '^AFTER 0'

# ---- Colours ----

begin --top "$hour"
shows 'with colours' Users
screen -e
holds 'bars are green' grep -q "$(printf '\033\\[32m')" "$dir/screen"
no_color=1
begin --top "$hour"
shows 'NO_COLOR' Users
screen -e
is 'NO_COLOR: no colour' 0 "$(grep -c "$(printf '\033\\[[0-9;]*3[0-7]m')" "$dir/screen")"
no_color='' term=vt100
begin --top "$hour"
shows 'a vt100' '\[|.*Users\|Users'
screen -e
is 'a vt100: no colour' 0 "$(grep -c "$(printf '\033\\[[0-9;]*3[0-7]m')" "$dir/screen")"
keys q
shows 'a vt100: it ends' '^AFTER 0'
term=none-such
begin --top "$hour"
shows 'an unknown terminal is named' 'TERM=none-such: ncurses cannot use this terminal'
ends 'an unknown terminal' 2
term=screen

# ---- What is missing ----

begin --top "$dir/none"
ends 'no such file' 2
holds 'no such file: it is said' grep -q "^monstat: .*none" "$dir/screen"
begin --top cpu "$hour"
ends 'reports cannot be named' 2
soname=$(sed -n 's/^#define NCURSES_SONAME "\(.*\)"/\1/p' "$builddir/config.h")
if [ -n "$soname" ]; then
	mkdir "$dir/libraries"
	: >"$dir/libraries/$soname"
	printf 'LD_LIBRARY_PATH=%s "%s" --top "%s"; echo "AFTER $?"; read -r line\n' "$dir/libraries" "$MONSTAT" "$hour" >"$dir/without"
	columns=200
	terminal bash "$dir/without"
	shows 'without ncurses: status' '^AFTER 2'
	holds 'without ncurses: it is said, and what to do' grep -q 'ncurses cannot be loaded; install it, or use --top=N' "$dir/screen"
	columns=80
fi
day nouser --interval=60 --from=540 --to=545 --without=MRUSEACT || exit 99
begin --top "$dir/nouser.bin"
shows 'a record that is missing, and what to do' '^user: needs MRUSEACT; on z/VM: MONITOR SAMPLE ENABLE USER ALL'

# ---- A device ----

if have_fuse; then
	play "$hour" --speed=max
	begin --top "$dev"
	shows 'a device: its last interval' ' 10:00:.. UTC'
	table Users >"$dir/got"
	of_text "$(time_on)" user --by=cpu --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" >"$dir/expected"
	same 'users are those of the text' "$dir/expected" "$dir/got"
	keys '>'
	shows 'keys work while the device waits' '^> Users by %vcpu'
	keys q
	ends 'a device: q' 0
	stop_play
	for signal in INT TERM; do
		play "$hour" --speed=max
		begin --top "$dev"
		shows "a device: before SIG$signal" ' 10:00:.. UTC'
		kill -s $signal "$(cat "$dir/pid")"
		ends "a device: SIG$signal" 0
		stop_play
	done
	play "$hour" --speed=max --end=eio
	begin --top "$dev"
	ends 'a device: its end' 1
	holds 'its end is said, behind the screen' grep -q 'severed' "$dir/screen"
	stop_play

	# PR/SM takes the processors away from 16:15 on.
	day late --from=960 --to=1000 || exit 99
	play "$dir/late.bin" --speed=max
	begin --top "$dev"
	shows 'alarms' '^ALARM cpu cpu 0: %susp'
	shows 'of too many, it is said how many more' '^ALARM (and 1 more) cpu cpu 2: %susp'
	keys q
	ends 'with alarms' 0
	stop_play
else
	skip 'a device' "$why_not"
fi
tmux_ kill-server 2>/dev/null
finish
