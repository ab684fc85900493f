#!/bin/sh
# delta.sh: --delta: each rule about the records that are compared, and about records that are compared with nothing.
. "${srcdir:-.}/tests/tap.sh"

# A description grows in $tap_dir/text.
begin()
{
	printf '%s\n' 'form monwrite' 'let step = 0' >"$tap_dir/text"
}

# capture [NAME]: make NAME.bin of it, and begin another.
capture()
{
	mkcapture "$tap_dir/text" "$tap_dir/${1:-one}.bin" || ok "made ${1:-one}.bin" 1
	begin
}

# at SECONDS [TYPE [noend]]: that long after 08:00, in a data set with a sample.
at()
{
	cat <<END >>"$tap_dir/text"
block
set ${2:-sample} 0-1,3-4,6,10 0x09000000 ${3-}
let now = T'2026-03-04T08:00:00Z' + ${1}s
END
}

# event SECONDS: the same with an event.
event()
{
	at "$1" event
}

# processor CPU SPINS RUNS TIME [RUNPF RUNCP]: counters of 2, 4 and 8 bytes, and two more of 4.
processor()
{
	cat <<END >>"$tap_dir/text"
record MRSYTPRP
  SYTPRP_PFXCPUAD = $1
  SYTPRP_PLSCUHAF = $2
  SYTPRP_PFXRUNCI = $3
  SYTPRP_PFXUTIME = $4
  SYTPRP_PFXRUNPF = ${5:-0}
  SYTPRP_PFXRUNCP = ${6:-0}
END
}

# system ID [IPL [END]]: a D1R4 in a separate set.
system()
{
	cat <<END >>"$tap_dir/text"
block
set sample 1 0x09000000
record MRMTRSYS
  MTRSYS_SYSTMID = '$1'
  MTRSYS_SYSTODST = T'2026-03-0${2:-1}T00:00:00Z'
  MTRSYS_SYSTERM = T'2026-02-0${3:-1}T00:00:00Z'
END
}

