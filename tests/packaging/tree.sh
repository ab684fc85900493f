# tree.sh: Debian trees for tests of packages.  Sourced after tap.sh; the source and build folders are $srcdir and $builddir.
#
# SUITE      the release of the tree (default: the release of this machine)
# TREES      a folder for archives of trees, so that a mirror is asked once (default: packages/trees in the build folder)
#
# Sets $tarball, the tarball of the packages, and $version, the version of the Debian packages.

[ "$(id -u)" -eq 0 ] || skip_all 'only root can make a Debian tree'
command -v debootstrap >/dev/null 2>&1 || skip_all 'no debootstrap (Debian: debootstrap)'
: "${TREES:=$builddir/packages/trees}"
: "${SUITE:=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")}"
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$srcdir/data/packaging/debian/changelog")
tarball=$builddir/monread-${version%-*}.tar.gz
tap_log=$tap_dir/log
tree=$tap_dir/tree
trap 'tree_umount && rm -rf --one-file-system "$tap_dir"' 0

# Fails if something stays mounted: a removal of the tree would remove files of this machine.
tree_umount()
{
	tree_status=0
	for mounted in dev proc; do
		! mountpoint -q "$tree/$mounted" || umount "$tree/$mounted" || tree_status=1
	done
	return $tree_status
}

# tree_make SUITE: make a fresh tree of SUITE in $tree; fails if it is not available.
tree_make()
{
	mkdir -p "$TREES" "$tree"
	if [ ! -f "$TREES/$1.tar" ]; then
		debootstrap --variant=minbase "$1" "$tree" >"$tap_log" 2>&1 || return 1
		rm -f "$tree"/var/cache/apt/archives/*.deb
		tar -C "$tree" -cf "$TREES/$1.tar.tmp" . && mv "$TREES/$1.tar.tmp" "$TREES/$1.tar" || return 1
	else
		tar -C "$tree" -xpf "$TREES/$1.tar" || return 1
	fi
	cp /etc/resolv.conf "$tree/etc/resolv.conf"
	# The data of the mirror may be a day old.
	printf '%s\n' 'Acquire::Check-Valid-Until "false";' 'Acquire::Retries "5";' >"$tree/etc/apt/apt.conf.d/monread"
	printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
	chmod +x "$tree/usr/sbin/policy-rc.d"
	mount -t proc proc "$tree/proc" && mount --bind /dev "$tree/dev" || return 1
	within apt-get -q update
}

# within COMMAND...: run COMMAND in the tree, with its output in $tap_log.
within()
{
	within_quietly "$@" >"$tap_log" 2>&1 </dev/null
}

within_quietly()
{
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
		http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" chroot "$tree" "$@"
}

# as_user COMMAND-LINE: run it by a shell of an ordinary user in the tree.
as_user()
{
	within_quietly su -s /bin/sh -c "$1" somebody </dev/null
}

apt_install()
{
	within apt-get -q -y -o DPkg::Lock::Timeout=60 install "$@"
}

# tree_foreign ARCHITECTURE: allow packages of ARCHITECTURE, too.
tree_foreign()
{
	within dpkg --add-architecture "$1" && within apt-get -q update
}

# tree_cross ARCHITECTURE TARBALL: install the cross compiler, and the libraries of ARCHITECTURE for the Debian package; the
# tarball is in /root.
tree_cross()
{
	tree_source=/root/$(basename "$2" .tar.gz)
	apt_install --no-install-recommends "crossbuild-essential-$1" build-essential dpkg-dev || return 1
	cp "$2" "$tree/root/" && tar -C "$tree/root" -xzf "$2" && cp -R "$tree$tree_source/data/packaging/debian" "$tree$tree_source/debian" &&
		within apt-get -q -y --no-install-recommends -a "$1" -P cross,nocheck build-dep "$tree_source" && rm -rf "$tree$tree_source"
}
