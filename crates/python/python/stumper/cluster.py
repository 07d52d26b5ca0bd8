"""Long runs on a cluster: the shards of a plan as tasks of Ray.

    python -m stumper.cluster plan.toml --out deals
    python -m stumper.cluster plan.toml --out s3://bucket/deals --address auto
    python -m stumper.cluster --status s3://bucket/deals
    python -m stumper.cluster --merge s3://bucket/deals
    python -m stumper.cluster --experiment "winnability klondike#1-10000" --out won

A shard is done when its file is there under its name, so a run that was
stopped in any way goes on when the same call is made again. What a file says
does not depend on who made it: the rows are those of `stumper run`. An
experiment is run by the program `stumper` on every machine, in a folder that
all of them see.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from ._core import Defect, Fault, RunPlan, merge

PLAN = "plan.toml"
#: Stores in which an upload appears as a whole or not at all.
ATOMIC = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl"}
#: Tasks that are handed to Ray at a time, for each core of the cluster.
AHEAD = 4

Shard = tuple[int, int]
Item = TypeVar("Item")


class Store:
    """A folder for shards: on this machine, or behind a URL of fsspec."""

    def __init__(self, url: str, options: dict[str, Any] | None = None) -> None:
        import fsspec
        from fsspec.implementations.local import LocalFileSystem

        self.url = url
        self.options = options or {}
        self.files, self.root = fsspec.core.url_to_fs(url, **self.options)
        self.is_local = isinstance(self.files, LocalFileSystem)

    def path(self, name: str) -> str:
        return f"{self.root.rstrip('/')}/{name}"

    def names(self) -> set[str]:
        """The files that are there."""
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
        if protocols & ATOMIC:
            self.files.put_file(str(path), there)
            return
        part = f"{there}.{os.getpid()}.part"
        self.files.put_file(str(path), part)
        self.files.mv(part, there)

    def keep_plan(self, plan: RunPlan) -> None:
        """Keeps the plan beside its shards; refuses to mix two plans."""
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
        try:
            text = self.files.cat_file(place).decode("utf-8")
        except FileNotFoundError:
            raise ValueError(
                f"{self.url}: found no {PLAN}; expected the folder of a run"
            ) from None
        return RunPlan(text, place)

    def missing(self, plan: RunPlan) -> list[Shard]:
        """The shards that have no file yet."""
        names = self.names()
        return [shard for shard in plan.shards() if plan.file(*shard) not in names]

    def merge(self, into: str | None = None) -> dict[str, Any]:
        """Checks that the run is whole, and gives its sums."""
        target = Path(into) if into else None
        if self.is_local:
            return merge(Path(self.root), target)
        with tempfile.TemporaryDirectory() as folder:
            for name in sorted(self.names()):
                if name == PLAN or name.endswith(".parquet"):
                    self.files.get_file(self.path(name), str(Path(folder, name)))
            return merge(Path(folder), target)


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
    belongs to); without one, Ray is started here and stopped at the end.
    `jobs` is the threads of a task. A task whose worker or machine dies is
    tried again `retries` times. `tell` hears of levels as they are done.
    """
    store = Store(out, options)
    store.keep_plan(plan)
    shards = plan.shards()
    missing = store.missing(plan)
    report = Report(had=len(shards) - len(missing))
    gone = set(missing)
    tell(sum(levels_of(shard) for shard in shards if shard not in gone))
    if not missing:
        return report
    where = (store.url if not store.is_local else store.root, store.options, jobs)
    with cluster(address) as ray:
        task = ray.remote(do_shard)
        how = {"num_cpus": jobs, "max_retries": retries, "retry_exceptions": [OSError]}

        def start(shard: Shard) -> Any:
            name = f"{plan.verb} {shard[0]}-{shard[1]}"
            return task.options(name=name, **how).remote(plan.text, shard, *where)

        for shard, why in results(missing, start):
            if why is None:
                report.done += 1
                tell(levels_of(shard))
            else:
                report.failed.append((shard, why))
    report.failed.sort()
    return report


@contextmanager
def cluster(address: str | None) -> Iterator[Any]:
    """Ray: that of a cluster, or one that is started here and stopped again."""
    # A worker that yields to all others gets nothing on a busy machine.
    os.environ.setdefault("RAY_worker_niceness", "0")
    import ray

    began = not ray.is_initialized()
    if began:
        ray.init(address=address, logging_level=logging.WARNING, log_to_driver=False)
    try:
        yield ray
    finally:
        if began:
            ray.shutdown()


