#!/usr/bin/env python3
"""truth.py sql TRUTH CAPTURE MONREAD...: what queries of differences say of a capture, against the truth of day.py.
truth.py stat TRUTH[,TRUTH...] CAPTURE[,CAPTURE...] MONSTAT...: what reports say, each interval and on average.
truth.py diff TRUTH,TRUTH CAPTURE,CAPTURE MONSTAT...: what --diff says of them.

Each query has the keys of a report, in the order of the truth, and columns with the names that the truth gives them;
formulas are those of the reports.  Values agree to a millionth; those in text as far as they are shown.
"""
import json
import math
import subprocess
import sys

CPU = """100.0 * PFXPRBTM / elapsed AS "%emu", 100.0 * (PFXUTIME + PFXTMSYS) / elapsed AS "%busy",
    100.0 * (PFXUTIME - PFXPRBTM) / elapsed AS "%cp", 100.0 * PFXTMSYS / elapsed AS "%sys",
    100.0 * PFXTOTWT / elapsed AS "%wait", 100.0 * PFXSPINT / elapsed AS "%spin",
    100 - 100.0 * (PFXUTIME + PFXTMSYS + PFXTOTWT) / elapsed AS "%susp",
    1.0 * (PFXUTIME + PFXTMSYS) / PFXPRBTM AS "T/V" """
LPAR = """100e-6 * {0}(LCUCACTM) / {1}(elapsed) AS "%busy", 100e-6 * {0}(LCUCLPTM) / {1}(elapsed) AS "%eff",
    100e-6 * {0}(LCUCACTM - LCUCLPTM) / {1}(elapsed) AS "%ovhd" """

