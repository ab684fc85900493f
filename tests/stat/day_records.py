"""The records of a day: which fields hold what, and what they held before the day began."""
from day_capture import HEADER, UNIT, ebcdic, tod
from day_model import SECOND
from day_scenario import noise

WRAPS = {("cpu", "ssch"): 2**32 - 2500000, ("iop", "idle"): 2**40, ("device", "ssch"): 65536 * 3 - 40000}


# What a field holds: a function of an Instance.
def total(quantity):
    return lambda i: i.totals[quantity]


def clock(quantity):
    """In TOD units, and not from a whole microsecond on."""
    return lambda i: i.totals[quantity] * UNIT + 0x5A7


def down(quantity):
    return lambda i: 0x7FFFFFFF00000000 - i.totals[quantity] * UNIT


def level(quantity):
    return lambda i: i.levels[quantity]


def key(part=None):
    return (lambda i: i.key) if part is None else (lambda i: i.key[part])


def text(part=None, length=8):
    get = key(part)
    return lambda i: ebcdic(get(i), length)


def always(value):
    return lambda i: value


class Instance:
    """One of a kind, at one sample."""

    def __init__(self, of, totals, levels, scenario, now):
        self.key, self.totals, self.levels, self.scenario, self.now = of, totals, levels, scenario, now


def volume(i):
    return ebcdic(i.scenario.word("device", f"{i.key:04X}", "volume"), 6)


def owner(i):
    return ebcdic(i.scenario.word("vswitch", f"{i.key:04X}", "owner"), 8)