def do_share(program: str, words: list[str], out: str, share: str, jobs: int) -> None:
    """Does one share of an experiment where it runs."""
    call = [program, "experiment", *words, "--out", out, "--shard", share]
    done = subprocess.run(
        [*call, "--jobs", str(jobs), "--quiet"], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")


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
    folder = str(Path(out).absolute())
    failed = []
    with cluster(address) as ray:
        task = ray.remote(do_share)
        how = {"num_cpus": jobs, "max_retries": retries}

        def start(share: int) -> Any:
            name = f"{words[0] if words else 'experiment'} {share}/{shares}"
            which = f"{share}/{shares}"
            call = (program, words, folder, which, jobs)
            return task.options(name=name, **how).remote(*call)

        for share, why in results(range(1, shares + 1), start):
            if why is None:
                tell(1)
            else:
                failed.append((share, why))
    return sorted(failed)


def results(
    items: Sequence[Item], start: Callable[[Item], Any]
) -> Iterator[tuple[Item, str | None]]:
    """Items as their tasks end, with why they failed if they did."""
    import ray

    cores = ray.cluster_resources()  # type: ignore[no-untyped-call]
    ahead = max(64, int(AHEAD * cores.get("CPU", 1)))
    waiting = iter(items)
    under_way: dict[Any, Item] = {}
    while True:
        for item in islice(waiting, ahead - len(under_way)):
            under_way[start(item)] = item
        if not under_way:
            return
        ended, _ = ray.wait(list(under_way))
        for reference in ended:
            yield under_way.pop(reference), failure(reference)


def failure(reference: Any) -> str | None:
    """Why a task failed, in a line; nothing if it did not."""
    import ray

    try:
        ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        return str(error.cause)
    except ray.exceptions.RayError as error:
        return str(error).strip().splitlines()[0]
    return None


def levels_of(shard: Shard) -> int:
    """How many levels a shard has."""
    return shard[1] - shard[0] + 1


def bar(total: int, things: str, shown: bool) -> Callable[[int], object]:
    """Shows how far a run is, with tqdm if it is there."""
    if not shown:
        return lambda more: None
    try:
        from tqdm import tqdm
    except ImportError:
        done = 0

        def tell(more: int) -> None:
            nonlocal done
            done += more
            print(f"{done} of {total} {things}", file=sys.stderr)

        return tell
    shown_bar = tqdm(total=total, unit=f" {things}", unit_scale=True)
    return lambda more: shown_bar.update(more)


def positive(text: str) -> int:
    """A number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def storage(text: str) -> dict[str, Any]:
    """Options for fsspec, as JSON."""
    options = json.loads(text)
    if not isinstance(options, dict):
        raise ValueError(text)
    return options


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m stumper.cluster",
        description="Does the shards of a plan as tasks of Ray.",
        epilog="Exit codes: 0 all is there; 1 shards failed, or with --status are "
        "missing; 2 the call or the plan was wrong; 130 interrupted.",
    )
    parser.add_argument("plan", nargs="?", help="the plan, as `stumper run` takes it")
    parser.add_argument("--out", metavar="URL", help="a folder, or any URL of fsspec")
    parser.add_argument("--address", help="the Ray cluster [default: start one here]")
    parser.add_argument("--jobs", type=positive, default=1, help="threads of a task")
    parser.add_argument(
        "--retries",
        type=int,
        default=5,
        help="how often a shard is tried again when its worker or machine dies",
    )
    parser.add_argument(
        "--storage",
        type=storage,
        default={},
        metavar="JSON",
        help='options for fsspec: \'{"endpoint_url": "http://localhost:9000"}\'',
    )
    parser.add_argument("--status", metavar="URL", help="tell what is missing")
    parser.add_argument("--merge", metavar="URL", help="check a run, print its sums")
    parser.add_argument("--into", metavar="FILE", help="with --merge: all rows")
    parser.add_argument(
        "--experiment",
        metavar="CALL",
        help="an experiment with its options instead of a plan, done in shares",
    )
    parser.add_argument("--shares", type=positive, default=64, help="of an experiment")
    parser.add_argument(
        "--program", default="stumper", help="the program, for experiments"
    )
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar")
    return parser


def main(argv: list[str] | None = None) -> int:
    """The program `python -m stumper.cluster`."""
    parser = arguments()
    args = parser.parse_args(argv)
    try:
        if args.merge:
            sums = Store(args.merge, args.storage).merge(args.into)
            print(json.dumps(sums, indent=2))
            return 0
        if args.status:
            return status(Store(args.status, args.storage))
        if args.experiment is not None and args.out:
            return experiment(args)
        if not (args.plan and args.out):
            parser.error("a plan and --out URL are needed, or --status, or --merge")
        return shards(args)
    except (Fault, Defect, ValueError, OSError) as error:
        print(f"stumper: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    except ImportError as error:
        hint = "`pip install stumper[cluster]` brings what a cluster needs"
        print(f"stumper: {error}; {hint}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same call goes on", file=sys.stderr)
        return 130


def shards(args: argparse.Namespace) -> int:
    """Does the shards of a plan."""
    plan = RunPlan(Path(args.plan).read_text(encoding="utf-8"), args.plan)
    levels = sum(levels_of(shard) for shard in plan.shards())
    report = run(
        plan,
        args.out,
        address=args.address,
        jobs=args.jobs,
        retries=args.retries,
        options=args.storage,
        tell=bar(levels, "levels", not args.quiet),
    )
    for (first, last), why in report.failed:
        print(f"stumper: {plan.file(first, last)}: {why}", file=sys.stderr)
    there = report.had + report.done
    print(f"{there} of {there + len(report.failed)} shards are there", file=sys.stderr)
    return 1 if report.failed else 0


def experiment(args: argparse.Namespace) -> int:
    """Does an experiment in shares, and then its report."""
    failed = run_experiment(
        args.experiment,
        args.out,
        shares=args.shares,
        program=args.program,
        address=args.address,
        jobs=args.jobs,
        retries=args.retries,
        tell=bar(args.shares, "shares", not args.quiet),
    )
    for share, why in failed:
        print(f"stumper: share {share}/{args.shares}: {why}", file=sys.stderr)
    if failed:
        return 1
    words = shlex.split(args.experiment)
    call = [args.program, "experiment", *words, "--out", args.out, "--resume"]
    return subprocess.run(call).returncode


def status(store: Store) -> int:
    """Tells what is missing."""
    plan = store.plan()
    missing = store.missing(plan)
    for shard in missing:
        print(plan.file(*shard))
    total = len(plan.shards())
    print(f"{total - len(missing)} of {total} shards are there", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
