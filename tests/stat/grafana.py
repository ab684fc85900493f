#!/usr/bin/env python3
"""grafana.py DIRECTORY promtool|prometheus|postgresql|sdk ARGUMENT...: check dashboards and alert rules.

DIRECTORY has what mkgrafana.awk made.  Exit status 77: a program is missing, which the last line names."""
import contextlib
import glob
import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

MADE = pathlib.Path(sys.argv[1])
RULES = MADE / "zvm-alerts.yml"


def missing(what):
    print(what)
    sys.exit(77)


def panels(kind):
    """(dashboard, panel, target) of all dashboards for KIND."""
    for path in sorted(MADE.glob(f"*-{kind}.json")):
        board = json.loads(path.read_text(encoding="utf-8"))
        assert board["panels"], path
        for panel in board["panels"]:
            for target in panel["targets"]:
                yield path.name, panel, target


def series(path):
    """Series of OpenMetrics as text, with the values of each minute."""
    found, start = {}, None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, value, at = line.rsplit(" ", 2)
            found.setdefault(name, {})[float(at)] = value
    start = min(at for values in found.values() for at in values)
    for name, values in found.items():
        minutes = {round((at - start) / 60): value for at, value in values.items()}
        yield name, " ".join(minutes.get(i, "_") for i in range(max(minutes) + 1))


def alerts(path, expected):
    """A test of promtool: the alert about page reads fires in the minutes EXPECTED, which have these values."""
    return {"interval": "1m", "input_series": [{"series": name, "values": values} for name, values in series(path)],
            "alert_rule_test": [{"eval_time": f"{minute}m", "alertname": "ZvmPageReadsPerSecond", "exp_alerts": [
                {"exp_labels": {"severity": "warning", "system": "VMTEST"},
                 "exp_annotations": {
                     "summary": "VMTEST: guests wait for pages that are read",
                     "description": f"zvm_page_reads_per_second is {expected[minute]}; see monstat --explain=paging"}}
            ] if minute in expected else []} for minute in range(5)]}


def promtool(fires, quiet):
    if not shutil.which("promtool"):
        missing("no promtool (Debian: prometheus)")
    subprocess.run(["promtool", "check", "rules", RULES], check=True)
    tests = {"rule_files": [str(RULES)], "evaluation_interval": "1m",
             "tests": [alerts(fires, {2: 600, 3: 300}), alerts(quiet, {})]}
    pathlib.Path("test.yml").write_text(json.dumps(tests), encoding="utf-8")
    return subprocess.run(["promtool", "test", "rules", "test.yml"], check=False).returncode


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def prometheus(metrics):
    if not shutil.which("prometheus"):
        missing("no prometheus (Debian: prometheus)")
    text = pathlib.Path(metrics).read_bytes()

    class Exporter(http.server.BaseHTTPRequestHandler):
        """Hand on the text as the node exporter does."""

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Exporter)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = free_port()
    pathlib.Path("prometheus.yml").write_text(json.dumps({
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": [str(RULES.resolve())],
        "scrape_configs": [{"job_name": "zvm", "static_configs": [{"targets": ["127.0.0.1:%d" % server.server_port]}]}],
    }), encoding="utf-8")

    def ask(expression):
        url = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": expression})
        with urllib.request.urlopen(url, timeout=5) as answer:
            return json.load(answer)["data"]["result"]

    faults = 0
    with open("prometheus.log", "wb") as log, subprocess.Popen(
            ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=tsdb", f"--web.listen-address=127.0.0.1:{port}"],
            stdout=log, stderr=log) as process:
        try:
            end = time.monotonic() + 60
            while time.monotonic() < end:
                with contextlib.suppress(OSError):
                    if ask("zvm_interval_seconds") and ask('ALERTS{alertname="ZvmNoData"}'):
                        break
                time.sleep(0.2)
            for name, panel, target in panels("prometheus"):
                if not ask(target["expr"].replace("$system", ".*")):
                    print(f"{name}: {panel['title']}: no series: {target['expr']}")
                    faults += 1
            # The capture is old.
            faults += not ask('ALERTS{alertname="ZvmNoData"}')
        finally:
            process.terminate()
    return faults


