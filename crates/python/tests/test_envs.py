"""Games as Gymnasium environments."""

import warnings
from pathlib import Path

import pytest

gymnasium = pytest.importorskip("gymnasium")

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import stumper
from stumper.envs import GAMES, VectorEnv, make_env

KINDS = [
    "freecell:ms",
    "freecell:eight-off.seed",
    "klondike:draw1",
    "klondike:vegas",
    "sliding:3x3",
    "flow:5x5#1-20",
    "lazors:4x4#1-10",
    "shift:5x5#1-20",
    "shift:thesis#1-20",
]


def legal(info, rng):
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.parametrize("id", GAMES)
def test_the_checker_accepts_every_game(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # Some games have levels that take a while to make.
        levels = {"flow": "flow:5x5#1-9", "lazors": "lazors:4x4#1-9", "shift": "shift:5x5#1-9"}
        kind = levels.get(GAMES[id], GAMES[id])
        env = gymnasium.make(id, kind=kind, disable_env_checker=True)
        check_env(env.unwrapped, skip_render_check=True)
        check_env(make_env(kind), skip_render_check=True)


@pytest.mark.parametrize("kind", KINDS)
def test_observations_are_in_their_space_and_masks_are_right(kind):
    env = make_env(kind, illegal="raise", max_steps=200)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=3)
    for _ in range(300):
        assert env.observation_space.contains(observation)
        mask = info["action_mask"]
        assert mask.dtype == np.int8 and set(np.unique(mask)) <= {0, 1}
        assert (env.action_masks() == mask.astype(bool)).all()
        for action in np.flatnonzero(mask == 0)[:5]:
            assert env.move(int(action)) is None
            with pytest.raises(stumper.Fault, match="not legal"):
                env.step(int(action))
        action = legal(info, rng)
        assert env.move(action)
        observation, reward, terminated, truncated, info = env.step(action)
        assert "illegal" not in info
        if terminated or truncated:
            observation, info = env.reset()


def test_illegal_actions_change_nothing():
    env = make_env("sliding:3x3")
    before, info = env.reset(seed=0)
    while info["action_mask"].all():  # the blank is in the middle
        before, *_, info = env.step(0)
    wrong = int(info["action_mask"].argmin())
    after, reward, terminated, truncated, info = env.step(wrong)
    assert (before == after).all() and info["illegal"] and reward == 0.0
    with pytest.raises(stumper.Fault, match="a number from 0 to 3"):
        env.step(4)
    with pytest.raises(stumper.Fault):
        env.step(-1)


def play(env, seed, steps, rng):
    observation, info = env.reset(seed=seed)
    seen = [(observation, info["level"])]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(legal(info, rng))
        seen.append((observation, reward, terminated, truncated))
        if terminated or truncated:
            observation, info = env.reset()
            seen.append((observation, info["level"]))
    return seen


def test_the_same_seed_brings_the_same_episodes():
    one, two, other = (
        play(make_env("freecell", max_steps=30), seed, 200, np.random.default_rng(5))
        for seed in (7, 7, 8)
    )
    assert len(one) == len(two)
    for left, right in zip(one, two):
        assert (left[0] == right[0]).all() and left[1:] == right[1:]
    assert one[0][1] != other[0][1]


def test_levels_by_name_by_range_and_by_difficulty():
    env = make_env("freecell")
    _, info = env.reset(options={"level": "freecell#617"})
    assert info["level"] == "freecell:ms#617"
    _, info = make_env("freecell:ms#5-5").reset()
    assert info["level"] == "freecell:ms#5"
    board = stumper.level("shift:5x5#3").text
    written = stumper.read(board, game="shift", variant="5x5", name="mine")
    _, info = make_env("shift:5x5", levels=[written]).reset()
    assert info["level"] == "mine"
    env = make_env("shift:5x5", difficulty=5, count=3)
    _, info = env.reset(seed=1)
    assert abs(stumper.level(info["level"]).rate()["rating"] - 5) <= 1
    for wrong, words in [
        ("chess", "game"),
        ("freecell:ms#9-3", "before"),
        ("freecell:nine-off", "nine-off"),
        ("flow:5x5#1,3", "one range"),
    ]:
        with pytest.raises(stumper.Fault, match=words):
            make_env(wrong)
    with pytest.raises(stumper.Fault, match="a level of flow"):
        make_env("flow:5x5", levels=["shift:5x5#1"])
    with pytest.raises(stumper.Fault, match="win, progress"):
        make_env("flow:5x5#1-3", reward="nothing")


