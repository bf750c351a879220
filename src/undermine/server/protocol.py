"""What the socket carries; with the HTTP bodies of `bodies`, one source for server, browser and docs/protocol.md.

What the server sends is complete: no field of a message is left out, but for those of a `Told` that do not apply. What a
client sends may leave out what has a default here, and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from undermine.present.view import Ask, Told, Value, View, Why
from undermine.server.store.base import Pace

PROTOCOL: Final = 2

Cmd: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Lang: TypeAlias = Annotated[str, Meta(max_length=20)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Switches: TypeAlias = dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)]]
Key: TypeAlias = Annotated[str, Meta(max_length=40)]  # of a game, an edition, an extra or a level
Extras: TypeAlias = Annotated[tuple[Key, ...], Meta(max_length=40)]
Sent: TypeAlias = Annotated[msgspec.Raw, Meta(extra={"typescript": "Move"})]  # the table converts it by its own forms
Lot: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$")]  # what a device adds to the shuffle
Name: TypeAlias = Annotated[str, Meta(max_length=200)]  # a first bound; the table says what a name is


class Wire(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, gc=False):
    """Part of a message or an HTTP body."""


# Shapes of the table


class SeatInfo(Wire, frozen=True):
    """Who sits where, as everybody sees it."""

    seat: int
    name: str
    kind: Literal["human", "bot", "open"]
    present: bool  # a human with an open socket; a bot always is
    stand_in: bool  # a bot plays for the human who has gone
    bot_in: int  # seconds until one does; 0 while they are here, and from then on
    avatar: int  # which face
    level: str  # of a bot; empty for people
    gone: bool  # the host has sent this person away, and may let them back


class OwnSeat(Wire, frozen=True):
    """One of the seats at the reader's device; `link` names it in `?seat=` and stays when people change places."""

    seat: int
    link: int


class GateInfo(Wire, frozen=True):
    """People still look at something. `round`: how the last round went, and their roles; `look`: what a map shows."""

    kind: Literal["round", "look"]
    waits: list[int]  # seats that are not ready
    left: int  # seconds, then it goes on without them; 0: there is no hurry, since only bots wait


class ClockInfo(Wire, frozen=True):
    """Whose time runs, and how much of it is left. Times are in seconds, as they were when this was sent."""

    turn: int  # for each question; 0: no clock
    bank: int  # for the whole game, once the time of the turn is used up; 0: none
    window: int  # for everybody to object; 0: until all have answered
    paused: bool
    runs: list[int]  # seats whose time runs
    together: bool  # they are asked at the same time, and it ends for all of them together
    number: int  # of the question: another one has another number
    left: int  # of the turn, or of the time to object
    banks: list[int]  # by seat; empty without banks


class TableInfo(Wire, frozen=True):
    """A table as everybody sees it; `you` is the reader's own seat, `own` are all seats at the reader's device."""

    id: str
    game: str
    edition: str
    extras: list[str]
    players: int
    status: Literal["open", "running", "over"]
    seats: list[SeatInfo]
    you: int  # -1: a spectator
    own: list[OwnSeat]
    host: int  # -1: nobody, a table of bots
    invite: str
    grace: int  # seconds for which a seat waits for its human
    gate: GateInfo | None  # None: nobody is waited for
    switches: dict[str, str]  # what differs from the edition
    first: int  # the seat that begins where the switch firstPlayer is host
    pace: Pace  # of bots
    takeover: bool  # somebody may take a bot's seat while the game runs
    clock: ClockInfo
    chat: bool  # people may write in their own words
    public: bool  # strangers may find it while it waits for people
    watching: int  # how many look on without a seat
    commitment: str  # the hash of the secret that the shuffle is made of


# What is said and settled at a running table


class What(Wire, frozen=True, tag_field="kind"):
    """One thing that was said or settled."""


class Paused(What, frozen=True, tag="paused"):
    """The host has stopped the game."""


class Resumed(What, frozen=True, tag="resumed"):
    """The host lets it go on."""


class Timed(What, frozen=True, tag="timed"):
    """The host has set the clock."""

    turn: int
    bank: int
    window: int


class Nudged(What, frozen=True, tag="nudged"):
    """Somebody has been reminded that it is their turn."""

    target: int


class SentAway(What, frozen=True, tag="removed"):
    """The host has put a bot in somebody's place."""

    target: int
    epoch: int  # of the seat before


class LetBack(What, frozen=True, tag="returned"):
    """The host has let them have their seat again."""

    target: int


class Claimed(What, frozen=True, tag="claim"):
    """Somebody has said something that the game has words for. It may be a lie."""

    claim: Annotated[dict[str, Any], Meta(extra={"typescript": "Claim"})]


class Wrote(What, frozen=True, tag="chat"):
    """Somebody has written something."""

    text: str


class Chatting(What, frozen=True, tag="chatting"):
    """The host has allowed people to write, or has not."""

    on: bool


AnyWhat: TypeAlias = Paused | Resumed | Timed | Nudged | SentAway | LetBack | Claimed | Wrote | Chatting


class Remark(Wire, frozen=True):
    """Something that was said or settled, by a seat; -1: nobody's. `after`: so many of the events it is sent with come before it."""

    m: int  # its number at this table
    after: int
    seat: int
    what: AnyWhat


# Messages from a client


class FromClient(Wire, frozen=True, tag_field="t"):
    """What a browser may say."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message. `have`: the number of the last message seen, 0 for none; `changes`: send what changes only."""

    protocol: int
    have: Count = 0
    lang: Lang = "en"
    changes: bool = False
    heard: Count = 0  # how many remarks were heard


