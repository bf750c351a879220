"""Parts of a position of The Lost Mines in words: results of rounds, edges, and cards as they lie."""

from __future__ import annotations

from typing import Final

from undermine.games.lost_mines.rules import events
from undermine.games.lost_mines.rules.hooks import CLANS, OFFSET, QUARTERS, ROLES, MinesHooks
from undermine.games.lost_mines.rules.state import RESULT, Mines, edge_key
from undermine.kernel.ids import NOBODY
from undermine.notation.cards import card_lying
from undermine.notation.fields import NONE, TURNS, cell_words, one_of, read_number
from undermine.notation.position_base import parts_of
from undermine.notation.text import Line, bad, seat_name
from undermine.tunnels.ports import LETTERS, letters, spot

STRANDED: Final = "-"  # in place of edges: a dwarf before a mine that still lies face down
UNTOLD: Final = "?"
SIX_BITS: Final = 63
Result = tuple[int, int, int, int]  # as in the event `scored`


def results_of(t: Mines) -> list[Result]:
    """How rounds ended, up to the last that was counted."""
    found: list[Result] = []
    for number in range(t.round):
        at = t.hooks.results + number * RESULT
        roles, treasures, points, dragon = (int(t.numbers[at + n]) for n in range(RESULT))
        found.append((roles, treasures, points, dragon - 1))
    while found and found[-1] == (0, 0, 0, NOBODY):
        found.pop()
    return found


def result_words(players: int, result: Result) -> str:
    """For each player clan, role, what its treasures were worth, and points; and who had the dragon."""
    roles, treasures, points, dragon = result
    words: list[str] = []
    for seat in range(players):
        card = roles >> (seat * 4) & 15
        role = ROLES[card % 4 - 1] if card % 4 else UNTOLD
        worth, won = (packed >> (seat * events.SIX) & SIX_BITS for packed in (treasures, points))
        words.append(f"{CLANS[card // 4]} {role} {worth} {won}")
    return "; ".join([*words, f"dragon {NONE if dragon == NOBODY else seat_name(dragon)}"])


def read_result(players: int, value: str) -> Result:
    """The same from its words."""
    roles, treasures, points, dragon = 0, 0, 0, NOBODY
    *rows, last = parts_of(value) or [""]
    if len(rows) != players:
        raise bad(f"There are {players} players; write how each of them ended, and then who had the dragon.")
    for seat, row in enumerate(rows):
        line = Line(row)
        card = one_of(line, list(CLANS)) * 4 + one_of(line, [UNTOLD, *ROLES])
        worth, won = read_number(line), read_number(line)
        line.done()
        if not (0 <= worth <= SIX_BITS and 0 <= won <= SIX_BITS):
            raise bad(f"Numbers from 0 to {SIX_BITS} can stand here.")
        roles |= card << (seat * 4)
        treasures |= worth << (seat * events.SIX)
        points |= won << (seat * events.SIX)
    line = Line(last)
    one_of(line, ["dragon"])
    if line.peek() != NONE:
        dragon = int(line.seat())
    else:
        line.word(NONE)
    line.done()
    return roles, treasures, points, dragon


def edge_of(key: int) -> tuple[int, int]:
    """An edge as the cell to its West or North, and East or South."""
    return key >> 1, LETTERS.index("S" if key & 1 else "E")


def edge_words(edge: tuple[int, int]) -> str:
    """An edge in words: `1,-1 E`."""
    return f"{cell_words(edge[0])} {LETTERS[edge[1]]}"


def read_edge(text: str) -> tuple[int, int]:
    """An edge from its words, named from either side."""
    line = Line(text)
    x, y = line.cell()
    edge = one_of(line, list(LETTERS))
    line.done()
    return edge_of(int(edge_key(spot(x, y), edge)))


def edges_words(edges: int) -> str:
    """Edges of a path that a dwarf stands on."""
    return letters(edges) or STRANDED


def read_edges(line: Line) -> int:
    """Edges such as `EW`, or none."""
    word = line.word("edges such as EW")
    if word == STRANDED:
        return 0
    if not set(word) <= set(LETTERS):
        raise line.wrong(f"{word!r} are no edges; write letters of {LETTERS}, or {STRANDED} for none.")
    return sum(1 << LETTERS.index(letter) for letter in set(word))


# How cards lie


def lying_words(hooks: MinesHooks, tile: int) -> str:
    """A card by its name, and how it is turned: `NE+pit@180`, `mine-gold`."""
    face = int(hooks.face_of[tile])
    if not face:
        mine, quarter = mine_lying(hooks, tile)
        return hooks.mine_names[mine - 1] + (TURNS[quarter] if quarter else "")
    quarter = quarter_of(hooks, int(hooks.tile_of[face]), tile)
    return hooks.names[face - 1] + (TURNS[quarter] if quarter else "")


def quarter_of(hooks: MinesHooks, upright: int, tile: int) -> int:
    """By how many quarters a card is turned that lies as this tile; -1 if it is another card."""
    turns = [quarter for quarter in range(QUARTERS) if hooks.may_turn(quarter)]
    return next((quarter for quarter in turns if upright + OFFSET[quarter] == tile), -1)


def mine_lying(hooks: MinesHooks, tile: int) -> tuple[int, int]:
    """The face of a mine that lies as this tile, and its quarter turns."""
    for face in range(1, len(hooks.mine_tile)):
        quarter = quarter_of(hooks, int(hooks.mine_tile[face]), tile)
        if quarter >= 0:
            return face, quarter
    raise bad(f"No mine lies as tile {tile}.")


def read_lying(hooks: MinesHooks, word: str, mine: bool) -> int:
    """The tile of a path card, or of a mine, from its name and turn."""
    names, upright = (hooks.mine_names, hooks.mine_tile) if mine else (hooks.names, hooks.tile_of)
    name, at, degrees = word.partition("@")
    face, quarter = card_lying(names, name) or (-1, 0)
    tile = int(upright[face + 1]) if face >= 0 else 0
    if at and f"@{degrees}" in TURNS[1:]:
        quarter = (quarter + TURNS.index(f"@{degrees}")) % QUARTERS
    elif at:
        tile = 0
    if not tile:
        known = [each for face, each in enumerate(names, start=1) if upright[face]]
        raise bad(f"There is no {'mine' if mine else 'path card'} {word!r}; use one of {', '.join(known)}.")
    if not hooks.may_turn(quarter):
        raise bad(f"{word!r} lies across; cards are turned by half only.")
    return tile + int(OFFSET[quarter])
