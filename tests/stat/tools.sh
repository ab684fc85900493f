#!/bin/sh
# tools.sh: a browser shows the page of a day, and promtool accepts the metrics; each is skipped if it is not installed.
. "${srcdir:-.}/tests/tap.sh"
. "$tests/stat/stat.sh"
. "$tests/stat/maker.sh"
cd "$tap_dir" || exit 99
tap_log=$tap_dir/log

# In intervals of 15 minutes, as Python needs memory for each sample.
holds 'a day is made' day day --interval=900

browser=$(command -v chromium || command -v chromium-browser)
if [ -z "$browser" ]; then
	skip 'in a browser' 'no Chromium (Debian: chromium)'
else
	holds 'another system is made' day other --system='<B>&"' --from=0 --to=60
	monstat -q --html=day.html day.bin
	monstat -q --html=two.html day.bin other.bin
	"$PYTHON" "$tests/chart/look.py" "$browser" day.html two.html >"$tap_log" 2>&1
	status=$?
	if [ $status -eq 77 ]; then
		skip 'in a browser' "Chromium does not run here: $(tail -n 1 "$tap_log" | cut -c 1-100)"
	else
		ok 'a browser finds nothing that overlaps, is cut or has low contrast' $status
	fi
fi

if promtool --version >/dev/null 2>&1; then
	monstat -q -f openmetrics day.bin >day.om
	monstat -q -f openmetrics -o day.prom day.bin
	promtool check metrics <day.prom >out 2>&1
	is 'promtool finds no fault' 0 $?
	same 'promtool prints nothing' out /dev/null
	mkdir -p tsdb/wal
	holds 'promtool makes blocks of a day' sh -c "promtool tsdb create-blocks-from openmetrics day.om tsdb >/dev/null"
	is 'all samples are in them' "$(grep -vc '^#' day.om)" "$(promtool tsdb dump tsdb 2>/dev/null | grep -c '^{')"
else
	skip 'promtool finds no fault' 'no promtool'
fi
finish
