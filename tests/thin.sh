#!/bin/sh
# thin.sh: --every with --write stores what --every shows: the first sample of each step, and everything that is not a sample.
. "${srcdir:-.}/tests/tap.sh"

need_python

cd "$tap_dir" || exit 99
sample=${tests%/tests}/data/sample.monwrite
# without: a capture's JSON without what depends on where it is, and without marks.
without()
{
	sed 's/^{"file":"[^"]*",//; s/"offset":[0-9]*,"dataset":[0-9]*,//' | grep -v '"MONREADMARK"'
}

# kept STEP FILE...: what --every stores of FILEs is what it shows of caps/other, and, read again, no interval is missing.
kept()
{
	step=$1
	shift
	rm -f got.bin
	# shellcheck disable=SC2086 # perhaps none
	monread -q --every="$step"s $form --write=got.bin "$@" || echo "status $?"
	monread --every="$step"s -f json caps/other 2>/dev/null | without | LC_ALL=C sort >wanted
	monread -f json got.bin 2>err | without | LC_ALL=C sort | equal - wanted
	cat err
}
# differences STEP: of got.bin.  Every third sample of the capture begins anew; if it is left out, only --every knows of it: so
# differences may be fewer in got.bin.
differences()
{
	monread --every="$1"s --delta -f csv -n MRSYTPRP caps/other 2>/dev/null | cut -d, -f1,6- | grep -v ',$' >wanted
	monread --delta -f csv -n MRSYTPRP got.bin 2>/dev/null | cut -d, -f1,6- | grep -Fxf wanted | equal - wanted
}
# left_out: how many data sets of samples are in caps/other, but not in got.bin.
left_out()
{
	for file in caps/other got.bin; do
		monread -f json $file | grep '"type":"sample"' | grep -v '"domain":1,' | sed 's/.*"dataset":\([0-9]*\),.*/\1/' | uniq | wc -l
	done | xargs | awk '{ print $1 - $2 }'
}

# One capture, and several one after the other that end within a step.
mkdir caps rotated
"$PYTHON" "$tests/merge.py" make "$sample" caps || exit 99
monread -q --rotate=30000B --write=rotated/part caps/other
for form in --write-format=monwrite --write-format=stream; do
	cases <<-END
	$form: one capture | 180 | kept \$in caps/other; differences \$in | -
	$form: one capture | 86400 | kept \$in caps/other; differences \$in | -
	$form: several captures | 180 | kept \$in rotated/* | -
	$form: several captures | 900 | kept \$in rotated/* | -
	END
done
form=

# The fourth counter has 2 bytes and wraps twice in each step.
printf '%s\n' 'form monwrite' 'let step = 0' >text
for n in 0 1 2 3 4 5 6 7 8 9 10 11; do
	printf '%s\n' 'block' 'set sample 0 0x09000000' "let now = T'2026-03-04T08:00:00Z' + $((60 * n))s" 'record MRSYTPRP' \
		"  SYTPRP_PFXUTIME = $((n * n)).25s" "  SYTPRP_PFXRUNCI = $((n * 1000000))" "  SYTPRP_PFXRUNPF = $n" \
		"  SYTPRP_PLSCUHAF = $((n * 30000 % 65536))"
done >>text
mkcapture text grows.bin
# grows STEP: print whether differences of stored samples are exact, and the number of records that have differences.
grows()
{
	rm -f got.bin
	monread -q --every="$1"s --write=got.bin grows.bin
	monread --every="$1"s --delta -f csv -n MRSYTPRP --fields='*UTIME,*RUNCI,*RUNPF' grows.bin | cut -d, -f1,6- >wanted
	monread --delta -f csv -n MRSYTPRP --fields='*UTIME,*RUNCI,*RUNPF' got.bin | cut -d, -f1,6- | equal - wanted
	grep -vc ',$' wanted
}
short()
{
	monread "$@" --delta -f json --fields='*CUHAF' | sed -n 's/.*CUHAF":\([0-9a-z]*\)}.*/\1/p'
}

# A capture without the samples 4 to 6; one that is cut; the same several times with a missing file between.
"$PYTHON" - caps/other lost.bin "$tests" <<'END'
import sys
sys.path.insert(0, sys.argv[3])
import merge
sets = merge.read(sys.argv[1])
samples = [n for n, s in enumerate(sets) if any(k == merge.SAMPLE and r[4] != 1 for k, r in s)]
for n in reversed(samples[3:6]):
    del sets[n]
