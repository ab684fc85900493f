#!/bin/sh
# options.sh: the command line: accepted and refused options, exit statuses, where output and messages go.
. "${srcdir:-.}/tests/tap.sh"

cd "$captures" || exit 99

# run ARGUMENTS...: status, $tap_dir/out and $tap_dir/err
run()
{
	monread "$@" >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
	status=$?
}

# fails STATUS WORDS ARGUMENTS...: no output, and these words among the messages
fails()
{
	wanted=$1
	words=$2
	shift 2
	run "$@"
	[ $status -eq "$wanted" ] && [ ! -s "$tap_dir/out" ] && grep -q -e "$words" "$tap_dir/err"
	result=$?
	[ $result -eq 0 ] || sed 's/^/# /' "$tap_dir/err"
	ok "status $wanted: monread $*" $result
}

# works ARGUMENTS...: status 0, output, no message
works()
{
	run "$@"
	[ $status -eq 0 ] && [ -s "$tap_dir/out" ] && [ ! -s "$tap_dir/err" ]
	result=$?
	[ $result -eq 0 ] || sed 's/^/# /' "$tap_dir/err"
	ok "status 0: monread $*" $result
}

monread --help | tail -n 1 >"$tap_dir/out"
is '--help ends with the address of configure' "Report bugs to $(sed -n 's/^#define BUGREPORT "\(.*\)"$/\1/p' "$builddir/config.h")." \
	"$(cat "$tap_dir/out")"

# Wrong usage
fails 64 '^monread: --nosuch: no such option; --help lists all$' --nosuch good-locks.stream
fails 64 '^monread: --r: ambiguous option: --raw, --record, --release, --rotate$' --r good-locks.stream
fails 64 '^monread: --foll=1: this option takes no value$' --foll=1
fails 64 '^monread: -Z: no such option; --help lists all$' -Z good-locks.stream
fails 64 '^monread: --local: no such option; use --time=local instead$' --local good-locks.stream
# The word with the letter is not the one before the next word.
fails 64 '^monread: -Z: no such option; --help lists all$' -Zl --summary good-locks.stream
fails 64 '^monread: -r: a value is missing$' -q -lr
fails 2 '^monread: /dev/null: is not a regular file, so new files cannot follow it; choose another --write$' -q \
	--write=/dev/null --rotate=1h good-locks.stream
mkdir "$tap_dir/folder"
fails 2 '/folder: is a directory; name a file$' -q --write="$tap_dir/folder" --rotate=1M good-locks.stream
# A time below the unit of the timer; nobody writes to the pipe.
mkfifo "$tap_dir/silent"
exec 3<>"$tap_dir/silent"
# shellcheck disable=SC2086 # EMULATOR may have options
timeout -s KILL 20 $EMULATOR "$MONREAD" -l --duration=0.0000001 "$tap_dir/silent" >"$tap_dir/out" 2>&1
is 'a very short --duration ends' 0 $?
exec 3>&-
fails 64 '--format=nosuch: expected' -f nosuch good-locks.stream
fails 64 '^monread: --format=parquet: no such format; monread-parquet DIR FILE writes Parquet files$' -f parquet good-locks.stream
fails 64 '^monread: --format=xlsx: no such format; use -f csv, which spreadsheets open$' -f xlsx good-locks.stream
fails 64 '--domain=0,sytem: expected a list of domains, .*, or system, .*appldata, ssi$' -d 0,sytem good-locks.stream
fails 64 '--domain=12x: expected' -d 12x good-locks.stream
fails 64 '--domain=5-2: expected' -d 5-2 good-locks.stream
fails 64 '--record=0x17: expected a list of records' -r 0x17 good-locks.stream
fails 64 'domains to 255, numbers to 65535' -r 256.1
fails 64 '^monread: MRNOSUCH: no such record; see monread --tables$' -n MRNOSUCH good-locks.stream
fails 64 '--type=x: expected' -t x good-locks.stream
fails 64 '^monread: --format=html: no such format; monstat --html=PAGE FILE writes a page' -f html good-locks.stream
fails 64 '^monread: --anonymize has no effect with --quiet, which shows nothing; use --write' -q --anonymize --raw good-locks.stream
fails 64 '^monread: VMDTTIM: no such field; did you mean USEACT_VMDTTIME?$' --fields=VMDTTIM -n MRUSEACT sample.monwrite
fails 0 '^monread: no layout describes D0R99; see monread --tables$' -l -r D0R99 sample.monwrite
fails 64 '--since=x: expected' --since=x good-locks.stream
fails 64 '--count=x: expected' -c x good-locks.stream
while IFS=: read -r name advice; do
	fails 64 "^monread: --$name: no such option; $advice\$" "--$name=x" good-locks.stream
	fails 64 "^monread: --$name: no such option; $advice\$" "--$name"
done <<'END'
exact:--raw shows only the selected records; --write adds the configuration
list-layouts:use --tables instead
pcp:use monread2pcp instead
report:monstat makes reports, as in monstat user FILE
table:use --name instead
END
# Settings of services that release 1.0 suggested.
fails 64 '^monread: --rotate-size: no such option; use --rotate=SIZE instead, as in --rotate=16M$' --rotate-size
fails 64 '^monread: --rotate=5x: expected' --rotate-time=5x good-locks.stream
run -q --write="$tap_dir/renamed" --rotate-time=60 --rotate-size=99999999 --keep=9 --log=text "$captures/sample.monwrite"
is 'options with a new name' '0 renamed.00001 renamed.00002 renamed.00003 renamed.00004' "$status $(cd "$tap_dir" && echo renamed*)"
is 'options with a new name are reported' 'monread: --rotate-time: this option is now called --rotate
monread: --rotate-size: this option is now called --rotate
monread: --log: this option is now called --messages' "$(cat "$tap_dir/err")"
for jobs in 1 2; do
	run -j$jobs odd-unknown.stream good-locks.stream odd-unknown.monwrite
	is "-j$jobs: one note names what gets layouts" \
		"0 monread: no layout for 14 records, shown in hex; monread-fetch-layouts gets layouts from IBM's pages" \
		"$status $(cat "$tap_dir/err")"
done
printf 'set event 5 0x09000000\nrecord 5.16 10\n' >"$tap_dir/named.txt"
mkcapture -f stream "$tap_dir/named.txt" "$tap_dir/named"
run "$tap_dir/named"
is 'a record of which the name alone is known, too' \
	"0 monread: no layout for 1 record, shown in hex; monread-fetch-layouts gets layouts from IBM's pages" \
	"$status $(cat "$tap_dir/err")"
