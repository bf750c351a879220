"""What somebody is about to play: what goes with it and what does not, and the whole of it in plain words.

What cannot be is taken out and told as a problem, so a form that was filled in by an old or a broken link still shows
the rest of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from undermine.data.messages import message, word, words
from undermine.data.sentences import filled
from undermine.errors import OptionError
from undermine.kernel.manifest import Switch
from undermine.registry import (
    Options,
    chosen,
    edition_of,
    extra_manifest,
    extras_of,
    game_manifest,
    kit,
    needs,
    players_of,
    ruleset,
    settings_of,
    shuns,
    switches_of,
    with_tables,
)
from undermine.server.bodies import Blocked, Choice, Failure, SetUp, SwitchInfo, ValueInfo
from undermine.server.catalogue import offered, rank, title_of, usual_players
from undermine.server.sentences import Problem

CLANS = ("honest", "greedy", "saboteur")  # tables of a game whose roles are dealt by clan


def set_up(choice: Choice, lang: str) -> SetUp:
    """The answer to a choice; a game that is not offered is a Problem."""
    try:
        offered(choice.game)
    except OptionError as error:
        raise Problem(error.code, 400, message(error.code, lang)) from error
    switches = tuple(sorted(choice.switches.items()))
    return _set_up(choice.game, choice.edition, tuple(sorted(set(choice.extras))), choice.players, switches, lang)


@lru_cache(maxsize=256)
def _set_up(
    game: str, edition: str, extras: tuple[str, ...], players: int, switches: tuple[tuple[str, str], ...], lang: str
) -> SetUp:
    table = _possible(Options(game, players, edition, extras, dict(switches)), lang)
    options = table.options
    return SetUp(
        edition=options.edition,
        players=players_of(options),
        number=options.players,
        blocked=[
            Blocked(extra, why)
            for extra in extras_of(game)
            if extra not in options.extras and (why := blocked(options, extra, lang))
        ],
        switches=[_switch(switch, options, lang) for switch in switches_of(options).values()],
        summary=summary(options, lang),
        problem=table.problem,
    )


# What can be


@dataclass
class _Table:
    """Options that exist, and the first thing that was wrong with what was asked for."""

    options: Options
    problem: Failure | None = None

    def wrong(self, code: str, text: str) -> None:
        """Only the first is told."""
        self.problem = self.problem or Failure(code, text)


def _possible(asked: Options, lang: str) -> _Table:
    """As much of what is asked for as there is."""
    table = _Table(Options(asked.game, asked.players))
    try:
        table.options = replace(table.options, edition=edition_of(asked))
    except OptionError as error:
        table.wrong(error.code, message(error.code, lang, edition=asked.edition))
        table.options = replace(table.options, edition=edition_of(Options(asked.game)))
    for extra in asked.extras:
        _add(table, extra, lang)
    fewest, most = players_of(table.options)
    if not asked.players:
        table.options = replace(table.options, players=max(fewest, min(most, usual_players(asked.game))))
    elif not fewest <= asked.players <= most:
        table.wrong("PLAYER_COUNT", message("PLAYER_COUNT", lang, count=asked.players, min=fewest, max=most))
        table.options = replace(table.options, players=max(fewest, min(most, asked.players)))
    for name, value in asked.switches.items():
        _turn(table, name, value, lang)
    return table


def _add(table: _Table, extra: str, lang: str) -> None:
    """An extra, if there is such a one and it goes with those before it."""
    if extra not in extras_of(table.options.game):
        table.wrong("BAD_EXTRA", message("BAD_EXTRA", lang, extra=extra))
        return
    others = _apart(table.options, extra)
    if others:
        one, other = _named(others[0], lang), _named(extra, lang)
        table.wrong("MODULE_CONFLICT", message("MODULE_CONFLICT", lang, one=one, other=other))
        return
    table.options = replace(table.options, extras=(*table.options.extras, extra))


def _turn(table: _Table, name: str, value: str, lang: str) -> None:
    """A switch, if there is such a one and the table can be opened with it."""
    options = replace(table.options, switches={**table.options.switches, name: value})
    try:
        ruleset(options)
    except OptionError as error:
        table.wrong(error.code, message(error.code, lang, switch=name, value=value))
        return
    table.options = options


# What goes with it


def blocked(options: Options, extra: str, lang: str) -> str:
    """Why an extra cannot be added to a table, in a sentence; empty when it can."""
    others = _apart(options, extra)
    if others:
        return _about("apart", others, lang)
    missing = sorted(needs(extra) - set(options.extras))
    if missing:
        return _about("needs", missing, lang)
    more = replace(options, extras=(*options.extras, extra))
    code = _refusal(more)
    if not code:
        return ""
    for name, value in options.switches.items():
        if not _refusal(replace(more, switches={other: v for other, v in more.switches.items() if other != name})):
            return _ruled("rule", switches_of(options)[name], value, lang)
    return message(code, lang)


def _refusal(options: Options) -> str:
    """The code for which a table is refused, with as many players as come closest; empty when it is not."""
    try:
        fewest, most = players_of(options)
        ruleset(replace(options, players=max(fewest, min(most, options.players))))
    except OptionError as error:
        return error.code
    return ""


def _apart(options: Options, extra: str) -> list[str]:
    return [other for other in options.extras if other in shuns(extra) or extra in shuns(other)]


def _about(key: str, extras: list[str], lang: str) -> str:
    names = ", ".join(_named(extra, lang) for extra in extras)
    return _counted(key, len(extras), lang, names=names)


def _named(extra: str, lang: str) -> str:
    return _line("name", lang, name=title_of(extra, lang))


def _switch(switch: Switch, options: Options, lang: str) -> SwitchInfo:
    standing = settings_of(replace(options, switches={})).values[switch.name]
    values = [ValueInfo(value, _value(switch, value, lang)) for value in switch.values]
    return SwitchInfo(switch.name, word(f"switch.{switch.name}", lang), values, standing, switch.cells)


def _value(switch: Switch, value: str, lang: str) -> str:
    if not switch.cells:
        return word(f"value.{switch.name}.{value}", lang)
    return _line("usual", lang) if value in switch.values else value


# In plain words


def summary(options: Options, lang: str) -> list[str]:
    """The whole of a table, a sentence or two for each point."""
    game = word(f"setup.about.game.{options.game}.title", lang)
    players = _counted("players", options.players, lang)
    lines = [_line("head", lang, game=game, players=players, edition=word(f"edition.{options.edition}", lang))]
    extras = chosen(options)
    if extras:
        lines.append(_about("with", sorted(extras, key=rank), lang))
    settings = settings_of(options)
    tables = with_tables(game_manifest(options.game), [extra_manifest(extra) for extra in extras]).tables
    rounds = int(settings.values.get("rounds") or kit(options.game).rounds)
    hand = _counted("cards", tables["hand"][options.players], lang)
    lines.append(_line("length", lang, rounds=_counted("rounds", rounds, lang), cards=hand))
    if "saboteurs" in tables:
        lines.append(f"{_counted('saboteurs', tables['saboteurs'][options.players], lang)}.")
    elif set(CLANS) <= tables.keys():
        lines.append(_line("clans", lang, **{clan: tables[clan][options.players] for clan in CLANS}))
    switches = switches_of(options)
    usual = settings_of(replace(options, switches={})).values
    for name, value in options.switches.items():
        if value != usual[name]:
            lines.append(_ruled("house", switches[name], value, lang))
    return lines


def _ruled(key: str, switch: Switch, value: str, lang: str) -> str:
    return _line(key, lang, text=word(f"switch.{switch.name}", lang), value=_value(switch, value, lang))


def _line(key: str, lang: str, **filling: str | int) -> str:
    return filled({}, words(lang)[f"setup.summary.{key}"], lang, filling)


def _counted(key: str, number: int, lang: str, **filling: str) -> str:
    return filled({}, words(lang)[f"setup.count.{key}"], lang, {"n": number, **filling})
