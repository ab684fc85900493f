#!/bin/sh
# install.sh: the installed files suffice to compile example.c and, in C++, example.cc, with the flags from pkg-config.
. "${srcdir:-.}/tests/tap.sh"

command -v pkg-config >/dev/null 2>&1 || skip_all "no pkg-config"
unset MAKEFLAGS MFLAGS MAKELEVEL
root=$tap_dir/root
"${MAKE:-make}" -C "$builddir" install DESTDIR="$root" >"$tap_dir/log" 2>&1
ok 'make install' $? || :
pc=$(find "$root" -name libmonread.pc)
[ -n "$pc" ] || {
	tail -n 5 "$tap_dir/log" | sed 's/^/# /'
	skip_all "nothing was installed"
}
is 'one header is installed' 1 "$(find "$root" -name '*.h' | wc -l | tr -d ' ')"
[ -n "$(find "$root" -path '*bin/monread')" ]
ok 'the tool is installed' $?
[ -n "$(find "$root" -path '*bin/monread-fetch-layouts' -perm -u+x)" ]
ok 'the script is installed' $?
for name in bash/monread zsh/_monread fish/monread.fish; do
	# Nothing where they are left out.
	if grep -q "^${name%/*}completiondir = ." "$builddir/Makefile"; then
		find "$root" -name "${name#*/}" -exec cmp -s {} "$srcdir/data/completions/$name" \; -print | grep -q .
		ok "its completions for ${name%/*} are installed" $?
	fi
done
is 'reports are installed as templates' "$(grep -c '^	data/reports/.*\.report' "$srcdir/data/reports/local.mk")" \
	"$(find "$root" -path '*/monread/reports/*.report' | wc -l | tr -d ' ')"

# deb.sh in a system that has libxml2-dev and systemd alone; all other build dependencies are named at once.
mkdir -p "$tap_dir/stub" "$tap_dir/monread-1/data/packaging"
cp -R "$srcdir/data/packaging/debian" "$tap_dir/monread-1/data/packaging/"
printf '%s\n' '#!/bin/sh' 'for package; do :; done' \
	'case $package in libxml2-dev | systemd) echo installed ;; *) exit 1 ;; esac' >"$tap_dir/stub/dpkg-query"
chmod +x "$tap_dir/stub/dpkg-query"
(cd "$tap_dir" && tar -cf - monread-1 | gzip >monread-1.tar.gz)
PATH=$tap_dir/stub:$PATH DEB_HOST_ARCH='' DPKG_FLAGS='' \
	sh "$srcdir/data/packaging/deb.sh" "$tap_dir/monread-1.tar.gz" "$tap_dir/debs" 2>"$tap_dir/err" >"$tap_dir/log"
status=$?
packages='build-essential, dpkg-dev, check, debhelper, dh-python, libfuse3-dev'
packages="$packages, liblzma-dev, libncurses-dev, libsqlite3-dev, libzstd-dev, pkgconf, python3, zlib1g-dev"
is 'make deb names all missing build dependencies' \
	"1 deb.sh: build dependencies are not installed: $packages; install these packages first" "$status $(cat "$tap_dir/err")"
is 'the package needs something that makes the user of the services' 1 \
	"$(grep -c '^Depends: .*systemd | systemd-standalone-sysusers' "$srcdir/data/packaging/debian/control")"

is 'a function leads to its page' '.so man3/monread_reader.3' "$(find "$root" -name monread_feed.3 -exec cat {} \;)"

lib=$(cd "$(dirname "$pc")/.." && pwd)
# The functions that monread.h declares, and those that the shared library exports, with their version.
grep -v '^#' "$srcdir/src/monread.h" | tr '\n' ' ' | grep -o 'MONREAD_API [^;(]*(' | sed 's/($//; s/.*[^a-z0-9_]//' |
	sort >"$tap_dir/declared"
shared=$lib/libmonread.so
if [ -e "$shared" ] && "${NM:-nm}" -D --defined-only "$shared" >"$tap_dir/symbols" 2>/dev/null; then
	awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' "$tap_dir/symbols" | sort >"$tap_dir/exported"
	same 'the library exports what monread.h declares' "$tap_dir/declared" "$tap_dir/exported"
	if grep -q '^EXPORTS = .*version-script' "$builddir/Makefile" && grep -q '@' "$tap_dir/symbols"; then
		is 'each exported function has a version' '' "$(awk '$2 != "A" && $3 !~ /@@LIBMONREAD_(0|1_1|1_2)$/' "$tap_dir/symbols")"
	fi
fi

PKG_CONFIG_PATH=$lib/pkgconfig PKG_CONFIG_LIBDIR=$lib/pkgconfig
export PKG_CONFIG_PATH PKG_CONFIG_LIBDIR
flags=$(pkg-config --define-prefix --cflags --libs libmonread)
ok "pkg-config gives flags" $?
if [ -f "$builddir/src/.libs/monreadsqlite.so" ]; then
	[ -f "$(pkg-config --define-prefix --variable=sqlite_extension libmonread).so" ]
	ok 'the extension of SQLite is where pkg-config says' $?
fi
monread -l "$captures/sample.monwrite" -a | awk '{ print $3 }' >"$tap_dir/expected"
monread -r 4.3 -f json "$captures/sample.monwrite" |
	sed 's/.*"USEACT_VMDUSER":"\([^"]*\)".*/\1/' | sort >"$tap_dir/users"

# compiled NAME COMPILER... FILE: the example FILE shows the records and the users of the sample.
compiled()
{
	name=$1
	shift
	# shellcheck disable=SC2086 # lists of words
	"$@" $CFLAGS -Wall -Wextra -Werror -o "$tap_dir/example" $flags >"$tap_dir/log" 2>&1
	status=$?
	[ $status -eq 0 ] || sed 's/^/# /' "$tap_dir/log"
	ok "$name compiles" $status
	# shellcheck disable=SC2086
	LD_LIBRARY_PATH=$lib $EMULATOR "$tap_dir/example" "$captures/sample.monwrite" >"$tap_dir/out" 2>&1
	is "$name: status" 0 $?
	awk '{ print $1 }' "$tap_dir/out" >"$tap_dir/got"
	same "$name: the records" "$tap_dir/expected" "$tap_dir/got"
	sed -n 's/^D4R3 *\([^ ]*\) *$/\1/p' "$tap_dir/out" | sort >"$tap_dir/got"
	same "$name: the users" "$tap_dir/users" "$tap_dir/got"
}

# shellcheck disable=SC2086 # a compiler with options
compiled 'example.c' ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L "$tests/example.c"
cxx=$(printf '%s\n' "${CC:-cc}" | sed -e 's/gcc/g++/' -e 's/clang/clang++/' -e 's/^cc\( \|$\)/c++\1/')
# shellcheck disable=SC2086
if $cxx --version >/dev/null 2>&1; then
	# shellcheck disable=SC2086
	compiled 'example.c as C++' $cxx -x c++ "$tests/example.c"
	case "$CC $CFLAGS" in
	*-fsanitize=memory*) skip 'example.cc' 'what the C++ library writes is not known to MSan' ;;
	# shellcheck disable=SC2086
	*) compiled 'example.cc' $cxx -std=c++11 "$tests/example.cc" ;;
	esac
else
	skip 'example.cc' "no C++ compiler: $cxx"
fi
finish
