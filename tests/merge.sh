#!/bin/sh
# merge.sh: --merge: captures in order of time, and what several have once, against merge.py, which works it out by itself.
. "${srcdir:-.}/tests/tap.sh"

need_python

cd "$tap_dir" || exit 99
sample=${tests%/tests}/data/sample.monwrite

# keys: of records in JSON: FILE DOMAIN RECORD TOD LENGTH.  Fields go first: each `.*' would try all of them.
keys()
{
	LC_ALL=C sed 's/"fields":{.*//
		s/^{"file":"\([^"]*\)".*"domain":\([0-9]*\),"record":\([0-9]*\),.*"length":\([0-9]*\),.*"tod":"\([0-9A-F]*\)".*/\1 \2 \3 \5 \4/'
}

mkdir caps
"$PYTHON" "$tests/merge.py" make "$sample" caps || exit 99
cd caps || exit 99
"$PYTHON" "$tests/merge.py" order ./* >../order || exit 99
grep -v '^left out' ../order | sed 's,^\./,,' >../truth
cut -d' ' -f1-5 ../truth >../wanted
left=$(sed -n 's/^left out: //p' ../order)
is "some records are in two captures" 1 $((left > 100))

monread --merge -f json -- * >../json 2>../err
is "JSON: the status, with what is missing in the captures" 1 $?
keys <../json >../out
same "JSON: all records in order of time, each once" ../wanted ../out
is "how many were left out" "monread: $left duplicate records of overlapping captures left out" \
	"$(grep 'left out' ../err)"
monread -q -- * 2>&1 | LC_ALL=C sort >../wanted.err
grep -v 'left out' ../err | LC_ALL=C sort >../got.err
same "what is wrong with each file is told as without --merge" ../wanted.err ../got.err
monread --merge -f json --jobs=3 -- * >../out 2>../got.err
same "with threads it is the same" ../json ../out
LC_ALL=C sort ../err >../wanted.err
LC_ALL=C sort ../got.err >../sorted.err
same "messages, too" ../wanted.err ../sorted.err
monread --merge -f json . 2>/dev/null | sed 's,"file":"\./,"file":",' | keys | cut -d' ' -f2- | LC_ALL=C sort >../out
cut -d' ' -f2- ../wanted | LC_ALL=C sort >../sorted
same "of a directory" ../sorted ../out

# A capture has one system.
monread --merge -q --write=../all -- * 2>../err
is "--write of two systems: the status" 2 $?
grep -q 'is of the system VMPROD1, other of VMPROD2: one capture cannot have records of both' ../err
ok "--write of two systems is refused" $?
[ ! -e ../all ]
ok "--write of two systems: nothing is written" $?
monread --merge --raw -- * >../all 2>/dev/null
is "--raw of two systems: the status" 2 $?
monread --merge --raw --system=VMPROD2 -- * >../all 2>/dev/null
is "--raw of one of two systems" VMPROD2 "$(monread -n MRMTRSYS -f json ../all 2>/dev/null | sed 's/.*"MTRSYS_SYSTMID":"\([^"]*\)".*/\1/' | LC_ALL=C sort -u)"
rm -f ../all
cd .. && mkdir one-system && cp caps/[!o]* caps/overlap one-system && cd one-system || exit 99
"$PYTHON" "$tests/merge.py" order ./* >../order || exit 99
grep -v '^left out' ../order | cut -d' ' -f2- >../wanted
monread --merge --raw -- * >../raw 2>/dev/null
"$PYTHON" "$tests/merge.py" records ../raw >../out
same "--raw: the same records, byte for byte" ../wanted ../out
for form in monwrite stream; do
	monread --merge -q --write=../all --force --write-format=$form -- * 2>/dev/null
	"$PYTHON" "$tests/merge.py" records ../all >../out
	same "--write-format=$form: the same records, byte for byte" ../wanted ../out
done
rm ../all
monread -q --merge --write-marks=no --write=../part --rotate-size=100000 -- * 2>/dev/null
cat ../part.0* >../all
"$PYTHON" "$tests/merge.py" records ../all >../out
same "--rotate-size: the same records, byte for byte" ../wanted ../out
rm ../all
# What was merged has nothing that would be left out again.
monread --merge -q ../raw 2>&1 | grep -c 'left out' >../out
is "one capture by itself has nothing to leave out" 0 "$(cat ../out)"

cd ../caps || exit 99
# Formats show the same records in the same order.
monread --merge -l -- * 2>/dev/null >../list
grep -c '^0x' ../list >../out
is "--list: each record once" "$(wc -l <../json)" "$(cat ../out)"
awk '/^==> /{file = $2} /^0x/{print file, $3}' ../list >../out
awk '{print $1, "D" $2 "R" $3}' ../truth >../wanted
same "--list: which file a line is of" ../wanted ../out
monread --merge -- * 2>/dev/null >../text
awk '/z\/VM monitor data$/{sub(/:.*/, ""); file = $0; next} /^0x/{print file, $2}' ../text >../out
same "text: which file a record is of" ../wanted ../out
is "text: no empty line at the beginning" 'a-last: MONWRITE, z/VM monitor data' "$(head -n 1 ../text)"
monread --merge --jobs=3 -- * 2>/dev/null >../out
same "text: with threads it is the same" ../text ../out
monread --merge -x -- * 2>/dev/null | awk '/z\/VM monitor data$/{sub(/:.*/, ""); file = $0; next} /^0x/{print file, $2}' >../out
same "--hex: which file a record is of" ../wanted ../out
monread --merge -f csv -n MRSYTPRP -- * 2>/dev/null | sed 1d | cut -d, -f2 >../out
awk '$2 == 0 && $3 == 2 {print $1}' ../truth >../wanted
same "CSV: rows in order" ../wanted ../out
mkdir ../tables
monread --merge -f csv --split=../tables -- * 2>/dev/null
sed 1d ../tables/MRSYTPRP.csv | cut -d, -f2 >../out
same "--split: rows in order" ../wanted ../out

