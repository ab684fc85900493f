#!/usr/bin/env python3
"""metrics.py openmetrics|textfile|influx|otlp METRICS JSON REPORTS: metrics against the same reports in JSON.

REPORTS is the directory with the .report files, which say how a column is called as a metric, and in which unit.  Checked
on the way: the grammar, as far as other programs rely on it."""
import datetime
import json
import math
import pathlib
import re
import sys


def read_reports(directory):
    """{report: {column: (role, metric, scale, unit, basis)}}, in the order in which metrics are taken from them."""
    reports = []
    for path in pathlib.Path(directory).glob("*.report"):
        columns, order, inside = {}, 9000, False
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("Query:"):
                break
            if line.startswith("Order:"):
                order = int(line.split()[1])
            if not line.startswith(" "):
                inside = line.startswith("Columns:")
            elif inside:
                name, _, _, _, basis, role, metric, scale, base, text = line.split(None, 9)
                columns[name] = (role, metric, 1 if scale == "-" else float(scale), base, basis, text)
        reports.append((order, path.stem, columns))
    return {name: columns for _, name, columns in sorted(reports)}


def read_counters(directory):
    """(report, column, metric, labels) of the lines Counter."""
    for path in pathlib.Path(directory).glob("*.report"):
        for column, metric, *label in re.findall(r"(?m)^Counter: (\S+) (\S+)(?: (\S+)=(\S+))?$", path.read_text(encoding="utf-8")):
            yield path.stem, column, metric, (tuple(label),) if label[0] else ()


def counted(rows, reports, directory):
    """{(metric, labels): the sum over time}."""
    sums = {}
    for report, column, metric, label in read_counters(directory):
        columns = reports[report]
        for row in rows:
            if row["report"] == report and row[column] is not None and row["int"]:
                labels = [("system", row["system"])] if row["system"] else []
                labels += [(m, number(row[name])) for name, (role, m, *_) in columns.items()
                           if role == "key" and m != "-" and row[name] not in (None, "")]
                key = metric, tuple(sorted([*labels, *label]))
                sums[key] = sums.get(key, 0) + max(0, row[column]) * columns[column][2] * row["int"]
    return sums


def microseconds(text):
    when = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc)
    return round((when - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) / datetime.timedelta(microseconds=1))


def number(value):
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def of_all(row):
    """What the system has in hidden columns, if all of its CPUs are of one type."""
    for metric, column in (("busy", "%busy"), ("emulation", "%emu"), ("cp", "%cp"), ("system", "%sys"), ("suspended", "%susp")):
        yield metric + "_ratio", row[column] if row[column] is None else row[column] / row["cpus"] / 100
    yield "cpus", row["cpus"]
    yield "tv_ratio", row["T/V"]


def expected(rows, reports, first_only):
    """Of the rows in JSON: (metric, labels, time, value); labels are a sorted tuple."""
    samples, owner = [], {}
    for report, columns in reports.items():
        for role, metric, *_ in columns.values():
            if role == "value" and metric != "-":
                owner.setdefault(metric, report)
    for row in rows:
        columns = reports[row["report"]]
        labels = {"system": row["system"]} if row["system"] else {}
        for name, (role, metric, *_) in columns.items():
            if role == "key" and metric != "-" and row[name] not in (None, ""):
                labels[metric] = number(row[name])
        for name, (role, metric, scale, *_) in columns.items():
            if role != "value" or metric == "-" or row[name] is None or (first_only and owner[metric] != row["report"]):
                continue
            samples.append((row["report"], metric, tuple(sorted(labels.items())), microseconds(row["time"]),
                            row[name] * scale))
        samples += [(row["report"], metric, tuple(sorted(labels.items())), microseconds(row["time"]), value)
                    for metric, value in (of_all(row) if row["report"] == "system" else ()) if value is not None]
    return samples


LABEL = re.compile(r'([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)')


def parse_labels(text):
    labels, at = {}, 0
    while at < len(text):
        match = LABEL.match(text, at)
        assert match, f"labels: {text}"
        assert match.group(1) not in labels, f"a label twice: {text}"
        labels[match.group(1)] = re.sub(r"\\(.)", lambda m: "\n" if m.group(1) == "n" else m.group(1), match.group(2))
        at = match.end()
    return tuple(sorted(labels.items()))


