"""Steps a second of environments, one game and many, on one thread.

    python crates/python/benches/envs.py [kind]

Random legal actions; observations, masks and the next level where a game is
over are part of a step, the choice of actions is not. Printed is the median
of short rounds, so that a busy machine disturbs little.
"""

import statistics
import sys
import time

import numpy as np

from stumper.envs import VectorEnv, make_env

ROUNDS = 60


def report(name: str, speeds: list[float]) -> None:
    print(f"{name:28} {statistics.median(speeds):>12,.0f} steps/s (best {max(speeds):,.0f})")


def single(kind: str, steps: int = 2000) -> None:
    """Actions are drawn before, by playing the same games once."""
    env, speeds = make_env(kind), []
    rng = np.random.default_rng(1)
    for seed in range(ROUNDS):
        _, info = env.reset(seed=seed)
        actions = []
        for _ in range(steps):
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            *_, terminated, truncated, info = env.step(action)
            actions.append(action)
            if terminated or truncated:
                _, info = env.reset()
        env.reset(seed=seed)
        step = env.step
        began = time.perf_counter()
        for action in actions:
            _, _, terminated, truncated, _ = step(action)
            if terminated or truncated:
                env.reset()
        speeds.append(steps / (time.perf_counter() - began))
    report("one game", speeds)


def many(kind: str, lanes: int, copy: bool, rounds: int = 20) -> None:
    env, speeds = VectorEnv(kind, lanes, copy=copy), []
    env.reset(seed=1)
    for _ in range(ROUNDS):
        spent = 0.0
        for _ in range(rounds):
            actions = env.sample_actions()
            began = time.perf_counter()
            env.step(actions)
            spent += time.perf_counter() - began
        speeds.append(rounds * lanes / spent)
    report(f"{lanes} games, copy={copy}", speeds)


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else "freecell:ms"
    print(kind)
    single(kind)
    for lanes in (64, 256, 1024):
        for copy in (True, False):
            many(kind, lanes, copy)


if __name__ == "__main__":
    main()
