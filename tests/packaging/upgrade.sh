#!/bin/sh
# upgrade.sh: packages of releases 1.0 and 1.1 with captures, a database and settings, and the packages of this source over
# them. Their scripts do not run; deb.sh tests them.
# RELEASE_1_0, RELEASE_1_1  the commits of these releases
# OLD_DEBS                  where their packages are or will be (default: packages/old in the build folder)
# NEW_DEBS                  packages of this source, if they exist
. "${srcdir:-.}/tests/tap.sh"
need_python
[ -z "$EMULATOR" ] || skip_all 'packages of this machine only'
for tool in autoreconf dh dh_python3 dpkg-buildpackage fakeroot git sqlite3; do
	command -v $tool >/dev/null 2>&1 || skip_all "no $tool"
done
: "${RELEASE_1_0:=f9a50947}" "${RELEASE_1_1:=68af6776}"
for commit in "$RELEASE_1_0" "$RELEASE_1_1"; do
	git -C "$srcdir" cat-file -e "$commit^{commit}" 2>/dev/null || skip_all "no history of commit $commit in this source"
done
srcdir=$(cd "$srcdir" && pwd) builddir=$(cd "$builddir" && pwd)
sample=$srcdir/data/sample.monwrite
: "${OLD_DEBS:=$builddir/packages/old}" "${NEW_DEBS:=$tap_dir/debs}"
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$srcdir/data/packaging/debian/changelog")
# Packages are made with Debian's flags, not with those of this build.
unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS LDFLAGS
DEB_BUILD_OPTIONS="nocheck noopt parallel=$(nproc)"
export DEB_BUILD_OPTIONS

# packages TARBALL FOLDER VERSION: build packages, without the libraries that 1.1 does not need.
packages()
{
	mkdir -p "$tap_dir/make" "$2" && tar -xzf "$1" -C "$tap_dir/make" && (
		cd "$tap_dir"/make/* && cp -R data/packaging/debian . && sed -i "1s/(.*)/($3)/" debian/changelog &&
			sed -i 's/--with-\(libarchive\|avro\|pcp\)/--without-\1/g' debian/rules && dpkg-buildpackage -b -d -us -uc
	) >"$tap_dir/log" 2>&1 && mv "$tap_dir"/make/*.deb "$2/"
	packages_status=$?
	[ $packages_status -eq 0 ] || tail -n 20 "$tap_dir/log" | sed 's/^/# /'
	rm -rf "$tap_dir/make"
	return $packages_status
}
# old_packages RELEASE COMMIT: build the packages of an old release.
old_packages()
{
	if ! ls "$OLD_DEBS/$1"/monread_*.deb >/dev/null 2>&1; then
		mkdir "$tap_dir/old" && git -C "$srcdir" archive "$2" | tar -xf - -C "$tap_dir/old" && (
			cd "$tap_dir/old" && ./bootstrap && ./configure -q --without-avro --without-pcp --without-libarchive && make -s dist
		) >"$tap_dir/log" 2>&1 && packages "$tap_dir/old/monread-$1.tar.gz" "$OLD_DEBS/$1" "$1-1"
		ok "packages of release $1 are built" $?
		rm -rf "$tap_dir/old"
	fi
}
if ! ls "$NEW_DEBS"/monread_*.deb >/dev/null 2>&1; then
	make -s -C "$builddir" dist >"$tap_dir/log" 2>&1 && packages "$(ls "$builddir"/monread-*.tar.gz)" "$NEW_DEBS" "$version"
	ok 'packages of this source are built' $?
fi

# install FOLDER: install its packages without their scripts and dependencies, as an unattended upgrade would.
install()
{
	for package in libmonread0 libmonread-dev monread monplay; do
		rm -rf "$tap_dir/package"
		dpkg-deb -R "$(echo "$1/${package}"_*.deb)" "$tap_dir/package" && rm -f "$tap_dir"/package/DEBIAN/p[or]*[mt] &&
			fakeroot dpkg-deb -b "$tap_dir/package" "$tap_dir/$package.deb" >/dev/null || return
	done
	fakeroot dpkg --root="$root" --log="$tap_dir/dpkg.log" --force-depends --force-not-root --force-confdef --force-confold \
		-i "$tap_dir"/*.deb >"$tap_dir/log" 2>&1 </dev/null || { sed 's/^/# /' "$tap_dir/log" && return 1; }
}
# installed PROGRAM ARGUMENTS...: run a program that is installed in the tree.
installed()
{
	env PATH="$root/usr/bin:$PATH" LD_LIBRARY_PATH="$(echo "$root"/usr/lib/*-linux-*)" "$@"
}
# rows DATABASE: count the rows of its tables of records.
rows()
{
	"$PYTHON" -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for name, in db.execute("SELECT name FROM sqlite_master WHERE type = ?1 AND name LIKE ?2 ORDER BY 1", ("table", "MR%")).fetchall():
    print(name, *db.execute("SELECT count(*) FROM " + name).fetchone())' "$1"
}

# mine: print the checksums of the files that belong to the user.
mine()
{
	(cd "$root" && cksum var/lib/monread/captures/* var/lib/monread/mon.db etc/default/monread etc/systemd/system/*/own.conf)
}

