#!/usr/bin/env python3
"""page.py TRUTH PAGE: what stands beside the charts of a page of monstat --html, against the truth of day.py.

Minimum, average, what is not exceeded in 95 % of the time, maximum and when that was, as far as they are shown.
"""
import html
import json
import re
import sys

# The question of a chart: report and column of the truth, and whether its rows are columns of one line.
CHARTS = {
    "How busy was each processor?": ("cpu", "%busy"),
    "Did PR/SM take processors away?": ("cpu", "%susp"),
    "Which partition had the machine?": ("lpar", "%busy"),
    "Did the system page?": ("system", None),
    "Where did the processors&#39; time go?": ("system", None),
    "Which user took the processors?": ("user", "%cpu"),
    "Which device was slow?": ("device", "serv"),
    "Which device was busy?": ("device", "%busy"),
    "Which lock did processors spin for?": ("lock", "%spin"),
}


def tables(page):
    """Each chart: its question, and rows of label and cells."""
    for figure in re.findall(r"<figure>(.*?)</figure>", page, re.S):
        title = re.search(r"<h4>(.*?)</h4>", figure, re.S)
        table = re.search(r'<table class="s">(.*?)</table>', figure, re.S)
        if not title or not table:
            continue
        rows = []
        for row in re.findall(r'<tr><th scope="row">(.*?)(?=<tr>|$)', table[1], re.S):
            cells = [re.sub(r"<svg.*?</svg>|<[^>]*>", "", cell, flags=re.S).strip() for cell in row.split("<td>")]
            rows.append([html.unescape(cell) for cell in cells])
        yield title[1], rows


def statistics(truth, report, column, key):
    """What has to stand there; None: the truth has no such line."""
    seen = []
    for number, *line, columns in truth["lines"][report]:
        name = column or key
        if name in columns and columns[name] is not None and (column is None or [str(k) for k in line] == key.split()):
            interval = truth["intervals"][number]
            seen.append((columns[name], interval["elapsed"], interval["interval"][11:16]))
    if not seen:
        return None
    average = next((columns[column or key] for *line, columns in truth["averages"][report]
                    if column is None or [str(k) for k in line] == key.split()))
    total, so_far, percentile = sum(seconds for _, seconds, _ in seen), 0, None
    for value, seconds, _ in sorted(seen):
        so_far += seconds
        if percentile is None and so_far >= 0.95 * total * (1 - 1e-9):
            percentile = value
    return min(seen)[0], average, percentile, max(seen)[0], [at for value, _, at in seen if value == max(seen)[0]]


def main():
    truth = json.load(open(sys.argv[1], encoding="utf-8"))
    page = open(sys.argv[2], encoding="utf-8").read()
    compared, faults, charts = 0, 0, set()
    for title, rows in tables(page):
        if title not in CHARTS:
            continue
        report, column = CHARTS[title]
        for label, *cells in rows:
            # cpu 0: the key, and which.
            key = label if column is None else re.sub(r"^cpu ", "", label)
            if report == "device":
                key = key.split()[0]
            expected = statistics(truth, report, column, key)
            if expected is None or len(cells) < 5:
                continue
            charts.add(title)
            for name, value, cell in zip(("minimum", "average", "95 %", "maximum"), expected, cells):
                compared += 1
                half = 0.5000001 * 10.0 ** -len(cell.partition(".")[2])
                if abs(float(cell.replace(",", "").replace("\u2009", "")) - value) > half:
                    faults += 1
                    print(f"# {title} {label}: {name} {cell}, not {value}")
    print(f"# {compared} values of {len(charts)} charts compared")
    sys.exit(faults > 0 or compared < 100 or len(charts) < 7)


if __name__ == "__main__":
    main()
