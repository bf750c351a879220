"""Events of the base game in another order than that of their numbers: `laid P1 NE@180 3,1`, `passed P1 1 map`."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.rules import events
from undermine.kernel.event import Kind
from undermine.kernel.forms import CARD, aim_of, card_of
from undermine.kernel.ruleset import Ruleset
from undermine.notation import moves
from undermine.notation.text import Line

ORDER: Final[dict[Kind, tuple[int, ...]]] = {
    events.LAID: (1, 0, 2),
    events.PLAYED: (1, 0, 2),
    events.PASSED: (1, 2, 0),
    events.STUCK: (0, 1),
}


def event_words(rules: Ruleset, kind: Kind, numbers: list[int]) -> str | None:
    """What stands behind the name of such an event; None for any other."""
    if kind is events.LAID:
        lays = moves.words_behind(rules, rules.forms[0], numbers[0] * CARD + numbers[2])
        return " ".join([moves.field_words(rules, kind.fields[1], numbers[1]), *lays])
    if kind not in ORDER:
        return None
    return " ".join(moves.field_words(rules, kind.fields[at], numbers[at]) for at in ORDER[kind])


def parse_event(rules: Ruleset, kind: Kind, line: Line, named: moves.Named) -> list[int] | None:
    """The four numbers of such an event."""
    numbers = [0, 0, 0, 0]
    if kind is events.LAID:
        numbers[1] = moves.read_field(rules, kind.fields[1], line, named)
        action = moves.read(rules, rules.forms[:1], line, rules.forms[0].verb, named)
        numbers[0], numbers[2] = int(card_of(action)), int(aim_of(action))
        return numbers
    if kind not in ORDER:
        return None
    for at in ORDER[kind]:
        numbers[at] = moves.read_field(rules, kind.fields[at], line, named)
    return numbers
