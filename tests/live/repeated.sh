#!/bin/sh
# repeated.sh: each file of a rotated capture can be read alone: it begins with the configuration.
. "${srcdir:-.}/tests/live/live.sh"

need_python
reader=$srcdir/tests/live/repeated.py
"$PYTHON" "$reader" make "$srcdir/data" "$dir/original" || echo 'Bail out!'
json "$dir/original" >"$dir/original.json"
mkdir "$dir/r"

# checked NAME EXPECTED FORM FILE...: the independent reader finds the configuration in all FILEs except one.
checked()
{
	checked_name=$1
	checked_expected=$2
	checked_form=$3
	shift 3
	is "$checked_name" "$checked_expected" "$("$PYTHON" "$reader" check "$srcdir/data" "$checked_form" "$dir/original" "$@" 2>&1 | sed 's/^[0-9]* files //')"
}

# rotated NAME EXPECTED FORM OPTION...: store with OPTIONs, and check the files.
rotated()
{
	rotated_name=$1
	rotated_expected=$2
	rotated_form=$3
	shift 3
	rm -f "$dir"/r/*
	monread -q --write="$dir/r/c" "$@" "$dir/original" 2>&1
	checked "$rotated_name" "$rotated_expected" "$rotated_form" "$dir"/r/*
}

compressions=none
for kind in gzip zstd; do
	[ $kind = gzip ] || command -v zstd >/dev/null 2>&1 || continue
	monread -q --compress=$kind --write="$dir/try" "$dir/original" >/dev/null 2>&1 && compressions="$compressions $kind"
	rm -f "$dir/try"
done
for form in monwrite stream; do
	for kind in $compressions; do
		compress=--rotate=80K
		[ $kind = none ] || compress="--compress=$kind --rotate=5K"
		# shellcheck disable=SC2086
		rotated "$form, $kind" '1 without changed' all --write-format=$form $compress
		monread -f json "$dir"/r/* 2>"$dir/err" | strip >"$dir/got"
			equal "$form, $kind: monread shows the records, each once" "$dir/original.json" "$dir/got"
		is "$form, $kind: the only message is that of the IPL" 'the system was IPLed at 2060-07-20T14:53:00.791808Z' \
			"$(sed 's/.*: the system/the system/' "$dir/err")"
	done
done
rotated 'a file for each data set' '1 without changed' all --rotate=1B
rotated 'by time' '1 without changed' all --rotate=7s
rotated 'a part, with the configuration' '1 without changed' kept=0.203 -r 0.203 --rotate=20K
rotated 'a part, as a stream' '1 without changed' kept=0.203 -r 0.203 --rotate=20K --write-format=stream

# ---- Copies ----

rotated 'files to copy' '1 without changed' all --rotate=200K
fault=
for file in "$dir"/r/*; do
	rm -f "$dir/copy" "$dir/back" "$dir/raw"
	monread -q --write="$dir/copy" "$file"
	cmp -s "$dir/copy" "$file" || fault="$fault ${file##*/}:copy"
	monread -q --write="$dir/raw" --write-format=stream "$file"
	monread --raw "$file" | cmp -s - "$dir/raw" || fault="$fault ${file##*/}:stream"
	monread -q --write="$dir/back" "$dir/raw"
	cmp -s "$dir/back" "$file" || fault="$fault ${file##*/}:back"
	rm -f "$dir/copy"
	monread -q -r 0.203 --write="$dir/copy" --write-format=stream "$file"
	monread --raw -r 0.203 "$file" >"$dir/raw"
	[ "$(monread -l "$dir/raw" | wc -l)" = "$(monread -l -r 0.203 "$file" | wc -l)" ] || fault="$fault ${file##*/}:raw"
