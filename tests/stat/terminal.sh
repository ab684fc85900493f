# terminal.sh: a terminal made by tmux with monstat --top on it; sourced after live.sh and stat.sh.  Without tmux it
# ends the test.

. "$tests/stat/maker.sh"

monstat --top "$captures/sample.monwrite" 2>&1 | grep -q 'built without ncurses' && skip_all 'built without ncurses'
command -v tmux >/dev/null 2>&1 || { skip 'the screen' 'no tmux'; finish; exit 0; }
command -v bash >/dev/null 2>&1 || { skip 'the screen' 'no bash'; finish; exit 0; }

# ncurses leaks memory if it cannot use a terminal.
echo leak:new_prescr >"$dir/lsan"
LSAN_OPTIONS=suppressions=$dir/lsan:print_suppressions=0
export LSAN_OPTIONS

# Each terminal has a new socket with a short name: the socket of an ended server exists for a moment.
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

# The commands of a pane: print the modes of the terminal before and after, and the status.
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

# Whether the screen stays the same: monstat may draw in several pieces.
settled()
{
	cp "$dir/screen" "$dir/earlier"
	sleep 0.2
	screen
	cmp -s "$dir/screen" "$dir/earlier"
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

day hour --interval=60 --from=540 --to=600 || exit 99
hour=$dir/hour.bin
