#!/bin/sh
# output.sh: what monstat writes to; no file is lost by it.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99
cp "$sample" in.bin
ln in.bin hard.bin

# kept NAME MESSAGE [OPTION]...: in.bin is refused as output, and stays.
kept()
{
	tap_name=$1
	tap_message=$2
	shift 2
	monstat "$@" >out 2>err
	is "$tap_name" "2 monstat: $tap_message" "$? $(cat err)"
	same "$tap_name: it stays" "$sample" in.bin
}
kept 'the input as --output' 'in.bin: is also the output; choose a different --output' -o in.bin --force in.bin
kept 'under another name' 'in.bin: is also the output; choose a different --output' -o hard.bin --force in.bin
kept 'the input as --html' 'in.bin: is also the output; choose a different --html' --html=in.bin --force in.bin
mkdir pages
cp "$tests/../data/mrsytlck.dsect" pages/page.dsect
kept 'a page as --output' 'pages/page.dsect: is also the output; choose a different --output' -L pages/page.dsect -o pages/page.dsect --force in.bin
kept 'a page of a directory' 'pages: is also the output; choose a different --output' -L pages -o pages/page.dsect --force in.bin
kept 'as --html' 'pages: is also the output; choose a different --html' -L pages --html=pages/page.dsect --force in.bin
same 'the page stays' "$tests/../data/mrsytlck.dsect" pages/page.dsect
monstat in.bin >>in.bin 2>err
is 'the input as standard output' '2 monstat: in.bin: is also the output; choose a different --output' "$? $(cat err)"
same 'standard output is the input: the input is unchanged' "$sample" in.bin
for files in in.bin "$sample in.bin" -; do
	# shellcheck disable=SC2086 # a list of words
	said=$(monstat $files <in.bin 2>>in.bin)
	is "the input as standard error: $files" \
		"2 monstat: ${files##* }: is an input, and messages would be appended to it; send them to another file" "$? $said"
done
same '-o names the input: the input is unchanged' "$sample" in.bin

ln -s in.bin link.prom
kept 'a link as FILE.prom' 'link.prom: is not a regular file, so monstat does not replace it; choose another FILE.prom' -f openmetrics -o link.prom --force in.bin
mkfifo pipe.prom
kept 'a pipe as FILE.prom' 'pipe.prom: is not a regular file, so monstat does not replace it; choose another FILE.prom' -f openmetrics -o pipe.prom --force in.bin

# ---- A run that fails ----

echo old >old
monstat -o old --force nothing.bin 2>err
is 'a missing input: one message' '2 monstat: nothing.bin: cannot be opened: No such file or directory' "$? $(cat err)"
is 'a missing input: the output is unchanged' old "$(cat old)"
monstat -o old --force --by=nothing in.bin 2>err
is 'wrong usage: the output stays' '64 old' "$? $(cat old)"
monstat -o new nothing.bin 2>err
is 'wrong usage: no new output is made' '2 no' "$? $(test -e new && echo yes || echo no)"
monstat -o new --by=nothing in.bin 2>err
is 'nor with wrong usage' '64 no' "$? $(test -e new && echo yes || echo no)"
monstat -f csv in.bin >expected
monstat -f csv -o old --force in.bin
same 'an output that is replaced' expected old
# Headings and an empty page are nothing that is shown.
for tap_format in text openmetrics html; do
	echo old >old
	case $tap_format in
		html) monstat --html=old --force nothing.bin 2>err ;;
		*) monstat -f $tap_format -o old --force cpu nothing.bin 2>err ;;
	esac
	is "no input, $tap_format: the output stays" '2 old' "$? $(cat old)"
done

# ---- A page is there as a whole, or not at all ----

# limited BLOCKS COMMAND...: no file may have more than so many blocks of 512 bytes
limited()
{
	(
		trap '' XFSZ
		ulimit -f "$1" || exit 99
		shift
		"$@"
	)
}
monstat -q --html=page "$sample"
is 'a page that is new: status' 0 $?
holds 'it is whole' grep -q '</html>' page
if limited 8 :; then
	limited 8 monstat -q --html=new "$sample" 2>err
	is 'a page that is too large' '2 monstat: new: writing failed: File too large' "$? $(cat err)"
	is 'a full disk: no part of the page is left' '' "$(ls | grep '^new')"
	echo old >old
	chmod 640 old
	ln -s old oldlink
	limited 8 monstat -q --html=oldlink --force "$sample" 2>err
	is 'a full disk while an output is replaced: status and message' '2 monstat: oldlink: writing failed: File too large' "$? $(cat err)"
	is 'which is still there' 'old old oldlink' "$(cat old) $(ls | grep '^old' | tr '\n' ' ' | sed 's/ $//')"
	is 'lines are there as far as they went' '2 y' \
		"$(limited 1 monstat -q -f json -o lines cpu "$sample" 2>err; printf '%s ' $?; test -s lines && echo y)"
else
	skip 'a page that is too large' 'no limit of the size of files'
fi
monstat -q --html=oldlink --force "$sample"
same 'a page that replaces another one' page old
is 'a replaced page keeps its permissions and its symbolic link' '-rw-r----- l' "$(ls -l old | cut -c 1-10) $(ls -l oldlink | cut -c 1)"
is 'a replaced page leaves no temporary file' 'old oldlink ' "$(ls | grep '^old' | tr '\n' ' ')"

