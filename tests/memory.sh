#!/bin/sh
# memory.sh: no mode needs more memory than 32 MB and 8 KB per instance of its tables, over a capture of 128 MB; and a page does
# not need more for a longer capture.
. "${srcdir:-.}/tests/tap.sh"

need_python
: "${MONSTAT:=$builddir/src/monstat}"
monread --sql='SELECT 1' "$captures/sample.monwrite" >"$tap_dir/out" 2>&1
skip_without SQLite $? "$tap_dir/out"
[ -z "$EMULATOR" ] || skip_all 'an emulator needs memory, too'
! LC_ALL=C grep -q __asan_init "$MONREAD" || skip_all 'the sanitizer needs memory, too'
"$PYTHON" "$tests/bench/memory.py" "$MONREAD" "$MONSTAT"
