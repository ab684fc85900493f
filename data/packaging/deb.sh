#!/bin/sh
# deb.sh TARBALL DIR: build Debian packages of the release TARBALL in a copy, and leave them in DIR.
#
# DEB_HOST_ARCH        for another architecture, by its cross compiler; its libraries must be installed (multiarch)
# DEB_BUILD_OPTIONS    as dpkg-buildpackage has it (default: nocheck, as `make check' has tested the same)
# DEB_VERSION          another version than that of the changelog, for tests of upgrades
# DEB_WORK             the folder to build in, which must not exist; a compiler cache finds more in the same again
# DEBFULLNAME, DEBEMAIL  who packages it
# DPKG_FLAGS           more options of dpkg-buildpackage, such as -d
set -eu
# The modes of what is packed are part of it.
umask 022
tarball=$1
dir=$2

command -v dpkg-buildpackage >/dev/null 2>&1 || {
	echo "deb.sh: dpkg-buildpackage is missing; its Debian package is dpkg-dev" >&2
	exit 1
}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
name=$(basename "$tarball" .tar.gz)
version=${DEB_VERSION:-$(sed -n '1s/.*(\(.*\)).*/\1/p' "$(dirname "$0")/debian/changelog")}
: "${DEB_BUILD_OPTIONS=nocheck}"
export DEB_BUILD_OPTIONS

if [ -n "${DEB_WORK-}" ]; then
	work=$DEB_WORK
	mkdir "$work"
else
	work=$(mktemp -d "${TMPDIR:-/tmp}/monread-deb.XXXXXX")
fi
trap 'rm -rf "$work"' 0
trap 'exit 1' 1 2 15
cp "$tarball" "$work/monread_${version%-*}.orig.tar.gz"
tar -C "$work" -xzf "$tarball"
cp -R "$work/$name/data/packaging/debian" "$work/$name/debian"
cd "$work/$name"
if [ -n "${DEBEMAIL-}" ]; then
	who="${DEBFULLNAME:-$DEBEMAIL} <$DEBEMAIL>"
	sed -i "s/^Maintainer: .*/Maintainer: $who/" debian/control
	sed -i "0,/^ -- / s/^ -- .*>  / -- $who  /" debian/changelog
fi
sed -i "1s/(.*)/($version)/" debian/changelog
# shellcheck disable=SC2086 # lists of words
dpkg-buildpackage -us -uc ${DEB_HOST_ARCH:+--host-arch "$DEB_HOST_ARCH" -Pcross,nocheck} ${DPKG_FLAGS-}
cd ..
for file in *; do
	[ "$file" = "$name" ] || mv -f "$file" "$dir/"
done
echo "deb.sh: packages are in $dir"
