"""What tests of runs in shards share: plans, and the program in a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import stumper

#: How long a condition is waited for before it counts as never.
PATIENCE = 600.0


def plan_text(deals: int, shard: int) -> str:
    """Deals with a bound: some proofs that a deal is lost take many seconds."""
    levels = f'levels = "freecell:seed#1-{deals}"\nshard = {shard}\n'
    return f'verb = "solve"\n{levels}[options]\nbudget = "200000"\n'


def shards_in(folder: Path) -> int:
    return len(list(folder.glob("*.parquet")))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


def driver(*args: str, **environment: str) -> subprocess.Popen[str]:
    """The program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "stumper.cluster", *args, "--quiet"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "RAY_worker_niceness": "0", **environment},
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def do_alone(text: str, folder: Path) -> None:
    """The whole run in this process, without Ray."""
    folder.mkdir()
    (folder / "plan.toml").write_text(text)
    plan = stumper.RunPlan(text)
    for first, last in plan.shards():
        plan.run(first, last, folder)
