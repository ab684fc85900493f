"""merge.py: captures that overlap, made of the sample, and what they are in order of time, worked out by itself.

make SAMPLE DIR          captures of two systems in DIR
order FILE...            the records in order of time, each once: FILE DOMAIN RECORD TOD LENGTH HASH; the last line says
                         how many are left out
records FILE             the records of a capture as they stand: DOMAIN RECORD TOD LENGTH HASH
many SAMPLE DIR N STEP   N captures with a few data sets, each STEP seconds after the one before
back SAMPLE DIR          captures of a system whose clock was set back: DIR/all is what there was; DIR/whole has most of it,
                         DIR/before, DIR/across, DIR/twice and DIR/later begin before that, read on over it, begin behind it
                         at a time that there was before, too, and at one that there was once
late SAMPLE DIR          captures of a system whose clock was set back between configuration and samples: DIR/all is what there
                         was, DIR/stream has all but that configuration, DIR/monwrite and DIR/far begin with it
events SAMPLE DIR        captures with a clock that was set back, and events in front of the samples behind that: DIR/all, DIR/on,
                         which has most of it, and DIR/begin, which begins with the last sample before
thinned SAMPLE DIR       the same where streams have no ends of intervals, in DIR/all, DIR/whole and DIR/part; DIR/few has one
                         record of each sample in DIR/full
wrong SAMPLE DIR         captures of two systems, DIR/right and DIR/wrong: in the second one the time of an event that a data set
                         begins with is ten days late
two SAMPLE DIR           captures of two systems without overlap, DIR/whole1 and DIR/whole2; DIR/late2 is of the second one, and
                         tells so behind its fifth data set only; DIR/none2 never does
counts FILE...           what a summary of the FILEs together counts, which have nothing in common
rows DB TABLE            the rows of a table of a database, without what is of the file
systems SAMPLE DIR N     N captures of as many systems, of the same time, of some 200 KB
"""
import hashlib
import heapq
import os
import sqlite3
import sys

import foreign

FRAME = 4096
SECOND = 4096000000
SAMPLE, EVENT = 0xE2, 0xC5


# Reading

def number(data, at, length):
    return int.from_bytes(data[at:at + length], 'big')


def tod(record):
    return number(record, 8, 8)


def is_monwrite(data):
    return data[0] not in (SAMPLE, EVENT)


def sets_of(data):
    """Data sets as lists of (type, record)."""
    if is_monwrite(data):
        at = 0
        while at < len(data):
            found = list(foreign.elements(data, at + 40))
            at += FRAME
            _, count = foreign.frames_of_block(found, False)
            block = data[at - FRAME:at + count * FRAME]
            yield [(kind, r) for kind, _, _, r in foreign.monwrite(block)]
            at += count * FRAME
        return
    at, gathered = 0, []
    while at < len(data):
        kind, start, end = next(foreign.elements(data, at))
        at += 12
        gathered += [(k, r) for k, _, _, r in foreign.records(kind, start, end, data[at:at + end - start + 1])]
        at += end - start + 1
        last = gathered[-1][1]
        if kind == EVENT or (last[4], number(last, 6, 2)) == (1, 11):
            yield gathered
            gathered = []
    if gathered:
        yield gathered


def system_of(sets):
    for one in sets:
        for _, r in one:
            if (r[4], number(r, 6, 2)) == (1, 4):
                # MTRSYS_SYSTMID
                return r[64:72] if len(r) >= 72 else b''
    return b''


def sets_in_order(names):
    """Of each data set what no other capture had before: name, records; at the end None, and how many were left out."""
    files = []
    for place, name in enumerate(names):
        with open(name, 'rb') as file:
            sets = list(sets_of(file.read()))
        files.append((name, system_of(sets), sets))
        assert sets, name
    heap = [(tod(sets[0][0][1]), place, 0) for place, (_, _, sets) in enumerate(files)]
    heapq.heapify(heap)
    seen, left_out = {}, 0
    while heap:
        _, place, n = heapq.heappop(heap)
        name, system, sets = files[place]
        new = []
        for kind, r in sets[n]:
            key = (system, kind, r)
            if seen.setdefault(key, place) != place:
                left_out += (r[4], number(r, 6, 2)) != (1, 13)
            else:
                new.append((kind, r))
        yield name, new
        if n + 1 < len(sets):
            heapq.heappush(heap, (tod(sets[n + 1][0][1]), place, n + 1))
    yield None, left_out


