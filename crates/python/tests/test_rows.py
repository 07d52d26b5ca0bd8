"""Rows: the program's own, lazily, on all cores, and interruptible."""

import gc
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import stumper


def lines(rows):
    return [json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows]


@pytest.mark.parametrize(
    ("ids", "options", "flags"),
    [
        ("freecell#1-200,11982", {}, ["--no-steps"]),
        ("freecell#1-20", {"steps": True}, []),
        ("freecell#1-5", {"boards": True, "steps": True}, ["--boards"]),
        ("freecell#1-30", {"budget": 50}, ["--no-steps", "--budget", "50"]),
        (
            "freecell#1-20",
            {"solver": "staged", "settings": {"heuristic": "hsdh"}, "budget": 20000},
            ["--no-steps", "--solver", "staged", "--heuristic", "hsdh", "--budget", "20000"],
        ),
        ("flow:9x9#1-5", {"count": True}, ["--no-steps", "--count"]),
        ("klondike#1-5", {"budget": "100000"}, ["--no-steps", "--budget", "100000"]),
        ("shift:5x5#1-9", {}, ["--no-steps"]),
        ("lazors:5x5#1-3", {}, ["--no-steps"]),
        ("sliding:3x3#1-5", {}, ["--no-steps"]),
    ],
)
@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_solve_gives_the_program_s_bytes(program, ids, options, flags, jobs):
    told = program("solve", ids, "--format", "json", "--no-times", "--quiet", *flags)
    assert lines(stumper.solve(ids, jobs=jobs, **options)) == told.splitlines()


def test_other_verbs_give_the_program_s_bytes(program):
    def told(*args):
        return program(*args, "--format", "json").splitlines()

    quiet = "--quiet"
    ids = "shift:5x5#1-9"
    assert lines(stumper.measure(ids)) == told("measure", ids, quiet)
    cheap = told("measure", "freecell#1-20", "--only", "cheap", quiet)
    assert lines(stumper.measure("freecell#1-20", only="cheap")) == cheap
    assert lines(stumper.rate("freecell#1-20")) == told("rate", "freecell#1-20", quiet)
    assert lines(stumper.deal("flow:9x9#1-9")) == told("deal", "flow:9x9#1-9")
    ids, player = "klondike#1-20", "random"
    played = told("simulate", ids, "--player", player, "--no-times", "--moves", quiet)
    # The last line sums up.
    mine = stumper.simulate(ids, player=player, moves=True)
    assert lines(mine) == played[:-1]
    moves = "R R U L U L D R R D"
    verdict = told("verify", "shift:5x5#1", "--moves", moves)
    assert lines([stumper.verify("shift:5x5#1", moves)]) == verdict
    made = told("generate", "shift:5x5", "--keep", "moves=6..8", "--count", "5", quiet)
    assert lines(stumper.generate("shift:5x5", keep=["moves=6..8"], count=5)) == made
    call = ["generate", "shift", "--difficulty", "2..6", "--count", "4", "--solution", quiet]
    graded = stumper.generate("shift", difficulty=(2, 6), count=4, solution=True)
    assert lines(graded) == told(*call)


def test_rows_are_made_again_by_every_iterator():
    rows = stumper.solve("freecell#1-50")
    assert len(rows) == 50
    first = list(rows)
    assert first == list(rows)
    assert [row["id"] for row in first] == [f"freecell:ms#{n}" for n in range(1, 51)]


def test_threads_share_an_iterator():
    iterator = iter(stumper.solve("freecell#1-4000"))
    ids = []

    def take():
        ids.extend([row["id"] for row in iterator])

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ids) == sorted(f"freecell:ms#{n}" for n in range(1, 4001))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_process_has_no_part_in_a_run():
    code = """
import os, stumper
rows = stumper.solve("freecell#1-8000000000")
iterator = iter(rows)
next(iterator)
child = os.fork()
if child == 0:
    try:
        while True:
            next(iterator)
    except stumper.Fault as fault:
        print(fault, flush=True)
        os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told, code = done.stdout.splitlines()
    assert "which began the run" in told and code == "7"


def test_a_huge_range_is_lazy():
    rows = stumper.solve("freecell#1-8000000000")
    assert len(rows) == 8_000_000_000
    ids = [row["id"] for row in itertools.islice(rows, 3)]
    assert ids == ["freecell:ms#1", "freecell:ms#2", "freecell:ms#3"]
    with pytest.raises(stumper.Fault, match="len"):
        len(stumper.solve(f"freecell:seed#0-{2**64 - 1}"))


def working(process="self"):
    """The threads of a process that work for us; they share a name."""
    names = [path / "comm" for path in Path(f"/proc/{process}/task").iterdir()]
    count = 0
    for name in names:
        try:
            count += name.read_text() == "stumper\n"
        except OSError:
            # It ended meanwhile.
            pass
    return count


def wait_for(what):
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


needs_proc = pytest.mark.skipif(
    not os.path.isdir("/proc/self/task"), reason="counts threads in /proc"
)


@needs_proc
def test_who_lets_go_of_an_iterator_stops_the_work():
    wait_for(lambda: working() == 0)
    iterator = iter(stumper.solve("freecell#1-8000000000", jobs=5))
    next(iterator)
    assert working() == 6
    del iterator
    gc.collect()
    wait_for(lambda: working() == 0)


INTERRUPTED = """
import stumper
try:
    {take}
