#!/usr/bin/env python3
"""Descriptions of pages for tests/chart/draw: pages.py NAME, or no NAME: their names."""
import math
import random
import sys

START = 1789977600  # 2026-09-21 08:00 UTC
HOSTILE = '</title><script>alert(1)</script>"\'&\x1b[31m\u202e'


def lines(name, values, last=None):
    return 'series %s = %s' % (name, ' '.join('-' if v is None else '%.3f' % v for v in values))


def day():
    """A day of a small system: a busy morning, a lost interval, an IPL, a loop."""
    rng = random.Random(1)
    n = 288
    gap = range(100, 103)
    ipl = range(200, 204)
    t = START - 8 * 3600

    def at(f):
        return [None if i in gap or i in ipl else max(0, f(i)) for i in range(n)]

    busy = [20 + 15 * math.sin(i / 30) + (150 if 96 <= i < 130 else 0) + rng.uniform(-6, 6) for i in range(n)]
    out = ['page ZVM1, 21 September 2026', 'system ZVM1',
           'fact Machine 3931-A01, 3 processors of LPAR PROD1', 'fact Release z/VM 7.3',
           'fact Span 2026-09-21 00:00 to 2026-09-22 00:00 UTC', 'fact Intervals 281 of 5 minutes; 7 are missing',
           'fact Captures mon-0921.bin, mon-0921b.bin',
           'sentence 3 engines, 41 % busy on average', 'figure CPU 41 %', 'figure Paging none',
           'alarm cpu %susp above 10 % for 3 intervals, from 08:20 to 08:50 UTC',
           'finding cpu Busiest interval: 09:35 UTC, 187.3 % of one engine',
           'finding user LNXLOOP took 99.8 % of one engine from 14:00 to 15:10 UTC',
           'missing device: needs D6R3 (MRIODDEV); on z/VM: MONITOR SAMPLE ENABLE I/O ALL',
           'contents cpu Processors', 'contents user Users', 'contents storage Storage',
           'report cpu Processors',
           'note 100 % is one engine. %susp is inferred: what is neither busy nor waiting.',
           'chart What did the processors do?', 'area', 'capacity 300',
           'unit % of one engine', 'intervals %d 300 %d' % (t, n),
           'gap %d %d interval lost' % (t + 300 * 100, t + 300 * 103),
           'gap %d %d IPL' % (t + 300 * 200, t + 300 * 204),
           lines('emulation', at(lambda i: busy[i] * .8)), lines('CP for guests', at(lambda i: busy[i] * .13)),
           lines('system', at(lambda i: 3 + busy[i] * .03)),
           lines('suspended', at(lambda i: 30 + rng.uniform(-5, 5) if 100 <= i < 110 else 0.4)), 'draw',
           'chart How busy was each processor?', 'unit % of one engine',
           'intervals %d 300 %d' % (t, n), 'gap %d %d interval lost' % (t + 300 * 100, t + 300 * 103),
           'gap %d %d IPL' % (t + 300 * 200, t + 300 * 204),
           lines('CPU 0', at(lambda i: min(100, busy[i] * .4))), lines('CPU 1', at(lambda i: min(100, busy[i] * .38))),
           lines('CPU 2', at(lambda i: min(100, busy[i] * .15))), 'draw',
           'table Averages cpu: %busy %emu %cp', 'row 0 51.2 40.1 8.0', 'row 1 48.1 38 -', 'row 2 20 18.8 1.2',
           'report user Users', 'chart Who used the processors?',
           'unit % of one engine', 'instances users', 'intervals %d 300 %d' % (t, n)]
    for u in range(30):
        base = 40 / (u + 1)
        out.append(lines('LNX%05d' % u, at(lambda i, b=base: b * rng.uniform(.5, 1.5))))
    out.append(lines('LNXLOOP', [None if not 150 <= i < 190 else 99.8 if 168 <= i < 182 else 2 for i in range(n)]))
    out += ['draw', 'report storage Storage', 'chart How much storage was available?', 'unit bytes', 'decimals 0',
            'intervals %d 300 %d' % (t, n), lines('available', [3.1e9 - 2e9 * (100 < i < 150) for i in range(n)]),
            lines('threshold', [2e8] * n), 'draw']
    return out


