"""A game and its expansions, put together once and then never changed."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import DEALT, DREW, GATHERED, MOVED, POURED, SAW, SHOWN, SHUFFLED, SWAPPED, THREW
from undermine.kernel.event import ASKED, REPLACED, SEALED, SETTLED, Kind, Play
from undermine.kernel.fields import Field
from undermine.kernel.forms import Form
from undermine.kernel.ids import Action, Seat
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.piles import Layout
from undermine.kernel.state import State


@final
class Meta:
    """Who a module is: its key, which modules it needs beneath it and which it cannot stand beside."""

    def __init__(self, key: str, requires: tuple[str, ...] = (), excludes: tuple[str, ...] = ()) -> None:
        self.key = key
        self.requires = requires
        self.excludes = excludes


@mypyc_attr(allow_interpreted_subclasses=True)
class Hooks:
    """A game's own extension points: typed lists, filled while modules install."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Module:
    """Whatever is put into a ruleset: a game, or something on top of one."""

    def __init__(self, meta: Meta) -> None:
        self.meta = meta

    def install(self, r: RulesetBuilder) -> None:
        """Add cards, kinds, steps and hooks. Make new objects here: a module may serve many rulesets."""
        raise NotImplementedError

    def lay_out(self, rules: Ruleset) -> None:
        """Add packs and places, now that all modules have said which cards there are: the game first."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Module):
    """The root module."""

    def new_hooks(self) -> Hooks:
        raise NotImplementedError

    def new_state(self, rules: Ruleset) -> State:
        """The box, closed: truth and every view start from the same state, in which no card has a face."""
        raise NotImplementedError

    def facts(self, rules: Ruleset) -> list[Field]:
        """What the numbers are that `State.facts` writes; cells are places in the maze, those of one name mark one kind of thing."""
        return []

    def open(self, p: Play) -> None:
        """Ask the first question."""
        raise NotImplementedError

    def returns(self, s: State) -> list[int]:
        """What each seat has won."""
        raise NotImplementedError

    def not_asked(self, s: State, seat: Seat, action: Action) -> Refusal:
        """Why a seat that is not asked may not act."""
        return Refusal("NOT_ASKED", "")


@final
class Ruleset:
    """The rules of one kind of table; shared by all its games."""

    def __init__(self, game: Game, modules: list[Module], seats: i64, hooks: Hooks, settings: Settings) -> None:
        self.game: Final = game
        self.modules: Final = modules
        self.seats: Final = seats
        self.hooks: Final = hooks
        self.settings: Final = settings
        self.layout: Final = Layout()
        self.steps: vec[Step] = vec[Step]()  # a vec: what comes out of a list is checked for its class each time
        self.step_names: list[str] = []
        self.forms: list[Form] = []  # by the number in the highest bits of an action
        self.kinds: list[Kind] = []
        self.kind_names: list[str] = []
        self.codes: dict[Kind, int] = {}
        self.numbers: i64 = 0  # how many the modules keep in a state
        self.runs: dict[str, tuple[int, int]] = {}  # by name: where a run of them begins, and how long it is


@final
class RulesetBuilder:
    """What `install` writes on."""

    def __init__(self, rules: Ruleset, manifests: dict[str, Manifest]) -> None:
        self.rules = rules
        self.hooks = rules.hooks
        self.seats = rules.seats
        self.settings = rules.settings
        self.manifests = manifests

    def manifest(self, key: str) -> Manifest:
        return self.manifests[key]

    def step(self, name: str, step: Step) -> i64:
        """Register a question; its number is how frames name it in this ruleset."""
        if name in self.rules.step_names:
            raise ValueError(f"step {name} is registered twice")
        step.number = len(self.rules.steps)
        self.rules.step_names.append(name)
        self.rules.steps = append(self.rules.steps, step)
        return step.number

    def all_steps(self, steps: list[tuple[str, Step]], prefix: str = "") -> None:
        """Register several questions, each by its name."""
        for name, step in steps:
            self.step(prefix + name, step)

    def replace(self, name: str, step: Step) -> Step:
        """Put another step in the place of a registered one, which is returned: the new one may ask it.

        A new step that declares nothing is asked and answered as the one it replaces.
        """
        if name not in self.rules.step_names:
            raise ValueError(f"there is no step {name} to replace")
        step.number = self.rules.step_names.index(name)
        replaced = self.rules.steps[step.number]
        if not step.answers and step.outcome is None:
            step.answers = replaced.answers
            step.outcome = replaced.outcome
        if not step.holds:
            step.holds = replaced.holds
        self.rules.steps[step.number] = step
        return replaced

    def kind(self, name: str, kind: Kind) -> None:
        """Register a fact. One that nobody registered cannot be sent."""
        if name in self.rules.kind_names:
            raise ValueError(f"kind {name} is registered twice")
        self.rules.kind_names.append(name)
        self.rules.codes[kind] = len(self.rules.kinds)
        self.rules.kinds.append(kind)

    def all_kinds(self, kinds: list[Kind], prefix: str = "") -> None:
        """Register several facts, each by its name or that of its class."""
        for kind in kinds:
            self.kind(prefix + (kind.name or type(kind).__name__.lower()), kind)

    def numbers(self, how_many: i64, name: str = "") -> i64:
        """Room in every state for a module's own facts, 0 at first; returns where it begins in `State.numbers`.

        A run with a name, such as `smith.debts`, can be set and compared by scenarios; a run by seat has one for each.
        """
        first = self.rules.numbers
        self.rules.numbers += how_many
        if name in self.rules.runs:
            raise ValueError(f"numbers {name} are asked for twice")
        if name:
            self.rules.runs[name] = int(first), int(how_many)
        return first


def build(game: Game, modules: list[Module], seats: i64, settings: Settings, manifests: dict[str, Manifest]) -> Ruleset:
    """Install the game, then each module in the order given."""
    rules = Ruleset(game, [game, *modules], seats, game.new_hooks(), settings)
    builder = RulesetBuilder(rules, manifests)
    builder.all_kinds([ASKED, REPLACED, SETTLED, SEALED, MOVED, SHOWN, SWAPPED, POURED, SHUFFLED, GATHERED])
    builder.all_kinds([DEALT, DREW, THREW, SAW])
    present: list[str] = []
    for module in rules.modules:
        for key in module.meta.requires:
            if key not in present:
                raise ValueError(f"{module.meta.key} needs {key}")
        module.install(builder)
        present.append(module.meta.key)
    enter_forms(rules)
    for module in rules.modules:
        module.lay_out(rules)
    return rules


def enter_forms(rules: Ruleset) -> None:
    """Number the forms of all answers, in the order of the steps: those of a turn first, `lay` before all others."""
    tags: list[str] = []
    for step in rules.steps:
        for form in step.answers:
            if form.number < 0:
                if form.tag in tags:
                    raise ValueError(f"two forms are called {form.tag}")
                tags.append(form.tag)
                form.enter(len(rules.forms))
                rules.forms.append(form)
