"""The maze in box characters.

A card is a crossing of lines, and cards that lie side by side share the line between them. Tunnels that lead back to
the entrance are heavy, the others thin and dashed; a dead end is blocked by a cross, and two tunnels that do not meet
have a sign of their own.
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from undermine.cli.terminal.signs import LADDER, OPPOSITE, TWOFOLD, Faces, printed, signs, site_sign
from undermine.present.view import Cell, Face, View
from undermine.tunnels.ports import DX, DY, LETTERS

WIDE: Final = 4  # columns from card to card
HIGH: Final = 2  # rows from card to card
RIM: Final = 4  # columns for the numbers at the left

SHAPES: Final = ("N", "E", "NE", "S", "NS", "ES", "NES", "W", "NW", "EW", "NEW", "SW", "NSW", "ESW", "NESW")
HEAVY: Final = dict(zip(SHAPES, "╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", strict=True))
THIN: Final = dict(zip(SHAPES, "╵╶└╷│┌├╴┘─┴┐┤┬┼", strict=True))
CROSS: Final = "\N{MULTIPLICATION SIGN}"
LIT: Final = "bold bright_yellow"
DARK: Final = "dim"
EMPTY: Final = "dim blue"
GOAL: Final = "bold magenta"
PLACE: Final = "green"
CHOSEN: Final = "bold reverse green"
ENTRANCES: Final = {"blue": "bold blue", "yellow": "bold yellow"}  # by colour, where there are several

Spot = tuple[int, int]
Marks = dict[Spot, tuple[str, str]]  # one or two characters and their style


def passage(shape: str) -> str:
    """Edges of a card that are joined to another one; stubs are not."""
    return "".join(part for part in shape.split("|") if len(part) > 1)


def glyph(shape: str) -> str:
    """A tunnel card in one character: its lines, two tunnels that do not meet, or the cross of a dead end."""
    if shape in TWOFOLD:
        return TWOFOLD[shape]
    through = passage(shape)
    return HEAVY["".join(letter for letter in LETTERS if letter in through)] if through else CROSS


def picture(face: Face) -> str:
    """A card of the hand in one character."""
    common = any(mark.kind == "ladder" and mark.colour is None for mark in face.printed)
    return LADDER if common else glyph(face.shape)


def known(cell: Cell, faces: Faces) -> str:
    """A goal face down: its number, or whether gold or none has been seen there."""
    if not cell.card:
        return str((cell.goal or 0) + 1)
    return "$" if any(mark.kind == "gold" for mark in printed(faces, cell.card)) else "#"


class Board:
    """A picture put together character by character."""

    def __init__(self, view: View, faces: Faces, marks: Marks) -> None:
        self.faces = faces
        self.cells = {(cell.x, cell.y): cell for cell in view.cells}
        spots = [*self.cells, *marks]
        self.left = min(x for x, _ in spots)
        self.top = min(y for _, y in spots)
        self.columns = max(x for x, _ in spots) - self.left + 1
        self.rows = max(y for _, y in spots) - self.top + 1
        self.picture: dict[Spot, tuple[str, str]] = {}
        for y in range(self.top, self.top + self.rows):
            for x in range(self.left, self.left + self.columns):
                self.put(x, y, 0, 0, "·", EMPTY)
        for cell in view.cells:
            self.card(cell)
        for sign in signs(view, faces):
            self.put(*sign[:-1])
        for (x, y), (mark, style) in marks.items():
            for right, char in enumerate(mark):
                self.put(x, y, right, 0, char, style)

    def put(self, x: int, y: int, right: int, down: int, char: str, style: str) -> None:
        """A character so far from the middle of a cell."""
        self.picture[(x - self.left) * WIDE + 2 + right, (y - self.top) * HIGH + 1 + down] = (char, style)

    def card(self, cell: Cell) -> None:
        """A card and the lines that leave it."""
        if not cell.face_up:
            sign = known(cell, self.faces) if cell.kind == "goal" else site_sign(cell)
            for right, char in enumerate(f"[{sign}]" if len(sign) == 1 else f" {sign}"):
                self.put(cell.x, cell.y, right - 1, 0, char, GOAL)
            return
        for letter in cell.shape.replace("|", ""):
            self.line(cell, letter)
        char = glyph(cell.shape)
        lit = set(passage(cell.shape) or cell.lit).intersection(cell.lit)
        style = LIT if lit else DARK
        if cell.kind == "entrance":
            colour = self.faces[cell.card].colour if cell.card in self.faces else None
            char, style = "H", ENTRANCES.get(colour or "", "bold green")
        elif cell.card == "gold":
            char, style = "$", GOAL
        elif cell.kind == "goal":
            style = GOAL
        elif char in THIN_OF and not lit:
            char = THIN_OF[char]
        self.put(cell.x, cell.y, 0, 0, char, style)

    def line(self, cell: Cell, letter: str) -> None:
        """From a card's middle to its edge; half a line more where nothing meets it."""
        index = LETTERS.index(letter)
        dx, dy = int(DX[index]), int(DY[index])
        beside = self.cells.get((cell.x + dx, cell.y + dy))
        met = beside is not None and OPPOSITE[letter] in beside.shape
        lit = letter in cell.lit
        style = LIT if lit else DARK
        half = (HEAVY if lit else THIN)[OPPOSITE[letter]]
        if dy:
            full = "┃" if lit else "╎"
            self.put(cell.x, cell.y, 0, dy, full if met else half, style)
        else:
            full = "━" if lit else "╌"
            self.put(cell.x, cell.y, dx, 0, full, style)
            self.put(cell.x, cell.y, 2 * dx, 0, full if met else half, style)

    def lines(self, first: int, number: int) -> list[Text]:
        """So many columns of the picture from the first on, with their numbers and those of the rows."""
        head = Text(" " * RIM)
        for x in range(self.left + first, self.left + first + number):
            head.append(f"{x:^{WIDE}}" if x < 0 else f"{x:>3} ", "cyan")
        found = [head]
        for row in range(self.rows * HIGH + 1):
            y, between = divmod(row - 1, HIGH)
            rim = "" if between else f"{y + self.top}"
            line = Text().append(f"{rim:>{RIM - 1}} ", "cyan")
            for column in range(first * WIDE, (first + number) * WIDE + 1):
                char, style = self.picture.get((column, row), (" ", ""))
                line.append(char, style or None)
            found.append(line)
        if not found[1].plain.strip():
            del found[1]
        if not found[-1].plain.strip():
            del found[-1]
        return found


THIN_OF: Final = {HEAVY[shape]: THIN[shape] for shape in SHAPES}


def board(view: View, faces: Faces, marks: Marks, wide: int = 0) -> Text:
    """The maze; `marks` stand on cells, such as places to choose from.

    Where there is no room for its whole width, the East is drawn below the West.
    """
    if not view.cells:
        return Text("")  # a game without a maze
    drawn = Board(view, faces, marks)
    room = max(1, (wide - RIM - 1) // WIDE) if wide else drawn.columns
    pieces = [drawn.lines(first, min(room, drawn.columns - first)) for first in range(0, drawn.columns, room)]
    return Text("\n").join(line for piece in pieces for line in piece)
