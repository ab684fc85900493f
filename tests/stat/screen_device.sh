#!/bin/sh
# screen_device.sh: the screen of --top: colours, missing values, a device.
. "${srcdir:-.}/tests/live/live.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/terminal.sh"

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
no_color='' term=none-such
begin --top "$hour"
shows 'an unknown terminal is named' 'TERM=none-such: ncurses cannot use this terminal'
ends 'an unknown terminal' 2
term=dumb
begin --top "$hour"
shows 'a terminal that cannot move its cursor is named' 'TERM=dumb: this terminal cannot move its cursor'
ends 'a terminal that cannot move its cursor' 2
term=screen

# ---- Missing inputs ----

begin --top "$dir/none"
ends 'no such file' 2
holds 'no such file: it is said' grep -q "^monstat: .*none" "$dir/screen"
day nouser --interval=60 --from=540 --to=545 --without=MRUSEACT || exit 99
begin --top "$dir/nouser.bin"
shows 'a record that is missing, and what to do' '^user: this capture has no D4R3 records; on z/VM: MONITOR SAMPLE ENABLE USER ALL'

# ---- A directory ----

mkdir "$dir/all" "$dir/ring"
monread -q --write="$dir/all/c" --rotate=10m "$hour"
cp "$dir/all/c.00001" "$dir/all/c.00002" "$dir/ring"
begin --top "$dir/ring"
shows 'a directory: its newest file' ' 09:19:.. UTC'
cp "$dir/all/c.00003" "$dir/part"
mv "$dir/part" "$dir/ring/c.00003"
shows 'a directory: the next file' ' 09:29:.. UTC'
keys q
ends 'a directory: q' 0

# ---- A device ----

if have_fuse; then
	play "$hour" --speed=max
	begin --top "$dev"
	shows 'a device: its last interval' ' 10:00:.. UTC'
	wait_for settled
	table Users >"$dir/got"
	of_text "$(time_on)" user --by=cpu --top="$(wc -l <"$dir/got" | tr -d ' ')" "$hour" >"$dir/expected"
	same 'users equal those of the text' "$dir/expected" "$dir/got"
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

	# The device goes on, but nothing that it gives is before --until any more.
	play "$dir/late.bin" --speed=max
	timeout 60 "$MONSTAT" -q system --until=16:10 "$dev" >"$dir/until"
	is '--until ends a device' '0 16:10:01' "$? $(sed -n 's/^\(16:..:..\).*/\1/p' "$dir/until" | tail -n 1)"
	stop_play
else
	skip 'a device' "$why_not"
fi
tmux_ kill-server 2>/dev/null
finish
