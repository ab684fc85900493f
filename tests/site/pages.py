"""Record pages as IBM's are, made of .dsect files.

    pages.py many DIR COUNT FILE.dsect...   COUNT pages in DIR, as text; for more than there are files, of made-up records
    pages.py shapes DIR FILE.dsect          one record in all the shapes that pages may have

The descriptions are those of the files.
"""
import html
import os
import re
import sys

ROW = re.compile(r" *(\d+) +([0-9A-F]+) +(Structure|Character|Unsigned|Signed|Bitstring|Address|String) +(\d+\+?) +(\S+)(?: +(.*))?$")
BITS = re.compile(r" +([.01]{4} [.01]{4}) +(\S+)(?: +(.*))?$")


class Row:
    def __init__(self, offset, kind, length, name, text):
        self.offset, self.kind, self.length, self.name, self.text = offset, kind, length, name, text
        self.bits = []  # pattern, name, text


class Record:
    def __init__(self, path):
        self.keys, self.tables = {}, []
        key, inside = None, False
        with open(path) as f:
            for line in f.read().split("\n"):
                if line.endswith("Control Block Contents"):
                    inside = True
                elif line.endswith("Cross Reference"):
                    break
                elif inside:
                    self.contents(line)
                elif re.match(r"[A-Za-z0-9]+:", line):
                    key, value = line.split(":", 1)
                    self.keys.setdefault(key, value.strip())
        self.name = self.keys["Record"]
        number = re.match(r"D(\d+)R(\d+)", self.keys.get("Number", ""))
        self.number = (int(number[1]), int(number[2])) if number else None
        self.dsect = self.tables[0][0].name if self.tables else self.keys.get("DSECT", "")

    def contents(self, line):
        row, bits = ROW.match(line), BITS.match(line)
        if line.startswith("Offsets"):
            self.tables.append([])
        elif row and self.tables:
            self.tables[-1].append(Row(int(row[1]), row[3], row[4], row[5], row[6] or ""))
        elif bits and self.tables and self.tables[-1]:
            self.tables[-1][-1].bits.append([bits[1], bits[2], bits[3] or ""])
        elif line.startswith(" " * 30) and self.tables and self.tables[-1]:
            last = self.tables[-1][-1]
            if last.bits:
                last.bits[-1][2] += " " + line.strip()
            else:
                last.text += " " + line.strip()

    def prolog(self):
        kind = {"event": "Event", "config": "Configuration"}.get(self.keys.get("Kind", ""), "Sample")
        yield f" DSECT NAME - {self.dsect}"
        yield " FUNCTION - Map a Monitor record."
        yield f" NAME - {self.name}"
        yield f" DESCRIPTIVE NAME - Monitor {kind} Record"
        yield f"        Domain {self.number[0]}  - A domain"
        yield f"        Record {self.number[1]} - {self.keys.get('Title', '')}"

    def xref(self):
        """Name, offset, length or None, bit or None."""
        for table in self.tables:
            for row in table:
                if row.name != "*":
                    yield re.sub(r"\(.*", "", row.name), row.offset, row.length.rstrip("+"), None
                at, before = row.offset, 0
                for pattern, name, _ in row.bits:
                    value = int(pattern.replace(" ", "").replace(".", "0"), 2)
                    # The first bit of the next byte.
                    if value > before and before:
                        at += 1
                    before = value
                    if name != "*":
                        yield name, at, None, value


def text_rows(table):
    for row in table:
        yield f"{row.offset:3} {row.offset:3X}  {row.kind:<11}{row.length:>3}  {row.name:<22} {row.text}".rstrip()
        for pattern, name, text in row.bits:
            yield f"         {pattern}       {name:<22} {text}".rstrip()


HEADING = ("Offsets", "Dec Hex  Type       Len  Name (Dim)             Description")
XREF = ("                      Hex           Hex", "Name                  Offset Length Value", "")


def epilog(record):
    v, r = record.keys["Release"].split(".")
    return "This information is", f"based on z/VM V{v}R{r}.0."


def xref_lines(record):
    for name, offset, length, bit in record.xref():
        yield f"{name:<22}{offset:>6X} {length or '':>6}" + (f" {bit:>5X}" if bit else "")


