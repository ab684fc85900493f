#!/usr/bin/env python3
"""run.py --data=DIR --work=DIR --monread=PROGRAM [RECIPE...]: the recipes of man monread-engines(7).

The commands are taken from the rendered page and run by sh, those that load twice; then the rows are compared with
DATA/expected.json: the numbers of rows of all tables, and the answers to questions/.  A recipe whose program is missing is
skipped with the reason.  Python packages are installed from PyPI below WORK.  Exit status: 1 if a result is wrong.
"""
import argparse
import collections
import csv
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(TOP, "man", "monread-engines.7")
# Put into a recipe in Python, before its END.
ASK_FRAMES = """
import json
print("COUNTS", json.dumps([{name: t.num_rows for name, t in tables.items()}, delta["elapsed"].drop_null().__len__()]))
for sums in [[*k, v] for k, v in pandas_sums.items() if v], polars_sums.rows(), duckdb_sums.fetchall():
    rows = sorted((list(r) for r in sums if r[2] is not None), key=lambda r: (-r[2], r[0], r[1]))
    print("ANSWER", json.dumps(rows[:10]))
"""
ASK_SPARK = """
import json
spark.conf.set("spark.sql.ansi.doubleQuotedIdentifiers", "true")
with open("questions.json", encoding="utf-8") as file:
    for sql in json.load(file):
        print("ANSWER", json.dumps([list(row) for row in spark.sql(sql).collect()], default=str))
"""
CLICKHOUSE = """#!{python}
import sys
from chdb import session
options = dict(word[2:].split("=", 1) for word in sys.argv[2:])
print(session.Session(options["path"]).query(options["query"], "JSONCompactEachRow"), end="")
"""


class Absent(Exception):
    """The recipe cannot be run here."""


class Wrong(Exception):
    """A result is wrong."""


def recipes(page):
    """Heading -> blocks of commands, and the first block of the page, which sets $tables."""
    text = subprocess.run(["groff", "-k", "-t", "-man", "-Tutf8", "-P-cbou", "-rLL=2000n", page], stdout=subprocess.PIPE,
                          check=True, env=dict(os.environ, LC_ALL="C.UTF-8")).stdout.decode()
    found, heading, block = collections.defaultdict(list), "", []
    for line in text.splitlines() + ["end"]:
        if block and line and not line.startswith(" " * 11):
            found[heading].append("\n".join(block).strip() + "\n")
            block = []
        if line.startswith(" " * 11) or block and not line:
            block.append(line[11:])
        elif re.match(r"(   )?\S", line):
            heading = line.strip()
    return found


def same(want, got):
    """Whole numbers are exact; others are sums, in any order."""
    if isinstance(want, str):
        return str(got) == want
    if isinstance(want, int):
        return float(got) == want
    return abs(float(got) - want) <= 1e-6 + 1e-12 * abs(want)


def compare(what, got, want):
    """Rows of a query."""
    if len(got) != len(want):
        raise Wrong(f"{what}: {len(got)} rows instead of {len(want)}")
    for n, (row, expected) in enumerate(zip(got, want)):
        if len(row) != len(expected) or not all(map(same, expected, row)):
            raise Wrong(f"{what}: row {n + 1}: {row} instead of {expected}")


