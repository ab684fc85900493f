#!/bin/sh
# thin.sh: --every with --write: of samples the last one of each step is stored, all else as it came, against thin.py, which
# works it out by itself.
. "${srcdir:-.}/tests/tap.sh"

need_python

cd "$tap_dir" || exit 99
sample=${tests%/tests}/data/sample.monwrite
thin()
{
	"$PYTHON" "$tests/thin.py" "$@"
}
# without: a capture's JSON without what depends on where it is, and without marks.
without()
{
	sed 's/^{"file":"[^"]*",//; s/"offset":[0-9]*,"dataset":[0-9]*,//' | grep -v '"MONREADMARK"'
}

# One capture, and several one behind the other that end within a step.
mkdir caps rotated
"$PYTHON" "$tests/merge.py" make "$sample" caps || exit 99
"$PYTHON" "$tests/merge.py" records caps/z-first >records || exit 99
monread -q --rotate-size=30000 --write=rotated/part caps/other
is "several captures: there are" 1 $(($(find rotated -type f | wc -l) > 4))
for form in monwrite stream; do
	for step in 120 180 900 86400; do
		thin left $step caps/other >wanted
		rm -f got.bin
		monread -q --every=${step}s --write-format=$form --write=got.bin caps/other
		is "$form, $step s: the status" 0 $?
		thin stored got.bin >got
		same "$form, $step s: what is stored" wanted got
		monread --every=${step}s -f json caps/other 2>/dev/null | without | LC_ALL=C sort >wanted
		monread -f json got.bin 2>err | without | LC_ALL=C sort >got
		same "$form, $step s: it is what is shown" wanted got
		is "$form, $step s: read again, no interval is missing" '' "$(cat err)"
		# Every third sample of this capture begins anew; where that is left out, only --every knows of it.
		monread --every=${step}s --delta -f csv -n MRSYTPRP caps/other 2>/dev/null | cut -d, -f1,6- | grep -v ',$' >wanted
		monread --delta -f csv -n MRSYTPRP got.bin 2>/dev/null | cut -d, -f1,6- | grep -Fxf wanted >got
		same "$form, $step s: differences that are known with it are the same" wanted got
		# Each of these has a part of a step.
		thin left $step caps/other >wanted
		rm -f got.bin
		monread -q --every=${step}s --write-format=$form --write=got.bin rotated
		thin stored got.bin >got
		same "$form, $step s: several captures" wanted got
	done
done

# The fourth counter has 2 bytes and wraps twice in each step.
printf '%s\n' 'form monwrite' 'let step = 0' >text
for n in 0 1 2 3 4 5 6 7 8 9 10 11; do
	printf '%s\n' 'block' 'set sample 0 0x09000000' "let now = T'2026-03-04T08:00:00Z' + $((60 * n))s" 'record MRSYTPRP' \
		"  SYTPRP_PFXUTIME = $((n * n)).25s" "  SYTPRP_PFXRUNCI = $((n * 1000000))" "  SYTPRP_PFXRUNPF = $n" \
		"  SYTPRP_PLSCUHAF = $((n * 30000 % 65536))"
done >>text
mkcapture text grows.bin
fields='*UTIME,*RUNCI,*RUNPF'
for step in 120 240 660; do
	rm -f got.bin
	monread -q --every=${step}s --write=got.bin grows.bin
	monread --every=${step}s --delta -f csv -n MRSYTPRP --fields="$fields" grows.bin | cut -d, -f1,6- >wanted
	is "$step s: there are differences" 1 $(($(grep -vc ',$' wanted) > 1))
	monread --delta -f csv -n MRSYTPRP --fields="$fields" got.bin | cut -d, -f1,6- >got
	same "$step s: differences of what is stored are exact" wanted got
done
# From 3 to 7 and to 11 minutes: 4 x 30000.  Those three samples have 24464, 13392 and 2320: it fell by more than half of 65536.
rm -f got.bin
monread -q --every=4m --write=got.bin grows.bin
is "--every tells what a short counter counted" '120000 120000' \
	"$(echo $(monread --every=4m --delta -f json --fields='*CUHAF' grows.bin | sed -n 's/.*CUHAF":\([0-9]*\)}.*/\1/p'))"
is "what is stored does not" 'null null null' \
	"$(echo $(monread --delta -f json --fields='*CUHAF' got.bin | sed -n 's/.*CUHAF":\([0-9a-z]*\)}.*/\1/p'))"

thin left 900 caps/other | sed -n 's/^left out: //p' >wanted
rm -f got.bin
monread -q --every=15m --write=got.bin caps/other
is "--summary says how many samples are left out" "$(cat wanted)" \
	"$(monread -s got.bin | sed -n 's/.*thinned: \([0-9]*\) sample data sets* left out/\1/p')"
monread --every=15m -f csv -n MRSYTPRP --write=also.bin caps/other >got
monread --every=15m -f csv -n MRSYTPRP caps/other >wanted
same "what is shown at the same time is thinned, too" wanted got
monread -f csv -n MRSYTPRP also.bin | cut -d, -f1,7- >got
cut -d, -f1,7- wanted >shown
same "and only what is selected is stored" shown got

