#!/bin/sh
# lazy.sh: monread loads libxml2 only when needed, and without libxml2 all other features work.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'the emulator loads its own libraries'
soname=$(sed -n 's/^#define LIBXML2_SONAME "\(.*\)"/\1/p' "$builddir/config.h")
[ -n "$soname" ] || skip_all 'built without libxml2, or linked with it'

# If monread is a script, the loader would list the libraries of its shell.
if head -c 4 "$MONREAD" | grep -q ELF && LD_TRACE_LOADED_OBJECTS=1 "$MONREAD" >"$tap_dir/loaded" 2>/dev/null; then
	! grep -q libxml2 "$tap_dir/loaded"
	ok 'libxml2 is not loaded without need' $?
fi
# A file that is not a library replaces the library.
mkdir "$tap_dir/none"
: >"$tap_dir/none/$soname"
echo '<html><pre>Record: MRTSTNON</pre></html>' >"$tap_dir/page.html"
LD_LIBRARY_PATH=$tap_dir/none "$MONREAD" -L "$tap_dir/page.html" --describe=MRSYTLCK >"$tap_dir/out" 2>"$tap_dir/err"
grep -q "page.html: is HTML, and libxml2 cannot be loaded: .*$soname.*: save the page as text" "$tap_dir/err" &&
	[ -s "$tap_dir/out" ]
ok 'HTML without libxml2: message, and the other pages are used' $?
finish
