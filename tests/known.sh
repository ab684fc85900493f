#!/bin/sh
# known.sh: fields whose meaning is inferred or not settled say so in one form, wherever they are
# described, and data/README has their numbers.
. "${srcdir:-.}/tests/tap.sh"

# Print the contents of all descriptions, one row per line.
rows=$tap_dir/rows
for file in "$srcdir"/data/*.dsect; do
	awk '/Control Block Contents/ { inside = 1; next }
	!inside { next }
	substr($0, 1, 40) ~ /^ +$/ && row != "" { sub(/^ +/, ""); row = row " " $0; next }
	{ if (row != "") print row; row = "" }
	/^ *[0-9]+ +[0-9A-F]+ +[A-Z]/ || /^ +[1.][1.][1.][1.] [1.][1.][1.][1.] / { row = $0 }
	END { if (row != "") print row }' "$file"
done >"$rows"
inferred=$(grep -c '  *[^ ]*  *inferred: ' "$rows")
open=$(grep -cE '(meaning|form) not settled$' "$rows")

is 'inferred meanings begin with the word' "$inferred" "$(grep -ci infer "$rows")"
is 'facts that are not settled end with the words "not settled"' "$open" "$(grep -ciE 'settled|meaning|unknown purpose' "$rows")"
is 'no fact is both inferred and settled' '' "$(grep 'inferred:.*settled' "$rows")"
is 'data/README has the numbers' "$inferred are inferred and $open not settled" \
	"$(tr -s ' \n' ' ' <"$srcdir/data/README" | grep -o '[0-9]* are inferred and [0-9]* not settled')"

name=SYTSXP_PLSSPGPC
monread --describe=MRSYTSXP >"$tap_dir/text"
holds '--describe' grep -q "$name  *inferred: requests for a page" "$tap_dir/text"
monread --describe=MRSYTSXP -f json >"$tap_dir/json"
holds '--describe -f json' grep -q "\"$name\"[^}]*\"description\":\"inferred: requests for a page\"" "$tap_dir/json"
monread --find="$name" >"$tap_dir/find"
holds '--find' grep -q 'inferred: requests for a page' "$tap_dir/find"
finish
