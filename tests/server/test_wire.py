"""One source for the wire: the page that describes it and the browser's types follow the server's structures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from undermine.errors import OPTIONS
from undermine.server import bodies, protocol, room
from undermine.server.names import fill_with_bots
from undermine.server.protocol import ClientMessage, ServerMessage
from undermine.server.sentences import CODES, LANGUAGES, bot_names, language, sentence
from undermine.server.store.base import Seat
from undermine.server.typescript import RENAMED, typescript

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text("utf-8")
MESSAGES = (*get_args(ClientMessage), *get_args(ServerMessage))


def section(title: str) -> str:
    start = PAGE.index(f"# {title}\n")
    end = re.search(r"^#", PAGE[start + 2 :], re.MULTILINE)
    return PAGE[start : start + 2 + end.start()] if end else PAGE[start:]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: m.__name__)
def test_every_message_is_described_with_its_fields(message: type[msgspec.Struct]) -> None:
    side = section("From the client" if issubclass(message, protocol.FromClient) else "From the server")
    rows = [line for line in side.splitlines() if line.startswith(f"| `{message.__struct_config__.tag}` |")]
    assert len(rows) == 1
    for field in message.__struct_encode_fields__:
        assert f"`{field}`" in rows[0]


def test_every_body_is_described_with_its_fields() -> None:
    for match in re.finditer(r"export interface (\w+) \{\n(.*?)\}", typescript(), re.DOTALL):
        name, body = match[1], match[2]
        if "  t: " in body:
            continue
        described = re.search(rf"`{name}`:(.*?)(?=`[A-Z]\w+`:|^#)", PAGE, re.DOTALL | re.MULTILINE)
        assert described, name
        for field in re.findall(r"^  (\w+)\??:", body, re.MULTILINE):
            assert f"`{field}`" in described[1], f"{name}.{field}"


@pytest.mark.parametrize("code", [*CODES, *OPTIONS])
def test_every_code_is_described(code: str) -> None:
    assert f"`{code}`" in section("Codes")


def test_no_code_is_described_that_does_not_exist() -> None:
    described = set(re.findall(r"^\| `([A-Z_]+)` \|", section("Codes"), re.MULTILINE))
    assert described == set(CODES)


def test_every_close_code_is_described() -> None:
    codes = [room.BROKEN, room.REFUSED, room.GONE, room.NO_HELLO, room.SLOW, room.BAD_HELLO, room.TOO_FAST]
    for code in codes:
        assert f"| {code} |" in section("Why a socket is closed")


def test_every_code_is_used_and_has_a_sentence_in_every_language() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src/undermine/server").glob("*.py"))
    for code in CODES:
        assert f'"{code}"' in sources, code
        sentences = {sentence(code, lang) for lang in LANGUAGES}
        assert len(sentences) == len(LANGUAGES)
        assert all(text.endswith(".") for text in sentences)


def test_bots_have_enough_names_in_every_language() -> None:
    for lang in LANGUAGES:
        assert len(set(bot_names(lang))) == 10


def test_the_largest_table_is_filled_with_bots() -> None:
    filled = fill_with_bots(tuple(Seat(number) for number in range(12)), "en")
    assert len({seat.name for seat in filled}) == 12


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("uk", "uk"), ("ru-RU,ru;q=0.9", "ru"), ("de-DE, uk;q=0.5", "uk"), ("", "en"), ("xx", "en"), ("EN-us", "en")],
)
def test_a_language_is_found_in_what_browsers_send(wanted: str, found: str) -> None:
    assert language(wanted) == found


def test_the_browser_has_these_types() -> None:
    path = ROOT / "web/src/protocol.ts"
    assert path.read_text("utf-8") == typescript(), "run python -m undermine.server.typescript > web/src/protocol.ts"


def test_messages_are_read_and_written_alike() -> None:
    hello = protocol.Hello(2, 7, "uk")
    assert protocol.read(protocol.write(hello)) == hello
    assert protocol.write(protocol.Pong()) == '{"t":"pong"}'
    clock = protocol.ClockInfo(0, 0, 0, paused=False, runs=[], together=False, number=0, left=0, banks=[])
    table = protocol.TableInfo(
        "a",
        "g",
        "e",
        [],
        3,
        "open",
        [],
        -1,
        [],
        0,
        "u",
        60,
        None,
        {},
        0,
        "normal",
        takeover=False,
        clock=clock,
        chat=True,
        public=False,
        watching=0,
        commitment="9f86d0",
    )
    assert '"view":null' in protocol.write(protocol.Welcome(2, table, 0, None, None, [], []))


def test_no_structure_is_left_out_of_the_browsers_types() -> None:
    own = {
        cls
        for cls in (vars(protocol) | vars(bodies)).values()
        if isinstance(cls, type) and issubclass(cls, protocol.Wire)
    }
    names = {
        RENAMED.get(cls.__name__, cls.__name__)
        for cls in own - {protocol.Wire, protocol.FromClient, protocol.FromServer, protocol.What}
    }
    assert names <= set(re.findall(r"export interface (\w+)", typescript()))
