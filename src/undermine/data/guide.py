"""The game for people who have never played it: what it is about, and what each kind of card does, in every language.

The base game has a file for each language; games and extras that come with a file of their own write every entry in all
languages, side by side.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from undermine.data.messages import collected
from undermine.data.sentences import form_of

FOLDERS: Final = ("guide", "guide/extras")


@cache
def sentences(lang: str) -> dict[str, str]:
    """By dotted key, in reading order: `topic.classic.aim.title`, `pack.tunnels`, `group.break`, `kind.map`; read-only."""
    return {key: form_of(text, lang) for key, text in collected(FOLDERS, lang).items()}
