#!/bin/sh
# versions.sh: all files that name the version of the release, or the functions of the library, agree.
. "${srcdir:-.}/tests/tap.sh"

version=$(sed -n 's/^PACKAGE_VERSION = //p' "$builddir/Makefile")
is 'of configure.ac' "$version" "$(sed -n 's/^AC_INIT(\[monread\], \[\([^]]*\)\], .*/\1/p' "$srcdir/configure.ac")"
is 'of the Debian package' "$version" "$(sed -n '1s/.*(\(.*\)-[^-]*).*/\1/p' "$srcdir/data/packaging/debian/changelog")"
is 'of the RPM package' "$version-1" "$(sed -n '/^%changelog/,/^\* /s/^\* .* - //p' "$srcdir/data/packaging/monread.spec.in" | sed "s/@PACKAGE_VERSION@/$version/")"
is 'of ChangeLog' "Release $version" "$(grep "^Release" "$srcdir/ChangeLog" | grep -v "not released yet" | head -n 1)"
is 'of the package of Python' "$version $version" "$(sed -n 's/^version = "\(.*\)"/\1/p' "$srcdir/src/python/pyproject.toml") $(
	sed -n 's/^__version__ = "\(.*\)"/\1/p' "$srcdir/src/python/monread/__init__.py")"
for page in "$srcdir"/man/*.[1-8]; do
	is "of $(basename "$page")" '' "$(sed -n '/^\.TH /p' "$page" | grep -o '[0-9]*\.[0-9]*\.[0-9]*' | grep -vx -F "$version")"
done

# dpkg-gensymbols(1) fails where one is missing.
grep -v '^#' "$srcdir/src/monread.h" | tr '\n' ' ' | grep -o 'MONREAD_API [^;(]*(' | sed 's/($//; s/.*[^a-z0-9_]//' |
	sort >"$tap_dir/expected"
sed -n 's/^ \(monread_.*\)@LIBMONREAD_[0-9_]* .*/\1/p' "$srcdir/data/packaging/debian/libmonread0.symbols" | sort >"$tap_dir/got"
same 'the symbols of the Debian package are those of monread.h' "$tap_dir/expected" "$tap_dir/got"

finish
