#!/usr/bin/env python3
"""Check how a browser shows pages: look.py CHROMIUM PAGE...

All pages are frames of one page, in several widths, light and dark, which one start of the browser measures; another one
prints each page.  Status 77: the browser does not start."""
import html
import json
import os
import re
import subprocess
import sys
import tempfile

SIZES = [(320, 'light'), (360, 'dark'), (640, 'light'), (768, 'dark'), (1280, 'light'), (1600, 'dark'), (1600, 'light')]
HEIGHT = 2400
FONT_LEAST = 9.5

MEASURE = """
function box(e) { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }
function over(a, b) { return Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 1 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 1; }
function measure(f) {
  const d = f.contentDocument, w = f.contentWindow, out = { problems: [], text: d.body.innerText.length };
  const wide = () => d.documentElement.scrollWidth > d.documentElement.clientWidth;
  if (wide()) out.problems.push('wider than the window: ' + d.documentElement.scrollWidth);
  const style = w.getComputedStyle(d.body);
  out.paper = style.backgroundColor; out.ink = style.color;
  out.colours = {};
  let least = 99, svgs = 0, level = 0;
  for (const figure of d.querySelectorAll('figure')) {
    const seen = [...figure.querySelectorAll('svg.c')].filter(s => s.getBoundingClientRect().width > 0);
    if (figure.querySelector('svg.c') && seen.length != 1) out.problems.push(seen.length + ' pictures of a chart are seen');
    for (const s of seen) {
      svgs++;
      const all = box(s);
      const texts = [...s.querySelectorAll('text')].map(t => [t.textContent, box(t), t]);
      least = Math.min(least, 13 * (all[2] - all[0]) / s.viewBox.baseVal.width);
      texts.forEach(([name, b, t], i) => {
        if (b[0] < all[0] - 1 || b[2] > all[2] + 1 || b[1] < all[1] - 2 || b[3] > all[3] + 2)
          out.problems.push('outside of its picture: ' + name);
        for (const [other, c] of texts.slice(i + 1))
          if (over(b, c)) out.problems.push('overlap: ' + name + ' and ' + other);
      });
      for (const g of s.querySelectorAll('g[class^=s]'))
        out.colours[g.getAttribute('class')] = w.getComputedStyle(g).stroke;
      for (const t of s.querySelectorAll('text'))
        out.colours['text ' + w.getComputedStyle(t).fill] = w.getComputedStyle(t).fill;
    }
    const plot = figure.querySelector('.f');
    if (plot) for (const t of plot.querySelectorAll('table'))
      if (box(t)[2] > box(plot)[2] + 1) out.problems.push('a table is cut by ' + (box(t)[2] - box(plot)[2]) + ' px: ' + t.innerText.slice(0, 60));
  }
  for (const h of d.querySelectorAll('h1, h2, h3, h4')) {
    const l = +h.tagName[1];
    if (l > level + 1) out.problems.push('h' + l + ' behind h' + level);
    level = l;
  }
  for (const a of d.querySelectorAll('a')) out.colours.link = w.getComputedStyle(a).color;
  for (const x of d.querySelectorAll('details')) x.open = true;
  if (wide()) out.problems.push('wider than the window with its tables: ' + d.documentElement.scrollWidth);
  out.tables = [...d.querySelectorAll('details table')].filter(t => t.getBoundingClientRect().height > 20).length;
  for (const x of d.querySelectorAll('details')) x.open = false;
  out.scripts = w.alerted ? 1 : 0;
  out.least = least; out.svgs = svgs;
  return out;
}
addEventListener('load', () => {
  const all = [...document.querySelectorAll('iframe')].map(f => Object.assign({ name: f.name }, measure(f)));
  document.getElementById('result').textContent = JSON.stringify(all);
});
"""