fails 64 '--input-format=x: expected' -I x good-locks.stream
fails 64 '--time=x: expected' --time=x good-locks.stream
fails 64 '--color=x: expected' --color=x good-locks.stream
fails 64 '--codepage=KLINGON: no such code page' --codepage=KLINGON good-locks.stream
fails 64 '--codepage=: no such code page' --codepage= good-locks.stream
# Two code pages are in libc; the others are in files, which the libc of a different architecture may not find.
! monread -qq --codepage=ISO-8859-1 good-locks.stream 2>&1 | grep -q 'no such code page'
has_files=$?
# has_codepage NAME: whether iconv(1) and the tested monread have the code page.
has_codepage()
{
	case $1 in
	UTF-8 | US-ASCII) ;;
	*) [ $has_files -eq 0 ] || return 1 ;;
	esac
	iconv -f "$1" -t UTF-8 </dev/null >/dev/null 2>&1
}
for codepage in UTF-8 ISO-8859-1 UTF-16; do
	has_codepage $codepage || continue
	fails 64 "--codepage=$codepage: expected a code page of EBCDIC, .* IBM-1047; iconv --list" --codepage=$codepage good-locks.stream
done
fails 64 '--release=x: expected' --release=x good-locks.stream
for release in 7 7.3x 7.9 '7. 3' +7.3 7.103; do
	fails 64 '--release=.*: expected 3.1, 4.1, 4.2, ' --release="$release" good-locks.stream
done
# monread does not take a number that wraps around at 32 or 64 bits for a small number.
fails 64 '--keep=4294967297: expected a number of files from 1 to 1000000, an age as in 7d, or a size as in 10G' --keep=4294967297 --write=x --rotate=1M good-locks.stream
fails 64 '--rotate=17179869185G: expected' --rotate=17179869185G --write=x good-locks.stream
fails 64 '--rotate=1000: expected a size as in 16M, or a time as in 10m or 1h' --rotate=1000 --write=x good-locks.stream
fails 64 '--count=18446744073709551616: expected' --count=18446744073709551616 good-locks.stream
fails 64 '--jobs=4294967297: expected' --jobs=4294967297 good-locks.stream
fails 64 '--record=4294967319: expected' --record=4294967319 good-locks.stream
fails 64 '--duration=0x10: expected' --duration=0x10 good-locks.stream
fails 64 '--describe and --xref contradict each other' --describe=MRSYTLCK --xref=MRSYTLCK
fails 64 '--describe reads no FILE' --describe=MRSYTLCK good-locks.stream
fails 64 'no such record' --describe=MRNOSUCH
fails 64 '^monread: MRSYTLK: no such record or field; did you mean MRSYTLCK?$' --describe=MRSYTLK
fails 64 '^monread: SYTLK: no such record; did you mean SYTLCK?$' --xref=SYTLK
fails 64 '^monread: --find=: expected' --find=
fails 64 '^monread: --describe=: expected the name of a record or field$' --describe=
fails 64 '^monread: --xref=: expected the name of a record$' --xref=
fails 64 '^monread: --format=dsect is for --describe=PAGE, the file of a record page$' -f dsect good-locks.stream
fails 64 '^monread: --domain has no effect with --find' -d 0 --find=spin
fails 1 '^monread: --find=qqqqq: no record, field or bit has this in its name or description$' --find=qqqqq
fails 1 'description; did you mean SYTLCK_CALXTIME?$' --find=SYTLCK_CALXXTIME
fails 2 'only the name' --xref=MRISFNOD
run -f nosuch good-locks.stream
grep -q "Try 'monread --help'" "$tap_dir/err"
ok 'wrong usage points to --help' $?

# Contradictory conditions
fails 64 'no record can be selected: --since is after --until' --since=-1m --until=-2m good-locks.stream
fails 64 'no record can be selected: --since is after --until' --since=+2m --until=+119 good-locks.stream
fails 64 'no record can be selected: --domain, --record, --name and --exclude leave out all' -d 1 -r 0.23 good-locks.stream
for options in '-d 1 -n MRSYTLCK' '-r 1.1 -n MRSYT*'; do
	# shellcheck disable=SC2086 # lists of words
	fails 64 'no record can be selected: --domain, --record, --name and --exclude leave out all' $options good-locks.stream
done
monread -q -d 0 -n 'MRSYTLCK,MRUSEACT' good-locks.stream && monread -q -r 23 -n 'MRSYT*' good-locks.stream
ok 'one of several names is enough' $?
works -l -d 0,1 -r 0.23 good-locks.stream

# Every option that takes a record or a field takes every form of its name, and --explain may be added to any command.
for name in d0/r23 0.23 MRSYTLCK sytlck 'MRSYTLC*'; do
	for option in -r -n; do
			is "$option $name" 3 "$(monread -l $option "$name" good-locks.stream | grep -c ' D0R23 ')"
	done
	case $name in *\*) continue ;; esac
	works --describe="$name"
	works --xref="$name"
	fails 64 "^monread: $name: no such file; to select records use -r $name\$" "$name" good-locks.stream
done
for name in CALXSCNT calxsc*; do
	is "--fields=$name" 'SYTLCK_CALXSCNT' "$(monread --fields="$name" -r 0.23 good-locks.stream | grep -o '[A-Z_]*CALXSCNT' | sort -u)"
done
works --describe=CALXSCNT
for options in -l -s -x '-f csv -n D0R23' --describe=D0R23 --find=spin; do
	# shellcheck disable=SC2086 # several options
	is "$options --explain" "$(monread $options good-locks.stream 2>&1 | cksum)" "$(monread --explain $options good-locks.stream 2>&1 | cksum)"
done
fails 64 '^monread: --sumary: no such option; did you mean --summary?$' --sumary good-locks.stream
fails 64 "^monread: unexpected argument 'read'; to search for two words, quote them: --find='page read'\$" --find=page read

