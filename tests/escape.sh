#!/bin/sh
# escape.sh: text from outside (names of files, options, pages) never reaches a terminal unescaped.
. "${srcdir:-.}/tests/tap.sh"

cd "$tap_dir" || exit 99
ctrl=$(printf '\001\033[31m')         # a control character, and a sequence that makes red letters
c1=$(printf '\302\233')               # U+009B, which begins sequences as ESC [ does
bidi=$(printf '\342\200\256')         # U+202E: what follows is shown from right to left
raw=$(printf '\377')                  # no UTF-8
name="a$ctrl$c1$bidi$raw\\\"b"
shown='a\x01\x1b[31m\u009b\u202e\xff\\"b'
in_json='a\u0001\u001b[31m\u009b\u202e\ufffd\\\"b'
if ! cp "$captures/good-locks.stream" "$name" 2>/dev/null; then
	skip_all 'the file system does not take such names'
fi

# safe NAME FILE...: nothing in the files acts on a terminal
safe()
{
	what=$1
	shift
	! cat "$@" | LC_ALL=C tr -d '\n -~\200-\377' | grep . >/dev/null &&
		! cat "$@" | LC_ALL=C grep -q -e "$c1" -e "$bidi" -e "$raw"
	ok "$what: nothing acts on a terminal" $?
}

# ---- Names of files ----

monread "$name" >out 2>err
is 'the heading of text' "$shown: stream, z/VM monitor data" "$(head -n 1 out)"
safe text out err
monread -s "$name" >out 2>err
is 'the heading of summary' "$shown: stream, z/VM monitor data" "$(head -n 1 out)"
safe summary out err
monread -l "$name" "$name" >out 2>err
is 'the headings of list' "==> $shown <==
==> $shown <==" "$(grep '^==>' out)"
safe list out err
monread -f json -c 1 "$name" >out 2>err
is 'the file in JSON' "{\"file\":\"$in_json\",\"system\":null,\"offset\":12" "$(cut -d, -f1-3 out)"
safe json out err
# Tables keep all characters, except on a terminal.
if has_python 'tables on a terminal' pty; then
	for format in csv tsv; do
		# shellcheck disable=SC2086 # EMULATOR may have options
		"$PYTHON" "$tests/terminal.py" 0 $EMULATOR "$MONREAD" -f $format -n MRSYTLCK -c 1 "$name" >out
		tr -d '\t' <out >no-tabs
		safe "$format on a terminal" no-tabs
		is "$format on a terminal: the file" 1 "$(tail -n 1 out | grep -c "$(printf 'a\357\277\275\357\277\275\[31m\357\277\275\357\277\275\357\277\275')")"
	done
	# LXDB01 becomes =XDB01.
	LC_ALL=C sed 's/\xD3\xE7\xC4\xC2\xF0\xF1/\x7E\xE7\xC4\xC2\xF0\xF1/g' "$captures/sample.monwrite" >formula.bin
	if cmp -s "$captures/sample.monwrite" formula.bin; then
		skip 'csv: a formula is reported once, on a terminal' 'sed does not change binary files'
	else
		# shellcheck disable=SC2016,SC2086 # the inner shell expands it; EMULATOR may have options
		"$PYTHON" "$tests/terminal.py" 0 sh -c '"$@" 2>&1 >/dev/null' sh $EMULATOR "$MONREAD" -f csv -n MRUSEACT formula.bin >out
		is 'csv: a formula is reported once, on a terminal' '1 1' \
			"$(wc -l <out | tr -d ' ') $(grep -c 'a text begins with =' out)"
	fi
	is 'csv: a formula is not reported in a pipe' '' "$(monread -f csv -n MRUSEACT formula.bin 2>&1 >/dev/null)"
fi
ten=$(printf '\001\002\003\004\005\006\007\010\011\013')
cp "$captures/good-locks.stream" "$ten"
monread -f json "$captures/good-locks.stream" | sed 's/^{"file":"[^"]*"//' >expected
for jobs in 1 4; do
	monread -f json -j$jobs "$ten" "$ten" >out 2>err
	is "ten control characters in JSON, -j$jobs" 0 $?
	prefix='{"file":"\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000b"'
	cat expected expected | while IFS= read -r line; do
		printf '%s%s\n' "$prefix" "$line"
	done >both
	same "and the records are the same, -j$jobs" both out
