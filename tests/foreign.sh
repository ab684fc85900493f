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
is 'monread-captures(5) has one command' 1 "$(wc -l <commands | tr -d ' ')"
for end in '' .stream; do
	original=$top/data/sample.monwrite
	[ -z "$end" ] || original=$captures/sample.stream
	for form in rdw bdw; do
		monread -f json $form$end >got 2>err
		is "$form$end: status, messages" '0 0' "$? $(wc -l <err | tr -d ' ')"
		monread -f json "$original" | sed "s|$original|$form$end|" >expected
		same "$form$end: the records" expected got
		is "$form$end: as many records from standard input" "$(wc -l <got)" "$(monread -f json - <$form$end | wc -l)"
	done
	# A file that ends within a record, and a wrong descriptor word.
	head -c 20000 rdw$end >cut
	monread -q cut 2>err
	is "rdw$end, cut off: status, message" '1 1' "$? $(grep -c 'cut: .*the file is cut off' err)"
	{ head -c 8200 rdw$end; echo xxxxxxxxxxxx; tail -c +8201 rdw$end; } >wrong
	monread -q wrong 2>err
	is "rdw$end, a wrong word: status, message" '1 1' "$? $(grep -c 'expected a descriptor word' err)"
	monread -q aws$end 2>err
	status=$?
	said='no monitor data: an AWS tape image; '
	is "aws$end: status, message" '1 1' "$status $(grep -cF "aws$end: offset 0x0: $said" err)"
	monread --doctor aws$end 2>err | tr -s ' \n' '  ' >doctor
	is "aws$end: --doctor" 1 "$(grep -cF "$said" doctor)"
	# The command reads the file aws.
	[ -z "$end" ] || cp aws$end aws
	. ./commands
	cmp -s capture "$original"
	ok "aws$end: the command converts it" $?
done
# ---- Archives and text ----

"$PYTHON" - "$top/data/sample.monwrite" <<'END'
import sys, tarfile, zipfile
with tarfile.open("archive.tar", "w") as file:
    file.add(sys.argv[1], "a")
with zipfile.ZipFile("archive.zip", "w") as file:
    file.write(sys.argv[1], "a")
with open("notes.txt", "w") as file:
    file.write("A note.\n")
with open("notes.bin", "w") as file:
    file.write("A note\1\n")
END
while read -r file said; do
	monread -q "$file" 2>err
	is "$file: status, message" '1 1' "$? $(grep -cF "$file: offset 0x0: no monitor data: $said" err)"
	is "$file: the message in a pipe" 1 "$(cat "$file" | monread -q - 2>&1 | grep -cF "no monitor data: $said")"
done <<'END'
archive.tar a tar archive; unpack it first
archive.zip a zip archive; unpack it first
notes.txt a text file
notes.bin neither a control element
END

cd "$captures" || exit 99
"$PYTHON" "$tests/foreign.py" <"$tap_dir/list" >"$tap_dir/log" 2>&1
verdicts "$(wc -l <"$tap_dir/list")" '%s: with marks, all other records are unchanged' <"$tap_dir/log"
finish
