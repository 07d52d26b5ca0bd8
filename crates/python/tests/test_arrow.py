"""Rows as columns, in the libraries that take them."""

import json

import pytest
import stumper

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

IDS = "freecell#1-500,11982"


def test_every_library_takes_the_stream():
    import duckdb
    import pandas
    import polars

    rows = stumper.solve(IDS)
    expected = [row["checked"] for row in rows]
    table = pa.table(rows)
    assert table.column("checked").to_pylist() == expected
    assert pa.RecordBatchReader.from_stream(rows).read_all() == table
    assert polars.DataFrame(rows)["checked"].to_list() == expected
    assert pandas.DataFrame.from_arrow(rows)["checked"].tolist() == expected
    found = duckdb.sql("select outcome, count(*), sum(checked) from rows group by all order by all")
    assert found.fetchall() == [
        ("solved", 500, sum(expected[:-1])),
        ("unsolvable", 1, expected[-1]),
    ]
    assert rows.arrow() == table


def test_columns_say_what_rows_say():
    rows = stumper.solve(IDS, steps=True, times=True)
    table = rows.arrow().to_pylist()
    for column, row in zip(table, stumper.solve(IDS, steps=True), strict=True):
        for key in ["id", "solver", "outcome", "checked", "generated", "peak_bytes"]:
            assert column[key] == row[key]
        assert (column["moves"] or []) == row["moves"]
        assert column["steps"] == row.get("steps", [])
        for metric, length in row["lengths"].items():
            assert column["length_" + metric.replace("-", "_")] == length
        assert column["seconds"] > 0


def test_batches_do_not_depend_on_threads():
    tables = [stumper.solve("freecell#1-9000", jobs=jobs).arrow() for jobs in [1, 3]]
    sizes = [[batch.num_rows for batch in table.to_batches()] for table in tables]
    assert sizes == [[8192, 808], [8192, 808]]
    assert tables[0] == tables[1]


def test_every_verb_has_columns():
    assert stumper.measure("shift:5x5#1-5").arrow().column("moves").to_pylist()[0] == 10
    ratings = stumper.rate("freecell#617").arrow().to_pylist()
    assert ratings[0]["rating"] == stumper.level("freecell#617").rate()["rating"]
    assert stumper.deal("flow:5x5#1-3").arrow().num_rows == 3
    games = stumper.simulate("klondike#1-5", player="random", moves=True).arrow()
    assert all(games.column("moves").to_pylist())
    made = stumper.generate("shift", difficulty=5, count=3, solution=True).arrow().to_pylist()
    assert len(made) == 3
    for row in made:
        assert abs(row["rating"] - 5) <= 0.5
        level = stumper.read(row["level"], game="shift", variant=row["variant"])
        assert stumper.verify(level, row["solution"])["valid"]


def test_a_table_is_of_one_game(tmp_path):
    with pytest.raises(stumper.Fault, match="flow"):
        stumper.solve(["freecell#1", "flow:5x5#1"]).arrow()
    with pytest.raises(stumper.Fault, match="flow"):
        stumper.solve(["freecell#1", "flow:5x5#1"]).to_parquet(tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(pa.ArrowException, match="flow"):
        pa.table(stumper.solve(["freecell#1", "flow:5x5#1"]))


def test_parquet_is_what_the_program_writes(tmp_path):
    path = tmp_path / "rows.parquet"
    rows = stumper.solve(IDS)
    assert rows.to_parquet(path) == 501
    assert [file.name for file in tmp_path.iterdir()] == ["rows.parquet"]
    assert pq.read_table(path) == rows.arrow()
    call = json.loads(pq.read_metadata(path).metadata[b"stumper.call"])
    assert (call["verb"], call["extent"]) == ("solve", {"levels": [IDS]})
    assert call["options"]["budget"] == [""] or call["options"]["budget"]
    again = [row["id"] for row in stumper.rate(path)]
    assert again == [row["id"] for row in rows]


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        stumper.solve("freecell#1").to_parquet(tmp_path / "nowhere" / "x.parquet")


def test_an_empty_list_has_columns_as_well():
    table = stumper.solve([]).arrow()
    assert table.num_rows == 0 and "outcome" in table.column_names


def test_progress_is_shown_for_columns(capsys):
    stumper.solve("freecell#1-20", progress=True).arrow()
    assert "20/20" in capsys.readouterr().err
