#!/bin/sh
# html.sh: monstat --html: a page of a day against the truth about it, files that exist, and what contradicts it.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"

cd "$tap_dir" || exit 99
case $srcdir in /*) source=$srcdir ;; *) source=$builddir/$srcdir ;; esac
tap_log=$tap_dir/log
sample=$captures/sample.monwrite

# ---- Files ----

holds 'a page' monstat -q --html=page.html "$sample"
cp page.html first.html
monstat --html=page.html "$sample" >out 2>err
is 'a file that exists stays' 2 $?
grep -q 'page.html: already exists; use --force to replace it' err
ok 'a file that exists: the message names the remedy' $?
same 'a file that exists is unchanged' first.html page.html
holds '--force replaces it' monstat -q --force --html=page.html "$sample"
same '--force replaces the file by the same page' first.html page.html
monstat -q --html=- "$sample" >out
same '- is standard output' first.html out
monstat -q --html=none/page.html "$sample" >out 2>err
is 'a folder that is missing' 2 $?

# refused TEXT OPTION...
refused()
{
	refused_text=$1
	shift
	monstat --html=refused.html "$@" "$sample" >out 2>err
	is "$*: status" 64 $?
	grep -q -e "$refused_text" err
	ok "$*: message" $?
}
refused 'html and --format contradict' -f json
refused 'html and --alarms contradict' --alarms
refused 'top has no effect with --html' --top=3
refused 'html has no effect with --list' --list
holds 'nothing was written' [ ! -e refused.html ]

# ---- Contents of the page ----

grep -q '<h3 id="s1-cpu">Processors</h3>' page.html && grep -q '<h3 id="s1-system">' page.html
ok 'all reports' $?
sed -n 's/^<h3 id="\([^"]*\)".*/\1/p' page.html >expected
sed -n '/^<nav aria-label="Reports">/,/^<\/ul>/s/.*href="#\([^"]*\)".*/\1/p' page.html >got
same 'the page has a link to each report' expected got
monstat -q --html=- cpu "$sample" >one.html
grep -q '<h3 id="s1-cpu">' one.html && ! grep -q '<h3 id="s1-system">' one.html
ok 'the page has a link to each named report' $?
grep -q 'Inferred: %sys' page.html
ok 'inferred columns are named' $?
# The keys of a row are its name, if it has keys.
mkdir reports
cat >reports/keys.report <<'END'
Title: T
Question: Q?
Needs: MRSYTPRP; nothing
Columns:
  a 6 1 - - key a - - A.
  b 6 1 - - key b - - B.
  c 6 1 - - value c - - C.
Chart: lines c by a
Query:
SELECT CASE PFXCPUAD WHEN 0 THEN 'first' END AS a, PFXCPUAD AS b, PFXCPUAD AS c FROM MRSYTPRP
END
monstat -q --reports=reports --html=- keys "$sample" >keys.html
is 'an unknown key is not in the name of a line' 'b 1,b 2,first b 0' \
	"$(sed -n 's|^<tr><th scope="row"><svg.*</svg>\([^<]*\)<.*|\1|p' keys.html | sort | tr '\n' , | sed 's/,$//')"
# Two users in seven intervals: one takes 5 s, but once 40 s, the other 5 s, but once 12 s.
cat >peak.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let one = 100s
let two = 100s
for i = 0 to 7
block
set sample 4 0x01000000
let now += 60s
let one += 5s
let two += 5s
if i == 4
let one += 35s
let two += 7s
fi
record MRUSEACT
  USEACT_VMDUSER = 'ONE'
  USEACT_VMDTTIME = one
record MRUSEACT
  USEACT_VMDUSER = 'TWO'
  USEACT_VMDTTIME = two
record MRMTREND
done
END
mkcapture -f monwrite peak.txt peak.bin || exit 99
cat >reports/peak.report <<'END'
Title: T
Question: Q?
Needs: MRUSEACT; nothing
Columns:
  who 6 1 - - key who - - Who.
  c 6 1 - - value c - - C.
Chart: lines c by who
Query:
SELECT VMDUSER AS who, VMDTTIME * 60 / elapsed AS c FROM MRUSEACT_delta
END

# With 3000 intervals, those of four minutes from midnight on are one value of the chart; a gap follows interval 2002. THREE is
# logged on for three minutes of 08:04 to 08:08, and takes 10, 40 and 40 s, on average 30.
sed 's/i = 0 to 7/i = 0 to 3000/; s/^if i == 4$/if i == 2003\nlet now += 600s\nfi\n&/; s/^let two = 100s/&\nlet three = 100s/
	s/^record MRMTREND/if i \/ 4 == 1\nif i == 5\nlet three += 10s\nfi\nif i \/ 6 == 1\nlet three += 40s\nfi\nrecord MRUSEACT\n  USEACT_VMDUSER = '"'THREE'"'\n  USEACT_VMDTTIME = three\nfi\n&/' peak.txt >long.txt
