#!/bin/sh
# run.sh: the layouts that a site makes from IBM's pages: their directories, and the choice of a release.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
cd "$tap_dir" || exit 99
unset XDG_DATA_HOME
HOME=$tap_dir/home
export HOME
sample=$captures/sample.monwrite

# page DIRECTORY RELEASE FIELD: make a page of D1R4 whose first field is MTRSYS_FIELD. All these pages have the same length.
page()
{
	mkdir -p "$1/$2"
	cat >"$1/$2/MRMTRSYS.html" <<END
MRMTRSYS Prolog
 DSECT NAME - MTRSYS
 NAME - MRMTRSYS
 DESCRIPTIVE NAME - Monitor Sample Record
                    Domain 1 - Monitor Domain
                    Record 4 - System

MRMTRSYS Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   24  MTRSYS
  0   0  Character   20  MRHDR
 20  14  Unsigned     2  MTRSYS_$3          First
 22  16  Unsigned     2  MTRSYS_LAST            Last

MRMTRSYS Cross Reference

                      Hex           Hex
Name                  Offset Length Value

MRHDR                      0     20
MTRSYS                     0     24
MTRSYS_$3              14      2
MTRSYS_LAST               16      2
END
	touch -t 202403040506.07 "$1/$2/MRMTRSYS.html"
}

# first ARGUMENTS...: print which page monread uses: the FIELD of page(), or "built in".
first()
{
	monread -n MRMTRSYS -f json "$@" 2>err | sed 's/.*"MTRSYS_\([A-Z0-9]*\)".*"MTRSYS_LAST".*/\1/; t; s/.*/built in/'
}
# said ARGUMENTS...: print the messages of --verbose that name the release of the used pages.
said()
{
	monread -v -q "$@" 2>&1 | sed -n 's/^monread: [^:]*: \(\(no \)\{0,1\}site layouts.*\)/\1/p'
}

# ---- Directories in which monread searches for pages ----

is 'without site pages: the built-in layout' 'built in' "$(first "$sample")"
unset MONREAD_SITE_LAYOUTS
page home/.local/share/monread/layouts 7.5 HOME
is 'pages in the home directory are used' HOME "$(first --release=7.5 "$sample")"
page data/monread/layouts 7.5 XDG
XDG_DATA_HOME=$tap_dir/data
export XDG_DATA_HOME
is '$XDG_DATA_HOME replaces the home directory' XDG "$(first --release=7.5 "$sample")"
XDG_DATA_HOME=data
is 'a relative $XDG_DATA_HOME is ignored' HOME "$(first --release=7.5 "$sample")"
page env 7.5 ENV
mkdir pages
cp env/7.5/MRMTRSYS.html pages
sed 's/_ENV /_DIR /; s/MTRSYS_ENV/MTRSYS_DIR/' env/7.5/MRMTRSYS.html >pages/MRMTRSYS.html
is '$MONREAD_LAYOUTS comes before the home directory' ENV "$(MONREAD_LAYOUTS=$tap_dir/env first --release=7.5 "$sample")"
is 'pages in $MONREAD_LAYOUTS without a release come before other pages' DIR "$(MONREAD_LAYOUTS=$tap_dir/env:$tap_dir/pages first --release=7.1 "$sample")"
page one 7.5 ONE
page one 5.3 OLD
page two 7.5 TWO
page two 7.3 NEW
MONREAD_SITE_LAYOUTS=$tap_dir/one:$tap_dir/two
export MONREAD_SITE_LAYOUTS
is '$MONREAD_SITE_LAYOUTS replaces the other directories; its first directory comes first' ONE "$(first --release=7.5 "$sample")"
is 'a release is taken from the second directory if the first lacks it' NEW "$(first --release=7.3 "$sample")"
is '--layouts comes before $MONREAD_SITE_LAYOUTS' DIR "$(first --release=7.5 --layouts=pages "$sample")"
is '-L none uses the built-in layouts' 'built in' "$(first -L none --release=7.5 "$sample")"

