"""z/VM monitor data as Arrow tables.

The functions run the command ``monread``, which decodes the captures, and read the Arrow stream that it writes.  The
environment variable MONREAD names another command; it may have options: ``MONREAD="monread -L /site/layouts"``.

``paths`` is a source, or an iterable of sources.  A source is one of these:

- a path of a capture, a directory of captures, or a device
- "-": the standard input of this process
- a file object that is open in binary mode; the function reads it from its position, and does not close it
- a URL that fsspec opens, such as memory://NAME, or s3://BUCKET/NAME if s3fs is installed

File objects and URLs reach monread through pipes, so options that need files, such as ``merge``, refuse them.
"""
from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import warnings
from typing import IO, Any, Callable, Iterable, Iterator, Optional, Sequence, Union

import pyarrow
import pyarrow.ipc

__all__ = ["Batches", "MonreadError", "MonreadWarning", "batches", "sql", "table", "tables", "to_parquet"]
__version__ = "1.2.0"

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, IO[bytes]]
Paths = Union[Source, Iterable[Source]]
CHUNK_BYTES = 1 << 16
URL = re.compile("[A-Za-z][A-Za-z0-9+.-]*://")


class MonreadError(Exception):
    """monread could not do what was asked; the text is its message."""


class MonreadWarning(UserWarning):
    """Something in the captures is damaged or missing; the rows that could be read are there."""


def source_list(paths: Paths) -> list[Any]:
    """The sources: paths as strings, and file objects; one source is a list of one."""
    if isinstance(paths, (str, os.PathLike)) or hasattr(paths, "read"):
        paths = [paths]
    return [p if hasattr(p, "read") else os.fspath(p) for p in paths]


def is_piped(source: Any) -> bool:
    """Whether SOURCE is a file object or a URL, which monread cannot open."""
    return hasattr(source, "read") or (isinstance(source, str) and URL.match(source) is not None)


def start(options: Sequence[str], paths: Sequence[str], **kwargs: Any) -> subprocess.Popen[bytes]:
    """Start monread with a pipe for its output; KWARGS are those of Popen."""
    arguments = [*shlex.split(os.environ.get("MONREAD", "monread")), *options, "--", *paths]
    try:
        return subprocess.Popen(arguments, stdout=subprocess.PIPE, **kwargs)
    except OSError as error:
        raise MonreadError(f"{arguments[0]}: {error.strerror}; install monread, or name it in MONREAD") from error


def reason_of(error: Exception) -> str:
    """An error in words; FileNotFoundError of fsspec has only a path, and errors of time limits have no text."""
    return "No such file or directory" if isinstance(error, FileNotFoundError) else str(error) or type(error).__name__


def open_url(url: str) -> IO[bytes]:
    """Open a URL for reading."""
    try:
        import fsspec  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        scheme = url.split(":")[0]
        raise MonreadError(f"{url}: needs the package fsspec; install it: pip install 'fsspec[{scheme}]'") from error
    # Without blocks, fsspec reads from servers of HTTP that send only whole files.
    options = {"block_size": 0} if url.startswith(("http:", "https:")) else {}
    try:
        return fsspec.open(url, "rb", **options).open()
    # Each package that fsspec uses has its own errors.  An ImportError names the package to install.
    except Exception as error:
        raise MonreadError(f"{url}: {reason_of(error)}") from error


class Feeder(threading.Thread):
    """Copies a URL or a file object into a pipe, which monread opens under the name ``path``.

    The caller of feeders_of() closes ``read_end``; the thread closes ``write_end``.
    ``label`` is the name of the source for people.  After the thread has ended, ``error`` is the reason why the source could
    not be read to its end, or None.
    """

    def __init__(self, source: Any):
        super().__init__(daemon=True)
        self.is_url = isinstance(source, str)
        name = source if self.is_url else getattr(source, "name", None)
        self.label = name if isinstance(name, str) else f"<{type(source).__name__}>"
        self.file = open_url(source) if self.is_url else source
        self.error: Optional[Exception] = None
        self.read_end = self.write_end = -1
        self.path = ""

    def chunks(self) -> Iterator[memoryview]:
        """The bytes of the source, up to its end or an error."""
        try:
            for data in iter(lambda: self.file.read(CHUNK_BYTES), b""):
                yield memoryview(data)  # refuses text, and the None of a file object that does not wait for data
        except Exception as error:  # pylint: disable=broad-exception-caught
            self.error = error

    def run(self) -> None:
        """Copy the source; this is the thread."""
        try:
            with open(self.write_end, "wb") as pipe:
                for data in self.chunks():
                    pipe.write(data)
        except BrokenPipeError:
            pass  # monread has ended, and needs no more.
        if self.is_url:
            self.file.close()


def feeders_of(sources: list[Any]) -> list[Feeder]:
    """A feeder for each source that needs a pipe.  The paths of the pipes replace these sources in the list."""
    found: dict[int, Feeder] = {}
    for number, source in enumerate(sources):
        if any(source is feeder.file for feeder in found.values()):
            raise MonreadError(f"{source}: is named twice, but a file object can be read only once")
        if is_piped(source):
            found[number] = Feeder(source)
    for number, feeder in found.items():
        feeder.read_end, feeder.write_end = os.pipe()
        feeder.path = sources[number] = f"/dev/fd/{feeder.read_end}"
    return list(found.values())


