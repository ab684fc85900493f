"""Where fields are in records: data/*.dsect, read without monread."""
import os
import re

ROW = re.compile(r"^ *(\d+) +[0-9A-F]+ +(\w+) +(\d+)\+? +(\S+)")


class Layout:
    """A record: its number, and of each structure the fields: name without prefix -> (offset, length)."""

    def __init__(self, path):
        self.structures, self.length, self.number = {}, {}, None
        fields, prefix = None, ""
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.startswith("Number:") and (m := re.search(r"D(\d+)R(\d+)", line)):
                    self.number = (int(m[1]), int(m[2]))
                elif line.startswith("DSECT:"):
                    self.dsect = line.split()[1]
                    prefix = self.dsect + "_"
                elif m := ROW.match(line):
                    offset, kind, length, name = int(m[1]), m[2], int(m[3]), m[4].split("(")[0]
                    name = name[len(prefix):] if name.startswith(prefix) else name
                    if kind == "Structure":
                        fields = self.structures[name] = {}
                        self.length[name] = length
                    elif fields is not None and name != "*":
                        fields[name] = (offset, length)

    def root(self):
        return self.structures[self.dsect]


class Layouts:
    def __init__(self, directory):
        self.directory, self.known = directory, {}

    def get(self, name):
        if name not in self.known:
            self.known[name] = Layout(os.path.join(self.directory, name.lower() + ".dsect"))
        return self.known[name]