def as_text(record):
    lines = [f"{record.name} Prolog", *record.prolog(), "", f"{record.name} Control Block Contents", ""]
    for table in record.tables:
        lines += [*HEADING, *text_rows(table), ""]
    lines += [f"{record.name} Cross Reference", "", *XREF, *xref_lines(record), "", *epilog(record)]
    return "\n".join(lines) + "\n"


def many(folder, count, paths):
    records = [Record(p) for p in paths]
    records = [r for r in records if r.number and r.tables]
    made = {}
    for i in range(count):
        record = records[i % len(records)]
        if record.name in made:
            record.name, record.number = f"MRT{i:05}", (9, 20 + i)
        made[record.name] = as_text(record)
    for name, text in made.items():
        with open(os.path.join(folder, name + ".html"), "w") as f:
            f.write(text)


# ---- Shapes ----

class Shape:
    """A page in HTML: what a shape does otherwise, it overrides."""
    encoding = "ascii"
    head = "<html><head><title>{name}</title></head><body>\n"
    tail = "</body></html>\n"

    def escape(self, text):
        return html.escape(text, quote=False)

    def pre(self, lines):
        return "<pre>\n" + "\n".join(self.escape(l) for l in lines) + "\n</pre>\n"

    def title(self, text):
        return f"<h2>{text}</h2>\n"

    def table(self, table):
        return self.pre([*HEADING, *text_rows(table)])

    def xref(self, record):
        return self.pre([*XREF, *xref_lines(record)])

    def record(self, record):
        page = self.title(f"{record.name} Prolog") + self.pre(record.prolog())
        page += self.title(f"{record.name} Control Block Contents")
        for table in record.tables:
            page += self.table(table)
        return page + self.title(f"{record.name} Cross Reference") + self.xref(record)

    def page(self, record):
        return self.head.format(name=record.name) + self.record(record) + self.pre(epilog(record)) + self.tail

    def bytes(self, record):
        return self.page(record).encode(self.encoding)


class Pre(Shape):
    pass


class PreAnchors(Shape):
    def escape(self, text):
        return re.sub(r"\b([A-Z]+_[A-Z0-9_]+)\b", r'<a name="D\1" href="#X\1">\1</a>', html.escape(text, quote=False))


class PreComments(Shape):
    def escape(self, text):
        return html.escape(text, quote=False) + "<!-- 12 C Character 8 NOT_THERE -->"

    def title(self, text):
        return f"<script>document.write('<pre>0 0 Structure 8 NOT')</script><style>h2 {{ color: red }}</style><h2>{text}</h2>\n"


class Xhtml(Shape):
    head = ('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
            '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">'
            '<head><title>{name}</title><link rel="stylesheet" href="x.css" /></head><body><p>x<br />y</p><hr />\n')


class Utf8(Shape):
    """With a byte order mark, and blanks that do not break."""
    head = '\ufeff<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name} \u2013 z/VM</title></head><body>\n'
    encoding = "utf-8"

    def escape(self, text):
        return html.escape(text, quote=False).replace("  ", "\u00a0 ")


class Windows(Shape):
    """Says what it is."""
    head = ('<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>{name} \u2019s'
            '</title></head><body>\n')
    encoding = "cp1252"

    def escape(self, text):
        return html.escape(text, quote=False).replace("  ", "\u00a0 ")


class Breaks(Shape):
    def pre(self, lines):
        return "<p><tt>" + "<br>\n".join(self.escape(l).replace("  ", "&nbsp; ") for l in lines) + "</tt></p>\n"


class Table(Shape):
    td, td_end, tr, tr_end, th, th_end = "<td>", "</td>", "<tr>", "</tr>", "<th>", "</th>"
    begin, end = '<table border="1">', "</table>"

    def cell(self, text):
        return self.escape(text) or "&nbsp;"

    def row(self, cells, heading=False):
        begin, end = (self.th, self.th_end) if heading else (self.td, self.td_end)
        return self.tr + "".join(begin + self.cell(c) + end for c in cells) + self.tr_end + "\n"

    def rows(self, table):
        yield self.row(["Dec", "Hex", "Type", "Len", "Name (Dim)", "Description"], True)
        for r in table:
            yield self.row([str(r.offset), f"{r.offset:X}", r.kind, r.length, r.name, r.text])
            for pattern, name, text in r.bits:
                yield self.row(["", "", pattern, "", name, text])

    def table(self, table):
        return "<p>Offsets</p>\n" + self.begin + "\n" + "".join(self.rows(table)) + self.end + "\n"

    def xref(self, record):
        rows = [self.row(["Name", "Hex Offset", "Length", "Hex Value"], True)]
        for name, offset, length, bit in record.xref():
            rows.append(self.row([name, f"{offset:X}", length or "", f"{bit:X}" if bit else ""]))
        return self.begin + "\n" + "".join(rows) + self.end + "\n"


