"""Which part of a statement fails at a counterexample, with the values of both sides.

The parts are read from a recorded run of the statement's own code (``instrumentation``), never guessed from its text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from littlestone.proofs_check.reading.functions import source_of
from littlestone.proofs_check.reading.instrumentation import read, read_again
from littlestone.proofs_check.reading.leaves import comparison, names_text, other, part, related, truth
from littlestone.proofs_check.reading.records import Reading, Record
from littlestone.proofs_check.reading.values import value_text
from littlestone.spec.algebra.circuit import Truth, all_of, any_of, as_truth, constant
from littlestone.spec.algebra.reals import Real, equals
from littlestone.spec.claim import Claim, Value, when
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.proofs import ARROWS, Arrow, Total, Use, costs_of_uses, is_evaluated
from littlestone.spec.ranges import in_range
from littlestone.spec.terms import COSTS

Words = list[str]
MOST_PARTS = 3
DEEPEST = 3  # definitions of the library inside of each other


def failing_parts(claim: Claim, arguments: Mapping[str, Any], constants: Mapping[str, Value]) -> list[str]:
    """What the claim needs at these arguments and does not get, at most three parts of it, as "a = 2 <= b = 1".

    Where the formula raises, the line and expression that did; none where the source of the formula is not there or
    nothing of it is false.
    """
    reading = read(claim, arguments, constants)
    if reading is None:
        return []
    if reading.error is not None:
        return [_raised(reading, reading.error, source_of(claim.formula))]
    answer = reading.answer
    if answer is not None and claim.reads is not None:  # parts of the use's code, and what the kit asks of it
        asked = _asked_part(claim, answer)
        own = _Walk(arguments).failing(asked, True) if asked is not None and truth(asked.value) is False else []
        return list(dict.fromkeys([*_failing_use(claim, answer.value, arguments), *own]))[:MOST_PARTS]
    if answer is None or truth(answer.value) is not False:
        return []
    return list(dict.fromkeys(_Walk(arguments).returned(reading.root, answer, True)))[:MOST_PARTS]


def _raised(reading: Reading, error: Exception, source: str) -> str:
    """The expression in which the formula's evaluation ended, and its line where it is in the formula's own file."""
    text = f"{type(error).__name__}: {error}"
    node = reading.stack[-1].node
    if node is None:
        return f"the formula to run, but it raises {text}"
    place = f"line {node.lineno}: " if reading.stack[-1].source == source else ""
    return f"the formula to run, but {place}`{reading.stack[-1].text}` raises {text}"


class _Walk:
    """Down the records of a statement that is not as wanted, to the comparisons on which that rests.

    ``known`` are the names that the reader has been told already, ``depth`` counts the library's definitions around.
    """

    def __init__(self, known: Mapping[str, object], depth: int = 0) -> None:
        self.known = known
        self.depth = depth

    def failing(self, record: Record, wanted: bool) -> Words:
        """The parts that keep the expression from being as wanted: each of them has to change."""
        # The variables of a quantifier, for the element at which it fails
        shown = {n: value_text(v) for n, v in record.variables.items() if not n.startswith("_")}
        told = ", ".join(f"{name} = {words}" for name, words in shown.items() if words)
        inner = _Walk({**self.known, **record.variables}, self.depth) if told else self
        words = inner._inside(record, wanted)
        return [f"{told}: {part}" for part in words] if told else words

    def returned(self, call: Record, answer: Record, wanted: bool) -> Words:
        """The parts of what a function returned; of True or False in a branch, the condition of the branch."""
        if not isinstance(answer.node, ast.Constant):
            return self.failing(answer, wanted)
        before = call.children[: call.children.index(answer)]
        return self._decided(before[-1] if before else None)

    def _decided(self, test: Record | None) -> Words:
        """The parts of a condition that ought to have come out otherwise."""
        came_out = None if test is None else truth(test.value)
        return [] if test is None or came_out is None else self.failing(test, not came_out)

    def _inside(self, record: Record, wanted: bool) -> Words:
        match record.node:
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() as op, left=left, right=right):
                return self._joined(record, [left, right], isinstance(op, ast.BitAnd), wanted)
            case ast.BoolOp(op=op, values=values):
                return self._joined(record, values, isinstance(op, ast.And), wanted)
            case ast.UnaryOp(op=ast.Invert() | ast.Not(), operand=operand):
                return self._of(record, operand, not wanted)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                chosen = next((part for part in (body, orelse) if record.child(part) is not None), None)
                return self._decided(record.child(test)) if chosen is None else self._of(record, chosen, wanted)
            case ast.NamedExpr(value=value):
                return self._of(record, value, wanted)
            case ast.Compare():
                return [self._with_names(record, comparison(record, wanted))]
            case ast.Call():
                return self._called(record, wanted)
            case ast.Name() if record.meaning is not None and record.meaning.node is not None:
                return self._inside(record.meaning, wanted)
        return self._leaf(record, wanted)

    def _of(self, record: Record, node: ast.expr, wanted: bool) -> Words:
        """The parts of a part."""
        inner = record.child(node)
        return self.failing(inner, wanted) if inner is not None else self._leaf(record, wanted)

    def _leaf(self, record: Record, wanted: bool) -> Words:
        return [self._with_names(record, other(record, wanted))]

    def _with_names(self, record: Record, words: str) -> str:
        names = names_text(record, self.known, words)
        return f"{words}, where {names}" if names else words

    # -- Connectives

    def _joined(self, record: Record, nodes: list[ast.expr], every: bool, wanted: bool) -> Words:
        """Several parts joined by "and" or "or"."""
        parts = [found for node in nodes if (found := record.child(node)) is not None]
        # Where all are needed those that are not as wanted, where one is needed a choice between them
        missing = [self.failing(found, wanted) for found in parts if truth(found.value) is (not wanted)]
        missing = [words for words in missing if words]
        if every is wanted or len(missing) == 1:
            return [words for found in missing for words in found] or self._leaf(record, wanted)
        return [" or ".join(" and ".join(found) for found in missing)] if missing else self._leaf(record, wanted)

    # -- Calls

    def _called(self, record: Record, wanted: bool) -> Words:
        node, callee = record.node, getattr(record.callee, "__func__", record.callee)
        assert isinstance(node, ast.Call)
        if _is_one(callee, QUANTIFIERS):
            return self._quantified(record, node, _is_one(callee, (all_of, all)), wanted)
        if _is_one(callee, TRANSPARENT) and len(node.args) == 1:
            return self._of(record, node.args[0], wanted)
        if _is_one(callee, (when, Truth.implies)) and wanted:
            return self._of(record, node.args[-1], True)
        if _is_one(callee, (equals, same_law)) and len(node.args) == 2:
            left, right = (part(record, arg) for arg in node.args)
            return [self._with_names(record, related(left, ast.Eq(), right, wanted))]
        answer = record.returned
        return self.returned(record, answer, wanted) if answer is not None else self._in_library(record, wanted)

    def _in_library(self, record: Record, wanted: bool) -> Words:
        """The parts of a definition of the library, called once more with its own expressions recorded."""
        reading = read_again(record) if self.depth < DEEPEST else None
        answer = reading.answer if reading is not None else None
        if reading is None or answer is None or truth(answer.value) is not (not wanted):
            return self._leaf(record, wanted)
        words = _Walk({}, self.depth + 1).returned(reading.root, answer, wanted)
        telling = [each for each in words if " = " in each and not each.startswith("_")]  # private names tell nothing
        if not telling:
            return self._leaf(record, wanted)
        return telling if self.depth else [f"{record.text}: {each}" for each in telling]

    # -- Quantifiers

    def _quantified(self, record: Record, node: ast.Call, every: bool, wanted: bool) -> Words:
        elements = _elements(record, node.args[0]) if node.args else None
        missing = [element for element in elements or [] if truth(element.value) is (not wanted)]
        if not missing:
            empty = "one of the cases of which there are none: " if elements == [] and every is not wanted else ""
            return [f"{empty}{words}" for words in self._leaf(record, wanted)]
        first = self.failing(missing[0], wanted)
        if every is wanted or len(missing) == 1:
            return first
        return [f"one of {len(missing)} cases, and has none; the first is {' and '.join(first)}"]


QUANTIFIERS = (all_of, any_of, all, any)
TRANSPARENT = (as_truth, is_true, constant, bool)


def _is_one(callee: object, functions: Iterable[object]) -> bool:
    return any(callee is function for function in functions)


def _elements(call: Record, argument: ast.expr) -> list[Record] | None:
    """The records of the truths that a quantifier ranges over; None where they were not made in the statement."""
    listed = call.child(argument)
    while listed is not None and isinstance(listed.node, ast.Name):
        listed = listed.meaning
    if listed is None:
        return None
    match listed.node:
        case ast.GeneratorExp(elt=element):
            return [child for child in call.children if child.node is element]
        case ast.ListComp(elt=element) | ast.SetComp(elt=element):
            return [child for child in listed.children if child.node is element]
        case ast.List() | ast.Tuple():
            elements = [child for child in listed.children if truth(child.value) is not None]
            return elements if len(elements) == len(listed.value) else None  # where something was added since
        case ast.Call():
            return [child for child in call.children if child.role == "yield"] or None
    return None


# ---- Uses of statements


def _asked_part(claim: Claim, answer: Record) -> Record | None:
    """The record of the part of the use that has to hold: the line drawn, or the hypothesis that is needed."""
    name = "gives" if claim.id.endswith(".conclusion") else "needs"
    call = answer.node
    keywords = call.keywords if isinstance(call, ast.Call) else []
    return next((answer.child(word.value) for word in keywords if word.arg == name), None)


def _failing_use(claim: Claim, used: object, given: Mapping[str, Any]) -> Iterator[str]:
    """What the use or the total does not give, as far as that is not in its own code."""
    if isinstance(used, Total):
        yield from _failing_sums(claim.id.removesuffix(".sums"), used, given)
    elif claim.id.endswith(".premise") and isinstance(used, Use):
        yield from _failing_premise(ARROWS[claim.id.removesuffix(".premise")], used)


def _failing_premise(arrow: Arrow, use: Use) -> Iterator[str]:
    cited, contract = arrow.stated, arrow.contract
    domains = cited.domains if contract is None else contract.domains
    for name, value in use.arguments.items():
        if name in domains and truth(in_range(domains, name, use.arguments)) is False:
            yield f"{name} = {value_text(value)} in the range of {name} in {cited.id}"
    if contract is None and is_evaluated(cited, use) and truth(cited.state(use.arguments).premise) is False:
        shown = ", ".join(f"{name} = {text}" for name, v in use.arguments.items() if (text := value_text(v)))
        yield f"the hypothesis of {cited.id} at {shown}"


def _failing_sums(citing: str, total: Total, given: Mapping[str, Any]) -> Iterator[str]:
    uses = costs_of_uses(citing, given)
    for cost in COSTS:
        allowed, spent = getattr(total, cost), [(arrow.id, Real.of(costs[cost])) for arrow, costs in uses]
        whole = sum((value for _, value in spent), Real.of(0))
        if allowed is not None and truth(whole <= allowed) is False:
            parts = " + ".join(f"{value_text(value)} ({id})" for id, value in spent if value is not Real.of(0))
            yield f"{cost}: {parts} = {value_text(whole)} <= {value_text(allowed)}"