def parse_openmetrics(text, timed, reports, counters):
    about = {"zvm_interval_end_timestamp_seconds": ("seconds", "P"), "zvm_interval_seconds": ("seconds", "P")}
    for columns in reports.values():
        for role, metric, _, base, basis, _ in columns.values():
            if role in ("value", "hidden"):
                about.setdefault("zvm_" + metric, (base, basis))
    lines = text.split("\n")
    assert lines[-2:] == ["# EOF", ""], "the end"
    samples, families, family, series, last, told = [], set(), None, set(), None, set()
    for line in lines[:-2]:
        if line.startswith("# "):
            _, what, name, rest = line.split(" ", 3)
            if name != family:
                assert name not in families, f"{name} is in two places"
                families.add(name)
                family, series, last, told = name, set(), None, set()
            assert not series and what not in told, line
            told.add(what)
            base, basis = about.get(name, ("-", "I" if "(inferred)" in rest else "P"))
            if what == "TYPE":
                assert rest == ("gauge" if name in about else "counter") and (name in about or name[4:] in counters), line
            elif what == "UNIT":
                assert rest == base and name.endswith("_" + base), line
            else:
                assert what == "HELP" and not re.search(r'"|\\[^\\n]', rest), line
                assert ("(inferred)" in rest) == (basis == "I"), line
            continue
        match = re.fullmatch(r"([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)(?: (\d+\.\d{6}))?", line)
        assert match, line
        name, labels, value, time = match.groups()
        assert name == family and {"TYPE", "HELP"} <= told and ("UNIT" in told) == (about.get(name, "-")[0] != "-"), line
        assert (time is not None) == timed, line
        labels = parse_labels(labels or "")
        at = int(time.replace(".", "")) if timed else None
        if last is None or last[0] != labels:
            assert labels not in series, f"an instance is in two places: {line}"
            series.add(labels)
        else:
            assert timed and at > last[1], f"not in order of time: {line}"
        last = (labels, at)
        samples.append((None, name[len("zvm_"):], labels, at, float(value)))
    return samples


def split_plain(text, separator):
    """At what is neither escaped nor in quotes."""
    parts, now, quoted, escaped = [], "", False, False
    for c in text:
        if escaped:
            escaped = False
        elif c == "\\":
            escaped = True
        elif c == '"':
            quoted = not quoted
        elif c == separator and not quoted:
            parts.append(now)
            now = ""
            continue
        now += c
    return parts + [now]


def parse_influx(text, reports):
    samples = []
    for line in text.splitlines():
        head, fields, time = split_plain(line, " ")
        name, *tags = split_plain(head, ",")
        assert name.startswith("zvm_"), line
        labels = {}
        for tag in tags:
            key, value = split_plain(tag, "=")
            labels[key] = re.sub(r"\\([,= ])", r"\1", value)
        for field in split_plain(fields, ","):
            key, value = split_plain(field, "=")
            if not value.startswith('"'):
                assert time.endswith("000"), line
                samples.append((name[len("zvm_"):], key, tuple(sorted(labels.items())), int(time[:-3]), float(value)))
    return samples


def check_definition(lines):
    """Parse the lines with the published definition of OTLP, if it is installed: unknown members are errors."""
    try:
        from google.protobuf import json_format
        from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
    except ImportError:
        print("# without opentelemetry-proto")
        return
    for line in lines:
        json_format.Parse(line, ExportMetricsServiceRequest())


def parse_otlp(text, counters):
    """Return the samples of gauges, as other parsers do, and {(metric, labels): [(start, time, value)]} of sums."""
    units = {"ratio": "1", "seconds": "s", "bytes": "By"}
    samples, sums = [], {}
    check_definition(text.splitlines())
    for line in text.splitlines():
        (resource,) = json.loads(line)["resourceMetrics"]
        about = {a["key"]: a["value"]["stringValue"] for a in resource["resource"]["attributes"]}
        assert about["service.name"] == "zvm", about
        (scope,) = resource["scopeMetrics"]
        names = [metric["name"] for metric in scope["metrics"]]
        assert len(names) == len(set(names)), "a metric twice in a line"
        for metric in scope["metrics"]:
            name = metric["name"][len("zvm_"):]
            assert metric["name"].startswith("zvm_") and metric["description"], metric["name"]
            unit = units.get(name.rsplit("_", 1)[-1])
            assert unit is None or metric["unit"] == unit, (name, metric)
            is_sum = "sum" in metric
            assert is_sum == (name in counters), name
            assert not is_sum or (metric["sum"]["isMonotonic"] and metric["sum"]["aggregationTemporality"] == 2), name
            for point in metric["sum" if is_sum else "gauge"]["dataPoints"]:
                labels = tuple(sorted((a["key"], a["value"]["stringValue"]) for a in point["attributes"]))
                time = int(point["timeUnixNano"][:-3])
                assert point["timeUnixNano"].endswith("000") and isinstance(point["asDouble"], (int, float)), point
                if is_sum:
                    start = int(point["startTimeUnixNano"][:-3])
                    sums.setdefault((name, labels), []).append((start, time, point["asDouble"]))
                else:
                    samples.append((None, name, labels, time, float(point["asDouble"])))
    return samples, sums


