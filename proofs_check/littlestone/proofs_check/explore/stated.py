"""Questions put to the provers: that no class has more to say than what is known already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from littlestone.proofs_check.explore.formulas import Exact, Undefined
from littlestone.proofs_check.explore.goals import Values, Wanted, better, wanted
from littlestone.proofs_check.explore.listings import thermometer
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.claim import Claim, Conditional, when
from littlestone.spec.domains import Binary
from littlestone.spec.parameters.library import PARAMETERS

MOST_CASES = 100_000  # values that parameters may take together


class NotStated(ValueError):
    """The parameters may take too many values together for a circuit that names each."""


def no_better(question: Asked, points: int, best: Wanted | None) -> Question:
    """That no class on so many points has more to say than the best so far; with none, that none has anything to say.

    What a class says on the other side of a constant is more.

    Its formula raises NotStated.
    """

    def nothing_beyond(H: Binary) -> Conditional:
        numbers = {name: PARAMETERS[name](H) for name in question.names}
        every = _all_told(question, {name: number.values for name, number in numbers.items()})
        told = [(values, says) for values, says in every if says is not None]
        concerned = any_of(_are(numbers, values) for values, _ in told)
        return when(concerned, ~any_of(_are(numbers, values) for values, says in told if _is_beyond(says, best)))

    return Question(Claim("EXPLORE", question.text, "question", nothing_beyond, {}), {}, ClassUniverse(points, 2))


def may_be_undefined(question: Asked, points: int) -> bool:
    """At some values that the parameters may take together the formula has none, or they are too many to tell."""
    try:
        taken = {name: thermometer(name, points)[0] for name in question.names}
        return any(says is None for _, says in _all_told(question, taken))
    except (NotStated, CircuitTooLarge):
        return True


def _all_told(question: Asked, taken: Mapping[str, Sequence[Exact]]) -> Iterator[tuple[Values, Wanted | None]]:
    """All values that the parameters may take together at which a class has something to say, or no formula a value."""
    cases = prod(map(len, taken.values()))
    if cases > MOST_CASES:
        raise NotStated(f"{', '.join(taken)} may take {cases:,} values together, more than {MOST_CASES:,}")
    for case in product(*taken.values()):
        values = dict(zip(taken, case, strict=True))
        try:
            says = wanted(question, values)
        except Undefined:
            yield values, None
            continue
        if says is not None:
            yield values, says


def _are(numbers: Mapping[str, Number], values: Values) -> Truth:
    return all_of(number.equals(values[name]) for name, number in numbers.items())


def _is_beyond(says: Wanted, best: Wanted | None) -> bool:
    if best is None or says.side != best.side or says.value is None or best.value is None:
        return True
    return better(says.value, best.value, says.side)
