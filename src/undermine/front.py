"""The front door: a game as one object, for scripts, notebooks and outside programs.

    game = undermine.new_game("classic", players=5, seed=7)
    game.turn                        # 0: the first seat is asked
    game.legal_moves                 # moves with their fields and words
    game.play("lay NE@180 3,1")      # or one of those moves
    game.view(2)                     # what the third seat may see

Seats count from 0; in words they are P1, P2, ... Everything here is a thin layer over the kernel, the notation and the
views: whoever needs more speed or control uses those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from undermine.bots import Bot, Seated, make
from undermine.errors import NotationError, Refused, UndermineError
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import NOBODY, SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, redact, stream
from undermine.notation import records
from undermine.notation.actions import parse, words
from undermine.notation.events import event_words
from undermine.notation.moves import form_at, moves_of
from undermine.notation.position import build, position_of
from undermine.notation.position_text import parse_position, print_position
from undermine.notation.setting import views_of
from undermine.notation.text import seat_name
from undermine.present import view_of, why
from undermine.registry import Options, ruleset

if TYPE_CHECKING:
    import msgspec

    from undermine.present.view import View

__all__ = ["Move", "Refused", "RunningGame", "UndermineError", "bot", "new_game", "read_position", "read_record"]


@dataclass(frozen=True)
class Move:
    """Something that a seat may do. Two moves are equal when the seat and what it does are."""

    seat: int
    words: str  # as the notation writes it
    action: int  # as the kernel knows it, within one ruleset
    rules: Ruleset

    @cached_property
    def fields(self) -> msgspec.Struct:
        """What it is made of, as a typed value: `fields.x`, `fields.card`, `fields.target`, ..."""
        return moves_of(self.rules).move(self.action)

    @property
    def verb(self) -> str:
        """The first word: lay, break, map, pass, ..."""
        return form_at(self.rules, self.action).verb

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"<{seat_name(self.seat)} {self.words}>"


def new_game(
    game: str = "classic",
    players: int = 5,
    *,
    seed: int = 0,
    edition: str = "",
    extras: Iterable[str] = (),
    switches: dict[str, str] | None = None,
    first: int = 0,
    house: dict[str, str] | None = None,
) -> RunningGame:
    """Deal a new game; the same arguments give the same game. Raises OptionError when there is no such table."""
    options = Options(game, players, edition, tuple(extras), switches or {}, first, house=house or {})
    chance = Seeded(seed)
    log: list[Event] = []
    play = open_game(ruleset(options), chance, log)
    return RunningGame(options, play, log, chance, [records.Move(NOBODY, 0, list(log))])


def read_position(text: str, *, seed: int = 0) -> RunningGame:
    """A game that stands at a position; the seed decides what nobody has seen yet."""
    position = parse_position(text)
    play = build(position)
    chance = Seeded(seed)
    advance(play, chance)
    log = play.log if play.log is not None else []
    return RunningGame(position.options, play, log, chance, [])


def read_record(text: str, *, seed: int = 0) -> RunningGame:
    """A recorded game, played to where its record ends; the seed decides chance from there on."""
    record = records.parse_record(text)
    log: list[Event] = []
    rules = ruleset(record.options)
    play = Play(rules.game.new_state(rules), log)
    moves: list[records.Move] = []
    for ply in record.plies:
        start = len(log)
        action = records.replay(play, ply)
        moves.append(records.Move(ply.seat, action, log[start:]))
    return RunningGame(record.options, play, log, Seeded(seed), moves)


def bot(level: str = "greedy", *, seed: int = 0) -> Bot:
    """A player made of code; it is only ever shown a seat's own view."""
    return make(level, seed)


