"""A MONWRITE file, written as CP and MONWRITE do: frames, control elements, control blocks."""
import struct

FRAME, HEADER = 4096, 20
EPOCH = 0x7D91048BCA000000  # 1970 on the TOD clock
UNIT = 4096                 # TOD units in a microsecond


def tod(microseconds):
    """Of the Unix time in microseconds."""
    return EPOCH + microseconds * UNIT & 0xFFFFFFFFFFFFFFFF


def ebcdic(text, length):
    return text.encode("cp037").ljust(length, b"\x40")[:length]


def header(domain, record, length, time):
    return struct.pack(">HHBBHQI", length, 0, domain, 0, record, time, 0)


class RecordSet:
    """Records of one control element, in frames."""

    def __init__(self, kind, start=0x09000000):
        self.kind, self.start, self.frames, self.domains = kind, start, [bytearray()], 0

    def add(self, domain, record, body, time):
        self.domains |= 0x8000 >> domain
        length = HEADER + len(body)
        # There is always room for the record that ends the frame.
        if len(self.frames[-1]) + length > FRAME - HEADER:
            self.frames[-1] += header(1, 13, HEADER, time)
            self.frames.append(bytearray())
        self.frames[-1] += header(domain, record, length, time) + body

    def bytes(self, time):
        """The control block, and the frames."""
        if self.kind == "sample":
            self.domains |= 0x4000
            self.frames[-1] += header(1, 11, HEADER, time)
        end = self.start + (len(self.frames) - 1) * FRAME + len(self.frames[-1]) - 1
        element = struct.pack(">BHBII", 0xE2 if self.kind == "sample" else 0xC5, self.domains, 0, self.start, end)
        area = 0x09FFF000
        message = struct.pack(">HBBIIII", 0, 0, 0, 0, 0, area, area + len(element) - 1)
        block = message.ljust(40, b"\0") + element
        return block.ljust(FRAME, b"\0") + b"".join(bytes(frame.ljust(FRAME, b"\0")) for frame in self.frames)
