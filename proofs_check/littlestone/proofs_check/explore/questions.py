"""What is asked: the largest or least value of a formula, the best constant, whether a relation holds, a class.

A relation is a sum of products too, so that one that is typed otherwise is seen to say the same or less.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from math import ceil, floor, lcm
from typing import Any, Literal

from littlestone.proofs_check.explore.formulas import (
    MOST_EXPONENT,
    SUMS,
    BadFormula,
    Part,
    Reader,
    insist_on_names,
    tokens,
)
from littlestone.spec.parameters.library import PARAMETERS

Kind = Literal["max", "min", "constant", "relation", "class"]
MOST_NAMES = 24  # in a relation that is compared, so that its products are not too many


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its text and kind, the formula it is about, and the condition on the classes, if any.

    ``constant`` is the name of the constant to be found, ``names`` are the parameters in the order of the text.
    """

    text: str
    kind: Kind
    formula: Part
    given: Part | None
    names: tuple[str, ...]
    constant: str = ""


def asked(text: str, parameters: Collection[str], smallest: bool = False) -> Asked:
    """The question that a text asks; with ``smallest``, for the smallest class of which the formula is true.

    Raises BadFormula.
    """
    reader = Reader(text, tokens(text))
    extreme = _extreme(reader)
    formula, given = reader.formula(), None
    if reader.next.text == "given":
        reader.take()
        given = reader.formula()
    if reader.next.kind != "end":
        raise reader.fault(f"{reader.next.text!r} is not expected here", "leave it out, or put an operator before it")
    _insist_on_kind(reader, formula, given, extreme, smallest)
    parts = [formula] if given is None else [formula, given]
    letters = _constants(parts, parameters)
    for part in parts:
        insist_on_names(text, part, [*parameters, *letters])
    names = tuple(dict.fromkeys(str(n.value) for part in parts for n in part.names() if n.value in parameters))
    if not names:
        raise BadFormula(text, 0, "the question is about no parameter", f"name some of {', '.join(parameters)}")
    constant = _one_constant(text, parts, letters, extreme or smallest)
    kind: Kind = extreme or ("class" if smallest else "constant" if constant else "relation")
    return Asked(text, kind, formula, given, names, constant)


def _extreme(reader: Reader) -> Literal["max", "min"] | None:
    """What the question begins with, unless it is the function of several numbers."""
    word = reader.next.text
    if word not in ("max", "min") or _is_function(reader):
        return None
    reader.take()
    return "max" if word == "max" else "min"


def _is_function(reader: Reader) -> bool:
    """A bracket follows that holds a comma of its own."""
    depth = 0
    for token in reader.tokens[reader.place + 1 :]:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 or token.kind == "end":
            return False
        if depth == 1 and token.text == ",":
            return True
    return False


def _insist_on_kind(reader: Reader, formula: Part, given: Part | None, extreme: str | None, smallest: bool) -> None:
    if extreme and smallest:
        raise BadFormula(reader.text, 0, "--smallest looks for a class, not for a value", f"leave {extreme} out")
    if extreme and formula.is_truth:
        raise BadFormula(reader.text, formula.at, f"{extreme} needs a number", f"write {extreme} VC given Ldim <= 2")
    if not extreme and not formula.is_truth:
        remedy = "write max or min before it, or a comparison: VC <= Ldim"
        raise BadFormula(reader.text, formula.at, "nothing is asked of this number", remedy)
    if given is not None and not given.is_truth:
        raise BadFormula(reader.text, given.at, "the condition after 'given' is no comparison", "write given VC = 1")


def _constants(parts: list[Part], parameters: Collection[str]) -> list[str]:
    names = (str(name.value) for part in parts for name in part.names())
    return sorted({name for name in names if name not in parameters and len(name) == 1 and name.islower()})


def _one_constant(text: str, parts: list[Part], letters: list[str], other: object) -> str:
    if not letters:
        return ""
    at = next(name.at for part in parts for name in part.names() if name.value == letters[-1])
    if other:
        remedy = "a constant is found in a relation: Ldim <= c * VC"
        raise BadFormula(text, at, f"{letters[-1]!r} is no parameter", remedy)
    if len(letters) > 1:
        raise BadFormula(text, at, f"{' and '.join(letters)} are two constants", "give one of them a value")
    formula = parts[0]
    if formula.op not in ("<=", ">="):
        remedy = "write one relation with <= or >= : TD <= c * VC"
        raise BadFormula(text, formula.at, "a best constant is that of one relation", remedy)
    if any(name.value == letters[0] for part in parts[1:] for name in part.names()):
        raise BadFormula(text, at, "the constant is in the condition", "have it in the relation alone")
    return letters[0]


# ---- What a relation says


