#!/usr/bin/env python3
"""How much of src the tests run: make coverage

Usage: coverage.py BUILD-FOLDER SOURCE-FOLDER

Runs gcov on a build with --coverage and prints lines and branches by folder of src.  Files of HELD with less than 95 % of
their lines are listed with the reason in their comment "Not tested: reason."; exit status 1 if one has no reason.
"""
import glob
import json
import os
import re
import subprocess
import sys

LEAST = 95.0
HELD = ("src/stream", "src/listing", "src/layout", "src/decode", "src/out")


def gathered(build, source):
    """{path: ({line: times}, {(line, branch): times})}, summed over all programs that a file is in."""
    files = {}
    notes = sorted(glob.glob(os.path.join(build, "src", "**", "*.gcno"), recursive=True) +
                   glob.glob(os.path.join(build, "tests", "**", "*.gcno"), recursive=True))
    for note in notes:
        out = subprocess.run(["gcov", "-b", "-j", "-t", note], cwd=build, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for text in out.decode(errors="replace").splitlines():
            report = json.loads(text)
            for one in report["files"]:
                path = os.path.join(report["current_working_directory"], one["file"])
                path = os.path.relpath(os.path.realpath(path), os.path.realpath(source))
                if not path.startswith("src/") or path == "src/layout/tables.c":
                    continue
                lines, branches = files.setdefault(path, ({}, {}))
                for line in one["lines"]:
                    number = line["line_number"]
                    lines[number] = lines.get(number, 0) + line["count"]
                    for i, branch in enumerate(line.get("branches", [])):
                        key = (number, line.get("function_name", ""), i)
                        branches[key] = branches.get(key, 0) + branch["count"]
    return files


def percent(counts):
    return 100.0 * sum(1 for c in counts.values() if c) / len(counts) if counts else 100.0


def ranges(numbers):
    """1, 2, 3, 7 as 1-3 7"""
    out = []
    for n in sorted(numbers):
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return " ".join("%d-%d" % (a, b) if a != b else str(a) for a, b in out)


def reason(path):
    with open(path, encoding="utf-8") as f:
        found = re.search(r"Not tested: (.*?)(?:\*/|\.\s)", f.read(), re.S)
    return " ".join(found.group(1).replace("*", " ").split()) if found else ""


def main():
    build, source = (os.path.realpath(a) for a in sys.argv[1:3])
    files = gathered(build, source)
    if not files:
        sys.exit("coverage: no .gcno file in %s" % build)
    folders = {}
    for path, (lines, branches) in files.items():
        sums = folders.setdefault(os.path.dirname(path), ({}, {}))
        sums[0].update({(path, k): v for k, v in lines.items()})
        sums[1].update({(path, k): v for k, v in branches.items()})
    print("%-12s %7s %7s  %8s %7s" % ("folder", "lines", "run", "branches", "taken"))
    for folder in sorted(folders):
        lines, branches = folders[folder]
        print("%-12s %7d %5.1f %%  %8d %5.1f %%" % (folder, len(lines), percent(lines), len(branches), percent(branches)))
    missing = False
    print("\nBelow %.0f %% of lines:" % LEAST)
    for path in sorted(files):
        lines = files[path][0]
        if percent(lines) < LEAST:
            why = reason(os.path.join(source, path))
            held = os.path.dirname(path) in HELD
            missing |= held and not why
            print("%-28s %5.1f %%  %s\n    not run: %s" % (path, percent(lines), why or ("no reason is given" if held else ""),
                                                         ranges(n for n, c in lines.items() if not c)))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