done
is 'each container: a copy has the repeated configuration' '' "$fault"
rm -f "$dir/whole"
monread -q --write="$dir/whole" "$dir"/r/*
monread -f json "$dir/whole" | strip >"$dir/got"
equal 'joined they are the whole' "$dir/original.json" "$dir/got"
is 'the summary counts nothing twice' "$(monread -s "$dir/original" | sed -n '2,5p')" "$(monread -s "$dir/whole" | sed -n '2,5p')"
last=$(ls "$dir"/r/* | tail -n 1)
is '--all shows the mark and what it announces' 'D10R1 D1R4' "$(monread -l --all "$last" | awk 'NR <= 2 { print $3 }' | tr '\n' ' ' | sed 's/ $//')"
is 'the system is known' '"system":"SYSTEM_1"' "$(monread -f json -c 1 "$last" | grep -o '"system":"[^"]*"')"
monread -s "$last" >/dev/null 2>"$dir/err"
is 'a known system has no message' '' "$(cat "$dir/err")"
if monread --sql='SELECT 1' "$last" >/dev/null 2>&1; then
	is 'SQL shows the last configuration, and no record of it' '0 1' \
		"$(monread -f csv --sql='SELECT (SELECT count(*) FROM MRMTRSYS), (SELECT count(*) FROM MRMTRSYS_last)' "$last" | sed -n 's/,/ /; 2p')"
fi

# Reports of several intervals do not depend on where a file begins.
if "$builddir/src/monstat" -f csv system "$srcdir/data/sample.monwrite" >"$dir/expected" 2>/dev/null; then
	rm -f "$dir"/r/*
	monread -q --write="$dir/r/c" --rotate=1B "$srcdir/data/sample.monwrite"
	"$builddir/src/monstat" -f csv system "$dir"/r/* >"$dir/got" 2>"$dir/err"
	same 'monstat reads rotated files as one capture' "$dir/expected" "$dir/got"
	is 'monstat: without a word' '' "$(cat "$dir/err")"
	"$builddir/src/monstat" -f csv config "$srcdir/data/sample.monwrite" 2>/dev/null | tail -n 1 | cut -d, -f1,3- >"$dir/expected"
	"$builddir/src/monstat" -f csv config "$(ls "$dir"/r/* | tail -n 1)" 2>/dev/null | tail -n 1 | cut -d, -f1,3- >"$dir/got"
	same 'monstat knows the configuration of the last file' "$dir/expected" "$dir/got"
fi

# ---- Configuration that is replaced again and again ----

# One device stays, a different one comes anew each minute: monread forgets exactly the devices that have gone.
cat >"$dir/devices.txt" <<'END'
let now = T'2026-03-04T08:00:00Z'
block
set sample 1 0x01000000
record MRMTRDEV
  MTRDEV_RDEVDEV = 1
record MRMTREND
for i = 0 to 300
block
set sample 1 0x01000000
let now += 60s
record MRMTRDEV
  MTRDEV_RDEVDEV = 2
record MRMTREND
done
END
mkcapture -f stream "$dir/devices.txt" "$dir/devices"
rm -f "$dir"/r/*
monread -q --write="$dir/r/c" --write-format=stream --rotate=33k "$dir/devices" 2>"$dir/err"
is 'two devices, each once' '2,2026-03-04T08:00:00.000000Z,0001 2,2026-03-04T12:31:00.000542Z,0002 ' \
	"$(monread -f csv -n MRMTRDEV --fields=MTRDEV_RDEVDEV --all "$dir/r/c.00002" 2>"$dir/err" | cut -d, -f4,7,9 | grep '^2,' | tr '\n' ' ')"

# ---- Several systems ----

monread --raw "$srcdir/data/sample.monwrite" >"$dir/other"
cat "$dir/other" "$dir/original" >"$dir/both"
is '--system' "$(monread -l "$dir/original" | wc -l | tr -d ' ') $(monread -l "$dir/other" | wc -l | tr -d ' ') $(monread -l "$dir/both" | wc -l | tr -d ' ') 0" \
	"$(for system in SYSTEM_1 vmprod1 'X*,*1' 'X*'; do monread -l --system="$system" "$dir/both" 2>/dev/null | wc -l; done | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"
monread -q --system=VMPROD1 -r 0.1 --write="$dir/some" "$dir/both"
is '--system: the configuration is of these systems' VMPROD1 "$(monread -f json -n MRMTRSYS "$dir/some" | sed 's/.*"MTRSYS_SYSTMID":"\([^"]*\)".*/\1/')"
if "$builddir/src/monstat" -f csv system "$dir/other" >"$dir/expected" 2>/dev/null; then
	"$builddir/src/monstat" -f csv --system=vmprod1 system "$dir/both" >"$dir/got" 2>/dev/null
	same 'monstat --system' "$dir/expected" "$dir/got"
