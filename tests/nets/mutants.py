#!/usr/bin/env python3
"""Which mistakes in the source the tests notice: make mutants N=60 SEED=1

Usage: mutants.py [--number=N] [--seed=SEED] [--only=PATH,...] [--list] [--keep] [--dir=DIR] [--map=FILE]

One line in src is changed: a comparison, a sign, a number by one, a returned value, a negated condition, or a dropped call,
`continue' or `break'.  A copy of the program is built with it, and the tests that run the line run until one fails.  If none
fails, the change has survived: a test is missing, or the change makes no difference.

Some kinds of changes are not drawn, because they do not change a result:
- the size of an array by one, as a number, a macro, or `sizeof array - 1': it matters only to the longest input
- 2 instead of 1 as a truth value; -2 instead of -1
- `<=' instead of `<' in the smaller of two, in the order of equal elements, or against the largest number of a type
- a dropped call that only frees memory or locks; sanitizers find these mistakes

Which test runs which line is measured with gcov, and kept in the file --map until the source changes.  Tests that noticed
changes in the same room come first, then the cheapest.

Files are drawn in proportion to their lines; a seed draws the same changes of the same source.  A change that does not
compile, or of which an optimizing compiler makes the same code, is drawn again.
"""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Leave out generated files, the API (a change rebuilds every file), files that only --enable-shared builds, and
# programs that only run in the build.
LEFT_OUT = {"src/monread.h", "src/layout/tables.c", "src/sql/extension.c", "src/report/reports.c"}
# These tests install, or compare the documentation with the program; mutants do not concern them.
LEFT_OUT_TESTS = {"tests/install.sh", "tests/readme.sh", "tests/prose.sh", "tests/rooms.sh", "tests/walks.sh", "tests/versions.sh"}
# These tests depend on time and on other programs: count a failure only if it happens twice.
TWICE = re.compile(r"tests/(live|play|nets|service)/|tests/progress")
# Not made again, because it takes longer than all the rest: the tables, made by the unchanged program.
KEPT = ["-o", "src/layout/tables.c", "-o", "src/gen/mklayouts", "-o", "src/gen/mkreports", "-o", "tests/captures.stamp"]
NOT_COPIED = shutil.ignore_patterns(
    ".git", "build", "mutants.work", "coverage.work", "*.o", "*.lo", "*.la", "*.a", ".libs", "*.log", "*.trs", "*.gcno", "*.gcda",
    "autom4te.cache", "captures", "captures.stamp", "config.status", "config.cache", "Makefile", "config.h", "mklayouts", "mkreports")
PROGRAMS = ["src/monread", "src/monstat", "src/monplay"]

TOKEN = re.compile(
    r"->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|[A-Za-z_]\w*|0[xX][0-9A-Fa-f]+[uUlL]*|\d+\.\d+|\d+[uUlL]*|\S")
SWAPS = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "++": ["--"], "--": ["++"],
}
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
ALLOCATED = re.compile(r"\bcalloc\($")
NUMBER = re.compile(r"(0[xX][0-9A-Fa-f]+|\d+)([uUlL]*)$")
CALL = re.compile(r"\s*(?!(?:if|for|while|switch|return|free|\w+_(?:free|done|destroy|finalize)|pthread_mutex_\w+)\()[a-z]\w*\(.*\);$")
CONDITION = re.compile(r"\s*(?:} else )?if \((.*)\)(?: \{)?$")
TIE = re.compile(r"\? -?1 : -?\w|\) - \(|\bU?(?:INT|LONG|LLONG|INT64|SIZE)_MAX\b|"
                 r"([\w.>\-\[\]]+) [<>]=? ([\w.>\-\[\]]+) \? (?:\1 : \2|\2 : \1)(?!\w)|"
                 r"if \((\S+) [<>]=? (\S+)\)\s+(?:\3 = \4|\4 = \3);")
TRUTH = re.compile(r"(?:[?:]|[\w\])] =|(?:[=?:(,]|return) -) ?$")
OF_ARRAY = re.compile(r"\bsizeof\s*\(?[a-z][\w.>-]*\)? [-+] $")
SIZED = re.compile(r"^\s*(?:(?:static|const|struct|unsigned|signed)\s+)*\w+\s+[\w*, \[\]]*\[")
DIMENSION = re.compile(SIZED.pattern + r"\w*$")


