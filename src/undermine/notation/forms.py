"""Words made of forms: a game all of whose questions have one needs nothing else to be written and read.

An answer is its verb and a word for each field: `walk E`, `give P2 map`, `pay yes`. Quarter turns behind a card are
written on it and left out when there are none: `lay NE@180 3,1`. Cards side by side may be named in any order, and so
may goals; `?` is no card. Of several forms the one is meant that has this verb and so many words. Chance is written
alike; a card of a heap that nobody could name has a `?` before its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from undermine.errors import NotationError
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import FromBag, FromHeap
from undermine.kernel.engine import waiting
from undermine.kernel.forms import BELOW, FormError, fields_of, form_of, forms_of, letters_of, pack, unpack, verb_of
from undermine.kernel.ids import CHANCE, UNKNOWN, Action, Face, Place, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.fields import TURNS, field_words, read_field
from undermine.notation.text import Line, bad
from undermine.notation.words import GameWords, open_step

Named = Callable[[Ruleset, Place, Line, str], Face]  # finds a face of a pack by its name
NO_BAG: Final = -1
UNSEEN: Final = "?"  # a card that nobody can name, and the mark of one that nobody could name until now


def name_of(rules: Ruleset, bag: Place, face: Face) -> str:
    """The name of a face of a pack."""
    names = rules.layout.face_names[bag]
    if not 0 < face < len(names):
        raise bad(f"There is no card number {face} among the {rules.layout.place_names[bag].removesuffix(' bag')}s.")
    return names[face]


class FormWords(GameWords):
    """A game whose questions all have forms; one with richer answers overrides what it must."""

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
            if verb in map(verb_of, forms_of(step)):
                return self.read_answer(rules, state, step, line, verb)
        raise line.wrong(f"{verb!r} is no action; use one of {', '.join(self.verbs(rules))}.")

    def verbs(self, rules: Ruleset) -> list[str]:
        """All words with which an answer to any question may begin."""
        found = [verb_of(form) for step in rules.steps for form in forms_of(step)]
        return list(dict.fromkeys(verb for verb in found if verb))

    def words(self, rules: Ruleset, state: State, seat: Seat, action: Action) -> str:
        if not state.depth or action < 0:
            raise bad("There is no question that this would answer.")
        return self.answer_words(rules, state, rules.steps[state.top().step], action)

    # Forms

    def read_answer(self, rules: Ruleset, state: State, step: Step, line: Line, verb: str) -> Action:
        """What stands behind a verb, in the form of that verb and so many words."""
        forms = forms_of(step)
        fitting = [form for form in forms if form and verb_of(form) == verb]
        if not fitting:
            verbs = list(dict.fromkeys(verb_of(form) for form in forms))
            raise line.wrong(f"{verb!r} does not answer this question; begin with {' or '.join(verbs) or 'nothing'}.")
        count = len(line.found) - line.at
        fitting = [form for form in fitting if words_in(form) == count] or fitting[:1]
        bag = bag_of(rules, state, step) if any("f" in letters_of(form) for form in fitting) else NO_BAG
        at, number = read_ways(rules, bag, step.terms, [letters_of(form) for form in fitting], line, self.face)
        return forms.index(fitting[at]) << BELOW | number if step.forms else number

    def face(self, rules: Ruleset, bag: Place, line: Line, name: str) -> Face:
        """A face of a pack by its name."""
        names = rules.layout.face_names[bag]
        if name not in names[1:]:
            raise line.wrong(f"There is no card {name!r} here; use one of {', '.join(names[1:])}.")
        return names.index(name)

    def answer_words(self, rules: Ruleset, state: State, step: Step, action: Action) -> str:
        """An answer in words."""
        forms = forms_of(step)
        at = form_of(action) if step.forms else 0
        if at >= len(forms):
            raise bad(f"There is no such answer to {open_step(rules, state)!r}.")
        form = forms[at]
        letters = letters_of(form)
        fields = unpack(letters, fields_of(action) if step.forms else action)
        bag = bag_of(rules, state, step) if "f" in letters else NO_BAG
        return " ".join([verb_of(form), *fields_words(rules, bag, step.terms, letters, fields)])

    # Chance

    def parse_chance(self, rules: Ruleset, state: State, text: str) -> Action:
        step = chance_step(rules, state)
        line = Line(text)
        verb = line.word("an outcome of chance")
        verbs = list(dict.fromkeys(verb_of(form) for form in forms_of(step)))
        if verb not in verbs:
            raise line.wrong(f"{verb!r} is not what chance is asked for; begin with {' or '.join(verbs)}.")
        word = line.peek()
        if step.form.endswith(" f") and word.startswith(UNSEEN):
            line.word("a card")
            action = self.unseen(rules, state, step, line, word.removeprefix(UNSEEN))
        else:
            action = self.read_answer(rules, state, step, line, verb)
        line.done()
        return action

    def unseen(self, rules: Ruleset, state: State, step: Step, line: Line, name: str) -> Action:
        """`?` alone: no card comes up; before a name: a card of a heap that nobody could name."""
        if not name:
            return UNKNOWN
        bag = bag_of(rules, state, step)
        if not isinstance(step, FromHeap):
            raise line.wrong(f"Nobody knows any card here; write {name} without the {UNSEEN}.")
        return state.cards.faces(bag) + self.face(rules, bag, line, name)

    def chance_words(self, rules: Ruleset, state: State, action: Action) -> str:
        step = chance_step(rules, state)
        if step.form.endswith(" f"):
            if action == UNKNOWN:
                return f"{verb_of(step.form)} {UNSEEN}"
            bag = bag_of(rules, state, step)
            faces = state.cards.faces(bag)
            if isinstance(step, FromHeap) and action > faces:
                return f"{verb_of(step.form)} {UNSEEN}{name_of(rules, bag, action - faces)}"
        return self.answer_words(rules, state, step, action)


def read_ways(
    rules: Ruleset, bag: Place, terms: list[str], ways: list[str], line: Line, face: Named
) -> tuple[int, int]:
    """The first of several ways, each with its letters, in which the words can be read; and the packed fields."""
    start = line.at
    for at, letters in enumerate(ways):
        line.at = start
        try:
            return at, pack(letters, read_fields(rules, bag, terms, letters, line, face))
        except FormError as error:
            raise line.wrong(f"{error}.") from error
        except NotationError:
            if at == len(ways) - 1:
                raise
    raise bad("There is nothing that could be read here.")


def read_fields(rules: Ruleset, bag: Place, terms: list[str], letters: str, line: Line, face: Named) -> list[int]:
    """One number for each letter; faces are those of a bag."""
    fields: list[int] = []
    for at, letter in enumerate(letters):
        if letter == "f":
            turning = letters[at + 1 : at + 2] == "q"
            card, quarter = _read_face(rules, bag, line, turning, face)
            fields += [card, quarter] if turning else [card]
        elif letter != "q" or letters[at - 1 : at] != "f":
            fields.append(read_field(line, letter, terms))
    for run in re.finditer("ff+(?!q)|gg+", letters):
        fields[run.start() : run.end()] = sorted(fields[run.start() : run.end()])
    return fields


def _read_face(rules: Ruleset, bag: Place, line: Line, turning: bool, face: Named) -> tuple[Face, int]:
    """A card by its name and, if it is wanted, how it lies."""
    word = line.word("a card")
    if word == UNSEEN:
        return UNKNOWN, 0
    name, at, degrees = word.partition("@") if turning else (word, "", "")
    if at and f"@{degrees}" not in TURNS:
        raise line.wrong(f"{word!r} is turned by {degrees or 'nothing'}; write one of {', '.join(TURNS)}.")
    return face(rules, bag, line, name), TURNS.index(f"@{degrees}") if at else 0


def fields_words(rules: Ruleset, bag: Place, terms: list[str], letters: str, fields: list[int]) -> list[str]:
    """A word for each field; quarter turns stand on the card before them."""
    words: list[str] = []
    for at, letter in enumerate(letters):
        if letter == "f":
            words.append(name_of(rules, bag, fields[at]) if fields[at] else UNSEEN)
        elif letter == "q" and letters[at - 1 : at] == "f":
            words[-1] += TURNS[fields[at]] if fields[at] else ""
        else:
            words.append(field_words(letter, fields[at], terms))
    return words


def words_in(form: str) -> int:
    """How many words stand behind a form's verb."""
    return len(letters_of(form).replace("fq", "f"))


def chance_step(rules: Ruleset, state: State) -> Step:
    """The question that chance is asked."""
    step = rules.steps[state.top().step] if state.depth else None
    if step is None or state.top().seats != CHANCE or not forms_of(step):
        raise bad(f"Chance is not asked here: the open question is {open_step(rules, state) or 'none'}.")
    return step


def bag_of(rules: Ruleset, state: State, step: Step) -> Place:
    """The pack whose faces a step names."""
    if step.pack >= 0:
        return step.pack
    frame = state.top()
    if isinstance(step, FromBag):
        return step.bag(state, frame)
    if isinstance(step, FromHeap):
        return rules.layout.bag[step.heap(state, frame)]
    raise bad(f"The question {rules.step_names[step.number]!r} does not say which pack its cards belong to.")