@contextlib.contextmanager
def postgres():
    """A server of its own; the environment to reach it."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin")) + [os.path.dirname(shutil.which("initdb") or "")]
    if not found[0] or not shutil.which("psql"):
        missing("no PostgreSQL (Debian: postgresql)")
    with tempfile.TemporaryDirectory() as folder:
        user = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            user = ["runuser", "-u", "postgres", "--"]
        data = folder + "/data"
        run = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
        subprocess.run([*user, found[0] + "/initdb", "-U", "zvm", "-A", "trust", "-D", data], **run)
        subprocess.run([*user, found[0] + "/pg_ctl", "-w", "-D", data, "-l", folder + "/log", "-o", f"-k {folder} -h ''",
                        "start"], **run)
        try:
            yield dict(os.environ, PGHOST=folder, PGUSER="zvm", PGDATABASE="postgres")
        finally:
            subprocess.run([*user, found[0] + "/pg_ctl", "-w", "-m", "fast", "-D", data, "stop"], **run)


def query(sql, settings=()):
    """The lines that psql prints for SQL, also messages."""
    commands = [word for one in (*settings, "SET enable_seqscan = off", sql) for word in ("-c", one)]
    run = subprocess.run(["psql", "-AtqX", *commands], env=dict(os.environ, PGTZ="UTC"),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return run.stdout.splitlines()


def report_rows(report, captures):
    """The rows of a report of monread --sql, as JSON, with the interval as its first column."""
    out = subprocess.run(["monread", "-f", "json", "--merge", f"--sql=SELECT interval, * FROM \"{report}\"", *captures],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    return [json.loads(line, object_pairs_hook=lambda pairs: [value for _, value in pairs]) for line in out.splitlines()]


def whole_scans(sql):
    """The scans in the plans of SQL, and of the functions that it calls, that do not find a system by an index."""
    settings = ["LOAD 'auto_explain'", "SET auto_explain.log_min_duration = 0", "SET auto_explain.log_nested_statements = on",
                "SET client_min_messages = log"]
    plans = query(sql, settings)
    if not any("Scan" in line for line in plans):
        missing("no auto_explain (Fedora: postgresql-contrib)")
    return [line for line, after in zip(plans, plans[1:] + [""]) if re.search(r'(Seq|Index|Only) Scan .*on "', line) and
            not re.search(r"Index Cond: .*system = ", after)]


def same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) <= 1e-9 * max(abs(one), abs(other))
    return str(one) == str(other)


def compare_report(report, captures):
    """Compare the view and the function of REPORT with monread; the number of faults."""
    faults = 0
    wanted = [row[:1] + row[1:2] + row[3:] for row in report_rows(report, captures)]
    for source in (f'"report_{report}"', f"\"report_{report}\"(ARRAY['VMPROD1', 'VMPROD2'], '-infinity', 'infinity')",
                   f"\"report_{report}\"(ARRAY['VMPROD2'], '2026-03-04 08:02:30Z', '2026-03-04 08:04:30Z')"):
        some = [row for row in wanted if "infinity" in source or "(" not in source or
                row[1] == "VMPROD2" and "2026-03-04 08:02:30" <= (row[0] or "") <= "2026-03-04 08:04:30"]
        got = query("SELECT json_build_array(to_char(interval, 'YYYY-MM-DD HH24:MI:SS.US'), to_json(r)) FROM " + source + " AS r")
        got = [json.loads(line) for line in got if line.startswith("[")]
        got = [[time, *(value for key, value in row.items() if key != "interval")] for time, row in got]
        some, got = (sorted(rows, key=lambda row: [str(value) for value in row[:5]]) for rows in (some, got))
        if len(some) != len(got) or not all(same(a, b) for x, y in zip(some, got) for a, b in zip(x, y)):
            print(f"{source}: {len(got)} rows, not {len(some)}, or other values")
            faults += 1
    return faults


def postgresql(script, folder):
    """Load captures, compare all reports with monread, and run the statement of each panel."""
    captures = sorted(str(path) for path in pathlib.Path(folder).iterdir())
    faults = 0
    with postgres() as env:
        os.environ.update(env)
        counts = []
        # The second capture alone has no differences; captures that are loaded again add no rows.
        for some in captures[1:2], captures, captures[:1]:
            subprocess.run(["sh", script, *some], check=True, stderr=subprocess.DEVNULL)
            query("ANALYZE")
            counts.append(query("SELECT relname, reltuples FROM pg_class WHERE relkind = 'r' AND relname LIKE '%R%' ORDER BY 1"))
        if counts[1] != counts[2]:
            print("captures that are loaded again add rows")
            faults += 1
        reports = query("SELECT substr(viewname, 8) FROM pg_views WHERE viewname LIKE 'report\\_%'")
        if len(reports) < 30:
            print(f"only {len(reports)} reports")
            faults += 1
        faults += sum(compare_report(report, captures) for report in reports)
        for name, panel, target in panels("postgresql"):
            sql = target["rawSql"].replace("${system:sqlstring}", "'VMPROD1'")
            sql = sql.replace("$__timeFrom()", "'2026-03-04T00:00:00Z'").replace("$__timeTo()", "'2026-03-05T00:00:00Z'")
            rows = query(sql)
            if not rows or not rows[0].startswith("2026-03-04"):
                print(f"{name}: {panel['title']}: no rows: {rows}{sql}")
                faults += 1
                continue
            for scan in whole_scans(sql):
                print(f"{name}: {panel['title']}: reads all systems: {scan}")
                faults += 1
        for path in MADE.glob("*-postgresql.json"):
            variables = json.loads(path.read_text(encoding="utf-8"))["templating"]["list"]
            systems = query(next(v["query"] for v in variables if v["name"] == "system"))
            if systems != ["VMPROD1", "VMPROD2"]:
                print(f"{path.name}: systems: {systems}")
                faults += 1
    return faults


def sdk():
    """Without the package, install it from PyPI."""
    try:
        from grafana_foundation_sdk.models.dashboard import Dashboard
    except ImportError:
        python = "venv/bin/python"
        if os.path.abspath(sys.prefix) == os.path.abspath("venv"):
            missing("no grafana-foundation-sdk")
        subprocess.run([sys.executable, "-m", "venv", "venv"], check=False)
        if subprocess.run([python, "-m", "pip", "install", "-q", "grafana-foundation-sdk"], check=False).returncode:
            missing("pip cannot install grafana-foundation-sdk")
        return subprocess.run([python, *sys.argv], check=False).returncode
    from grafana_foundation_sdk.cog.encoder import JSONEncoder
    for path in sorted(MADE.glob("*.json")):
        want = json.loads(path.read_text(encoding="utf-8"))
        got = json.loads(JSONEncoder(sort_keys=True).encode(Dashboard.from_json(want)))
        assert len(got["panels"]) == len(want["panels"]) and got["uid"] == want["uid"], path
        for a, b in zip(got["panels"], want["panels"]):
            assert a["type"] == b["type"] == "timeseries" and a["gridPos"] == b["gridPos"], (path, b["title"])
            assert len(a["targets"]) == len(b["targets"]), (path, b["title"])
    return 0


sys.exit(bool(globals()[sys.argv[2]](*sys.argv[3:])))
