"""What really lay where, read from the database by the engine, and who may know it: by the rules, not by the redaction."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.patching import whole
from undermine.games.classic.rules.state import GOAL, HAND, ORIENT, ROLE, Classic, classic
from undermine.games.classic.view import side_of
from undermine.kernel.event import Event
from undermine.kernel.visibility import fold, stream
from undermine.notation import rows
from undermine.present.presenter import names_in
from undermine.registry import ruleset
from undermine.server.game import read_options

Json = dict[str, Any]
OWN = {"drew", "dealt", "passed", "saw", "took", "packet", "paid"}  # events whose cards are only their owner's
SECRET_KEYS = {"role", "roles", "hand", "card", "cards", "goals", "packet", "mine", "cells", "nuggets", "goldCards"}
# Where a card's name may stand in a message.
OPEN_PLACES = {
    "view.cells.card",
    "view.players.front",
    "view.results.roles",
    "events.card",
    "events.roles",
    "view.leftover",
}
OWN_PLACES = {"view.mine.hand.card", "view.mine.goldCards", "view.mine.role", "view.mine.goals", "view.mine.packet"}
SHAPES = {"view.cells.shape", "view.cells.lit", "events.shape"}  # a shape may read like a card
SAID = {"view.phase", "view.results.gold", "ask.options.verb", "events.move.verb"}  # and so may a word
PLACES = OPEN_PLACES | OWN_PLACES | SHAPES | SAID | {"view.players.role", "events.cards", "ask.options.card"}
PLACES |= {"ask.options.cards", "events.move.card"}


@dataclass
class Moment:
    """The table after one decision."""

    state: Classic
    told: dict[int, int]  # how much each seat was told until then
    looked: dict[int, set[int]]  # goals each seat has looked at in this round
    ended: bool  # the decision ended a round, and the next one may have been dealt already

    def role(self, seat: int) -> str:
        return names_in(self.state, ROLE + seat)[0]

    def hand(self, seat: int) -> Counter[str]:
        return Counter(names_in(self.state, HAND + seat))

    @property
    def shown(self) -> bool:
        """The roles of this round lie open."""
        return side_of(self.state, self.state.round) != 0

    def open_goal(self, goal: int) -> bool:
        turning = not self.state.over() and self.state.top().step == ORIENT and self.state.top().a == goal
        return turning or bool(self.state.opened >> goal & 1)

    def goal(self, goal: int) -> str:
        return names_in(self.state, GOAL + goal)[0]


class Truth:
    """A stored game, decision by decision."""

    def __init__(self, database: Path, table: str) -> None:
        with contextlib.closing(sqlite3.connect(database)) as db:
            (options, self.secret) = db.execute("SELECT options, secret FROM games WHERE id = ?", (table,)).fetchone()
            query = "SELECT seat, move, payload FROM decisions WHERE game = ? ORDER BY seq"
            self.decisions: list[tuple[int, str, bytes]] = db.execute(query, (table,)).fetchall()
        self.rules = ruleset(read_options(options))
        self.words = {name for names in self.rules.layout.face_names.values() for name in names}

    def moments(self) -> Iterator[Moment]:
        state = classic(self.rules.game.new_state(self.rules))
        told = dict.fromkeys(range(self.rules.seats), 0)
        looked: dict[int, set[int]] = {seat: set() for seat in told}
        number = 0
        for seat, said, payload in self.decisions:
            move = json.loads(said) if seat >= 0 else {}
            if move.get("verb") == "map":
                looked[seat].add(move["goal"])
            events: list[Event] = rows.decode(self.rules, payload)
            for event in events:
                fold(state, event)
            ended = number > 0 and state.round != number
            if state.round != number:
                number, looked = state.round, {other: set() for other in told}
            for other in told:
                told[other] += len(stream(events, other))
            yield Moment(state, dict(told), {other: set(goals) for other, goals in looked.items()}, ended)


def named(value: object, words: set[str], path: str = "") -> Iterator[tuple[str, str]]:
    """Every name of a card in a message, and where it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from named(inner, words, path if key.isdigit() else f"{path}.{key}".lstrip("."))
    elif isinstance(value, list):
        for inner in value:
            yield from named(inner, words, path)
    elif isinstance(value, str) and value in words:
        yield path, value


def check_frames(truth: Truth, seat: int, frames: list[str]) -> int:
    """No message to a seat shows what it may not know; returns how many were held against the truth."""
    messages = list(whole(json.loads(frame) for frame in frames))
    held = 0
    waiting = [m for m in messages if m.get("view")]
    for message in messages:
        if not message.get("view"):
            assert not list(named(message, truth.words)), message
    for moment in truth.moments():
        while waiting and waiting[0]["n"] == moment.told[seat]:
            check(truth, moment, seat, waiting.pop(0))
            held += 1
        # A decision that tells this seat nothing leaves its number where it was; the same message is then still true.
    assert not waiting, f"{len(waiting)} messages belong to no moment of the game, e.g. {str(waiting[0])[:300]}"
    return held


def check(truth: Truth, moment: Moment, seat: int, message: Json) -> None:
    view = message["view"]
    for path, name in named({k: v for k, v in message.items() if k != "table"}, truth.words):
        assert path in PLACES, (path, name)
    assert view["mine"]["seat"] == seat
    assert view["mine"].get("role", "") in {"", moment.role(seat)}
    hand = Counter({card["card"]: card.get("count", 1) for card in view["mine"].get("hand", [])})
    assert hand == moment.hand(seat), (hand, moment.hand(seat))
    for player in view["players"]:
        if player.get("role"):
            assert moment.shown, player
            assert player["role"] == moment.role(player["seat"])
    assert moment.shown or not view.get("leftover")
    for goal, face in goals_of(view):
        assert moment.open_goal(goal) or goal in moment.looked[seat], (goal, face)
        assert face == moment.goal(goal)
    for event in message["events"]:
        check_event(moment, seat, event, message["t"] == "update")
    ask = message.get("ask") or {}
    assert not ask.get("options") or seat in ask["seats"]


def goals_of(view: Json) -> Iterator[tuple[int, str]]:
    """Goals that a view names."""
    for goal, face in view["mine"].get("goals", {}).items():
        yield int(goal), face
    for cell in view["cells"]:
        if cell["kind"] == "goal" and (cell.get("card") or cell.get("shape")):
            yield cell["goal"], cell["card"]


def check_event(moment: Moment, seat: int, event: Json, new: bool) -> None:
    """Old events are told again after a return, when later rounds have hidden roles of their own."""
    if event["kind"] in OWN and (event.get("card") or event.get("cards")):
        assert event["seat"] == seat, event
    if new and event.get("roles"):
        assert moment.shown or moment.ended, event


def check_bodies(bodies: list[tuple[str, str]], strange: list[str]) -> None:
    """Answers over HTTP tell of seats and rules, never of cards that somebody holds; nobody else's link is in any of them.

    The replay of a finished game does tell of cards; that it is refused before is tested in tests/server/test_replays.py.
    """
    assert bodies
    for address, body in bodies:
        for token in strange:
            assert token not in body, address
        if "/api/tables" in address and "/replay?" not in address and "/box?" not in address:
            headers, said = body.split("\n", 1)
            assert "application/json" not in headers or not set(keys_of(json.loads(said))) & SECRET_KEYS, body


def keys_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)
