"""What a check ranges over: named, sized sets of concept classes, boxes of integers, and real domains.

A scope is data with a name, so that evidence says what was looked at, with its number of cases.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import ClassVar

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.spec.algebra.circuit import Truth, all_of, can_fail, implications_noted, nodes_of
from littlestone.spec.algebra.finite_sums import parameters
from littlestone.spec.algebra.reals import Comparison, symbol, symbols
from littlestone.spec.claim import Claim, Conditional, Value
from littlestone.spec.classes.concept_classes import ConceptClass, Function, symbolic
from littlestone.spec.domains import Classes, Naturals, Reals, TreeSets
from littlestone.spec.ranges import in_range


@dataclass(frozen=True, slots=True)
class ClassUniverse:
    """All non-empty classes on ``points`` points with ``labels`` labels, for each class parameter of a claim.

    ``depth`` is the depth of the trees in the claim's sets of trees, where it has any.
    """

    points: int
    labels: int
    depth: int = 2

    @property
    def name(self) -> str:
        """The universe in words."""
        classes = "binary classes" if self.labels == 2 else f"classes with {self.labels} labels"
        return f"all {classes} on {self.points} point{'s' if self.points != 1 else ''}"

    @property
    def bits(self) -> int:
        """Input bits of one class: the number of functions."""
        return int(self.labels**self.points)

    @property
    def size(self) -> int:
        """The number of non-empty classes."""
        return int(2**self.bits - 1)


@dataclass(frozen=True, slots=True)
class Box:
    """All integer arguments from each parameter's least value up to ``most`` of it."""

    most: Mapping[str, int]
    least: Mapping[str, int]

    @property
    def name(self) -> str:
        """The box in words."""
        return ", ".join(f"{self.least[n]} <= {n} <= {self.most[n]}" for n in self.most) or "the one case"

    @property
    def size(self) -> int:
        """How many integer points."""
        return prod(max(0, self.most[n] - self.least[n] + 1) for n in self.most)


@dataclass(frozen=True, slots=True)
class Point:
    """One case far from all that are listed, as ``steps.toml`` names it: integers, and classes by their functions."""

    arguments: Mapping[str, int | tuple[Function, ...]]

    @property
    def name(self) -> str:
        """The case in words."""
        return ", ".join(f"{n} = {v if isinstance(v, int) else set_text(v)}" for n, v in self.arguments.items())

    size: ClassVar[int] = 1


def set_text(functions: tuple[Function, ...]) -> str:
    """A class as a set of words of labels, such as {01, 12}; labels above 9 are separated by dots, and the function on
    no points is ()."""
    dot = "." if any(y > 9 for f in functions for y in f) else ""
    return "{" + ", ".join(dot.join(map(str, f)) or "()" for f in functions) + "}"


@dataclass(frozen=True, slots=True)
class Everything:
    """All values of the claim's parameters, unbounded ranges included: infinitely many, mostly."""

    name: ClassVar[str] = "all values of the parameters"
    size: ClassVar[None] = None


Universe = ClassUniverse | Box | Point | Everything


@dataclass(frozen=True)
class Question:
    """A claim with particular constants (as printed, or a mutant's) on a universe: what a prover answers."""

    claim: Claim
    constants: Mapping[str, Value]
    universe: Universe

    @property
    def is_mutant(self) -> bool:
        """Some constant differs from the printed one."""
        return dict(self.constants) != self.claim.printed

    @cached_property
    def about_symbols(self) -> Conditional:
        """The question's statement with every parameter a symbol, stated once: five provers' parts ask for it.

        Raises TypeError where the formula needs concrete integers, and whatever the formula itself raises.
        """
        names = real_parameters(self.claim) or {}
        with parameters(names):
            statement = self.claim.state({name: symbol(name) for name in names}, self.constants)
        insist_on_parameters(statement, names)
        return statement

    @cached_property
    def values_at(self) -> dict[tuple[object, ...], tuple[bool | None, bool | None]]:
        """Premise and conclusion at the points that were looked at so far, by their coordinates."""
        return {}

    @property
    def command(self) -> str:
        """The command line that repeats the check."""
        words = ["littlestone", "verify", self.claim.address]
        changed = {n: v for n, v in self.constants.items() if self.claim.printed[n] != v}
        words += [word for n, v in changed.items() for word in ("--mutant", f"{n}={v}")]
        if isinstance(self.universe, ClassUniverse):
            words += ["--points", str(self.universe.points), "--labels", str(self.universe.labels)]
        return " ".join(words)