# Options for stored captures
fails 64 '--mode=x: expected permissions' --mode=x --write=x good-locks.stream
fails 64 '--mode=440: expected permissions' --mode=440 --write=x good-locks.stream
fails 64 '--append needs --write=FILE' --append good-locks.stream
fails 64 '--write=: expected the name of a file' --write= good-locks.stream
fails 64 '--write=x-%b: %b: expected %{system}, or a conversion of strftime(3) that gives digits, as %Y, %m,' --write=x-%b good-locks.stream
fails 64 '--output=: expected the name of a file' --output= good-locks.stream
fails 2 '"": expected the name of a file; - is standard input' -l ''
fails 2 '"": layouts cannot be read' --layouts= -q good-locks.stream
fails 64 '--force needs --write=FILE, --split=DIR or --output=FILE' --force good-locks.stream
fails 64 '--mode needs --write=FILE' --mode=640 good-locks.stream
fails 64 '--append and --force contradict' --append --force --write=x good-locks.stream
fails 64 '--append and --force are for one file' --append --write=x --rotate=1M good-locks.stream
fails 64 'records are shown on standard output too' --write=- good-locks.stream
size=$(wc -c <good-locks.monwrite)
monread -q --write=/dev/stdout good-locks.stream >"$tap_dir/file" 2>"$tap_dir/err"
is '-q: --write=/dev/stdout stores in the file of standard output' "0 $size" \
	"$? $(wc -c <"$tap_dir/file")$(cat "$tap_dir/err")"
fails 64 'records are shown on standard output too' --write=/dev/fd/1 good-locks.stream
fails 64 'standard output is not a regular file' -q --write=- --append good-locks.stream
fails 64 'a descriptor is not a regular file' -q --write=/dev/fd/7 --append good-locks.stream
fails 2 '/dev/fd/77: is not open$' -q --write=/dev/fd/77 good-locks.stream

