"""What is wrong with a screen, whatever it shows: text that is cut off or stays untranslated, and what bars people out."""

from __future__ import annotations

import re
from collections.abc import Collection

from playwright.async_api import Page

# What may stand in Latin letters on a Russian or Ukrainian screen: names, codes of rules, keys, and the name of the game.
LATIN = {
    "Undermine",
    "English",
    "Marta",
    "Oleh",
    "Rook",
    "Ines",
    "Lena",
    "Gus",
    "Bishop",
    "EN",
    "RU",
    "UK",
    "Esc",
    "Enter",
    "Shift",
    "QR",
}
LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
CODES = re.compile(r"\b[A-Z]{1,2}-\d+\b|https?://\S+")

# Everything that is written or said: text, and the names that only a screen reader speaks.
TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) found.push(walker.currentNode.data);
  for (const el of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (el.getAttribute(name)) found.push(el.getAttribute(name));
  return found.map((text) => text.trim()).filter(Boolean);
}"""

# Wider than the window; text that is cut off, runs out of its box or over other text; goals and headings not wholly in sight.
CLIPPED = """() => {
  const found = [], HOLDERS = 'button, .btn, .bar, .pl, .tag, .seg, .panel, .it, td, th, header, [role=dialog]';
  const lines = new Map(), near = (a, b, by) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
  const scrolls = (el) => { for (; el; el = el.parentElement) if (/auto|scroll/.test(getComputedStyle(el).overflow) && (el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight)) return true; return false; };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, el = node.parentElement;
    if (!node.data.trim() || !el.checkVisibility({ visibilityProperty: true }) || el.closest('[role=grid], .sr, [aria-live], details:not([open]) > :not(summary)')) continue;
    if (getComputedStyle(el).clipPath !== 'none') continue;
    const range = document.createRange(), holder = el.closest(HOLDERS), box = holder?.getBoundingClientRect();
    range.selectNodeContents(node);
    const cut = getComputedStyle(el).textOverflow === 'ellipsis' && el.scrollWidth > el.clientWidth;
    if (cut) found.push(`shortened: ${node.data}`);
    for (const line of range.getClientRects()) {
      if (!cut && !scrolls(el) && (line.left < -1 || line.right > innerWidth + 1)) found.push(`out of the window: ${node.data}`);
      if (box && !cut && !scrolls(el) && (line.left < box.left - 1 || line.right > box.right + 1)) found.push(`out of its box: ${node.data}`);
      const panel = el.closest('.panel')?.getBoundingClientRect();
      if (panel && !cut && !scrolls(el) && (line.left < panel.left || line.right > panel.right)) found.push(`out of its panel: ${node.data}`);
      if (holder) for (const [other, text] of lines.get(holder) ?? []) if (near(line, other, 3)) found.push(`over each other: ${node.data} / ${text}`);
    }
    if (holder) lines.set(holder, [...(lines.get(holder) ?? []), ...[...range.getClientRects()].map((line) => [line, node.data])]);
  }
  const board = document.querySelector('[role=grid]')?.getBoundingClientRect();
  for (const goal of board ? document.querySelectorAll('[role=gridcell][data-goal]') : []) {
    const box = goal.getBoundingClientRect();
    if (box.top < board.top - 0.5 || box.bottom > board.bottom + 0.5) found.push(`goal out of sight: ${box.top}-${box.bottom} in ${board.top}-${board.bottom}`);
  }
  const bar = document.querySelector('.bar')?.getBoundingClientRect();
  if (board && bar && bar.top < board.top && bar.bottom > board.top + 0.5) found.push(`prompt over the board: ${bar.bottom} over ${board.top}`);
  for (const heading of document.querySelectorAll('[role=dialog] h2')) {
    const box = heading.closest('[role=dialog]').getBoundingClientRect(), top = heading.getBoundingClientRect().top;
    if (top < box.top - 0.5) found.push(`heading out of sight: ${heading.innerText}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`page: ${document.documentElement.scrollWidth}`);
  for (const el of document.querySelectorAll('button, h1, h2, .bar, .btn, .said, .pl, [role=dialog], .st, label, .seg')) {
    if (!el.checkVisibility() || el.closest('[role=grid], .sr')) continue;
    const style = getComputedStyle(el), box = el.getBoundingClientRect();
    const hides = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis' && el.scrollWidth > el.clientWidth + 1;
    const out = el.closest('.strip, .hand, [aria-hidden=true]') === null && box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
    if (hides || out) found.push(`${el.className}: ${el.innerText.slice(0, 60)} ${Math.round(box.left)}-${Math.round(box.right)}`);
  }
  return found;
}"""

AXE = "(options) => axe.run(document, options).then((found) => found.violations)"
OPTIONS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


async def violations(page: Page, axe: str) -> list[str]:
    await page.evaluate(axe)
    found = await page.evaluate(AXE, OPTIONS)
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:300]}" for rule in found for node in rule["nodes"]
    ]


def untranslated(texts: list[str], names: Collection[str] = ()) -> list[str]:
    """Texts with Latin words that are neither names nor codes."""
    return [text for text in texts if set(LATIN_WORD.findall(CODES.sub("", text))) - LATIN - set(names)]


async def wrong_with(page: Page, lang: str, names: Collection[str] = (), axe: str = "") -> list[str]:
    """All of it, at a table of a real game, whose goals may lie out of sight; `names` stay as they are in every language."""
    found = [what for what in await page.evaluate(CLIPPED) if not what.startswith("goal out of sight")]
    if lang != "en":
        found += untranslated(await page.evaluate(TEXTS), names)
    return found + (await violations(page, axe) if axe else [])
