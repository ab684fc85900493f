#!/bin/sh
# loaded.sh PACKAGE PROGRAM...: the libraries that the programs load when they need them, with the versions that have the
# functions they use, as ${loaded:Recommends} and ${loaded:Suggests} of the package.
set -eu
LC_ALL=C
export LC_ALL
package=$1
shift
dir=debian/loaded/$package
mkdir -p "$dir"
strings -n 3 "$@" | sort -u >"$dir/strings"
# Those that configure found, and that these programs name.  The first of many strings may have bytes before it that are
# characters, too.
for library in $(sed -n 's/^#define [A-Z0-9_]*_SONAME "\(.*\)"/\1/p' config.h | sort -u); do
	if grep -qF "$library" "$dir/strings"; then
		echo "$library"
	fi
done >"$dir/libraries"
[ -s "$dir/libraries" ] || { echo "$*: loads no libraries" >&2; exit 1; }
while read -r library; do
	# The compiler knows where the host's libraries are.
	file=$(${CC:-cc} -print-file-name="$library")
	[ -f "$file" ] || { echo "$library: not found by ${CC:-cc}" >&2; exit 1; }
	"${NM:-nm}" -D --defined-only "$file" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u >"$dir/has"
	comm -12 "$dir/strings" "$dir/has" >"$dir/names.$library"
	[ -s "$dir/names.$library" ] || { echo "$library: nothing of it is used" >&2; exit 1; }
done <"$dir/libraries"

# linked FIELD LIBRARY...: a library that is linked with them for these functions, loaded.FIELD.so.
linked()
{
	field=$1
	shift
	for library; do
		cat "$dir/names.$library"
	done | sort -u >"$dir/names"
	{
		sed 's/.*/extern char &;/' "$dir/names"
		echo 'void *loaded[] = {'
		sed 's/.*/\&&,/' "$dir/names"
		echo '};'
	} >"$dir/loaded.c"
	${CC:-cc} -w -fPIC -shared -Wl,--no-as-needed -o "$dir/loaded.$field.so" "$dir/loaded.c" $(printf -- '-l:%s ' "$@")
}

set -- $(cat "$dir/libraries")
[ $# -eq 0 ] || {
	linked Recommends "$@"
	set -- -dRecommends -e"$dir/loaded.Recommends.so"
}
dpkg-shlibdeps -ploaded -T"debian/$package.substvars" "$@"
