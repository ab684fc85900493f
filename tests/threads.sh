#!/bin/sh
# threads.sh: threads that share a collection of layouts: as it was built, and under ThreadSanitizer.
. "${srcdir:-.}/tests/tap.sh"

sample=$srcdir/data/sample.monwrite
# An arena for each thread takes 64 MB of address space, which may be short.
MALLOC_ARENA_MAX=1
export MALLOC_ARENA_MAX
# shellcheck disable=SC2086 # a list of words
is 'threads that share a collection' '1..2
ok 1 - values are there
ok 2 - 8 threads that share a collection see the same' "$($EMULATOR "$builddir/tests/threads" "$sample" 2>&1)"

# Leave out code without threads: pages in HTML.
mkdir "$tap_dir/config"
printf '#include "%s/config.h"\n#undef HAVE_LIBXML2\n' "$builddir" >"$tap_dir/config/config.h"
echo 'int main(void) { return 0; }' >"$tap_dir/main.c"
if [ -n "$EMULATOR" ] || ! ${CC:=cc} -fsanitize=thread -o "$tap_dir/main" "$tap_dir/main.c" 2>"$tap_dir/log" ||
	! "$tap_dir/main" 2>"$tap_dir/log"; then
	echo "# $CC has no ThreadSanitizer that works"
	finish
	exit
fi
# shellcheck disable=SC2086 # a list of words
$CC -O1 -fsanitize=thread -I"$tap_dir/config" -I"$srcdir/src" -o "$tap_dir/threads" "$tests/threads.c" \
	"$srcdir"/src/base/*.c "$srcdir"/src/stream/*.c "$srcdir"/src/decode/*.c "$srcdir"/src/layout/*.c \
	"$srcdir"/src/listing/*.c -lpthread -ldl 2>"$tap_dir/log"
ok 'the library is built with ThreadSanitizer' $?
is 'threads that share a collection, watched' '1..2
ok 1 - values are there
ok 2 - 8 threads that share a collection see the same' "$("$tap_dir/threads" "$sample" 2>&1 | head -n 40)"
finish
