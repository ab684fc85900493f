#!/bin/sh
# covers.sh: which tests cover a file of the source.
#
#   tests/covers.sh          TAP: compare the table below with the rooms of src and the scripts of tests
#   tests/covers.sh FILE...  print the tests of these files, which `make check-for FILES=...' runs
#
# The table: FILES, the pattern of a file's path: tests of these files, without tests/ and .sh.  A file that several lines
# match has the tests of all of them, and src/ROOM/NAME.c also has unit/check_NAME.
table='
src/*.[ch]: style rooms walks messages prose
src/monread.h: manual versions install
src/base/*: gen/run golden/run sql stat/values unit/check_tod unit/check_when unit/check_table nomemory
src/stream/*: damage truth raw chunk cut verdict foreign clocks compressed unit/check_reader unit/check_writer unit/check_source
src/stream/*: unit/check_mark unit/check_device unit/check_pass unit/check_foreign
src/listing/*: gen/run site/run layouts/pages layouts/shapes layouts/hostile xref unit/check_listing unit/check_annotations
src/listing/*: unit/check_plain layouts/check_limits layouts/check_roundtrip
src/layout/*: gen/run site/run layouts/pages layouts/facts layouts/tells layouts/own layouts/marks lazy unit/check_find
src/decode/*: golden/run meanings wide tables layouts/own unit/check_walk
src/cli/*: options where find escape progress completions locale user unit/check_moment unit/check_buffer
src/compress/*: compressed unit/check_compress
src/table/*: tables delta where sql sqlite large unit/check_delta unit/check_table
src/out/*: golden/run tables arrow wide meanings known find parts locale escape small unit/check_formats unit/check_safe
src/input/*: inputs damage folder compressed chunk unit/check_follow
src/session/*: merge folder damage exit verdict truth clocks unit/check_folder
src/store/*: raw anonymize merge unit/check_store unit/check_store_file unit/check_keep
src/report/*: stat/about stat/monstat gen/reports sql
src/sql/*: sql sqlite queries extension where large stat/values
src/chart/*: stat/html
src/tool/*: options exit anonymize inputs find user where sample/run golden/run readme
src/play/*: play/options
src/stat/*: stat/windows stat/classes stat/values stat/sums stat/truth stat/alarms stat/jobs unit/check_number unit/check_rows
src/show/*: stat/windows stat/classes stat/monstat stat/about stat/output stat/html stat/metrics stat/diff stat/screen stat/screen_end stat/jobs
src/gen/*: gen/run gen/reports
src/fetch/*: fetch/run site/run
data/*.dsect: gen/run layouts/facts layouts/marks layouts/own golden/run meanings tables
data/reports/*: stat/values stat/about stat/truth stat/monstat gen/reports sql manual
data/queries/*: queries
man/*: manual readme queries versions
tests/*.py: style
tests/*.c: style
tests/*.sh: shells covers
'
if [ $# -gt 0 ]; then
	echo "$table" | while IFS=: read -r pattern names; do
		for file in "$@"; do
			# shellcheck disable=SC2254
			case $file in
			$pattern)
				for name in $names; do
					case $name in
					*check_*) echo "tests/$name" ;;
					*) echo "tests/$name.sh" ;;
					esac
				done
				;;
			esac
		done
	done
	for file in "$@"; do
		name=$(basename "$file" .c)
		case $file in
		src/*.c) [ ! -f "${srcdir:-.}/tests/unit/check_$name.c" ] || echo "tests/unit/check_$name" ;;
		tests/unit/check_*.c) echo "tests/unit/$name" ;;
		tests/*.sh) echo "$file" ;;
		esac
	done
	exit 0
fi
# shellcheck disable=SC1091
. "${srcdir:-.}/tests/tap.sh"

for room in "$srcdir"/src/*/; do
	room=$(basename "$room")
	[ -n "$(find "$srcdir/src/$room" -name '*.c')" ] || continue
	echo "$table" | grep -q "^src/$room/\*:"
	ok "the table has tests of the room $room" $?
done
covered=$(echo "$table" | sed 's/^[^:]*://' | tr -s ' ' '\n' | sed -n -e 's|.*check_.*|tests/&|p' -e '/check_/!s|..*|tests/&.sh|p' | sort -u)
for test in $covered; do
	case $test in
	*check_*) test=$test.c ;;
	esac
	[ -f "$srcdir/$test" ]
	ok "$test is there" $?
done
echo "$covered" >"$tap_dir/covered"
# Each test of the first ring covers something.
sed -n -e '/^FIRST_TESTS/,/^TESTS/p' -e '/^UNIT_TESTS/,/^check_/p' "$srcdir/tests/local.mk" | tr -s '\t \\' '\n' |
	grep '^tests/' | sort -u >"$tap_dir/first"
is 'the first ring has tests' 1 "$([ "$(wc -l <"$tap_dir/first")" -gt 50 ] && echo 1)"
is 'each test of the first ring covers a file' '' "$(comm -23 "$tap_dir/first" "$tap_dir/covered")"
is 'the tests of a file' 'tests/options.sh tests/unit/check_moment' \
	"$(sh "$srcdir/tests/covers.sh" src/cli/moment.c | grep -e /options -e check_moment | sort -u | xargs)"
finish
