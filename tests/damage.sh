#!/bin/sh
# damage.sh: the same problems of a capture have the same counts and statuses in all programs, and at most 20 messages each.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"

sync=${MONREAD_SHARED:-$srcdir/../shared}/cases/sync.monwrite
[ ! -r "$sync" ] || cp "$sync" "$tap_dir/other"
cd "$tap_dir" || exit 99
# 5,000 records with damaged contents; as many whose length is wrong; Linux data that was caught while it was updated, in 15
# records; four samples of which the third is missing; and the end of a capture cut off.
cat >contents.txt <<'X'
let now = T'2026-03-04T08:00:00Z'
for b = 1 to 50
block
set sample 0 0x09000000
let now += 60s
for n = 1 to 100
record MRSYTLCK
  SYTLCK_CALVERSN = 1
  SYTLCK_CALNMLKS = 5
  array SYTLCK_CALLKDATA SYTLCK_CALLCKID
  row 'SRMALOCK'
done
done
X
cat >lengths.txt <<'X'
let now = T'2026-03-04T08:00:00Z'
for b = 1 to 50
block
set event 4 0x09000000
for n = 1 to 100
record 4.200 100 length=5
frame end
done
done
X
cat >sync.txt <<'X'
let now = T'2026-03-04T08:00:00Z'
for b = 1 to 3
block
set sample 10 0x09000000
let now += 60s
for n = 1 to 5
record MRAPLSDT
  APLSDT_USERID = 'LXDB01'
  payload LINUXMEM
  timestamp = now
  sync_count_1 = 18
  sync_count_2 = 17
done
done
X
cat >gap.txt <<'X'
let now = T'2026-03-04T08:00:00Z'
for b = 1 to 6
block
set sample 0 0x09000000
let now += 60s
record MRSYTLCK
  SYTLCK_CALVERSN = 1
  SYTLCK_CALNMLKS = 1
  array SYTLCK_CALLKDATA SYTLCK_CALLCKID
  row 'SRMALOCK'
if b == 4
let now += 60s
fi
done
X
# The clock of the second record of the second sample is an hour ahead.
cat >clock.txt <<'X'
block
set sample 0 0x09000000
let now = T'2026-03-04T08:00:00Z'
record MRSYTPRP
let now = T'2026-03-04T08:00:00Z'
record MRSYTPRP
block
set sample 0 0x09000000
let now = T'2026-03-04T08:01:00Z'
record MRSYTPRP
let now = T'2026-03-04T09:01:00Z'
record MRSYTPRP
X
# Events that were lost, and a sample that is missing, for two days and more.
cat >days.txt <<'X'
let now = T'2026-03-04T08:00:00Z'
for b = 1 to 6
block
set sample 0 0x09000000
let now += 60s
record MRSYTPRP
if b == 4
let now += 172800s
fi
done
block
set event 1 0x09000000
let now = T'2026-03-06T23:59:00Z'
record MRMTRSOS
block
set event 1 0x09000000
let now = T'2026-03-07T00:01:00Z'
record MRMTRSUS
  MTRSUS_LOSTRCCT = 7
X
for name in contents lengths sync gap clock days; do
	mkcapture -f monwrite $name.txt $name || exit 99
done
sed '/^if b/,/^fi/d' gap.txt >whole.txt
mkcapture -f monwrite "$tests/files/bad-suspended.txt" suspended || exit 99
mkcapture -f monwrite whole.txt whole && head -c 12000 whole >cut || exit 99
# A second run of monread goes on with a capture; its mark is a possible gap.
monread -q --write=again whole 2>err && monread -q --append --write=again whole 2>err || exit 99

# seen PROGRAM ARGUMENT...: print the status, the number of messages about places, and of those that were left out.
seen()
{
	"$@" >out 2>err
	echo "$?/$(grep -c 'offset 0x' err)/$(sed -n 's/.*: \([0-9]*\) further messages about .*/\1/p' err)"
}

