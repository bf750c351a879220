"""The engine's moves against the naive rules, ply by ply."""

from __future__ import annotations

import random

import pytest

from tests.engine.naive import Position, is_tunnel, legal_moves, reached_goals
from tests.engine.naive import refusal as naive_refusal
from tests.engine.table import COMPILED, EDITIONS, TOOLS, Table, card_name, cell_of, refusal, turn_words, words
from undermine.games.classic.rules.actions import PASS
from undermine.games.classic.rules.events import LAID, PASSED, PLAYED, WON
from undermine.games.classic.rules.state import CHOOSE, DECK, DIGGERS_WON, FRONT, HAND, TURN, Classic, classic
from undermine.kernel.engine import legal
from undermine.kernel.event import Event
from undermine.kernel.forms import CARD, fields_of
from undermine.kernel.visibility import fold
from undermine.registry import Options, ruleset

PLIES = 2000 if COMPILED else 800  # for each of the twelve tables below

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"requireConnection": "false"},
    {"allowSelfSabotage": "true", "roundEnd": "anyPasses"},
    {"requireConnection": "false", "multiGoal": "chooseOne", "roundEnd": "allHandsEmpty"},
)


def position(t: Classic, seat: int) -> Position:
    """What lies on the table, in words."""
    maze: dict[tuple[int, int], str] = {}
    cards = t.grid.ints()
    for spot, tile in zip(cards[::2], cards[1::2], strict=True):
        if t.hooks.tiles.text(tile):
            maze[cell_of(spot)] = t.hooks.tiles.text(tile)
    return Position(
        players=t.seats,
        me=seat,
        hand=cards_at(t, HAND + seat),
        maze=maze,
        face_down=[goal for goal in range(3) if not t.opened >> goal & 1],
        broken=[{card.removeprefix("break-") for card in cards_at(t, FRONT + other)} for other in range(t.seats)],
        switches=t.rules.settings.values,
    )


def cards_at(t: Classic, place: int) -> list[str]:
    return [
        card_name(t.rules, face)
        for face in range(1, t.cards.faces(place) + 1)
        for _ in range(t.cards.number(place, face))
    ]


def compare(t: Table, rnd: random.Random) -> None:
    s = classic(t.state)
    seat = t.asked()
    p = position(s, seat)
    reached = reached_goals(p)
    assert {goal for goal in range(3) if s.reached() >> goal & 1} == reached
    if s.top().step == CHOOSE:
        assert sorted(int(fields_of(action)) for action in legal(s, seat)) == sorted(reached)
    if s.top().step != TURN:
        return
    actions = legal(s, seat)
    said = [words(s, action) for action in actions]
    assert len(set(said)) == len(said), "the same move twice"
    legal_words = legal_moves(p)
    assert set(said) == legal_words
    for action in (wrong_play(rnd, s, p.hand) for _ in range(2)):
        why = refusal(s, seat, action)
        assert ("" if why is None else why[0]) == naive_refusal(p, turn_words(s.rules, action), legal_words), action


def wrong_play(rnd: random.Random, s: Classic, hand: list[str]) -> int:
    """A card, mostly of the hand, aimed at something near."""
    names = s.rules.layout.face_names[16]
    name = rnd.choice(hand) if hand and rnd.random() < 0.9 else rnd.choice(names[1:])
    face = names.index(name)
    aims = {"b": rnd.randrange(s.seats + 2), "m": rnd.randrange(s.seats + 1) * 8 + rnd.randrange(len(TOOLS))}
    cell = (rnd.randrange(-3, 4) + 128) * 256 + rnd.randrange(-1, 10) + 128
    if is_tunnel(name):
        alike = s.hooks.alike[face]
        quarter = rnd.choice((0, 1, 3) if alike else (0, 1, 2, 3))
        return face * CARD + cell * 4 + quarter
    base = int(s.hooks.cards[face].base)
    if name == "rockfall":
        return base + cell
    if name == "map":
        return base + rnd.randrange(5)
    if rnd.random() < 0.05:
        return PASS
    return base + aims[name[0]]


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("edition", EDITIONS)
def test_legal_moves_are_those_of_the_naive_rules(edition: str, variant: int) -> None:
    rnd = random.Random(f"{edition} {variant}")
    plies = 0
    while plies < PLIES:
        chosen = Options(players=rnd.randint(3, 10), edition=edition, switches=VARIANTS[variant])
        t = Table(ruleset(chosen), rnd.randrange(2**31), ())
        while not t.state.over() and plies < PLIES:
            compare(t, rnd)
            t.move()
            plies += 1


def test_goals_are_reached_now_and_then() -> None:
    """The comparison above would mean little on mazes that never come to a goal."""
    turned = 0
    for seed in range(12):
        t = Table(ruleset(Options(players=5)), seed, ())
        t.eager = 0.95
        while not t.state.over():
            t.move()
            turned += bool(classic(t.state).opened)
    assert turned > 100


class PassesInARow:
    """When passes end a round, by the catalogue (B-141 and R-16)."""

    def __init__(self, t: Table) -> None:
        self.table = t
        self.mode = t.rules.settings.choice("roundEnd")
        self.row = 0

    def move(self) -> tuple[bool, bool]:
        """One move; says whether the round should have ended without gold, and whether it did."""
        t = self.table
        s = classic(t.state)
        seat, seen, at_turn = t.asked(), len(t.log), s.top().step == TURN
        no_deck = not s.cards.size(DECK)
        stuck = at_turn and all(word[0] == "pass" for word in legal_moves(position(s, seat)))
        t.move()
        rows = t.log[seen:]
        passed = any(row.kind is PASSED for row in rows)
        counts = passed and no_deck and (stuck or self.mode == "anyPasses")
        self.row = self.row + 1 if counts else 0
        won = [row.a for row in rows if row.kind is WON]
        due = self.used_up(rows) if self.mode == "allHandsEmpty" else self.row == s.seats
        if won:
            self.row = 0
        return due and DIGGERS_WON not in won, bool(won) and DIGGERS_WON not in won

    def used_up(self, rows: list[Event]) -> bool:
        """Were deck and all hands empty before the cards were gathered for the next round?"""
        s = self.table.rules.game.new_state(self.table.rules)
        for event in self.table.log[: len(self.table.log) - len(rows)]:
            fold(s, event)
        for event in rows:
            fold(s, event)
            if event.kind in (LAID, PLAYED, PASSED):
                return not any(s.cards.size(place) for place in (DECK, *range(HAND, HAND + s.rules.seats)))
        return False


@pytest.mark.parametrize("mode", ["forcedPasses", "allHandsEmpty", "anyPasses"])
def test_passes_end_a_round_when_the_catalogue_says_so(mode: str) -> None:
    ended = 0
    for seed in range(4):
        chosen = Options(players=3 + seed % 3, edition=EDITIONS[seed % 3], switches={"roundEnd": mode})
        t = Table(ruleset(chosen), seed, ())
        passes = PassesInARow(t)
        while not t.state.over():
            due, ends = passes.move()
            assert due == ends
            ended += ends
    assert ended > 5
