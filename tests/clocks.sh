#!/bin/sh
# clocks.sh: a record with a wrong TOD clock, as after a bit flip: reported, with status 1, and never used for a difference.
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

# counted FILE [ARGUMENT]...: print per record: sample and processor, seconds since the previous sample, seconds of CPU time.
counted()
{
	monread -f json --delta -r 0.2 --fields=SYTPRP_PFXCPUAD,SYTPRP_PFXUTIME "$@" 2>/dev/null |
		sed -n 's/.*"dataset":\([0-9]*\).*"elapsed":\([^,]*\),.*PFXCPUAD":\([0-9]*\),.*PFXUTIME":\([^,}]*\).*/\1 \3 \2 \4/p'
}

# differences SAMPLE.CPU...: print the expected output of counted() if these differences are not known.
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

# make SAMPLE RECORD BY [SAMPLES [FILE]]: make such a capture.
make()
{
	day "$@" >text
	mkcapture text "${5-one.bin}"
}

clock='its TOD clock'
place='offset 0x506c: D0R2: its TOD clock,'
differences 1.0 1.1 1.2 3.1 4.1 >unknown
differences 1.0 1.1 1.2 3.0 3.1 4.0 >unknown-first
make 2 0 68719 6 first.bin
make 2 1 29 6 near.bin
make all 1 -60 30 all.bin
make 2 1 -60
day 2 1 -60 | sed 1d >one
{
	echo 'form monwrite'
	i=0
	while [ $i -lt 60 ]; do
		cat one one one one one
		i=$((i + 1))
	done
} >text
mkcapture text large.bin

# Sets of several frames, with wrong clocks: in the first record, in the first two and in a whole frame.
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
mkcapture text frames.bin

# Long records: monread needs three frames to judge a set; a part that begins in the second frame gives the same message.
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
# Records of the monitor domain may have a different time, so they say nothing about the clock.
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
mkcapture -f stream text long.stream
mkcapture -f monwrite text long.monwrite

# One frame may hold the events of an hour.
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

# A record alone in its record set: only differences reveal its wrong clock.
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

# offsets FILE: where clocks are wrong; parts FILE: how many parts a reader tried, and how many were wrong.
offsets()
{
	monread -q "$1" 2>&1 | sed -n 's/.*offset \(0x[0-9a-f]*\): D.*its TOD clock.*/\1/p'
}
parts()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$builddir/tests/chunk" "$1" >parts
	echo "$(grep -c 'in parts of' parts) $(grep -c '^not.* in parts of' parts)"
}
# JSON messages, of which none is left out, without their times.
untimed()
{
	sed 's/"time":"[^"]*",//'
}
# threads OPTION...: how often a clock was wrong in large.bin, in one thread; and that three threads show and report the same.
threads()
{
	told "$clock" monread --messages=json -j1 "$@" large.bin
	mv told.out told.one
	untimed <told.err >told.one.err
	{ monread --messages=json -j3 "$@" large.bin 2>&3 | equal - told.one; } 3>got.err
	untimed <got.err | equal - told.one.err
}
frames()
{
	monread -q --messages=json "$@" 2>&1 >/dev/null | untimed | sed 's/"file":"-"/"file":"frames.bin"/'
}
cpus()
{
	monread -f json "$@" 2>/dev/null | grep -c '"name":"MRSYTPRP"'
}
frames -j1 frames.bin >frames
# Bits 2 to 8 of the clock and more, a minute, and back: two differences of that record are not known, all others are.
cases <<'END'
wrong by so many seconds | 68719 | make 2 1 $in; counted one.bin|equal - unknown; told "monread: one.bin: $place" monread -q one.bin | 1 1
wrong by so many seconds | -60 | make 2 1 $in; counted one.bin|equal - unknown; told "monread: one.bin: $place" monread -q one.bin | 1 1
the first record of a sample: all others have differences in the next interval | first.bin | counted $in | =unknown-first
less than 30 s is no error | near.bin | told TOD monread -q $in | 0 0
events that lie apart are no error | events.bin | told TOD monread -q $in | 0 0
a place of damage | one.bin | monread -s $in|grep '^  Damage' |   Damage           1 place, 0 bytes skipped
--strict stops after it | one.bin | told . monread --strict -f json $in|cut -c1; grep -c '"name":"MRSYTPRP"' told.out | 1 8
--raw has all of it | one.bin | monread --raw $in >copy; cpus copy | 18
--write has all of it | one.bin | monread -q --write=copy.bin $in; cpus copy.bin | 18
threads, -q | large.bin | threads -q | 1 300
threads, JSON | large.bin | threads -f json | 1 300
# Once, in each of three frames, and in one: 50, 150 and 50 times.
sets of several frames | frames.bin | grep -c "$clock" frames | 250
sets of several frames, threads | frames.bin | frames -j3 $in | =frames
long records, stream | long.stream | offsets $in | 0x100c 0x7bf8 0xf7e4
long records, MONWRITE | long.monwrite | offsets $in | 0x2000 0x9000 0x11000
long records in parts | long.stream | parts $in | 12 0
long records in parts | long.monwrite | parts $in | 12 0
alone: --delta | lone.bin | told "D0R2: $clock" monread --delta -f csv -n MRSYTPRP $in | 1 1
END

# query SQL FILE: the status, how often a clock was wrong, and the last row.
query()
{
	told "D0R2: $clock" monread --sql="$1" -f csv "$2"
	tail -n 1 told.out
}
if query 'SELECT 1' one.bin >/dev/null; ! grep -q 'built without SQLite\|SQLite cannot be used' told.err; then
	# Five of six records have one before them; no difference is known for the wrong one and the next one: three are left.
	cases <<-'END'
	--sqlite | one.bin | told "$place" monread --sqlite=one.db $in | 1 1
	alone: differences | lone.bin | query 'SELECT count(PFXUTIME) FROM MRSYTPRP_delta' $in | 1 1 3
	alone: a join | lone.bin | query 'SELECT count(*) FROM MRSYTPRP_delta a JOIN D0R2_delta b ON a.time = b.time' $in | 1 1 6
	alone: no differences | lone.bin | query 'SELECT count(PFXUTIME) FROM MRSYTPRP' $in | 0 0 6
	END
else
	skip '--sql, --sqlite' 'without SQLite'
fi

# The processors are busy for 10, 20 and 30 percent of each interval.
busy()
{
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" cpu -f csv "$@"
}
for s in 1 2 3 4 5; do
	echo "$s 60 0 10"
	case $s in 2 | 3) echo "$s 60 1 " ;; *) echo "$s 60 1 20" ;; esac
	echo "$s 60 2 30"
	# The total has no value if one processor has none.
	case $s in 2 | 3) echo "$s 60 all " ;; *) echo "$s 60 all 60" ;; esac
done >busy
if [ -x "$MONSTAT" ] && ! busy near.bin 2>&1 | grep -q 'SQLite.*cannot be used'; then
	cases <<-'END'
	monstat: the status, and a message | one.bin | told "$place" busy $in | 1 1
	monstat: what is not known | one.bin | busy $in|sed 's/.*T08:0\(.\):00.000000Z,\([^,]*\),\([^,]*\),\([^,]*\),.*/\1 \2 \3 \4/; 1d' | =busy
	monstat: the first twenty messages | all.bin | told ": D0R2: $clock" busy $in | 1 20
	monstat: the others are counted | all.bin | grep -c '^monstat: all.bin: D0R2: 10 further messages about TOD clocks left out$' told.err | 1
	END
fi
finish
