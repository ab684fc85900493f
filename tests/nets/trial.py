"""A built copy of the source in which tests are run, for mutants.py and lines.py."""
import filecmp
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# These tests install, or compare the documentation with the program; mutants do not concern them.
LEFT_OUT_TESTS = {"tests/install.sh", "tests/readme.sh"}
# Not made again, as they take longer than all the rest: the tables, made by the unchanged program.
KEPT = ["-o", "src/layout/tables.c", "-o", "src/gen/mklayouts", "-o", "tests/captures.stamp"]

SOURCES = (".c", ".h", ".sh", ".py", ".mk", ".txt", ".dsect", ".expected", ".out", "LIST")


def in_parallel(function, items, stop=lambda: None):
    """FUNCTION of each of ITEMS, in a thread of its own.  What one of them raises is raised when all have ended, which STOP asks for."""
    broken = []

    def guarded(item):
        try:
            function(item)
        except BaseException as error:  # said here, not by the thread
            broken.append(error)
            stop()
    threads = [threading.Thread(target=guarded, args=(item,)) for item in items]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if broken:
        raise broken[0]


class Limits:
    """Of a test.  Loops without end are ended by the time of the processor, which other programs do not take part in."""

    def __init__(self, seconds, cpu):
        self.wall, self.cpu = seconds, cpu

    @classmethod
    def of(cls, seconds, cpu):
        """For a test that took so long by itself: many times that, and more where the machine has much to do now."""
        load = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        return cls(20 + 10 * seconds * load, int(5 + 4 * cpu))

    def set(self):
        """In the child.  A change may make the program write or take memory without end, too."""
        os.setpriority(os.PRIO_PROCESS, 0, 10)
        os.umask(0)
        if self.cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (self.cpu, self.cpu + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Trial:
    """The copy.  Tests may run in it at once, each with a folder for temporary files that is its own."""

    def __init__(self, directory, cflags):
        self.top, self.cflags = directory, cflags
        self.tmp = os.path.join(directory, "tmp")
        self.tests, self.programs = [], []

    def run(self, argv, limits, output, env=None):
        """Status, or None where the time was over; everything it started is ended.  Seconds, and those of the processor."""
        begin = time.time()
        with open(output, "wb") as out:
            child = subprocess.Popen(argv, cwd=self.top, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                     env=env, start_new_session=True, preexec_fn=limits.set)
            status, used = None, None
            # Wait with wait4() because it returns the used resources.
            pause = 0.005
            while True:
                pid, code, used = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    status = os.waitstatus_to_exitcode(code)
                    break
                if time.time() - begin > limits.wall:
                    break
                time.sleep(pause)
                pause = min(pause * 1.5, 0.1)
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            if status is None:
                used = os.wait4(child.pid, 0)[2]
            child.returncode = -9 if status is None else status
        return status, time.time() - begin, used.ru_utime + used.ru_stime

    def make(self, *targets, kept=KEPT):
        return self.run(["make", "-s", *kept, *targets], Limits(1800, 0), os.path.join(self.top, "make.out"))[0] == 0

    def refresh(self):
        """Of a copy that an earlier run has left: files are as they are in the source now."""
        for folder in ("src", "tests"):
            for at, _, names in os.walk(os.path.join(TOP, folder)):
                for name in names:
                    path = os.path.join(at, name)
                    copy = os.path.join(self.top, os.path.relpath(path, TOP))
                    if name.endswith(SOURCES) and not (os.path.exists(copy) and filecmp.cmp(path, copy, shallow=False)):
                        os.makedirs(os.path.dirname(copy), exist_ok=True)
                        shutil.copyfile(path, copy)
        if os.path.exists(self.top + "/mklayouts.unchanged"):
            shutil.copy(self.top + "/mklayouts.unchanged", self.top + "/src/gen/mklayouts")
        self.clean(self.tmp)

    def prepare(self):
        if os.path.exists(self.top + "/print.mk"):
            self.refresh()
        else:
            self.build()
        text = subprocess.run(["make", "-s", "-f", "print.mk", "print-tests"], cwd=self.top, stdout=subprocess.PIPE,
                              check=True).stdout.decode().split("\n")
        self.tests = [t for t in text[0].split() if t not in LEFT_OUT_TESTS]
        self.programs = text[1].split()

    def build(self):
        shutil.copytree(TOP, self.top, symlinks=True, ignore=shutil.ignore_patterns(
            ".git", "build", "mutants.work", "coverage.work", "*.o", "*.lo", "*.la", "*.a", ".libs", "*.log", "*.trs", "*.gcno",
            "autom4te.cache", "captures", "captures.stamp", "config.status", "config.cache", "Makefile", "config.h", "mklayouts",
            "mkreports"))
        os.mkdir(self.tmp)
        out = os.path.join(self.top, "prepare.out")
        for argv in (["./configure", "-q", "--disable-shared", "CC=gcc", "CFLAGS=" + self.cflags, "CFLAGS_FOR_BUILD=" + self.cflags],
                     ["make", "-s"], ["make", "-s", "check", "TESTS="]):
            if self.run(argv, Limits(3600, 0), out)[0] != 0:
                with open(out, errors="replace") as f:
                    raise RuntimeError("mutants: %s failed in %s:\n%s" % (" ".join(argv), self.top, f.read()[-2000:]))
        with open(os.path.join(self.top, "print.mk"), "w") as f:
            f.write("include Makefile\nprint-tests:\n\t@echo $(TESTS)\n\t@echo $(check_PROGRAMS) $(bin_PROGRAMS)\n")

    def environment(self, tmp):
        env = dict(os.environ)
        env.update(srcdir=".", top_srcdir=".", builddir=self.top, MONREAD=self.top + "/src/monread", PYTHON=sys.executable,
                   MKLAYOUTS=self.top + "/src/gen/mklayouts", EMULATOR="", CC="gcc", MAKE="make", CFLAGS="-O0",
                   TMPDIR=tmp, CK_VERBOSITY="silent", CK_TAP_LOG_FILE_NAME="-", CK_DEFAULT_TIMEOUT="60")
        for name in ("MAKEFLAGS", "MFLAGS", "MONREAD_SHARED"):
            env.pop(name, None)
        return env

    def fails(self, test, limits, tmp=None, more=()):
        """(what TEST has to say against the program, or None; seconds; seconds of the processor)"""
        tmp = tmp or self.tmp
        out = tmp + ".out"
        status, seconds, cpu = self.run(["sh", test] if test.endswith(".sh") else ["./" + test], limits, out,
                                        {**self.environment(tmp), **dict(more)})
        self.clean(tmp)
        with open(out, "rb") as f:
            text = f.read().decode(errors="replace")
        return self.verdict(status, text), seconds, cpu

    @staticmethod
    def verdict(status, text):
        if status is None:
            return "no end"
        bad = re.search(r"^(not ok.*|Bail out!.*)", text, re.M)
        if bad:
            return bad.group(1)
        plan = re.search(r"^1\.\.(\d+)", text, re.M)
        if status != 0 or not plan:
            return "status %s" % status
        if int(plan.group(1)) != len(re.findall(r"^ok\b", text, re.M)):
            return "tests are missing"
        return None

    @staticmethod
    def clean(tmp):
        """What a test that was ended has left: programs in the background, mounts, then files."""
        mark = ("\0TMPDIR=%s\0" % tmp).encode()
        for pid in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
            try:
                with open("/proc/%s/environ" % pid, "rb") as f:
                    if pid.isdigit() and mark in b"\0" + f.read() + b"\0":
                        os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass
        with open("/proc/mounts" if os.path.exists("/proc/mounts") else os.devnull) as f:
            mounts = [line.split()[1] for line in f if line.split()[1].startswith(tmp + "/")]
        for mount in reversed(mounts):
            if subprocess.run(["fusermount3", "-uzq", mount], stderr=subprocess.DEVNULL).returncode:
                subprocess.run(["umount", "-l", mount], stderr=subprocess.DEVNULL)
        for name in os.listdir(tmp):
            path = os.path.join(tmp, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)