mkcapture -f monwrite long.txt long.bin || exit 99
monstat -q --reports=reports --html=- peak long.bin >long.html
is 'many intervals: their number is told' '2999 intervals of 60 s' "$(grep -o '[0-9]* intervals of [^<]*' long.html)"
is 'many intervals: minimum, average, 95 %, maximum and its time' \
	'ONE<td>5.0<td>5.0<td>5.0<td>40.0<td>4 Mar 2026 08:04-08:08,TWO<td>5.0<td>5.0<td>5.0<td>12.0<td>4 Mar 2026 08:04-08:08,THREE<td>10.0<td>30.0<td>30.0<td>40.0<td>4 Mar 2026 08:04-08:08' \
	"$(sed -n 's|^<tr><th scope="row"><svg.*</svg>||p' long.html | paste -sd, -)"
holds 'many intervals: the gap stays' grep -q '>5 Mar 2026 17:23<td colspan="3">.* until 5 Mar 2026 17:34' long.html
is 'many intervals: the page says so' 1 "$(grep -c 'Values are averages of several intervals' long.html)"

MONREAD_TMP_MB=0 monstat -q --reports=reports --html=full.html peak long.bin 2>err
is 'no space for temporary files: status and messages' '2 1' "$? $(grep -c 'cannot be kept in a temporary file' err)"
holds 'no space for temporary files: no page' [ ! -e full.html ]

# One value is unknown in one interval: the sum of the other values is too small, and the chart does not draw it as the total.
for kind in stack lines; do
	cat >reports/$kind.report <<END
Title: T
Question: Q?
Needs: MRUSEACT; nothing
Columns:
  who 6 1 - - key who - - Who.
  c 6 1 - - value c - - C.
Chart: $kind c by who
Figure: 2 c : Most : most {key} {avg}, {peak} {row} at {time} : none
Alarm: c > 30 : too much
Query:
SELECT VMDUSER AS who, CASE WHEN VMDUSER = 'TWO' AND VMDTTIME > 10 THEN NULL ELSE VMDTTIME * 60 / elapsed END AS c
  FROM MRUSEACT_delta
END
	monstat -q --reports=reports --html=- $kind peak.bin >$kind.html
done
is 'an unknown part is a gap' 1 "$(grep -c '>08:04<td colspan="[0-9]">a part is not known until 08:05' stack.html)"
is 'which the picture has, in both sizes' 2 "$(grep -c '<title>a part is not known, ' stack.html)"
is 'lines have no unknown part' 0 "$(grep -c 'part is not known' lines.html)"
# ONE has 5 s in six minutes and 40 s in the fourth interval; TWO is not known then.
is 'a figure with its peak, with its interval' 'most ONE 10, 40 ONE at 08:04-08:05' \
	"$(sed -n 's|^<p class="i">\(.*\)</p><p.*|\1|p' stack.html)"
is 'the first screen has the figure, too' 'Most<b>10</b>ONE; peak 40 at 08:04-08:05' \
	"$(sed -n '/^<div class="k4">/,/^<\/div>/s|^<p>\(.*\)</p>|\1|p' stack.html)"
is 'an alarm: how often, how long, and the worst' \
	'<li><span class="w1">Warning: </span>too much<br><small>1 time, 1 min in all; worst: ONE, c 40.0 at 08:04-08:05 (limit &gt; 30); <a href="#s1-stack-1">chart</a></small>' \
	"$(grep 'too much' stack.html)"
# The page begins at 09:01, UTC+01:00; from 08:02 UTC on, clocks show UTC+02:00. All times have the first offset.
TZ='AAA-1BBB,J63/9:02,J300' monstat -q --time=local --reports=reports --html=- lines peak.bin >zone.html
is 'a page has one UTC offset: sentence, figure, chart, finding' '09:04-09:05 09:04-09:05 09:04-09:05 09:04-09:05 ' \
	"$(grep -o '[01][0-9]:04-[01][0-9]:05' zone.html | tr '\n' ' ')"
# The order of findings that are equally long must not depend on addresses in memory.
for both in stack,lines lines,stack; do
	is "findings of equal length: $both" "$both" "$(monstat -q --reports=reports --html=- $both peak.bin |
		sed -n 's|.*too much.*#s1-\([a-z]*\)-1">.*|\1|p' | paste -sd, -)"
