"""The types of rows, with the keys that the program writes as JSON. Every row
has an `id`; which of the others it has depends on what was asked for and found.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING:
    from ._core import Level

#: An id or a range, a path, or a level; what verbs take, or a list of them.
LevelLike = Union[str, "os.PathLike[str]", "Level"]
#: One or several of them.
Levels = Union[LevelLike, Iterable[LevelLike]]
#: States, or text such as `"100000,2s,64MB"`.
Budget = Union[int, str]
#: Moves as text with spaces between them, or as a list.
Moves = Union[str, list[str]]
#: How a level came out.
Outcome = Literal["solved", "unsolvable", "gave-up"]


class _Named(TypedDict):
    id: str


class LevelRow(_Named, total=False):
    """A level, as `deal` has it."""

    game: str
    variant: str
    level: str


# `from` is a word of the language, so the other form of a definition.
Step = TypedDict("Step", {"from": str, "to": str, "count": int, "card": str})


class SolutionRow(_Named, total=False):
    """A level that was solved, refuted or given up, as `solve` has it."""

    game: str
    variant: str
    level: str
    solver: str
    outcome: Outcome
    limit: str
    moves: list[str]
    board: str
    boards: list[str]
    steps: list[Step]
    lengths: dict[str, int]
    figures: dict[str, int]
    checked: int
    generated: int
    seconds: float
    peak_bytes: int


class MeasureRow(_Named, total=False):
    """The measures of a level, as `measure` has them."""

    game: str
    variant: str
    outcome: Outcome
    limit: str
    measures: dict[str, float]


class RatingPart(TypedDict):
    """What a measure did to a rating."""

    measure: str
    value: float
    average: float
    effect: float


class RateRow(_Named, total=False):
    """How hard a level is, as `rate` has it."""

    game: str
    variant: str
    outcome: Outcome
    limit: str
    rating: float
    low: float
    high: float
    scale: Literal["human", "percentile"]
    percent: float
    word: str
    parts: list[RatingPart]
    outside: list[str]


class PlayRow(_Named, total=False):
    """A game that was played, as `simulate` has it."""

    player: str
    won: bool
    fitness: int
    rounds: int
    ending: str
    moves: list[str]
    path: list[int]
    seconds: float


class MadeRow(RateRow, total=False):
    """A level that was made to order, as `generate` has it."""

    level: str
    measures: dict[str, float]
    solution: list[str]


class VerdictRow(_Named, total=False):
    """A solution that was checked, as `verify` has it."""

    valid: bool
    fault: str
    lengths: dict[str, int]


class Hint(TypedDict):
    """What to do next in a game."""

    kind: Literal["moves", "won", "lost", "would-give-up", "unknown"]
    moves: list[str]
    left: int | None
    by: str


class Named(TypedDict):
    """Something with a name and a sentence."""

    name: str
    summary: str


class Setting(Named):
    """Something that can be set."""

    default: str


class Solver(Named):
    """A solver or a player."""

    settings: list[Setting]


class Measure(Named):
    """Something that can be measured of a level."""

    unit: str
    kind: str
    cost: str


class _Game(TypedDict):
    name: str
    title: str
    summary: str
    variants: list[Named]
    sources: list[Named]
    solvers: list[Solver]
    features: list[Named]
    measures: list[Measure]
    metrics: list[str]
    example: str


class Game(_Game, total=False):
    """What a game says of itself."""

    forms: list[Named]
    options: list[Setting]
    players: list[Solver]
