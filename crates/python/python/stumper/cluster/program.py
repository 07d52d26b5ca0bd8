"""The program `python -m stumper.cluster`."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from .._core import Defect, Fault, RunPlan
from .progress import Bar
from .store import Store
from .tasks import levels_of, run, run_experiment

EPILOG = """\
examples:
  python -m stumper.cluster plan.toml --out deals
  python -m stumper.cluster plan.toml --out s3://bucket/deals --address auto
  python -m stumper.cluster --status s3://bucket/deals
  python -m stumper.cluster --merge s3://bucket/deals --into deals.parquet
  python -m stumper.cluster --experiment "winnability klondike#1-10000" --out won

A run that was stopped goes on when the same call is made again.

exit codes:
  0    all is there
  1    shards failed, or are missing; a store or a cluster cannot be reached
  2    the call or the plan was wrong
  130  interrupted
"""


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
    """What the program takes."""
    parser = argparse.ArgumentParser(
        prog="python -m stumper.cluster",
        description="Does the shards of a plan as tasks of Ray.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("plan", nargs="?", help="the plan, as `stumper run` takes it")
    add("--out", metavar="URL", help="a folder, or any URL of fsspec")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--status", metavar="URL", help="tell what is missing")
    what.add_argument("--merge", metavar="URL", help="check a run, print its sums")
    what.add_argument(
        "--experiment",
        metavar="CALL",
        help="an experiment with its options instead of a plan, done in shares",
    )
    add("--into", metavar="FILE", help="with --merge: a new file for all rows")
    add("--address", help="the Ray cluster [default: $RAY_ADDRESS, or start one here]")
    add("--jobs", type=positive, default=1, help="threads of a task [default: 1]")
    retried = "how often a shard is tried again when its worker or machine dies"
    add("--retries", type=int, default=5, help=f"{retried} [default: 5]")
    example = '\'{"endpoint_url": "http://localhost:9000"}\''
    add(
        "--storage",
        type=storage,
        default={},
        metavar="JSON",
        help=f"options for fsspec: {example}",
    )
    add("--shares", type=positive, default=64, help="of an experiment [default: 64]")
    add("--program", default="stumper", help="the program, for experiments")
    add("--quiet", "-q", action="store_true", help="no progress bar")
    return parser


def parse(argv: list[str] | None) -> argparse.Namespace:
    """The arguments, of which those that do not go together are refused."""
    parser = arguments()
    args = parser.parse_args(argv)
    looks = args.status is not None or args.merge is not None
    if args.plan is not None and (looks or args.experiment is not None):
        parser.error("a plan does not go with --status, --merge or --experiment")
    if looks and args.out is not None:
        parser.error("--out does not go with --status or --merge")
    if args.into is not None and args.merge is None:
        parser.error("--into goes with --merge alone")
    if args.experiment is not None and not args.out:
        parser.error("--experiment needs --out DIR")
    if not looks and args.experiment is None and not (args.plan and args.out):
        parser.error("a plan and --out URL are needed, or --status, or --merge")
    return args


def main(argv: list[str] | None = None) -> int:
    """The program `python -m stumper.cluster`."""
    args = parse(argv)
    try:
        if args.merge is not None:
            sums = Store(args.merge, args.storage).merge(args.into)
            print(json.dumps(sums, indent=2))
            return 0
        if args.status is not None:
            return status(Store(args.status, args.storage))
        return shards(args) if args.experiment is None else experiment(args)
    except (Fault, Defect, ValueError, OSError) as error:
        print(f"stumper: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    except ImportError as error:
        hint = "`pip install './crates/python[cluster]'` brings what a cluster needs"
        print(f"stumper: {error}; {hint}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same call goes on", file=sys.stderr)
        return 130


def read_plan(path: str) -> RunPlan:
    """The plan in a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        words = f"{path}: found no file to read ({error.strerror}); expected a plan"
        raise ValueError(words) from error
    except UnicodeDecodeError as error:
        words = f"{path}: found bytes that are no UTF-8; expected a plan"
        raise ValueError(words) from error
    return RunPlan(text, path)


def shards(args: argparse.Namespace) -> int:
    """Does the shards of a plan."""
    plan = read_plan(args.plan)
    levels = sum(map(levels_of, plan.shards()))
    with Bar(levels, "levels", shown=not args.quiet) as tell:
        report = run(
            plan,
            args.out,
            address=args.address,
            jobs=args.jobs,
            retries=args.retries,
            options=args.storage,
            tell=tell,
        )
    for (first, last), why in report.failed:
        print(f"stumper: {plan.file(first, last)}: {why}", file=sys.stderr)
    there = report.had + report.done
    print(f"{there} of {there + len(report.failed)} shards are there", file=sys.stderr)
    return 1 if report.failed else 0


def experiment(args: argparse.Namespace) -> int:
    """Does an experiment in shares, and then its report."""
    with Bar(args.shares, "shares", shown=not args.quiet) as tell:
        failed = run_experiment(
            args.experiment,
            args.out,
            shares=args.shares,
            program=args.program,
            address=args.address,
            jobs=args.jobs,
            retries=args.retries,
            tell=tell,
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
