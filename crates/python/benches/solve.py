"""The package beside the program: solving FreeCell deals to Arrow against
`stumper solve --format csv`, in turns, and what the wheel weighs and costs to
import.

    STUMPER=target/release/stumper python crates/python/benches/solve.py [RANGE] [ROUNDS]
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import stumper

IMPORTS = 20


def processor():
    """Seconds of the processor that this process and its children had."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def taken(work):
    """Seconds by the clock, and of the processor."""
    began, used = time.perf_counter(), processor()
    work()
    return time.perf_counter() - began, processor() - used


def by_program(program, levels, jobs):
    call = [program, "solve", levels, "--format", "csv", "--jobs", str(jobs), "--quiet"]
    done = subprocess.run(call, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in (0, 10), done.returncode


def by_package(levels, jobs, count):
    table = stumper.solve(levels, jobs=jobs).arrow()
    assert table.num_rows == count, table.num_rows


def import_seconds():
    code = "from time import *; t = perf_counter(); import stumper; print(perf_counter() - t)"
    call = [sys.executable, "-c", code]
    told = [subprocess.run(call, check=True, capture_output=True) for _ in range(IMPORTS)]
    return statistics.median(float(done.stdout) for done in told)


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
        times["program"].append(taken(lambda: by_program(program, levels, jobs)))
        times["package"].append(taken(lambda: by_package(levels, jobs, count)))
    print(f"{levels}, {jobs} jobs, medians of {rounds} rounds")
    for index, clock in enumerate(("clock", "processor")):
        medians = {
            name: statistics.median(pair[index] for pair in pairs)
            for name, pairs in times.items()
        }
        ratio = medians["package"] / medians["program"]
        told = ", ".join(f"{name} {median:.3f} s" for name, median in medians.items())
        print(f"{clock}: {told}; ratio {ratio:.3f}")
    library = next(Path(stumper.__file__).parent.glob("_core*.so"))
    print(f"library: {library.stat().st_size / 1e6:.2f} MB")
    print(f"import: {import_seconds() * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
