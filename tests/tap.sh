# tap.sh: what the tests in shell have in common: the tool, TAP, and the captures.  Sourced by them.
#
# The makefile sets: MONREAD (the tool), EMULATOR (what runs it, in a cross
# build), srcdir, top_srcdir, builddir.  MONREAD_TEST_LOCALE
# is set by locale.sh.  By hand: srcdir=tests sh tests/golden/run.sh.

TZ=UTC LC_ALL=C
export TZ LC_ALL
if [ -n "${MONREAD_TEST_LOCALE-}" ]; then
	# Not the order of letters: [a-z] of sed and grep has no i in tr_TR.
	unset LC_ALL LC_CTYPE LC_NUMERIC LC_TIME LC_MESSAGES
	LANG=$MONREAD_TEST_LOCALE LC_COLLATE=C
	export LANG LC_COLLATE
fi
unset MONREAD_LAYOUTS NO_COLOR 2>/dev/null || :
# Nothing of ours is left beside the scripts in Python.
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
# configure sets PYTHON to ":" if there is no Python.  Use a name that no command has, because ":" is a command.
[ "${PYTHON-}" != : ] || PYTHON=no-python
# No pages that somebody has here.
MONREAD_SITE_LAYOUTS=
export MONREAD_SITE_LAYOUTS

