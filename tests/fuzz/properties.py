"""What must hold in every game, and how closely it is looked at.

Termination, and who is told which card, are looked at after every move; cards, questions, moves and claims of all views, and
whether the truth is the fold of its events, at the end of every round and whenever something happens or is asked for the
first time in a game. Of the rest each game has some moves looked at, chosen by its own seed: every look comes once in the
first moves of a game and then after a random number of moves. A record, which is the game played three times over, is
written and read of some games. A game that is played again by its seed is looked at after every move (`--seed S --options ...`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.fuzz.game import Game
from tests.fuzz.twins import OpenPair
from undermine.kernel.chance import Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.engine import act, explain, legal
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import ALL, UNKNOWN
from undermine.notation.actions import parse, words
from undermine.notation.events import event_words, parse_event
from undermine.notation.position import build, position_of
from undermine.notation.position_text import parse_position, print_position
from undermine.notation.setting import views_of
from undermine.present import ask_of, view_of
from undermine.sim.checking import check_fold, check_record, check_told, check_views, sure

SOME = 2  # views whose cards are looked at, at a move that is looked at
ROWS = 2  # events that are printed, of such a move
EARLY = 20  # each look comes once in the first so many moves
TRIED = 4  # actions that are tried, where refusals are looked at
NEWS = 4  # one of how many moves with something new is also looked at from two worlds
STRIDES = (-1, 1, 2, 8, 256, 1024, 1 << 16, 1 << 18, 1 << 19, 1 << 32, 1 << 48)  # from a legal action to one beside it


@dataclass(frozen=True)
class Paces:
    """One of how many moves is looked at in which way, on average. What costs more is looked at more seldom."""

    views: int = 60
    refusals: int = 24
    copies: int = 40
    words: int = 20
    events: int = 30
    screens: int = 300
    positions: int = 400
    secrets: int = 400
    outcomes: int = 60  # of all outcomes of chance: hands are dealt card by card
    records: int = 200  # of all games
    moves_of_a_pair: int = 8
    everybody: bool = False  # the cards of all views


USUAL = Paces()
ALWAYS = Paces(1, 1, 1, 1, 1, 1, 4, 4, 1, 1, 40, everybody=True)


class Diary:
    """When a game is looked at next, and how."""

    def __init__(self, paces: Paces, looks: random.Random) -> None:
        self.looks = looks
        self.every: dict[Callable[[Game, Paces], None], int] = {
            look_at_views: paces.views,
            check_refusals: paces.refusals,
            check_copies: paces.copies,
            check_words: paces.words,
            check_events: paces.events,
            check_screens: paces.screens,
            check_positions: paces.positions,
            check_secrets: paces.secrets,
        }
        self.due = {look: 1 + looks.randrange(min(every, EARLY)) for look, every in self.every.items()}
        self.next = min(self.due.values())

    def look(self, game: Game, paces: Paces) -> None:
        """After a move."""
        now = len(game.moves) - 1
        if game.state.over():
            return
        if game.news:
            look_at_views(game, paces)
            check_refusals(game, paces)
            check_words(game, paces)
            if not self.looks.randrange(NEWS):
                check_secrets(game, paces)
        if now < self.next:
            return
        for look, move in self.due.items():
            if move <= now:
                self.due[look] = now + 1 + self.looks.randrange(2 * self.every[look] - 1)
                look(game, paces)
        self.next = min(self.due.values())


def play_through(game: Game, paces: Paces, rounds: int) -> None:
    """Play a game to its end, or until so many rounds have begun and ended, and look at it all the while."""
    diary = Diary(paces, game.looks)
    game.open()
    check_all_views(game)
    while not game.state.over() and game.rounds <= rounds:
        game.move()
        diary.look(game, paces)
        if not game.since:
            check_all_views(game)  # a round has ended
    check_all_views(game)
    check_folds(game)
    if game.state.over():
        sure(len(game.rules.game.returns(game.state)) == game.rules.seats, "not everybody has a result")
    if not game.looks.randrange(paces.records):
        check_record(game.options, game.stored())


def check_all_views(game: Game) -> None:
    check_views(game.ledger, game.state, game.watchers, game.views, game.watchers)
    check_own_cards(game)
    check_fold_so_far(game)


def look_at_views(game: Game, paces: Paces) -> None:
    """Cards of some views or of all; questions and moves of all."""
    some = game.watchers if paces.everybody else game.looks.sample(game.watchers, min(SOME, len(game.watchers)))
    check_views(game.ledger, game.state, game.watchers, game.views, some)
    check_own_cards(game)
    check_fold_so_far(game)


def check_own_cards(game: Game) -> None:
    """Everybody can name what is in their own hand, their role and their gold."""
    for seat, places in enumerate(game.own):
        for place in places:
            known = not game.seats[seat].cards.number(place, UNKNOWN)
            sure(known, f"{seat} was not told what is in {game.rules.layout.place_names[place]}")


def check_fold_so_far(game: Game) -> None:
    """Nothing is written but by events."""
    sure(game.again.ints() == game.state.ints(), "the state is not what its events make of it")


def check_refusals(game: Game, paces: Paces) -> None:
    """A view refuses what the truth refuses, for the same reason; what is legal is not refused."""
    seat = game.looks.choice(game.watchers)
    view = game.views[game.watchers.index(seat)]
    may = legal(game.state, seat)
    for action in may[:1]:
        sure(explain(game.state, seat, action) is None, f"legal and refused: {action}")
    for _ in range(TRIED):
        action = any_action(game, may)
        mine, true = explain(view, seat, action), explain(game.state, seat, action)
        same = (mine is None) == (true is None) and (mine is None or true is None or mine.code == true.code)
        sure(same, f"the view of {seat} explains {action} otherwise")
        if mine is not None and true is not None:
            sure(mine.rule == true.rule, f"the view of {seat} names another rule for {action}")


def any_action(game: Game, known: list[int]) -> int:
    """Any number a client may send: seldom legal, and often near something that is."""
    if known and game.looks.random() < 0.7:
        card = game.looks.choice(sorted({action >> 19 for action in known}))  # in however many places it may lie
        return game.looks.choice([action for action in known if action >> 19 == card]) + game.looks.choice(STRIDES)
    return game.looks.randrange(-40, 2 ** game.looks.choice((6, 20, 40, 60)))


def check_copies(game: Game, paces: Paces) -> None:
    """A copy says the same, and what happens to it does not touch the original."""
    before = game.state.ints()
    twin = game.state.copy()
    sure(twin.ints() == before, "a copy differs")
    seat = next(seat for seat in range(game.rules.seats) if legal(twin, seat))
    act(Play(twin, None), seat, game.looks.choice(legal(twin, seat)))
    sure(game.state.ints() == before, "what happens to a copy happens to the original")


def check_words(game: Game, paces: Paces) -> None:
    """An action that is printed can be read again, from the truth and from the view."""
    for seat in range(game.rules.seats):
        may = legal(game.state, seat)
        if may:
            action = game.looks.choice(may)
            said = words(game.rules, game.state, seat, action)
            sure(words(game.rules, game.seats[seat], seat, action) == said, f"in the view {said!r} is called otherwise")
            sure(parse(game.rules, game.state, seat, said) == action, f"{said!r} is read as something else")
            return


def check_events(game: Game, paces: Paces) -> None:
    """An event that is printed can be read again, whole or redacted."""
    rows = game.last_rows()
    for event in rows if paces.events == 1 else game.looks.sample(rows, min(ROWS, len(rows))):
        masked = event.kind.masked(event) if event.eyes != ALL else None
        for row in (event, masked):
            if row is not None:
                said = event_words(game.rules, row)
                sure(same_event(parse_event(game.rules, said), row), f"{said!r} is read as something else")


def same_event(one: Event, other: Event) -> bool:
    numbers = (one.eyes, one.a, one.b, one.c, one.d) == (other.eyes, other.a, other.b, other.c, other.d)
    return one.kind is other.kind and numbers


def check_screens(game: Game, paces: Paces) -> None:
    """Every observer's table can be shown, and its question with all options."""
    index = game.looks.randrange(len(game.watchers))
    seat, view = game.watchers[index], game.views[index]
    view_of(view, seat)
    ask = ask_of(view, seat)
    if ask is not None and legal(view, seat):
        sure(len(ask.options) == len(legal(view, seat)), f"the screen of {seat} offers more or fewer options")


