"""The rules of one kind of table for people who have never played it, card by card: exactly what is chosen, and no more."""

from __future__ import annotations

from typing import Final

import msgspec

from undermine.data.guide import sentences
from undermine.data.messages import names
from undermine.present.box import box
from undermine.present.view import Face
from undermine.registry import GAMES, Options, chosen, edition_of, kit, ruleset

DECK: Final = "card bag"  # the pack that players draw from: tunnels and actions together
PRINTED: Final = {  # what a tunnel is called by what is printed on it
    "campfire": "campfire",
    "rocks": "rocks",
    "trunk": "obstacle",
    "lake": "obstacle",
    "pit": "obstacle",
    "ladder": "ladder",
    "door": "door",
    "troll": "troll-tunnel",
    "gold": "nugget-tunnel",
    "crystal": "crystal",
}
BRIDGE: Final = "NS|EW"
STRAIGHT: Final = ("NS", "EW")
OPEN: Final = {4: "crossing", 3: "junction"}


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


def kind_of(games: tuple[str, ...], pack: str, name: str, face: Face, lang: str) -> str:
    """What a card is, so that cards which do the same are told together: the first of its kinds of which something is said."""
    said = sentences(lang)
    return next((kind for kind in kinds_of(pack, name, face) if _key("kind", games, kind, lang) in said), name)


def kinds_of(pack: str, name: str, face: Face) -> list[str]:
    """From the most special to the most general: the card itself, how it is played or what its tunnels are, its pack, its sort."""
    if face.kind == "tunnel":
        return [name, *_tunnels(face), pack]
    played = [f"{form}-two" if len(face.tools) > 1 else form for form in face.forms]
    return [name, *played, pack, face.kind]


def _tunnels(face: Face) -> list[str]:
    """By what is printed on it, or by its shape; `plain` for a game that makes no difference between shapes."""
    marks = [PRINTED[mark.kind] for mark in face.printed if mark.kind in PRINTED]
    if marks:
        return marks[:1]
    groups = face.shape.split("|")
    joined = [group for group in groups if len(group) > 1]
    if len(joined) == 1 and len(groups) == 1:
        curve = "straight" if joined[0] in STRAIGHT else "curve"
        return ["plain", OPEN.get(len(joined[0]), curve)]
    if len(joined) > 1:
        return ["bridge" if face.shape == BRIDGE else "double-curve"]
    return ["stub" if joined else "dead-end"]


def alike(game: str) -> tuple[str, ...]:
    """The game, and those of the same kit: what it does not say itself is as in one of them."""
    return (game, *(other for other in GAMES if other != game and kit(other) is kit(game)))


def _topics(module: str, lang: str) -> dict[str, GuideSection]:
    said = sentences(lang)
    own = f"topic.{module}."
    names = [
        key.removeprefix(own).removesuffix(".title") for key in said if key.startswith(own) and key.endswith(".title")
    ]
    return {name: GuideSection(said[f"{own}{name}.title"], said[f"{own}{name}.text"], []) for name in names}


def _packs(options: Options, lang: str) -> list[GuideSection]:
    """The packs of the box, in the order of the game; cards in the order of the sentences about them."""
    games = alike(options.game)
    layout = ruleset(options).layout
    faces = box(options, lang).faces
    number_of = layout.box()
    found: dict[str, dict[str, list[GuideFace]]] = {}
    for bag in layout.packs:
        pack = layout.place_names[bag]
        for part in ("tunnels", "actions") if pack == DECK else ():
            found[part] = {}
        for index, name in enumerate(layout.face_names[bag][1:], 1):
            number = int(number_of.number(bag, index))
            if number:
                part = pack if pack != DECK else "tunnels" if faces[name].kind == "tunnel" else "actions"
                kind = kind_of(games, pack, name, faces[name], lang)
                card = GuideFace(name, _name(options.game, name, lang), number)
                found.setdefault(part, {}).setdefault(kind, []).append(card)
    order = {key: at for at, key in enumerate(sentences(lang))}
    sections: list[GuideSection] = []
    for pack, kinds in found.items():
        keys = {kind: _key("kind", games, kind, lang) for kind in kinds}
        cards = [
            _card(games, kind, kinds[kind], lang)
            for kind in sorted(kinds, key=lambda k: order.get(keys[k], len(order)))
        ]
        sections.append(GuideSection(sentences(lang).get(_key("pack", games, pack, lang), pack), "", cards))
    return sections


def _card(games: tuple[str, ...], kind: str, faces: list[GuideFace], lang: str) -> GuideCard:
    said = sentences(lang)
    title = said.get(_key("group", games, kind, lang), faces[0].name)
    return GuideCard(kind, title, said.get(_key("kind", games, kind, lang), ""), faces)


def _key(family: str, games: tuple[str, ...], name: str, lang: str) -> str:
    """The game's own sentence, or that of all games."""
    own = [f"{family}.{game}.{name}" for game in games]
    return next((key for key in own if key in sentences(lang)), f"{family}.{name}")


def _name(game: str, face: str, lang: str) -> str:
    said = names(lang)
    return said.get(f"face.{game}.{face}") or said.get(f"face.{face}", face)