QUERIES = {
    "cpu": f"SELECT interval, PFXCPUAD, {CPU} FROM MRSYTPRP_delta",
    "lparcpu": f"SELECT interval, LCUPNAME, LCUCPUID, {LPAR.format('', '')} FROM MRSYTCUP__SYTCUP_CPUDATA_delta",
    "lpar": f"""SELECT interval, LCUPNAME, LCXCPTYP, {LPAR.format('sum', 'avg')} FROM MRSYTCUP__SYTCUP_CPUDATA_delta
        GROUP BY 1, 2, 3""",
    "physical": """SELECT interval, LCUMCPU, 100e-6 * LCUMGTM / elapsed AS "%mgmt"
        FROM MRSYTCUM__SYTCUM_MIBDATA_delta""",
    "storage": """SELECT s.interval, RSAPGABL AS pageable, RSANONPG AS nonpageable, RSAAVAIL AS avail,
        RSA2GAVL AS avail2g, RSAAVLLT AS low, RSAAVLHT AS high FROM MRSYTRSG s JOIN MRSTORSG USING (interval)""",
    "pagevolume": """SELECT interval, CALVSER, RDEVDEV, EXPMLOAD AS load, EXPCTPRD / elapsed AS "read/s",
        EXPCTPWR / elapsed AS "write/s", (EXPCTPRD + EXPCTPWR) / elapsed AS "pg/s", SCGSSCH / elapsed AS "ssch/s"
        FROM MRSTOASP_delta""",
    "slots": """SELECT interval, 100.0 * CALSLTI1 / CALSLTA1 AS "%page", 100.0 * CALSLTI2 / CALSLTA2 AS "%spool",
        SYSSFCRT / elapsed AS created, SYSSFPUR / elapsed AS purged FROM MRSYTASG_delta""",
    "user": """SELECT interval, VMDUSER, 100 * sum(VMDTTIME) / avg(elapsed) AS "%cpu",
        100 * sum(VMDVTIME) / avg(elapsed) AS "%vcpu", sum(VMDTTIME) / sum(VMDVTIME) AS "T/V", count(*) AS vcpus
        FROM MRUSEACT_delta GROUP BY 1, 2 HAVING sum(VMDTTIME) IS NOT NULL""",
    "device": """SELECT interval, RDEVDEV, SCGSSCH / elapsed AS rate, 0.128 * SCMFPTIM / SCGCOUNT AS pend,
        0.128 * SCMDDTIM / SCGCOUNT AS disc, 0.128 * SCMCNTIM / SCGCOUNT AS conn, 0.128 * SCMDATIM / SCGCOUNT AS active,
        0.128 * (SCMFPTIM + SCMDDTIM + SCMCNTIM + SCMDATIM) / SCGCOUNT AS serv,
        SCGSSCH / elapsed * 0.0128 * (SCMFPTIM + SCMDDTIM + SCMCNTIM + SCMDATIM) / SCGCOUNT AS "%busy"
        FROM MRIODDEV_delta""",
    "channel": """SELECT interval, CALCHPID, 1 AS "group", 100.0 * ECMCPBT / ECMTSTMP AS "%busy",
        100.0 * ECMCPBT_CPC / ECMTSTMP AS "%all" FROM MRSYTEPM__SYTEPM_ECM1_delta""",
    "iop": """SELECT interval, CSCIOPID, 100.0 * CSCMDBC / (CSCMDBC + CSCMDIC) AS "%busy", CSCMDSC / elapsed AS started,
        CSCMDPI / elapsed AS interrupts FROM MRPRCIOP_delta""",
    "vswitch": """SELECT interval, RDEVDEV, NICTXBYT / elapsed AS txbytes, NICRXBYT / elapsed AS rxbytes,
        NICTXPKT / elapsed AS txpackets, NICRXPKT / elapsed AS rxpackets, NICTXDSC / elapsed AS txdiscards,
        NICRXDSC / elapsed AS rxdiscards FROM MRIODVSW_delta""",
    "qdio": """SELECT interval, RDEVDEV, QDIOCSGW / elapsed AS sigawrite, QDIOCSGS / elapsed AS sigasync,
        BFTOA / elapsed AS tobuffers, BYTOA / elapsed AS tobytes, BFFRA / elapsed AS frombuffers,
        BYFRA / elapsed AS frombytes FROM MRIODQDS_delta""",
    "lock": """SELECT interval, CALLCKID, 100 * CALXTIME / elapsed AS "%spin", CALXSCNT / elapsed AS spins,
        1e6 * CALXTIME / nullif(CALXSCNT, 0) AS mean, 100 * CALSTIME / elapsed AS "%shared",
        CALSSCNT / elapsed AS shared, 1e6 * CALSTIME / nullif(CALSSCNT, 0) AS sharedmean
        FROM MRSYTLCK__SYTLCK_CALLKDATA_delta""",
    "queue": """SELECT interval, SRMCDISP AS inq, SRMC1DSP AS class1, SRMC2DSP AS class2, SRMC3DSP AS class3,
        SRMC1ELG + SRMC2ELG + SRMC3ELG AS eligible FROM MRSYTSCG""",
    "state": """SELECT interval, 100.0 * CALTIDL / n AS "%TI", 100.0 * CALIOWT / n AS "%IOW",
        100.0 * CALWTPAG / n AS "%PGW", 100.0 * CALCPUWT / n AS "%CPU", 100.0 * CALCPURN / n AS "%RUN"
        FROM (SELECT interval, CALTIDL, CALIOWT, CALWTPAG, CALCPUWT, CALCPURN,
        CALTIDL + CALTSVM + CALIOWT + CALWTPAG + CALCFWT + CALSIMWT + CALCPUWT + CALCPURN + CALOTHR AS n
        FROM MRSYTUWT)""",
    "userstate": """SELECT interval, VMDUSER, sum(HFSTCT) AS samples, 100.0 * sum(HFTIDL) / sum(HFSTCT) AS "%TI",
        100.0 * sum(HFIOWT) / sum(HFSTCT) AS "%IOW", 100.0 * sum(HFWTPAG) / sum(HFSTCT) AS "%PGW",
        100.0 * sum(HFCPUWT) / sum(HFSTCT) AS "%CPU", 100.0 * sum(HFCPURN) / sum(HFSTCT) AS "%RUN"
        FROM MRUSEINT_delta GROUP BY 1, 2 HAVING sum(HFSTCT) IS NOT NULL""",
    "privop": """SELECT interval, PFXCPUAD, PLSDIAGT / elapsed AS diagnose, PLSPRVIS / elapsed AS total,
        PLSEXTNC / elapsed AS sigp FROM MRSYTSYP_delta""",
    "ssi": """SELECT interval, 100e-6 * PLMTJOND / elapsed AS "%joined", 100e-6 * PLMTSUSP / elapsed AS "%suspended",
        100e-6 * PLMTISOL / elapsed AS "%isolated" FROM MRSSISMI_delta""",
    "linux": """SELECT interval, APLSDT_USERID, pgmajfault / elapsed AS "majflt/s", freeram AS freeKB
        FROM LINUXMEM_delta""",
    "linuxcpu": """SELECT interval, APLSDT_USERID, 100.0 * count(*) * sum(user_) / n AS "%user",
        100.0 * count(*) * sum(system_) / n AS "%system", 100.0 * count(*) * sum(idle) / n AS "%idle",
        100.0 * count(*) * sum(iowait) / n AS "%iowait", 100.0 * count(*) * sum(steal) / n AS "%steal" FROM
        (SELECT *, sum(user_ + nice + system_ + idle + irq + softirq + iowait + steal)
        OVER (PARTITION BY interval, APLSDT_USERID) AS n FROM LINUXOS__LINUXOS_CPU_delta) GROUP BY 1, 2""",
}
# Of one kind of channel only: the others have other columns.
PARTIAL = {"channel": lambda key: key[0] == "4A"}


