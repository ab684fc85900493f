# preload.sh: build and try interrupt.c.  Sourced; sets $lib, and $hit, a file that exists after a call was disturbed.
[ -z "$EMULATOR" ] || skip_all 'the emulator loads its own libraries'
lib=$tap_dir/interrupt.so
${CC:-cc} -O1 -fPIC -shared -o "$lib" "$tests/nets/interrupt.c" >"$tap_dir/log" 2>&1 ||
	skip_all "nothing can be preloaded: $(head -n 1 "$tap_dir/log")"
# The library of a sanitizer wants to be the first.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0
export ASAN_OPTIONS
hit=$tap_dir/hit
LD_PRELOAD=$lib INTERRUPT=eintr:1:$hit "$MONREAD" -l "$captures/good-locks.stream" >/dev/null 2>&1
[ -e "$hit" ] || skip_all 'preloading has no effect here'
rm -f "$hit"
