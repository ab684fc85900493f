#!/usr/bin/env python3
"""How many instructions monread takes for small inputs, held against those that were recorded.

Usage: instructions.py --compiler="CC CFLAGS" [--record] [--history=VERSION] [--monread=PATH] ...

Callgrind counts them.  Only our own objects count: the C library picks its
functions by the processor.  Counts are compared with instructions.tsv where
that has some for this machine, compiler and way of linking; where it has
none, they are printed as lines for it, and nothing is judged.  More than 3 %
above is a failure, which names the functions that grew.
"""
import argparse
import collections
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "instructions.tsv")
HISTORY = os.path.join(HERE, "history.tsv")
LIMIT = 1.03
# Functions below that part of a case are not recorded.
SMALL = 0.01
OURS = re.compile(r"^(lt-)?(monread|monstat)$|^libmonread\.so")

CASES = (
    ("start", "monread", ["--version"]),
    ("summary", "monread", ["-s", "mon"]),
    ("list", "monread", ["-l", "-j1", "mon"]),
    ("text", "monread", ["-j1", "mon"]),
    ("hex", "monread", ["-x", "-j1", "mon"]),
    ("json", "monread", ["-f", "json", "-j1", "mon"]),
    ("csv", "monread", ["-f", "csv", "-n", "MRUSEATE", "-j1", "mon"]),
    ("delta", "monread", ["-f", "csv", "--delta", "-n", "MRUSEACT", "-j1", "mon"]),
    ("where", "monread", ["-q", "-j1", "-n", "MRUSEATE", "--where=VMDUSER LIKE '%7'", "mon"]),
    ("raw", "monread", ["--raw", "str"]),
    ("sql", "monread", ["--sql=SELECT VMDUSER, sum(VMDTTIME) FROM MRUSEACT GROUP BY 1", "mon"]),
    ("monstat", "monstat", ["system", "mon"]),
)


def counted(path):
    """Of a file of callgrind: instructions by function, in our objects."""
    names, ours, function, skip = {"ob": {}, "fn": {}}, False, None, False
    counts = collections.Counter()
    for line in open(path, encoding="utf-8", errors="replace"):
        m = re.match(r"(ob|fn|cob|cfn)=\((\d+)\)(?: (.*))?$", line)
        if m:
            kind, number, text = m.groups()
            known = names[kind[-2:]]
            if text:
                known[number] = text
            if kind == "ob":
                ours = OURS.match(os.path.basename(known[number])) is not None
            elif kind == "fn":
                function = re.sub(r"'\d+$|\.(isra|constprop|part|cold)(\.\d+)*", "", known[number])
        elif line.startswith("calls="):
            skip = True  # the next line is what the callee took
        elif line[0].isdigit() or line[0] in "+-*":
            if ours and not skip:
                counts[function] += int(line.split()[1])
            skip = False
    objects = {os.path.basename(o) for o in names["ob"].values()}
    return counts, any(o.startswith("libmonread.so") for o in objects)


