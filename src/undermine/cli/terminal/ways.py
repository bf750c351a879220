"""How a card can be played, as short as it can be said: `2,1`, `2,1@` (turned), `2,1@90`, `P2`, `P2 lamp`, `G1`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from undermine.present.view import Ask, HandCard, Option, View

SWAP: Final = "clear"
SWAP_FIELDS: Final = 3  # a tool and two cards

# Cards of The Lost Mines whose answers do not begin with the card's name.
PLAYED_AS: Final = {"thunderstorm": "storm", "axe": "clear axe", "boat": "clear boat", "rope": "clear rope"}

THROWN: Final = "#"
DISCARD = "discard"  # the verb of games in which throwing away is an action of its own


def turn(turned: bool, quarter: int) -> str:
    """How a card lies that is not upright: `@`, and where cards are turned by quarters too, `@90` or `@270`."""
    return f"@{quarter * 90}" if quarter % 2 else "@" * turned


def way(option: Option) -> str:
    """What comes behind a card's number."""
    match option.verb:
        case "lay":
            return f"{option.x},{option.y}{turn(option.turned, option.quarter)}"
        case "rockfall":
            return f"{option.x},{option.y}"
        case "break":
            return f"P{option.target + 1}"
        case "mend":
            return f"P{option.target + 1} {option.tool}" if "+" in option.card else f"P{option.target + 1}"
        case "map" if option.goal >= 0:
            return f"G{option.goal + 1}"
        case "map" if not option.words:
            return f"{option.x},{option.y}"  # of something else that lies face down
    if option.words == [option.card]:
        return option.verb  # a card that is only shown, such as a look
    return aim(word for word in option.words if word != option.card) or option.verb


def aim(words: Iterable[str]) -> str:
    """Words of the notation, with a turn as it is typed: `2,1` for `2,1 @0`, and `2,1@` for `2,1 @180`."""
    text = " ".join(words).replace(" @", "@")
    return re.sub(r"@(180|0)(?![0-9])", lambda found: "@" * (found[1] == "180"), text)


def deed(option: Option, thrown: int) -> str:
    """What can be done besides playing a card, in the notation, with a sign for each card that is thrown away for it."""
    return " ".join([option.verb, *option.words[: len(option.words) - thrown], *[THROWN] * thrown])


def is_swap(option: Option) -> bool:
    """Two cards of the hand for a sabotage card, in The Duel: it belongs to no card alone."""
    return bool(option.card) and option.verb == SWAP and len(option.words) == SWAP_FIELDS


def by_card(view: View, ask: Ask) -> bool:
    """Is the question answered by pointing at cards of the hand, rather than from a list?"""
    return ask.step == "turn" and view.mine is not None and (bool(view.mine.hand) or len(ask.options) == 1)


def ways_of(ask: Ask, card: HandCard) -> list[Option]:
    """How a card of the hand can be played, in an order that can be read."""
    found = [
        option for option in ask.options if option.card == card.card and option.verb != "pass" and not is_swap(option)
    ]
    return sorted(
        found,
        key=lambda option: (
            option.x,
            option.y,
            option.quarter,
            option.turned,
            option.target,
            option.goal,
            option.words,
        ),
    )


def besides(ask: Ask) -> dict[str, list[Option]]:
    """What can be done in a turn besides playing a card or throwing one away, by its verb."""
    found: dict[str, list[Option]] = {}
    for option in ask.options:
        if not option.card and option.verb not in ("pass", DISCARD):
            found.setdefault(option.verb, []).append(option)
    return found


def matching(options: list[Option], text: str) -> list[Option]:
    """The ways that a text can mean: exactly this one, or all that begin with it."""
    wanted = text.lower()
    exact = [option for option in options if way(option).lower() == wanted]
    return exact or [option for option in options if re.split("[@ ]", way(option).lower())[0] == wanted]


def notations(card: str, text: str) -> list[str]:
    """A card of the hand and a way, as the notation may write it, so that the rules can say why it is refused."""
    verb, _, tools = card.partition("-")
    if verb == "mend":
        return [f"mend {tools} {text}", f"mend {tools} {text} {tools.partition('+')[0]}"]
    if verb == "break":
        return [f"break {tools} {text}"]
    if not card[0].isupper():
        played = f"{PLAYED_AS.get(card, card)} {text.partition('@')[0].rstrip()}"
        return [f"{PLAYED_AS.get(card, card)} {text}", f"{played} {quarter(text)}"]
    cell, turned, degrees = text.partition("@")
    return [f"lay {card}@{degrees or 180} {cell}" if turned else f"lay {card} {cell}"]


def quarter(text: str) -> str:
    """How a card is to lie, as the notation writes it behind a cell."""
    _, turned, degrees = text.partition("@")
    return f"@{degrees or 180}" if turned else "@0"
