#!/bin/sh
# readme.sh: the commands of README work and give the printed output; the examples of the manual pages work.
. "${srcdir:-.}/tests/tap.sh"

top=$(cd "$srcdir" && pwd)
readme=$top/README
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac

monstat=${MONSTAT:-$builddir/src/monstat}
case $monstat in /*) ;; *) monstat=$PWD/$monstat ;; esac
monstat()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$monstat" "$@"
}

# The commands of README run at the top of the source; there, src/monread is the built program.
run()
{
	(cd "$top" && eval "$(printf '%s\n' "$1" | sed 's|src/monread|monread|g; s|src/monstat|monstat|g')") 2>"$tap_dir/err"
}

is 'the title comes first' '# monread' "$(head -n 1 "$readme")"
awk '/^```/ { block = $0 == "```sh"; next } block && ++n <= 2' "$readme" >"$tap_dir/first"
is 'the first command builds and shows' './bootstrap --install-deps && ./configure && make && src/monread -s data/sample.monwrite' \
	"$(sed -n 1p "$tap_dir/first")"
is 'the second command tests' './bootstrap --install-deps && ./configure && make check' "$(sed -n 2p "$tap_dir/first")"
[ "$(wc -l <"$readme")" -le 120 ]
ok 'README has at most 120 lines' $?

monread -q --sql='SELECT 1' >/dev/null 2>"$tap_dir/err"
grep -q 'built without SQLite\|SQLite cannot be used' "$tap_dir/err" && no_sqlite=1

# In a block, the output of a command follows "$ COMMAND", up to the next command.
awk -v dir="$tap_dir" '
	/^```/ { file = "" }
	/^\$ / { file = dir "/shown" ++n; print substr($0, 3) >(file ".command"); printf "" >file; next }
	file { print >file }' "$readme"
n=0
while [ -f "$tap_dir/shown$((n += 1))" ]; do
	command=$(cat "$tap_dir/shown$n.command")
	case ${no_sqlite-}$command in
	1*--sql=* | 1*src/monstat*) skip "$command" 'there is no SQLite'; continue ;;
	esac
	run "$command" >"$tap_dir/got"
	same "$command" "$tap_dir/shown$n" "$tap_dir/got"
done
is 'README has three pictures and two queries' 5 $((n - 1))

sed -n '/^## Examples/,/^## W/s/^src\/mon/&/p' "$readme" | sed 's/  *#.*//' >"$tap_dir/examples"
is 'README has ten examples' 10 "$(wc -l <"$tap_dir/examples" | tr -d ' ')"
while read -r command; do
	case ${no_sqlite-}$command in
	1src/monstat*) skip "$command" 'there is no SQLite'; continue ;;
	esac
	run "$command" >"$tap_dir/out" </dev/null
	status=$?
	is "$command" '0 output' "$status $([ -s "$tap_dir/out" ] && echo output)"
	[ $status -eq 0 ] || sed 's/^/# /' "$tap_dir/err"
done <"$tap_dir/examples"

# The examples of the manual pages, as a reader sees them.  The test makes files with the names in the examples.
mkdir -p "$tap_dir/stock/captures" "$tap_dir/stock/a" "$tap_dir/stock/b" "$tap_dir/stock/pages" "$tap_dir/stock/monday"
for name in week.monwrite a.monwrite mon.bin before.bin after.bin capture.bin captures/1.bin a/1.bin b/1.bin \
	monday/1.mon; do
	cp "$top/data/sample.monwrite" "$tap_dir/stock/$name"
done
cp "$tests/layouts/pages/html.HTML" "$tap_dir/stock/MRSYTPRP.html"
cp "$tests/layouts/pages/html.HTML" "$tap_dir/stock/pages/a.html"
echo 'SELECT 1 AS one' >"$tap_dir/stock/question.sql"
cp "$top/data/queries/trend.sql" "$tap_dir/stock/"
mail() { cat >/dev/null; }

# An example goes on to the next line as long as a quote is open, or after a backslash.
examples_of()
{
	LC_ALL=C.UTF-8 groff -k -t -man -Tutf8 -P-cbou -rLL=2000n "$1" | awk '
		open { sub(indent, ""); text = text "\n" $0 }
		!open { match($0, /^ */); indent = "^" substr($0, 1, RLENGTH); sub(/^ */, "") }
		!open && /^mon(read|stat) / && !/  |[.,:;]$/ && / (-[-a-zA-Z]|[a-z*]+\.bin)/ && !/\[OPTION\]/ { text = $0; open = 1 }
		open && text !~ /\\$/ && gsub(/\047/, "&", text) % 2 == 0 { print text; printf "%c", 1; open = 0 }'
}

# Print files that an example made without naming them after >, = or -o.
unnamed()
{
	(cd "$tap_dir/work" && ls) | while read -r made; do
		[ -e "$tap_dir/stock/$made" ] && continue
		case $1 in *[\>=]"${made%%.*}"* | *-o\ "$made"*) ;; *) echo "$made" ;; esac
	done
}

run_example()
{
	case $1 in
	*/dev/* | */tmp/* | *curl* | *duckdb* | *influx* | *psql* | 'monstat --top'*) return ;;
	*'| jq '*) command -v jq >/dev/null 2>&1 || return ;;
	*'| python3 '*) command -v python3 >/dev/null 2>&1 || return ;;
	esac
	examples=$((examples + 1))
	rm -rf "$tap_dir/work"
	cp -R "$tap_dir/stock" "$tap_dir/work"
	(cd "$tap_dir/work" && eval "$(printf '%s\n' "$1" | sed "s|/usr/share/monread/|$top/data/|")") >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	status=$?
	if grep -q 'built without\|SQLite cannot be used' "$tap_dir/err"; then
		skip "$page: $1" "$(head -n 1 "$tap_dir/err")"
		return
	fi
	is "$page: $1" '0 ' "$status $(unnamed "$1")"
	[ $status -eq 0 ] || sed 's/^/# /' "$tap_dir/err"
}

examples=0
for file in "$top"/man/*.[1-8]; do
	command -v groff >/dev/null 2>&1 || break
	page=$(basename "$file")
	# make check-engines and stat/grafana.sh run their recipes.
	case $page in monread-engines.7 | monread-grafana.7) continue ;; esac
	examples_of "$file" >"$tap_dir/examples"
	n=1
	while example=$(awk -v RS='\001' -v n=$n 'NR == n' "$tap_dir/examples"); [ "$example" ]; do
		run_example "$example"
		n=$((n + 1))
	done
done
if command -v groff >/dev/null 2>&1; then
	[ $examples -gt 30 ]
	ok 'the pages have more than 30 examples' $?
else
	skip 'examples of the pages' 'there is no groff'
fi

# The number of layouts that are complete, partial, and known by name only.
monread --tables | awk '
	NR > 1 { n++; whole += / whole  /; part += /  front part  /; doubt += /  unproven  /; name += /  name only  / }
	END { print n, whole, part, doubt, name }' >"$tap_dir/layouts"
is 'how many layouts there are, in monread-dsect(5)' "$(cat "$tap_dir/layouts")" "$(awk '
	/^Of the .* layouts in this release/ { n = $3 }
	/^[0-9]+ (are|is)$/ { a = a " " $1 }
	/^[0-9]+ are a$/ { a = a " " $1 }
	END { print n a }' "$top/man/monread-dsect.5")"

for file in $(sed -n '/^## Where/,$s/^| \(.*\) | .*/\1/p' "$readme" | tr -d '`,' | tr ' ' '\n' | grep 'README\|ChangeLog'); do
	[ -f "$top/$file" ]
	ok "$file is there" $?
done
finish
