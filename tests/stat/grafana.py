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


def postgresql(capture, page):
    """Load the capture with the commands of the page, and run the statement of each panel."""
    text = pathlib.Path(page).read_text(encoding="utf-8")
    commands = re.search(r"\.\\\" load\n\.EX\n(.*?)\.EE", text, re.S)[1].replace("\\e", "\\").replace("\\-", "-")
    commands = commands.replace("\\(aq", "'").replace("\\(dq", '"').replace("\\(ha", "^").replace("captures/", capture)
    for name in "monread", "monstat":
        commands = re.sub(rf"(?m)(^ *|\| ){name} ", rf"\1{os.environ[name.upper()].strip()} ", commands)
    faults = 0
    with postgres() as env:
        subprocess.run(["sh", "-ec", commands], env=env, check=True, stdout=subprocess.DEVNULL)
        for name, panel, target in panels("postgresql"):
            sql = target["rawSql"].replace("$system", "'VMPROD1'")
            sql = re.sub(r"\$__timeFilter\(([^()]*)\)", r"\1 BETWEEN '2026-03-04T00:00:00Z' AND '2026-03-05T00:00:00Z'", sql)
            run = subprocess.run(["psql", "-AtX", "-c", sql], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, check=False)
            if run.returncode or not run.stdout.strip():
                print(f"{name}: {panel['title']}: no rows: {run.stdout}{sql}")
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
