"""The sentences and names shown to people, in every language of the package.

A sentence may hold words to be filled in: in `A card lies there[ ({cell})].` the bracketed part is shown only when the
caller gives a `cell`, so every sentence also reads well without any.
"""

from __future__ import annotations

import re
from functools import cache

from undermine.data.table import LANGUAGES, Table, read
from undermine.errors import DataError


@cache
def words(lang: str) -> dict[str, str]:
    """Everything a language says, by dotted key: `code.NOT_YOUR_TURN`, `face.break-lamp`, `tool.lamp`; read-only."""
    if lang not in LANGUAGES:
        raise DataError("NO_SUCH_DATA", f"There is no language {lang!r}; use one of {', '.join(LANGUAGES)}.")
    found: dict[str, str] = {}
    _gather(read("messages", lang), found)
    return found


def word(key: str, lang: str) -> str:
    """The name of something: `word("tool.lamp", "ru")`."""
    found = words(lang).get(key)
    if found is None:
        raise DataError("NO_SUCH_DATA", f"{lang}.toml: {key}: is missing; add it to every language.")
    return found


def message(code: str, lang: str, **filling: str | int) -> str:
    """The sentence for a code of refusal or option; words that it has no place for are left out."""

    def part(match: re.Match[str]) -> str:
        names = re.findall(r"\{(\w+)\}", match[1])
        return match[1].format_map(filling) if all(name in filling for name in names) else ""

    return re.sub(r"\[([^]]*)\]", part, word(f"code.{code}", lang))


def _gather(table: Table, found: dict[str, str]) -> None:
    for name in table.names():
        if isinstance(table.values[name], dict):
            _gather(table.sub(name), found)
        else:
            found[f"{table.where}.{name}"] = table.text(name)