done
is 'the chart is at the top' '1 1' \
	"$(grep -c '<figure id="s1-stack-1">' stack.html) $(grep -c '^<p class="m">At the top: <a href="#s1-stack-1">' stack.html)"
rm -f reports/stack.report reports/lines.report
sed "s/^Chart:.*/  text 9 - - - text - - - Text.\\nAlarm: c > 10 with text/; s/ FROM/, 'text of ' || VMDUSER AS text&/" \
	reports/peak.report >reports/with.report
is 'an alarm of two rows has the text of the row with the worst value' 'ONE, c 40.0 at 08:04-08:05, text of ONE' \
	"$(monstat -q --reports=reports --html=- with peak.bin | sed -n 's/.*worst: \(.*\) (limit.*/\1/p')"
rm -f reports/with.report
sed 's/^Needs:.*/Needs: D6R3; MONITOR SAMPLE/; s/VMDUSER/RDEVDEV/; s/VMDTTIME/SCMSSCH/; s/MRUSEACT/MRIODDEV/' \
	reports/peak.report >reports/device.report
monstat -q --reports=reports --html=- device peak.bin 2>/dev/null >missing.html
is 'a record that is missing, by its number' 1 "$(grep -c 'this capture has no D6R3 records; on z/VM: MONITOR SAMPLE' missing.html)"
# A CPU that is 10 percent busy in the second of two intervals; in the first interval it is 5 percent busy, and PR/SM takes
# 90 percent away: time that PR/SM takes away is not work.
cat >busy.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
let used = 100s
let waited = 100s
for i = 0 to 2
block
set sample 4 0x01000000
let now += 60s
if i == 1
let used += 3s
let waited += 3s
fi
if i == 2
let used += 6s
let waited += 54s
fi
record MRSYTPRP
  SYTPRP_PFXPRBTM = 9000s - used
  SYTPRP_PFXUTIME = used
  SYTPRP_PFXTOTWT = waited
record MRMTREND
done
END
mkcapture -f monwrite busy.txt busy.bin || exit 99
is 'the system in a sentence' '1 engine, 7.5 % busy on average, peak 10 % at 08:02-08:03' \
	"$(monstat -q --html=- busy.bin | sed -n 's|^<p class="i">\(.*\)</p><p.*|\1|p')"
# 19 logons and the share of a user are 20 changes, which charts mark and a list has. With 20 logons, only the share is left.
cat >changes.txt <<'END'
let now = T'2026-03-04T08:00:00Z'
for i = 0 to 2
block
set sample 4 0x01000000
let now += 60s
record MRSYTPRP
  SYTPRP_PFXUTIME = 9s * i
record MRSYTRSG
record MRMTREND
if i == 0
block
set event 4 0x08000000
let now += 10s
for n = 1 to 19
record MRUSELON
  USELON_VMDUSER = 'GUEST'
done
let now += 10s
record MRSCLSHR
  SCLSHR_VMDUSER = '<B>'
  SCLSHR_VMDRELSH = 300
let now = T'2026-03-04T08:01:00Z'
fi
done
END
mkcapture -f monwrite changes.txt changes.bin || exit 99
sed 's/1 to 19/1 to 20/' changes.txt >many.txt
mkcapture -f monwrite many.txt many.bin || exit 99
# listed: the list of changes in the page of standard input, as NAME|VALUE.
listed()
{
	sed -n '/<h3>Changes/,/<nav/s|^<tr><th scope="row">\(.*\)<td>|\1\||p'
}
monstat -q --html=changes.html cpu,changes changes.bin
monstat -q --html=many.html cpu,changes many.bin
is 'changes beside the findings' '19 08:01|logon GUEST,1 08:01|SHARE &lt;B&gt;: relative 300' \
	"$(listed <changes.html | uniq -c | awk '{ $1 = $1; print }' | paste -sd, -)"
is 'the most important changes' '08:01|SHARE &lt;B&gt;: relative 300,|and 20 more; monstat changes has all' \
	"$(listed <many.html | paste -sd, -)"
