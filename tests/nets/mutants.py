#!/usr/bin/env python3
"""Which mistakes in the source the tests notice: make mutants N=200 SEED=1

Usage: mutants.py [--number=N] [--seed=SEED] [--each] [--only=PATH,...] [--again=FILE] [--without=TEST,...]
                  [--longest=SECONDS] [--jobs=N] [--least=PERCENT] [--list] [--keep] [--dir=DIR] [--map=FILE]

One token of one line in src is changed: a comparison, a sign, a border by
one, a value that is returned, a `continue' or `break' that is dropped.  The
program is built with that change, in a copy, and the tests that run the line
are run until one of them fails.  If all of them pass, or none runs the line,
the change has survived: a test is missing, or the change makes no difference.
tests/nets/mutants.same lists those that make none, and why.

Which test runs which line is measured first, with gcov, and kept in the file
--map: it is measured again for tests that have changed, and for all tests
when the program has.  The cheapest tests come first, those that have noticed
changes in the same room before all others.  Loops without end are ended by
the processor time that they take, which other programs have no part in.

Files are drawn in proportion to their lines, with --each within each room and
as often in each; the same seed draws the same changes of the same source.  A
change that does not compile is drawn again, and so is one of which an
optimizing compiler makes the same code: it is no other program.  --again=FILE tries the survivors
that FILE, the output of an earlier run, has at its end.  With --without and
--longest, tests are left out: then the figures are the least that is noticed.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True  # the source may be read-only
import lines  # noqa: E402
import trial  # noqa: E402

# Leave out generated files, the API (a change rebuilds every file), files that only --enable-shared builds, and
# programs that only run in the build.
LEFT_OUT = {"src/monread.h", "src/layout/tables.c", "src/sql/extension.c"}
# Files that are compiled to see whether a change of a header makes other code.
USERS_MOST = 20
# These tests depend on time and on other programs: count a failure only if it happens twice.
TWICE = re.compile(r"tests/(live|play|nets)/|tests/(progress|late)")
KEPT_TABLES = ["-o", "src/layout/tables.c"]

TOKEN = re.compile(
    r"->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|[A-Za-z_]\w*|0[xX][0-9A-Fa-f]+[uUlL]*|\d+\.\d+|\d+[uUlL]*|\S")
SWAPS = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "++": ["--"], "--": ["++"],
}
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
ALLOCATED = re.compile(r"\bcalloc\($")
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
            # Memory for one more element does not change the result, and all elements have the same size.
            if DIMENSION.match(line[:m.start()]) or ALLOCATED.search(line[:m.start()]) or re.search(r"\bsizeof\s*\(?[\w.>-]+\[$", line[:m.start()]):
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


def again(name, texts):
    """The survivors that an earlier run has printed, wherever their lines are by now."""
    path, old = None, None
    with open(name, encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            at = re.match(r"(src/\S+):(\d+)$", line)
            if at:
                path, number = at.group(1), int(at.group(2))
            elif path and line.startswith("-"):
                old = line[1:]
            elif path and old is not None and line.startswith("+"):
                places = [n for n, text in enumerate(texts.get(path, "").split("\n"), 1) if text == old]
                if places:
                    yield Change(path, min(places, key=lambda n: abs(n - number)), old, line[1:])
                else:
                    print("%s:%d: is no more" % (path, number))
                path, old = None, None


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


class Bench(trial.Trial):
    """A copy where changes are tried."""

    def __init__(self, directory, longest, without):
        super().__init__(directory, "-O0")
        self.longest, self.without = longest, without
        self.lines = None

    def order(self, change, credit):
        """The tests that run the line, those first that cost little and have noticed changes of the same room."""
        found = [t for t in self.lines.tests_of(change.path, change.number)
                 if not self.lines.tests[t]["why"] and t not in self.without and self.lines.tests[t]["seconds"] <= self.longest]
        return sorted(found, key=lambda t: (self.lines.tests[t]["seconds"] + 1) / (1 + credit.get((change.room, t), 0)))

    def notices(self, test):
        """What TEST says; where it lives with other programs and their times, what it says twice."""
        of = self.lines.tests[test]
        for _ in range(2 if TWICE.match(test) else 1):
            why = self.fails(test, trial.Limits.of(of["seconds"], of["cpu"]))[0]
            if not why:
                break
        return why

    def learn_flags(self):
        """What all files together are compiled with, but for warnings."""
        said = subprocess.run(["make", "-n", "V=1", "-W", "config.h", "src/monread", "src/monplay", "src/monstat"], cwd=self.top,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode(errors="replace")
        self.flags = sorted({word for line in said.split("\n") if " -c " in line for word in line.split()
                             if re.match(r"-[ID][\w./=]|-std=|-pthread$", word)})

    def code(self, path):
        """What an optimizing compiler makes of it; None: nothing."""
        made = os.path.join(self.top, "code.o")
        done = subprocess.run(["gcc", *self.flags, "-O2", "-w", "-c", "-o", made, path], cwd=self.top, stderr=subprocess.DEVNULL)
        if done.returncode:
            return None
        with open(made, "rb") as f:
            return f.read()

    def makes_same_code(self, change, text, changed):
        """Whether the change, which is not made yet, makes no other program."""
        path = os.path.join(self.top, change.path)
        users = [change.path] if path.endswith(".c") else self.lines.users_of(change.path)
        if not 0 < len(users) <= USERS_MOST:
            return False
        before = [self.code(user) for user in users]
        self.write(path, changed)
        after = [self.code(user) for user in users]
        self.write(path, text)
        return None not in before and before == after

    def tried(self, change, credit):
        """(verdict, by what): noticed, survived or invalid."""
        path = os.path.join(self.top, change.path)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        lines = text.split("\n")
        lines[change.number - 1] = change.new
        if self.makes_same_code(change, text, "\n".join(lines)):
            return "invalid", "it makes the same code"
        tests = self.order(change, credit)
        generator = change.room == "gen" or change.path in self.listing
        if not tests and not generator:
            all_tests = self.lines.tests_of(change.path, change.number)
            return "survived", "the %d tests that run it are left out" % len(all_tests) if all_tests else "no test runs it"
        made = {"play": {"src/monplay"}, "gen": {"src/gen/mklayouts", "src/gen/mkreports"}}.get(change.room, {"src/monread"})
        self.write(path, "\n".join(lines))
        try:
            if not self.make(*made, kept=KEPT_TABLES if change.room == "gen" else trial.KEPT):
                return "invalid", "does not compile"
            # The tables of the records are not made again, so run the generator separately.
            if generator and self.generator_differs():
                return "noticed", "the tables"
            for test in tests:
                programs = set(self.lines.tests[test]["programs"]) - made
                if programs and not self.make(*sorted(programs)):
                    return "noticed", "the build of the tests"
                made |= programs
                why = self.notices(test)
                if why:
                    credit[change.room, test] = credit.get((change.room, test), 0) + 1
                    return "noticed", "%s: %s" % (test, why)
            return "survived", "%d tests run it" % len(tests)
        finally:
            self.write(path, text)
            shutil.copy(self.generator, self.top + "/src/gen/mklayouts")

    def tables(self, made):
        """Made by the generator as it is, but for its own build."""
        dsects = sorted(os.path.join("data", n) for n in os.listdir(self.top + "/data") if n.endswith(".dsect"))
        return self.run(["src/gen/mklayouts", "-o", made, "-v", "data/values", *dsects], trial.Limits(120, 20),
                        self.top + "/make.out")[0] == 0 and os.path.exists(made)

    def generator_differs(self):
        """It is made of the changed files, and so are the tables, but beside those that are used."""
        made = os.path.join(self.tmp, "tables.c")
        differs = not self.make("src/gen/mklayouts", kept=KEPT_TABLES) or not self.tables(made)
        if not differs:
            with open(made, "rb") as a, open(self.reference, "rb") as b:
                differs = a.read() != b.read()
        self.clean(self.tmp)
        return differs

    def reference_tables(self):
        with open(self.top + "/src/listing/local.mk") as f:
            block = re.search(r"^LISTING_FILES =((?:.*\\\n)*.*)", f.read(), re.M)
        self.listing = set(re.findall(r"src/\S+", block.group(1))) if block else set()
        self.reference = os.path.join(self.top, "reference.c")
        self.make("src/gen/mklayouts", kept=KEPT_TABLES)
        if not self.tables(self.reference):
            raise RuntimeError("mutants: the generator makes no tables in %s" % self.top)
        self.generator = os.path.join(self.top, "mklayouts.unchanged")
        shutil.copy(self.top + "/src/gen/mklayouts", self.generator)

    @staticmethod
    def write(path, text):
        """With a time that make sees as newer than everything that was built."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


