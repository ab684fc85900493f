#!/bin/sh
# facts.sh: compare every layout with the facts from IBM's pages, field by field (facts/pages.tsv in $MONREAD_SHARED).
. "${srcdir:-.}/tests/tap.sh"

pages=${MONREAD_SHARED:-$srcdir/../shared}/facts/pages.tsv
[ -r "$pages" ] || skip_all "no $pages; see MONREAD_SHARED"
"${PYTHON:=python3}" -c '' 2>/dev/null || skip_all 'no python3'

# Use one file per run, because --describe shows only one of several layouts of a record.  check_roundtrip shows that
# the built-in layouts equal the files.
mkdir "$tap_dir/layouts"
for file in "$srcdir"/data/*.dsect; do
	record=$(sed -n 's/^Record: *//p' "$file")
	monread --layouts="$file" --describe="$record" >"$tap_dir/layouts/$(basename "$file")" ||
		exit 99
done
"$PYTHON" "$tests/layouts/facts.py" "$pages" "$tap_dir/layouts"