def is_near(one, other):
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=2e-6)


class Comparison:
    def __init__(self, name):
        self.name, self.faults, self.cells = name, 0, 0

    def fault(self, text):
        self.faults += 1
        if self.faults <= 10:
            print(f"# {self.name}: {text}")

    def line(self, where, true, got):
        """Each column that both have."""
        for column, value in true.items():
            if column in got:
                self.cells += 1
                if not is_near(value, got[column]):
                    self.fault(f"{where} {column}: {got[column]}, not {value}")

    def done(self, least):
        if self.cells < least:
            self.fault(f"{self.cells} values compared, at least {least} are expected")
        return self.faults


def take_apart(row, keys):
    """A row of a result -> key, columns"""
    values = list(row.items())
    return tuple(v for _, v in values[1:1 + keys]), dict(values[1 + keys:])


def by_query(truth, capture, monread):
    """The number of reports that disagree."""
    wrong = 0
    # A clock that was set back shows some times twice.
    times = {}
    for number, interval in enumerate(truth["intervals"]):
        times.setdefault(interval["interval"], []).append(number)
    for name, query in QUERIES.items():
        c = Comparison(name)
        run = subprocess.run([*monread, "-f", "json", "--sql=" + query, capture], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, encoding="utf-8", check=False)
        if run.returncode > 1:
            c.fault(run.stderr)
        nkeys = len(truth["keys"][name])
        found = {}
        for line in run.stdout.splitlines():
            row = json.loads(line)
            key, columns = take_apart(row, nkeys)
            # Queries write times as SQLite does.
            interval = row["interval"].replace(" ", "T") + "Z"
            number = next((n for n in times[interval] if (n, key) not in found), times[interval][-1])
            found[number, key] = columns
        expected = set()
        for number, *key, columns in truth["lines"][name]:
            key = tuple(key)
            if not PARTIAL.get(name, lambda key: True)(key):
                continue
            expected.add((number, key))
            if (number, key) not in found:
                c.fault(f"interval {number} {key} is missing")
            else:
                c.line(f"{truth['intervals'][number]['interval']} {key}", columns, found[number, key])
        for place in found.keys() - expected:
            # Levels are there nevertheless.
            if truth["intervals"][place[0]]["elapsed"] and any(v is not None for v in found[place].values()):
                c.fault(f"interval {place} is too much: {found[place]}")
        wrong += c.done(len(expected)) > 0
    return wrong


# ---- Reports ----

MB = 4 / 1024

