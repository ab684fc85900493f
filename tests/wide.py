"""wide.py: what monread --wide shows of arrays against the lines of text, cell by cell; TAP.

wide.py [OPTION]... CAPTURE...    the tool is in $MONREAD, run by $EMULATOR
wide.py --on WIDTH ARGUMENT...    only show what it shows on a terminal that is so wide
"""
import os
import re
import subprocess
import sys

tool = os.environ.get('EMULATOR', '').split() + [os.environ['MONREAD']]
number = 0
failed = 0


def ok(good, name, *notes):
    global number, failed
    number += 1
    failed |= not good
    print('%s %d - %s' % ('ok' if good else 'not ok', number, name))
    for note in notes:
        print('#', note)


def run(*options):
    return subprocess.run(tool + list(options), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()


def on_terminal(width, *options):
    """The same with standard output on a terminal that is so wide."""
    terminal = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'terminal.py')
    return subprocess.run([sys.executable, terminal, str(width)] + tool + list(options), stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout.decode()


LINE = re.compile(r' {,4}[0-9A-F]+ +\d+  ( *)(\S+?)(?:\((\d+)\))?(?: +(.*))?$')


def add(path, name):
    """The name of a field in a structure: the DSECT is said once."""
    if not path:
        return name
    dsect = re.match(r'[^_]*_|', name).group()
    return path + '_' + (name[len(dsect):] if dsect and path.startswith(dsect) else name)


def cells_of_lines(text):
    """{(record, array, entry, name): value} of the lines of text."""
    cells, levels, record, array, last = {}, [], 0, 0, None
    lines = text.split('\n')
    for at, line in enumerate(lines):
        if line.startswith('0x'):
            record, levels, last = record + 1, [], None
            continue
        m = LINE.match(line)
        if not m:
            continue
        depth = len(m[1]) // 2
        del levels[depth:]
        following = LINE.match(lines[at + 1]) if at + 1 < len(lines) else None
        entry = re.match(r'\[(\d+)\]', m[4] or '')
        inside = any(kind == 'entry' for kind, _ in levels)
        if entry:
            if not inside:
                if last is None or last[0] != m[2] or int(entry[1]) <= last[1]:
                    array += 1
                last = (m[2], int(entry[1]))
            levels.append(('entry', m[2] + entry[0]))
        elif not m[4] and following and len(following[1]) > len(m[1]):
            levels.append(('group', m[2]))
        elif inside:
            first = next(i for i, l in enumerate(levels) if l[0] == 'entry')
            label, path, table = '', '', ''
            for kind, name in levels[first:]:
                if kind == 'entry':
                    table, path = table + '/' + name.split('[')[0], ''
                    label += '[' + name.split('[')[1]
                else:
                    path = add(path, name)
            name = add(path, m[2]) + ('(%s)' % m[3] if m[3] else '')
            # How a value is to be read is in the heading, there.
            value = (m[4] or '').replace('  used (counts down)', '')
            value = re.sub(r'(^| )\?(?=  |$)', '', value, count=1)
            dsect = re.match(r'[^_]*_|', m[2]).group()
            if dsect and re.match(r'[0-9A-F]+  ', value):
                value = value.replace(' ' + dsect, ' ')
            cells[record, array, label, name] = value
    return cells


TABLE = re.compile(r'( {,4}[0-9A-F]+ +\d+  ) *(\S+) +\d+ entr(?:y|ies)(?:, names begin with (\S+))?$')
INNER = re.compile(r' {12,}(\S+)  \d+ entr(?:y|ies)(?:, names begin with (\S+))?$')
ROW = re.compile(r' +((?:\[\d+\])+)(?=  |$)')


def is_cell(row, start, end, value):
    """Whether VALUE stands in ROW under the heading from START to END."""
    for at in (start, end - len(value)):
        if at >= 2 and row[at - 2:at].strip() == '' and row[at:at + len(value)].rstrip() == value.rstrip() and \
                row[at + len(value):at + len(value) + 2].strip() == '':
            return True
    cut = row[start:].split('...')[0]
    return '...' in row[start:] and value.startswith(cut) and cut != ''


def check_tables(text, cells, width):
    """The cells that were found in tables, and what is wrong."""
    found, wrong, record, array, prefix, headings = set(), [], 0, 0, None, []
    for line in text.split('\n'):
        m = TABLE.match(line) or INNER.match(line)
        if line.startswith('0x'):
            record, prefix = record + 1, None
        elif m:
            if m.re is TABLE:
                array += 1
            prefix, headings = m[m.lastindex] if ', names' in line else '', None
        elif prefix is None:
            pass
        elif ROW.match(line):
            label = ROW.match(line)[1]
            for start, end, name in headings:
                name = prefix + name if (record, array, label, prefix + name) in cells else name
                value = cells.get((record, array, label, name))
                if value is None:
                    if name != 'tail' and not re.search(r'gap|tail|\*', name) and line[start:end].strip():
                        wrong.append('record %d, %s %s: not in text' % (record, label, name))
                elif is_cell(line, start, end, value):
                    found.add((record, array, label, name))
                else:
                    wrong.append('record %d, %s %s: %s: %s' % (record, label, name, value, line))
        elif line.startswith('      ') and line.strip():
            headings = [(h.start(), h.end(), h.group().rstrip('?').replace('(used)', ''))
                        for h in re.finditer(r'\S+(?: \S+)*', line)]
        else:
            prefix = None
        if prefix is not None and not m and width and len(line) > width:
            wrong.append('too wide: ' + line)
    return found, wrong


if sys.argv[1] == '--on':
    sys.stdout.write(on_terminal(int(sys.argv[2]), *sys.argv[3:]))
    sys.exit()
options = [a for a in sys.argv[1:] if a.startswith('-')]
captures = [a for a in sys.argv[1:] if not a.startswith('-')]
total = 0
for capture in captures:
    cells = cells_of_lines(run(*options, capture))
    total += len(cells)
    for width in (0, 50, 100) if cells else (0,):
        text = on_terminal(width, '--wide', *options, capture) if width else run('--wide', *options, capture)
        found, wrong = check_tables(text, cells, width)
        missing = [c for c in cells if c not in found]
        ok(not wrong and not missing, '%s: %d cells of arrays, width %d' % (os.path.basename(capture), len(cells), width),
           *wrong[:3], *['missing: %s is %s' % (c, cells[c]) for c in missing[:3]])
ok(total > 0, 'there are arrays: %d cells' % total)
print('1..%d' % number)
sys.exit(failed)
