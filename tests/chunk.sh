#!/bin/sh
# chunk.sh: chunk over all captures.
. "${srcdir:-.}/tests/tap.sh"
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$builddir/tests/chunk" "$captures"/*
