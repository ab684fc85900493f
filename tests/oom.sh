#!/bin/sh
# oom.sh: each allocation of a run fails once, and then with all behind it: status 2 and a message, or the right output.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'cannot be preloaded into an emulator'
so=$tap_dir/nomem.so
# shellcheck disable=SC2086 # lists of words
${CC:=cc} -O1 -shared -fPIC -o "$so" "$tests/nomem.c" -ldl 2>"$tap_dir/log" ||
	skip_all "$CC makes nothing that can be preloaded"
# A sanitizer wants to come first.
LD_PRELOAD=$so NOMEM_FD=3 "$MONREAD" --version >"$tap_dir/out" 2>&1 3>"$tap_dir/count" ||
	skip_all 'what was built cannot be preloaded into'
first=$(cat "$tap_dir/count")
[ "${first:-0}" -gt 0 ] || skip_all 'what is preloaded is not used'

cd "$captures" || exit 99
pages=$tests/layouts/pages
case $pages in /*) ;; *) skip_all 'no way to the pages' ;; esac

# each FIRST OPTIONS...: one more test
each()
{
	at=$1
	shift
	tap_count=$((tap_count + 1))
	"$builddir/tests/oom" "monread $*" "$so" "$at" good-locks.stream "$MONREAD" "$@" >"$tap_dir/out"
	sed "s/^\(not \)*ok/& $tap_count/" "$tap_dir/out"
}

each 1 --version
for options in '' '-f json' -x -l -s --raw '--raw -d 0' -q -qq '-a -r 0.23' '-n MRSYT* --fields=*XTIME' \
	'-j4' '-j4 -f json' '-l --time=local' '-l --since=+0' '--codepage=IBM-273 -r 0.23' \
	'-q --write=-' '-q -d 0 --write=-' '-q --write=- --write-format=stream'; do
	# shellcheck disable=SC2086 # lists of words
	each "$first" $options good-locks.monwrite
done
each "$first" -l -
each "$first" -f json -
for capture in odd-product.stream bad-mark.monwrite odd-array-order.stream odd-text.stream; do
	[ -f $capture ] || continue
	each "$first" $capture
	each "$first" -x $capture
done
each "$first" --describe=MRSYTLCK
each "$first" --xref=MRSYTLCK
each "$first" --list-layouts
for page in plain.txt prolog.txt; do
	each "$first" --layouts="$pages/$page" -l good-locks.stream
	each "$first" --layouts="$pages/$page" --check-layouts
	each "$first" --to-dsect="$pages/$page"
done
finish
