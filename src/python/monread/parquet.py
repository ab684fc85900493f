"""Captures to Parquet files: DIR/TABLE/system=SYSTEM/date=DATE/rows.parquet.

DIR/monread.json remembers which captures were read, so that a second run reads only those that are new or have grown.
"""
from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
import tempfile
import urllib.parse
from typing import Callable, Iterator, Optional, Sequence

import pyarrow
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet as pq

from . import MonreadError, Path, Paths, Run, command, path_list, run_command

STATE = "monread.json"
ROWS = "rows.parquet"
# One run of monread decodes captures of about this many bytes.
GROUP_BYTES = 1 << 30
DAY = 86_400_000_000  # microseconds

Progress = Callable[[int, int, str], None]


def captures_of(paths: Paths) -> list[str]:
    """The paths, with the files of directories in their place; whole paths."""
    found = []
    for path in path_list(paths):
        path = os.path.abspath(path)
        if os.path.isdir(path):
            names = (os.path.join(path, n) for n in sorted(os.listdir(path)) if not n.startswith("."))
            found += [n for n in names if os.path.isfile(n) and not n.endswith(".part")]
        else:
            found.append(path)
    return found


def read_state(directory: str, settings: dict[str, object]) -> dict[str, list[int]]:
    """Size and time of each capture that was read before; in the order in which they were read."""
    try:
        with open(os.path.join(directory, STATE), encoding="utf-8") as file:
            state = json.load(file)
    except FileNotFoundError:
        return {}
    if state["settings"] != settings:
        raise MonreadError(f"{directory}: was written with {state['settings']}, not {settings}; use another directory")
    return state["captures"]


def replace(path: str, write: Callable[[str], None]) -> None:
    """Write a file under another name, and give it its name when it is whole."""
    write(path + ".part")
    os.replace(path + ".part", path)


def write_state(directory: str, settings: dict[str, object], captures: dict[str, list[int]]) -> None:
    """Remember what was read."""
    def write(path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"settings": settings, "captures": captures}, file, indent=0)
    replace(os.path.join(directory, STATE), write)


def groups(captures: list[str]) -> Iterator[list[str]]:
    """Lists of captures of about GROUP_BYTES."""
    group: list[str] = []
    size = 0
    for path in captures:
        group.append(path)
        size += os.path.getsize(path)
        if size >= GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def parts_of(rows: pyarrow.Table, keys: list[str]) -> Iterator[tuple[str, pyarrow.Table]]:
    """The directory of each partition, and its rows without the columns that the directory tells."""
    if not keys:
        yield "", rows
        return
    columns = {}
    if "system" in keys:
        columns["system"] = pc.fill_null(rows["system"], "unknown")
        rows = rows.drop_columns(["system"])
    if "date" in keys:
        columns["date"] = pc.cast(pc.divide(pc.cast(rows["time"], pyarrow.int64()), DAY), pyarrow.int32())
    values = pyarrow.table({k: columns[k] for k in keys})
    parts = values.group_by(keys).aggregate([]).sort_by([(k, "ascending") for k in keys]).to_pylist()
    for key in parts:
        names = dict(key)
        if "date" in names:
            names["date"] = (datetime.date(1970, 1, 1) + datetime.timedelta(days=names["date"])).isoformat()
        path = os.path.join(*(f"{k}={urllib.parse.quote(names[k], safe='')}" for k in keys))
        mask = None
        for k in keys:
            same = pc.equal(values[k], key[k])
            mask = same if mask is None else pc.and_(mask, same)
        yield path, rows.filter(mask) if len(parts) > 1 else rows


def add_rows(directory: str, rows: pyarrow.Table, read: list[str]) -> None:
    """Put ROWS into a Parquet file, in place of those that it has of the captures READ."""
    path = os.path.join(directory, ROWS)
    if os.path.exists(path):
        old = pq.read_table(path, partitioning=None)
        old = old.filter(pc.invert(pc.is_in(old["file"], value_set=pyarrow.array(read, pyarrow.string()))))
        rows = pyarrow.concat_tables([old, rows], promote_options="permissive")
    os.makedirs(directory, exist_ok=True)
    replace(path, lambda part: pq.write_table(rows, part, compression="zstd"))


