"""What the system of a description counts in each interval: whole numbers, from which both the capture and the truth
come.  Times are microseconds."""
import calendar
import time

from day_scenario import Problem, noise

SECOND = 1000000  # microseconds
STATES = ("TIDL", "IOWT", "WTPAG", "CPUWT", "CPURN")


def split(total, weights):
    """TOTAL in whole parts that sum up to it."""
    parts, left, rest = [], total, sum(weights)
    for weight in weights:
        parts.append(left * weight // rest if rest else 0)
        left -= parts[-1]
        rest -= weight
    return parts


class Interval:
    """What was counted from one sample to the next: counts[kind][key][quantity], and levels, likewise.

    fresh: (kind, key) that began anew; value: whether there are differences to the sample before."""

    def __init__(self, number, begin, end):
        self.number, self.begin, self.end = number, begin, end
        self.counts, self.levels, self.sessions, self.events = {}, {}, {}, []
        self.written, self.value, self.why, self.restart = True, True, "", False
        # pieces: (user, microseconds of a session that began or ended in the interval, counts[kind] so far as somebody can
        # know them).  rests: what the first virtual CPU of a session that ended used since the sample before.
        self.pieces, self.rests = [], {}

    def count(self, kind, key, **quantities):
        self.counts.setdefault(kind, {})[key] = quantities

    def level(self, kind, key, **quantities):
        self.levels.setdefault(kind, {})[key] = quantities

    def seconds(self):
        return (self.end - self.begin) / SECOND


class Session:
    """A user, from logon to logoff, in microseconds."""

    def __init__(self, user, on, off=None):
        self.user, self.on, self.off = user, on, off

    def overlap(self, begin, end):
        return max(0, min(end, self.off or end) - max(begin, self.on))


class Model:
    def __init__(self, scenario, seconds, hours=24):
        self.s = scenario
        self.midnight = calendar.timegm(time.strptime(scenario.system["date"], "%Y-%m-%d")) * SECOND + 1000412
        self.length = seconds * SECOND
        self.total = int(hours * 3600) // seconds
        self.ipls = [(self.at(m), int(args[0]) * SECOND) for m, what, args in scenario.happenings if what == "ipl"]
        self.suspensions = [(self.at(m), int(args[0]) * SECOND) for m, what, args in scenario.happenings
                            if what == "suspend"]
        self.lost = [self.at(m) for m, what, _ in scenario.happenings if what == "lost"]
        self.sessions = self.find_sessions()
        self.ipl = self.midnight - 9 * 86400 * SECOND

    def at(self, minute):
        return self.midnight + int(minute * 60) * SECOND

    def sample(self, number):
        """When sample NUMBER was taken: never exactly on time."""
        return self.midnight + number * self.length + int(noise(self.s.name, "late", number) * 9000) + 1

    def find_sessions(self):
        sessions, on = [], {}
        for user in self.s.names("user"):
            if self.s.word("user", user, "on") != "none":
                on[user] = self.at(-60)
        for minute, what, args in self.s.happenings:
            now = self.at(minute)
            if what == "logon":
                on[args[0]] = now
            elif what == "logoff":
                sessions.append(Session(args[0], on.pop(args[0]), now))
            elif what == "ipl":
                sessions += [Session(user, since, now) for user, since in on.items()]
                on = {user: now + int(args[0]) * SECOND for user in on if self.s.word("user", user, "on") != "none"}
        return sessions + [Session(user, since) for user, since in on.items()]

    def intervals(self):
        """All of the day.  Number 0 is the first sample, which has nothing to be compared with."""
        spoilt, before = "first sample", {}
        for number in range(self.total + 1):
            now = Interval(number, self.sample(number - 1), self.sample(number))
            now.why, spoilt = spoilt, ""
            for begin, away in self.ipls:
                if begin < now.end <= begin + away:
                    now.written, spoilt = False, "down"
                elif now.begin <= begin + away < now.end:
                    now.begin, now.restart, now.why, self.ipl = begin + away, True, "IPL", begin + away
                    now.events.append((begin, "shutdown", None))
            for begin, away in self.suspensions:
                if now.begin < begin <= now.end:
                    now.events += [(begin, "suspended", None), (begin + away, "resumed", None)]
            if any(now.begin < lost - self.length // 2 <= now.end for lost in self.lost):
                now.written, spoilt = False, "lost interval before"
            now.value = now.written and not now.why
            self.fill(now)
            for user, session in now.sessions.items():
                if before.get(user) is not session:
                    now.sessions[user] = session
            now.stayed = {user for user, session in now.sessions.items() if before.get(user) is session}
            before = now.sessions
            yield now

    # ---- Counters ----

    def value(self, kind, name, quantity):
        return self.s.value(kind, name, quantity, self.minute)

    def percent(self, now, value):
        """Of an engine."""
        return int(value * (now.end - now.begin) / 100)

    def each(self, now, value):
        """So many a second."""
        return int(value * now.seconds())

    def fill(self, now):
        self.minute = ((now.begin + now.end) // 2 - self.midnight) / (60 * SECOND)
        self.users(now)
        self.locks(now)
        self.paging(now)
        self.devices(now)
        self.cpus(now)
        self.lpars(now)
        self.channels(now)
        self.network(now)
        self.others(now)
        self.linux(now)

    def users(self, now):
        self.charged, self.virtual = 0, 0
        samples = int((now.end - now.begin) / SECOND / self.s.system["sampling"])
        states = dict.fromkeys(STATES, 0)
        for session in self.sessions:
            span = session.overlap(now.begin, now.end)
            if session.on < now.end and session.off and now.begin < session.off <= now.end:
                now.events.append((session.off, "logoff", session))
            if now.begin < session.on <= now.end and not now.restart and now.number:
                now.events.append((session.on, "logon", session))
            if not span and not (session.on <= now.end and (not session.off or session.off > now.end)):
                continue
            user = session.user
            virtual = int(self.value("user", user, "virt") * span / 100)
            total = virtual + int(self.value("user", user, "cp") * span / 100)
            self.charged += total
            self.virtual += virtual
            vcpus = int(self.value("user", user, "vcpus"))
            if session.off and session.off <= now.end:
                now.pieces.append((user, span, {"user": {"total": total, "virtual": virtual, "instances": vcpus * span / SECOND}}))
                now.rests[session] = {"total": split(total, [1] * vcpus)[0], "virtual": split(virtual, [1] * vcpus)[0]}
                continue
            now.sessions[user] = session
            begun = {"user": {"total": total, "virtual": virtual, "instances": vcpus * span / SECOND}, "state": {}}
            if now.begin < session.on <= now.end:
                now.pieces.append((user, span, begun))
            for cpu, (v, t) in enumerate(zip(split(virtual, [1] * vcpus), split(total, [1] * vcpus))):
                now.count("user", (user, cpu), total=t, virtual=v)
                found = self.states(now, user, samples * span // (now.end - now.begin), t)
                now.count("state", (user, cpu), **found)
                for state, n in found.items():
                    begun["state"][state] = begun["state"].get(state, 0) + n
                for state in STATES:
                    states[state] += found[state]
        # So many virtual CPUs were found in each state when the sample was taken.
        virtual_cpus = len(now.counts.get("user", {}))
        likely = {s: round(virtual_cpus * n / max(1, sum(states.values()))) for s, n in states.items() if s != "TIDL"}
        now.level("states", "", **likely, TIDL=virtual_cpus - sum(likely.values()))
        now.level("users", "", logged=len(now.sessions), dormant=max(0, len(now.sessions) - 7))

    def states(self, now, user, samples, total):
        """High-frequency samples of a virtual CPU; each finds one state."""
        shares = {"CPURN": 100 * total / (now.end - now.begin), "CPUWT": self.value("user", user, "cpuwait"),
                  "WTPAG": self.value("user", user, "pagewait"), "IOWT": self.value("user", user, "io")}
        found, left = {}, samples
        for state, share in shares.items():
            found[state] = min(left, round(samples * share / 100))
            left -= found[state]
        return {**found, "TIDL": left, "STCT": samples}

    def locks(self, now):
        self.spun, self.spins = 0, 0
        for lock in self.s.names("lock"):
            spins, shared = (self.each(now, self.value("lock", lock, q)) for q in ("spins", "shared"))
            time_ = int(spins * self.value("lock", lock, "time"))
            shared_time = int(shared * self.value("lock", lock, "sharedtime"))
            now.count("lock", lock, spins=spins, time=time_, shared=shared, sharedtime=shared_time)
            self.spun += time_ + shared_time
            self.spins += spins + shared

    def paging(self, now):
        self.reads = self.writes = 0
        available = used = 0
        for volume in self.s.names("paging"):
            reads, writes = (self.each(now, self.value("paging", volume, q)) for q in ("reads", "writes"))
            slots = int(self.value("paging", volume, "slots"))
            available += slots
            used += int(slots * self.value("paging", volume, "used") / 100)
            device = int(self.s.word("paging", volume, "device"), 16)
            now.count("paging", (volume, device), reads=reads, writes=writes, spoolreads=0, spoolwrites=0,
                      ssch=(reads + writes) // 2)
            now.level("paging", (volume, device), load=round(self.value("paging", volume, "load")), page=slots, spool=0,
                      queued=0)
            self.reads += reads
            self.writes += writes
        spool = spool_used = created = purged = 0
        for volume in self.s.names("spool"):
            slots = int(self.value("spool", volume, "slots"))
            spool += slots
            spool_used += int(slots * self.value("spool", volume, "used") / 100)
            created += self.each(now, self.value("spool", volume, "created"))
            purged += self.each(now, self.value("spool", volume, "purged"))
        now.level("slots", "", page=available, pageused=used, spool=spool, spoolused=spool_used)
        now.count("slots", "", created=created, purged=purged)
        now.level("storage", "", **{q: int(self.value("storage", "all", q)) for q in
                                    ("pageable", "nonpageable", "avail", "avail2g", "low", "high")})

    def devices(self, now):
        self.ssch = 0
        paging = {device: what["ssch"] for (_, device), what in now.counts.get("paging", {}).items()}
        for device in self.s.names("device"):
            number = int(device, 16)
            ssch = paging.get(number, 0) or self.each(now, self.value("device", device, "rate"))
            measured = ssch - int(ssch * self.value("device", device, "miss") / 100)
            times = {q: round(measured * self.value("device", device, q) / 0.128) for q in
                     ("pend", "disc", "conn", "active")}
            now.count("device", number, ssch=ssch, measured=measured, **times)
            self.ssch += ssch

    def cpus(self, now):
        names = self.s.names("cpu")
        weights = [int(self.value("cpu", cpu, "weight")) for cpu in names]
        parts = zip(*(split(amount, weights) for amount in
                      (self.virtual, self.charged - self.virtual, self.spun, self.spins, self.ssch, self.reads,
                       self.writes)))
        length = now.end - now.begin
        self.used = {}
        for cpu, (emulation, cp, spun, spins, ssch, reads, writes) in zip(names, parts):
            system = self.percent(now, self.value("cpu", cpu, "sys")) + spun
            suspended = self.percent(now, self.value("cpu", cpu, "susp"))
            wait = length - emulation - cp - system - suspended
            if wait < 0:
                raise Problem(f"CPU {cpu} has {100 * (length - wait) / length:.1f} % to do at minute {self.minute:.0f}")
            resumed = ssch // 50
            self.used[int(cpu)] = emulation + cp + system
            per = {q: self.each(now, self.value("privop", "all", q) / len(names)) for q in
                   ("diagnose", "sigp", "total", "lctl")}
            now.count("cpu", int(cpu), emulation=emulation, user=emulation + cp, system=system, wait=wait, spun=spun,
                      spins=spins, ssch=ssch - resumed, rsch=resumed, reads=reads, writes=writes, **per,
                      dispatches=self.each(now, self.value("queue", "all", "dispatches") / len(names)))

    def lpars(self, now):
        length, all_used = now.end - now.begin, 0
        for name in self.s.names("lpar"):
            overhead = self.value("lpar", name, "overhead")
            if self.s.has("lpar", name, "busy"):
                cpus = int(self.value("lpar", name, "cpus"))
                used = dict(enumerate(split(self.percent(now, self.value("lpar", name, "busy")), [1] * cpus)))
            else:
                used = self.used
            for cpu, amount in used.items():
                active = amount + int(amount * overhead / 100)
                all_used += active
                if active > length:
                    raise Problem(f"{name} has {100 * active / length:.1f} % to do at minute {self.minute:.0f}")
                now.count("lpar", (name, cpu), used=amount, active=active)
        for cpu in self.s.names("physical"):
            management = self.percent(now, self.value("physical", cpu, "management"))
            all_used += management
            now.count("physical", int(cpu), management=management)
        if all_used > length * len(self.s.names("physical")):
            raise Problem(f"there are too few engines at minute {self.minute:.0f}")

    def channels(self, now):
        # The channel's own clock, 128 microseconds a tick.
        ticks = now.end // 128 - now.begin // 128
        for channel in self.s.names("channel"):
            v = {q: self.value("channel", channel, q) for q in
                 ("group", "busy", "all", "bus", "read", "write", "sent", "messages")}
            key, group = int(channel, 16), int(v["group"])
            if group == 1:
                now.count("channel", key, group=group, clock=ticks, own=int(ticks * v["busy"] / 100),
                          all=int(ticks * v["all"] / 100))
            elif group == 2:
                now.count("channel", key, group=group, clock=ticks, own=self.each(now, v["busy"] * 10000),
                          all=self.each(now, v["all"] * 10000), bus=self.each(now, v["bus"] * 50000),
                          write=self.each(now, v["write"] / 64), read=self.each(now, v["read"] / 64),
                          writeall=self.each(now, v["write"] / 32), readall=self.each(now, v["read"] / 32))
            else:
                now.count("channel", key, group=group, clock=ticks, messages=self.each(now, v["messages"]),
                          messagesall=self.each(now, v["all"]), data=self.each(now, v["sent"] / 64),
                          dataall=self.each(now, v["sent"] / 32), failed=self.each(now, 0.2),
                          nobuffers=self.each(now, 0.1), nobuffersall=self.each(now, 0.4))
        for iop in self.s.names("iop"):
            busy = self.each(now, self.value("iop", iop, "busy") * 100)
            now.count("iop", int(iop), busy=busy, idle=self.each(now, 10000) - busy, started=self.ssch // 2,
                      interrupts=self.ssch // 2, pathbusy=busy // 40, switchbusy=busy // 400, controlbusy=busy // 90,
                      devicebusy=busy // 30)

    def network(self, now):
        for kind in ("vswitch", "qdio"):
            for device in self.s.names(kind):
                rates = [q for q in self.s.kinds[kind][device] if q != "owner"]
                now.count(kind, int(device, 16), **{q: self.each(now, self.value(kind, device, q)) for q in rates})

    def others(self, now):
        levels = {q: round(self.value("queue", "all", q)) for q in ("class1", "class2", "class3", "eligible")}
        levels["inq"] = levels["class1"] + levels["class2"] + levels["class3"]
        now.level("queue", "", **levels)
        length = now.end - now.begin
        now.count("ssi", "", **{q: int(length * self.value("ssi", "all", q) / 100) for q in
                                ("joined", "suspended", "isolated")})

    def linux(self, now):
        for guest in self.s.names("linux"):
            if guest not in now.sessions:
                continue
            ticks = self.each(now, 100)
            for cpu in range(int(self.value("linux", guest, "cpus"))):
                parts = {q: int(ticks * self.value("linux", guest, q) / 100) for q in
                         ("user", "system", "iowait", "steal")}
                now.count("linuxcpu", (guest, cpu), idle=ticks - sum(parts.values()), **parts)
            v = {q: self.value("linux", guest, q) for q in ("load", "free", "rx", "tx")}
            now.count("linux", guest, rx=self.each(now, v["rx"]), tx=self.each(now, v["tx"]),
                      rxpackets=self.each(now, v["rx"] / 900), txpackets=self.each(now, v["tx"] / 900),
                      pagein=self.each(now, 70), pageout=self.each(now, 90), faults=self.each(now, 1500),
                      major=self.each(now, 0.1), allocated=self.each(now, 2000))
            now.level("linux", guest, free=int(v["free"]), load=int(v["load"] * 2048), running=2, threads=230)