def check_positions(game: Game, paces: Paces) -> None:
    """A position that is printed can be read again, with all that everybody knows."""
    if game.state.answered:
        return  # sealed answers cannot be written
    text = print_position(position_of(game.options, game.state, game.seats))
    position = parse_position(text)
    sure(print_position(position) == text, "the position is read as something else")
    again = build(position)
    sure(again.state.ints() == game.state.ints(), "the position is that of another state")
    same = [view.ints() for view in views_of(again)] == [view.ints() for view in game.seats]
    sure(same, "in the position somebody knows something else")


def check_secrets(game: Game, paces: Paces) -> None:
    """What a seat cannot see is dealt anew: a possible world, which that seat cannot tell from the true one."""
    if game.state.answered:
        return  # sealed answers belong to the true world
    index = game.looks.randrange(len(game.watchers))
    view = game.views[index]
    before = view.ints()
    other = determinize(view, Seeded(game.looks.randrange(2**31)))
    sure(view.ints() == before, "dealing anew changes the view")
    game.ledger.count(other)
    OpenPair(game, game.watchers[index], game.looks.randrange(2**31)).go_on(paces.moves_of_a_pair)


def check_folds(game: Game) -> None:
    """Truth is the fold of its events, a view the fold of what that seat was told."""
    check_fold(game.log, game.state, "the events lead to another state")
    index = game.looks.randrange(len(game.watchers))
    check_told(game.log, game.watchers[index], game.views[index])
