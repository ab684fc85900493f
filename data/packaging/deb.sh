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
# The packages contain file modes, which must not depend on the caller's umask.
umask 022
tarball=$1
dir=$2

installed()
{
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# missing: the build dependencies in debian/control that are not installed.  dpkg-buildpackage checks versions.
missing()
{
	for package in build-essential dpkg-dev; do
		installed "$package" || echo "$package"
	done
	sed -n '/^Build-Depends:/,/^[^ B]/s/^ \(.*\),$/\1/p' debian/control | while IFS= read -r entry; do
		for profile in ${DEB_BUILD_PROFILES-}; do
			case $entry in
			*"!$profile"*) continue 2 ;;
			esac
		done
		names=$(echo "$entry" | sed 's/([^)]*)//g; s/<[^>]*>//g; s/:any//g; s/debhelper-compat/debhelper/
			s/ *| */ /g; s/ *$//')
		for name in $names; do
			installed "$name" && continue 2
		done
		# Of alternatives, name the one that this release has.
		for name in $names; do
			! apt-cache show "$name" >/dev/null 2>&1 || { echo "$name"; continue 2; }
		done
		echo "$names" | sed 's/ / or /g'
	done
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
case "${DEB_HOST_ARCH:+cross} ${DPKG_FLAGS-}" in
cross* | *" -d"*) ;;
*)
	missing=$(missing | paste -s -d , - | sed 's/,/, /g')
	if [ -n "$missing" ]; then
		echo "deb.sh: build dependencies are not installed: $missing; install these packages first" >&2
		exit 1
	fi
	;;
esac
# shellcheck disable=SC2086 # lists of words
dpkg-buildpackage -us -uc ${DEB_HOST_ARCH:+--host-arch "$DEB_HOST_ARCH" -Pcross,nocheck} ${DPKG_FLAGS-}
cd ..
for file in *; do
	[ "$file" = "$name" ] || mv -f "$file" "$dir/"
done
echo "deb.sh: packages are in $dir"
