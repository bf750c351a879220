"""Words made of forms: what a game needs to be written and read whose questions declare theirs.

An answer is its verb and a word for each field: `walk E`, `give P2 map`, `pay yes`. Quarter turns behind a card are
written on it and left out when there are none: `lay NE@180 3,1`. Cards side by side may be named in any order, and so
may goals; `?` is no card. Of several forms the one is meant that has this verb and so many words. Chance is written
alike; a card of a heap that nobody could name has a `?` before its name.
"""

from __future__ import annotations

from typing import Final

from undermine.kernel.agenda import Step
from undermine.kernel.dealing import FromBag, FromHeap
from undermine.kernel.engine import waiting
from undermine.kernel.fields import FACE, NONE
from undermine.kernel.forms import Form
from undermine.kernel.ids import CHANCE, UNKNOWN, Action, Face, Place, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation import moves
from undermine.notation.cards import card_lying
from undermine.notation.fields import TURNS
from undermine.notation.text import Line, bad
from undermine.notation.words import GameWords, open_step
from undermine.tunnels.placing import QUARTERS

UNSEEN: Final = "?"  # a card that nobody can name, and the mark of one that nobody could name until now


class FormWords(GameWords):
    """The words of a game; one with richer answers overrides what it must."""

    def parse(self, rules: Ruleset, state: State, seat: Seat, text: str) -> Action:
        line = Line(text)
        verb = line.word("an action such as pass")
        action = self.read(rules, state, seat, line, verb)
        line.done()
        return action

    def read(self, rules: Ruleset, state: State, seat: Seat, line: Line, verb: str) -> Action:
        """An answer to the open question; whoever is not asked may say what would answer any."""
        if waiting(state) >> seat & 1:
            return self.read_answer(rules, state, rules.steps[state.top().step], line, verb)
        for step in rules.steps:
            if verb in [form.verb for form in step.answers]:
                return self.read_answer(rules, state, step, line, verb)
        raise line.wrong(f"{verb!r} is no action; use one of {', '.join(self.verbs(rules))}.")

    def verbs(self, rules: Ruleset) -> list[str]:
        found = [form.verb for form in rules.forms]
        found += [step.outcome.verb for step in rules.steps if step.outcome is not None]
        return list(dict.fromkeys(found))

    def words(self, rules: Ruleset, state: State, seat: Seat, action: Action) -> str:
        if not state.depth or action < 0:
            raise bad("There is no question that this would answer.")
        return self.answer_words(rules, state, rules.steps[state.top().step], action)

    def read_answer(self, rules: Ruleset, state: State, step: Step, line: Line, verb: str) -> Action:
        """What stands behind a verb, in the form of that verb and so many words."""
        return moves.read(rules, step.answers, line, verb, self.named)

    def answer_words(self, rules: Ruleset, state: State, step: Step, action: Action) -> str:
        """An answer in words."""
        if not step.reads(action):
            raise bad(f"There is no such answer to {open_step(rules, state)!r}.")
        return moves.words(rules, action)

    # Cards

    def face(self, rules: Ruleset, bag: Place, line: Line, name: str) -> Face:
        """A face of a pack by its name."""
        return self.lying(rules, bag, line, name)[0]

    def lying(self, rules: Ruleset, bag: Place, line: Line, name: str) -> tuple[Face, int]:
        """A face of a pack by its name, or a tunnel by its shape as it lies, with its quarter turns."""
        names = rules.layout.face_names[bag]
        found = card_lying(names[1:], name)
        if found is None:
            raise line.wrong(f"There is no card {name!r} here; use one of {', '.join(names[1:])}.")
        return found[0] + 1, found[1]

    def named(self, rules: Ruleset, form: Form, line: Line, word: str) -> tuple[Face, int]:
        name, at, degrees = word.partition("@") if any(f.what in moves.TURNED for f in form.fields) else (word, "", "")
        if at and f"@{degrees}" not in TURNS:
            raise line.wrong(f"{word!r} is turned by {degrees or 'nothing'}; write one of {', '.join(TURNS)}.")
        face, quarter = self.lying(rules, form.card, line, form.prefix + name)
        return face, (quarter + (TURNS.index(f"@{degrees}") if at else 0)) % QUARTERS

    # Chance

    def parse_chance(self, rules: Ruleset, state: State, text: str) -> Action:
        step, form, pack = asked_of_chance(rules, state)
        line = Line(text)
        verb = line.word("an outcome of chance")
        if verb != form.verb:
            raise line.wrong(f"{verb!r} is not what chance is asked for; begin with {form.verb}.")
        word = line.peek()
        if one_card(form) and word.startswith(UNSEEN):
            line.word("a card")
            action = self.unseen(rules, state, step, pack, line, word.removeprefix(UNSEEN))
        else:
            action = moves.read_form(rules, form, line, self.named, pack)
        line.done()
        return action

    def unseen(self, rules: Ruleset, state: State, step: Step, pack: Place, line: Line, name: str) -> Action:
        """`?` alone: no card comes up; before a name: a card of a heap that nobody could name."""
        if not name:
            return UNKNOWN
        if not isinstance(step, FromHeap):
            raise line.wrong(f"Nobody knows any card here; write {name} without the {UNSEEN}.")
        return state.cards.faces(pack) + self.face(rules, pack, line, name)

    def chance_words(self, rules: Ruleset, state: State, action: Action) -> str:
        step, form, pack = asked_of_chance(rules, state)
        if isinstance(step, FromHeap) and action > state.cards.faces(pack):
            return f"{form.verb} {UNSEEN}{moves.name_of(rules, pack, action - state.cards.faces(pack))}"
        return moves.form_words(rules, form, action, pack)


def asked_of_chance(rules: Ruleset, state: State) -> tuple[Step, Form, Place]:
    """The question that chance is asked, how it answers, and the pack of the cards that it names."""
    step = rules.steps[state.top().step] if state.depth else None
    if step is None or state.top().seats != CHANCE or step.outcome is None:
        raise bad(f"Chance is not asked here: the open question is {open_step(rules, state) or 'none'}.")
    pack: Place = NONE
    if isinstance(step, FromBag):
        pack = step.bag(state, state.top())
    elif isinstance(step, FromHeap):
        pack = rules.layout.bag[step.heap(state, state.top())]
    return step, step.outcome, pack


def one_card(form: Form) -> bool:
    """Does chance name a card, and nothing else?"""
    return len(form.fields) == 1 and form.fields[0].what == FACE
