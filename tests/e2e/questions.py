"""Every question of every game and extra, looked at and answered through the interface: `python -m tests.e2e.questions`.

Each table stands right before its question, so that a rare one is as quick to come to as any other. Before it is answered the
screen is looked at, on a laptop and a phone, in every language: is anything cut off, untranslated or out of somebody's reach?
The long form names every way to answer that the rules declare and nobody was asked for, and fails if there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.async_api import Page

from tests.e2e.artefacts import settle
from tests.e2e.browsing import DEVICES, LANGS, Device, Spy, chromium, seat
from tests.e2e.looking import wrong_with
from tests.e2e.moments import NAMES, SETS, Question, find, options_of, prepare
from tests.e2e.playing import Stuck
from tests.e2e.serving import Served, axe_source
from tests.e2e.tables import untroubled
from tests.e2e.taking import Taker
from undermine.registry import ruleset

TRIES = 12  # questions that are answered at one table before it is given up
# Ways to answer that no table can be asked for: a Veto is never played in one's own turn, and these wait for a switch.
NEVER = {"veto", "chest-steal"}
EVERY_SCREEN = tuple((device, lang) for device in DEVICES for lang in LANGS)
Screens = tuple[tuple[Device, str], ...]


def link_of(database: Path, name: str, games: int, wanted: Iterable[str]) -> dict[Question, str]:
    """A table before each question that comes up; with `wanted`, before these only."""
    names = set(wanted)
    links: dict[Question, str] = {}
    for question, played in find(name, games):
        if not names or question.verb in names:
            links[question] = prepare(database, played, len(links))
        if names and {found.verb for found in links} >= names:
            break
    return links


async def come(page: Page, spy: Spy, url: str, question: Question, touch: bool = False) -> Taker:
    """Sit down there, and put aside whatever stands before the question."""
    await page.goto(url)
    await page.locator("main.table").wait_for()
    taker = Taker(page, touch=touch, rng=random.Random(f"{question}"), spy=spy)
    while await taker.asked() == "dialog" and (await taker.dialog_kind())[0] in ("role", "looked", "summary"):
        await taker.dialog()
    return taker


async def answer(taker: Taker, spy: Spy, question: Question) -> None:
    """Answer at that table until the way that is wanted was taken, or something else in its place."""
    before = len(spy.acked)
    for _ in range(TRIES):
        asked = await taker.asked()
        if asked == "over":
            return
        await taker.answer(asked)
        if len(spy.acked) > before:
            return
    raise Stuck(f"{question} is not answered: {taker.done}")


async def look_at_all(
    served: Served, links: dict[Question, str], screens: Screens, axe: str, by_turns: int = 1, out: Path | None = None
) -> list[str]:
    """What is wrong with these questions on these screens; each is seen on all of them, or by turns on every so many."""
    wrong: list[str] = []
    async with chromium() as browser:
        for at, (device, lang) in enumerate(screens):
            context, page, spy = await seat(browser, device, lang, reduced_motion="reduce")
            for number, (question, link) in enumerate(links.items()):
                if (number + at) % by_turns:
                    continue
                await come(page, spy, served.url + link, question, device == "phone")
                await settle(page)
                found = await wrong_with(page, lang, NAMES, axe if at % 2 == 0 else "")
                wrong += [f"{question}, {device}, {lang}: {what}" for what in [*found, *spy.complaints]]
                spy.complaints.clear()
                if out is not None:
                    await page.screenshot(path=out / f"{question.slug}-{device}-{lang}.png")
            await context.close()
    return wrong


async def answer_all(served: Served, links: dict[Question, str], device: Device = "laptop") -> None:
    async with chromium() as browser:
        context, page, spy = await seat(browser, device, reduced_motion="reduce")
        for question, link in links.items():
            await answer(await come(page, spy, served.url + link, question, device == "phone"), spy, question)
            untroubled(spy)
            print(f"answered: {question}", file=sys.stderr, flush=True)
        await context.close()


def declared() -> set[str]:
    """The forms of all moves that some set of extras brings."""
    return {form.tag for name in SETS for form in ruleset(options_of(name)).forms}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.questions", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="games of each set of extras that are looked through")
    parser.add_argument("--sets", nargs="*", default=list(SETS), choices=list(SETS))
    parser.add_argument("--out", type=Path, help="keep a picture of every screen in this folder")
    asked = parser.parse_args()
    axe = axe_source()
    met: set[str] = set()
    wrong: list[str] = []
    for name in asked.sets:
        with tempfile.TemporaryDirectory(prefix="undermine-") as folder:
            served = Served(Path(folder))
            links = link_of(served.database, name, asked.games, ())
            met |= {question.verb for question in links}
            with served:
                wrong += asyncio.run(look_at_all(served, links, EVERY_SCREEN, axe, out=asked.out))
                asyncio.run(answer_all(served, links))
    missing = sorted(declared() - met - NEVER) if asked.sets == list(SETS) else []
    print(f"{len(met)} ways to answer were met; never met: {', '.join(missing) or 'none'}")
    print("\n".join(wrong) or "Nothing is cut off, untranslated or out of reach on any screen.")
    sys.exit(1 if missing or wrong else 0)


if __name__ == "__main__":
    main()
