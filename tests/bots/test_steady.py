"""The steady bot: what it believes after moves that it has heard of, and what it does about it."""

from __future__ import annotations

import pytest

from tests.bots.view import SEAT, Scene
from undermine.bots import Seated, derived, make
from undermine.bots.steady import Steady
from undermine.games.classic.mind.roads import CARD, NEVER, Supply, roads_of
from undermine.games.classic.mind.suspicion import subsets
from undermine.games.classic.rules.events import BEGAN, LAID, PLAYED
from undermine.games.classic.rules.state import CARD_BAG, DECK, DISCARD
from undermine.kernel.chance import Seeded
from undermine.kernel.dealing import MOVED
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL, lowest
from undermine.kernel.visibility import stream
from undermine.registry import MODULES, Options, ruleset
from undermine.tunnels.placing import QUARTERS
from undermine.tunnels.ports import spot


def heard(scene: Scene, *rows: Event) -> Steady:
    """One that has been there since the round began."""
    bot = Steady(0)
    bot.hear(scene.view, Event(BEGAN, ALL, 1, SEAT, 0, 0))
    for row in rows:
        bot.hear(scene.view, row)
    return bot


def laid(scene: Scene, seat: int, card: str, x: int, y: int) -> Event:
    return Event(LAID, ALL, scene.face(CARD_BAG, card), seat, spot(x, y) * QUARTERS, 0)


def broke(scene: Scene, seat: int, target: int) -> Event:
    card = scene.view.hooks.cards[scene.face(CARD_BAG, "break-lamp")]
    return Event(PLAYED, ALL, card.base + card.form.fields[0].put(target), seat, 0, 0)


def test_nobody_is_suspected_before_the_first_move() -> None:
    scene = Scene("digger", "EW")
    suspicion = heard(scene).explain(scene.view, SEAT).suspicion
    assert suspicion == pytest.approx([0.0, 0.4, 0.4, 0.4, 0.4])


def test_sets_respect_the_cards_that_there_are() -> None:
    """Five players: two saboteurs among four others and the card left over."""
    scene = Scene("digger", "EW")
    sets = heard(scene).sets(scene.view, SEAT)
    assert sum(now for now, _ in sets.values()) == pytest.approx(1.0)
    assert {mask.bit_count() for mask in sets} == {1, 2}
    assert sets[0b110][1] == pytest.approx(0.1)
    assert sorted(subsets([1, 2, 3], 1)) == [0, 2, 4, 8]


def test_whoever_digs_is_trusted_and_whoever_bars_the_way_is_not() -> None:
    scene = Scene("digger", "EW").road(5)
    bot = heard(scene, laid(scene, 1, "NESW", 6, 0), laid(scene, 2, "E|W", 6, 0))
    about = bot.explain(scene.view, SEAT)
    assert about.suspicion[1] < 0.2
    assert about.suspicion[2] > 0.8
    assert {(reason.key.split(".")[0], reason.about["seat"]) for reason in about.reasons} == {("sign", 1), ("sign", 2)}


def test_a_digger_breaks_the_tools_of_whom_it_believes_to_hinder() -> None:
    scene = Scene("digger", "break-lamp N").road(5)
    bot = heard(scene, laid(scene, 2, "E|W", 6, 0), broke(scene, 2, 1), laid(scene, 1, "NESW", 6, 0))
    assert scene.text(bot.choose(scene.view, SEAT, 1)) == "break lamp P3"


def test_a_digger_ends_a_round_rather_than_break_the_tools_of_a_sure_saboteur() -> None:
    scene = Scene("digger", "break-lamp EW").road(6).knows(1, "gold")
    bot = heard(scene, laid(scene, 2, "E|W", 7, 0), broke(scene, 2, 1), laid(scene, 2, "E|W", 7, 0))
    assert bot.explain(scene.view, SEAT).suspicion[2] > 0.95
    assert scene.text(bot.choose(scene.view, SEAT, 1)) == "lay EW 7,0"


def test_a_saboteur_lays_a_wall_at_the_end_of_a_tunnel() -> None:
    scene = Scene("saboteur", "E|W NESW EW").road(6).knows(1, "gold")
    assert scene.text(heard(scene).choose(scene.view, SEAT, 1)) == "lay E|W 7,0"


