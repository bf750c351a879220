"""What `simulate --check` looks at, and that it would notice."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from undermine.bots.api import Bot, derived
from undermine.bots.uniform import Uniform
from undermine.cli.simulate import command
from undermine.errors import UndermineError
from undermine.games.classic.rules.state import DECK, HAND
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step
from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import follow
from undermine.notation.records import Move
from undermine.registry import GAMES, Options, players_of, ruleset
from undermine.sim import match
from undermine.sim.checking import Broken, Ledger, Watch, check_fold, check_record, check_told, check_views
from undermine.sim.simulate import simulate

THREE = Options(players=3)


class Table:
    """A game after its first moves, with the views of all seats."""

    def __init__(self, options: Options, moves: int) -> None:
        self.rules = ruleset(options)
        self.log: list[Event] = []
        chance = Seeded(3)
        self.play = open_game(self.rules, chance, self.log)
        self.moves = [Move(NOBODY, 0, self.log[:])]
        for _ in range(moves):
            start = len(self.log)
            seat = lowest(self.play.state.top().seats)
            action = legal(self.play.state, seat)[0]
            step(self.play, seat, action, chance)
            self.moves.append(Move(seat, action, self.log[start:]))
        self.views = [self.rules.game.new_state(self.rules) for _ in range(self.rules.seats)]
        follow(self.views, self.log, 0)

    @property
    def state(self) -> State:
        return self.play.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_that_are_sound_are_played_as_without_a_look(game: str, bot: str) -> None:
    options = Options(game=game, players=max(players_of(Options(game=game))[0], 1))
    assert simulate(options, 1, (bot,), 2, 1, check=True) == simulate(options, 1, (bot,), 2, 1)


def lost(table: Table) -> None:
    table.state.cards.add(DECK, 0, -1)


def made(table: Table) -> None:
    table.views[1].cards.put(HAND + 1, 4)


def negative(table: Table) -> None:
    cards = table.state.cards
    face = next(face for face in range(1, cards.faces(HAND)) if not cards.number(HAND, face))
    cards.add(HAND, face, -1)


def elsewhere(table: Table) -> None:
    """A view says that a card lies where it does not, and counts all the same cards."""
    cards = table.views[0].cards
    cards.take(DECK, 0)
    cards.put(HAND + 1, 0)


def claimed(table: Table) -> None:
    """A view names a face that the truth does not have there."""
    cards, true = table.views[0].cards, table.state.cards
    bag = int(cards.layout.bag[HAND + 1])
    faces = range(1, int(cards.faces(bag)) + 1)
    face = next(face for face in faces if cards.number(bag, face) and not true.number(HAND + 1, face))
    cards.learn(HAND + 1, face, 1)


def asked(table: Table) -> None:
    table.views[2].top().a += 1


def forgotten(table: Table) -> None:
    """Whose turn it is has forgotten its hand: other moves are legal in its view."""
    seat = int(lowest(table.state.top().seats))
    table.views[seat].cards.forget(HAND + seat)


def told(table: Table) -> None:
    table.views[0].numbers[0] += 1


@pytest.mark.parametrize(
    ("plant", "sentence"),
    [
        (lost, "a bag is not exact"),
        (made, "cards are lost or made"),
        (negative, "fewer than no cards"),
        (elsewhere, "0 counts other cards in deck"),
        (claimed, "0 names cards that are not in hand P2"),
        (asked, "2 sees other questions"),
        (forgotten, "something else is legal"),
        (told, "public facts are others in the view of 0"),
    ],
)
def test_what_is_broken_is_noticed(plant: Callable[[Table], None], sentence: str) -> None:
    table = Table(THREE, 4)
    seats = range(3)
    check_views(Ledger(table.rules), table.state, seats, table.views, seats)
    plant(table)
    with pytest.raises(Broken, match=sentence):
        check_views(Ledger(table.rules), table.state, seats, table.views, seats)


def test_a_state_is_the_fold_of_its_events() -> None:
    table = Table(THREE, 4)
    check_fold(table.log, table.state, "another")
    with pytest.raises(Broken, match="another"):
        check_fold(table.log[:-1], table.state, "another")


def test_a_view_is_the_fold_of_what_was_told() -> None:
    table = Table(THREE, 4)
    check_told(table.log, 1, table.views[1])
    with pytest.raises(Broken, match="what 1 was told leads to another view"):
        check_told(table.log, 1, table.views[2])


def test_a_record_is_the_game() -> None:
    table = Table(THREE, 4)
    check_record(THREE, table.moves)
    first = table.moves[1]
    with pytest.raises(UndermineError, match="No outcome of 'draw' leads to the stored events"):
        check_record(THREE, [table.moves[0], Move(first.seat, first.action, first.events[:-1]), *table.moves[2:]])


def test_whatever_happens_without_an_event_is_noticed() -> None:
    table = Table(THREE, 0)
    watch = Watch(THREE, table.rules)
    table.state.numbers[0] += 1
    with pytest.raises(Broken, match="the events lead to another state"):
        watch.moved(table.state, table.views, NOBODY, 0, table.log)


def test_the_report_says_that_everything_was_looked_at() -> None:
    words = "--game duel-solo --games 1 --workers 1 --check"
    assert (
        "After every move all properties were looked at, and held." in CliRunner().invoke(command, words.split()).output
    )
    assert json.loads(CliRunner().invoke(command, [*words.split(), "--json"]).output)["checked"] is True


class Cheat(Uniform):
    """Writes what it likes into its view, at its third move."""

    asked = 0

    def choose(self, view: State, seat: int, seed: int) -> int:
        self.asked += 1
        if self.asked == 3:
            view.numbers[0] += 1
        return super().choose(view, seat, seed)


def cheat_at_seat_two(name: str, seed: int) -> Bot:
    return Cheat(seed) if name == "greedy" else Uniform(seed)


def test_the_first_break_ends_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "make", cheat_at_seat_two)
    words = "--players 3 --games 3 --bots random,greedy,random --seed 5 --workers 1 --set firstPlayer=host"
    done = CliRunner().invoke(command, [*words.split(), "--check"])
    seed = derived(5, 0)
    assert done.exit_code == 1
    assert (
        done.output
        == f"Error: The game with seed {seed} is broken at ply 8: public facts are others in the view of 1.\n"
    )


def test_an_error_of_the_engine_is_a_break(monkeypatch: pytest.MonkeyPatch) -> None:
    def clumsy(self: Uniform, view: State, seat: int, seed: int) -> int:
        raise ZeroDivisionError("three cards and no hands")

    monkeypatch.setattr(Uniform, "choose", clumsy)
    with pytest.raises(Broken, match=r"broken at ply 0: ZeroDivisionError: three cards and no hands\."):
        simulate(THREE, 1, ("random",), 5, 1, check=True)


def test_a_break_is_told_by_another_process() -> None:
    error = Broken("BROKEN_PROPERTY", "cards are lost")
    assert str(pickle.loads(pickle.dumps(error))) == "cards are lost"  # noqa: S301 - our own bytes