# lines [LINE]...: of the description; without any, those of standard input.
lines()
{
	if [ $# -gt 0 ]; then
		printf '%s\n' "$@"
	else
		cat
	fi >>"$tap_dir/text"
}

# shown ARGUMENT...: a line for each record: time between the two, and the values of FIELDS.
fields='SYTPRP_PFXCPUAD,SYTPRP_PLSCUHAF,SYTPRP_PFXRUNCI,SYTPRP_PFXUTIME'
shown()
{
	monread -f json --fields="$fields" "$@" 2>/dev/null |
		sed -n 's/.*"tod":"[^"]*"//; s/^,"elapsed":\([^,]*\)/\1/; s/"[A-Za-z_]*"://gp' | tr -d '{}[]' | tr ',' ' '
}

# expect LINES: what the next one is compared with; a slash or a line end ends a line.
expect()
{
	echo "$1" | tr / '\n' >"$tap_dir/expected"
}

# samples 'SECONDS: PROCESSOR; PROCESSOR...'...: samples with these processors, as `processor' takes them.
samples()
{
	for sample; do
		at "${sample%%:*}"
		echo "${sample#*: }" | sed 's/; /\n/g' >"$tap_dir/processors"
		while read -r words; do
			# shellcheck disable=SC2086 # words
			processor $words
		done <"$tap_dir/processors"
	done
}

# delta NAME [ARGUMENT]... LINES: of the records of processors in one.bin, made of the description.
delta()
{
	tap_name=$1
	options=
	shift
	while [ $# -gt 1 ]; do
		options="$options $1"
		shift
	done
	expect "$1"
	capture
	# shellcheck disable=SC2086 # words
	shown --delta -r 0.2 $options "$tap_dir/one.bin" >"$tap_dir/got"
	same "$tap_name" "$tap_dir/expected" "$tap_dir/got"
}

begin

# ---- Counters ----

samples '0: 0 10 100 7.0s'
at 60.000008
processor 0 12 107 9.5s
delta 'the first one has no value, the next one what was counted, between two time stamps' \
	'null 0 null null null/60.000008 0 2 2.500000 7'

samples '0: 0 65530 4294967290 7.0s' '60: 0 5 4 7.0s' '120: 0 5 4 7.0s'
delta 'counters of 2 and 4 bytes begin again at 0' \
	'null 0 null null null/60.000000 0 11 0.000000 10/60.000000 0 0 0.000000 0'

# Without the two fields that tell of an IPL.
sed '/^Break:/d' "${srcdir:-.}/data/mrmtrsys.dsect" >"$tap_dir/mrmtrsys.dsect"
system VMTEST
samples '0: 0 10 100 7.0s; 1 20 200 7.0s' '60: 0 12 107 9.5s'
lines 'record MRMTRSYS' "  MTRSYS_SYSTMID = 'OTHER'"
processor 1 23 210 10.0s
delta 'configuration in the middle of a sample is of another system: so is what follows' -L "$tap_dir/mrmtrsys.dsect" \
	'null 0 null null null/null 1 null null null/60.000000 0 2 2.500000 7/null 1 null null null'

samples '0: 0 40000 100 7.0s' '60: 0 7232 200 9.0s' '120: 0 40000 300 10.0s' '180: 0 7231 400 11.0s'
delta 'below half of its range it has begun again at 0; from half on a counter that fell has no value, alone' \
	'null 0 null null null/60.000000 0 null 2.000000 100
60.000000 0 32768 1.000000 100/60.000000 0 32767 1.000000 100'

samples '0: 0 10 100 7.0s' '60: 0 12 120 6.9s' '120: 0 15 130 7.1s'
delta 'a counter of 8 bytes fell: all were set to zero' \
	'null 0 null null null/null 0 null null null/60.000000 0 3 0.200000 10'

samples '0: 0 60000 4000000000 7.0s 5' '60: 0 1 2 7.0s 6' '120: 0 60001 4000000000 7.0s 7 8' '180: 0 2 3 7.0s 8 9'
delta 'two of three that changed fell: all were set to zero; two of four did not' \
	'null 0 null null null/null 0 null null null
60.000000 0 60000 0.000000 3999999998/60.000000 0 5537 0.000000 294967299'

fields='SYTPRP_PFXCPUAD,SYTPRP_PFXPRBTM'
samples '0: 0 1 1 1'
lines "  SYTPRP_PFXPRBTM = X'7FFFFFFE00000000'"
samples '60: 0 1 1 1'
lines "  SYTPRP_PFXPRBTM = X'7FFFFFFD00000000'"
samples '120: 0 1 1 1'
lines "  SYTPRP_PFXPRBTM = X'7FFFFFFF00000000'"
delta 'what counts down was used; where it rose it was set anew' 'null 0 null/60.000000 0 1.048576/null 0 null'
fields='SYTPRP_PFXCPUAD,SYTPRP_PLSCUHAF,SYTPRP_PFXRUNCI,SYTPRP_PFXUTIME'

# ---- Instances ----

samples '0: 0 10 100 1.0s; 1 20 200 2.0s' '60: 1 21 210 2.5s' '120: 0 15 150 5.0s; 1 25 220 3.0s'
samples '180: 1 26 230 4.0s; 0 16 160 6.0s'
delta 'an instance that vanishes and comes back is new; the order does not matter' \
	'null 0 null null null/null 1 null null null/60.000000 1 1 0.500000 10
null 0 null null null/60.000000 1 4 0.500000 10/60.000000 1 1 1.000000 10/60.000000 0 1 1.000000 10'

samples '0: 0 10 100 1.0s; 0 1000 200 2.0s' '60: 0 11 101 1.0s; 0 1002 202 2.0s; 0 7 7 7.0s'
delta 'the nth of an instance goes with the nth' \
	'null 0 null null null/null 0 null null null
60.000000 0 1 0.000000 1/60.000000 0 2 0.000000 2/null 0 null null null'

samples '120: 0 10 100 1.0s' '60: 0 11 101 1.0s' '60: 0 12 102 1.0s' '120: 0 13 103 1.0s'
delta 'time that runs backwards, or stands still' \
	'null 0 null null null/null 0 null null null/null 0 null null null/60.000000 0 1 0.000000 1'

# ---- What lies between ----

samples '0: 0 10 100 1.0s' '60: 0 11 101 1.0s' '120: 0 12 102 1.0s' '240: 0 13 103 1.0s' '300: 0 14 104 1.0s'
delta 'an interval is missing' \
	'null 0 null null null/60.000000 0 1 0.000000 1
60.000000 0 1 0.000000 1/null 0 null null null/60.000000 0 1 0.000000 1'

system ONE
samples '0: 0 10 100 1.0s'
system ONE
samples '60: 0 11 101 1.0s'
system ONE 3
samples '120: 0 12 102 1.0s'
system ONE 3 2
samples '180: 0 13 103 1.0s'
system ONE 3 2
samples '240: 0 14 104 1.0s'
delta 'an IPL and a termination; configuration that is repeated is none' \
	'null 0 null null null/60.000000 0 1 0.000000 1
null 0 null null null/null 0 null null null/60.000000 0 1 0.000000 1'

# CP suspends only the collection of events, so the counters of samples go on.
for what in MRMTRSUS MRMTRSOS MRMTREPR; do
	at 0
	processor 0 10 100 1.0s
	event 30
	echo "record $what" >>"$tap_dir/text"
	at 60
	processor 0 11 101 1.0s
	at 120
	processor 0 12 102 1.0s
	delta "an event that breaks no difference: $what" 'null 0 null null null/60.000000 0 1 0.000000 1/60.000000 0 1 0.000000 1'
done

# profile INTERVAL: a D1R9 in a separate set.
profile()
{
	lines <<END
block
set sample 1 0x09000000
record MRMTRSPR
  MTRSPR_INTERVAL = $1
END
}
profile 60
samples '0: 0 10 100 1.0s'
profile 60
samples '60: 0 11 101 1.0s'
profile 30
samples '90: 0 12 102 1.0s' '120: 0 13 103 1.0s' '180: 0 14 104 1.0s'
delta 'the sample profile was changed, and says how long an interval is' \
	'null 0 null null null/60.000000 0 1 0.000000 1
null 0 null null null/30.000000 0 1 0.000000 1/null 0 null null null'

profile 30
for second in 0 60 120 180 240; do
	at $second
	processor 0 $((10 + second / 60)) $((100 + second / 60)) 1.0s
done
delta 'all intervals are longer than the sample profile says' \
	'null 0 null null null/null 0 null null null
60.000000 0 1 0.000000 1/60.000000 0 1 0.000000 1/60.000000 0 1 0.000000 1'
monread -q "$tap_dir/one.bin" 2>"$tap_dir/err"
is 'this is reported once, and counted at the end' '1 1' "$(grep -c 'took 60[.]0* s instead of 30[.]' "$tap_dir/err") \
$(grep -c 'one.bin: D1R9 says that intervals take 30 s; 3 more took longer: shown with their real length$' "$tap_dir/err")"
# This layout is only for longer records, in which another field has the interval.
sed 's/^Status:.*/When:     length > 9999/; s/seconds = MTRSPR_INTERVAL/seconds = MTRSPR_HFRATE/' \
	"$srcdir/data/mrmtrspr.dsect" >"$tap_dir/mrmtrspr.dsect"
is 'a layout of D1R9 whose condition does not hold' 1 \
	"$(monread -q -L "$tap_dir/mrmtrspr.dsect" "$tap_dir/one.bin" 2>&1 | grep -c 'took 60[.]0* s instead of 30[.]')"

samples '0: 0 10 100 1.0s'
at 60
lines 'record 0.200 3000' 'record 0.201 3000'
processor 0 11 101 1.0s
samples '120: 0 12 102 1.0s' '180: 0 13 103 1.0s'
# The first frame of the second set is lost, and with it the border to the readable records of this set.
lines 'drop 0x3000 0x1000'
capture
shown --delta -r 0.2 "$tap_dir/one.bin" >"$tap_dir/got"
tail -n 2 "$tap_dir/got" >"$tap_dir/last"
is 'after damage there is no difference, then one again' 'null 0 null null null/60.000000 0 1 0.000000 1' \
	"$(tail -n 2 "$tap_dir/got" | tr '\n' '/' | sed 's/.$//')"
is 'the damage is in the set' 1 "$(monread -q "$tap_dir/one.bin" 2>/dev/null; echo $?)"

samples '0: 0 10 100 1.0s'
lines 'block' 'set event 10 0x09100000' 'record MRAPLEDT' "  APLEDT_USERID = '*MONREAD'" \
	"  APLEDT_MDGPROD = X'D4D6D5D9C5C1C4C7D700F0F1F0F0F0F0'" '  payload MONREADMARK' '  version = 1' \
	'  why = lost' '  count = 1'
samples '60: 0 11 101 1.0s' '120: 0 12 102 1.0s'
delta 'a device lost data, as a mark says' 'null 0 null null null/null 0 null null null/60.000000 0 1 0.000000 1'

# ---- Users and devices ----

# guest USER FAULTS: application data of a Linux guest.
guest()
{
	cat <<END >>"$tap_dir/text"
record MRAPLSDT
  APLSDT_USERID = '$1'
  APLSDT_MDGPROD = X'D3C9D5E4E7D2D9D5D301F2F6F0F1F0F0'
  payload LINUXMEM
  pgfault = $2
END
}
# at a device: vswitch DEVICE BYTES
vswitch()
{
	cat <<END >>"$tap_dir/text"
record MRIODVSW
  IODVSW_RDEVDEV = $1
  IODVSW_NICTXBYT = $2
END
}
two_guests()
{
	at "$1"
	guest LXONE "$2"
	guest LXTWO "$3"
	vswitch 0x600 "$4"
	vswitch 0x601 "$5"
}
fields='APLSDT_USERID,pgfault,IODVSW_RDEVDEV,IODVSW_NICTXBYT'
two_guests 0 1000 2000 3000 4000
event 30
lines 'record MRUSELON' "  USELON_VMDUSER = 'LXONE'" 'record MRIODVON' '  IODVON_RDEVDEV = 0x601' \
	'  IODVON_RDEVSID = 0x10077'
two_guests 60 1010 2010 3010 4010
two_guests 120 1030 2030 3030 4030
cat >"$tap_dir/expected" <<'END'
null "LXONE" null
null "LXTWO" null
null "0600" null
null "0601" null
null "LXONE" null
60.000000 "LXTWO" 10
60.000000 "0600" 10
null "0601" null
60.000000 "LXONE" 20
60.000000 "LXTWO" 20
60.000000 "0600" 20
60.000000 "0601" 20
END
capture
shown --delta -r 10.2,6.21 "$tap_dir/one.bin" | sed 's/ *"[A-Z]*MEM"//' >"$tap_dir/got"
same 'instances with differences: a user after logon, a device after vary on' "$tap_dir/expected" "$tap_dir/got"

# Device 6103 gets another label at 60 s and at 240 s; in between, its label is blank once.
# disk SECONDS LABEL STARTS: device 6103, and device 6104, whose label stays.
disk()
{
	at "$1"
	lines <<END
record MRIODDEV
  IODDEV_RDEVDEV = 0x6103
  IODDEV_RDEVSER = '$2'
  IODDEV_SCGSSCH = $3
  IODDEV_EDEVTYPE = ${4-0}
record MRIODDEV
  IODDEV_RDEVDEV = 0x6104
  IODDEV_RDEVSER = 'STAYS'
  IODDEV_SCGSSCH = $3
END
}
fields='IODDEV_RDEVDEV,IODDEV_RDEVSER,IODDEV_SCGSSCH'
disk 0 OLD 100
disk 60 NEW 110
disk 120 NEW 121
disk 180 '' 133
disk 240 LAST 146
disk 300 OTHER 160
capture
cat >"$tap_dir/expected" <<'END'
null "OLD" null "6103"
null "STAYS" null "6104"
null "NEW" null "6103"
60.000000 "STAYS" 10 "6104"
60.000000 "NEW" 11 "6103"
60.000000 "STAYS" 11 "6104"
60.000000 "" 12 "6103"
60.000000 "STAYS" 12 "6104"
60.000000 "LAST" 13 "6103"
60.000000 "STAYS" 13 "6104"
null "OTHER" null "6103"
60.000000 "STAYS" 14 "6104"
END
shown --delta -r 6.3 "$tap_dir/one.bin" | sed 's/ "IODDEV.*//' >"$tap_dir/got"
same 'a disk with another label is another disk, unless one of the labels is blank' "$tap_dir/expected" "$tap_dir/got"
if monread --sql='SELECT 1' "$tap_dir/one.bin" >/dev/null 2>&1; then
	monread -f csv --sql='SELECT SCGSSCH FROM MRIODDEV_delta ORDER BY time, RDEVDEV' "$tap_dir/one.bin" >"$tap_dir/got"
	is 'a disk with another label in SQL' 'SCGSSCH,,,,10,11,11,12,12,13,13,,14,' "$(tr '\n' , <"$tap_dir/got")"
else
	skip 'in SQL, too' 'no SQLite'
fi
cat >"$tap_dir/expected" <<'END'
null "OLD" null "6103"
null "STAYS" null "6104"
null "NEW" null "6103"
120.000000 "STAYS" 21 "6104"
120.000000 "LAST" 25 "6103"
120.000000 "STAYS" 25 "6104"
END
shown --delta --every=2m -r 6.3 "$tap_dir/one.bin" | sed 's/ "IODDEV.*//' >"$tap_dir/got"
same 'a label that changed in a sample that is not shown' "$tap_dir/expected" "$tap_dir/got"

# The field is after the last counter of the record.
awk '/^Counter:/ { print "Counter:  IODDEV_SCGSSCH"; skip = 1; next } skip && /^ / { next } { skip = 0 }
	{ sub(/changed IODDEV_RDEVSER/, "changed IODDEV_EDEVTYPE"); print }' "$srcdir/data/mrioddev.dsect" >"$tap_dir/mrioddev.dsect"
disk 0 OLD 100 0x81
disk 60 OLD 110 0x82
disk 120 OLD 121 0x82
capture
is 'the changed field may be after the counters' 'null null 11' \
	"$(shown --delta -L "$tap_dir/mrioddev.dsect" -r 6.3 "$tap_dir/one.bin" | awk '/6103/ { print $3 }' | tr '\n' ' ' | sed 's/ $//')"

# ---- Arrays and lists ----

fields='SYTLCK_CALLCKID,SYTLCK_CALXSCNT'
at 0
lines 'record MRSYTLCK' '  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT SYTLCK_CALXTIME' \
	"  row 'LOCKA', 10, 1.0s" "  row 'LOCKB', 20, 1.0s" "  row 'LOCKC', 30, 1.0s"
at 60
lines 'record MRSYTLCK' '  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT SYTLCK_CALXTIME' \
	"  row 'LOCKC', 33, 1.0s" "  row 'LOCKD', 5, 1.0s" "  row 'LOCKB', 22, 0.5s" "  row 'LOCKA', 11, 1.5s"
capture
expect 'null "LOCKA" null "LOCKB" null "LOCKC" null/60.000000 "LOCKC" 3 "LOCKD" null "LOCKB" null "LOCKA" 1'
shown --delta -r 0.23 "$tap_dir/one.bin" | sed 's/ *"SYTLCK[A-Z_]*"//g' >"$tap_dir/got"
same 'entries go with those of the same key; one that was set to zero is alone' "$tap_dir/expected" "$tap_dir/got"

# If several entries have the same key and their number changed, nobody can tell which entry is which.
when=60
for rows in "'LOCKA', 10:'LOCKB', 5:'LOCKA', 20" "'LOCKA', 11:'LOCKA', 23:'LOCKB', 6" "'LOCKA', 24:'LOCKB', 8" \
	"'LOCKA', 3:'LOCKA', 25:'LOCKB', 9"; do
	at $when
	lines 'record MRSYTLCK' '  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT'
	printf '  row %s\n' "$rows" | sed 's/:/\n  row /g' >>"$tap_dir/text"
	when=$((when + 60))
done
capture
cat >"$tap_dir/expected" <<'END'
null "LOCKA" null "LOCKB" null "LOCKA" null
60.000000 "LOCKA" 1 "LOCKA" 3 "LOCKB" 1
60.000000 "LOCKA" null "LOCKB" 2
60.000000 "LOCKA" null "LOCKA" null "LOCKB" 1
END
shown --delta -r 0.23 "$tap_dir/one.bin" | sed 's/ *"SYTLCK[A-Z_]*"//g' >"$tap_dir/got"
same 'entries of the same key: the nth goes with the nth, if there are as many' "$tap_dir/expected" "$tap_dir/got"

fields='STOBPG_PGDBR'
at 0
lines 'record MRSTOBPG' '  STOBPG_PGDBR[1] = 7' '  STOBPG_PGDBR[2] = 4294967295'
at 60
lines 'record MRSTOBPG' '  STOBPG_PGDBR[1] = 9' '  STOBPG_PGDBR[2] = 4' '  STOBPG_PGDBR[20] = 1'
capture
is 'lists go element by element' '60.000000 2 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1' \
	"$(shown --delta -n MRSTOBPG "$tap_dir/one.bin" | tail -n 1)"
fields='SYTPRP_PFXCPUAD,SYTPRP_PLSCUHAF,SYTPRP_PFXRUNCI,SYTPRP_PFXUTIME'

# ---- Systems and files ----

samples '0: 0 10 100 1.0s'
capture first
samples '60: 0 11 101 1.0s'
capture second
expect 'null 0 null null null/null 0 null null null'
shown --delta -r 0.2 "$tap_dir/first.bin" "$tap_dir/second.bin" >"$tap_dir/got"
same 'two files of which the system is not known' "$tap_dir/expected" "$tap_dir/got"

system ONE
samples '0: 0 10 100 1.0s'
capture one1
system TWO
samples '0: 0 50 500 5.0s'
capture two1
system ONE
samples '60: 0 11 101 1.0s'
capture one2
system TWO
samples '60: 0 53 503 5.0s'
capture two2
expect 'null 0 null null null/null 0 null null null/60.000000 0 1 0.000000 1/60.000000 0 3 0.000000 3'
shown --delta -r 0.2 "$tap_dir/one1.bin" "$tap_dir/two1.bin" "$tap_dir/one2.bin" "$tap_dir/two2.bin" >"$tap_dir/got"
same 'two systems, each in two files' "$tap_dir/expected" "$tap_dir/got"
cat "$tap_dir/one1.bin" "$tap_dir/two1.bin" "$tap_dir/one2.bin" "$tap_dir/two2.bin" >"$tap_dir/all.bin"
shown --delta -r 0.2 "$tap_dir/all.bin" >"$tap_dir/got"
same 'two systems in one file' "$tap_dir/expected" "$tap_dir/got"

# ---- What does not change a difference ----

sample=$captures/sample.monwrite
fields='*'
shown --delta -r 0.2,10.2 "$sample" >"$tap_dir/whole"
for how in '-r 0.2,10.2 --since=08:02:30' '-r 10.2,0.2 --until=08:02' '-r 0.2,10.2 -c 40' '-r 0.2,10.2 -j 3'; do
	# shellcheck disable=SC2086 # options
	shown --delta $how "$sample" >"$tap_dir/part"
	{ [ -s "$tap_dir/part" ] && sort "$tap_dir/whole" | uniq -c >"$tap_dir/a" &&
		sort "$tap_dir/part" | uniq -c | sed 's/^ *[0-9]* //' >"$tap_dir/b" &&
		! sed 's/^ *[0-9]* //' "$tap_dir/a" | grep -Fvxf - "$tap_dir/b"; }
	ok "no other difference: $how" $?
done
shown --delta -r 0.2,10.2 -j 3 "$sample" >"$tap_dir/part"
same 'threads' "$tap_dir/whole" "$tap_dir/part"
monread --delta -t event "$sample" >"$tap_dir/a"
monread -t event "$sample" >"$tap_dir/b"
same 'events stay as they are' "$tap_dir/b" "$tap_dir/a"

if has_python 'each difference of the sample'; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/delta.py" "$sample" $EMULATOR "$MONREAD"
	ok 'each difference equals the one computed from the plain output' $?
fi

# ---- Thinned out ----

fields='SYTPRP_PFXCPUAD,SYTPRP_PLSCUHAF,SYTPRP_PFXRUNCI,SYTPRP_PFXUTIME'

system ONE
for n in 0 1 2 3 4 5 6 7; do
	at $((n * 60 + 30))
	processor 0 $((n * n)) $((n * 100)) 1.0s
	if [ $n = 3 ]; then
		event 215
		echo 'record MRUSELON' >>"$tap_dir/text"
	fi
done
capture every
expect 'null 0 null null null/180.000000 0 9 0.000000 300/180.000000 0 27 0.000000 300'
shown --delta --every=3m -r 0.2 "$tap_dir/every.bin" >"$tap_dir/got"
same '--every: the first sample of each step, compared with the one shown before' "$tap_dir/expected" "$tap_dir/got"
is '--every without differences' '0 0/9 300/36 600' \
	"$(monread --every=3m -f json -r 0.2 --fields='*PLSCUHAF,*RUNCI' "$tap_dir/every.bin" |
		sed 's/.*CUHAF":\([0-9]*\),.*RUNCI":\([0-9]*\)}}/\1 \2/' | tr '\n' '/' | sed 's/.$//')"
is '--every and the rest: events and configuration are there' 'MRMTRSYS MRUSELON' \
	"$(monread --every=3m -f json "$tap_dir/every.bin" | sed 's/.*"name":"\([A-Z]*\)".*/\1/' |
		grep -v 'MRSYTPRP\|MRMTREND' | tr '\n' ' ' | sed 's/.$//')"

