#!/bin/sh
# python.sh: the module monread of Python: against monread.h, and against what the tool shows; where it is installed.
. "${srcdir:-.}/tests/tap.sh"

need_python
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip_all 'python3 is older than 3.9'
[ -z "$EMULATOR" ] || skip_all 'python3 is of another architecture'
case "$CC $CFLAGS" in
*-fsanitize=*) skip_all 'python3 does not load what is made for sanitizers' ;;
esac
LIBMONREAD=$builddir/.libs/libmonread.so.0
[ -e "$LIBMONREAD" ] || skip_all 'no shared library'
export LIBMONREAD
"$PYTHON" -c 'import ctypes, os; ctypes.CDLL(os.environ["LIBMONREAD"])' 2>/dev/null || skip_all 'python3 has another C library'
module=$srcdir/tests/engines/python/monread.py
case $module in /*) ;; *) module=$PWD/$module ;; esac
case $srcdir in /*) sample=$srcdir/data/sample.monwrite ;; *) sample=$PWD/$srcdir/data/sample.monwrite ;; esac
shared=${MONREAD_SHARED:-$srcdir/../shared}
PYTHONPATH=${module%/*}
export PYTHONPATH

is 'it has less than 150 lines' 1 "$([ "$(wc -l <"$module")" -lt 150 ] && echo 1)"

# ---- What it knows of monread.h ----

"$PYTHON" "$tests/python.py" header "$srcdir/src/monread.h" >"$tap_dir/members.c" 2>"$tap_dir/log"
ok 'its functions are declared like that' $?
sed 's/^/# /' "$tap_dir/log"
# shellcheck disable=SC2086 # a compiler with options
${CC:-cc} -I"$srcdir/src" -o "$tap_dir/members" "$tap_dir/members.c" 2>"$tap_dir/log" && "$tap_dir/members" >"$tap_dir/expected"
ok 'its structs have these members' $?
sed 's/^/# /' "$tap_dir/log"
"$PYTHON" "$tests/python.py" members >"$tap_dir/got"
is 'there are members' 1 "$([ "$(wc -l <"$tap_dir/expected")" -gt 60 ] && echo 1)"
same 'members are at their offsets, with their sizes, and constants have their values' "$tap_dir/expected" "$tap_dir/got"

# ---- What it shows ----

"$PYTHON" -c '
import doctest, sys, monread
result = doctest.testmod(monread, extraglobs={"capture": sys.argv[1]})
sys.exit(result.failed or not result.attempted)' "$sample" >"$tap_dir/log" 2>&1
ok 'its doctests' $?
sed 's/^/# /' "$tap_dir/log"

set --
for file in "$captures"/*.monwrite "$captures"/*.stream "$sample" "$shared"/captures/*.monwrite "$shared"/captures/*.stream; do
	[ ! -r "$file" ] || set -- "$@" "$file"
done
"$PYTHON" "$tests/python.py" compare "$MONREAD" "$tap_dir/tables" "$@" >"$tap_dir/log" 2>&1
verdicts $# 'records, tables and damage of %s are what monread shows' <"$tap_dir/log"

# ---- What else it takes and refuses ----

cat "$sample" | "$PYTHON" -c '
import sys, monread
print(*monread.table(sys.stdin.fileno(), "0.2")["SYTPRP_PFXCPUAD"])' >"$tap_dir/got"
is 'a pipe, and a table by a number of a record' '0 1 2 0 1 2 0 1 2' "$(cat "$tap_dir/got")"
"$PYTHON" - "$sample" "$tap_dir/none" >"$tap_dir/got" 2>&1 <<'END'
import sys, warnings, monread
for call in (lambda: monread.table(sys.argv[1], "MRNONE"), lambda: list(monread.records(sys.argv[2])),
             lambda: list(monread.records("/"))):
    try:
        print(call())
    except (KeyError, OSError) as error:
        print(type(error).__name__)
open(sys.argv[2], "w").close()
with warnings.catch_warnings(record=True) as caught:
    print(list(monread.records(sys.argv[2])), [w.category.__name__ for w in caught], str(caught[0].message).endswith(": empty"))
print(list(monread.table(sys.argv[1], "MRSYTEPM").values()))
END
cat >"$tap_dir/expected" <<'END'
KeyError
FileNotFoundError
IsADirectoryError
[] ['Damage'] True
[[], [], [], [], [], [], [], []]
END
same 'what is not there, and what is empty' "$tap_dir/expected" "$tap_dir/got"

# ---- Where it is installed ----

# There is no make to be asked in a build of somebody else.
if [ -f "$builddir/Makefile" ] && [ -x "$builddir/config.status" ]; then
	grep -q '^pythonmoduledir = ..*' "$builddir/Makefile"
	wanted=$?
	unset MAKEFLAGS MFLAGS MAKELEVEL
	"${MAKE:-make}" -C "$builddir" install-data DESTDIR="$tap_dir/root" >"$tap_dir/log" 2>&1
	find "$tap_dir/root" -name monread.py -exec cmp -s {} "$module" \; -print | grep -q .
	is 'it is installed where configure was asked for it' $wanted $?
fi
finish
