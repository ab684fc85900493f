#!/usr/bin/env python3
"""run.py --data=DIR --work=DIR --monread=PROGRAM [--results=FILE] [ENGINE...]: the recipes, against the real engines.

Each folder here with up, load, ask and down is an engine.  `up' prints its version; `load' gets all captures of
DATA/list into it, one of them twice; `ask' prints a JSON object a line, with the answers, which are compared with
DATA/expected.json; `down' stops it and removes what it stored.  Status 77 of any: it cannot be had here.
Exit status: 1 where an answer is wrong or a script fails, 0 otherwise.
"""
import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
# pylint: disable=wrong-import-position
from answers import questions, wrong


class Failed(Exception):
    pass


class Absent(Exception):
    pass


def step(engine, name, env, log):
    """Run a script of ENGINE.  Its output, and seconds."""
    begun = time.monotonic()
    with open(log, "a", encoding="utf-8") as errors:
        print("==", engine, name, file=errors, flush=True)
        run = subprocess.run([os.path.join(HERE, engine, name)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=errors, text=True, env=env, cwd=env["WORK"], check=False)
    if run.returncode:
        with open(log, encoding="utf-8") as errors:
            last = (errors.read().strip().splitlines() or [""])[-1]
        raise (Absent if run.returncode == 77 else Failed)(f"{name}: {last[:160]}")
    return run.stdout, time.monotonic() - begun


def try_engine(engine, o, size):
    """Rows of the table, those of the table of questions, and whether all is right."""
    work = os.path.join(o.work, engine)
    os.makedirs(work, exist_ok=True)
    env = dict(os.environ, DATA=o.data, WORK=work, MONREAD=o.monread, ENGINES=HERE, PYTHONDONTWRITEBYTECODE="1")
    log, version, rows, asked, good = os.path.join(work, "log"), "", [], [], True
    open(log, "w", encoding="utf-8").close()
    try:
        version = step(engine, "up", env, log)[0].strip().splitlines()[-1]
        load = step(engine, "load", env, log)[1]
        for line in step(engine, "ask", env, log)[0].splitlines():
            one = json.loads(line)
            problems = one.get("problems", []) + (wrong(one["answers"], o.data) if "answers" in one else [])
            seconds = load if one.get("load") is None else one["load"]
            good = good and not problems
            rows.append([engine, version, one["what"], one.get("rows"), seconds,
                         size / seconds / 1e6 if seconds else None, one.get("seconds"), one.get("bytes"),
                         "; ".join(problems) or one.get("said") or "right"])
            if "each" in one:
                asked.append([engine, one["what"], float(seconds), *one["each"].values(), one["seconds"],
                              seconds + one["seconds"], one.get("bytes")])
    except Absent as why:
        rows.append([engine, version, "cannot be had: " + str(why)] + [None] * 5 + ["-"])
    except (Failed, ValueError, OSError) as why:
        good = False
        rows.append([engine, version, "FAILED: " + str(why)] + [None] * 5 + ["-"])
    try:
        step(engine, "down", env, log)
    except (Absent, Failed, OSError) as why:
        if version:
            good = False
            rows.append([engine, version, "FAILED: " + str(why)] + [None] * 5 + ["-"])
    if not o.keep and os.path.isdir(os.path.join(work, "venv")):
        shutil.rmtree(os.path.join(work, "venv"))
    return rows, asked, good


HEAD = ["engine", "version", "what", "rows", "load s", "load MB/s", "ask s", "MB on disk", "answers"]
# From question to answer: what is loaded first, seconds of each question, and of all of them without and with the load.
ASKED = ["engine", "what", "load", *questions(), "all", "with load", "MB on disk"]


def table(rows, head=None):
    """As aligned text."""
    head = head or HEAD

    def cell(n, value):
        if value is None:
            return "-"
        if head[n] == "MB on disk":
            return f"{value / 1e6:.1f}"
        return f"{value:.2f}" if isinstance(value, float) else str(value)
    lines = [head] + [[cell(n, value) for n, value in enumerate(row)] for row in rows]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    left = ("engine", "version", "what", "answers")
    return "".join("  ".join(text.ljust(w) if head[n] in left else text.rjust(w)
                             for n, (text, w) in enumerate(zip(line, widths))).rstrip() + "\n" for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "work", "monread"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("--results", type=os.path.abspath)
    parser.add_argument("--keep", action="store_true", help="keep what was installed for the next run")
    parser.add_argument("engine", nargs="*")
    o = parser.parse_args()
    known = sorted(name for name in os.listdir(HERE) if os.path.exists(os.path.join(HERE, name, "ask")))
    with open(os.path.join(o.data, "list"), encoding="utf-8") as file:
        names = sorted(set(file.read().split()))
    size, rows, asked, good = sum(os.path.getsize(name) for name in names), [], [], True
    for engine in o.engine or known:
        some, each, right = try_engine(engine, o, size)
        rows += some
        asked += each
        good = good and right
        print(table(some).split("\n", 1)[1], end="", flush=True)
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                      if line.startswith("model name")), platform.machine())
    head = (f"{datetime.date.today()}: {len(names)} captures, {size / 1e6:.0f} MB, one of them loaded twice, two damaged, "
            f"one cut off; {os.cpu_count()} processors ({processor}), load {os.getloadavg()[0]:.1f} at the end.\n\n")
    text = head + table(rows)
    if asked:
        text += "\nFrom question to answer, in seconds:\n\n" + table(asked, ASKED)
    if o.results:
        with open(o.results, "w", encoding="utf-8") as file:
            file.write(text)
    print("\n" + text, end="")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
