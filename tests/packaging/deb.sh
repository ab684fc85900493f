#!/bin/sh
# deb.sh: Debian packages: two builds are equal, lintian accepts them; installed, run, upgraded and purged in a separate
# tree.  `make check-deb'.
#
# DEB_DIR    existing packages of `make deb'; without it the test builds them, twice
# SUITE      the release (default: the release of this machine)
. "${srcdir:-.}/tests/tap.sh"
for tool in dpkg-buildpackage dh dh_python3 lintian; do
	command -v $tool >/dev/null 2>&1 || skip_all "no $tool (Debian: dpkg-dev debhelper dh-python lintian)"
done
. "$tests/packaging/tree.sh"
# Packages are made with Debian's flags, not with those of this build.
unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS LDFLAGS
arch=$(dpkg --print-architecture)

# ---- Built, twice ----

if [ -z "${DEB_DIR-}" ]; then
	DEB_DIR=$tap_dir/first
	(umask 022 && sh "$srcdir/data/packaging/deb.sh" "$tarball" "$DEB_DIR") >"$tap_log" 2>&1
	ok 'packages are built' $?
	mkdir "$tap_dir/elsewhere"
	# Without a compiler cache, so that everything is built again.
	(umask 027 && HOME=$tap_dir/elsewhere CCACHE_DISABLE=1 LANG=tr_TR.UTF-8 TZ=Asia/Tokyo TMPDIR=$tap_dir/elsewhere DEB_BUILD_OPTIONS='nocheck parallel=1' \
		sh "$srcdir/data/packaging/deb.sh" "$tarball" "$tap_dir/second") >"$tap_log" 2>&1
	ok 'a second build in another directory' $?
	for file in "$DEB_DIR"/*.deb "$DEB_DIR"/*.dsc "$DEB_DIR"/*.debian.tar.xz; do
		file=$(basename "$file")
		cmp "$DEB_DIR/$file" "$tap_dir/second/$file" >"$tap_log" 2>&1
		ok "$file is the same" $?
	done
	rm -rf "$tap_dir/second"
fi
deb()
{
	echo "$DEB_DIR/$1_${version}_$arch.deb"
}
# named PACKAGE FIELD: print the libraries in FIELD without their numbers, because these differ between releases.
named()
{
	dpkg-deb -f "$(deb "$1")" "$2" | tr ',' '\n' | sed -n 's/^ *\(lib[a-z-]*\).*/\1/p' | sort | paste -s -d ' ' -
}
packages='libmonread-dev libmonread0 monplay monread'
for package in $packages; do
	[ -f "$(deb "$package")" ]
	ok "$package is there" $?
done

module=$DEB_DIR/python3-monread_${version}_all.deb
is 'the module of Python is in its package' 1 "$(dpkg-deb -c "$module" | grep -c 'usr/lib/python3/dist-packages/monread/parquet.py$')"
is 'reports are in the package as templates' "$(find "$srcdir/data/reports" -name '*.report' | wc -l | tr -d ' ')" \
	"$(dpkg-deb -c "$(deb monread)" | grep -c 'usr/share/monread/reports/.*\.report$')"

# monread loads libxml2 at run time.
is 'libxml2 is recommended' libxml "$(named monread Recommends)"
is 'libmonread0 recommends libxml2, too' libxml "$(named libmonread0 Recommends)"

# ---- Maintainer ----

(DEBFULLNAME='Ann Other' DEBEMAIL=ann@example.org DPKG_FLAGS='-S -d' sh "$srcdir/data/packaging/deb.sh" "$tarball" "$tap_dir/hers") >"$tap_log" 2>&1
ok 'sources are made by somebody' $?
is 'who is the maintainer, and made the change' 'Ann Other <ann@example.org> Ann Other <ann@example.org>' \
	"$(sed -n 's/^\(Maintainer\|Changed-By\): //p' "$tap_dir"/hers/*.changes | paste -s -d ' ' -)"
rm -rf "$tap_dir/hers"

# ---- Form ----