def check_sums(sums, counters):
    """Sums never fall while their start is the same; the last ones of all starts add up to the sum of the rows."""
    assert sums.keys() == counters.keys(), sums.keys() ^ counters.keys()
    for key, points in sums.items():
        for (start, time, value), (next_start, next_time, next_value) in zip(points, points[1:]):
            assert next_time > time and (next_start == start and next_value >= value or next_start >= time), key
        total = sum({start: value for start, _, value in points}.values())
        assert math.isclose(total, counters[key], rel_tol=1e-4, abs_tol=1e-3), (key, points[-1], counters[key])
    # The system of the day is IPLed once; a gap changes no start.
    assert {len({start for start, _, _ in points}) for points in sums.values()} == {2}, "starts"


def main():
    form, metrics, rows, directory = sys.argv[1:]
    reports = read_reports(directory)
    rows = [json.loads(line) for line in open(rows, encoding="utf-8")]
    # Metrics have no totals.
    rows = [row for row in rows if row["report"] != "cpu" or row["cpu"] != "all"]
    text = open(metrics, encoding="utf-8").read()
    want = expected(rows, reports, form != "influx")
    if form == "textfile":
        # Metrics that only change rarely have the time of their last change.
        last = max(sample[3] for sample in want)
        want = [(None, m, labels, None, v) for r, m, labels, time, v in want if time == last or r == "config"]
        for row in rows:
            labels = (("system", row["system"]),) if row["system"] else ()
            if microseconds(row["time"]) == last and row["int"]:
                want += [(None, "interval_end_timestamp_seconds", labels, None, last // 1000000),
                         (None, "interval_seconds", labels, None, row["int"])]
        want = list({(m, labels): s for s in want for m, labels in [(s[1], s[2])]}.values())
    if form == "influx":
        got = parse_influx(text, reports)
    elif form == "otlp":
        counters = counted(rows, reports, directory)
        got, sums = parse_otlp(text, {metric for metric, _ in counters})
        check_sums(sums, counters)
        want = [(None, *sample[1:]) for sample in want]
    else:
        counters = counted(rows, reports, directory) if form == "textfile" else {}
        got = parse_openmetrics(text, form == "openmetrics", reports, {metric for metric, _ in counters})
        sums = {sample[1:3]: sample[4] for sample in got if sample[1:3] in counters}
        got = [sample for sample in got if sample[1:3] not in counters]
        assert sums.keys() == counters.keys(), sums.keys() ^ counters.keys()
        # In JSON, intervals are whole seconds.
        assert all(math.isclose(sums[key], value, rel_tol=1e-4, abs_tol=1e-3) for key, value in counters.items()), "a sum"
        want = [(None, *sample[1:]) for sample in want]
    known = {sample[:4]: sample[4] for sample in got}
    assert len(known) == len(got), "a sample twice"
    faults = []
    for sample in want:
        value = known.pop(sample[:4], None)
        if value is None or not math.isclose(value, sample[4], rel_tol=1e-8, abs_tol=1e-12):
            faults.append(f"{sample}: {value}")
    # Metrics repeat the configuration each time; JSON has it once.
    # Columns that JSON does not have are for alarms.
    hidden = {metric for columns in reports.values() for role, metric, *_ in columns.values() if role == "hidden"}
    faults += [f"too much: {k}" for k in known if not k[1].startswith("config_") and k[0] != "config" and k[1] not in hidden]
    for fault in faults[:10]:
        print("#", fault)
    print(f"# {len(got)} samples")
    sys.exit(bool(faults) or not got)


if __name__ == "__main__":
    main()
