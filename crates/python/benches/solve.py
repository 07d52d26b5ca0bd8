"""The package beside the program: solving FreeCell deals to Arrow against
`stumper solve --format csv`, in turns, and what the wheel weighs and costs to
import.

    STUMPER=target/release/stumper python crates/python/benches/solve.py [RANGE] [ROUNDS]
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import stumper

IMPORTS = 20


def seconds(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def by_program(program, levels, jobs):
    call = [program, "solve", levels, "--format", "csv", "--jobs", str(jobs), "--quiet"]
    done = subprocess.run(call, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 10), done.returncode


def by_package(levels, jobs, count):
    table = stumper.solve(levels, jobs=jobs).arrow()
    assert table.num_rows == count, table.num_rows


def import_seconds(what):
    call = [sys.executable, "-c", what]
    return statistics.median(
        seconds(lambda: subprocess.run(call, check=True)) for _ in range(IMPORTS)
    )


def main():
    levels = sys.argv[1] if len(sys.argv) > 1 else "freecell#1-32000"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    program = os.environ.get("STUMPER", "target/release/stumper")
    jobs = len(os.sched_getaffinity(0))
    count = len(stumper.solve(levels))
    # The first call of each reads files and imports pyarrow.
    by_package("freecell#1-100", jobs, 100)
    by_program(program, "freecell#1-100", jobs)
    times = {"program": [], "package": []}
    for _ in range(rounds):
        times["program"].append(seconds(lambda: by_program(program, levels, jobs)))
        times["package"].append(seconds(lambda: by_package(levels, jobs, count)))
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, taken in times.items():
        print(f"{name}: median {medians[name]:.3f} s of {rounds}: {[round(t, 3) for t in taken]}")
    print(f"ratio: {medians['package'] / medians['program']:.3f} ({levels}, {jobs} jobs)")
    library = next(Path(stumper.__file__).parent.glob("_core*.so"))
    print(f"library: {library.stat().st_size / 1e6:.2f} MB")
    imported = import_seconds("import stumper") - import_seconds("pass")
    print(f"import: {imported * 1e3:.1f} ms over an interpreter without it")


if __name__ == "__main__":
    main()
