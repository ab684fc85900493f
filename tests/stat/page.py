#!/usr/bin/env python3
"""A page of a day against the truth about it: page.py REPORTS TRUTH PAGE.

Which charts a report has is taken from REPORTS, the directory of .report files; what they have to show from the truth."""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'chart'))
sys.dont_write_bytecode = True
import geometry  # noqa: E402


def charts_of(path):
    """kind, columns, key of each chart of a report, and the decimals of its columns."""
    charts, decimals, inside = [], {}, False
    for line in open(path, encoding='utf-8'):
        if re.match(r'[A-Z][a-z]*:', line):
            inside = line.startswith('Columns:')
        if inside and line.startswith(' '):
            words = line.split()
            decimals[words[0]] = words[2]
        if line.startswith('Chart:'):
            what = line[6:].split(' : ')[0].split()
            charts.append((what[0], what[1].split(','), what[3] if len(what) > 3 else None))
    return charts, decimals


def stats_of(figure):
    out = {}
    for tr in figure.first('table', 's').all('tr'):
        head = tr.first('th')
        if head and head.attrs.get('scope') == 'row':
            out[head.text()] = [td.text().strip() for td in tr.all('td')]
    return out


def compare(check, where, got, values, average, decimals):
    """A row of statistics: minimum, average, 95th percentile, maximum."""
    for what, text, want in (('minimum', got[0], min(values)), ('average', got[1], average), ('maximum', got[3], max(values))):
        if want is None or text == '':
            check.that(want is None and text == '', '%s: %s is %s, not %s' % (where, what, text, want))
            continue
        near = 0.51 * 10 ** -decimals + abs(want) * 6e-4
        check.that(abs(geometry.number(text) - want) <= near, '%s: %s is %s, not %g' % (where, what, text, want))


def main():
    reports, truth, text = sys.argv[1], json.load(open(sys.argv[2])), open(sys.argv[3], encoding='utf-8').read()
    page = geometry.Page(text)
    check = geometry.Check()
    check.that(not page.forbidden, 'in the page: %s' % page.forbidden)
    compared = 0
    sections = [s for s in page.root.all('section')]
    check.that(len(sections) == 1 and sections[0].first('h2').text() == truth['system'], 'the system')
    known = sum(1 for i in truth['intervals'] if i['elapsed'])
    check.that(re.search(r'; %d intervals of 300 s' % known, sections[0].text()), '%d intervals' % known)
    gaps = [i for i in truth['intervals'][1:] if not i['elapsed']]
    for article in page.root.all('article'):
        name = article.first('h3').attrs['id'].split('-', 1)[1]
        path = os.path.join(reports, name + '.report')
        figures = [f for f in sections[0].all('figure') if f.attrs['id'].startswith('s1-%s-' % name)]
        for figure in figures:
            for svg in figure.all('svg', 'c'):
                hatched = [r for g in svg.all('g', 'n') for r in g.all('rect')]
                if hatched or name in ('system', 'cpu'):
                    check.that(len(hatched) >= len(gaps), '%s: %d gaps of %d' % (name, len(hatched), len(gaps)))
        if name not in truth['lines'] or not os.path.exists(path):
            continue
        charts, decimals = charts_of(path)
        keys = truth['keys'][name]
        check.that(len(figures) <= len(charts), '%s: %d charts' % (name, len(figures)))
        if len(figures) != len(charts):
            continue
        for figure, (_, columns, by) in zip(figures, charts):
            shown = stats_of(figure)
            if by and (keys[0] != by or len(columns) != 1):
                continue
            for column in columns:
                if decimals.get(column) in (None, '-'):
                    continue
                series, averages = {}, {}
                for line in truth['lines'][name]:
                    if column in line[-1] and line[-1][column] is not None and truth['intervals'][line[0]]['elapsed']:
                        series.setdefault(tuple(line[1:-1]) if by else None, []).append(line[-1][column])
                for line in truth['averages'][name]:
                    averages[tuple(line[:-1]) if by else None] = line[-1].get(column)
                for key, values in series.items():
                    label = column
                    if by:
                        label = ' '.join(k if isinstance(k, str) else '%s %s' % (of, k) for of, k in zip(keys, key))
                    label = next((name for name in shown if name.endswith('(%s)' % label)), label)
                    if label in shown:
                        compared += 1
                        compare(check, '%s: %s' % (name, label), shown[label], values, averages.get(key), int(decimals[column]))
                    else:
                        check.that(len(series) > 7, '%s: %s is not shown' % (name, label))
    check.that(compared >= 14, 'only %d series were compared' % compared)
    # The description of the day has a busy morning, and PR/SM takes engines away.
    findings = ' '.join(li.text() for li in sections[0].all('li'))
    best = max((l for l in truth['lines']['system'] if truth['intervals'][l[0]]['elapsed']), key=lambda l: l[-1]['%busy'])
    start = truth['intervals'][best[0] - 1]['interval'][11:16]
    sentence = sections[0].first('p', 'i').text()
    check.that('peak %.0f %% at %s' % (best[-1]['%busy'] / best[-1]['cpus'], start) in sentence, 'the peak: ' + sentence)
    check.that('%susp' in findings, 'PR/SM: ' + findings)
    print('# %d assertions, %d failed, %d series' % (check.count, check.failed, compared))
    return 1 if check.failed else 0


if __name__ == '__main__':
    sys.exit(main())
