"""Real browsers: a laptop with a mouse and a phone with a finger, and a spy on all that reaches them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Route,
    WebSocket,
    async_playwright,
    expect,
)
from playwright.async_api import Error as PlaywrightError

from tests.conftest import find_or_skip

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Device = Literal["laptop", "phone"]
DEVICES: dict[Device, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}
LANGS = ("en", "ru", "uk")
BLOCKED = (
    "document.addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective, e.blockedURI))"
)
PATIENCE = 120_000  # milliseconds; other programs want the processor too, and bots and other people have their turns
POLL = 50  # milliseconds
expect.set_options(timeout=PATIENCE)
NO_WORKER = "Service Worker registration blocked by Playwright"  # said by the tests' own browser, see `seat`


@dataclass
class Spy:
    """Everything that reached one browser, and everything it complained of."""

    frames: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    bodies: list[tuple[str, str]] = field(default_factory=list)  # address and text of each answer, where they are read
    complaints: list[str] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def watch(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"pageerror: {error}"))

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)
        socket.on("framesent", lambda payload: self.sent.append(str(payload)))

    def _heard(self, payload: str | bytes) -> None:
        self.frames.append(str(payload))
        self._news.set()

    @property
    def acked(self) -> list[str]:
        """Names of the decisions that were acknowledged."""
        return [json.loads(frame)["cmd"] for frame in self.frames if frame.startswith('{"t":"ack"')]

    async def until(self, true: Callable[[], bool], within: float = 120) -> None:
        """Wait for frames until that is so."""
        async with asyncio.timeout(within):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def until_acked(self, number: int, within: float = 120) -> None:
        await self.until(lambda: len(self.acked) >= number, within)

    async def read(self, route: Route) -> None:
        """Pass an answer on, and keep its text; what a page has left behind can no longer be read from the page."""
        try:
            response = await route.fetch(max_redirects=0)
            body = await response.body()
        except PlaywrightError:  # the page has left, and its answers with it
            return
        self.bodies.append((response.url, f"{response.headers}\n{body.decode(errors='replace')}"))
        await route.fulfill(response=response, body=body)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and message.text != NO_WORKER:
            self.complaints.append(f"{message.type}: {message.text}")


Seat: TypeAlias = tuple[BrowserContext, Page, Spy]


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path = find_or_skip("chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


async def seat(browser: Browser, device: Device, lang: str = "en", read: bool = False, **more: Any) -> Seat:
    """A browser of its own: with its own cookies and its own memory. `read` keeps every answer's text."""
    locale = {"en": "en-GB", "ru": "ru-RU", "uk": "uk-UA"}[lang]
    more = {"service_workers": "block", **more}  # what a worker fetches no spy sees
    context = await browser.new_context(**DEVICES[device], locale=locale, **more)
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(BLOCKED)
    page = await context.new_page()
    spy = Spy()
    spy.watch(page)
    if read:
        await context.route("**/*", spy.read)
    return context, page, spy


async def until(page: Page, so: str, arg: Any = None, patience: float = PATIENCE) -> Any:
    """Wait until that is so on the page, and return it. Asked by the clock: a busy machine may draw no frame for long."""
    found = await page.wait_for_function(so, arg=arg, timeout=patience, polling=POLL)
    return await found.json_value()


async def show(page: Page, url: str, scene: str, lang: str) -> None:
    """A frozen position; the page is loaded for the first one only, since that takes longer than all the rest."""
    if page.url.startswith(url):
        await page.evaluate("(name) => { location.hash = name; }", scene)
    else:
        await page.goto(f"{url}/?fixture={scene}&lang={lang}")
    await page.locator(f'#app[data-shown="{scene}"] > *').first.wait_for()
