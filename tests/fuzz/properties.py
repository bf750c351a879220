"""What must hold in every game, and how closely it is looked at.

Termination is looked at after every move, folds and all cards of all views at the end of every game. Of the rest a share
of the moves is looked at, so that about a hundred rounds a second are played on one core: ten milliseconds a round of some
seventy moves. A game that is played again by its seed is looked at after every move (`--seed S --options ...`).
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import gt

from tests.fuzz.game import Broken, Game, supply, sure
from tests.fuzz.twins import OpenPair
from undermine.kernel.chance import Seeded
from undermine.kernel.determinize import determinize
from undermine.kernel.engine import act, explain, legal
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import ALL
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, stream
from undermine.notation.actions import parse, words
from undermine.notation.events import event_words, parse_event
from undermine.notation.records import parse_record, print_record, record_of, verify
from undermine.present import ask_of, view_of

SOME = 2  # views whose cards are looked at, at a move that is looked at
STRIDES = (-1, 1, 2, 8, 256, 1024, 1 << 16, 1 << 18, 1 << 19, 1 << 32, 1 << 48)  # from a legal action to one beside it


@dataclass(frozen=True)
class Shares:
    """Of all moves, how many are looked at in which way. What costs more is looked at more seldom."""

    views: float = 1 / 20  # questions and moves of all views, the cards of some: about a millisecond
    refusals: float = 1 / 12  # some 20 us each
    copies: float = 1 / 12
    words: float = 1 / 6  # one action printed and read: some 50 us
    outcomes: float = 1 / 40  # one outcome of chance: hands are dealt card by card
    events: float = 1 / 40  # one event
    screens: float = 1 / 150  # a whole screen: some 500 us
    pairs: float = 1 / 150  # two worlds played on: some milliseconds
    moves_of_a_pair: int = 8
    records: float = 1 / 60  # of all games: a record verified is the game played three times


USUAL = Shares()
ALWAYS = Shares(1, 1, 1, 1, 1, 1, 1, 1 / 4, 40, 1)


def play_through(game: Game, shares: Shares, rounds: int) -> None:
    """Play a game to its end, or until so many rounds have begun and ended, and look at it all the while."""
    supplied = supply(game.state)
    game.open()
    look_closely(game, supplied, everybody=False)
    while not game.state.over() and game.rounds <= rounds:
        game.move()
        look(game, supplied, shares)
    look_closely(game, supplied)
    check_folds(game)
    if game.state.over():
        sure(len(game.rules.game.returns(game.state)) == game.rules.seats, "not everybody has a result")
    if game.looks.random() < shares.records:
        check_record(game)


def look(game: Game, supplied: list[list[int]], shares: Shares) -> None:
    """After a move."""
    due = game.looks.random
    if game.state.over():
        return
    if due() < shares.views:
        look_closely(game, supplied, everybody=shares.views == 1)
    if due() < shares.words:
        check_words(game)
    if due() < shares.refusals:
        check_refusals(game)
    if due() < shares.copies:
        check_copies(game)
    check_events(game, shares.events)
    if due() < shares.screens:
        check_screens(game)
    if due() < shares.pairs:
        check_secrets(game, shares.moves_of_a_pair)


def look_closely(game: Game, supplied: list[list[int]], *, everybody: bool = True) -> None:
    """Cards are conserved and bags exact; what a view says is so; it asks and allows the same. Some views or all."""
    truth = game.state
    rows = cards_of(truth, supplied)
    asked = frames(truth)
    facts = public(truth)
    watchers = game.watchers if everybody else game.looks.sample(game.watchers, min(SOME, len(game.watchers)))
    for seat, view in zip(game.watchers, game.views, strict=True):
        if seat in watchers:
            for place, known in cards_of(view, supplied).items():
                there = rows[place]
                sure(sum(known) == sum(there), f"{seat} counts other cards in {game.rules.layout.place_names[place]}")
                if known != there and any(map(gt, known[1:], there[1:])):
                    raise Broken(f"{seat} names cards that are not in {game.rules.layout.place_names[place]}")
        sure(frames(view) == asked, f"{seat} sees other questions")
        sure(legal(view, seat) == legal(truth, seat), f"in the view of {seat} something else is legal")
        sure(public(view) == facts, f"public facts are others in the view of {seat}")


def cards_of(s: State, supplied: list[list[int]]) -> dict[int, list[int]]:
    """By place: how many cards are unnamed, and how many of each face. All are there, and bags and totals exact."""
    flat = list(map(int, s.cards.count))
    sure(min(flat) >= 0, "fewer than no cards")
    layout = s.cards.layout
    found: dict[int, list[int]] = {}
    for (bag, places), supply_of_pack in zip(layout.packs.items(), supplied, strict=True):
        width = int(layout.faces[bag]) + 1
        at = int(layout.row[bag])
        rows = [flat[at : at + width]]
        sure(not flat[at] and sum(rows[0]) == flat[at - 1], "a bag is wrong")
        for place in places:
            at = int(layout.row[place])
            row = found[place] = flat[at : at + width]
            rows.append(row)
            sure(sum(row) == flat[at - 1], "a total is wrong")
        unnamed, *faces = map(sum, zip(*rows, strict=True))
        sure(faces == supply_of_pack, "cards are lost or made")
        sure(unnamed == sum(rows[0]), "a bag is not exact")
    return found


def frames(s: State) -> list[tuple[int, int, int, int]]:
    return [(int(f.step), int(f.seats), int(f.a), int(f.b)) for f in s.agenda[: s.depth]]


def public(s: State) -> list[int]:
    """What everybody knows besides cards and questions: modules' numbers, and the maze of a game that has one."""
    facts = list(map(int, s.numbers))
    grid = getattr(s, "grid", None)
    return facts if grid is None else facts + list(grid.ints())