# Differences go on from one capture to the next, each of its own system.
"$PYTHON" "$tests/merge.py" records z-first >/dev/null
monread --merge --delta -f csv -n MRSYTPRP --fields=PFXUTIME -- z-first overlap a-last other 2>/dev/null >../delta
monread --delta -f csv -n MRSYTPRP --fields=PFXUTIME -- other 2>/dev/null | sed 1d | cut -d, -f8- | sed 's/^[^,]*,//' >../wanted
grep '^VMPROD2' ../delta | cut -d, -f8- | sed 's/^[^,]*,//' >../out
same "--delta: of a system that others alternate with" ../wanted ../out
grep '^VMPROD1' ../delta | cut -d, -f8- | sed 's/^[^,]*,//' >../out
same "--delta: of one in three captures that overlap" ../wanted ../out

# Selections
monread --merge -f json -c 7 -- * 2>/dev/null | keys >../out
head -n 7 ../truth | cut -d' ' -f1-5 >../wanted
same "--count: the first of all" ../wanted ../out
# All begin with the same configuration, but for `other', which is of another system.
is "--count: what was read of each is said" "a-last other overlap thin z-first" \
	"$(monread -v --merge -f json -c 40 -- * 2>&1 >/dev/null | sed -n 's/^monread: \(.*\): .* records read,.*/\1/p' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
monread --merge -f json -n MRSYTPRP --since=+400 -- * 2>/dev/null | keys >../out
monread --merge -f json -n MRSYTPRP --since=2026-03-04T08:06:40.000412Z -- * 2>/dev/null | keys >../wanted
same "--since counts from the first record of all" ../wanted ../out
is "--since selects something" 1 $(($(wc -l <../out) > 10))

# Ties go by the command line.
cp z-first ../one
cp z-first ../two
cd .. || exit 99
monread --merge -f json two one 2>err | keys | cut -d' ' -f1 | uniq >out
is "the same twice: the first one is shown" two "$(cat out)"
is "the same twice: all of the second is left out" \
	"monread: $(monread -f json one 2>/dev/null | wc -l) duplicate records of overlapping captures left out" "$(grep 'left out' err)"
monread --merge -v -q two one 2>err
grep -q 'one: [0-9]* records left out: an earlier capture has them' err
ok "--verbose says it of each capture" $?

# Files of one run begin with configuration that was stored before: it is neither shown nor compared.
mkdir rotated
monread -q --write=rotated/part --rotate-size=30000 "$sample"
is "a rotated capture has several files" 1 $(($(find rotated -type f | wc -l) > 2))
monread -f json "$sample" | keys | cut -d' ' -f2- >wanted
monread --merge -f json rotated 2>err | keys | cut -d' ' -f2- >out
same "a rotated capture is what it was" wanted out
is "a rotated capture: nothing is left out" 0 "$(grep -c 'left out' err)"
cp "$sample" rotated/whole
monread --merge -f json rotated 2>err | keys | cut -d' ' -f2- >out
same "with the whole of it beside, each record is shown once" wanted out
is "with the whole of it beside, all records are left out once" \
	"monread: $(wc -l <wanted | tr -d ' ') duplicate records of overlapping captures left out" "$(grep 'left out' err)"

