#!/bin/sh
# units.sh: the services of systemd, as they would be installed, and the scripts that they run.
. "${srcdir:-.}/tests/tap.sh"

# Units that everybody may write to have a warning.
umask 022
[ -f "$builddir/data/systemd/monread-capture.service" ] || skip_all 'no units were made'
units="$builddir/data/systemd/monread-capture.service $builddir/data/systemd/monread-capture@.service
	$builddir/data/systemd/monread-report.service $builddir/data/systemd/monread-upload.service
	$builddir/data/systemd/monstat-metrics.service"

# shellcheck disable=SC2086 # a list of names
is 'nothing is left to be replaced' '' "$(grep -l '@[a-zA-Z]*@' $units "$builddir/data/systemd/monread-report" "$builddir/data/systemd/monread-upload")"
# Both units have the same settings for a capture, except the places of the device, the files and the settings.
sed -e '/^#/d' -e 's/ from %I$//' -e 's/captures-%i/captures/g' -e 's/%I/monreader/g' -e 's/ --input-format=device//' -e 's/monread-%i$/monread/' \
	"$builddir/data/systemd/monread-capture@.service" >"$tap_dir/template"
sed '/^#/d' "$builddir/data/systemd/monread-capture.service" >"$tap_dir/service"
same 'the template is the service of another device' "$tap_dir/service" "$tap_dir/template"
# The defaults that the settings file documents are the defaults of the units.
for name in MONREAD_OPTIONS MONREAD_FILE MONREAD_DEVICE MONREAD_CAPTURES MONSTAT_TEXTFILE MONREAD_REPORTS MONREAD_UPLOAD; do
	said=$(sed -n "s/^#$name=//p" "$srcdir/data/systemd/monread.default" | head -n 1 | tr -d '"')
	# shellcheck disable=SC2086
	is=$(sed -n "s/^Environment=\"*$name=//p" $units | grep -v '%[iI]' | tr -d '"' | sed 's/%%/%/g; s|%S|/var/lib|' | sort -u)
	is "the default of $name" "$said" "$is"
done

if command -v systemd-analyze >/dev/null 2>&1 && systemd-analyze verify --help >/dev/null 2>&1; then
	# With programs that are there, as these may not be installed yet.
	mkdir "$tap_dir/units"
	for unit in $units "$srcdir"/data/systemd/*.timer "$srcdir"/data/systemd/*.path; do
		sed -e 's|^ExecStart=[^ ]*|ExecStart=/bin/true|' -e '/^Documentation=/d' "$unit" >"$tap_dir/units/${unit##*/}"
	done
	systemd-analyze verify "$tap_dir"/units/*.service "$tap_dir"/units/*.timer "$tap_dir"/units/*.path >"$tap_dir/said" 2>&1
	status=$?
	# Nothing about the units of others.
	is 'systemd-analyze verify' '0 ' "$status $(grep -e monread -e monstat "$tap_dir/said")"
	for unit in "$tap_dir"/units/*.service; do
		score=$(systemd-analyze security --offline=yes --no-pager "$unit" 2>/dev/null | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p')
		if [ -z "$score" ]; then
			skip "systemd-analyze security ${unit##*/}" 'this systemd has no --offline'
			continue
		fi
		# The upload needs the network.
		case $unit in *upload*) limit=6 ;; *) limit=2 ;; esac
		awk -v s="$score" -v limit=$limit 'BEGIN { exit !(s < limit) }'
		ok "systemd-analyze security ${unit##*/}: $score is below $limit.0" $?
	done
else
	skip 'systemd-analyze' 'it is not there'
fi

# ---- Scripts ----

# monstat says how it is called.
printf '#!/bin/sh\necho "$*" | sed "s|%s/||g"\n' "$tap_dir" >"$tap_dir/monstat"
chmod +x "$tap_dir/monstat"
MONSTAT=$tap_dir/monstat
export MONSTAT
mkdir "$tap_dir/c" "$tap_dir/r"
report() { sh "$builddir/data/systemd/monread-report" "$tap_dir/c" "$tap_dir/r" "$@" 2>&1; }
upload() { sh "$builddir/data/systemd/monread-upload" "$tap_dir/c" "$tap_dir" "$tap_dir/sends" 2>&1; }
is 'a report of nothing' "$tap_dir/c: no captures of 2026-03-04" "$(report 2026-03-04)"
for at in 03T2200 03T2300 04T0000 04T0100 04T2300 05T0000; do
	: >"$tap_dir/c/mon-2026-03-${at}00Z.monwrite.zst"
