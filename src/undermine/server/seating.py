"""Changes in the waiting room: each takes a table that has not begun and gives back the changed one, or a Problem."""

from __future__ import annotations

import random
import secrets
from dataclasses import replace

from undermine.data.messages import message
from undermine.errors import OptionError
from undermine.registry import Options
from undermine.server.auth import new_table_id
from undermine.server.bodies import NewTable
from undermine.server.catalogue import level, offered
from undermine.server.game import read_options, write_options
from undermine.server.names import LONGEST, clean_name, distinct, fill_with_bots
from undermine.server.protocol import AddBot, FreeSeat, Introduce, SetRules, SwapSeats
from undermine.server.sentences import Problem, player_name
from undermine.server.store.base import Seat, Table


def checked(options: Options, lang: str) -> bytes:
    """Options for the store; a Problem when there is no such game."""
    try:
        offered(options.game)
        return write_options(options)
    except OptionError as error:
        raise Problem(error.code, 400, message(error.code, lang)) from error


def seated(wish: NewTable, lang: str, most: int) -> tuple[Seat, ...]:
    """The people at the device of whoever opens a table; who gives no name is called by a number."""
    seats: tuple[Seat, ...] = (Seat(0, "human", clean_name(wish.name, most)),)
    for number in range(1, wish.together):
        given = wish.names[number - 1] if number <= len(wish.names) else ""
        name = clean_name(given, most) if given.strip() else player_name(number + 1, lang)
        seats = (*seats, Seat(number, "human", distinct(name, seats)))
    return seats


def arranged(
    row: Table, by: int, wish: AddBot | FreeSeat | SwapSeats | SetRules | Introduce, most: int = LONGEST
) -> Table:
    """The table as somebody wishes it; whether they may wish it was asked before. `most`: letters of a name."""
    match wish:
        case AddBot(seat, skill):
            return _add_bot(row, seat, level(skill, row.lang))
        case FreeSeat(seat):
            return _free(row, by, seat)
        case SwapSeats(a, b):
            return _swap(row, a, b)
        case SetRules():
            return _rules(row, wish)
        case Introduce(name, avatar):
            return _introduce(row, by, clean_name(name, most), avatar)


def _seat(row: Table, number: int) -> Seat:
    if not 0 <= number < len(row.seats):
        raise Problem("NO_SEAT", 409)
    return row.seats[number]


def _put(row: Table, seat: Seat) -> Table:
    return replace(row, seats=tuple(seat if other.seat == seat.seat else other for other in row.seats))


def _add_bot(row: Table, number: int, skill: str) -> Table:
    seat = _seat(row, number)
    if seat.kind == "human":
        raise Problem("NO_SEAT", 409)
    if seat.kind == "open":
        seat = fill_with_bots(row.seats, row.lang, number)[number]
    return _put(row, replace(seat, level=skill))


def _free(row: Table, by: int, number: int) -> Table:
    """A bot or a person leaves; a person's link is worthless from then on."""
    seat = _seat(row, number)
    if seat.kind == "open" or number == by:
        raise Problem("NO_SEAT", 409)
    return _put(row, Seat(number, epoch=seat.epoch + 1, link=seat.link, avatar=seat.avatar))


def _swap(row: Table, a: int, b: int) -> Table:
    one, other = _seat(row, a), _seat(row, b)
    seats = list(row.seats)
    seats[a], seats[b] = replace(other, seat=a), replace(one, seat=b)
    host = {a: b, b: a}.get(row.host, row.host)
    return replace(row, seats=tuple(seats), host=host)


def _rules(row: Table, wish: SetRules) -> Table:
    """Other rules; people keep their order, and move up when there are fewer seats."""
    old = read_options(row.options)
    game = wish.game or old.game
    options = Options(game, wish.players, wish.edition, wish.extras, dict(wish.switches), wish.first)
    stored = checked(options, row.lang)
    keep = list(row.seats)
    for kind in ("open", "bot"):
        for seat in reversed(row.seats):
            if len(keep) > wish.players and seat.kind == kind:
                keep.remove(seat)
    if len(keep) > wish.players:
        raise Problem("TOO_MANY_PEOPLE", 409)
    host = keep.index(row.seats[row.host])
    link = 1 + max(seat.link for seat in row.seats)
    faces = [face for face in range(wish.players) if face not in {seat.avatar for seat in keep}]
    keep += [Seat(-1, link=link + i, avatar=faces[i]) for i in range(wish.players - len(keep))]
    seats = tuple(replace(seat, seat=number) for number, seat in enumerate(keep))
    return replace(row, options=stored, seats=seats, host=host)


def _introduce(row: Table, by: int, name: str, avatar: int) -> Table:
    """Another name or face; whoever had that face takes the one that is free now."""
    me = row.seats[by]
    others = tuple(
        replace(seat, avatar=me.avatar) if seat.avatar == avatar else seat for seat in row.seats if seat.seat != by
    )
    named = replace(me, name=distinct(name, others), avatar=avatar)
    return replace(row, seats=tuple(sorted((*others, named), key=lambda seat: seat.seat)))


def again(row: Table, by: int, shuffle: bool) -> Table:
    """A new table for the people and bots of a finished one, with whoever asked for it as its host."""
    order = list(row.seats)
    if shuffle:
        random.shuffle(order)
    seats = tuple(
        Seat(number, old.kind, old.name, avatar=old.avatar, before=old.seat, level=old.level)
        for number, old in enumerate(order)
    )
    host = next(seat.seat for seat in seats if seat.before == by)
    return Table(
        new_table_id(),
        row.options,
        secrets.token_bytes(32),
        host,
        row.lang,
        seats=seats,
        pace=row.pace,
        takeover=row.takeover,
        terms=row.terms,
    )
