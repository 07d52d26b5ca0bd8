"""What 10^8 and 10^9 levels of each game would take, from rates measured here
on one thread: python crates/python/benches/scale.py [--seconds 20]

Prints a table in Markdown. Seconds are of processor time, so that other work
on the machine counts little; a core hour is one of this machine's cores."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import stumper

#: Kinds of levels with the budget that bounds the worst of them.
KINDS = [
    ("FreeCell", "freecell:seed", "1000000"),
    ("Klondike, draw 3, open", "klondike", "1000000"),
    ("Klondike, draw 1, open", "klondike:draw1", "1000000"),
    ("15-puzzle, quick", "sliding:4x4", None),
    ("Flow 9x9", "flow:9x9", None),
    ("Lazors 5x5", "lazors:5x5", None),
    ("Shift 5x5", "shift:5x5", None),
]
#: Dollars for an hour of a rented core.
PRICE = 0.02


def measured(
    kind: str, budget: str | None, seconds: float, folder: Path
) -> tuple[int, float, float, float]:
    """Levels, seconds a level, and bytes a row with and without moves."""
    first, levels, spent, count = 1, 0, 0.0, 50
    sizes = [0, 0]
    while spent < seconds:
        ids = f'"{kind}#{first}-{first + count - 1}"'
        head = f'verb = "solve"\nlevels = {ids}\nshard = {count}\n[options]\n'
        limit = f'budget = "{budget}"\n' if budget else ""
        for at, moves in enumerate(("true", "false")):
            plan = stumper.RunPlan(f"{head}{limit}moves = {moves}\n")
            began = time.process_time()
            plan.run(1, count, folder, 1)
            if at == 0:
                spent += time.process_time() - began
            file = folder / plan.file(1, count)
            sizes[at] = file.stat().st_size
            file.unlink()
        first, levels = first + count, levels + count
        last = count
        # The last file is the largest, and tells bytes best.
        count = min(100_000, int(max(1.0, seconds / max(spent, 1e-3)) * levels / 2) + 1)
    return levels, spent / levels, sizes[0] / last, sizes[1] / last


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each game")
    seconds = parser.parse_args().seconds
    print(
        "| levels | measured | µs a level | bytes with moves | without "
        "| core hours for 10^8 | 10^9 | GB for 10^9, without moves | dollars for 10^9 |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for title, kind, budget in KINDS:
            levels, each, whole, bare = measured(kind, budget, seconds, Path(folder))
            hours = each * 1e8 / 3600
            print(
                f"| {title} | {levels:,} | {each * 1e6:,.0f} | {whole:.1f} | {bare:.1f} "
                f"| {hours:,.0f} | {hours * 10:,.0f} | {bare:,.0f} "
                f"| {hours * 10 * PRICE:,.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
