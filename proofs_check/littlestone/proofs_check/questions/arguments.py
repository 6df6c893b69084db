"""Calling a claim's formula on particular arguments: the algorithms it runs, and what it says there.

Implementations are imported by the first call that needs one and not with the provers: scikit-learn, which is
optional, and numba take longer to import than all the rest.
"""

from __future__ import annotations

import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from importlib import import_module
from time import perf_counter
from types import FunctionType

import littlestone.impl
from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.evidence import Argument, Counterexample, Evidence, Progress, Python
from littlestone.proofs_check.questions.universes import Everything, Question, insist_on_parameters, set_text
from littlestone.spec.algebra.circuit import CONSTANT, VACUOUS, is_true, nodes_of
from littlestone.spec.algebra.python_constructs import Construct
from littlestone.spec.claim import Claim, Conditional
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.domains import Algorithm, Classes, Naturals, Reals, TreeSets

Arguments = Mapping[str, Argument]
INTEGERS_BESIDE_CLASSES = 4  # multiplies the cases of every class; the least value is often a degenerate one
# They implement no claim, and scikit-learn, which is optional, and numba take longer to import than all the rest.
SLOW = (
    "littlestone.impl.sklearn_estimators",
    "littlestone.impl.dimensions.threshold_search",
    "littlestone.impl.dimensions.cell_growth",
)


# ---- Algorithms

MADE = "<string>"  # the file of what a dataclass makes
OTHERS, TABLES = {"littlestone", *sys.stdlib_module_names}, (tuple, list, set, frozenset)
COMPARING = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__")


def implementation(claim_id: str) -> Callable[..., object]:
    """The callable registered for the algorithm; raises KeyError where there is none."""
    _import_implementations()
    if claim_id not in IMPLEMENTATIONS:
        raise KeyError(f"nothing implements {claim_id}: decorate a callable with @implements of littlestone.learners")
    return _answering(IMPLEMENTATIONS[claim_id])


@cache
def _answering(run: Callable[..., object]) -> Callable[..., object]:
    """A user's function of copies of its tables, with a copy of its answer, so that neither is changed later; it raises
    TypeError where the answer brings its own comparison, wraps around, or is an iterator."""
    if not isinstance(run, FunctionType) or run.__module__.startswith("littlestone."):
        return run

    @wraps(run)
    def answering(*given: object, **named: object) -> object:
        own = {name: _copied(value) for name, value in named.items()}
        return _plain(_copied(run(*map(_copied, given), **own)), run.__name__)

    return answering


def _copied(value: object) -> object:
    """The value, and of tables of Python's a new one, as deep as they go."""
    if type(value) is dict:
        return {_copied(key): _copied(part) for key, part in value.items()}
    return type(value)(map(_copied, value)) if type(value) in TABLES else value  # type: ignore[call-overload,call-arg]


def _plain(answer: object, by: str) -> object:
    own = [base for base in type(answer).__mro__ if base.__module__.partition(".")[0] not in OTHERS]
    methods = [(name, vars(base).get(name)) for base in own for name in COMPARING]
    wrong = [name for name, m in methods if isinstance(m, FunctionType) and m.__code__.co_filename != MADE]
    is_of_numpy = type(answer).__module__ == "numpy"
    if wrong or is_of_numpy or isinstance(answer, Iterator):
        said = f"compares by its own `{wrong[0]}`" if wrong else "is an iterator: its first walk uses it up"
        said = f"is {type(answer).__name__} of numpy, which wraps around" if is_of_numpy else said
        raise TypeError(f"the answer of {by} {said}; answer numbers, texts, tuples or dataclasses")
    for part in answer.items() if isinstance(answer, dict) else answer if isinstance(answer, TABLES) else ():
        _plain(part, by)
    return answer


@cache
def _import_implementations() -> None:
    for module in pkgutil.walk_packages(littlestone.impl.__path__, "littlestone.impl."):
        if not module.name.startswith(SLOW):
            import_module(module.name)


