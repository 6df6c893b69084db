"""A statement says the same whenever it is asked: the formula called at a few arguments before all else and after.

So a formula that counts its calls, draws at random or looks at the time is found by what it says. One that remembers
its answers by the address of its argument says the same by luck, once in forty runs, so a list, dict or set of its
module must also stay as large as it was. All that a formula names was once walked and compared: 394 lines, and no other
of the hostile claims needed them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sized
from dataclasses import dataclass
from itertools import islice

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments, algorithms
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.proofs_check.questions.universes import class_parameters, real_parameters
from littlestone.proofs_check.reading.functions import global_names, own_functions
from littlestone.spec.algebra.circuit import INPUT, Truth, nodes_of
from littlestone.spec.algebra.reals import symbol
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import symbolic
from littlestone.spec.domains import Classes
from littlestone.spec.learning.chances import ChanceComparison

POINTS = 3  # of binary classes: on fewer the dimensions are all the same
CONTAINERS = (list, dict, set, deque)
Answer = tuple[Truth, Truth] | str


@dataclass(frozen=True)
class FirstReading:
    """What the formula says, by case, and the containers that it names, each with its size before it was called."""

    answers: dict[int, Answer]
    sizes: dict[str, tuple[Sized, int]]


def first_reading(claim: Claim) -> FirstReading:
    """What the formula says at symbols and at its smallest arguments; nothing of cases that take too long."""
    sizes = _sizes(claim)
    return FirstReading(_answers(claim), sizes)


def _sizes(claim: Claim) -> dict[str, tuple[Sized, int]]:
    """Of the lists, dicts and sets that the formula and its helpers name in their modules."""
    named = [(f.__globals__.get(n), n) for f in own_functions(claim.formula) for n in global_names(f.__code__)]
    return {name: (value, len(value)) for value, name in named if isinstance(value, CONTAINERS)}


def _answers(claim: Claim) -> dict[int, Answer]:
    try:
        fixed = algorithms(claim)
    except KeyError:
        return {}
    cases = [*_symbols(claim), *islice(small_arguments(claim), MOST_CASES)]
    answers = {i: _answer(claim, {**case, **fixed}) for i, case in enumerate(cases)}
    return {i: answer for i, answer in answers.items() if answer is not None}


def insist_on_repeating(claim: Claim, first: FirstReading) -> None:
    """Raise FormulaFault where the formula now says something else than it did at first, or keeps more or less."""
    changed = next((name for name, (value, size) in first.sizes.items() if len(value) != size), None)
    if changed is not None:
        words = f"the formula changes `{changed}` while it answers, as if it counted or remembered its calls"
        raise FormulaFault(f"{words}: let it be all that it will be where it is defined", claim.location[1])
    again = _answers(claim) if first.answers else {}
    for i, answer in first.answers.items():
        if i in again and not _same(answer, again[i]):
            words = "the formula answers one thing when first asked and another when asked again"
            raise FormulaFault(
                f"{words}: it must not count its calls, remember them or draw at random", claim.location[1]
            )


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
