#!/usr/bin/env python3
"""How many instructions monread takes for small inputs, compared with recorded counts.

Usage: instructions.py --compiler="CC CFLAGS" [--record] [--monread=PATH] ...

Callgrind counts the instructions of our own objects, because the C library picks its functions by the processor.
instructions.tsv has the counts per machine, compiler and way of linking.  More than 3 % above is a failure; then the most
expensive functions are printed.
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

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "instructions.tsv")
DAY = os.path.join(HERE, "..", "stat")
DATA = os.path.join(HERE, "..", "..", "data")
LIMIT = 1.03
OURS = re.compile(r"^(lt-)?(monread|monstat)$|^libmonread\.so")

CASES = (
    ("start", "monread", ["--version"]),
    ("summary", "monread", ["-s", "mon"]),
    ("list", "monread", ["-l", "-j1", "mon"]),
    ("text", "monread", ["-j1", "mon"]),
    ("hex", "monread", ["-x", "-j1", "mon"]),
    ("json", "monread", ["-f", "json", "-j1", "mon"]),
    ("csv", "monread", ["-f", "csv", "-n", "MRUSEINT", "-j1", "mon"]),
    ("delta", "monread", ["-f", "csv", "--delta", "-n", "MRUSEACT", "-j1", "mon"]),
    ("where", "monread", ["-q", "-j1", "-n", "MRUSEINT", "--where=VMDUSER LIKE '%7'", "mon"]),
    ("raw", "monread", ["--raw", "str"]),
    ("sql", "monread", ["--sql=SELECT VMDUSER, sum(VMDTTIME) FROM MRUSEACT GROUP BY 1", "mon"]),
    ("monstat", "monstat", ["system", "mon"]),
    ("page", "monstat", ["-j1", "--html=-", "mon"]),
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
        subprocess.run([sys.executable, os.path.join(DAY, "day.py"), os.path.join(DAY, "day.txt"), "--layouts=" + DATA,
                        "--capture=" + os.path.join(directory, "mon"), "--interval=60", "--users=100", "--to=25"], check=True)
        with open(os.path.join(directory, "str"), "wb") as f:
            subprocess.run([args.monread, "--raw", os.path.join(directory, "mon")], stdout=f, check=True)
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


def recorded():
    """{(machine, case): instructions} of the table."""
    with open(TABLE, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f]
    return {(key, name): int(count) for key, name, count in rows[1:]}


def record(counts):
    with open(TABLE, "w", encoding="utf-8") as f:
        f.write("machine\tcase\tinstructions\n")
        for (key, name), count in counts.items():
            f.write("%s\t%s\t%d\n" % (key, name, count))


def judge(key, cases, known):
    """Print each case; return how many take more than they may."""
    bad = 0
    for name, counts in cases.items():
        total, was = sum(counts.values()), known[key, name]
        failed = total > LIMIT * was
        print("%-8s %12d  %12d  %+.1f %%%s" % (name, total, was, 100 * (total / was - 1), "  FAILED" if failed else ""))
        bad += failed
        for function, n in counts.most_common(8) if failed else ():
            print("    %-32s %12d" % (function, n))
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--compiler", default="cc -O2", help="what compiled it, with its options")
    p.add_argument("--record", action="store_true", help="put the counts into instructions.tsv")
    p.add_argument("--monread", default="src/monread", metavar="PATH")
    p.add_argument("--monstat", default="src/monstat", metavar="PATH")
    p.add_argument("--libtool", default="", metavar="COMMAND", help="in front of valgrind")
    args = p.parse_args()
    for program in ("monread", "monstat"):
        setattr(args, program, os.path.abspath(getattr(args, program)))
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return 0
    cases, shared = measure(args)
    key, known = machine(args, shared), recorded()
    if args.record or any((key, name) not in known for name in cases):
        print("%s: %s" % (key, "recorded" if args.record else "not recorded, so not judged"))
        known.update({(key, name): sum(counts.values()) for name, counts in cases.items()})
        if args.record:
            record(known)
        return 0
    print("%s: instructions, as recorded, difference" % key)
    bad = judge(key, cases, known)
    if bad:
        print("%d of %d cases take more than %.0f %% more; --record takes the counts over" %
              (bad, len(cases), 100 * (LIMIT - 1)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
