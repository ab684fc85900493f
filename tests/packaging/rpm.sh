#!/bin/sh
# rpm.sh: RPM packages of the tarball by rpmbuild, for this machine and, if the cross compiler is installed, for s390x;
# check their contents and the findings of rpmlint.  `make check-rpm'.
. "${srcdir:-.}/tests/tap.sh"
command -v rpmbuild >/dev/null 2>&1 || skip_all 'no rpmbuild (Debian: rpm)'
unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS LDFLAGS
tap_log=$tap_dir/log
version=$(sed -n 's/^PACKAGE_VERSION = //p' "$builddir/Makefile")
tarball=$builddir/monread-$version.tar.gz

# packages TARGET OPTION...: build packages in the folder $tap_dir/TARGET; the status of rpmbuild.
packages()
{
	target=$1
	shift
	# This machine has no package database for rpm.
	HOME=$tap_dir rpmbuild -ta --nodeps --define "_topdir $tap_dir/$target" "$@" "$tarball" >"$tap_log" 2>&1 && return
	# The last lines of rpmbuild do not help.
	grep -a -n -e 'rror: ' -e '\*\*\* ' "$tap_log" | head -n 20 | sed 's/^/# /'
	return 1
}

# holds_files PACKAGE GLOB...: the package has files of these names.
holds_files()
{
	file=$(find "$tap_dir/$target/RPMS" -name "$1-$version-*.rpm")
	[ -f "$file" ]
	ok "$target: $1 is there" $?
	rpm -qlp "$file" 2>/dev/null >"$tap_dir/files"
	package=$1
	shift
	for glob; do
		grep -q -x -e "$glob" "$tap_dir/files"
		ok "$target: $package has $glob" $?
	done
}

forms()
{
	holds_files libmonread0 '/usr/lib[0-9]*/libmonread\.so\.0'
	holds_files libmonread-devel /usr/include/monread.h '/usr/lib[0-9]*/libmonread\.a' '/usr/share/man/man3/monread_feed\.3.*'
	holds_files monread /usr/bin/monread /usr/bin/monread-fetch-layouts '/usr/share/man/man1/monread\.1.*' \
		/etc/default/monread '/usr/lib/systemd/system/monread-capture\.service' /usr/lib/sysusers.d/monread.conf
	rpm -qp --scripts "$file" 2>/dev/null >"$tap_dir/scripts"
	! grep -q '%{\|%systemd' "$tap_dir/scripts"
	ok "$target: macros of scriptlets are known" $?
	for script in postinstall preuninstall postuninstall; do
		sed -n "/^$script/,/^[a-z]* scriptlet/p" "$tap_dir/scripts" | sed '/ scriptlet/d; /^[a-z]* program/d' | sh -n
		ok "$target: $script is right" $?
	done
	rpm -qp --requires "$file" 2>/dev/null | grep -q '^libsqlite3\.so'
	ok "$target: SQLite is required" $?
}

packages native
ok 'native: packages are built' $?
forms
holds_files python3-monread '/usr/lib/python3[^/]*/[a-z]*-packages/monread/parquet\.py' /usr/bin/monread2pcp
holds_files monplay /usr/bin/monplay '/usr/share/man/man1/monplay\.1.*'
(mkdir "$tap_dir/unpacked" && cd "$tap_dir/unpacked" && rpm2cpio "$(find "$tap_dir/native/RPMS" -name "monread-$version-*.rpm")" |
	cpio -idm --quiet) >"$tap_log" 2>&1
ok 'native: it is unpacked' $?
"$tap_dir/unpacked/usr/bin/monread" -l "$srcdir/data/sample.monwrite" >"$tap_dir/got" 2>"$tap_log"
monread -l "$srcdir/data/sample.monwrite" >"$tap_dir/expected"
same 'native: it works' "$tap_dir/expected" "$tap_dir/got"
if command -v rpmlint >/dev/null 2>&1; then
	rpmlint -c "$srcdir/data/packaging/rpmlint.toml" "$tap_dir"/native/RPMS/*/*.rpm "$tap_dir"/native/SRPMS/*.rpm >"$tap_dir/rpmlint" 2>&1
	sed 's/^/# /' "$tap_dir/rpmlint"
	grep -q ' 0 errors' "$tap_dir/rpmlint"
	ok 'rpmlint finds no error' $?
fi

if command -v s390x-linux-gnu-gcc >/dev/null 2>&1; then
	# rpmbuild must not use the libraries of this machine for s390x.
	PKG_CONFIG_LIBDIR=/nonexistent
	export PKG_CONFIG_LIBDIR
	packages s390x --target s390x-linux --without libxml2 --without zlib --without liblzma --without libzstd --without sqlite3 \
		--without ncurses --without fuse3
	ok 's390x: packages are built' $?
	holds_files libmonread0 '/usr/lib[0-9]*/libmonread\.so\.0'
	holds_files libmonread-devel /usr/include/monread.h
	holds_files monread /usr/bin/monread
	is 's390x: they are of s390x' s390x "$(rpm -qp --qf '%{ARCH}' "$file" 2>/dev/null)"
	if command -v qemu-s390x >/dev/null 2>&1; then
		rm -rf "$tap_dir/unpacked"
		(mkdir "$tap_dir/unpacked" && cd "$tap_dir/unpacked" && rpm2cpio "$file" | cpio -idm --quiet) >"$tap_log" 2>&1
		qemu-s390x -L /usr/s390x-linux-gnu "$tap_dir/unpacked/usr/bin/monread" -l "$srcdir/data/sample.monwrite" >"$tap_dir/got" 2>"$tap_log"
		same 's390x: it works' "$tap_dir/expected" "$tap_dir/got"
	fi
fi
finish
