#!/bin/sh
# systemd.sh: the services in a separate Debian that systemd-nspawn boots, with monplay in place of the device: started,
# rotated, reloaded, killed, hung, restarted, with a full disk, stopped; the files have all data of monplay, once.
#
# `make check-systemd', as root; not in `make check', as it takes minutes and gets Debian from a mirror (once: the tree
# stays in tests/service/debian of the build directory until `make clean').  Status 77: it is not possible here.
. "${srcdir:-.}/tests/tap.sh"

cannot()
{
	echo "1..0 # SKIP $*"
	exit 77
}

: "${MONPLAY:=$builddir/src/monplay}"
dir=$tap_dir
tree=$dir/tree
base=$builddir/tests/service/debian
mnt=$dir/mnt
state=$dir/state
play_pid='' nspawn_pid='' leader=''

clean_up()
{
	[ -z "$leader" ] || kill -KILL "$leader" 2>/dev/null
	[ -z "$nspawn_pid" ] || { kill "$nspawn_pid" 2>/dev/null; wait "$nspawn_pid" 2>/dev/null; }
	[ -z "$play_pid" ] || { kill "$play_pid" 2>/dev/null; wait "$play_pid" 2>/dev/null; }
	for at in "$mnt" "$state"; do
		! grep -q " $at " /proc/mounts || umount -l "$at"
	done
	rm -rf "$dir"
}
trap clean_up 0

# ---- Requirements ----

[ "$(id -u)" -eq 0 ] || cannot 'only root can boot a container'
[ -z "$EMULATOR" ] || cannot 'a cross build'
for tool in debootstrap systemd-nspawn nsenter fusermount3; do
	command -v $tool >/dev/null 2>&1 || cannot "there is no $tool"
done
[ -x "$MONPLAY" ] || cannot 'monplay was not built'
[ -c /dev/fuse ] || cannot '/dev/fuse is missing'
units=$(sed -n 's/^systemdsystemunitdir = //p' "$builddir/Makefile")
[ -n "$units" ] || cannot 'no units are installed; configure with --with-systemdsystemunitdir'
# The programs are built for this machine, so use the Debian release of this machine.
# shellcheck disable=SC1091 # of this machine
suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
if [ ! -e "$base.done" ]; then
	rm -rf "$base"
	echo "# debootstrap ${suite:-stable} $base"
	debootstrap --variant=minbase --include=systemd,systemd-sysv,libsqlite3-0 "${suite:-stable}" "$base" ${MONREAD_MIRROR-} >"$base.log" 2>&1 ||
		cannot "debootstrap: $(tail -n 1 "$base.log")"
	rm -rf "$base"/var/cache/apt/archives/*.deb "$base"/var/lib/apt/lists/*
	: >"$base.done"
fi

# ---- The tree ----

cp -a --reflink=auto "$base" "$tree"
unset MAKEFLAGS MFLAGS MAKELEVEL
"${MAKE:-make}" -C "$builddir" install DESTDIR="$tree" >"$dir/log" 2>&1
ok 'make install' $?
bin=$(find "$tree/usr" "$tree/opt" -path '*bin/monread' -type f | head -n 1)
bin=${bin#"$tree"}
settings=$(sed -n 's/^EnvironmentFile=-//p' "$builddir/data/systemd/monread-capture.service")
mkdir -p "$tree${settings%/*}" "$tree/play" "$mnt" "$state"
# The data of monplay fill five files and more.
cat >"$tree$settings" <<'END'
MONREAD_DEVICE=/play/monreader
MONREAD_OPTIONS="--rotate=100K --keep=1000"
END
cp "$tree$settings" "$tree$settings-play"
mkdir -p "$tree/etc/systemd/system/monread-capture.service.d"
# This is not a z/VM system, so do not wait for two minutes.
cat >"$tree/etc/systemd/system/monread-capture.service.d/test.conf" <<'END'
[Unit]
ConditionVirtualization=
[Service]
WatchdogSec=8
RestartSec=1
END
cp -r "$tree/etc/systemd/system/monread-capture.service.d" "$tree/etc/systemd/system/monread-capture@.service.d"
echo monread-test >"$tree/etc/hostname"

# ---- The data of monplay: six parts of 20 data sets, with pauses for the steps between them ----

"$builddir/tests/live/sets" 120 4096 1000 >"$dir/source"
mount -t tmpfs -o size=4m,mode=755 tmpfs "$state" || cannot 'a small disk cannot be mounted'
rest=${MONREAD_REST:-20}
set --
for n in 21 41 61 81 101; do
	set -- "$@" --fault="slow@set=$n:$rest"
done
"$MONPLAY" --foreground --speed=max -o allow_other "$@" --log="$dir/playlog" "$dir/source" "$mnt" &
play_pid=$!

# until_holds SECONDS COMMAND...
until_holds()
{
	tries=$(($1 * 5))
	shift
	until "$@"; do
		tries=$((tries - 1))
		if [ $tries -le 0 ]; then
			echo "# waited in vain for: $*"
			return 1
		fi
		sleep 0.2
	done
}
until_holds 20 [ -e "$mnt/monreader" ] || cannot "monplay cannot mount: $(cat "$dir/playlog")"

# ---- Boot ----

# The container must not depend on other jobs of this machine.
systemd-nspawn --quiet --register=no --keep-unit --boot -D "$tree" --bind="$mnt:/play" --bind="$state:/var/lib/monread" \
	--private-network --console=pipe systemd.log_target=journal </dev/null >"$dir/console" 2>&1 &
nspawn_pid=$!
has_leader()
{
	leader=$(cat /proc/$nspawn_pid/task/*/children 2>/dev/null | tr ' ' '\n' | head -n 1)
	[ -n "$leader" ] && [ "$(cat /proc/"$leader"/comm 2>/dev/null)" = systemd ]
}
until_holds 60 has_leader || cannot "systemd-nspawn: $(tail -n 1 "$dir/console")"
inside()
{
	nsenter -t "$leader" -m -u -i -n -p -C -- "$@" </dev/null
}
# Without procps there is kill in the shell alone.
send()
{
	# shellcheck disable=SC2016 # of that shell
	inside sh -c 'kill -$0 "$1"' "$@"
}
booted()
{
	inside systemctl is-active multi-user.target >"$dir/said" 2>&1
}
until_holds 120 booted || cannot "systemd does not boot: $(tail -n 1 "$dir/console")"

