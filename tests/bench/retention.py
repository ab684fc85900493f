#!/usr/bin/env python3
"""retention.py DIR [--days=N] [--users=N]: how much disk N days (3) of one system need, in each form that monread stores.

Run it in the build directory, after `make tests/bench/mkbench'.  mkbench makes an interval per minute with all kinds of
records of N guests (200); monread cuts them into a capture per hour in DIR, which must not exist.  Prints bytes, processor
time and what 30 days need, as a table for tests/bench/README.  Parquet needs a python3 with pyarrow.
"""
import argparse
import os
import resource
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MONREAD = os.path.abspath("src/monread")
MKBENCH = os.path.abspath("tests/bench/mkbench")
INTERVALS_PER_DAY = 1440


def size_of(path):
    """Bytes of a file, or of the files below a folder."""
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)


def bytes_per_interval(users):
    """Of what mkbench makes, without the configuration at its start."""
    sizes, intervals = [], []
    for megabytes in 8, 24:
        data = subprocess.run([MKBENCH, f"--users={users}", f"--size={megabytes}"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=True).stdout
        text = subprocess.run([MONREAD, "-s", "-"], input=data, stdout=subprocess.PIPE, check=True).stdout.decode()
        sizes.append(len(data))
        intervals.append(int(text.split("Intervals")[1].split()[0]))
    return (sizes[1] - sizes[0]) / (intervals[1] - intervals[0])


def main():
    """Make the captures, store them in each form, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--days", type=int, default=3)
    parser.add_argument("--users", type=int, default=200)
    o = parser.parse_args()
    for name in "captures", "zstd":
        os.makedirs(os.path.join(o.dir, name))
    os.chdir(o.dir)
    megabytes = round(bytes_per_interval(o.users) * INTERVALS_PER_DAY * o.days / 2**20)
    write = [MONREAD, "-q", "--progress=never", "--rotate=1h"]
    with subprocess.Popen([MKBENCH, f"--users={o.users}", f"--size={megabytes}"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as make:
        subprocess.run([*write, "--write=captures/%Y%m%d-%H.monwrite", "-"], stdin=make.stdout, check=True)
    env = dict(os.environ, PYTHONPATH=os.path.join(TOP, "src", "python"), MONREAD=MONREAD)
    forms = [("captures", ["true"], "captures"),
             ("captures, zstd", [*write, "--merge", "--compress=zstd", "--write=zstd/%Y%m%d-%H.monwrite.zst", "captures"], "zstd"),
             ("Parquet", [sys.executable, "-m", "monread.parquet", "parquet", "captures"], "parquet"),
             ("CSV", [MONREAD, "-f", "csv", "--progress=never", "--merge", "--split=csv", "captures"], "csv"),
             ("SQLite", [MONREAD, "--progress=never", "--sqlite=all.db", "captures"], "all.db")]
    print(f"| Form | {o.days} days | 30 days | of the captures | processor time |\n|---|---|---|---|---|")
    for name, command, path in forms:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        status = subprocess.run(command, env=env, check=False).returncode
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if status > 1 or not os.path.exists(path):
            print(f"| {name} | failed | | | |", flush=True)
            continue
        seconds = sum(getattr(after, n) - getattr(before, n) for n in ("ru_utime", "ru_stime"))
        size = size_of(path)
        print(f"| {name} | {size / 1e9:.2f} GB | {size * 30 / o.days / 1e9:.1f} GB | {100 * size / size_of('captures'):.0f} % | "
              f"{seconds:.0f} s |", flush=True)


main()
