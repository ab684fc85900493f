#!/bin/sh
# rate.sh: a device whose records contradict themselves all the time does not fill the log.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

bad=$captures/bad-array-long.stream
monread -f json "$bad" 2>"$dir/err" >"$dir/out"
records=$(wc -l <"$dir/out" | tr -d ' ')
each=$(wc -l <"$dir/err" | tr -d ' ')
play "$bad" --speed=max --loop
monread -f json -c $((records * 100)) "$dev" 2>"$dir/err" >"$dir/out"
is 'status' 1 $?
is 'all records are shown' $((records * 100)) "$(wc -l <"$dir/out" | tr -d ' ')"
left=$(sed -n 's/.*: \([0-9]*\) further messages about damaged contents left out$/\1/p' "$dir/err" | awk '{ n += $1 } END { print n + 0 }')
said=$(grep -c ': offset ' "$dir/err")
[ "$said" -ge 20 ] && [ "$said" -lt $((each * 100)) ]
ok "not all are said: $said" $?
is 'suppressed messages are counted' $((each * 100)) $((said + left))
finish
