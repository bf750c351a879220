"""The engine's moves against the naive rules, ply by ply."""

from __future__ import annotations

import random

import pytest

from tests.engine.table import COMPILED
from tests.lost_mines import naive
from tests.lost_mines.table import MinesTable, random_rules, rules_for
from undermine.games.lost_mines.rules.state import HAND, LOOK, MINE, ORIENT, PLAY, TAKE, WALK, Mines, mines
from undermine.games.lost_mines.words import lying_words
from undermine.kernel.engine import legal
from undermine.kernel.ids import lowest
from undermine.kernel.ruleset import Ruleset
from undermine.notation.actions import words
from undermine.tunnels.ports import LETTERS
from undermine.tunnels.tiles import HIDDEN

PLIES = 1500 if COMPILED else 500  # for each of the tables below
SEEDS = 8


def cell_of(spot: int) -> naive.Cell:
    return spot % 256 - 128, spot // 256 - 128


def edge_of(key: int) -> naive.Edge:
    cell = cell_of(key // 2)
    return frozenset((cell, naive.beside(cell, "S" if key & 1 else "E")))


def table_of(t: Mines, seat: int) -> naive.Table:
    """What lies on the table, in words."""
    names = t.rules.layout.face_names[int(t.rules.layout.bag[HAND])]
    cards: dict[naive.Cell, str] = dict.fromkeys(naive.STARTS, "start")
    lying = t.grid.ints()
    for spot, tile in zip(lying[::2], lying[1::2], strict=True):
        if cell_of(spot) in naive.BOARD and cell_of(spot) not in naive.STARTS:
            cards[cell_of(spot)] = naive.HIDDEN if tile == HIDDEN else lying_words(t.hooks, tile)
    return naive.Table(
        me=seat,
        players=int(t.seats),
        hand=[name for face, name in enumerate(names) if face for _ in range(t.cards.number(HAND + seat, face))],
        cards=cards,
        dwarves=[cell_of(int(spot)) for spot in t.at],
        cleared={cell_of(int(spot)) for spot in t.cleared},
        traps={edge_of(int(key)) for key in t.traps},
        trolls={edge_of(int(key)) for key in t.trolls if key},
        treasures=[slot for number, slot in enumerate(t.hooks.slots) if t.on_display(number)],
        switches=t.rules.settings.values,
    )


def expected(t: Mines, table: naive.Table) -> set[str] | None:
    """What the naive rules allow; None for questions that they do not know."""
    f = t.top()
    if f.step == PLAY:
        return naive.plays(table)
    if f.step == WALK:
        return naive.steps(table)
    if f.step == LOOK:
        return naive.looks(table, t.rules.layout.face_names[int(t.rules.layout.bag[HAND])][f.b])
    if f.step == TAKE:
        kind = t.hooks.kind_names[f.b]
        return {f"take {slot}" for slot in table.treasures if slot.startswith(f"{kind}-")}
    if f.step == ORIENT:
        face = t.hooks.mine_names[t.cards.any(MINE + f.a) - 1]
        return naive.turns(table, face, naive.MINES[f.a], LETTERS[f.b % 4])
    return None


def said(t: Mines, seat: int) -> list[str]:
    """All answers in words, two discarded cards in the order of the alphabet, without the proposal to end the round."""
    found = [words(t.rules, t, seat, action) for action in legal(t, seat)]
    ordered = [
        " ".join([text.split()[0], *sorted(text.split()[1:])]) if text.startswith("discard") else text for text in found
    ]
    return [text for text in ordered if text != "propose"]


class Compared:
    """Plays on, and compares every question; counts how often each was compared."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.table = MinesTable(rules, seed)
        self.seen: dict[int, int] = {}
        self.bars: set[str] = set()  # what was in the way
        self.walked = 0
        self.reach = 0

    def ply(self) -> None:
        t = mines(self.table.state)
        seat = int(lowest(t.top().seats))
        table = table_of(t, seat)
        wanted = expected(t, table)
        if wanted is not None:
            found = said(t, seat)
            assert len(found) == len(set(found)), "the same answer twice"
            assert set(found) == wanted
            self.seen[int(t.top().step)] = self.seen.get(int(t.top().step), 0) + 1
        self.count_steps(t, table)
        self.table.move()

    def count_steps(self, t: Mines, table: naive.Table) -> None:
        """A move is as long as the card allows on which it begins."""
        if t.top().step != WALK:
            self.walked = 0
            return
        self.bars |= {naive.bar(table, side) for side in "NESW"}
        if not self.walked:
            self.reach = naive.reach(table)
        assert t.top().b == self.reach - self.walked
        self.walked += 1


@pytest.mark.parametrize("seed", range(SEEDS))
def test_legal_moves_are_those_of_the_naive_rules(seed: int) -> None:
    rnd = random.Random(f"naive {seed}")
    plies = 0
    while plies < PLIES:
        rules = random_rules(rnd) if seed % 2 else rules_for(rnd.randint(3, 9))
        game = Compared(rules, rnd.randrange(2**31))
        while not game.table.state.over() and plies < PLIES:
            game.ply()
            plies += 1


def test_the_comparison_meets_every_question() -> None:
    """It would mean little on boards on which no mine is found and no way is barred."""
    seen: dict[int, int] = {}
    bars: set[str] = set()
    for seed in range(12):
        game = Compared(rules_for(3 + seed % 4), seed)
        game.table.eager = 0.95
        while not game.table.state.over():
            game.ply()
        bars |= game.bars
        for step, number in game.seen.items():
            seen[step] = seen.get(step, 0) + number
    assert all(seen.get(step, 0) >= least for step, least in ((PLAY, 500), (WALK, 300), (LOOK, 30), (TAKE, 3))), seen
    assert bars == {"", "forest", "troll", "obstacle", "dwarf"}
