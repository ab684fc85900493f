#!/bin/sh
# other.sh: -F with a new file from a different system: monread must forget everything about the first system.
. "${srcdir:-.}/tests/live/live.sh"

need_python
cd "$dir" || exit 99
"$PYTHON" "$tests/merge.py" two "$tests/../data/sample.monwrite" . || exit 99
for file in whole1 whole2 late2 none2; do
	json $file >$file.json 2>/dev/null
	monread -q --write=$file.stored $file
done
cat whole1.stored whole2.stored >both.stored
cat whole1.stored late2.stored >late.stored

# followed NAME OPTION...: monread reads NAME.f, which is whole1, in the background.
followed()
{
	name=$1
	shift
	cp whole1 "$name.f"
	# shellcheck disable=SC2086
	$EMULATOR "$MONREAD" -F "$@" "$name.f" >"$name.out" 2>"$name.err" &
	eval "${name}_pid=\$!"
	pids="$pids $!"
}

# size_of FILE N: FILE has at least N bytes.
size_of()
{
	[ -f "$1" ] && [ "$(wc -c <"$1")" -ge "$2" ]
}

# as_long FILE FILE: the first file is as long as the second one.
as_long()
{
	wait_for size_of "$1" "$(wc -c <"$2")"
}

# renamed NAME FILE: replace NAME.f by FILE.
renamed()
{
	cp "$2" "$1.g"
	mv "$1.g" "$1.f"
}

# ended NAME: send SIGTERM, and put the status into $status.
ended()
{
	eval "pid=\$${1}_pid"
	kill -TERM "$pid"
	wait "$pid"
	status=$?
}

# Print the number of records per system.
systems()
{
	sed 's/^{"file":"[^"]*","system":\([^,]*\),.*/\1/' "$@" | uniq -c | sed 's/^ *//' | tr '\n' ' '
}

lines()
{
	wc -l <"$1" | tr -d ' '
}

followed stored -q --write=stored.o
followed late -q --write=late.o
followed names -q --write='names.%{system}'
followed asked -f json --system=VMPROD1
followed json -f json
followed cut -f json
followed anew -q --write=anew.o
for name in stored late anew; do
	as_long $name.o whole1.stored
done
as_long names.VMPROD1 whole1.stored
wait_for lines_in asked.out "$(lines whole1.json)"
wait_for lines_in json.out "$(lines whole1.json)"
wait_for lines_in cut.out "$(lines whole1.json)"
cat whole2 >anew.f
cat none2 >>cut.f
renamed stored whole2
renamed late late2
renamed names late2
renamed asked late2
renamed json late2
all=$(($(lines whole1.json) + $(lines none2.json)))
wait_for lines_in cut.out $all
: | dd of=cut.f bs=1 seek="$(wc -c <whole1 | tr -d ' ')" count=0 2>/dev/null
wait_for grep -q 'became shorter' cut.err
cat none2 >>cut.f

now='is of the system VMPROD2, but the file that it replaced is of VMPROD1: the output has records of both systems; select one system with --system'
as_long stored.o both.stored
ended stored
is 'another file: status and message' "1 monread: stored.f $now" "$status $(cat stored.err)"
equal 'another file: all is stored' both.stored stored.o
as_long late.o late.stored
ended late
is 'another file that is noticed late: status and message' "1 monread: late.f $now" "$status $(cat late.err)"
equal 'another file that is told late: all is stored' late.stored late.o
as_long anew.o both.stored
ended anew
is 'written anew: status and message' "1 monread: anew.f $now" "$status $(grep -v 'was truncated and written again' anew.err)"
equal 'written anew: all is stored' both.stored anew.o
# Records before the first D1R4 belong to no system.
monread -f json late2 2>/dev/null | systems >late.systems
wait_for lines_in json.out $(($(lines whole1.json) + $(lines late2.json)))
ended json
is 'JSON: the system of each record' "$(lines whole1.json) \"VMPROD1\" $(cat late.systems)" "$(systems json.out)"
wait_for [ -s names.VMPROD2 ]
ended names
is 'a file for each system: status, no message' '0 ' "$status $(cat names.err)"
equal 'a file for each system: the first' whole1.stored names.VMPROD1
monread -q --write='wanted.%{system}' late2
equal 'a file for each system: what is of none' wanted._ names._
equal 'a file for each system: the second' wanted.VMPROD2 names.VMPROD2
ended asked
is '--system: status' 0 $status
strip asked.out >asked.json
equal '--system: records of the first' whole1.json asked.json

# A file that was cut belongs to the system in its beginning.
wait_for lines_in cut.out $((all + $(lines none2.json)))
ended cut
is 'cut: status' 1 $status
is 'cut: the system of each record' "$((all + $(lines none2.json))) \"VMPROD1\" " "$(systems cut.out)"
finish
