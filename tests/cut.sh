#!/bin/sh
# cut.sh: cut over the captures without fault; in a cross build, where it takes long, not at every byte.
. "${srcdir:-.}/tests/tap.sh"
step=1
[ -z "$EMULATOR" ] || step=13
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$builddir/tests/cut" -s$step "$captures"/good-* "$captures"/odd-* "$captures"/sample.*
