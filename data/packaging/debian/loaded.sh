#!/bin/sh
# loaded.sh PACKAGE PROGRAM...: the libraries that the programs load when they need them, with the versions that have the
# functions they use, as ${loaded:Recommends} of the package.
set -eu
LC_ALL=C
export LC_ALL
package=$1
shift
dir=debian/loaded/$package
mkdir -p "$dir"
strings -n 3 "$@" | sort -u >"$dir/strings"
"${READELF:-readelf}" -d "$@" | sed -n 's/.*NEEDED.*\[\(.*\)\].*/\1/p' | sort -u >"$dir/linked"
libraries=$(sed -n '/^libmonread\./d; s/^\(lib[a-z0-9]*\.so\.[0-9.]*\)$/\1/p' "$dir/strings" | comm -23 - "$dir/linked")
[ -n "$libraries" ] || { echo "$*: loads no libraries" >&2; exit 1; }
for library in $libraries; do
	# The compiler knows where the host's libraries are.
	file=$("${CC:-cc}" -print-file-name="$library")
	[ -f "$file" ] || { echo "$library: not found by $CC" >&2; exit 1; }
	"${NM:-nm}" -D --defined-only "$file" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u >"$dir/has"
	comm -12 "$dir/strings" "$dir/has" >"$dir/names.$library"
	[ -s "$dir/names.$library" ] || { echo "$library: nothing of it is used" >&2; exit 1; }
done
cat "$dir"/names.* | sort -u | sed 's/.*/extern char &;/' >"$dir/loaded.c"
echo 'void *loaded[] = {' >>"$dir/loaded.c"
cat "$dir"/names.* | sort -u | sed 's/.*/\&&,/' >>"$dir/loaded.c"
echo '};' >>"$dir/loaded.c"
"${CC:-cc}" -w -fPIC -shared -Wl,--no-as-needed -o "$dir/loaded.so" "$dir/loaded.c" $(printf -- '-l:%s ' $libraries)
dpkg-shlibdeps -ploaded -dRecommends -T"debian/$package.substvars" -e"$dir/loaded.so"
