#!/bin/sh
# matrix.sh [ROW]...: build the tarball in separate folders in many ways, test each build, and print a table of the results.
# `make check-matrix', or `make check-matrix ROWS='musl lto'`.
#
#   gcc, clang      the compilers of this machine, as configure finds them
#   O0 O1 O2 O3     gcc with this option
#   lto             gcc -O2 -flto
#   hardened        gcc with all flags of dpkg-buildflags, _FORTIFY_SOURCE=3, and hardening-check of the built files
#   musl            a different C library, without any optional library, libcheck and monplay
#   debian-SUITE    this suite of Debian, in a tree, with its gcc and its libraries (the default has debian-testing)
#
# MATRIX_TESTS   quick or whole, for all rows (default: quick for -O0 to -O3, the whole suite for others)
# MATRIX_JOBS    the number of parallel jobs (default: 2)
# MATRIX_DIR     a folder for the builds; each is removed after success (default: matrix in the build folder)
# MATRIX_TABLE   a file for a copy of the table
#
# Exit status: 1 if a row failed; 77 if no row failed, and something was not available; else 0.
. "${srcdir:-.}/tests/tap.sh"
[ $# -gt 0 ] || set -- gcc clang O0 O1 O2 O3 lto hardened musl debian-testing
: "${MATRIX_JOBS:=2}" "${MATRIX_DIR:=$builddir/matrix}" "${MATRIX_TESTS:=}" "${MATRIX_TABLE:=}"
version=$(sed -n '1s/.*(\(.*\)-.*).*/\1/p' "$srcdir/data/packaging/debian/changelog")
tarball=$builddir/monread-$version.tar.gz
mkdir -p "$MATRIX_DIR" || exit 99
MATRIX_DIR=$(cd "$MATRIX_DIR" && pwd)
table=$tap_dir/table
echo "$(date -u +%Y-%m-%d), $(. /etc/os-release && echo "$PRETTY_NAME"), Linux $(uname -r) $(uname -m), monread $version" | tee "$table" | sed 's/^/# /'
failed=0 missing=0

without='--without-libxml2 --without-zlib --without-liblzma --without-libzstd --without-sqlite3 --without-ncurses --without-fuse3'
cache=
! command -v ccache >/dev/null 2>&1 || cache='ccache '

# ---- One row ----

# The steps, here or in a tree: FOLDER JOBS TARGET CONFIGURE OPTION...
# shellcheck disable=SC2016 # the inner shell expands it
steps='cd "$1" || exit; jobs=$2 target=$3; shift 3; "$@" && make -s -j"$jobs" && make -s -j"$jobs" "$target"'

# A build does not see the environment of this script.
here()
{
	env -i PATH="$PATH" HOME="${HOME-/}" TMPDIR="${TMPDIR-/tmp}" LC_ALL=C ${CCACHE_DIR:+"CCACHE_DIR=$CCACHE_DIR"} nice "$@"
}

# begin ROW COMPILER TESTS [WHERE]: begin the row $row with a new folder $folder; sets $wanted, the tests, and $target.
begin()
{
	row=$1 compiler=$2 wanted=${MATRIX_TESTS:-$3} folder=$MATRIX_DIR/$1 log=$MATRIX_DIR/$1.log
	target=check
	[ "$wanted" = whole ] || target=check-quick
	rm -rf "$folder" "$log"
	mkdir -p "$folder"
	seconds=$(date +%s)
}

# end STATUS: print the result of the row from $log.
end()
{
	seconds=$(($(date +%s) - seconds))
	found=$(sed -n 's/^# \(TOTAL\|PASS\|SKIP\): *\([0-9]*\)$/\2/p' "$log" | tail -n 3 | paste -s -d ' ' -)
	# shellcheck disable=SC2086 # three numbers
	set -- "$1" ${found:-0 0 0}
	if [ "$1" -eq 0 ] && [ "$2" -gt 0 ] && [ "$2" -eq $(($3 + $4)) ]; then
		ok "$row" 0
		line "$row" "$compiler" "$wanted" "$3 right, $4 skipped, $seconds s"
		rm -rf "$folder" "$log"
	else
		failed=1
		grep -a -e '^FAIL: ' -e '^ERROR: ' -e '^XPASS: ' -e ': error: ' -e '^# failed: ' -e '^configure: error' "$log" |
			head -n 20 | sed 's/^/# /'
		echo "# $log"
		ok "$row" 1
		line "$row" "$compiler" "$wanted" "FAILED, $seconds s"
	fi
}

# absent ROW WHY: something that this machine lacks is not a failure of monread.
absent()
{
	missing=1
	skip "$1" "$2"
	line "$1" - - "not had: $2"
}

line()
{
	printf '%-16s %-22s %-7s %s\n' "$@" | tee -a "$table" | sed 's/^/# /'
}

# version_of COMPILER: its name and number.
version_of()
{
	echo "$1 $("$1" --version | sed -n '1s/.* \([0-9][0-9]*\.[0-9.]*\).*/\1/p')"
}

# local_row ROW COMPILER TESTS OPTION...
local_row()
{
	command -v "$2" >/dev/null 2>&1 || {
		absent "$1" "no $2"
		return
	}
	begin "$1" "$(version_of "$2")" "$3"
	compile=$cache$2
	shift 3
	here sh -c "$steps" sh "$folder" "$MATRIX_JOBS" "$target" "$source/configure" -q --enable-werror CC="$compile" "$@" \
		>"$log" 2>&1 </dev/null
	end $?
}

# ---- Rows that need more ----

hardened()
{
	for tool in dpkg-buildflags hardening-check; do
		command -v $tool >/dev/null 2>&1 || {
			absent hardened "no $tool (Debian: dpkg-dev devscripts)"
			return
		}
	done
	flags()
	{
		DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_BUILD_OPTIONS='' dpkg-buildflags --get "$1" |
			sed 's/-D_FORTIFY_SOURCE=[0-9]//; s/-ffile-prefix-map=[^ ]*//'
	}
	begin hardened "$(version_of gcc)" whole
	# This dpkg may not ask for these yet.  Control flow is protected only if the start files of the C library are.
	more=-fstack-clash-protection but=
	if echo 'int main(void) { return 0; }' | gcc -fcf-protection -x c -o "$tap_dir/x" - 2>/dev/null; then
		more="$more -fcf-protection"
	fi
	readelf -n "$tap_dir/x" 2>/dev/null | grep -q 'IBT, SHSTK' || but=--nocfprotection
	here sh -c "$steps"' || exit
		status=0
		for built in src/monread src/monstat src/monplay .libs/libmonread.so.0 src/.libs/monreadsqlite.so; do
			real=$(dirname "$built")/.libs/$(basename "$built")
			[ ! -f "$real" ] || built=$real
			[ -f "$built" ] || { [ "$built" = src/monplay ] && continue; }
			hardening-check '$but' "$built" || { status=1; echo "# failed: hardening-check $built"; }
		done
		exit $status' \
		sh "$folder" "$MATRIX_JOBS" "$target" "$source/configure" -q --enable-werror CC="${cache}gcc" \
		CPPFLAGS="$(flags CPPFLAGS) -D_FORTIFY_SOURCE=3" CFLAGS="$(flags CFLAGS) $more -O2" LDFLAGS="$(flags LDFLAGS)" \
		>"$log" 2>&1 </dev/null
	end $?
}

# in_tree SUITE
in_tree()
{
	suite=$1
	begin "debian-$suite" - whole
	(
		# tree.sh keeps its tree in $tap_dir; skip_all ends this subshell.
		tap_dir=$folder
		skip_all()
		{
			echo "$*" >"$log.absent"
			exit 77
		}
		. "$tests/packaging/tree.sh"
		tap_log=$log
		mkdir -p "$folder"
		tree_make "$suite" || skip_all "no tree of $suite: $(tail -n 1 "$log")"
		tree_for_builds "$TREES/ccache-$suite" || skip_all "nothing can be mounted in a tree"
		tar -C "$tree/root" -xzf "$tarball"
		mv "$tree/root/monread-${version%-*}" "$tree/root/source"
		mkdir "$tree/root/build"
		apt_install --no-install-recommends ccache || skip_all "no packages of $suite: $(tail -n 1 "$log")"
		# bootstrap installs the needed packages, and the autotools of this suite make a configure.
		within sh -c 'cp -R /root/source /root/prepared && cd /root/prepared && rm configure && ./bootstrap --install-deps && test -x configure' || {
			echo '# failed: ./bootstrap --install-deps' >>"$log"
			exit 1
		}
		rm -rf "$tree/root/prepared"
		within_quietly gcc --version | sed -n '1s/.* \([0-9][0-9]*\.[0-9.]*\).*/gcc \1/p' >"$log.compiler"
		within nice sh -c "$steps" sh /root/build "$MATRIX_JOBS" "$target" ../source/configure -q --enable-werror CC='ccache gcc'
		status=$?
		# The tree is removed afterwards, so keep the log of the failed tests.
		[ $status -eq 0 ] || cp "$tree/root/build/test-suite.log" "$log.suite" 2>/dev/null
		exit $status
	)
	status=$?
	[ ! -s "$log.compiler" ] || compiler=$(cat "$log.compiler")
	if [ $status -eq 77 ]; then
		absent "debian-$suite" "$(cat "$log.absent")"
		rm -rf "$folder" "$log"
	else
		end $status
	fi
	rm -f "$log.absent" "$log.compiler"
}

# ---- The rows ----

source=$MATRIX_DIR/source
rm -rf "$source"
mkdir "$source"
tar -C "$source" -xzf "$tarball" && source=$source/monread-$version || exit 99
gcc_tools='AR=gcc-ar NM=gcc-nm RANLIB=gcc-ranlib'
for name; do
	# shellcheck disable=SC2086 # lists of words
	case $name in
	gcc | clang) local_row $name $name whole ;;
	O[0-3]) local_row $name gcc quick CFLAGS="-g -$name" ;;
	lto) local_row $name gcc whole CFLAGS='-g -O2 -flto=auto' $gcc_tools ;;
	hardened) hardened ;;
	musl) local_row $name musl-gcc whole $without PKG_CONFIG_LIBDIR=/nonexistent ;;
	debian-*) in_tree "${name#debian-}" ;;
	*)
		echo "matrix.sh: $name: no such row; its first lines name them" >&2
		exit 2
		;;
	esac
done
rm -rf "$MATRIX_DIR/source"
rmdir "$MATRIX_DIR" 2>/dev/null
[ -z "$MATRIX_TABLE" ] || cp "$table" "$MATRIX_TABLE"
finish
[ $failed -eq 0 ] || exit 1
[ $missing -eq 0 ] || exit 77
