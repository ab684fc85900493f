"""repeated.py: an independent reader of rotated captures, written from the description of the formats.

repeated.py make FILE          a stream with configuration that changes
repeated.py check DATA FORM ORIGINAL FILE...
    the FILEs have the records of the stream ORIGINAL, each once; and each begins with the configuration of that
    moment.  DATA: the directory of the descriptions.  FORM: all; kept=D.R, with the configuration.
"""
import glob
import gzip
import re
import struct
import subprocess
import sys

SAMPLE, EVENT = 0xE2, 0xC5
FRAME = 4096
USER = '*MONREAD'.encode('cp037')
PRODUCT = 'MONREAD'.encode('cp037') + 'GP'.encode('cp037')
REPEATED = 0x40


# ---- Descriptions ----

class Layout:
    """What a description says of a record that matters here."""

    def __init__(self, text):
        self.number = tuple(map(int, re.search(r'^Number: +D(\d+)R(\d+)$', text, re.M).groups()))
        self.name = re.search(r'^Record: +(\S+)', text, re.M).group(1)
        kind = re.search(r'^Kind: +(\S+)', text, re.M)
        self.whole = bool(kind and kind.group(1).startswith('config'))
        self.endings = re.findall(r'^Configuration: +yes until (\S+) (\S+)$', text, re.M)
        self.kept = self.whole or bool(re.search(r'^Configuration: +yes', text, re.M))
        keys = re.search(r'^Key: +(.*)$', text, re.M)
        self.keys = keys.group(1).split() if keys else []
        self.fields = {}
        for offset, length, name in re.findall(r'^ *(\d+) +[0-9A-F]+ +[A-Z][a-z]+ +(\d+)\+? +(\S+)', text, re.M):
            self.fields.setdefault(name, (int(offset), int(length)))

    def value(self, record, name):
        offset, length = self.fields[name]
        return record[offset:offset + length]


def layouts(data):
    found = {}
    for path in sorted(glob.glob(data + '/*.dsect')):
        with open(path, encoding='utf-8') as file:
            text = file.read()
        if re.search(r'^Number: +D\d+R\d+$', text, re.M):
            layout = Layout(text)
            found.setdefault(layout.number, layout)
    return found


# ---- Captures ----

def read(path):
    with open(path, 'rb') as file:
        data = file.read()
    if data[:2] == b'\x1f\x8b':
        data = gzip.decompress(data)
    elif data[:4] == b'\x28\xb5\x2f\xfd':
        data = subprocess.run(['zstd', '-dcq', path], stdout=subprocess.PIPE, check=True).stdout
    return data


def records_of(start, data):
    """The records of the record set DATA, at the address START."""
    at = 0
    while at < len(data):
        room = FRAME - (start + at) % FRAME
        if room < 20:  # for the record that ends a frame, too
            at += room
            continue
        length, _, domain, _, number = struct.unpack_from('>HHBBH', data, at)
        assert 20 <= length <= len(data) - at, (at, length)
        record = data[at:at + length]
        at += length
        if (domain, number) == (1, 13):
            at += -(start + at) % FRAME
        else:
            yield (domain, number), record


def sets_of(data):
    """The record sets: type and records."""
    stream = data[0] in (SAMPLE, EVENT)
    at = 0
    while at < len(data):
        if stream:
            kind, _, _, start, end = struct.unpack_from('>BHBII', data, at)
            at += 12
            length = end - start + 1
            assert len(data) - at >= length
            yield kind, list(records_of(start, data[at:at + length]))
            at += length
            continue
        block = data[at:at + FRAME]
        assert len(block) == FRAME
        at += FRAME
        for i in range(338):
            kind, _, _, start, end = struct.unpack_from('>BHBII', block, 40 + 12 * i)
            if kind == 0:
                break
            first = at + start % FRAME
            yield kind, list(records_of(start, data[first:first + end - start + 1]))
            at += ((end >> 12) - (start >> 12) + 1) * FRAME


def mark_of(number, record):
    """Why it is there, and how often; None: it is no mark."""
    if number != (10, 1) or record[24:32] != USER or record[32:41] != PRODUCT:
        return None
    at = struct.unpack_from('>H', record, 20)[0]
    version, why, _, count = struct.unpack_from('>HBBI', record, at)
    assert version == 1
    return why, count


def split(path):
    """The repeated records of a capture, which stand in front of it, and the others."""
    repeated, others, left, marks = [], [], 0, 0
    for kind, records in sets_of(read(path)):
        mark = mark_of(*records[0]) if len(records) == 1 else None
        if left:
            repeated += [(kind, *one) for one in records]
            left -= 1
        elif mark and mark[0] == REPEATED:
            assert not others, 'a mark inside of the file'
            assert kind == EVENT
            time, left = records[0][1][8:16], mark[1]
            marks += 1
        else:
            others += [(kind, *one) for one in records]
    assert left == 0 and marks <= 1
    if marks:
        assert others[0][2][8:16] == time, 'the time of the mark'
    return repeated, others


# ---- Configuration ----

