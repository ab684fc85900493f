#!/usr/bin/env python3
"""Which mistakes in the source the tests notice: make mutants N=200 SEED=1

Usage: mutants.py [--number=N] [--seed=SEED] [--each] [--only=PATH,...] [--longest=SECONDS] [--jobs=N] [--least=PERCENT]
                  [--list] [--keep] [--dir=DIR]

One token of one line in src is changed: a comparison, a sign, a border by
one, a value that is returned, a `continue' or `break' that is dropped.  The
program is built with that change, in a copy, and the tests are run until one
of them fails.  If all of them pass, the change has survived: a test is
missing, or the change makes no difference.  tests/nets/mutants.same lists those
that make none, and why.

Files are drawn in proportion to their lines, with --each within each room and
as often in each, and the same seed draws the same changes of the same source.  A change that does not compile is drawn again.
The cheapest tests come first, those that have noticed changes in the same
room before all others.  Live tests are run only for files that need them.
With --longest, tests that take longer are left out, as most of the time goes
into all tests for what none of them notices: then the figures are the least
that the tests notice.
"""
import argparse
import difflib
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Not changed: what is generated, and the API, of which every file is built anew.
LEFT_OUT = {"src/monread.h", "src/layout/tables.c"}
# What only live tests see.
LIVE_FILES = re.compile(r"src/(play/|stream/device|compress/|input/|store/|out/crew|cli/(pipe|stop|wait)|tool/(command|main|records|run|show|storing))")
LIVE_TESTS = re.compile(r"tests/(live|play)/")
# These build or install by themselves, which is not what is asked about here.
LEFT_OUT_TESTS = {"tests/install.sh"}
# Kept from the rebuild, as they take longer than all the rest: the records' tables, made by the unchanged program.
KEPT = ["-o", "src/layout/tables.c", "-o", "src/gen/mklayouts", "-o", "tests/captures.stamp"]

TOKEN = re.compile(
    r"->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|[A-Za-z_]\w*|0[xX][0-9A-Fa-f]+[uUlL]*|\d+\.\d+|\d+[uUlL]*|\S")
SWAPS = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "++": ["--"], "--": ["++"],
}
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
NUMBER = re.compile(r"(0[xX][0-9A-Fa-f]+|\d+)([uUlL]*)$")
DIMENSION = re.compile(r"^\s*(?:(?:static|const|struct|unsigned|signed)\s+)*\w+\s+[\w*, \[\]]*\[\w*$")


def masked(text):
    """TEXT without comments, strings and characters, everything in its place."""
    def blank(m):
        return re.sub(r"[^\n]", " " if m.group()[0] == "/" else "Q", m.group())
    return COMMENT.sub(blank, text)


def changes_of_line(line):
    """(start, end, new) of each change of one token of LINE, which is masked."""
    directive = re.match(r"\s*#\s*(\w+)", line)
    if directive and (directive.group(1) != "define" or not re.match(r"\s*#\s*define\s+\w+\s+\(?\w", line)):
        return
    if "__attribute__" in line or re.match(r"\s*(struct|enum|union) \w+;", line):
        return
    before = ""
    tokens = list(TOKEN.finditer(line))
    for i, m in enumerate(tokens):
        token, nxt = m.group(), tokens[i + 1].group() if i + 1 < len(tokens) else ""
        binary = re.search(r"[\w)\]Q]$", before) and before not in ("return", "case")
        if token in SWAPS:
            for new in SWAPS[token]:
                yield m.start(), m.end(), new
        elif token in "+-" and binary:
            yield m.start(), m.end(), "-" if token == "+" else "+"
        elif token == "!":
            yield m.start(), m.end(), ""
        elif token in ("continue", "break") and nxt == ";":
            yield m.start(), m.end(), ""
        elif token == "return" and nxt in ("0", "1"):
            yield tokens[i + 1].start(), tokens[i + 1].end(), "1" if nxt == "0" else "0"
        elif token == "return" and nxt == "-" and i + 2 < len(tokens) and tokens[i + 2].group() == "1":
            yield tokens[i + 1].start(), tokens[i + 2].end(), "0"
        elif NUMBER.match(token) and before != "return" and not (before == "-" and i > 1 and tokens[i - 2].group() == "return"):
            # Memory for one more changes nothing, and all elements have the same size.
            if DIMENSION.match(line[:m.start()]) or re.search(r"\bsizeof\s*\(?[\w.>-]+\[$", line[:m.start()]):
                before = token
                continue
            digits, suffix = NUMBER.match(token).groups()
            value = int(digits, 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 and
                        digits.isdigit() and "8" not in digits and "9" not in digits else 10)
            shown = hex if digits[:2] in ("0x", "0X") else str
            yield m.start(), m.end(), shown(value + 1) + suffix
            if value > 0:
                yield m.start(), m.end(), shown(value - 1) + suffix
        before = token