def in_order(names):
    for name, rest in sets_in_order(names):
        if name is None:
            yield None, rest, None
        else:
            for kind, r in rest:
                yield name, kind, r


def line(r):
    return f'{r[4]} {number(r, 6, 2)} {tod(r):016X} {len(r)} {hashlib.sha1(r).hexdigest()}'


def is_framing(r):
    return (r[4], number(r, 6, 2)) == (1, 13)


# Writing

def laid_out(records, start):
    """Records in frames: none crosses the end of one."""
    out = b''
    for r in records:
        rest = FRAME - len(out) % FRAME
        if len(r) > rest:
            if rest >= 20:
                out += (20).to_bytes(2, 'big') + bytes([0, 0, 1, 0, 0, 13]) + r[8:16] + bytes(rest - 16)
            else:
                out += bytes(rest)
        out += r
    return out


def element(kind, start, length):
    return bytes([kind, 0xFF, 0xF0, 0]) + start.to_bytes(4, 'big') + (start + length - 1).to_bytes(4, 'big')


def runs(one):
    """A data set by the types of its record sets."""
    groups = []
    for kind, r in one:
        if is_framing(r):
            continue
        if not groups or groups[-1][0] != kind:
            groups.append((kind, []))
        groups[-1][1].append(r)
    return groups


def write(name, sets, monwrite):
    with open(name, 'wb') as file:
        for one in sets:
            address, block, frames = 0x09000000, b'', b''
            for kind, records in runs(one):
                body = laid_out(records, address)
                head = element(kind, address, len(body))
                address += (len(body) + FRAME - 1) // FRAME * FRAME
                if monwrite:
                    block += head
                    frames += body + bytes(-len(body) % FRAME)
                else:
                    file.write(head + body)
            if monwrite:
                file.write(bytes(40) + block + bytes(FRAME - 40 - len(block)) + frames)


def shifted(sets, by, system=None):
    """The same BY TOD units later, of another system."""
    out = []
    for one in sets:
        new = []
        for kind, r in one:
            r = r[:8] + (tod(r) + by).to_bytes(8, 'big') + r[16:]
            if system:
                r = r.replace('VMPROD1'.encode('cp037'), system.encode('cp037'))
            new.append((kind, r))
        out.append(new)
    return out


def make(sample, directory):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    config = sets[:3] if len(sets) > 6 else sets[:1]
    rest = sets[len(config):]
    # A day's worth of four captures, of which the second and the third overlap, in either form.
    day = [s for n in range(4) for s in shifted(rest, n * 180 * SECOND)]
    third = len(day) // 3
    put = lambda name, part, monwrite: write(os.path.join(directory, name), part, monwrite)
    put('z-first', config + day[:third], True)
    put('overlap', config + day[third - 3:2 * third + 4], False)
    put('a-last', config + day[2 * third:], True)
    # In the middle of a data set: some of its records are in the one before, some are not.
    put('thin', config + [one[::3] for one in day[third:third + 6]], False)
    # Another system at the same time; its clock is a moment ahead.
    put('other', shifted(config + day, 12345, 'VMPROD2'), True)


def many(sample, directory, n, step):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))[:4]
    for i in range(n):
        write(os.path.join(directory, f'f{(i * 7919) % 100000:05}'), shifted(sets, i * step * SECOND), i % 2 == 0)


def systems(sample, directory, n):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    day = sets[:3] + [s for i in range(3) for s in shifted(sets[3:], i * 180 * SECOND)]
    for i in range(n):
        write(os.path.join(directory, f's{i:03}'), shifted(day, i * 12345678, f'SYS{i:04}'), True)


