"""Read z/VM monitor data with libmonread: records as dicts, tables as columns.

Names and values are those of `monread -f json` and `monread -f csv`, by the layouts that come with the library.  FILE is a
capture, MONWRITE or stream: its path, or a descriptor, as of a pipe from zstd -dc.  Devices are not read here: monread
--write makes captures of them.  $LIBMONREAD is the path of the library, where the system does not find it by its name.

>>> next(records(capture, "MRMTRSYS"))["fields"]["MTRSYS_SYSTMID"]
'VMPROD1'
>>> cpus = table(capture, "MRSYTPRP")
>>> cpus["time"][0], cpus["SYTPRP_PFXCPUAD"][:3], cpus["SYTPRP_PFXUTIME"][0]
('2026-03-04T08:01:00.000416Z', [0, 1, 2], 205126.225692)
"""
import collections, ctypes, fnmatch, functools, itertools, os, warnings
from types import SimpleNamespace as Space
from typing import Any, Callable, Iterator, Optional, cast

# monread.h: of structs the members up to the last one that is used, as later versions add others behind.
CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
TYPES = {"i": ctypes.c_int, "u": ctypes.c_uint, "B": ctypes.c_uint8, "H": ctypes.c_uint16, "I": ctypes.c_uint32, "c": CALL,
         "Q": ctypes.c_uint64, "q": ctypes.c_int64, "z": ctypes.c_size_t, "s": ctypes.c_char_p, "p": ctypes.c_void_p, "-": None}
STRUCTS = {
    "ev": "kind:i flags:u offset:Q serial:Q dataset:Q setno:Q skipped:Q tod:Q mce:p bytes:p length:z address:I domain:H record:H text:s",
    "emit": "size:z field:c begin:c end:c gap:c tail:c problem:c", "bit": "name:s text:s offset:I width:I mask:Q", "mce": "type:B",
    "field": "name:s text:s unit:s name_len:I offset:I length:I dim_first:I dim_count:I type:i format:i flags:u",
    "value": "field:p format:i number:Q bytes:p length:I offset:I", "place": "level:i name:s layout:p value:p", "layout": "name:s dsect:s"}
FUNCTIONS = """open:pi close:-p next:pp code:ip error:sp offset:Qp tod_to_unix_us:qQ time_text:-qs codepage_open:ps
    codepage_utf8:spBp layouts_new:p layouts_by_name:pps layout_structure:ppz layout_payload:pp field_bit:ppz system_new:pp
    system_free:-p system_layout:ppuupz system_release:up system_id:sp decoder_new:ppup decoder_free:-p decode:ippupzpp"""
AGAIN, EOF, RECORD, BAD, GAP, NUMBERED, REPEATED, EVENT, KEY, UNPROVEN, LEVEL_ARRAY, LEVEL_ENTRY, LEVEL_LIST, LEVEL_PAYLOAD = (
    -1, -2, 2, 5, 6, 1, 2, 0xC5, 16, 128, 1, 2, 3, 4)
LIB: Any = ctypes.CDLL(os.environ.get("LIBMONREAD") or "libmonread.so.0")
for _name, _types in (function.split(":") for function in FUNCTIONS.split()):
    _function = getattr(LIB, "monread_" + _name)
    _function.restype, _function.argtypes = TYPES[_types[0]], [TYPES[letter] for letter in _types[1:]]
S: Any = Space(**{name: type(name, (ctypes.Structure,), {"_fields_": [(m[:-2], TYPES[m[-1]]) for m in members.split()]})
                  for name, members in STRUCTS.items()})
LAYOUTS, CODEPAGE = LIB.monread_layouts_new(), LIB.monread_codepage_open(b"IBM-1047")
EBCDIC = {i: LIB.monread_codepage_utf8(CODEPAGE, i, ctypes.byref(ctypes.c_size_t())).decode() or "\0" for i in range(256)}
FORMATS: list[Callable[[int, bytes], Any]] = [  # by enum monread_format: a value, by its number and its bytes
    lambda n, s: None, lambda n, s: n, lambda n, s: n - (n >> 63 << 64), lambda n, s: n if len(s) <= 8 else s.hex().upper(),
    lambda n, s: s.rstrip(b"\x40").decode("latin-1").translate(EBCDIC), lambda n, s: s.rstrip(b" \0").decode("latin-1"),
    lambda n, s: time_of(LIB.monread_tod_to_unix_us(n)), lambda n, s: (n >> 12) / 10**6, lambda n, s: n if n > 2**63 // 10**6 else
    time_of(n * 10**6), lambda n, s: (n * 10**6 >> 11) / 10**6, lambda n, s: s.hex().upper()]