# Files that cannot be opened or written
fails 2 'cannot be opened' nosuch
fails 2 'cannot be opened' -- -l
mkdir "$tap_dir/nothing"
fails 2 'no capture is in this directory' "$tap_dir/nothing"
fails 2 'cannot be written' -o nosuch/file good-locks.stream
cp good-locks.stream "$tap_dir/same"
fails 2 'is also the output' -o "$tap_dir/same" "$tap_dir/same"
same 'input as standard output: the file is unchanged' good-locks.stream "$tap_dir/same"
# Messages are output, too.  Test a file with several captures, and standard output to the same file.
mkdir "$tap_dir/several"
cp bad-cut-block.monwrite "$tap_dir/several/one"
cp bad-cut-block.monwrite "$tap_dir/several/two"
for files in "$tap_dir/several/one" "$tap_dir/several" "good-locks.stream $tap_dir/several/one" -; do
	# shellcheck disable=SC2086 # a list of words
	said=$(monread -q $files <"$tap_dir/several/one" 2>>"$tap_dir/several/one")
	status=$?
	name=${files##* }
	[ -f "$name" ] || [ "$name" = - ] || name=$name/one
	is "an input as standard error: $files" \
		"2 monread: $name: is an input, and messages would be appended to it; send them to another file" "$status $said"
done
monread -q - <"$tap_dir/several/one" 1>>"$tap_dir/several/one" 2>&1
is 'an input as standard output and error' 2 $?
same 'input as standard output and error: the file is unchanged' bad-cut-block.monwrite "$tap_dir/several/one"

# keeps NAME FILE: FILE equals $tap_dir/before; and the run ended with status 2 or 64 and a message
keeps()
{
	{ [ $status -eq 2 ] || [ $status -eq 64 ]; } && [ -s "$tap_dir/err" ] && cmp -s "$tap_dir/before" "$2"
	result=$?
	[ $result -eq 0 ] || sed "s/^/# status $status: /" "$tap_dir/err"
	ok "$1" $result
}
cp good-locks.stream "$tap_dir/before"
cp good-locks.stream "$tap_dir/same"
monread --raw -c3 -o "$tap_dir/same" - <"$tap_dir/same" 2>"$tap_dir/err"
status=$?
keeps 'standard input is not the output' "$tap_dir/same"
monread --raw -c3 "$tap_dir/same" >>"$tap_dir/same" 2>"$tap_dir/err"
status=$?
keeps 'no file is standard output, too' "$tap_dir/same"
monread --raw -c3 - <"$tap_dir/same" >>"$tap_dir/same" 2>"$tap_dir/err"
status=$?
keeps 'standard input is not standard output' "$tap_dir/same"
ln "$tap_dir/same" "$tap_dir/link"
run --raw -o "$tap_dir/link" "$tap_dir/same"
keeps 'the same file by another name' "$tap_dir/same"
run -l -o "$tap_dir/same" good-locks.stream
keeps '-o: a capture stays without --force' "$tap_dir/same"
is '-o: a capture: the message' "monread: $tap_dir/same: is a monitor capture; use --force to replace it" "$(cat "$tap_dir/err")"
echo old >"$tap_dir/old"
run -l -o "$tap_dir/old" good-locks.stream
is '-o: another file is replaced' '0 0' "$status $(grep -c old "$tap_dir/old")"
cp good-locks.stream "$tap_dir/old"
run -l -o "$tap_dir/old" --force good-locks.stream
is '-o: so is a capture with --force' "0 $(monread -l good-locks.stream | wc -l)" "$status $(wc -l <"$tap_dir/old")"
run -l -o "$tap_dir/same" --force nosuch
keeps '-o: no input, so what is there stays' "$tap_dir/same"
run -o "$tap_dir/same" --force --codepage=NOPE good-locks.stream
keeps '-o: an unknown code page, and what is there stays' "$tap_dir/same"
# Nor does --force replace an input file.
mkdir "$tap_dir/tables"
for name in MRSYTLCK.csv NONE.csv MRSYTLCK.csv.part; do
	cp "$tap_dir/before" "$tap_dir/tables/$name"
	run -f csv --split="$tap_dir/tables" --force "$tap_dir/tables/$name"
	keeps "--split: an input is not replaced: $name" "$tap_dir/tables/$name"
	rm "$tap_dir/tables/$name"
done
cp "$srcdir/data/mrsytlck.dsect" "$tap_dir/before"
cp "$tap_dir/before" "$tap_dir/tables/MRSYTLCK.csv"
run -f csv --split="$tap_dir/tables" --force -L "$tap_dir/tables/MRSYTLCK.csv" good-locks.stream
keeps '--split: nor a page' "$tap_dir/tables/MRSYTLCK.csv"
run -q --write="$tap_dir/tables/MRSYTLCK.csv" --force -L "$tap_dir/tables/MRSYTLCK.csv" good-locks.stream
keeps '--write: nor a page' "$tap_dir/tables/MRSYTLCK.csv"
run -f csv --split="$tap_dir/tables" --force good-locks.stream
is '--split: a file that is not an input is replaced' '0 1' "$status $(head -n 1 "$tap_dir/tables/MRSYTLCK.csv" | grep -c '^system,')"
if monread --sql='SELECT 1' good-locks.stream >"$tap_dir/out" 2>&1; then
	echo 'SELECT 1' >"$tap_dir/before"
	cp "$tap_dir/before" "$tap_dir/query.sql"
	run --sql=@"$tap_dir/query.sql" -o "$tap_dir/query.sql" good-locks.stream
	keeps '-o: a query is not the output' "$tap_dir/query.sql"
fi
mkdir "$tap_dir/pages"
cp "$srcdir/data/mrsytlck.dsect" "$tap_dir/before"
cp "$tap_dir/before" "$tap_dir/pages/p.dsect"
run -L "$tap_dir/pages" --describe=D0R2 -o "$tap_dir/pages/p.dsect"
keeps '-o: nor is a page of a directory' "$tap_dir/pages/p.dsect"
cp good-locks.stream "$tap_dir/before"
run -l -o "$tap_dir/same" --write="$tap_dir/same" --append good-locks.stream
keeps '-o and --write are not one file' "$tap_dir/same"
run -l -o "$tap_dir/new" --write="$tap_dir/new" good-locks.stream
[ $status -eq 2 ] && [ ! -e "$tap_dir/new" ]
ok '-o and --write must not make the same file' $?
run -q -o "$tap_dir/same" --force good-locks.stream
keeps '-o with --quiet' "$tap_dir/same"
grep -qx 'monread: --output has no effect with --quiet, which shows nothing' "$tap_dir/err"
ok '-o with --quiet is refused' $?
mkdir "$tap_dir/pages"
monread --describe="$tests/layouts/pages/plain.txt" -f dsect >"$tap_dir/pages/a.dsect" 2>/dev/null
cp "$tap_dir/pages/a.dsect" "$tap_dir/before"
run --layouts="$tap_dir/pages/a.dsect" -o "$tap_dir/pages/a.dsect" --tables
keeps 'a page is not the output' "$tap_dir/pages/a.dsect"
run --describe="$tap_dir/pages/a.dsect" -f dsect -o "$tap_dir/pages/a.dsect"
keeps 'nor that of --describe=PAGE' "$tap_dir/pages/a.dsect"
cp good-locks.stream "$tap_dir/empty"
run -l -r 9.9 --force -o "$tap_dir/empty" good-locks.stream
[ $status -eq 0 ] && [ ! -s "$tap_dir/empty" ]
ok '-o: nothing to show leaves an empty file' $?
mkfifo "$tap_dir/page"
timeout -s KILL 20 $EMULATOR "$MONREAD" --describe="$tap_dir/page" -f check >"$tap_dir/out" 2>"$tap_dir/err"
is '--layouts: a FIFO without a writer: status' 1 $?
grep -q 'page: found no name of a record;' "$tap_dir/out"
ok '--layouts: a FIFO without a writer is reported' $?
if [ -e /dev/stdin ]; then
	# monread opens the pipe before it has data.
	{
		sleep 0.5
		cat "$tap_dir/pages/a.dsect"
	} | monread --describe=/dev/stdin -f check >"$tap_dir/out" 2>&1
	is '--layouts: a pipe is waited for' 1 "$(grep -c '^1 page, 1 record, .*, 0 unreadable$' "$tap_dir/out")"
fi
for i in 1 2 3 4 5 6 7 8 9; do cat good-locks.stream; done >"$tap_dir/more"
(
	ulimit -f 1 || exit 2
	monread -a "$tap_dir/more" -o "$tap_dir/limited" 2>"$tap_dir/err"
)
status=$?
[ $status -eq 2 ] && grep -q 'limited: writing failed: File too large' "$tap_dir/err"
ok "a file that must not grow: status 2 and a message, not $status" $?
if [ -w /dev/full ]; then
	monread -l good-locks.stream >/dev/full 2>"$tap_dir/err"
	is 'output on a full device: status' 2 $?
	grep -q 'writing failed' "$tap_dir/err"
	ok 'output on a full device is reported' $?
fi
run -l nosuch good-locks.stream
is 'one file of two is missing: status' 2 $status
grep -q MRSYTLCK "$tap_dir/out"
ok 'one file of two is missing: the other is shown' $?

monread --help | awk 'length > 80' >"$tap_dir/long"
fails 64 '^monread: MRXX\*: no such record; ' --exclude='MRXX*' good-locks.stream
is '--help fits a terminal of 80 columns' '' "$(cat "$tap_dir/long")"
words_of() { sed 's/(default)//; s/ or / /; s/,//g' | tr -s ' \n' ' '; }
is '--help and messages have all words of an option' "$(monread -f x 2>&1 | sed -n 's/.*expected / /p' | words_of)" \
	"$(monread --help | sed -n '/--format=FMT/,/ or /s/.*FMT//; /text (default)/,/ or /p' | words_of)"
is '--help separates each option from its description' '' "$(monread --help | grep -E '^ +(-., )?--[^ ]+ [^ ]')"
is '--help is plain text' '' "$(monread --help | LC_ALL=C tr -d '\012\040-\176')"

# tasks PROGRAM: its -h has 25 lines at most, and the commands of it
tasks()
{
	tap_lines=$("$1" -h | tee "$tap_dir/tasks" | wc -l)
	[ "$tap_lines" -le 25 ]
	ok "$1 -h has at most 25 lines" $?
	is "$1 -h fits 80 columns" '' "$(awk 'length > 80' "$tap_dir/tasks")"
	sed -n 's/^  \(mon.*\)/\1/p' "$tap_dir/tasks" | sed 's/FILE  .*/FILE/; s/\([^ ]\)   *[a-z].*/\1/' >"$tap_dir/commands"
	is "$1 -h has ten tasks" 10 "$(wc -l <"$tap_dir/commands" | tr -d ' ')"
	while read -r command; do
		case $command in
		*--top\ /dev*) continue ;;
		*--sql* | *"-w '"*) [ -x "$monstat" ] || { skip "$command" 'no SQLite'; continue; } ;;
		esac
		eval "$(echo "$command" | sed "s|/dev/monreader\$|FILE|; s|BEFORE AFTER|FILE FILE|; s|FILE|'$captures/sample.monwrite'|g
			s|=NEW|=$tap_dir/NEW|; s|=PAGE|=$tap_dir/PAGE|")" >"$tap_dir/out" 2>"$tap_dir/err" </dev/null
		status=$?
		case $command in *--alarms*) [ $status -ne 3 ] || status=0 ;; esac
		is "$command" '0 ' "$status $(cat "$tap_dir/err")"
	done <"$tap_dir/commands"
}
monstat=${MONSTAT:-$builddir/src/monstat}
tasks monread
# shellcheck disable=SC2086 # EMULATOR may have options
monstat() { $EMULATOR "$monstat" "$@"; }
[ ! -x "$monstat" ] || tasks monstat

