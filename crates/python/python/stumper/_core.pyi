"""The compiled half of the package; docstrings are those of the library."""

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Generic, TypeVar, final

from .types import (
    Budget,
    Game,
    Hint,
    LevelLike,
    LevelRow,
    Levels,
    MadeRow,
    MeasureRow,
    Moves,
    PlayRow,
    RateRow,
    SolutionRow,
    VerdictRow,
)

_Row = TypeVar("_Row", covariant=True)

class Fault(ValueError):
    place: str
    found: str
    expected: str
    hint: str

class Defect(RuntimeError):
    place: str
    found: str
    expected: str
    hint: str

@final
class Rows(Generic[_Row]):
    def __iter__(self) -> Iterator[_Row]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def arrow(self) -> Any: ...
    def to_parquet(self, path: str | PathLike[str], *, force: bool = False) -> int: ...

@final
class Level:
    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def variant(self) -> str: ...
    @property
    def text(self) -> str: ...
    def solve(
        self,
        *,
        solver: str = "",
        budget: Budget | None = None,
        settings: Mapping[str, object] | None = None,
        count: bool = False,
        moves: bool = True,
        steps: bool = False,
        boards: bool = False,
        times: bool = False,
    ) -> SolutionRow: ...
    def measure(self, *, only: str = "dear", budget: Budget | None = None) -> MeasureRow: ...
    def rate(self, *, budget: Budget | None = None) -> RateRow: ...
    def svg(self, moves: Moves | None = None, *, open: bool = False) -> str: ...
    def _repr_svg_(self) -> str: ...
    def play(self, *, open: bool = False) -> Play: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...

@final
class Play:
    def moves(self) -> list[str]: ...
    def apply(self, moves: Moves) -> None: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    @property
    def made(self) -> list[str]: ...
    @property
    def is_won(self) -> bool: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def board(self) -> str: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def hint(self, *, budget: Budget | None = None) -> Hint: ...
    def winnable(self, *, budget: Budget | None = None) -> bool | None: ...

@final
class Lanes:
    """The compiled half of `stumper.envs`; arrays are numpy's."""

    kind: str
    shape: list[int]
    highest: int
    actions: int
    def __new__(
        cls,
        kind: str,
        *,
        lanes: int,
        levels: Levels | None = None,
        reward: str = "win",
        illegal: str = "ignore",
        autoreset: str = "never",
        max_steps: int = 1000,
    ) -> Lanes: ...
    @staticmethod
    def source(kind: str) -> str: ...
    @property
    def game(self) -> str: ...
    def seed(self, lane: int, seed: int) -> None: ...
    def reset(self, lane: int, level: LevelLike | None = None) -> None: ...
    def look(self, lane: int) -> tuple[Any, Any]: ...
    def look_all(self, observations: Any, masks: Any) -> None: ...
    def step_one(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
    def step(
        self,
        actions: Any,
        observations: Any,
        masks: Any,
        rewards: Any,
        terminated: Any,
        truncated: Any,
        illegal: Any,
        finals: Any,
    ) -> None: ...
    def sample(self, actions: Any) -> None: ...
    def level(self, lane: int) -> str: ...
    def position(self, lane: int) -> Level: ...
    def move_text(self, lane: int, action: int) -> str | None: ...
    def winnable(self, lane: int, limits: Budget) -> bool | None: ...

@final
class RunPlan:
    def __new__(cls, text: str, place: str = "plan") -> RunPlan: ...
    @property
    def text(self) -> str: ...
    @property
    def verb(self) -> str: ...
    def shards(self) -> list[tuple[int, int]]: ...
    def file(self, first: int, last: int) -> str: ...
    def run(
        self, first: int, last: int, folder: str | PathLike[str], jobs: int | None = None
    ) -> None: ...
    def __eq__(self, value: object, /) -> bool: ...

def merge(
    folder: str | PathLike[str], into: str | PathLike[str] | None = None
) -> dict[str, Any]: ...
def level(
    level: LevelLike, *, game: str | None = None, variant: str | None = None
) -> Level: ...
def read(
    text: str, *, game: str | None = None, variant: str | None = None, name: str = "text"
) -> Level: ...
def games() -> list[Game]: ...
def verify(level: LevelLike, moves: Moves) -> VerdictRow: ...
def solve(
    levels: Levels,
    *,
    solver: str = "",
    budget: Budget | None = None,
    settings: Mapping[str, object] | None = None,
    count: bool = False,
    moves: bool = True,
    steps: bool = False,
    boards: bool = False,
    times: bool = False,
    game: str | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Rows[SolutionRow]: ...
def measure(
    levels: Levels,
    *,
    only: str = "dear",
    budget: Budget | None = None,
    game: str | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Rows[MeasureRow]: ...
def rate(
    levels: Levels,
    *,
    budget: Budget | None = None,
    equations: Sequence[str | PathLike[str]] | None = None,
    calibrations: Sequence[str | PathLike[str]] | None = None,
    game: str | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Rows[RateRow]: ...
def simulate(
    levels: Levels,
    *,
    player: str,
    settings: Mapping[str, object] | None = None,
    secured: str = "fixed",
    luck: int = 0,
    rounds: int = 5000,
    budget: Budget | None = None,
    moves: bool = False,
    paths: bool = True,
    times: bool = False,
    game: str | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Rows[PlayRow]: ...
def deal(
    levels: Levels,
    *,
    game: str | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Rows[LevelRow]: ...
def generate(
    sources: str | Sequence[str],
    *,
    difficulty: float | tuple[float, float] | str | None = None,
    tolerance: float = 0.5,
    count: int = 1,
    seed: int = 1,
    keep: str | Sequence[str] | None = None,
    unique: bool = False,
    measure: bool = False,
    solution: bool = False,
    tries: int | None = None,
    budget: Budget | None = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Rows[MadeRow]: ...
def _restore(game: str, name: str, written: tuple[str, str] | None) -> Level: ...
