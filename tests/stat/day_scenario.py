"""The description of a day: day.txt has the grammar."""
import fnmatch
import zlib

WORDS = {"name", "partition", "release", "date", "volume", "owner", "on"}
SWING = 0.06  # how far a quantity strays from its description
STEADY = {"vcpus", "weight", "number", "cpus", "slots", "group", "device", "low", "high", "interval", "sampling",
          "nonpageable", "pageable", "miss", "joined", "suspended", "isolated", "pend", "conn", "cpuwait"}


class Problem(Exception):
    pass


def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)


def noise(*what):
    """The same number for the same words, from 0 to 1."""
    return (zlib.crc32("/".join(map(str, what)).encode()) * 2654435761 % 2**32) / 2**32


def settings(words):
    """NAME... Q=VALUE... -> names, quantities"""
    names = [w for w in words if "=" not in w]
    pairs = dict(w.split("=", 1) for w in words if "=" in w)
    return names, {q: v if q in WORDS or q == "device" else v if v.startswith("x") else float(v)
                   for q, v in pairs.items()}


class Scenario:
    def __init__(self, path):
        self.kinds, self.periods, self.happenings, self.cache = {}, [], [], {}
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    self.take(line.split("#")[0].split())
                except (ValueError, IndexError) as error:
                    raise Problem(f"{path}:{number}: {error}") from error
        (self.name, self.system), = self.kinds["system"].items()

    def take(self, words):
        if not words:
            return
        if words[0] == "during":
            first, last = words[1].split("-")
            names, what = settings(words[3:])
            self.periods.append((minutes(first), minutes(last), words[2], names[0], what))
        elif words[0] == "at":
            self.happenings.append((minutes(words[1]), words[2], words[3:]))
        else:
            names, what = settings(words[1:])
            for name in names:
                first, _, last = name.partition("-")
                for one in range(int(first), int(last) + 1) if last else [name]:
                    self.kinds.setdefault(words[0], {})[str(one)] = what

    def names(self, kind):
        return list(self.kinds.get(kind, {}))

    def has(self, kind, name, quantity):
        return quantity in self.kinds[kind][name]

    def word(self, kind, name, quantity):
        return self.kinds[kind][name].get(quantity)

    def periods_of(self, *wanted):
        """(FROM, TO, VALUE) of KIND, NAME, QUANTITY."""
        if wanted not in self.cache:
            kind, name, quantity = wanted
            self.cache[wanted] = [(first, last, what[quantity]) for first, last, of, pattern, what in self.periods
                                  if of == kind and quantity in what and fnmatch.fnmatchcase(name, pattern)]
        return self.cache[wanted]

    def value(self, kind, name, quantity, minute):
        """What the description says of this minute."""
        value = self.kinds[kind][name].get(quantity, 0.0)
        for first, last, other in self.periods_of(kind, name, quantity):
            if first <= minute < last:
                value = value * float(other[1:]) if isinstance(other, str) else other
        if quantity in STEADY or not value:
            return value
        return value * (1 + SWING * (2 * noise(self.name, kind, name, quantity, int(minute * 60)) - 1))

    def add_users(self, count):
        """So many more guests, that do little."""
        for n in range(count):
            self.kinds["user"][f"GST{n:05d}"] = {"vcpus": 1.0, "virt": 40 / count, "cp": 4 / count, "io": 1.0}
