#!/bin/sh
# run.sh: sample.txt makes data/sample.monwrite, which has records of each domain; related records agree.
. "${srcdir:-.}/tests/tap.sh"

# In other locales 0.5 is two numbers to awk.
awk()
{
	LC_ALL=C command awk "$@"
}

sample=$srcdir/data/sample.monwrite

same 'sample/sample.txt makes data/sample.monwrite' "$captures/sample.monwrite" "$sample"
[ "$(wc -c <"$sample")" -le 1048576 ]
ok 'the sample has a megabyte at most' $?
monread -q "$sample" 2>"$tap_dir/err"
ok 'the sample is without fault' $?
for domain in 0 1 2 3 4 5 6 7 8 9 10 11; do
	[ "$(monread -l -d $domain "$sample" | wc -l)" -gt 0 ]
	ok "the sample has records of domain $domain" $?
done
is 'there are three intervals and the configuration' 4 "$(monread -l -r 1.11 "$sample" | wc -l | tr -d ' ')"
# Of D1R4 in the length of 6.2 and later only the front part is described.
monread -f json "$sample" | grep -v '"name":"MRMTRSYS"' | grep -c '"tail":' >"$tap_dir/tails"
is 'only the application that nobody knows has a tail' 3 "$(cat "$tap_dir/tails")"
# values REPORT COLUMN...: these columns of each row, without the averages.
values()
{
	value_report=$1
	shift
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "${MONSTAT:-$builddir/src/monstat}" -f csv "$value_report" "$sample" 2>"$tap_dir/err" |
		awk -F, -v names="$*" '
			NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }'
}

if [ -z "$(values cpu %busy)" ]; then
	skip 'the records agree' 'there is no SQLite'
	finish
	exit
fi

# compare FILE CONDITION: does it hold in each interval?  a and b are the sums of the lines "1 TIME VALUE" and "2 TIME VALUE".
compare()
{
	awk '{ sum[$1, $2] += $3; times[$2] }
		END {
			for (t in times) {
				a = sum[1, t]; b = sum[2, t]; n++
				if (!('"$2"')) { print "# " t, a, b; bad = 1 }
			}
			exit bad || n < 2
		}' "$1"
}

{ values user time %cpu | sed 's/^/1 /'; values system time %busy | sed 's/^/2 /'; } >"$tap_dir/users"
compare "$tap_dir/users" 'a > 0.8 * b && a <= b'
ok 'users have most of the CPU time of the system, and not more' $?
values lpar partition time %busy | sed -n 's/^ZVM1/1/p' >"$tap_dir/partition"
values system time %busy | sed 's/^/2 /' >>"$tap_dir/partition"
compare "$tap_dir/partition" 'a >= b && a <= 1.02 * b'
ok 'the partition is as busy as its CPUs, up to 2 %' $?
is 'a weight is one of the partition and the type of engine' 'ZVM1 IFL 3 300,ZVM2 CP 2 200,ZVM2 IFL 1 100,' \
	"$(values lpar partition type lcpus weight | sort -u | tr '\n' ,)"
storage=$(values config storeMB)
values storage pageable nonpag 'av<2G' 'av>2G' | awk -v all="$storage" '
	$1 + $2 != all || $3 + $4 > $1 { bad = 1 } END { exit bad || NR != 3 }'
ok 'pageable and other storage are all storage; what is available is pageable' $?
values linux guest cpus | sort -u >"$tap_dir/linux"
values user user vcpus | grep '^LX' | sort -u >"$tap_dir/virtual"
same 'Linux guests have as many CPUs as CP gives them' "$tap_dir/virtual" "$tap_dir/linux"
is 'which are five guests' 5 "$(wc -l <"$tap_dir/linux" | tr -d ' ')"
{ values linux time guest %user %sys | awk '{ print 1, $1 $2, $3 + $4 }'; values user time user %vcpu |
	sed -n 's/ LX/LX/; /LX/s/^/2 /p'; } >"$tap_dir/used"
compare "$tap_dir/used" 'a > 0.98 * b && a < 1.02 * b'
ok 'Linux guests and CP agree about the CPU time of guests, in percent of one CPU' $?
{ values device time ssch/s | sed 's/^/1 /'; values system time ssch/s | sed 's/^/2 /'; } >"$tap_dir/starts"
compare "$tap_dir/starts" 'a > 0.95 * b && a <= b'
ok 'the devices have nearly all I/O of the CPUs' $?
for report in cpu lpar lparcpu physical pagevol user userstate device channel iop vswitch qdio lock privop \
	linux linuxfs linuxproc; do
	[ "$(values $report time | grep -c T08:03)" -ge 2 ]
	ok "$report has two lines at least" $?
done
values device device volume ssch/s pend disc conn serv %busy reads writes mdc | awk '
	{ for (i = 3; i <= NF; i++) if ($i <= 0) bad = 1 } NF < 11 { bad = 1 } END { exit bad || NR != 10 }'
ok 'every device has values' $?
values iop iop %busy start/s intr/s path/s cu/s dev/s | awk '
	{ for (i = 2; i <= NF; i++) if ($i <= 0) bad = 1 } NF < 7 { bad = 1 } END { exit bad || NR != 4 }'
ok 'every I/O processor has values' $?
finish
