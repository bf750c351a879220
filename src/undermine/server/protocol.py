"""Everything that crosses the wire: one source for the server, the browser's types and docs/protocol.md.

What the server sends is complete: no field of a message is left out. What is inside a `View`, `Ask` or `Told` is left
out when it is as usual. What a client sends may leave out what has a default here, and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from undermine.present.view import Ask, Told, View, Why
from undermine.server.store.base import Pace

PROTOCOL: Final = 1

Cmd: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Lang: TypeAlias = Annotated[str, Meta(max_length=20)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Switches: TypeAlias = dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)]]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]  # a first bound; the table says what a name is


class _Wire(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Part of a message or an HTTP body."""


# Shapes of the table


class SeatInfo(_Wire, frozen=True):
    """Who sits where, as everybody sees it."""

    seat: int
    name: str
    kind: Literal["human", "bot", "open"]
    present: bool  # a human with an open socket; a bot always is
    stand_in: bool  # a bot plays for the human who has gone
    bot_in: int  # seconds until one does; 0 while they are here, and from then on
    avatar: int  # which face


class GateInfo(_Wire, frozen=True):
    """People still look at something. `round`: how the last round went, and their roles; `look`: what a map shows."""

    kind: Literal["round", "look"]
    waits: list[int]  # seats that are not ready
    left: int  # seconds, then it goes on without them


class TableInfo(_Wire, frozen=True):
    """A table as everybody sees it; `you` is the reader's own seat."""

    id: str
    game: str
    edition: str
    players: int
    status: Literal["open", "running", "over"]
    seats: list[SeatInfo]
    you: int  # -1: a spectator
    host: int  # -1: nobody, a table of bots
    invite: str
    grace: int  # seconds for which a seat waits for its human
    gate: GateInfo | None  # None: nobody is waited for
    switches: dict[str, str]  # what differs from the edition
    first: int  # the seat that begins where the switch firstPlayer is host
    pace: Pace  # of bots
    takeover: bool  # somebody may take a bot's seat while the game runs


# Messages from a client


class FromClient(_Wire, frozen=True, tag_field="t"):
    """What a browser may say."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message. `have`: the number of the last message seen, 0 for none."""

    protocol: int
    have: Count = 0
    lang: Lang = "en"


class Act(FromClient, frozen=True, tag="act"):
    """An answer to the question asked. `cmd` is the client's own name for it, `n` the number it was chosen at."""

    cmd: Cmd
    action: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
    n: Count


class AskWhy(FromClient, frozen=True, tag="why"):
    """Why may this not be done? `words` is an action in the notation, e.g. `lay NE@180 3,1`."""

    id: Count
    words: Annotated[str, Meta(max_length=200)]


class SayReady(FromClient, frozen=True, tag="ready"):
    """All that was told up to number `n` has been looked at."""

    n: Count


class Skip(FromClient, frozen=True, tag="skip"):
    """Bots hurry until it is the asker's turn; only for somebody who is alone with them."""


class SetTable(FromClient, frozen=True, tag="set"):
    """The host settles, at any time, how fast bots play and whether others may take a bot's seat."""

    pace: Pace
    takeover: bool


class SetRules(FromClient, frozen=True, tag="rules"):
    """The host chooses other rules before the game."""

    players: int
    edition: Annotated[str, Meta(max_length=40)]
    switches: Switches
    first: int = 0


class AddBot(FromClient, frozen=True, tag="bot"):
    """The host puts a bot on an open seat before the game."""

    seat: SeatNumber


class FreeSeat(FromClient, frozen=True, tag="free"):
    """The host sends a bot or a person away before the game; the person's link is worthless from then on."""

    seat: SeatNumber


class SwapSeats(FromClient, frozen=True, tag="swap"):
    """The host lets two seats change places before the game."""

    a: SeatNumber
    b: SeatNumber


class Introduce(FromClient, frozen=True, tag="me"):
    """Another name or face of one's own, before the game."""

    name: Name
    avatar: Annotated[int, Meta(ge=0, le=9)]


class AskRematch(FromClient, frozen=True, tag="rematch"):
    """Play again with the same people when the game is over; the first who asks decides about the seats."""

    shuffle: bool


class Ping(FromClient, frozen=True, tag="ping"):
    """Is anybody there?"""


class SetLang(FromClient, frozen=True, tag="lang"):
    """The language of the sentences sent from now on."""

    lang: Lang


