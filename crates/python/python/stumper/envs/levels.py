"""What both environments share: how lanes are opened, and their spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete

from .._core import Lanes, generate

#: States that the oracle's solver may check.
BUDGET = 200_000

#: How many levels of a difficulty are made.
COUNT = 100


def open_lanes(
    kind: str,
    *,
    lanes: int,
    levels: Any = None,
    difficulty: Any = None,
    count: int | None = None,
    **setup: Any,
) -> Lanes:
    """Opens lanes: of levels by name, of a difficulty, or of all of a kind."""
    if difficulty is None:
        if count is not None:
            raise ValueError(f"count: found {count} without difficulty; expected both or neither")
        return Lanes(kind, lanes=lanes, levels=levels, **setup)
    if levels is not None:
        raise ValueError("difficulty and levels: expected one of the two")
    source = Lanes.source(kind)
    rows = generate(source, difficulty=difficulty, count=COUNT if count is None else count)
    made = [row["id"] for row in rows]
    return Lanes(source, lanes=lanes, levels=made, **setup)


def check_flag(name: str, value: object) -> None:
    """Refuses what is neither True nor False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: found {value!r}; expected True or False")


def check_options(options: dict[str, Any] | None, known: tuple[str, ...]) -> dict[str, Any]:
    """The options of a reset; refuses those that nobody knows."""
    for name in options or {}:
        if name not in known:
            raise ValueError(f"options: found {name!r}; expected {' or '.join(map(repr, known))}")
    return options or {}


def spaces(lanes: Lanes) -> tuple[Box, Discrete]:
    """The spaces of one lane."""
    observation = Box(0, lanes.highest, tuple(lanes.shape), np.uint8)
    return observation, Discrete(lanes.actions)
