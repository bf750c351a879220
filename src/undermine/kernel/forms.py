"""What numbers mean, said once: answers, rows of events and open questions are made of *fields*.

A field says what a number is, what it is called on the wire, and how many bits it takes. A form is one way to answer a
question. An action is a form and its fields in one number, and says by itself what it means:

    number of the form << 32  |  face of the card that is played << 24  |  fields: the first on top, the last at bit 0

Forms are numbered by the ruleset, as steps and kinds are. Words, JSON, the browser's types and the translation of stored
rows are made of what is declared here; while a game is played nothing is read but `head`, `shift` and `mask`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from undermine.kernel.fields import NONE, Field
from undermine.kernel.ids import BIT, Action, Face, Place

BELOW: Final = 32  # bits of an action below the number of its form
FIELDS: Final = 0xFFFFFFFF
CARD: Final = 1 << 24  # one face up, where an action plays a card
CARD_BITS: Final = 24
AIM: Final = 0xFFFFFF  # the fields below the card


class FormError(ValueError):
    """A form whose fields take more bits than there are."""


@final
class Form:
    """A way to answer a question.

    `card` is the pack of a card of the hand that is played with it. In words the card stands behind the verb, without
    `prefix`; it is left out where only one card, `face`, is played so. `tag` is its name on the wire and in tables of
    names, where another form has the same verb.
    """

    def __init__(self, verb: str, fields: list[Field], card: Place = NONE, prefix: str = "", tag: str = "") -> None:
        self.verb = verb
        self.tag = tag or verb
        self.fields = fields
        self.card = card
        self.prefix = prefix
        self.face: Face = 0
        self.number: i64 = -1  # given by the ruleset
        self.head: i64 = 0
        at: i64 = 0
        for field in reversed(fields):
            field.shift = at
            at += field.width
        if at > (CARD_BITS if card != NONE else BELOW):
            raise FormError(f"the fields of {verb!r} take {at} bits")
        self.room: i64 = BIT[at] - 1 + (255 * CARD if card != NONE else 0)  # the bits it uses below its number

    def enter(self, number: i64) -> None:
        """The ruleset gives it a number."""
        self.number = number
        self.head = number << BELOW

    def fits(self, action: Action) -> bool:
        """Is it an action of this form?"""
        return action >> BELOW == self.number

    def reads(self, action: Action) -> bool:
        """The same of any number that somebody sends: are there no bits that mean nothing?"""
        return self.fits(action) and not action & FIELDS & ~self.room

    def named(self, name: str, face: Face) -> None:
        """A card is added that is played so; one without a verb of its own is played by its name."""
        if not self.verb:
            self.verb = name
            self.tag = name
        if self.verb == name:
            self.face = face


def form_of(action: Action) -> i64:
    """Which form it is."""
    return action >> BELOW


def fields_of(action: Action) -> i64:
    """All that is packed below the form."""
    return action & FIELDS


def card_of(action: Action) -> Face:
    """The card that it plays, if its form plays one."""
    return action >> CARD_BITS & 255


def aim_of(action: Action) -> i64:
    """The fields below that card."""
    return action & AIM
