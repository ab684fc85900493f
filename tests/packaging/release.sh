#!/bin/sh
# release.sh: two tarballs are equal, cc and make build them; sums, signature, CycloneDX file.  `make check-release'.
. "${srcdir:-.}/tests/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL
: "${MAKE:=make}"
tap_log=$tap_dir/log
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)

version=$(sed -n 's/^PACKAGE_VERSION = //p' "$builddir/Makefile")

# ---- The tarball ----

tarball=monread-$version.tar.gz
SOURCE_DATE_EPOCH=1750000000
export SOURCE_DATE_EPOCH
cd "$builddir" || exit 99
if tar --version 2>/dev/null | grep -q 'GNU tar'; then
	(umask 022 && $MAKE dist) >"$tap_log" 2>&1
	ok 'make dist' $?
	cp "$tarball" "$tap_dir/first"
	touch "$srcdir/README" && sleep 1
	(umask 027 && TZ=Asia/Tokyo $MAKE dist) >"$tap_log" 2>&1
	ok 'make dist again' $?
	cmp "$tap_dir/first" "$tarball" >"$tap_log" 2>&1
	ok 'both archives are equal' $?
	is 'its times are those of SOURCE_DATE_EPOCH, its owner is root' '2025-06-15 root/root' \
		"$(tar -tvzf "$tarball" | awk '{ print $4, $2 }' | sort -u)"
else
	skip 'it is the same' 'tar is not GNU tar'
	$MAKE dist >"$tap_log" 2>&1
fi

# Only cc, make and the tools of POSIX: no autotools, no interpreter except the shell, no pkg-config.
tools='[ awk basename cat chmod cmp cp cut date diff dirname echo ed egrep env expr false fgrep file find grep head id ln ls
	mkdir mktemp mv od paste printf pwd rm rmdir sed sh sleep sort tail test touch tr true uname uniq wc xargs
	ar as ld nm ranlib strip gzip gunzip tar make cc'
mkdir "$tap_dir/bin"
for tool in $tools; do
	path=$(PATH=$(getconf PATH) && command -v "$tool")
	case $path in
	/*) ln -s "$path" "$tap_dir/bin/$tool" ;;
	esac
done
mkdir "$tap_dir/source"
gzip -dc "$tarball" | tar -C "$tap_dir/source" -xf -
(cd "$tap_dir/source/monread-$version" && PATH=$tap_dir/bin && export PATH && unset CC CFLAGS &&
	./configure -q CFLAGS=-O0 && make -s) >"$tap_log" 2>&1 </dev/null
ok 'cc and make build it' $?
"$tap_dir/source/monread-$version/src/monread" -l "$srcdir/data/sample.monwrite" >"$tap_dir/got" 2>"$tap_log"
monread -l "$srcdir/data/sample.monwrite" >"$tap_dir/expected"
same 'the programs of the archive work' "$tap_dir/expected" "$tap_dir/got"
(cd "$tap_dir/source/monread-$version" && PATH=$tap_dir/bin && export PATH && make -s install DESTDIR="$tap_dir/root") >"$tap_log" 2>&1
ok 'make installs it' $?
rm -rf "$tap_dir/source" "$tap_dir/root"

# ---- Sums ----

$MAKE checksums >"$tap_log" 2>&1
ok 'make checksums' $?
if command -v sha256sum >/dev/null 2>&1; then
	sha256sum --check --ignore-missing SHA256SUMS >"$tap_log" 2>&1
	ok 'the checksums are right' $?
fi
[ ! -e SHA256SUMS.asc ]
ok 'without a key nothing is signed' $?
if command -v gpg >/dev/null 2>&1; then
	# The name is short because the path of the agent's socket contains it.
	GNUPGHOME=$(mktemp -d /tmp/monread.XXXXXX)
	export GNUPGHOME
	gpg --batch --quiet --passphrase '' --quick-generate-key 'release test <test@example.org>' ed25519 sign never >"$tap_log" 2>&1
	$MAKE checksums GPG_KEY=test@example.org >"$tap_log" 2>&1
	ok 'with a key the checksums are signed' $?
	gpg --batch --output "$tap_dir/sums" --decrypt SHA256SUMS.asc >"$tap_log" 2>&1
	ok 'the signature is right' $?
	same 'the signature is for these checksums' SHA256SUMS "$tap_dir/sums"
	gpgconf --kill all
	rm -rf "$GNUPGHOME"
else
	skip 'they are signed' 'no gpg (Debian: gpg, gpg-agent)'
fi
rm -f SHA256SUMS SHA256SUMS.asc

# ---- CycloneDX ----

$MAKE sbom >"$tap_log" 2>&1
ok 'make sbom' $?
cp "monread-$version.cdx.json" "$tap_dir/first"
grep -q '"ref":"monread","dependsOn":\[.*"libc\.' "monread-$version.cdx.json"
ok 'monread depends on the C library' $?
$MAKE sbom >"$tap_log" 2>&1
same 'a second list of components is equal' "$tap_dir/first" "monread-$version.cdx.json"
rm -f "monread-$version.cdx.json"
finish
