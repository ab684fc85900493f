#!/bin/sh
# where.sh: --user and --where on a device: the records that they select of the capture that is played.
. "${srcdir:-.}/tests/live/live.sh"
need_fuse

sample=$captures/sample.monwrite

# plays NAME OPTION...: the output for a device equals the output for the capture
plays()
{
	name=$1
	shift
	json "$@" "$sample" >"$dir/expected" 2>"$dir/err"
	if grep -q 'built without SQLite\|SQLite cannot be used' "$dir/err"; then
		skip "$name" 'there is no SQLite'
		return
	fi
	play "$sample" --speed=max
	limited -f json -c "$(wc -l <"$dir/expected" | tr -d ' ')" "$@" "$dev" 2>"$dir/err" | strip >"$dir/got"
	[ -s "$dir/expected" ]
	ok "$name: there are records" $?
	same "$name: they are shown" "$dir/expected" "$dir/got"
	stop_play
	rm -f "$dir/stored"
	play "$sample" --speed=max --end=eio
	limited -q --write="$dir/stored" "$@" "$dev" 2>"$dir/err"
	json "$@" "$dir/stored" >"$dir/got" 2>"$dir/err"
	same "$name: they are stored" "$dir/expected" "$dir/got"
	stop_play
}

plays 'a user' -u LXDB01
plays 'a condition' -w "VMDUSER LIKE 'LX%' AND type = 'sample'"
plays 'an entry' -w "CALLCKID = 'SRMSLOCK'"
plays 'both' -u 'LX*' -w 'USEACT_VMDUSER IS NOT NULL'
finish
