"""Uses all of the package, for `mypy --strict`; it runs as well."""

from pathlib import Path
from typing import Optional

import stumper
from stumper.types import Game, Hint, MadeRow, RateRow, SolutionRow, VerdictRow


def rows(folder: Path) -> None:
    """Every verb that makes rows."""
    level: stumper.Level = stumper.level("shift:5x5#1")
    solved: stumper.Rows[SolutionRow] = stumper.solve(
        ["freecell#1-3", level, folder / "ids.txt"],
        solver="",
        budget=100_000,
        settings={},
        count=False,
        steps=True,
        boards=True,
        times=True,
        game="freecell",
        jobs=1,
        progress=False,
    )
    lengths: list[dict[str, int]] = [row["lengths"] for row in solved]
    assert len(lengths) == 5
    outcomes: set[str] = {row["outcome"] for row in solved}
    assert outcomes == {"solved"}
    values: list[float] = [
        row["measures"]["moves"] for row in stumper.measure("shift:5x5#1-3", only="search")
    ]
    assert len(values) == 3
    ratings: list[RateRow] = list(stumper.rate("freecell#1", budget="10s", equations=[]))
    assert ratings[0]["rating"] >= 1
    won: int = sum(row["won"] for row in stumper.simulate("klondike#1", player="random"))
    assert won <= 1
    boards: list[str] = [row["level"] for row in stumper.deal("flow:5x5#1")]
    assert boards
    made: list[MadeRow] = list(stumper.generate("shift", difficulty=(2, 4), count=2, solution=True))
    assert made[0]["solution"]
    count: int = stumper.solve("freecell#1-3").to_parquet(folder / "rows.parquet")
    assert count == len(stumper.solve("freecell#1-3"))


def one_level() -> None:
    """A level and a game of it."""
    level = stumper.read(stumper.level("shift:5x5#1").text, game="shift", name="mine")
    words: list[str] = [level.id, level.game, level.variant, level.text, level.svg([], open=True)]
    assert all(isinstance(word, str) for word in words)
    moves = level.solve(budget="1s")["moves"]
    verdict: VerdictRow = stumper.verify(level, moves)
    assert verdict["valid"]
    assert level.rate()["word"] and level.measure()["measures"]
    play: stumper.Play = level.play(open=False)
    play.apply(moves[0])
    hint: Hint = play.hint(budget=1000)
    winnable: Optional[bool] = play.winnable()
    assert hint["kind"] == "moves" and winnable
    assert play.undo() and play.redo() and not play.is_won and play.ending is None
    assert play.moves() and play.made == moves[:1] and play.board and play.svg()
    seen: dict[stumper.Level, int] = {level: 1}
    assert seen[level] == 1


def others() -> None:
    """Games, and what is wrong."""
    games: list[Game] = stumper.games()
    assert games[0]["variants"][0]["name"] and games[0]["measures"][0]["cost"]
    try:
        stumper.level("freecell#0")
    except stumper.Fault as fault:
        parts: tuple[str, str, str, str] = (fault.place, fault.found, fault.expected, fault.hint)
        assert all(parts)
    except stumper.Defect as defect:
        raise SystemExit(defect.place) from defect


def main(folder: Path) -> None:
    """All of it."""
    (folder / "ids.txt").write_text("freecell#4\n")
    rows(folder)
    one_level()
    others()
