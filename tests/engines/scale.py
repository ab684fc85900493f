#!/usr/bin/env python3
"""scale.py --work=DIR --monread=PROGRAM [--files=N] [--batch=N] [--tasks=N] [WAY...]: what each of many small files costs.

Makes one small capture each of N systems (2,000), and has them decoded in all ways that the recipes have: at once, a
process a file, a job, task or partition a file, and in batches of 50.  Prints how long each took, milliseconds a file, and
what that is over the same with no scheduler.  All have to find each system once.  Slurm and Spark get 200
tasks of one file, as a task takes them long.  Exit status: 1 where a way found something else, 0 otherwise.
"""
import argparse
import csv
import glob
import os
import shlex
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = "MRSYTPRP"


class Absent(Exception):
    pass


def make(o):
    """Captures of systems VM0000 and on, of one that data.py made."""
    one, folder = os.path.join(o.work, "one"), os.path.join(o.work, "captures")
    subprocess.run([sys.executable, os.path.join(HERE, "data.py"), one, "--systems=1", "--users=1", "--interval=3600"],
                   check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(one, "captures", "VM0000", "00.monwrite"), "rb") as file:
        data = file.read()
    shutil.rmtree(folder, ignore_errors=True)
    paths = []
    for n in range(o.files):
        paths.append(os.path.join(folder, f"VM{n:04d}", "00.monwrite"))
        os.makedirs(os.path.dirname(paths[-1]))
        with open(paths[-1], "wb") as file:
            file.write(data.replace("VM0000".encode("cp037"), f"VM{n:04d}".encode("cp037")))
    with open(os.path.join(o.work, "list"), "w", encoding="utf-8") as file:
        file.writelines(path + "\n" for path in paths)
    return paths, len(data)


def systems(folder):
    """Of all rows of CSV below it."""
    found = []
    for name in glob.glob(os.path.join(glob.escape(folder), "**", RECORD + ".csv"), recursive=True):
        with open(name, newline="", encoding="utf-8") as file:
            found += [row["system"] for row in csv.DictReader(file)]
    return found


def run(command, o, **more):
    return subprocess.run(command, cwd=o.work, stdin=subprocess.DEVNULL, check=True, text=True, **more)


def fresh(o):
    out = os.path.join(o.work, "out")
    shutil.rmtree(out, ignore_errors=True)
    os.mkdir(out)
    return out


def timed(command, o, **more):
    begun = time.monotonic()
    done = run(command, o, **more)
    return time.monotonic() - begun, done


def has(program):
    if not shutil.which(program):
        raise Absent(f"no {program}")


# ---- The ways: (what, number of files, seconds, systems found) ----

def split(o, where):
    return f"{shlex.quote(o.monread)} -n {RECORD} -f csv --no-progress --split={where}"


def monread(o, paths):
    out = fresh(o)
    seconds, _ = timed([o.monread, "-n", RECORD, "-f", "csv", "--no-progress", "--split=" + out, *paths], o)
    yield "one process", len(paths), seconds, systems(out)
    seconds, done = timed([o.monread, "--no-progress", "-f", "csv", f"--sql=SELECT system FROM {RECORD}", *paths], o,
                          stdout=subprocess.PIPE)
    yield "--sql", len(paths), seconds, done.stdout.splitlines()[1:]
    database = os.path.join(o.work, "all.db")
    for what in ("--sqlite", "--sqlite, loaded again"):
        if what == "--sqlite" and os.path.exists(database):
            os.remove(database)
        seconds, _ = timed([o.monread, "--no-progress", "--sqlite=" + database, *paths], o)
        yield what, len(paths), seconds, of_database(database)


def of_database(name):
    import sqlite3  # pylint: disable=import-outside-toplevel
    database = sqlite3.connect(name)
    found = [system for system, in database.execute(f"SELECT system FROM {RECORD}")]
    database.close()
    return found


def xargs(o, paths):
    out = fresh(o)
    seconds, _ = timed(["sh", "-c", f"xargs -a list -n 1 -P {os.cpu_count()} sh -c "
                                    + shlex.quote(split(o, shlex.quote(out) + '/$$') + ' "$0"')], o)
    yield f"xargs -P {os.cpu_count()}, a process a file", len(paths), seconds, systems(out)


def parallel(o, paths):
    has("parallel")
    for what, batch in (("a job a file", 1), (f"{o.batch} files a job", o.batch)):
        out = fresh(o)
        seconds, _ = timed(["sh", "-c", f"parallel --will-cite --joblog jobs -n {batch} "
                                        + shlex.quote(split(o, shlex.quote(out) + '/{#}') + ' {}') + " <list"], o)
        yield what, len(paths), seconds, systems(out)


