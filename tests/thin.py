"""thin.py: which records of captures are left when of samples only the first of each step is kept, worked out by itself.

thin.py left SECONDS FILE...     the captures one after the other: DOMAIN RECORD TOD LENGTH HASH
thin.py merged SECONDS FILE...   the same in order of time, and each record once
thin.py stored FILE              the records of a capture without marks and what is repeated; the last line says how
                                 many samples are left out, as marks say
"""
import sys

import foreign
import merge

EPOCH = 0x7D91048BCA000000  # 1970
MARK = bytes.fromhex('D4D6D5D9C5C1C4C7D7')  # the product MONREAD GP


def kind_of(r):
    return r[4], merge.number(r, 6, 2)


def is_sample(kind, r):
    """All of domain 1 is configuration, or the end of something."""
    return kind == merge.SAMPLE and r[4] != 1


def one_after_the_other(names):
    for name in names:
        with open(name, 'rb') as file:
            for one in merge.sets_of(file.read()):
                yield name, one


def left(sets, seconds):
    """What is left, as lines, and how many samples are not."""
    firsts, kept, system = {}, [], None
    for _, one in sets:
        first = next((merge.tod(r) for kind, r in one if is_sample(kind, r)), None)
        for _, r in one:
            if kind_of(r) == (1, 4):
                system = r[20:]
        step = None if first is None else (system, (first - EPOCH) // 4096000000 // seconds)
        kept.append((step, one))
        if step is not None:
            firsts.setdefault(step, len(kept) - 1)
    out, left_out = [], 0
    for n, (step, one) in enumerate(kept):
        goes = step is not None and firsts[step] != n
        left_out += goes
        for kind, r in one:
            if not merge.is_framing(r) and not (goes and (is_sample(kind, r) or (kind == merge.SAMPLE and kind_of(r) == (1, 11)))):
                out.append(merge.line(r))
    return out, left_out


def record_sets(data):
    """The records of each set."""
    at = 0
    while at < len(data):
        if not merge.is_monwrite(data):
            kind, start, end = next(foreign.elements(data, at))
            at += 12 + end - start + 1
            yield [r for _, _, _, r in foreign.records(kind, start, end, data[at - (end - start + 1):at])]
            continue
        found = list(foreign.elements(data, at + 40))
        at += merge.FRAME
        places, count = foreign.frames_of_block(found, False)
        for (kind, start, end), place in zip(found, places):
            begin = at + place * merge.FRAME + start % merge.FRAME
            yield [r for _, _, _, r in foreign.records(kind, start, end, data[begin:])]
        at += count * merge.FRAME


def stored(name):
    with open(name, 'rb') as file:
        data = file.read()
    count = repeated = 0
    for one in record_sets(data):
        if repeated:
            repeated -= 1
            continue
        for r in one:
            if kind_of(r) == (10, 1) and r[32:32 + len(MARK)] == MARK:
                at = merge.number(r, 20, 2)
                assert r[at + 2] in (0x20, 0x40), 'a mark of another kind'
                if r[at + 2] == 0x20:
                    count += merge.number(r, at + 4, 4)
                else:
                    repeated = merge.number(r, at + 4, 4)
            elif not merge.is_framing(r):
                print(merge.line(r))
    print('left out:', count)


def main():
    what, args = sys.argv[1], sys.argv[2:]
    if what == 'stored':
        stored(args[0])
        return
    sets = one_after_the_other(args[1:]) if what == 'left' else \
        (s for s in merge.sets_in_order(args[1:]) if s[0] is not None)
    out, left_out = left(sets, int(args[0]))
    print('\n'.join(out))
    print('left out:', left_out)


if __name__ == '__main__':
    main()
