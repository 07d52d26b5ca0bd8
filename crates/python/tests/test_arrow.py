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
    again = [row["id"] for row in stumper.rate(path)]
    assert again == [row["id"] for row in rows]


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(stumper.Fault, match="no such folder"):
        stumper.solve("freecell#1").to_parquet(tmp_path / "nowhere" / "x.parquet")


def test_files_are_written_over_only_if_told_so(tmp_path):
    path = tmp_path / "rows.parquet"
    rows = stumper.solve("freecell#1-3")
    assert rows.to_parquet(path) == 3
    with pytest.raises(stumper.Fault, match="a file that exists.*force=True"):
        stumper.solve("freecell#1-5").to_parquet(path)
    assert pq.read_metadata(path).num_rows == 3
    assert stumper.solve("freecell#1-5").to_parquet(path, force=True) == 5
    with pytest.raises(stumper.Fault, match="from which levels are read") as raised:
        stumper.rate(path).to_parquet(path, force=True)
    assert raised.value.place == "path"
    assert pq.read_metadata(path).num_rows == 5
    assert list(tmp_path.iterdir()) == [path]


def call_of(path):
    return json.loads(pq.read_metadata(path).metadata[b"stumper.call"])


#: Options of the program that say nothing of rows in columns.
OTHERS = {
    "solve": {"--metric", "--no-steps", "--no-times"},
    "measure": set(),
    "rate": {"--count", "--parts", "--seed"},
    "simulate": {"--no-times"},
    "deal": {"--unique"},
    "generate": {"--licence"},
}


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (stumper.solve("freecell#1-3"), "solve freecell#1-3"),
        (
            stumper.solve("freecell#1", moves=False, times=True, budget=500),
            "solve freecell#1 --no-moves --times --budget 500",
        ),
        (
            stumper.solve("freecell#1", solver="staged", settings={"heuristic": "hsdh"}),
            "solve freecell#1 --solver staged --heuristic hsdh",
        ),
        (
            stumper.solve("flow:5x5#1", count=True, steps=True, boards=True, game="flow"),
            "solve flow:5x5#1 --count --steps --boards --game flow",
        ),
        (stumper.measure("shift:5x5#1"), "measure shift:5x5#1"),
        (
            stumper.measure("shift:5x5#1", only="cheap", budget="10000"),
            "measure shift:5x5#1 --only cheap --budget 10000",
        ),
        (stumper.rate("shift:5x5#1"), "rate shift:5x5#1"),
        (stumper.deal("shift:5x5#1"), "deal shift:5x5#1"),
        (
            stumper.simulate("klondike#1-3", player="random"),
            "simulate klondike#1-3 --player random",
        ),
        (
            stumper.simulate(
                "klondike#1", player="monte-carlo", settings={"k": 2}, moves=True, paths=False,
                luck=3, rounds=9, secured="once", times=True,
            ),
            "simulate klondike#1 --player monte-carlo --set k=2 --moves --no-paths"
            " --luck 3 --rounds 9 --secured once --times",
        ),
        (stumper.generate("shift:5x5", count=2), "generate shift:5x5 --count 2"),
        (
            stumper.generate(
                "shift:5x5", keep=["moves=6..8"], unique=True, measure=True, solution=True, seed=3,
                tries=500, budget=100_000,
            ),
            "generate shift:5x5 --keep moves=6..8 --unique --measure --solution --seed 3"
            " --tries 500 --budget 100000",
        ),
        (
            stumper.generate("shift:5x5", difficulty=(4, 5), tolerance=0.75),
            "generate shift:5x5 --difficulty 4..5 --tolerance 0.75",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_calls_and_columns_are_the_program_s(program, tmp_path, rows, told):
    mine, theirs = tmp_path / "mine.parquet", tmp_path / "theirs.parquet"
    rows.to_parquet(mine)
    program(*told.split(), "--format", "parquet", "--out", str(theirs))
    call, wanted = call_of(mine), call_of(theirs)
    for option in OTHERS[wanted["verb"]]:
        del wanted["options"][option]
    assert call == wanted
    columns = pq.read_table(theirs)
    assert pq.read_schema(mine).equals(columns.schema)
    if "seconds" not in columns.column_names:
        assert pq.read_table(mine) == columns


def test_moves_are_left_out():
    row = stumper.level("freecell#1").solve(moves=False)
    assert row["outcome"] == "solved" and not row["moves"] and row["lengths"]
    names = stumper.solve("freecell#1", moves=False).arrow().column_names
    assert "moves" not in names and "board" not in names
    with pytest.raises(stumper.Fault, match="steps or boards"):
        stumper.solve("freecell#1", moves=False, steps=True)


def test_an_empty_list_has_columns_as_well():
    table = stumper.solve([]).arrow()
    assert table.num_rows == 0 and "outcome" in table.column_names


def test_progress_is_shown_for_columns(capsys):
    stumper.solve("freecell#1-20", progress=True).arrow()
    assert "20/20" in capsys.readouterr().err
