#!/bin/sh
# clocks.sh: a record whose TOD clock is wrong, as by a bit that fell over: said, with status 1, and never a difference.
. "${srcdir:-.}/tests/tap.sh"

: "${MONSTAT:=$builddir/src/monstat}"
case $MONSTAT in /*) ;; *) MONSTAT=$PWD/$MONSTAT ;; esac
cd "$tap_dir" || exit 99

# day SAMPLE RECORD BY [SAMPLES]: six samples of three processors, a minute apart; the clock of one record is wrong by BY
# seconds.  SAMPLE may be "all".
# Processor N runs for N + 1 tenths of each interval.
day()
{
	echo 'form monwrite'
	sample=0
	while [ $sample -lt "${4-6}" ]; do
		printf '%s\n' 'block' 'set sample 0-1 0x09000000'
		cpu=0
		while [ $cpu -lt 3 ]; do
			off=0
			case "$1.$2" in $sample.$cpu | all.$cpu) off=$3 ;; esac
			cat <<-END
			let now = T'2026-03-04T08:00:00Z' + $((60 * sample + off))s
			record MRSYTPRP
			  SYTPRP_PFXCPUAD = $cpu
			  SYTPRP_PFXUTIME = $((6 * sample * (cpu + 1)))s
			END
			cpu=$((cpu + 1))
		done
		sample=$((sample + 1))
	done
}

# counted FILE [ARGUMENT]...: a line for each record: sample and processor, seconds between the two, seconds it ran.
counted()
{
	monread -f json --delta -r 0.2 --fields=SYTPRP_PFXCPUAD,SYTPRP_PFXUTIME "$@" 2>/dev/null |
		sed -n 's/.*"dataset":\([0-9]*\).*"elapsed":\([^,]*\),.*PFXCPUAD":\([0-9]*\),.*PFXUTIME":\([^,}]*\).*/\1 \3 \2 \4/p'
}

# differences SAMPLE.CPU...: what counted() has to show where these are not known.
differences()
{
	for s in 1 2 3 4 5 6; do
		for c in 0 1 2; do
			case " $* " in
			*" $s.$c "*) echo "$s $c null null" ;;
			*) echo "$s $c 60.000000 $((6 * (c + 1))).000000" ;;
			esac
		done
	done
}

# Bits 2 to 8 of the clock and more, a minute, and back.
for by in 68719 -68719 549755 60 -60; do
	day 2 1 $by >text
	mkcapture text one.bin
	differences 1.0 1.1 1.2 3.1 4.1 >expected
	counted one.bin >got
	same "$by s: two differences of that record are not known, all others are" expected got
	monread -q one.bin >err 2>&1
	is "$by s: status" 1 $?
	is "$by s: and where" 'monread: one.bin: offset 0x506c: D0R2: its TOD clock,' "$(grep -o '.*TOD clock,' err)"
done

day 2 1 29 >text
mkcapture text near.bin
monread -q near.bin >out 2>&1
is 'less than 30 s is no error' '0 0' "$? $(grep -c TOD out)"

is 'it is a place of damage' '  Damage           1 place, 0 bytes skipped' "$(monread -s one.bin 2>/dev/null | grep '^  Damage')"
monread --strict -f json one.bin >got 2>/dev/null
is '--strict stops behind it' '1 8' "$? $(grep -c '"name":"MRSYTPRP"' got)"
monread --raw one.bin >copy 2>/dev/null
is '--raw has all of it' 18 "$(monread -f json copy 2>/dev/null | grep -c '"name":"MRSYTPRP"')"
monread -q --write=copy.bin one.bin 2>/dev/null
is 'and so has --write' 18 "$(monread -f json copy.bin 2>/dev/null | grep -c '"name":"MRSYTPRP"')"

# Threads take parts of a capture.
day 2 1 -60 | sed 1d >one
{
	echo 'form monwrite'
	i=0
	while [ $i -lt 300 ]; do
		cat one
		i=$((i + 1))
	done
} >text
mkcapture text large.bin
for format in -q -s '-f json' -l; do
	# shellcheck disable=SC2086 # words
	monread -j1 $format large.bin >expected 2>err
	# shellcheck disable=SC2086 # words
	monread -j3 $format large.bin >got 2>err3
	same "$format: threads show the same" expected got
	same "$format: and say the same" err err3
	is "$format: of each" 300 "$(grep -c 'its TOD clock' err)"
done

# Record sets of several frames, of which parts may have some: the clock of the first record, of the first two and of a
# whole frame is wrong.
cat >text <<'END'
form monwrite
for i = 1 to 200
block
set sample 0 0x09000000
let now = T'2026-03-04T08:00:00Z' + 60s * i
for k = 1 to 120
let wrong = 0s
if i % 4 == 1
if k == 1
let wrong = 3600s
fi
fi
if i % 4 == 2
if (k - 1) / 2 == 0
let wrong = 3600s
fi
fi
if i % 4 == 3
if (k - 1) / 46 == 1
let wrong = 3600s
fi
fi
let now += wrong
record 0.200 68
let now = now - wrong
done
done
END
if mkcapture text frames.bin; then
	monread -q -j1 frames.bin >/dev/null 2>err
	monread -q -j3 frames.bin >/dev/null 2>err3
	same 'frames of sets: threads say the same' err err3
	monread -q - <frames.bin 2>&1 >/dev/null | sed 's/standard input/frames.bin/; s/ -: / frames.bin: /' >err3
	same 'frames of sets: a pipe says the same' err err3
	# Once, in each of three frames, and in one.
	is 'frames of sets: how often' $((50 + 150 + 50)) "$(grep -c 'its TOD clock' err)"