class Change:
    def __init__(self, path, number, old, new):
        self.path, self.number, self.old, self.new = path, number, old, new
        self.room = path.split("/")[1]

    def key(self):
        return self.path, self.old.strip(), self.new.strip()

    def diff(self):
        return "%s:%d\n-%s\n+%s" % (self.path, self.number, self.old, self.new)


def sources(top, only):
    found = {}
    for folder, _, names in sorted(os.walk(os.path.join(top, "src"))):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), top)
            if name.endswith((".c", ".h")) and path not in LEFT_OUT and path.count("/") > 1 and \
               (not only or any(path.startswith(o) for o in only)):
                with open(os.path.join(top, path), encoding="utf-8") as f:
                    found[path] = f.read()
    return found


def drawn(texts, rng):
    """Changes without end, each once."""
    by_file = {}
    for path, text in texts.items():
        lines = text.split("\n")
        for number, line in enumerate(masked(text).split("\n"), 1):
            found = list(changes_of_line(line))
            if found:
                by_file.setdefault(path, []).append((number, lines[number - 1], found))
    paths = sorted(by_file)
    weights = [texts[p].count("\n") for p in paths]
    seen, missed = set(), 0
    while paths and missed < 10000:
        path = rng.choices(paths, weights)[0]
        number, line, found = rng.choice(by_file[path])
        start, end, new = rng.choice(found)
        if (path, number, start, new) in seen:
            missed += 1
            continue
        seen.add((path, number, start, new))
        missed = 0
        yield Change(path, number, line, line[:start] + new + line[end:])


def drawn_in_turn(texts, rng):
    """The same, one of each room after the other."""
    rooms = sorted({path.split("/")[1] for path in texts})
    draws = [drawn({p: t for p, t in texts.items() if p.split("/")[1] == room}, random.Random(rng.random())) for room in rooms]
    while draws:
        for draw in draws[:]:
            change = next(draw, None)
            if change is None:
                draws.remove(draw)
            else:
                yield change


def same_list(top):
    """What makes no difference: blocks of path, -old, +new, and the reason, as tests/nets/mutants.same says."""
    known, path, old = set(), None, None
    try:
        with open(os.path.join(top, "tests", "nets", "mutants.same"), encoding="utf-8") as f:
            for line in f:
                if line.startswith("src/"):
                    path = line.strip()
                elif line.startswith("-"):
                    old = line[1:].strip()
                elif line.startswith("+"):
                    known.add((path, old, line[1:].strip()))
    except FileNotFoundError:
        pass
    return known


