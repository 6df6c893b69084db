"""A statement says the same whenever it is asked: the formula called at a few arguments before all else and after.

The language refuses a formula that remembers. It does not read an algorithm that a claim runs, which is any Python: one
that goes on from its last sample passed in the order in which cases are listed, and is found by being asked again.
"""

from __future__ import annotations

from itertools import islice

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.questions.arguments import Arguments
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.small_arguments import MOST_CALLS, MOST_CASES, small_arguments
from littlestone.spec.algebra.circuit import INPUT, Truth, nodes_of
from littlestone.spec.claim import Claim
from littlestone.spec.learning.chances import ChanceComparison

Answer = tuple[Truth, Truth] | str


def readings(claim: Claim) -> dict[int, Answer]:
    """What the formula says at its smallest arguments, by case; nothing of cases that take too long."""
    answers = {i: _answer(claim, case) for i, case in enumerate(islice(small_arguments(claim), MOST_CASES))}
    return {i: answer for i, answer in answers.items() if answer is not None}


def insist_on_repeating(claim: Claim, first: dict[int, Answer]) -> None:
    """Raise FormulaFault where the formula now says something else than it did at first."""
    again = readings(claim) if first else {}
    for i, answer in first.items():
        if i in again and not _same(answer, again[i]):
            words = "the formula answers one thing when first asked and another when asked again"
            advice = "neither it nor what it runs may count its calls, remember them or draw at random"
            raise FormulaFault(f"{words}: {advice}", claim.location[1])


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