# The clock was set back: what begins at a time that there was only behind that comes behind it, and once.
: "${MONSTAT:=$builddir/src/monstat}"
mkdir back
"$PYTHON" "$tests/merge.py" back "$sample" back
cd back || exit 99
rows='SELECT system, time, PFXUTIME FROM MRSYTPRP'
monread -f json all 2>/dev/null | keys | cut -d' ' -f2- >../wanted
has_sql=$([ -x "$MONSTAT" ] && monread --sql "$rows" -f csv all 2>/dev/null | LC_ALL=C sort >../rows && [ -s ../rows ] && echo yes)
for files in 'whole later' 'later whole' 'across whole later' 'later before whole' 'later across before whole'; do
	# shellcheck disable=SC2086 # words
	monread --merge -f json $files 2>../err | keys | cut -d' ' -f2- >../out
	same "a clock that was set back: $files: each record once, in order" ../wanted ../out
	is "a clock that was set back: $files: nothing is doubted" 0 "$(grep -c 'set back' ../err)"
	[ -n "$has_sql" ] || continue
	# shellcheck disable=SC2086
	monread --merge --sql "$rows" -f csv $files 2>../err | LC_ALL=C sort >../out
	same "a clock that was set back: $files: rows, too" ../rows ../out
	is "a clock that was set back: $files: nothing is doubted of rows" 0 "$(grep -c 'set back' ../err)"
done
# At a time that there was twice it is not known, unless others have the same records.
doubt='whole: offset 0x[0-9a-f]*: D[0-9]*R[0-9]*: the clock was set back from 2026-03-04T[0-9:.]*Z to [0-9T:.-]*Z, and it is not known of twice, which begins at [0-9T:.-]*Z, whether it is of before or of after; it was read as of before, and records may come twice, or in the wrong order; give'
monread --merge -f json whole twice >../out 2>../err
is "a time that came twice: the status, and it is said once" "1 1" "$? $(grep -c 'set back' ../err)"
grep -q "^monread: $doubt the FILEs without --merge, in the order in which they were made\$" ../err
ok "a time that came twice: what is said" $?
monread --merge --strict -f json whole twice >../out 2>../err
is "a time that came twice: --strict ends there" "1 1" "$? $(grep -c 'stopped at the first damage' ../err)"
monread --merge -q whole before across later 2>../err
is "captures that have the same records are known" 0 "$(grep -c 'set back' ../err)"
if [ -n "$has_sql" ]; then
	monread --merge --sql "$rows" whole twice >../out 2>../err
	is "a time that came twice, --sql: the status" 1 $?
	grep -q "^monread: $doubt the FILEs without --merge\$" ../err
	ok "a time that came twice, --sql: what is said" $?
	monread --merge --sqlite=../back.db whole twice 2>../err
	is "a time that came twice, --sqlite" "1 1" "$? $(grep -c 'set back' ../err)"
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" system whole twice >../out 2>../err
	is "a time that came twice, monstat: the status" 1 $?
	grep -q "^monstat: $doubt the captures of before and those of after by themselves\$" ../err
	ok "a time that came twice, monstat: what is said" $?
	# shellcheck disable=SC2086
	$EMULATOR "$MONSTAT" system -f csv all >../wanted 2>/dev/null
	# shellcheck disable=SC2086
	$EMULATOR "$MONSTAT" system -f csv later whole >../out 2>../err
	same "a time that came once, monstat: all intervals, once" ../wanted ../out
	is "a time that came once, monstat: nothing is doubted" 0 "$(grep -c 'it is not known of' ../err)"
else
	skip "rows and reports of a clock that was set back" "no SQLite"
fi
cd ..

