"""Proofs that a circuit over the functions of a class says the same of every class of an orbit.

Each truth gets a normal form: conjunctions flattened and as sets, exclusive ors likewise, and the digits of a count by
what they count. Two truths of one normal form are the same function; those of two may be so all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from littlestone.proofs_check.orbits.symmetries import Blocks, Symmetry, exchange, generators
from littlestone.spec.algebra.circuit import AND, CONSTANT, INPUT, NOT, OR, XOR, Truth, count_digit, nodes_of, variable
from littlestone.spec.classes.concept_classes import all_functions

Rename = Callable[[Hashable], Hashable]
TRUE_FORM, FALSE_FORM = 0, 1  # a form is 2 * number + inverted
MOST_FLATTENED = 4096  # operands: a conjunction of more is one operand of those around it
MOST_WORK = 3_000_000  # operands copied for one list of outputs, some seconds; from there on nothing is flattened


def invariant(outputs: Sequence[Truth], points: int) -> str | None:
    """None where the outputs are proved the same on all classes of an orbit, else the symmetry for which they are not.

    The inputs are the functions' bits, each named (class, function), of functions with two labels.
    """
    comparison = Comparison(outputs, points, 2)
    return next((words for words, g in generators(points).items() if not comparison.same_after(g)), None)


def exchangeable_labels(outputs: Sequence[Truth], points: int, labels: int) -> Blocks | str:
    """The labels in blocks within which exchanging neighbours at all points is proved to leave the outputs the same, or
    the permutation of the points for which they are not."""
    comparison = Comparison(outputs, points, labels)
    for words, g in generators(points, tuple((y,) for y in range(labels))).items():
        if not comparison.same_after(g):
            return words
    # Other pairs were tried on nine large claims of BGS21: up to a second each, and no larger block was found
    exchanged = [comparison.same_after(exchange(y, y + 1, points, labels)) for y in range(labels - 1)]
    starts = [0, *(y + 1 for y, same in enumerate(exchanged) if not same), labels]
    return tuple(tuple(range(low, high)) for low, high in pairwise(starts))


class Comparison:
    """Whether outputs are proved to be the same after symmetries, by their normal forms before and after."""

    def __init__(self, outputs: Sequence[Truth], points: int, labels: int) -> None:
        self._outputs, self._shape, self._forms = outputs, (points, labels), NormalForms()
        self._as_they_are = self._forms.of(outputs, lambda name: name)

    def same_after(self, g: Symmetry) -> bool:
        """Whether the outputs have the same normal forms after the symmetry."""
        return self._forms.of(self._outputs, renaming(g, *self._shape)) == self._as_they_are


def renaming(g: Symmetry, points: int, labels: int = 2) -> Rename:
    """The names of the bits after a symmetry."""
    functions = list(all_functions(points, labels))
    number = {f: i for i, f in enumerate(functions)}

    def renamed(name: Hashable) -> Hashable:
        assert isinstance(name, tuple)
        return name[0], functions[g[number[name[1]]]]

    return renamed


def substituted(outputs: Sequence[Truth], rename: Rename) -> list[Truth]:
    """The outputs over inputs of other names."""
    made: dict[Truth, Truth] = {}
    for node in nodes_of(outputs):
        args = [made[arg] for arg in node.args]
        match node.op:
            case "input":
                made[node] = variable(rename(node.payload))
            case "not":
                made[node] = ~args[0]
            case "and":
                made[node] = args[0] & args[1]
            case "or":
                made[node] = args[0] | args[1]
            case "xor":
                made[node] = args[0] ^ args[1]
            case _:
                made[node] = node
    return [made[output] for output in outputs]


def _rests_on(node: Truth) -> tuple[Truth, ...]:
    counted = count_digit(node)
    return node.args if counted is None else counted.truths


@dataclass
class NormalForms:
    """Normal forms of truths, comparable with each other: equal ones are numbers that are equal."""

    _known: dict[Hashable, int] = field(default_factory=dict)
    _operands: dict[int, frozenset[int]] = field(default_factory=dict)  # of the forms that are conjunctions
    _disjuncts: dict[int, frozenset[int]] = field(default_factory=dict)  # of those that are disjunctions
    _summands: dict[int, frozenset[int]] = field(default_factory=dict)  # of those that are exclusive ors

    def __post_init__(self) -> None:
        self._known["constant"] = 0
        self._work = 0

    def of(self, outputs: Sequence[Truth], rename: Rename) -> list[int]:
        """The normal forms of the outputs over inputs of other names."""
        form: dict[Truth, int] = {}
        self._work = 0
        for node in nodes_of(outputs, _rests_on):
            form[node] = self._form(node, form, rename)
        return [form[output] for output in outputs]

    def _form(self, node: Truth, form: dict[Truth, int], rename: Rename) -> int:
        counted = count_digit(node)
        if counted is not None:
            return self._numbered(("digit", counted.place, tuple(sorted(form[t] for t in counted.truths))))
        args = [form[arg] for arg in node.args]
        if node.op is CONSTANT:
            return TRUE_FORM if node.payload else FALSE_FORM
        if node.op is INPUT:
            return self._numbered((INPUT, rename(node.payload)))
        if node.op is NOT:
            return args[0] ^ 1
        if node.op is AND:
            return self._conjunction(args)
        if node.op is OR:
            return self._conjunction([arg ^ 1 for arg in args]) ^ 1
        if node.op is XOR:
            return self._exclusive_or(args)
        return self._numbered((node.op, node.payload))

    def _numbered(self, key: Hashable) -> int:
        return 2 * self._known.setdefault(key, len(self._known))

    def _conjunction(self, args: Iterable[int]) -> int:
        operands: set[int] = set()
        for arg in args:
            inner = self._operands.get(arg)
            self._work += 0 if inner is None else len(inner)
            whole = inner is None or len(inner) > MOST_FLATTENED or self._work > MOST_WORK
            operands |= {arg} if inner is None or whole else inner
        operands.discard(TRUE_FORM)
        if FALSE_FORM in operands or not operands.isdisjoint([operand ^ 1 for operand in operands]):
            return FALSE_FORM
        kept = frozenset(operand for operand in operands if not self._follows(operand, operands))
        if len(kept) <= 1:
            return next(iter(kept), TRUE_FORM)
        form = self._numbered((AND, kept))
        if form not in self._operands:
            self._operands[form], self._disjuncts[form ^ 1] = kept, frozenset([operand ^ 1 for operand in kept])
        return form

    def _follows(self, operand: int, others: set[int]) -> bool:
        """x & (x | y) = x: an operand that is a disjunction of which another operand is a part."""
        parts = self._disjuncts.get(operand)
        if parts is None or self._work > MOST_WORK:
            return False
        self._work += len(parts)
        return not parts.isdisjoint(others)

    def _exclusive_or(self, args: Iterable[int]) -> int:
        inverted, summands = 0, frozenset[int]()
        for arg in args:
            inverted ^= arg & 1
            summands ^= self._summands.get(arg & ~1, frozenset({arg & ~1}))
        if TRUE_FORM in summands:
            inverted, summands = inverted ^ 1, summands - {TRUE_FORM}
        if len(summands) <= 1:
            return next(iter(summands), FALSE_FORM) ^ inverted
        form = self._numbered((XOR, summands))
        self._summands[form] = summands
        return form ^ inverted
