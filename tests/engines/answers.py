"""Questions, and whether an engine's answers are right."""
import decimal
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = ("MRIODDEV", "MRSTOASP", "MRSYTPRP", "MRUSEACT")


def questions():
    """Name -> SQL, without its comment."""
    folder, found = os.path.join(HERE, "questions"), {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found[name.split(".")[0]] = re.sub(r"(?m)^--.*\n", "", file.read()).strip()
    return found


def plain(cell):
    """Numbers as numbers, whatever the engine calls them."""
    if isinstance(cell, decimal.Decimal) or type(cell).__module__ == "numpy":
        cell = int(cell) if cell == int(cell) else float(cell)
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def same(a, b):
    """Whole numbers are exact; others are sums of binary fractions, in an order of the engine's."""
    if isinstance(a, str) or isinstance(b, str) or isinstance(a, int) and isinstance(b, int):
        return a == b
    return abs(a - b) <= 1e-6 + 1e-12 * abs(a)


def wrong(found, directory):
    """What is wrong with FOUND, question -> rows: a list of sentences."""
    with open(os.path.join(directory, "expected.json"), encoding="utf-8") as file:
        expected = json.load(file)["answers"]
    problems = []
    for name, rows in expected.items():
        got = [[plain(cell) for cell in row] for row in found.get(name, [])]
        if len(got) != len(rows):
            problems.append(f"{name}: {len(got)} rows instead of {len(rows)}")
            continue
        for n, (row, want) in enumerate(zip(got, rows)):
            if len(row) != len(want) or not all(same(plain(a), b) for a, b in zip(want, row)):
                problems.append(f"{name}: row {n + 1}: {row} instead of {want}")
                break
    return problems