class NotCompared(ValueError):
    """A formula that is no inequality between parameters, or no sum of products: the message says why."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """A sum of products, the first with the factor 1 or -1, is at most a number, or below it, if all ``given`` hold."""

    terms: tuple[tuple[str, Fraction], ...]
    most: Fraction
    strict: bool
    given: frozenset[Inequality] = frozenset()

    def implies(self, other: Inequality) -> bool:
        """It says as much, of all the classes that the other speaks of."""
        wider = all(any(one.implies(mine) for one in other.given) for mine in self.given)
        below = self.most < other.most or (self.most == other.most and self.strict >= other.strict)
        pairs = zip(self.terms, other.terms, strict=False)  # a product of parameters is not negative
        same = all(
            p == q and (b == a or (b < a and all(map(str.isidentifier, p.split("*"))))) for (p, a), (q, b) in pairs
        )
        return wider and below and same and len(self.terms) == len(other.terms)

    @property
    def ends(self) -> tuple[str, str, Fraction, Fraction] | None:
        """A, B, c > 0 and d where it says that A >= c * B + d; None where it says something else."""
        by_sign = {factor > 0: (product, abs(factor)) for product, factor in self.terms}
        if len(self.terms) != 2 or len(by_sign) != 2:
            return None
        (lesser, c), (greater, scale) = by_sign[True], by_sign[False]
        return greater, lesser, c / scale, -self.most / scale


def inequalities(question: Asked) -> tuple[Inequality, ...]:
    """What a relation says, one inequality after the other, but what is true of all numbers; raises NotCompared."""
    given = () if question.given is None else _without_true(_conjuncts(question.given, frozenset()))
    found = _without_true(_conjuncts(question.formula, frozenset(given)))
    if not found:
        raise NotCompared(f"{question.text} says nothing of a parameter")
    for one in found:
        products = " ".join(product for each in (one, *given) for product, _ in each.terms)
        if len(set(question.names).intersection(re.findall(r"\w+", products))) < 2:
            raise NotCompared(f"{question.text} is about one parameter, or a part of it is")
    return found


def _without_true(every: Iterator[Inequality]) -> tuple[Inequality, ...]:
    """Without the parts that have no parameter and are true; raises NotCompared where such a part is false."""
    found = tuple(every)
    if any(not one.terms and (one.most < 0 or (one.most == 0 and one.strict)) for one in found):
        raise NotCompared("a part without parameters is false")
    return tuple(one for one in found if one.terms)


def _conjuncts(part: Part, given: frozenset[Inequality]) -> Iterator[Inequality]:
    if part.op == "and":
        for arg in part.args:
            yield from _conjuncts(arg, given)
        return
    signs = {"<=": [1], "<": [1], ">=": [-1], ">": [-1], "=": [1, -1]}.get(part.op)
    if signs is None or sum(1 for _ in part.names()) > MOST_NAMES:
        raise NotCompared(f"{part.op!r} is no inequality, or it is too long")
    left, right = map(_expression, part.args)
    for sign in signs:
        difference = (sign * (left - right)).expand().as_coefficients_dict()
        terms = {str(product): Fraction(int(f.p), int(f.q)) for product, f in difference.items() if f}
        most = -terms.pop("1", Fraction(0))
        scale = abs(terms[min(terms)]) if terms else Fraction(1)
        scaled = tuple((product, terms[product] / scale) for product in sorted(terms))
        most, strict = most / scale, part.op in ("<", ">")
        if all(product.is_integer for product in difference):  # so that the sum takes multiples of a step alone
            step = Fraction(1, lcm(*(factor.denominator for _, factor in scaled)))
            most, strict = (ceil(most / step) - 1 if strict else floor(most / step)) * step, False
        yield Inequality(scaled, most, strict, given)


def _expression(part: Part) -> Any:
    """A formula as sympy has it; what is no sum or product is a function, and so is a power that may be long."""
    import sympy

    if part.op == "number":
        return sympy.Rational(*Fraction(part.value).as_integer_ratio())
    if part.op == "name":
        integer = signature(PARAMETERS[str(part.value)].literal).return_annotation in (int, "int")
        return sympy.Symbol(str(part.value), nonnegative=True, **{"integer": True} if integer else {})
    args = [_expression(arg) for arg in part.args]
    if part.op in SUMS:
        return SUMS[part.op](*args)
    if part.op == "/" and args[1].is_Rational and args[1] != 0:
        return args[0] / args[1]
    if part.op == "^" and any(factor < 0 for factor in args[1].expand().as_coefficients_dict().values()):
        raise NotCompared("an exponent may be negative")
    numbers = args[-1].atoms(sympy.Number)
    if part.op == "^" and args[0].is_Atom and args[0] != 0 and all(abs(n) <= MOST_EXPONENT for n in numbers):
        return args[0] ** args[1]
    return sympy.Function(part.op)(*(sorted(args, key=str) if part.op in ("min", "max") else args))