def masked(text):
    """TEXT without comments, strings and characters, everything in its place."""
    def blank(m):
        return re.sub(r"[^\n]", " " if m.group()[0] == "/" else "Q", m.group())
    return COMMENT.sub(blank, text)


def is_one(text):
    """Whether the first parenthesis of TEXT ends where TEXT does."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and c == ")":
            return i == len(text) - 1
    return False


def changes_of_line(line, text, after, sizes):
    """(start, end, new) of each change of LINE: TEXT without comments and strings.  AFTER: the next line.  SIZES: macros of array sizes."""
    directive = re.match(r"\s*#\s*(\w+)", line)
    if directive and (directive.group(1) != "define" or not re.match(r"\s*#\s*define\s+\w+\s+\(?\w", line)):
        return
    if "__attribute__" in line or re.match(r"\s*(struct|enum|union) \w+;", line):
        return
    if directive and line.split()[1] in sizes:
        return
    if CALL.match(line) and is_one(line.strip()[:-1]):
        yield len(line) - len(line.lstrip()), len(line) - 1, ""
    m = CONDITION.match(line)
    if m and is_one("(" + m.group(1) + ")"):
        yield m.start(1), m.end(1), "!(" + text[m.start(1):m.end(1)] + ")"
    before = ""
    tokens = list(TOKEN.finditer(line))
    for i, m in enumerate(tokens):
        token, nxt = m.group(), tokens[i + 1].group() if i + 1 < len(tokens) else ""
        binary = re.search(r"[\w)\]Q]$", before) and before not in ("return", "case")
        if token in SWAPS:
            swaps = SWAPS[token]
            for new in swaps[1:] if len(swaps) > 1 and TIE.search(line + after) else swaps:
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
            if DIMENSION.match(line[:m.start()]) or ALLOCATED.search(line[:m.start()]) or OF_ARRAY.search(line[:m.start()]) or \
               re.search(r"\bsizeof\s*\(?[\w.>-]+\[$", line[:m.start()]):
                before = token
                continue
            digits, suffix = NUMBER.match(token).groups()
            value = int(digits, 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 and
                        digits.isdigit() and "8" not in digits and "9" not in digits else 10)
            shown = hex if digits[:2] in ("0x", "0X") else str
            if value != 1 or not TRUTH.search(line[:m.start()]) or re.match(r"\s*for\b", line):
                yield m.start(), m.end(), shown(value + 1) + suffix
            if value > 0:
                yield m.start(), m.end(), shown(value - 1) + suffix
        before = token


class Change:
    def __init__(self, path, number, old, new):
        self.path, self.number, self.old, self.new = path, number, old, new
        self.room = path.split("/")[1]

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
    sizes = {name for text in texts.values() for line in text.split("\n") if SIZED.match(line)
             for name in re.findall(r"\[[^\[\]]*\b([A-Z]\w*)[^\[\]]*\]", line)}
    for path, text in texts.items():
        lines, code = text.split("\n"), masked(text).split("\n") + [""]
        for number, line in enumerate(code[:-1], 1):
            found = list(changes_of_line(line, lines[number - 1], code[number], sizes))
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


# ---- Builds ----

def limits(cpu):
    """In the child.  A change may make the program write, run or take memory without end."""
    def set_limits():
        os.setpriority(os.PRIO_PROCESS, 0, 10)
        os.umask(0)
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return set_limits


class Build:
    """A built copy of the source, in which tests run."""

    def __init__(self, directory, cflags):
        self.top, self.cflags, self.tmp = directory, cflags, os.path.join(directory, "tmp")
        if not os.path.exists(os.path.join(directory, "print.mk")):
            shutil.rmtree(directory, ignore_errors=True)
            shutil.copytree(TOP, directory, symlinks=True, ignore=NOT_COPIED)
            os.mkdir(self.tmp)
            os.chmod(self.tmp, 0o777)
            for argv in (["./configure", "-q", "--disable-shared", "CC=gcc", "CFLAGS=" + cflags, "CFLAGS_FOR_BUILD=-O0"],
                         ["make", "-s", "-j%d" % (os.cpu_count() or 1)], ["make", "-s", "check", "TESTS="]):
                if self.run(argv, 3600)[0] != 0:
                    sys.exit("mutants: %s failed; see %s" % (" ".join(argv), os.path.join(directory, "run.out")))
            with open(os.path.join(directory, "print.mk"), "w", encoding="utf-8") as f:
                f.write("include Makefile\nprint-tests:\n\t@echo $(TESTS)\n\t@echo $(check_PROGRAMS)\n")
        out = subprocess.run(["make", "-s", "-f", "print.mk", "print-tests"], cwd=self.top, stdout=subprocess.PIPE, check=True)
        self.tests, self.programs = (line.split() for line in out.stdout.decode().split("\n")[:2])
        self.tests = [t for t in self.tests if t not in LEFT_OUT_TESTS]

    def run(self, argv, wall, cpu=0, env=None):
        """(status, or None if the time was over; seconds; output).  Everything it started is ended."""
        begin, path = time.time(), os.path.join(self.top, "run.out")
        with open(path, "wb") as out:
            child = subprocess.Popen(argv, cwd=self.top, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=env,
                                     start_new_session=True, preexec_fn=limits(cpu))
            try:
                status = child.wait(wall)
            except subprocess.TimeoutExpired:
                status = None
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
        with open(path, "rb") as f:
            return status, time.time() - begin, f.read().decode(errors="replace")

    def make(self, *targets, kept=KEPT):
        return self.run(["make", "-s", *kept, *targets], 1800)[0] == 0

    def fails(self, test, wall, cpu, more=()):
        """(what TEST says against the program, or None; seconds)"""
        env = dict(os.environ, srcdir=".", top_srcdir=".", builddir=self.top, MONREAD=self.top + "/src/monread", PYTHON=sys.executable,
                   MKLAYOUTS=self.top + "/src/gen/mklayouts", EMULATOR="", CC="gcc", MAKE="make", CFLAGS="-O0", TMPDIR=self.tmp,
                   CK_VERBOSITY="silent", CK_TAP_LOG_FILE_NAME="-", CK_DEFAULT_TIMEOUT="60", **dict(more))
        for name in ("MAKEFLAGS", "MFLAGS", "MONREAD_SHARED"):
            env.pop(name, None)
        status, seconds, text = self.run(["sh", test] if test.endswith(".sh") else ["./" + test], wall, cpu, env)
        self.clean()
        bad = re.search(r"^(not ok.*|Bail out!.*)", text, re.M)
        plan = re.search(r"^1\.\.(\d+)", text, re.M)
        if status is None:
            return "no end", seconds
        if bad:
            return bad.group(1), seconds
        if status != 0 or not plan:
            return "status %s" % status, seconds
        return (None if int(plan.group(1)) == len(re.findall(r"^ok\b", text, re.M)) else "tests are missing"), seconds

    def clean(self):
        """Remove what a test that was ended has left: mounts, then files."""
        with open("/proc/mounts" if os.path.exists("/proc/mounts") else os.devnull, encoding="utf-8") as f:
            mounts = [line.split()[1] for line in f if line.split()[1].startswith(self.tmp + "/")]
        for mount in reversed(mounts):
            subprocess.run(["umount", "-l", mount], stderr=subprocess.DEVNULL, check=False)
        for name in os.listdir(self.tmp):
            path = os.path.join(self.tmp, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)


# ---- Which test runs which line ----

def lines_run(build, prefix):
    """{path: lines} of what gcov says of the counts below PREFIX."""
    counts = [os.path.join(at, n) for at, _, names in os.walk(prefix) for n in names if n.endswith(".gcda")]
    for name in counts:
        note = os.path.join("/", os.path.relpath(name, prefix))[:-4] + "gcno"
        if os.path.exists(note):
            os.symlink(note, name[:-4] + "gcno")
    found = {}
    for begin in range(0, len(counts), 100):
        text = subprocess.run(["gcov", "-j", "-t", *counts[begin:begin + 100]], cwd=build.top, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False).stdout.decode(errors="replace")
        for line in text.splitlines():
            report = json.loads(line)
            for one in report["files"]:
                path = os.path.relpath(os.path.realpath(os.path.join(report["current_working_directory"], one["file"])),
                                       os.path.realpath(build.top))
                if path.startswith("src/"):
                    found.setdefault(path, set()).update(x["line_number"] for x in one["lines"] if x["count"])
    return {path: sorted(numbers) for path, numbers in found.items()}


def measured(o, texts):
    """{test: {seconds, why, lines}}; why: what it says against the unchanged program."""
    digest = hashlib.sha256("".join(p + texts[p] for p in sorted(texts)).encode()).hexdigest()
    try:
        with open(o.map, encoding="utf-8") as f:
            known = json.load(f)
        if known["source"] == digest:
            return known["tests"]
    except (OSError, ValueError, KeyError):
        pass
    build, tests = Build(os.path.join(o.dir, "coverage"), "-O0 --coverage -fprofile-update=atomic"), {}
    prefix = os.path.join(o.dir, "counts")
    for test in build.tests:
        shutil.rmtree(prefix, ignore_errors=True)
        os.mkdir(prefix)
        os.chmod(prefix, 0o777)
        why, seconds = build.fails(test, 900, 0, {"GCOV_PREFIX": prefix, "GCOV_ERROR_FILE": os.devnull})
        print("%s %5.1f s  %s%s" % ("left out" if why else "measured", seconds, test, ": " + why if why else ""), flush=True)
        tests[test] = {"seconds": seconds, "why": why, "lines": {} if why else lines_run(build, prefix)}
    shutil.rmtree(prefix, ignore_errors=True)
    shutil.rmtree(build.top, ignore_errors=True)
    with open(o.map, "w", encoding="utf-8") as f:
        json.dump({"source": digest, "tests": tests}, f)
    return tests


def tests_of(tests, change):
    """Tests that run the line, or for a line without code the last one before it that has code; the cheapest first."""
    by_line = {}
    for test, of in tests.items():
        for n in of["lines"].get(change.path, ()):
            by_line.setdefault(n, set()).add(test)
    before = [n for n in by_line if n <= change.number]
    # Of a header or table without code: all tests that run a file of that room.
    found = by_line[max(before)] if before else {t for t, of in tests.items() for p in of["lines"] if p.startswith("src/" + change.room)}
    return found


# ---- Changes ----

class Trial:
    def __init__(self, o, tests):
        self.build, self.tests, self.credit = Build(os.path.join(o.dir, "build"), "-O0"), tests, {}
        said = subprocess.run(["make", "-n", "V=1", "-W", "config.h", *PROGRAMS], cwd=self.build.top, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False).stdout.decode(errors="replace")
        self.flags = sorted({word for line in said.split("\n") if " -c " in line for word in line.split()
                             if re.match(r"-[ID][\w./=]|-std=|-pthread$", word)})
        self.generator = os.path.join(self.build.top, "src/gen/mklayouts")
        self.reference = self.tables("reference.c")
        shutil.copy(self.generator, self.generator + ".unchanged")

    def code(self, path):
        """What an optimizing compiler makes of it; None: nothing."""
        made = os.path.join(self.build.top, "code.o")
        done = subprocess.run(["gcc", *self.flags, "-O2", "-w", "-c", "-o", made, path], cwd=self.build.top, stderr=subprocess.DEVNULL,
                              check=False)
        if done.returncode:
            return None
        with open(made, "rb") as f:
            return f.read()

    def tables(self, name):
        """The tables that the generator makes; None: it fails."""
        made = os.path.join(self.build.top, name)
        dsects = sorted(os.path.join("data", n) for n in os.listdir(self.build.top + "/data") if n.endswith(".dsect"))
        if self.build.run(["src/gen/mklayouts", "-o", made, "-v", "data/values", *dsects], 120, 20)[0] != 0:
            return None
        with open(made, "rb") as f:
            return f.read()

    def order(self, change):
        found = [t for t in tests_of(self.tests, change) if not self.tests[t]["why"]]
        return sorted(found, key=lambda t: (self.tests[t]["seconds"] + 1) / (1 + self.credit.get((change.room, t), 0)))

    def notices(self, test):
        seconds, why = self.tests[test]["seconds"], None
        for _ in range(2 if TWICE.match(test) else 1):
            why = self.build.fails(test, 30 + 10 * seconds * max(1.0, os.getloadavg()[0]), int(10 + 4 * seconds))[0]
            if not why:
                break
        return why

    def needed(self, test):
        """The programs of a test, besides those of src."""
        if not test.endswith(".sh"):
            return {test}
        with open(os.path.join(self.build.top, test), encoding="utf-8") as f:
            text = f.read()
        return {p for p in self.build.programs if re.search(r"\b%s\b" % os.path.basename(p), text) and not p.startswith("tests/unit/")}

    def tried(self, change):
        """(verdict, by what): noticed, survived or invalid."""
        path = os.path.join(self.build.top, change.path)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        lines = text.split("\n")
        lines[change.number - 1] = change.new
        before = self.code(change.path) if path.endswith(".c") else None
        try:
            with open(path, "w", encoding="utf-8") as f:
                f.write("\n".join(lines))
            after = before and self.code(change.path)
            if before and after == before:
                return "invalid", "it makes the same code"
            made = set(PROGRAMS)
            if not self.build.make(*made):
                return ("noticed", "the build") if after else ("invalid", "does not compile")
            if change.room in ("gen", "listing"):
                kept = ["-o", "src/layout/tables.c"]
                if not self.build.make("src/gen/mklayouts", kept=kept) or self.tables("changed.c") != self.reference:
                    return "noticed", "the tables"
            tests = self.order(change)
            for test in tests:
                programs = self.needed(test) - made
                if programs and not self.build.make(*sorted(programs)):
                    return "noticed", "the build of " + test
                made |= programs
                why = self.notices(test)
                if why:
                    self.credit[change.room, test] = self.credit.get((change.room, test), 0) + 1
                    return "noticed", "%s: %s" % (test, why)
            return "survived", "%d tests run it" % len(tests)
        finally:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            shutil.copy(self.generator + ".unchanged", self.generator)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="", help="paths, or their beginnings")
    parser.add_argument("--least", type=float, default=80.0, help="percent that must be noticed")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--keep", action="store_true", help="leave the copy there, and use the copy that an earlier run left")
    parser.add_argument("--dir", default=os.path.join(os.getcwd(), "mutants.work"))
    parser.add_argument("--map", default=os.path.join(os.getcwd(), "mutants.map"), help="where it is kept which test runs what")
    o = parser.parse_args()

    texts = sources(TOP, [])
    only = [p for p in o.only.split(",") if p]
    draw = drawn({p: t for p, t in texts.items() if not only or any(p.startswith(n) for n in only)}, random.Random(o.seed))
    if o.list:
        for _, change in zip(range(o.number), draw):
            print(change.diff())
        return 0
    if not o.keep:
        shutil.rmtree(o.dir, ignore_errors=True)
    os.makedirs(o.dir, exist_ok=True)
    trial, rooms, survivors, tried = Trial(o, measured(o, texts)), {}, [], 0
    for change in draw:
        if tried == o.number:
            break
        begin = time.time()
        verdict, why = trial.tried(change)
        print("%5.1f s %-8s %s:%d: %s  [%s]" % (time.time() - begin, verdict, change.path, change.number, change.new.strip(), why), flush=True)
        if verdict == "invalid":
            continue
        tried += 1
        counts = rooms.setdefault(change.room, [0, 0])
        counts[0] += verdict == "noticed"
        counts[1] += 1
        if verdict == "survived":
            survivors.append(change)
    print("\nSurvivors:" if survivors else "\nNo survivors.", *(c.diff() for c in survivors), sep="\n")
    noticed = sum(c[0] for c in rooms.values())
    for name, (n, total) in [*sorted(rooms.items()), ("all", (noticed, tried))]:
        print("%-8s %4d of %4d noticed, %5.1f %%" % (name, n, total, 100.0 * n / max(total, 1)))
    if not o.keep:
        shutil.rmtree(o.dir, ignore_errors=True)
    return 1 if 100.0 * noticed < o.least * tried else 0


if __name__ == "__main__":
    sys.exit(main())