# Data sets are counted anew in each capture.
system ONE
samples '30: 0 1 100 1.0s'
capture before
samples '3630: 0 2 200 1.0s'
capture behind
is '--every: samples after --until stay out, also if an earlier capture has more' 100 \
	"$(monread --every=3m --until=2026-03-04T08:30 -f json -r 0.2 --fields='*RUNCI' "$tap_dir/before.bin" "$tap_dir/behind.bin" |
		sed 's/.*RUNCI":\([0-9]*\)}}/\1/' | tr '\n' '/' | sed 's/.$//')"

# Of six samples the third is missing: that is between two that are kept.
for n in 0 1 3 4 5; do
	at $((n * 60 + 30))
	processor 0 "$n" $((n * 100)) 1.0s
done
delta '--every: what is left out counts for what lies between' --every=2m \
	'null 0 null null null/null 0 null null null/60.000000 0 1 0.000000 100'

# Samples that are left out count, too: each is compared with the one before it.  3 x 30000, 3 x 2000000000
wrapping()
{
	for n in 0 1 2 3 4 5; do
		at $((n * 60 + 30))
		processor 0 $((n * 30000 % 65536)) $((n * 2000000000 % 4294967296)) "$n.5s" "$n" $((n * n))
	done
}
wrapping
delta '--every: counters that wrap, more than once' --every=3m \
	'null 0 null null null/180.000000 0 90000 3.000000 6000000000'
