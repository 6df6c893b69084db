"""Proofs about numbers as plain data, for a checker that replays them: how each clause follows, and the steps for that.

Every step shows the sign of an expression on a range by a rule, from earlier steps; docs/certificates.md says which
rules there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.numbers.certificates import within_sum
from littlestone.proofs_check.numbers.inequalities import changes_of
from littlestone.proofs_check.numbers.signs import Note, Sign, Signs, tidied
from littlestone.proofs_check.numbers.symbolic_reals import CHOOSE, Expr, Span
from littlestone.spec.algebra.reals import Real, symbols

if TYPE_CHECKING:
    from littlestone.proofs_check.numbers.inquiry import Derived, Inquiry

WAYS = {
    "certified": "sign",
    "by_implication": "implication",
    "by_two_implications": "implication",
    "boxes": "boxes",
    "cases": "cases",
    "by_identity": "identity",
    "by_terms": "terms",
    "by_binomial_theorem": "binomial",
}


class NoDerivation(ValueError):
    """A part of a proof has no form that a checker replays; the message says which."""


def derivation(inquiry: Inquiry) -> JsonObject | None:
    """The proof as data, or None where some part is of a kind that no checker replays."""
    try:
        written = _Steps(inquiry.signs)
        clauses = [_clause(one, written) for one in inquiry.derived]
    except NoDerivation:
        return None
    return {"clauses": clauses, "steps": written.steps}


def _clause(one: Derived, written: _Steps) -> JsonObject:
    if one.way not in WAYS:
        raise NoDerivation(one.way)
    data: JsonObject = {"clause": sorted(map(str, one.clause)), "way": WAYS[one.way]}
    if one.goal is None:
        return {**data, "split": one.split}
    implied, comparison = one.implied, one.goal.comparison
    if one.way == "by_identity":
        ends = [end.args[2] for side in (comparison.left, comparison.right) for end in _sums(side)]
        names = sorted(frozenset[str]().union(*map(symbols, ends)))
        steps = [[x.name, text(factor), text(gap)] for x, factor, gap in one.inductions]
        data |= {"by": steps if any(gap != "0" for _, _, gap in steps) else names}
    if one.way == "by_terms":
        (summed,) = _sums(comparison.left)
        data |= {"inside": [list(change) for change in changes_of(within_sum(one.goal, summed))]}
    return {
        **data,
        "shows": str(comparison),
        "changes": [list(change) for change in changes_of(one.goal)],
        "lemmas": [[slack, written.add(sign)] for slack, sign in one.lemmas],
        "hypothesis": implied[0][0] if implied else "",
        "factor": text(implied[0][1]) if implied else "",
        **({"also": [[other, text(factor)] for other, factor in implied[1:]]} if implied[1:] else {}),
    }


def _sums(expression: Real) -> list[Real]:
    return [expression] if expression.op == "sum" else [found for arg in expression.args for found in _sums(arg)]


@dataclass
class _Steps:
    signs: Signs
    steps: list[JsonObject] = field(default_factory=list)
    places: dict[Sign, int] = field(default_factory=dict)

    def add(self, goal: Sign) -> int:
        """The place of the step that shows the goal, written after those that it rests on."""
        goal = tidied(goal)
        if goal not in self.places:
            closed = not goal.expression.free_symbols
            note = Note("closed") if closed else self.signs.notes.get(goal)
            if note is None:
                raise NoDerivation(str(goal))
            own = self._step(goal, note)
            self.places[goal] = len(self.steps)
            self.steps.append(own)
        return self.places[goal]

    def _step(self, goal: Sign, note: Note) -> JsonObject:
        parts = [None if part is None else self.add(part) for part in note.parts]
        defined = [] if note.defined is None else list(self.signs.definitions(note.defined))
        return {
            "shows": text(goal.expression),
            "strict": goal.strict,
            "on": {x.name: span_text(span) for x, span in goal.ranges.spans},
            "rule": note.rule,
            "from": parts,
            "defined": [self.add(part) for part in defined],
            **{name: _choice(value) for name, value in note.choices.items()},
        }


def _choice(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {x.name: _choice(inner) for x, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_choice(inner) for inner in value]
    if isinstance(value, Span):
        return span_text(value)
    return value if isinstance(value, int | str) else text(value)


def span_text(span: Span) -> str:
    """An interval with its ends in round or square brackets."""
    return f"{'(' if span.low_open else '['}{text(span.low)}, {text(span.high)}{')' if span.high_open else ']'}"


def text(expression: Expr) -> str:
    """The expression in the notation of formulas, every part in parentheses; raises NoDerivation on a sum."""
    if expression.is_infinite:
        return "oo" if expression == sp.oo else "-oo"
    if expression.is_Rational:
        return str(expression) if expression.is_Integer and expression >= 0 else f"({expression})"
    if expression.is_Symbol:
        return str(expression.name)
    if expression in CLOSED:
        return CLOSED[expression]
    args = [text(arg) for arg in expression.args]
    for kind, written in WRITTEN.items():
        if isinstance(expression, kind):
            return written(args)
    raise NoDerivation(str(expression))


CLOSED: Mapping[Expr, str] = {sp.E: "exp(1)", sp.pi: "pi()"}  # a parameter may be called pi
WRITTEN: Mapping[Any, Callable[[list[str]], str]] = {
    sp.Add: lambda args: f"({' + '.join(args)})",
    sp.Mul: lambda args: f"({'*'.join(args)})",
    sp.Pow: lambda args: f"({'**'.join(args)})",
    sp.log: lambda args: f"ln({args[0]})",
    sp.exp: lambda args: f"exp({args[0]})",
    sp.erf: lambda args: f"erf({args[0]})",
    CHOOSE: lambda args: f"binomial({', '.join(args)})",
}