show()
{
	inside systemctl show -P "$1" "${2:-monread-capture}"
}
# status_has TEXT: in the status that monread told.
status_has()
{
	case $(show StatusText) in *"$1"*) return 0 ;; esac
	return 1
}
files()
{
	find "$state/captures" -type f -name '*.monwrite*'
}
# stored N: the files have at least N data sets.
stored()
{
	files >"$dir/files"
	[ "$(xargs -r "$MONREAD" -l -r 1.11 <"$dir/files" 2>/dev/null | grep -c D1R11)" -ge "$1" ]
}
part()
{
	until_holds 60 stored $((20 * $1))
	ok "part $1 of what is played is stored" $?
}

# ---- Units ----

inside systemd-analyze verify monread-capture.service monread-capture@x.service monstat-metrics.timer monstat-metrics.service \
	monread-report.timer monread-report.service 2>&1 | grep -v -e "Command 'man" >"$dir/said"
is 'systemd-analyze verify, of what is installed' '' "$(cat "$dir/said")"
is 'the user is there' monread "$(inside id -un monread)"

# ---- Start ----

inside systemctl start monread-capture
is 'start: it is ready' '0 active' "$? $(show ActiveState)"
is 'start: as whom' monread "$(inside stat -c %U "/proc/$(show MainPID)")"
part 1
until_holds 20 status_has '20 data sets, '
status=$?
ok "the status: $(show StatusText)" $status
[ "$(files | wc -l)" -ge 2 ]
ok 'files are rotated' $?
is 'files have the mode and the names of the settings' '' \
	"$(files | grep -v -E '/mon-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z\.monwrite(\.[0-9]{5})?$'; files | tr '\n' '\0' | xargs -0 stat -c %a | grep -v '^640$')"

# ---- Reload ----

newest()
{
	files | tr '\n' '\0' | xargs -0 ls -t | head -n 1
}
last=$(newest)
size=$(wc -c <"$last")
inside systemctl reload monread-capture
is 'reload' '0 active' "$? $(show ActiveState)"
part 2
is 'reload: a new file, though the one before was not full' "$size" "$(wc -c <"$last")"
[ "$size" -lt 90000 ]
ok "it was not ($size bytes)" $?

# ---- kill -9 ----

before=$(show MainPID)
send KILL "$before"
restarted()
{
	[ "$(show NRestarts)" -eq "$1" ] && [ "$(show ActiveState)" = active ] && [ "$(show MainPID)" != "$before" ]
}
until_holds 30 restarted 1
ok 'kill -9: it is started again' $?
part 3

# ---- A full disk ----