wrapping
capture
shown --delta=rate --every=3m -r 0.2 "$tap_dir/one.bin" >"$tap_dir/expected"
is '--delta=rate --every: the sum, in the time between the two' '180.000000 0 500.000000 0.016666 33333333.333333' \
	"$(tail -n 1 "$tap_dir/expected")"
shown --delta=rate --every=3m -r 0.2 -j 3 "$tap_dir/one.bin" >"$tap_dir/got"
same '--every: threads' "$tap_dir/expected" "$tap_dir/got"
is '--every: more than the counter can hold, in a table' '0,90000,6000000000,180.000000' \
	"$(monread --delta --every=3m -f csv -n MRSYTPRP --fields='*CPUAD,*CUHAF,*RUNCI' "$tap_dir/one.bin" 2>/dev/null |
		tail -n 1 | cut -d, -f9-)"

# falling RUNS TIME: what counters have at 210 s; at 330 s they are higher than they were.
falling()
{
	at 180
	processor 0 10 1000 100.0s
	at 240
	processor 0 10 "$1" "$2"
	at 300
	processor 0 11 1020 102.0s
	at 360
	processor 0 12 1060 130.0s
}
falling 10 50.0s
delta '--every: counters that are set to zero in a step' --every=3m 'null 0 null null null/null 0 null null null'
falling 10 101.0s
delta '--every: one that begins anew in a step has no difference, alone' --every=3m \
	'null 0 null null null/180.000000 0 2 30.000000 null'

