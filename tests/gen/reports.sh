#!/bin/sh
# Runs mkreports ($MKREPORTS): the tables and pages that it makes from .report files, and the files that it refuses.
. "${srcdir:-.}/tests/tap.sh"

: "${MKREPORTS:=$builddir/src/gen/mkreports}"
case $MKREPORTS in
/*) ;;
*) MKREPORTS=$PWD/$MKREPORTS ;;
esac
cd "$tap_dir" || exit 99

# The second file has no newline at its end.
cat >alpha.report <<'END'
# é ~
Title: Things
Question: How many - and whose?
Order: 10
Text: It's a\b "first" paragraph.
Text: A second one.
Needs: MRSYTPRP; MONITOR SAMPLE ENABLE PROCESSOR
Needs: MRSYTRSG; MONITOR START
Uses: MRSYTASG; MONITOR START
Uses: MRIODDEV; MONITOR SAMPLE ENABLE I/O
Columns:
  thing 8 - -   - key    thing      -    -     The thing.
  part  4 0 -   - key    -          -    -     Its part.
  rate  6 1 1/s P value  things     1    -     Things in a second.
  %busy 6 1 %   I value  busy_ratio 0.01 ratio Busy.
  count 6 0 -   P value  -          -    -     In no metrics.
  name  8 - -   I text   -          -    -     Its name.
  help  6 2 -   S hidden -          -    -     A helper.
Counter: rate things_total
Counter: %busy thing_seconds_total mode=busy
Query:
SELECT "a", '?'
END
printf '%s\n%s\n' 'Title: Others' 'Question: Which?' >beta.report
printf '%s\n' 'Needs: MRSYTPRP; MONITOR START' 'Columns:' '  cpu 4 0 - - key cpu - - The CPU.' 'Query:' >>beta.report
printf 'SELECT 1' >>beta.report

# made NAME OPTION WANTED: compare the output for both files, in either order.
made()
{
	"$MKREPORTS" "$2" got beta.report alpha.report >out 2>&1
	is "$1: it is made, and nothing is said" 0 "$?$(cat out)"
	same "$1" "$3" got
	rm -f got
}

cat >wanted <<'END'
/* Generated from data/reports by mkreports; do not edit. */
#include "report/reports.h"

#include <stddef.h>

