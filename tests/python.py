#!/usr/bin/env python3
"""The module monread against monread.h and against what the tool shows.

python.py header HEADER             look at the declarations of functions; write a C program that tells of structs and constants
python.py members                   what the module says of these
python.py compare TOOL DIR FILE...  records, tables and damage of each FILE: lines `passed NAME' or `failed NAME'
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import traceback
import warnings

import monread

CONSTANTS = ("AGAIN EOF RECORD BAD GAP NUMBERED REPEATED EVENT KEY UNPROVEN LEVEL_ARRAY LEVEL_ENTRY LEVEL_LIST "
             "LEVEL_PAYLOAD").split()
# The order that FORMATS has.
FORMATS = "GROUP UNSIGNED SIGNED BITS TEXT ASCII TIME INTERVAL UNIXTIME FIXED11 HEX".split()


# ---- The header ----

def letter(declared):
    """What the module calls the type of DECLARED, which may be a parameter with its name."""
    if "*" in declared:
        return "s" if re.match(r"(const )?char \*[^*]*$", declared) else "p"
    kind = re.sub(r"\bconst\b", "", declared).split()
    if kind[:2] == ["unsigned", "char"]:
        return "B"
    # What is no type that it uses is none that it has a letter for.
    return {"int": "i", "enum": "i", "unsigned": "u", "size_t": "z", "uint64_t": "Q", "int64_t": "q", "void": "-"}.get(kind[0], "?")


def check_functions(path):
    """Faults of the module's declarations."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|^#.*?$", " ", file.read(), flags=re.S | re.M)
    declared = {}
    for result, name, parameters in re.findall(r"MONREAD_API ([^;()]*?)monread_(\w+)\(([^)]*)\)", " ".join(text.split())):
        letters = "" if parameters == "void" else "".join(letter(p.strip()) for p in parameters.split(","))
        declared[name] = letter(result) + letters
    used = dict(function.split(":") for function in monread.FUNCTIONS.split())
    faults = ["%s: %s, not %s" % (name, used[name], declared.get(name)) for name in used if used[name] != declared.get(name)]
    return faults if len(used) > 20 else ["only %d functions" % len(used)]


def write_program():
    print('#include <monread.h>\n#include <stdio.h>\nint main(void)\n{')
    for name, members in monread.STRUCTS.items():
        for member in members.split():
            member = member.split(":")[0]
            print('\tprintf("%s %s %%zu %%zu\\n", offsetof(struct monread_%s, %s), sizeof ((struct monread_%s *)0)->%s);'
                  % (name, member, name, member, name, member))
    for name in CONSTANTS + FORMATS:
        print('\tprintf("%s %%d\\n", (int)MONREAD_%s);' % (name, name))
    print('\treturn 0;\n}')


def write_members():
    for name in monread.STRUCTS:
        struct = getattr(monread.S, name)
        for member, _ in struct._fields_:
            print(name, member, getattr(struct, member).offset, getattr(struct, member).size)
    for name in CONSTANTS:
        print(name, getattr(monread, name))
    assert len(monread.FORMATS) == len(FORMATS)
    for number, name in enumerate(FORMATS):
        print(name, number)


# ---- What the tool shows ----

def run(tool, *options):
    return subprocess.run([tool, *options], capture_output=True, check=False, env={**os.environ, "TZ": "UTC"})


def lines_of_csv(path):
    """Lists of cells; None: there is nothing, which is not an empty text."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    row = []
    for cell in re.finditer(r'(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])', text):
        quoted, plain, end = cell.groups()
        row.append(plain or None if quoted is None else quoted.replace('""', '"'))
        if end == "\n":
            yield row
            row = []


def is_cell(value, text, kind):
    """Whether VALUE of a column of this type of the schema is what CSV has."""
    if value is None or text is None:
        return value is text
    if isinstance(value, list):
        return kind == "TEXT" and value == json.loads(text)
    if kind == "INTEGER":
        return type(value) is int and str(value) == text
    if kind == "REAL":
        return type(value) is float and value == float(text)
    return value == text


def table_faults(tool, path, name, lines):
    described = [json.loads(line) for line in run(tool, "--describe=" + name.split("__")[0], "-f", "json").stdout.splitlines()]
    kinds = {c["name"]: c["type"] for table in described if table["name"] == name for c in table["columns"]}
    head = next(lines)
    rows = list(lines)
    got = monread.table(path, name)
    there = [column for column in head if column in got]
    if list(got) != there:
        yield "%s: columns are %s, not %s" % (name, list(got), there)
    for i, column in enumerate(head):
        want = [row[i] for row in rows]
        values = got.get(column, [None] * len(rows))
        if len(values) != len(rows) or not all(map(is_cell, values, want, [kinds[column]] * len(want))):
            yield "%s: %s is %s, not %s" % (name, column, values[:5], want[:5])


def faults(tool, directory, path):
    """What is wrong with what the module has of the capture PATH."""
    shown = run(tool, "-f", "json", path)
    want = [json.loads(line) for line in shown.stdout.decode("utf-8").splitlines()]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        got = list(monread.records(path))
    if len(got) != len(want):
        yield "%d records, not %d" % (len(got), len(want))
    for one, other in zip(got, want):
        if json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True):
            yield "a record is %s, not %s" % (one, other)
            break
    # Which intervals are missing is worked out by the tool.
    said = [line.partition(": ")[2] for line in shown.stderr.decode("utf-8").splitlines() if "the interval that ends here" not in line]
    told = [str(w.message) for w in caught if issubclass(w.category, monread.Damage)]
    if collections.Counter(said) != collections.Counter(told):
        yield "damage is %s, not %s" % (told, said)
    names = sorted({record["name"] for record in want if record["name"]})[:2]
    if names and list(monread.records(path, names[0].lower(), names[-1][:-1] + "?")) != [r for r in got if r["name"] and (
            r["name"] == names[0] or re.fullmatch(names[-1][:-1] + ".", r["name"]))]:
        yield "selected by %s are others" % names
    run(tool, "-f", "csv", "--split=" + directory, path)
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        yield from table_faults(tool, path, name[:-4], lines_of_csv(os.path.join(directory, name)))


def compare(tool, directory, *paths):
    warnings.simplefilter("ignore")
    for path in paths:
        try:
            found = list(faults(tool, directory, path))
        except Exception:
            found = traceback.format_exc().splitlines()
        shutil.rmtree(directory, ignore_errors=True)
        for fault in found[:5]:
            print("# " + fault[:1000])
        print("failed" if found else "passed", os.path.basename(path))


def main():
    if sys.argv[1] == "header":
        found = check_functions(sys.argv[2])
        print(*found, sep="\n", file=sys.stderr)
        write_program()
        return 1 if found else 0
    if sys.argv[1] == "members":
        write_members()
    else:
        compare(*sys.argv[2:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
