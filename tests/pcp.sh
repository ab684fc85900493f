#!/bin/sh
# pcp.sh: --pcp: every value by PCP's own library, rates by pmrep, marks, order, what is refused.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/maker.sh"

case $srcdir in /*) top=$srcdir ;; *) top=$PWD/$srcdir ;; esac
sample=$top/data/sample.monwrite
cd "$tap_dir" || exit 99

monread --pcp=a "$sample" >out 2>err
status=$?
if ! grep -q '^#define HAVE_PCP 1' "$builddir/config.h"; then
	is 'without libpcp_import: it is said' '2 monread: --pcp=a: this monread was built without libpcp_import 0' \
		"$status $(cat err) $(wc -c <out | tr -d ' ')"
	finish
	exit 0
fi
skip_without libpcp_import $status err
is 'an archive of the sample' '0 ' "$status $(cat err)"

# ---- What is refused ----

# refused NAME MESSAGE OPTION...
refused()
{
	refused_name=$1 refused_text=$2
	shift 2
	monread "$@" >out 2>err
	is "$refused_name" "2 $refused_text" "$? $(head -n 1 err)"
	[ ! -s out ] || ok "$refused_name: nothing on standard output" 1
}

is 'an archive is made' 'a.0 a.index a.meta' "$(echo a.*)"
sums=$(cksum a.*)
refused 'one that exists' 'monread: --pcp=a: a.meta exists; remove that archive, or choose another name' --pcp=a "$sample"
is 'it is as it was' "$sums" "$(cksum a.*)"
: >b.0.xz
refused 'one of which there is a part' 'monread: --pcp=b: b.0.xz exists; remove that archive, or choose another name' \
	--pcp=b "$sample"
: >'c.index'
refused 'names are no patterns' 'monread: --pcp=[c]: nothing was selected that has numbers, and no archive is made' \
	--pcp='[c]' -n MRMTREOF -a "$sample"
refused 'nothing that has numbers' 'monread: --pcp=n: nothing was selected that has numbers, and no archive is made' \
	--pcp=n --until=2001-01-01T00:00:00Z "$sample"
refused 'no directory' 'monread: --pcp=none/n: none: No such file or directory' --pcp=none/n "$sample"
refused 'no name' 'monread: --pcp=: expected the name of an archive' --pcp= "$sample"
refused '--output' 'monread: --pcp and --output contradict each other: numbers go to the archive, and nothing is shown' \
	--pcp=n -o x "$sample"
refused '--quiet' 'monread: --pcp and --quiet contradict each other: numbers go to the archive, and nothing is shown' \
	--pcp=n -q "$sample"
refused '--time' 'monread: --time has no effect with --pcp: in archives times are UTC' --pcp=n --time=local "$sample"
refused '--delta' 'monread: --delta has no effect with --pcp' --pcp=n --delta "$sample"
refused '--split' 'monread: --split has no effect with --pcp' --pcp=n --split=x "$sample"
is 'of all these no file is left' '' "$(ls -d n.* none x 2>/dev/null)"

day one --to=120
day other --to=120 --system=VMOTHER
refused 'two systems' \
	'monread: other.bin: is of the system VMOTHER, and the archive of VMDAY; an archive is of one system' \
	--pcp=two one.bin other.bin

# ---- Values ----

reader=
for python in "$PYTHON" /usr/bin/python3; do
	! "$python" -c 'import pcp.pmapi' 2>/dev/null || reader=$python
done
# What pmrep and its like are run by.
PCP_PYTHON_PROG=$reader
export PCP_PYTHON_PROG

# pcpread VERB...
pcpread()
{
	"$reader" "$tests/pcpread.py" "$@"
}

# holds_all NAME CAPTURE OPTION...: each number of all tables is in the archive of them.
holds_all()
{
	holds_name=$1 holds_file=$2
	shift 2
	rm -rf all all.* csv
	monread --pcp=all "$@" "$holds_file" 2>err
	monread -f csv --split=csv "$@" "$holds_file" 2>err
	# shellcheck disable=SC2086 # EMULATOR may have options
	pcpread values all csv $EMULATOR "$MONREAD"
	ok "$holds_name" $?
}

cat >lists.txt <<'END'
for i = 0 to 2
block
set sample 3 0x10000000
let now += 60s
record MRSTOBPG
  size 260
done
END
mkcapture -f monwrite lists.txt lists.bin
monread --pcp=lists lists.bin
is 'each list of a record' 'PGDBM PGDBR PGDBS' \
	"$(tr -c '[:alnum:]._' '\n' <lists.meta | sed -n 's/^zvm\.MRSTOBPG\.STOBPG_//p' | sort | tr '\n' ' ' | sed 's/ $//')"

if [ -n "$reader" ]; then
	holds_all 'each number of the sample is in its archive' "$sample"
	holds_all 'and of what is selected' "$sample" -n 'MRUSE*,MRSYTLCK' --since=+60
	holds_all 'and of some fields' "$sample" --fields='*TIME,*CALXSCNT' -d system
	holds_all 'and those that are known for certain' "$sample" --proven
	holds_all 'a damaged capture' "$captures/bad-interval-first.stream"
	holds_all 'records that are longer' "$captures/bad-payload-long.monwrite"
else
	skip 'each number is in the archive' 'there is no python3-pcp'
fi

command -v pminfo >/dev/null && command -v pmlogcheck >/dev/null && command -v pmdumplog >/dev/null || {
	skip 'by the tools of PCP' 'they are not installed (Debian: pcp)'
	finish
	exit 0
}

is 'pmlogcheck finds nothing' '' "$(pmlogcheck a 2>&1)"
is 'the label' 'VMPROD1 UTC 3' "$(pmdumplog -L a | awk '/Log Format/ { v = $NF + 0; sub(/.*Version /, ""); v = $0 + 0 }
	/from host/ { h = $NF } /Archive timezone/ { z = $NF } END { print h, z, v }')"
is 'when it begins, and ends' '2026-03-04 08:00 08:03:00.000412' "$(TZ=UTC pmdumplog -L a | awk '
	/commencing/ { print substr($0, index($0, "Mar")) }' | awk '{ print $4 "-03-0" $2, substr($3, 1, 5) }') $(
	pmdumplog -L a | awk '/ending/ { print substr($5, 1, 15) }')"
pminfo -a a -l zvm.MRSYTPRP.SYTPRP_PFXUTIME | sed -n 's/^    labels //p' >out
is 'labels' '{"lpar":"ZVM1","system":"VMPROD1"}' "$(cat out)"

# PCP has a domain of identifiers for programs that import data, which no agent has.
is 'the domain of metrics' 245 "$(pminfo -a a -m zvm | sed 's/.*PMID: \([0-9]*\)\..*/\1/' | sort -u | tr '\n' ' ' | sed 's/ $//')"
is 'the domain of instances' 245 "$(pminfo -a a -d zvm | sed -n 's/.*InDom: \([0-9][0-9]*\)\..*/\1/p' | sort -u | tr '\n' ' ' |
	sed 's/ $//')"