@dataclass(frozen=True)
class ClassCircuit:
    """A claim about classes as a circuit: its class parameters and four outputs.

    ``in_range`` is "each class is one that its parameter ranges over", ``premise`` that and the statement's premise,
    ``could_fail`` that and the hypotheses of a part of the conclusion, ``violation`` the premise and not the
    conclusion.
    """

    classes: Mapping[str, ConceptClass]
    violation: Truth
    premise: Truth
    could_fail: Truth
    conclusion: Truth
    in_range: Truth

    @property
    def outputs(self) -> tuple[Truth, ...]:
        """What is evaluated of it: the violation, that it could fail, the range, and the premise."""
        return self.violation, self.could_fail, self.in_range, self.premise

    @property
    def inputs(self) -> list[object]:
        """The names of all input bits, one for each function of each parameter, in a fixed order."""
        return [truth.payload for H in self.classes.values() for _, truth in H.members()]


def insist_on_parameters(statement: Conditional, names: Collection[str]) -> None:
    """Raise FormulaFault where the statement holds a symbol that is no parameter and that no sum runs over."""
    payloads = [node.payload for node in nodes_of([statement.premise, statement.conclusion])]
    sides = [side for c in payloads if isinstance(c, Comparison) for side in (c.left, c.right)]
    loose = sorted(frozenset[str]().union(*map(symbols, sides)) - set(names))
    if loose:
        words = "it is no parameter, and no finite_sum with this index is around it"
        raise FormulaFault(f"the statement holds the symbol {loose[0]!r}: {words}")


def class_parameters(claim: Claim) -> dict[str, Classes | TreeSets] | None:
    """The claim's parameters where every one is a class or a set of trees, else None."""
    found = {n: d for n, d in claim.domains.items() if isinstance(d, Classes | TreeSets)}
    return found if found and len(found) == len(claim.domains) else None


def about_classes(claim: Claim) -> bool:
    """Some parameter of the claim is a class."""
    return any(isinstance(domain, Classes) for domain in claim.domains.values())


def about_families(claim: Claim) -> bool:
    """Some parameter of the claim is a class of a family, so that its classes are few and can be listed."""
    return any(isinstance(domain, Classes) and domain.family is not None for domain in claim.domains.values())


def selections(claim: Claim) -> tuple[ClassUniverse, ...]:
    """The universes of the selections that classes of the claim range over."""
    found = ((d, d.family) for d in claim.domains.values() if isinstance(d, Classes) and d.family is not None)
    return tuple(ClassUniverse(of.most_points, d.labels or 2) for d, of in found if of.most_points is not None)


def real_parameters(claim: Claim) -> dict[str, Reals | Naturals] | None:
    """The claim's parameters where every one can be a symbol for a real or an integer, else None."""
    domains = claim.domains.items()
    found = {n: d for n, d in domains if isinstance(d, Reals | Naturals)}
    return found if len(found) == len(claim.domains) else None


def counts_with_integers(claim: Claim) -> bool:
    """The claim says that it counts with an integer, so that it need not take a symbol for it."""
    return any(isinstance(domain, Naturals) and domain.concrete for domain in claim.domains.values())


def why_not_a_circuit(question: Question) -> str | None:
    """Why the question is not one circuit over input bits, or None where it is."""
    parameters = class_parameters(question.claim)
    if parameters is None:
        return "the claim is not about classes alone"
    if not isinstance(question.universe, ClassUniverse):
        return "the universe is not a set of classes"
    if question.claim.reach is not None:
        return f"its formula can only afford {question.claim.reach_words}, class by class"
    labels = question.universe.labels
    for name, domain in parameters.items():
        if isinstance(domain, Classes) and domain.explicit:
            return f"{name} must list its functions"
        if isinstance(domain, Classes) and domain.family is not None and domain.family.definition is None:
            return f"{name} ranges over the {domain.family.name} which are listed"
        if isinstance(domain, Classes) and domain.labels not in (None, labels):
            return f"{name} has {domain.labels} labels"
    return None


def circuit_of(question: Question) -> ClassCircuit:
    """The question as a circuit; ask ``why_not_a_circuit`` first.

    Raises CircuitTooLarge under a ``gate_limit``.
    """
    universe, parameters = question.universe, class_parameters(question.claim)
    assert isinstance(universe, ClassUniverse) and parameters is not None
    nodes = 2**universe.depth - 1  # of a tree, each a point of the class of its functions
    points = {name: universe.points if isinstance(domain, Classes) else nodes for name, domain in parameters.items()}
    some = {name for name, domain in parameters.items() if isinstance(domain, Classes) and not domain.empty}
    classes = {name: symbolic(points[name], universe.labels, name, name in some) for name in parameters}
    with implications_noted() as noted:
        statement = question.claim.state(classes, question.constants)
    inside = all_of(in_range(parameters, name, classes) for name in parameters)
    premise = inside & statement.premise
    could_fail = premise & can_fail(statement.conclusion, noted)
    violation = premise & ~statement.conclusion
    return ClassCircuit(classes, violation, premise, could_fail, statement.conclusion, inside)


def with_sum(total: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The tuples of integers 0..most[j] with this sum, in lexicographic order."""
    if not most:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(most[1:])), min(most[0], total) + 1):
        for rest in with_sum(total - first, most[1:]):
            yield (first, *rest)
