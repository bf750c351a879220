"""What a bot is: it gets a view and its seat, and names one of the legal actions."""

from __future__ import annotations

from undermine.kernel.state import State


class Bot:
    """A player made of code. The same name, seed and questions give the same answers."""

    name = ""

    def choose(self, view: State, seat: int) -> int:
        """An action of `legal(view, seat)`. A view is a state folded from what this seat was told, and is only read."""
        raise NotImplementedError
