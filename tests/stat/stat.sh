# stat.sh: functions for all tests of reports; sourced after tap.sh.

: "${MONSTAT:=$builddir/src/monstat}"
[ -x "$MONSTAT" ] || skip_all "no monstat: built without SQLite"

monstat()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" "$@"
}

monstat cpu "$captures/sample.monwrite" 2>&1 | grep -q 'SQLite.*cannot be used' && skip_all "SQLite cannot be loaded"
