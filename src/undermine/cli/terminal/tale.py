"""What has happened, one sentence each."""

from __future__ import annotations

from undermine.cli.terminal.ways import aim, turn
from undermine.cli.terminal.words import Words
from undermine.present.view import Told
from undermine.tunnels.ports import LETTERS


class Names:
    """How players are called: P1, P2 and so on, with a name behind it where there is one."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def of(self, seat: int) -> str:
        """`P2` or `P1 Ann`."""
        name = self.names[seat]
        return f"P{seat + 1} {name}" if name else f"P{seat + 1}"

    def row(self, seats: list[int], last: str = ", ") -> str:
        """Several of them."""
        found = [self.of(seat) for seat in seats]
        return last.join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def sentence(event: Told, words: Words, names: Names) -> str:
    """One event as its observer was told it."""
    card = {"turned": words.goal, "saw": words.goal}.get(event.kind, words.card)
    filling: dict[str, str | int] = {
        "seat": names.of(event.seat) if event.seat >= 0 else "",
        "target": names.of(event.target) if event.target >= 0 else "",
        "card": card(event.card) if event.card else "",
        "tool": words.tool(event.tool) if event.tool else "",
        "cell": f"{event.x},{event.y}{turn(event.turned, event.quarter)}",
        "goal": event.goal + 1,
        "number": event.number,
        "nuggets": words.nuggets(event.number),
        "side": words.side(event.side) if event.side else " ".join(words.word(e) for e in event.words if e in LETTERS),
        "order": names.row(event.seats),
        "aim": aim(words.names.get(f"tool.{name}", name) for name in event.words),
        "seats": names.row(event.seats) or words.side("nobody"),
        "cards": ", ".join(words.card(name) for name in event.cards),
        "roles": ", ".join(f"{names.of(seat)} {words.card(role)}" for seat, role in enumerate(event.roles)),
    }
    if event.kind == "passed" and event.cards:
        filling["card"] = filling["cards"]
    if event.kind in ("laid", "collapsed", "taken-back", "lifted", "wanted"):
        filling["card"] = words.tunnel(event.card)
    filling |= {
        "words": " ".join(event.words),
        "where": aim(event.words[1:2]),
        "to": aim(event.words[2:]),
        "word": words.word(event.word, event.kind == "walked"),
        "quarter": event.quarter,
    }
    return words.told(event.kind, ending(event), **filling).rstrip()


def ending(event: Told) -> str:
    """Which of the sentences about this kind of event it is."""
    if event.kind in ("dealt", "drew", "took", "kept", "snatched", "passed", "dropped", "lost") and event.card:
        return "_mine"
    if event.kind == "paid" and event.cards:
        return "_mine"
    if event.kind == "passed" and event.number:
        return "_card" if event.number == 1 else "_cards"
    if event.kind == "roles" and event.card:
        return "_left"
    if event.kind == "given" and "nobody" in event.words:
        return "_bank" if event.words[0] == "nobody" else "_back"
    if event.kind == "wanted" and not event.shape:
        return "_moved"
    if event.kind == "won" and event.word:
        return f"_{event.word}"
    if event.kind == "won" and event.side in ("nobody", "lone"):
        return f"_{event.side}"
    return "_dark" if event.kind == "collapsed" and event.number else ""
