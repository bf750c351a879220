"""What is kept in numbers, said in words: who stands where, what lies on which edge."""

from __future__ import annotations

from typing import Final

from undermine.cli.terminal.board import CROSS
from undermine.cli.terminal.signs import Sign, figures, nuggets, pairs, site_sign
from undermine.cli.terminal.tale import Names
from undermine.cli.terminal.words import Words
from undermine.present.view import View
from undermine.tunnels.ports import LETTERS

CLANS: Final = ("blue-clan", "yellow-clan")
LEGEND: Final = " · "
SHAPED: Final = ("claimed", "dwarf")  # signs that are numbers of players


def facts(view: View, words: Words, names: Names) -> list[str]:
    """A line for each thing that has numbers."""
    worth = {(cell.x, cell.y): nuggets(cell) for cell in view.cells}
    found = [fact(name, numbers, words, names, worth) for name, numbers in view.numbers.items()]
    return [line for line in [*found, *posted(view, words, names)] if line]


def fact(name: str, numbers: list[int], words: Words, names: Names, worth: dict[tuple[int, int], int]) -> str:
    """One line; other numbers stand as they are behind their name, and those without one are not for showing."""
    about, _, player = name.partition(" P")
    if player.isdecimal() and f"fact_{about}_by" in words.own:
        return f"{words.say(f'fact_{about}_by', player=names.of(int(player) - 1))}: {cells(numbers, worth)}"
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
            said = cells(numbers, {})
        case "steps":
            return ""  # the question tells them
        case "dragon":
            said = names.row(numbers)
        case _:
            label = words.names.get(f"number.{name}", "")
            return f"{label}: {' '.join(str(number) for number in numbers)}" if label else ""
    return f"{words.say(f'fact_{name}')}: {said}"


def posted(view: View, words: Words, names: Names) -> list[str]:
    """On which cards, and at which of their edges, figures of extras stand, and whose they are."""
    found: dict[str, list[str]] = {}
    for figure in figures(view):
        side = words.word(LETTERS[figure.edge])
        place = f"{figure.x},{figure.y} {side} ({names.of(figure.owner)})"
        found.setdefault(words.names[f"number.{figure.about}"], []).append(place)
    return [f"{label}: {', '.join(places)}" for label, places in found.items()]


def cells(numbers: list[int], worth: dict[tuple[int, int], int]) -> str:
    """Cells in a row, each with its nuggets where there are several."""
    several = {spot: f" {CROSS}{number}" for spot, number in worth.items() if number > 1}
    return "  ".join(f"{x},{y}{several.get((x, y), '')}" for x, y in pairs(numbers))


def standing(numbers: list[int], names: Names) -> list[str]:
    """Who stands on each cell."""
    spots = pairs(numbers)
    return [
        f"{spot[0]},{spot[1]} {names.row([seat for seat, at in enumerate(spots) if at == spot])}"
        for spot in dict.fromkeys(spots)
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
