"""What reports have to find, worked out from what was counted, never from the capture.

The average of a day is made of what was counted in all its intervals, and of all their seconds, also for a user who was
logged on for a few minutes: so all users add up to the processors.  Levels count as long as they lasted."""
import datetime

from day_model import SECOND


class Part:
    """What one line of a report is made of; lines of several intervals add up.

    seconds: the time of the counts; present: the time in which the instance existed; whole: the time of the line."""

    def __init__(self, seconds, counts=(), levels=(), present=None):
        self.seconds, self.counts = seconds, dict(counts)
        self.present, self.whole = seconds if present is None else present, None
        self.weighted = {q: n * seconds for q, n in dict(levels).items()}

    def add(self, other):
        self.seconds += other.seconds
        self.present += other.present
        for mine, others in ((self.counts, other.counts), (self.weighted, other.weighted)):
            for quantity, n in others.items():
                mine[quantity] = mine.get(quantity, 0) + n

    def total(self, quantity):
        """What was counted, and what nobody knows at the same rate."""
        return self.counts[quantity] * self.present / self.seconds

    def rate(self, quantity):
        return self.total(quantity) / (self.whole or self.seconds)

    def percent(self, quantity):
        """Of the time, or of an engine."""
        return 100 * self.rate(quantity) / SECOND

    def here(self):
        return 100 * self.present / (self.whole or self.seconds)

    def level(self, quantity):
        return self.weighted[quantity] / self.seconds

    def per(self, one, other):
        """None: nothing can be said."""
        return self.counts[one] / self.counts[other] if self.counts[other] else None


def summed(instances):
    result = {}
    for counted in instances:
        for quantity, n in counted.items():
            result[quantity] = result.get(quantity, 0) + n
    return result


def processor(p, cpus=1):
    emulation, user, system, wait = (p.percent(q) for q in ("emulation", "user", "system", "wait"))
    return {"%busy": user + system, "%emu": emulation, "%cp": user - emulation, "%sys": system, "%wait": wait,
            "%susp": 100 * cpus - user - system - wait, "%spin": p.percent("spun"),
            "T/V": (user + system) / emulation if emulation else None}


# Each report: the lines of an interval, as (key, part), and the values of a line.

def system_lines(now):
    counts = summed(now.counts["cpu"].values())
    levels = {"cpus": len(now.counts["cpu"])}
    for kind in ("users", "queue", "storage", "slots"):
        levels.update(now.levels[kind][""])
    levels["vcpus"] = sum(now.levels["states"][""].values())
    yield (), Part(now.seconds(), counts, levels)


# Shares of the time of all CPUs, as in the chart.
SHARES = {"emulation": "%emu", "user-CP": "%cp", "system-CP": "%sys", "suspended": "%susp"}


def system(p):
    cpus = p.level("cpus")
    shown = processor(p, cpus)
    return {**{part: shown[c] / cpus for part, c in SHARES.items()},
            "cpus": cpus, **{c: shown[c] for c in ("%busy", "%emu", "%cp", "%sys", "%susp", "T/V")},
            "%cap": shown["%busy"] / cpus, "V/R": p.level("vcpus") / cpus,
            "users": p.level("logged"), "inq": p.level("inq"), "elig": p.level("eligible"), "pgrd/s": p.rate("reads"),
            "pgwr/s": p.rate("writes"), "%slot": 100 * p.weighted["pageused"] / p.weighted["page"],
            "avlMB": (p.level("avail") + p.level("avail2g")) * 4 / 1024,
            "ssch/s": p.rate("ssch") + p.rate("rsch")}


def engine_lines(now):
    for _, part in system_lines(now):
        yield "CP", part


def instances(kind):
    def lines(now):
        for key, counted in now.counts.get(kind, {}).items():
            yield key, Part(now.seconds(), counted, now.levels.get(kind, {}).get(key, {}))
    return lines


def alone(kind):
    def lines(now):
        yield (), Part(now.seconds(), now.counts.get(kind, {}).get("", {}), now.levels.get(kind, {}).get("", {}))
    return lines


def of_first_key(kind):
    """Of a user's virtual CPUs, of a partition's: all together."""
    def lines(now):
        found = {}
        for (name, _), counted in now.counts.get(kind, {}).items():
            if kind not in ("user", "state") or name in now.stayed:
                found.setdefault(name, []).append(counted)
        for name, counted in found.items():
            yield name, Part(now.seconds(), {**summed(counted), "instances": len(counted) * now.seconds()})
    return lines