# Record, kind whose instances have one each, fields.
SAMPLES = [
    ("MRSYTSYP", "cpu", {"PFXCPUAD": key(), "PLSCTSS": total("ssch"), "PLSCTRS": total("rsch"),
                         "PLSDIAGT": total("diagnose"), "PLSPRVIS": total("total"), "PLSEXTNC": total("sigp"),
                         "PLSPIOPR": total("reads"), "PLSPIOPW": total("writes")}),
    ("MRSYTPRP", "cpu", {"PFXCPUAD": key(), "PFXPRBTM": down("emulation"), "PFXUTIME": clock("user"),
                         "PFXTMSYS": clock("system"), "PFXTOTWT": clock("wait"), "PFXSPINT": clock("spun"),
                         "PFXSPINC": total("spins"), "PFXRUNCP": total("dispatches")}),
    ("MRSYTRSG", "storage", {"RSANONPG": level("nonpageable"), "RSAPGABL": level("pageable"),
                             "RSAAVAIL": level("avail"), "RSA2GAVL": level("avail2g")}),
    ("MRSYTASG", "slots", {"CALSLTA1": level("page"), "CALSLTI1": level("pageused"), "CALSLTA2": level("spool"),
                           "CALSLTI2": level("spoolused"), "SYSSFCRT": total("created"), "SYSSFPUR": total("purged")}),
    ("MRSYTUSR", "users", {"SYSUSRS": level("logged"), "SRMCDORM": level("dormant")}),
    ("MRSYTSCG", "queue", {"SRMCDISP": level("inq"), "SRMC1DSP": level("class1"), "SRMC2DSP": level("class2"),
                           "SRMC3DSP": level("class3"), "SRMC3ELG": level("eligible")}),
    ("MRSYTUWT", "states", {"CALTIDL": level("TIDL"), "CALIOWT": level("IOWT"), "CALWTPAG": level("WTPAG"),
                            "CALCPUWT": level("CPUWT"), "CALCPURN": level("CPURN")}),
    ("MRSYTSCP", "cpu", {"PFXCPUAD": key(), "PLSDSPCN": total("dispatches")}),
    ("MRSYTSPT", "queue", {"CALTYPE": always(0), "SRXRELDL": always(1400)}),
    ("MRSTORSG", "storage", {"RSAAVLLT": level("low"), "RSAAVLHT": level("high")}),
    ("MRSTORSP", "cpu", {"PFXCPUAD": key(), "PLSPGDRD": total("reads"), "PLSPGDWT": total("writes"),
                         "PLSPREAD": total("reads")}),
    ("MRSTOASP", "paging", {"CALVSER": text(0, 6), "RDEVDEV": key(1), "RDEVSID": lambda i: i.key[1] + 0x10000,
                            "CALPAGE": level("page"), "EXPCTPRD": total("reads"), "EXPCTPWR": total("writes"),
                            "SCMSSCH": total("ssch"), "EXPMLOAD": level("load"), "SCGSSCH": total("ssch")}),
    ("MRUSEACT", "user", {"VMDUSER": text(0), "VMDCPUAD": key(1), "VMDSLIST": always(0x37),
                          "VMDTTIME": clock("total"), "VMDVTIME": clock("virtual")}),
    ("MRUSEINT", "state", {"VMDUSER": text(0), "VMDCPUAD": key(1), "VMDSVMID": always(ebcdic("", 8)),
                           "HFSTCT": total("STCT"), "HFTIDL": total("TIDL"), "HFIOWT": total("IOWT"),
                           "HFWTPAG": total("WTPAG"), "HFCPUWT": total("CPUWT"), "HFCPURN": total("CPURN")}),
    ("MRPRCIOP", "iop", {"CSCIOPID": key(), **{"CSCVBL" + c: always(1) for c in
                                               ("BC", "IC", "SC", "PI", "CB", "SB", "UB", "DB")},
                         "CSCMDBC": total("busy"), "CSCMDIC": total("idle"), "CSCMDSC": total("started"),
                         "CSCMDPI": total("interrupts"), "CSCMDCB": total("pathbusy"), "CSCMDSB": total("switchbusy"),
                         "CSCMDUB": total("controlbusy"), "CSCMDDB": total("devicebusy")}),
    ("MRPRCINS", "cpu", {"PFXCPUAD": key(), "PLSPRVGP": total("sigp"), "PLSPRVLC": total("lctl"),
                         "PLSCTSS": total("ssch"), "PLSCTRS": total("rsch")}),
    ("MRPRCDIA", "cpu", {"PFXCPUAD": key(), "PLSDGX44": total("diagnose"), "PLSTOTDI": total("diagnose")}),
    ("MRIODDEV", "device", {"RDEVLPM": always(0xF0), "RDEVSID": lambda i: i.key + 0x10000, "RDEVSER": volume,
                            "CALUSER": always(ebcdic("", 8)), "RDEVDEV": key(), "SCMSSCH": total("ssch"),
                            "SCMCOUNT": total("measured"), "SCMCNTIM": total("conn"), "SCMFPTIM": total("pend"),
                            "SCMDDTIM": total("disc"), "SCMDATIM": total("active"), "SCGSSCH": total("ssch"),
                            "SCGCOUNT": total("measured")}),
    ("MRIODVSW", "vswitch", {"RDEVSID": lambda i: i.key + 0x20000, "RDEVDEV": key(), "VMDUSER": owner,
                             "LANFSV": always(8), "NICTXBYT": total("txbytes"), "NICRXBYT": total("rxbytes"),
                             "NICTXPKT": total("txpackets"), "NICRXPKT": total("rxpackets"),
                             "NICTXDSC": total("txdiscards"), "NICRXDSC": total("rxdiscards")}),
    ("MRIODQDS", "qdio", {"RDEVDEV": key(), "QDIOCSGR": total("sigaread"), "QDIOCSGW": total("sigawrite"),
                          "QDIOCSGS": total("sigasync"), "BFTOA": total("tobuffers"), "BYTOA": total("tobytes"),
                          "BFFRA": total("frombuffers"), "BYFRA": total("frombytes")}),
    ("MRSSISMI", "ssi", {"PLMNJOND": always(1), "PLMTJOND": total("joined"), "PLMTSUSP": total("suspended"),
                         "PLMTISOL": total("isolated")}),
]

CHANNELS = {1: {"ECMCPBT": "own", "ECMCPBT_CPC": "all"},
            2: {"ECMCBC_CPC": "bus", "ECMCCWU_CPC": "all", "ECMCCWU": "own", "ECMCDUW_CPC": "writeall",
                "ECMCDUW": "write", "ECMCDUR_CPC": "readall", "ECMCDUR": "read"},
            3: {"ECMMSNT": "messages", "ECMMSNT_CPC": "messagesall", "ECMUATS": "failed", "ECMURB": "nobuffers",
                "ECMURB_CPC": "nobuffersall", "ECMDUS": "data", "ECMDUS_CPC": "dataall"}}
# What 100 % is, and how many bytes a unit has.
LIMITS = {2: {"CSCCMCMG": 2, "CSCCMCMB": 5000000, "CSCCMCMC": 1000000, "CSCCMCMW": 2000000, "CSCCMCMR": 2000000,
              "CSCCMCMU": 64},
          3: {"CSCCMCMG": 3, "CSCCMCDU": 64, "CSCCMCDP": 64, "CSCCMCMS": 256, "CSCCMCMP": 256}}