# Each record once, whatever comes first: configuration of later than the samples, events behind a clock that was set back, streams without ends of intervals, samples of one record.
once()
{
	all=$1
	what=$2
	shift 2
	monread -f json "$all" 2>/dev/null | keys | cut -d' ' -f2- | LC_ALL=C sort >../wanted
	monread --merge -f json "$@" 2>../err | keys | cut -d' ' -f2- | LC_ALL=C sort >../out
	same "$what: $*: each record once" ../wanted ../out
	is "$what: $*: nothing is doubted" 0 "$(grep -c -e 'set back' -e 'its time is' ../err)"
	[ -n "$has_sql" ] || return 0
	monread --merge --sql 'SELECT count(*) FROM records' -f csv "$@" 2>../err.sql >../out
	is "$what: $*: as many rows" "$(wc -l <../wanted | tr -d ' ')" "$(sed 1d ../out)"
	is "$what: $*: as many are left out of them" "$(grep 'left out' ../err)" "$(grep 'left out' ../err.sql)"
	rm -f ../once.db
	monread --merge --sqlite=../once.db "$@" 2>../err.sql
	is "$what: $*: as many are left out of a database" "$(grep 'left out' ../err)" "$(grep 'left out' ../err.sql)"
}
for what in late events thinned; do
	mkdir "$what" && "$PYTHON" "$tests/merge.py" "$what" "$sample" "$what" || exit 99
done
cd late || exit 99
once all 'configuration of later' stream monwrite far
once all 'configuration of later' far monwrite stream
once all 'configuration of later' monwrite far stream
cd ../events || exit 99
once all 'events of behind' on begin
once all 'events of behind' begin on
cd ../thinned || exit 99
once all 'no ends of intervals' whole part
once all 'no ends of intervals' part whole
if [ -n "$has_sql" ]; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" system -f csv all >../wanted 2>/dev/null
	for files in whole 'whole part' 'part whole'; do
		# shellcheck disable=SC2086
		$EMULATOR "$MONSTAT" system -f csv $files >../out 2>../err
		is "no ends of intervals, monstat: $files: the status" 0 $?
		same "no ends of intervals, monstat: $files: all intervals, once" ../wanted ../out
	done
	cd ../late || exit 99
	# shellcheck disable=SC2086
	$EMULATOR "$MONSTAT" system -f csv all >../wanted 2>/dev/null
	for files in 'stream monwrite far' 'far monwrite stream'; do
		# shellcheck disable=SC2086
		$EMULATOR "$MONSTAT" system -f csv $files >../out 2>../err
		is "configuration of later, monstat: $files: the status" 0 $?
		same "configuration of later, monstat: $files: all intervals, once" ../wanted ../out
	done
	cd ../thinned || exit 99
else
	skip "reports of a clock that was set back" "no SQLite"
fi
once full 'samples of one record' full few
once full 'samples of one record' few full
cd ..

# A time that is wrong is told however the captures are read, also of the only capture of its system.
mkdir wrong && "$PYTHON" "$tests/merge.py" wrong "$sample" wrong || exit 99
cd wrong || exit 99
told='1 monread: wrong: offset 0x[0-9a-f]*: D[0-9]*R[0-9]*: its time is 2026-03-14T[0-9:.]*Z, that of the records behind it 2026-03-04T[0-9:.]*Z, and its data set is where those are'
told()
{
	monread --merge "$@" >../out 2>../err
	echo "$? $(cat ../err)" | grep -qx "$told"
	ok "a wrong time, --merge $*: it is told" $?
}
for files in 'right wrong' wrong; do
	# shellcheck disable=SC2086 # words
	for options in -q -s '-f json -j1' '-f json -j2' '-f csv --table=MRSYTPRP' '--delta -f csv -n MRSYTPRP' '-q --write=../w --force --system=VMPROD2'; do
		told $options $files
	done
	[ -n "$has_sql" ] || continue
	rm -f ../wrong.db
	# shellcheck disable=SC2086
	{
		told --sql 'SELECT count(*) FROM records' -f csv $files
		is "a wrong time, --sql of $files: all rows" $(($(monread --merge -f json $files 2>/dev/null | wc -l))) "$(sed 1d ../out)"
		told --sqlite=../wrong.db $files
		told -n MRSYTPRP --where='PFXUTIME >= 0' $files
	}
done
if [ -n "$has_sql" ]; then
	monread --merge --exit-summary=json --sql 'SELECT count(*) FROM MRSYTPRP' right wrong 2>&1 >../out |
		sed -n 's/.*"exit summary","file":"\([a-z]*\)","status":\([0-9]\).*"problems":\([0-9]*\).*/\1 \2 \3/p' >../err
	is "a wrong time, --sql: what came of each FILE" 'right 0 0 wrong 1 1' "$(LC_ALL=C sort ../err | xargs)"
fi
cd ..

