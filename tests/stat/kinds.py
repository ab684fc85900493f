"""kinds.py REPORTS MONREAD CAPTURE: no report compares a level for equality, groups or joins by it, or has it as a key.

Averages divide a level by seconds: 3 becomes 3.0000000004. A number that is compared must be a code, a counter or a key of its
.dsect file. The query of each report is read as text; the codes that it compares show that this test finds them."""
import csv
import os
import pathlib
import re
import subprocess
import sys

TOKEN = re.compile(r"""--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\d[\d.e-]*|\w+|<>|!=|==|<=|>=|\|\||->>|\S""")
EQUAL = {"=", "==", "<>", "!=", "IN"}
LEADING = {"SYSTEM", "INTERVAL", "TIME", "TYPE", "FILE", "OFFSET", "ENTRY"} # not short names of fields
ENDS = {"HAVING", "ORDER", "UNION", "LIMIT", "WINDOW", "ROWS", ")", ";"}
# Reports that compare these codes, in each of the ways that this test knows.
KNOWN = {("lpar", "LCUCWGHT"), ("cpu", "PFXCPUTY"), ("system", "PFXCPUTY"), ("device", "RDEVHPPL")}
EXAMPLES = {
    "SELECT system, interval, N AS x FROM T WHERE 3 = t.N": 1,
    "SELECT system, interval, N AS x FROM T WHERE x IN (1, 2)": 1,
    "SELECT system, interval, sum(M) FROM T GROUP BY 1, 2, N": 1,
    "SELECT system, interval, N AS x, sum(M) FROM T GROUP BY 1, 2, 3": 1,
    "SELECT system, N, sum(coalesce(M, 1)) FROM T GROUP BY 1, 2": 1,
    "SELECT a.M FROM T AS a JOIN T AS b USING (system, N)": 1,
    "SELECT row_number() OVER (PARTITION BY system, N ORDER BY M) FROM T": 1,
    "SELECT CASE coalesce(N, 0) WHEN 3 THEN 'IFL' END FROM T": 1,
    "WITH a AS (SELECT coalesce(N, 0) AS y FROM T) SELECT M FROM a JOIN T AS b ON b.K = a.y": 1,
    "SELECT system, interval, N AS key FROM T": 1,
    "SELECT N AS x, N / 2 AS y, sum(N) FROM T WHERE N IS NOT NULL AND N > 3 AND K = 1 GROUP BY K -- N = 3": 0,
}


def fields(monread, capture):
    """The kinds of the columns of each table, also under their short names."""
    out = subprocess.run(os.environ.get("EMULATOR", "").split() + [
        monread, "-f", "csv", "--sql=SELECT table_name, column_name, kind FROM fields", capture],
        stdout=subprocess.PIPE, check=True).stdout.decode()
    tables = {}
    for row in csv.DictReader(out.splitlines()):
        columns = tables.setdefault(row["table_name"].upper(), {})
        for name in {row["column_name"], row["column_name"].split("_", 1)[-1]}:
            if name.upper() not in LEADING:
                columns[name.upper()] = row["kind"]
    return tables


def levels(tokens, tables, kinds):
    """The columns of one of these kinds in the tables that the query names."""
    names = {re.sub("_(DELTA|ASOF|BEFORE|LAST)$", "", t) for t in tokens} & set(tables)
    return {column for name in names for column, kind in tables[name].items() if kind in kinds}


def add_aliases(tokens, compared):
    """Also follow COLUMN AS NAME, and functions that return a value of the column. COMPARED: column by name."""
    for i in range(2, len(tokens) - 1):
        if tokens[i] != "AS":
            continue
        first = i - 1
        if tokens[first] == ")":
            depth = 1
            while depth and first:
                first -= 1
                depth += (tokens[first] == ")") - (tokens[first] == "(")
            if tokens[first - 1] not in ("COALESCE", "NULLIF", "MIN", "MAX", "CAST"):
                continue
        elif first > 2 and tokens[first - 1] == ".":
            first -= 2
        if first == i - 1 and tokens[first - 1] not in (",", "SELECT", "DISTINCT"):
            continue
        for token in tokens[first:i]:
            if token in compared:
                compared.setdefault(tokens[i + 1].strip('"'), compared[token])


def select_items(tokens, end):
    """The items of the SELECT before the token END, each as a list of tokens."""
    depth, start = 0, end
    while start and not (depth == 0 and tokens[start] == "SELECT"):
        depth += (tokens[start] == ")") - (tokens[start] == "(")
        start -= 1
    items, depth = [[]], 0
    for token in tokens[start + 1:end]:
        depth += (token == "(") - (token == ")")
        if depth == 0 and token == "FROM":
            break
        if depth == 0 and token == ",":
            items.append([])
        else:
            items[-1].append(token)
    return items


def list_after(tokens, start):
    """The tokens of the list that begins at START: of GROUP BY, PARTITION BY or USING."""
    depth, end = 0, start
    while end < len(tokens) and not (depth == 0 and tokens[end] in ENDS):
        depth += (tokens[end] == "(") - (tokens[end] == ")")
        end += 1
    return tokens[start:end]


def found(query, keys, tables, kinds):
    """The columns of these kinds that the query compares."""
    tokens = [t.upper() for t in TOKEN.findall(query) if not t.startswith("--")] + [";"]
    compared = {name: name for name in levels(tokens, tables, kinds)}
    add_aliases(tokens, compared)
    wrong = {compared[key] for key in keys if key in compared}
    for i, token in enumerate(tokens[:-1]):
        if token in compared:
            before = tokens[i - 3] if tokens[i - 1] == "." else tokens[i - 1]
            if before in EQUAL or tokens[i + 1] in EQUAL or tokens[i + 1:i + 3] == ["NOT", "IN"]:
                wrong.add(compared[token])
        elif token == "CASE":
            wrong.update(compared[t] for t in tokens[i:tokens.index("WHEN", i)] if t in compared)
        elif token == "USING" or (token == "BY" and tokens[i - 1] in ("GROUP", "PARTITION")):
            for t in list_after(tokens, i + (2 if token == "USING" else 1)):
                item = select_items(tokens, i - 1)[int(t) - 1] if t.isdigit() and tokens[i - 1] == "GROUP" else [t]
                if not t.isdigit() or all(word in compared or word == "AS" for word in item):
                    wrong.update(compared[word] for word in item if word in compared)
    return wrong


def main():
    directory, monread, capture = sys.argv[1:4]
    bad = []
    for query, expected in EXAMPLES.items():
        if len(found(query, ["KEY"], {"T": {"N": "level", "M": "counter", "K": "key"}}, ["level"])) != expected:
            bad.append("example: " + query)
    tables, codes = fields(monread, capture), set()
    for path in sorted(pathlib.Path(directory).glob("*.report")):
        text = path.read_text()
        head, query = text.split("\nQuery:\n", 1)
        keys = [m.upper() for m in re.findall(r"^  (\S+) +\d+ +\S+ +\S+ +\S+ +key ", head, re.M)]
        bad += ["%s compares the level %s" % (path.name, name) for name in sorted(found(query, keys, tables, ["level"]))]
        codes |= {(path.stem, name) for name in found(query, keys, tables, ["code"])}
    bad += ["%s: %s is not found" % known for known in sorted(KNOWN - codes)]
    print("\n".join("# " + line for line in bad + ["codes: " + " ".join("%s.%s" % c for c in sorted(codes))]))
    return len(bad) > 0


sys.exit(main())
