#!/bin/sh
# where.sh: --where: records for which a condition is true, against what JSON has of them.
. "${srcdir:-.}/tests/tap.sh"

sample=$captures/sample.monwrite
cd "$tap_dir" || exit 99

monread -q --where='PFXCPUAD = 1' "$sample" 2>err
status=$?
if grep -q 'built without SQLite\|SQLite cannot be used' err; then
	is 'without SQLite --where shows nothing' '2 ' "$status $(monread -l --where='PFXCPUAD = 1' "$sample" 2>/dev/null)"
	finish
	exit
fi
monread -f json "$sample" >all 2>/dev/null

# holds_for NAME EXPR PATTERN: just the records of the sample whose JSON matches
holds_for()
{
	monread -f json --where="$2" "$sample" >got 2>err
	tap_status=$?
	grep -e "$3" all >expected
	[ $tap_status -eq 0 ] && [ -s expected ] && [ ! -s err ]
	tap_result=$?
	[ $tap_result -eq 0 ] || sed "s/^/# status $tap_status: /" err
	ok "$1: records, and no message" $tap_result
	same "$1: $2" expected got
}

# none NAME EXPR: EXPR selects no record, and this is not an error
none()
{
	monread -f json --where="$2" "$sample" >got 2>err
	is "$1: $2" "0 monread: $sample: 0 of 378 records selected" "$? $(cat got err)"
}

holds_for 'a field of several records' 'PFXCPUAD = 1' '_PFXCPUAD":1[,}]'
holds_for 'with the table' 'MRSYTPRP.PFXCPUAD = 1' 'SYTPRP_PFXCPUAD":1[,}]'
holds_for 'text' "VMDUSER = 'TCPIP'" '_VMDUSER":"TCPIP"'
holds_for 'text with a pattern' "VMDUSER LIKE 'lxdb%'" '_VMDUSER":"LXDB'
holds_for 'several conditions' "VMDUSER GLOB 'LX*' AND type = 'event'" '"type":"event".*_VMDUSER":"LX'
holds_for 'a field of 64 bits' "SYTRSG_RSAAFRDW = '0'" 'SYTRSG_RSAAFRDW":0,'
holds_for 'a bit' 'CALSEMA = 1' 'SYTLCK_CALSEMA":true'
holds_for 'the integer of its field' 'SYTLCK_CALFLAGS = 192' 'SYTLCK_CALFLAGS":192,'
holds_for 'any entry of an array' "CALLCKID = 'SRMSLOCK'" 'SYTLCK_CALLCKID":"SRMSLOCK"'
holds_for 'application data' 'totalram >= 0' '"totalram":'
holds_for 'a child with its number' "entry = 0 AND CALLCKID <> ''" 'SYTLCK_CALLKDATA":\[{'
holds_for 'the system' "system = 'VMPROD1' AND SYTPRP_PFXCPUAD = 0" '"system":"VMPROD1".*SYTPRP_PFXCPUAD":0[,}]'
holds_for 'the time' "time >= '2026-03-04 08:02' AND SYTPRP_PFXCPUAD = 0" \
	'"time":"2026-03-04T08:0[23].*SYTPRP_PFXCPUAD":0[,}]'
holds_for 'the file' "file GLOB '*/sample.monwrite' AND SYTPRP_PFXCPUAD = 0" 'SYTPRP_PFXCPUAD":0[,}]'
holds_for 'the bytes' 'length(bytes) = 108 AND SYTPRP_PFXCPUAD >= 0' '"length":108,.*SYTPRP_PFXCPUAD'
holds_for 'a comment ends with its line' 'SYTPRP_PFXCPUAD = 0 -- of three' 'SYTPRP_PFXCPUAD":0[,}]'
holds_for 'a time of day' "time >= moment('08:02') AND SYTPRP_PFXCPUAD = 0" \
	'"time":"2026-03-04T08:0[23].*SYTPRP_PFXCPUAD":0[,}]'
none 'what is not so' 'PFXCPUAD = 77'
none 'what is not known' 'PFXCPUAD = NULL'

# D1R4 tells the release, and by this layout it has entries from that release on.
cat >system.dsect <<'end'
Record: MRMTRSYS
DSECT: MTRSYS
Number: D1R4
Title: x
Status: whole
Source: x
Tells: release 6.2 when length >= 428
Array: TSTENT at 24 when release >= 6.2

MTRSYS Control Block Contents
Offsets
Dec Hex  Type Len  Name (Dim)
   0   0  Structure   24  MTRSYS
   0   0  Unsigned    24  *

Offsets
Dec Hex  Type Len  Name (Dim)
   0   0  Structure    4  TSTENT
   0   0  Unsigned     4  SYS_B
end
is 'the record that tells the release' 'D1R4' "$(monread -l -L system.dsect --where='SYS_B >= 0' "$sample" 2>err | cut -d' ' -f5)"

# monread remembers results for texts, unless the condition has parentheses.
for pattern in 'lx%' '%1' 'L_DB%' '' 'tcpi_' '%B%2' "it''s"; do
	monread -l --where="VMDUSER LIKE '$pattern'" "$sample" >got 2>err
	monread -l --where="(VMDUSER LIKE '$pattern')" "$sample" >expected 2>err
	same "a pattern: $pattern" expected got