def write_tables(folder: str, directory: str, keys: list[str], read: list[str], seen: Optional[str],
                 tell: Callable[[str], None]) -> set[str]:
    """The tables that monread wrote to FOLDER to Parquet files.  Rows of the capture SEEN are there already."""
    written = set()
    for name in sorted(os.listdir(folder)):
        table = name.removesuffix(".arrows")
        tell(table)
        with pyarrow.memory_map(os.path.join(folder, name)) as file:
            rows = pyarrow.ipc.open_stream(file).read_all()
            if seen:
                rows = rows.filter(pc.not_equal(rows["file"], seen))
            for part, some in parts_of(rows, keys):
                if some.num_rows:
                    add_rows(os.path.join(directory, table, part), some, read)
                    written.add(table)
    return written


def to_parquet(paths: Paths, directory: Path, tables: Optional[Sequence[str]] = None, delta: bool = False,
               partition: str = "system,date", progress: Optional[Progress] = None) -> list[str]:
    """Write the tables of captures to DIRECTORY/TABLE/system=SYSTEM/date=DATE/rows.parquet.

    tables: names or numbers of records; None: all of them.  delta: differences of counters, in place of the counters.
    partition: system, date, both or neither, with a comma between them.
    progress: is called with the captures that are done, how many there are, and what is being done.

    Captures that a run before has read are left out; those that have grown are read again, and replace their rows.  With
    delta the last capture of that run is read first, so that no interval is lost.
    Returns the tables that got rows.
    """
    keys = [k for k in partition.split(",") if k]
    if set(keys) - {"system", "date"}:
        raise MonreadError(f"partition={partition}: expected system, date or both")
    directory = os.fspath(directory)
    settings: dict[str, object] = {"tables": list(tables) if tables is not None else None, "delta": delta, "partition": keys}
    state = read_state(directory, settings)
    captures = captures_of(paths)
    stats = {path: [os.stat(path).st_size, os.stat(path).st_mtime_ns] for path in captures}
    captures = [path for path in stats if state.get(path) != stats[path]]
    os.makedirs(directory, exist_ok=True)
    written: set[str] = set()
    done = 0
    for group in groups(captures):
        before = [path for path in state if path not in group and os.path.exists(path)][-1:] if delta else []
        with tempfile.TemporaryDirectory(dir=directory, prefix=".monread-") as folder:
            options = ["-f", "arrow", "--merge", f"--split={folder}/tables"] + (["--delta"] if delta else [])
            if tables is not None:
                options.append("-n" + ",".join(tables))
            run = Run(command(options, before + group))
            run.end()
            if os.path.isdir(f"{folder}/tables"):
                written |= write_tables(f"{folder}/tables", directory, keys, group, before[0] if before else None,
                                        lambda name, n=done: progress and progress(n, len(captures), name))
        for path in group:
            state.pop(path, None)
            state[path] = stats[path]
        write_state(directory, settings, state)
        done += len(group)
    if progress:
        progress(done, len(captures), "")
    return sorted(written)


def show_progress(done: int, total: int, name: str) -> None:
    """A line on the terminal, which the next one replaces."""
    width = 30
    full = width * done // total if total else width
    end = "\n" if not name else ""
    sys.stderr.write(f"\r[{'#' * full}{'.' * (width - full)}] {done} of {total} captures {name:<40.40}{end}")
    sys.stderr.flush()


def main() -> None:
    """The command monread-parquet."""
    parser = argparse.ArgumentParser(prog="monread-parquet", description="Write z/VM monitor data to Parquet files: "
                                     "DIR/TABLE/system=SYSTEM/date=DATE/rows.parquet.  A second run adds new captures.")
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("paths", metavar="FILE", nargs="+", help="captures, or directories of them")
    parser.add_argument("--tables", metavar="LIST", help="names or numbers of records, with commas; default: all")
    parser.add_argument("--delta", action="store_true", help="differences of counters")
    parser.add_argument("--partition", metavar="KEYS", default="system,date", help="default: system,date")
    parser.add_argument("--progress", choices=("auto", "always", "never"), default="auto")
    args = parser.parse_args()
    show = args.progress == "always" or (args.progress == "auto" and sys.stderr.isatty())
    run_command("monread-parquet", lambda: to_parquet(
        args.paths, args.directory, args.tables.split(",") if args.tables else None, args.delta, args.partition,
        show_progress if show else None))


if __name__ == "__main__":
    main()
