"""A contest as a picture: every gain as a point with its interval, beside the line of no gain. Plain SVG."""

from __future__ import annotations

from html import escape
from typing import Final

from undermine.sim.ranking import Replacement

WIDE: Final = 860
ROW: Final = 26
TOP: Final = 58
WORDS: Final = 330  # room for the words at the left
ROOM: Final = 290  # for points and intervals; what is gained is written behind them
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