Arrangement: TypeAlias = SetRules | AddBot | FreeSeat | SwapSeats | Introduce
ClientMessage: TypeAlias = (
    Hello
    | Act
    | AskWhy
    | SayReady
    | Skip
    | SetTable
    | SetRules
    | AddBot
    | FreeSeat
    | SwapSeats
    | Introduce
    | AskRematch
    | Ping
    | SetLang
)

# Messages from the server


class FromServer(_Wire, frozen=True, tag_field="t"):
    """What a table may say."""


class Welcome(FromServer, frozen=True, tag="welcome"):
    """The answer to hello: how things stand, and what was missed since `have`."""

    protocol: int
    table: TableInfo
    n: int
    view: View | None  # None: the game has not begun
    ask: Ask | None
    events: list[Told]


class Update(FromServer, frozen=True, tag="update"):
    """Something happened."""

    n: int
    events: list[Told]
    view: View
    ask: Ask | None


class TableChanged(FromServer, frozen=True, tag="table"):
    """Somebody came, went or began."""

    table: TableInfo


class Ack(FromServer, frozen=True, tag="ack"):
    """The answer is stored; `n` is the number reached with it."""

    cmd: str
    n: int


class Refused(FromServer, frozen=True, tag="refused"):
    """The answer was not taken, and nothing has changed."""

    cmd: str
    why: Why


class BecauseWhy(FromServer, frozen=True, tag="why"):
    """The answer to why; null: it may be done."""

    id: int
    why: Why | None


class Rematch(FromServer, frozen=True, tag="rematch"):
    """The people of this table play again; the way to the reader's own seat there, or to the table for a spectator."""

    table: str
    seat_url: str
    name: str  # who asked for it


class Error(FromServer, frozen=True, tag="error"):
    """Something was wrong with a message or with the connection."""

    code: str
    text: str


class Pong(FromServer, frozen=True, tag="pong"):
    """The answer to ping."""


ServerMessage: TypeAlias = Welcome | Update | TableChanged | Ack | Refused | BecauseWhy | Rematch | Error | Pong

# Bodies of HTTP requests and answers


class NewTable(_Wire, frozen=True):
    """POST /api/tables. `bots` seats are for bots; with `play_now` all others are too, and the game begins at once.

    `first` is the seat that begins where the switch firstPlayer is host.
    """

    players: int
    name: Name = ""
    game: Annotated[str, Meta(max_length=40)] = "classic"
    edition: Annotated[str, Meta(max_length=40)] = "anniversary"
    bots: int = 0
    switches: Switches = {}
    first: int = 0
    lang: Lang = "en"
    play_now: bool = False


class Opened(_Wire, frozen=True):
    """The table's id, and the link to the maker's own seat."""

    table: str
    seat_url: str


class TakeSeat(_Wire, frozen=True):
    """POST /api/tables/{id}/seats. `seat`: a bot's, in a running game that allows it; -1: any."""

    name: Name
    seat: int = -1


class Seated(_Wire, frozen=True):
    """The link to the seat; keep it secret."""

    seat_url: str


class EditionInfo(_Wire, frozen=True):
    """An edition of the rules."""

    key: str
    title: str


class SwitchInfo(_Wire, frozen=True):
    """A rule that tables may settle for themselves."""

    name: str
    values: list[str]
    default: str
    text: str


class GameInfo(_Wire, frozen=True):
    """A game that can be played here."""

    key: str
    title: str
    players: tuple[int, int]  # fewest, most
    editions: list[EditionInfo]
    switches: list[SwitchInfo]


class Catalogue(_Wire, frozen=True):
    """GET /api/catalogue."""

    games: list[GameInfo]


class Rule(_Wire, frozen=True):
    """GET /api/rules/{id}."""

    id: str
    text: str


class Replay(_Wire, frozen=True):
    """GET /api/tables/{id}/replay: a finished game, a frame for each decision and for the end of each round."""

    eyes: str  # whose: a seat by its number, `table` for what everybody saw, `open` for everything
    frames: list[Update]


class Failure(_Wire, frozen=True):
    """The body of every answer that is not a success."""

    code: str
    text: str


class Health(_Wire, frozen=True):
    """GET /healthz: the process runs."""

    ok: bool
    version: str
    compiled: bool  # whether the engine is the compiled one


class Ready(_Wire, frozen=True):
    """GET /readyz: tables can be stored."""

    ok: bool


_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def read(message: str | bytes) -> ClientMessage:
    """A client's message; raises msgspec.DecodeError, which says what is wrong with it."""
    return _decoder.decode(message)


def write(message: msgspec.Struct | dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return _encoder.encode(message).decode()
