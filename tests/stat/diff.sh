#!/bin/sh
# diff.sh: --diff: the averages of two captures, against the truth of both.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"
cd "$tap_dir" || exit 99

# In other locales 0.5 is two numbers to awk.
awk()
{
	LC_ALL=C command awk "$@"
}

day before --from=120 --to=180 && day after --from=960 --to=1020 || exit 99

# truth REPORT DECIMALS-BY-COLUMN: lines of key, column, before, after, what moved most first
cat >truth.py <<'E2'
import json, sys
report, columns = sys.argv[1], [c.split("=") for c in sys.argv[2:]]
def averages(name):
    return {tuple(row[:-1]): row[-1] for row in json.load(open(name))["averages"][report]}
before, after = averages("before.json"), averages("after.json")
changes = []
for key, row in before.items():
    for column, decimals in columns:
        was, now = row[column], after[key][column]
        if f"{was:.{decimals}f}" != f"{now:.{decimals}f}":
            changes.append((-abs(now - was) / was, [*(f"{k:g}" if isinstance(k, (int, float)) else k for k in key), column,
                            f"{was:.{decimals}f}", f"{now:.{decimals}f}", f"{100 * (now - was) / was:+.1f}"]))
for _, line in sorted(changes, key=lambda change: change[0]):
    print(*line)
E2

"$PYTHON" truth.py system %busy=1 %emu=1 %cp=1 %susp=1 avlMB=0 >expected
monstat -q --diff system before.bin after.bin >got
awk '$2 ~ /^%(busy|emu|cp|susp)$/ || $2 == "avlMB" { print $1, $2, $3, $4, $6 }' got >lines
same 'the system' expected lines
is 'which captures' "before before.bin: VMDAY, 2026-03-04T02:00:01Z to 2026-03-04T03:00:01Z, 12 intervals, 3600 s" \
	"$(sed -n 2p got)"
is 'columns of numbers' 'type column         before      after       diff          %' "$(sed -n 5p got)"
is '--diff: equal values come last' 'cpus 4 4 0 0.0' "$(awk '$2 == "cpus" { print $2, $3, $4, $5, $6 }' got)"

"$PYTHON" truth.py system %busy=1 %emu=1 %cp=1 %susp=1 | sort >one
monstat -q --diff --top=999 before.bin after.bin >got
awk '$1 == "system" && $4 ~ /^%(busy|emu|cp|susp)$/ { print $3, $4, $5, $6, $8 }' got | sort >two
same 'of all reports: the same numbers' one two
is 'the largest share first, if it is not small' 'system %susp' "$(sed -n '/^report/ { n; p; }' got | awk '{ print $1, $4 }')"
is '--diff shows no equal values' 0 "$(grep -cE ' 0(\.0*)? +0\.0$' got)"
is 'the usual number of lines' "$(($(grep -c . got) - 44)) more changes: --top=$(($(grep -c . got) - 4)) shows all" \
	"$(monstat -q --diff before.bin after.bin | tail -n 1)"

"$PYTHON" truth.py cpu %busy=1 %emu=1 %cp=1 >expected
monstat -q --diff cpu before.bin after.bin | awk '$2 ~ /^%(busy|emu|cp)$/ { print $1, $2, $3, $4, $6 }' >lines
sort expected >one
sort lines >two
same '--diff shows each processor' one two
is '--diff: the largest change comes first' '%susp %susp %susp %susp' "$(monstat -q --diff --top=4 cpu before.bin after.bin |
	awk '/^[0-9]/ { printf "%s%s", n++ ? " " : "", $2 }')"

# Processor 3 is not there after.
monread -q --write=less.bin -n MRSYTPRP,MRMTREND --where='PFXCPUAD <> 3 OR PFXCPUAD IS NULL' after.bin 2>err
monstat -q --diff cpu before.bin less.bin | awk '/^[0-9]/ { print $NF == "gone" ? "gone" : $3 == $4 ? "same" : "moved" }' |
	uniq >lines
is '--diff: equal values follow those that went' 'gone same' "$(grep gone lines | head -n 1) $(tail -n 1 lines)"

is '--diff of several reports: lines that came or went, reports without records' 'cpu cpu 3 went,user only before,' \
	"$(monstat -q --diff cpu,user before.bin less.bin | awk '/ went$| only / { $1 = $1; printf "%s,", $0 }')"
is 'the other way, as CSV' 'cpu,cpu 3,,came,,,,, user,,,came,,,,, ' \
	"$(monstat -q --diff -f csv cpu,user less.bin before.bin | grep came | tr '\n' ' ')"

# In the hour after 11:00, TJONES logged off at 11:31 and on at 11:33; in the hour after 9:00, nobody did anything after 9:07.
day nine --from=540 --to=600 && day eleven --from=660 --to=720 || exit 99
monstat -q --diff nine.bin eleven.bin >got
is '--diff: the changes in the second capture' 'changes in the second capture: 2,2026-03-04T11:31:01Z logoff TJONES,2026-03-04T11:33:01Z logon TJONES' \
	"$(sed -n '/^changes in/,$p' got | paste -sd, -)"
