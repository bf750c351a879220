"""What the laboratory found, as data and as one page that needs nothing else."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from typing import Any, Final

from undermine.registry import Options, edition_of, game_manifest
from undermine.sim.lab.chart import HOUSE, PRINTED, Pair, intervals, lengths
from undermine.sim.lab.house import Rules
from undermine.sim.lab.trial import LAST, LATE, LENGTH, Trial, difference, measures
from undermine.sim.tally import Mean, wilson

STYLE: Final = f"""
:root {{ color-scheme: light dark; }}
body {{ font: 1.05rem/1.55 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.7rem; line-height: 1.2; }} h2 {{ margin-top: 2.2rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8886; }}
td.number {{ font-variant-numeric: tabular-nums; }} td small {{ display: block; white-space: nowrap; }}
th[scope="row"] {{ font-weight: normal; }} small {{ font-size: .85em; font-weight: normal; }}
.key::before {{ content: "●"; color: {HOUSE}; }} .key.printed::before {{ content: "■"; color: {PRINTED}; }} .key::before {{ margin-right: .4rem; }}
.key {{ margin-right: 1.2rem; }} svg {{ width: 100%; height: auto; }} .scroll {{ overflow-x: auto; }}
td.sure {{ font-weight: 600; }} code {{ font-size: .92em; }}
"""


def as_data(rules: Rules, trials: list[tuple[Trial, Trial]]) -> dict[str, Any]:
    """The report for programs."""
    return {
        "title": rules.title,
        "bots": rules.bots,
        "games": rules.games,
        "seed": rules.seed,
        "tables": [
            {
                "game": house.game,
                "players": house.players,
                "edition": edition_of(house),
                "extras": list(house.extras),
                "switches": house.switches,
                "house": house.house,
                "rounds": {"house": mine.rounds, "printed": theirs.rounds},
                "measures": {
                    name: {
                        "house": asdict(mine.mean(name)),
                        "printed": asdict(theirs.mean(name)),
                        "difference": asdict(difference(mine, theirs, name)),
                    }
                    for name in measures(mine, theirs)
                },
                "lengths": {"house": by_text(mine.lengths), "printed": by_text(theirs.lengths)},
                "sides": {
                    side: {"house": shares(mine, side), "printed": shares(theirs, side)} for side in mine.members
                },
            }
            for house, (mine, theirs) in zip(rules.house, trials, strict=True)
        ],
    }


def by_text(counts: dict[int, int]) -> dict[str, int]:
    """Counts with keys as JSON has them."""
    return {str(key): counts[key] for key in sorted(counts)}


def shares(trial: Trial, side: str) -> dict[str, Any]:
    """By how many were on a side: how often that was so, and how often the side then won."""
    whole = sum(trial.members.get(side, {}).values())
    found: dict[str, Any] = {}
    for number, rounds in sorted(trial.members.get(side, {}).items()):
        won, tries = trial.won_with.get(side, {}).get(number, [0, 0])
        found[str(number)] = {"rounds": asdict(wilson(rounds, whole)), "won": asdict(wilson(won, tries))}
    return found


def words(name: str, mean: Mean) -> str:
    """A mean and its interval: moves as they are, everything else as a share."""
    if name == LENGTH:
        return f"{mean.mean:.1f} ({mean.low:.1f} to {mean.high:.1f})"
    return f"{mean.mean:.1%} ({mean.low:.1%} to {mean.high:.1%})"


def change(name: str, mean: Mean) -> str:
    """A difference and its interval."""
    if name == LENGTH:
        return f"{mean.mean:+.1f} ({mean.low:+.1f} to {mean.high:+.1f})"
    return f"{100 * mean.mean:+.1f} points ({100 * mean.low:+.1f} to {100 * mean.high:+.1f})"


def sure(mean: Mean) -> bool:
    """Does the interval leave out that nothing has changed?"""
    return mean.low > 0 or mean.high < 0


def table_name(options: Options) -> str:
    """A table in words."""
    extras = f" with {', '.join(options.extras)}" if options.extras else ""
    return f"{options.players} players{extras}"


def rules_words(options: Options) -> list[str]:
    """What is not as printed."""
    return [f"{name} = {value}" for name, value in [*options.switches.items(), *options.house.items()]]


def page(rules: Rules, trials: list[tuple[Trial, Trial]]) -> str:
    """The report as one page."""
    game = game_manifest(rules.house[0].game).title
    body = [f"<h1>{escape(rules.title)}</h1>"]
    body.append(
        f"<p>House rules against the printed ones of {escape(game)}: {rules.games} whole games of each, played "
        f"by the bot <code>{escape(rules.bots)}</code> in every seat, seed {rules.seed}. Every interval holds the true value in "
        "95 of 100 such reports. What bots do is not what people do: look at the differences, not at the shares.</p>"
    )
    body.append('<p><span class="key">house rules</span><span class="key printed">printed rules</span></p>')
    for options, (mine, theirs) in zip(rules.house, trials, strict=True):
        body += section(options, mine, theirs)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(rules.title)}</title><style>{STYLE}</style><main>{''.join(body)}</main></html>\n"
    )


def section(options: Options, mine: Trial, theirs: Trial) -> list[str]:
    """One number of players."""
    found = measures(mine, theirs)
    changed = "; ".join(rules_words(options))
    body = [f"<h2>{escape(table_name(options))}</h2>", f"<p>House rules: <code>{escape(changed)}</code>.</p>"]
    pairs = [Pair(name, mine.mean(name), theirs.mean(name)) for name in found if name != LENGTH]
    body.append(intervals(f"Shares, {table_name(options)}", pairs))
    rows = []
    for name in found:
        differs = difference(mine, theirs, name)
        kind = "number sure" if sure(differs) else "number"
        rows.append(
            f'<tr><th scope="row">{escape(name)}</th><td class="number">{below(words(name, mine.mean(name)))}</td>'
            f'<td class="number">{below(words(name, theirs.mean(name)))}</td>'
            f'<td class="{kind}">{below(change(name, differs))}</td></tr>'
        )
    body.append(
        '<div class="scroll"><table><thead><tr><th scope="col"></th><th scope="col">House rules</th><th scope="col">'
        f'Printed rules</th><th scope="col">Difference</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
    body.append(
        f"<p>A difference in bold is more than chance. A round is <em>{LATE}</em> if it was still open when {LAST} cards were "
        "left in the deck and in all hands together.</p>"
    )
    body += sides(mine, theirs)
    body.append("<h3>How long rounds are</h3><p>Filled: house rules. Line: printed rules.</p>")
    body.append(lengths(f"Lengths of rounds, {table_name(options)}", mine.lengths, theirs.lengths))
    return body


def sides(mine: Trial, theirs: Trial) -> list[str]:
    """How many were on a side, where that is not always the same."""
    body: list[str] = []
    for side in mine.members:
        both = {which: shares(trial, side) for which, trial in (("house", mine), ("printed", theirs))}
        if len({*both["house"], *both["printed"]}) < 2:
            continue
        rows = []
        for number in sorted({*both["house"], *both["printed"]}, key=int):
            cells = "".join(share_cells(both[which].get(number)) for which in ("house", "printed"))
            rows.append(f'<tr><th scope="row">{number}</th>{cells}</tr>')
        body.append(f"<h3>How many play as {escape(side)}</h3>")
        body.append(
            '<div class="scroll"><table><thead><tr><th scope="col">Players</th><th scope="col">Rounds, house rules</th>'
            '<th scope="col">of these won</th><th scope="col">Rounds, printed rules</th><th scope="col">of these won</th>'
            f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        )
    return body


def share_cells(found: dict[str, Any] | None) -> str:
    """How often, and how often won."""
    if found is None:
        return '<td class="number">never</td><td class="number"></td>'
    parts = (found["rounds"], found["won"])
    said = [f"{part['share']:.1%} ({part['low']:.1%} to {part['high']:.1%})" for part in parts]
    return "".join(f'<td class="number">{below(each)}</td>' for each in said)


def below(said: str) -> str:
    """A number with its interval on a line of its own, so that a table fits on a phone."""
    number, _, interval = said.partition(" (")
    return f"{number}<small>{interval.removesuffix(')')}</small>"
