#!/usr/bin/env python3
"""Asserts on the numbers of a page of charts: geometry.py DESCRIPTION PAGE.

Reads the description itself, so that what is expected does not come from what made the page."""
import base64
import datetime
import hashlib
import html.parser
import math
import re
import sys

VOID = {'meta', 'br', 'path', 'rect'}
# Elements that end those of the same kind which were left open.
CLOSES = {'tr': {'tr', 'td', 'th'}, 'td': {'td', 'th'}, 'th': {'td', 'th'}, 'li': {'li'}, 'tbody': {'tr', 'td', 'th', 'thead'},
          'thead': set()}
FONT = 13


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


def shown(text):
    """What is left of a name: what would act on who reads it is written out."""
    return re.sub('[\x00-\x1f\u202a-\u202e]', lambda m: ('\\x%02x' if m.group() < ' ' else '\\u%04x') % ord(m.group()), text)


def describe(path):
    """The charts of a description, as dictionaries."""
    charts, c = [], None
    for line in open(path, encoding='utf-8', newline='\n').read().split('\n'):
        key, _, rest = line.partition(' ')
        if key == 'chart':
            c = {'title': rest, 'intervals': [], 'series': [], 'gaps': [], 'zone': ('UTC', 0), 'decimals': 1}
        elif key == 'intervals':
            start, length, n = map(float, rest.split())
            c['intervals'] += [(start + i * length, start + (i + 1) * length) for i in range(int(n))]
        elif key == 'series':
            name, _, values = rest.partition(' = ')
            v = []
            for word in values.split():
                times, _, one = word.rpartition('*')
                v += [None if one == '-' else float(one)] * int(times or 1)
            c['series'].append((shown(name), v))
        elif key == 'gap':
            start, end, why = rest.split(' ', 2)
            c['gaps'].append((float(start), float(end), why))
        elif key == 'zone':
            c['zone'] = (rest.split()[0], int(rest.split()[1]))
        elif key in ('decimals', 'capacity', 'least'):
            c[key] = float(rest)
        elif key in ('area',):
            c[key] = True
        elif key in ('unit', 'instances'):
            c[key] = rest
        elif key == 'draw':
            charts.append(c)
    return charts


def number(s):
    m = re.fullmatch(r'(-?[\d.]+)([kMGTPE]?)', s)
    return float(m.group(1)) * 1000 ** ' kMGTPE'.index(m.group(2) or ' ')


def walk(d):
    """The segments (x0, y0, x1, y1) of a path."""
    out, x, y, sx, sy = [], 0, 0, 0, 0
    for op, args in re.findall(r'([MLHhVvz])([-\d. ]*)', d):
        a = [float(v) for v in args.split()]
        nx, ny = x, y
        if op == 'M':
            sx, sy = x, y = a
            continue
        if op == 'L':
            nx, ny = a
        elif op == 'H':
            nx = a[0]
        elif op == 'h':
            nx = x + a[0]
        elif op == 'v':
            ny = y + a[0]
        elif op == 'V':
            ny = a[0]
        elif op == 'z':
            nx, ny = sx, sy
        out.append((x, y, nx, ny))
        x, y = nx, ny
    return out


class Check:
    def __init__(self):
        self.failed = 0
        self.count = 0

    def that(self, condition, what):
        self.count += 1
        if not condition:
            self.failed += 1
            print('# ' + what)


def moment(label, day):
    h, m, *s = map(int, label.split(':'))
    return day + h * 3600 + m * 60 + (s[0] if s else 0)