class State:
    """The last configuration, as records come."""

    def __init__(self, known):
        self.known = known
        self.last = {}
        self.fresh = set()
        self.dropped = 0

    def drop(self, gone):
        for key in [key for key in self.last if gone(key)]:
            del self.last[key]
            self.dropped += 1

    def end(self, layout, record):
        def gone(key):
            of = self.known[key[0]]
            return any(name == layout.name and of.value(self.last[key][2], field) ==
                       layout.value(record, layout.name[2:] + field[field.index('_'):])
                       for name, field in of.endings)
        self.drop(gone)

    def take(self, kind, number, record):
        layout = self.known.get(number)
        if not layout:
            return
        self.end(layout, record)
        if not layout.kept:
            return
        if number == (1, 4):
            before = [one for key, one in self.last.items() if key[0] == number]
            if before and before[0][2][20:] != record[20:]:
                self.drop(lambda key: True)
            self.fresh = set()
        if layout.whole and number not in self.fresh:
            self.fresh.add(number)
            self.drop(lambda key: key[0] == number)
        key = (number, *(layout.value(record, name) for name in layout.keys))
        self.last.pop(key, None)
        self.last[key] = (kind, number, record)


def check(data, form, original, paths):
    known = layouts(data)
    state = State(known)
    everything = split(original)[1]
    selected = tuple(map(int, form.split('=')[1].split('.'))) if '=' in form else None
    at = empty = most = 0

    def is_stored(one):
        layout = known.get(one[1])
        return not selected or one[1] == selected or (layout and layout.kept)

    for path in paths:
        repeated, others = split(path)
        # Records that are not stored may have changed the state in between.
        while repeated != list(state.last.values()) and at < len(everything) and not is_stored(everything[at]):
            state.take(*everything[at])
            at += 1
        if repeated != list(state.last.values()):
            was, wanted = set(repeated), set(state.last.values())
            sys.exit(f'{path}: repeated {len(repeated)}, not {len(state.last)}: {len(was - wanted)} too many, '
                     f'{len(wanted - was)} missing')
        empty += not repeated
        most = max(most, len(repeated))
        for one in others:
            while True:
                assert at < len(everything), path + ': more than there was'
                this = everything[at]
                at += 1
                state.take(*this)
                if is_stored(this):
                    break
            assert one == this, f'{path}: D{one[1][0]}R{one[1][1]} is not what it was'
    if form == 'all':
        assert at == len(everything), f'{len(everything) - at} records are missing'
    print(len(paths), 'files', empty, 'without', 'changed' if state.dropped and most else 'unchanged')


# ---- A capture ----

def make(data, path):
    known = layouts(data)
    tod = 0xE253E7DA34000000
    second = 4096000000
    out = bytearray()

    def record(domain, number, length, **values):
        body = bytearray(length)
        struct.pack_into('>HHBBHQ', body, 0, length, 0, domain, 0, number, tod)
        for name, value in values.items():
            offset, size = known[domain, number].fields[name]
            if isinstance(value, int):
                value = value.to_bytes(size, 'big')
            body[offset:offset + size] = value.ljust(size, b'\x40')
        return bytes(body)

    def put(kind, start, records):
        area, domains = bytearray(), 0
        for one in records:
            room = -(start + len(area)) % FRAME or FRAME
            if len(one) > room:
                end = record(1, 13, 20)
                area += (end if room >= 20 else b'').ljust(room, b'\0')
            area += one
            domains |= 0x8000 >> one[4]
        out.extend(struct.pack('>BHBII', kind, domains, 0, start, start + len(area) - 1))
        out.extend(area)

    def user(i):
        return f'USER{i:04}'.encode('cp037')

    def configuration(ipl, devices, users):
        put(SAMPLE, 0x09001000, [
            record(1, 4, 428, MTRSYS_SYSTMID='SYSTEM_1'.encode('cp037'), MTRSYS_SYSTODST=ipl),
            *(record(1, 5, 44, MTRPRP_PFXCPUAD=i) for i in range(3)),
            *(record(1, 6, 72, MTRDEV_RDEVDEV=i) for i in devices),
            record(1, 7, 144), record(1, 9, 36, MTRSPR_INTERVAL=60),
            *(record(1, 15, 96, MTRUSR_VMDUSER=user(i)) for i in users),
            record(1, 11, 20)])
        put(EVENT, 0x09100080, [record(1, 1, 40), record(2, 7, 200)])

    for i in range(60):
        if i in (0, 20):
            configuration(1 << 60, range(300 - i), range(20))
        if i == 40:
            configuration(2 << 60, range(50), range(5))
        tod += second
        put(EVENT, 0x09100100 + 64 * i, [
            record(4, 1, 96, USELON_VMDUSER=user(i % 7 + 100)),
            record(4, 2, 200, USELOF_VMDUSER=user(i % 30 + 95)),
            *([record(6, 2, 40, IODVOF_RDEVDEV=i)] if i % 3 == 0 else []),
            *([record(6, 1, 60, IODVON_RDEVDEV=i - 1)] if i % 4 == 0 and i else []),
            *([record(1, 18, 200)] if i % 10 == 5 else [])])
        tod += second
        put(SAMPLE, 0x09002000, [*(record(0, 200 + k, 700) for k in range(8)), record(1, 11, 20)])
    with open(path, 'wb') as file:
        file.write(out)


if sys.argv[1] == 'make':
    make(sys.argv[2], sys.argv[3])
else:
    try:
        check(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])
    except AssertionError as fault:
        sys.exit(f'{fault or "not as described"}: {fault.__traceback__.tb_next.tb_lineno if fault.__traceback__.tb_next else ""}')
