"""Which tests run which lines of src, for mutants.py: each test once, in a build with --coverage."""
import glob
import hashlib
import json
import os
import queue
import re
import subprocess

import trial

# The time limit of a measured test in seconds.
LONGEST = 600
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def hash_of(top, paths):
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.encode() + b"\0")
        with open(os.path.join(top, path), "rb") as f:
            digest.update(f.read() + b"\0")
    return digest.hexdigest()


def files_below(top, folder):
    return [os.path.relpath(os.path.join(at, name), top) for at, _, names in os.walk(os.path.join(top, folder)) for name in names]


def source_hash(top, texts):
    """Of the program: what is changed, and its layouts."""
    return hash_of(top, list(texts) + [p for p in files_below(top, "data") if p.endswith(".dsect")])


def test_hash(top, test):
    """Of a test: its file; where it is one of a folder of descriptions or pages, of all that is there."""
    paths = [p for p in (test, test + ".c") if os.path.isfile(os.path.join(top, p)) and (p.endswith(".sh") or p.endswith(".c"))]
    folder = os.path.dirname(test)
    if os.path.basename(test) == "run.sh" or folder in ("tests/layouts", "tests/fuzz"):
        paths += [p for p in files_below(top, folder) if p.endswith((".sh", ".py", ".txt", ".dsect", ".expected", ".out")) or
                  os.path.basename(p) == "LIST" or "/corpus/" in p]
    elif os.path.isfile(os.path.join(top, test[:-3] + ".py")):
        paths.append(test[:-3] + ".py")
    return hash_of(top, set(paths))


def unmeasured(digest, longest, why):
    """What is known of a test that was not run to its end within LONGEST seconds."""
    return {"hash": digest, "seconds": longest, "cpu": 0, "why": why, "programs": [], "lines": {}, "longest": longest}


def is_known(test, digest, longest):
    """Whether nothing about TEST, as it was measured before, has to be found out again."""
    return bool(test) and test["hash"] == digest and test.get("longest", longest) >= longest


def ranges(numbers):
    """1, 2, 3, 7 as [[1, 3], [7, 7]]"""
    out = []
    for n in sorted(numbers):
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return out


def numbers(spans):
    return {n for a, b in spans for n in range(a, b + 1)}


