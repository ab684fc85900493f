# live.sh: functions for all tests of live data: monplay, waiting, cleaning up.  Sourced by them.
#
# By hand, in the build directory, when `make check' has built the programs:
# srcdir=../monread builddir=$PWD sh ../monread/tests/live/matrix.sh

. "${srcdir:-.}/tests/tap.sh"

[ -z "${EMULATOR-}" ] || skip_all 'live tests start programs of this machine; raw.sh stores captures in a cross build'

: "${MONPLAY:=$builddir/src/monplay}"
helpers=$builddir/tests/live
dir=$tap_dir
mnt=$dir/mnt
dev=$mnt/monreader
play_pid='' pids=''

# is_ours PID: whether this shell started the process; the kernel gives numbers of ended processes to others.
is_ours()
{
	grep -q "^PPid:[[:space:]]*$$\$" "/proc/$1/status" 2>/dev/null
}

stop_play()
{
	[ -n "$play_pid" ] || return 0
	! is_ours "$play_pid" || kill "$play_pid" 2>/dev/null
	wait "$play_pid" 2>/dev/null
	play_status=$?
	play_pid=
	! grep -q " $mnt fuse" /proc/mounts || fusermount3 -uz "$mnt" 2>/dev/null || umount -l "$mnt"
}

clean_up()
{
	for pid in $pids; do
		! is_ours "$pid" || kill -9 "$pid" 2>/dev/null
	done
	stop_play
	grep -q " $dir/disk " /proc/mounts 2>/dev/null && umount -l "$dir/disk"
	rm -rf "$dir"
}
trap clean_up 0

# wait_for COMMAND...: wait until COMMAND succeeds, but not for ever.
wait_for()
{
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		if [ $tries -gt ${TRIES:-5000} ]; then
			echo "# waited in vain for: $*"
			return 1
		fi
		sleep 0.02
	done
}

# afresh: empty out and err, so that the next wait does not match old output.
afresh()
{
	: >"$dir/out"
	: >"$dir/err"
}

# lines_in FILE N: FILE has at least N lines.
lines_in()
{
	[ "$(wc -l <"$1")" -ge "$2" ]
}

# equal NAME FILE FILE: compare binary files without printing the difference.
equal()
{
	cmp "$2" "$3" >"$dir/cmp" 2>&1
	ok "$1" $?
	sed 's/^/# /' "$dir/cmp"
}

# have_fuse: whether monplay works here; if not, $why_not has the reason.
have_fuse()
{
	why_not='/dev/fuse is missing'
	[ -c /dev/fuse ] || return 1
	why_not='monplay was not built'
	[ -x "$MONPLAY" ] || return 1
	mkdir -p "$mnt"
	"$MONPLAY" --speed=max "$captures/good-stream.stream" "$mnt" >"$dir/playlog" 2>&1
	mounted=$?
	why_not="mounting is not possible here: $(head -n 1 "$dir/playlog")"
	# libfuse explains why it cannot mount.  Without this message, or after a signal, monplay itself is broken, and the tests
	# show this.
	case $why_not in *": monplay: $mnt: "*) mounted=0 ;; esac
	[ $mounted -lt 128 ] || mounted=0
	{ fusermount3 -u "$mnt" || umount "$mnt"; } 2>/dev/null
	return $mounted
}

need_fuse()
{
	have_fuse || skip_all "$why_not"
}

# limited OPTION...: run monread with a time limit.
limited()
{
	# shellcheck disable=SC2086
	timeout -s KILL 20 $EMULATOR "$MONREAD" "$@"
}

# play CAPTURE [OPTION]...: play CAPTURE as $dev, with the log in playlog.
play()
{
	play_capture=$1
	shift
	stop_play
	: >"$dir/playlog"
	"$MONPLAY" --foreground --verbose --log="$dir/playlog" "$@" "$play_capture" "$mnt" 2>"$dir/playerr" &
	play_pid=$!
	wait_for [ -e "$dev" ] || { echo "Bail out! monplay $* does not start: $(cat "$dir/playerr")"; exit 1; }
}

# Remove the parts of JSON that differ between a capture and live data.
strip()
{
	sed 's/^{"file":"[^"]*","system":[^,]*,"offset":[0-9]*,"dataset":[0-9]*,/{/' "$@"
}

# json FILE...: print the records, except marks of runs that continue a file.
json()
{
	monread -f json "$@" | grep -v '"continued":true' | strip
}

# same_records NAME EXPECTED GOT: the files have the same records as json() shows them.
same_records()
{
	json "$2" >"$dir/records.expected" 2>/dev/null
	json "$3" >"$dir/records.got" 2>/dev/null
	equal "$1" "$dir/records.expected" "$dir/records.got"
}

# minutes FILE SYSTEM MINUTE...: make a sample of SYSTEM at each MINUTE.
minutes()
{
	made=$1
	{
		printf '%s\n' 'form stream' 'let step = 0' "let now = T'2026-03-04T08:00:00Z' + 60s * $3"
		printf '%s\n' 'set sample 1 0x09000000' 'record MRMTRSYS' "  MTRSYS_SYSTMID = '$2'"
		shift 2
		for minute; do
			printf '%s\n' "let now = T'2026-03-04T08:00:00Z' + 60s * $minute" 'set sample 0-1 0x09000000' 'record MRSYTPRP'
		done
	} >"$dir/text"
	cp "$dir/text" "$dir/text.$(basename "$made")"
	mkcapture "$dir/text" "$made"
}