class RunningGame:
    """A game that is being played: the true state, and what every seat has been told of it."""

    def __init__(
        self, options: Options, play: Play, log: list[Event], chance: Seeded, moves: list[records.Move]
    ) -> None:
        self.options = options
        self.rules = play.state.rules
        self._play = play
        self._log = log
        self._chance = chance
        self._moves = moves  # empty: it did not begin with a deal
        self._views: dict[int, tuple[int, State]] = {}  # by seat: how much of the log is folded, and the view

    # Who is asked what

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._play.state.over()

    @property
    def asked(self) -> list[int]:
        """The seats that owe an answer; several when they answer at the same time."""
        mask = waiting(self._play.state)
        return [seat for seat in range(self.rules.seats) if mask >> seat & 1]

    @property
    def turn(self) -> int | None:
        """The seat that is asked, the first of several; None when the game is over."""
        return next(iter(self.asked), None)

    @property
    def question(self) -> str:
        """What it is asked: `turn`, `take`, `orient`, ...; empty when the game is over."""
        state = self._play.state
        return self.rules.step_names[state.top().step] if state.depth else ""

    @property
    def legal_moves(self) -> list[Move]:
        """What the seat to move may do."""
        seat = self.turn
        return [] if seat is None else self.moves_of(seat)

    def moves_of(self, seat: int) -> list[Move]:
        """What a seat may do; nothing when it is not asked."""
        state = self._play.state
        return [self._move(seat, action) for action in legal(state, self._seat(seat))]

    def _move(self, seat: int, action: int) -> Move:
        return Move(seat, words(self.rules, self._play.state, seat, action), int(action), self.rules)

    # Playing

    def play(self, move: Move | str, seat: int | None = None) -> None:
        """Make a move: one of `legal_moves`, or its words. Raises Refused, with the rule, when it is not allowed."""
        who = move.seat if isinstance(move, Move) else self.turn if seat is None else self._seat(seat)
        if who is None:
            raise Refused("NOT_ASKED", "", "The game is over.")
        action = move.action if isinstance(move, Move) else parse(self.rules, self._state_of(who), who, move)
        self._refuse(who, action)
        start = len(self._log)
        act(self._play, who, action)
        advance(self._play, self._chance)
        if self._moves:
            self._moves.append(records.Move(who, action, self._log[start:]))

    def _refuse(self, seat: int, action: int) -> None:
        reason = why(self._state_of(seat), seat, action, "en")
        if reason is not None:
            raise Refused(reason.code, reason.rule, reason.text)

    def play_by(self, bots: Sequence[Bot]) -> None:
        """Let bots, one for each seat, answer until the game is over."""
        if len(bots) != self.rules.seats:
            raise ValueError(f"{self.rules.seats} bots are needed, one for each seat, not {len(bots)}")
        seated = [Seated(bot, self.rules, seat) for seat, bot in enumerate(bots)]
        heard = 0
        while (seat := self.turn) is not None:
            rows, heard = self._log[heard:], len(self._log)
            for each in seated:
                each.hear(stream(rows, each.seat))
            self.play(self._move(seat, seated[seat].choose()))

    # Looking

    def view(self, seat: int | None = None) -> View:
        """The table as a seat sees it; without a seat, as a spectator does."""
        at = SPECTATOR if seat is None else self._seat(seat)
        return view_of(self._state_of(at), at)

    def _state_of(self, seat: int) -> State:
        folded, view = self._views.get(seat) or (0, self.rules.game.new_state(self.rules))
        for event in self._log[folded:]:
            row = redact(event, seat)
            if row is not None:
                fold(view, row)
        self._views[seat] = (len(self._log), view)
        return view

    @property
    def events(self) -> list[str]:
        """Everything that has happened, in words; who may see a secret stands behind it."""
        return [event_words(self.rules, event) for event in self._log]

    def told(self, seat: int) -> list[str]:
        """What a seat has been told of it."""
        rows = [redact(event, self._seat(seat)) for event in self._log]
        return [event_words(self.rules, row) for row in rows if row is not None]

    @property
    def score(self) -> list[int]:
        """What each seat has won so far."""
        return self.rules.game.returns(self._play.state)

    @property
    def winners(self) -> list[int]:
        """Who has won the game; nobody while it runs."""
        return list(self.view().winners)

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.rules.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.rules.seats - 1}")
        return seat

    # In and out

    def position(self) -> str:
        """All that lies on the table, and who knows what, as text; `read_position` reads it."""
        play = self._play
        return print_position(position_of(self.options, play.state, views_of(play)))

    def record(self, names: Sequence[str] = ()) -> str:
        """The whole game as text, with the luck of every move; `read_record` reads it."""
        if not self._moves:
            raise NotationError("BAD_NOTATION", "A game that began at a position has no record: nobody dealt it.")
        return records.print_record(records.record_of(self.options, list(names), self._moves))

    def copy(self) -> RunningGame:
        """Another game that stands here; chance will say the same to both."""
        log = list(self._log)
        twin = RunningGame(
            self.options, Play(self._play.state.copy(), log), log, self._chance.copy(), list(self._moves)
        )
        twin._views = {seat: (folded, view.copy()) for seat, (folded, view) in self._views.items()}
        return twin

    def __str__(self) -> str:
        """The table in a few lines, and who is asked."""
        lines = position_of(self.options, self._play.state).complete().lines()
        asked = " ".join(seat_name(seat) for seat in self.asked)
        return "\n".join([*lines, f"{self.question}: {asked}" if asked else "over"])

    def __repr__(self) -> str:
        at = "over" if self.over else f"{self.question} of {seat_name(self.turn or 0)}"
        return f"<{self.options.game}, {self.rules.seats} players, {at}>"