class Results:
    def __init__(self):
        self.rooms, self.survivors = {}, []

    def add(self, change, verdict):
        counts = self.rooms.setdefault(change.room, [0, 0])
        counts[0] += verdict == "noticed"
        counts[1] += 1
        if verdict == "survived":
            self.survivors.append(change)

    def table(self):
        def row(name, noticed, total):
            return "%-8s %4d of %4d noticed, %5.1f %%" % (name, noticed, total, 100.0 * noticed / total)
        rows = [row(name, *self.rooms[name]) for name in sorted(self.rooms)]
        if self.rooms:
            rows.append(row("all", *(sum(c[i] for c in self.rooms.values()) for i in (0, 1))))
        return rows

    def low(self, least):
        return any(100.0 * noticed < least * total for noticed, total in self.rooms.values())


def draws(o, texts):
    if o.again:
        return again(o.again, texts)
    return (drawn_in_turn if o.each else drawn)(texts, random.Random(o.seed))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--each", action="store_true", help="as many in each room")
    parser.add_argument("--again", help="those that survived, of a file that has the output of an earlier run")
    parser.add_argument("--only", default="")
    parser.add_argument("--longest", type=float, default=600, help="seconds that a test may take where nothing is changed")
    parser.add_argument("--without", default="", help="tests that are left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=float, default=85.0, help="percent that must be noticed in each room")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--keep", action="store_true", help="leave the copies there, and use those that an earlier run left")
    parser.add_argument("--dir", default=os.path.join(os.getcwd(), "mutants.work"))
    parser.add_argument("--map", default=os.path.join(os.getcwd(), "mutants.map"), help="where it is kept which test runs what")
    o = parser.parse_args()

    texts = sources(trial.TOP, [])
    only = [p for p in o.only.split(",") if p]
    draw = draws(o, {p: t for p, t in texts.items() if not only or any(p.startswith(n) for n in only)})
    same = same_list(trial.TOP)
    lock = threading.Lock()
    if o.again:
        o.number = len(texts) * 1000
    if o.list:
        for _, change in zip(range(o.number), draw):
            print(change.diff())
        return 0

    def log(text):
        with lock:
            print(text, flush=True)

    if not o.keep:
        shutil.rmtree(o.dir, ignore_errors=True)
    os.makedirs(o.dir, exist_ok=True)
    benches = [Bench(os.path.join(o.dir, str(n)), o.longest, o.without.split(",")) for n in range(o.jobs)]
    results, credit = Results(), {}
    left = [o.number]

    def take_no_more():
        left[0] = 0

    def prepared(bench):
        bench.prepare()
        bench.reference_tables()
        bench.learn_flags()

    trial.in_parallel(prepared, benches)
    found = lines.line_map(texts, benches, os.path.join(o.dir, "lines"), o.map, o.longest, log)
    shutil.rmtree(os.path.join(o.dir, "lines"), ignore_errors=True)
    begun = time.time()

    def take():
        with lock:
            for change in draw if left[0] > 0 else ():
                if change.key() not in same:
                    left[0] -= 1
                    return change
            return None

    def work(bench):
        bench.lines = found
        for change in iter(take, None):
            start = time.time()
            verdict, why = bench.tried(change, credit)
            log("%4d s %5.1f s %-8s %s:%d: %s%s" % (time.time() - begun, time.time() - start, verdict, change.path, change.number,
                                              change.new.strip(), "  [" + why + "]" if why else ""))
            with lock:
                if verdict == "invalid":
                    left[0] += not o.again
                else:
                    results.add(change, verdict)

    trial.in_parallel(work, benches, take_no_more)
    print("\nSurvivors:" if results.survivors else "\nNo survivors.")
    for change in sorted(results.survivors, key=lambda c: (c.path, c.number)):
        print(change.diff())
    print("", *results.table(), sep="\n")
    if not o.keep:
        shutil.rmtree(o.dir, ignore_errors=True)
    return 1 if results.low(o.least) else 0


if __name__ == "__main__":
    sys.exit(main())