for n in 2 3 4 5 6 7 8; do
	at $((n * 60 + 60))
	processor 0 "$n" $((n * 100)) 1.0s
	[ $n = 4 ] || processor 1 "$n" $((n * 10)) 1.0s
done
delta '--every: an instance that is away in a step' --every=3m \
	'null 0 null null null/null 1 null null null/180.000000 0 3 0.000000 300
null 1 null null null/180.000000 0 3 0.000000 300/180.000000 1 3 0.000000 30'

for t in 30 90 150 210 270 230 290 350 410; do
	at $t
	processor 0 "$t" $t "$t.0s"
done
delta '--every: the clock is set back in a step' --every=3m \
	'null 0 null null null/180.000000 0 180 180.000000 180/null 0 null null null'

# Between two steps: it counts for the second one alone.
fields='USEACT_VMDUSER,USEACT_VMDVTIME'
for n in 2 3 4 5 6 7 8; do
	at $((n * 60 + 60))
	for user in A B; do
		printf '%s\n' 'record MRUSEACT' "  USEACT_VMDUSER = '$user'" "  USEACT_VMDVTIME = $((n * n)).0s" >>"$tap_dir/text"
	done
	if [ $n = 5 ]; then
		event 375
		printf '%s\n' 'record MRUSELON' "  USELON_VMDUSER = 'A'" >>"$tap_dir/text"
	fi