def users():
    """200 users, 1,440 intervals of a minute, all of them noise."""
    rng = random.Random(2)
    out = ['page Users', 'system ZVM2', 'report user Users']
    values = [[rng.uniform(0, 200 / (u + 1)) for i in range(1440)] for u in range(200)]
    for title in ('Who used the processors?', 'How much did all others use?'):
        out += ['chart ' + title, 'unit % of one engine', 'instances users',
                'intervals %d 60 1440' % (START - 8 * 3600)]
        out += [lines('USER%04d' % u, v) for u, v in enumerate(values)]
        out.append('draw')
    return out


def odd():
    """What is at the edge of what there is."""
    t = START
    out = ['page ' + HOSTILE, 'system ' + HOSTILE, 'fact x ' + HOSTILE, 'finding ' + 'a"b ' + HOSTILE,
           'sentence ' + HOSTILE, 'figure x ' + HOSTILE, 'missing ' + HOSTILE, 'report x ' + HOSTILE, 'note ' + HOSTILE]
    out += ['chart ' + HOSTILE, 'unit ' + HOSTILE, 'zone CEST 7200',
            'intervals %d 60 5' % t, 'gap %d %d %s' % (t + 60, t + 120, HOSTILE),
            'series %s = 1 - 3 -4 5' % HOSTILE, 'series short = 2 - 2 - -', 'draw']
    out += ['chart Nothing?', 'unit x', 'draw']
    out += ['chart No values?', 'intervals %d 60 3' % t, 'series none = - - -', 'draw']
    out += ['chart One interval?', 'unit %', 'intervals %d 60 1' % t, 'series one = 50', 'draw']
    out += ['chart Two seconds?', 'unit ms', 'intervals %d 1 2' % t, 'series a = 0.001 0.0042', 'decimals 4', 'draw']
    out += ['chart Zero?', 'unit /s', 'least 0.001', 'intervals %d 60 4' % t, 'series zero = 4*0', 'draw']
    out += ['chart Holes?', 'unit /s', 'intervals %d 60 4' % t, 'intervals %d 60 4' % (t + 600),
            'series a = 8*5', 'series b = 3 - - 4 4 - 2 2', 'draw']
    out += ['chart Equal ends?', 'unit /s', 'intervals %d 600 24' % t] + \
           ['series VERYLONGNAMEOFAVOLUME-%d = 24*%d.%d' % (i, 50, i) for i in range(7)] + ['draw']
    out += ['chart Weeks?', 'unit GB', 'decimals 0', 'intervals %d 21600 200' % t,
            'series a = ' + ' '.join(str(20000 + 37 * i) for i in range(200)), 'draw']
    out += ['chart A month?', 'area', 'unit %', 'intervals %d 3600 744' % t,
            'series a = ' + ' '.join(str(i % 24) for i in range(744)), 'series b = 744*5', 'draw']
    out += ['chart Does an area below zero say so?', 'area', 'unit %', 'intervals %d 3600 6' % t,
            'series a = 10 20 30 20 10 5', 'series b = 5 -2 5 5 5 5', 'draw']
    out += ['chart Is a part that is not known a gap?', 'area', 'unit %', 'intervals %d 3600 8' % t,
            'series a = 10 20 30 20 10 5 10 10', 'series b = 5 5 - - 5 5 - 5', 'series none = 8*-', 'draw']
    out += ['chart Large numbers?', 'unit bytes/s', 'intervals %d 900 6' % t,
            'series a = 123456789 123456790 123456791 123456789 123456800 123456789', 'draw']
    return out


PAGES = {'day': day, 'users': users, 'odd': odd}

if __name__ == '__main__':
    if len(sys.argv) == 2 and sys.argv[1] in PAGES:
        sys.stdout.buffer.write(('\n'.join(PAGES[sys.argv[1]]()) + '\n').encode())
    else:
        print('\n'.join(sorted(PAGES)))