def algorithms(claim: Claim) -> dict[str, Callable[..., object]]:
    """The implementation that each algorithm parameter stands for; raises KeyError where one is missing."""
    return {n: implementation(d.id) for n, d in claim.domains.items() if isinstance(d, Algorithm)}


# ---- What a prover that calls the formula can take


def why_no_arguments(claim: Claim) -> str | None:
    """Why no arguments of the claim can be listed, or None where they can."""
    reals = [name for name, domain in claim.domains.items() if isinstance(domain, Reals)]
    if reals:
        return f"{reals[0]} ranges over the reals"
    try:
        algorithms(claim)
    except KeyError as missing:
        return str(missing.args[0])
    return None


def why_not_about_classes(claim: Claim, labels: int | None) -> str | None:
    """Why the claim cannot be called on classes with so many labels (None: with any), or None where it can."""
    domains = claim.domains
    if not any(isinstance(domain, Classes | TreeSets) for domain in domains.values()):
        return "the claim is not about classes"
    for name, domain in domains.items():
        if isinstance(domain, Classes) and labels is not None and domain.labels not in (None, labels):
            return f"{name} has {domain.labels} labels"
    return why_no_arguments(claim)


def small_integers(claim: Claim) -> dict[str, range]:
    """The values tried for each integer parameter that stands beside a class: the least and the three after it."""
    found = {n: d.least for n, d in claim.domains.items() if isinstance(d, Naturals)}
    return {name: range(least, least + INTEGERS_BESIDE_CLASSES) for name, least in found.items()}


def ranges_text(ranges: Mapping[str, range]) -> str:
    """The ranges in words, each led by a comma."""
    return "".join(f", {values[0]} <= {name} <= {values[-1]}" for name, values in ranges.items())