def test_a_win_is_rewarded_and_ends_the_game():
    level = stumper.level("sliding:3x3#1")
    for reward in ("win", "progress"):
        env = make_env("sliding:3x3", levels=[level], reward=reward)
        _, info = env.reset()
        total = 0.0
        for move in level.solve()["moves"]:
            actions = [a for a in range(env.action_space.n) if env.move(a) == move]
            _, gained, terminated, truncated, info = env.step(actions[0])
            total += gained
        assert terminated and not truncated
        assert total >= 1.0 if reward == "progress" else total == 1.0


def test_steps_are_cut_off():
    env = make_env("sliding:4x4", max_steps=3)
    _, info = env.reset(seed=0)
    rng = np.random.default_rng(0)
    ends = []
    for _ in range(3):
        _, _, terminated, truncated, info = env.step(legal(info, rng))
        ends.append((terminated, truncated))
    assert ends == [(False, False), (False, False), (False, True)]


def test_hidden_cards_are_hidden():
    env = make_env("klondike:draw3", render_mode="ansi")
    observation, _ = env.reset(options={"level": "klondike:draw3#1"})
    unseen = 53
    assert (observation[:7] == unseen).sum() == 21
    assert (observation[7] == unseen).sum() == 24
    assert ((observation > 0) & (observation < unseen)).sum() == 7
    assert env.render() == stumper.level("klondike:draw3#1").play().board


def test_what_is_seen_can_be_rendered():
    for mode, start in (("ansi", ""), ("svg", "<svg")):
        env = make_env("flow:5x5", levels="flow:5x5#1", render_mode=mode)
        env.reset()
        assert env.render().startswith(start) and env.render()
    with pytest.raises(ValueError, match="rgb_array"):
        make_env("flow:5x5#1-1", render_mode="rgb_array")