def check_refusals(game: Game) -> None:
    """A view refuses what the truth refuses, for the same reason; what is legal is not refused."""
    seat = game.looks.choice(game.watchers)
    view = game.views[game.watchers.index(seat)]
    may = legal(game.state, seat)
    for action in may[:1]:
        sure(explain(game.state, seat, action) is None, f"legal and refused: {action}")
    for _ in range(2):
        action = any_action(game, may)
        mine, true = explain(view, seat, action), explain(game.state, seat, action)
        same = (mine is None) == (true is None) and (mine is None or true is None or mine.code == true.code)
        sure(same, f"the view of {seat} explains {action} otherwise")
        if mine is not None and true is not None:
            sure(mine.rule == true.rule, f"the view of {seat} names another rule for {action}")


def any_action(game: Game, known: list[int]) -> int:
    """Any number a client may send: seldom legal, and often near something that is."""
    if known and game.looks.random() < 0.7:
        return game.looks.choice(known) + game.looks.choice(STRIDES)
    return game.looks.randrange(-40, 2 ** game.looks.choice((6, 20, 40, 60)))


def check_copies(game: Game) -> None:
    """A copy says the same, and what happens to it does not touch the original."""
    before = game.state.ints()
    twin = game.state.copy()
    sure(twin.ints() == before, "a copy differs")
    seat = next(seat for seat in range(game.rules.seats) if legal(twin, seat))
    act(Play(twin, None), seat, game.looks.choice(legal(twin, seat)))
    sure(game.state.ints() == before, "what happens to a copy happens to the original")


def check_words(game: Game) -> None:
    """An action that is printed can be read again, from the truth and from the view."""
    for seat in range(game.rules.seats):
        may = legal(game.state, seat)
        if may:
            action = game.looks.choice(may)
            said = words(game.rules, game.state, seat, action)
            sure(words(game.rules, game.seats[seat], seat, action) == said, f"in the view {said!r} is called otherwise")
            sure(parse(game.rules, game.state, seat, said) == action, f"{said!r} is read as something else")
            return


def check_events(game: Game, share: float) -> None:
    """An event that is printed can be read again, whole or redacted."""
    for event in game.moves[-1].events:
        if game.looks.random() < share:
            masked = event.kind.masked(event) if event.eyes != ALL else None
            for row in (event, masked):
                if row is not None:
                    said = event_words(game.rules, row)
                    sure(same_event(parse_event(game.rules, said), row), f"{said!r} is read as something else")


def same_event(one: Event, other: Event) -> bool:
    numbers = (one.eyes, one.a, one.b, one.c, one.d) == (other.eyes, other.a, other.b, other.c, other.d)
    return one.kind is other.kind and numbers


def check_screens(game: Game) -> None:
    """Every observer's table can be shown, and its question with all options."""
    index = game.looks.randrange(len(game.watchers))
    seat, view = game.watchers[index], game.views[index]
    view_of(view, seat)
    ask = ask_of(view, seat)
    if ask is not None and legal(view, seat):
        sure(len(ask.options) == len(legal(view, seat)), f"the screen of {seat} offers more or fewer options")


def check_secrets(game: Game, moves: int) -> None:
    """What a seat cannot see is dealt anew: a possible world, which that seat cannot tell from the true one."""
    if game.state.answered:
        return  # sealed answers belong to the true world
    index = game.looks.randrange(len(game.watchers))
    view = game.views[index]
    before = view.ints()
    other = determinize(view, Seeded(game.looks.randrange(2**31)))
    sure(view.ints() == before, "dealing anew changes the view")
    cards_of(other, supply(game.state))
    OpenPair(game, game.watchers[index], game.looks.randrange(2**31)).go_on(moves)


def check_folds(game: Game) -> None:
    """Truth is the fold of its events, a view the fold of what that seat was told."""
    again = game.rules.game.new_state(game.rules)
    for event in game.log:
        fold(again, event)
    sure(again.ints() == game.state.ints(), "the events lead to another state")
    index = game.looks.randrange(len(game.watchers))
    told = game.rules.game.new_state(game.rules)
    for row in stream(game.log, game.watchers[index]):
        fold(told, row)
    sure(told.ints() == game.views[index].ints(), f"what {game.watchers[index]} was told leads to another view")


def check_record(game: Game) -> None:
    """The game as text is the same game."""
    names = [f"N{seat}" for seat in range(game.rules.seats)]
    text = print_record(record_of(game.options, names, game.moves))
    difference = verify(parse_record(text))
    if difference is not None:
        raise Broken(f"the record says {difference.expected!r}, the game {difference.found!r} (ply {difference.ply})")
