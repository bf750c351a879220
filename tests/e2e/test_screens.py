"""Every screen and state, on a laptop and on a phone, in every language: readable, translated, and no wider than the window."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.e2e.artefacts import settle
from tests.e2e.browsing import DEVICES, LANGS, Device, chromium, seat, show
from tests.e2e.looking import CLIPPED, TEXTS, untranslated, violations
from tests.e2e.scenes import SCENES
from tests.e2e.serving import Frozen, axe_source, build_frozen

pytestmark = pytest.mark.needs("chromium", "node")

# Other windows: a small phone, a tablet, a phone on its side, and a laptop whose text is twice as large.
WINDOWS = ((320, 640), (768, 1024), (844, 390), (640, 400))

# Phones between the bars of a browser, on their side, and a tablet.
PHONES = ((390, 664), (360, 560), (320, 640), (844, 390), (768, 1024))
# How many rows from goal to goal are wholly in sight, whether the entrance and the goals are and the last move is told, and what is
# too small to be touched.
IN_SIGHT = """() => {
  const box = (el) => el.getBoundingClientRect(), board = box(document.querySelector('[role=grid]')), bar = box(document.querySelector('.bar'));
  const bottom = bar.left < board.right && bar.right > board.left ? Math.min(board.bottom, Math.max(bar.top, board.top + board.height / 2)) : board.bottom;
  const inside = (b) => b.left >= board.left - 0.5 && b.right <= board.right + 0.5 && b.top >= board.top - 0.5 && b.bottom <= bottom + 0.5;
  const cells = [...document.querySelectorAll('.cell.placed')].map((el) => ({ at: el.dataset.at.split(',').map(Number), goal: el.dataset.goal, seen: inside(box(el)) }));
  const rows = [-2, -1, 0, 1, 2].filter((y) => cells.some((c) => c.at[1] === y && c.seen)).length;
  const ends = cells.filter((c) => c.goal !== undefined || (c.at[0] === 0 && c.at[1] === 0)).every((c) => c.seen);
  const small = [...document.querySelectorAll('button, a, input, select')].filter((el) => el.checkVisibility() && !el.closest('[inert]')).map((el) => {
    const b = box(el), reach = getComputedStyle(el, '::before'), more = reach.content !== 'none' && reach.position === 'absolute' ? el.closest('.strip') ? box(el.closest('.pl')) : { width: b.width + 22, height: b.height + 22 } : b;
    return { what: el.className + ' ' + (el.getAttribute('aria-label') ?? el.innerText), w: more.width, h: more.height };
  }).filter((b) => b.w > 0 && (b.w < 43.5 || b.h < 43.5)).map((b) => `${b.what}: ${Math.round(b.w)}x${Math.round(b.h)}`);
  const cut = [...document.querySelectorAll('header button')].filter((el) => box(el).right > innerWidth + 0.5 || box(el).left < -0.5);
  small.push(...cut.map((el) => `out of the window: ${el.getAttribute('aria-label')} ${box(el).right}`));
  const last = document.querySelector('p.last'), lies = box(last), front = document.elementFromPoint(lies.x + lies.width / 2, lies.y + lies.height / 2);
  const told = last.innerText.trim() !== '' && lies.bottom <= bar.top + 0.5 && last.contains(front);
  return { rows, ends, small, told, where: [...document.querySelectorAll('.cell.placed')].map((el) => `${Math.round(box(el).x * 2)},${Math.round(box(el).y * 2)}`).join(' ') };
}"""


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    build_frozen()
    with Frozen(tmp_path_factory.mktemp("frozen")) as served:
        yield served


async def look(browser: Browser, url: str, device: Device, lang: str, axe: str) -> list[str]:
    """Everything that is wrong with the screens in one language on one device."""
    context, page, spy = await seat(browser, device, lang, reduced_motion="reduce")
    wrong: list[str] = []
    for number, scene in enumerate(SCENES):
        await show(page, url, scene.name, lang)
        await settle(page)
        found = await page.evaluate(CLIPPED)
        if lang != "en":
            found += untranslated(await page.evaluate(TEXTS))
        if lang == LANGS[number % len(LANGS)]:  # each screen once on each device: axe takes longer than all the rest
            found += await violations(page, axe)
        found += spy.complaints
        spy.complaints.clear()
        wrong += [f"{scene.name} {device} {lang}: {what}" for what in found]
    await context.close()
    return wrong


@pytest.mark.parametrize("lang", LANGS)
def test_every_screen_in_every_language(frozen: Frozen, lang: str) -> None:
    axe = axe_source()

    async def story() -> list[list[str]]:
        async with chromium() as browser:
            return await asyncio.gather(*(look(browser, frozen.url, device, lang, axe) for device in DEVICES))

    wrong = [what for found in asyncio.run(story()) for what in found]
    assert not wrong, "\n".join(wrong)


def test_nothing_is_out_of_other_windows(frozen: Frozen) -> None:
    async def story() -> list[str]:
        async with chromium() as browser:
            _, page, _ = await seat(browser, "laptop", "uk", reduced_motion="reduce")
            wrong: list[str] = []
            for scene in SCENES:
                await show(page, frozen.url, scene.name, "uk")
                for wide, high in WINDOWS:
                    await page.set_viewport_size({"width": wide, "height": high})
                    await settle(page)
                    found = [
                        what for what in await page.evaluate(CLIPPED) if what.startswith(("page:", "out of the window"))
                    ]
                    wrong += [f"{scene.name} {wide}x{high}: {what}" for what in found]
            return wrong

    wrong = asyncio.run(story())
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", LANGS)
def test_choosing_a_card_never_moves_the_board(frozen: Frozen, lang: str) -> None:
    async def story() -> None:
        async with chromium() as browser:
            for device in DEVICES:
                context, page, _ = await seat(browser, device, lang, reduced_motion="reduce")
                await show(page, frozen.url, "turn", lang)
                lies = "() => document.querySelector('.layer').style.transform"
                await page.locator(".layer").wait_for(state="attached")
                await settle(page)
                before = await page.evaluate(lies)
                for card in range(await page.locator(".hc").count()):
                    await page.keyboard.press(str(card + 1))
                    await page.locator(".hc").nth(card).and_(page.locator(".held")).wait_for()
                    await settle(page)
                    assert await page.evaluate(lies) == before, (device, card)
                await context.close()

    asyncio.run(story())


def test_a_phone_opens_with_the_goals_in_sight_and_never_jumps(frozen: Frozen) -> None:
    """In every size at least four of five rows; choosing a card, aiming and a long sentence move nothing."""

    async def story() -> None:
        async with chromium() as browser:
            for wide, high in PHONES:
                context, page, _ = await seat(browser, "phone", "uk", reduced_motion="reduce")
                await page.set_viewport_size({"width": wide, "height": high})
                where: set[str] = set()
                for scene in ("turn", "place", "refused", "map"):  # nothing chosen, a ghost, many words, a goal
                    await show(page, frozen.url, scene, "uk")
                    await page.locator(".cell.placed").first.wait_for(state="attached")
                    await settle(page)
                    seen = await page.evaluate(IN_SIGHT)
                    assert seen["rows"] >= 4, f"{scene} {wide}x{high}: {seen}"
                    assert seen["ends"] or scene == "refused", f"{scene} {wide}x{high}"
                    assert seen["small"] == [], f"{scene} {wide}x{high}"
                    assert seen["told"] or scene == "refused", (
                        f"{scene} {wide}x{high}"
                    )  # the last move, above the prompt
                    where.add(seen["where"])
                assert len(where) == 1, f"{wide}x{high}"
                await context.close()

    asyncio.run(story())


def test_an_invite_shows_what_to_press_on_a_phone(frozen: Frozen) -> None:
    async def story() -> None:
        async with chromium() as browser:
            for lang in LANGS:
                context, page, _ = await seat(browser, "phone", lang, reduced_motion="reduce")
                await page.set_viewport_size({"width": 390, "height": 664})
                await show(page, frozen.url, "join", lang)
                await settle(page)
                button = await page.locator("form .btn.primary").bounding_box()
                assert button is not None
                assert button["y"] + button["height"] <= 664, lang
                await context.close()

    asyncio.run(story())


def test_no_frozen_position_is_left_out(frozen: Frozen) -> None:
    async def story() -> str:
        async with chromium() as browser:
            _, page, _ = await seat(browser, "laptop")
            await page.goto(f"{frozen.url}/?fixture=")
            return await page.locator("#app p").inner_text()

    assert set(asyncio.run(story()).split()) == {scene.name for scene in SCENES}


def test_the_checks_would_see_something(frozen: Frozen, tmp_path: Path) -> None:
    async def story() -> None:
        async with chromium() as browser:
            _, page, spy = await seat(browser, "laptop", "uk")
            await page.goto(f"{frozen.url}/?fixture=turn&lang=en")
            await page.locator("main.table").wait_for()
            assert untranslated(await page.evaluate(TEXTS))
            assert not await page.evaluate(CLIPPED)
            await page.evaluate("""() => {
                document.querySelector('.bar').insertAdjacentHTML('beforeend', '<button><img src="/icon.svg"></button>');
                document.body.insertAdjacentHTML('beforeend', '<div id="wide"></div>');
                document.getElementById('wide').style.cssText = 'width: 3000px; height: 1px';
            }""")
            assert any("page:" in wrong for wrong in await page.evaluate(CLIPPED))
            await page.evaluate("""() => {
                document.querySelector('.bar .text').textContent = 'A sentence that needs far more room than there is'.repeat(9);
                document.querySelector('.pl .st').style.marginTop = '-20px';
                document.querySelector('.btn.discard').style.width = '30px';
                document.querySelector('.name').style.width = '9px';
            }""")
            seen = await page.evaluate(CLIPPED)
            for wrong in ("over each other", "out of its box", "shortened"):
                assert any(wrong in said for said in seen), wrong
            assert await violations(page, axe_source())
            assert spy.complaints == []
            await page.evaluate(
                "() => document.body.insertAdjacentHTML('beforeend', '<img src=\"https://elsewhere.example/x.png\">')"
            )
            await page.wait_for_event("console")
            assert any("CSP" in said for said in spy.complaints)

    asyncio.run(story())
