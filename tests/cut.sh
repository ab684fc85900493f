#!/bin/sh
# cut.sh: captures cut at every byte, or at some: all but five, and all in a cross build, which is slow.
. "${srcdir:-.}/tests/tap.sh"
step=1
[ -z "$EMULATOR" ] || step=13
cd "$captures" || exit 99
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$builddir/tests/cut" -s$step good-several-sets.stream good-several-sets.monwrite good-shared-twice.monwrite \
	good-locks.stream odd-reused.stream -s37 good-* odd-* sample.*