# marks <PAGE: how many changes each chart marks, in each size.
marks()
{
	grep -o 'class="v1" d="[^"]*' | tr -cd 'M\n' | awk '{ print length }' | sort -u | xargs
}
is 'changes in charts' '20 1' "$(marks <changes.html) $(marks <many.html)"
monstat -q --html=- cpu changes.bin >none.html
is 'a page without the report of changes' '0 0' "$(grep -c 'class="v1"' none.html) $(grep -c '<h3>Changes' none.html)"
# The page shows everything again for a second system.
mkdir two
"${PYTHON:=python3}" "$tests/merge.py" two "$sample" two 2>/dev/null &&
	is 'changes of the configuration of each system' '2026-03-04T08:01:00.000412Z 2026-03-04T08:01:00.000415Z ' \
		"$(monstat -q --html=- config two/whole1 two/whole2 | sed -n 's|^<tr><th scope="row">\(2026[^<]*\)<.*|\1|p' | tr '\n' ' ')"
monstat -q --html=- "$captures/bad-empty.monwrite" >nothing.html 2>err
is 'an empty capture: status' 1 $?
is 'an empty capture: title' 'Monitor data without intervals' "$(sed -n 's|.*<title>\(.*\)</title>.*|\1|p' nothing.html)"

has_python 'a day' || {
	finish
	exit 0
}
. "$tests/stat/maker.sh"
day day
ok 'a day is made' $?
monstat -q --html=day.html day.bin
is 'a page of a day with missing records: status' 1 $?
"$PYTHON" "$tests/stat/page.py" "$source/data/reports" day.json day.html >"$tap_log" 2>&1
ok 'statistics, gaps and findings equal the description of the day' $?
# Two samples are 5 minutes apart; one is lost, and one comes after the IPL.
is 'changes of a day' '02:10 logon SHORTY,02:15 logoff SHORTY,09:07 logon TJONES,11:31 logoff TJONES,11:33 logon TJONES,12:10 gap: 600 s,15:58 logoff TJONES,17:29 IPL: 2026-02-23T00:00:01Z -&gt; 2026-03-04T17:29:01Z,17:30 gap: 600 s,18:42 MONITOR suspended,18:42 MONITOR resumed: 0 events lost' \
	"$(listed <day.html | tr '|' ' ' | paste -sd, -)"
"$PYTHON" "$tests/chart/colours.py" day.html >"$tap_log" 2>&1
ok 'colours that everybody can tell apart' $?
sed 's|</body>|<script>1</script></body>|' day.html >script.html
! "$PYTHON" "$tests/stat/page.py" "$source/data/reports" day.json script.html >"$tap_log" 2>&1 && grep -q 'in the page: a script' "$tap_log"
ok 'a script that the page does not need is noticed' $?
# A record of 08:30 is damaged: 08:35 has nothing to be compared with, and the page says why, also of steps.
day broken --from=480 --to=540
at=$(monread -f csv --sql='SELECT offset FROM records WHERE domain = 0 AND record = 2 LIMIT 1 OFFSET 25' broken.bin | tail -n 1)
printf '\000\001' | dd of=broken.bin bs=1 seek="$at" conv=notrunc 2>/dev/null
for every in '' --every=1m; do
	# shellcheck disable=SC2086 # none or one
	is "why there is a gap${every:+, $every}" '2026-03-04 08:30 to 08:35: record length 1 is below 20; skipped 3524 bytes to the next frame' \
		"$(monstat -q --html=- $every cpu broken.bin 2>/dev/null | sed -n 's|.*<th scope="row">Gap<td>||p')"
done
is 'a page of a day with missing records: message' 'no values for the interval that ends here: record length 1 is below 20; skipped 3524 bytes to the next frame' \
	"$(monstat cpu broken.bin 2>&1 >/dev/null | sed -n 's/.*Z: //p')"
day other --system='<B>&"' --from=0 --to=60
monstat -q --html=two.html day.bin other.bin
is 'a section for each system, of which no name is markup' '2 0' "$(grep -c '<section' two.html) $(grep -c '<B>' two.html)"
mkdir pages
monstat -q --html=index.html -o pages day.bin other.bin
is '-o with a directory: a page per system and an index' 'VMDAY.html _B___.html index.html ' "$(cd pages && printf '%s ' *)"
is 'the index has links and sentences' 2 "$(grep -c '^<li><a href="[VB_MDAY]*.html">.*</a>: . engines, ' pages/index.html)"
is 'a page has one section' '1 1 0' "$(grep -c '<section' pages/VMDAY.html) $(grep -c '<section' pages/_B___.html) $(grep -c '<section' pages/index.html)"
monstat -q --html=index.html -o pages day.bin 2>err
is 'an index that exists stays' 2 $?
monstat -q --html=a/b.html -o pages day.bin 2>err
is 'the index has a name, not a path' 64 $?
grep -q 'href="#s2"' two.html
ok 'the index links to the pages' $?
finish