const struct reports_source reports_built_in[] = {
	{ "alpha", "alpha.report",
		"# \303\251 ~\n"
		"Title: Things\n"
		"Question: How many - and whose\?\n"
		"Order: 10\n"
		"Text: It's a\\b \"first\" paragraph.\n"
		"Text: A second one.\n"
		"Needs: MRSYTPRP; MONITOR SAMPLE ENABLE PROCESSOR\n"
		"Needs: MRSYTRSG; MONITOR START\n"
		"Uses: MRSYTASG; MONITOR START\n"
		"Uses: MRIODDEV; MONITOR SAMPLE ENABLE I/O\n"
		"Columns:\n"
		"  thing 8 - -   - key    thing      -    -     The thing.\n"
		"  part  4 0 -   - key    -          -    -     Its part.\n"
		"  rate  6 1 1/s P value  things     1    -     Things in a second.\n"
		"  %busy 6 1 %   I value  busy_ratio 0.01 ratio Busy.\n"
		"  count 6 0 -   P value  -          -    -     In no metrics.\n"
		"  name  8 - -   I text   -          -    -     Its name.\n"
		"  help  6 2 -   S hidden -          -    -     A helper.\n"
		"Counter: rate things_total\n"
		"Counter: %busy thing_seconds_total mode=busy\n"
		"Query:\n"
		"SELECT \"a\", '\?'\n",
	},
	{ "beta", "beta.report",
		"Title: Others\n"
		"Question: Which\?\n"
		"Needs: MRSYTPRP; MONITOR START\n"
		"Columns:\n"
		"  cpu 4 0 - - key cpu - - The CPU.\n"
		"Query:\n"
		"SELECT 1",
	},
	{ NULL, NULL, NULL },
};
END
made "the table" -o wanted
cat >wanted <<'END'
[REPORTS]
A percentage is of one engine unless stated otherwise.
d X is the difference of the field X to the previous sample; elapsed is the time between the two.
.SS alpha
How many \- and whose?
It\(aqs a\eb "first" paragraph.
.PP
A second one.
.TP
.B thing
The thing.
.TP
.B part
Its part.
.TP
.B rate
(in 1/s) Things in a second.
.TP
.B %busy
Busy.
(Inferred.)
.TP
.B count
In no metrics.
.TP
.B name
Its name.
(Inferred.)
.PP
Needs MRSYTPRP, MRSYTRSG; uses MRSYTASG, MRIODDEV.
.SS beta
Which?
.TP
.B cpu
The CPU.
.PP
Needs MRSYTPRP.
END
made "the page" -m wanted
cat >wanted <<'END'
.SS alpha
How many \- and whose?
.br
Labels: system, thing.
.TP
.B zvm_things
Things in a second.
.TP
.B zvm_busy_ratio
Busy.
(Inferred.)
.TP
.B zvm_things_total
Counter, the sum over time of: Things in a second.
.TP
.B zvm_thing_seconds_total{mode="busy"}
Counter, the sum over time of: Busy.
.SS beta
Which?
.br
Labels: system, cpu.
END
made "the page of metrics" -x wanted

# refused NAME STATUS SAID ARGUMENT...: mkreports leaves the old output unchanged, and no other files.
refused()
{
	name=$1 status=$2 said=$3
	shift 3
	echo before >kept
	"$MKREPORTS" "$@" >out 2>&1
	is "$name: the status" "$status" $?
	is "$name: what is said" "$said" "$(sed -n 1p out)"
	is "$name: what was there is left" before "$(cat kept)"
	[ ! -e kept.tmp ]
	ok "$name: and nothing beside it" $?
}
usage='usage: mkreports -o FILE REPORT...  reports.c'
bad='expected NAME.report with lower-case letters, digits and -'
cp beta.report Beta.report
cp beta.report beta.reports
cp beta.report .report
cp beta.report beta
sed 's/^Query:/Quary:/' beta.report >wrong.report
refused "no argument" 2 "$usage"
refused "no file" 2 "$usage" -o kept
refused "no such option" 2 "$usage" -y kept beta.report
refused "an upper-case name" 1 "Beta.report: $bad" -o kept Beta.report
refused "an extension that goes on" 1 "beta.reports: $bad" -o kept beta.reports
refused "an extension alone" 1 ".report: $bad" -o kept .report
refused "no extension" 1 "beta: $bad" -o kept beta
refused "no such file" 1 'none.report: No such file or directory' -o kept none.report
refused "a wrong one between others" 1 "$("$MKREPORTS" -o other beta.report wrong.report 2>&1 | grep '^wrong.report:6: ')" \
	-m kept beta.report wrong.report alpha.report
[ ! -e other ]
ok "a wrong one: nothing is written" $?
mkdir folder.report taken
"$MKREPORTS" -o other folder.report >out 2>&1
is "a folder: the status, and its name is said" '1folder.report: ' "$?$(sed 's/: .*/: /' out)"
refused "output that cannot be written" 1 'none/other.tmp: No such file or directory' -o none/other beta.report
"$MKREPORTS" -o taken beta.report >out 2>&1
is "output that is a folder: the status, and nothing is left beside it" 1 "$?$(ls taken.tmp 2>/dev/null)"

# A file has less than a megabyte (2^20 bytes), which a comment fills here.
size=$(wc -c <beta.report)
{
	head -c $((1048576 - 1 - size - 2)) /dev/zero | tr '\0' '#'
	echo
	cat beta.report
	echo
} >large.report
"$MKREPORTS" -m got large.report >out 2>&1
is "a byte less than a megabyte: it is taken" 0 "$?$(cat out)"
is "it has so many" 1048575 $(($(wc -c <large.report)))
echo >>large.report
refused "a megabyte" 1 'large.report: File too large' -o kept large.report
finish