# A killed run leaves no page, and its temporary file does not hinder the next run.
mkfifo feed
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$MONSTAT" -q --html=killed feed 2>/dev/null &
pid=$!
exec 3>feed
head -c 20000 "$sample" >&3
is 'while a page is written, its name is free' killed.new "$(ls | grep '^killed')"
monstat -q --html=killed "$sample" 2>err
is 'another run that writes the same page' \
	'2 monstat: killed: cannot be written: another process is writing to it; stop that first, or choose another name' "$? $(cat err)"
kill -9 "$pid"
wait "$pid" 2>/dev/null
exec 3>&-
is 'a killed run' killed.new "$(ls | grep '^killed')"
monstat -q --html=killed "$sample"
same 'the next run writes the page' page killed
is 'after a killed run no temporary file is left' killed "$(ls | grep '^killed')"
echo rest >day.prom.new
echo rest >day.new
monstat -q -f openmetrics -o day.prom "$sample"
monread -q --force --write=day "$sample"
is 'metrics and captures leave no temporary file' 'day day.prom ' "$(ls | grep '^day' | tr '\n' ' ')"

# A file that cannot be replaced is written to.
echo old >names
ln names names2
monstat -q --html=names --force "$sample"
is 'a page that has two names: status' 0 $?
same 'one has the new page' page names
same 'the other name has the page, too' page names2
is 'both names stay one file' 2 "$(ls -l names | awk '{ print $2 }')"
is 'a hard link leaves no temporary file' 'names names2 ' "$(ls | grep '^names' | tr '\n' ' ')"
# monstat does not replace a file that is open as standard output: text written after the page goes to the same file.
if [ -e /dev/stdout ]; then
	{
		ls -i shared >inode
		monstat -q --html=/dev/stdout --force "$sample"
	} >shared
	is 'a page to /dev/stdout: the file is the same one' "$(cat inode)" "$(ls -i shared)"
	same 'a page to /dev/stdout has the text' page shared
fi

if [ -w /dev/full ]; then
	for tap_format in text json openmetrics; do
		monstat -f "$tap_format" in.bin >/dev/full 2>err
		is "$tap_format to a full disk" '2 monstat: standard output: writing failed: No space left on device' "$? $(cat err)"
	done
	monstat --html=/dev/full --force in.bin 2>err
	is 'a page to a full disk' '2 monstat: /dev/full: writing failed: No space left on device' "$? $(cat err)"
	monstat --list >/dev/full 2>err
	is '--list to a full disk' '2 monstat: standard output: writing failed: No space left on device' "$? $(cat err)"
fi
# ---- A terminal ----

if has_python 'control characters on a terminal' pty; then
	# ESC and CSI, in EBCDIC, in the place of letters of LXDB01.
	"$PYTHON" -c 'import sys
data = open(sys.argv[1], "rb").read()
open("red.bin", "wb").write(data.replace(b"\xd3\xe7\xc4\xc2\xf0\xf1", b"\x27\xe7\x3b\xc2\xf0\xf1"))' "$sample"
	for tap_format in csv openmetrics text json; do
		# shellcheck disable=SC2086 # EMULATOR may have options
		"$PYTHON" "$tests/terminal.py" 0 $EMULATOR "$MONSTAT" -q -f $tap_format user red.bin >got 2>err
		is "$tap_format: control characters reach no terminal" '2 0' \
			"$(grep -c "X[^ ]*B01" got | sed 's/^[1-9].*/2/') $(LC_ALL=C grep -c "$(printf '[\033\233]X\|X\302\233')" got)"
	done
	"$PYTHON" "$tests/terminal.py" 80 $EMULATOR "$MONSTAT" -q system device "$sample" >got 2>err
	is 'texts above a table are as wide as the terminal' '2 0' "$(grep -c 'Inferred: ' got) $(tr -d '\r' <got |
		sed -n '/^[a-z]*: [A-Z]/,/^$/p' | awk 'length > 80 { n++ } END { print n + 0 }')"
	tr -d '\r' <got | sed '1,/^device: /d' | sed -n '/^Not shown/,/^$/p' | tr '\n' ' ' >note
	monstat -q device "$sample" | grep '^time' | tr -s ' ' '\n' >names
	tr -d '\r' <got | grep '^time.*resp' | tr -s ' ' '\n' >shown
	is 'a note names the columns that do not fit' "Not shown, because the terminal is narrow: $(
		sed -n "$(($(wc -l <shown) + 1)),\$p" names | tr '\n' ' ' | sed 's/ $//'); for all columns: | cat " "$(sed 's/  *$/ /' note)"
	is 'no line of the table is longer than the terminal' 0 "$(tr -d '\r' <got | awk 'length > 80 { n++ } END { print n + 0 }')"
	is 'elsewhere each is a line' 1 "$(monstat device "$sample" 2>err | grep -c '^Inferred: .*  Not proven: see --explain=device\.$')"
	monstat -q all "$sample" | grep '^Inferred: \|^Not proven: ' >got
	is 'lines about unproven fields: at most 100 characters, and where they are' '0 0' \
		"$(awk 'length > 100 { n++ } END { print n + 0 }' got) $(grep 'Not proven' got | grep -c -v 'see --explain=[a-z]*\.$')"
	is 'which are explained' 16 "$(monstat --explain=device | sed -n '/^Not proven/,/^Alarm/p' | grep -o 'IODDEV_[A-Z]*' | wc -l | tr -d ' ')"
	monstat -q -f csv user red.bin >got
	is 'other programs get the characters unchanged' 2 "$(grep -c "$(printf '\033X\302\233B01')" got)"
fi
finish
