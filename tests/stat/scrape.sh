#!/bin/sh
# scrape.sh: a device to a file, which a node exporter hands to a Prometheus that is asked for it.
. "${srcdir:-.}/tests/live/live.sh"
. "$tests/stat/stat.sh"
for need in python3 prometheus prometheus-node-exporter; do
	# With little memory those in Go do not start.
	"$need" --version >/dev/null 2>&1 || skip_all "no $need that starts here"
done
need_fuse
cd "$dir" || exit 99

# A port that nobody has.
free_port()
{
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# get URL: print the contents of URL.
get()
{
	python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=5).read().decode())' "$1" 2>/dev/null
}

answers()
{
	get "$1" >/dev/null
}

# value QUERY: what Prometheus says of it; nothing: it does not know it.
value()
{
	get "http://127.0.0.1:$server/api/v1/query?query=$1" | python3 -c 'import json, sys
for sample in json.load(sys.stdin)["data"]["result"]: print(sample["value"][1])'
}

has_value()
{
	[ -n "$(value "$1")" ]
}

mkdir metrics
play "$captures/sample.monwrite" --speed=max
# shellcheck disable=SC2086 # EMULATOR may have options
$EMULATOR "$MONSTAT" -q -f openmetrics -o metrics/zvm.prom system cpu "$dev" >out 2>err &
stat_pid=$!
pids="$pids $stat_pid"
if ! wait_for [ -s metrics/zvm.prom ]; then
	sed 's/^/# /' err
fi
holds 'the file is there while the device is open' [ -s metrics/zvm.prom ]
holds 'it ends where it should' grep -q '^# EOF$' metrics/zvm.prom
holds 'there are no times in it' sh -c '! grep -v "^#" metrics/zvm.prom | grep -q " .* "'

exporter=$(free_port)
prometheus-node-exporter --collector.disable-defaults --collector.textfile --collector.textfile.directory="$dir/metrics" \
	--web.listen-address="127.0.0.1:$exporter" >exporter.log 2>&1 &
pids="$pids $!"
wait_for answers "http://127.0.0.1:$exporter/metrics"
get "http://127.0.0.1:$exporter/metrics" >scraped
holds 'the node exporter takes it' grep -q '^node_textfile_scrape_error 0' scraped
is 'and hands on all of it' "$(grep -c '^zvm_' metrics/zvm.prom)" "$(grep -c '^zvm_' scraped)"

server=$(free_port)
cat >prometheus.yml <<END
global: { scrape_interval: 1s }
scrape_configs:
  - job_name: zvm
    static_configs: [ { targets: [ "127.0.0.1:$exporter" ] } ]
END
prometheus --config.file=prometheus.yml --storage.tsdb.path=tsdb --web.listen-address="127.0.0.1:$server" >server.log 2>&1 &
pids="$pids $!"
wait_for has_value zvm_busy_ratio
is 'Prometheus has the value' "$(sed -n 's/^zvm_busy_ratio{system="VMPROD1"} //p' metrics/zvm.prom)" "$(value zvm_busy_ratio)"
is 'and one for each processor' 3 "$(value zvm_cpu_busy_ratio | wc -l | tr -d ' ')"

kill -TERM "$stat_pid" 2>/dev/null
wait "$stat_pid"
is 'monstat ends when it is told to' 1 "$(($? <= 1))"
finish
