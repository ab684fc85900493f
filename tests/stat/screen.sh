#!/bin/sh
# screen.sh: the screen of --top: contents, keys, sizes.
. "${srcdir:-.}/tests/live/live.sh"
. "$tests/stat/stat.sh"

monstat --top "$captures/sample.monwrite" >"$dir/out" 2>"$dir/err"
status=$?
if grep -q 'built without ncurses' "$dir/err"; then
	is '--top without ncurses: the message names the remedy' '64 1' "$status $(grep -c -e '--top=10' "$dir/err")"
	finish
	exit 0
fi
is '--top without a terminal: the message names the remedy' '64 monstat: --top without a number needs a terminal; name a number, as in --top=10' \
	"$status $(head -n 1 "$dir/err")"
. "$tests/stat/terminal.sh"

# refused NAME MESSAGE OPTION...: on a terminal, too
refused()
{
	refused_name=$1 refused_message=$2
	shift 2
	monstat "$@" >"$dir/out" 2>"$dir/err"
	is "$refused_name" "64 monstat: $refused_message" "$? $(head -n 1 "$dir/err")"
}
refused 'no format beside it' '--top and --format contradict each other' --top -f csv
refused 'no number beside it' '--top and --top=3 contradict each other' --top=3 --top
refused 'no output beside it' '--output has no effect with --top' --top -o x
refused 'a number that is none' '--top=0: expected a number from 1 to 1000000' --top=0

# ---- A file ----

begin --top "$hour"
shows 'a file: users, the ones that took most first' '^> Users by %cpu (1 of 14)'
keys Space
shows 'space pauses' PAUSED
time=$(time_on)
table Users >"$dir/got"
of_text "$time" user --by=cpu --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" >"$dir/expected"
same 'users equal those of the text' "$dir/expected" "$dir/got"
holds 'there are some' [ "$(wc -l <"$dir/got")" -ge 3 ]
table Devices | cut -d ' ' -f 1-11 >"$dir/got"
of_text "$time" device --by=resp --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" | cut -d ' ' -f 1-11 >"$dir/expected"
same 'devices equal those of the text, the slowest first' "$dir/expected" "$dir/got"
awk 'NR == 3 || NR == 5' "$dir/screen" | tr '\n' ' ' | awk '{ $1 = $1; print }' >"$dir/got"
of_text "$time" system "$hour" >"$dir/expected"
same 'the system in two lines, as it has more columns than 80 characters' "$dir/expected" "$dir/got"
grep -o '[0-9][0-9]* \[[| ]*\] *[0-9.]*' "$dir/screen" | sed 's/\[.*\]//' | awk '{ $1 = $1; print }' >"$dir/got"
of_text "$time" cpu "$hour" |
	awk '$1 ~ /^[0-9]+$/ { for (i = 2; i < NF && $i !~ /[.]/; i++); print $1, $i }' >"$dir/expected"
same 'a bar for each processor' "$dir/expected" "$dir/got"
is 'a bar is as long as its value' "$(awk '{ printf "%d ", $2 * 24 / 100 + 0.5 }' "$dir/expected")" \
	"$(grep -o '\[[| ]*\]' "$dir/screen" | awk '{ printf "%d ", gsub(/[|]/, "") }')"
is 'nothing is wider than the terminal, and the last line has the keys' 1 \
	"$(awk 'length > 80 { exit } END { print NR == 24 && /^q quit  [?] keys/ }' "$dir/screen")"
keys '?'
shows '? shows the keys' '^tab  *select'
shows 'and the doubts about a report' '^Not proven: see --explain=user\.'
keys x
shows 'any key returns' '^> Users by %cpu'

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
keys NPage NPage NPage
shows 'not behind the last' '^> Users by %vcpu (14 of 14)'
keys Home
shows 'the first' '^> Users by %vcpu (1 of 14)'
keys Down Down PPage Down Down
shows 'a page back, but not before the first' '^> Users by %vcpu (3 of 14)'
keys + + + + +
shows 'eight a second at most' 'pace 0.125 s'
keys -
shows 'half as fast' 'pace 0.25 s'
keys Tab Tab
shows 'and nothing else has changed' '^> Users by %vcpu (3 of 14)'
keys Tab
shows 'tab goes to the other table' '^> Devices by resp'
keys '<'
shows '< sorts by the column before' '^> Devices by ssch/s'

tmux_ resize-window -x 160 -y 40
shows 'a wide terminal has states of users' 'Users by .*States of users by'
shows 'and partitions' 'Logical partitions by'
tmux_ resize-window -x 40 -y 10
shows 'in a small one there is as much as fits' '^q quit'
is 'of that size' '10 1' "$(wc -l <"$dir/screen" | tr -d ' ') $(awk 'length > 40 { bad = 1 } END { print !bad }' "$dir/screen")"
tmux_ resize-window -x 80 -y 24
shows 'and all again' 'not shown: reads'
keys q
ends 'q' 0

begin --top --since=09:57 "$hour"
shows 'an interval' Users
keys + + +
shows 'the end of a file is said' 'END OF DATA'
is 'a screen of another size shows the last interval' 10:00 "$(time_on | cut -c 1-5)"
keys q
ends 'q at the end of a file' 0

# Four processors cross this limit; three lines show alarms.
mkdir "$dir/reports"
sed 's/^Alarm:.*/Alarm: %busy > 0.001/' "$tests/../data/reports/cpu.report" >"$dir/reports/cpu.report"
begin --top --reports="$dir/reports" "$hour"
shows 'alarms, and how many there are besides' '^ALARM (and [0-9]* more)'
keys q
ends 'q with alarms' 0

begin --top "$hour" 600 2
ends 'COUNT ends it' 0

tmux_ kill-server 2>/dev/null
finish