def back(sample, directory):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    config = sets[:2]
    day = [s for n in range(16) for s in shifted(sets[3:], n * 180 * SECOND)]
    at = len(day) // 4
    second = shifted(day[at:], -603 * SECOND)
    put = lambda name, part, monwrite: write(os.path.join(directory, name), config + part, monwrite)
    put('all', day[:at] + second, True)
    put('whole', day[:at] + second[:-at], False)
    put('before', day[at // 2:at - 4], True)
    put('across', day[at - 8:at] + second[:at], True)
    put('twice', second[at // 3:at], True)
    put('later', second[2 * at - at // 2:], True)


def is_end(record):
    return (record[4], number(record, 6, 2)) == (1, 11)


def config_of(sets):
    return [[x for x in sets[0] if x[0] == SAMPLE]]


def late(sample, directory):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    config = config_of(sets)
    later = shifted(config, 3600 * SECOND)
    day = [s for n in range(16) for s in shifted(sets[3:], n * 180 * SECOND)]
    half = len(day) // 2
    put = lambda name, part, monwrite: write(os.path.join(directory, name), part, monwrite)
    put('all', config + later + day, True)
    put('stream', config + day, False)
    put('monwrite', later + day[2:8], True)
    put('far', later + day[half:half + 8], True)


def set_back(sample, of):
    """Configuration, what was before the clock was set back, and what was behind that."""
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    alone = [[(kind, r) for r in records] for one in sets[3:] for kind, records in runs(one)]
    day = [one for one in ([x for x in s if of(x)] for n in range(6) for s in shifted(alone, n * 180 * SECOND)) if one]
    half = len(day) // 2
    return config_of(sets), day[:half], shifted(day[half:], -1803 * SECOND)


def events(sample, directory):
    config, first, second = set_back(sample, lambda x: True)
    first = first[:max(n for n, one in enumerate(first) if one[0][0] == SAMPLE) + 1]
    second = second[min(n for n, one in enumerate(second) if one[0][0] == EVENT):]
    later = shifted(config, 7200 * SECOND)
    put = lambda name, part, monwrite: write(os.path.join(directory, name), part, monwrite)
    put('all', config + later + first + second, True)
    put('on', config + first + second, True)
    put('begin', later + first[-1:] + second[:8], True)


def thinned(sample, directory):
    put = lambda name, part, monwrite: write(os.path.join(directory, name), part, monwrite)
    config, first, second = set_back(sample, lambda x: x[0] == SAMPLE and not is_end(x[1]))
    put('all', config + first + second, True)
    put('whole', config + first + second, False)
    put('part', config + first[1:] + second[:2], False)
    config, first, second = set_back(sample, lambda x: x[0] == SAMPLE)
    put('full', config + first + second, True)
    put('few', config + [[one[-1]] for one in first[1:] + second[:-1]], True)


def late_by(record, seconds):
    return shifted([[(EVENT, record)]], seconds * SECOND)[0][0][1]


def wrong(sample, directory):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    day = sets[:3] + [s for n in range(4) for s in shifted(sets[3:], n * 180 * SECOND)]
    write(os.path.join(directory, 'right'), day, True)
    day = shifted(day, 12345, 'VMPROD2')
    kind, record = day[8][0]
    assert kind == EVENT
    day[8][0] = kind, late_by(record, 864000)
    write(os.path.join(directory, 'wrong'), day, True)


def doubtful(sample, directory, name):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    config = config_of(sets)
    day = [s for n in range(4) for s in shifted(sets[3:], n * 180 * SECOND)]
    day += shifted(day, 5000 * SECOND)
    at, late, has = {'begins': (3, 864000, range(3, 7)), 'gap': (21, -10800, [1, 2, *range(21, 26)]), 'ends': (22, -10800, [2, 4, 22]),
                     'alone': (21, -18000, [2, 4, 20, 21])}[name]
    if name == 'ends':
        day[at] = [x for x in day[at] if x[0] == SAMPLE and x[1][4] != 1][:1] + [x for x in day[at] if is_end(x[1])]
    if name == 'alone':
        day[at] = day[at][:1]
    kind, record = day[at][0]
    day[at][0] = kind, late_by(record, late)
    put = lambda file, part: write(os.path.join(directory, file), config + part, True)
    put('all', day)
    put('rest', day[:at] + day[at + 1:])
    put(name, [day[n] for n in has])


def between(sample, directory):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    config = config_of(sets)
    day = [s for n in range(4) for s in shifted(sets[3:], n * 180 * SECOND)]
    alone = [[(kind, r) for r in records if not is_end(r)] for one in day for kind, records in runs(one)]
    is_other = [one[0][0] == EVENT and n % 2 == 0 for n, one in enumerate(alone)]
    put = lambda file, part, monwrite: write(os.path.join(directory, file), config + part, monwrite)
    put('all', alone, True)
    put('one', [one for one, other in zip(alone, is_other) if not other], False)
    put('other', [one for one, other in zip(alone, is_other) if other], True)


def two(sample, directory):
    with open(sample, 'rb') as file:
        sets = list(sets_of(file.read()))
    day = sets[:3] + [s for n in range(4) for s in shifted(sets[3:], n * 180 * SECOND)]
    write(os.path.join(directory, 'whole1'), day, True)
    second = shifted(day, 12345, 'VMPROD2')
    write(os.path.join(directory, 'whole2'), second, True)
    late, rest = second[3:8], second[8:]
    config = shifted(second[:3], tod(late[-1][-1][1]) + SECOND - tod(second[0][0][1]))
    write(os.path.join(directory, 'late2'), late + config + rest, True)
    write(os.path.join(directory, 'none2'), second[3:], True)


def counts(names):
    kinds, total, sets_there, runs_there, intervals = {}, [0, 0], 0, {SAMPLE: 0, EVENT: 0}, 0
    for name in names:
        with open(name, 'rb') as file:
            sets = list(sets_of(file.read()))
        sets_there += len(sets)
        ends = 0
        for one in sets:
            for kind, records in runs(one):
                runs_there[kind] += 1
                for r in records:
                    count = kinds.setdefault((r[4], number(r, 6, 2)), [0, 0])
                    for c in (count, total):
                        c[0] += 1
                        c[1] += len(r)
                    ends += (r[4], number(r, 6, 2)) == (1, 11) and kind == SAMPLE
        intervals += ends - 1
    print('Data sets', sets_there)
    print('Record sets', runs_there[SAMPLE], 'sample,', runs_there[EVENT], 'event')
    print('Records', f'{total[0]},', total[1])
    print('Intervals', intervals)
    for (domain, record), (count, size) in sorted(kinds.items()):
        print(f'D{domain}R{record}', count, size)


def rows(database, table):
    db = sqlite3.connect(database)
    left = ('file_id', 'file', 'offset', 'dataset')
    columns = [c[1] for c in db.execute(f'PRAGMA table_info("{table}")') if c[1] not in left]
    names = ', '.join(f'"{c}"' for c in columns)
    for row in sorted(db.execute(f'SELECT {names} FROM "{table}"'), key=repr):
        print(row)


def main():
    what, args = sys.argv[1], sys.argv[2:]
    if what == 'make':
        make(*args)
    elif what == 'many':
        many(args[0], args[1], int(args[2]), int(args[3]))
    elif what == 'systems':
        systems(args[0], args[1], int(args[2]))
    elif what == 'back':
        back(*args)
    elif what in ('late', 'events', 'thinned'):
        {'late': late, 'events': events, 'thinned': thinned}[what](*args)
    elif what == 'doubtful':
        doubtful(*args)
    elif what in ('two', 'wrong', 'between'):
        {'two': two, 'wrong': wrong, 'between': between}[what](*args)
    elif what == 'counts':
        counts(args)
    elif what == 'rows':
        rows(*args)
    elif what == 'order':
        for name, kind, r in in_order(args):
            if name is None:
                print(f'left out: {kind}')
            elif not is_framing(r):
                print(name, line(r))
    else:
        with open(args[0], 'rb') as file:
            for one in sets_of(file.read()):
                for _, r in one:
                    if not is_framing(r):
                        print(line(r))


if __name__ == '__main__':
    main()