LEADING = "system file offset dataset type interval time unix_time entry".split()

class Damage(UserWarning): """Something in a capture is damaged, missing or lost; reading goes on behind it."""

def time_of(us: int) -> str:
    LIB.monread_time_text(us, text := ctypes.create_string_buffer(28))
    return text.value.decode()

@functools.lru_cache(maxsize=None)
def field_of(at: int) -> Any:
    f = S.field.from_address(at)
    bits = map(S.bit.from_address, itertools.takewhile(bool, (LIB.monread_field_bit(at, i) for i in itertools.count())))
    f.label, f.bits = f.name.decode(), [(b.name.decode(), b.offset - f.offset, b.width, b.mask) for b in bits if b.name[:1] != b"*"]
    return f

def decode(decoder: int, layout: Optional[int], release: int, record: bytes) -> tuple[dict[str, Any], list[Any]]:
    """What JSON has of a record behind its head; and rows of tables: its own, and those of what is in it."""
    if not layout or not LIB.monread_layout_structure(layout, 0): return {"data": record[20:].hex().upper()}, []
    doubts, problems, fields, l = {}, [], cast(dict[str, Any], {}), S.layout.from_address(layout)
    rows = [Space(table=l.name, cells={}, keys=collections.ChainMap(), inherited={})]
    stack = [Space(inner=fields, row=rows[0], prefix="", dsect=l.dsect.decode() + "_", offset=0)]
    def put(name: str, value: Any, *cell: Any, is_key: int = 0) -> str:
        top = stack[-1]
        column = top.prefix + name[len(top.dsect) if top.prefix.startswith(top.dsect) and name.startswith(top.dsect) else 0:]
        column += "_" * (column.lower() in (*LEADING, "bytes", "elapsed", "user"))
        is_element = isinstance(top.inner, list)
        top.inner.append(value) if is_element else top.inner.update({name: value})
        top.row.cells.update({column: value for value in cell if not is_element})
        top.row.keys.update({column: value for value in cell if is_key and not is_element})
        return f"{column}_"
    def field(at: int) -> None:
        v = S.value.from_address(at)
        f, data = field_of(v.field), ctypes.string_at(v.bytes, v.length)
        value = FORMATS[min(v.format, len(FORMATS) - 1)](v.number, data)
        cell = None if v.format != f.format else value.replace("\0", "\ufffd") if isinstance(value, str) else value
        put(f.label, value, cell, is_key=f.flags & KEY)
        for name, start, width, mask in f.bits if not f.dim_count else []:
            is_on = start + width <= len(data) and int.from_bytes(data[start:start + width], "big") & mask == mask
            put(name, is_on, int(is_on))
        doubts.update({v.field: f.label} if f.flags & UNPROVEN else {})
    def begin(at: int) -> None:
        place, new = S.place.from_address(at), Space(**vars(stack[-1]))
        l, name = S.layout.from_address(place.layout), place.name.decode()
        new.inner, new.offset = [] if place.level in (LEVEL_ARRAY, LEVEL_LIST) else {}, S.value.from_address(place.value).offset
        new.prefix, new.dsect = put(name, new.inner, *[new.inner] * (place.level == LEVEL_LIST)), l.dsect.decode() + "_"
        if place.level in (LEVEL_ENTRY, LEVEL_PAYLOAD):
            table = l.name + (b"__" + place.name) * (place.level == LEVEL_ENTRY)
            new.row, new.prefix = Space(table=table, cells={}, keys=new.row.keys.new_child(), inherited=new.row.keys), ""
            rows.append(new.row)
        stack.append(new)
    def rest(at: int, is_gap: bool) -> None:
        v, top = S.value.from_address(at), stack[-1]
        into, name = (top.inner.setdefault("gaps", {}), "%X" % (v.offset - top.offset)) if is_gap else (top.inner, "tail")
        into[name] = ctypes.string_at(v.bytes, v.length).hex().upper()
    calls = (field, begin, lambda _: stack.pop(), lambda at: rest(at, True), lambda at: rest(at, False),
             lambda at: problems.append(ctypes.string_at(at).decode()))
    emit = S.emit(ctypes.sizeof(S.emit), *(CALL(lambda _, at, call=call: [call(at)] and 0) for call in calls))
    if LIB.monread_decode(decoder, layout, release, record, len(record), ctypes.byref(emit), None) < 0: raise MemoryError
    more = {"gaps": fields.pop("gaps", 0), "tail": fields.pop("tail", 0), "unproven": [*doubts.values()], "problems": problems}
    return {"fields": fields, **{key: value for key, value in more.items() if value}}, rows