# upgrade RELEASE COMMIT: use packages of an old release, then install those of this source over them.
upgrade()
{
	old_packages "$1" "$2"
	root=$tap_dir/root.$1
	mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/monread/captures" \
		"$root/etc/systemd/system/monread-capture.service.d" "$root/etc/systemd/system/multi-user.target.wants"
	: >"$root/var/lib/dpkg/status"
	install "$OLD_DEBS/$1"
	ok "release $1 is installed" $?
	cd "$root/var/lib/monread" || exit 99
	installed monread -q --write=captures/mon-%H%M%S.monwrite --rotate-time=1m "$sample"
	installed monread -q --sqlite=mon.db captures/*
	installed monread -l captures/* >"$tap_dir/records"
	rows mon.db >"$tap_dir/rows"
	is "captures and a database of release $1 are made" '3 yes' "$(echo captures/* | wc -w | tr -d ' ') $([ "$(wc -l <"$tap_dir/rows")" -gt 20 ] && echo yes)"
	echo 'MONREAD_OPTIONS="--rotate-time=1h --keep=168 --log=json"' >>"$root/etc/default/monread"
	printf '[Service]\nNice=5\n' >"$root/etc/systemd/system/monread-capture.service.d/own.conf"
	unit=$(cd "$root" && find . -name monread-capture.service)
	ln -s "$root/$unit" "$root/etc/systemd/system/multi-user.target.wants/"
	mine >"$tap_dir/mine"

	install "$NEW_DEBS"
	ok 'this version is installed over it' $?
	is 'only this version is installed' "$version" "$(dpkg-query --admindir="$root/var/lib/dpkg" -W -f '${Version}\n' | sort -u)"
	mine >"$tap_dir/got"
	same 'captures, the database and settings stay' "$tap_dir/mine" "$tap_dir/got"
	(cd "$root" && find ./* ! -type d ! -path './var/lib/*' | sed 's/^\.//' | sort) >"$tap_dir/all"
	is "nothing else of release $1 stays" '/etc/default/monread.dpkg-dist' \
		"$(sort -u "$root"/var/lib/dpkg/info/*.list | comm -23 "$tap_dir/all" - | grep -v '^/etc/systemd/system/')"
	[ -f "$root/etc/systemd/system/multi-user.target.wants/monread-capture.service" ]
	ok 'the enabled service is there' $?
	installed monread -l captures/* >"$tap_dir/got" 2>"$tap_dir/err"
	is "captures of release $1 are read" '0 ' "$? $(cat "$tap_dir/err")"
	same "captures of release $1 have the same records" "$tap_dir/records" "$tap_dir/got"
	installed monstat captures/* >"$tap_dir/got" 2>"$tap_dir/err"
	is "monstat reads captures of release $1" '0 ' "$? $(cat "$tap_dir/err")"
	# As the service does.
	(. "$root/etc/default/monread" && installed monread --quiet --sync=set --mode=640 --write=new.monwrite $MONREAD_OPTIONS "$sample") \
		2>"$tap_dir/err"
	is "settings of release $1 work" '0 new.monwrite.00001' "$? $(echo new*)"
	if [ "$1" = 1.0.0 ]; then
		installed monread --sqlite=mon.db captures/* >/dev/null 2>"$tap_dir/err"
		is 'a database of release 1.0.0 is refused' '2 mon.db: its tables have version 1' "$? $(grep -o 'mon.db: its tables have version 1' "$tap_dir/err")"
		sed -n 's/.*new database: \(sqlite3 .*\)/\1/p' "$tap_dir/err" >"$tap_dir/convert"
		installed sh "$tap_dir/convert" >"$tap_dir/log" 2>&1
		rows NEW.db >"$tap_dir/got"
		same 'the command of the message loads the same records' "$tap_dir/rows" "$tap_dir/got"
		return
	fi
	installed monread --sqlite=mon.db captures/* >/dev/null 2>"$tap_dir/err"
	is 'a database of release 1.1.0 takes captures' '0 ' "$? $(cat "$tap_dir/err")"
	rows mon.db >"$tap_dir/got"
	same 'captures that a database of release 1.1.0 has are not loaded twice' "$tap_dir/rows" "$tap_dir/got"
}

upgrade 1.0.0 "$RELEASE_1_0"
upgrade 1.1.0 "$RELEASE_1_1"
finish