else
	ok 'made frames.bin' 1
fi

# Where records are so long that three frames have to tell of a set: a part that begins in its second frame says the same.
cat >text <<'END'
for i = 1 to 2
set sample 0 0x09000000+i*0x10000
let now = T'2026-03-04T08:00:00Z'
record 0.200 3000
let now = T'2026-03-04T09:00:00Z'
for k = 1 to 6
record 0.201 3000
done
done
# Records of the monitor domain, which may be of another time, tell nothing of it.
set sample 0,1 0x09100000
record 1.200 4000
let now = T'2026-03-04T08:00:00Z'
record 0.200 3000
let now = T'2026-03-04T09:00:00Z'
record 1.200 900
for k = 1 to 4
record 0.201 4020
done
END
for form in stream monwrite; do
	mkcapture -f $form text long.bin || exit 99
	is "long records, $form: where the clock is wrong" "$([ $form = stream ] && echo '0x100c 0x7bf8 0xf7e4' ||
		echo '0x2000 0x9000 0x11000')" \
		"$(monread -q long.bin 2>&1 | sed -n 's/.*offset \(0x[0-9a-f]*\): D.*its TOD clock.*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$builddir/tests/chunk" long.bin >got
	is "long records, $form: in parts" '12 0' "$(grep -c 'in parts of' got) $(grep -c '^not.* in parts of' got)"
done

monread --sql='SELECT count(*) FROM MRSYTPRP' one.bin >got 2>err
status=$?
if grep -q 'built without SQLite\|SQLite cannot be used' err; then
	skip '--sql, --sqlite' 'without SQLite'
else
	is '--sql: status, rows and message' '1 18 1' \
		"$status $(tail -n 1 got | tr -d ' ') $(grep -c 'offset 0x506c: D0R2: its TOD clock' err)"
	rm -f one.db
	monread --sqlite=one.db one.bin >/dev/null 2>err
	is '--sqlite: status and message' '1 1' "$? $(grep -c 'offset 0x506c: D0R2: its TOD clock' err)"
fi

# The processors are busy for 10, 20 and 30 percent of each interval.
busy()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" cpu -f csv "$@"
}
if [ -x "$MONSTAT" ] && ! busy near.bin 2>&1 | grep -q 'SQLite.*cannot be used'; then
	busy one.bin >out 2>err
	is 'monstat: status' 1 $?
	is 'monstat: and a message' 1 "$(grep -c 'offset 0x506c: D0R2: its TOD clock' err)"
	sed 's/.*T08:0\(.\):00.000000Z,\([^,]*\),\([^,]*\),\([^,]*\),.*/\1 \2 \3 \4/; 1d' out >got
	for s in 1 2 3 4 5; do
		echo "$s 60 0 10"
		case $s in 2 | 3) echo "$s 60 1 " ;; *) echo "$s 60 1 20" ;; esac
		echo "$s 60 2 30"
	done >expected
	same 'monstat: what is not known' expected got
	day all 1 -60 30 >text
	mkcapture text all.bin
	busy all.bin >out 2>err
	is 'monstat: twenty are said, the others counted' '1 20 1' \
		"$? $(grep -c ': D0R2: its TOD clock' err) $(grep -c '^monstat: D0R2: 10 further messages about TOD clocks left out$' err)"
fi

day 2 0 68719 >text
mkcapture text one.bin
counted one.bin >got
differences 1.0 1.1 1.2 3.0 3.1 4.0 >expected
same 'the first record of a sample: in the interval behind it nothing else is missing' expected got

# A record that is alone in its record set: only differences know that its clock is wrong.
cat >text <<'END'
form monwrite
for i = 0 to 5
block
set sample 4 0x09000000
let now = T'2026-03-04T08:00:00Z' + 300s * i
record MRUSEACT
  USEACT_VMDUSER = 'LXDB01'
  USEACT_VMDTTIME = 12s * i
set sample 0 0x09100000
if i == 2
let now = now - 45s
fi
record MRSYTPRP
  SYTPRP_PFXCPUAD = 0
  SYTPRP_PFXUTIME = 6s * i
done
END
mkcapture text lone.bin
# Five of six records have one in front of them; for the wrong one and the one behind it no difference is known: three are left.
alone()
{
	monread --sql="$1" lone.bin >got 2>err
	status=$?
	if grep -q 'built without SQLite\|SQLite cannot be used' err; then
		skip "alone: $1" 'without SQLite'
	else
		is "alone: $1" "$2" "$status $(grep -c 'D0R2: its TOD clock' err) $(tail -n 1 got | tr -s ' ' | sed 's/^ //')"
	fi
}
alone 'SELECT count(PFXUTIME) FROM MRSYTPRP_delta' '1 1 3'
alone 'SELECT count(*) FROM MRSYTPRP_delta a JOIN D0R2_delta b ON a.time = b.time' '1 1 6'
alone 'SELECT count(PFXUTIME) FROM MRSYTPRP' '0 0 6'
monread --delta -f csv -n MRSYTPRP lone.bin >got 2>err
is 'alone: --delta says the same' '1 1' "$? $(grep -c 'D0R2: its TOD clock' err)"

# Events of an hour may be in one frame.
cat >text <<'END'
form monwrite
block
set event 4 0x09000000
let now = T'2026-03-04T08:00:00Z'
record MRUSELOF
  USELOF_VMDUSER = 'MAINT'
let now = T'2026-03-04T09:00:00Z'
record MRUSELOF
  USELOF_VMDUSER = 'MAINT'
END
mkcapture text events.bin
monread -q events.bin >out 2>&1
is 'nor are events that lie apart' '0 0' "$? $(grep -c TOD out)"

finish