# Valid usage
works --help
works -h
works -V
works --tables
works --describe=mrsytlck
works -l -d 0 good-locks.stream
works good-locks.stream -l
works -ld0 good-locks.stream
works --summ good-one-set.stream
works -r 1.11 -- good-locks.stream
works --hex good-locks.stream
works --doctor good-locks.stream
monread --raw -d system,monitor sample.monwrite >"$tap_dir/system"
is '--doctor: a report that misses its records, and one that misses some columns' '1 1' \
	"$(monread --doctor "$tap_dir/system" | grep -c '^    MONITOR SAMPLE ENABLE USER ALL:.* user\( \|$\)') \
$(monread --doctor "$tap_dir/system" | grep -c '^    MONITOR SAMPLE ENABLE STORAGE:.* paging .*storage\*')"
works --raw good-locks.stream
works --time=tod -l good-locks.stream
works --color good-locks.stream
works -I stream -l good-locks.stream
works -I Stream -f LIST -t SAMPLE good-locks.stream
works -l --since=2:55 --until=2:56 good-locks.stream
for release in $(monread --tables | grep -oE ' [3-9]\.[0-9] ' | sort -u); do
	works --release="$release" -l good-locks.stream
done
works -l --since=+0 --until=+1m good-locks.stream

for pair in 'list l' 'summary s' 'hex x' 'raw -raw'; do
	monread -f "${pair% *}" good-locks.stream >"$tap_dir/expected"
	monread "-${pair#* }" good-locks.stream >"$tap_dir/got"
	same "-f ${pair% *} is -${pair#* }" "$tap_dir/expected" "$tap_dir/got"
done

case " $(formats) " in *' text '*' json '*) ok 'the formats are known' 0 ;; *) ok "the formats are known: $(formats)" 1 ;; esac

# A selection that nothing matches: 378 records are in the sample, and 15 end-of-frame records.
for options in -q $(record_formats | LC_ALL=C sed 's/[^ ][^ ]*/-f&/g'); do
	run $options -n MRMTRTOP -t event sample.monwrite
	is "nothing selected, $options" '0 monread: sample.monwrite: 0 of 378 records selected' "$status $(cat "$tap_dir/err")"
done
run -qq -r 255.1 sample.monwrite
is 'nothing selected, -qq' 0 "$status$(cat "$tap_dir/err")"
run -l -n MRMTRTOP -t event sample.monwrite good-locks.stream
is 'nothing selected of two inputs' '0 monread: 0 of 382 records selected' "$status $(cat "$tap_dir/err")"
run -l -d 0 good-several-sets.stream -r 0.1 sample.monwrite
is 'something selected of two inputs' 0 "$status$(cat "$tap_dir/err")"

# End-of-frame records are framing, which globs and ranges do not ask for: the sample has 15, and 378 others.
while IFS='|' read -r framing options; do
	# shellcheck disable=SC2086 # several options
	is "end-of-frame records: $options" "$framing" "$(set -f; monread -l $options sample.monwrite | grep -c ' MRMTREOF ')"
done <<'END'
0|-l
15|-a
0|-n *
0|-r 0-300
0|-r 1.12-13
15|-d 1 -a
15|-n MRMTREOF
15|-n *,MRMTREOF
15|-r 1.13
15|-r 0-300,D1R13
END
for exclude in D0R2 'sytp[r]*' '0-2,99' '0.99,MRSYTPRP'; do
	is "--exclude=$exclude" '0 1' "$(monread -l --exclude="$exclude" sample.monwrite 2>/dev/null | grep -c ' MRSYTPRP ') \
$(monread -l --exclude="$exclude" sample.monwrite 2>/dev/null | grep -c MRMTRSYS)"
done
monread -q --write="$tap_dir/without" --exclude=MRSYTPRP,D1R4 sample.monwrite
is '--write without D0R2 and the configuration D1R4' '0 368' \
	"$(monread -l "$tap_dir/without" | grep -cE ' D0R2 | D1R4 ') $(monread -l "$tap_dir/without" | grep -c ^0x)"
fails 64 '^monread: MRNOSUCH: no such record' --exclude=MRNOSUCH good-locks.stream
fails 64 'no record can be selected: ' -n MRSYTLCK --exclude=0.23 good-locks.stream
run -s -r 0-300 sample.monwrite
is 'nor are they counted with a range' '  Records          378, 63844 bytes; and 15 end-of-frame records' "$(grep '^  Records ' "$tap_dir/out")"

# The sample has eight data sets, of which three are of intervals.
run -s -n MRSYTPRP sample.monwrite
is 'data sets that have a selected record' 'Data sets 3 Record sets 3 sample, 0 event' "$(grep -e '^  Data sets' -e '^  Record sets' "$tap_dir/out" | xargs)"
# A name finds its record by both bytes of the number.
cat >"$tap_dir/high.dsect" <<'END'
Record:   MRTSTHI
DSECT:    TSTHI
Number:   D4R300
Kind:     event
Title:    Test record
Release:  7.1
Status:   whole
Source:   made up

MRTSTHI Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   32  TSTHI                  record
  0   0  Character   20  MRHDR
 20  14  Unsigned     4  TSTHI_ONE              a number
END
run -L "$tap_dir/high.dsect" -l -n 'mrtsth*' odd-number-300.stream
is 'a name, and a record number above 255' '4.300' "$(sed -n 's/.* D4R\([0-9]*\) .*/4.\1/p' "$tap_dir/out")"