def scale_of(svg, chart, check, where):
    """Functions from time to x and from value to y, by what the axes say."""
    groups = [g for g in svg.all('g', 'y')]
    values = [(float(t.attrs['y']) - 4.5, number(t.text())) for t in groups[0].all('text')]
    (y0, v0), (y1, v1) = values[0], values[-1]

    def y(v):
        return y0 + (v - v0) / (v1 - v0) * (y1 - y0)
    for at, v in values:
        check.that(abs(y(v) - at) <= 0.51, '%s: tick %g is not at its place' % (where, v))
    step = (v1 - v0) / (len(values) - 1)
    check.that(abs(step / 10 ** math.floor(math.log10(step) + 1e-9) - 1) < 1e-6 or
               abs(step / 10 ** math.floor(math.log10(step) + 1e-9) - 2) < 1e-6 or
               abs(step / 10 ** math.floor(math.log10(step) + 1e-9) - 5) < 1e-6, '%s: step %g is not round' % (where, step))
    check.that(2 <= len(values) <= 6, '%s: %d ticks' % (where, len(values)))
    axis = walk(svg.first('path', 'x').attrs['d'])
    left, base, right = axis[0][0], axis[0][1], axis[0][2]
    top = min(s[1] for s in walk(svg.first('path', 'g').attrs['d']))
    check.that(all(float(t.attrs['x']) == left - 7 for t in groups[0].all('text')),
               '%s: labels are not 7 left of the axis' % where)
    check.that(abs(y(v0) - base) <= 0.51, '%s: the axis is not at the lowest tick' % where)
    start, end = chart['intervals'][0][0], chart['intervals'][-1][1]

    def x(t):
        return left + (t - start) / (end - start) * (right - left)
    # Ticks of time: each label is what time it is there, in the zone.
    ticks = sorted({s[0] for s in axis[1:]})
    labels = {}
    for t in groups[1].all('text'):
        labels.setdefault(float(t.attrs['y']), []).append((float(t.attrs['x']), t.text()))
    first_row = labels[min(labels)] if ticks else []
    check.that([p[0] for p in first_row] == ticks, '%s: ticks without labels' % where)
    times = []
    for at, label in first_row:
        t = start + (at - left) / (right - left) * (end - start) + chart['zone'][1]
        if ':' in label:
            day = math.floor(t / 86400) * 86400
            near = min((moment(label, day + k * 86400) for k in (-1, 0, 1)), key=lambda v: abs(v - t))
            check.that(abs(near - t) <= (end - start) / (right - left), '%s: %s is not at its place' % (where, label))
            times.append(near)
        else:
            near = round(t / 86400) * 86400
            check.that(abs(near - t) <= (end - start) / (right - left), '%s: %s is not at its place' % (where, label))
            check.that(datetime.datetime.fromtimestamp(near, datetime.timezone.utc).strftime('%-d') == label,
                       '%s: %s is another day' % (where, label))
    if len(times) > 1:
        s = times[1] - times[0]
        check.that(all(abs(b - a - s) < 1 for a, b in zip(times, times[1:])), '%s: times are not even' % where)
        check.that(round(s) in (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200),
                   '%s: a step of %g s' % (where, s))
    rows = [t for r in labels.values() for t in r]
    check.that(any(re.search(r'\d{4}', t[1]) for t in rows), '%s: no date' % where)
    check.that(groups[2].text() == chart['zone'][0], '%s: the zone is missing' % where)
    for row in labels.values():
        row.sort()
        for (xa, a), (xb, b) in zip(row, row[1:]):
            check.that(xb - xa >= (len(a) + len(b)) / 2 * 0.55 * FONT, '%s: %s and %s are too near' % (where, a, b))
    return x, y, (left, top, right, base)


def is_drawn(chart, i):
    """Whether interval I has values: of areas all, but those of a series that has none at any time."""
    values = [v[i] for _, v in chart['series'] if any(w is not None for w in v)]
    return any(w is not None for w in values) and not (chart.get('area') and None in values)


def known_gaps(chart):
    """Times without any value, or without a whole."""
    out, at = [], chart['intervals'][0][0]
    for i, (a, b) in enumerate(chart['intervals']):
        if is_drawn(chart, i):
            if a > at:
                out.append((at, a))
            at = b
    if chart['intervals'][-1][1] > at:
        out.append((at, chart['intervals'][-1][1]))
    return out


def check_series(svg, chart, x, y, check, where):
    """Of each series that is drawn: nothing across a gap; each value is on its line."""
    values = dict(chart['series'])
    drawn = {}
    for g in svg.all('g'):
        title = g.child('title')
        path = g.first('path', 'l')
        if title and path and 'other' not in title.text():
            drawn[title.text()] = walk(path.attrs['d'])
    for name, segments in drawn.items():
        where_now = '%s: %s' % (where, name)
        v = values[name]
        check.that(all(a == c or b == d for a, b, c, d in segments), where_now + ': a slanted line')
        runs = []
        for i, (a, b) in enumerate(chart['intervals']):
            if v[i] is None:
                continue
            if runs and runs[-1][1] == a:
                runs[-1][1] = b
            else:
                runs.append([a, b])
        for a, b, c, d in segments:
            check.that(any(x(r[0]) - .6 <= min(a, c) and max(a, c) <= x(r[1]) + 1.1 for r in runs),
                       where_now + ': drawn at %g..%g, where there are no values' % (a, c))
        # For each unit of x: the y range that the line covers, and the y range that the values need.
        reach = {}
        for a, b, c, d in segments:
            for u in range(math.floor(min(a, c)) - 1, math.floor(max(a, c)) + 2):
                lo, hi = reach.get(u, (1e9, -1e9))
                reach[u] = min(lo, b, d), max(hi, b, d)
        for i, (a, _) in enumerate(chart['intervals']):
            if v[i] is None:
                continue
            lo, hi = reach.get(math.floor(x(a)), (1e9, -1e9))
            check.that(lo - .51 <= y(v[i]) <= hi + .51, where_now + ': %g at %d is not reached' % (v[i], a))
    return drawn


