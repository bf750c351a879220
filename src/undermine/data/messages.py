"""The sentences and names shown to people, in every language of the package.

One catalogue serves terminal, server and browser. Refusals and names of the base game have a file for each language; all
else is written in all languages, side by side: `common` for what all games say, and a file for each game and extra. What a
game calls otherwise stands under its key (`face.duel.map`) and takes the place of the usual (`face.map`) in its own words.
How words are put into a sentence is said in `sentences`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from undermine.data.sentences import CASES, NUMBER, Word, filled, form_of
from undermine.data.table import LANGUAGES, Table, contents, read
from undermine.errors import DataError

FOLDERS: Final = ("messages", "messages/extras")
AS_THEY_ARE: Final = ("code",)  # a game's own refusals are found by `message`
OFF_THE_TABLE: Final = ("code", "extra", "switch", "value", "edition", "deed", "setup", "bot")


@cache
def words(lang: str, game: str = "") -> dict[str, Word]:
    """Everything a language says, by dotted key: `code.NOT_YOUR_TURN`, `face.break-lamp`, `tool.lamp`; read-only.

    Of a game: as that game calls it.
    """
    return as_called(collected(FOLDERS, lang), game)


@cache
def names(lang: str, game: str = "") -> dict[str, str]:
    """The same, each as it is called by itself; read-only."""
    return {key: form_of(word, lang) for key, word in words(lang, game).items()}


@cache
def words_without(lang: str, without: frozenset[str], here: tuple[str, ...]) -> dict[str, Word]:
    """The words of one table, as its game and extras call it; read-only.

    It goes without what the files of other games and extras say, and what lists of rules say.
    """
    found = as_called(collected(FOLDERS, lang, without), *here)
    return {key: word for key, word in found.items() if key.partition(".")[0] not in OFF_THE_TABLE}


def as_called(found: dict[str, Word], game: str, *extras: str) -> dict[str, Word]:
    """With the own words of a game in place of the usual ones, and with what its extras call goals.

    The questions and facts of an extra begin with its key, so that they are not taken for such words.
    """
    for own in (game, *extras):
        for key, word in list(found.items()):
            group, _, rest = key.partition(".")
            if own and rest.startswith(f"{own}.") and (group == "goal" if own != game else group not in AS_THEY_ARE):
                found[f"{group}.{rest.removeprefix(f'{own}.')}"] = word
                del found[key]
    return found


def collected(folders: tuple[str, ...], lang: str, without: frozenset[str] = frozenset()) -> dict[str, Word]:
    """What a language says in these folders: in its own file, which is in the first one, and in those of all languages."""
    if lang not in LANGUAGES:
        raise DataError("NO_SUCH_DATA", f"There is no language {lang!r}; use one of {', '.join(LANGUAGES)}.")
    found: dict[str, Word] = {}
    _gather(read(folders[0], lang), found)
    for folder in folders:
        for name in contents(folder):
            if name not in LANGUAGES and name not in without:
                _gather_all(read(folder, name), lang, found)
    return found


def word(key: str, lang: str) -> str:
    """The name of something: `word("tool.lamp", "ru")`."""
    found = words(lang).get(key)
    if found is None:
        raise DataError("NO_SUCH_DATA", f"{lang}.toml: {key}: is missing; add it to every language.")
    return form_of(found, lang)


def message(code: str, lang: str, **filling: str | int) -> str:
    """The sentence for a code of refusal or option; words that it has no place for are left out.

    A code such as `duel.NOT_ADJACENT` is a game's own wording; where it has none, that of the code alone is meant.
    """
    if "." in code and f"code.{code}" not in words(lang):
        code = code.rpartition(".")[2]
    return filled({}, word(f"code.{code}", lang), lang, filling)


def _gather(table: Table, found: dict[str, Word]) -> None:
    for name in table.names():
        if isinstance(table.values[name], dict):
            _gather(table.sub(name), found)
        else:
            found[f"{table.where}.{name}"] = table.text(name)


def _gather_all(table: Table, lang: str, found: dict[str, Word]) -> None:
    """From a file in which every entry is a table of languages."""
    for name in table.names():
        entry = table.sub(name)
        if LANGUAGES[0] in entry.values:
            key = entry.where.replace('"', "")
            if key in found:
                raise table.broken(name, "is there before, in another file of messages; say it once.")
            found[key] = {each: _word(entry, each) for each in LANGUAGES}[lang]
            entry.done()
        else:
            _gather_all(entry, lang, found)


def _word(entry: Table, lang: str) -> Word:
    """A text, or its forms."""
    if not isinstance(entry.values.get(lang), dict):
        return entry.text(lang)
    forms = entry.sub(lang)
    for kind in (CASES, NUMBER):
        if set(forms.names()) <= set(kind) and (kind is NUMBER or "nom" in forms.values):
            return {name: forms.text(name) for name in forms.names()}
    raise entry.broken(lang, f"has forms {', '.join(forms.names())}; write cases with a nom, or forms of number.")