fi
monread --system=a, "$dir/both" >"$dir/out" 2>"$dir/err"
is '--system=a,: refused' '64 monread: --system=a,: expected a list of systems, as in VMPROD1,VMTEST*' "$? $(head -n 1 "$dir/err")"
mkdir "$dir/tree" "$dir/away"
monread -q --write="$dir/tree/%{system}/%Y/%m/%d/%H%M.bin" --rotate=1m "$dir/both"
is 'a folder for each system' 'SYSTEM_1/2026/03/04/0800.bin SYSTEM_1/2026/03/04/0801.bin SYSTEM_1/2026/03/04/0802.bin VMPROD1/2026/03/04/0800.bin VMPROD1/2026/03/04/0801.bin VMPROD1/2026/03/04/0802.bin VMPROD1/2026/03/04/0803.bin' \
	"$(cd "$dir/tree" && find . -type f | sed 's,^./,,' | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
checked 'each folder of a system has the configuration of that system' '1 without changed' all "$dir"/tree/SYSTEM_1/2026/03/04/*
monread -q --write="$dir/tree/%{system}/%Y/%m/%d/%H%M.bin" --rotate=1m --keep=2 "$dir/original"
is '--keep removes files of that system' '2 4' \
	"$(find "$dir/tree/SYSTEM_1" -type f | wc -l | tr -d ' ') $(find "$dir/tree/VMPROD1" -type f | wc -l | tr -d ' ')"
# An identifier is data.
"$PYTHON" -c 'import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().replace("SYSTEM_1".encode("cp037"), "../TEM.1".encode("cp037")))' <"$dir/original" >"$dir/hostile"
rm -rf "$dir/tree"
mkdir "$dir/tree" "$dir/tree/in"
monread -q --write="$dir/tree/in/%{system}/c" "$dir/hostile"
is 'an identifier never leaves the folder' 'in/___TEM_1/c' "$(cd "$dir/tree" && find . -type f | sed 's,^./,,' | tr '\n' ' ' | sed 's/ $//')"
mkdir "$dir/tree/links"
ln -s "$dir/away" "$dir/tree/links/SYSTEM_1"
monread -q --write="$dir/tree/links/%{system}/c" "$dir/original" 2>"$dir/err"
is 'nor does a link lead away from it' '2 ' "$? $(ls "$dir/away")"
"$MONREAD" --write='%{host}/c' "$dir/original" >"$dir/out" 2>"$dir/err"
is 'an unknown conversion in a name is refused' "64 monread: --write=%{host}/c: %{host}/c: expected %{system}, or a conversion of strftime(3) \
that gives digits, as %Y, %m, %d, %H, %M, %S or %j" "$? $(head -n 1 "$dir/err")"

# ---- Files that are cut off ----

# --append leaves no mark without the data that it announces.
rotated 'files to cut' '1 without changed' all --rotate=80K --write-format=stream
last=$(ls "$dir"/r/* | tail -n 1)
fault=
for n in 60 110 200 4000 20000 24000; do
	head -c $n "$last" >"$dir/cut"
	monread -q --append --write="$dir/cut" --write-format=stream "$dir/original" 2>/dev/null || [ $? -le 1 ] || continue
	monread -f json "$dir/cut" 2>/dev/null | strip >"$dir/got"
	tail -n "$(wc -l <"$dir/original.json")" "$dir/got" | cmp -s - "$dir/original.json" || fault="$fault $n"
done
is '--append after a part of the repeated configuration' '' "$fault"

finish
