"""What stands and lies on the board, said in words: who stands where, what lies on which edge."""

from __future__ import annotations

from typing import Final

from undermine.cli.terminal.board import CROSS
from undermine.cli.terminal.signs import Faces, Sign, Spot, nuggets, site_sign
from undermine.cli.terminal.tale import Names
from undermine.cli.terminal.words import Words
from undermine.present.view import DuelView, MinesView, Piece, View
from undermine.tunnels.ports import DX, DY, LETTERS

CLANS: Final = ("blue", "yellow")
LEGEND: Final = " · "
SHAPED: Final = ("claimed", "dwarf")  # signs that are numbers of players


def facts(view: View, faces: Faces, words: Words, names: Names) -> list[str]:
    """A line for each kind of pieces, and for what else there is to count."""
    worth = nuggets(view, faces)
    found: list[str] = []
    if isinstance(view, MinesView) and view.players:
        found.append(LEGEND.join(clan(view, each, words, names) for each in CLANS))
    if standing := [piece for piece in view.pieces if piece.kind == "dwarf"]:
        found.append(f"{words.say('fact_dwarves')}: {LEGEND.join(together(standing, names))}")
    for kind, key in (("cleared", "cleared"), ("key", "keys")):
        if isinstance(view, MinesView | DuelView) and (spots := spots_of(view, kind)):
            found.append(f"{words.say(f'fact_{key}')}: {cells(spots, {})}")
    for kind, key in (("trap", "traps"), ("troll", "trolls")):
        if edges := [between(piece) for piece in view.pieces if piece.kind == kind]:
            found.append(f"{words.say(f'fact_{key}')}: {', '.join(edges)}")
    if isinstance(view, MinesView) and (met := [player.seat for player in view.players if player.dragon]):
        found.append(f"{words.say('fact_dragon')}: {names.row(met)}")
    if isinstance(view, DuelView):
        found += [f"{words.names[f'number.{name}']}: {left}" for name, left in left_of(view)]
        found += tokens(view, words, names, worth)
    tolls = [toll(piece, words, names) for piece in view.pieces if piece.kind == "toll"]
    return [*found, *([f"{words.names['number.toll']}: {', '.join(tolls)}"] if tolls else [])]


def clan(view: MinesView, colour: str, words: Words, names: Names) -> str:
    """Who belongs to a clan."""
    return f"{words.side(f'{colour}-clan')}: {names.row([p.seat for p in view.players if p.clan == colour])}"


def left_of(view: DuelView) -> list[tuple[str, int]]:
    """Tokens that can still be placed."""
    return [(name, n) for name, n in (("tokens left", view.tokens_left), ("keys left", view.keys_left)) if n]


def tokens(view: DuelView, words: Words, names: Names, worth: dict[Spot, int]) -> list[str]:
    """Whose tokens lie on gold and on trolls."""
    found: list[str] = []
    for player in view.players:
        for kind, key in (("claim", "claimed_by"), ("bribe", "trolls_by")):
            if spots := spots_of(view, kind, player.seat):
                found.append(f"{words.say(f'fact_{key}', player=names.of(player.seat))}: {cells(spots, worth)}")
    return found


def toll(piece: Piece, words: Words, names: Names) -> str:
    """A figure of an extra: at which edge of which card, and whose it is."""
    return f"{piece.x},{piece.y} {words.word(piece.edge or '')} ({names.of(piece.seat or 0)})"


def spots_of(view: View, kind: str, seat: int | None = None) -> list[Spot]:
    """Where pieces of a kind are, of one player or all."""
    return [(piece.x, piece.y) for piece in view.pieces if piece.kind == kind and seat in (None, piece.seat)]


def between(piece: Piece) -> str:
    """The two cells of an edge."""
    index = LETTERS.index(piece.edge or "E")
    return f"{piece.x},{piece.y}-{piece.x + int(DX[index])},{piece.y + int(DY[index])}"


def cells(spots: list[Spot], worth: dict[Spot, int]) -> str:
    """Cells in a row, each with its nuggets where there are several."""
    several = {spot: f" {CROSS}{number}" for spot, number in worth.items() if number > 1}
    return "  ".join(f"{x},{y}{several.get((x, y), '')}" for x, y in spots)


def together(pieces: list[Piece], names: Names) -> list[str]:
    """Who stands on each cell."""
    return [
        f"{spot[0]},{spot[1]} {names.row([piece.seat or 0 for piece in pieces if (piece.x, piece.y) == spot])}"
        for spot in dict.fromkeys((piece.x, piece.y) for piece in pieces)
    ]


def legend(shown: list[Sign], words: Words) -> str:
    """What the signs on the maze mean, as far as there are any."""
    found: dict[str, list[str]] = {}
    for sign in shown:
        chars = found.setdefault(sign.name, [])
        if sign.char not in chars:
            chars.append(sign.char)
    return LEGEND.join(meaning(name, chars, words) for name, chars in found.items() if name)


def sites(view: View, words: Words) -> list[str]:
    """What extras have laid face down into the maze, by its signs."""
    found = {site_sign(cell): words.word(cell.card) for cell in view.cells if cell.kind == "site" and not cell.face_up}
    return [f"{sign} {name}" for sign, name in sorted(found.items())]


def meaning(name: str, chars: list[str], words: Words) -> str:
    """One entry; numbers of players are told by an example of two, or by the only one."""
    if name not in SHAPED:
        return f"{' '.join(chars)} {words.say(f'sign_{name}')}"
    several = len(chars) > 1
    return f"{'1 2' if several else chars[0]} {words.say(f'sign_{name}' if several else f'sign_{name}_one')}"
