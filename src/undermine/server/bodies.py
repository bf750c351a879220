"""Bodies of HTTP requests and answers: with the messages of `protocol`, everything that crosses the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from undermine.present.view import Box, Face
from undermine.server.protocol import Extras, Key, Lang, Lot, Name, Remark, Switches, TableInfo, Update, Wire


class NewTable(Wire, frozen=True):
    """POST /api/tables. `bots` seats are for bots; with `play_now` all others are too, and the game begins at once.

    `together` people sit at the maker's own device; `names` are those of the others there, as far as they have some.
    `first` is the seat that begins where the switch firstPlayer is host.
    """

    players: int
    name: Name = ""
    together: int = 1
    names: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    game: Key = "classic"
    edition: Key = ""  # empty: the game's first
    extras: Extras = ()
    bots: int = 0
    level: Key = ""  # of the bots; empty: the usual one
    switches: Switches = field(default_factory=dict)
    first: int = 0
    lang: Lang = "en"
    play_now: bool = False
    lot: Lot | Literal[""] = ""  # for the shuffle


class Opened(Wire, frozen=True):
    """The table's id, the link to the maker's own seat or all seats at their device, and the link to each of these alone."""

    table: str
    seat_url: str
    seat_urls: list[str]


class OpenTable(Wire, frozen=True):
    """A table that waits for people, for whoever looks for one."""

    id: str
    game: str  # in words, like its extras
    extras: list[str]
    players: int
    free: int  # seats
    host: str


class OpenTables(Wire, frozen=True):
    """GET /api/tables: those whose hosts want strangers to find them, the newest first."""

    tables: list[OpenTable]


class TakeSeat(Wire, frozen=True):
    """POST /api/tables/{id}/seats. `seat`: a bot's, in a running game that allows it; -1: any.

    `cmd` is the client's own name for the wish: asked again under the same, it gets the same seat.
    """

    name: Name
    seat: int = -1
    cmd: Annotated[str, Meta(max_length=64)] = ""


class Seated(Wire, frozen=True):
    """The link to the seat; keep it secret."""

    seat_url: str


class EditionInfo(Wire, frozen=True):
    """An edition of the rules."""

    key: str
    title: str


class ValueInfo(Wire, frozen=True):
    """One way in which a rule may be settled."""

    key: str
    title: str


class SwitchInfo(Wire, frozen=True):
    """A rule that tables may settle for themselves."""

    name: str
    text: str
    values: list[ValueInfo]
    default: str  # what holds in this edition
    cells: int  # it may also be so many cells, such as `2,-2 5,2`; 0: it may not


class LevelInfo(Wire, frozen=True):
    """How well a bot plays."""

    key: str
    title: str
    text: str


class ExtraInfo(Wire, frozen=True):
    """Something a game can be played with."""

    key: str
    title: str
    text: str  # what it changes, in a sentence
    kind: Literal["expansion", "card", "mini", "variant"]
    face: Face | None  # a card that stands for it


class GameInfo(Wire, frozen=True):
    """A game that can be played here."""

    key: str
    title: str
    text: str  # what it is, in a sentence
    players: tuple[int, int]  # fewest, most, without extras
    faces: list[Face]  # cards that stand for it, the second one in front
    editions: list[EditionInfo]
    extras: list[ExtraInfo]


class PresetInfo(Wire, frozen=True):
    """A table that somebody has thought of already."""

    key: str
    title: str
    text: str
    game: str
    edition: str
    extras: list[str]
    players: int
    switches: dict[str, str]


class Catalogue(Wire, frozen=True):
    """GET /api/catalogue. The first level is the usual one."""

    games: list[GameInfo]
    presets: list[PresetInfo]
    levels: list[LevelInfo]


class Failure(Wire, frozen=True):
    """The body of every answer that is not a success."""

    code: str
    text: str


class Choice(Wire, frozen=True):
    """POST /api/setup: what somebody is about to play."""

    game: Key
    edition: Key = ""
    extras: Extras = ()
    players: int = 0  # 0: as many as usual
    switches: Switches = field(default_factory=dict)


class Blocked(Wire, frozen=True):
    """An extra that cannot be added to what is chosen, and why."""

    extra: str
    why: str


class SetUp(Wire, frozen=True):
    """The answer: what goes with that, and the whole of it in plain words, as host, guests and records read it."""

    edition: str
    players: tuple[int, int]  # fewest, most, with these extras
    number: int  # of players: the one asked for if it goes, the nearest that does, or the usual one
    blocked: list[Blocked]
    switches: list[SwitchInfo]  # of the game and of these extras
    summary: list[str]
    problem: Failure | None  # why a table cannot be opened so


class Rule(Wire, frozen=True):
    """GET /api/rules/{id}."""

    id: str
    text: str


class Draw(Wire, frozen=True):
    """One outcome of chance: number `index`, from 0, of `total` that are equally likely."""

    total: int
    index: int


class ShuffleInfo(Wire, frozen=True):
    """How a finished game was shuffled; each draw can be made again from the secret and the parts."""

    commitment: str
    secret: str
    parts: list[str]  # the table's id, and what each player's device has added
    draws: list[Draw]


class Replay(Wire, frozen=True):
    """GET /api/tables/{id}/replay: a finished game, a frame for each decision and for the end of each round."""

    eyes: str  # whose: a seat by its number, `table` for what everybody saw, `open` for everything
    frames: list[Update]
    said: list[Remark]  # what was said and settled, each after so many of the events of all frames together


class Brought(Wire, frozen=True):
    """POST /api/replay: a game from a record that somebody has; the body is the file."""

    table: TableInfo  # as far as a record tells
    box: Box
    replay: Replay


class Health(Wire, frozen=True):
    """GET /healthz: the process runs."""

    ok: bool
    version: str
    compiled: bool  # whether the engine is the compiled one


class Ready(Wire, frozen=True):
    """GET /readyz: tables can be stored."""

    ok: bool
