"""A statement says the same whenever it is asked: the formula called at a few arguments before all else and after,
and what it keeps in its module held against what it kept then."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from dis import get_instructions
from functools import cache
from itertools import islice, pairwise
from operator import is_
from types import BuiltinFunctionType, CodeType
from typing import Any

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments, algorithms
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.questions.universes import class_parameters, real_parameters
from littlestone.proofs_check.reading.functions import own_functions
from littlestone.spec.algebra.circuit import INPUT, Truth, nodes_of
from littlestone.spec.algebra.reals import symbol
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import symbolic
from littlestone.spec.domains import Classes
from littlestone.spec.learning.chances import ChanceComparison

POINTS = 3  # of binary classes: on fewer the dimensions are all the same
CLOCKS = [run for run in vars(time).values() if isinstance(run, BuiltinFunctionType) and run is not time.sleep]
CONTAINERS: tuple[Any, ...] = (dict, list, set, tuple, deque)
MOST_PARTS = 10_000  # of what a module holds under one name; tables of millions would be walked for each claim
Answer = tuple[Truth, Truth] | str
Kept = dict[str, list[object]]


@dataclass(frozen=True)
class FirstReading:
    """The formula's answers by their cases, and what it names with its parts, before all else."""

    answers: dict[int, Answer]
    kept: Kept


def first_reading(claim: Claim) -> FirstReading:
    """What the formula says at symbols and at its smallest arguments; nothing of cases that take too long."""
    kept = _kept(claim)
    return FirstReading(_answers(claim), kept)


def insist_on_repeating(claim: Claim, first: FirstReading) -> None:
    """Raise FormulaFault where the formula now says something else than it did at first, or keeps something else."""
    _insist_on_no_clock(claim)
    _insist_on_keeping_nothing(claim, first.kept)
    again = _answers(claim) if first.answers else {}
    for i, answer in first.answers.items():
        if i in again and not _same(answer, again[i]):
            words = "the formula answers one thing when first asked and another when asked again"
            raise FormulaFault(
                f"{words}: it must not count its calls, remember them or draw at random", claim.location[1]
            )


def _insist_on_no_clock(claim: Claim) -> None:
    """A clock's last digits differ at each call, and what is made of them seldom may."""
    for function in own_functions(claim.formula):
        for name, attribute in _global_names(function.__code__):
            value = function.__globals__.get(name)
            used = getattr(time, attribute, None) if value is time else value
            clock = next((run for run in CLOCKS if run is used), None)
            if clock is not None:
                words = f"the formula uses `time.{clock.__name__}`, which says something else each time it is asked"
                raise FormulaFault(f"{words}: a statement is about its arguments alone", claim.location[1])


def _insist_on_keeping_nothing(claim: Claim, first: Kept) -> None:
    """What it keeps may change no answer that is asked for again: by the address of its argument, say."""
    for name, parts in _kept(claim).items():
        before = first.get(name, [])
        if len(parts) != len(before) or not all(map(is_, parts, before)):
            words = f"the formula changes `{name}` while it answers, as if it counted or remembered its calls"
            advice = f"let `{name}` be all that it will be where it is defined, or use `functools.cache`"
            raise FormulaFault(f"{words}: {advice}", claim.location[1])


def _answers(claim: Claim) -> dict[int, Answer]:
    try:
        fixed = algorithms(claim)
    except KeyError:
        return {}
    cases = [*_symbols(claim), *islice(small_arguments(claim), MOST_CASES)]
    answers = {i: _answer(claim, {**case, **fixed}) for i, case in enumerate(cases)}
    return {i: answer for i, answer in answers.items() if answer is not None}


def _kept(claim: Claim) -> Kept:
    """What the formula and its helpers name, each with its parts; references, so that none is forgotten."""
    named: dict[str, object] = {}
    for function in own_functions(claim.formula):
        known = function.__globals__
        named |= {name: known[name] for name, _ in _global_names(function.__code__) if name in known}
        named |= {f"{function.__name__}.__defaults__": function.__defaults__}
    return {name: _with_parts(value) for name, value in named.items()}


@cache
def _global_names(code: CodeType) -> tuple[tuple[str, str], ...]:
    """What the code reads or writes by a global name, each with the attribute that is asked for, or nothing."""
    steps = [*get_instructions(code)]
    here = [
        (step.argval, then.argval if then.opname in ("LOAD_ATTR", "LOAD_METHOD") else "")
        for step, then in pairwise(steps)
        if step.opname in ("LOAD_GLOBAL", "STORE_GLOBAL")
    ]
    inner = (name for part in code.co_consts if isinstance(part, CodeType) for name in _global_names(part))
    return tuple(dict.fromkeys([*here, *inner]))


def _with_parts(value: object) -> list[object]:
    parts, known = [value], set[int]()
    for part in parts:
        if id(part) not in known:
            known.add(id(part))
            parts += islice(_parts(part), max(0, MOST_PARTS - len(parts)))
    return parts


def _parts(container: object) -> Iterator[object]:
    """The parts as they are, whatever a class of a user's own says when it is asked for them."""
    for kind in CONTAINERS:
        if kind in type(container).__mro__:
            yield from kind.__iter__(container)
            if kind is dict:
                yield from dict.values(container)  # type: ignore[arg-type]


def _symbols(claim: Claim) -> list[Arguments]:
    classes, numbers = class_parameters(claim), real_parameters(claim)
    if classes is not None:
        labels = next((d.labels for d in classes.values() if isinstance(d, Classes) and d.labels), 2)
        points = POINTS if labels == 2 else 1
        return [{name: symbolic(points, labels, name) for name in classes}]
    return [{name: symbol(name) for name in numbers}] if numbers else []


def _answer(claim: Claim, arguments: Arguments) -> Answer | None:
    """Premise and conclusion, or the exception; None where it takes too long."""
    try:
        with call_limit(MOST_CALLS):
            if not claim.within_reach(arguments):
                return None
            statement = claim.state(arguments)
    except CallLimitReached:
        return None
    except Exception as error:
        return type(error).__name__
    return statement.premise, statement.conclusion


def _same(one: Answer, other: Answer) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other if isinstance(one, str) and isinstance(other, str) else False
    return all(a is b or _chances(a) == _chances(b) != [] for a, b in zip(one, other, strict=True))


def _chances(truth: Truth) -> list[str]:
    """The leaves in words, where some are about chances, each of which is an object of its own; else none."""
    leaves = [node.payload for node in nodes_of([truth]) if not node.args]
    return sorted(map(str, leaves)) if any(isinstance(leaf, ChanceComparison) for leaf in leaves) else []


def answers_about_another(truth: Truth) -> bool:
    """A truth value that was made of listed arguments has inputs: it speaks of some symbolic class."""
    return any(node.op is INPUT for node in nodes_of([truth]))
