"""What each game brings so that its tables can be shown."""

from __future__ import annotations

from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Event
from undermine.kernel.state import State
from undermine.present.view import Ask, Mine, Told, View


class Presenter:
    """Puts one game into words. A state handed to it is an observer's own view; the truth only after the end, as `everything`."""

    def view(self, state: State, seat: int) -> View:
        """All that lies on the table."""
        raise NotImplementedError

    def mine(self, state: State, seat: int) -> Mine:
        """What this seat alone sees, as far as the observer knows it."""
        raise NotImplementedError

    def ask(self, state: State, seat: int) -> Ask | None:
        """The open question; None when there is none."""
        raise NotImplementedError

    def seen_roles(self, state: State, seat: int) -> dict[int, str]:
        """By seat: roles of others that this one has seen and the whole table has not."""
        return {}

    def told(self, state: State, rows: list[Event]) -> list[Told]:
        """Fold the rows into the view, and say what has happened."""
        raise NotImplementedError

    def filling(self, state: State, seat: int, action: int, refusal: Refusal, lang: str) -> dict[str, str]:
        """Words for the open places of a refusal's sentence."""
        raise NotImplementedError
