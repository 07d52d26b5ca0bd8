"""Many games as a vectorised Gymnasium environment, stepped in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .levels import BUDGET, check_flag, check_options, open_lanes, spaces

Observations = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Info = dict[str, Any]

_MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "never",
}


class VectorEnv(gymnasium.vector.VectorEnv[Observations, npt.NDArray[np.int64], Flags]):
    """Games of one kind, stepped together without the interpreter's lock.

    Lane `i` of `reset(seed=s)` plays the games that `make_env` plays after
    `reset(seed=s + i)`. The arguments are those of `make_env`, and:

    `num_envs`: how many games there are.
    `autoreset_mode`: when a game that is over is followed by the next.
    `copy`: whether every step returns arrays of its own. With `copy=False`
    observations and masks are written over by the next step.
    """

    def __init__(
        self,
        kind: str = "freecell",
        num_envs: int = 256,
        *,
        levels: Any = None,
        difficulty: Any = None,
        count: int | None = None,
        reward: str = "win",
        illegal: str = "ignore",
        max_steps: int = 1000,
        oracle: bool = False,
        budget: int | str = BUDGET,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode: found {render_mode!r}; expected None")
        check_flag("oracle", oracle)
        check_flag("copy", copy)
        mode = AutoresetMode(autoreset_mode)
        self._lanes = open_lanes(
            kind,
            lanes=num_envs,
            levels=levels,
            difficulty=difficulty,
            count=count,
            reward=reward,
            illegal=illegal,
            max_steps=max_steps,
            autoreset=_MODES[mode],
        )
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space, self.single_action_space = spaces(self._lanes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._oracle = oracle
        self._budget = budget
        self._copy = copy
        self._seeded = False
        self._over = np.zeros(num_envs, np.bool_)
        self._all = np.ones(num_envs, np.bool_)
        self._observations, self._masks = self._buffers()
        self._no_finals = np.empty(0, np.uint8)

    def _buffers(self) -> tuple[Observations, npt.NDArray[np.int8]]:
        observations = np.empty((self.num_envs, *self._lanes.shape), np.uint8)
        return observations, np.empty((self.num_envs, self._lanes.actions), np.int8)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Info]:
        """Begins the next level in every lane.

        `options={"level": ...}` begins one level in all of them;
        `options={"reset_mask": ...}` resets the lanes of the mask only.
        """
        options = check_options(options, ("level", "reset_mask"))
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = np.asarray(options.get("reset_mask", self._all), np.bool_)
        if chosen.shape != self._all.shape:
            raise ValueError(
                f"reset_mask: found shape {chosen.shape}; expected {self._all.shape}"
            )
        seeds = self._seeds(seed)
        for lane in np.flatnonzero(chosen).tolist():
            if seeds[lane] is not None:
                self._lanes.seed(lane, seeds[lane])
            self._lanes.reset(lane, options.get("level"))
        self._over = self._over & ~chosen
        if self._copy:
            self._observations, self._masks = self._buffers()
        self._lanes.look_all(self._observations, self._masks)
        return self._observations, self._info(chosen)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**62))
        self._seeded = True
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return list(range(seed, seed + self.num_envs))
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: found {len(seed)} seeds; expected {self.num_envs}")
        return list(seed)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observations, npt.NDArray[np.float64], Flags, Flags, Info]:
        """Makes a move in every lane."""
        lanes = self.num_envs
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions: found {actions.dtype}; expected whole numbers")
        if self._copy:
            self._observations, self._masks = self._buffers()
        rewards = np.empty(lanes, np.float64)
        terminated, truncated, illegal = np.empty((3, lanes), np.bool_)
        finals = np.empty_like(self._observations) if self._same_step else self._no_finals
        self._lanes.step(
            np.ascontiguousarray(actions, np.int64),
            self._observations,
            self._masks,
            rewards,
            terminated,
            truncated,
            illegal,
            finals,
        )
        over = terminated | truncated
        renewed = over if self._same_step else self._over
        if self.metadata["autoreset_mode"] is AutoresetMode.DISABLED:
            renewed = ~self._all
        info = self._info(renewed)
        self._over = over
        if illegal.any():
            info["illegal"] = info["_illegal"] = illegal
        if self._same_step and over.any():
            info["final_obs"] = np.full(lanes, None, object)
            for lane in np.flatnonzero(over).tolist():
                info["final_obs"][lane] = finals[lane].copy()
            info["_final_obs"] = over.copy()
        return self._observations, rewards, terminated, truncated, info

    def _info(self, renewed: Flags) -> Info:
        """Masks, names of levels that have begun, and what the oracle says."""
        info: Info = {"action_mask": self._masks, "_action_mask": self._all.copy()}
        if renewed.any():
            info["level"] = np.full(self.num_envs, None, object)
            for lane in np.flatnonzero(renewed).tolist():
                info["level"][lane] = self._lanes.level(lane)
            info["_level"] = renewed.copy()
        if self._oracle:
            winnable = [self._lanes.winnable(lane, self._budget) for lane in range(self.num_envs)]
            info["winnable"] = np.array(winnable, object)
            info["_winnable"] = self._all.copy()
        return info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, a row a lane."""
        return self._masks.view(np.bool_)

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for every lane; 0 where there is none."""
        actions = np.empty(self.num_envs, np.int64)
        self._lanes.sample(actions)
        return actions
