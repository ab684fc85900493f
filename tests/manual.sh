#!/bin/sh
# manual.sh: compare the pages of section 3 with monread.h: functions, structs, constants, the example; check for warnings.
#
#   tests/manual.sh --accept   takes over tests/example.c into libmonread(3), and does not test
. "${srcdir:-.}/tests/tap.sh"

header=$srcdir/src/monread.h
links=$srcdir/man/links.sh
set -- "$@" "$srcdir"/man/*.3

# The text of a C file as lines of roff.
roff_lines()
{
	expand "$1" | sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"
}

# The example in libmonread(3), and the code around it.
example()
{
	sed -n '/^\.\\" tests\/example\.c/,/^\.RE/p' "$srcdir/man/libmonread.3" | sed '1,3d;$d'
}

if [ "$1" = --accept ]; then
	roff_lines "$tests/example.c" >"$tap_dir/example"
	awk -v example="$tap_dir/example" '
		/^\.RE/ { in_example = 0 }
		!in_example
		/^\.\\" tests\/example\.c/ { seen = 1 }
		seen && /^\.RS/ { in_example = 1; seen = 0; while ((getline line <example) > 0) print line }
	' "$srcdir/man/libmonread.3" >"$tap_dir/page" && cp "$tap_dir/page" "$srcdir/man/libmonread.3"
	exit
fi

# The words of standard input that begin as names of the library do.
words()
{
	tr -c 'A-Za-z0-9_' '\n' | grep -E '^(MONREAD|monread)_[A-Za-z0-9_]+$' | sort -u
}

# C with its comments and preprocessor lines taken away, in one line; blanks only where they are needed.
bare()
{
	tr '\n' '\001' | sed -e 's|/\*[^*]*\**\([^/*][^*]*\**\)*\*/||g' | tr '\001' '\n' | sed '/^#/d' |
		tr -s ' \t\n' ' ' | sed -e 's/ *\([][(){};,=]\) */\1/g' -e 's/\* /*/g' -e 's/^ //' | tr ';' '\n'
}

# ---- Functions ----

sed '/^#if.*__GNUC__/,/^#endif/d' "$header" | bare >"$tap_dir/header"
sed -n -e 's/.*MONREAD_API //p' -e 's/^.*\(typedef [a-z]* .*(.*\)/\1/p' "$tap_dir/header" | sort >"$tap_dir/expected"
is 'monread.h has more than 30 functions' 1 "$([ "$(wc -l <"$tap_dir/expected")" -gt 30 ] && echo 1)"
for page; do
	sed -n '/^\.SH SYNOPSIS/,/^\.SH [^S]/p' "$page" | grep -v '^[.#]' | bare | sed '/^ *$/d' >"$tap_dir/synopsis"
	cat "$tap_dir/synopsis" >>"$tap_dir/all"
	sed -n '/^typedef/!s/^[^(]*[ *]\(monread_[a-z0-9_]*\)(.*/\1/p' "$tap_dir/synopsis" | sort >"$tap_dir/declared"
	sh "$links" --list "$page" | cut -d ' ' -f 1 | sort >"$tap_dir/named"
	same "$(basename "$page"): NAME has the functions of SYNOPSIS" "$tap_dir/declared" "$tap_dir/named"
done
sort "$tap_dir/all" >"$tap_dir/got"
same 'each function of monread.h is declared in one page, with the same text' "$tap_dir/expected" "$tap_dir/got"

# Functions, types and constants that the pages speak of.
sed '/^#if.*__GNUC__/,/^#endif/d; s/MONREAD_API//' "$header" | words | grep -vx 'MONREAD_H' >"$tap_dir/known"
cat "$@" | sed '/^\.TH/d; s/\\f[A-Z]//g' | words >"$tap_dir/words"
sh "$links" --list "$@" | cut -d ' ' -f 2 | sort -u >"$tap_dir/pages"
is 'each name in the pages is in monread.h' '' "$(sort -u "$tap_dir/known" "$tap_dir/pages" | comm -13 - "$tap_dir/words")"
is 'each name of monread.h is in a page' '' "$(comm -23 "$tap_dir/known" "$tap_dir/words")"

# ---- Structs ----

tr '\n' ' ' <"$tap_dir/header" >"$tap_dir/one"
cat "$@" | awk '/^struct [a-z_]* \{/ { on = 1 } on; /^};/ { on = 0 }' | bare | tr '\n' ' ' |
	sed 's/} */}\n/g' | sed '/^ *$/d' >"$tap_dir/structs"
is 'monread.h has structs' 1 "$([ -s "$tap_dir/structs" ] && echo 1)"
while read -r text; do
	grep -qF -e "$text" "$tap_dir/one"
	ok "as in monread.h: ${text%%\{*}" $?
done <"$tap_dir/structs"

# ---- The example ----

example >"$tap_dir/got"
roff_lines "$tests/example.c" >"$tap_dir/expected"
same 'the example is tests/example.c' "$tap_dir/expected" "$tap_dir/got"

# ---- Links and warnings ----

mkdir "$tap_dir/man3"
cp "$@" "$tap_dir/man3"
sh "$links" --make "$tap_dir/man3" "$@"
for link in "$tap_dir"/man3/*.3; do
	to=$(sed -n 's/^\.so //p' "$link")
	[ -z "$to" ] || [ -f "$tap_dir/$to" ] || ok "$(basename "$link") leads to $to" 1
done
sh "$links" --list "$@" | while read -r name page; do
	grep -q "^\.so man3/$page\.3" "$tap_dir/man3/$name.3" || echo "$name"
done >"$tap_dir/missing"
is 'each function leads to its page' '' "$(cat "$tap_dir/missing")"
sh "$links" --remove "$tap_dir/man3" "$@"
is 'links are removed again' $# "$(find "$tap_dir/man3" -type f | wc -l | tr -d ' ')"

if command -v groff >/dev/null 2>&1; then
	for page in "$@" "$srcdir"/man/*.[15]; do
		is "$(basename "$page"): nothing to warn of" '' "$(LC_ALL=C groff -t -man -ww -Tascii -z "$page" 2>&1 | head -n 3)"
	done
else
	echo '# no groff: warnings are not looked for'
fi
if command -v mandoc >/dev/null 2>&1; then
	is 'mandoc has no warnings' '' "$(cd "$srcdir/man" && for page in *.[1-8]; do mandoc -T lint -W warning "$page"; done 2>&1)"
else
	skip 'mandoc has no warnings' 'no mandoc'
fi
finish