class Act(FromClient, frozen=True, tag="act"):
    """An answer to the question asked. `cmd` is the client's own name for it, `n` the number it was chosen at."""

    cmd: Cmd
    move: Sent
    n: Count


class Look(FromClient, frozen=True, tag="look"):
    """The whole view once more, and what was told after number `have`, because a change was missed."""

    have: Count = 0


class AskWhy(FromClient, frozen=True, tag="why"):
    """Why may this not be done? `move` need not be one that is offered."""

    id: Count
    move: Sent


class SayReady(FromClient, frozen=True, tag="ready"):
    """All that was told up to number `n` has been looked at."""

    n: Count


class Skip(FromClient, frozen=True, tag="skip"):
    """Bots hurry until it is the asker's turn; only for somebody who is alone with them."""


class SetTable(FromClient, frozen=True, tag="set"):
    """The host settles, at any time, how fast bots play and whether others may take a bot's seat."""

    pace: Pace
    takeover: bool


class SetClock(FromClient, frozen=True, tag="clock"):
    """The host sets the clock, at any time; banks are full again then."""

    turn: Count
    bank: Count = 0
    window: Count = 0  # 0: as long as usual here


class Pause(FromClient, frozen=True, tag="pause"):
    """The host stops the game, or lets it go on."""

    on: bool


class Say(FromClient, frozen=True, tag="say"):
    """Something that the game has words for, as one of the box's `claims`. The same `cmd` is not said twice."""

    cmd: Cmd
    claim: Annotated[msgspec.Raw, Meta(extra={"typescript": "Claim"})]


class Chat(FromClient, frozen=True, tag="chat"):
    """Something in one's own words. The same `cmd` is not written twice."""

    cmd: Cmd
    text: Annotated[str, Meta(max_length=2000)]


class SetPublic(FromClient, frozen=True, tag="public"):
    """The host lets strangers find the table while it waits for people, or does not."""

    on: bool


class SetChat(FromClient, frozen=True, tag="chatting"):
    """The host lets people write in their own words, or does not."""

    on: bool


class Nudge(FromClient, frozen=True, tag="nudge"):
    """Remind somebody who is here that it is their turn."""

    seat: SeatNumber


class AddLot(FromClient, frozen=True, tag="lot"):
    """Something by chance, for the shuffle, before the game; the first of each person counts."""

    lot: Lot


class SetRules(FromClient, frozen=True, tag="rules"):
    """The host chooses other rules before the game."""

    players: int
    edition: Key
    switches: Switches
    first: int = 0
    extras: Extras = ()
    game: Key = ""  # another game; empty: the same


class AddBot(FromClient, frozen=True, tag="bot"):
    """The host puts a bot on an open seat before the game, or changes the level of one."""

    seat: SeatNumber
    level: Key = ""  # empty: the usual one


class FreeSeat(FromClient, frozen=True, tag="free"):
    """The host sends a bot or a person away; in a running game a bot plays on. The person's link is worthless from then on."""

    seat: SeatNumber


class ReturnSeat(FromClient, frozen=True, tag="back"):
    """The host lets somebody who was sent away from a running game have their seat again; their link is good again."""

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
    | Look
    | AskWhy
    | SayReady
    | Skip
    | SetTable
    | SetClock
    | Pause
    | Nudge
    | Say
    | Chat
    | SetChat
    | SetPublic
    | AddLot
    | SetRules
    | AddBot
    | FreeSeat
    | ReturnSeat
    | SwapSeats
    | Introduce
    | AskRematch
    | Ping
    | SetLang
)

# Messages from the server


class FromServer(Wire, frozen=True, tag_field="t"):
    """What a table may say."""


class Welcome(FromServer, frozen=True, tag="welcome"):
    """The answer to hello: how things stand, and what was missed since `have`."""

    protocol: int
    table: TableInfo
    n: int
    view: View | None  # None: the game has not begun
    ask: Ask | None
    events: list[Told]
    said: list[Remark]  # those after `heard`


class Update(FromServer, frozen=True, tag="update"):
    """Something happened."""

    n: int
    events: list[Told]
    view: View
    ask: Ask | None


class Change(FromServer, frozen=True, tag="change"):
    """Something happened: what is different in the view that was shown with number `after`, for whoever asked for changes."""

    n: int
    after: int
    events: list[Told]
    patch: dict[str, Value]  # fields of the view; a list may be told as `{"splice": [[at, cut, items], ...]}`
    ask: Ask | None


class TableChanged(FromServer, frozen=True, tag="table"):
    """Somebody came, went or began."""

    table: TableInfo


class ClockChanged(FromServer, frozen=True, tag="clock"):
    """Another question, another clock, or a pause."""

    clock: ClockInfo


class Said(FromServer, frozen=True, tag="said"):
    """Something was said or settled."""

    said: list[Remark]


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


ServerMessage: TypeAlias = (
    Welcome | Update | Change | TableChanged | ClockChanged | Said | Ack | Refused | BecauseWhy | Rematch | Error | Pong
)

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


def read(message: str | bytes) -> ClientMessage:
    """A client's message; raises msgspec.DecodeError, which says what is wrong with it."""
    return _decoder.decode(message)


def write(message: msgspec.Struct | dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return _encoder.encode(message).decode()


def pack(message: msgspec.Struct) -> bytes:
    """The same as bytes: for what is sent to many."""
    return _encoder.encode(message)


def encoded(text: bytes) -> Any:
    """A part of a message that is JSON already, where the part itself is expected."""
    return msgspec.Raw(text)
