"""A whole game as text, as PGN is for chess: options, names, and every decision with the luck and the events it led to.

    undermine record 1
    game: classic
    players: 3
    names: ["Anna", "Boris", "Olena"]
    secret: 5f0c...
    parts: ["m4k3navr4j", "91b2..."]

    open
      ~ first P2
      ~ deal digger
      = replaced round auto 1 1; began 1 P2; ...
    1 P2 lay EW 1,0
      ~ draw map
      = laid P2 EW 1,0; replaced draw chance 1 0; moved map deck hand-P2 (P2); ...

Chance stands behind `~` and events behind `=`; several are separated by `;`. What somebody said stands behind `"`, a line each.
A game replays from decisions and chance without any seed. Events may be left out when a record is written by hand: then
they are not compared. With a secret and its parts (`shuffle.py`) what chance said is checked too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import zip_longest

import msgspec

from undermine.errors import NotationError, RecordError, UndermineError
from undermine.kernel.chance import Chance, ChanceError
from undermine.kernel.engine import advance, explain, step
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import NOBODY, Action, Seat
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation.actions import parse, words
from undermine.notation.chance import Followed, Spoken
from undermine.notation.events import event_words, parse_event
from undermine.notation.header import KEYS, options_lines, read_options
from undermine.notation.shuffle import Checked, Shuffle
from undermine.notation.text import Line, seat_name, uncommented
from undermine.registry import Options, ruleset

TITLE = "undermine record 1"
WIDTH = 118  # a row of events is broken when it would be longer


@dataclass
class Ply:
    """One decision; the opening has none (seat NOBODY)."""

    seat: int
    words: str
    chance: list[str] = field(default_factory=list)
    events: list[str] | None = None  # None: not written down
    said: list[tuple[Seat, str]] = field(default_factory=list)  # what was said after it: by whom, and as JSON
    line: int = 0


@dataclass
class Record:
    """A game from its first card on."""

    options: Options
    names: list[str] = field(default_factory=list)
    plies: list[Ply] = field(default_factory=list)  # the first is the opening
    file: str = ""
    shuffle: Shuffle | None = None  # None: nobody says where its chance came from


@dataclass(frozen=True)
class Move:
    """One stored decision and the events it led to; the first of a game is the opening, by NOBODY."""

    seat: Seat
    action: Action
    events: list[Event]


@dataclass(frozen=True)
class Difference:
    """The first point at which a record and a replay of it part; ply 0 is the opening."""

    ply: int
    expected: str
    found: str


# From a game to its record


class Recorder:
    """Writes a game's record decision by decision; what chance said is found out from their events."""

    def __init__(self, options: Options, names: list[str]) -> None:
        self.record = Record(options, list(names))
        self._rules = ruleset(options)
        self._chance = Followed()
        self._log: list[Event] = []
        self._play = Play(self._rules.game.new_state(self._rules), self._log)

    def add(self, move: Move) -> None:
        """The next decision; the first is the opening."""
        rules, play, chance = self._rules, self._play, self._chance
        chance.follow(self._log, move.events)
        start = len(self._log)
        said = ""
        if move.seat == NOBODY:
            rules.game.open(play)
            advance(play, chance)
        else:
            said = words(rules, play.state, move.seat, move.action)
            step(play, move.seat, move.action, chance)
        events = [event_words(rules, event) for event in self._log[start:]]
        self.record.plies.append(Ply(int(move.seat), said, chance.said, events))


def record_of(options: Options, names: list[str], moves: list[Move]) -> Record:
    """The record of a whole game from its stored decisions."""
    recorder = Recorder(options, names)
    for move in moves:
        recorder.add(move)
    return recorder.record


def print_record(record: Record) -> str:
    """A record as text."""
    lines = [TITLE, *options_lines(record.options)]
    if record.names:
        quoted = json.dumps(record.names, ensure_ascii=False).replace("#", "\\u0023")  # else it would begin a comment
        lines.append(f"names: {quoted}")
    if record.shuffle is not None:
        lines += [f"secret: {record.shuffle.secret.hex()}", f"parts: {json.dumps(record.shuffle.parts)}"]
    lines.append("")
    for number, ply in enumerate(record.plies):
        lines.append(f"{number} {seat_name(ply.seat)} {ply.words}" if ply.seat != NOBODY else "open")
        lines += _broken("  ~", ply.chance)
        if ply.events is not None:
            lines += _broken("  =", ply.events) or ["  ="]
        quotes = [(seat_name(by) if by != NOBODY else "table", what.replace("#", "\\u0023")) for by, what in ply.said]
        lines += [f'  " {by} {what}' for by, what in quotes]
    return "\n".join(lines) + "\n"


def _broken(mark: str, parts: list[str]) -> list[str]:
    """Parts in rows that are not too long."""
    rows: list[str] = []
    for part in parts:
        if rows and len(rows[-1]) + len(part) + 2 <= WIDTH:
            rows[-1] += f"; {part}"
        else:
            rows.append(f"{mark} {part}")
    return rows


# From its text to a record


