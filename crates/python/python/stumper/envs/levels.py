"""What both environments share: how lanes are opened, and their spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete

from .._core import Lanes, generate

#: States that the oracle's solver may check.
BUDGET = 200_000


def open_lanes(
    kind: str,
    *,
    lanes: int,
    levels: Any = None,
    difficulty: Any = None,
    count: int = 100,
    **setup: Any,
) -> Lanes:
    """Opens lanes: of levels by name, of a difficulty, or of all of a kind."""
    if difficulty is None:
        return Lanes(kind, lanes=lanes, levels=levels, **setup)
    if levels is not None:
        raise ValueError("difficulty and levels: expected one of the two")
    usual = Lanes(kind, lanes=0)
    source = f"{usual.game}:{usual.kind}"
    rows = generate(source, difficulty=difficulty, count=count)
    made = [row["id"] for row in rows]
    return Lanes(source, lanes=lanes, levels=made, **setup)


def spaces(lanes: Lanes) -> tuple[Box, Discrete]:
    """The spaces of one lane."""
    observation = Box(0, lanes.highest, tuple(lanes.shape), np.uint8)
    return observation, Discrete(lanes.actions)