# Where nothing is in front of it, or not for long, or little is behind it, records behind tell, too.
for what in begins gap ends alone; do
	where=behind
	[ $what != alone ] || where='in front of'
	mkdir $what && "$PYTHON" "$tests/merge.py" doubtful "$sample" $what $what || exit 99
	cd $what || exit 99
	monread -f json all 2>/dev/null | keys | cut -d' ' -f2- >../wanted
	for files in "$what rest" "rest $what"; do
		# shellcheck disable=SC2086 # words
		monread --merge -f json $files >../json 2>../err
		is "a wrong time, $what: $files: the status, and it is told once" '1 1' "$? $(grep -c "^monread: $what: .*: its time is .*, that of the records $where it" ../err)"
		keys <../json | cut -d' ' -f2- >../out
		same "a wrong time, $what: $files: each record once, in order" ../wanted ../out
		is "a wrong time, $what: $files: no clock was set back" 0 "$(grep -c 'set back' ../err)"
	done
	cd ..
done

# Events behind a sample come at their time, also where a stream has them in one data set.
mkdir between && "$PYTHON" "$tests/merge.py" between "$sample" between || exit 99
cd between || exit 99
monread -f json all 2>/dev/null | keys | cut -d' ' -f2- >../wanted
for files in 'one other' 'other one'; do
	# shellcheck disable=SC2086 # words
	monread --merge -f json $files 2>../err | keys | cut -d' ' -f2- >../out
	same "events behind samples without ends of intervals: $files: in order" ../wanted ../out
	is "events behind samples without ends of intervals: $files: nothing is doubted" 0 "$(grep -c -e 'set back' -e 'its time is' ../err)"
done
cd ..

# Without --merge, too, a capture has one system.
mkdir single
"$PYTHON" "$tests/merge.py" two "$sample" single
cd single || exit 99
cat whole1 whole2 >both
monread --raw whole1 >raw1
monread -q --write=one1 whole1
monread -q --write=one2 whole2
cat one1 one2 >ones
differ="monread: whole2 is of the system VMPROD2, whole1 of VMPROD1: one capture cannot have records of both; whole2 and what comes behind it is not written"
alone="$differ; write the captures of each system by themselves, or"
for options in '-q --write=x' '-q --exact --write=x' '-q --write=x --write-format=stream' '--raw' '--raw --exact'; do
	rm -f x
	# shellcheck disable=SC2086 # words
	monread $options whole1 whole2 whole1 >out 2>err
	is "$options of two systems: the status" 2 $?
	case $options in
	--raw*) is "$options of two systems: what is said" "$alone select those of one with --system" "$(cat err)" ;;
	*) is "$options of two systems: what is said" "$alone with %{system} in the name that --write has" "$(cat err)" ;;
	esac
	case $options in
	*stream) same "$options of two systems: the first is whole" raw1 x ;;
	--raw*) same "$options of two systems: the first is whole" raw1 out ;;
	*) same "$options of two systems: the first is whole" one1 x ;;
	esac
done
rm x
monread -q --write=x both
is "a FILE with two systems: the status" 0 $?
same "a FILE with two systems is copied as it is" ones x
rm x
monread -q --write=x whole1 - <whole2 2>err
is "a pipe of another system is stored: the status, and it is said" "1 1" \
	"$? $(grep -c '^monread: - is of the system VMPROD2, whole1 of VMPROD1: what is written has records of both' err)"
same "a pipe of another system is stored" ones x
cp whole1 x
monread -q --append --write=x whole2 2>err
is "--append of another system" "2 ${differ%%, whole1*}, x of VMPROD1" "$? $(sed 's/: one capture.*//' err)"
same "--append of another system: the file is as it was" whole1 x
monread -q --merge --append --write=x whole2 2>err
is "--merge --append of another system" "2 ${differ%%, whole1*}, x of VMPROD1" "$? $(sed 's/: one capture.*//' err)"
# A file that has two systems goes on with the last of them, also where it is compressed.
compressing=--compress=zstd
monread -q $compressing --write=packed whole1 2>/dev/null || compressing=
for compress in '' $compressing; do
	for write in "--write=x" "--merge --write=x"; do
		rm -f x
		# shellcheck disable=SC2086 # words
		monread -q --write=x $compress both
		cp x kept
		# shellcheck disable=SC2086 # words
		monread -q --append $write $compress whole1 2>err
		is "$write --append $compress to two systems: the first" "2 monread: whole1 is of the system VMPROD1, x of VMPROD2" \
			"$? $(sed 's/: one capture.*//' err)"
		same "$write --append $compress to two systems: the file is as it was" kept x
		# shellcheck disable=SC2086 # words
		monread -q --append $write $compress whole2 2>err
		is "$write --append $compress to two systems: the last" 0 $?
	done