def partition_lines(now):
    for name, part in of_first_key("lpar")(now):
        yield (name, "CP"), part


def partition(p):
    busy, effective = p.percent("active"), p.percent("used")
    return {"%busy": busy, "%eff": effective, "%ovhd": busy - effective}


STATES = {"TIDL": "%TI", "IOWT": "%IOW", "WTPAG": "%PGW", "CPUWT": "%CPU", "CPURN": "%RUN"}


def states(p):
    all_states = sum(p.weighted.values())
    return {STATES[s]: 100 * n / all_states for s, n in p.weighted.items()}


def user_states(p):
    return {"samples": p.total("STCT"), **{heading: 100 * p.per(s, "STCT") if p.counts["STCT"] else None
                                            for s, heading in STATES.items()}}


def device(p):
    times = {q: p.per(q, "measured") for q in ("pend", "disc", "conn", "active")}
    if times["pend"] is None:
        return {"rate": p.rate("ssch"), **times, "serv": None, "%busy": None}
    times = {q: n * 0.128 for q, n in times.items()}
    served = sum(times.values())
    return {"rate": p.rate("ssch"), **times, "serv": served, "%busy": p.rate("ssch") * served / 10}


def lock(p):
    def mean(time, spins):
        return p.counts[time] / p.counts[spins] if p.counts[spins] else None
    return {"%spin": p.percent("time"), "spins": p.rate("spins"), "mean": mean("time", "spins"),
            "%shared": p.percent("sharedtime"), "shared": p.rate("shared"), "sharedmean": mean("sharedtime", "shared")}


def channel(p):
    seconds = p.counts["clock"] * 128 / SECOND
    group = round(p.counts["group"] / p.counts["instances"])
    if group == 1:
        return {"group": 1, "%busy": 100 * p.per("own", "clock"), "%all": 100 * p.per("all", "clock")}
    if group == 2:
        return {"group": 2, "%busy": p.counts["own"] / 10000 / seconds, "%all": p.counts["all"] / 10000 / seconds,
                "%bus": p.counts["bus"] / 50000 / seconds, "read": p.counts["read"] * 64 / seconds,
                "write": p.counts["write"] * 64 / seconds}
    return {"group": 3, "sent": p.counts["data"] * 64 / seconds, "messages": p.counts["messages"] / seconds}


def channel_lines(now):
    for key, counted in now.counts["channel"].items():
        yield key, Part(now.seconds(), {**counted, "instances": 1})


def paging(p):
    return {"load": p.level("load"), "read/s": p.rate("reads"), "write/s": p.rate("writes"),
            "pg/s": p.rate("reads") + p.rate("writes"), "ssch/s": p.rate("ssch")}


def rates(*names):
    return lambda p: {q: p.rate(q) for q in names}


def guest(p):
    ticks = sum(p.counts[q] for q in ("user", "system", "idle", "iowait", "steal"))
    return {"%" + q: 100 * p.rate("instances") * p.counts[q] / ticks
            for q in ("user", "system", "idle", "iowait", "steal")}


