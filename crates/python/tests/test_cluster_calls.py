"""Calls of the cluster's program that are refused, each with its reason, and
what is checked before Ray is started."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

import stumper
from cluster_runs import do_alone, driver, ended, plan_text, shards_in
from stumper import cluster
from stumper.cluster import engine, progress, tasks


def test_two_plans_are_not_mixed(tmp_path: Path) -> None:
    for name, deals in (("one", 100), ("two", 200)):
        (tmp_path / f"{name}.toml").write_text(plan_text(deals, 100))
    store = cluster.Store(str(tmp_path / "out"))
    store.keep_plan(stumper.RunPlan(plan_text(100, 100)))
    call = (str(tmp_path / "two.toml"), "--out", str(tmp_path / "out"))
    code, _, err = ended(driver(*call))
    assert code == 2
    assert "a run of another plan" in err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing field `verb`"),
        ('verb = "solve"\nlevels = "freecell#0"', "found deal 0"),
        ("\0\1\2", "line 1"),
    ],
)
def test_a_bad_plan_is_refused(tmp_path: Path, text: str, words: str) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    code, _, err = ended(driver(str(plan), "--out", str(tmp_path / "out")))
    assert code == 2
    assert words in err and "Traceback" not in err


def test_shards_that_are_not_there_are_found(tmp_path: Path) -> None:
    do_alone(plan_text(40, 10), tmp_path / "out")
    store = cluster.Store(str(tmp_path / "out"))
    plan = store.plan()
    assert tasks.not_there(store, plan, plan.shards()) == []
    for shard in ((11, 20), (31, 40)):
        (tmp_path / "out" / plan.file(*shard)).unlink()
    assert tasks.not_there(store, plan, plan.shards()) == [(11, 20), (31, 40)]
    # One that failed was never said to be there.
    assert tasks.not_there(store, plan, [(1, 10), (31, 40)]) == [(31, 40)]


def test_a_file_that_is_cut_off_is_missing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    do_alone(plan_text(40, 10), out)
    store = cluster.Store(str(out))
    plan = store.plan()
    whole = (out / plan.file(1, 10)).read_bytes()
    for shard, left in (((11, 20), whole[:-1]), ((21, 30), b"PAR"), ((31, 40), b"")):
        (out / plan.file(*shard)).write_bytes(left)
    assert store.missing(plan) == [(11, 20), (21, 30), (31, 40)]


def test_rows_are_merged_into_a_new_file_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    do_alone(plan_text(20, 10), out)
    (tmp_path / "there").write_text("mine")
    (tmp_path / "link").symlink_to(out)
    refused = {
        tmp_path / "there": "found a file that is there; expected a new one",
        tmp_path: "found a file that is there",
        out / "all.parquet": "found a file among the shards; expected one elsewhere",
        tmp_path / "link" / "all.parquet": "found a file among the shards",
        "s3://bucket/all.parquet": "found a URL; expected a file of this machine",
    }
    for into, words in refused.items():
        assert cluster.main(["--merge", str(out), "--into", str(into)]) == 2
        assert f"stumper: {into}: {words}" in capsys.readouterr().err
    assert (tmp_path / "there").read_text() == "mine"
    assert shards_in(out) == 2
    whole = tmp_path / "all.parquet"
    assert cluster.main(["--merge", str(out), "--into", str(whole)]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == 20
    assert whole.read_bytes().startswith(b"PAR1")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("", "a plan and --out URL are needed"),
        ("plan.toml", "a plan and --out URL are needed"),
        ("plan.toml --out o --into f", "--into goes with --merge alone"),
        ("--status o --into f", "--into goes with --merge alone"),
        ("--status o --merge o", "not allowed with argument"),
        ("--merge o --experiment x", "not allowed with argument"),
        ("plan.toml --merge o", "a plan does not go with"),
        ("plan.toml --experiment x --out o", "a plan does not go with"),
        ("--merge o --out o", "--out does not go with"),
        ("--experiment x", "--experiment needs --out"),
        ("plan.toml --out o --jobs 0", "--jobs: invalid positive value"),
        ("plan.toml --out o --storage []", "--storage: invalid storage value"),
    ],
)
def test_what_does_not_go_together_is_refused(
    call: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        cluster.main(call.split())
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cluster.main(["--help"])
    assert stopped.value.code == 0
    assert "\n  python -m stumper.cluster plan.toml --out deals\n" in capsys.readouterr().out


class Nodes:
    """What Ray says of the machines of a cluster."""

    def __init__(self, *nodes: tuple[bool, float]) -> None:
        self.all = [{"Alive": alive, "Resources": {"CPU": cpu}} for alive, cpu in nodes]

    def nodes(self) -> list[dict[str, Any]]:
        return [*self.all, {"Alive": True, "Resources": {}}]


def test_a_task_must_fit_on_one_machine() -> None:
    nodes = Nodes((True, 2.0), (True, 4.0), (False, 64.0))
    engine.check_jobs(nodes, 4)
    with pytest.raises(ValueError, match="--jobs: found 5; expected at most 4"):
        engine.check_jobs(nodes, 5)


def test_a_cluster_that_does_not_answer_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        engine.check_address(f"127.0.0.1:{port}")
        engine.check_address(f"ray://localhost:{port}")
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        with pytest.raises(ConnectionError, match=f"{address}: found nobody who answers"):
            engine.check_address(address)
    for address in ("auto", "local", "other://cloud"):
        engine.check_address(address)
    for address in ("here", "here:", ":1", "here:99999", "here:x", "[::1"):
        with pytest.raises(ValueError, match="expected auto, local, HOST:PORT"):
            engine.check_address(address)


@pytest.fixture
def no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray as if it were not installed: whoever asks for it fails."""
    monkeypatch.setitem(sys.modules, "ray", None)


