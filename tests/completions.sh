#!/bin/sh
# completions.sh: what completions for shells offer; and each option is in all that is made of the table of options.
. "${srcdir:-.}/tests/tap.sh"

made=$srcdir/data/completions
[ -f "$made/bash/monread" ] || skip_all 'completions were not made'
mkdir "$tap_dir/bin"
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$EMULATOR" "$MONREAD" >"$tap_dir/bin/monread"
chmod +x "$tap_dir/bin/monread"
PATH=$tap_dir/bin:$PATH

is 'what describes an option has its parentheses' '' "$(sed -n "s/.* -d '//p" "$made"/fish/*.fish | tr -d "'\\\\" |
	awk '{ text = $0; if (gsub(/\(/, "") != gsub(/\)/, "")) print text }')"

# options_of PROGRAM: those that its getopt_long() knows, all of which begin with no letter at all
options_of()
{
	"$@" --=x 2>&1 | sed -n '1s/^.*ambiguous option: //p' | tr -d ' ' | tr ',' '\n' | sed 's/^--//'
}

# missing FILE PATTERN: the options of $tap_dir/options for which FILE has no line with PATTERN, of which % is the name
missing()
{
	while read -r option; do
		grep -q -E -e "$(echo "$2" | sed "s/%/$option/")" "$1" || echo "$option"
	done <"$tap_dir/options"
}

# everywhere PROGRAM PAGE: each option is in --help, in the page and in the completions
everywhere()
{
	is "$1 has options" 1 "$([ "$(wc -l <"$tap_dir/options")" -ge 13 ] && echo 1)"
	is "$1: each option is in --help" '' "$(missing "$tap_dir/help" '^ +(-., )?--%([=[ ]|$)')"
	is "$1: nothing else is in --help" "$(wc -l <"$tap_dir/options" | tr -d ' ')" \
		"$(grep -c -E '^ {2,6}(-., )?--[a-z]' "$tap_dir/help")"
	sed 's/\\f.//g; s/\\//g' "$2" >"$tap_dir/page"
	is "$1: each option is in the page" '' "$(missing "$tap_dir/page" '--%([^a-z-]|$)')"
	is "$1: each option is completed by bash" '' "$(missing "$made/bash/$1" ' --%=?( |$)')"
	is "$1: each option is completed by zsh" '' "$(missing "$made/zsh/_$1" '--%([=[}]|$)')"
	is "$1: each option is completed by fish" '' "$(missing "$made/fish/$1.fish" " -l % .*-d '")"
}
options_of monread >"$tap_dir/options"
monread --help >"$tap_dir/help"
everywhere monread "$srcdir/man/monread.1"
cp "$tap_dir/options" "$tap_dir/monread"
monplay=${MONPLAY:-$builddir/src/monplay}
if [ -x "$monplay" ]; then
	# shellcheck disable=SC2086
	options_of $EMULATOR "$monplay" >"$tap_dir/options"
	# shellcheck disable=SC2086
	$EMULATOR "$monplay" --help >"$tap_dir/help"
	everywhere monplay "$srcdir/man/monplay.1"
fi

# again PROGRAM: those of which a second one adds to the first
again()
{
	sed -n -e 's/^[[:space:]]*\\\*{-.*,--\([a-z-]*\)[=}].*/\1/p' -e "s/^[[:space:]]*'\*--\([a-z-]*\).*/\1/p" "$made/zsh/_$1" |
		LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//'
}
is 'zsh offers again what may be given again' 'domain' "$(again monread | tr ' ' '\n' | grep -x 'domain\|since')"
if [ -f "$made/zsh/_monplay" ]; then
	is 'zsh offers again what may be given again to monplay' 'fault script' "$(again monplay)"
fi

for shell in bash zsh fish; do
	command -v $shell >/dev/null 2>&1 || {
		echo "# $shell is not here: the syntax of its completions is not checked"
		continue
	}
	for file in "$made/$shell"/*; do
		$shell -n "$file" >"$tap_dir/err" 2>&1 && [ ! -s "$tap_dir/err" ]
		ok "$shell takes ${file##*/}" $?
	done
done

# zsh, with a terminal, completes the one word that matches.
if [ ! -x "$builddir/src/monstat" ] || [ -n "$EMULATOR" ] || ! zsh -f -c 'zmodload zsh/zpty' 2>/dev/null; then
	skip 'zsh completes words' 'no zsh with pseudo-terminals, or no monstat'
else
	cat >"$tap_dir/lines" <<-'END'
		monstat --by=%bu|monstat --by=%busy
		monstat user --by=pgr|monstat user --by=pgrd/s
		monstat user --only=us|monstat user --only=users=
		monstat --explain=devi|monstat --explain=device
		monread --xref=MRSYTL|monread --xref=MRSYTLCK
		monread --describe=MRSYTL|monread --describe=MRSYTLCK
		monread --name=MRUSEACT,MRSYTL|monread --name=MRUSEACT,MRSYTLCK,
		monread --fields=SYTLCK_CALNML|monread --fields=SYTLCK_CALNMLKS,
	END
	cut -d '|' -f 1 "$tap_dir/lines" | (
		set --
		while IFS= read -r line; do
			set -- "$@" "$line"
		done
		PATH=$builddir/src:$PATH timeout 60 zsh -f "$srcdir/tests/complete.zsh" "$made/zsh" "$@"
	) 2>&1 | sed 's/ *$//' >"$tap_dir/got"
	cut -d '|' -f 2 "$tap_dir/lines" >"$tap_dir/expected"
	same 'zsh completes words' "$tap_dir/expected" "$tap_dir/got"
