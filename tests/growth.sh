#!/bin/sh
# growth.sh: twice the input takes at most 2.3 times the instructions, in each mode and for shapes that grow.
. "${srcdir:-.}/tests/tap.sh"

need_python
: "${MONSTAT:=$builddir/src/monstat}"
monread --sql='SELECT 1' "$captures/sample.monwrite" >"$tap_dir/out" 2>&1
skip_without SQLite $? "$tap_dir/out"
command -v valgrind >/dev/null && [ -z "$EMULATOR" ] || skip_all 'callgrind cannot run'
"$PYTHON" "$tests/growth.py" "$MONREAD" "$MONSTAT"
