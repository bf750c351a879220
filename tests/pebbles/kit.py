"""Everything that anybody asks of Pebbles besides its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tests.pebbles.rules.game import BEGAN, DECK, HAND, PILE, Pebbles
from undermine.bots.mind import Mind
from undermine.kernel.dealing import DEALT, DREW, Moved
from undermine.kernel.event import Event, Play
from undermine.kernel.forms import fields_of
from undermine.kernel.ids import ALL
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.forms import FormWords
from undermine.notation.position_base import Position
from undermine.present.presenter import Presenter, asked, bunches
from undermine.present.sheet import Line, Sheet
from undermine.present.view import Bunch, CommonView, Face, Struct, Told
from undermine.registry import Kit
from undermine.scenarios.scenes import Scenes
from undermine.sim.counting import Count


class PebblesPlayer(Struct, frozen=True):
    """What everybody sees of a seat."""

    seat: int
    hand: int
    worth: int


class PebblesMine(Struct, frozen=True):
    """What only the observer sees."""

    seat: int
    hand: list[Bunch]


class PebblesView(CommonView, frozen=True, kw_only=True, tag="pebbles", tag_field="game"):
    """The table."""

    players: list[PebblesPlayer]
    mine: PebblesMine | None
    results: list[int]
    open: list[PebblesMine]


class PebblesPresenter(Presenter):
    """Two hands and two piles."""

    def view(self, state: State, seat: int) -> Any:
        assert isinstance(state, Pebbles)
        seats = range(state.rules.seats)
        worth = [state.worth(at) for at in seats]
        done = state.over() and bool(state.numbers[0])
        return PebblesView(
            round=int(state.numbers[0]),
            rounds=1,
            phase="turn" if asked(state) else "over" if done else "deal",
            asked=asked(state),
            deck=int(state.cards.size(DECK)),
            winners=[at for at in seats if done and worth[at] == max(worth)],
            players=[PebblesPlayer(seat=at, hand=int(state.cards.size(HAND + at)), worth=worth[at]) for at in seats],
            results=[],
            open=[],
            mine=PebblesMine(seat=seat, hand=bunches(state, HAND + seat)) if seat in seats else None,
        )

    def everything(self, state: State) -> Any:
        return self.view(state, 0)

    def sides(self, state: State) -> list[str]:
        return []

    def tell(self, state: State, row: Event) -> list[Told]:
        """A pebble is told with whose it is; what is dealt goes without saying."""
        if row.kind is DEALT:
            return []
        whose = HAND if row.kind is DREW else PILE
        found = super().tell(state, row)
        return [replace(told, seat=int(row.c) - whose) for told in found] if isinstance(row.kind, Moved) else found

    def faces(self, rules: Ruleset) -> dict[str, Face]:
        return {name: Face(kind="action", art=name, forms=["drop"]) for name in rules.layout.face_names[0][1:]}


class PebblesSheet(Sheet):
    """Scores lie open."""

    def lines(self, view: PebblesView) -> list[Line]:
        return [Line(p.seat, p.hand, [], 0, tokens=False, role="", score=p.worth) for p in view.players]


class PebblesPosition(Position):
    """Nothing but cards and numbers."""

    def take_table(self, state: State, views: list[State] | None) -> None:
        pass

    def drawn_places(self) -> set[int]:
        return set()

    def spill(self) -> Mapping[int, int]:
        return {}

    def begin(self, play: Play) -> None:
        play.emit(BEGAN, ALL, 1, 0, 0, 0)

    def lines(self) -> list[str]:
        return []

    def read(self, key: str, value: str) -> bool:
        return False


def judge(view: State, seat: int, actions: list[int]) -> list[int]:
    """The greatest pebble first."""
    return [int(fields_of(action)) for action in actions]


class PebblesMind(Mind):
    """Remembers nothing."""

    def judge(self, view: State, seat: int, actions: list[int]) -> list[float]:
        return [float(score) for score in judge(view, seat, actions)]


KIT: Final = Kit(
    words=FormWords(),
    position=PebblesPosition,
    presenter=PebblesPresenter(),
    sheet=PebblesSheet(),
    scenes=Scenes(PebblesPosition, {"hands": "hand", "gold": "gold"}, {"deck": "deck"}),
    judge=judge,
    mind=PebblesMind,
    count=Count,
    rounds=1,
)