# For each report of the truth: the report of monstat, its key columns, and columns with different names, each with
# the factor that converts the value of the truth.
REPORTS = {
    "system": ("system", ["type"], {}),
    "cpu": ("cpu", ["cpu"], {}),
    "paging": ("paging", [], {}),
    "lpar": ("lpar", ["partition", "type"], {}),
    "lparcpu": ("lparcpu", ["partition", "cpu"], {}),
    "physical": ("physical", ["cpu"], {}),
    "storage": ("storage", [], {"nonpageable": ("nonpag", MB), "pageable": ("pageable", MB), "avail": ("av<2G", MB),
                                "avail2g": ("av>2G", MB), "low": ("low<2G", MB), "high": ("high<2G", MB)}),
    "pagevolume": ("pagevol", ["volume", "device"], {"load": ("mload", 1), "read/s": ("pgrd/s", 1),
                                                     "write/s": ("pgwr/s", 1), "pg/s": ("page/s", 1)}),
    "slots": ("spool", [], {"created": ("create/s", 1), "purged": ("purge/s", 1), "%page": (None, 1),
                            "%spool": ("%spool", 1)}),
    "user": ("user", ["user"], {}),
    "userstate": ("userstate", ["user"], {}),
    "device": ("device", ["device"], {"rate": ("ssch/s", 1)}),
    "channel": ("channel", ["channel"], {"group": ("cmg", 1), "read": ("rdMB/s", 2.0**-20), "write": ("wrMB/s", 2.0**-20),
                                         "sent": ("wrMB/s", 2.0**-20), "messages": ("msg/s", 1)}),
    "iop": ("iop", ["iop"], {"started": ("start/s", 1), "interrupts": ("intr/s", 1)}),
    "vswitch": ("vswitch", ["device"], {"txbytes": ("txKB/s", 2.0**-10), "rxbytes": ("rxKB/s", 2.0**-10),
                                        "txpackets": ("txpk/s", 1), "rxpackets": ("rxpk/s", 1),
                                        "txdiscards": ("txdsc/s", 1), "rxdiscards": ("rxdsc/s", 1)}),
    "qdio": ("qdio", ["device"], {"sigawrite": ("sigaw/s", 1), "sigasync": ("sigas/s", 1), "tobuffers": ("tobf/s", 1),
                                  "tobytes": ("toKB/s", 2.0**-10), "frombuffers": ("frbf/s", 1),
                                  "frombytes": ("frKB/s", 2.0**-10)}),
    "lock": ("lock", ["lock"], {"spins": ("spin/s", 1), "%shared": ("%shspin", 1), "shared": ("shsp/s", 1),
                                "sharedmean": ("shmean", 1)}),
    "queue": ("queue", [], {"class1": ("q1", 1), "class2": ("q2", 1), "class3": ("q3", 1), "eligible": ("elig", 1)}),
    "state": ("state", [], {}),
    "privop": ("privop", ["cpu"], {"diagnose": ("diag/s", 1), "total": ("total/s", 1), "sigp": ("sigp/s", 1),
                                   "lctl": ("lctl/s", 1)}),
    "ssi": ("ssi", [], {"%suspended": ("%susp", 1), "%isolated": ("%isol", 1)}),
    "linuxcpu": ("linux", ["guest"], {"%system": ("%sys", 1)}),
    "linux": ("linux", ["guest"], {"freeKB": ("freeMB", 2.0**-10), "rx/s": ("rxKB/s", 2.0**-10),
                                   "tx/s": ("txKB/s", 2.0**-10), "majflt/s": ("majf/s", 1)}),
}
# Columns that are levels: they are there where nothing can be counted, too.
LEVELS = {"cpu": "type", "system": "cpus users inq elig avlMB %slot", "lpar": "lcpus weight entitled ded", "lparcpu": "type weight", "physical": "type",
          "storage": "pageable nonpag av<2G low<2G high<2G av>2G locked mdc wait", "pagevol": "queued mload",
          "paging": "used slots %slot mload", "spool": "used slots %spool", "device": "volume cu owner", "channel": "cmg",
          "vswitch": "owner", "queue": "inq q1 q2 q3 load elig e1 e2 e3 limit",
          "state": "vcpus %RUN %CPU %PGW %IOW %SIM %CFW %TI %SVM %OTH %tidl %tsvm %iowt %wtpag %cfwt %simwt %cpuwt "
                   "%cpurn %othr",
          "linux": "cpus load totalMB freeMB cacheMB swapMB"}
# The truth averages a list from the last interval; reports leave that out.
NO_AVERAGE = {("linux", "load")}


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)


def renamed(columns, names):
    """Columns of the truth, as the report calls them."""
    result = {}
    for column, value in columns.items():
        name, factor = names.get(column, (column, 1))
        if name is not None:
            result[name] = value if value is None else value * factor
    return result


def merged(truths):
    """Of several captures: each interval of a system once, with values where one of them has some."""
    known = {}
    for truth in truths:
        lines = {}
        for report, of_report in truth["lines"].items():
            for number, *key, columns in of_report:
                lines.setdefault(number, []).append((report, tuple(key), columns))
        for number, interval in enumerate(truth["intervals"]):
            place = (truth["system"], interval["interval"])
            if not known.get(place):
                known[place] = lines.get(number, [])
    return known