class Run:
    """A running monread: its output is ``stdout``.  ``end()`` raises MonreadError, or warns of damage."""

    def __init__(self, options: Sequence[str], paths: Paths):
        import tempfile  # pylint: disable=import-outside-toplevel
        sources = source_list(paths)
        self.feeders = feeders_of(sources)
        self.labels = {feeder.path: feeder.label for feeder in self.feeders}
        # Use a file: if nobody read a pipe, monread would stop when the pipe is full.
        self.messages: IO[bytes] = tempfile.TemporaryFile()  # pylint: disable=consider-using-with
        try:
            self.process = start(options, sources, stdin=None if "-" in sources else subprocess.DEVNULL,
                                 stderr=self.messages, pass_fds=[feeder.read_end for feeder in self.feeders])
        except MonreadError:
            self.messages.close()
            raise
        finally:
            # Without monread, the feeders end because nobody else has the other ends of their pipes.
            for feeder in self.feeders:
                os.close(feeder.read_end)
                feeder.start()
        assert self.process.stdout
        self.stdout: IO[bytes] = self.process.stdout

    def wait(self) -> int:
        """Wait until monread has ended and nothing reads the sources.  Return the status of monread."""
        status = self.process.wait()
        self.stdout.close()
        for feeder in self.feeders:
            feeder.join()
        return status

    def kill(self) -> None:
        """Stop reading before the end."""
        self.process.kill()
        self.wait()
        self.messages.close()

    def end(self) -> None:
        """Wait for the end."""
        if self.messages.closed:
            return
        status = self.wait()
        self.messages.seek(0)
        text = re.sub("/dev/fd/[0-9]+", lambda path: self.labels.get(path[0], path[0]),
                      self.messages.read().decode(errors="replace"))
        lines = [line.removeprefix("monread: ") for line in text.splitlines()]
        self.messages.close()
        # If a source breaks, monread takes the bytes before the error for the whole capture.
        errors = [f"{feeder.label}: {reason_of(feeder.error)}" for feeder in self.feeders if feeder.error]
        if errors:
            raise MonreadError("\n".join(errors))
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
        for batch in self.reader:
            yield self.labelled(batch)
        self.run.end()

    def labelled(self, batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
        """BATCH with the names of sources, in place of the paths of their pipes, in the column file."""
        index = self.schema.get_field_index("file")
        if not self.run.labels or index < 0 or not pyarrow.types.is_string(self.schema.field(index).type):
            return batch
        columns = batch.columns
        files = columns[index].dictionary_encode()
        labels = [self.run.labels.get(path, path) for path in files.dictionary.to_pylist()]
        columns[index] = pyarrow.array(labels, pyarrow.string()).take(files.indices)
        return pyarrow.RecordBatch.from_arrays(columns, schema=self.schema)

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
            sys.stdout.flush()
        except (MonreadError, OSError, pyarrow.ArrowException) as error:
            file = getattr(error, "filename", None)
            print(f"{name}: {file}: {error.strerror}" if file else f"{name}: {error}", file=sys.stderr)
            status = 2
    for warning in caught:
        print(f"{name}: {warning.message}", file=sys.stderr)
        status = max(status, 1)
    sys.stderr.flush()
    # The usual end takes 40 ms, because Python takes the modules of pyarrow apart.
    os._exit(status)  # pylint: disable=protected-access


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
    options = ["-f", "arrow", f"--name={name}"]
    if columns is not None:
        options.append("--fields=" + ",".join(columns))
    for option, value in (("where", where), ("since", since), ("until", until)):
        if value is not None:
            options.append(f"--{option}={value}")
    if delta:
        options.append("--delta=rate" if delta == "rate" else "--delta")
    if merge:
        options.append("--merge")
    return Batches(Run(options, paths))


def table(paths: Paths, name: str, *, columns: Optional[Sequence[str]] = None, where: Optional[str] = None,
          since: Optional[str] = None, until: Optional[str] = None, delta: Union[bool, str] = False,
          merge: bool = False) -> pyarrow.Table:
    """The table NAME as a pyarrow.Table; see batches()."""
    with batches(paths, name, columns=columns, where=where, since=since, until=until, delta=delta, merge=merge) as all_:
        return all_.read_all()


def tables(paths: Paths) -> list[str]:
    """The names of the tables that have rows, as ``monread --tables`` shows them."""
    run = Run(["--tables", "-f", "json"], paths)
    found = sorted(json.loads(line)["name"] for line in run.stdout)
    run.end()
    return found


def sql(query: str, paths: Paths) -> pyarrow.Table:
    """The rows of a query over the tables of the captures, as ``monread --sql -f arrow`` has them.

    Columns of tables have their types, also if no row is found; an expression has the type of its values.
    """
    with Batches(Run(["-f", "arrow", f"--sql={query}"], paths)) as rows:
        return rows.read_all()


def to_parquet(paths: Paths, directory: Path, tables: Optional[Sequence[str]] = None,  # pylint: disable=redefined-outer-name
               delta: bool = False, partition: str = "system,date", jobs: int = 1, system: Optional[str] = None) -> list[str]:
    """Load captures into a lake of Parquet files; see monread.parquet.to_parquet()."""
    from . import parquet  # pylint: disable=import-outside-toplevel
    return parquet.to_parquet(paths, directory, tables, delta, partition, jobs=jobs, system=system)
