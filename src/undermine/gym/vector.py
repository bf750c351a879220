"""`Vector`: many games side by side, in compiled code; NumPy looks into its buffers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from undermine.bots import Bot, Seated, derived, make
from undermine.errors import OptionError
from undermine.gym.lanes import BOT, CALLER, DICE, Lanes
from undermine.gym.needed import options_of
from undermine.gym.schema import schema_of
from undermine.kernel.visibility import stream
from undermine.registry import Options, ruleset

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Rates = NDArray[np.float64]

RANDOM: Final = "random"  # needs no bot: chance answers inside the compiled code


class Vector:
    """n games of a table. `step` takes a number of an action for each, and everything below shows the next question.

    observations  (n, size) uint8: what the seat that is asked sees; `see` gives its sections their shapes
    masks         (n, actions) uint8: 1 where an action is legal
    rewards       (n, seats) float64: what each seat has won since the last step, when a round or a game has ended
    gains         (n,) float64: the same for the seats that are played from here, added up
    ends          (n,) uint8: 1 where a game has ended with this step; what is shown there is the next game already
    turns         (n,) int64: the seat that is asked
    scores        (n, seats) float64: what each seat had won when the last game ended

    These arrays stay the same ones, cannot be written to, and change with every step: copy what you want to keep.

    `bots` answer for the other seats: one name for everybody but the first seat, or a name for each seat, "" for those that
    are played from here. `turning`: in every lane and game everybody sits one seat further on.
    """

    def __init__(
        self,
        options: Options | str,
        n: int,
        *,
        bots: str | Sequence[str] = "",
        turning: bool = False,
        seed: int = 0,
    ) -> None:
        if n < 1:
            raise ValueError(f"there must be one game or more, not {n}")
        self.options: Final = options_of(options)
        self.rules: Final = ruleset(self.options)
        self.schema: Final = schema_of(self.rules)
        self.n: Final = n
        self.seats: Final = int(self.rules.seats)
        self.bots: Final = by_seat(bots, self.seats)
        roles = [CALLER if not name else DICE if name == RANDOM else BOT for name in self.bots]
        self.lanes: Final = Lanes(self.schema.plan, n, seed, vec[i64](roles), turning)
        self.turning: Final = turning
        self._tables: dict[int, _Bench] = {}

        def look(buffer: Any, kind: Any, *shape: int) -> Any:
            return np.frombuffer(buffer, kind).reshape(n, *shape)

        lanes = self.lanes
        self.observations: Bytes = look(lanes.observations, np.uint8, self.schema.size)
        self.masks: Bytes = look(lanes.masks, np.uint8, self.schema.actions)
        self.rewards: Rates = look(lanes.rewards, np.float64, self.seats)
        self.scores: Rates = look(lanes.scores, np.float64, self.seats)
        self.gains: Rates = look(lanes.gains, np.float64)
        self.ends: Bytes = look(lanes.ends, np.uint8)
        self.turns: Numbers = look(lanes.turns, np.int64)
        self.seeds: Numbers = look(lanes.seeds, np.int64)
        self._picked: Numbers = look(lanes.picked, np.int64)
        self.reset(seed)

    @property
    def actions(self) -> int:
        """How many numbers of actions there are."""
        return self.schema.actions

    @property
    def moves(self) -> int:
        """Answers of all seats since `reset`, those of bots among them."""
        return int(self.lanes.moves)

    def reset(self, seed: int = 0) -> Bytes:
        """All games begin anew; the same seed and the same actions give the same games."""
        self._tables.clear()
        self.lanes.reset(seed)
        self._ask_bots()
        self.lanes.publish()
        return self.observations

    def step(self, actions: Numbers | Sequence[int]) -> tuple[Bytes, Rates, Bytes]:
        """Answer in every game; returns observations, rewards and ends. Raises ValueError for an action that is not legal."""
        data = _bytes(actions)
        if self.lanes.step(data):
            self._ask_bots()
        self.lanes.publish()
        return self.observations, self.rewards, self.ends

    def sample(self) -> Numbers:
        """A legal action for every game, each as likely as the others."""
        self.lanes.sample()
        return self._picked

    def see(self, name: str) -> Bytes:
        """A section of all observations, in its shape: `maze`, `cards`, `numbers`, `facts`, `question` or `history`."""
        section = self.schema.section(name)
        return self.observations[:, section.first : section.first + section.size].reshape(self.n, *section.shape)

    def advice(self, bot: str) -> Numbers:
        """For each game the number of what a bot of this name would answer: something to learn from, or to be measured by.

        It is -1 for an answer without a number, which takes more than 256 legal ones of a block.
        """
        lanes = self.lanes
        found = [lanes.number_of(lane, self._choose(lane, int(lanes.turns[lane]), bot)) for lane in range(self.n)]
        return np.array(found, np.int64)

    # Bots

    def _ask_bots(self) -> None:
        lanes = self.lanes
        for lane in range(self.n):
            while lanes.role(lane, lanes.turns[lane]) == BOT:
                lanes.answer(lane, self._choose(lane, lanes.turns[lane], self._bot_of(lane, lanes.turns[lane])))

    def _bot_of(self, lane: int, seat: int) -> str:
        shift = (lane + int(self.lanes.games[lane]) - 1) % self.seats if self.turning else 0
        return self.bots[(seat - shift) % self.seats]

    def _choose(self, lane: int, seat: int, name: str) -> int:
        bench = self._tables.get(lane)
        game = int(self.lanes.games[lane])
        if bench is None or bench.game != game:
            bench = self._tables[lane] = _Bench(game)
        if (seat, name) not in bench.bots:
            bot = make(name, derived(int(self.lanes.seeds[lane]), seat + 1))
            bench.bots[seat, name] = _Listener(bot, self, seat) if hears(bot) else _Looker(bot, seat)
        return bench.bots[seat, name].choose(self.lanes, lane)


class _Bench:
    """The bots of a game, by seat and name."""

    def __init__(self, game: int) -> None:
        self.game = game
        self.bots: dict[tuple[int, str], _Looker | _Listener] = {}


class _Looker:
    """A bot that remembers nothing: the view that is kept for its seat is enough."""

    def __init__(self, bot: Bot, seat: int) -> None:
        self.bot = bot
        self.seat = seat
        self.asked = 0

    def choose(self, lanes: Lanes, lane: int) -> int:
        self.asked += 1
        return self.bot.choose(lanes.views[lane][self.seat], self.seat, derived(self.bot.seed, self.asked))


class _Listener:
    """A bot that must hear every row, with a view of its own."""

    def __init__(self, bot: Bot, vector: Vector, seat: int) -> None:
        self.seated = Seated(bot, vector.rules, seat)
        self.read = 0  # of the game's log

    def choose(self, lanes: Lanes, lane: int) -> int:
        log = lanes.logs[lane]
        self.seated.hear(stream(log[self.read :], self.seated.seat))
        self.read = len(log)
        return self.seated.choose()


def hears(bot: Bot) -> bool:
    """Does it listen to what is told?"""
    return type(bot).hear is not Bot.hear


def by_seat(bots: str | Sequence[str], seats: int) -> list[str]:
    """A name for each seat; empty for those that are played by whoever steps the games."""
    names = ["", *[bots] * (seats - 1)] if isinstance(bots, str) else list(bots)
    if len(names) != seats:
        raise OptionError("BAD_BOT", f"Name one bot or {seats}, one for each seat, not {len(names)}.")
    if all(names):
        raise OptionError("BAD_BOT", "Leave at least one seat to be played from here: give it an empty name.")
    for name in names:
        if name:
            make(name, 0)
    return names


def _bytes(actions: Numbers | Sequence[int]) -> bytes:
    """Numbers of actions as the compiled code reads them."""
    found: bytes = np.ascontiguousarray(actions, dtype="<i8").tobytes()
    return found