# about METRIC: type, semantics, unit
about()
{
	pminfo -a a -d "zvm.$1" | awk '/Data Type/ { sub(/.*Type: /, ""); sub(/  .*/, ""); t = $0 }
		/Semantics/ { s = $2; sub(/.*Units: /, ""); print t ", " s ", " $0 }'
}
is 'an interval is a counter of microseconds' '64-bit unsigned int, counter, microsec' \
	"$(about MRSYTPRP.SYTPRP_PFXUTIME)"
is 'a narrow counter has 64 bits' '64-bit unsigned int, counter, count' "$(about MRSYTPRP.SYTPRP_PFXSPINC)"
is 'a level' '32-bit unsigned int, instant, none' "$(about MRSYTUSR.SYTUSR_SYSUSRS)"
is 'a flag' '32-bit unsigned int, discrete, none' "$(about MRSYTLCK.SYTLCK_CALSXLKS)"
is 'units of 128 microseconds' '64-bit unsigned int, counter, microsec' "$(about MRIODDEV.IODDEV_SCMFPTIM)"
is 'a size' '64-bit unsigned int, instant, Kbyte' "$(about LINUXMEM.freeram)"
is 'a load average' 'double, instant, none' "$(about LINUXOS.avenrun)"
is 'a time' '64-bit int, discrete, microsec' "$(about MRUSELOF.USELOF_CALTODON)"
is 'a value of an event' '32-bit unsigned int, discrete, none' "$(about MRUSELON.USELON_CALDEFLO)"
is 'help' 'time spent spinning for formal locks SYTPRP_PFXSPINT of MRSYTPRP (D0R2), Processor Data (Per Processor)' \
	"$(pminfo -a a -T zvm.MRSYTPRP.SYTPRP_PFXSPINT | sed '1,/^Help/d; /^$/d' | tr '\n' ' ' | sed 's/ $//')"
is 'instances are called after keys' '[0 or "0"] [1 or "1"] [2 or "2"]' \
	"$(pminfo -a a -f zvm.MRSYTPRP.SYTPRP_PFXUTIME | sed -n 's/.*inst \(.*\]\) value.*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
is 'of application data after its guest' 'LXAPP01 LXDB01 LXDB02 LXWEB01 LXWEB02' "$(pminfo -a a -f zvm.LINUXMEM.freeram |
	sed -n 's/.*or "\(.*\)".*/\1/p' | sort | tr '\n' ' ' | sed 's/ $//')"
is 'of entries after record and entry' 'LXDB01/0 LXDB01/1' "$(pminfo -a a -f zvm.LINUXOS__LINUXOS_CPU.idle |
	sed -n 's/.*or "\(LXDB01.*\)".*/\1/p' | sort | tr '\n' ' ' | sed 's/ $//')"
