"""The rules of one kind of table for people who have never played it, card by card: exactly what is chosen, and no more."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from undermine.data.guide import sentences
from undermine.data.messages import names
from undermine.registry import Options, chosen, edition_of, ruleset

AS_IN: Final = {"duel-solo": "duel"}  # what a game does not say itself is as in this one
DECK: Final = "card bag"  # the pack that players draw from: tunnels and actions together

# What a card is, by its name; the first that fits. Marks of tunnels are told in docs/notation.md.
KINDS: Final = (
    (r"break-.*", "break"),
    (r"mend-.*\+.*", "mend-two"),
    (r"mend-.*", "mend"),
    (r"stone-.*", "stone"),
    (r"gold-\d", "nuggets"),
    (r"sack-.*", "sack"),
    (r"dark-.*", "dark"),
    (r".*-of-\d", "treasure"),
    (r"look-.*", "look"),
    (r"axe|boat|rope", "tool"),
    (r"mine-(?!dragon).*", "mine"),
)
TUNNELS: Final = (
    (r".*\+fire", "campfire"),
    (r".*\+rocks", "rocks"),
    (r".*\+.*", "obstacle"),
    (r"L.*", "ladder"),
    (r".*#.*", "door"),
    (r".*!.*", "troll-tunnel"),
    (r".*\$.*", "nugget-tunnel"),
    (r".*\^.*", "crystal"),
    (r"NS\|EW", "bridge"),
    (r"[NESW]{2}\|[NESW]{2}", "double-curve"),
    (r"[NESW](\|[NESW])*", "dead-end"),
    (r".*\|.*", "stub"),
    (r"[NESW]{4}", "crossing"),
    (r"[NESW]{3}", "junction"),
    (r"NS|EW", "straight"),
    (r"[NESW]{2}", "curve"),
)
TUNNEL: Final = r"(L[bg]?:)?[NESW|]+([#!$^+].*)?"
OF_A_PACK: Final = {("duel", "goal bag"): "duel-goal"}  # packs whose cards are all of one kind
PLAIN: Final = {"crossing", "junction", "straight", "curve"}
PLAIN_AS: Final = {"lost-mines": "path"}  # where plain cards are all of one kind


class GuideFace(msgspec.Struct, frozen=True):
    """A card as it is printed, and how many there are of it."""

    face: str
    name: str
    count: int


class GuideCard(msgspec.Struct, frozen=True):
    """Cards of one kind, and what they do."""

    kind: str
    title: str
    text: str  # empty: nobody has written about it yet
    faces: list[GuideFace]


class GuideSection(msgspec.Struct, frozen=True):
    """Something to read, or cards that lie together."""

    title: str
    text: str
    cards: list[GuideCard]


class Guide(msgspec.Struct, frozen=True):
    """GET /api/guide: what is chosen, in reading order."""

    game: str
    title: str
    edition: str
    players: int
    extras: list[str]
    sections: list[GuideSection]


def guide(options: Options, lang: str) -> Guide:
    """What somebody reads who wants to play at such a table."""
    extras = chosen(options)
    named = names(lang)
    topics = _topics(options.game, lang)
    for extra in extras:  # what an extra says of the same topic takes the place of what the game says
        topics |= {name if name in topics else f"{extra}.{name}": said for name, said in _topics(extra, lang).items()}
    return Guide(
        game=options.game,
        title=named[f"game.{options.game}"],
        edition=named[f"edition.{edition_of(options)}"],
        players=options.players,
        extras=[named.get(f"extra.{key}", key) for key in extras],
        sections=[*topics.values(), *_packs(options, lang)],
    )


def kind_of(game: str, pack: str, face: str) -> str:
    """What a card is, so that cards which do the same are told together."""
    game = AS_IN.get(game, game)
    if (game, pack) in OF_A_PACK:
        return OF_A_PACK[game, pack]
    kinds = TUNNELS if re.fullmatch(TUNNEL, face) else KINDS
    kind = next((kind for pattern, kind in kinds if re.fullmatch(pattern, face)), face)
    return PLAIN_AS.get(game, kind) if kind in PLAIN else kind


def _topics(module: str, lang: str) -> dict[str, GuideSection]:
    said = sentences(lang)
    own = f"topic.{module}."
    names = [
        key.removeprefix(own).removesuffix(".title") for key in said if key.startswith(own) and key.endswith(".title")
    ]
    return {name: GuideSection(said[f"{own}{name}.title"], said[f"{own}{name}.text"], []) for name in names}


def _packs(options: Options, lang: str) -> list[GuideSection]:
    """The packs of the box, in the order of the game; cards in the order of the sentences about them."""
    layout = ruleset(options).layout
    box = layout.box()
    found: dict[str, dict[str, list[GuideFace]]] = {}
    for bag in layout.packs:
        pack = layout.place_names[bag]
        for part in ("tunnels", "actions") if pack == DECK else ():
            found[part] = {}
        for index, face in enumerate(layout.face_names[bag][1:], 1):
            number = int(box.number(bag, index))
            if number:
                part = pack if pack != DECK else "tunnels" if re.fullmatch(TUNNEL, face) else "actions"
                kinds = found.setdefault(part, {})
                kinds.setdefault(kind_of(options.game, pack, face), []).append(
                    GuideFace(face, _name(options.game, face, lang), number)
                )
    order = {key: at for at, key in enumerate(sentences(lang))}
    sections: list[GuideSection] = []
    for pack, kinds in found.items():
        keys = {kind: _key("kind", options.game, kind, lang) for kind in kinds}
        cards = [
            _card(options.game, kind, kinds[kind], lang)
            for kind in sorted(kinds, key=lambda k: order.get(keys[k], len(order)))
        ]
        sections.append(GuideSection(sentences(lang).get(_key("pack", options.game, pack, lang), pack), "", cards))
    return sections


def _card(game: str, kind: str, faces: list[GuideFace], lang: str) -> GuideCard:
    said = sentences(lang)
    title = said.get(_key("group", game, kind, lang), faces[0].name)
    return GuideCard(kind, title, said.get(_key("kind", game, kind, lang), ""), faces)


def _key(family: str, game: str, name: str, lang: str) -> str:
    """The game's own sentence, or that of all games."""
    own = f"{family}.{AS_IN.get(game, game)}.{name}"
    return own if own in sentences(lang) else f"{family}.{name}"


def _name(game: str, face: str, lang: str) -> str:
    said = names(lang)
    return said.get(f"face.{game}.{face}") or said.get(f"face.{face}", face)