except KeyboardInterrupt:
    print("interrupted", flush=True)
input()
"""

LONG = 'stumper.solve("freecell#1-8000000000")'
# One level on which a solver works for minutes.
HARD = 'stumper.solve("sliding:5x5#1", solver="ida")'


@needs_proc
@pytest.mark.parametrize(
    "take",
    [
        f"for row in {LONG}: pass",
        f"{LONG}.arrow()",
        f'{LONG}.to_parquet("rows.parquet")',
        f"list({HARD})",
        f"{HARD}.arrow()",
        'stumper.level("sliding:5x5#1").solve(solver="ida")',
        'stumper.level("sliding:6x6#1").play().winnable(budget="10min")',
    ],
)
def test_ctrl_c_ends_the_work(take, tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(take=take)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    wait_for(lambda: child.poll() is not None or working(child.pid) > 0)
    child.send_signal(signal.SIGINT)
    # All of these would take minutes at least if nobody stopped them.
    assert child.stdout.readline() == "interrupted\n"
    wait_for(lambda: working(child.pid) == 0)
    child.communicate("\n")
    assert child.returncode == 0
    assert list(tmp_path.iterdir()) == []


STREAMS = [
    "import pyarrow; pyarrow.table({rows})",
    "import polars; polars.DataFrame({rows})",
    "import pandas; pandas.DataFrame.from_arrow({rows})",
    "import pyarrow; list(pyarrow.RecordBatchReader.from_stream({rows}))",
]


@needs_proc
@pytest.mark.parametrize("rows", [LONG, HARD], ids=["many", "hard"])
@pytest.mark.parametrize("take", STREAMS)
def test_ctrl_c_ends_a_stream_that_others_read(take, rows, tmp_path):
    code = "import stumper\n" + take.format(rows=rows) + "\nprint('went on')"
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    wait_for(lambda: child.poll() is not None or working(child.pid) > 0)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert out == ""
    # As the interpreter ends by itself: with a traceback, and by the signal.
    assert err.startswith("Traceback") and err.rstrip().endswith("KeyboardInterrupt")
    assert child.returncode == -signal.SIGINT


@needs_proc
def test_a_script_that_is_interrupted_leaves_no_part_of_a_file(tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-c", f'import stumper; {LONG}.to_parquet("rows.parquet")'],
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    wait_for(lambda: child.poll() is not None or list(tmp_path.iterdir()))
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert err.rstrip().endswith("KeyboardInterrupt")
    assert child.returncode == -signal.SIGINT
    assert list(tmp_path.iterdir()) == []


def test_levels_come_from_many_places(tmp_path):
    level = stumper.level("freecell#5")
    board = tmp_path / "board.txt"
    board.write_text(level.text)
    ids = tmp_path / "ids.txt"
    ids.write_text("freecell#7\nfreecell#8-9\n")
    rows = list(stumper.solve(["freecell#1", level, board, str(ids), level]))
    numbers = ["ms#1", "ms#5", None, "ms#7", "ms#8", "ms#9", "ms#5"]
    for row, number in zip(rows, numbers, strict=True):
        assert row["outcome"] == "solved"
        assert number is None or row["id"] == f"freecell:{number}"
    assert rows[1]["moves"] == rows[2]["moves"] == rows[6]["moves"]
    with pytest.raises(TypeError):
        len(stumper.solve(ids))
    kept = tmp_path / "rows.jsonl"
    kept.write_text("\n".join(lines(rows[:2])))
    assert [row["id"] for row in stumper.rate(kept)] == ["freecell:ms#1", "freecell:ms#5"]


@pytest.mark.parametrize(
    ("call", "place", "found"),
    [
        (lambda: stumper.solve("freecell#0"), "freecell:ms#0", "deal 0"),
        (lambda: stumper.solve("chess#1"), "game", '"chess"'),
        (lambda: stumper.solve("freecell#1", solver="best"), "solver", '"best"'),
        (lambda: stumper.solve("freecell#1", budget="soon"), "budget", '"soon"'),
        (lambda: stumper.solve("freecell#1", settings={"x": 1}), "settings", '"x"'),
        (lambda: stumper.solve("freecell#1", jobs=0), "jobs", "0"),
        (lambda: stumper.solve("no-such-file"), '"no-such-file"', "no such file"),
        (lambda: stumper.solve("freecell#1", game="chess"), "game", '"chess"'),
        (lambda: stumper.measure("freecell#1", only="all"), "only", '"all"'),
        (lambda: stumper.simulate("freecell#1", player="random"), "game", None),
        (lambda: stumper.simulate("klondike#1", player="me"), None, '"me"'),
        (lambda: stumper.simulate("klondike#1", player="random", secured="x"), "secured", '"x"'),
        (lambda: stumper.generate("shift", difficulty=11), "difficulty", '"11"'),
        (lambda: stumper.generate("shift", difficulty=5, tolerance=0), "tolerance", "0"),
        (lambda: stumper.generate("shift", keep=["x=1"]), None, None),
        (lambda: stumper.generate("shift:5x5#4"), "sources", '"shift:5x5#4"'),
        (lambda: stumper.generate("shift:5x5", count=10**18, difficulty=4), "count", str(10**18)),
        (lambda: stumper.generate("freecell", count=10**18, tries=3), "count", str(10**18)),
        (lambda: stumper.generate("shift", count=0), "count", "0"),
        (lambda: stumper.generate("shift", tries=0), "tries", "0"),
        (lambda: stumper.simulate("klondike#1", player="random", rounds=0), "rounds", "0"),
        (lambda: stumper.solve("freecell#1", budget=-1), "budget", "-1"),
        (lambda: stumper.solve("freecell#1", budget=2**64), "budget", str(2**64)),
        (lambda: stumper.level("freecell#1-2"), None, "a second level"),
        (lambda: stumper.read("no board", game="flow"), None, None),
    ],
)
def test_what_is_wrong_is_told_before_any_work(call, place, found):
    with pytest.raises(stumper.Fault) as raised:
        call()
    fault = raised.value
    assert isinstance(fault, ValueError)
    assert place is None or fault.place == place
    assert found is None or fault.found == found
    assert fault.expected
    assert fault.found in str(fault) and fault.expected in str(fault)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: stumper.solve("freecell#1", budget=1.5), "found float.*number of states.*'budget'"),
        (lambda: stumper.level("freecell#1").play().apply(3), "found int.*moves as text.*'moves'"),
        (lambda: stumper.verify("freecell#1", None), "found NoneType.*moves as text.*'moves'"),
        (lambda: stumper.generate("shift", difficulty=[3, 5]), "found list.*range as.*'difficulty'"),
        (lambda: stumper.generate(3), "found int.*text.*'sources'"),
    ],
)
def test_types_that_are_wrong_are_told(call, words):
    with pytest.raises(TypeError, match="(?s)" + words):
        call()


def test_signatures_can_be_read():
    import inspect

    for verb in (stumper.solve, stumper.rate, stumper.simulate, stumper.generate):
        shown = str(inspect.signature(verb))
        assert "Ellipsis" not in shown and "..." not in shown


def test_a_fault_keeps_its_parts_when_it_travels():
    import pickle

    with pytest.raises(stumper.Fault) as raised:
        stumper.level("freecell#0")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.place, again.hint) == (raised.value.place, raised.value.hint)


def test_a_fault_among_rows_comes_after_the_rows_before_it(tmp_path):
    ids = tmp_path / "ids.txt"
    ids.write_text("freecell#1\nfreecell#2\nfreecell#0\nfreecell#3\n")
    rows = iter(stumper.solve(ids))
    assert [next(rows)["id"], next(rows)["id"]] == ["freecell:ms#1", "freecell:ms#2"]
    with pytest.raises(stumper.Fault, match="line 3"):
        next(rows)


def test_levels_that_cannot_be_made_are_told():
    rows = stumper.generate("shift:3x3", difficulty=10, tolerance=0.01, count=2, tries=50)
    with pytest.raises(stumper.Fault, match="the nearest to 10.0 was"):
        list(rows)


def test_progress_is_shown(capsys):
    assert len(list(stumper.solve("freecell#1-20", progress=True))) == 20
    assert "20/20" in capsys.readouterr().err


def test_progress_without_a_bar_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        stumper.solve("freecell#1", progress=True)


def test_other_threads_run_meanwhile():
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    stumper.level("freecell#11982").solve(solver="exact")
    done.set()
    thread.join()
    assert len(counted) > 5


def test_levels_of_a_kind_are_as_hard_as_wanted():
    rows = list(stumper.generate("shift:5x5", difficulty=7, count=20))
    assert len({row["id"] for row in rows}) == 20
    for row in rows:
        assert row["id"].startswith("shift:5x5")
        assert abs(row["rating"] - 7) <= 0.5