def script(engine, name, o):
    """up or down of an engine's folder."""
    work = os.path.join(o.work, engine)
    os.makedirs(work, exist_ok=True)
    env = dict(os.environ, DATA=o.work, WORK=work, MONREAD=o.monread, ENGINES=HERE, PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run([os.path.join(HERE, engine, name)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, env=env, cwd=work, check=False)
    if done.returncode:
        raise Absent((done.stderr.strip().splitlines() or [name])[-1])
    return env


def slurm(o, paths):
    try:
        env = script("slurm", "up", o)
        env["SLURM_CONF"] = os.path.join(env["WORK"], "run", "slurm.conf")
        refused = subprocess.run(["sbatch", "--array=1-1001", "--wrap=true"], env=env, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True, check=False)
        print("slurm: an array of 1,001:", refused.stderr.strip() or "taken", flush=True)
        ways = (("a task a file", 1, min(o.tasks, len(paths))), (f"{o.batch} files a task", o.batch, len(paths)))
        for what, batch, n in ways:
            out = fresh(o)
            job = os.path.join(o.work, "job")
            with open(job, "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n#SBATCH --output=/dev/null --cpus-per-task=1\nn=$SLURM_ARRAY_TASK_ID\n"
                           f"sed -n \"$((n * {batch} - {batch} + 1)),$((n * {batch}))p\" list |\n"
                           f"\txargs {split(o, shlex.quote(out) + '/$n')}\n")
            seconds, _ = timed(["sbatch", "-Q", "--wait", f"--array=1-{-(-n // batch)}", job], o, env=env)
            yield what, n, seconds, systems(out)
    finally:
        script("slurm", "down", o)


def spark(o, paths):
    env = script("spark", "up", o)
    env["PYTHONPATH"] = os.path.join(HERE, "spark")
    few, batches = min(o.tasks, len(paths)), -(-len(paths) // o.batch)
    program = ("import sys, time\nfrom cluster import decoder, session\n"
               "begun = time.monotonic()\npaths = open(sys.argv[1]).read().split()\nspark = session()\n"
               "for files, parts in zip(map(int, sys.argv[2::2]), map(int, sys.argv[3::2])):\n"
               "    rows = spark.sparkContext.parallelize(paths[:files], parts).mapPartitions("
               f"decoder('{RECORD}')).collect()\n"
               "    print(time.monotonic() - begun, *(row.split(',')[0] for row in rows), flush=True)\n"
               "    begun = time.monotonic()\nspark.stop()\n")
    ways = (("2 partitions, and its start", len(paths), 2), ("a partition a file", few, few),
            (f"{o.batch} files a partition", len(paths), batches))
    python = os.path.join(env["WORK"], "venv", "bin", "python")
    with subprocess.Popen([python, "-c", program, os.path.join(o.work, "list")] + [str(n) for way in ways for n in way[1:]],
                          env=env, cwd=o.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as done:
        for (what, n, _), line in zip(ways, done.stdout):
            yield what, n, float(line.split()[0]), line.split()[1:]
    if done.returncode:
        raise Absent(f"Spark ended with status {done.returncode}")


WAYS = {"monread": monread, "xargs": xargs, "parallel": parallel, "slurm": slurm, "spark": spark}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("work", "monread"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("way", nargs="*", metavar="WAY")
    o = parser.parse_args()
    if unknown := set(o.way) - set(WAYS):
        parser.error(f"{sorted(unknown)}: is none of {', '.join(WAYS)}")
    os.makedirs(o.work, exist_ok=True)
    paths, size = make(o)
    print(f"{len(paths)} captures of a system each, {size} bytes each; {os.cpu_count()} processors\n\n"
          f"{'way':9} {'what':31} {'files':>6} {'seconds':>9} {'ms a file':>10} {'over one process':>17}  systems", flush=True)
    # What the others are measured by is always there.
    good, least = True, None
    for way in dict.fromkeys(["monread", *(o.way or WAYS)]):
        try:
            for what, n, seconds, found in WAYS[way](o, paths):
                right = len(set(found)) == n and len(found) % n == 0
                each = 1000 * seconds / n
                least = each if least is None else least
                good = good and right
                print(f"{way:9} {what:31} {n:6} {seconds:9.2f} {each:10.2f} {each - least:17.2f}  "
                      f"{'all, once' if right else f'WRONG: {len(set(found))}'}", flush=True)
        except Absent as why:
            print(f"{way:9} cannot be had: {why}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
