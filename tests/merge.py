"""merge.py: overlapping captures, made of the sample, and their records in the order of time, without help of monread.

order FILE...            the records in the order of time, each once: FILE DOMAIN RECORD TOD LENGTH HASH; the last line has
                         the number of dropped records
records FILE             the records of a capture in its order: DOMAIN RECORD TOD LENGTH HASH
counts FILE...           the counts of a summary of FILEs that share no records
rows DB TABLE            the rows of a table, without the columns that depend on the file
make SAMPLE DIR          captures of two systems
two SAMPLE DIR           captures of two systems without overlap, whole1 and whole2; late2 names the second system after
                         five data sets, none2 never
scenes SAMPLE DIR        a directory per scene; its file `all' has all records (`wrong' has no `all'):
                         back: the clock was set back; whole has most records; before, across, twice and later begin before that,
                         read across it, begin after it at a time that occurs twice, and at one that occurs once
                         late: it was set back between configuration and samples; stream lacks that configuration,
                         monwrite and far begin with it
                         events: events come first after that; on has most records, begin begins with the last sample before it
                         thinned: streams without ends of intervals, whole and part
                         gap: the first data set after a gap begins with a wrong time; rest lacks it
                         between: captures without ends of intervals, one and other, whose events alternate
                         wrong: two systems, right and wrong; the first event of a data set of wrong is ten days late
many SAMPLE DIR N STEP   N captures with a few data sets, each STEP seconds after the one before
systems SAMPLE DIR N     N captures of N systems, of the same time, of some 200 KB
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


def telling(one):
    """The time of a data set: of its first record that is no configuration; None: there is none."""
    return next((tod(r) for kind, r in one if kind == EVENT or r[4] != 1), None)


def times(sets):
    """When the data sets of a capture have their turn.  Configuration alone waits for what comes first, or follows what was
    before it."""
    out, before = [], next((t for t in map(telling, sets) if t is not None), 0)
    for n, one in enumerate(sets):
        t = telling(one)
        out.append(t if t is not None else max(before, tod(one[0][1])) if any(x is not None for x in map(telling, sets[:n])) else before)
        before = out[-1]
    return out


def sets_in_order(names):
    """Of each data set what no other capture had before: name, records; at the end None, and how many were left out."""
    files = []
    for place, name in enumerate(names):
        with open(name, 'rb') as file:
            sets = list(sets_of(file.read()))
        files.append((name, system_of(sets), sets))
        assert sets, name
    when = [times(sets) for _, _, sets in files]
    heap = [(when[place][0], place, 0) for place in range(len(files))]
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
            heapq.heappush(heap, (when[place][n + 1], place, n + 1))
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


def read(sample):
    with open(sample, 'rb') as file:
        return list(sets_of(file.read()))


def day_of(sets, n):
    """What comes after the configuration, N times, three minutes apart."""
    return [s for i in range(n) for s in shifted(sets[3:], i * 180 * SECOND)]


def put_in(directory):
    def put(name, sets, monwrite=True):
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(path, sets, monwrite)
    return put


def make(sample, directory):
    sets, put = read(sample), put_in(directory)
    config, day = sets[:3], day_of(sets, 4)
    third = len(day) // 3
    # The second and the third one overlap, in either form.
    put('z-first', config + day[:third])
    put('overlap', config + day[third - 3:2 * third + 4], False)
    put('a-last', config + day[2 * third:])
    # Every third record of some data sets, and the last one, with which the data set ends.
    put('thin', config + [one[:-1:3] + one[-1:] for one in day[third:third + 6]], False)
    # Another system at the same time; its clock is a moment ahead.
    put('other', shifted(config + day, 12345, 'VMPROD2'))


def many(sample, directory, n, step):
    sets, put = read(sample)[:4], put_in(directory)
    for i in range(int(n)):
        put(f'f{(i * 7919) % 100000:05}', shifted(sets, i * int(step) * SECOND), i % 2 == 0)


def systems(sample, directory, n):
    sets, put = read(sample), put_in(directory)
    day = sets[:3] + day_of(sets, 3)
    for i in range(int(n)):
        put(f's{i:03}', shifted(day, i * 12345678, f'SYS{i:04}'))


def two(sample, directory):
    sets, put = read(sample), put_in(directory)
    day = sets[:3] + day_of(sets, 4)
    put('whole1', day)
    second = shifted(day, 12345, 'VMPROD2')
    put('whole2', second)
    late, rest = second[3:8], second[8:]
    put('late2', late + shifted(second[:3], tod(late[-1][-1][1]) + SECOND - tod(second[0][0][1])) + rest)
    put('none2', second[3:])


def is_end(record):
    return (record[4], number(record, 6, 2)) == (1, 11)


def set_back(sets, of):
    """What was before the clock was set back, and after it."""
    alone = [[(kind, r) for r in records] for one in sets[3:] for kind, records in runs(one)]
    day = [one for one in ([x for x in s if of(x)] for n in range(6) for s in shifted(alone, n * 180 * SECOND)) if one]
    half = len(day) // 2
    return day[:half], shifted(day[half:], -1803 * SECOND)


def make_late(day, at, seconds):
    kind, record = day[at][0]
    assert kind == EVENT
    day[at][0] = kind, shifted([[(kind, record)]], seconds * SECOND)[0][0][1]


def scenes(sample, directory):
    sets, put = read(sample), put_in(directory)
    config = [[x for x in sets[0] if x[0] == SAMPLE]]

    day = day_of(sets, 16)
    at = len(day) // 4
    second = shifted(day[at:], -603 * SECOND)
    for name, part, form in (('all', day[:at] + second, True), ('whole', day[:at] + second[:-at], False),
                             ('before', day[at // 2:at - 4], True), ('across', day[at - 8:at] + second[:at], True),
                             ('twice', second[at // 3:at], True), ('later', second[2 * at - at // 2:], True)):
        put('back/' + name, sets[:2] + part, form)

    later, half = shifted(config, 3600 * SECOND), len(day) // 2
    put('late/all', config + later + day)
    put('late/stream', config + day, False)
    put('late/monwrite', later + day[2:8])
    put('late/far', later + day[half:half + 8])

    first, second = set_back(sets, lambda x: True)
    first = first[:max(n for n, one in enumerate(first) if one[0][0] == SAMPLE) + 1]
    second = second[min(n for n, one in enumerate(second) if one[0][0] == EVENT):]
    later = shifted(config, 7200 * SECOND)
    put('events/all', config + later + first + second)
    put('events/on', config + first + second)
    put('events/begin', later + first[-1:] + second[:8])

    first, second = set_back(sets, lambda x: x[0] == SAMPLE and not is_end(x[1]))
    put('thinned/all', config + first + second)
    put('thinned/whole', config + first + second, False)
    put('thinned/part', config + first[1:] + second[:2], False)
    day = day_of(sets, 4)
    day += shifted(day, 5000 * SECOND)
    make_late(day, 21, -10800)
    put('gap/all', config + day)
    put('gap/rest', config + day[:21] + day[22:])
    put('gap/wrong', config + [day[n] for n in (1, 2, *range(21, 26))])

    day = day_of(sets, 4)
    alone = [[(kind, r) for r in records if not is_end(r)] for one in day for kind, records in runs(one)]
    is_other = [one[0][0] == EVENT and n % 2 == 0 for n, one in enumerate(alone)]
    put('between/all', config + alone)
    put('between/one', config + [one for one, other in zip(alone, is_other) if not other], False)
    put('between/other', config + [one for one, other in zip(alone, is_other) if other])

    day = sets[:3] + day
    put('wrong/right', day)
    day = shifted(day, 12345, 'VMPROD2')
    make_late(day, 8, 864000)
    put('wrong/wrong', day)


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
    left = ('file', 'offset', 'dataset')
    columns = [c[1] for c in db.execute(f'PRAGMA table_info("{table}")') if c[1] not in left]
    names = ', '.join(f'"{c}"' for c in columns)
    for row in sorted(db.execute(f'SELECT {names} FROM "{table}"'), key=repr):
        print(row)


def hashes(database, table):
    for row in sqlite3.connect(database).execute(f'SELECT time, record_hash, copy FROM "{table}" ORDER BY 1, 2, 3'):
        print(*row)


def order(*names):
    for name, kind, r in in_order(names):
        if name is None:
            print(f'left out: {kind}')
        elif not is_framing(r):
            print(name, line(r))


def records(name):
    for one in read(name):
        for _, r in one:
            if not is_framing(r):
                print(line(r))


def main():
    commands = {f.__name__: f for f in (order, records, rows, hashes, make, two, scenes, many, systems)}
    commands['counts'] = lambda *names: counts(names)
    commands[sys.argv[1]](*sys.argv[2:])


if __name__ == '__main__':
    main()