# Standard input, several files, output
monread -l good-locks.monwrite >"$tap_dir/expected"
monread -l - <good-locks.monwrite >"$tap_dir/got"
same 'standard input, a file' "$tap_dir/expected" "$tap_dir/got"
# shellcheck disable=SC2002 # a pipe is the point
cat good-locks.monwrite | monread -l - >"$tap_dir/got"
same 'standard input, a pipe' "$tap_dir/expected" "$tap_dir/got"
fails 64 '^monread: -: standard input is named more than once$' -l - good-locks.stream -
{
	cat good-locks.stream
	cat good-locks.stream
} >"$tap_dir/both"
is 'streams can be joined' 8 "$(monread -l "$tap_dir/both" | wc -l | tr -d ' ')"
echo 'something longer than what will be written, so that the rest of it would be seen' >"$tap_dir/file"
monread -l -r 1.11 -o "$tap_dir/file" good-locks.stream
monread -l -r 1.11 good-locks.stream >"$tap_dir/expected"
same '-o replaces the contents of the file' "$tap_dir/expected" "$tap_dir/file"
monread -l good-locks.stream good-several-sets.stream >"$tap_dir/two"
is 'two files have a title each' 2 "$(grep -c '^==> .* <==$' "$tap_dir/two")"
monread -l -c 1 good-locks.stream good-several-sets.stream >"$tap_dir/two"
is '--count counts over all files' 1 "$(grep -c '^0x' "$tap_dir/two")"
monread -q --write-format=stream --write=- good-locks.monwrite >"$tap_dir/stream"
same '--write=- is standard output' good-locks.stream "$tap_dir/stream"
monread -l -o "$tap_dir/list" --write-format=stream --write=- good-locks.monwrite | cmp -s - good-locks.stream
ok '--write=- with --output' $?
for name in /dev/fd/7; do
	monread -l --write-format=stream --write=$name good-locks.monwrite 7>"$tap_dir/stream" >"$tap_dir/list7"
	is "--write=$name: status" 0 $?
	same "--write=$name: what is written" good-locks.stream "$tap_dir/stream"
	is "--write=$name: what is shown" 4 "$(wc -l <"$tap_dir/list7" | tr -d ' ')"
	cat good-locks.stream good-locks.stream >"$tap_dir/twice"
	monread -q --write-format=stream --write=$name good-locks.monwrite 7>>"$tap_dir/stream"
	same "--write=$name: behind what is there" "$tap_dir/twice" "$tap_dir/stream"
	{ monread -q --write-format=stream --write=$name good-locks.monwrite 7>&1 >/dev/null; } | cmp -s - good-locks.stream
	ok "--write=$name: a pipe" $?
	monread -q --write=$name good-locks.monwrite 7</dev/null 2>"$tap_dir/err"
	is "--write=$name: open for reading" "2 monread: $name: is not open for writing" "$? $(cat "$tap_dir/err")"
done
# /dev/fd/N must not name a file that monread itself opened, like its output, which gets one of these numbers.
for fd in 3 4 5 6; do
	monread -l -o "$tap_dir/list3" --write=/dev/fd/$fd good-locks.monwrite 3>&- 4>&- 5>&- 6>&- 2>"$tap_dir/err"
	is "--write=/dev/fd/$fd: not given" "2 1" "$? $(grep -c -E "/dev/fd/$fd(: is not open\$| names the same file; choose)" "$tap_dir/err")"
done
is '--write=- with --output: records shown' 4 "$(wc -l <"$tap_dir/list" | tr -d ' ')"
printf 'what is there\n' >"$tap_dir/more"
monread -q --write-format=stream --write=- good-locks.stream >>"$tap_dir/more"
{ echo 'what is there'; cat good-locks.stream; } >"$tap_dir/expected"
same '--write=- to the end of a file' "$tap_dir/expected" "$tap_dir/more"
{
	monread -q --write=- sample.monwrite sample.monwrite sample.monwrite sample.monwrite 2>"$tap_dir/err"
	echo $? >"$tap_dir/status"
} | head -c 1 >"$tap_dir/out"
is '--write=-: a closed pipe: status' 0 "$(cat "$tap_dir/status")"
[ ! -s "$tap_dir/err" ]
ok '--write=-: a closed pipe: no message' $?

# So with --output: monread keeps the old contents, and does not open the file anew.
monread -l good-locks.stream >"$tap_dir/listed"
printf 'what is there\n' | cat - "$tap_dir/listed" >"$tap_dir/expected"
for name in - /dev/stdout /dev/stderr /dev/fd/7; do
	printf 'what is there\n' >"$tap_dir/more"
	case $name in
	*err) monread -l -o $name good-locks.stream 2>>"$tap_dir/more" ;;
	*7) monread -l -o $name good-locks.stream 7>>"$tap_dir/more" ;;
	*) monread -l -o $name good-locks.stream >>"$tap_dir/more" ;;
	esac
	is "--output=$name: status" 0 $?
	same "--output=$name: behind what is there" "$tap_dir/expected" "$tap_dir/more"
done
printf 'what is there\n' >"$tap_dir/more"
{ monread -l -o /dev/fd/7 -r 9.9 good-locks.stream && monread -l -o /dev/fd/7 good-locks.stream; } 7<>"$tap_dir/more" 2>"$tap_dir/err"
same '--output=/dev/fd/7: writes at the position of the descriptor' "$tap_dir/listed" "$tap_dir/more"
fails 2 '/dev/fd/77: is not open$' -l -o /dev/fd/77 good-locks.stream
monread -l -o /dev/fd/7 good-locks.monwrite 7</dev/null 2>"$tap_dir/err"
is '--output=/dev/fd/7: open for reading' "2 monread: /dev/fd/7: is not open for writing" "$? $(cat "$tap_dir/err")"
fails 2 '/dev/stderr: is standard error, which has messages; choose a different --write' --write=/dev/stderr -q good-locks.stream
monread -l -o /dev/fd/7 --write=/dev/fd/8 good-locks.stream 7>>"$tap_dir/more" 8>>"$tap_dir/more" 2>"$tap_dir/err"
is '--output and --write are one file by two descriptors' \
	"2 monread: /dev/fd/7: --write=/dev/fd/8 names the same file; choose a different --output" "$? $(cat "$tap_dir/err")"
monread -l -o "$tap_dir/more" --write=- good-locks.stream >>"$tap_dir/more" 2>"$tap_dir/err"
is '--output may be the file of standard output' \
	"2 monread: $tap_dir/more: --write=- names the same file; choose a different --output" "$? $(cat "$tap_dir/err")"
