#!/bin/sh
# xref.sh: --xref prints the cross reference of MRSYTLCK as IBM's page has it, its three slips corrected.
. "${srcdir:-.}/tests/tap.sh"

shared=${MONREAD_SHARED:-$srcdir/../shared}
page=
for file in "$shared"/seeds/002_*.txt; do
	[ -r "$file" ] && page=$file
done
[ -n "$page" ] || skip_all "no page of MRSYTLCK in $shared/seeds; see MONREAD_SHARED"

# The offsets of three fields are printed in decimal.
sed -n '/^MRSYTLCK Cross Reference/,/^This information/p' "$page" | sed -e '$d' \
	-e '/^SYTLCK_SYNBXHLS / s/24/18/' -e '/^SYTLCK_SYNBXW4X / s/40/28/' \
	-e '/^SYTLCK_SYNBXHLX / s/56/38/' >"$tap_dir/page"
monread --xref=MRSYTLCK >"$tap_dir/xref"
ok '--xref=MRSYTLCK: status' $?
words()
{
	awk 'NF { $1 = $1; print }' "$1"
}
words "$tap_dir/page" >"$tap_dir/expected"
words "$tap_dir/xref" >"$tap_dir/got"
same 'the words of the cross reference' "$tap_dir/expected" "$tap_dir/got"
sed -e '/^[[:blank:]]*$/d' "$tap_dir/page" >"$tap_dir/expected"
sed -e '/^[[:blank:]]*$/d' "$tap_dir/xref" >"$tap_dir/got"
same 'the columns of the cross reference' "$tap_dir/expected" "$tap_dir/got"

# The page itself can be loaded in place of the built-in layout, and its slips are reported.
monread --layouts="$page" --xref=MRSYTLCK >"$tap_dir/loaded" 2>"$tap_dir/err"
ok '--layouts with the page: status' $?
same 'the page gives the same cross reference' "$tap_dir/xref" "$tap_dir/loaded"
for field in SYTLCK_SYNBXHLS SYTLCK_SYNBXW4X SYTLCK_SYNBXHLX; do
	grep -q "$field" "$tap_dir/err"
	ok "the slip at $field is reported" $?
done
finish
