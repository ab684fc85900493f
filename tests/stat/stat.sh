# stat.sh: functions for all tests of reports; sourced after tap.sh.

: "${MONSTAT:=$builddir/src/monstat}"
[ -x "$MONSTAT" ] || skip_all "no monstat: built without SQLite"

monstat()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" "$@"
}

# columns COLUMN... <CSV: these columns of each row, with commas between them.
columns()
{
	LC_ALL=C awk -F, -v names="$*" '
		NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ line = ""; for (i = 1; i <= n; i++)
			line = line (i > 1 ? "," : "") (name[i] in at ? $at[name[i]] : "no " name[i])
		print line }'
}

monstat cpu "$captures/sample.monwrite" 2>&1 | grep -q 'SQLite.*cannot be used' && skip_all "SQLite cannot be loaded"
