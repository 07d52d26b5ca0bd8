"""Runs on a cluster: shards survive the death of a worker, of a writer, of a
machine and of the driver, and say what one process without Ray says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import stumper
from cluster_runs import (
    PATIENCE,
    contents,
    do_alone,
    driver,
    ended,
    plan_text,
    shards_in,
)
from stumper import cluster
from stumper.cluster import tasks

#: Deals of the run that is killed in every way.
DEALS = int(os.environ.get("STUMPER_CLUSTER_DEALS", "1000000"))


def wait_for(
    what: str, condition: Callable[[], object], process: subprocess.Popen[str]
) -> object:
    """Waits until something is true, and gives it; the process works on it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        assert process.poll() is None, f"{what}: {ended(process)}"
        time.sleep(0.01)
    raise AssertionError(f"waited in vain for {what}")


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """A cluster of three nodes on this machine, each with a core."""
    monkeypatch.setenv("RAY_worker_niceness", "0")
    from ray.cluster_utils import Cluster

    three = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        three.add_node(num_cpus=1)
    yield three
    three.shutdown()


def parent_of(process: int) -> int:
    """The process that started another; 0 if there is none."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("PPid:"))


def descends(process: int, ancestors: set[int]) -> bool:
    """Whether a process is, or was started by, one of some others."""
    while process and process not in ancestors:
        process = parent_of(process)
    return process != 0


def busy_worker(nodes: Any) -> int | None:
    """A process of these nodes that is at work on a shard."""
    raylets = {
        info.process.pid
        for node in nodes.list_all_nodes()
        for info in node.all_processes.get("raylet", [])
    }
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                if (entry / "cmdline").read_bytes().startswith(b"ray::solve "):
                    if descends(int(entry.name), raylets):
                        return int(entry.name)
        except OSError:
            continue
    return None


def test_only_processes_of_its_own_are_killed() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert descends(child.pid, {os.getpid()})
        assert descends(child.pid, {child.pid})
        assert not descends(os.getpid(), {child.pid})
    finally:
        child.communicate(b"\n")


def kill_worker(nodes: Any) -> bool:
    """Kills a process at work on a shard; false where there is none."""
    worker = busy_worker(nodes)
    try:
        if worker is not None:
            os.kill(worker, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return worker is not None


def kill_writer(folder: Path) -> bool:
    """Kills a process in the middle of a file; false where there is none."""
    for path in folder.glob("*.part"):
        process = int(path.name.split(".")[-2])
        try:
            # What a process left that was killed before is still there.
            if Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::"):
                os.kill(process, signal.SIGSTOP)
                begun = path.exists()
                os.kill(process, signal.SIGKILL if begun else signal.SIGCONT)
                if begun:
                    return True
        except OSError:
            continue
    return False


def test_every_death_leaves_the_rows_of_one_process(nodes, tmp_path: Path) -> None:
    text = plan_text(DEALS, max(DEALS // 100, 1))
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    do_alone(text, alone)

    call = (str(plan), "--out", str(shared), "--address", nodes.address)
    first = driver(*call)

    def go_on() -> None:
        enough = shards_in(shared) + 3
        wait_for("more shards", lambda: shards_in(shared) >= enough, first)

    go_on()
    wait_for("a worker", lambda: kill_worker(nodes), first)
    go_on()
    wait_for("a writer", lambda: kill_writer(shared), first)
    go_on()
    nodes.remove_node(list(nodes.worker_nodes)[0], allow_graceful=False)
    go_on()
    first.send_signal(signal.SIGKILL)
    assert ended(first)[0] == -signal.SIGKILL

    status = driver("--status", str(shared))
    code, missing, _ = ended(status)
    assert code == 1 and missing.count(".parquet") == 100 - shards_in(shared)

    code, _, err = ended(driver(*call))
    assert (code, err.splitlines()[-1]) == (0, "100 of 100 shards are there"), err
    code, out, err = ended(driver("--merge", str(shared)))
    assert code == 0, err
    sums = json.loads(out)
    assert sums["rows"] == DEALS
    assert sums == stumper.merge(alone)
    assert contents(shared) == contents(alone)


def test_a_level_that_panics_is_named_and_stops_nothing_else(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(plan_text(400, 50))
    call = (str(plan), "--out", str(tmp_path / "out"))
    code, _, err = ended(driver(*call, STUMPER_POISON="freecell:seed#123"))
    assert code == 1, err
    assert "000000000101-000000000150.parquet: freecell:seed#123" in err
    assert "7 of 8 shards are there" in err
    code, _, err = ended(driver(*call))
    assert code == 0, err
    assert stumper.merge(tmp_path / "out")["rows"] == 400


def test_shards_go_to_a_store_of_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fsspec
    from moto.server import ThreadedMotoServer

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        storage = {"endpoint_url": f"http://{host}:{port}"}
        fsspec.filesystem("s3", **storage).mkdir("deals")
        text = plan_text(2000, 250)
        plan = tmp_path / "plan.toml"
        plan.write_text(text)
        url = "s3://deals/run"
        how = ("--storage", json.dumps(storage))
        code, _, err = ended(driver(str(plan), "--out", url, *how))
        assert code == 0, err
        store = cluster.Store(url, storage)
        assert store.missing(store.plan()) == []
        # What is there is not done again; what is gone is.
        gone = store.plan().file(251, 500)
        store.files.rm_file(store.path(gone))
        code, missing, _ = ended(driver("--status", url, *how))
        assert (code, missing.split()) == (1, [gone])
        code, _, err = ended(driver(str(plan), "--out", url, *how))
        assert code == 0, err
        code, out, err = ended(driver("--merge", url, *how))
        assert code == 0, err
        do_alone(text, tmp_path / "alone")
        assert json.loads(out) == stumper.merge(tmp_path / "alone")
        for name, content in contents(tmp_path / "alone").items():
            assert store.files.cat_file(store.path(name)) == content
    finally:
        server.stop()


def test_the_program_makes_the_same_files(program, tmp_path: Path) -> None:
    text = plan_text(300, 100)
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    do_alone(text, tmp_path / "alone")
    out = tmp_path / "program"
    program("run", str(plan), "--out", str(out), "-q")
    assert contents(out) == contents(tmp_path / "alone")


def test_an_experiment_is_shared(program, tmp_path: Path) -> None:
    call = ("winnability", "freecell:seed#1-300", "--block", "20")
    whole = program("experiment", *call, "--out", str(tmp_path / "alone"), "--quiet")
    code, out, err = ended(
        driver(
            *("--experiment", " ".join(call), "--out", str(tmp_path / "shared")),
            *("--shares", "5", "--program", os.environ["STUMPER"]),
        )
    )
    assert (code, out) == (0, whole), err


def test_what_a_cluster_cannot_do_is_told(nodes: Any, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(plan_text(30, 10))
    call = (str(plan), "--out", "memory://run", "--address", nodes.address)
    code, _, err = ended(driver(*call, "--jobs", "64"))
    assert code == 2, err
    assert "--jobs: found 64; expected at most 1" in err
    # Every worker has a memory of its own.
    code, _, err = ended(driver(*call))
    assert code == 1, err
    unseen = [line for line in err.splitlines() if tasks.UNSEEN in line]
    assert unseen[0] == f"stumper: 000000000001-000000000010.parquet: {tasks.UNSEEN}"
    assert len(unseen) == 3
    assert err.splitlines()[-1] == "0 of 3 shards are there"
