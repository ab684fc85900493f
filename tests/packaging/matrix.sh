#!/bin/sh
# matrix.sh [ROW]...: build the tarball in a separate folder for each row, and test it.  `make check-matrix ROWS='musl lto''.
#
#   gcc, clang      the compilers of this machine
#   O0 O1 O2 O3     gcc with this option, and the quick tests
#   lto             gcc -O2 -flto
#   hardened        gcc with all flags of dpkg-buildflags, and hardening-check of the built files
#   musl            a different C library, without optional libraries
#
# MATRIX_DIR      a folder for the builds; each is removed after success (default: matrix in the build folder)
. "${srcdir:-.}/tests/tap.sh"
[ $# -gt 0 ] || set -- gcc clang O0 O1 O2 O3 lto hardened musl
: "${MATRIX_DIR:=$builddir/matrix}"
version=$(sed -n '1s/.*(\(.*\)-.*).*/\1/p' "$srcdir/data/packaging/debian/changelog")
mkdir -p "$MATRIX_DIR" && MATRIX_DIR=$(cd "$MATRIX_DIR" && pwd) && source=$MATRIX_DIR/monread-$version &&
	tar -C "$MATRIX_DIR" -xzf "$builddir/monread-$version.tar.gz" || exit 99
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS

# row NAME COMPILER TARGET OPTION...
row()
{
	row=$1 target=$3 tap_log=$MATRIX_DIR/$1.log
	command -v "$2" >/dev/null 2>&1 || {
		skip "$1" "no $2"
		return
	}
	mkdir -p "$MATRIX_DIR/$1"
	(
		cd "$MATRIX_DIR/$1" && cc=$2 && shift 3 && "$source/configure" -q --enable-werror CC="$cc" "$@" &&
			nice make -s -j2 && nice make -s -j2 "$target"
	) >"$tap_log" 2>&1 </dev/null
	status=$?
	ok "$row: $(sed -n 's/^# \(TOTAL\|SKIP\): */\1 /p' "$tap_log" | paste -s -d ' ' -)" $status
	[ $status -ne 0 ] || [ "$row" = hardened ] || rm -rf "${MATRIX_DIR:?}/$row" "$tap_log"
	return $status
}

flags()
{
	DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_BUILD_OPTIONS='' dpkg-buildflags --get "$1" | sed 's/-ffile-prefix-map=[^ ]*//'
}

for name; do
	case $name in
	gcc | clang) row $name $name check ;;
	O[0-3]) row $name gcc check-quick CFLAGS="-g -$name" ;;
	lto) row lto gcc check CFLAGS='-g -O2 -flto=auto' AR=gcc-ar NM=gcc-nm RANLIB=gcc-ranlib ;;
	musl)
		row musl musl-gcc check --without-libxml2 --without-zlib --without-liblzma --without-libzstd --without-sqlite3 \
			--without-ncurses --without-fuse3 PKG_CONFIG_LIBDIR=/nonexistent
		;;
	hardened)
		command -v dpkg-buildflags >/dev/null 2>&1 && command -v hardening-check >/dev/null 2>&1 || {
			skip hardened 'no dpkg-buildflags or hardening-check (Debian: dpkg-dev devscripts)'
			continue
		}
		row hardened gcc check --disable-shared CPPFLAGS="$(flags CPPFLAGS)" CFLAGS="$(flags CFLAGS) -O2" \
			LDFLAGS="$(flags LDFLAGS)" || continue
		for program in monread monstat monplay; do
			# Control flow is protected only if the start files of the C library are.
			hardening-check --nocfprotection "$MATRIX_DIR/hardened/src/$program" >"$tap_log" 2>&1
			ok "$program is hardened" $?
		done
		;;
	*)
		echo "matrix.sh: $name: no such row; its first lines name them" >&2
		exit 2
		;;
	esac
done
rm -rf "$source"
finish
