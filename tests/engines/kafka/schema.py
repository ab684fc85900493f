"""The schema of an Avro file, from its header."""
import sys


def number(data, at):
    """A zigzag number, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if not data[at - 1] & 0x80:
            return value >> 1 ^ -(value & 1), at


def header(data):
    """Of a container file: its metadata."""
    assert data[:4] == b"Obj\x01"
    at, found = 4, {}
    while True:
        count, at = number(data, at)
        if count == 0:
            return found
        if count < 0:
            _, at = number(data, at)
        for _ in range(abs(count)):
            pair = []
            for _ in range(2):
                length, at = number(data, at)
                pair.append(data[at:at + length])
                at += length
            found[pair[0].decode()] = pair[1]


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print(header(file.read())["avro.schema"].decode())