# ---- What the formula says at particular arguments


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a statement comes to: whether it claims something and whether it is violated, None where undecided.

    ``detail`` is the comparison that is not decided. What is beyond the claim's ``reach`` is not evaluated; of what
    was, ``statement`` is what the formula said.
    """

    could_fail: bool
    violated: bool | None
    detail: str = ""
    beyond: bool = False
    statement: Conditional | None = field(default=None, compare=False)


def judge(question: Question, arguments: Arguments) -> Judgement:
    """Call the claim's formula.

    An exception is no violation, since neither premise nor conclusion is known: it is a fault of the claim, or of the
    algorithm that it runs, and passes on with a note of the arguments.
    """
    try:
        if not question.claim.within_reach(arguments, question.constants):
            return Judgement(False, False, beyond=True)
        statement = question.claim.state(arguments, question.constants)
        violation = statement.premise & ~statement.conclusion
        could_fail = is_true(statement.premise) and statement.conclusion is not VACUOUS
        if violation.op is CONSTANT:
            return Judgement(could_fail, bool(violation), statement=statement)
        insist_on_parameters(statement, ())
        undecided = next(str(node.payload) for node in nodes_of([violation]) if node.op is not CONSTANT)
        return Judgement(could_fail, None, undecided, statement=statement)
    except Exception as error:
        if type(error) is ArithmeticError:
            return Judgement(False, None, str(error))
        error.add_note(f"while {question.claim.id} was evaluated at {shown(arguments)}")
        raise


def judged_at(claim: Claim, **values: Argument) -> Judgement:
    """What the claim comes to at these values of its parameters, as it is printed; the algorithms that it runs are
    those that are registered."""
    return judge(Question(claim, claim.printed, Everything()), {**values, **algorithms(claim)})


def shown(arguments: Arguments) -> str:
    """The classes and numbers among the arguments, in one line."""
    listed = _listed(arguments).items()
    return ", ".join(f"{name} = {set_text(v) if isinstance(v, tuple) else v}" for name, v in listed)


def _listed(arguments: Arguments) -> dict[str, Argument]:
    """Classes as sorted tuples of functions, numbers as they are, algorithms left out."""
    kept = {name: value for name, value in arguments.items() if not callable(value)}
    return {name: v.functions() if isinstance(v, ConceptClass) else v for name, v in kept.items()}


def counterexample(arguments: Arguments) -> Counterexample:
    """The arguments as a counterexample; its size is the number of functions plus the sum of the numbers."""
    listed = _listed(arguments)
    return Counterexample(listed, sum(len(v) if isinstance(v, tuple) else abs(v) for v in listed.values()))


# ---- Counting judgements


@dataclass
class Tally:
    """The judgements so far: how many, how many beyond reach, how many with a true premise, and the first violation.

    ``decisions`` are what Python decided in them, ``answers`` counts Python's own bools, "" for the kit's truth values.
    """

    started: float = field(default_factory=perf_counter)
    cases: int = 0
    beyond_reach: int = 0
    premise_cases: int = 0
    undecided: list[str] = field(default_factory=list)
    violation: Arguments | None = None
    decisions: dict[Construct, None] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)

    def add(self, arguments: Arguments, judgement: Judgement) -> None:
        """Count one judgement."""
        self.cases += 1
        self.beyond_reach += judgement.beyond
        self.premise_cases += judgement.could_fail
        if judgement.statement is not None:
            self.decisions |= dict.fromkeys(judgement.statement.decisions)
            own = str(bool(judgement.statement.conclusion.payload)) if judgement.statement.by_python else ""
            self.answers[own] += 1
        if judgement.violated is None:
            self.undecided.append(f"{judgement.detail} at {shown(arguments)}")
        elif judgement.violated:
            self.violation = arguments

    @property
    def python(self) -> Python:
        """What Python had to do with the answers."""
        same = next(iter(self.answers)) if len(self.answers) == 1 else ""
        return Python(tuple(self.decisions), same or None)

    @property
    def detail(self) -> str:
        """The first case that is not decided, where none is a violation."""
        if self.violation is not None:
            return ""
        return f"{len(self.undecided)} cases undecided, the first {self.undecided[0]}" if self.undecided else ""


def check_each(question: Question, cases: Iterable[Arguments], total: int, progress: Progress) -> Tally:
    """Judge the cases in order, up to and including the first violation."""
    tally, fixed = Tally(), algorithms(question.claim)
    for arguments in cases:
        end_if_interrupted()
        everything = {**arguments, **fixed}
        tally.add(everything, judge(question, everything))
        if tally.cases % 256 == 0 or tally.cases == total:
            progress(tally.cases, total)
        if tally.violation is not None:
            break
    return tally


def exhaustive_evidence(prover: str, question: Question, universe: str, size: int, tally: Tally) -> Evidence:
    """Refuted, open or checked: the evidence of having judged every case up to the first violation.

    It is only tested where Python decided something.

    Raises KitFault where the listing ended before, or went on after, the ``size`` cases that there are.
    """
    refuted = tally.violation is not None
    if not refuted and tally.cases != size:
        words = f"{tally.cases} of {size} cases were judged, none of them a violation; the listing is wrong"
        raise KitFault(f"{question.claim.id} on {universe}: {words}")
    return Evidence(
        prover=prover,
        universe=universe,
        outcome="refuted" if refuted else "open" if tally.undecided else "tested" if tally.decisions else "checked",
        size=size,
        cases=tally.cases,
        violations=int(refuted),
        seconds=perf_counter() - tally.started,
        command=question.command,
        detail=tally.detail,
        beyond_reach=tally.beyond_reach,
        premise_cases=tally.premise_cases,
        counterexample=counterexample(tally.violation) if tally.violation is not None else None,
        python=tally.python,
    )


def with_violation(evidence: Evidence, found: Arguments) -> Evidence:
    """Evidence that a universe holds no violation, with one that was found beyond it, which counts as a case too."""
    changed = replace(evidence, cases=evidence.cases + 1, premise_cases=(evidence.premise_cases or 0) + 1)
    where = f"{evidence.universe}, and points beyond"
    return replace(changed, outcome="refuted", universe=where, violations=1, counterexample=counterexample(found))