def test_past_a_wrong_goal_the_right_one_is_near() -> None:
    """A tunnel that reaches the middle goal turns it up, and goes on from there to the one above it."""
    scene = Scene("saboteur", "EW NS").road(6).knows(0, "gold")
    face = scene.face(CARD_BAG, "EW")
    (upper, *_) = roads_of(scene.view, SEAT)
    assert upper.after(7, 0, scene.view.hooks.tile_of[face]) < min(upper.best, 3 * CARD)
    assert scene.text(heard(scene).choose(scene.view, SEAT, 1)) != "lay EW 7,0"


def test_a_saboteur_breaks_what_can_hardly_be_mended() -> None:
    scene = Scene("saboteur", "break-lamp break-cart").road(5)
    for card in ("mend-lamp", "mend-lamp", "mend-lamp+pick"):
        MOVED.apply(scene.view, scene.face(CARD_BAG, card), DECK, DISCARD, 0)
    assert scene.text(heard(scene).choose(scene.view, SEAT, 1)).startswith("break lamp")


def test_cards_that_are_rare_make_a_way_longer() -> None:
    view = Scene("digger", "EW").road(5).view
    supply = Supply(view, SEAT)
    open_cell = supply.row(0)
    walled = supply.row(0b1111 | 0b1010 << 4)
    free = [supply.costs[open_cell + pair] for pair in range(16) if pair % 5]
    assert all(CARD < cost < NEVER for cost in free)
    assert supply.costs[walled + 1 * 4 + 3] > max(free)
    assert supply.costs[walled + 0 * 4 + 2] == NEVER
    assert [road.best > CARD for road in roads_of(view, SEAT)] == [True] * 3


def test_memory_is_rebuilt_from_the_stream() -> None:
    """Heard at once or row by row, and asked in between or not: the same answer."""
    rules = ruleset(Options(players=3))
    log: list[Event] = []
    chance, dice = Seeded(4), Seeded(5)
    play = open_game(rules, chance, log)
    bots = [Seated(make("steady", derived(1, seat)), rules, seat) for seat in range(3)]
    told = 0
    for _ in range(9):
        for bot in bots:
            bot.hear(stream(log[told:], bot.seat))
        told = len(log)
        seat = lowest(waiting(play.state))
        bots[seat].choose()
        actions = legal(play.state, seat)
        step(play, seat, actions[dice.below(len(actions))], chance)
    seat = lowest(waiting(play.state))
    bots[seat].hear(stream(log[told:], seat))
    anew = Seated(make("steady", derived(1, seat)), rules, seat)
    anew.hear(stream(log, seat))
    assert anew.choose() == bots[seat].choose()


# Questions of extras

SELDOM = 40  # moves of a game at most


@pytest.mark.parametrize("extra", sorted(MODULES))
def test_what_extras_ask_is_weighed(extra: str) -> None:
    """Every question that comes up, and every card and deed of the extra: not all answers are alike to a steady bot."""
    needed = [key for key in MODULES[extra].meta.requires if key in MODULES]
    players = {"tournament": 5}.get(extra, 4)
    rules = ruleset(Options(players=players, extras=(extra, *needed)))
    asked: dict[int, list[bool]] = {}
    for seed in range(12):
        if seed > 1 and all(any(weighed) for weighed in asked.values()):
            break  # answers may be alike for once: two goals that are as likely and as far
        chance, dice = Seeded(seed), Seeded(seed + 9)
        log: list[Event] = []
        play = open_game(rules, chance, log)
        bots = [Seated(make("steady", seat), rules, seat) for seat in range(players)]
        told = 0
        for _ in range(SELDOM):
            if not play.state.depth:
                break
            seat = lowest(waiting(play.state))
            actions = legal(play.state, seat)
            number = int(play.state.now.step)
            if len(actions) > 1 and sum(asked.setdefault(number, [])) < 2 and len(asked[number]) < 9:
                for bot in bots:
                    bot.hear(stream(log[told:], bot.seat))
                told = len(log)
                mind = bots[seat].bot
                assert isinstance(mind, Steady)
                scores = mind.mind(rules).judge(bots[seat].view, seat, actions)
                assert len(scores) == len(actions)
                asked[number].append(max(scores) - min(scores) > 1e-9)
            step(play, seat, actions[dice.below(len(actions))], chance)
    assert asked
    assert all(any(weighed) for weighed in asked.values()), [
        type(rules.steps[number]).__name__ for number, weighed in asked.items() if not any(weighed)
    ]
