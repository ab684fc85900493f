#!/bin/sh
# messages.sh: one wording per situation, in all programs.  `sh tests/messages.sh --list' prints all messages of the sources,
# so that they can be read as one list: the room, a tab, the text as it is passed to printf().

top=$(cd "$(dirname "$0")/.." && pwd)

# A message is the first run of string literals in a call of a function that reports.
messages()
{
	(cd "$top/src" && find . -name '*.c' ! -path './gen/*' ! -name tables.c ! -name reports.c | LC_ALL=C sort | while read -r file; do
		LC_ALL=C awk -v room="$(echo "$file" | cut -d/ -f2)" '
			{ text = text $0 "\n" }
			END {
				call = "(diag_[a-z]+|mr_say|problem|mr_draft_report|out_fail|input_fail|refuse|quit|fail|told)\\("
				while (match(text, call)) {
					text = substr(text, RSTART + RLENGTH)
					end = index(text, ");\n")
					quote = index(text, "\"")
					if (!quote || (end && end < quote))
						continue
					rest = substr(text, quote)
					message = ""
					while (match(rest, /^"([^"\\]|\\.)*"[ \t\n]*/)) {
						piece = substr(rest, 2, RLENGTH - 1)
						sub(/"[ \t\n]*$/, "", piece)
						message = message piece
						rest = substr(rest, RLENGTH + 1)
					}
					if (message ~ / /)
						print room "\t" message
				}
			}' "$file"
	done) | LC_ALL=C sort -u
}

if [ "${1-}" = --list ]; then
	messages
	exit 0
fi
# shellcheck disable=SC1091
. "$top/tests/tap.sh"
messages >"$tap_dir/messages"
[ "$(wc -l <"$tap_dir/messages")" -gt 300 ]
ok 'the sources have messages' $?

# A situation, and an extended regular expression of other words for it.  Pages (room listing) have words of their own.
grep -v '^listing' "$tap_dir/messages" >"$tap_dir/programs"
while IFS='|' read -r wanted other; do
	is "$wanted" '' "$(grep -E "$other" "$tap_dir/programs")"
done <<'END'
NAME: no such KIND|there is no such|there is none|unknown (code page|option|record|field|table|report|name)|is called .*; |not found
already exists; use --force to replace it|is there already;|[^y] exists[;,]|[;:] --force replaces
is not a regular file, is not a KIND|is no (file|record|directory|device|report|database|capture|page)|: not a 
this monread was built without LIBRARY|this (program|monstat|monplay) was built|built without .* support
A and B contradict each other|only one of|cannot be used with
cannot be read|cannot read|can not|could not
OPTION has no effect with OPTION|is ignored|would be ignored|makes no sense
END
is 'no message has a word of the list of riddles' '' "$(grep -wE 'behind|is said|are said|is told|but for|thereof|whatever' "$tap_dir/programs")"
finish