class Lines:
    def __init__(self, texts):
        self.texts = texts
        self.tests = {}    # name: what is known of it
        self.known = {}    # path: lines that code is made of
        self.functions = {}  # path: (first, last) line of each
        self.by_line = {}  # path: {line: tests}
        self.includes = {path: set(INCLUDE.findall(text)) for path, text in texts.items()}

    def gathered(self, build, names, note=False):
        """{path: lines that were run}, of what gcov says of .gcda files, or all lines of .gcno files; and of all files."""
        run, seen = {}, set()
        for begin in range(0, len(names), 100):
            text = subprocess.run(["gcov", "-j", "-t", *names[begin:begin + 100]], cwd=build, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL).stdout.decode(errors="replace")
            for report in text.splitlines():
                try:
                    report = json.loads(report)
                except ValueError:
                    continue
                for one in report["files"]:
                    path = os.path.join(report["current_working_directory"], one["file"])
                    path = os.path.relpath(os.path.realpath(path), os.path.realpath(build))
                    if any(line["count"] for line in one["lines"]):
                        seen.add(path)
                    if path not in self.texts:
                        continue
                    if note:
                        self.known.setdefault(path, set()).update(line["line_number"] for line in one["lines"])
                        self.functions.setdefault(path, set()).update(
                            (f["start_line"], f["end_line"]) for f in one["functions"])
                    else:
                        run.setdefault(path, set()).update(line["line_number"] for line in one["lines"] if line["count"])
        return run, seen

    def run_test(self, build, test, tmp, limits):
        """What TEST runs in BUILD: {path: lines}, and the programs that it needs."""
        prefix = tmp + ".counts"
        subprocess.run(["rm", "-rf", prefix], check=True)
        os.mkdir(prefix)
        os.chmod(prefix, 0o777)
        build.fails(test, limits, tmp, {"GCOV_PREFIX": prefix})
        counts = glob.glob(os.path.join(prefix, "**", "*.gcda"), recursive=True)
        for name in counts:
            note = os.path.join("/", os.path.relpath(name, prefix))[:-4] + "gcno"
            if os.path.exists(note):
                os.symlink(note, name[:-4] + "gcno")
        run, seen = self.gathered(build.top, counts)
        subprocess.run(["rm", "-rf", prefix], check=True)
        programs = set()
        for program in build.programs:
            name = {"src/monread": "src/tool/main", "src/monplay": "src/play/main",
                    "src/monstat": "src/stat/main"}.get(program, program)
            if name.startswith("tests/fuzz/replay_"):
                name = name.replace("replay_", "fuzz_")
            if name + ".c" in seen:
                programs.add(program)
        if not test.endswith(".sh"):
            programs.add(test)
        return run, programs

    def measure(self, builds, coverage, cached, longest, log):
        """Each test of which nothing is known, in COVERAGE, and in one of BUILDS, where nothing is changed, for its time.
        Of one that takes more than LONGEST seconds, or that they leave out, no more is found out."""
        left = queue.Queue()
        for test in sorted(coverage.tests, key=lambda t: -cached.get("tests", {}).get(t, {}).get("seconds", 60)):
            digest = test_hash(trial.TOP, test)
            known = cached.get("tests", {}).get(test)
            if is_known(known, digest, longest):
                self.tests[test] = known
            elif test in builds[0].without:
                self.tests[test] = unmeasured(digest, 0, "it is left out")
            else:
                left.put((test, digest))

        def work(number):
            tmp = os.path.join(coverage.top, "tmp%d" % number)
            # An earlier run that was killed may have left it.
            subprocess.run(["rm", "-rf", tmp], check=True)
            os.mkdir(tmp)
            os.chmod(tmp, 0o777)
            while True:
                try:
                    test, digest = left.get_nowait()
                except queue.Empty:
                    return
                limits = trial.Limits(min(LONGEST, longest), 0)
                for _ in range(2):
                    why, seconds, cpu = builds[number].fails(test, limits)
                    if not why or why == "no end":
                        break
                if why == "no end" and longest < LONGEST:
                    log("left out after %.1f s  %s" % (seconds, test))
                    self.tests[test] = unmeasured(digest, longest, "it takes longer")
                    continue
                run, programs = ({}, set()) if why else self.run_test(coverage, test, tmp, trial.Limits(LONGEST, 0))
                log("%s %5.1f s  %s%s" % ("left out" if why else "measured", seconds, test, ": " + why if why else ""))
                self.tests[test] = {"hash": digest, "seconds": seconds, "cpu": cpu, "why": why, "programs": sorted(programs),
                                    "lines": {path: ranges(lines) for path, lines in run.items()}}

        trial.in_parallel(work, range(len(builds)))

    def index(self):
        for test, of in self.tests.items():
            for path, spans in of["lines"].items():
                by = self.by_line.setdefault(path, {})
                for n in numbers(spans):
                    by.setdefault(n, set()).add(test)

    def load(self, cached):
        self.known = {path: numbers(spans) for path, spans in cached.get("known", {}).items()}
        self.functions = {path: {tuple(f) for f in spans} for path, spans in cached.get("functions", {}).items()}

    def saved(self, digest):
        return {"source": digest, "tests": self.tests, "known": {p: ranges(n) for p, n in self.known.items()},
                "functions": {p: sorted(f) for p, f in self.functions.items()}}

    def learn_notes(self, build):
        names = glob.glob(os.path.join(build.top, "src", "**", "*.gcno"), recursive=True) + \
            glob.glob(os.path.join(build.top, "tests", "**", "*.gcno"), recursive=True)
        self.gathered(build.top, [n for n in names if "tables" not in os.path.basename(n)], note=True)

    def users_of(self, path):
        """The source files that include it, by others too."""
        found, todo, done = [], [path[len("src/"):]], set()
        while todo:
            name = todo.pop()
            for other, names in self.includes.items():
                if name in names and other not in done:
                    done.add(other)
                    if other.endswith(".h"):
                        todo.append(other[len("src/"):])
                    else:
                        found.append(other)
        return sorted(found)

    def of_file(self, path):
        """Tests that run any of it; of a header without code, any of a file that includes it."""
        if path in self.by_line:
            return set().union(*self.by_line[path].values())
        name = path[len("src/"):]
        found, todo, done = set(), [name], set()
        while todo:
            name = todo.pop()
            for other, names in self.includes.items():
                if name in names and other not in done:
                    done.add(other)
                    if other in self.by_line:
                        found |= set().union(*self.by_line[other].values())
                    if other.endswith(".h"):
                        todo.append(other[len("src/"):])
        return found

    def tests_of(self, path, number):
        """Tests that run line NUMBER.  A line without code of its own belongs to the one before it in its function, and
        outside of functions to the whole file."""
        known = self.known.get(path, set())
        if number not in known:
            function = [f for f in self.functions.get(path, ()) if f[0] <= number <= f[1]]
            before = [n for n in known if function and min(f[0] for f in function) <= n < number]
            if not before:
                # Other files use the macros of a header and the tables of a file without functions.
                name = path[len("src/"):-1] + "h"
                users = [p for p, names in self.includes.items() if name in names] if path.endswith(".h") or not known else []
                return self.of_file(path).union(*(self.of_file(p) for p in users))
            number = max(before)
        return self.by_line.get(path, {}).get(number, set())


def line_map(texts, builds, coverage_dir, cache, longest, log):
    """The Lines of the source by tests of up to LONGEST seconds; what was measured before is taken from the file CACHE."""
    digest = source_hash(trial.TOP, texts)
    cached = {}
    try:
        with open(cache, encoding="utf-8") as f:
            cached = json.load(f)
    except (OSError, ValueError):
        pass
    if cached.get("source") != digest:
        cached = {}
    lines = Lines(texts)
    lines.load(cached)
    stale = [t for t in builds[0].tests if t not in builds[0].without and
             not is_known(cached.get("tests", {}).get(t), test_hash(trial.TOP, t), longest)]
    if stale or not cached:
        log("lines that %d tests run" % len(stale))
        coverage = trial.Trial(coverage_dir, "-O0 --coverage -fprofile-update=atomic")
        os.umask(0)
        coverage.prepare()
        lines.learn_notes(coverage)
        lines.measure(builds, coverage, cached, longest, log)
        with open(cache + ".new", "w", encoding="utf-8") as f:
            json.dump(lines.saved(digest), f)
        os.replace(cache + ".new", cache)
    else:
        lines.tests = {t: cached["tests"][t] for t in builds[0].tests if t in cached["tests"]}
    lines.index()
    return lines
