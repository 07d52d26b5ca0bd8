"""Where the files of a run are: a folder, or a URL of fsspec."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .._core import RunPlan, merge

PLAN = "plan.toml"
#: Stores in which an upload appears as a whole or not at all.
ATOMIC = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl"}

Shard = tuple[int, int]


class StoreError(OSError):
    """A store that cannot be reached, or refuses; the words begin with its URL."""


def store_error(url: str, error: Exception) -> StoreError:
    """What a store raised, in a line that names it."""
    lines = str(error).strip().splitlines()
    return StoreError(f"{url}: {lines[0] if lines else type(error).__name__}")


@contextmanager
def asking(url: str) -> Iterator[None]:
    """Names the store in whatever fails there.

    Every kind of store has exceptions of its own, which share no class.
    """
    try:
        yield
    except Exception as error:
        raise store_error(url, error) from error


def is_ended(path: str) -> bool:
    """Whether a file ends as Parquet files do."""
    try:
        with open(path, "rb") as file:
            file.seek(-4, os.SEEK_END)
            return file.read() == b"PAR1"
    except OSError:
        return False


class Store:
    """A folder for shards: on this machine, or behind a URL of fsspec."""

    def __init__(self, url: str, options: dict[str, Any] | None = None) -> None:
        import fsspec
        from fsspec.implementations.local import LocalFileSystem

        self.url = url
        self.options = options or {}
        try:
            self.files, self.root = fsspec.core.url_to_fs(url, **self.options)
        except ValueError as error:
            words = f"{url}: {error}; expected a folder or a URL of fsspec"
            raise ValueError(words) from error
        except Exception as error:
            raise store_error(url, error) from error
        self.is_local = isinstance(self.files, LocalFileSystem)

    def path(self, name: str) -> str:
        """Where a file of this name is."""
        return f"{self.root.rstrip('/')}/{name}"

    def names(self) -> set[str]:
        """The files that are there."""
        with asking(self.url):
            self.files.invalidate_cache()
            try:
                found = self.files.ls(self.root, detail=False)
            except FileNotFoundError:
                return set()
        return {path.rstrip("/").rsplit("/", 1)[-1] for path in found}

    def put(self, path: Path) -> None:
        """Puts a file there, which then is there as a whole."""
        there = self.path(path.name)
        protocol = self.files.protocol
        protocols = {protocol} if isinstance(protocol, str) else set(protocol)
        with asking(self.url):
            if protocols & ATOMIC:
                self.files.put_file(str(path), there)
                return
            # Processes of several machines may have the same number.
            part = f"{there}.{secrets.token_hex(8)}.{os.getpid()}.part"
            self.files.put_file(str(path), part)
            self.files.mv(part, there)

    def keep_plan(self, plan: RunPlan) -> None:
        """Keeps the plan beside its shards; refuses to mix two plans."""
        with asking(self.url):
            self.files.makedirs(self.root, exist_ok=True)
        if PLAN not in self.names():
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, PLAN)
                file.write_text(plan.text, encoding="utf-8")
                self.put(file)
        elif self.plan() != plan:
            raise ValueError(
                f"{self.url}: found a run of another plan; expected a new folder"
            )

    def plan(self) -> RunPlan:
        """The plan of the run that is there."""
        place = self.path(PLAN)
        if PLAN not in self.names():
            raise ValueError(
                f"{self.url}: found no {PLAN}; expected the folder of a run"
            )
        with asking(self.url):
            text = self.files.cat_file(place).decode("utf-8")
        return RunPlan(text, place)

    def missing(self, plan: RunPlan) -> list[Shard]:
        """The shards that have no file yet, or in a folder one that is cut off."""
        names = self.names()

        def is_there(name: str) -> bool:
            return name in names and (not self.is_local or is_ended(self.path(name)))

        return [shard for shard in plan.shards() if not is_there(plan.file(*shard))]

    def merge(self, into: str | None = None) -> dict[str, Any]:
        """Checks that the run is whole, and gives its sums.

        With `into`, all rows go into a new file of this machine.
        """
        target = None if into is None else self.new_file(into)
        if self.is_local:
            return merge(Path(self.root), target)
        with tempfile.TemporaryDirectory() as folder:
            for name in sorted(self.names()):
                if name == PLAN or name.endswith(".parquet"):
                    with asking(self.url):
                        self.files.get_file(self.path(name), str(Path(folder, name)))
            return merge(Path(folder), target)

    def new_file(self, into: str) -> Path:
        """A file for all rows: one that is not there, and not among the shards."""
        file = Path(into)
        if "://" in into:
            raise ValueError(f"{into}: found a URL; expected a file of this machine")
        if os.path.lexists(file):
            raise ValueError(f"{into}: found a file that is there; expected a new one")
        if self.is_local and file.resolve().parent == Path(self.root).resolve():
            raise ValueError(
                f"{into}: found a file among the shards; expected one elsewhere"
            )
        return file