REPORTS = {
    "system": (("type",), engine_lines, system),
    "cpu": (("cpu",), instances("cpu"), processor),
    "paging": ((), system_lines, lambda p: {
        "pgrd/s": p.rate("reads"), "pgwr/s": p.rate("writes"), "used": p.level("pageused") * 4 / 1024,
        "slots": p.level("page") * 4 / 1024, "%slot": 100 * p.weighted["pageused"] / p.weighted["page"]}),
    "lpar": (("partition", "type"), partition_lines, partition),
    "lparcpu": (("partition", "cpu"), instances("lpar"), partition),
    "physical": (("cpu",), instances("physical"), lambda p: {"%mgmt": p.percent("management")}),
    "storage": ((), alone("storage"), lambda p: {q: p.level(q) for q in ("pageable", "nonpageable", "avail", "avail2g",
                                                                         "low", "high")}),
    "pagevolume": (("volume", "device"), instances("paging"), paging),
    "slots": ((), alone("slots"), lambda p: {
        "%page": 100 * p.weighted["pageused"] / p.weighted["page"],
        "%spool": 100 * p.weighted["spoolused"] / p.weighted["spool"],
        "created": p.rate("created"), "purged": p.rate("purged")}),
    "user": (("user",), of_first_key("user"), lambda p: {
        "%cpu": p.percent("total"), "%vcpu": p.percent("virtual"), "T/V": p.per("total", "virtual"),
        "vcpus": p.counts["instances"] / p.seconds, "cpusec": p.total("total") / SECOND, "%here": p.here()}),
    "device": (("device",), instances("device"), device),
    "channel": (("channel",), channel_lines, channel),
    "iop": (("iop",), instances("iop"), lambda p: {
        "%busy": 100 * p.counts["busy"] / (p.counts["busy"] + p.counts["idle"]), "started": p.rate("started"),
        "interrupts": p.rate("interrupts")}),
    "vswitch": (("device",), instances("vswitch"), rates("txbytes", "rxbytes", "txpackets", "rxpackets", "txdiscards",
                                                         "rxdiscards")),
    "qdio": (("device",), instances("qdio"), rates("sigawrite", "sigasync", "tobuffers", "tobytes", "frombuffers",
                                                   "frombytes")),
    "lock": (("lock",), instances("lock"), lock),
    "queue": ((), alone("queue"), lambda p: {q: p.level(q) for q in ("inq", "class1", "class2", "class3", "eligible")}),
    "state": ((), alone("states"), states),
    "userstate": (("user",), of_first_key("state"), user_states),
    "privop": (("cpu",), instances("cpu"), rates("diagnose", "total", "sigp", "lctl")),
    "ssi": ((), alone("ssi"), lambda p: {"%" + q: p.percent(q) for q in ("joined", "suspended", "isolated")}),
    "linuxcpu": (("user",), of_first_key("linuxcpu"), guest),
    "linux": (("user",), instances("linux"), lambda p: {
        "load": p.level("load") / 2048, "freeKB": p.level("free"), "rx/s": p.rate("rx"), "tx/s": p.rate("tx"),
        "majflt/s": p.rate("major")}),
}
HEX = {"device": "{:04X}", "channel": "{:02X}"}


def moment(microseconds):
    """ISO 8601, as in tables."""
    whole = datetime.datetime.fromtimestamp(microseconds // SECOND, datetime.timezone.utc)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{microseconds % SECOND:06d}Z"


class Truth:
    def __init__(self, scenario):
        self.name, self.intervals, self.lines, self.sums, self.whole = scenario.name, [], {}, {}, 0

    def take(self, now, clock, first):
        """CLOCK: what the system's clock shows at a time.  FIRST: the sample is the first of its capture."""
        nominal = now.end - now.begin
        now.begin, now.end = clock(now.begin), clock(now.end)
        if not 0 < now.end - now.begin < 1.4 * nominal:
            now.value, now.why = False, "clock set"
        value = now.value and not first
        self.intervals.append({"interval": moment(now.end), "elapsed": now.seconds() if value else None,
                               "why": now.why or ("first sample" if first else "")})
        if not value:
            return
        self.whole += now.seconds()
        for user, microseconds, counts in now.pieces:
            for name, kind in (("user", "user"), ("userstate", "state")):
                seconds = microseconds / SECOND
                part = Part(seconds if kind in counts else 0, counts.get(kind, {}), present=seconds)
                self.add(name, (user,), part)
        for name, (keys, lines, show) in REPORTS.items():
            for key, part in lines(now):
                key = key if isinstance(key, tuple) else (key,)
                key = tuple(HEX[k].format(v) if k in HEX else v for k, v in zip(keys, key))
                self.lines.setdefault(name, []).append([len(self.intervals) - 1, *key, show(part)])
                self.add(name, key, part)

    def add(self, name, key, part):
        self.sums.setdefault(name, {}).setdefault(key, Part(0)).add(part)

    def result(self):
        for total in self.sums.values():
            for part in total.values():
                part.whole = self.whole
        return {"system": self.name, "intervals": self.intervals,
                "keys": {name: list(keys) for name, (keys, _, _) in REPORTS.items()}, "lines": self.lines,
                "averages": {name: [[*key, REPORTS[name][2](part)] for key, part in total.items() if part.seconds]
                             for name, total in self.sums.items()}}