done
# What is not selected is of a system, too, where the configuration is stored without it.
for options in '-q --write=x' '-q --write=x --every=60' '--raw'; do
	rm -f x
	# shellcheck disable=SC2086 # words
	monread $options -n MRSCLSHR -u NOBODY whole1 whole2 >out 2>err
	is "$options, nothing is selected of two systems" "2 $differ" "$? $(sed -n 's/; write the captures.*//p' err)"
	[ ! -s out ] || mv out x
	is "$options, nothing is selected: what is written is of the first" VMPROD1 \
		"$(monread -n MRMTRSYS -f json x | sed 's/.*"MTRSYS_SYSTMID":"\([^"]*\)".*/\1/' | sort -u)"
done
rm -f x
monread -q --write=x --exact -n MRSCLSHR -u NOBODY whole1 whole2 2>err
is "nothing is selected, nor stored: two systems" "0 0" "$? $(grep -c 'is of the system' err)"
cp whole1 x
monread -q --append --write=x --system=VMPROD1 whole2 whole1 2>err
is "--append of a system that was selected" 0 $?
monread -q --write='in-%{system}' whole1 whole2 2>err
is "a file for each system" 0 $?
same "a file for each system: the second" one2 in-VMPROD2
# Where nothing more can be shown, too; without marks, nobody else learns the system.
(monread --write='at-%{system}' --write-marks=no whole1 whole2 2>err; echo $? >status) | head -n 1 >out
is "a file for each system, the output is a pipe that is closed" '0 at-VMPROD1 at-VMPROD2' "$(cat status) $(echo at-*)"
rm -f at-*
if [ -c /dev/full ]; then
	monread --write='at-%{system}' --write-marks=no whole1 whole2 >/dev/full 2>err
	is "a file for each system, the output is full" '2 at-VMPROD1 at-VMPROD2' "$? $(echo at-*)"
	rm -f at-*
fi

# Of what does not tell its system nothing can be refused: where what is appended does, that is noted, once.
for merge in '' --merge; do
	monread -q --exact -r 0.2 --write=y whole1
	# shellcheck disable=SC2086 # words
	monread -q $merge --exact -r 0.2 --append --write=y whole2 >out 2>err
	is "--append $merge --exact: neither tells" "0 " "$? $(cat err)"
	# shellcheck disable=SC2086 # words
	monread -q $merge -r 0.2 --append --write=y whole2 >out 2>err
	is "--append $merge to what does not tell its system" \
		"0 monread: y: the records that it had do not tell their system; those of VMPROD2 go behind them" \
		"$? $(grep -v ' left out$' err)"
	# shellcheck disable=SC2086 # words
	monread -q $merge -r 0.2 --append --write=y whole2 >out 2>err
	is "--append $merge to what tells it now" "0 " "$? $(grep -v ' left out$' err)"
	# shellcheck disable=SC2086 # words
	monread -q $merge --append --write=y none2 >out 2>err
	is "--append $merge of what does not tell its system" "0 " "$? $(grep -v ' left out$' err)"
	rm y
done

# A FILE that tells its system late is merged up to there.
for file in whole1 late2; do
	"$PYTHON" "$tests/merge.py" order "$file" | sed '/^left out/d; / 1 13 /d; s/^[^ ]* //' >"$file.truth"
done
"$PYTHON" "$tests/merge.py" order whole1 late2 | sed '/^left out/d; / 1 13 /d; /^late2 1 4 /,$d; s/^[^ ]* //' >mixed
is "there are records before that" 1 $(($(wc -l <mixed) > 100))
late="monread: late2 is of the system VMPROD2, whole1 of VMPROD1: one capture cannot have records of both, but what is written has; nothing more is written"
for options in '-q --write=x --write-format=stream' '-q --write=- --write-format=stream' '--raw' '-q --append --write=x --write-format=stream'; do
	rm -f x
	merged='whole1 late2' wanted=mixed differs=$late
	case $options in
	*--append*)
		monread --raw whole1 >x
		sed '/^1 4 /,$d' late2.truth | cat whole1.truth - >appended
		merged=late2 wanted=appended differs=$(echo "$late" | sed 's/whole1/x/')
		;;
	esac
	# shellcheck disable=SC2086 # words
	monread --merge $options $merged >out 2>err
	is "$options of a system that is told late: the status" 2 $?
	is "$options of a system that is told late: what is said" "$differs" "$(sed 's/; merge the captures.*//' err)"
	[ ! -s out ] || mv out x
	"$PYTHON" "$tests/merge.py" records x | grep -v '^1 13 ' >got
	same "$options of a system that is told late: what was before that is written" $wanted got
done
for options in '-r 0.2' '-r 0.2 --exact' '--since=+60' '--every=2m'; do
	rm -f x
	# shellcheck disable=SC2086 # words
	monread --merge -q --write=x $options whole1 late2 2>err
	is "$options of a system that is told late" "2 $late" "$? $(sed 's/; merge the captures.*//' err)"
done
rm -f x
monread --merge -q --write=x --system=VMPROD1 whole1 late2 2>err
is "one system, and another that is told late" "0 " "$? $(grep 'is of the system' err)"
monread -n MRSYTCUM,MRSYTPRP,MRMTRSYS -f json x | sed 's/^{"file":"[^"]*",\("system":[^,]*\).*/\1/' | sort -u >got
is "one system, and another that is told late: what is written" '"system":"VMPROD1"' "$(cat got)"
# By itself, and with %{system}, it is no other.
monread --merge -q --write=y late2 2>err
is "one that is told late, alone" "0 " "$? $(grep 'is of the system' err)"
rm -f y
cat late2 whole1 >both
monread --merge -q --write=y both 2>err
is "a FILE with two systems is copied with --merge, too" "0" "$(grep -c 'is of the system' err)"
cd ..

# Damage
{
	head -c 40960 one
	head -c 8192 /dev/zero | tr '\0' 'x'
	tail -c +40961 one
} >torn
monread --merge -f json torn caps/other >out 2>err
is "damage: the status" 1 $?
grep -q '^monread: torn: offset 0x[0-9a-f]*: ' err
ok "damage: the file is named" $?
monread -f json torn 2>/dev/null | wc -l >wanted
grep -c '"file":"torn"' out >got
is "damage: all that is whole is there" "$(cat wanted | tr -d ' ')" "$(cat got)"
monread --merge -f json nosuch one >out 2>err
is "a file that is missing: the status" 2 $?
is "a file that is missing: the others are shown" "$(monread -f json one 2>/dev/null | wc -l)" "$(wc -l <out)"
: >none
monread --merge -q none one 2>err
is "an empty file" "1 monread: none: empty" "$? $(grep none err)"

# What it is not for.
refused()
{
	tap_text=$1
	shift
	monread --merge "$@" >out 2>err
	is "--merge $*: the status" 2 $?
	grep -q -e "$tap_text" err
	ok "--merge $*: is refused" $?
}
refused '--merge and --follow contradict' -F one
refused '--merge has no effect with --input-format=device' -I device one
refused 'expected FILEs'
refused 'not a regular file; --merge needs files' -l /dev/null
monread --merge -l - <one >out 2>err
is "standard input: the status" 2 $?
is "standard input: nothing is shown, and why" \
	"monread: -: not a regular file; --merge needs files, as it looks at their beginnings first" "$(cat out err)"

# Five hundred captures, and no more descriptors than captures that are read at the same time.
mkdir many
"$PYTHON" "$tests/merge.py" many "$sample" many 500 200
# shellcheck disable=SC3045 # not each shell has it
if (ulimit -n 40) 2>/dev/null; then
	# shellcheck disable=SC3045
	(ulimit -n 40 && monread --merge -f json many >json 2>err)
	is "500 captures one behind the other, with 40 descriptors" 0 $?
	sort -s -k1,1 err | head -n 3 | sed 's/^/# /'
	"$PYTHON" "$tests/merge.py" order many/* | grep -v 'left out' | cut -d' ' -f1-5 >wanted
	keys <json >out
	same "500 captures: in order of time" wanted out
else
	skip "500 captures" "descriptors cannot be limited"
fi

# Five hundred captures of the same time, in the memory that plain ones need; what uncompressing would hold of each is in a
# temporary file, or can be had again.  Fewer where an emulator or a sanitizer takes memory of its own, and time.
limit=32768 at_once=500
[ -z "$EMULATOR" ] || limit=
case "$CC $CFLAGS" in *-fsanitize=*) limit= ;; esac
[ -n "$limit" ] || at_once=60
mkdir over over/plain
"$PYTHON" "$tests/merge.py" systems "$sample" over/plain $at_once
cd over || exit 99
cp -r plain members
for file in members/*; do
	monread -q --compress=zstd --write="$file" --force plain/"${file##*/}"
