"""New goal cards: five of eight lie in the maze, the gold always among them (A-120...A-130)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.change import Bank, bank_of, lay_bank, pieces
from undermine.games.classic.extras.layout import apart, chosen_cells, near
from undermine.games.classic.rules.events import GIVEN
from undermine.games.classic.rules.extending import Find
from undermine.games.classic.rules.goals import GOLD, Gold, end_round
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import GOAL, GOAL_BAG, SABOTEURS_WON, Classic, classic
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import faces_in
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN, Action, Seat
from undermine.kernel.looking import FaceDown
from undermine.kernel.manifest import CardRow
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.kernel.state import Frame, State
from undermine.tunnels.shape import parse_shape

# What a goal may be that nobody has looked at. Others may lie aside unseen, the gold may not: it is any of the
# unseen goals of the maze with the same chance.


def unseen(t: Classic) -> i64:
    """Goals of the maze that nobody has looked at."""
    number: i64 = 0
    goal: i64 = 0
    while goal < t.hooks.goals:
        number += t.cards.number(GOAL + goal, UNKNOWN)
        goal += 1
    return number


def gold_unseen(s: State) -> bool:
    """Nobody has seen the gold yet."""
    return s.cards.number(GOAL_BAG, GOLD) > 0


def possible(s: State, out: vec[i64]) -> i64:
    """The faces that an unseen goal may have: the last one must be the gold, if that has not been seen."""
    if gold_unseen(s) and unseen(classic(s)) == 1:
        out[0] = GOLD
        return 1
    return faces_in(s, GOAL_BAG, out, 0)


def odds(s: State, face: i64) -> i64:
    """How likely a face is, in parts of `all_odds`."""
    copies = s.cards.number(GOAL_BAG, face)
    if not gold_unseen(s):
        return copies
    return s.cards.size(GOAL_BAG) - 1 if face == GOLD else copies * (unseen(classic(s)) - 1)


def all_odds(s: State) -> i64:
    """The sum over all faces."""
    size = s.cards.size(GOAL_BAG)
    return (size - 1) * unseen(classic(s)) if gold_unseen(s) else size


def pick_goal(s: State, r: i64) -> i64:
    """The r-th of these parts."""
    face: i64 = 0
    while r >= 0:
        face += 1
        r -= odds(s, face)
    return face


class OneOfFive(FaceDown):
    """One of the five is looked at or turned up; what follows is the same as in the step whose place this takes."""

    def __init__(self) -> None:
        super().__init__("goal", GOAL_BAG, GOAL)
        self.old = Step()

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = self.known(s, f)
        return 1 if out[0] else possible(s, out)

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return 1 if self.known(s, f) else odds(s, action)

    def total(self, s: State, f: Frame) -> i64:
        return 1 if self.known(s, f) else all_odds(s)

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        return self.known(s, f) or pick_goal(s, r)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        self.old.resolve(p, f, seat, action)


# What the goals do


class Spider(Find):
    """The saboteurs have won (A-123)."""

    def __init__(self) -> None:
        super().__init__(True)

    def found(self, p: Play, s: Classic, goal: i64, seat: Seat) -> None:
        end_round(p, SABOTEURS_WON, NOBODY)


class Sack(Find):
    """Nuggets from the bank (A-124)."""

    def __init__(self, nuggets: i64) -> None:
        super().__init__(False)
        self.nuggets = nuggets

    def found(self, p: Play, s: Classic, goal: i64, seat: Seat) -> None:
        p.emit(GIVEN, ALL, NOBODY, seat, self.nuggets, 0)


class Dragon(Find):
    """A nugget for the bank, from whoever has any gold (A-125)."""

    def __init__(self, bank: Bank) -> None:
        super().__init__(False)
        self.bank = bank

    def found(self, p: Play, s: Classic, goal: i64, seat: Seat) -> None:
        if pieces(s, seat):
            self.bank.give(p, s, seat, NOBODY)


def find_of(row: CardRow, bank: Bank) -> Find:
    """What a goal does is told by its mark."""
    if row.mark == "gold":
        return Gold()
    if row.mark == "spider":
        return Spider()
    if row.mark == "sack":
        return Sack(row.value)
    return Dragon(bank) if row.mark == "dragon" else Find(False)


class NewGoals(Module):
    """Eight goals and five cells instead of those of the base game."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        manifest = r.manifest("new-goals")
        bank = bank_of(r)
        hooks.clear_goals()
        hooks.choose_one = False  # all that are reached are turned, whatever an edition says of its own goals
        for row in manifest.cards("goals"):
            hooks.add_goal(row.face, parse_shape(row.shape), row.count, find_of(row, bank))
        cells = chosen_cells(r.settings, "goals.cells", manifest.layout("goals"))
        near("A goal", cells)
        apart("Cards", [(int(hooks.entrance_x), int(hooks.entrance_y)), *cells])
        for x, y in cells:
            hooks.add_goal_place(x, y)
        for name in ("peek", "reveal"):
            five = OneOfFive()
            five.old = r.replace(name, five)

    def lay_out(self, rules: Ruleset) -> None:
        lay_bank(rules)


MODULE: Final = NewGoals(Meta("new-goals", ("classic",)))
