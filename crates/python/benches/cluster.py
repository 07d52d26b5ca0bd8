"""Ray beside the plain program on this machine, on the same plan:

    STUMPER=target/release/stumper python crates/python/benches/cluster.py [--deals 1000000]

Prints seconds of both, Ray's start apart, and the ratio of the whole. The two
must make the same files."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CORES = len(os.sched_getaffinity(0))


def timed(*call: str) -> float:
    began = time.perf_counter()
    subprocess.run(call, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--shard", type=int, default=20_000)
    args = parser.parse_args()
    program = os.environ.get("STUMPER", "stumper")
    ray = (sys.executable, "-m", "stumper.cluster")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)

        def plan(deals: int) -> str:
            file = place / f"{deals}.toml"
            levels = f'levels = "freecell:seed#1-{deals}"\nshard = {args.shard}\n'
            file.write_text(f'verb = "solve"\n{levels}[options]\nbudget = "200000"\n')
            return str(file)

        start = timed(*ray, plan(CORES), "--out", str(place / "few"), "-q")
        whole = plan(args.deals)
        plain = timed(program, "run", whole, "--out", str(place / "plain"), "-q")
        shared = timed(*ray, whole, "--out", str(place / "ray"), "-q")
        for file in (place / "plain").glob("*.parquet"):
            assert file.read_bytes() == (place / "ray" / file.name).read_bytes()
    print(f"{args.deals:,} deals on {CORES} cores, in shards of {args.shard:,}")
    print(f"program  {plain:7.1f} s")
    print(f"Ray      {shared:7.1f} s, of which {start:.1f} s to start and stop")
    print(f"ratio    {shared / plain:7.3f}, without start {(shared - start) / plain:.3f}")


if __name__ == "__main__":
    main()