def of_intervals(truths, captures, monstat):
    wrong, known = 0, merged(truths)
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name)
        ran = run([*monstat, name, "-f", "json", *captures])
        if ran.returncode > 1:
            c.fault(ran.stderr)
        found, without = {}, 0
        for line in ran.stdout.splitlines():
            row = json.loads(line)
            if name == "cpu" and row["cpu"] is None:  # a total, which system has, too
                continue
            place = (row["system"], row["time"])
            if place not in known:
                c.fault(f"no such interval: {line}")
            elif known[place]:
                key = tuple(row[k] for k in keys)
                if (place, key) in found:
                    c.fault(f"twice: {line}")
                found[place, key] = row
            else:
                without += 1
                counted = {k: v for k, v in row.items() if k not in LEVELS.get(name, "").split() and k not in keys}
                for column in ("report", "system", "time"):
                    counted.pop(column)
                if any(v is not None for v in counted.values()):
                    c.fault(f"values where nothing can be counted: {line}")
        expected = set()
        for place, lines in known.items():
            for of, key, columns in lines:
                if of != report:
                    continue
                expected.add((place, key))
                if (place, key) not in found:
                    c.fault(f"{place} {key} is missing")
                else:
                    c.line(f"{place} {key}", renamed(columns, names), found[place, key])
        for place in found.keys() - expected:
            c.fault(f"{place} is too much: {found[place]}")
        wrong += c.done(len(expected)) > 0
    return wrong


def of_average(truth, captures, monstat):
    """In text the last lines are the averages."""
    wrong = 0
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name + ", average")
        ran = run([*monstat, name, *captures])
        heading, rows = [], []
        for line in ran.stdout.splitlines():
            words = line.replace("Average:", "Average: ").split()
            if words[:2] == ["time", "int"]:
                heading = words
            elif words and words[0] == "Average:":
                rows.append(dict(zip(heading, words)))
        found = {tuple(row[k] for k in keys): row for row in rows}
        found.pop(("all",), None)
        for *key, columns in truth["averages"][report]:
            row = found.pop(tuple(str(k) for k in key), None)
            if row is None:
                c.fault(f"{key} is missing")
                continue
            for column, value in renamed(columns, names).items():
                if column not in row or (name, column) in NO_AVERAGE:
                    continue
                c.cells += 1
                text = row[column]
                shown = None if text == "-" else float(text)
                half = 0.5000001 * 10.0 ** -len(text.partition(".")[2])
                if (shown is None) != (value is None) or (value is not None and abs(shown - value) > half):
                    c.fault(f"{key} {column}: {text}, not {value}")
        for key in found:
            c.fault(f"{key} is too much")
        wrong += c.done(1) > 0
    return wrong


def of_difference(truths, captures, monstat):
    """monstat --diff of two captures: both averages."""
    wrong = 0
    for report, (name, keys, names) in REPORTS.items():
        c = Comparison(name + ", --diff")
        sides = [{tuple(str(k) for k in key): renamed(columns, names) for *key, columns in truth["averages"][report]}
                 for truth in truths]
        for line in run([*monstat, "--diff", name, *captures]).stdout.splitlines():
            words = line.split()
            key, column = tuple(words[:len(keys)]), words[len(keys):len(keys) + 1]
            for side, text in zip(sides, words[len(keys) + 1:len(keys) + 3]):
                value = side.get(key, {}).get(*column) if column else None
                if value is None:
                    continue
                c.cells += 1
                half = 0.5000001 * 10.0 ** -len(text.partition(".")[2])
                if text == "-" or abs(float(text) - value) > half:
                    c.fault(f"{key} {column}: {text}, not {value}")
        wrong += c.done(2) > 0
    return wrong


def main():
    what, truths, captures, *tool = sys.argv[1:]
    truths = [json.load(open(name, encoding="utf-8")) for name in truths.split(",")]
    captures = captures.split(",")
    if what == "sql":
        wrong = by_query(truths[0], captures[0], tool)
    elif what == "diff":
        wrong = of_difference(truths, captures, tool)
    else:
        wrong = of_intervals(truths, captures, tool)
        if len(truths) == 1:
            wrong += of_average(truths[0], captures, tool)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
