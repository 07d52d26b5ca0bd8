"""Levels, games that are played, and what games say of themselves."""

import pickle
import random

import pytest
import stumper

EXAMPLES = [game["example"] for game in stumper.games()]


@pytest.mark.parametrize("id", EXAMPLES)
def test_a_level_is_the_same_by_id_and_as_text(id):
    level = stumper.level(id)
    assert level.id.startswith(level.game + ":")
    assert level == stumper.level(level.id) and hash(level) == hash(stumper.level(level.id))
    assert pickle.loads(pickle.dumps(level)) == level
    again = stumper.read(level.text, game=level.game, variant=level.variant)
    assert again.text == level.text and again != level
    assert pickle.loads(pickle.dumps(again)) == again
    for shown in [level, again]:
        assert shown._repr_svg_().startswith("<svg")
        assert level.id in repr(level)
    assert level != stumper.level("freecell#999") and level != 1


@pytest.mark.parametrize("id", EXAMPLES)
def test_a_game_is_played_at_random_and_taken_back(id):
    play = stumper.level(id).play()
    begin = play.board
    chance = random.Random(1)
    while play.ending is None and len(play.made) < 30:
        play.apply(chance.choice(play.moves()))
    made, board = play.made, play.board
    assert made and board != begin
    while play.undo():
        pass
    assert play.board == begin and play.made == []
    while play.redo():
        pass
    assert (play.board, play.made) == (board, made)
    assert play.svg().startswith("<svg")
    assert f"{len(made)} moves" in repr(play)


def test_solutions_win():
    for id in ["freecell#617", "flow:9x9#17", "shift:5x5#1", "lazors:5x5#1"]:
        level = stumper.level(id)
        row = level.solve()
        assert stumper.verify(level, row["moves"])["valid"]
        play = level.play()
        assert not play.is_won
        play.apply(row["moves"])
        assert play.is_won and play.ending == "won"
        assert play.hint()["kind"] == "won"
        assert level.svg(row["moves"], open=True) != level.svg()


def test_a_wrong_move_changes_nothing():
    play = stumper.level("shift:5x5#1").play()
    first = play.moves()[0]
    with pytest.raises(stumper.Fault) as raised:
        play.apply([first, "X"])
    assert raised.value.place and play.made == []
    verdict = stumper.verify("shift:5x5#1", [first])
    assert not verdict["valid"] and verdict["fault"]


def test_hidden_cards_are_hidden_unless_all_is_open():
    level = stumper.level("klondike#1")
    closed, opened = level.play(), level.play(open=True)
    assert "▒" in closed.board and "▒" not in opened.board
    assert closed.svg() != opened.svg()
    assert level.svg() != level.svg(open=True)
    assert level._repr_svg_() == level.svg()


def test_a_solver_says_whether_a_game_can_be_won():
    assert stumper.level("freecell#617").play().winnable() is True
    assert stumper.level("freecell#11982").play().winnable() is False
    assert stumper.level("freecell#11982").play().winnable(budget=100) is None


def test_games_tell_their_words(program):
    import json

    told = [json.loads(line) for line in program("games", "--format", "json").splitlines()]
    assert stumper.games() == told


def test_one_level_has_the_rows_of_many():
    level = stumper.level("shift:5x5#2")
    assert [level.solve()] == list(stumper.solve(level))
    assert [level.measure()] == list(stumper.measure(level))
    assert [level.rate()] == list(stumper.rate([level]))
    assert level.solve(times=True)["seconds"] > 0