done
capture
cat >"$tap_dir/expected" <<'END'
null "A" null
null "B" null
180.000000 "A" 21.000000
180.000000 "B" 21.000000
null "A" null
180.000000 "B" 39.000000
END
shown --delta --every=3m -r 4.3 "$tap_dir/one.bin" | sed 's/ *"USEACT[A-Z_]*"//g' >"$tap_dir/got"
same '--every: a user that logged on' "$tap_dir/expected" "$tap_dir/got"

# locks SECONDS ROW...
locks()
{
	at "$1"
	shift
	lines 'record MRSYTLCK' '  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT'
	printf '  row %s\n' "$@" >>"$tap_dir/text"
}
fields='SYTLCK_CALLCKID,SYTLCK_CALXSCNT'
locks 180 "'LOCKA', 10" "'LOCKB', 5"
locks 240 "'LOCKB', 6" "'LOCKA', 20"
locks 300 "'LOCKA', 4294967290"
locks 360 "'LOCKB', 9" "'LOCKA', 70"
for at in 420 480 540; do
	locks $at "'LOCKA', 75" "'LOCKB', 11"
done
capture
# 10 to 20, 4294967290, and around to 70.
expect 'null "LOCKA" null "LOCKB" null/180.000000 "LOCKB" null "LOCKA" 4294967356/180.000000 "LOCKA" 5 "LOCKB" 2'
shown --delta --every=3m -r 0.23 "$tap_dir/one.bin" | sed 's/ *"SYTLCK[A-Z_]*"//g' >"$tap_dir/got"
same '--every: entries, each for itself' "$tap_dir/expected" "$tap_dir/got"
fields='SYTPRP_PFXCPUAD,SYTPRP_PLSCUHAF,SYTPRP_PFXRUNCI,SYTPRP_PFXUTIME'