fi

command -v bash >/dev/null 2>&1 || {
	finish
	exit 0
}

# offers NAME LINE EXPECTED: bash offers exactly EXPECTED after LINE
offers()
{
	is "$1" "$3" "$(bash "$srcdir/tests/complete.bash" "$made/bash/${2%% *}" "$2" | tr '\n' ' ' | sed 's/ $//')"
}
offers 'an option' 'monread --form' '--format= # -o nospace'
offers 'an option of several' 'monread --st' '--strict'
offers 'an option without argument' 'monread --sum' '--summary'
offers 'an option with and without argument' 'monread --col' '--color --color='
offers 'a format' 'monread --format=j' 'json'
offers 'a format, in any case' 'monread --format=J' 'json'
# shellcheck disable=SC2046 # words
offers 'a format behind a letter' 'monread -f s' "$(echo $(formats | tr ' ' '\n' | grep '^s') sql)"
# shellcheck disable=SC2046 # words
offers 'all formats' 'monread -f ' "$(echo $(formats) sql)"
offers 'no format behind a space and =' 'monread --format =j' ''
offers 'a code page' 'monread --codepage=ibm-27' 'IBM-273 IBM-277 IBM-278'
case $srcdir in /*) tap_source=$srcdir ;; *) tap_source=$PWD/$srcdir ;; esac
tap_monstat=${MONSTAT:-$builddir/src/monstat}
if [ -x "$tap_monstat" ]; then
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$EMULATOR" "$tap_monstat" >"$tap_dir/bin/monstat"
	chmod +x "$tap_dir/bin/monstat"
	# offers_there NAME LINE EXPECTED: the same where there are two files
	mkdir "$tap_dir/there"
	: >"$tap_dir/there/lpar.bin"
	: >"$tap_dir/there/lpars"
	offers_there()
	{
		is "$1" "$3" "$(cd "$tap_dir/there" && bash "$tap_source/tests/complete.bash" "$tap_source/data/completions/bash/monstat" \
			"$2" | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
	}
	offers_there 'a report' 'monstat --explain=userst' 'userstate'
	offers_there 'a report or a file' 'monstat lp' '# -o filenames lpar lpar.bin lparcpu lpars'
	offers_there 'a report behind a file' 'monstat lpars lparc' '# -o filenames lparcpu'
	offers_there 'a column of the reports' 'monstat disk,cpu --by=%sp' '%spin'
	offers_there 'a column to select by' 'monstat cpu --only=c' '# -o nospace cpu='
fi
offers 'a domain' 'monread --domain=s' 'system scheduler storage seek ssi # -o nospace'
offers 'a domain behind others' 'monread -d io,mon' 'io,monitor # -o nospace'
offers 'a record by name' 'monread --name=mrsytl' 'MRSYTLCK # -o nospace'
offers 'a record behind another' 'monread -n MRUSEACT,mrsytl' 'MRUSEACT,MRSYTLCK # -o nospace'
offers 'a record by number after a name' 'monread -n MRUSEACT,d0r23' 'MRUSEACT,D0R23 # -o nospace'
offers 'a table of application data' 'monread -n linuxm' 'LINUXMEM # -o nospace'
offers 'a record to leave out' 'monread --exclude=d5r16' 'D5R16 # -o nospace'
offers 'a record by name as number' 'monread -r mrsytl' 'MRSYTLCK # -o nospace'
offers 'a field to describe' 'monread --describe=sytlck_calnml' 'SYTLCK_CALNMLKS'
offers 'a record by number' 'monread -r D0R23' 'D0R23 # -o nospace'
offers 'a record to describe' 'monread --describe=mrsytl' 'MRSYTLCK'
offers 'what fields begin with' 'monread --fields=sytl' 'SYTLCK_ # -o nospace'
offers 'a field' 'monread --fields=sytlck_calnml' 'SYTLCK_CALNMLKS # -o nospace'
offers 'a field behind another' 'monread --fields=SYTLCK_CALNMLKS,sytlck_calentsz' 'SYTLCK_CALNMLKS,SYTLCK_CALENTSZ # -o nospace'
offers 'a field of a record that is named' 'monread --name=LINUXMEM -l --fields=total' 'totalhigh totalram totalswap # -o nospace'
offers 'a file' 'monread ' '# -o default'
offers 'a file behind an option' 'monread --write=x' '# -o default'
offers 'a file behind --' 'monread -- --form' '# -o default'
offers 'a number is not completed' 'monread --count=' ''
offers 'the end of a capture' 'monplay --end=e' 'eio exit'
offers 'a fault' 'monplay --fault=inv' 'invalid@set= # -o nospace'
offers 'a fault behind its @' 'monplay --fault=eio@r' 'read= # -o nospace'

# Words that are completed are those that are taken.
while read -r option; do
	words=$(cd "$tap_dir" && monread "--$option=?" nosuch 2>&1 </dev/null |
		sed -n '1s/.*: expected \([a-z]*\(, [a-z]*\)* or [a-z]*\)$/\1/p' | sed 's/, / /g; s/ or / /')
	[ -z "$words" ] || offers "the words of --$option" "monread --$option=" "$words"
done <"$tap_dir/monread"
finish
