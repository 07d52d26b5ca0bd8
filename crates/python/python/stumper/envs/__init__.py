"""Games as Gymnasium environments, on levels that are certified and graded.

>>> from stumper.envs import make_env
>>> env = make_env("sliding:3x3")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(env.action_space.n)
((3, 3), 4)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
>>> reward, terminated, truncated
(0.0, False, False)

`make_env` makes one game, `VectorEnv` many that are stepped in one call. Both
are registered: `gymnasium.make("stumper/FreeCell-v0")`,
`gymnasium.make_vec("stumper/FreeCell-v0", num_envs=256)`. They need the
packages of `pip install './crates/python[envs]'`.
"""

import gymnasium

from .single import PuzzleEnv, make_env
from .vector import VectorEnv

__all__ = ["GAMES", "PuzzleEnv", "VectorEnv", "make_env"]

#: The registered environments: an id and the game's name.
GAMES = {
    "stumper/FreeCell-v0": "freecell",
    "stumper/Klondike-v0": "klondike",
    "stumper/Sliding-v0": "sliding",
    "stumper/Flow-v0": "flow",
    "stumper/Lazors-v0": "lazors",
    "stumper/Shift-v0": "shift",
}

for _id, _game in GAMES.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="stumper.envs:make_env",
            vector_entry_point="stumper.envs:VectorEnv",
            kwargs={"kind": _game},
        )