done
for kind in gzip zstd; do
	cp -r plain $kind
	$kind -q -1 $kind/* 2>/dev/null || rm -rf "${kind:?}"
	rm -f $kind/s???
done
# The C library reserves 64 MB of addresses for each thread, which are no memory, but count where addresses are limited.
# shellcheck disable=SC3045
[ "$(ulimit -v)" = unlimited ] && jobs='' || jobs=-j1
"$PYTHON" -I -S "$tests/rss.py" ../one.out $EMULATOR "$MONREAD" -q plain/s000 >../used
read -r used status <../used
# What is measured is at least what Python has; not where something else is linked to monread that needs more.
[ "$used" -lt 14000 ] || limit=
monread -q gzip/s000.gz 2>/dev/null || rm -rf gzip zstd members
monread --merge $jobs -f json -d 1 plain 2>/dev/null | keys | sed 's,^[^ ]*/,,' >../wanted
is "$at_once captures at once: there are records" 1 $(($(wc -l <../wanted) > 20 * at_once))
for kind in plain gzip zstd members; do
	[ -d $kind ] || continue
	# shellcheck disable=SC2086 # nothing, or one word
	"$PYTHON" -I -S "$tests/rss.py" ../json $EMULATOR "$MONREAD" --merge $jobs -f json -d 1 $kind >../used
	read -r used status <../used
	keys <../json | sed 's,^[^ ]*/\(s...\)[^ ]*,\1,' >../out
	same "$at_once captures at once, $kind: in order of time" ../wanted ../out
	if [ -n "$limit" ]; then
		[ "$used" -lt $limit ]
		ok "$at_once captures at once, $kind: memory" $?
		echo "# $used KB, less than $limit"
	else
		skip "$at_once captures at once, $kind: memory" "it is not that of monread alone"
	fi