: "${srcdir:=$(dirname "$0")}" "${builddir:=$PWD}"
: "${MONREAD:=$builddir/src/monread}" "${MKCAPTURE:=$builddir/tests/mkcapture}" "${EMULATOR=}"
case $MKCAPTURE in /*) ;; *) MKCAPTURE=$PWD/$MKCAPTURE ;; esac
tests=$srcdir/tests
captures=$builddir/tests/captures
case $tests in /*) ;; *) tests=$PWD/$tests ;; esac
case $captures in /*) ;; *) captures=$PWD/$captures ;; esac

tap_count=0
tap_dir=$(mktemp -d "${TMPDIR:-/tmp}/monread.XXXXXX") || exit 99
trap 'rm -rf "$tap_dir"' 0
trap 'exit 99' 1 2 15

monread()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONREAD" "$@"
}

# mkcapture [-f FORM] DESCRIPTION CAPTURE
mkcapture()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MKCAPTURE" "$@"
}

# header_rows: the rows that each record's contents begin with.
header_rows()
{
	cat <<-'END'
	  0   0  Character   20  MRHDR
	  0   0  Unsigned     2  MRHDRLEN
	  2   2  Unsigned     2  MRHDRZER
	  4   4  Unsigned     1  MRHDRDM
	  5   5  Unsigned     1  *
	  6   6  Unsigned     2  MRHDRRC
	  8   8  Character    8  MRHDRTOD
	 16  10  Character    4  *
	END
}

# formats [FORMAT]...: print the formats that --help lists, except each FORMAT.
formats()
{
	tap_formats=$(monread --format=help 2>&1 | sed -n 's/,//g; s/ or / /; s/.*expected //p')
	# It shows layouts alone.
	for tap_out in sql "$@"; do
		tap_formats=$(echo " $tap_formats " | sed "s/ $tap_out / /")
	done
	# With no word a loop would test nothing.
	echo "${tap_formats:-none}"
}

# The same without formats that show one table, because they need its name.
record_formats()
{
	formats csv tsv arrow "$@"
}

# Those of them that look into records.
field_formats()
{
	for tap_format in $(record_formats); do
		monread -f "$tap_format" --fields=NONE 2>&1 | grep -q 'has no effect' || echo "$tap_format"
	done
}

# ok NAME STATUS-OF-A-COMMAND.  The end of the file $tap_log, where there is one, is shown where it fails.
ok()
{
	tap_count=$((tap_count + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $tap_count - $1"
	else
		echo "not ok $tap_count - $1"
		[ -z "${tap_log-}" ] || tail -n 5 "$tap_log" 2>/dev/null | sed 's/^/# /'
	fi
}

# holds NAME COMMAND...
holds()
{
	tap_name=$1
	shift
	"$@"
	tap_status=$?
	[ $tap_status -eq 0 ] || echo "# failed: $*"
	ok "$tap_name" $tap_status
}

# skip NAME WHY: a test that cannot be made here.
skip()
{
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

# same NAME EXPECTED-FILE FILE
same()
{
	if cmp -s "$2" "$3"; then
		ok "$1" 0
	else
		diff "$2" "$3" 2>&1 | head -n 20 | sed 's/^/# /'
		ok "$1" 1
	fi
}

# is NAME EXPECTED TEXT
is()
{
	if [ "$2" = "$3" ]; then
		ok "$1" 0
	else
		printf '%s\n' "expected: $2" "got: $3" | sed 's/^/# /'
		ok "$1" 1
	fi
}

# cases: run the tests of a table on standard input, with a row `name | input | command | expected' for each: blanks surround
# the bars between columns, but not the bars of a pipeline.  COMMAND runs in the shell, with INPUT as $in; - is an empty INPUT.
# Its output, as one line, is EXPECTED; - is an empty output, and =FILE compares it with FILE.
cases()
{
	tap_bar=$(printf '\001')
	sed "s/  *| /$tap_bar/g" >"$tap_dir/case.rows"
	while IFS=$tap_bar read -r tap_name in tap_command tap_expected <&3; do
		case $tap_name in '' | '#'*) continue ;; esac
		[ "$in" != - ] || in=
		[ "$tap_expected" != - ] || tap_expected=
		(eval "$tap_command") >"$tap_dir/case.out" 2>"$tap_dir/case.err" 3<&-
		case $tap_expected in
		=*) same "$tap_name${in:+: $in}" "${tap_expected#=}" "$tap_dir/case.out" ;;
		*) is "$tap_name${in:+: $in}" "$tap_expected" "$(tr '\n' ' ' <"$tap_dir/case.out" | sed 's/ $//')" ;;
		esac
	done 3<"$tap_dir/case.rows"
}

# told PATTERN COMMAND...: print the status of COMMAND, and how many lines of its messages have PATTERN.  Its output goes to
# $tap_dir/told.out, its messages to $tap_dir/told.err.
told()
{
	tap_pattern=$1
	shift
	"$@" >"$tap_dir/told.out" 2>"$tap_dir/told.err"
	echo "$? $(grep -c -e "$tap_pattern" "$tap_dir/told.err")"
}

# equal FILE FILE: nothing, or that they differ: for rows of cases.
equal()
{
	cmp "$1" "$2" >/dev/null 2>&1 || echo "$1 and $2 differ"
}

# verdicts COUNT NAME: the lines `passed FILE' and `failed FILE' of a program, for COUNT files, as tests; %s in NAME is the file.
verdicts()
{
	tap_left=$1
	while read -r tap_word tap_file; do
		case $tap_word in
		passed | failed)
			# shellcheck disable=SC2059 # NAME is ours
			ok "$(printf "$2" "$tap_file")" "$([ "$tap_word" = passed ]; echo $?)"
			tap_left=$((tap_left - 1))
			;;
		*) printf '# %s\n' "$tap_word $tap_file" ;;
		esac
	done
	# shellcheck disable=SC2059 # NAME is ours
	[ $tap_left -eq 0 ] || ok "$(printf "$2" 'the others')" 1
}

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 0
}

# skip_without LIBRARY STATUS FILE: the program ended with STATUS, and FILE has its message that LIBRARY is missing.
# Any other reason is a failure.
skip_without()
{
	[ "$2" -eq 0 ] || ! grep -q -E "without $1|$1 cannot be (loaded|used)" "$3" || skip_all "$(head -n 1 "$3")"
}

# python_lacks [MODULE]...: let $tap_lack say what $PYTHON lacks to have each MODULE; empty: nothing.
python_lacks()
{
	tap_lack=
	command -v "${PYTHON:=python3}" >/dev/null 2>&1 || { tap_lack='no python3'; return; }
	for tap_module; do
		"$PYTHON" -c "import $tap_module" 2>/dev/null || tap_lack="python3 has no module $tap_module"
	done
}

# need_python [MODULE]...: skip all tests without Python as $PYTHON with each MODULE.
need_python()
{
	python_lacks "$@"
	[ -z "$tap_lack" ] || skip_all "$tap_lack"
}

# has_python NAME [MODULE]...: return 0 if $PYTHON has each MODULE; else skip the test NAME and return 1.
has_python()
{
	tap_name=$1
	shift
	python_lacks "$@"
	[ -z "$tap_lack" ] || { skip "$tap_name" "$tap_lack"; return 1; }
}

finish()
{
	echo "1..$tap_count"
}