done
monread "nosuch$name" >out 2>err
is 'a message with a file' "monread: nosuch$shown: cannot be opened: No such file or directory" "$(cat err)"
monread --layouts="nosuch$name" --describe=MRSYTLCK >out 2>err
is 'a message with a page' "monread: nosuch$shown: layouts cannot be read: No such file or directory" "$(cat err)"

# ---- Options ----

monread --describe="$name" >out 2>err
is 'a message with the value of an option' "monread: $shown: no such record or field; see monread --tables" "$(cat err)"
monread --"$name" >out 2>err
safe 'a refused option' out err
monread -"$ctrl" >out 2>err
safe 'a refused letter' out err

# ---- Pages ----

page()
{
	cat <<-END
	Record: MRSYTLCK
	DSECT: SYTLCK
	Number: D0R23
	Kind: ki${bidi}nd
	Title: ti${c1}t${bidi}le
	Release: 7.${bidi}9
	Status: front part
	Source: so${bidi}ur${c1}ce
	Unit: un${bidi}it = SYTLCK_CALNMLKS
	Nosuch${bidi}${raw}: x
	Erratum: SYTLCK_CALNMLKS: er${bidi}ratum
	Check: SYTLCK_CALNMLKS = SYTLCK_CALENTSZ: che${bidi}ck

	MRSYTLCK Control Block Contents

	Offsets
	Dec Hex  Type       Len  Name (Dim)             Description
	  0   0  Structure   28  SYTLCK                 Sta${bidi}rt
	$(header_rows)
	 20  14  Unsigned     4  SYTLCK_CALNMLKS        de${c1}sc${bidi}ription
	 24  18  Bitstring    4  SYTLCK_CALENTSZ        bits
	         1... ....       SYTLCK_BIT             bi${bidi}t
	END
}
page >page.dsect
monread --layouts=page.dsect -l -r 0.23 -c 1 "$name" >out 2>err
is 'a title in the list' 'ti t\u202ele' "$(sed 's/.*  //' out)"
safe 'a page, list' out err
for format in $(record_formats raw); do
	monread --layouts=page.dsect -f "$format" "$name" >out 2>err
	safe "a page, shown as $format" out err
done
for option in --describe=MRSYTLCK --xref=MRSYTLCK --tables; do
	monread --layouts=page.dsect $option >out 2>err
	[ -s out ]
	ok "a page, $option: there is output" $?
	safe "a page, $option" out err
done
monread --describe=page.dsect -f dsect >out 2>err
is 'a title in a file of its own' 'Title:    ti t\u202ele' "$(grep ^Title out)"
safe 'a page, -f dsect' out err

# ---- Long lines ----

# Nothing is cut where a line is longer than 1,023 bytes: file names, titles, sources.
deep=.
for i in 1 2 3 4 5 6 7 8; do
	deep=$deep/$(printf "%0200d" $i)
done
if mkdir -p "$deep" 2>/dev/null && cp "$captures/good-locks.stream" "$deep/in" 2>/dev/null; then
	monread -l "$deep/in" "$deep/in" >out 2>err
	is 'a long name in list' "==> $deep/in <==" "$(sed -n 1p out)"
	monread "$deep/nosuch" >out 2>err
	is 'a long name in a message' "monread: $deep/nosuch: cannot be opened: No such file or directory" "$(cat err)"
fi
long=$(printf "%01500d" 7)
page | sed -e "s/^Title:.*/Title: $long/" -e "s/^Source:.*/Source: $long/" -e "s/^Check:.*= SYTLCK_CALENTSZ:/&$long/" \
	-e "s/^Unit:.*=/Unit: $long =/" -e "s/  bits/$long/" >long.dsect
monread --layouts=long.dsect -l -r 0.23 -c 1 "$name" >out 2>err
is 'a long title in list' "$long" "$(sed 's/.*  //' out)"
monread --layouts=long.dsect --describe=MRSYTLCK >out 2>err
is 'long lines in a description: title, source, unit, text, check' 5 "$(grep -c "$long" out)"
monread --describe=long.dsect -f dsect >out 2>err
is 'long lines in a file of its own: title, source, unit, text, check' 5 "$(grep -c "$long" out)"
finish