head -c 8m /dev/zero >"$state/ballast" 2>/dev/null
full()
{
	status_has 'there is no room'
}
until_holds 60 full
status=$?
ok "a full disk: $(show StatusText)" $status
before=$(show MainPID)
sleep 10
is 'it waits longer than the watchdog does' "$before active" "$(show MainPID) $(show ActiveState)"
rm "$state/ballast"
part 4
full
ok 'the status: there is room again' $((! $?))

# ---- Hung ----

before=$(show MainPID)
send STOP "$before"
until_holds 60 restarted 2
ok 'hung: the watchdog has it started again' $?
part 5

# ---- Restart and stop ----

inside systemctl restart monread-capture
is 'restart' '0 active' "$? $(show ActiveState)"
part 6
inside systemctl stop monread-capture
is 'stop: no failure' '0 inactive success' "$? $(show ActiveState) $(show Result)"

# The template unit, for a device with separate settings.
inside systemctl start monread-capture@play
is 'the template: it is ready, and waits for data' '0 active 0 data sets, 0 bytes, 0 gaps' \
	"$? $(show ActiveState monread-capture@play) $(show StatusText monread-capture@play)"
inside systemctl stop monread-capture@play
is 'the template: stopped' '0 inactive success 1' \
	"$? $(show ActiveState monread-capture@play) $(show Result monread-capture@play) $(find "$state/captures-play" -type d | wc -l)"

# ---- Nothing is lost, nothing is there twice ----

records()
{
	"$MONREAD" -f json "$@" 2>>"$dir/damage" | sed 's/^{"file":"[^"]*","system":[^,]*,"offset":[0-9]*,"dataset":[0-9]*,/{/' | LC_ALL=C sort
}
records "$dir/source" >"$dir/played"
files >"$dir/files"
: >"$dir/damage"
while read -r file; do
	records "$file"
done <"$dir/files" | LC_ALL=C sort >"$dir/found"
cmp -s "$dir/played" "$dir/found"
status=$?
ok "all that was played is in the files, once: $(wc -l <"$dir/played") records in $(wc -l <"$dir/files") files" $status
comm -3 "$dir/played" "$dir/found" | cut -c 1-100 | head -n 5 | sed 's/^/# /'
is 'no file is damaged' '' "$(head -n 3 "$dir/damage")"

# ---- The journal ----

journal()
{
	inside journalctl --no-pager -q -u monread-capture -o cat "$@"
}
is 'no room: a warning' 1 "$(journal -p 4 | grep -c 'No space left on device; trying again every second')"
is 'room again: a notice, and no warning' '1 0' \
	"$(journal -p 5 | grep -c 'there is room again') $(journal -p 4 | grep -c 'there is room again')"
is 'no priority is left in a message' 0 "$(journal | grep -c '^<')"

# ---- Metrics and a page ----

rm -f "$state"/captures/*
day=$(date -u -d yesterday +%Y-%m-%d)
cp "$srcdir/data/sample.monwrite" "$state/captures/mon-${day}T080000Z.monwrite"
chown --reference="$state/captures" "$state/captures"/*
for unit in monstat-metrics monread-report; do
	inside systemctl start $unit
	# The sample is of March 2026.
	case $unit in monstat-metrics) result='1 exit-code' ;; *) result='0 success' ;; esac
	is "$unit.service" "$result" "$? $(show Result $unit)"
done
is 'metrics, for all to read' 644 "$(stat -c %a "$state/metrics/zvm.prom")"
values=$(grep -c '^zvm_' "$state/metrics/zvm.prom")
ok "they have values: $values" $((!values))
is 'the page of the day before' "$state/reports/$day.html 640" "$(find "$state/reports" -name '*.html' -exec stat -c '%n %a' {} +)"
rm -f "$state"/captures/*
inside systemctl reset-failed monstat-metrics
inside systemctl enable --now monstat-metrics.timer monread-report.timer monread-capture.service 2>"$dir/said"
is 'the timers run' 'active active' "$(show ActiveState monstat-metrics.timer) $(show ActiveState monread-report.timer)"
for unit in monread-capture monread-capture@monreader monstat-metrics monread-report; do
	inside systemd-analyze security --no-pager $unit.service 2>/dev/null | tail -n 1 | sed 's/^/# /'
done
is 'nothing has failed' '' "$(inside systemctl --failed --plain --no-legend | grep -e monread -e monstat)"

# ---- The system is stopped ----

inside systemctl poweroff 2>/dev/null
until_holds 100 [ ! -d "/proc/$leader" ]
ok 'the system stops' $?
leader=
finish