# Marks may be refused: then there is nothing but the records.
monread -q --every=15m --write=plain.bin --write-marks=no caps/other
thin stored plain.bin | tail -n 1 >got
is "--write-marks=no: there is no mark" 'left out: 0' "$(cat got)"
is "--write-marks=no: no file beside it" '' "$(find . -name '*.gaps')"

# A file that is missing is told, and the step goes on behind it.
set --
for one in rotated/*; do
	set -- "$@" nosuch "$one"
done
monread -q --every=15m --write=gap.bin "$@" 2>err
is "a missing file: the status" 2 $?
is "a missing file: it is told, each time once" $(($# / 2)) "$(grep -c 'nosuch:' err)"
thin left 900 caps/other >wanted
thin stored gap.bin >got
same "a missing file: what is stored" wanted got

# Of thinned captures, too.
rm -f twice.bin
monread -q --every=2m --write=once.bin caps/other
monread -q --every=15m --write=twice.bin once.bin
thin left 900 caps/other | sed '$d' >wanted
thin stored twice.bin | sed '$d' >got
same "thinned twice: what is stored" wanted got
is "thinned twice: nothing is missing" '' "$(monread -q twice.bin 2>&1)"

# Where an interval is missing, that is still told of what is left.
"$PYTHON" - caps/other lost.bin "$tests" <<'END'
import os, sys
sys.path.insert(0, sys.argv[3])
import merge
with open(sys.argv[1], 'rb') as file:
    sets = list(merge.sets_of(file.read()))
samples = [n for n, s in enumerate(sets) if any(k == merge.SAMPLE and r[4] != 1 for k, r in s)]
for n in reversed(samples[3:6]):
    del sets[n]
merge.write(sys.argv[2], sets, True)
END
monread -q lost.bin 2>err
is "a missing interval: the status" 1 $?
is "a missing interval is told" 1 "$(grep -c 'the interval that ends here took 240' err)"
for step in 2m 15m; do
	monread -q --every=$step --write=lost-$step.bin lost.bin 2>/dev/null
	is "a missing interval, $step: the status" 1 $?
	monread -q lost-$step.bin 2>err
	is "a missing interval, $step: the status of what is stored" 1 $?
	is "a missing interval, $step: it is still told" 1 "$(grep -c 'the interval that ends here took 240' err)"
done

# A capture that is read later is looked at while the one before it ends: what is wrong with it is said once, and of it.
gzip -c "$sample" | head -c 30 >c.gz
if monread -q c.gz 2>err; [ $? -eq 1 ]; then
	monread -q --every=1h --exit-summary=json "$sample" c.gz 2>err
	is "a capture behind that cannot be read: the status" 1 $?
	is "a capture behind that cannot be read: it is said once" 1 "$(grep -c '^monread: c.gz: ' err)"
	is "a capture behind that cannot be read: the status of each" '0 1 ' \
		"$(sed -n 's/.*"exit summary",.*"status":\([0-9]\).*/\1/p' err | tr '\n' ' ')"
else
	skip "a capture behind that cannot be read" 'gzip is not read here'
fi

# Captures of one system in order of time.
cd caps || exit 99
for step in 120 900; do
	thin merged $step a-last overlap thin z-first >../wanted
	rm -f ../got.bin
	monread --merge -q --every=${step}s --write=../got.bin a-last overlap thin z-first 2>/dev/null
	thin stored ../got.bin >../got
	same "--merge, $step s: what is stored" ../wanted ../got
	# With another system between them, each one's steps are its own.
	monread --merge --every=${step}s -f json -- a-last overlap thin z-first 2>/dev/null | without >../one
	monread --merge --every=${step}s -f json -- other 2>/dev/null | without >../two
	monread --merge --every=${step}s -f json -- * 2>/dev/null | without >../got
	grep '"system":"VMPROD1"' ../one | LC_ALL=C sort >../wanted
	grep '"system":"VMPROD1"' ../got | LC_ALL=C sort >../out
	same "--merge, $step s: of a system that others alternate with" ../wanted ../out
	grep '"system":"VMPROD2"' ../two | LC_ALL=C sort >../wanted
	grep '"system":"VMPROD2"' ../got | LC_ALL=C sort >../out
	same "--merge, $step s: of the other" ../wanted ../out
	is "--merge, $step s: something is shown" 1 $(($(wc -l <../out) > 20))
	# A record says in which file it is.
	monread --merge --every=${step}s -f json -n MRSYTPRP -- * 2>/dev/null |
		sed 's/^{"file":"\([^"]*\)",.*"offset":\([0-9]*\),.*"tod":"\([0-9A-F]*\)".*/\1 \2 \3/' | LC_ALL=C sort >../got
	for one in *; do
		monread -f json -n MRSYTPRP "$one" 2>/dev/null
	done | sed 's/^{"file":"\([^"]*\)",.*"offset":\([0-9]*\),.*"tod":"\([0-9A-F]*\)".*/\1 \2 \3/' | LC_ALL=C sort >../all
	is "--merge, $step s: file and offset name the record" '' "$(LC_ALL=C comm -23 ../got ../all)"
done
cd ..

finish
