"""The sharp bot: what worlds it draws, how it spends its budget, and that it sees what pays."""

from __future__ import annotations

import pytest

from tests.bots.test_steady import laid
from tests.bots.view import SEAT, Scene
from undermine.bots import make
from undermine.bots.guide import playout
from undermine.bots.sharp import Sharp, Trial, better
from undermine.errors import OptionError
from undermine.games.classic.mind.guide import RoundGuide
from undermine.games.classic.mind.suspicion import Belief
from undermine.games.classic.mind.worlds import imagine
from undermine.games.classic.rules.events import BEGAN
from undermine.games.classic.rules.state import ROLE, ROLE_BAG, SABOTEUR
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL, UNKNOWN, lowest
from undermine.kernel.visibility import fold, stream
from undermine.registry import GAMES, Options, players_of, ruleset


def there(scene: Scene, playouts: int) -> Sharp:
    bot = Sharp(0, playouts)
    bot.hear(scene.view, Event(BEGAN, ALL, 1, SEAT, 0, 0))
    return bot


def test_worlds_are_drawn_as_they_are_believed_to_be() -> None:
    scene = Scene("digger", "EW NS")
    sets = {0b00110: (0.75, 0.1), 0b11000: (0.25, 0.1)}
    belief = Belief([0.0, 0.75, 0.75, 0.25, 0.25], [1 / 3] * 3, sets)
    dice = Seeded(1)
    drawn = 0
    for _ in range(200):
        cards = imagine(scene.view, belief, dice).cards
        foes = sum(1 << seat for seat in range(5) if cards.number(ROLE + seat, SABOTEUR))
        assert foes in sets
        assert not any(cards.number(ROLE + seat, UNKNOWN) for seat in range(5))
        assert cards.number(ROLE_BAG, SABOTEUR) == 0
        drawn += foes == 0b00110
    assert 125 < drawn < 175


def test_the_others_take_a_saboteur_for_what_it_shows() -> None:
    """It plays on worlds in which they think it a digger, the fewer the more its move gives away."""
    scene = Scene("saboteur", "E|W NESW").road(5)
    bot = there(scene, 1)
    mind = bot.mind(scene.rules)
    guide = mind.guide(scene.view, SEAT)
    assert isinstance(guide, RoundGuide)
    actions = {scene.text(action): action for action in legal(scene.view, SEAT)}

    def suspected(action: int) -> int:
        guide.about(action)
        found = 0
        for seed in range(100):
            world = mind.imagine(scene.view, SEAT, Seeded(seed))
            guide.begin(world, Seeded(seed))
            found += int(guide.suspects) >> SEAT & 1
        return found

    assert suspected(actions["lay NESW 6,0"]) < 40
    assert suspected(actions["lay E|W 6,0"]) > 60


def test_it_lays_the_card_that_ends_the_round() -> None:
    scene = Scene("digger", "EW NS break-lamp map").road(6).knows(1, "gold")
    assert scene.text(there(scene, 60).choose(scene.view, SEAT, 1)) == "lay EW 7,0"


def test_a_level_is_a_number_of_playouts_or_a_time() -> None:
    scene = Scene("digger", "EW NS NESW E|W").road(2)
    bot = there(scene, 20)
    bot.choose(scene.view, SEAT, 1)
    assert sum(len(trial.values) for trial in bot.tried) <= 20
    assert len(bot.tried[0].values) >= 3
    for name, playouts, seconds in (("sharp@500", 500, float("inf")), ("sharp@50ms", 10**9, 0.05)):
        made = make(name, 1)
        assert isinstance(made, Sharp)
        assert (made.playouts, made.seconds) == (playouts, seconds)
    for name in ("sharp@", "sharp@0", "sharp@5s", "steady@5"):
        with pytest.raises(OptionError):
            make(name, 1)


def test_without_any_time_it_plays_as_the_steady_bot() -> None:
    scene = Scene("digger", "EW NS NESW").road(2)
    bot = Sharp(0, 1000, 0.0)
    bot.hear(scene.view, Event(BEGAN, ALL, 1, SEAT, 0, 0))
    steady = make("steady", 0)
    steady.hear(scene.view, Event(BEGAN, ALL, 1, SEAT, 0, 0))
    scores = bot.mind(scene.rules).judge(scene.view, SEAT, legal(scene.view, SEAT))
    chosen = legal(scene.view, SEAT).index(bot.choose(scene.view, SEAT, 1))
    assert scores[chosen] == max(scores)


def test_playouts_are_weighed_against_what_was_expected() -> None:
    own, doubtful, sure = Trial(1, [0.0, 1.0, 0.0, 1.0]), Trial(2, [1.0, 0.0, 0.0, 1.0]), Trial(3, [1.0] * 4)
    assert better(own, [own, doubtful], 0.1) is own
    assert better(own, [own, doubtful, sure], 0.1) is sure
    assert better(own, [own], 0.1) is own
    sure.expected = -0.2
    assert better(own, [own, sure], 0.1) is own  # four worlds against what it was rather sure of
    often = Trial(3, sure.values * 30, -0.2)
    assert better(Trial(1, own.values * 30), [own, often], 0.1) is often


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_playout_leaves_its_world_alone_and_comes_to_an_end(game: str) -> None:
    options = Options(game=game, players=players_of(Options(game))[0])
    rules = ruleset(options)
    log: list[Event] = []
    play = open_game(rules, Seeded(3), log)
    seat = lowest(waiting(play.state))
    view = rules.game.new_state(rules)
    for row in stream(log, seat):
        fold(view, row)
    mind = Sharp(0).mind(rules)
    guide = mind.guide(view, seat)
    assert guide is not None
    world = mind.imagine(view, seat, Seeded(1))
    before = world.ints()
    for action in legal(view, seat)[:3]:
        guide.about(action)
        first = playout(world, seat, action, guide, Seeded(2))
        assert first == playout(world, seat, action, guide, Seeded(2))
    assert world.ints() == before


def test_what_was_heard_speaks_against_a_seat_in_its_worlds() -> None:
    scene = Scene("digger", "EW").road(5)
    bot = there(scene, 1)
    bot.hear(scene.view, laid(scene, 2, "E|W", 6, 0))
    mind = bot.mind(scene.rules)
    foes = [0] * 5
    for seed in range(60):
        cards = mind.imagine(scene.view, SEAT, Seeded(seed)).cards
        for seat in range(5):
            foes[seat] += int(cards.number(ROLE + seat, SABOTEUR))
    assert foes[2] > 45
    assert foes[0] == 0