done
# X'B1' is a pound sign in IBM-1047, which is not a character of ASCII.
LC_ALL=C sed 's/\xD3\xE7\xC4\xC2\xF0\xF1/\xD3\xE7\xB1\xC2\xF0\xF1/g' "$sample" >pound.bin
if cmp -s "$sample" pound.bin; then
	skip 'patterns with a pound sign' 'sed does not change binary files'
	patterns=''
else
	patterns='lx\0302\0243% %\0302\0243b01 \0302\0243%'
fi
for pattern in $patterns; do
	pattern=$(printf '%b' "$pattern")
	monread -f json -n MRUSEACT --where="VMDUSER LIKE '$pattern'" pound.bin >got 2>err
	monread -f json -n MRUSEACT --where="(VMDUSER LIKE '$pattern')" pound.bin >expected 2>err
	same "a pattern: $pattern" expected got
	case $pattern in
	[l%]*) is "$pattern: there are some" 6 "$(wc -l <got | tr -d ' ')" ;;
	esac
done
# Cut or damaged records, and texts that end after the record.
for column in VMDUSER USERID LPARNAME CALLCKID CHANGECMD; do
	for pattern in '%' '_%' 'S%'; do
		monread -l --where="$column LIKE '$pattern'" "$captures"/*.monwrite "$captures"/*.stream >>got-all 2>err
		monread -l --where="($column LIKE '$pattern')" "$captures"/*.monwrite "$captures"/*.stream >>expected-all 2>err
	done
done
same 'remembered results are right in all captures' expected-all got-all
is 'a pattern in all captures takes some records' 1 $(($(grep -c '^0x' got-all) > 20))

# The second record ends before the second half of the field, so its value is not known.
short=$captures/odd-short-record.stream
is 'a truncated field does not match' '1' "$(monread -l -w 'SYTPRP_PFXUTIME >= 0' "$short" | wc -l | tr -d ' ')"
is 'a truncated field is neither true nor false' '1' "$(monread -l -w 'PFXUTIME >= 0 OR NOT PFXUTIME >= 0' "$short" | wc -l | tr -d ' ')"
is 'a truncated field is unknown' '1' "$(monread -l -w 'SYTPRP_PFXUTIME IS NULL' "$short" | wc -l | tr -d ' ')"

# With other options
monread -f json -n MRUSEACT -c 2 -w "VMDUSER GLOB 'LX*'" "$sample" >got
grep '"MRUSEACT".*_VMDUSER":"LX' all | head -n 2 >expected
same '--where with other conditions, and the number of selected records' expected got
monread -f json -u 'LX*' -w "type = 'event' AND VMDUSER IS NOT NULL" "$sample" >got
grep '"type":"event".*_VMDUSER":"LX' all >expected
same '--where with --user' expected got
monread -f json -j4 -w "VMDUSER LIKE 'L%'" "$sample" >got
grep '_VMDUSER":"L' all >expected
same '--where with threads' expected got
monread -f json -w "VMDUSER LIKE 'L%'" --follow --duration=1 "$sample" >got 2>/dev/null
same '--where of a growing file' expected got
n=$(wc -l <expected | tr -d ' ')
is '--where with text output' "$n" "$(monread -w "VMDUSER LIKE 'L%'" "$sample" | grep -c '^0x')"

# Differences, where they are shown; a condition changes none of them.
# counted OPTION EXPR PATTERN [OPTION]...
counted()
{
	option=$1 expr=$2 pattern=$3
	shift 3
	monread -f json "$option" "$@" "$sample" >every 2>err
	grep -e "$pattern" every >counted
	monread -f json "$option" "$@" -w "$expr" "$sample" >got 2>>err
	[ -s counted ] && [ ! -s err ]
	ok "$option $*: there are such records" $?
	same "$option $*: $expr" counted got
}
counted --delta 'SYTPRP_PFXUTIME > 25' 'SYTPRP_PFXUTIME":2[5-9]\.'
counted --delta 'SYTPRP_PFXUTIME > 25' 'SYTPRP_PFXUTIME":2[5-9]\.' --since=08:02:30
counted --delta=rate 'SYTPRP_PFXUTIME BETWEEN 0.4 AND 0.5' 'SYTPRP_PFXUTIME":0\.4'
counted --delta 'elapsed > 59 AND SYTPRP_PFXUTIME IS NOT NULL' '"elapsed":60.*SYTPRP_PFXUTIME":[0-9]'
counted --delta 'SYTPRP_PFXUTIME IS NULL' 'SYTPRP_PFXUTIME":null'
monread -l -w 'elapsed > 0 AND PFXUTIME > 0' "$sample" >out 2>err
is 'elapsed, without differences' '64 ' "$? $(cat out)"

# Stored, and through a pipe
bare()
{
	sed 's/^{.*"dataset":[0-9]*,"type"/{"type"/' "$1" | grep -v '"domain":1,' >"$1.bare"
}
bare expected
for form in monwrite stream; do
	rm -f stored
	monread -q -w "VMDUSER LIKE 'L%'" --write=stored --write-format=$form "$sample" 2>err
	is "stored as $form" '0 ' "$? $(cat err)"
	monread -f json -w "VMDUSER LIKE 'L%'" stored >got
	bare got
	same "what was stored as $form" expected.bare got.bare
done
monread -f json -w "VMDUSER LIKE 'L%'" - <"$sample" >got
bare got
same 'through a pipe' expected.bare got.bare
cat "$sample" | monread --raw -w "VMDUSER LIKE 'L%'" - >stored
monread -f json -w "VMDUSER LIKE 'L%'" stored >got
bare got
same 'raw' expected.bare got.bare

# monread reports damage as without --where.
head -c 60000 "$sample" >cut
monread -f json cut 2>/dev/null | grep '_VMDUSER":"LX' >expected
monread -f json -w "VMDUSER LIKE 'LX%'" cut >got 2>err
is 'a damaged capture: status' 1 $?
same '--where of a damaged record shows its complete fields' expected got
grep -q 'cut off' err
ok '--where reports damaged records' $?

# refuses WORDS EXPR [OPTION]...: status 2, no output
refuses()
{
	words=$1
	expr=$2
	shift 2
	monread -l --where="$expr" "$@" "$sample" >out 2>err
	[ $? -eq 64 ] && [ ! -s out ] && grep -q -e "$words" err && [ "$(wc -l <err)" -eq 1 ]
	tap_result=$?
	[ $tap_result -eq 0 ] || sed 's/^/# /' err
	ok "refused: $expr" $tap_result
}
refuses '^monread: --where=XTIMF > 0: XTIMF: no such field; see monread --find; a text' 'XTIMF > 0'
refuses 'SYTPRP_PFXCPUADD: no such field; did you mean SYTPRP_PFXCPUAD?$' 'SYTPRP_PFXCPUADD = 1'
refuses 'MRSYTLCK.PFXCPUAD: no such field; did you mean SYTSYP_PFXCPUAD, ' 'MRSYTLCK.PFXCPUAD = 1'
refuses 'near ")": syntax error$' 'PFXCPUAD = 1) OR (1 = 1'
refuses 'yes: no such field; ' 'VMDUSER = "yes"'
refuses 'expected names of fields that one table has; see monread --find$' 'SYTPRP_PFXCPUAD = 1 AND SYTLCK_CALXSCNT > 0'
refuses 'incomplete input$' 'PFXCPUAD ='
refuses 'expected one condition' 'PFXCPUAD; DROP TABLE x'
refuses 'misuse of aggregate' 'max(PFXCPUAD) = 1'
refuses 'without queries and parameters$' 'PFXCPUAD IN (SELECT 1)'
refuses 'without queries' 'PFXCPUAD = "select"(9)'
refuses 'and parameters' 'PFXCPUAD = ?1'
refuses ': expected a field; without one, use --system, --since or --type$' "time > '2020' AND system = 'X'"
refuses 'near "ORDER": syntax error$' 'HPPTOKEN = 1 ORDER BY 1'
refuses 'load_extension' "PFXCPUAD = load_extension('x')"
refuses 'too big' 'length(zeroblob(100000000 + SYTPRP_PFXCPUAD)) > 0'
# The words of SQLite's messages may change from version to version.
printf 'const char *sqlite3_errmsg(void *db) { return db ? "other words" : "others"; }\n' >words.c
if [ -z "$EMULATOR" ] && ${CC:-cc} -shared -fPIC -o words.so words.c 2>/dev/null &&
	LD_PRELOAD=$PWD/words.so "$MONREAD" --where='PFXCPUAD =' "$sample" 2>&1 | grep -q 'other words$'; then
	is 'an unknown name, whatever SQLite says' 'monread: --where=SYTPRP_PFXCPUADD = 1: SYTPRP_PFXCPUADD: no such field; did you mean SYTPRP_PFXCPUAD?' \
		"$(LD_PRELOAD=$PWD/words.so "$MONREAD" --where='SYTPRP_PFXCPUADD = 1' "$sample" 2>&1)"
else
	skip 'an unknown name, whatever SQLite says' 'SQLite cannot be replaced here'
fi
monread -q --where="time > moment('x') AND PFXCPUAD = 0" "$sample" 2>err
is '--where without a valid time: status' 64 $?
grep -q ': moment(): expected a time' err
ok '--where without a valid time: message' $?
# It counts from the start of each file, in threads, too, as --since does.
monread --raw --since=08:02 "$sample" >later.stream
for file in "$sample" later.stream; do
	monread -f json -d 0 --since=+50 "$file"
done >expected
for options in -j1 -j2; do
	monread -f json $options -d 0 --where="time >= moment('+50') AND MRSYTPRP.PFXCPUAD >= 0" \
		"$sample" later.stream >got
	grep '"MRSYTPRP"' expected >prp
	same "moment() over two files: $options" prp got
done
monread --where='PFXCPUAD = 1' --tables >out 2>err
is '--where has no effect with --tables' '64 monread: --where has no effect with --tables' "$? $(head -n 1 err)"
finish