def parse_record(text: str, file: str = "") -> Record:
    """A record from its text; RecordError names file, line and cause."""
    lines = [(number, uncommented(row)) for number, row in enumerate(text.split("\n"), start=1)]
    rows = [(number, row) for number, row in lines if row]
    if not rows or rows[0][1] != TITLE:
        raise RecordError("BAD_RECORD", f"A record begins with the line {TITLE!r}.", file, 1)
    head: dict[str, tuple[int, str]] = {}
    at = 1
    while at < len(rows) and ":" in rows[at][1].split(" ")[0]:
        key, _, value = rows[at][1].partition(":")
        if key in head or key not in (*KEYS, "names", "secret", "parts"):
            raise RecordError("BAD_RECORD", f"{key!r} cannot stand here; take it out.", file, rows[at][0])
        head[key] = rows[at][0], value.strip()
        at += 1
    names = _names(*head.pop("names", (0, "[]")), file)
    shuffle = _shuffle(head.pop("secret", None), head.pop("parts", None), file)
    try:
        record = Record(read_options(head, file), names, file=file, shuffle=shuffle)
    except NotationError as error:
        raise RecordError("BAD_RECORD", error.message, file, error.line) from error
    for number, row in rows[at:]:
        try:
            _read_row(record, row, number)
        except NotationError as error:
            raise RecordError("BAD_RECORD", error.message, file, number, error.column) from error
    if not record.plies:
        raise RecordError("BAD_RECORD", "The game is missing; write open, then a line for each decision.", file)
    return record


def _names(number: int, text: str, file: str) -> list[str]:
    try:
        return msgspec.json.decode(text, type=list[str])
    except msgspec.MsgspecError as error:
        cause = f'Names are written as ["Anna", "Boris"]: {error}.'
        raise RecordError("BAD_RECORD", cause, file, number) from error


def _shuffle(secret: tuple[int, str] | None, parts: tuple[int, str] | None, file: str) -> Shuffle | None:
    """Both lines or neither."""
    if secret is None and parts is None:
        return None
    number = (secret or parts or (0, ""))[0]
    if secret is None or parts is None:
        raise RecordError("BAD_RECORD", "A secret and its parts stand together; add the other line.", file, number)
    try:
        return Shuffle(bytes.fromhex(secret[1]), tuple(msgspec.json.decode(parts[1], type=list[str])))
    except ValueError as error:  # msgspec's errors are of this kind too
        cause = f'A secret is written in hexadecimal digits, its parts as ["m4k3navr4j", "91b2"]: {error}.'
        raise RecordError("BAD_RECORD", cause, file, number) from error


def _read_row(record: Record, row: str, number: int) -> None:
    mark = row.split(maxsplit=1)[0]
    if mark in ("~", "=", '"'):
        if not record.plies:
            raise NotationError("BAD_NOTATION", "Nothing has been decided yet; begin with the line open.")
        ply = record.plies[-1]
        if mark == '"':
            ply.said.append(_read_said(row.strip()[1:]))
            return
        parts = [part.strip() for part in row.strip()[1:].split(";") if part.strip()]
        if mark == "~":
            ply.chance += parts
        else:
            rules = ruleset(record.options)
            ply.events = (ply.events or []) + [event_words(rules, parse_event(rules, part)) for part in parts]
    elif not record.plies:
        if row != "open":
            raise NotationError("BAD_NOTATION", "The first decision comes after the line open.")
        record.plies.append(Ply(NOBODY, "", line=number))
    else:
        line = Line(row)
        if line.word("a number") != str(len(record.plies)):
            raise line.wrong(f"This is decision {len(record.plies)}; number it so.")
        seat = int(line.seat())
        record.plies.append(Ply(seat, " ".join(word for _, word in line.found[2:]), line=number))


def _read_said(row: str) -> tuple[Seat, str]:
    """Who said something, and what."""
    by, _, what = row.strip().partition(" ")
    seat = NOBODY if by == "table" else Line(by).seat()
    try:
        msgspec.json.decode(what, type=dict)
    except msgspec.MsgspecError as error:
        raise NotationError("BAD_NOTATION", f"What is said is written as JSON: {error}.") from error
    return seat, what


# Checking


def verify(record: Record) -> Difference | None:
    """Replay a record by its decisions and by its events; None when both agree to the end."""
    rules = ruleset(record.options)
    log: list[Event] = []
    play = Play(rules.game.new_state(rules), log)
    folded: State | None = rules.game.new_state(rules)
    check = None if record.shuffle is None else Checked(record.shuffle)
    for number, ply in enumerate(record.plies):
        start = len(log)
        try:
            replay(play, ply, check)
        except (UndermineError, ChanceError) as error:
            return Difference(number, _decision(ply), str(error))
        if ply.events is None:
            folded = None
            continue
        found = [event_words(rules, event) for event in log[start:]]
        for expected, actual in zip_longest(ply.events, found, fillvalue="nothing more"):
            if expected != actual:
                return Difference(number, expected, actual)
        if folded is not None:
            for words_ in ply.events:
                fold(folded, parse_event(rules, words_))
            if folded.ints() != play.state.ints():
                return Difference(number, "the events lead to the state of the game", "they lead to another one")
    return None


def _decision(ply: Ply) -> str:
    return f"{seat_name(ply.seat)} {ply.words}" if ply.seat != NOBODY else "open"


def replay(play: Play, ply: Ply, check: Checked | None = None) -> Action:
    """Make one decision of a record, with the luck it names; raises UndermineError or ChanceError where it cannot be."""
    rules = play.state.rules
    spoken = Spoken(ply.chance)
    chance: Chance = spoken if check is None else check.over(spoken)
    action: Action = 0
    if ply.seat == NOBODY:
        rules.game.open(play)
        advance(play, chance)
    else:
        action = parse(rules, play.state, ply.seat, ply.words)
        refusal = explain(play.state, ply.seat, action)
        if refusal is not None:
            raise RecordError("BAD_RECORD", f"refused: {refusal.code} {refusal.rule}")
        step(play, ply.seat, action, chance)
    spoken.finish()
    return action
