"""Where modules come in: each class is one kind of hook, and by itself changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import NOBODY, Action, Face, Mask, Place, Seat
from undermine.tunnels.table import Ground

if TYPE_CHECKING:
    from undermine.games.classic.rules.state import Classic

CARD_BAG: Final = 16  # the pack of tunnels and actions

# What a card is for, as whoever plays, tells or draws it wants to know: asked of the card, never guessed from its class.
OTHER: Final = 0
HINDER: Final = 1
MEND: Final = 2
LOOK: Final = 3
REMOVE: Final = 4
USES: Final = ("other", "hinder", "mend", "look", "remove")

IN_THE_MAZE: Final = 4
LEAVES: Final = 8  # times the cell from which it is moved
NOWHERE: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """What an action card does. A module's cards are asked exactly like the game's own.

    `form` says what it is aimed at (see `kernel.forms`); a card that can be aimed in several ways has more `forms`.
    """

    def __init__(self, hinders: bool, form: Form | None = None, use: i64 = OTHER) -> None:
        self.face: Face = 0  # given when the card is added
        self.form: Form = Form("", [], CARD_BAG) if form is None else form
        self.forms: list[Form] = [self.form]
        self.use = use
        self.base: Action = 0  # the action that plays it, still without an aim; given when the ruleset is complete
        self.tools: i64 = 0  # that it breaks or mends, a bit each
        self.hinders = hinders  # lying before a seat, it keeps that seat from laying tunnels

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        """Write the ways to play it from out[n] on; returns the new n. Public facts and the seat's own cards only."""
        return n

    def lands(self, s: Classic, seat: Seat, action: Action) -> Place:
        """Where the card goes when it is played."""
        return s.hooks.discard

    def moves(self, s: Classic) -> i64:
        """The cell whose tunnel card it moves to the one it is aimed at, or NOWHERE; that counts as laying it there."""
        return NOWHERE

    def play(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        """What it does, now that it has been played: what it asks is answered before anybody draws.

        The question on top is the one that ends the turn: a card that changes the draw calls `refill` again.
        """

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        """Why it cannot be played at this aim."""
        raise NotImplementedError

    def bars(self) -> Refusal:
        """Why a seat before which it lies may lay no tunnels, if it hinders."""
        return Refusal("TOOL_BROKEN", "B-068")

    def untimely(self) -> Refusal | None:
        """Why it cannot be played now by somebody who is not asked, if there is a better reason than that."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Deed:
    """Something else to do in one's turn."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def options(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        """Write its actions from out[n] on; returns the new n. Public facts and the seat's own cards only."""
        return n

    def perform(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        """Do it. `refill` takes the place of the turn; whatever else it asks is stacked above."""
        raise NotImplementedError

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        raise NotImplementedError

    def playable(self, s: Classic, seat: Seat, out: vec[i64]) -> bool:
        """Does it count as something to play when passes in a row end the round?"""
        return self.options(s, seat, out, 0) > 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Bar:
    """Cells where a tunnel card may not be laid although it fits. Asked for every place: keep it cheap.

    `quarter` has IN_THE_MAZE added for a card that is moved and comes from nobody's hand, and LEAVES times its old cell,
    which counts as empty; `face` is 0 for one of no deck, and when only the cell is asked about.
    """

    def busy(self, s: Classic) -> bool:
        """Is any cell barred now?"""
        return True

    def forbids(self, s: Classic, seat: Seat, face: Face, spot: i64, quarter: i64) -> bool:
        return False

    def explain(self, s: Classic, seat: Seat, face: Face, spot: i64, quarter: i64) -> Refusal:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Barrier:
    """What comes before a tunnel card is laid, or moved by a card that is played."""

    def stops(self, p: Play, s: Classic, seat: Seat, action: Action) -> bool:
        """True: it has asked something above the player's question, and calls `go_on` once that is settled."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Pause:
    """What comes between a card and its consequences: they wait in one frame, `effect`, above the end of the turn."""

    def holds(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        """May ask something; whoever undoes the play settles the waiting frame."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Watcher:
    """Hears what happens in public; may write down its own facts and stack questions."""

    def began(self, p: Play, s: Classic) -> None:
        """A round is being set up: the goals lie, nothing has been dealt."""

    def laid(self, p: Play, s: Classic, seat: Seat, face: Face, spot: i64) -> None:
        """A tunnel card has been laid, or moved there; it may still be taken back."""

    def kept(self, p: Play, s: Classic, seat: Seat, face: Face, spot: i64) -> None:
        """It stays; nothing has been reached yet."""

    def unveiled(self, p: Play, s: Classic, spot: i64) -> None:
        """A tunnel card of no deck, which lay there face down, lies face up from now on."""

    def gone(self, p: Play, s: Classic, spot: i64) -> None:
        """A card has left this cell of the maze."""

    def over(self, p: Play, s: Classic) -> None:
        """The round is over and the roles are shown; no gold has been paid."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Site:
    """Something in the maze that can be reached besides goals; its members are numbered from 0.

    `form` says how it is chosen among several things reached; its last field is the member.
    """

    def __init__(self, first: bool, form: Form) -> None:
        self.first = first  # before the goals, and without a choice
        self.form = form

    def reached(self, s: Classic) -> Mask:
        """Members that are reached and not yet opened."""
        return 0

    def open(self, p: Play, s: Classic, seat: Seat, member: i64) -> None:
        """What reaching it does; questions are stacked above. Afterwards it must not be `reached` any more."""
        raise NotImplementedError

    def name(self, s: Classic, x: i64, y: i64) -> str:
        """What its card in this cell is called; empty where it has none."""
        return ""

    def names(self) -> list[str]:
        """All that its cards are called as they lie face down."""
        return []

    def member(self, s: Classic, x: i64, y: i64) -> i64:
        """Which of its members has its card in this cell."""
        return 0

    def stays(self, s: Classic, x: i64, y: i64) -> str:
        """The rule by which nothing removes its card of this cell; empty where it has none that stays."""
        return ""


class Exhibit:
    """Something that stands or lies on a card of the maze, for everybody to see: what, where, whose, and which one."""

    def __init__(self, kind: str, cell: i64, edge: i64 = NOWHERE, seat: Seat = NOBODY, art: str = "") -> None:
        self.kind = kind
        self.cell = cell
        self.edge = edge
        self.seat = seat
        self.art = art


@mypyc_attr(allow_interpreted_subclasses=True)
class Sight:
    """What an extra has put onto cards of the maze."""

    def pieces(self, s: Classic) -> list[Exhibit]:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Foreign:
    """Tunnel cards that are of no deck and come to lie face up in the maze."""

    def __init__(self, tiles: vec[i64]) -> None:
        self.tiles = tiles  # the upright tile of each

    def move(self, p: Play, s: Classic, spot: i64, aim: i64) -> None:
        """The one that lies there goes to where the aim says, as if it were a card of the deck."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Find:
    """What a goal does when it has been turned over. `ends`: the round is over, so it does not matter how it lies."""

    def __init__(self, ends: bool) -> None:
        self.ends = ends

    def found(self, p: Play, s: Classic, goal: i64, seat: Seat) -> None:
        """It lies face up; questions are stacked above, and further goals are looked at after them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Pile:
    """The discard pile; `hooks.discard` is where a card comes to lie that is thrown onto it."""

    def __init__(self, heap: Place) -> None:
        self.places: list[int] = [heap]  # all that it consists of

    def room(self, p: Play, s: Classic) -> None:
        """A card is about to be thrown onto it."""

    def stir(self, p: Play, s: Classic, seat: Seat, number: i64, above: i64) -> None:
        """A seat has thrown so many cards onto it together, face down; so many others have come to lie above them."""

    def mix(self, p: Play, s: Classic) -> None:
        """All of it becomes one heap, to be shuffled."""

    def size(self, s: Classic) -> i64:
        number: i64 = 0
        for place in self.places:
            number += s.cards.size(place)
        return number


@mypyc_attr(allow_interpreted_subclasses=True)
class Refill:
    """What comes at the end of a turn."""

    def amount(self, s: Classic, seat: Seat, n: i64) -> i64:
        """How many cards are drawn, where n would be."""
        return n

    def ask(self, p: Play, s: Classic, seat: Seat) -> None:
        """Questions before that draw."""

    def after(self, p: Play, s: Classic, seat: Seat) -> None:
        """Questions between that draw and the next turn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Scoring:
    """How a round is won and paid. A module's wraps the one before it and passes on what it does not change."""

    def sided(self) -> bool:
        """Does a whole side win? Otherwise the module tells who has won."""
        return True

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        """Who has won, now that all roles are shown."""
        raise NotImplementedError

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        """Pay; in the end `close` takes the place of the present question."""
        raise NotImplementedError

    def packet(self, s: Classic) -> i64:
        """Gold cards that the gold-diggers share out."""
        raise NotImplementedError

    def shares(self, s: Classic, seat: Seat) -> bool:
        """May this seat take from the packet?"""
        raise NotImplementedError

    def earns(self, s: Classic, seat: Seat) -> bool:
        """Is this seat paid a wage?"""
        raise NotImplementedError

    def wage(self, s: Classic) -> i64:
        """Nuggets for each of them."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Wrapping(Scoring):
    """Another scoring in all that is not changed."""

    def __init__(self, inner: Scoring) -> None:
        self.inner = inner

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        return self.inner.side(s, side, finisher)

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        self.inner.share(p, s, side, finisher)

    def packet(self, s: Classic) -> i64:
        return self.inner.packet(s)

    def shares(self, s: Classic, seat: Seat) -> bool:
        return self.inner.shares(s, seat)

    def earns(self, s: Classic, seat: Seat) -> bool:
        return self.inner.earns(s, seat)

    def wage(self, s: Classic) -> i64:
        return self.inner.wage(s)


class Extensions(Ground):
    """What modules have hung on a ruleset."""

    def __init__(self) -> None:
        super().__init__(1)
        self.deeds: vec[Deed] = vec[Deed]()
        self.bars: vec[Bar] = vec[Bar]()
        self.barriers: vec[Barrier] = vec[Barrier]()
        self.pauses: vec[Pause] = vec[Pause]()
        self.watchers: vec[Watcher] = vec[Watcher]()
        self.sites: vec[Site] = vec[Site]()
        self.sights: list[Sight] = []
        self.foreign: vec[Foreign] = vec[Foreign]()
        self.choices: list[Form] = [Form("turn", [fields.goal()])]  # how a goal, or a member of each site, is chosen
        self.moves: list[Form] = []  # all that can be done in a turn
        self.deed_of: vec[i64] = vec[i64]()  # by the number of a form: which deed it is, -1 for none
        self.refills: vec[Refill] = vec[Refill]()
        self.scoring = Scoring()

    def add_deed(self, deed: Deed) -> None:
        self.moves.append(deed.form)
        self.deeds = append(self.deeds, deed)

    def add_bar(self, bar: Bar) -> None:
        self.bars = append(self.bars, bar)

    def add_barrier(self, barrier: Barrier) -> None:
        self.barriers = append(self.barriers, barrier)

    def add_pause(self, pause: Pause) -> None:
        self.pauses = append(self.pauses, pause)

    def add_watcher(self, watcher: Watcher) -> None:
        self.watchers = append(self.watchers, watcher)

    def add_site(self, site: Site) -> None:
        self.sites = append(self.sites, site)
        self.choices.append(site.form)

    def add_foreign(self, foreign: Foreign) -> None:
        self.foreign = append(self.foreign, foreign)

    def add_refill(self, refill: Refill) -> None:
        self.refills = append(self.refills, refill)