monstat -q --diff eleven.bin nine.bin changes >got
is '--diff of this report' '2026-03-04T09:07:01Z logon TJONES' "$(sed -n '/^changes in.* 1$/,$p' got | tail -n +2)"
# Cut one run in two: the counts between the two captures, here in both hours around the second one, belong to neither.
day next --from=185 --to=240 || exit 99
monstat -q --diff system before.bin next.bin >got
monstat -q -f json --every=1d system next.bin >next.json 2>err
"$PYTHON" -c 'import json; r = [json.loads(l) for l in open("next.json")][-1]
print("%.1f" % r["%busy"])' >expected 2>err || cat err
awk '$2 == "%busy" { print $4 }' got >lines
same '--diff: the second report begins after the first' expected lines

# ---- Rows with the same percentage ----

# queue NAME LIST: samples of ten minutes; q1, q2, q3 and inq of each, as the lines of LIST say
queue()
{
	{
		echo "let now = T'2026-03-04T08:00:00Z'"
		while read -r q1 q2 q3 inq; do
			printf 'let now += 600s\nblock\nset sample 4 0x01000000\nrecord MRSYTSCG\n'
			printf 'SYTSCG_SRMC1DSP = %s\nSYTSCG_SRMC2DSP = %s\nSYTSCG_SRMC3DSP = %s\n' "$q1" "$q2" "$q3"
			printf 'SYTSCG_SRMCDISP = %s\nrecord MRMTREND\n' "$inq"
		done
	} >queue.txt
	mkcapture -f monwrite queue.txt "$1" || exit 99
}
queue one.bin <<'END'
30 40 30 5000
30 40 30 5000
30 40 30 5000
END
# inq is 1 in one of 24 intervals, which is shown as 0.0, and as -100.0 %.
{
	printf '0 0 0 1\n0 0 0 1\n'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23; do
		echo '0 0 0 0'
	done
} | queue two.bin
monstat -q --diff queue one.bin two.bin | awk '$5 == "-100.0" { print $1, $4 }' >lines
printf '%s\n' 'inq -5000.0' 'q2 -40.0' 'q1 -30.0' 'q3 -30.0' >expected
same 'the largest difference is the first, then columns are as in the report' expected lines

# volumes NAME VOLUME[=READS]...: three minutes, in which volumes read pages each minute: 2 180, all others 60
volumes()
{
	{
		echo "let now = T'2026-03-04T08:00:00Z'"
		name=$1
		shift
		for i in 0 1 2; do
			printf 'let now += 60s\nblock\nset sample 4 0x01000000\n'
			for volume; do
				case $volume in *=*) reads=${volume#*=} ;; 2) reads=180 ;; *) reads=60 ;; esac
				printf "record MRSTOASP\nSTOASP_CALVSER = 'VOL%s'\n" "${volume%=*}"
				printf 'STOASP_EXPCTSRD = 1000 + %s * %s\n' "$i" "$reads"
			done
			echo 'record MRMTREND'
		done
	} >volumes.txt
	mkcapture -f monwrite volumes.txt "$name" || exit 99
}
volumes one.bin 4 5 2 3 1
volumes two.bin 5
printf '%s\n' 'VOL2 3.0' 'VOL1 1.0' 'VOL3 1.0' 'VOL4 1.0' >expected
monstat -q --diff pagevol --by=sprd/s one.bin two.bin | awk '/gone$/ { print $1, $(NF - 3) }' >lines
same '--diff: lines that went, by largest value and key' expected lines
# Of 303 pages a second, 200 are two thirds, and 2.9 are little, though 2900 %.
volumes one.bin 1=6 2=6000
volumes two.bin 1=180 2=18000
is 'the largest share of the total is the first, not the largest percentage' 'VOL2 200.0 VOL1 2900.0' \
	"$(monstat -q --diff pagevol --by=sprd/s one.bin two.bin | awk '/^VOL/ { printf "%s%s %.1f", n++ ? " " : "", $1, $NF }')"

levels() { printf '%s\n' "let now = T'2026-03-04T08:00:00Z'" block 'set sample 4 0x01000000' 'record MRMTRSYS' "MTRSYS_HCPCPEID = '$1'" \
	'record MRSYTPRP' 'let now += 60s' block 'set sample 4 0x01000000' 'record MRMTRSYS' "MTRSYS_HCPCPEID = '$1'" \
	'record MRSYTPRP' >level.txt && mkcapture -f monwrite level.txt "$2"; }
levels 6.4 one.bin && levels 7.1 two.bin || exit 99
is 'the configuration' 'config level 6.4 -> 7.1' "$(monstat -q --diff config one.bin two.bin | awk '/->/ { $1 = $1; print }')"
is '--diff of the configuration as JSON' '{"report":"config","keys":"","column":"level","change":"changed","before":"6.4","after":"7.1","diff":null,"percent":null,"share":null}' \
	"$(monstat -q --diff -f json config one.bin two.bin)"
is '--diff as JSON: both times' 'before one.bin: 2026-03-04T08:00:00Z to 2026-03-04T08:01:00Z, 1 interval, 60 s' \
	"$(monstat -q --diff config one.bin two.bin | sed -n 2p)"

# ---- Refusals ----

monstat --diff before.bin >out 2>err
is 'one file' '64 monstat: --diff takes two FILEs, before and after, and neither INTERVAL nor --every' "$? $(head -n 1 err)"
day other --system=VMOTHER --from=0 --to=60 || exit 99
cat before.bin other.bin >two.bin
monstat --diff two.bin after.bin >out 2>err
is 'two systems in one' '2 monstat: two.bin: has more than one system; --diff compares two captures of one system each' \
	"$? $(grep 'one system' err)"
is 'then nothing is shown' '' "$(cat out)"
finish
