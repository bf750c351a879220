"""What every bot promises: it answers from a view alone, legally, and the same way each time."""

from __future__ import annotations

import pytest

from undermine.bots import Seated, derived, make, names
from undermine.errors import OptionError
from undermine.games.classic.rules.actions import is_pass
from undermine.games.classic.rules.state import CARD_BAG, HAND, TURN
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.forms import card_of
from undermine.kernel.ids import lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import follow, stream
from undermine.registry import MODULES, Options, ruleset


def game(options: Options, bot: str, seed: int) -> list[int]:
    """Every action of a game, each checked against the truth."""
    rules = ruleset(options)
    bots = [make(EASY.get(bot, bot), seed + seat) for seat in range(options.players)]
    chance = Seeded(seed)
    log: list[Event] = []
    play = open_game(rules, chance, log)
    views: list[State] = [rules.game.new_state(rules) for _ in bots]
    seen = follow(views, log, 0)
    actions: list[int] = []
    while play.state.depth:
        seat = lowest(waiting(play.state))
        before = views[seat].ints()
        action = bots[seat].choose(views[seat], seat, derived(seed, len(actions)))
        assert views[seat].ints() == before, "a bot may only read its view"
        assert action in legal(play.state, seat)
        actions.append(action)
        step(play, seat, action, chance)
        seen = follow(views, log, seen)
    return actions


TABLES = [
    Options(players=3),
    Options(players=4, edition="deluxe", switches={"allowSelfSabotage": "true"}),
    Options(players=5, edition="ukrainian"),
    Options(players=7, switches={"requireConnection": "false"}),
    Options(players=10, switches={"roundEnd": "allHandsEmpty", "goldDraw": "players"}),
]
LARGEST = {"steady": 4, "sharp": 3}  # tests/bots/test_steady.py plays larger tables, where it can be compiled
EASY = {"sharp": "sharp@3"}  # so many playouts show as well that it plays legally


@pytest.mark.parametrize(
    ("bot", "options"),
    [
        pytest.param(bot, options, id=f"{options.players}-{bot}")
        for options in TABLES
        for bot in names()
        if options.players <= LARGEST.get(bot, 10)
    ],
)
def test_bots_play_whole_games_legally(bot: str, options: Options) -> None:
    assert len(game(options, bot, seed=options.players)) >= 3 * 7  # no gold is nearer than seven cards


@pytest.mark.parametrize("bot", names())
def test_the_same_seed_gives_the_same_game(bot: str) -> None:
    assert game(Options(players=3), bot, 5) == game(Options(players=3), bot, 5)
    assert game(Options(players=3), bot, 5) != game(Options(players=3), bot, 6)


def test_the_random_bot_takes_every_action_sooner_or_later() -> None:
    rules = ruleset(Options(players=3))
    s = open_game(rules, Seeded(1), None).state
    seat = lowest(waiting(s))
    bot = make("random", 1)
    assert {bot.choose(s, seat, seed) for seed in range(1000)} == set(legal(s, seat))


def test_bots_say_their_names() -> None:
    assert [make(name, 1).name for name in names()] == ["random", "greedy", "steady", "sharp"]


def test_a_wrong_name_is_told_in_one_sentence() -> None:
    with pytest.raises(
        OptionError, match=r"^There is no bot 'clever'; choose one of: random, greedy, steady, sharp\.$"
    ) as caught:
        make("clever", 1)
    assert caught.value.code == "BAD_BOT"


def maps(*extras: str) -> float:
    """How often greedy bots with a map in hand play it on their turn, in a few games."""
    rules = ruleset(Options(players=5, extras=extras))
    face = rules.layout.face_names[CARD_BAG].index("map")
    held = played = 0
    for seed in range(6):
        bots = [Seated(make("greedy", seed + seat), rules, seat) for seat in range(5)]
        chance = Seeded(seed)
        log: list[Event] = []
        play = open_game(rules, chance, log)
        heard = 0
        while play.state.depth:
            fresh, heard = log[heard:], len(log)
            for bot in bots:
                bot.hear(stream(fresh, bot.seat))
            seat = lowest(waiting(play.state))
            action = bots[seat].choose()
            if play.state.top().step == TURN and play.state.cards.number(HAND + seat, face):
                held += 1
                played += card_of(action) == face and not is_pass(action)
            step(play, seat, action, chance)
    return played / held


@pytest.mark.skipif("treasure-chests" not in MODULES, reason="the chests have been taken out")
def test_a_card_that_an_extra_replaces_is_as_good_as_before() -> None:
    """Chests bring maps of their own, which bots know by what they are for."""
    plain, replaced = maps(), maps("treasure-chests")
    assert plain > 0.2
    assert replaced > 0.7 * plain
