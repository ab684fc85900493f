"""foreign.py: a reader of captures that knows nothing of marks: two captures hold the same records, but for
application records that one of them has more."""
import os
import sys

FRAME = 4096


def number(data, at, length):
    return int.from_bytes(data[at:at + length], 'big')


def elements(data, at):
    """The control elements from AT on, up to the first that is all zero."""
    for place in range(at, at + 338 * 12, 12):
        if not any(data[place:place + 12]):
            return
        kind, start, end = data[place], number(data, place + 4, 4), number(data, place + 8, 4)
        if kind not in (0xE2, 0xC5) or end <= start or not any(data[place + 1:place + 3]):
            raise ValueError(f'no control element at {place}')
        yield kind, start, end


def records(kind, start, end, data):
    """The records of one set, which DATA begins with; they do not cross frames."""
    at = 0
    while end - start + 1 - at >= 20:
        room = FRAME - (start + at) % FRAME
        length = number(data, at, 2)
        if room < 20:
            at += room
            continue
        if length < 20 or length > min(room, end - start + 1 - at):
            raise ValueError(f'record of {length} bytes')
        domain, record = data[at + 4], number(data, at + 6, 2)
        yield kind, domain, record, bytes(data[at:at + length])
        at += room if domain == 1 and (record == 13 or (record == 11 and kind == 0xE2)) else length


def stream(data):
    at = 0
    while at < len(data):
        kind, start, end = next(elements(data, at))
        at += 12
        yield from records(kind, start, end, data[at:])
        at += end - start + 1


def is_block(data, at):
    return at == len(data) or (len(data) - at >= FRAME and data[at + 40] in (0xE2, 0xC5))


def frames_of_block(found, shared_once):
    """How many frames come before the frames of each set, and how many there are."""
    before, last, places = 0, None, []
    for _, start, end in found:
        if shared_once and start // FRAME == last:
            before -= 1
        places.append(before)
        before += end // FRAME - start // FRAME + 1
        last = end // FRAME
    return places, before


def monwrite(data):
    at = 0
    while at < len(data):
        found = list(elements(data, at + 40))
        at += FRAME
        for shared_once in (False, True):
            places, count = frames_of_block(found, shared_once)
            if is_block(data, at + count * FRAME):
                break
        for (kind, start, end), place in zip(found, places):
            yield from records(kind, start, end, data[at + place * FRAME + start % FRAME:])
        at += count * FRAME


def fault(plain, marked, marks):
    """What is wrong with the capture MARKED, which has so many MARKS more than PLAIN."""
    read = {'stream': stream, 'monwrite': monwrite}[plain.rsplit('.', 1)[1]]
    try:
        with open(plain, 'rb') as one, open(marked, 'rb') as other:
            expected, got = list(read(one.read())), list(read(other.read()))
    except Exception as error:  # whatever it is, it is of this file
        return repr(error)
    # A program that reads application records leaves out unknown products.
    kept = [r for r in got if r[1:3] != (10, 1) or r[3][32:41] != 'MONREADGP'.encode('cp037')]
    if len(got) - len(kept) != int(marks):
        return f'{len(got) - len(kept)} marks, not {marks}'
    if kept != expected:
        return f'{len(kept)} other records, not the {len(expected)} of {plain}'
    return None


# Input: lines of a capture, the same with marks, and the number of marks; output: lines for verdicts in tap.sh.
for line in sys.stdin:
    capture, marked, marks = line.split()
    wrong = fault(capture, marked, marks)
    if wrong:
        print('#', wrong)
    print('failed' if wrong else 'passed', os.path.basename(capture))
