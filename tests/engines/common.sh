# common.sh: for up, load, ask and down of an engine.  They are run with
#   DATA        captures, list and expected.json, of data.py
#   WORK        the engine's own folder, which is there
#   MONREAD     the program
#   ENGINES     this folder
# Status 77: this engine cannot be had here, and why is the last line of standard error.
set -eu
TABLES='MRIODDEV MRSTOASP MRSYTPRP MRUSEACT'
RECORDS=MRIODDEV,MRSTOASP,MRSYTPRP,MRUSEACT

# cannot WHY...
cannot()
{
	echo "$*" >&2
	exit 77
}

# has PROGRAM PACKAGE: of Debian.
has()
{
	command -v "$1" >/dev/null 2>&1 || cannot "no $1 (Debian's package $2 has it)"
}

# venv PACKAGE...: a Python of its own with what PyPI has, in versions of today.
venv()
{
	[ -x "$WORK/venv/bin/python" ] || python3 -m venv "$WORK/venv" || cannot 'python3 -m venv does not work here'
	"$WORK/venv/bin/pip" install -q --disable-pip-version-check "$@" >"$WORK/pip.log" 2>&1 ||
		cannot "pip install $*: $(grep -m 1 ERROR "$WORK/pip.log" || tail -n 1 "$WORK/pip.log")"
}

# timed NAME COMMAND...
timed()
{
	begun=$(date +%s%N)
	timed_name=$1
	shift
	"$@"
	ended=$(date +%s%N)
	awk -v n=$((ended - begun)) 'BEGIN { printf "%.3f\n", n / 1e9 }' >"$WORK/seconds.$timed_name"
}

# damage_is_told COMMAND...: status 1 is that a capture was damaged, which three of ours are.
damage_is_told()
{
	rc=0
	"$@" 2>>"$WORK/messages" || rc=$?
	[ $rc -le 1 ]
}

# each_capture COMMAND...: with the number and the name of each capture of the list.
each_capture()
{
	n=0
	while read -r capture; do
		n=$((n + 1))
		damage_is_told "$@" $n "$capture"
	done <"$DATA/list"
}

# all_captures COMMAND...: with all of the list at once.
all_captures()
{
	damage_is_told xargs -a "$DATA/list" sh -c '"$0" "$@" || { [ $? -eq 1 ] && exit 0; exit 255; }' "$@"
}

# csv_of N CAPTURE: its tables, in a folder of its own.
csv_of()
{
	"$MONREAD" -n "$RECORDS" -f csv --split="$WORK/csv/$1" --force "$2"
}

# csv: all captures as CSV, a folder each; the last one is the first again.
csv()
{
	rm -rf "$WORK/csv"
	mkdir -p "$WORK/csv"
	each_capture csv_of
}
