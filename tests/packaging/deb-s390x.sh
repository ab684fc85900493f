#!/bin/sh
# deb-s390x.sh: Debian packages of s390x, made by the cross compiler in a tree that has the libraries of s390x (multiarch),
# installed there, and their programs run by qemu.  `make check-deb-s390x'.
#
# DEB_DIR    packages that are there already, of `make deb DEB_HOST_ARCH=s390x'; without it they are built in the tree
# SUITE      the release (default: that of this machine)
. "${srcdir:-.}/tests/tap.sh"
. "$tests/packaging/tree.sh"
: "${SUITE:=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")}"
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$srcdir/data/packaging/debian/changelog")
tarball=$builddir/monread-${version%-*}.tar.gz

tree_make "$SUITE" || skip_all "no tree of $SUITE: $(tail -n 1 "$tap_log")"
within dpkg --add-architecture s390x
within apt-get -q update || skip_all 'the mirror has no s390x'
mkdir "$tree/debs"
if [ -z "${DEB_DIR-}" ]; then
	apt_install --no-install-recommends crossbuild-essential-s390x build-essential dpkg-dev debhelper
	ok 'the cross compiler is installed' $?
	tar -C "$tree/root" -xzf "$tarball"
	cp "$tarball" "$tree/root/"
	source=/root/monread-${version%-*}
	cp -R "$tree$source/data/packaging/debian" "$tree$source/debian"
	within apt-get -q -y --no-install-recommends -a s390x -P cross,nocheck build-dep "$source"
	ok 'the libraries of s390x are installed' $?
	rm -rf "$tree$source"
	cp "$srcdir/data/packaging/deb.sh" "$tree/root/"
	mkdir "$tree/root/debian"
	cp "$srcdir/data/packaging/debian/changelog" "$tree/root/debian/"
	within env DEB_HOST_ARCH=s390x sh /root/deb.sh "/root/$(basename "$tarball")" /debs
	ok 'packages are built' $?
else
	cp "$DEB_DIR"/*_s390x.deb "$tree/debs/"
fi
ls "$tree/debs" | sed -n 's/_.*_s390x\.deb$//p' | grep -v dbgsym >"$tap_dir/got"
printf '%s\n' libmonread-dev libmonread0 monplay monread >"$tap_dir/expected"
same 'all packages are there' "$tap_dir/expected" "$tap_dir/got"
for package in libmonread0 monread; do
	dpkg-deb -f "$tree/debs/${package}_${version}_s390x.deb" Recommends | sed "s/^/# $package recommends: /"
done
dpkg-deb -f "$tree/debs/monread_${version}_s390x.deb" Recommends | tr ',' '\n' | sed 's/^ *//; s/[ 0-9].*//' | sort >"$tap_dir/got"
for library in libarchive libavro libncursesw libsqlite libxml; do
	grep -qx "$library" "$tap_dir/got"
	ok "$library is not left out" $?
done

# ---- Installed, with the libraries, and run ----

within apt-get -q -y install --no-install-recommends qemu-user
libraries=$(dpkg-deb -f "$tree/debs/monread_${version}_s390x.deb" Recommends | tr ',' '\n' | sed -n 's/^ *\(lib[^ ]*\).*/\1:s390x/p')
# shellcheck disable=SC2086 # a list of words
apt_install --no-install-recommends /debs/monread_${version}_s390x.deb /debs/libmonread0_${version}_s390x.deb \
	/debs/monplay_${version}_s390x.deb $libraries
ok 'they are installed with their libraries' $?
emulated()
{
	program=$1
	shift
	within_quietly qemu-s390x "/usr/bin/$program" "$@" 2>"$tap_log" </dev/null
}
is 'monread is of s390x' 'ELF 64-bit MSB' "$(file -b "$tree/usr/bin/monread" | cut -c 1-14)"
sample=/usr/share/monread/sample.monwrite
cp "$srcdir/data/sample.monwrite" "$tap_dir/sample.monwrite"
for options in '-l' '-f json -a' '-f csv -n MRSYTPRP' '--list-layouts'; do
	# shellcheck disable=SC2086 # lists of words
	case $options in
	--*)
		emulated monread $options >"$tap_dir/got"
		monread $options >"$tap_dir/expected"
		;;
	*)
		emulated monread $options $sample | sed "s|$sample|FILE|g" >"$tap_dir/got"
		monread $options "$tap_dir/sample.monwrite" | sed "s|$tap_dir/sample.monwrite|FILE|g" >"$tap_dir/expected"
		;;
	esac
	same "monread $options" "$tap_dir/expected" "$tap_dir/got"
done
query='SELECT interval, count(*) FROM MRSYTPRP_delta GROUP BY 1'
emulated monread --sql="$query" $sample >"$tap_dir/got"
monread --sql="$query" "$tap_dir/sample.monwrite" >"$tap_dir/expected"
same 'with SQLite: a query' "$tap_dir/expected" "$tap_dir/got"
emulated monstat $sample >"$tap_dir/got"
${MONSTAT:-$builddir/src/monstat} "$tap_dir/sample.monwrite" >"$tap_dir/expected"
same 'with SQLite: a report' "$tap_dir/expected" "$tap_dir/got"
gzip -c "$tap_dir/sample.monwrite" >"$tree/root/sample.gz"
is 'with libarchive: compressed' "$(monread -l -a "$tap_dir/sample.monwrite" | wc -l)" "$(emulated monread -l -a /root/sample.gz | wc -l)"
is 'with libavro: Avro' Obj "$(emulated monread -f avro -n MRSYTPRP $sample | head -c 3)"
page=$(find "$tests/layouts/pages" -iname '*.html' | sort | head -n 1)
if [ -n "$page" ]; then
	cp "$page" "$tree/root/page.html"
	monread --layouts="$page" --list-layouts 2>/dev/null | sed "s|$page|/root/page.html|" >"$tap_dir/expected"
	emulated monread --layouts=/root/page.html --list-layouts >"$tap_dir/got"
	same 'with libxml2: a page in HTML' "$tap_dir/expected" "$tap_dir/got"
fi
emulated monplay --version | grep -q "^monplay.* ${version%-*}"
ok 'with libfuse: monplay starts' $?
finish
