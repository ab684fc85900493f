#!/bin/sh
# shells.sh: shell tests must not use an overwritten status.  In `ok "$(basename "$file")" $?' some shells use the status of
# basename, and such a test cannot fail.
. "${srcdir:-.}/tests/tap.sh"

# late FILE...: print the commands, also over several lines, that use $? after a command substitution.
late()
{
	awk '
		# Return the index after the substitution whose parenthesis is at i of s.
		function skip(s, i,  depth, c) {
			for (depth = 0; i <= length(s); i++) {
				c = substr(s, i, 1)
				if (c == "'\''") {
					for (i++; i <= length(s) && substr(s, i, 1) != "'\''"; i++)
						;
				} else if (c == "(")
					depth++
				else if (c == ")" && --depth == 0)
					break
			}
			return i + 1
		}
		{
			line = line $0
			if (sub(/\\$/, "", line))
				next
			seen = 0
			for (i = 1; line ~ /^[ \t]*(ok|is|skip) / && i <= length(line); i++) {
				two = substr(line, i, 2)
				if (two == "$?" && seen) {
					print FILENAME ": " line
					break
				}
				if (two == "$(" && substr(line, i + 2, 1) != "(") {
					seen = 1
					i = skip(line, i + 1) - 1
				}
			}
			line = ""
		}' "$@"
}

# The colons keep this test from finding these lines themselves.
sed 's/^: //' >"$tap_dir/wrong" <<'END'
: ok "$(basename "$file") is the same" $?
: 	is "one $(sed 's/)//' x) two" '0 ' \
: 		"$? "
END
sed 's/^: //' >"$tap_dir/right" <<'END'
: is 'a status' '0 x' "$? $(cat x)"
: is 'its own' '1' "$(false; echo $?)"
: ok "a number $((n + 1))" $?
: echo "$(date)" $?
END
is 'the check finds the wrong file' 2 "$(late "$tap_dir/wrong" | grep -c .)"
is 'the check finds nothing in the right file' '' "$(late "$tap_dir/right")"
is 'no test uses $? after a command substitution' '' "$(find "$tests" -name '*.sh' | while read -r file; do late "$file"; done)"
finish
