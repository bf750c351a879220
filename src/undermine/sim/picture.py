"""A contest as pictures in plain SVG: gains beside the line of no gain, and beliefs beside the line of perfect ones."""

from __future__ import annotations

from html import escape
from typing import Final

from undermine.sim.ranking import Calibration, Replacement

WIDE: Final = 860
ROW: Final = 26
TOP: Final = 58
WORDS: Final = 330  # room for the words at the left
ROOM: Final = 290  # for points and intervals; what is gained is written behind them
SQUARE: Final = 420  # a side of what beliefs are drawn into
LEFT: Final = 72
MARKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
STYLE: Final = "font: 14px system-ui, sans-serif"


def picture(gains: list[Replacement], title: str) -> str:
    """One chart for each measure: points of a hundred, and gold or scores."""
    parts: list[str] = []
    top = TOP
    for measure, words in (("points", "points of a hundred"), ("score", "gold or points in a game")):
        rows = [row for row in gains if row.measure == measure]
        if rows:
            parts += chart(rows, top, f"Gain in {words}, with 95 % intervals")
            top += ROW * (len(rows) + 3)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {top}" width="{WIDE}" height="{top}" role="img">'
    )
    about = [f"<title>{escape(title)}</title>", f'<rect width="{WIDE}" height="{top}" fill="#ffffff"/>']
    return "\n".join([head, *about, text(16, 30, title, 600), *parts, "</svg>", ""])


def chart(rows: list[Replacement], top: int, title: str) -> list[str]:
    """Rows from this height on."""
    least = min(0.0, *(row.low for row in rows))
    most = max(0.0, *(row.high for row in rows))
    wide = max(most - least, 1e-9)

    def at(value: float) -> float:
        return WORDS + (value - least) / wide * ROOM

    zero, bottom = at(0.0), top + ROW * (len(rows) + 1)
    parts = [
        text(16, top + 6, title, 600),
        f'<line x1="{zero:.1f}" y1="{top + 14}" x2="{zero:.1f}" y2="{bottom}" stroke="#767676" stroke-dasharray="3 3"/>',
    ]
    for index, row in enumerate(rows):
        y = top + ROW * (index + 1) + 6
        where = f"{row.players} players, {row.side}: {row.level} for {row.against}"
        fill = "#1f4e79" if row.low > 0 or row.high < 0 else "#ffffff"  # full: no gain is not among what may be
        parts += [
            text(16, y + 5, where),
            f'<line x1="{at(row.low):.1f}" y1="{y}" x2="{at(row.high):.1f}" y2="{y}" stroke="#1f4e79" stroke-width="2"/>',
            f'<circle cx="{at(row.gain):.1f}" cy="{y}" r="5" stroke="#1f4e79" stroke-width="2" fill="{fill}"/>',
            text(WORDS + ROOM + 16, y + 5, f"{row.gain:+.2f} ({row.low:+.2f} to {row.high:+.2f})"),
        ]
    return parts


def text(x: int, y: int, words: str, weight: int = 400) -> str:
    """Words in black."""
    return f'<text x="{x}" y="{y}" style="{STYLE}" font-weight="{weight}" fill="#1a1a1a">{escape(words)}</text>'


def reliability(rows: list[Calibration], title: str) -> str:
    """How often sets of saboteurs were the true one, by how likely they were held: on the diagonal if rightly so."""
    wide, high = LEFT + SQUARE + 190, TOP + SQUARE + 64

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + x * SQUARE, TOP + (1.0 - y) * SQUARE

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
        text(16, 30, title, 600),
        f'<rect x="{LEFT}" y="{TOP}" width="{SQUARE}" height="{SQUARE}" fill="none" stroke="#767676"/>',
        f'<line x1="{LEFT}" y1="{TOP + SQUARE}" x2="{LEFT + SQUARE}" y2="{TOP}" stroke="#767676" stroke-dasharray="3 3"/>',
        text(LEFT, TOP + SQUARE + 48, "how likely a set of saboteurs was held at the end of a round"),
        text(LEFT + 8, TOP + 20, "how often it was the true one"),
    ]
    for mark in MARKS:
        x, y = at(mark, mark)
        parts += [text(int(x) - 14, TOP + SQUARE + 22, f"{mark:.0%}"), text(LEFT - 48, int(y) + 5, f"{mark:.0%}")]
    for row in rows:
        x, y = at(row.believed, row.true)
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#1f4e79"/>',
            text(int(x) + 10, int(y) + (18 if row.true > MARKS[1] / 4 else -8), f"{row.sets} sets"),
        ]
    return "\n".join([*parts, "</svg>", ""])
