#!/usr/bin/env python3
"""Asserts on the colours of a page's lines: colours.py PAGE.

Each is seen on its paper, and any two can be told apart by those who see all colours, and by those who lack one of the
three kinds of cones (matrices of Machado, Oliveira and Fernandes, 2009, severity 1)."""
import itertools
import math
import re
import sys

SEEN = {
    'all colours': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    'no red': [[.152286, 1.052583, -.204868], [.114503, .786281, .099216], [-.003882, -.048116, 1.051998]],
    'no green': [[.367322, .860646, -.227968], [.280085, .672501, .047413], [-.011820, .042940, .968881]],
    'no blue': [[1.255528, -.076749, -.178779], [-.078411, .930809, .147602], [.004733, .691367, .303900]],
}
# In L*a*b*; 2.3 is just seen when two colours touch.
APART = 17
CONTRAST = 3


def linear(colour):
    digits = colour[1:] if len(colour) == 7 else ''.join(2 * d for d in colour[1:])
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    return [c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in parts]


def luminance(colour):
    r, g, b = linear(colour)
    return .2126 * r + .7152 * g + .0722 * b


def contrast(a, b):
    a, b = sorted((luminance(a), luminance(b)))
    return (b + .05) / (a + .05)


def lab(colour, eye):
    rgb = linear(colour)
    r, g, b = [min(1, max(0, sum(m * c for m, c in zip(row, rgb)))) for row in eye]
    x, y, z = .4124 * r + .3576 * g + .1805 * b, .2126 * r + .7152 * g + .0722 * b, .0193 * r + .1192 * g + .9505 * b
    fx, fy, fz = [t ** (1 / 3) if t > .008856 else 7.787 * t + 16 / 116 for t in (x / .95047, y, z / 1.08883)]
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def main():
    text = open(sys.argv[1], encoding='utf-8').read()
    schemes = re.findall(r'--paper:(#\w+);.*?--c0:(.*?)}', text, re.S)
    failed = len(schemes) != 2
    for paper, rest in schemes:
        colours = re.findall(r'#[0-9a-f]+', rest)
        failed |= len(colours) != 7
        for c in colours:
            if contrast(c, paper) < CONTRAST:
                print('# %s on %s: contrast %.2f' % (c, paper, contrast(c, paper)))
                failed = True
        for (name, eye), (a, b) in itertools.product(SEEN.items(), itertools.combinations(colours, 2)):
            apart = math.dist(lab(a, eye), lab(b, eye))
            if apart < APART:
                print('# %s and %s, %s: %.1f apart' % (a, b, name, apart))
                failed = True
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