# The packages are not uploaded to Debian, so they close no bug there.
lintian --allow-root --suppress-tags initial-upload-closes-no-bugs "$DEB_DIR"/*.changes >"$tap_dir/got" 2>"$tap_dir/err"
ok 'lintian finds no error' $?
: >"$tap_dir/expected"
same 'lintian finds no warnings' "$tap_dir/expected" "$tap_dir/got"
if command -v hardening-check >/dev/null 2>&1; then
	for package in monread monplay libmonread0; do
		dpkg-deb -x "$(deb $package)" "$tap_dir/unpacked"
	done
	for file in "$tap_dir"/unpacked/usr/bin/mon[psr][let]*[dty] "$tap_dir"/unpacked/usr/lib/*/libmonread.so.0; do
		head -c 4 "$file" | grep -q ELF || continue
		# The dpkg of this release does not ask for protection of stack clash and control flow.
		hardening-check "$file" >"$tap_log" 2>&1
		is "$(basename "$file") is hardened" 5 "$(sed -n '/^ Stack clash/d; /^ Control flow/d; /: yes\|: no, regular shared library (ignored)/p' "$tap_log" |
			grep -c .)"
	done
	rm -rf "$tap_dir/unpacked"
fi

# ---- Installed ----

tree_make "$SUITE" || skip_all "no tree of $SUITE: $(tail -n 1 "$tap_log")"
mkdir "$tree/debs" "$tree/older"
for package in $packages; do
	cp "$(deb "$package")" "$tree/debs/"
	rm -rf "$tap_dir/older"
	dpkg-deb -R "$(deb "$package")" "$tap_dir/older"
	sed -i "s/^Version: .*/Version: 0.9.0-1/; s/(>*= ${version%-*}[^)]*)/(= 0.9.0-1)/; s/libmonread0 (>= [^)]*)/libmonread0 (= 0.9.0-1)/" "$tap_dir/older/DEBIAN/control"
	mkdir -p "$tap_dir/older/usr/share/doc/$package"
	echo gone >"$tap_dir/older/usr/share/doc/$package/older"
	[ $package != monread ] || echo '# older' >>"$tap_dir/older/etc/default/monread"
	dpkg-deb -b "$tap_dir/older" "$tree/older/$package.deb" >/dev/null
done
within useradd -m somebody
ok 'there is an ordinary user' $?