def check_area(svg, chart, x, y, check, where):
    values = [[max(0, w or 0) for w in v] for _, v in chart['series']]
    shapes = [walk(g.first('path', 'a').attrs['d']) for g in svg.all('g') if g.child('title') and g.first('path', 'a')]
    check.that(len(shapes) == len(chart['series']), where + ': %d areas' % len(shapes))
    # The whole is drawn first.
    for k, segments in enumerate(reversed(shapes)):
        for i, (a, b) in enumerate(chart['intervals']):
            if not is_drawn(chart, i):
                check.that(not any(min(s[0], s[2]) < x(b) - 1 and max(s[0], s[2]) > x(a) + 1 for s in segments),
                           where + ': an area in a gap at %d' % a)
                continue
            want = y(sum(v[i] for v in values[:k + 1]))
            mid = x((a + b) / 2)
            if x(b) - x(a) >= 2:
                edge = [s[1] for s in segments if s[1] == s[3] and min(s[0], s[2]) <= mid <= max(s[0], s[2])]
                check.that(any(abs(e - want) <= .51 for e in edge), where + ': area %d at %d' % (k, a))


def check_labels(svg, check, where, width):
    for t in svg.all('text'):
        check.that(0 <= float(t.attrs['x']) <= width, where + ': text outside: ' + t.text())


def check_gaps(svg, chart, x, check, where):
    rects = [(float(r.attrs['x']), float(r.attrs['x']) + float(r.attrs['width']), r.first('title').text() if r.children else '')
             for g in svg.all('g', 'n') for r in g.all('rect')]
    for a, b in known_gaps(chart):
        at = x(a)
        for left, right, _ in sorted(rects):
            if left <= at + 1:
                at = max(at, right)
        check.that(at >= x(b) - 1, where + ': nothing says that %d to %d has no values' % (a, b))
    for a, b, why in chart['gaps']:
        check.that(len(rects) >= 1 and any(abs(r[0] - x(a)) <= 2.5 for r in rects), where + ': the gap at %d' % a)
    return rects


def percentile(pairs):
    pairs = sorted(pairs)
    total, so_far = sum(w for _, w in pairs), 0
    for v, w in pairs:
        so_far += w
        if so_far >= 0.95 * total - 1e-6:
            return v


def check_stats(figure, chart, check, where):
    rows = {}
    for tr in figure.first('table', 's').all('tr'):
        head = tr.first('th')
        if head and head.attrs.get('scope') == 'row':
            rows[head.text()] = [td.text().strip() for td in tr.all('td')]
    lengths = [b - a for a, b in chart['intervals']]
    for name, v in chart['series']:
        if name not in rows:
            continue
        pairs = [(w, l) for w, l in zip(v, lengths) if w is not None]
        if not pairs:
            check.that(rows[name] == ['', '', '', '', ''], '%s: %s has no values' % (where, name))
            continue
        expected = [min(p[0] for p in pairs), sum(p[0] * p[1] for p in pairs) / sum(p[1] for p in pairs),
                    percentile(pairs), max(p[0] for p in pairs)]
        for got, want in zip(rows[name], expected):
            check.that(abs(number(got) - want) <= max(0.51 * 10 ** -chart['decimals'], abs(want) * 6e-4),
                       '%s: %s: %s instead of %g' % (where, name, got, want))
    return rows


def check_table(figure, chart, check, where):
    """Each value is in the table, in its row or in the range of its row."""
    table = [d for d in figure.all('details') if d.first('summary').text() == 'Values'][0].first('table')
    heads = [th.text() for th in table.first('thead').all('th')][1:]
    rows = [[td.text().strip() for td in tr.all('td')] for tr in table.first('tbody').all('tr')
            if tr.attrs.get('class') != 'n']
    values = dict(chart['series'])
    step = len(chart['intervals']) / max(1, len(rows))
    check.that(len(rows) <= 290, '%s: %d rows' % (where, len(rows)))
    if step > 1.001 and len(chart['intervals']) <= 288:
        step = 1
    with_values = [i for i in range(len(chart['intervals'])) if any(v[i] is not None for v in values.values())]
    if len(chart['intervals']) <= 288:
        check.that(len(rows) == len(with_values), '%s: %d rows for %d intervals' % (where, len(rows), len(with_values)))
    for k, name in enumerate(heads):
        if name not in values:
            continue
        cells = [[float(c) for c in r[k].split('\u2013')] if r[k] else None for r in rows]
        if len(rows) == len(with_values):
            for i, c in zip(with_values, cells):
                want = values[name][i]
                check.that((c is None) == (want is None) and (c is None or abs(c[0] - want) <= .51 * 10 ** -chart['decimals']),
                           '%s: %s in row %d' % (where, name, i))
        else:
            got = [w for c in cells if c for w in c]
            real = [w for w in values[name] if w is not None]
            check.that(abs(max(got) - max(real)) < .06 and abs(min(got) - min(real)) < .06,
                       '%s: %s: the range in the table' % (where, name))