def wrapper(pages):
    """Frames in rows, one a page."""
    out = ['<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:#777">']
    for name, text in pages:
        out.append('<div style="display:flex;align-items:flex-start;gap:8px;margin-bottom:8px">')
        for width, scheme in SIZES:
            out.append('<iframe name="%s %d %s" width="%d" height="%d" style="border:0;flex:none;color-scheme:%s" srcdoc="%s">'
                       '</iframe>' % (name, width, scheme, width, HEIGHT, scheme, html.escape(text)))
        out.append('</div>')
    out.append('<pre id="result" style="display:none"></pre><script>%s</script>' % MEASURE)
    return '\n'.join(out)


def run(browser, home, args):
    env = dict(os.environ, HOME=home, TZ='UTC')
    return subprocess.run([browser, '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
                           '--hide-scrollbars', '--no-first-run', '--disable-extensions', '--disable-background-networking',
                           '--user-data-dir=' + home] + args, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300)


def luminance(css):
    rgb = [float(v) / 255 for v in re.findall(r'[\d.]+', css)[:3]]
    r, g, b = [v / 12.92 if v <= .04045 else ((v + .055) / 1.055) ** 2.4 for v in rgb]
    return .2126 * r + .7152 * g + .0722 * b


def contrast(a, b):
    a, b = sorted((luminance(a), luminance(b)))
    return (b + .05) / (a + .05)


def judge(m):
    out = list(m['problems'])
    dark = m['name'].endswith('dark')
    if (luminance(m['paper']) < .1) != dark:
        out.append('the paper is ' + m['paper'])
    if contrast(m['ink'], m['paper']) < 7:
        out.append('text has too little contrast')
    for what, colour in m['colours'].items():
        enough = 4.5 if what.startswith('text') or what == 'link' else 3
        if colour.startswith('rgb') and contrast(colour, m['paper']) < enough:
            out.append('%s: contrast %.2f' % (what, contrast(colour, m['paper'])))
    if m['least'] < FONT_LEAST:
        out.append('letters of %.1f px' % m['least'])
    if m['svgs'] == 0 or m['tables'] < m['svgs'] or m['text'] < 100:
        out.append('%d pictures, %d tables, %d letters' % (m['svgs'], m['tables'], m['text']))
    if m['scripts']:
        out.append('a script was run')
    return out


def main():
    browser, paths = sys.argv[1], sys.argv[2:]
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        # Embedded scripts would set a mark if the browser ran them.
        pages = [(os.path.basename(p), open(p, encoding='utf-8').read()) for p in paths]
        whole = os.path.join(work, 'all.html')
        with open(whole, 'w', encoding='utf-8') as f:
            f.write(wrapper(pages))
        width = sum(s[0] + 8 for s in SIZES)
        try:
            r = run(browser, work + '/home', ['--window-size=%d,%d' % (width, (HEIGHT + 8) * len(pages)), '--dump-dom',
                                              'file://' + whole])
        except (OSError, subprocess.TimeoutExpired) as e:
            print('# %s' % e)
            return 77
        m = re.search(r'<pre id="result"[^>]*>(.*?)</pre>', r.stdout.decode('utf-8', 'replace'), re.S)
        if not m or not m.group(1):
            print('# ' + (r.stderr.decode('utf-8', 'replace').strip().split('\n') or [''])[-1])
            return 77
        results = json.loads(html.unescape(m.group(1)))
        if len(results) != len(pages) * len(SIZES):
            print('# %d frames' % len(results))
            failed += 1
        for result in results:
            for problem in judge(result)[:5]:
                print('# %s: %s' % (result['name'], problem))
                failed += 1
        for p in paths:
            pdf = os.path.join(work, os.path.basename(p) + '.pdf')
            r = run(browser, work + '/home', ['--no-pdf-header-footer', '--print-to-pdf=' + pdf, 'file://' + os.path.abspath(p)])
            if not os.path.exists(pdf) or open(pdf, 'rb').read(5) != b'%PDF-' or os.path.getsize(pdf) < 5000:
                print('# %s is not printed' % p)
                failed += 1
        print('# %d frames, %d problems' % (len(results), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