# programs CAPTURE REPORT: the result of seen() for each program; monstat shows REPORT.
programs()
{
	seen monread "$1"
	seen monread -q "$1"
	seen monread -s "$1"
	seen monread -q --merge "$1" whole
	seen monread --sql 'SELECT count(*) FROM records' "$1"
	seen monread --sql 'SELECT * FROM problems' "$1"
	rm -f db
	seen monread --sqlite=db "$1"
	seen monstat "$2" "$1"
	seen monread --doctor "$1"
}

# counts CAPTURE: problems and gaps of -q, rows of the table problems, the columns problems and complete of files, and what
# --doctor calls damaged, gaps and complete.
counts()
{
	monread -q --messages=json "$1" 2>&1 | sed -n 's/.*"problems":\([0-9]*\),"gaps":\([0-9]*\).*/\1 \2/p'
	monread -q --messages=json "$1" 2>&1 | grep -c '"offset"'
	monread -f csv --sql 'SELECT count(*) FROM problems' "$1" 2>err | sed 1d
	monread -f csv --sql 'SELECT problems, complete FROM files' "$1" 2>err | sed '1d; s/,/ /'
	monread --doctor -f json "$1" 2>err | sed 's/.*"complete":"\([a-z]*\)".*"damaged":\([0-9]*\),"gaps":\([0-9]*\).*/\2 \3 \1/'
}
# In the order of programs. monread -s and a query of the table records decode nothing; --doctor prints a report, not messages.
cases <<'END'
messages | contents | programs $in lock | 1/20/4980 1/20/4980 0/0/ 1/20/4980 0/0/ 1/20/4980 1/20/4980 1/20/4980 1/0/
messages | lengths | programs $in lock | 1/20/4980 1/20/4980 1/20/4980 1/20/4980 1/20/4980 1/20/4980 1/20/4980 1/20/4980 1/0/
messages | sync | programs $in linux | 1/15/ 1/15/ 0/0/ 1/15/ 0/0/ 1/15/ 1/15/ 1/15/ 1/0/
messages | gap | programs $in lock | 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/0/
messages | suspended | programs $in lock | 1/2/ 1/2/ 1/2/ 1/2/ 1/2/ 1/2/ 1/2/ 1/2/ 1/0/
messages | cut | programs $in lock | 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/1/ 1/0/
messages | whole | programs $in lock | 0/0/ 0/0/ 0/0/ 0/0/ 0/0/ 0/0/ 0/0/ 0/0/ 0/0/
counts | contents | counts $in | 5000 0 5000 5000 5000 yes 0 0 yes
counts | lengths | counts $in | 5000 0 5000 5000 5000 no 5000 0 no
counts | sync | counts $in | 15 0 15 15 15 yes 0 0 yes
counts | gap | counts $in | 0 1 1 1 1 no 0 1 no
counts | clock | counts $in | 1 0 1 1 1 no 1 0 no
counts | again | counts $in | 0 0 0 0 0 no 0 1 no
counts | suspended | counts $in | 0 2 2 2 2 no 0 2 no
counts | cut | counts $in | 1 0 1 1 1 no 1 0 no
counts | whole | counts $in | 0 0 0 0 0 yes 0 0 yes
END
# gap_times CAPTURE: the times in the messages about gaps.
gap_times()
{
	monread -q "$1" 2>&1 | grep -o 'from 20.* are missing\|lost between.*UTC'
}
cases <<'END'
a gap of more than a day | days | gap_times $in | from 2026-03-04T08:03:00 to 2026-03-06T08:04:00 UTC are missing lost between 2026-03-06T23:59:00 and 2026-03-07T00:01:00 UTC
a gap within a day | gap | gap_times $in | from 2026-03-04T08:03:00 to 08:05:00 UTC are missing
END
[ ! -r other ] || cases <<'END'
messages, a whole capture | other | programs $in linux | 1/15/ 1/15/ 0/0/ 1/15/ 0/0/ 1/15/ 1/15/ 1/15/ 1/0/
counts, a whole capture | other | counts $in | 15 0 15 15 15 yes 0 0 yes
END
finish