# Install the dependencies first, to find the files that the packages themselves leave.
within_quietly apt-get -s -y install $(cd "$tree" && ls debs/*.deb | sed 's|^|./|') 2>"$tap_dir/err" |
	sed -n 's/^Inst \([^ ]*\) .*/\1/p' | grep -vx -e libmonread-dev -e libmonread0 -e monplay -e monread >"$tap_dir/depends"
sed 's/^/# depends on or recommends: /' "$tap_dir/depends" | head -n 60
hard=$(for package in $packages; do dpkg-deb -f "$(deb $package)" Depends; done | tr ',' '\n' |
	sed 's/^ *//; s/ .*//' | sort -u | grep -v '^libmonread0$')
apt_install --no-install-recommends $hard
ok 'dependencies can be installed' $?

everything()
{
	(cd "$tree" && find . -regex './\(proc\|dev\|tmp\|run\|debs\|older\|home\|var/\(cache\|log\|lib/apt\|lib/dpkg\)\)' -prune -o -print |
		grep -v -e '^\./etc/[a-z]*-$' -e '\.dpkg-tmp$' | sort)
	sed 's/^/passwd: /' "$tree/etc/passwd"
	sed 's/^/group: /' "$tree/etc/group"
}
everything >"$tap_dir/before"

apt_install --no-install-recommends /older/libmonread-dev.deb /older/libmonread0.deb /older/monplay.deb /older/monread.deb
ok 'an older version is installed' $?
[ -f "$tree/usr/share/doc/monread/older" ]
ok 'the older version has one more file' $?
echo 'MONREAD_OPTIONS="--rotate=2h"' >>"$tree/etc/default/monread"
apt_install --no-install-recommends -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
	/debs/libmonread-dev_${version}_$arch.deb /debs/libmonread0_${version}_$arch.deb /debs/monplay_${version}_$arch.deb /debs/monread_${version}_$arch.deb
ok 'the package is upgraded' $?
is 'to this version' "$version" "$(within_quietly dpkg-query -W -f '${Version}\n' $packages | sort -u)"
is 'a file of the older version only is removed' '' "$(find "$tree/usr/share/doc" -name older)"
is 'settings stay' 'MONREAD_OPTIONS="--rotate=2h"' "$(tail -n 1 "$tree/etc/default/monread")"
is 'the user of the services is there' monread "$(within_quietly getent passwd monread | cut -d : -f 1)"
is 'no service was enabled' '' "$(find "$tree/etc/systemd" -name 'mon*')"

# ---- Run as a user would: first without recommended packages ----

sample=/usr/share/monread/sample.monwrite
is 'monread says its version' "monread ${version%-*}" "$(as_user 'monread --version' | head -n 1)"
as_user "monread -l $sample" >"$tap_dir/got" 2>"$tap_log"
monread -l "$srcdir/data/sample.monwrite" >"$tap_dir/expected"
same 'the sample' "$tap_dir/expected" "$tap_dir/got"
# shellcheck disable=SC2046 # a list of words
apt_install $(cat "$tap_dir/depends")
ok 'recommended packages can be installed' $?
cp "$srcdir/data/packaging/debian/tests/programs" "$tree/tmp/"
apt_install gcc libc6-dev pkgconf
ok 'a compiler too' $?
cp "$module" "$tree/debs/"
apt_install "/debs/$(basename "$module")"
ok 'the module of Python can be installed' $?
# monread-parquet prints three commands that make it work; run these.  They need the way of this machine to packages of Python.
apt_install python3-venv
for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
	[ ! -f $file ] || { mkdir -p "$tree$(dirname $file)" && cp $file "$tree$file"; }
done
as_user "cd ~ && monread-parquet lake $sample" >"$tap_dir/three" 2>&1
is 'monread-parquet without pyarrow: status' 2 $?
is 'monread-parquet without pyarrow: three commands' 3 "$(grep -c '^  ' "$tap_dir/three")"
sed -n "s|DIR FILE\.\.\.|lake $sample|; s/^  //p" "$tap_dir/three" >"$tree/tmp/three"
if as_user 'cd ~ && python3 -m venv try && try/bin/pip download -q -d try pyarrow' >"$tap_log" 2>&1; then
	as_user 'cd ~ && sh -e /tmp/three' >"$tap_log" 2>&1
	ok 'the three commands write Parquet files' $?
	[ "$(find "$tree/home/somebody/lake" -name '*.parquet' | wc -l)" -gt 10 ]
	ok 'there are Parquet files' $?
else
	skip 'the three commands write Parquet files' 'pip cannot download pyarrow'
fi
as_user 'cd ~ && AUTOPKGTEST_TMP=~ sh /tmp/programs' >"$tap_log" 2>&1
ok 'the tests of the packages pass' $?
for page in monread.1 monstat.1 monplay.1 libmonread.3 monread_feed.3 monread-sql.7; do
	[ -e "$tree/usr/share/man/man${page#*.}/$page.gz" ]
	ok "$page has a page" $?
done
if command -v systemd-analyze >/dev/null 2>&1; then
	systemd-analyze verify --man=no --root="$tree" monread-capture.service monread-report.timer monread-upload.path monstat-metrics.timer >"$tap_log" 2>&1
	ok 'units are right' $?
fi

# ---- Removal ----

within apt-get -q -y purge --auto-remove python3-monread python3-venv
within apt-get -q -y purge gcc libc6-dev pkgconf
within dpkg --remove $packages
ok 'the packages are removed' $?
[ -f "$tree/etc/default/monread" ]
ok 'settings stay then' $?
within apt-get -q -y purge --auto-remove $(cat "$tap_dir/depends") >/dev/null
within dpkg --purge $packages
ok 'the packages are purged' $?
within apt-get -q -y --no-install-recommends install $hard
everything >"$tap_dir/after"
# Ignore files that the dependencies made when they were purged.
diff "$tap_dir/before" "$tap_dir/after" | sed -n 's/^> //p' | grep -i -e mon >"$tap_dir/got"
: >"$tap_dir/expected"
same 'nothing is left' "$tap_dir/expected" "$tap_dir/got"

# A purge must not remove captures.
apt_install --no-install-recommends /debs/monread_${version}_$arch.deb /debs/libmonread0_${version}_$arch.deb
mkdir -p "$tree/var/lib/monread/captures"
echo capture >"$tree/var/lib/monread/captures/mon.monwrite"
within dpkg --purge monread
grep -q 'is left' "$tap_log"
ok 'captures stay: message' $?
is 'whole' capture "$(cat "$tree/var/lib/monread/captures/mon.monwrite")"
finish