monread --pcp=again "$sample" 2>err
pminfo -a a -fd zvm >out
pminfo -a again -fd zvm >out2
same 'numbers of metrics and instances are the same in another run' out out2
monread --pcp=some -n MRUSEACT "$sample" 2>err
pminfo -a a -d zvm.MRUSEACT >out
pminfo -a some -d zvm >out2
same 'and of another selection' out out2

# ---- A day, with gaps, resets and a restart ----

day day --to=780
monread --pcp=day day.bin 2>err
is 'a capture with gaps: status' 1 $?
pmdumplog day 2>/dev/null | grep -c '<mark>' >out
is 'marks are where records are missing' 1 "$(cat out)"
pmlogcheck day 2>&1 | grep -v -e 'wrap$' -e '^	value' >out
is 'nothing else is wrong' '' "$(cat out)"
conf=$top/data/pmrep/zvm.conf
grep -o 'zvm\.[A-Z][A-Za-z0-9_]*\.[A-Za-z0-9_]*' "$conf" | sort -u >wanted
pminfo -a day zvm | sort -u >there
is 'the metrics of zvm.conf are there' '' "$(comm -23 wanted there)"

# Times in the order in which they are read: halves that are given the wrong way round.
monread -q --write=first.bin --until=2026-03-04T00:59:00Z one.bin 2>err
monread -q --write=second.bin --since=2026-03-04T00:59:00Z one.bin 2>err
monread --pcp=whole one.bin 2>err
monread --pcp=halves first.bin second.bin 2>err
is 'a capture in two files: status' 0 $?
for name in whole halves; do
	pminfo -a $name -f zvm >"$name.out"
	pmdumplog -a $name 2>/dev/null | grep -c '<mark>' >>"$name.out"
done
same 'it is the same as in one' whole.out halves.out
monread --pcp=wrong second.bin first.bin 2>err
is 'the wrong way round: status' 1 $?
grep -q '^monread: --pcp=wrong: [0-9]* rows are left out: the archive had later ones already; give the inputs in order' err
ok 'it is said what is left out' $?
is 'and the archive is in order' '' "$(pmlogcheck wrong 2>&1 | grep -v -e 'wrap$' -e '^	value')"

# ---- Reports ----

: "${MONSTAT:=$builddir/src/monstat}"
if ! pmrep --version >/dev/null 2>&1 || ! [ -x "$MONSTAT" ]; then
	skip 'rates are those of monstat' 'there is no pmrep, or no monstat'
	finish
	exit 0
fi

# agrees NAME ARCHIVE CAPTURE REPORT COLUMN=COLUMN=INSTANCE...: both have the same values.
agrees()
{
	agrees_name=$1 agrees_archive=$2 agrees_file=$3 report=$4
	shift 4
	pmrep -c "$conf" -a "$agrees_archive" -z -o csv -0 6 ":zvm-$report" >pmrep.csv 2>err
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$MONSTAT" -q -f csv "$report" "$agrees_file" >monstat.csv 2>err2
	columns=
	for column; do
		columns="$columns zvm.report.$report.$column"
	done
	# shellcheck disable=SC2086 # words
	pcpread rates pmrep.csv monstat.csv $columns
	ok "$agrees_name" $?
}

for name in sample day; do
	file=$name.bin
	archive=$name
	[ $name = day ] || { file=$sample archive=a; }
	agrees "the system, $name" $archive "$file" system busy=%busy= emu=%emu= cp=%cp= sys=%sys= users=users= inq=inq= \
		pgrd=pgrd/s= pgwr=pgwr/s= ssch=ssch/s=
	agrees "processors, $name" $archive "$file" cpu busy=%busy=cpu emu=%emu=cpu cp=%cp=cpu sys=%sys=cpu wait=%wait=cpu \
		susp=%susp=cpu spin=%spin=cpu
	agrees "devices, $name" $archive "$file" device ssch=ssch/s=device pend=pend=device serv=serv=device reads=reads=device
	agrees "paging, $name" $archive "$file" paging pgrd=pgrd/s= pgwr=pgwr/s= slot=%slot=
	agrees "locks, $name" $archive "$file" lock spin=%spin=lock spins=spin/s=lock
	agrees "virtual switches, $name" $archive "$file" vswitch txkb=txKB/s=device rxpk=rxpk/s=device
	agrees "users, $name" $archive "$file" user cpu=%cpu=user/0 vcpu=%vcpu=user/0 ucp=%ucp=user/0
done
if command -v pcp2json >/dev/null; then
	pcp2json -a a -z -F out.json zvm.MRSYTPRP.SYTPRP_PFXUTIME >out 2>&1
	holds 'pcp2json' "$reader" -c 'import json
host = json.load(open("out.json"))["@pcp"]["@hosts"][0]
assert host["@host"] == "VMPROD1"
values = [m["zvm"]["MRSYTPRP"]["SYTPRP_PFXUTIME"]["@instances"] for m in host["@metrics"] if "zvm" in m]
assert [[i["name"] for i in v] for v in values] == [["0", "1", "2"]] * len(values) and values'
else
	skip 'pcp2json' 'it is not installed'
fi
finish
