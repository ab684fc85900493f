#!/bin/sh
# abi.sh [BASE]: compare with abidiff (libabigail) the library's binary interface now and at BASE, a revision of the git
# repository; by default the last tag.  make abi BASE=REVISION
#
# Until release 1.0.0 the interface may change, and this only reports: status 0.  From then on an incompatible change
# gives status 1.  2: the comparison failed.
cd "$(dirname "$0")/../.." || exit 2
for tool in abidiff git; do
	command -v $tool >/dev/null || {
		echo "abi.sh: $tool is not installed (Debian: abigail-tools, git)" >&2
		exit 2
	}
done
base=${1:-$(git describe --tags --abbrev=0 2>/dev/null)}
[ -n "$base" ] || {
	echo 'abi.sh: there is no tag yet; name a revision: make abi BASE=REVISION' >&2
	exit 2
}
dir=$(mktemp -d "${TMPDIR:-/tmp}/monread-abi.XXXXXX") || exit 2
trap 'rm -rf "$dir"' 0
trap 'exit 2' 1 2 15

# library NAME: build the library of the source in $dir/NAME.
library()
{
	(cd "$dir/$1" && ./bootstrap && ./configure -q --disable-static CFLAGS='-O0 -g' && ${MAKE:-make} libmonread.la) \
		>"$dir/$1.log" 2>&1 || {
		tail -n 5 "$dir/$1.log" >&2
		echo "abi.sh: the library of $1 could not be built" >&2
		exit 2
	}
}

mkdir "$dir/base" "$dir/now" && git archive "$base" | tar -xC "$dir/base" || exit 2
git ls-files -z | xargs -0 tar -c | tar -xC "$dir/now" || exit 2
unset MAKEFLAGS MFLAGS MAKELEVEL
library base
library now
abidiff --headers-dir1 "$dir/base/src" --headers-dir2 "$dir/now/src" --drop-private-types \
	"$dir/base/.libs/libmonread.so" "$dir/now/.libs/libmonread.so"
status=$?
# Bits of the status: 1 failure, 2 wrong usage, 4 a change, 8 an incompatible change.
[ $((status & 3)) -eq 0 ] || exit 2
[ $status -ne 0 ] || echo "abi.sh: no change since $base"
case $(sed -n 's/^AC_INIT(\[monread\], \[\([^]]*\)\].*/\1/p' configure.ac) in
0.*) exit 0 ;;
esac
[ $((status & 8)) -eq 0 ]
