"""Seat links: the way to a seat, and a question first where it would cost the reader another one.

A browser that comes from another site brings no cookie (`SameSite=Strict`), so nobody can tell yet whether it has a seat. It
is sent on to an address of our own by a page of our own, where its cookie comes along.
"""

from __future__ import annotations

from html import escape
from typing import Final

from litestar import MediaType, Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.status_codes import HTTP_303_SEE_OTHER

from undermine.server.auth import cookie_name, cookie_paths
from undermine.server.readers import AnyRequest, base_url, keys_of, lang_of, lobby_of
from undermine.server.sentences import Problem, bits, language
from undermine.server.table import LiveTable

MONTH: Final = 30 * 24 * 3600
PAGE: Final = (
    '<!doctype html><html lang="{lang}"><meta charset=utf-8><meta name=viewport content="width=device-width">'
    "<title>Undermine</title>{body}"
)
NOT_KEPT: Final = {"cache-control": "no-store", "vary": "sec-fetch-site, cookie, accept-language"}


async def _meant(link: str, request: AnyRequest) -> tuple[LiveTable, list[int]]:
    """The table and the seats of a link; one with a forged or a withdrawn part leads nowhere."""
    table_id, tokens = link.partition(".")[0], link.split("~")
    keys = lobby_of(request).signer.held(link, table_id)
    if not keys or len(keys) != len(tokens):
        raise Problem("NOT_FOUND", 404)
    table = await lobby_of(request).table(table_id)
    seats = [table.seat(key) for key in keys]
    if -1 in seats:
        raise Problem("NOT_FOUND", 404)
    return table, seats


def _page(request: AnyRequest, body: str) -> Response[bytes]:
    page = PAGE.format(lang=language(lang_of(request)), body=body).encode()
    return Response(page, media_type=MediaType.HTML, headers=NOT_KEPT)


@get("/s/{token:str}")
async def follow_seat_link(token: FromPath[str], request: AnyRequest) -> Response[None] | Response[bytes]:
    """Remember the seat and go to the table; from another site only after a look at what the browser has."""
    table, _ = await _meant(token, request)
    table_id = table.row.id
    if request.headers.get("sec-fetch-site", "") == "cross-site":
        return _page(request, f'<meta http-equiv=refresh content="0; url=/api/tables/{table_id}/come/{token}">')
    cookies = [
        Cookie(
            key=cookie_name(table_id),
            value=token,
            path=path,
            max_age=MONTH,
            httponly=True,
            samesite="strict",
            secure=base_url(request).startswith("https:"),
        )
        for path in cookie_paths(table_id)
    ]
    headers = {**NOT_KEPT, "location": f"/t/{table_id}"}
    return Response(None, status_code=HTTP_303_SEE_OTHER, headers=headers, cookies=cookies)


@get("/api/tables/{table_id:str}/come/{token:str}")
async def come_from_elsewhere(table_id: FromPath[str], token: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """Where the table's cookie can be seen: whoever has another seat there is asked which one they want."""
    table, others = await _meant(token, request)
    if table.row.id != table_id:
        raise Problem("NOT_FOUND", 404)
    mine = [table.seat(key) for key in keys_of(request, table)]
    if not mine or set(mine) == set(others):
        return Response(b"", status_code=HTTP_303_SEE_OTHER, headers={**NOT_KEPT, "location": f"/s/{token}"})
    words = bits("seat_link", lang_of(request))
    mine_names, other_names = (", ".join(escape(table.row.seats[s].name) for s in seats) for seats in (mine, others))
    names = {"mine": mine_names, "other": other_names}
    asked, keep, take = (words[part].format(**names) for part in ("asked", "keep", "take"))
    body = f'<p>{asked}<p><a href="/t/{table_id}">{keep}</a><p><a href="/s/{token}">{take}</a>'
    return _page(request, body)
