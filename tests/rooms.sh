#!/bin/sh
# rooms.sh: compare the includes between the rooms of src with the rule below, which allows no cycle.
#
#   tests/rooms.sh          TAP: the includes and, where something was built, the symbols of the objects
#   tests/rooms.sh --draw   the picture: lines by room, and the arrows with the files that make them
#   tests/rooms.sh --draw DIR   of another tree
#
# The rule: ROOM: the rooms that it may include.  All may include monread.h, config.h and base.
rules='
base:
stream:
listing:
layout: listing
decode:
cli:
compress: cli
table:
out: table cli
input: compress cli
session: table input compress cli
store: table input compress cli
report: cli
sql: out report session table input compress cli
chart: cli
tool: report sql out table session input store compress cli
play: session table input compress cli
stat: report sql table session input compress cli
show: stat chart report sql table session input compress cli
gen: listing report
'
top=${top_srcdir:-$(dirname "$0")/..}
[ "${1-}" != --draw ] || [ -z "${2-}" ] || top=$2

# Print ROOM TARGET FILE for each include between two rooms.
includes()
{
	(cd "$top/src" && grep -H '^#[[:space:]]*include "' ./*/*.[ch]) |
		sed -n 's|^\./\([^/]*\)/\([^:]*\):[^"]*"\([^/"]*\)/.*|\1 \3 \1/\2|p' | awk '$1 != $2' | sort -u
}

# Print the same for the symbols of the objects: ROOM TARGET FILE:SYMBOL.  All rooms may use the API.
symbols()
{
	${NM:-nm} -A -P -g src/*/*.o | sed 's/: / /' | awk '
		{
			split($1, part, "/"); room = part[2]
			if ($3 ~ /^[TDBRCVW]$/)
				home[$2] = home[$2] " " room
			else if ($3 == "U" && $2 !~ /^_?monread_/)
				wanted[room " " part[3] " " $2] = 1
		}
		END {
			for (w in wanted) {
				split(w, part, " ")
				if (part[3] in home && (" " home[part[3]] " ") !~ (" " part[1] " ")) {
					split(home[part[3]], target, " ")
					print part[1], target[1], part[1] "/" part[2] ":" part[3]
				}
			}
		}' | sort -u
}

draw()
{
	printf '%-10s %6s %6s\n' room files lines
	for room in "$top"/src/*/; do
		room=$(basename "$room")
		set -- "$top/src/$room"/*.[ch]
		[ -e "$1" ] || continue
		lines=$(cat "$@" | wc -l)
		[ ! -e "$top/src/$room/tables.c" ] || lines=$((lines - $(wc -l <"$top/src/$room/tables.c")))
		printf '%-10s %6d %6d\n' "$room" $# "$lines"
	done
	echo
	includes | awk '
		{ key = $1 " -> " $2; if (!(key in n)) order[++count] = key; n[key]++; files[key] = files[key] " " $3 }
		END { for (i = 1; i <= count; i++) printf "%-22s %3d %s\n", order[i], n[order[i]], files[order[i]] }' | cut -c 1-150
}

# Print the arrows that the rule does not allow.
broken()
{
	awk -v rules="$rules" '
		BEGIN {
			n = split(rules, line, "\n")
			for (i = 1; i <= n; i++)
				if (split(line[i], part, ":") == 2) {
					k = split(part[2], to, " ")
					for (j = 1; j <= k; j++)
						ok[part[1], to[j]] = 1
				}
		}
		$2 != "base" && !(($1, $2) in ok)' "$1"
}

if [ "${1-}" = --draw ]; then
	draw
	exit 0
fi
# shellcheck disable=SC1091
. "${srcdir:-.}/tests/tap.sh"

includes >"$tap_dir/includes"
is 'the sources have includes' 1 "$([ "$(wc -l <"$tap_dir/includes")" -gt 20 ] && echo 1)"
for room in "$top"/src/*/; do
	room=$(basename "$room")
	[ -n "$(find "$top/src/$room" -name '*.c')" ] || continue
	echo "$rules" | grep -q "^$room:"
	ok "$room is a room that the rule knows" $?
	grep "^$room " "$tap_dir/includes" >"$tap_dir/room"
	is "$room includes what it may" '' "$(broken "$tap_dir/room")"
done
if [ -d "$builddir/src" ] && (cd "$builddir" && ls src/*/*.o >/dev/null 2>&1) && command -v "${NM:-nm}" >/dev/null; then
	(cd "$builddir" && symbols) >"$tap_dir/symbols"
	is 'the objects have symbols' 1 "$([ "$(wc -l <"$tap_dir/symbols")" -gt 20 ] && echo 1)"
	is 'no object needs a symbol of a room that it may not include' '' "$(broken "$tap_dir/symbols")"
fi
# Only these rooms drive readers.
drivers=$(cd "$top/src" && grep -lE '(input_step|ordered_next)\(' ./*/*.c | grep -v '^\./\(input\|session\)/')
is 'only input and session step through inputs' '' "$drivers"
# Other rooms include only the header that has the name of the room.
inner=$(cd "$top/src" && grep -H '^#[[:space:]]*include "\(compress\|input\|session\|store\)/' ./*/*.[ch] | awk -F'[/":]' '
	{ from = $2; room = $(NF - 2); file = $(NF - 1); if (from != room && file != room ".h") print from "/" $3 ": " room "/" file }')
is 'compress, input, session and store have one header for all others' '' "$inner"
# The rule itself has no cycle: each round takes away the rooms that need none of those left.
is 'the rule has no cycle' '' "$(echo "$rules" | awk -F: '
	NF == 2 { need[$1] = " " $2 " "; left++ }
	END {
		do {
			gone = 0
			for (r in need) {
				free = 1
				k = split(need[r], to, " ")
				for (j = 1; j <= k; j++)
					if (to[j] in need)
						free = 0
				if (free) { delete need[r]; gone = 1 }
			}
		} while (gone)
		for (r in need)
			print r
	}')"
finish
