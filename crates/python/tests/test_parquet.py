"""Parquet files of the program, read by libraries that nobody here wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow.parquet
import pytest

#: A call of every verb that writes rows, and how many it writes.
CALLS = {
    "solve": ("solve freecell#1-20,11982", 21),
    "measure": ("measure shift:5x5#1-20", 20),
    "rate": ("rate lazors:5x5#1-10", 10),
    "simulate": ("simulate klondike#1-10 --player random --rounds 200", 10),
    "deal": ("deal flow:5x5#1-10", 10),
    "generate": ("generate shift:5x5 --count 5 --keep moves=4..", 5),
}


def with_pyarrow(file: Path) -> list[dict[str, Any]]:
    return pyarrow.parquet.read_table(file).to_pylist()


def with_polars(file: Path) -> list[dict[str, Any]]:
    return polars.read_parquet(file).to_dicts()


def with_duckdb(file: Path) -> list[dict[str, Any]]:
    found = duckdb.sql(f"select * from '{file}'")
    return [dict(zip(found.columns, row)) for row in found.fetchall()]


@pytest.mark.parametrize("verb", CALLS)
def test_three_libraries_read_the_same_rows(program, verb, tmp_path) -> None:
    call, count = CALLS[verb]
    file = tmp_path / "rows.parquet"
    program(*call.split(), "--format", "parquet", "--out", str(file))
    rows = with_pyarrow(file)
    assert len(rows) == count
    assert with_polars(file) == rows
    assert with_duckdb(file) == rows
    about = pyarrow.parquet.read_metadata(file).metadata
    assert about[b"stumper.schema"] == b"1"
    assert about[b"stumper.rows"] == verb.encode()
    assert json.loads(about[b"stumper.call"])["verb"] == verb


def test_columns_say_what_json_says(program, tmp_path) -> None:
    file = tmp_path / "rows.parquet"
    levels = ("solve", "freecell#1-30,11982", "--quiet")
    program(*levels, "--format", "parquet", "--out", str(file))
    lines = program(*levels, "--format", "json", "--no-times", "--no-steps").splitlines()
    rows = with_pyarrow(file)
    assert len(rows) == len(lines) == 31
    for row, line in zip(rows, lines):
        wanted = json.loads(line)
        assert row["moves"] == (wanted["moves"] or None)
        for key in ("id", "solver", "outcome", "checked", "generated", "peak_bytes"):
            assert row[key] == wanted[key]
        for metric, length in wanted["lengths"].items():
            assert row[f"length_{metric.replace('-', '_')}"] == length


def test_bytes_of_a_deal(program, tmp_path) -> None:
    """What docs/columns.md promises: at most 80 bytes with moves, 12 without."""
    for flags, most in (([], 80), (["--no-moves"], 12)):
        file = tmp_path / "deals.parquet"
        call = ("solve", "freecell#1-32000", "--quiet", "--force", *flags)
        program(*call, "--format", "parquet", "--out", str(file))
        assert file.stat().st_size / 32000 <= most