class Recipe:
    """The blocks of one recipe, in a folder of its own where captures/ and the programs are."""

    def __init__(self, name, blocks, tables, o):
        self.blocks, self.work, self.version = blocks, os.path.join(o.work, name), ""
        self.expected, self.python = o.expected, os.path.join(o.work, "venv", "bin", "python")
        shutil.rmtree(self.work, ignore_errors=True)
        bin_ = os.path.join(self.work, "bin")
        os.makedirs(bin_)
        os.symlink(os.path.join(o.data, "captures"), os.path.join(self.work, "captures"))
        os.symlink(o.monread, os.path.join(bin_, "monread"))
        os.symlink(os.path.join(TOP, "src", "python", "monread-parquet"), os.path.join(bin_, "monread-parquet"))
        self.env = dict(os.environ, TZ="UTC", PYTHONPATH=os.path.join(TOP, "src", "python"), PYTHONDONTWRITEBYTECODE="1",
                        PATH=os.pathsep.join([bin_, os.path.dirname(self.python), os.environ["PATH"]]))
        self.tables = tables
        self.log = os.path.join(self.work, "run.log")

    def needs(self, *programs):
        """Programs of Debian."""
        for program in programs:
            if not shutil.which(program):
                raise Absent(f"no {program}")

    def pip(self, *packages):
        """Packages of PyPI; the version of the first one."""
        if not os.path.exists(self.python):
            subprocess.run(["/usr/bin/python3", "-m", "venv", os.path.dirname(os.path.dirname(self.python))], check=True)
        run = subprocess.run([self.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages],
                             stderr=subprocess.PIPE, text=True, check=False)
        if run.returncode:
            raise Absent("pip: " + (run.stderr.strip().splitlines() or [""])[-1])
        self.version = subprocess.run([self.python, "-c", "import importlib.metadata as m, sys\n"
                                       "print(', '.join(n + ' ' + m.version(n) for n in sys.argv[1:]))", *packages],
                                      stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    def run(self, block, more=""):
        """Run a block; its output.  MORE goes before the END of a program in Python."""
        text = re.sub("\nEND\n$", lambda m: more + m[0], block)
        with open(self.log, "a", encoding="utf-8") as log:
            print("==\n" + text, file=log, flush=True)
            return subprocess.run(["sh", "-c", self.tables + text], cwd=self.work, env=self.env, stdout=subprocess.PIPE,
                                  stderr=log, text=True, check=False).stdout

    def command(self, *words):
        """Rows of CSV that a command prints."""
        run = subprocess.run(words, cwd=self.work, env=self.env, stdout=subprocess.PIPE, text=True, check=True)
        return list(csv.reader(run.stdout.splitlines()))

    def questions(self):
        """(what, SQL, expected rows): of numbers of rows, and of questions."""
        for name, n in self.expected["tables"].items():
            yield name, f'SELECT count(*) FROM "{name}"', [[n]]
        yield "MRUSEACT_delta", 'SELECT count(*), count("elapsed") FROM "MRUSEACT_delta"', \
            [[self.expected["tables"]["MRUSEACT"], self.expected["differences"]]]
        for name, rows in self.expected["answers"].items():
            with open(os.path.join(HERE, "questions", name + ".sql"), encoding="utf-8") as file:
                yield name, re.sub(r"(?m)^--.*\n", "", file.read()).strip(), rows

    def ask(self, function):
        """Compare FUNCTION(sql) of all questions."""
        for name, sql, rows in self.questions():
            compare(name, function(sql), rows)

    def answers(self, output, names):
        """Compare lines of ANSWER in the output of a recipe."""
        found = [json.loads(line[7:]) for line in output.splitlines() if line.startswith("ANSWER ")]
        if len(found) != len(names):
            raise Wrong(f"the recipe ended early; {self.log} has its messages")
        for (name, rows), got in zip(names, found):
            compare(name, got, rows)

    def counts(self, got, differences):
        """Compare numbers of rows by table, and that of rows with differences."""
        want = [self.expected["tables"], self.expected["differences"]]
        if [dict(got), differences] != want:
            raise Wrong(f"rows: {dict(got)}, {differences} with differences, instead of {want}")


def monread(r):
    """--sql and --sqlite."""
    r.needs("sqlite3")
    r.version = r.command("monread", "--version")[0][0]

    def answer(sql):
        with open(os.path.join(r.work, "question.sql"), "w", encoding="utf-8") as file:
            file.write(sql)
        r.run(r.blocks[0])
        with open(os.path.join(r.work, "answer.csv"), encoding="utf-8", newline="") as file:
            return list(csv.reader(file))[1:]
    r.ask(answer)
    r.run(r.blocks[1])
    got = list(csv.reader(r.run(r.blocks[1]).splitlines()))[1:]
    compare("sqlite3", got, list(r.questions())[-1][2])
    database = sqlite3.connect(os.path.join(r.work, "all.db"))
    r.ask(lambda sql: database.execute(sql).fetchall())


def duckdb(r):
    """Views of Parquet files, and a table with a key."""
    r.pip("duckdb-cli", "pyarrow")
    deltas = [b for b in r.blocks if "deltalake" in b]
    for block in [b for b in r.blocks if b not in deltas] * 2:
        r.run(block)
    r.ask(lambda sql: r.command("duckdb", "-csv", "-noheader", "all.duckdb", sql))
    compare("a table with a key", r.command("duckdb", "-csv", "-noheader", "keyed.duckdb", "SELECT count(*) FROM MRUSEACT"),
            [[r.expected["tables"]["MRUSEACT"]]])


def delta(r):
    """A lake as tables of Delta Lake."""
    r.pip("deltalake", "pyarrow")
    for block in [b for b in r.blocks if "deltalake" in b] * 2:
        r.run(block)
    systems = len(os.listdir(os.path.join(r.work, "compact", "MRUSEACT")))
    # A process that has used deltalake sometimes aborts at its normal end, so end it with os._exit().
    got = r.command(r.python, "-c", "import os, sys, deltalake\n"
                    "for name in sys.argv[1:]:\n"
                    "    t = deltalake.DeltaTable('deltalake/' + name)\n"
                    "    print(name, t.to_pyarrow_table().num_rows, len(t.file_uris()), sep=',', flush=True)\n"
                    "os._exit(0)", *r.expected["tables"])
    compare("tables of Delta Lake", got, [[name, n, systems] for name, n in r.expected["tables"].items()])


def hourly(r):
    """Loads by cron, systemd, Slurm and GNU parallel, as far as these are installed."""
    r.pip("duckdb-cli", "pyarrow")
    cron, units, slurm, jobs_ = r.blocks
    r.run(units)
    with open(os.path.join(r.work, "monread-lake.service"), encoding="utf-8") as file:
        service = re.search("^ExecStart=(.*)", file.read(), re.M)[1]
    commands = {"cron": cron.split(None, 5)[5], "systemd": service, "Slurm": slurm, "parallel": jobs_}
    tools = {"Slurm": "sbatch", "parallel": "parallel"}
    if shutil.which("systemd-analyze"):
        # The service names /usr/bin/monread-parquet, which need not be installed here.
        run = subprocess.run(["systemd-analyze", "verify", "./monread-lake.path"], cwd=r.work, stderr=subprocess.PIPE, text=True,
                             check=False)
        lines = [line for line in run.stderr.splitlines() if "monread-lake" in line and "is not executable" not in line]
        if lines:
            raise Wrong(f"systemd-analyze: {lines[0]}")
    tried = []
    for name, command in commands.items():
        if name in tools and not shutil.which(tools[name]):
            continue
        tried.append(name)
        shutil.rmtree(os.path.join(r.work, "hourly"), ignore_errors=True)
        if name in ("cron", "systemd"):
            command = command.replace("/usr/bin/", "").replace("/data/lake", "hourly").replace("/captures", "captures")
        for _ in range(2):
            r.run(command.replace("--delta", "--delta --tables=MRUSEACT"))
        got = r.command("duckdb", "-csv", "-noheader", "-c", "SELECT count(*), count(elapsed) FROM"
                        " read_parquet('hourly/MRUSEACT/**/*.parquet', union_by_name = true)")
        compare(name, got, [[r.expected["tables"]["MRUSEACT"], r.expected["differences"]]])
    r.version = ", ".join(tried)


def clickhouse(r):
    """Tables of Parquet files."""
    r.pip("chdb", "pyarrow")
    program = os.path.join(r.work, "bin", "clickhouse")
    with open(program, "w", encoding="utf-8") as file:
        file.write(CLICKHOUSE.format(python=r.python))
    os.chmod(program, 0o755)
    r.run(r.blocks[0])
    r.run(r.blocks[0])

    def answer(sql):
        run = subprocess.run([program, "local", "--path=clickhouse", "--query=" + sql], cwd=r.work, stdout=subprocess.PIPE,
                             text=True, check=True)
        return [json.loads(line) for line in run.stdout.splitlines()]
    r.ask(answer)


def frames(r):
    """pandas, polars and DuckDB with a table of pyarrow."""
    r.pip("pandas", "polars", "pyarrow", "duckdb")
    output = r.run(r.blocks[0], ASK_FRAMES)
    r.answers(output, [(n, r.expected["answers"]["users"]) for n in ("pandas", "polars", "duckdb")])
    r.counts(*json.loads(re.search("^COUNTS (.*)", output, re.M)[1]))


def spark(r):
    """The data source, and Parquet files."""
    r.needs("java")
    r.pip("pyspark", "pyarrow")
    questions = list(r.questions())
    with open(os.path.join(r.work, "questions.json"), "w", encoding="utf-8") as file:
        json.dump([sql for _, sql, _ in questions], file)
    # With Debian's package musl, Spark cannot read Parquet files: its snappy-java takes the whole system for one with musl.
    for block in r.blocks[:1] if glob.glob("/lib/ld-musl-*") else r.blocks:
        r.answers(r.run(block, ASK_SPARK), [(name, rows) for name, _, rows in questions])


def jobs(r, start):
    """What jobs left."""
    for block in (r.blocks[0], start, r.blocks[-1]):
        r.run(block)
    rows, differences = collections.Counter(), 0
    for path in glob.glob(os.path.join(r.work, "jobs", "*", "*.csv")):
        with open(path, encoding="utf-8", newline="") as file:
            table = list(csv.DictReader(file))
        name = os.path.basename(path).removesuffix(".csv")
        rows[name] += len(table)
        differences += sum(1 for row in table if row["elapsed"]) if name == "MRUSEACT" else 0
    r.counts({name: rows[name] for name in r.expected["tables"]}, differences)
    with open(os.path.join(r.work, "captures.json"), encoding="utf-8") as file:
        said = {json.loads(line)["file"] for line in file}
    if said != {os.path.relpath(p, r.work) for p in glob.glob(os.path.join(r.work, "captures", "*"))}:
        raise Wrong("captures.json has not all captures")


def parallel(r):
    """GNU parallel."""
    r.needs("parallel")
    r.version = r.command("parallel", "--will-cite", "--version")[0][0]
    r.env["PARALLEL_HOME"] = r.work
    open(os.path.join(r.work, "will-cite"), "w", encoding="utf-8").close()
    jobs(r, r.blocks[1])


RECIPES = {"monread": ("monread", monread), "duckdb": ("DuckDB", duckdb), "delta": ("DuckDB", delta),
           "hourly": ("Loading by the hour", hourly), "clickhouse": ("ClickHouse", clickhouse),
           "frames": ("pandas, polars, pyarrow", frames), "spark": ("Spark", spark), "parallel": ("Batch systems", parallel)}


def main():
    """Run them, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "work", "monread"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("recipe", nargs="*", metavar="RECIPE", help=", ".join(RECIPES))
    o = parser.parse_args()
    with open(os.path.join(o.data, "expected.json"), encoding="utf-8") as file:
        o.expected = json.load(file)
    blocks, status = recipes(PAGE), 0
    for name in o.recipe or RECIPES:
        heading, function = RECIPES[name]
        recipe = Recipe(name, blocks[heading], blocks["Preparation"][0], o)
        try:
            function(recipe)
            result = "right"
        except Absent as why:
            result = f"skipped: {why}"
        except (Wrong, subprocess.CalledProcessError, OSError, ValueError, KeyError, IndexError, TypeError, sqlite3.Error) as why:
            result, status = f"WRONG: {type(why).__name__}: {why}", 1
        print(f"{name:12}{recipe.version:60}{result}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