def put(buffer, field, value):
    """VALUE, a number or bytes, where the field is; counters that are too large begin again at 0."""
    offset, length = field
    if not isinstance(value, bytes):
        value = (int(value) & (1 << 8 * length) - 1).to_bytes(length, "big")
    buffer[offset:offset + length] = value[:length]


class Writer:
    """Makes the records of samples, events and configuration, and keeps what was counted so far."""

    def __init__(self, scenario, layouts):
        self.s, self.layouts, self.totals, self.zero, self.finals = scenario, layouts, {}, False, {}
        self.plans = [(layouts.get(name), kind, [(layouts.get(name).root()[f], get) for f, get in fields.items()])
                      for name, kind, fields in SAMPLES]

    def start(self, kind, of, quantity):
        """What a counter was when the day began."""
        if self.zero:
            return 0
        if (kind, quantity) in WRAPS:
            return WRAPS[kind, quantity]
        wide = kind in ("ssi", "lpar", "physical") or quantity in (
            "emulation", "user", "system", "wait", "spun", "total", "virtual", "time", "sharedtime", "txbytes",
            "rxbytes", "tobytes", "frombytes", "rx", "tx", "busy")
        return int(noise(kind, of, quantity) * (2**45 if wide and kind != "linuxcpu" else 2**30))

    def advance(self, now):
        """Count what INTERVAL counted."""
        if now.restart:
            self.totals, self.zero = {}, True
        for session, rest in now.rests.items():
            before = self.totals.get(("user", (session.user, 0))) if session.on <= now.begin else None
            self.finals[session] = {q: n + (before[q] if before else 0) for q, n in rest.items()}
        for kind, instances in now.counts.items():
            for of, counted in instances.items():
                fresh = kind in ("user", "state") and now.number and of[0] not in now.stayed
                before = self.totals.get((kind, of))
                if before is None or fresh:
                    before = {q: 0 if fresh else self.start(kind, of, q) for q in counted}
                self.totals[kind, of] = {q: before[q] + n for q, n in counted.items()}
        for kind, of in list(self.totals):
            if kind in ("user", "state") and of not in now.counts.get(kind, {}):
                del self.totals[kind, of]

    def body(self, layout, size=None):
        return bytearray(size or layout.length[layout.dsect])

    def sample(self, now, add):
        """ADD(domain, record, body) each record of the sample."""
        for layout, kind, fields in self.plans:
            template = bytes(self.body(layout))
            for of in now.counts.get(kind) or now.levels.get(kind, {}):
                instance = Instance(of, self.totals.get((kind, of)), now.levels.get(kind, {}).get(of), self.s, now)
                record = bytearray(template)
                for field, get in fields:
                    put(record, field, get(instance))
                add(*layout.number, bytes(record[HEADER:]))
        self.partitions(now, add)
        self.locks(now, add)
        self.channels(now, add)
        self.linux(now, add)

    def fixed(self, name, add, entries=(), structure=None, **fields):
        """A record, its array of entries behind it."""
        layout = self.layouts.get(name)
        record = self.body(layout)
        for field, value in fields.items():
            put(record, layout.root()[field], value)
        for entry in entries:
            rest = bytearray(layout.length[structure])
            for field, value in entry.items():
                put(rest, layout.structures[structure][field], value)
            record += rest
        add(*layout.number, bytes(record[HEADER:]))

    def partitions(self, now, add):
        taken = tod(now.end - 400000)
        kind = ebcdic("CP", 16)
        for name in self.s.names("lpar"):
            cpus = [cpu for partition, cpu in now.counts["lpar"] if partition == name]
            layout = self.layouts.get("MRSYTCUP")
            self.fixed("MRSYTCUP", add, [
                {"LCUCPUID": cpu, "LCUCWGHT": self.s.value("lpar", name, "weight", 0),
                 "LCUCACTM": self.totals["lpar", (name, cpu)]["active"],
                 "LCUCLPTM": self.totals["lpar", (name, cpu)]["used"], "LCXCPTYP": kind} for cpu in cpus],
                "CPUDATA", LCUPNAME=ebcdic(name, 8), LCUPPNUM=self.s.value("lpar", name, "number", 0),
                LCUPCPCT=len(cpus), CALCPUOF=layout.length["SYTCUP"], CALCPULN=layout.length["CPUDATA"],
                LCUTCTOD=taken, LCPTYPE=kind)
        layout = self.layouts.get("MRSYTCUM")
        cpus = list(now.counts["physical"])
        self.fixed("MRSYTCUM", add, [
            {"LCUMCPU": cpu, "LCUMGTM": self.totals["physical", cpu]["management"], "LCUPTYPE": kind} for cpu in cpus],
            "MIBDATA", CALNREC=len(cpus), CALMIBOF=layout.length["SYTCUM"], CALMIBLN=layout.length["MIBDATA"],
            LCUTCTOD=taken)

    def locks(self, now, add):
        layout = self.layouts.get("MRSYTLCK")
        entries = []
        for lock in now.counts["lock"]:
            t = self.totals["lock", lock]
            entries.append({"CALLCKID": ebcdic(lock, 8), "CALXSCNT": t["spins"], "CALXTIME": t["time"] * UNIT,
                            "CALSSCNT": t["shared"], "CALSTIME": t["sharedtime"] * UNIT, "CALCADEX": 2 * t["spins"],
                            "CALCADSH": 2 * t["shared"]})
        self.fixed("MRSYTLCK", add, entries, "CALLKDATA", CALNMLKS=len(entries), CALVERSN=1,
                   CALENTSZ=layout.length["CALLKDATA"], CALENTDSP=layout.length["SYTLCK"])

    def channels(self, now, add):
        layout = self.layouts.get("MRSYTEPM")
        for channel, counted in now.counts["channel"].items():
            totals, group = self.totals["channel", channel], counted["group"]
            first, second = layout.length["SYTEPM"], layout.length["SYTEPM"] + layout.length["ECM1"]
            record = bytearray(second)
            limits = bytearray(layout.length["CMC2"])
            for field, value in {"CALCHPID": channel, "CALTYPE": group, "CALOFST1": first,
                                 "CALOFST2": second if group > 1 else 0,
                                 "CALLEN2": len(limits) if group > 1 else 0}.items():
                put(record, layout.root()[field], value)
            entry = bytearray(layout.length["ECM1"])
            fields = layout.structures[f"ECM{group}"]
            put(entry, fields["ECMCUIV"], 0xFF)
            put(entry, fields["ECMTSTMP"], totals["clock"])
            for field, quantity in CHANNELS[group].items():
                put(entry, fields[field], totals[quantity])
            record[first:] = entry
            if group > 1:
                for field, value in LIMITS[group].items():
                    put(limits, layout.structures[f"CMC{group}"][field], value)
                record += limits
            add(*layout.number, bytes(record[HEADER:]))

    def application(self, user, product, data, add):
        layout = self.layouts.get("MRAPLSDT")
        record = self.body(layout)
        for field, value in {"CALDATOF": len(record), "CALDATLN": len(data), "USERID": ebcdic(user, 8),
                             "MDGPROD": product}.items():
            put(record, layout.root()[field], value)
        add(*layout.number, bytes(record[HEADER:] + data))

    def linux(self, now, add):
        for guest in now.counts.get("linux", {}):
            t, level_, seen = self.totals["linux", guest], now.levels["linux"][guest], \
                tod(now.end - 1500000)
            same = {"timestamp": seen, "sync_count_1": now.number + 7, "sync_count_2": now.number + 7}
            cpus = [cpu for name, cpu in now.counts["linuxcpu"] if name == guest]
            system = self.layouts.get("appldata-linux-os")
            data = self.body(system)
            size = system.length["CPU"]
            for field, value in {**same, "nr_cpus": len(cpus), "per_cpu_size": size, "cpu_offset": len(data),
                                 "nr_running": level_["running"], "nr_threads": level_["threads"],
                                 "nr_iowait": 0}.items():
                put(data, system.root()[field], value)
            offset = system.root()["avenrun"][0]
            for n in range(3):
                put(data, (offset + 4 * n, 4), level_["load"])
            for cpu in cpus:
                entry = bytearray(size)
                for field in ("user", "system", "idle", "iowait", "steal"):
                    put(entry, system.structures["CPU"][field], self.totals["linuxcpu", (guest, cpu)][field])
                put(entry, system.structures["CPU"]["cpu_id"], cpu)
                data += entry
            self.application(guest, self.product(2, 1), data, add)
            memory = self.layouts.get("appldata-linux-mem")
            data = self.body(memory)
            for field, value in {**same, "pgpgin": t["pagein"], "pgpgout": t["pageout"], "pgfault": t["faults"],
                                 "pgmajfault": t["major"], "pgalloc": t["allocated"], "totalram": 4038000,
                                 "freeram": level_["free"], "bufferram": 90112, "cached": 1612000,
                                 "totalswap": 524284, "freeswap": 521000}.items():
                put(data, memory.root()[field], value)
            self.application(guest, self.product(1, 0), data, add)
            net = self.layouts.get("appldata-linux-net")
            data = self.body(net)
            for field, value in {**same, "nr_interfaces": 1, "rx_packets": t["rxpackets"],
                                 "tx_packets": t["txpackets"], "rx_bytes": t["rx"], "tx_bytes": t["tx"]}.items():
                put(data, net.root()[field], value)
            self.application(guest, self.product(3, 0), data, add)

    @staticmethod
    def product(record, modification):
        return ebcdic("LINUXKRNL", 9) + bytes([record]) + ebcdic(f"2601{modification:02d}", 6)

    # ---- Events and configuration ----

    def event(self, what, session, now, add):
        if what == "suspended":
            self.fixed("MRMTRSOS", add)
        elif what == "resumed":
            self.fixed("MRMTRSUS", add)
        elif what == "logon":
            self.fixed("MRUSELON", add, VMDUSER=ebcdic(session.user, 8), VMDRELSH=100, CALTODON=tod(session.on),
                       VMDACTNO=ebcdic("", 8), VMDGRPN=ebcdic("", 8), VMDBYVAL=ebcdic("", 8))
        elif what == "logoff":
            final = self.finals[session]
            self.fixed("MRUSELOF", add, VMDTTIME=final["total"] * UNIT + 0x5A7, VMDVTIME=final["virtual"] * UNIT + 0x5A7,
                       VMDUSER=ebcdic(session.user, 8), VMDRELSH=100, CALTODON=tod(session.on),
                       VMDACTNO=ebcdic("", 8), VMDGRPN=ebcdic("", 8))

    def configuration(self, model, now, add):
        system = self.s.system
        self.fixed("MRMTRSYS", lambda domain, record, body: add(domain, record, body.ljust(428 - HEADER, b"\0")),
                   HCPCPEID=ebcdic(system["release"], 8), SYSTODST=tod(model.ipl), SYSTERM=tod(model.ipl - 95 * SECOND),
                   SYSDATE=ebcdic("", 8), SYSABNCD=ebcdic("", 8), SYSTMID=ebcdic(self.s.name, 8),
                   SYSCKVOL=ebcdic("VMRES", 6), SYSWMVOL=ebcdic("VMRES", 6), SYSMTYPE=ebcdic("3906", 4),
                   SYSMMODL=ebcdic("M01", 16), SYSMSEQC=ebcdic("00000000000EXAMP", 16), SYSMPOM=ebcdic("00", 4),
                   LPNUMBER=system["number"], LPARNAME=ebcdic(system["partition"], 8), LPARCAF=500,
                   CPUCOUNT=len(self.s.names("cpu")), CPUCFGCT=len(self.s.names("cpu")),
                   CPUSHARD=len(self.s.names("cpu")), CPUCAPAB=406, SCPCAPAB=406)
        for cpu in self.s.names("cpu"):
            self.fixed("MRMTRPRP", add, PFXCPUAD=int(cpu), PFXIDMDL=0x3906, PFXIDSER=0x0E8A02, CALUDED=ebcdic("", 8))
        for device in self.s.names("device"):
            number = int(device, 16)
            self.fixed("MRMTRDEV", add, RDEVTYPE=0x20, RDEVCLAS=4, RDEVDVID=0x3390, CALMODLN=0x0C, RDEVLPM=0xF0,
                       RDEVDEV=number, RDEVSID=number + 0x10000, RDEVCUID=0x3990,
                       RDEVSER=ebcdic(self.s.word("device", device, "volume"), 6))
        self.fixed("MRMTRMEM", add, RSAPGABL=2010000, RSANONPG=61000, SYSGTORS=8 << 30, RSAGSTOR=8 << 30)
        self.fixed("MRMTRSPR", add, INTERVAL=model.length // SECOND, HFRATE=int(system["sampling"] * 100),
                   SDOMAINS=0xFF, CONFIG=241)
        for user in now.sessions:
            self.fixed("MRMTRUSR", add, VMDUSER=ebcdic(user, 8), VMDCPUCT=self.s.value("user", user, "vcpus", 0),
                       VMDRELSH=100, CALTODON=tod(now.sessions[user].on), VMDACTNO=ebcdic("", 8),
                       VMDGRPN=ebcdic("", 8), VMDBYVAL=ebcdic("", 8))
        self.fixed("MRMTRSCH", add, SRMBIASI=90, SRMBIASD=2, SRMTSLIC=5000 * 4096, SRMTSHOT=2000 * 4096, SRMP1LDG=100,
                   SRMP2LDG=75, SRMP3LDG=60, SRMP1WSS=300, SRMP2WSS=250, SRMP3WSS=200, SRMWSSMP=9999, SRML1DSP=32767,
                   SRML2DSP=32767, SRML3DSP=32767)
