#!/bin/sh
# cut.sh: cut over the captures without fault: five of them at every byte, the others at some; in a cross build, where it takes
# long, all at some.
. "${srcdir:-.}/tests/tap.sh"
step=1
[ -z "$EMULATOR" ] || step=13
cd "$captures" || exit 99
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$builddir/tests/cut" -s$step good-several-sets.stream good-several-sets.monwrite good-shared-twice.monwrite \
	good-locks.stream odd-reused.stream -s37 good-* odd-* sample.*