monread -l -o "$tap_dir/more" good-locks.stream 2>>"$tap_dir/more"
is '--output is standard error: status' 2 $?
echo "monread: $tap_dir/more: messages would be written to it; choose a different --output" |
	cat "$tap_dir/listed" - >"$tap_dir/expected"
same '--output is standard error: nothing else is written' "$tap_dir/expected" "$tap_dir/more"
# Exit statuses of damage
run -l bad-cut-set.stream
is 'damage: status' 1 $status
run -l bad-cut-set.stream nosuch
is 'damage and a file that is missing: status' 2 $status
run -q --strict bad-length-0.stream
is 'damage with --strict: status' 1 $status
is '--strict stops at the first damage' 1 "$(monread -l --strict bad-length-0.stream 2>/dev/null | wc -l | tr -d ' ')"
run -I monwrite good-locks.stream
is "a stream is no MONWRITE file: status" 1 $status
grep -q ': empty' "$tap_dir/err"
is 'skipped data is not called empty' 1 $?
run -qq bad-length-0.stream
[ $status -eq 1 ] && [ ! -s "$tap_dir/err" ]
ok '-qq: no message' $?
run -v -l good-locks.stream
grep -q 'stream, 4 records' "$tap_dir/err"
ok '-v: more messages' $?

# A closed pipe
{
	monread -f json sample.monwrite sample.monwrite sample.monwrite 2>"$tap_dir/err"
	echo $? >"$tap_dir/status"
} | head -n 1 >"$tap_dir/out"
is 'a closed pipe: status' 0 "$(cat "$tap_dir/status")"
[ ! -s "$tap_dir/err" ]
ok 'a closed pipe: no message' $?
{
	monread -f json bad-cut-set.stream sample.monwrite sample.monwrite sample.monwrite sample.monwrite 2>"$tap_dir/err"
	echo $? >"$tap_dir/status"
} | head -n 1 >"$tap_dir/out"
is 'a closed pipe after damage: status' 1 "$(cat "$tap_dir/status")"

# The environment
MONREAD_LAYOUTS=nosuch
export MONREAD_LAYOUTS
run -l good-locks.stream
is 'layouts of the environment that are missing: status' 2 $status
unset MONREAD_LAYOUTS
TZ=CET-1 run -l --time=local -c 1 good-locks.stream
grep -q 'T03:55:10.704640+01:00' "$tap_dir/out"
ok 'local time' $?
TERM=xterm run -c 1 good-locks.stream
grep -q "$(printf '\033')" "$tap_dir/out"
is 'no colour where there is no terminal' 1 $?

# Another code page, where iconv(3) has it
run --codepage=IBM-273 --fields=MTRECM_CALCMD -r 1.2 odd-text.stream
if grep -q 'no such code page' "$tap_dir/err"; then
	skip 'code page 273' 'iconv does not know it'
else
	grep -q 'ÄÜöäüß' "$tap_dir/out"
	ok 'code page 273' $?
fi

# --tables is cut to the width of a terminal, and whole everywhere else.
monread --tables >"$tap_dir/whole"
if has_python 'tables and colours on a terminal' pty; then
	for width in 80 132; do
		# shellcheck disable=SC2086
		"$PYTHON" "$tests/terminal.py" $width $EMULATOR "$MONREAD" --tables >"$tap_dir/got" 2>&1
		"$PYTHON" -c '
import sys
for line in sys.stdin.buffer.read().decode().splitlines():
    print(line[:int(sys.argv[1])])' $width <"$tap_dir/whole" >"$tap_dir/expected"
		same "--tables on a terminal of $width columns" "$tap_dir/expected" "$tap_dir/got"
	done
	# Colours, where the terminal has some.
	for when in auto never; do
		# shellcheck disable=SC2086
		"$PYTHON" "$tests/terminal.py" 80 env TERM=xterm NO_COLOR= $EMULATOR "$MONREAD" --color=$when good-locks.stream |
			tr '\033' '\n' | grep -c '^\[[0-9;]*m' >"$tap_dir/$when"
	done
	is '--color=never on a terminal' 0 "$(cat "$tap_dir/never")"
	is '--color=auto on a terminal' 1 "$([ "$(cat "$tap_dir/auto")" -gt 0 ] && echo 1)"
fi

# monread refuses options that it would ignore.
while IFS=: read -r words options; do
	# shellcheck disable=SC2086 # several options
	fails 64 "^monread: $words\$" $options good-locks.stream
done <<'END'
--format=list, --format=json. only one format can be shown:-l -f json
--fields has no effect with --format=list:--fields=*TIME -l
--anonymize has no effect without --write=FILE or --raw:--anonymize
--anonymize and --user contradict each other; first store the selected or merged records with --write:--raw --anonymize -u X
--anonymize and --system contradict each other; first store the selected or merged records with --write:--raw --anonymize=x --system=X
--anonymize and --where contradict each other; first store the selected or merged records with --write:--raw --anonymize -w 1
--anonymize and --merge contradict each other; first store the selected or merged records with --write:--raw --anonymize --merge
--anonymize=. expected the name of a file with a key, or keep-unknown:--raw --anonymize=
--doctor, --format=csv. it reports in text or json:--doctor -f csv
--fields has no effect with --doctor:--doctor --fields=*TIME
--merge and --doctor contradict each other:--merge --doctor
--delta has no effect with --format=list:--delta -l
--wide has no effect with --format=json:--wide -f json
--fields has no effect with --format=raw:--fields=*TIME --raw
--format=hex has no effect with --describe:-f hex --describe=MRSYTLCK
--format=json has no effect with --find:-f json --find=lock
--time has no effect with --describe:--time=utc --describe=MRSYTLCK
--progress has no effect with --find:--progress=never --find=lock
--quiet, twice, and --verbose contradict each other:-qq -v
--domain has no effect with --xref:-d 0 --xref=MRSYTLCK
--write has no effect with --describe:--write=x --describe=x -f dsect
--follow has no effect with --input-format=device:-F -I device
--delta has no effect with --quiet, which shows nothing:-q --delta
--time has no effect with --quiet, which shows nothing:-q --time=tod --since=+0
--time has no effect with --format=raw:--raw --time=local
--write-format needs --write=FILE:--write-format=stream
--rotate needs --write=FILE:--rotate=1M
--sync needs --write=FILE:--sync=set
--keep needs --write=FILE:--keep=2
--keep needs --rotate:--keep=2 --write=x
END
fails 64 '^monread: --follow has no effect on /dev/monreader, a device$' -l -F
# Descriptions of layouts are text only, but messages have either form.
page=$tests/../data/mrsytlck.dsect
for options in --describe=MRSYTLCK --xref=MRSYTLCK --tables --find=spin; do
	# shellcheck disable=SC2086 # several options
	monread $options >"$tap_dir/expected" 2>"$tap_dir/err"
	# shellcheck disable=SC2086
	works -f text --messages=json $options
	same '--color=auto on a terminal shows the same text' "$tap_dir/expected" "$tap_dir/out"
