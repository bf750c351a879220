"""The sentences and names shown to people, in every language of the package.

Each language has a file of its own for the base game; games and extras that come with a file of their own write every
entry in all languages, side by side. A sentence may hold words to be filled in: in `A card lies there[ ({cell})].` the
bracketed part is shown only when the caller gives a `cell`, so every sentence also reads well without any.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from undermine.data.table import LANGUAGES, Table, contents, read
from undermine.errors import DataError

FOLDERS: Final = ("messages", "messages/extras")


@cache
def words(lang: str) -> dict[str, str]:
    """Everything a language says, by dotted key: `code.NOT_YOUR_TURN`, `face.break-lamp`, `tool.lamp`; read-only."""
    return collected(FOLDERS, lang)


def collected(folders: tuple[str, ...], lang: str) -> dict[str, str]:
    """What a language says in these folders: in its own file, which is in the first one, and in those of all languages."""
    if lang not in LANGUAGES:
        raise DataError("NO_SUCH_DATA", f"There is no language {lang!r}; use one of {', '.join(LANGUAGES)}.")
    found: dict[str, str] = {}
    _gather(read(folders[0], lang), found)
    for folder in folders:
        for name in contents(folder):
            if name not in LANGUAGES:
                _gather_all(read(folder, name), lang, found)
    return found


def word(key: str, lang: str) -> str:
    """The name of something: `word("tool.lamp", "ru")`."""
    found = words(lang).get(key)
    if found is None:
        raise DataError("NO_SUCH_DATA", f"{lang}.toml: {key}: is missing; add it to every language.")
    return found


def message(code: str, lang: str, **filling: str | int) -> str:
    """The sentence for a code of refusal or option; words that it has no place for are left out.

    A code such as `duel.NOT_ADJACENT` is a game's own wording; where it has none, that of the code alone is meant.
    """
    if "." in code and f"code.{code}" not in words(lang):
        code = code.rpartition(".")[2]

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


def _gather_all(table: Table, lang: str, found: dict[str, str]) -> None:
    """From a file in which every entry is a table of languages."""
    for name in table.names():
        entry = table.sub(name)
        if not any(isinstance(value, dict) for value in entry.values.values()):
            key = entry.where.replace('"', "")
            if key in found:
                raise table.broken(name, "is there before, in another file of messages; say it once.")
            found[key] = table.words(name)[lang]
        else:
            _gather_all(entry, lang, found)
