"""What of a statement is not exact: floating-point numbers, identity comparisons, and what to write instead."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from types import FunctionType, ModuleType

from littlestone.proofs_check.reading.functions import own_functions, source_of, syntax_of, walked
from littlestone.proofs_check.reading.records import Reading, text_of
from littlestone.spec.claim import Claim

SIMPLEST, CLOSE = 10**6, Fraction(1, 10**12)  # the largest denominator that an author may have meant, and how nearly
INSTEAD = {
    "float": "the number itself: statements are exact",
    "sqrt": "x ** HALF",
    "log": "ln(x)",
    "log2": "log2(x) of littlestone.claims",
    "log1p": "ln(1 + x)",
    "exp": "exp(x) of littlestone.claims",
    "expm1": "exp(x) - 1",
    "erf": "erf(x) of littlestone.claims",
    "erfc": "1 - erf(x)",
    "pow": "x ** y",
    "e": "EULER",
    "inf": "no bound at all",
}
EXACT = ("ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod", "trunc")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a statement's code that must not be there: its line, what it is, and what to write instead."""

    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}; write {self.advice}"


def float_findings(claim: Claim) -> list[Finding]:
    """The float literals, calls of float and of Python's math, and identity comparisons in the claim's own code.

    They are looked for in the formula and in the helpers that it calls by name, without evaluating anything.
    """
    return [finding for function in own_functions(claim.formula) for finding in _in_function(function)]


def floats_met(reading: Reading) -> list[Finding]:
    """The expressions that came to a float where a statement was read at particular arguments."""
    found = [(r.node.lineno, r.text, r.value) for r in reading.floats if r.node is not None]
    return [Finding(line, f"`{text}` is the float {value!r}", exact_instead(value)) for line, text, value in found]


@lru_cache(maxsize=4096)
def _in_function(function: FunctionType) -> tuple[Finding, ...]:
    syntax, source = syntax_of(function), source_of(function)
    nodes = [node for statement in syntax.body for node in walked(statement)] if syntax is not None else []
    return tuple(found for node in nodes if (found := _finding(node, function, source)) is not None)


def _finding(node: ast.AST, function: FunctionType, source: str) -> Finding | None:
    match node:
        case ast.Constant(value=float() | complex() as value):
            return Finding(node.lineno, f"`{text_of(node, source)}` is a float", exact_instead(value))
        case ast.Name() | ast.Attribute() if _is_rounded(_meaning(node, function)):
            text = text_of(node, source)
            advice = INSTEAD.get(text.rpartition(".")[2], "an exact expression")
            return Finding(node.lineno, f"`{text}` is of Python's floats", advice)
        case ast.Compare() if _is_of_identities(node):
            return Finding(node.lineno, f"`{text_of(node, source)}` compares identities", "== or !=")
    return None


def _is_of_identities(node: ast.Compare) -> bool:
    """An identity comparison with anything but None, True and False, of which there is one each."""
    pairs = zip(node.ops, node.comparators, strict=True)
    return any(isinstance(op, ast.Is | ast.IsNot) and not _is_single(side) for op, side in pairs)


def _is_single(side: ast.expr) -> bool:
    return isinstance(side, ast.Constant) and (side.value is None or isinstance(side.value, bool))


def _is_rounded(meaning: object) -> bool:
    """The type float, a constant that is one, or a function of Python's math that returns one."""
    if meaning is float or isinstance(meaning, float):
        return True
    return getattr(meaning, "__module__", "") in ("math", "cmath") and getattr(meaning, "__name__", "") not in EXACT


def _meaning(node: ast.Name | ast.Attribute, function: FunctionType) -> object:
    """What a global name, or a name of a module, stands for; None for all others."""
    if isinstance(node, ast.Attribute):
        module = _meaning(node.value, function) if isinstance(node.value, ast.Name) else None
        return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
    if node.id in function.__code__.co_varnames:
        return None
    return function.__globals__.get(node.id, float if node.id == "float" else None)


def exact_instead(value: object) -> str:
    """The simple fraction that a float is next to."""
    if not isinstance(value, float) or not isfinite(value):
        return "an exact expression"
    exactly = Fraction(value)
    simple = exactly.limit_denominator(SIMPLEST)
    if abs(simple - exactly) > CLOSE * max(abs(simple), Fraction(1)):
        return "an exact expression"
    return f"Fraction({simple.numerator}, {simple.denominator})" if simple.denominator != 1 else str(simple)
