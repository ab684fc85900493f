#!/bin/sh
# foreign.sh: a reader without knowledge of marks finds all other records of a capture unchanged; files with lengths before
# their blocks are named, and the commands of monread-captures(5) convert them.
. "${srcdir:-.}/tests/tap.sh"

need_python

cd "$captures" || exit 99
for file in good-* odd-*; do
	$EMULATOR "$builddir/tests/marks" "${file##*.}" <"$file" >"$tap_dir/$file" 2>"$tap_dir/marks"
	ok "$file: marks can be put in" $?
	marks=$(cat "$tap_dir/marks")
	echo "$file $tap_dir/$file $marks" >>"$tap_dir/list"
	monread -f json -n MRAPLEDT --messages=json "$tap_dir/$file" 2>"$tap_dir/err" >"$tap_dir/out"
	is "$file: with marks, the status" 1 $?
	is "$file: with marks, each is said" "$marks" \
		"$(grep -c 'D10R1: data was lost before this was stored: 1 data set; none of these: a test"' "$tap_dir/err")"
done

# ---- Lengths before blocks ----

case $srcdir in /*) top=$srcdir ;; *) top=$OLDPWD/$srcdir ;; esac
cd "$tap_dir" || exit 99
"$PYTHON" - "$top/data/sample.monwrite" "$captures/sample.stream" <<'END'
import sys

word = lambda n: n.to_bytes(2, "big") + bytes(2)
for path, end in zip(sys.argv[1:], ("", ".stream")):
    data = open(path, "rb").read()
    blocks = [data[at:at + 4096] for at in range(0, len(data), 4096)]
    rdw = [word(len(b) + 4) + b for b in blocks]
    groups = [b"".join(rdw[at:at + 7]) for at in range(0, len(rdw), 7)]
    lengths = [0] + [len(b) for b in blocks]
    with open("rdw" + end, "wb") as file:
        file.write(b"".join(rdw))
    with open("bdw" + end, "wb") as file:
        file.write(b"".join(word(len(g) + 4) + g for g in groups))
    with open("aws" + end, "wb") as file:
        for before, b in zip(lengths, blocks):
            file.write(len(b).to_bytes(2, "little") + before.to_bytes(2, "little") + b"\xa0\0" + b)
        # A tape mark.
        file.write(bytes(2) + len(blocks[-1]).to_bytes(2, "little") + b"\x40\0")
END
sed -n "s/^python3.*/&/p" "$top/man/monread-captures.5" | sed "s/\\\\(aq/'/g; s/\\\\-/-/g; s/^python3/\"\$PYTHON\"/" >commands
is 'monread-captures(5) has two commands' 2 "$(wc -l <commands | tr -d ' ')"
for end in '' .stream; do
	original=$top/data/sample.monwrite
	[ -z "$end" ] || original=$captures/sample.stream
	for form in rdw bdw aws; do
		monread -q $form$end 2>err
		status=$?
		case $form in
		rdw) said='each record begins with a record descriptor word (RDW)' ;;
		bdw) said='blocks and records begin with descriptor words (BDW and RDW)' ;;
		aws) said='an AWS tape image' ;;
		esac
		is "$form$end: status, message" '1 1' "$status $(grep -cF "$form$end: offset 0x0: no monitor data: $said; " err)"
		monread --doctor $form$end 2>err | tr -s ' \n' '  ' >doctor
		is "$form$end: --doctor" 1 "$(grep -cF "no monitor data: $said; " doctor)"
		# The commands read the files rdw and aws.
		name=$(echo $form | sed 's/bdw/rdw/')
		[ $name = $form$end ] || cp $form$end $name
		grep "<$name " commands >command
		. ./command
		[ $form != bdw ] || { cp capture rdw && . ./command; }
		cmp -s capture "$original"
		ok "$form$end: the command converts it" $?
	done
done
cd "$captures" || exit 99
"$PYTHON" "$tests/foreign.py" <"$tap_dir/list" >"$tap_dir/log" 2>&1
verdicts "$(wc -l <"$tap_dir/list")" '%s: with marks, all other records are unchanged' <"$tap_dir/log"
finish
