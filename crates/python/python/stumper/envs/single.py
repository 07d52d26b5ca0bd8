"""One game as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .levels import BUDGET, check_flag, check_options, open_lanes, spaces

Observation = npt.NDArray[np.uint8]
Info = dict[str, Any]


class PuzzleEnv(gymnasium.Env[Observation, int]):
    """A game, one level an episode.

    The reward is 1 for a win; with `reward="progress"` the change of the share
    that is done is added. An episode is over with a win, or where no move is
    legal; it is cut off after `max_steps` steps.

    `info["action_mask"]` says which actions are legal, as 0 and 1 of `int8`,
    which is what `action_space.sample` takes. An action that is not legal
    changes nothing and sets `info["illegal"]`; with `illegal="raise"` it is a
    `stumper.Fault`.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        kind: str = "freecell",
        *,
        levels: Any = None,
        difficulty: Any = None,
        count: int | None = None,
        reward: str = "win",
        illegal: str = "ignore",
        max_steps: int = 1000,
        oracle: bool = False,
        budget: int | str = BUDGET,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: found {render_mode!r}; expected 'ansi', 'svg' or None")
        check_flag("oracle", oracle)
        self._lanes = open_lanes(
            kind,
            lanes=1,
            levels=levels,
            difficulty=difficulty,
            count=count,
            reward=reward,
            illegal=illegal,
            max_steps=max_steps,
        )
        self._step = self._lanes.step_one
        self._oracle = oracle
        self._budget = budget
        self._seeded = False
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces(self._lanes)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begins the next level, or the one of `options={"level": "freecell#617"}`.

        The same seed brings the same levels in the same order.
        """
        level = check_options(options, ("level",)).get("level")
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            drawn = seed if seed is not None else int(self.np_random.integers(2**63))
            self._lanes.seed(0, drawn)
            self._seeded = True
        self._lanes.reset(0, level)
        observation, mask = self._lanes.look(0)
        info: Info = {"action_mask": mask, "level": self._lanes.level(0)}
        if self._oracle:
            info["winnable"] = self.winnable()
        return observation, info

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Makes a move."""
        result = self._step(action)
        if self._oracle:
            result[4]["winnable"] = self.winnable()
        return result

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for them."""
        return self._lanes.look(0)[1].view(np.bool_)

    def winnable(self) -> bool | None:
        """Whether the game can still be won.

        A solver that sees everything says True or False, or None where the
        budget does not suffice.
        """
        return self._lanes.winnable(0, self._budget)

    def move(self, action: int) -> str | None:
        """The move that an action means now; None where it is not legal."""
        return self._lanes.move_text(0, action)

    def render(self) -> str | None:
        """What a player sees, as text or as a picture in SVG."""
        if self.render_mode is None:
            return None
        game = self._lanes.position(0).play()
        return game.board if self.render_mode == "ansi" else game.svg()


def make_env(kind: str = "freecell", **options: Any) -> PuzzleEnv:
    """An environment of one game.

    `kind` is a game (`"freecell"`), a kind of its levels (`"freecell:seed"`,
    `"flow:9x9,colours=8"`), or a range of them (`"freecell:ms#1-32000"`);
    levels are drawn at random. `levels` names others to draw from: ids, files
    or `Level`s. `difficulty` makes `count` levels (100) that are as hard, as
    `stumper.generate` does. Levels that are solved from the start are not
    drawn. With `oracle=True` a solver says in
    `info["winnable"]` whether the game can still be won; `budget` is what it
    may spend. `reward`, `illegal`, `max_steps` and `render_mode` are those of
    `PuzzleEnv`.

    >>> env = make_env("freecell", levels=["freecell#11982"], oracle=True)
    >>> observation, info = env.reset(seed=0)
    >>> info["level"], info["winnable"]
    ('freecell:ms#11982', False)
    """
    return PuzzleEnv(kind, **options)
