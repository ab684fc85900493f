#!/bin/sh
# marks.sh: fields with the same name have the same format, unit and kind of counter in all layouts, except the fields in
# marks.allowed (FIELD, a blank, the reason).  Each sample with counters has a Key, or an Instance.  Keys are not compared: the
# field that identifies the instance depends on the record.
. "${srcdir:-.}/tests/tap.sh"

# Print FIELD MARKS FILE for each field without the name of its DSECT; one mark per kind of key.
awk '
function file_ends()
{
	if (sample && counts && !instance)
		print "- counters-without-instance " file
}
FNR == 1 { file_ends(); file = FILENAME; sample = 0; split("", marks); counts = instance = rows = structures = 0 }
/^DSECT:/ { dsect = $2 "_" }
/^Kind:.*sample/ { sample = 1 }
/^(Key|Instance):/ { instance = 1 }
/^[A-Z][A-Za-z0-9]*:/ { key = $1; sub(/^[^ ]* */, "") }
key == "Unit:" && / = / { unit = $0; sub(/ = .*/, "", unit); sub(/.* = /, "") }
key ~ /^(Text|Time|Interval|Unixtime|Fixed11|ASCII|Hex|Counter|Countdown|Number|Unit):$/ && NF {
	gsub(/,/, " ")
	sub(/^X?[0-9A-F\047]* = /, "")
	for (i = 1; i <= NF; i++) {
		mark = key (key == "Unit:" ? unit ":" : "")
		if (key != "Number:" && index(marks[$i], mark) == 0)
			marks[$i] = marks[$i] mark
	}
}
/ Control Block Contents$/ {
	rows = 1
	key = ""
}
rows && $3 == "Structure" { structures++ }
rows && $1 ~ /^[0-9]+$/ && $3 ~ /^(Unsigned|Signed|Character|Address|Bitstring)$/ && $5 != "*" {
	name = $5
	sub(/\(.*/, "", name)
	counts += structures == 1 && marks[name] ~ /Count/
	all = marks[name] == "" && $3 == "Bitstring" ? "Hex:" : marks[name]
	if (index(name, dsect) == 1)
		name = substr(name, length(dsect) + 1)
	if ($3 != "Character" || all != "")
		print name, all == "" ? "-" : all, FILENAME
}
END { file_ends() }' "$srcdir"/data/*.dsect >"$tap_dir/marks"
is 'each sample with counters has a Key or an Instance' '' "$(sed -n 's/^- counters-without-instance //p' "$tap_dir/marks")"
awk 'NR == FNR { if (/^[^#]/) allowed[$1] = 1; next }
$1 in first && first[$1] != $2 && $1 in allowed { needed[$1] = 1 }
$1 in first && first[$1] != $2 && !($1 in allowed) { print $1, "has", $2, "in", $3 ", but", first[$1], "in", where[$1] }
!($1 in first) { first[$1] = $2; where[$1] = $3 }
END { for (name in allowed) if (!(name in needed)) print name, "in marks.allowed does not differ" }' \
	"$tests/layouts/marks.allowed" "$tap_dir/marks" >"$tap_dir/got"
is 'fields of one name are shown and counted alike' '' "$(cat "$tap_dir/got")"
[ "$(wc -l <"$tap_dir/marks")" -gt 2000 ]
ok 'there are many fields' $?
finish