# A condition on differences, where there is SQLite.
samples '0: 0 10 100 1.0s; 1 20 200 1.0s' '60: 0 15 107 1.0s; 1 22 230 1.0s'
capture
if monread --where='SYTPRP_PFXRUNCI > 0' -q "$tap_dir/one.bin" 2>/dev/null; then
	is '--where sees differences' '60.000000 1 2 0.000000 30' \
		"$(shown --delta --where='SYTPRP_PFXRUNCI > 10' "$tap_dir/one.bin")"
	is '--where sees rates' '60.000000 0 0.083333 0.000000 0.116666' \
		"$(shown --delta=rate --where='SYTPRP_PFXRUNCI < 0.2' "$tap_dir/one.bin")"
	# The record before it was compared; this one is an event, whose counters stay as they are.
	at 0
	processor 0 10 100 1.0s
	at 60 sample noend
	processor 0 15 107 1.0s
	lines 'set event 4 0x09100000' 'record MRUSELOF' "  USELOF_VMDUSER = 'MAINT'" '  USELOF_VMDTTIME = 2.0s'
	capture
	is '--where sees events as they are' 'MRUSELOF' \
		"$(monread --delta --where='USELOF_VMDTTIME = 2.0' -f json "$tap_dir/one.bin" 2>&1 | sed 's/.*"name":"\([A-Z]*\)".*/\1/')"
