"""What is kept in numbers, said in words: who stands where, what lies on which edge."""

from __future__ import annotations

from typing import Final

from undermine.cli.terminal.signs import Sign, pairs
from undermine.cli.terminal.tale import Names
from undermine.cli.terminal.words import Words
from undermine.present.view import View
from undermine.tunnels.ports import LETTERS, spot_x, spot_y

CLANS: Final = ("blue-clan", "yellow-clan")
LEGEND: Final = " · "
SHAPED: Final = ("claimed", "dwarf")  # signs that are numbers of players


def facts(view: View, words: Words, names: Names) -> list[str]:
    """A line for each thing that has numbers."""
    found = [fact(name, numbers, words, names) for name, numbers in view.numbers.items()]
    return [line for line in [*found, toll(view, words)] if line]


def fact(name: str, numbers: list[int], words: Words, names: Names) -> str:
    """One line; other numbers stand as they are behind their name, and those without one are not for showing."""
    about, _, player = name.partition(" P")
    if player.isdecimal() and f"fact_{about}_by" in words.own:
        return f"{words.say(f'fact_{about}_by', player=names.of(int(player) - 1))}: {cells(numbers)}"
    match name:
        case "clans":
            return LEGEND.join(
                f"{words.side(clan)}: {names.row([seat for seat, of in enumerate(numbers) if of == number])}"
                for number, clan in enumerate(CLANS)
            )
        case "dwarves":
            said = LEGEND.join(standing(numbers, names))
        case "traps" | "trolls":
            rows = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
            said = ", ".join(f"{x},{y}-{x + (side == 1)},{y + (side == 2)}" for x, y, side in rows)
        case "cleared" | "keys":
            said = cells(numbers)
        case "dragon":
            said = names.row(numbers)
        case _:
            label = words.names.get(f"number.{name}", "")
            return f"{label}: {' '.join(str(number) for number in numbers)}" if label else ""
    return f"{words.say(f'fact_{name}')}: {said}"


def toll(view: View, words: Words) -> str:
    """On which card, and at which of its edges, dwarfs wait for a toll."""
    standing = view.numbers.get("toll.dwarfs", [])
    places = view.numbers.get("toll.cells", [])
    sides = view.numbers.get("toll.edges", [0] * len(standing))
    found = [
        f"{spot_x(places[dwarf])},{spot_y(places[dwarf])} {LETTERS[sides[dwarf]]}"
        for dwarf, stands in enumerate(standing)
        if stands == 1
    ]
    return f"{words.say('fact_toll')}: {', '.join(found)}" if found else ""


def cells(numbers: list[int]) -> str:
    """Cells in a row."""
    return "  ".join(f"{x},{y}" for x, y in pairs(numbers))


def standing(numbers: list[int], names: Names) -> list[str]:
    """Who stands on each cell."""
    spots = pairs(numbers)
    return [
        f"{spot[0]},{spot[1]} {names.row([seat for seat, at in enumerate(spots) if at == spot])}"
        for spot in dict.fromkeys(spots)
    ]


def legend(shown: list[Sign], words: Words) -> str:
    """What the signs on the maze mean, as far as there are any."""
    found = {sign.name: "1 2" if sign.name in SHAPED else sign.char for sign in shown if sign.name}
    return LEGEND.join(f"{char} {words.say(f'sign_{name}')}" for name, char in found.items())
