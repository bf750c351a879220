"""What a refused turn of the classic game was about, for its sentence."""

from __future__ import annotations

from undermine.data.messages import word
from undermine.games.classic.maze_view import mismatch
from undermine.games.classic.rules.actions import FOURTH, is_pass, lays_tunnel, tile_laid
from undermine.games.classic.rules.state import FRONT, HAND, TURN, Classic
from undermine.kernel.dealing import holds
from undermine.kernel.fields import NONE
from undermine.kernel.forms import aim_of, card_of, fields_of
from undermine.notation import moves
from undermine.notation.moves import cards_of
from undermine.present.box import tools_in
from undermine.present.view import Tool
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot_x, spot_y


def filling(t: Classic, seat: int, action: int, lang: str) -> dict[str, str]:
    """Words for the open places of a refusal's sentence."""
    if t.over() or t.top().step != TURN or not t.rules.steps[TURN].reads(action):
        return {}
    return turn_filling(t, seat, action, lang)


def missing(t: Classic, seat: int, named: list[int]) -> int:
    """The first card named by a discard that is not in the hand, or else the first of all."""
    for at, face in enumerate(named):
        if not holds(t, HAND + seat, face, named[: at + 1].count(face)):
            return face
    return named[0]


def turn_filling(t: Classic, seat: int, action: int, lang: str) -> dict[str, str]:
    """What a refused turn was about."""
    form = moves.form_at(t.rules, action)
    if is_pass(action):
        named = [face for face in cards_of(int(fields_of(action))) if face < len(t.hooks.cards)]
        if not named:
            return {}
        words = {"card": word(f"face.{t.hooks.names[missing(t, seat, named[:3]) - 1]}", lang)}
        return words if fields_of(action) >= FOURTH else words | {"count": str(len(named))}
    if form.card == NONE or not 0 < card_of(action) < len(t.hooks.cards):
        return {}
    face, aim = int(card_of(action)), int(aim_of(action))
    words = {"card": word(f"face.{t.hooks.names[face - 1]}", lang)}
    if lays_tunnel(action):
        x, y = spot_x(aim >> 2), spot_y(aim >> 2)
        words["cell"] = f"{x},{y}"
        hinders = [int(face) for face in t.hooks.hinders if t.cards.number(FRONT + seat, face)]
        tools = [tool for face in hinders for tool in tools_of(t, face)]
        if tools:
            words["tool"] = ", ".join(word(f"tool.{tool}", lang) for tool in tools)
        side = mismatch(t, x, y, tile_laid(t, face, aim & HALF_TURN))
        if side:
            words["side"] = word(f"side.{side}", lang)
    elif form.tag == "break":
        words["tool"] = word(f"tool.{tools_of(t, face)[0]}", lang)
        words["target"] = f"P{aim + 1}"
    elif form.tag != "mend" and form.fields:
        words["target"] = " ".join(moves.words_behind(t.rules, form, action))
    return words


def tools_of(t: Classic, face: int) -> list[Tool]:
    """The tools that a card breaks or mends."""
    return tools_in(int(t.hooks.cards[face].tools))
