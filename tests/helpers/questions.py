"""Claims that no paper states, questions about them, and a prover's answer."""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import Box, ClassUniverse, Question, Universe
from littlestone.spec.claim import Claim, Constant, Value


def claim_of(formula: Any, **constants: Constant) -> Claim:
    """A claim with this formula, unregistered."""
    return Claim(f"TEST.{formula.__name__}", "nowhere", "lemma", formula, constants)


def taking(formula: Callable[..., Any], **domains: Any) -> Callable[..., Any]:
    """The function with a docstring, and annotated with these domains."""
    formula.__annotations__ |= domains
    formula.__doc__ = "A line of a proof."
    return formula


def over(body: Any, usual: Mapping[str, Any] = MappingProxyType({}), /, **ranges: Any) -> Any:
    """A formula written as a lambda, with the range of each parameter: the usual one of a file unless another is given.
    It is named as in ``name = over(...)``, and else by its line, for the test's id."""
    code, caller = body.__code__, sys._getframe(1)
    named = re.match(r"\s*(\w+) = over\(", linecache.getline(caller.f_code.co_filename, caller.f_lineno))
    body.__annotations__ = {
        name: usual[name] for name in code.co_varnames[: code.co_argcount] if name in usual
    } | ranges
    body.__name__ = named[1] if named else f"line_{code.co_firstlineno}"
    return body


def ask(formula: Any, universe: Universe, printed: Value | None = None, **constants: Value) -> Question:
    """Whether the formula holds on the universe, with these constants, each printed so too unless told."""
    stated = {name: Constant(value if printed is None else printed) for name, value in constants.items()}
    return Question(claim_of(formula, **stated), constants, universe)


def ask_classes(formula: Any, points: int, labels: int = 2, **constants: Value) -> Question:
    """Whether it holds for all classes on so many points."""
    return ask(formula, ClassUniverse(points, labels), **constants)


def ask_box(formula: Any, least: int = 1, **most: int) -> Question:
    """Whether it holds for all integers from ``least`` up to the most of each parameter."""
    return ask(formula, Box(most, dict.fromkeys(most, least)))


def answer(prover: Prover, question: Question, budget: Budget | None = None) -> Evidence:
    """The evidence of a prover that must support the question."""
    budget = budget or Budget()
    assert prover.supports(question, budget, Resources()) is None
    return prover.run(question, budget, Resources())