done
# A temporary file that cannot be made, or has no room, costs memory, and nothing else.
mkdir few
cp gzip/s00* zstd/s01* few 2>/dev/null
if [ -n "$(ls few)" ]; then
	monread --merge $jobs -f json -d 1 few >../wanted 2>/dev/null
	TMPDIR=$PWD/nowhere monread -v --merge $jobs -f json -d 1 few >../out 2>../err
	same "no temporary file: the same" ../wanted ../out
	grep -q 'a temporary file in $TMPDIR: No such file or directory; what it would hold stays in memory' ../err
	ok "no temporary file: --verbose says it" $?
	# shellcheck disable=SC3045
	(ulimit -f 1200 && monread -v --merge $jobs -f json -d 1 few 2>../err | cat >../out) 2>/dev/null
	cmp -s ../wanted ../out
	ok "no room for a temporary file: the same" $?
	is "no room for a temporary file: --verbose says it once" 1 \
		"$(grep -c 'a temporary file in $TMPDIR: File too large; what it would hold stays in memory' ../err)"

	# Compressed captures that are damaged.
	mkdir cut
	for file in few/*; do
		head -c $(($(wc -c <"$file") * 7 / 8)) "$file" >"cut/${file##*/}"
	done
	cp members/s020 cut/m
	head -c $(($(wc -c <members/s021) * 7 / 8)) members/s021 >cut/n
	cd cut || exit 99
	monread -f json -d 1 -- * 2>../../wanted.err | keys | LC_ALL=C sort >../../wanted
	monread --merge $jobs -f json -d 1 -- * >../../json 2>../../err
	is "compressed captures that are cut off: the status" 1 $?
	keys <../../json | LC_ALL=C sort >../../out
	same "compressed captures that are cut off: what is left of them" ../../wanted ../../out
	is "compressed captures that are cut off: something is" 1 $(($(wc -l <../../out) > 100))
	LC_ALL=C sort ../../wanted.err >../../sorted
	LC_ALL=C sort ../../err >../../out
	same "compressed captures that are cut off: what is said" ../../sorted ../../out
	cd ..
else
	skip "a temporary file" "no libarchive, or neither gzip nor zstd"
fi
cd .. || exit 99
rm -rf over
# ---- What is wrong in records, and damage, in the order of the input ----

cd "$captures" || exit 99
for file in bad-text-long bad-array-long bad-payload-long; do
	for damaged in bad-element-middle bad-length-5 bad-cut-frame; do
		monread -f json -j1 --merge $file.monwrite $damaged.monwrite 2>"$tap_dir/wanted.err" >"$tap_dir/wanted"
		monread -f json -j3 --merge $file.monwrite $damaged.monwrite 2>"$tap_dir/got.err" >"$tap_dir/got"
		same "with threads, messages in the same order: $file, $damaged" "$tap_dir/wanted.err" "$tap_dir/got.err"
	done
done
finish