done
run --messages=json --find=qqqqq
is 'a message about layouts in JSON' 1 "$status$(grep -cv '^{"time":"[^"]*","severity":"warning","text":"--find=qqqqq: [^"]*"}$' "$tap_dir/err" | sed 's/^0$//')"
fails 64 '--quiet has no effect with --describe, which shows no records; twice, it leaves out messages$' -q --describe=MRSYTLCK
fails 64 '--quiet has no effect with --tables' -q --tables -f json
monread --describe=MRSYTLCK -f json >"$tap_dir/expected"
works -qq --describe=MRSYTLCK -f json
same 'twice --quiet: no messages, and the format stays' "$tap_dir/expected" "$tap_dir/out"
run -q --time=local --since=2:00 good-locks.stream
is '-q with local times selects records' 0 $status
run -q -w 'SYTLCK_CALXSCNT > 0' sample.monwrite
if [ $status -eq 0 ]; then
	run -q --delta -w 'SYTLCK_CALXSCNT > 0' sample.monwrite
	is '-q with conditions on differences' 0 $status
fi

# For a wrong form the message tells how to go on; damage in the right form is only damage.
form='is a capture in another form; leave out --input-format to detect the form'
run -I stream -l good-locks.monwrite
is 'another form than that of the data' "1 monread: good-locks.monwrite: $form" "$status $(sed -n 2p "$tap_dir/err")"
run -I stream -l bad-as-text-stream.stream
is 'the status is that of damage' 1 $status
run -l -I monwrite bad-as-text.monwrite
is 'damage that no other --input-format would avoid' 0 "$(grep -c input-format "$tap_dir/err")"
run -l -I monwrite bad-cut-frame.monwrite
is 'damage with the right --input-format' 0 "$(grep -c input-format "$tap_dir/err")"
run -qq nosuch
is 'a file that cannot be opened is reported with -qq, too' '2 monread: nosuch: cannot be opened: No such file or directory' \
	"$status $(cat "$tap_dir/err")"

# If the last of several options counted, monread would lose a selection.
fails 64 "^monread: --where=A, --where=B: give one condition, as in --where='(A) AND (B)'\$" -w A --where=B good-locks.stream
fails 64 '^monread: --system=A, --system=B: give one list' --system=A --system=B good-locks.stream
fails 64 '^monread: --type=event, --type=sample: without it, records of both types are shown$' -t event -t sample good-locks.stream
works -l -t sample -t sample good-locks.stream
works -l --since=+9h --since=+0 -c 1 -c 2 good-locks.stream
works -l -f list good-locks.stream
works --color=auto -l good-locks.stream
works --release=7.1 --describe=MRSYTLCK

# A file larger than 32 bits can count: zeros follow the capture, and monread reads only the first record.
cp "$captures/sample.monwrite" "$tap_dir/large"
dd if=/dev/null of="$tap_dir/large" bs=1048576 seek=5000 2>/dev/null
is 'a large file could be made' 1 "$(find "$tap_dir/large" -size 5242880000c | wc -l | tr -d ' ')"
works -l -c 1 "$tap_dir/large"
rm -f "$tap_dir/large"

monread --fields=NOSUCH "$captures/sample.monwrite" >"$tap_dir/out" 2>"$tap_dir/err"
is '--fields of a name that nothing has: status' 64 $?
grep -q '^monread: NOSUCH: no such field; see monread --find$' "$tap_dir/err"
ok '--fields with an unknown name: message' $?

# monread reports an unknown system only if it read all of a file and found a record.
: >"$tap_dir/empty"
note='no D1R4 record, so the system it is from is not known'
is 'the system is not known' "monread: good-locks.stream: $note" "$(cd "$captures" && monread -q good-locks.stream 2>&1)"
is 'the system is not known, but the rest was not read' '' "$(cd "$captures" && monread -q -c 1 good-locks.stream 2>&1)"
is 'the system is not known, but nothing else either' 'monread: empty: empty' "$(cd "$tap_dir" && monread -q empty 2>&1)"

# The parent may have made the pipe non-blocking: then a write may find less space than it needs.
if has_python 'a non-blocking pipe'; then
	cat >"$tap_dir/nonblocking.py" <<'END'
import os, subprocess, sys, time
r, w = os.pipe()
os.set_blocking(w, False)
p = subprocess.Popen(sys.argv[1:], stdout=w)
os.close(w)
time.sleep(0.3)
with os.fdopen(r, "rb") as f:
    sys.stdout.buffer.write(f.read())
sys.exit(p.wait())
END
	many=
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do many="$many $captures/sample.monwrite"; done
	for options in '-x' '--raw' '-q --write=-'; do
		# shellcheck disable=SC2086 # several words
		monread $options $many | cksum >"$tap_dir/expected"
		{
			# shellcheck disable=SC2086
			"$PYTHON" "$tap_dir/nonblocking.py" $EMULATOR "$MONREAD" $options $many
			echo $? >"$tap_dir/status"
		} | cksum >"$tap_dir/got"
		is "a non-blocking pipe, $options: status" 0 "$(cat "$tap_dir/status")"
		same "a non-blocking pipe, $options: all is written" "$tap_dir/expected" "$tap_dir/got"
	done
fi
if [ -c /dev/full ]; then
	for option in --help --version; do
		monread $option >/dev/full 2>"$tap_dir/err"
		is "$option that cannot be written: status" 2 $?
		is "$option that cannot be written: said" 'monread: standard output: cannot be written: No space left on device' \
			"$(cat "$tap_dir/err")"
	done
else
	skip '--help that cannot be written' 'no /dev/full'
fi
finish
