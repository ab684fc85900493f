#!/bin/sh
# exit.sh: --messages=json: the summary of each FILE, in every way that monread reads FILEs.
. "${srcdir:-.}/tests/tap.sh"

need_python
shared=${MONREAD_SHARED:-$srcdir/../shared}
case $shared in /*) ;; *) shared=$PWD/$shared ;; esac
cd "$tap_dir" || exit 99

# make NAME: a capture of standard input.
make_capture()
{
	cat >"$1.txt"
	mkcapture -f stream "$1.txt" "$1" || exit 99
}

# Three records and the end of an interval.
make_capture whole <<'END'
let now = T'2026-03-04T08:00:00Z'
let step = 1s
set sample 0,1 0x09000000
record MRMTRSYS
  MTRSYS_SYSTMID = 'VMTEST1'
record MRSYTPRP
record 0.200 100
set event 4 0x09001000
record MRUSELON
END
# The second record claims 5 bytes instead of 120: monread skips it and the rest of its set.
make_capture damaged <<'END'
let now = T'2026-03-04T08:00:00Z'
let step = 1s
set sample 0 0x09000000 noend
record 0.200 100
record 0.201 100 length=5
record 0.202 100
set event 4 0x09001000
record 4.200 20
END
# 12 bytes of the control element, 120 of a record, and 50 of one that has 120.
make_capture cut <<'END'
let now = T'2026-03-04T08:00:00Z'
let step = 1s
set event 4 0x09000000
record 4.200 100
record 4.201 100
cut 182
END
: >empty
cp "$captures/bad-mark.stream" marked

# Keys and values of the lines about FILEs, which have to be JSON with a time.
cat >read.py <<'END'
import json, re, sys
keys = "file status error system records selected problems gaps skipped first last".split()
severities = ["notice", "warning", "error"]
for line in open(sys.argv[1], "rb"):
    line = line.decode("utf-8")
    if '"exit summary"' not in line:
        continue
    o = json.loads(line)
    assert list(o) == ["time", "severity", "text"] + keys, list(o)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", o["time"]) and o["severity"] == severities[o["status"]]
    print(*("-" if o[key] is None else o[key] for key in keys), sep=" | ")
END

# summaries OPTION...: print the summaries of a run; its status is in $status.
summaries()
{
	monread --messages=json "$@" >out 2>err </dev/null
	status=$?
	"$PYTHON" read.py err
}

# From the descriptions above.  The end of an interval has the time of the next record.
cat >expected <<'END'
whole | 0 | - | VMTEST1 | 5 | 5 | 0 | 0 | 0 | 2026-03-04T08:00:00.000000Z | 2026-03-04T08:00:03.000000Z
damaged | 1 | - | - | 2 | 2 | 1 | 0 | 240 | 2026-03-04T08:00:00.000000Z | 2026-03-04T08:00:03.000000Z
cut | 1 | - | - | 1 | 1 | 1 | 0 | 50 | 2026-03-04T08:00:00.000000Z | 2026-03-04T08:00:00.000000Z
empty | 1 | empty: empty | - | 0 | 0 | 0 | 0 | 0 | - | -
missing | 2 | missing: cannot be opened: No such file or directory | - | 0 | 0 | 0 | 0 | 0 | - | -
END
for options in -qq -s '--raw' '-f csv --split=tables --force' '-f json -j 2' '--messages=json -v -q' \
	'-q --write=stored --force'; do
	# shellcheck disable=SC2086 # options
	summaries $options whole damaged cut empty missing >got
	is "$options: status" 2 $status
	same "$options: each FILE" expected got
done
sort expected >sorted
for options in '-q --merge' '-f json --merge --delta' '-f json --merge -j 2'; do
	# shellcheck disable=SC2086 # options
	summaries $options whole damaged cut empty missing >all
	is "$options: status" 2 $status
	sort all >got
	same "$options: each FILE" sorted got
done
head -n 1 expected >first
summaries -q -F --duration=1 whole >got
same 'a file that may grow' first got

# Two faults end the work on a compressed capture: the file is cut off, or its CRC is wrong.
if gzip -c whole >whole.gz 2>/dev/null && monread -q whole.gz 2>err; then
	size=$(wc -c <whole.gz)
	head -c $((size - 9)) whole.gz | cat whole.gz - >short.gz
	# The last byte of the CRC.
	head -c $((size - 5)) whole.gz >other.gz
	printf '\0' >>other.gz
	tail -c 4 whole.gz >>other.gz
	cat whole.gz >>other.gz
	size=$(wc -c <whole)
	failed='uncompressing gzip failed:' end='the data read before is used'
	is 'cut off: error' "short.gz | 1 | short.gz: offset $(printf 0x%x $((2 * size))): $failed the file is cut off; $end" \
		"$(summaries -q short.gz | cut -d '|' -f 1-3 | sed 's/ $//')"
	is 'damaged: error' "other.gz | 1 | other.gz: offset $(printf 0x%x "$size"): $failed incorrect data check; $end" \
		"$(summaries -q other.gz | cut -d '|' -f 1-3 | sed 's/ $//')"
fi

# The first mark lost 123456 bytes, the second an unknown amount; the third announces repeated data.  The time of a mark is
# not a time of data.
summaries -q marked >got
is 'marks' "$(sed -n 's/ *bytes = \([0-9]*\)$/marked | 1 | - | - | 4 | 4 | 0 | 2 | \1/p' "$tests/files/bad-mark.txt")" \
	"$(cut -d '|' -f 1-9 got | sed 's/ $//')"
is 'marks: the time of data' 1 "$(grep -c ' | 2026-03-04T08:00:00' got)"

# Selections, and options that end a run early.
is 'a selection' 'whole | 0 | - | VMTEST1 | 5 | 2' "$(summaries -q -d 0 whole | cut -d '|' -f 1-6 | sed 's/ $//')"
is 'FILEs that are not reached have no summary' 1 "$(summaries -q -c 2 whole damaged | wc -l | tr -d ' ')"
is 'standard input' '- | 0 | - | VMTEST1 | 5' \
	"$(monread --messages=json -q - <whole 2>err; "$PYTHON" read.py err | cut -d '|' -f 1-5 | sed 's/ $//')"
monread --messages=json -f json whole >out 2>err
is 'the output is the same as without summaries' "$(monread -f json whole)" "$(cat out)"
mkdir folder && cp whole folder/a && cp cut folder/b
is 'a directory: each capture in it' 'folder/a folder/b' "$(summaries -q folder | cut -d ' ' -f 1 | sort | tr '\n' ' ' | sed 's/ $//')"
# ---- SQL ----

if monread --sql='SELECT 1' >out 2>err; then
	summaries --sqlite=db whole damaged cut empty missing >all
	is '--sqlite: status' 2 $status
	sort all >got
	# Records without a layout have no rows.
	awk -F ' [|] ' -v OFS=' | ' '$1 == "cut" || $1 == "damaged" { $6 = 0 } $1 == "whole" { $6 = 4 } { print }' sorted >loaded
	same '--sqlite: each FILE' loaded got
	is '--sqlite: records are new once' 'whole | 0 | - | VMTEST1 | 5 | 0' \
		"$(summaries --sqlite=db whole | cut -d '|' -f 1-6 | sed 's/ $//')"
	# Records that an earlier FILE had, too, are read, but add no rows.
	cp whole again
	is '--sqlite --merge: duplicate records are read but not new' 'again | 0 | - | VMTEST1 | 5 | 0' \
		"$(summaries --sqlite=db2 --merge whole again | sed -n '/^again/p' | cut -d '|' -f 1-6 | sed 's/ $//')"
	# No records are selected by a query.
	summaries --sql='SELECT count(*) FROM MRSYTPRP' whole damaged cut empty | sort >got
	grep -v missing sorted | awk -F ' [|] ' -v OFS=' | ' '{ $6 = "-"; print }' >queried
	same '--sql: each FILE' queried got
	is '--sql: a FILE that is missing' "$(sed -n 5p expected)" "$(summaries --sql='SELECT count(*) FROM MRSYTPRP' whole missing)"
else
	skip 'SQL' 'there is no SQLite'
fi

# ---- Comparison with an independent maker ----

if [ -r "$shared/captures/lock-a.truth.jsonl" ]; then
	# Expect the complete records in the first 30000 bytes of the capture; frames have 4096 bytes.
	"$PYTHON" - "$shared/captures/lock-a.truth.jsonl" >expected <<'END'
import json, sys
truth = [json.loads(line) for line in open(sys.argv[1])]
truth = [t for t in truth if (t["domain"], t["record"]) != (1, 13)]
there = [t for t in truth if t["off_monwrite"] + t["length"] <= 30000]
print("lock-a", 0, len(truth), 0, 0, truth[0]["time"], truth[-1]["time"])
print("lock-a-cut", 1, len(there), 1, 30000 % 4096, there[0]["time"], there[-1]["time"])
END
	summaries -q "$shared/captures/lock-a.monwrite" "$shared/captures/lock-a-cut.monwrite" |
		sed 's|.*/captures/||; s/\.monwrite//' | awk -F ' [|] ' '{ print $1, $2, $5, $7, $9, $10, $11 }' >got
	same 'captures of another maker' expected got
fi
finish