else
	skip '--where sees differences' 'built without SQLite'
fi

# ---- In a second ----

samples '0: 0 10 100 1.0s' '60: 0 11 700 31.0s'
capture
is '--delta=rate' '60.000000 0 0.016666 0.500000 10.000000' "$(shown --delta=rate -r 0.2 "$tap_dir/one.bin" | tail -n 1)"
monread --delta=rate -r 0.2 --fields=SYTPRP_PFXRUNCI,SYTPRP_PFXUTIME "$tap_dir/one.bin" | sed '1,/^0x/d' >"$tap_dir/got"
cat >"$tap_dir/expected" <<'END'
  Hex  Len  Field            Value
   20    8  SYTPRP_PFXUTIME  -
   4C    4  SYTPRP_PFXRUNCI  -

Data set 2, sample, domains 0,1,3,4,6,10: 128 bytes at 0x09000000
0x00003000  D0R2 MRSYTPRP  2026-03-04T08:01:00.000000Z  108 bytes  in 60.000000 s  Processor Data (Per Processor)
  Hex  Len  Field            Value
   20    8  SYTPRP_PFXUTIME  0.500000 s/s
   4C    4  SYTPRP_PFXRUNCI  10.000000 /s
END
same '--delta=rate in a text' "$tap_dir/expected" "$tap_dir/got"
# ---- Structures inside ----

cat >"$tap_dir/inside.dsect" <<'END'
Record:   MRTSTNST
DSECT:    TSTNST
Number:   D9R198
Kind:     sample
Title:    A structure inside
Release:  7.3
Status:   whole
Source:   made up for delta.sh
Counter:  TSTNST_SPINS TSTNST_RUNS
Maps:     TSTNST_ENT onto TSTNST_ONE

MRTSTNST Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   28  TSTNST                 Start of monitor record
  0   0  Character   20  MRHDR                  Record header
 20  14  Character    8  TSTNST_ONE             Counters of one

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    8  TSTNST_ENT             What each has
  0   0  Unsigned     4  TSTNST_SPINS           Spins
  4   4  Unsigned     4  TSTNST_RUNS            Runs
END
# inside SPINS: eight digits of a counter, before one that stays
inside()
{
	lines <<END
record 9.198 0
  bytes X'$1 00000001'
END
}
at 0
inside 00000005
at 60
inside 00000008
capture
is 'differences inside of a structure' '60.000000 TSTNST_ONE: 3 0' "$(monread -f json --delta -L "$tap_dir/inside.dsect" -r 9.198 \
	"$tap_dir/one.bin" | sed -n '$s/.*"elapsed":\([^,]*\),"fields":{"\([A-Z_]*\)":{"TSTNST_SPINS":\([^,]*\),"TSTNST_RUNS":\([^}]*\)}.*/\1 \2: \3 \4/p')"

# ---- The clock wraps ----

# 2042-09-17T23:51:17Z; that is at 23:53:47.370496Z, between the third and the fourth.
for after in 0 60 120 180 240 420 480; do
	at $((521999477 + after))
	processor 0 $((10 + after / 60)) 100 7.0s
done
capture wrap
cat >"$tap_dir/expected" <<'END'
null 0 null null null
60.000000 0 1 0.000000 0
60.000000 0 1 0.000000 0
60.000000 0 1 0.000000 0
60.000000 0 1 0.000000 0
null 0 null null null
60.000000 0 1 0.000000 0
END
shown --delta -r 0.2 "$tap_dir/wrap.bin" >"$tap_dir/got"
same 'differences where the clock wraps, and none where a sample is missing' "$tap_dir/expected" "$tap_dir/got"
is 'intervals are counted on' '6 of 60.000000 to 180.000000 s' "$(monread -s "$tap_dir/wrap.bin" 2>/dev/null | sed -n 's/^  Intervals *\([^,;]*\).*/\1/p')"
# 23:50 to 24:00 is one step, also where two captures have parts of it.
for half in 'before 521999476 60 120' 'behind 521999656 180 240'; do
	# shellcheck disable=SC2086 # words
	set -- $half
	name=$1
	at "$2" sample noend
	lines <<-'END'
		record MRMTRSYS
		  MTRSYS_SYSTMID = 'VMTEST'
	END
	shift 2
	for after; do
		at $((521999477 + after))
		processor 0 $((10 + after / 60)) 100 7.0s
	done
	capture "$name"
done
is '--every: one sample of the step in which it wraps' 11 \
	"$(monread -f json --every=10m -r 0.2 "$tap_dir/before.bin" "$tap_dir/behind.bin" 2>/dev/null |
		sed -n 's/.*PLSCUHAF":\([0-9]*\).*/\1/p' | xargs)"
finish