# monstat reads site pages, too: a report of a field that only a site page has.
mkdir reports
printf '%s\n' 'Title: T' 'Question: Q?' 'Needs: MRMTRSYS; nothing' 'Columns:' '  a 6 1 - - value - - - A.' \
	'  b 6 1 - - value - - - B.' 'Query:' 'SELECT 1 AS a, NEW AS b FROM MRMTRSYS' >reports/mine.report
# report [OPTION]...: print the status and the messages
report()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "${MONSTAT:-$builddir/src/monstat}" -q --release=7.3 --reports=reports "$@" mine "$sample" >out 2>err
	echo "$? $(cat err)"
}
if monread --sql="SELECT 1" "$sample" >out 2>&1; then
	is 'monstat: a report of a field of a site page' '0 ' "$(report)"
	is 'monstat: -L none ignores site pages' '2 monstat: reports/mine.report:8: no such column: NEW' "$(report -L none)"
else
	skip 'monstat' 'there is no SQLite'
fi

# ---- Releases ----

is '--release without pages: the built-in layout' 'built in' "$(first --release=7.4 "$sample")"
is '--release without pages: message' 'no site layouts of z/VM 7.4' "$(said --release=7.4 "$sample")"
is 'records of 6.2 or later: the newest pages are used' ONE "$(first "$sample")"
is 'records of 6.2 or later: the message names the newest release' 'site layouts of z/VM 7.5' "$(said "$sample")"
is 'records of 5.1 to 5.3: the pages of 5.3 are used' OLD "$(first "$captures/good-one-set.monwrite")"
rm -r one/5.3
is 'records of 5.1 to 5.3: message that no pages exist' 'no site layouts of z/VM 5.1' "$(said "$captures/good-one-set.monwrite")"
is 'unknown release: message' 'no site layouts: the capture does not say its release; name it with --release' \
	"$(said "$captures/good-locks.stream")"
mkdir only
cp -r one/7.5 only
is 'unknown release: the pages of the only release are used' 'site layouts of z/VM 7.5' \
	"$(MONREAD_SITE_LAYOUTS=$tap_dir/only said "$captures/good-locks.stream")"
is 'the only release is not used if records show another one' 'no site layouts of z/VM 5.1' \
	"$(MONREAD_SITE_LAYOUTS=$tap_dir/only said "$captures/good-one-set.monwrite")"
is 'each input gets the pages of its release' 'no site layouts of z/VM 5.1 site layouts of z/VM 7.5' \
	"$(said "$captures/good-one-set.stream" "$sample" | tr '\n' ' ' | sed 's/ $//')"
is 'without records the newest pages are used' MTRSYS_ONE "$(monread --describe=D1R4 | grep -o 'MTRSYS_ONE\|MTRSYS_TWO' | head -n 1)"
is '--release selects the pages of --describe' MTRSYS_NEW "$(monread --describe=D1R4 --release=7.3 | grep -o 'MTRSYS_NEW\|MTRSYS_ONE' | head -n 1)"
monread --fields=MTRSYS_LAST -n MRMTRSYS "$sample" 2>&1 | grep -q 'MTRSYS_LAST'
ok 'a field of a site page can be selected' $?
monread --describe=pages -f check >out 2>&1
grep -q 'MTRSYS: added MTRSYS_DIR' out && ! grep -q MTRSYS_ONE out
ok '-f check reads the named page' $?
monread -f json -n MRMTRSYS,MRSYTLCK -j4 "$sample" >out
monread -f json -n MRMTRSYS,MRSYTLCK -j1 "$sample" >expected
same 'four threads use the same pages as one' expected out

# D0R99 is configuration in the pages of 5.1; for the newer release of this capture, it is unknown.
mkdir -p old/5.1
sed '/^Kind:/a\
Configuration: yes' "$tests/gen/good-plain.dsect" >old/5.1/MRTSTREC.dsect
printf '%s\n' 'set sample 0 0x09000000' 'record MRMTRSYS' 'size 428' 'record 0.99 20' >newer.txt
mkcapture -f monwrite newer.txt newer
MONREAD_SITE_LAYOUTS=$tap_dir/old:$tap_dir/two monread -q --write=stored newer >out 2>&1
is '--write of a record that is configuration in another release: status and messages' 0 "$?$(cat out)"
is '--write of a record that is configuration in another release: all records are stored' "$(monread -l newer | awk '{ print $3 }')" "$(monread -l stored | awk '{ print $3 }')"