class TableUpper(Table):
    td, td_end, tr, tr_end, th, th_end = '<TD ALIGN="LEFT">', "</TD>", "<TR>", "</TR>", "<TH>", "</TH>"
    begin, end = "<TABLE BORDER>", "</TABLE>"


class TableInTable(Table):
    begin = '<table width="100%"><tr><td><table border="0"><tr><td>&nbsp;</td><td>\n<table>'
    end = "</table>\n</td></tr></table></td></tr></table>"


class TableParagraphs(Table):
    """Each cell a paragraph, broken into lines in the source."""
    def cell(self, text):
        return "\n    <p>\n" + "\n      ".join(self.escape(w) for w in text.split(" ")) + "\n    </p>\n  "


class DashesNumbered(Shape):
    """The same, as numbers of characters."""
    def record(self, record):
        page = super().record(record).replace(" - ", " &#8211; ")
        return page.replace("Time-of-day", "Time&#150;of&#8209;day").replace("TSTSHP_", "TSTSHP&#8203;_&#xAD;")


class TableColumns(Table):
    """Cells over several columns: the heading in two rows, and the patterns of bits."""
    def rows(self, table):
        yield "<tr><th colspan=2>Offsets<th rowspan=2>Type<th rowspan=2>Len<th rowspan=2>Name (Dim)<th rowspan=2>Description</tr>"
        yield "<tr><th>Dec<th>Hex</tr>\n"
        for r in table:
            yield self.row([str(r.offset), f"{r.offset:X}", r.kind, r.length, r.name, r.text])
            for pattern, name, text in r.bits:
                yield f"<tr><td colspan=2></td><td colspan=2>{pattern}</td><td>{name}</td><td>{self.escape(text)}</td></tr>\n"


class PreConditions(Pre):
    """What only some browsers show, titles with blanks that do not break, and names in pieces."""
    def title(self, text):
        return (f"<!--[if IE]><p>{text}</p><pre> 20  14  Unsigned 4 NOT_IT</pre><![endif]-->"
                f'<h2><a name="x">{text.replace(" ", "&nbsp;")}</a></h2>\n')

    def escape(self, text):
        return re.sub(r"([A-Z]{3})_([A-Z]+)", r"<span>\1</span>_<b>\2</b>", html.escape(text, quote=False))


class Several(Shape):
    """With another record before it and one behind it."""
    def other(self, record, name):
        other = Record.__new__(Record)
        other.name, other.number, other.dsect = "MR" + name, (9, 200 + len(name)), name
        other.keys = dict(record.keys, Title="another")
        other.tables = [[Row(0, "Structure", "24", name, ""), Row(0, "Character", "20", "MRHDR", ""),
                         Row(20, "Unsigned", "4", name + "_ONLY", "alone")]]
        return other

    def page(self, record):
        return (self.head.format(name="Records") + self.record(self.other(record, "TSTAAA")) + self.record(record) +
                self.record(self.other(record, "TSTBB")) + self.pre(epilog(record)) + self.tail)


class SeveralTables(Several, TableUpper):
    pass


def subclasses(c):
    for s in c.__subclasses__():
        yield s
        yield from subclasses(s)


def shapes(folder, path):
    record = Record(path)
    with open(os.path.join(folder, "Text.txt"), "w") as f:
        f.write(as_text(record))
    # As a word processor saves it, in two encodings.
    processed = as_text(record).replace(" - ", " \u2013 ").replace("Time-of-day", "Time\u2013of\u2013day")
    for encoding in "cp1252", "utf-8":
        with open(os.path.join(folder, f"Text-{encoding}.txt"), "wb") as f:
            f.write(processed.replace("  ", "\u00a0 ").encode(encoding))
    for shape in dict.fromkeys(subclasses(Shape)):
        with open(os.path.join(folder, shape.__name__ + ".html"), "wb") as f:
            f.write(shape().bytes(record))


if sys.argv[1] == "many":
    many(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
else:
    shapes(sys.argv[2], sys.argv[3])
