#!/bin/sh
# deb-s390x.sh: the cross compiler builds Debian packages of s390x in a tree with the libraries of s390x (multiarch);
# they are installed there, and qemu runs their programs.  `make check-deb-s390x'.
#
# DEB_DIR    existing packages of `make deb DEB_HOST_ARCH=s390x'; without it the test builds them in the tree
# SUITE      the release (default: the release of this machine)
. "${srcdir:-.}/tests/tap.sh"
. "$tests/packaging/tree.sh"

tree_make "$SUITE" || skip_all "no tree of $SUITE: $(tail -n 1 "$tap_log")"
tree_foreign s390x || skip_all 'the mirror has no s390x'
mkdir "$tree/debs"
if [ -z "${DEB_DIR-}" ]; then
	apt_install --no-install-recommends debhelper
	tree_cross s390x "$tarball"
	ok 'the cross compiler and the libraries of s390x are installed' $?
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
dpkg-deb -f "$tree/debs/monread_${version}_s390x.deb" Depends Recommends | tr ',' '\n' | sed 's/^[A-Z][a-z]*://; s/^ *//; s/[ 0-9].*//' | sort >"$tap_dir/got"
for library in libncursesw libsqlite libxml; do
	grep -qx "$library" "$tap_dir/got"
	ok "$library is not left out" $?
done

# ---- Installed, with the libraries, and run ----

within apt-get -q -y install --no-install-recommends qemu-user
libraries=$(dpkg-deb -f "$tree/debs/monread_${version}_s390x.deb" Recommends | tr ',' '\n' | sed -n 's/^ *\(lib[^ ]*\).*/\1:s390x/p')
# shellcheck disable=SC2086 # a list of words
apt_install --no-install-recommends /debs/monread_${version}_s390x.deb /debs/libmonread0_${version}_s390x.deb \
	/debs/monplay_${version}_s390x.deb $libraries
ok 'the packages can be installed with their libraries' $?

emulated()
{
	program=$1
	shift
	within_quietly qemu-s390x "/usr/bin/$program" "$@" 2>"$tap_log" </dev/null
}
is 'monread is of s390x' 'ELF 64-bit MSB' "$(file -b "$tree/usr/bin/monread" | cut -c 1-14)"
sample=/usr/share/monread/sample.monwrite
cp "$srcdir/data/sample.monwrite" "$tap_dir/sample.monwrite"
for options in '-l' '-f json -a' '-f csv -n MRSYTPRP' '--tables'; do
	# shellcheck disable=SC2086 # lists of words
	emulated monread $options $sample | sed "s|$sample|FILE|g" >"$tap_dir/got"
	# shellcheck disable=SC2086
	monread $options "$tap_dir/sample.monwrite" | sed "s|$tap_dir/sample.monwrite|FILE|g" >"$tap_dir/expected"
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
is 'with zlib: compressed' "$(monread -l -a "$tap_dir/sample.monwrite" | wc -l)" "$(emulated monread -l -a /root/sample.gz | wc -l)"
page=$(find "$tests/layouts/pages" -iname '*.html' | sort | head -n 1)
if [ -n "$page" ]; then
	cp "$page" "$tree/root/page.html"
	monread --layouts="$page" --tables 2>/dev/null | sed "s|$page|/root/page.html|" >"$tap_dir/expected"
	emulated monread --layouts=/root/page.html --tables >"$tap_dir/got"
	same 'with libxml2: a page in HTML' "$tap_dir/expected" "$tap_dir/got"
fi
emulated monplay --version | grep -q "^monplay.* ${version%-*}"
ok 'with libfuse: monplay starts' $?
finish
