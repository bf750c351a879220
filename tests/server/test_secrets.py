"""A spy at every socket: what a seat is sent can be made from what that seat was told, and shows nothing else."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import structlog

from tests.server.house import Guest, House, Json, house
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.visibility import stream
from undermine.notation import rows
from undermine.present import ask_of, told, view_of
from undermine.registry import ruleset
from undermine.server.game import read_options
from undermine.server.logs import set_up
from undermine.server.protocol import Update, write

PRIVATE = {"drew", "dealt", "passed", "saw", "took", "packet", "paid"}  # events whose cards are only their owner's


@dataclass
class Spied:
    """A finished game: all that went over each socket, and the truth."""

    heard: dict[int, list[str]]  # updates by seat; SPECTATOR last
    rules: Ruleset
    log: list[list[Event]]  # the true events of each decision
    tokens: list[str]
    lines: list[str]  # of the server's log


async def whole_game(home: House, players: int, seed: int, **wish: Any) -> tuple[str, list[Guest]]:
    """Everybody at the table is a spy, and so is a spectator, who comes last."""
    table, ann = await home.open(players=players, **wish)
    guests = [ann, *[await home.join(table, f"Guest {i}") for i in range(1, players)], await home.guest(table)]
    for guest in guests:
        guest.rng.seed(seed)
        await guest.come()
    await home.post(f"/api/tables/{table}/start", headers=ann.headers)
    await asyncio.gather(*(guest.play() for guest in guests))
    await home.http.get("/s/aaaaaaaaaa.0.0.forged-token")
    return table, guests


async def spy(folder: Path, players: int, seed: int, edition: str) -> Spied:
    async with house(folder) as home:
        table, guests = await whole_game(home, players, seed, edition=edition)
        row = await home.lobby.store.table(table)
        assert row is not None
        rules = ruleset(read_options(row.options))
        log = [rows.decode(rules, decision.payload) for decision in await home.lobby.store.decisions(table)]
    seats = [*range(players), SPECTATOR]
    heard = {seat: updates(guest) for seat, guest in zip(seats, guests, strict=True)}
    return Spied(heard, rules, log, [guest.cookie.split("=")[1] for guest in guests[:-1]], [])


def updates(guest: Guest) -> list[str]:
    return [text for text in guest.heard if text.startswith('{"t":"update"')]


@pytest.fixture(scope="module", params=[(3, 1, "anniversary"), (6, 2, "ukrainian")], ids=["three", "six"])
def spied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Spied:
    """One game each, played with the most talkative log."""
    log = io.StringIO()
    set_up("debug", log)
    try:
        game = asyncio.run(spy(tmp_path_factory.mktemp("spied"), *request.param))
    finally:
        set_up("warning")
    game.lines = log.getvalue().splitlines()
    return game


def test_what_a_seat_is_sent_follows_from_what_it_was_told(spied: Spied) -> None:
    """Every byte is made again from the seat's redacted rows alone, on a view that never saw the truth."""
    for seat, heard in spied.heard.items():
        view = spied.rules.game.new_state(spied.rules)
        n = 0
        expected: list[str] = []
        for events in spied.log:
            mine = stream(events, seat)
            if mine:
                n += len(mine)
                news = told(view, mine)
                expected.append(write(Update(n, news, view_of(view, seat), ask_of(view, seat))))
        assert heard == expected


def test_no_message_shows_what_its_reader_may_not_know(spied: Spied) -> None:
    """By the rules and not by the redaction: hands, roles, goals, discards and gold are their owners' alone."""
    for seat, heard in spied.heard.items():
        shown = False  # whether the roles of this round lie open
        for message in map(json.loads, heard):
            for event in message["events"]:
                shown = event["kind"] in {"won", "roles"} or (shown and event["kind"] != "round")
                check_event(event, seat, shown)
            check_view(message["view"], seat, shown)
            ask = message["ask"]
            assert ask is None or not ask.get("options") or ask["seats"] == [seat]


def check_event(event: Json, seat: int, shown: bool) -> None:
    if event["kind"] in PRIVATE and (event.get("card") or event.get("cards")):
        assert event["seat"] == seat, event
    if event["kind"] == "saw":
        assert event["seat"] == seat, event
    if event.get("roles"):
        assert shown, event


def check_view(view: Json, seat: int, shown: bool) -> None:
    for player in view["players"]:
        assert shown or not player.get("role"), player
        assert isinstance(player.get("hand", 0), int)
        assert view["phase"] == "over" or player["nuggets"] is None, player
    assert shown or not view.get("leftover"), view
    assert view.get("discards") is None, view  # the table keeps no list
    peeks = view["mine"]["goals"] if view.get("mine") else {}
    for cell in view["cells"]:
        if not cell.get("faceUp", True):
            assert not cell.get("card") or str(cell["goal"]) in peeks, cell
            assert not cell.get("shape"), cell
    if seat == SPECTATOR:
        assert view.get("mine") is None
    else:
        assert view["mine"]["seat"] == seat


def test_the_check_would_see_a_leak(spied: Spied) -> None:
    first = {seat: json.loads(heard[0])["view"] for seat, heard in spied.heard.items()}
    hands = [json.dumps(view["mine"]["hand"]) for view in first.values() if view.get("mine")]
    assert len(set(hands)) > 1  # there is something to hide, and each owner is told
    assert {view["mine"]["role"] for view in first.values() if view.get("mine")} <= {"digger", "saboteur"}
    view = json.loads(spied.heard[0][0])["view"]
    view["players"][1]["role"] = "saboteur"
    with pytest.raises(AssertionError):
        check_view(view, 0, shown=False)
    with pytest.raises(AssertionError):
        check_view(first[1], 0, shown=False)
    with pytest.raises(AssertionError):
        check_event({"kind": "drew", "seat": 1, "card": "NES"}, 0, shown=False)


def test_numbers_have_no_gap(spied: Spied) -> None:
    for seat, heard in spied.heard.items():
        numbers = [json.loads(text)["n"] for text in heard]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] == sum(len(stream(events, seat)) for events in spied.log)


def test_no_secret_is_in_the_log(spied: Spied) -> None:
    assert len(spied.lines) > 50
    for line in spied.lines:
        said = json.loads(line)
        assert not {"action", "card", "role", "hand", "token", "cookie"} & said.keys()
        for word in (*spied.tokens, "forged-token", "saboteur", "digger", "break-", "mend-", "rockfall"):
            assert word not in line


class FullDisk(io.StringIO):
    """Nothing can be written any more."""

    def write(self, _text: str) -> int:
        raise OSError("No space left on device")


def test_a_log_that_cannot_be_written_stops_nobody() -> None:
    set_up("debug", FullDisk())
    try:
        structlog.get_logger("undermine.table").info("decision")
        structlog.get_logger("undermine.table").error("failed", exc_info=ValueError())
    finally:
        set_up("warning")
