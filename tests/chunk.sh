#!/bin/sh
# chunk.sh: run chunk over all captures: the size of the pieces of input must not matter.
. "${srcdir:-.}/tests/tap.sh"
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$builddir/tests/chunk" "$captures"/*
