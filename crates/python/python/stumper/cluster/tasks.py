"""What is done on a cluster: the shards of a plan, the shares of an experiment.

Tasks are functions of this module, so that Ray hands them to its workers by
name.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._core import RunPlan
from .engine import connected, results
from .store import Shard, Store

#: Why a shard is missing although its task ended well.
UNSEEN = "was made, but is not there: not all machines see the same store"


@dataclass
class Report:
    """What came of a run."""

    #: Shards that were there before.
    had: int = 0
    #: Shards that were done now.
    done: int = 0
    #: Shards that failed, and why.
    failed: list[tuple[Shard, str]] = field(default_factory=list)


def do_shard(
    text: str, shard: Shard, url: str, options: dict[str, Any], jobs: int
) -> str:
    """Does one shard where it runs, and puts its file into the store."""
    plan = RunPlan(text)
    store = Store(url, options)
    name = plan.file(*shard)
    if store.is_local:
        os.makedirs(store.root, exist_ok=True)
        plan.run(*shard, Path(store.root), jobs)
        return name
    with tempfile.TemporaryDirectory() as folder:
        plan.run(*shard, Path(folder), jobs)
        store.put(Path(folder, name))
    return name


def run(
    plan: RunPlan,
    out: str,
    *,
    address: str | None = None,
    jobs: int = 1,
    retries: int = 5,
    options: dict[str, Any] | None = None,
    tell: Callable[[int], object] = lambda levels: None,
) -> Report:
    """Does what is missing of a plan, with a task of Ray for every shard.

    `address` is that of a cluster ("auto" for the one that this machine
    belongs to); without one, $RAY_ADDRESS is taken, or Ray is started here and
    stopped at the end. `jobs` is the threads of a task. A task whose worker or
    machine dies is tried again `retries` times. `tell` hears of levels as they
    are done, and first of those that were there.
    """
    store = Store(out, options)
    store.keep_plan(plan)
    missing = store.missing(plan)
    there = set(plan.shards()).difference(missing)
    had = sum(map(levels_of, there))
    if not missing:
        tell(had)
        return Report(had=len(there))
    where = (store.url if not store.is_local else store.root, store.options, jobs)
    done: list[Shard] = []
    failed: list[tuple[Shard, str]] = []
    with connected(address, jobs) as ray:
        tell(had)
        task = ray.remote(do_shard)
        how = {"num_cpus": jobs, "max_retries": retries, "retry_exceptions": [OSError]}

        def start(shard: Shard) -> Any:
            name = f"{plan.verb} {shard[0]}-{shard[1]}"
            return task.options(name=name, **how).remote(plan.text, shard, *where)

        for shard, why in results(ray, missing, start):
            if why is None:
                done.append(shard)
                tell(levels_of(shard))
            else:
                failed.append((shard, why))
    unseen = not_there(store, plan, done)
    failed += [(shard, UNSEEN) for shard in unseen]
    return Report(len(there), len(done) - len(unseen), sorted(failed))


def not_there(store: Store, plan: RunPlan, done: list[Shard]) -> list[Shard]:
    """Shards whose tasks ended well, but whose files this machine does not see."""
    return sorted(set(done).intersection(store.missing(plan)))


def levels_of(shard: Shard) -> int:
    """How many levels a shard has."""
    return shard[1] - shard[0] + 1


def do_share(program: str, words: list[str], out: str, share: str, jobs: int) -> None:
    """Does one share of an experiment where it runs."""
    call = [program, "experiment", *words, "--out", out, "--shard", share]
    done = subprocess.run(
        [*call, "--jobs", str(jobs), "--quiet"], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")


def find_program(program: str) -> str:
    """How machines are to call the program; refuses one that is not here.

    A name is looked up by each machine on its own; a path is the same on all.
    """
    if shutil.which(program) is None:
        raise ValueError(
            f"--program: found no program {program!r}; "
            "expected the name or path of `stumper`, on all machines"
        )
    return str(Path(program).absolute()) if os.path.dirname(program) else program


def run_experiment(
    text: str,
    out: str,
    *,
    shares: int,
    program: str = "stumper",
    address: str | None = None,
    jobs: int = 1,
    retries: int = 5,
    tell: Callable[[int], object] = lambda shares: None,
) -> list[tuple[int, str]]:
    """Does an experiment in shares, and gives those that failed and why.

    `text` is its name and options, as after `stumper experiment`. `out` is a
    folder that all machines see; what is whole there is not done again.
    """
    words = shlex.split(text)
    if not words:
        raise ValueError("--experiment: found nothing; expected its name and options")
    if "://" in out:
        raise ValueError(f"--out: found {out}; expected a folder for an experiment")
    program = find_program(program)
    folder = str(Path(out).absolute())
    failed = []
    with connected(address, jobs) as ray:
        tell(0)
        task = ray.remote(do_share)
        how = {"num_cpus": jobs, "max_retries": retries}

        def start(share: int) -> Any:
            which = f"{share}/{shares}"
            call = (program, words, folder, which, jobs)
            return task.options(name=f"{words[0]} {which}", **how).remote(*call)

        for share, why in results(ray, range(1, shares + 1), start):
            if why is None:
                tell(1)
            else:
                failed.append((share, why))
    return sorted(failed)