def limit():
    """A change may make the program write or take memory without end."""
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Room:
    """A copy of the source, built, where changes are tried."""

    def __init__(self, directory, log):
        self.top, self.log = directory, log
        self.tmp = os.path.join(directory, "tmp")
        self.tests, self.times = [], {}
        self.live = True  # whether a file may be drawn that needs live tests

    def run(self, argv, seconds, output, env=None):
        """Status, or None where the time was over; everything it started is ended."""
        with open(output, "wb") as out:
            child = subprocess.Popen(argv, cwd=self.top, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                     env=env, start_new_session=True, preexec_fn=limit)
            try:
                status = child.wait(seconds)
            except subprocess.TimeoutExpired:
                status = None
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        return status

    def make(self, *targets, seconds=300):
        return self.run(["make", "-s", *KEPT, *targets], seconds, os.path.join(self.top, "make.out")) == 0

    def prepare(self):
        shutil.copytree(TOP, self.top, symlinks=True, ignore=shutil.ignore_patterns(
            ".git", "build", "mutants.work", "*.o", "*.lo", "*.la", ".libs", "*.log", "*.trs", "autom4te.cache",
            "captures", "captures.stamp", "config.status", "config.cache", "Makefile", "config.h"))
        os.mkdir(self.tmp)
        out = os.path.join(self.top, "prepare.out")
        for argv in (["./configure", "-q", "--disable-shared", "CFLAGS=-O0"], ["make", "-s"], ["make", "-s", "check", "TESTS="]):
            if self.run(argv, 1800, out) != 0:
                with open(out, errors="replace") as f:
                    raise RuntimeError("mutants: %s failed in %s:\n%s" % (" ".join(argv), self.top, f.read()[-2000:]))
        with open(os.path.join(self.top, "print.mk"), "w") as f:
            f.write("include Makefile\nprint-tests:\n\t@echo $(TESTS)\n\t@echo $(check_PROGRAMS) $(check_LTLIBRARIES) $(bin_PROGRAMS)\n")
        text = subprocess.run(["make", "-s", "-f", "print.mk", "print-tests"], cwd=self.top, stdout=subprocess.PIPE,
                              check=True).stdout.decode().split("\n")
        self.tests = [t for t in text[0].split() if t not in LEFT_OUT_TESTS]
        self.programs = text[1].split()

    def environment(self):
        env = dict(os.environ)
        env.update(srcdir=".", top_srcdir=".", builddir=self.top, MONREAD=self.top + "/src/monread", PYTHON=sys.executable,
                   MKLAYOUTS=self.top + "/src/gen/mklayouts", EMULATOR="", CC="gcc", MAKE="make", CFLAGS="-O0",
                   TMPDIR=self.tmp, CK_VERBOSITY="silent", CK_TAP_LOG_FILE_NAME="-", CK_DEFAULT_TIMEOUT="60")
        for name in ("MAKEFLAGS", "MFLAGS", "MONREAD_SHARED"):
            env.pop(name, None)
        return env

    def fails(self, test, seconds):
        """What TEST has to say against the program, or None."""
        out = os.path.join(self.top, "test.out")
        status = self.run(["sh", test] if test.endswith(".sh") else ["./" + test], seconds, out, self.environment())
        self.clean()
        if status is None:
            return "no end"
        with open(out, "rb") as f:
            text = f.read().decode(errors="replace")
        bad = re.search(r"^(not ok.*|Bail out!.*)", text, re.M)
        if bad:
            return bad.group(1)
        plan = re.search(r"^1\.\.(\d+)", text, re.M)
        if status != 0 or not plan:
            return "status %s" % status
        if int(plan.group(1)) != len(re.findall(r"^ok\b", text, re.M)):
            return "tests are missing"
        return None

    def clean(self):
        """What a test that was ended has left: programs in the background, mounts, then files."""
        for pid in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
            try:
                if pid.isdigit() and os.readlink("/proc/%s/exe" % pid).startswith(self.top + "/"):
                    os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass
        with open("/proc/mounts" if os.path.exists("/proc/mounts") else os.devnull) as f:
            mounts = [line.split()[1] for line in f if line.split()[1].startswith(self.tmp + "/")]
        for mount in reversed(mounts):
            if subprocess.run(["fusermount3", "-uzq", mount], stderr=subprocess.DEVNULL).returncode:
                subprocess.run(["umount", "-l", mount], stderr=subprocess.DEVNULL)
        for name in os.listdir(self.tmp):
            path = os.path.join(self.tmp, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)

    def measure(self, tests, longest):
        """{test: how long it takes where nothing is changed}; a test that fails then, or takes too long, is of no use."""
        times = {}
        for test in tests:
            if LIVE_TESTS.match(test) and not self.live:
                continue
            begin = time.time()
            why = self.fails(test, longest)
            if why and why != "no end":
                begin = time.time()
                why = self.fails(test, longest)
            if why:
                self.log("left out: %s: %s" % (test, "takes too long" if why == "no end" else "fails without a change: " + why))
            else:
                times[test] = time.time() - begin
        return times

    def order(self, change, credit):
        live = bool(LIVE_FILES.match(change.path))
        tests = [t for t in self.tests if live or not LIVE_TESTS.match(t)]
        return sorted(tests, key=lambda t: self.times[t] / (1 + credit.get((change.room, t), 0)))

    def tried(self, change, credit):
        """(verdict, by what): noticed, survived or invalid."""
        path = os.path.join(self.top, change.path)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        lines = text.split("\n")
        lines[change.number - 1] = change.new
        self.write(path, "\n".join(lines))
        try:
            # The records' tables are kept, so the generator is asked by itself.
            generator = change.room == "gen" or change.path in self.listing
            if not self.make("src/monread"):
                return "invalid", "does not compile"
            rest = False
            for test in self.order(change, credit):
                if test != "tests/golden/run.sh" and not rest:
                    rest = True
                    targets = [p for p in self.programs if change.room == "play" or p != "src/monplay"]
                    if not self.make(*targets) or (change.room in ("play", "base") and not self.make("src/monplay")):
                        return "noticed", "the build of the tests"
                    if generator and self.generator_differs():
                        return "noticed", "the tables"
                if LIVE_TESTS.match(test):
                    why = self.fails(test, self.times[test] * 6 + 20) and self.fails(test, self.times[test] * 6 + 20)
                else:
                    why = self.fails(test, self.times[test] * 20 + 20)
                if why:
                    credit[change.room, test] = credit.get((change.room, test), 0) + 1
                    return "noticed", "%s: %s" % (test, why)
            return "survived", ""
        finally:
            self.write(path, text)
            shutil.copy(self.generator, self.top + "/src/gen/mklayouts")

    def generator_differs(self):
        """It is made of the changed files, and so are the tables, but beside those that are used."""
        if self.run(["make", "-s", "-o", "src/layout/tables.c", "src/gen/mklayouts"], 300, self.top + "/make.out") != 0:
            return True
        dsects = sorted(os.path.join("data", n) for n in os.listdir(self.top + "/data") if n.endswith(".dsect"))
        made = os.path.join(self.tmp, "tables.c")
        differs = self.run(["src/gen/mklayouts", "-o", made, *dsects], 60, self.top + "/make.out") != 0 or \
            not os.path.exists(made)
        if not differs:
            with open(made, "rb") as a, open(self.reference, "rb") as b:
                differs = a.read() != b.read()
        self.clean()
        return differs

    def reference_tables(self):
        with open(self.top + "/src/listing/local.mk") as f:
            block = re.search(r"^LISTING_FILES =((?:.*\\\n)*.*)", f.read(), re.M)
        self.listing = set(re.findall(r"src/\S+", block.group(1))) if block else set()
        dsects = sorted(os.path.join("data", n) for n in os.listdir(self.top + "/data") if n.endswith(".dsect"))
        self.reference = os.path.join(self.top, "reference.c")
        self.run(["make", "-s", "src/gen/mklayouts"], 300, self.top + "/make.out")
        self.run(["src/gen/mklayouts", "-o", self.reference, *dsects], 60, self.top + "/make.out")
        self.generator = os.path.join(self.top, "mklayouts.unchanged")
        shutil.copy(self.top + "/src/gen/mklayouts", self.generator)

    @staticmethod
    def write(path, text):
        """With a time that make sees as newer than everything that was built."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--each", action="store_true", help="as many in each room")
    parser.add_argument("--only", default="")
    parser.add_argument("--longest", type=float, default=600, help="seconds that a test may take by itself")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=float, default=85.0, help="percent that must be noticed in each room")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--keep", action="store_true", help="leave the copies there")
    parser.add_argument("--dir", default=os.path.join(os.getcwd(), "mutants.work"))
    o = parser.parse_args()

    texts = sources(TOP, [p for p in o.only.split(",") if p])
    draw = (drawn_in_turn if o.each else drawn)(texts, random.Random(o.seed))
    same = same_list(TOP)
    lock = threading.Lock()
    if o.list:
        for _, change in zip(range(o.number), draw):
            print(change.diff())
        return 0

    def log(text):
        with lock:
            print(text, flush=True)

    shutil.rmtree(o.dir, ignore_errors=True)
    os.makedirs(o.dir)
    results, survivors, credit, times = {}, [], {}, {}
    met = threading.Barrier(o.jobs)
    left = [o.number]
    begun = time.time()

    def take():
        with lock:
            if left[0] <= 0:
                return None
            for change in draw:
                if change.key() not in same:
                    left[0] -= 1
                    return change
            return None

    def work(number):
        room = Room(os.path.join(o.dir, str(number)), log)
        room.live = any(LIVE_FILES.match(path) for path in texts)
        try:
            room.prepare()
            room.reference_tables()
            # Each job measures its part of the tests.
            share = room.measure(room.tests[number::o.jobs], o.longest)
        except BaseException:
            met.abort()
            raise
        with lock:
            times.update(share)
        met.wait()
        room.times = dict(times)
        room.tests = [t for t in room.tests if t in times]
        while True:
            change = take()
            if change is None:
                return
            start = time.time()
            verdict, why = room.tried(change, credit)
            log("%4d s %5.1f s %-8s %s:%d: %s%s" % (time.time() - begun, time.time() - start, verdict, change.path, change.number,
                                              change.new.strip(), "  [" + why + "]" if why else ""))
            with lock:
                if verdict == "invalid":
                    left[0] += 1
                    continue
                counts = results.setdefault(change.room, [0, 0])
                counts[0] += verdict == "noticed"
                counts[1] += 1
                if verdict == "survived":
                    survivors.append(change)

    threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(o.jobs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if sum(c[1] for c in results.values()) < o.number and not left[0] <= 0:
        print("mutants: ended early")
        return 2

    print("\nSurvivors:" if survivors else "\nNo survivors.")
    for change in sorted(survivors, key=lambda c: (c.path, c.number)):
        print(change.diff())
    print()
    low = False
    for name in sorted(results):
        noticed, total = results[name]
        low |= 100.0 * noticed < o.least * total
        print("%-8s %4d of %4d noticed, %5.1f %%" % (name, noticed, total, 100.0 * noticed / total))
    noticed, total = (sum(c[i] for c in results.values()) for i in (0, 1))
    if total:
        print("%-8s %4d of %4d noticed, %5.1f %%" % ("all", noticed, total, 100.0 * noticed / total))
    if not o.keep:
        shutil.rmtree(o.dir, ignore_errors=True)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