def measure(args):
    """Counts by case, and whether the library is a shared one."""
    env = dict(os.environ, LC_ALL="C", TZ="UTC", MONREAD_SITE_LAYOUTS="")
    env.pop("MONREAD_LAYOUTS", None)
    cases, shared = {}, False
    with tempfile.TemporaryDirectory(prefix="monread-instructions-") as directory:
        for name, options in (("mon", []), ("str", ["--stream"])):
            with open(os.path.join(directory, name), "wb") as f:
                subprocess.run([args.mkbench, "--size=1", "--users=100"] + options, stdout=f, stderr=subprocess.DEVNULL,
                               check=True)
        for name, program, options in CASES:
            out = os.path.join(directory, "counts")
            argv = shlex.split(args.libtool) + ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out,
                                                getattr(args, program)] + options
            p = subprocess.run(argv, cwd=directory, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if p.returncode or not os.path.exists(out):
                sys.stderr.write(p.stderr.decode(errors="replace"))
                sys.exit("instructions.py: %s: status %d" % (name, p.returncode))
            cases[name], is_shared = counted(out)
            shared = shared or is_shared
            os.remove(out)
    return cases, shared


def machine(args, shared):
    """What counts depend on: architecture, compiler with its major version, optimisation, linking."""
    words = shlex.split(args.compiler)
    words = [w for w in words if os.path.basename(w) != "ccache"]
    try:
        text = subprocess.run([words[0], "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        text = ""
    name = "clang" if "clang" in text else "gcc"
    m = re.search(r"(\d+)\.\d+\.\d+", text)
    flags = [w for w in words[1:] if re.match(r"-O|-m|-fsanitize|--coverage", w)]
    return " ".join([platform.machine(), name + (m.group(1) if m else "?")] + flags + ["shared" if shared else "static"])


def recorded(key):
    cases = {}
    if os.path.exists(TABLE):
        for line in open(TABLE, encoding="utf-8"):
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 4 and fields[0] == key:
                cases.setdefault(fields[1], {})[fields[2]] = int(fields[3])
    return cases


def lines_of(key, cases):
    for name, counts in cases.items():
        total = sum(counts.values())
        yield "\t".join((key, name, "*", str(total)))
        for function, n in sorted(counts.items(), key=lambda c: (-c[1], c[0])):
            if n >= SMALL * total:
                yield "\t".join((key, name, function, str(n)))


def record(key, cases):
    """Put them into the table, instead of those of the same key."""
    kept = [line.rstrip("\n") for line in open(TABLE, encoding="utf-8")] if os.path.exists(TABLE) else []
    kept = [line for line in kept if line and not line.startswith(key + "\t")]
    if not kept:
        kept = ["machine\tcase\tfunction\tinstructions"]
    with open(TABLE, "w", encoding="utf-8") as f:
        f.write("\n".join(kept + list(lines_of(key, cases))) + "\n")


def history(version, key, cases):
    head = "\t".join(["version", "date", "machine"] + [name for name, _, _ in CASES])
    new = not os.path.exists(HISTORY)
    with open(HISTORY, "a", encoding="utf-8") as f:
        if new:
            f.write(head + "\n")
        f.write("\t".join([version, time.strftime("%Y-%m-%d", time.gmtime()), key] +
                          [str(sum(cases[name].values())) for name, _, _ in CASES]) + "\n")


def judge(cases, before):
    """How many cases take more than they may."""
    bad = 0
    for name, counts in cases.items():
        total, was = sum(counts.values()), before.get(name, {}).get("*")
        if not was:
            print("%-8s %12d  not recorded" % (name, total))
            continue
        print("%-8s %12d  %12d  %+.1f %%%s" % (name, total, was, 100 * (total / was - 1),
                                               "  FAILED" if total > LIMIT * was else ""))
        if total <= LIMIT * was:
            continue
        bad += 1
        # The record leaves out functions that took fewer instructions than this.
        little = int(SMALL * was)
        grown = sorted(((n - before[name].get(f, little), f) for f, n in counts.items()), reverse=True)
        for more, function in grown[:8]:
            if more > (total - was) / 50:
                print("    %-32s %+12d  was %s" % (function, more, before[name].get(function, "below %d" % little)))
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--compiler", default="cc -O2", help="what compiled it, with its options")
    p.add_argument("--record", action="store_true", help="put the counts into instructions.tsv")
    p.add_argument("--history", default="", metavar="VERSION", help="add a line to history.tsv")
    p.add_argument("--monread", default="src/monread", metavar="PATH")
    p.add_argument("--monstat", default="src/monstat", metavar="PATH")
    p.add_argument("--mkbench", default="tests/bench/mkbench", metavar="PATH")
    p.add_argument("--libtool", default="", metavar="COMMAND", help="in front of valgrind")
    args = p.parse_args()
    for program in ("monread", "monstat", "mkbench"):
        setattr(args, program, os.path.abspath(getattr(args, program)))
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return 0
    cases, shared = measure(args)
    key = machine(args, shared)
    before = recorded(key)
    if args.record:
        record(key, cases)
    if args.history:
        history(args.history, key, cases)
    if args.record or args.history:
        return 0
    if not before:
        print("nothing is recorded for: %s; nothing is judged.  Lines for instructions.tsv:" % key)
        print("\n".join(lines_of(key, cases)))
        return 0
    print("%s: instructions, as recorded, difference" % key)
    bad = judge(cases, before)
    if bad:
        print("%d of %d cases take more than %.0f %% more; --record takes the counts over" %
              (bad, len(cases), 100 * (LIMIT - 1)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