def read(file: Any, wanted: Callable[[Any, Any], Any]) -> Iterator[tuple[dict[str, Any], list[Any], Any]]:
    """Each record that is WANTED, by its layout and event, as JSON has it; its rows of tables; the TOD of its interval."""
    first: dict[int, int] = {}
    with open(file, "rb", buffering=0, closefd=not isinstance(file, int)) as opened:
        reader, system, decoder = LIB.monread_open(opened.fileno()), LIB.monread_system_new(LAYOUTS), LIB.monread_decoder_new(LAYOUTS, 0, None)
        try:
            while (at := LIB.monread_next(reader)) or LIB.monread_code(reader) == AGAIN:
                ev = S.ev.from_address(at) if at else S.ev()
                place = f"{file}: offset 0x{ev.offset:x}: " + f"D{ev.domain}R{ev.record}: " * (ev.flags & NUMBERED)
                if ev.kind in (BAD, GAP): warnings.warn(place + ev.text.decode(), Damage, stacklevel=3)
                if ev.kind != RECORD: continue
                layout = LIB.monread_system_layout(system, ev.domain, ev.record, ev.bytes, ev.length)
                l, is_event = layout and S.layout.from_address(layout), S.mce.from_address(ev.mce).type == EVENT
                start = None if is_event or ev.flags & REPEATED else first.setdefault(ev.dataset, ev.tod)
                if ev.flags & REPEATED or not wanted(l, ev): continue
                more, rows = decode(decoder, layout, LIB.monread_system_release(system), ctypes.string_at(ev.bytes, ev.length))
                for text in more.get("problems", []): warnings.warn(place + text, Damage, stacklevel=3)
                yield {"file": str(file), "system": LIB.monread_system_id(system).decode() or None, "offset": ev.offset,
                       "dataset": ev.dataset, "type": "event" if is_event else "sample", "domain": ev.domain, "record": ev.record,
                       "name": l and l.name.decode(), "length": ev.length, "time": FORMATS[6](ev.tod, b""), "tod": f"{ev.tod:016X}",
                       **more}, rows, start
            if LIB.monread_code(reader) != EOF: raise OSError(f"{file}: {LIB.monread_error(reader).decode()}")
            if not LIB.monread_offset(reader): warnings.warn(f"{file}: empty", Damage, stacklevel=3)
        finally:
            LIB.monread_decoder_free(decoder), LIB.monread_system_free(system), LIB.monread_close(reader)

def records(file: Any, *names: str) -> Iterator[dict[str, Any]]:
    """The records of a capture as dicts, as `monread -f json` shows them; with NAMES only those, which may be globs."""
    def wanted(l: Any, ev: Any) -> bool:
        if not names: return (ev.domain, ev.record) != (1, 13)
        return any(fnmatch.fnmatchcase(text.decode(), name.upper()) for text in ((l.name, l.dsect or b"") if l else ()) for name in names)
    return (record for record, _, _ in read(file, wanted))

def table(file: Any, name: str) -> dict[str, list[Any]]:
    """A table of a capture as columns, as `monread -f csv --table=NAME` has them: None is no value, lists are JSON there.
    Columns without any value may be left out: `monread --describe=NAME -f json` has them all."""
    at, parts = LIB.monread_layouts_by_name(LAYOUTS, name.split("__")[0].encode()), name.upper().encode().split(b"__")[1:]
    if not at: raise KeyError(name)
    record, cells, columns = S.layout.from_address(at).name, [], dict.fromkeys(LEADING[:8 + len(parts)])
    for head, rows, tod in read(file, lambda l, _: l and (l.name == record or LIB.monread_layout_payload(ctypes.addressof(l)))):
        interval, us = tod and FORMATS[6](tod, b""), LIB.monread_tod_to_unix_us(int(head["tod"], 16))
        for entry, row in enumerate(row for row in rows if row.table == b"__".join([record, *parts])):
            cells.append({**head, "interval": interval, "unix_time": us / 10**6, "entry": entry, **row.inherited, **row.cells})
            columns.update(dict.fromkeys([*row.inherited, *row.cells]))
    return {column: [row.get(column) for row in cells] for column in columns}
