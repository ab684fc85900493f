#!/usr/bin/env python3
"""anonymize.py MONREAD KEYS ORIGINAL ANONYMIZED...: attack anonymized captures.

All pairs were made with one key.  KEYS is data/anonymize, which names what may stay.  Prints what is wrong: a text of the
original of five characters or more that is in the result, at any offset, in EBCDIC or ASCII; two pseudonyms of a name; a
pseudonym of two names; a value other than a text or an address that changed; a record or field that is missing."""
import json
import re
import subprocess
import sys

WORD = re.compile("[A-Za-z0-9]+")
# Keys of bytes that no layout describes.
UNKNOWN = {"gaps", "tail", "data"}


def records(monread, path):
    """All records except ends of frames."""
    out = subprocess.run([monread, "-f", "json", "-a", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    rows = [json.loads(line) for line in out.splitlines()]
    return [row for row in rows if (row["domain"], row["record"]) != (1, 13)]


def leaves(value, path):
    """Each value with the names of its fields, without reserved ones and what is about the capture."""
    if isinstance(value, dict):
        for key in value:
            if not key.startswith("*") and key not in ("file", "system", "name", "type", "time", "tod", "unproven"):
                yield from leaves(value[key], path + (key,))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, path + (number,))
    else:
        yield path, value


def hidden(data):
    """Words in bytes of any kind, in hex."""
    data = bytes.fromhex(data)
    return {word for code in ("cp037", "latin-1") for word in WORD.findall(data.decode(code))}


def words_of(path, value, kept):
    """The words of a value that must not be in the result, and those that may be."""
    field = [part for part in path if isinstance(part, str)][-1]
    if UNKNOWN & set(path):
        return hidden(value), set()
    if field.endswith("MDGPROD") or kept & {field, field.split("_", 1)[-1]}:
        return set(), set(WORD.findall(value))
    # Skip times and hex.
    if re.match("[0-9]{4}-[0-9-]*T|[0-9A-F]*$", value):
        return set(), set()
    return set(WORD.findall(value)), set()


def main():
    monread, keys, *paths = sys.argv[1:]
    lines = [line.split() for line in open(keys, encoding="ascii") if not line.startswith("#")]
    stays = {name for kind, name in lines if kind == "word"}
    kept = {name for kind, name in lines if kind == "keep"}
    changed = {name for kind, name in lines if kind == "change"}
    names, secrets, numbers = {}, set(), 0
    for original, result in zip(paths[::2], paths[1::2]):
        before, after = records(monread, original), records(monread, result)
        for row in before:
            for path, value in leaves(row, ()):
                if isinstance(value, str) and len(path) > 1:
                    wrong, right = words_of(path, value, kept)
                    secrets |= wrong
                    stays |= right
        before = [row for row in before if row["name"]]
        if [row["name"] for row in before] != [row["name"] for row in after]:
            print(result, "has other records")
        for old, new in zip(before, after):
            old, new, record = list(leaves(old["fields"], ())), list(leaves(new["fields"], ())), old["name"]
            if [path for path, _ in old] != [path for path, _ in new]:
                print(result, record, "has other fields")
            for (path, value), (_, other) in zip(old, new):
                if UNKNOWN & set(path):
                    continue
                if record == "MRAPLEDT" and "MONREADMARK" in path:
                    if value != other:
                        print("mark", path, value, other)
                elif not isinstance(value, str) and changed & {str(path[-1]), str(path[-1]).split("_", 1)[-1]}:
                    if (value == other) != (value == 0):
                        print(record, path, value, "stays, or was 0")
                elif not isinstance(value, str):
                    numbers += 1
                    if value != other:
                        print(record, path, value, other)
                elif len(value) != len(other):
                    print(record, path, value, other, "differ in length")
                else:
                    for word, pseudonym in zip(WORD.findall(value), WORD.findall(other)):
                        if word != pseudonym:
                            names.setdefault(word, set()).add(pseudonym)
    secrets = {word for word in secrets - stays if len(word) >= 5}
    for result in paths[1::2]:
        with open(result, "rb") as file:
            data = file.read()
        for word in sorted(secrets):
            if word.encode("cp037") in data or word.encode("latin-1") in data:
                print(result, "contains", word)
    originals = {}
    for word, pseudonyms in names.items():
        if len(pseudonyms) > 1:
            print(word, "has several pseudonyms", pseudonyms)
        for pseudonym in pseudonyms:
            originals.setdefault(pseudonym, set()).add(word)
    for pseudonym, words in originals.items():
        if len(words) > 1:
            print(pseudonym, "stands for", words)
    print("searched" if len(secrets) > 30 and numbers > 1000 else f"too little: {len(secrets)} texts, {numbers} numbers")


if __name__ == "__main__":
    main()
