"""z/VM monitor data as Arrow tables.

The functions run the command ``monread``, which decodes the captures, and read the Arrow stream that it writes.  The
environment variable MONREAD names another command; it may have options: ``MONREAD="monread -L /site/layouts"``.

``paths`` is a path of a capture, a directory of captures or a device, or an iterable of them.
"""
from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import warnings
from typing import IO, Callable, Iterable, Iterator, Optional, Sequence, Union

import pyarrow
import pyarrow.ipc

__all__ = ["Batches", "MonreadError", "MonreadWarning", "batches", "sql", "table", "tables", "to_parquet"]
__version__ = "1.1.0"

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Iterable[Path]]


class MonreadError(Exception):
    """monread could not do what was asked; the text is its message."""


class MonreadWarning(UserWarning):
    """Something in the captures is damaged or missing; the rows that could be read are there."""


def path_list(paths: Paths) -> list[str]:
    """The paths as strings; one path is a list of one."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    return [os.fspath(p) for p in paths]


def command(options: Sequence[str], paths: Paths = ()) -> list[str]:
    """The command line of monread."""
    return [*shlex.split(os.environ.get("MONREAD", "monread")), *options, "--", *path_list(paths)]


class Run:
    """A running monread: its output is ``stdout``.  ``end()`` raises MonreadError, or warns of damage."""

    def __init__(self, arguments: list[str]):
        # Use a file: if nobody read a pipe, monread would stop when the pipe is full.
        self.messages: IO[bytes] = tempfile.TemporaryFile()  # pylint: disable=consider-using-with
        try:
            self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                            stderr=self.messages)
        except OSError as error:
            self.messages.close()
            raise MonreadError(f"{arguments[0]}: {error.strerror}; install monread, or name it in MONREAD") from error
        assert self.process.stdout
        self.stdout: IO[bytes] = self.process.stdout

    def kill(self) -> None:
        """Stop reading before the end."""
        self.process.kill()
        self.process.wait()
        self.stdout.close()
        self.messages.close()

    def end(self) -> None:
        """Wait for the end."""
        if self.messages.closed:
            return
        status = self.process.wait()
        self.stdout.close()
        self.messages.seek(0)
        lines = [line.removeprefix("monread: ") for line in self.messages.read().decode(errors="replace").splitlines()]
        self.messages.close()
        if status not in (0, 1):
            raise MonreadError("\n".join(lines) or f"monread ended with status {status}")
        if status == 1:
            more = f"\n({len(lines)} messages)" if len(lines) > 5 else ""
            warnings.warn("\n".join(lines[:5]) + more, MonreadWarning, stacklevel=4)


class Batches:
    """The record batches of a table, as they are decoded.

    An iterator of pyarrow.RecordBatch; or give it to anything that takes an Arrow stream (``__arrow_c_stream__``).
    Leave a ``with`` block, or call ``close()``, to stop before the end.
    """

    def __init__(self, run: Run):
        self.run = run
        try:
            self.reader = pyarrow.ipc.open_stream(run.stdout)
        except pyarrow.ArrowInvalid:
            run.end()
            raise
        self.schema: pyarrow.Schema = self.reader.schema

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        yield from self.reader
        self.run.end()

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return pyarrow.RecordBatchReader.from_batches(self.schema, self).__arrow_c_stream__(requested_schema)

    def __enter__(self) -> Batches:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop monread, if it still runs."""
        if not self.run.messages.closed:
            self.run.kill()

    def read_all(self) -> pyarrow.Table:
        """All rows that are left."""
        return pyarrow.Table.from_batches(self, schema=self.schema)


def run_command(name: str, function: Callable[[], object]) -> None:
    """Run FUNCTION as the command NAME, and exit: 0; 1: it warned; 2: it failed.  Messages go to standard error."""
    status = 0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            function()
        except (MonreadError, OSError, pyarrow.ArrowException) as error:
            file = getattr(error, "filename", None)
            print(f"{name}: {file}: {error.strerror}" if file else f"{name}: {error}", file=sys.stderr)
            status = 2
    for warning in caught:
        print(f"{name}: {warning.message}", file=sys.stderr)
        status = max(status, 1)
    sys.exit(status)


def selection(columns: Optional[Sequence[str]], where: Optional[str], since: Optional[str], until: Optional[str],
              delta: Union[bool, str], merge: bool) -> list[str]:
    """The options of table()."""
    options = []
    if columns is not None:
        options.append("--fields=" + ",".join(columns))
    for name, value in (("where", where), ("since", since), ("until", until)):
        if value is not None:
            options.append(f"--{name}={value}")
    if delta:
        options.append("--delta=rate" if delta == "rate" else "--delta")
    if merge:
        options.append("--merge")
    return options


def batches(paths: Paths, name: str, *, columns: Optional[Sequence[str]] = None, where: Optional[str] = None,
            since: Optional[str] = None, until: Optional[str] = None, delta: Union[bool, str] = False,
            merge: bool = False) -> Batches:
    """The table NAME (MRUSEACT, D4R3, MRSYTLCK__SYTLCK_CALLKDATA) as a stream of record batches.

    columns: names of fields, or globs; the columns that each table begins with are always there.
    where: a condition on the fields, as --where has it.  since, until: times, as --since has them.
    delta: True: differences of counters; "rate": in a second.
    merge: the captures in order of time, records that several of them have once.

    Raises MonreadError; damage in a capture is a MonreadWarning at the end of the stream.
    """
    options = ["-f", "arrow", f"--name={name}", *selection(columns, where, since, until, delta, merge)]
    return Batches(Run(command(options, paths)))


def table(paths: Paths, name: str, *, columns: Optional[Sequence[str]] = None, where: Optional[str] = None,
          since: Optional[str] = None, until: Optional[str] = None, delta: Union[bool, str] = False,
          merge: bool = False) -> pyarrow.Table:
    """The table NAME as a pyarrow.Table; see batches()."""
    with batches(paths, name, columns=columns, where=where, since=since, until=until, delta=delta, merge=merge) as all_:
        return all_.read_all()


def objects(options: Sequence[str], paths: Paths) -> list[dict[str, object]]:
    """The JSON objects that monread writes, one for each line."""
    run = Run(command(options, paths))
    found = [json.loads(line) for line in run.stdout]
    run.end()
    return found


def tables(paths: Paths) -> list[str]:
    """The names of the tables that have rows, as ``monread --tables`` shows them."""
    return sorted(row["name"] for row in objects(["--tables", "-f", "json"], paths))


def sql(query: str, paths: Paths) -> pyarrow.Table:
    """The rows of a query over the tables of the captures, as ``monread --sql -f arrow`` has them.

    Columns of tables have their types, also if no row is found; an expression has the type of its values.
    """
    with Batches(Run(command(["-f", "arrow", f"--sql={query}"], paths))) as rows:
        return rows.read_all()


def to_parquet(paths: Paths, directory: Path, tables: Optional[Sequence[str]] = None,  # pylint: disable=redefined-outer-name
               delta: bool = False, partition: str = "system,date", jobs: int = 1, system: Optional[str] = None) -> list[str]:
    """Load captures into a lake of Parquet files; see monread.parquet.to_parquet()."""
    from . import parquet  # pylint: disable=import-outside-toplevel
    return parquet.to_parquet(paths, directory, tables, delta, partition, jobs=jobs, system=system)