def main():
    check = Check()
    text = open(sys.argv[2], encoding='utf-8').read()
    page = Page(text)
    root = page.root
    check.that(not page.forbidden, 'in the page: %s' % page.forbidden)
    scripts = re.findall(r'<script>(.*?)</script>', text, re.S)
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    check.that(len(scripts) == 1 == text.count('<script'), 'in the page: a script')
    check.that("script-src 'sha256-%s'" % digest in text, 'the policy needs the hash of the script: SCRIPT_HASH "%s"' % digest)
    check.that('http:' not in text and 'https:' not in text and 'url(#none)' in text, 'something from elsewhere')
    charts = [c for c in describe(sys.argv[1]) if any(v is not None for _, values in c['series'] for v in values)]
    figures = list(root.all('figure'))
    check.that(len(charts) == len(figures) and charts, '%d charts, %d figures' % (len(charts), len(figures)))
    ids = [n.attrs['id'] for t in ('title', 'desc', 'h2', 'h3', 'figure', 'pattern') for n in root.all(t) if 'id' in n.attrs]
    check.that(len(ids) == len(set(ids)), 'an identifier twice')
    for a in root.all('a'):
        check.that(a.attrs['href'][1:] in ids or 'contents' not in open(sys.argv[1]).read(), 'a link to nowhere: ' + a.attrs['href'])
    for n, (chart, figure) in enumerate(zip(charts, figures)):
        svgs = list(figure.all('svg', 'c'))
        if max(abs(v) for _, values in chart['series'] for v in values if v is not None) < chart.get('least', 0):
            check.that(not svgs and 'None: ' in figure.text(), 'chart %d: none' % n)
            continue
        check.that(len(svgs) == 2 and figure.first('h4') is not None, 'chart %d: %d pictures' % (n, len(svgs)))
        rows = check_stats(figure, chart, check, 'chart %d' % n)
        check_table(figure, chart, check, 'chart %d' % n)
        for svg in svgs:
            where = 'chart %d, %s' % (n, svg.attrs['class'])
            by = svg.attrs['aria-labelledby'].split()
            check.that(svg.attrs['role'] == 'img' and by == [svg.first('title').attrs['id'], svg.first('desc').attrs['id']],
                       where + ': no title, or no description')
            check.that(svg.first('title').text().strip() and len(svg.first('desc').text()) > 30, where + ': says nothing')
            width, height = map(float, svg.attrs['viewbox'].split()[2:])
            x, y, box = scale_of(svg, chart, check, where)
            check.that(0 < box[0] < box[2] < width and 0 < box[1] < box[3] < height, where + ': the plot is outside')
            check.that(box[2] - box[0] > width * .4, where + ': a narrow plot')
            every = [w for _, v in chart['series'] for w in v if w is not None]
            if every and not chart.get('area'):
                check.that(y(0) <= box[3] + .51, where + ': zero is not on the axis')
            for path in list(svg.all('path', 'l')) + list(svg.all('path', 'a')) + list(svg.all('path', 'r')):
                if path.parent.child('title') is None:
                    continue
                for s in walk(path.attrs['d']):
                    check.that(box[0] - .01 <= min(s[0], s[2]) and max(s[0], s[2]) <= box[2] + .01 + .5 and
                               box[1] - .01 <= min(s[1], s[3]) and max(s[1], s[3]) <= box[3] + .01,
                               where + ': drawn outside the axes')
            check_gaps(svg, chart, x, check, where)
            if chart.get('capacity'):
                line = walk(svg.first('path', 'k').attrs['d'])
                check.that(abs(line[0][1] - y(chart['capacity'])) <= .51, where + ': the line of the capacity')
            dense = {'e'} <= {c for p in svg.all('path') for c in p.attrs.get('class', '').split()}
            check.that(dense == bool(chart.get('area') and len(chart['intervals']) > 400), where + ': outlines')
            if chart.get('area'):
                check_area(svg, chart, x, y, check, where)
            else:
                check_series(svg, chart, x, y, check, where)
            check_labels(svg, check, where, width)
            check.that(len(rows) == min(8, len(chart['series'])), where + ': %d rows' % len(rows))
            if chart.get('unit'):
                unit = svg.first('text', 'u').text()
                check.that(unit and (chart['unit'].startswith(unit) or '<' in chart['unit']), where + ': the unit')
    print('# %s: %d assertions, %d failed' % (sys.argv[2].split('/')[-1], check.count, check.failed))
    return 1 if check.failed else 0


if __name__ == '__main__':
    sys.exit(main())
