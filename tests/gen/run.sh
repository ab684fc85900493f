#!/bin/sh
# Runs mklayouts ($MKLAYOUTS) on the record descriptions of $srcdir/tests/gen: good-* must be taken,
# bad-* refused with what bad-*.expected says, pair-X with pair-X-other likewise.
: "${srcdir:=.}"
: "${MKLAYOUTS:=src/gen/mklayouts}"

case $MKLAYOUTS in
/*) ;;
*) MKLAYOUTS=$PWD/$MKLAYOUTS ;;
esac
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mklayouts.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
dir=$srcdir/tests/gen
[ -d "$dir" ] || dir=$srcdir
cd "$dir" || exit 99

n=0
result() {
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		sed 's/^/# /' "$tmp/err"
	fi
}

# refused NAME FILE...: status 1, the expected words, and no output.
refused() {
	name=$1
	shift
	rm -f "$tmp/tables.c"
	"$MKLAYOUTS" -o "$tmp/tables.c" "$@" >"$tmp/err" 2>&1
	[ $? = 1 ] && cmp -s "$tmp/err" "$name.expected" && [ ! -f "$tmp/tables.c" ]
	result $? "$name"
}

set -- good-*.dsect
good=$#
set -- bad-*.dsect
bad=$#
set -- pair-*-other.dsect
echo "1..$((good + bad + $# + 2))"

for f in good-*.dsect; do
	"$MKLAYOUTS" -o "$tmp/tables.c" "$f" >"$tmp/err" 2>&1 && [ ! -s "$tmp/err" ]
	result $? "${f%.dsect}"
done
for f in bad-*.dsect; do
	refused "${f%.dsect}" "$f"
done
for f in pair-*-other.dsect; do
	refused "${f%-other.dsect}" "${f%-other.dsect}.dsect" "$f"
done

"$MKLAYOUTS" -o "$tmp/a.c" good-arrays.dsect good-linux.dsect 2>"$tmp/err" &&
	"$MKLAYOUTS" -o "$tmp/b.c" good-linux.dsect good-arrays.dsect 2>"$tmp/err" &&
	cmp -s "$tmp/a.c" "$tmp/b.c"
result $? "the order of the files does not matter"
"$MKLAYOUTS" -o "$tmp/none/tables.c" good-plain.dsect >"$tmp/err" 2>&1
[ $? = 1 ] && [ -s "$tmp/err" ]
result $? "output that cannot be written"
