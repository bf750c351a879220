"""Draws what a trained policy had learned when: shares of games won, with 95 % intervals, as SVG.

python examples/curve.py examples/duel-2.npz docs/learning.svg
"""

from __future__ import annotations

import argparse
import json
from html import escape
from pathlib import Path
from typing import Any, Final

import numpy as np

from undermine.sim.tally import wilson

WIDE: Final = 760
HIGH: Final = 380
LEFT: Final = 60
RIGHT: Final = 130  # room for names
TOP: Final = 20
BOTTOM: Final = 50
COLOURS: Final = ("#1f4e79", "#0b6e4f", "#8a3b12")
STYLE: Final = "font: 14px system-ui, sans-serif"


def picture(about: dict[str, Any]) -> str:
    """One line for each bot."""
    curve = about["curve"]
    most: int = max(point["answers"] for point in curve)
    bots = [name for name in curve[0] if name not in ("answers", "teacher")]

    def x(answers: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * answers / most

    def y(share: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (1 - share)

    parts = [f'<rect width="{WIDE}" height="{HIGH}" fill="#ffffff"/>']
    for percent in range(0, 101, 25):
        at = y(percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{at:.0f}" y2="{at:.0f}" stroke="#d0d0d0"/>')
        parts.append(text(LEFT - 8, at + 5, f"{percent} %", "end"))
    below = HIGH - BOTTOM + 22
    step = 10 ** (len(str(most)) - 1) * (1 if int(str(most)[0]) < 5 else 2)
    parts += [text(x(at), below, f"{at / 1000:,.0f} k", "middle") for at in range(0, most + 1, step)]
    parts.append(text(x(most / 2), HIGH - 8, "answers learned from", "middle"))
    taught = [point["answers"] for point in curve if point["teacher"]]
    if taught and taught[-1] < most:
        at = x(taught[-1])
        parts.append(
            f'<line x1="{at:.0f}" x2="{at:.0f}" y1="{TOP}" y2="{HIGH - BOTTOM}" stroke="#767676" stroke-dasharray="4 4"/>'
        )
        parts.append(text(at - 6, HIGH - BOTTOM - 8, f"taught by {curve[0]['teacher']}", "end"))
        parts.append(text(at + 6, HIGH - BOTTOM - 8, "plays itself", "start"))
    for bot, colour in zip(bots, COLOURS, strict=False):
        line = []
        for point in curve:
            at, found = x(point["answers"]), wilson(round(point[bot] * about["test"]), about["test"])
            line.append(f"{at:.1f},{y(point[bot]):.1f}")
            parts.append(
                f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y(found.low):.1f}" y2="{y(found.high):.1f}" stroke="{colour}"/>'
                f'<circle cx="{at:.1f}" cy="{y(point[bot]):.1f}" r="3.5" fill="{colour}"/>'
            )
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(text(WIDE - RIGHT + 10, y(curve[-1][bot]) + 5, f"against {bot}", "start", colour))
    title = "Games won while it learned"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" role="img">'
    return "\n".join([head, f"<title>{title}</title>", *parts, "</svg>", ""])


def text(x: float, y: float, words: str, anchor: str, colour: str = "#1a1a1a") -> str:
    """Some words."""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" style="{STYLE}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("file", type=Path)
    asked.add_argument("to", type=Path)
    given = asked.parse_args()
    with np.load(given.file) as kept:
        about = json.loads(str(kept["about"]))
    given.to.write_text(picture(about), "utf-8")


if __name__ == "__main__":
    main()
