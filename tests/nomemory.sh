#!/bin/sh
# nomemory.sh: when one allocation fails, or all from one on, monread and monstat report it, or their results are right.
. "${srcdir:-.}/tests/tap.sh"

[ -z "$EMULATOR" ] || skip_all 'an emulator takes minutes for it'
case $srcdir in /*) source=$srcdir ;; *) source=$builddir/$srcdir ;; esac
case $captures in /*) ;; *) captures=$builddir/$captures ;; esac
mkdir "$tap_dir/work"
cd "$tap_dir/work" || exit 99
sets=$captures/good-several-sets.stream
sample=$captures/sample.monwrite
pages=$source/tests/layouts/pages
# Damage in records, so that there are problems to report.
monread --raw -n MRSYTLCK,MRMTRDEV "$sample" | LC_ALL=C tr '\003\004' '\377\377' >../damaged
# A page of a known record with checks.
{
	printf '%s\n' 'LINUXMEM Prolog' ' DSECT NAME - LINUXMEM' ' NAME - LINUXMEM' ''
	sed -n '/Control Block Contents/,$p' "$source/data/appldata-linux-mem.dsect"
} >../linux.txt

has()
{
	grep -q "define HAVE_$1 1" "$builddir/config.h"
}

# short PROGRAM STEP ARGUMENT...
short()
{
	program=$1
	NOMEMORY=$2
	# Sanitizers take ten times as long.
	case $CFLAGS in *-fsanitize*) NOMEMORY=97 ;; esac
	shift 2
	export NOMEMORY
	"$builddir/tests/nomemory_$program" "$@"
}

cases <<'END'
text | - | short monread 7 "$sets" | right
text, threads | - | short monread 7 -j3 "$sets" | right
text of damaged records | - | short monread 17+ ../damaged | right
arrays as tables | - | short monread 3 --wide --explain -r 0.23 "$sets" | right
hex, threads | - | short monread 7+ -x -j3 "$sets" | right
JSON | - | short monread 17 -f json "$sample" | right
JSON, threads | - | short monread 5 -f json -j3 "$sample" | right
a list | - | short monread 7+ -l "$sets" | right
a summary | - | short monread 7 -s "$sets" | right
--split | - | short monread 53 -f json -j3 --split=. "$sample" | right
tables | - | short monread 7 -f csv --delta --split=. -r 0.2,0.3,0.23,1.4,4.3,6.3,10.2 "$sample" | right
tables, one failure after the other | - | short monread 11+ -f json --delta --split=. -r 0.2,0.3,0.23,1.4,4.3,6.3,10.2 "$sample" | right
fields | - | short monread 7 --fields='*cal*,TST*' "$sets" | right
differences | - | short monread 3 --delta -f csv -n MRSYTPRP "$sample" | right
application data | - | short monread 5 -f csv -n LINUXMEM "$sample" | right
texts in a table | - | short monread 1 -f csv -n MRMTRECM "$captures/odd-text.stream" | right
entries in tables | - | short monread 1 -f csv --split=. "$captures/good-channels.stream" | right
Arrow | - | short monread 7 -f arrow -n MRSYTPRP "$sample" | right
captures in order of time | - | short monread 13 --merge -f json "$sets" "$captures/good-locks.stream" | right
a directory | - | short monread 13 -l "$captures/../captures" -c 1 | right
raw | - | short monread 1 --raw "$sample" | right
raw, selected | - | short monread 1 --raw -d 0,4 "$sample" | right
storing | - | short monread 5 -q --write=new "$sample" | right
storing a selection as a stream | - | short monread 5 -q --write=new --write-format=stream -d 0 "$sample" | right
storing again and again | - | short monread 3 -q --write=new --rotate=8k --keep=2 "$sets" | right
appending | - | export NOMEMORY_NEW="$captures/good-locks.monwrite"; short monread 7 -q --write=new --append "$sets" | right
a description | - | short monread 13 --describe=MRSYTLCK | right
a page of a known record | - | short monread 1 --describe=../linux.txt -f dsect | right
a .dsect file | - | short monread 3 --describe="$source/data/mrsytlck.dsect" -f dsect | right
a page as .dsect | - | short monread 3 --describe="$pages/plain.txt" -f dsect | right
pages that are loaded | - | short monread 31 -L "$pages" -l "$sets" | right
END
! has LIBXML2 || cases <<'END'
a page in HTML as .dsect | - | short monread 11 --describe="$pages/html.HTML" -f dsect | right
END
! has ZLIB || ! gzip -c "$sample" >../packed 2>/dev/null || cases <<'END'
compressed input | - | short monread 13 -l ../packed | right
storing, compressed | - | short monread 31 -q --write=new --compress=gzip "$sets" | right
appending, compressed | - | export NOMEMORY_NEW=../packed; short monread 7 -q --write=new --append --compress=gzip "$sets" | right
END
! monread --sql='SELECT 1' "$sample" >/dev/null 2>&1 || cases <<'END'
a database | - | short monread 31 -q --sqlite=x "$sets" | right
a database with differences | - | short monread 61 -q --sqlite=x --delta "$sets" | right
a query in Arrow | - | short monread 31 -f arrow --sql='SELECT time, count(*) FROM MRSYTPRP_delta GROUP BY 1' "$sample" | right
a query | - | short monread 31 --sql='SELECT * FROM MRSYTPRP_delta' "$sample" | right
a report | - | short monstat 31 user "$sample" | right
a page | - | short monstat 31+ --html=p.html cpu user "$sample" | right
alarms | - | short monstat 211 --alarms "$sample" | right
metrics | - | short monstat 61 -f openmetrics device "$sample" | right
classes | - | short monstat 61 --group=db=*DB*,other=* user "$sample" | right
a comparison | - | short monstat 61 --diff cpu "$sample" "$sample" | right
END
finish
