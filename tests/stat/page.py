#!/usr/bin/env python3
"""A page of a day against the truth about it: page.py REPORTS TRUTH PAGE.

Which charts a report has is taken from REPORTS, the directory of .report files; what they have to show from the truth."""
import base64
import hashlib
import html.parser
import json
import os
import re
import sys

VOID = {'meta', 'br', 'path', 'rect'}
# Elements that end those of the same kind which were left open.
CLOSES = {'tr': {'tr', 'td', 'th'}, 'td': {'td', 'th'}, 'th': {'td', 'th'}, 'li': {'li'}, 'tbody': {'tr', 'td', 'th', 'thead'},
          'thead': set()}


class Node:
    def __init__(self, tag, attrs, parent):
        self.tag, self.attrs, self.parent, self.children, self.data = tag, dict(attrs), parent, [], []

    def all(self, tag, cls=None):
        for c in self.children:
            if c.tag == tag and (cls is None or cls in c.attrs.get('class', '').split()):
                yield c
            yield from c.all(tag, cls)

    def first(self, tag, cls=None):
        return next(self.all(tag, cls), None)

    def child(self, tag):
        return next((c for c in self.children if c.tag == tag), None)

    def text(self, skip=()):
        return ''.join(d if isinstance(d, str) else '' if d.tag in skip else d.text(skip) for d in self.data)


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = self.at = Node('', [], None)
        self.forbidden = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        while self.at.tag in CLOSES.get(tag, ()):
            self.at = self.at.parent
        n = Node(tag, attrs, self.at)
        self.at.children.append(n)
        self.at.data.append(n)
        if tag in ('iframe', 'img', 'link', 'object', 'embed', 'base', 'form', 'foreignobject'):
            self.forbidden.append(tag)
        for k, v in attrs:
            if k.startswith('on') or (k in ('href', 'src') and not (v or '').startswith('#')):
                self.forbidden.append('%s=%s' % (k, v))
        if tag not in VOID:
            self.at = n

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.at = self.at.parent

    def handle_endtag(self, tag):
        n = self.at
        while n.parent and n.tag != tag:
            n = n.parent
        if n.parent:
            self.at = n.parent

    def handle_data(self, data):
        self.at.data.append(data)


def number(s):
    m = re.fullmatch(r'(-?[\d.]+)([kMGTPE]?)', s)
    return float(m.group(1)) * 1000 ** ' kMGTPE'.index(m.group(2) or ' ')


class Check:
    def __init__(self):
        self.failed = 0
        self.count = 0

    def that(self, condition, what):
        self.count += 1
        if not condition:
            self.failed += 1
            print('# ' + what)



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
        check.that(abs(number(text) - want) <= near, '%s: %s is %s, not %g' % (where, what, text, want))


def main():
    reports, truth, text = sys.argv[1], json.load(open(sys.argv[2])), open(sys.argv[3], encoding='utf-8').read()
    page = Page(text)
    check = Check()
    check.that(not page.forbidden, 'in the page: %s' % page.forbidden)
    scripts = re.findall(r'<script>(.*?)</script>', text, re.S)
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    check.that(len(scripts) == 1 == text.count('<script'), 'in the page: a script')
    check.that("script-src 'sha256-%s'" % digest in text, 'the policy needs the hash of the script: put sha256-%s into script-src in data/page/page.html' % digest)
    check.that('http:' not in text and 'https:' not in text and 'url(#none)' in text, 'something from elsewhere')
    ids = [n.attrs['id'] for t in ('title', 'desc', 'h2', 'h3', 'figure', 'pattern') for n in page.root.all(t) if 'id' in n.attrs]
    check.that(len(ids) == len(set(ids)), 'an identifier twice')
    for a in page.root.all('a'):
        check.that(a.attrs['href'][1:] in ids, 'a link to nowhere: ' + a.attrs['href'])
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
    start, end = (truth['intervals'][best[0] - i]['interval'][11:16] for i in (1, 0))
    sentence = sections[0].first('p', 'i').text()
    check.that('peak %.0f %% at %s-%s' % (best[-1]['%busy'] / best[-1]['cpus'], start, end) in sentence, 'the peak: ' + sentence)
    check.that('%susp' in findings, 'PR/SM: ' + findings)
    print('# %d assertions, %d failed, %d series' % (check.count, check.failed, compared))
    return 1 if check.failed else 0


if __name__ == '__main__':
    sys.exit(main())
