"""What can be said at a table: claims, accusations, promises and requests, by forms that the game's kit declares.

A claim is public whatever it says: it may be true or not, and no rule is behind it. Its values are those of the wire, by the
names of their fields, so that a stored one means the same however a later version numbers cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import msgspec

from undermine.kernel import fields
from undermine.kernel.forms import Form
from undermine.kernel.ruleset import Ruleset
from undermine.notation.moves import struct_of
from undermine.notation.text import bad, seat_name
from undermine.registry import kit_of

KIND: Final = "kind"


@dataclass(frozen=True)
class Claim:
    """What a seat says."""

    seat: int
    kind: str  # the verb of its form
    about: Mapping[str, Any] = field(default_factory=dict)

    def words(self) -> str:
        """As records write it: `goal goal=1 card=stone`."""
        said = (f"{name}={seat_name(value) if name == 'target' else value}" for name, value in self.about.items())
        return " ".join((self.kind, *said))


class Claims:
    """What can be said under one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.forms: list[Form] = kit_of(rules).claims(rules)
        self._seats = rules.seats
        structs = {form.tag: struct_of(form, KIND) for form in self.forms}
        self._forms = {structs[form.tag]: form for form in self.forms}
        union: Any = msgspec.UNSET
        for struct in structs.values():
            union = struct if union is msgspec.UNSET else union | struct
        self._type = union

    def read(self, seat: int, text: bytes | str | msgspec.Raw) -> Claim:
        """A claim of the wire, such as {"kind": "goal", "goal": 1, "card": "stone"}; raises DecodeError or NotationError."""
        if not self.forms:
            raise bad("There is nothing to be said at this table.")
        return self._made(seat, msgspec.json.decode(text, type=self._type))

    def checked(self, claim: Claim) -> Claim:
        """A claim that a program made, if it can be said here; raises ValidationError or NotationError."""
        if not self.forms:
            raise bad("There is nothing to be said at this table.")
        return self._made(claim.seat, msgspec.convert({KIND: claim.kind, **claim.about}, self._type))

    def _made(self, seat: int, said: Any) -> Claim:
        form = self._forms[type(said)]
        about = msgspec.structs.asdict(said)
        for each in form.fields:
            if each.what == fields.SEAT and not (0 <= about[each.name] < self._seats and about[each.name] != seat):
                raise bad(f"{seat_name(about[each.name])} is no other player at this table.")
        return Claim(seat, form.verb, about)


@lru_cache(maxsize=256)
def claims_of(rules: Ruleset) -> Claims:
    """The claims of a ruleset, made once."""
    return Claims(rules)