# ---- Pages that cannot be read ----

ln -s nowhere one/7.5/MRSYTPRP.html
is 'if a page cannot be read, the other pages are used' ONE "$(first "$sample")"
rm one/7.5/MRSYTPRP.html
mkdir -p three/7.1
echo 'no page' >three/7.1/MRSYTPRP.txt
is 'a directory without usable pages: message' "monread: $tap_dir/three/7.1: found no page that can be used; --verbose says why" \
	"$(MONREAD_SITE_LAYOUTS=$tap_dir/three monread -q "$sample" 2>&1)"
is 'a directory without usable pages: --verbose names the page' 1 "$(MONREAD_SITE_LAYOUTS=$tap_dir/three monread -v -q "$sample" 2>&1 |
	grep -c "three/7.1/MRSYTPRP.txt: ")"
mv three/7.1/MRSYTPRP.txt three/7.1/README
is 'a directory without names of pages: --verbose gives the reason' 1 "$(MONREAD_SITE_LAYOUTS=$tap_dir/three monread -v -q "$sample" 2>&1 |
	grep -c 'three/7.1: found no pages in this directory; the name of a page ends in ')"
rm three/7.1/README
mkdir three/7.1/.fetch
is 'a directory that has only names with a dot at the beginning: no message' '' "$(MONREAD_SITE_LAYOUTS=$tap_dir/three monread -q "$sample" 2>&1)"

# ---- Many pages ----

if has_python 'many pages'; then
	rm -rf one two
	mkdir -p one/7.5
	"$PYTHON" "$tests/site/pages.py" many one/7.5 250 "$tests"/../data/*.dsect 2>err
	ok 'pages of all records are made' $?
	# monread shows the same output with pages and with .dsect files made from the pages.
	mkdir -p two/7.5
	for page in one/7.5/*; do
		name=${page##*/}
		monread --describe="$page" -f dsect --explain >"two/7.5/${name%.*}.dsect"
	done 2>err
	is 'pages of all records are converted without messages' '' "$(cat err)"
	for place in one two; do
		for format in text json hex list; do
			MONREAD_SITE_LAYOUTS=$place monread -f $format "$sample"
		done >$place.out 2>&1
	done
	same 'pages and .dsect files show the same records' one.out two.out
	for place in one two; do
		for name in MRSYTCUM MRUSEACT MRIODDEV MRSYTLCK; do
			MONREAD_SITE_LAYOUTS=$place monread --describe=$name | grep '^ *[0-9.]'
		done >$place.out 2>&1
	done
	same 'pages and .dsect files have the same descriptions' one.out two.out
else
	skip 'many pages' 'no python3'
fi
# monread loads 64 releases at most, and reports the ones that it leaves out.
page many 3.0 MANY
for version in 3 4 5 6 7 8; do
	for release in 0 1 2 3 4 5 6 7 8 9; do
		[ -d many/$version.$release ] || cp -r many/3.0 many/$version.$release
	done
done
for release in 9.0 9.1 9.2 9.3; do
	cp -r many/3.0 many/$release
done
: >many/9.5
MONREAD_SITE_LAYOUTS=many monread -v -q "$sample" >out 2>&1
is '64 releases are loaded' '64 0' "$(grep -c 'many/.*: 1 layout for z/VM' out) $(grep -c 'cannot be read' out)"
cp -r many/3.0 many/9.4
MONREAD_SITE_LAYOUTS=many monread -v -q "$sample" >out 2>&1
is 'of 65 releases, 64 are loaded and one is reported' '64 1' "$(grep -c 'many/.*: 1 layout for z/VM' out) $(grep -c \
	'^monread: many/9.4: layouts cannot be read: the limit of 64 releases is reached$' out)"
finish