done
: >"$tap_dir/c/mon-2026-03-05T000000Z.monwrite.00002"
: >"$tap_dir/c/mon-2026-03-06T000000Z.monwrite.gaps"
printf '#!/bin/sh\n! [ "$1" = "%s" ] || ! [ -e "%s/down" ] || exit 1\necho "${1##*/}"\n' \
	"$tap_dir/c/mon-2026-03-04T230000Z.monwrite.zst" "$tap_dir" >"$tap_dir/sends"
chmod +x "$tap_dir/sends"
: >"$tap_dir/down"
is 'upload: each finished capture in order, until one fails' "mon-2026-03-03T220000Z.monwrite.zst
mon-2026-03-03T230000Z.monwrite.zst
mon-2026-03-04T000000Z.monwrite.zst
mon-2026-03-04T010000Z.monwrite.zst
$tap_dir/c/mon-2026-03-04T230000Z.monwrite.zst: $tap_dir/sends failed; the next run tries again" "$(upload)"
rm "$tap_dir/down"
is 'upload: the next run goes on, without the newest capture' 'mon-2026-03-04T230000Z.monwrite.zst
mon-2026-03-05T000000Z.monwrite.00002' "$(upload)"
is 'upload: each capture once' '' "$(upload)"
is 'a report: captures of the day, the one before and the one after' "--html=r/2026-03-04.html --since=2026-03-04T00:00:00Z --until=2026-03-04T23:59:59Z \
c/mon-2026-03-03T230000Z.monwrite.zst c/mon-2026-03-04T000000Z.monwrite.zst c/mon-2026-03-04T010000Z.monwrite.zst \
c/mon-2026-03-04T230000Z.monwrite.zst c/mon-2026-03-05T000000Z.monwrite.00002" "$(report 2026-03-04)"
is 'a report: the first day' "--html=r/2026-03-03.html --since=2026-03-03T00:00:00Z --until=2026-03-03T23:59:59Z \
c/mon-2026-03-03T220000Z.monwrite.zst c/mon-2026-03-03T230000Z.monwrite.zst \
c/mon-2026-03-04T000000Z.monwrite.zst" "$(report 2026-03-03)"
: >"$tap_dir/r/2026-03-04.html"
is 'a report that is there stays' "$tap_dir/r/2026-03-04.html: exists" "$(report 2026-03-04)"
if yesterday=$(date -u -d yesterday +%Y-%m-%d 2>/dev/null); then
	is 'a report without a date: yesterday' "$tap_dir/c: no captures of $yesterday" "$(report)"
else
	skip 'a report without a date: yesterday' 'this date(1) does not know yesterday'
fi
MONSTAT=$builddir/src/monstat
if [ -x "$MONSTAT" ] && [ -z "$EMULATOR" ] && "$MONSTAT" "$captures/sample.monwrite" >/dev/null 2>&1; then
	rm "$tap_dir"/c/* "$tap_dir"/r/*
	cp "$captures/sample.monwrite" "$tap_dir/c/mon-2026-03-04T080000Z.monwrite"
	# The service runs until systemd stops it.
	arguments=$(sed -n "s|^ExecStart=[^ ]*/monstat ||p" "$builddir/data/systemd/monstat-metrics.service" |
		sed "s|\${MONREAD_CAPTURES}|$tap_dir/c|; s|\${MONSTAT_TEXTFILE}|$tap_dir/zvm.prom|")
	# shellcheck disable=SC2086 # several arguments
	"$MONSTAT" $arguments >"$tap_dir/said" 2>&1 &
	service=$!
	tries=0
	until grep -qs '# EOF' "$tap_dir/zvm.prom" || [ $tries -gt 600 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill -TERM $service
	wait $service
	is 'metrics: status and messages' '0 ' "$? $(cat "$tap_dir/said")"
	is 'metrics have the end of the last interval' 1772611380 "$(sed -n 's/^zvm_interval_end_timestamp_seconds{system="VMPROD1"} //p' "$tap_dir/zvm.prom")"
	report 2026-03-04 >"$tap_dir/said"
	is 'a page of the sample' 1 "$(grep -c '^</html>' "$tap_dir/r/2026-03-04.html")"
fi
finish
