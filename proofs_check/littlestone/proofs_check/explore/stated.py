"""Questions put to the provers: that no class has more to say than what is known already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from littlestone.proofs_check.explore.formulas import Exact, Undefined
from littlestone.proofs_check.explore.goals import Values, Wanted, better, wanted
from littlestone.proofs_check.explore.parameters import parameters
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.claim import Claim, Conditional, when
from littlestone.spec.domains import Binary

MOST_CASES = 100_000  # values that parameters may take together


class NotStated(ValueError):
    """The parameters may take too many values together for a circuit that names each."""


def no_better(question: Asked, points: int, bound: Exact | None) -> Question:
    """That no class on so many points has more to say than the bound; with none, that none has anything to say.

    Its formula raises NotStated.
    """

    def nothing_beyond(H: Binary) -> Conditional:
        numbers = {name: parameters()[name](H) for name in question.names}
        told = list(_all_told(question, numbers))
        concerned = any_of(_are(numbers, values) for values, _ in told)
        return when(concerned, ~any_of(_are(numbers, values) for values, says in told if _is_beyond(says, bound)))

    return Question(Claim("EXPLORE", question.text, "question", nothing_beyond, {}), {}, ClassUniverse(points, 2))


def _all_told(question: Asked, numbers: Mapping[str, Number]) -> Iterator[tuple[Values, Wanted]]:
    """All values that the parameters may take together at which a class has something to say."""
    cases = prod(len(number.values) for number in numbers.values())
    if cases > MOST_CASES:
        raise NotStated(f"{', '.join(numbers)} may take {cases:,} values together, more than {MOST_CASES:,}")
    for case in product(*(number.values for number in numbers.values())):
        values = dict(zip(numbers, case, strict=True))
        try:
            says = wanted(question, values)
        except Undefined:
            continue
        if says is not None:
            yield values, says


def _are(numbers: Mapping[str, Number], values: Values) -> Truth:
    return all_of(number.equals(values[name]) for name, number in numbers.items())


def _is_beyond(says: Wanted, bound: Exact | None) -> bool:
    return bound is None or says.value is None or better(says.value, bound, says.side)