def test_the_oracle_tells_what_can_be_won():
    env = make_env("freecell", oracle=True)
    _, info = env.reset(options={"level": "freecell#11982"})
    assert info["winnable"] is False
    _, info = env.reset(options={"level": "freecell#1"})
    assert info["winnable"] is True
    game = stumper.level("freecell#1").play()
    action = legal(info, np.random.default_rng(0))
    game.apply(env.move(action))
    _, _, _, _, info = env.step(action)
    assert info["winnable"] is game.winnable(budget=200_000)
    env = make_env("freecell", oracle=True, budget=1)
    _, info = env.reset(options={"level": "freecell#11982"})
    assert info["winnable"] is None
    many = VectorEnv("freecell", 2, levels=["freecell#11982"], oracle=True)
    _, info = many.reset(seed=0)
    assert info["winnable"].tolist() == [False, False]


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: VectorEnv("freecell:ms", 10**9), stumper.Fault, "lanes.*1 to 1000000"),
        (lambda: VectorEnv("freecell:ms", 0), stumper.Fault, "lanes.*0"),
        (lambda: make_env("freecell", max_steps=0), stumper.Fault, "max_steps"),
        (lambda: make_env("freecell", count=5), ValueError, "without difficulty"),
        (lambda: VectorEnv("freecell", 2, count=5), ValueError, "without difficulty"),
        (lambda: make_env("freecell", oracle="x"), TypeError, "oracle: found 'x'"),
        (lambda: VectorEnv("freecell", 2, oracle="x"), TypeError, "oracle: found 'x'"),
        (lambda: make_env("freecell").reset(options={"levl": 1}), ValueError, "'levl'"),
        (lambda: VectorEnv("freecell", 2).reset(options={"levl": 1}), ValueError, "'levl'"),
    ],
)
def test_what_is_wrong_is_told(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_actions_are_whole_numbers_one_a_lane():
    many = VectorEnv("sliding:3x3", 3)
    before, _ = many.reset(seed=1)
    for wrong in (np.zeros(3), np.full(3, 0.9), np.zeros(3, np.bool_)):
        with pytest.raises(TypeError, match="whole numbers"):
            many.step(wrong)
    for shape in [(2,), (3, 2), ()]:
        with pytest.raises(stumper.Fault, match="one a lane"):
            many.step(np.zeros(shape, np.int64))
    many.step(np.zeros(3, np.int32))
    many.step([0, 1, 2])
    with pytest.raises(TypeError):
        make_env("sliding:3x3").step(0.5)


def test_levels_that_are_solved_from_the_start_are_not_drawn():
    solved = stumper.read("1 2 3\n4 5 6\n7 8 0\n", game="sliding", name="solved")
    level = stumper.level("sliding:3x3#1")
    env = make_env("sliding:3x3", levels=[solved, level])
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["level"] == level.id
    with pytest.raises(stumper.Fault, match="solved from the start"):
        env.reset(options={"level": solved})
    with pytest.raises(stumper.Fault, match="solved from the start"):
        make_env("sliding:3x3", levels=[solved])


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("kind", KINDS)
def test_many_games_are_the_games_of_each_alone(kind, mode):
    lanes, seed = 4, 11
    many = VectorEnv(kind, lanes, max_steps=9, reward="progress", autoreset_mode=mode)
    singles = [make_env(kind, max_steps=9, reward="progress") for _ in range(lanes)]
    observations, info = many.reset(seed=seed)
    assert many.observation_space.contains(observations)
    alone = [env.reset(seed=seed + lane) for lane, env in enumerate(singles)]
    assert info["level"].tolist() == [info["level"] for _, info in alone]
    over = [False] * lanes
    for _ in range(40):
        actions = many.sample_actions()
        observations, rewards, terminated, truncated, info = many.step(actions)
        for lane, env in enumerate(singles):
            if over[lane] and mode is AutoresetMode.NEXT_STEP:
                seen, told = env.reset()
                reward, ends = 0.0, (False, False)
                assert info["_level"][lane] and info["level"][lane] == told["level"]
            else:
                seen, reward, *ends, told = env.step(actions[lane])
            over[lane] = any(ends)
            if over[lane] and mode is AutoresetMode.SAME_STEP:
                assert (info["final_obs"][lane] == seen).all() and info["_final_obs"][lane]
                seen, told = env.reset()
                assert info["level"][lane] == told["level"]
            assert (observations[lane] == seen).all()
            assert (info["action_mask"][lane] == told["action_mask"]).all()
            assert (rewards[lane], terminated[lane], truncated[lane]) == (reward, *ends)


def test_lanes_can_be_reset_by_hand():
    many = VectorEnv("freecell", 3, autoreset_mode=AutoresetMode.DISABLED, max_steps=2)
    many.reset(seed=1)
    for _ in range(3):
        *_, truncated, info = many.step(many.sample_actions())
    assert truncated.all() and "level" not in info
    mask = np.array([True, False, True])
    _, info = many.reset(options={"reset_mask": mask})
    assert (info["_level"] == mask).all() and info["level"][1] is None
    *_, truncated, _ = many.step(many.sample_actions())
    assert truncated.tolist() == [False, True, False]
    with pytest.raises(ValueError, match="reset_mask"):
        many.reset(options={"reset_mask": np.array([True])})
    with pytest.raises(ValueError, match="2 seeds"):
        many.reset(seed=[1, 2])
    with pytest.raises(stumper.Fault, match="one a lane"):
        many.step(np.zeros(2, np.int64))


def test_arrays_are_kept_unless_told_otherwise():
    for copy in (True, False):
        many = VectorEnv("sliding:3x3", 2, copy=copy)
        first, info = many.reset(seed=1)
        kept = first.copy()
        many.step(many.sample_actions())
        assert (first == kept).all() == copy


def test_they_are_registered():
    env = gymnasium.make("stumper/Sliding-v0", kind="sliding:3x3")
    observation, info = env.reset(seed=0)
    assert observation.shape == (3, 3)
    many = gymnasium.make_vec("stumper/FreeCell-v0", num_envs=3)
    observations, _ = many.reset(seed=0)
    assert len(observations) == 3


def test_the_examples_of_the_documentation_run(capsys):
    docs = Path(__file__).parents[3] / "docs" / "environments.md"
    blocks = docs.read_text().split("```python\n")[1:]
    assert len(blocks) == 2
    for block in blocks:
        exec(block.split("```")[0], {})


def test_spaces_are_those_of_the_documentation():
    for kind, shape, actions in [
        ("freecell", (10, 19), 220),
        ("klondike", (10, 24), 93),
        ("sliding:4x3", (3, 4), 4),
        ("flow:5x6,colours=5#1-9", (2, 6, 5), 40),
        ("lazors:3x4#1-9", (10, 7), 36),
        ("shift:5x4#1-9", (2, 4, 5), 4),
        ("shift:thesis#1-9", (2, 8, 8), 4),
    ]:
        env = make_env(kind)
        assert (env.observation_space.shape, env.action_space.n) == (shape, actions), kind