merge.write(sys.argv[2], sets, True)
END
gaps=
for one in rotated/*; do
	gaps="$gaps nosuch $one"
done
also()
{
	rm -f also.bin
	monread --every=15m -f csv -n MRSYTPRP --write=also.bin caps/other
}
lost='the interval that ends here took 240'
cases <<'END'
there are several captures | rotated | echo $(($(ls $in|wc -l) > 4)) | 1
differences of what is stored are exact | 120 | grows $in | 6
differences of what is stored are exact | 240 | grows $in | 3
differences of what is stored are exact | 660 | grows $in | 2
# 4 x 30000 in each step.  The three samples that are stored have 0, 54464 (120000 - 65536) and 43392.
--every tells what a short counter counted | grows.bin | short --every=4m $in | null 120000 120000
what is stored does not | got.bin | monread -q --every=4m --write=$in --force grows.bin; short $in | null 54464 null
--summary: how many samples are left out | got.bin | kept 900 caps/other; monread -s $in|sed -n 's/.*thinned: \([0-9]*\) sample data sets* left out/\1/p' >got; left_out|equal - got; grep -c '^[1-9]' got | 1
shown and stored at the same time | - | monread --every=15m -f csv -n MRSYTPRP caps/other >wanted; also|equal - wanted; cut -d, -f1,7- wanted >columns; monread -f csv -n MRSYTPRP also.bin|cut -d, -f1,7-|equal - columns | -
a missing file: the status, and it is reported each time | - | told nosuch: monread -q --every=15m --write=gap.bin $gaps|cut -c1; echo $(($(ls rotated|wc -l) - $(grep -c nosuch: told.err))); monread -f json gap.bin|without|LC_ALL=C sort >got; kept 900 caps/other; equal got wanted | 2 0
thinned twice | - | monread -q --every=2m --write=once.bin caps/other; monread -q --every=15m --write=twice.bin once.bin; monread -f json twice.bin 2>&1|without|LC_ALL=C sort >got; kept 900 caps/other; equal got wanted | -
a missing interval is reported | lost.bin | told "$lost" monread -q $in | 1 1
a missing interval is still reported of what is stored | 2m | monread -q --every=$in --write=lost-$in.bin lost.bin; echo $?; told "$lost" monread -q lost-$in.bin | 1 1 1
END
# Captures of one system in order of time; each system has different steps.
# alternating SYSTEM STEP FILE...: the output for the FILEs of SYSTEM equals its part of the output for all files.
alternating()
{
	system=$1 step=$2
	shift 2
	monread --merge --every="$step"s -f json -- "$@" 2>/dev/null | without | grep "\"system\":\"$system\"" | LC_ALL=C sort >wanted
	cd caps && monread --merge --every="$step"s -f json -- * 2>/dev/null | without | grep "\"system\":\"$system\"" | LC_ALL=C sort >../out
	cd ..
	equal out wanted
	echo $(($(wc -l <wanted) > 20))
}
places()
{
	sed 's/^{"file":"\([^"]*\)",.*"offset":\([0-9]*\),.*"tod":"\([0-9A-F]*\)".*/\1 \2 \3/' | LC_ALL=C sort
}
one='caps/a-last caps/overlap caps/thin caps/z-first'
for file in $one caps/other; do
	monread -f json -n MRSYTPRP $file 2>/dev/null
done | places >places
# merged STEP: what --merge stores.
merged()
{
	rm -f got.bin
	# shellcheck disable=SC2086 # words
	monread --merge -q --every="$1"s --write=got.bin $one 2>/dev/null
	# shellcheck disable=SC2086 # words
	monread --merge --every="$1"s -f json $one 2>/dev/null | without | LC_ALL=C sort >wanted
	monread -f json got.bin 2>/dev/null | without | LC_ALL=C sort | equal - wanted
}
cases <<'END'
--merge: stored | 900 | merged $in | -
--merge: a system that another one alternates with | 120 | alternating VMPROD1 $in $one; alternating VMPROD2 $in caps/other | 1 1
--merge: file and offset name the record | 120 | monread --merge --every=${in}s -f json -n MRSYTPRP -- $one caps/other|places >got; echo $(($(wc -l <got) > 3)); LC_ALL=C comm -23 got places | 1
END
finish