def test_faults_are_told_before_ray_and_the_bar(
    no_ray: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("AWS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    Path("plan.toml").write_text(plan_text(20, 10))
    Path("bytes.toml").write_bytes(b"\xff")
    Path("file").touch()
    s3 = "s3://bucket/run"
    calls = [
        ("none.toml --out o", 2, "none.toml: found no file to read (No such file"),
        ("bytes.toml --out o", 2, "bytes.toml: found bytes that are no UTF-8"),
        ("plan.toml --out zz://run", 2, "zz://run: Protocol not known: zz"),
        (f"plan.toml --out {s3}", 1, f"{s3}: Unable to locate credentials"),
        (f"--status {s3}", 1, f"{s3}: Unable to locate credentials"),
        (f"--merge {s3}", 1, f"{s3}: Unable to locate credentials"),
        ("plan.toml --out file/run", 1, "file/run: [Errno 20] Not a directory"),
        ("--status nothing", 2, "nothing: found no plan.toml"),
        ("--experiment x --out o --program none", 2, "found no program 'none'"),
        ("--experiment x --out s3://o", 2, "expected a folder for an experiment"),
        ("plan.toml --out o", 2, "pip install './crates/python[cluster]'"),
    ]
    for call, code, words in calls:
        assert cluster.main(call.split()) == code, call
        err = capsys.readouterr().err
        assert words in err and err.startswith("stumper: "), err
        assert err.count("\n") == 1, err


def test_the_bar_is_drawn_when_work_begins(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.Bar(20, "levels", shown=True) as tell:
        assert capsys.readouterr().err == ""
        tell(0)
        assert "0.00/20.0" in capsys.readouterr().err
        tell(20)
    assert "20.0/20.0" in capsys.readouterr().err
    with progress.Bar(20, "levels", shown=False) as tell:
        tell(20)
    assert capsys.readouterr().err == ""


def test_a_program_is_named_for_all_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").touch(mode=0o755)
    assert tasks.find_program("./mine") == str(tmp_path / "mine")
    assert tasks.find_program("sh") == "sh"
    with pytest.raises(ValueError, match="found no program 'mine'"):
        tasks.find_program("mine")
