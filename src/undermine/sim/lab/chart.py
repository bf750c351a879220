"""Pictures as SVG: intervals side by side, and how often each length came up. No meaning is carried by colour alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import Final

from undermine.sim.tally import Mean

WIDE: Final = 600
ROW: Final = 62  # its name, and two intervals below it
MARGIN: Final = 24
HIGH: Final = 220
BINS: Final = 30
HOUSE: Final = "#12876a"  # both can be told from white and from black
PRINTED: Final = "#c2571f"
STYLE: Final = "font-family:system-ui,sans-serif;font-size:14px;fill:currentColor"


@dataclass(frozen=True)
class Pair:
    """A measure with house rules and with the printed ones."""

    name: str
    house: Mean
    printed: Mean


def svg(high: int, title: str, told: str, body: list[str]) -> str:
    """A picture with a name and a sentence for those who do not see it."""
    return (
        f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg" '
        f'style="{STYLE}"><title>{escape(title)}</title><desc>{escape(told)}</desc>{"".join(body)}</svg>'
    )


def intervals(title: str, pairs: list[Pair]) -> str:
    """Shares with their intervals: a dot for house rules, a square for the printed ones."""
    across = WIDE - 2 * MARGIN
    high = ROW * len(pairs) + 2 * MARGIN

    def x(share: float) -> float:
        return MARGIN + across * min(1.0, max(0.0, share))

    body = []
    for percent in range(0, 101, 20):
        at = x(percent / 100)
        body.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="8" y2="{high - 34}" stroke="currentColor" opacity=".2"/>')
        body.append(f'<text x="{at:.1f}" y="{high - 14}" text-anchor="middle">{percent}%</text>')
    for row, pair in enumerate(pairs):
        y = MARGIN + ROW * row
        body.append(f'<text x="{MARGIN}" y="{y}">{escape(pair.name)}</text>')
        for mean, below, colour in ((pair.house, 13, HOUSE), (pair.printed, 28, PRINTED)):
            at = y + below
            body.append(
                f'<line x1="{x(mean.low):.1f}" x2="{x(mean.high):.1f}" y1="{at}" y2="{at}" stroke="{colour}" stroke-width="3"/>'
            )
            body.append(mark(x(mean.mean), at, colour, mean is pair.house))
    told = "; ".join(f"{pair.name}: {pair.house.mean:.1%} against {pair.printed.mean:.1%}" for pair in pairs)
    return svg(high, title, told, body)


def mark(x: float, y: float, colour: str, dot: bool) -> str:
    """A dot or a square."""
    if dot:
        return f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="{colour}"/>'
    return f'<rect x="{x - 5:.1f}" y="{y - 5}" width="10" height="10" fill="{colour}"/>'


def lengths(title: str, house: Counter[int], printed: Counter[int]) -> str:
    """How often rounds of each length came up: house rules filled, the printed ones as an outline."""
    most = max([*house, *printed, 1])
    bin_ = max(1, -(-most // BINS))
    both = [binned(counts, bin_, most) for counts in (house, printed)]
    top = max(*both[0], *both[1], 1e-9)
    left, base, across = 50, HIGH - 40, WIDE - 50 - MARGIN
    wide = across / len(both[0])
    body = [f'<line x1="{left}" x2="{left + across}" y1="{base}" y2="{base}" stroke="currentColor"/>']
    for index, share in enumerate(both[0]):
        tall = (base - 16) * share / top
        body.append(
            f'<rect x="{left + index * wide:.1f}" y="{base - tall:.1f}" width="{max(1.0, wide - 1):.1f}" '
            f'height="{tall:.1f}" fill="{HOUSE}" opacity=".65"/>'
        )
    points: list[str] = []
    for index, share in enumerate(both[1]):
        y = base - (base - 16) * share / top
        points += [f"{left + index * wide:.1f},{y:.1f}", f"{left + (index + 1) * wide:.1f},{y:.1f}"]
    body.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{PRINTED}" stroke-width="2.5"/>')
    body += [
        f'<text x="{left + index * wide:.1f}" y="{base + 18}" text-anchor="middle">{index * bin_}</text>'
        for index in range(0, len(both[0]) + 1, max(1, len(both[0]) // 8))
    ]
    body.append(f'<text x="{left + across}" y="{base + 36}" text-anchor="end">moves in a round</text>')
    body.append(f'<text x="{left - 6}" y="{base}" text-anchor="end">0%</text>')
    body.append(f'<text x="{left - 6}" y="22" text-anchor="end">{top:.0%}</text>')
    return svg(
        HIGH, title, f"House rules: {middle(house)} moves in the middle; printed rules: {middle(printed)}.", body
    )


def binned(counts: Counter[int], bin_: int, most: int) -> list[float]:
    """Shares of runs of so many lengths."""
    found = [0.0] * (most // bin_ + 1)
    for length, number in counts.items():
        found[length // bin_] += number
    whole = sum(found) or 1.0
    return [number / whole for number in found]


def middle(counts: Counter[int]) -> int:
    """The length that half of the rounds do not exceed."""
    half, seen = sum(counts.values()) / 2, 0
    for length, number in sorted(counts.items()):
        seen += number
        if seen >= half:
            return length
    return 0
