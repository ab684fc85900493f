#!/bin/sh
# rpm-s390x.sh: RPM packages of s390x with all libraries, made in a Debian tree that has these (multiarch) by
# its rpmbuild and cross compiler, unpacked there, and their programs run by qemu.  `make check-rpm-s390x'.
#
# SUITE      the release (default: that of this machine)
. "${srcdir:-.}/tests/tap.sh"
. "$tests/packaging/tree.sh"

tree_make "$SUITE" || skip_all "no tree of $SUITE: $(tail -n 1 "$tap_log")"
tree_foreign s390x || skip_all 'the mirror has no s390x'
tree_cross s390x "$tarball"
ok 'the cross compiler and the libraries of s390x are installed' $?
apt_install --no-install-recommends rpm cpio qemu-user
ok 'rpm is installed' $?
# --nodeps, as rpm has no database of Debian's packages.
within rpmbuild -ta --nodeps --target s390x-linux --define '_topdir /root/rpm' "/root/$(basename "$tarball")"
ok 'packages are built' $?
find "$tree/root/rpm/RPMS/s390x" -name '*.rpm' 2>"$tap_log" | sed "s|.*/||; s|-${version%-*}-.*||" | sort >"$tap_dir/got"
printf '%s\n' libmonread-devel libmonread0 monplay monread >"$tap_dir/expected"
same 'all packages are there' "$tap_dir/expected" "$tap_dir/got"
file=$(cd "$tree" && find root/rpm/RPMS/s390x -name "monread-${version%-*}-*.rpm")
is 'monread is of s390x' s390x "$(within_quietly rpm -qp --qf '%{ARCH}' "/$file" 2>"$tap_log")"
within_quietly rpm -qp --recommends "/$file" >"$tap_dir/recommends" 2>"$tap_log"
grep -q '^(*libxml2\.so\.[0-9]*()(64bit)' "$tap_dir/recommends"
ok 'libxml2 is recommended' $?
within_quietly rpm -qp --requires "/$file" >"$tap_dir/requires" 2>"$tap_log"
grep -q '^libc\.so\.6(.*)(64bit)' "$tap_dir/requires"
ok 'the C library is required, which rpm has found itself' $?
for library in libncursesw libsqlite3; do
	grep -q "^$library\.so\.[0-9]*()(64bit)" "$tap_dir/requires"
	ok "$library is required" $?
done
! grep -q '^libxml' "$tap_dir/requires"
ok 'libxml2 is not' $?

# ---- Unpacked, and run ----

within sh -c 'cd / && for file in /root/rpm/RPMS/s390x/*.rpm; do rpm2cpio "$file" | cpio -idmu --quiet || exit; done'
ok 'they are unpacked' $?
. "$tests/packaging/emulated.sh"
finish
