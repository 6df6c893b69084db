"""Where classes are not listed: the provers are asked again and again for a class that says more than those known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from littlestone.proofs_check.explore.findings import Finding, Shown, best_shown, shown_at
from littlestone.proofs_check.explore.formulas import Exact, Undefined
from littlestone.proofs_check.explore.goals import Values, Wanted, better, wanted
from littlestone.proofs_check.explore.listings import NotListed, thermometer
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.reading.values import number_text
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth, all_of, any_of
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.claim import Claim, Conditional, when
from littlestone.spec.domains import Binary
from littlestone.spec.parameters.library import PARAMETERS


class NotStated(ValueError):
    """The parameters may take too many values together for a circuit that names each."""


BUDGET = Budget(gates=600_000, gate_words=400_000_000_000, solver_steps=5_000_000)
MOST_ANSWERS = 64  # each is a class that says more than the last
MOST_CASES = 100_000  # values that parameters may take together
GIVEN_UP = (NotListed, NotStated, UndecidedTruth, CircuitTooLarge, OverflowError)  # a budget that ran out
BOTH_SIDES = "the constant is bounded from both sides, which is not followed here"


@dataclass(frozen=True, slots=True)
class _Asking:
    """A question on so many points, put to the first prover that can answer."""

    question: Asked
    points: int
    budget: Budget

    def next(self, best: Shown | None) -> Evidence | str:
        """Evidence for or against "no class says more than the best so far", or why there is none."""
        try:
            asked = no_better(self.question, self.points, None if best is None else best.says)
            prover = _supporting(asked, self.budget)
            answer = prover if isinstance(prover, str) else prover.run(asked, self.budget, Resources())
        except (*GIVEN_UP, TypeError) as fault:
            return f"no circuit says it: {fault}"
        undecided = not isinstance(answer, str) and answer.outcome not in ("checked", "refuted")
        return "the solver stopped within its budget" if undecided else answer


def _supporting(question: Question, budget: Budget) -> Prover | str:
    """The first prover that can answer, the enumeration before the solver, or why none can."""
    reasons = []
    for prover in (ExhaustiveProver(), SymbolicProver()):
        reason = prover.supports(question, budget, Resources())
        if reason is None:
            return prover
        reasons.append(reason)
    return "; ".join(dict.fromkeys(reasons))


def from_provers(question: Asked, points: int, before: Sequence[Finding], jobs: int) -> Finding:
    """What is found on so many points, where the best of the finished universes before is the first to beat."""
    if len({shown.says.side for finding in before for shown in finding.shown}) > 1:
        return Finding(points, (), False, "nothing", notes=(BOTH_SIDES,))
    best = best_shown(shown for finding in before if finding.complete for shown in finding.shown)
    finding = _asked_on(_Asking(question, points, replace(BUDGET, jobs=jobs)), best)
    return replace(finding, undefined=None if finding.complete and may_be_undefined(question, points) else 0)


def _asked_on(asking: _Asking, best: Shown | None) -> Finding:
    """What provers say where ``best`` is to be beaten."""
    points, note, here = asking.points, f"stopped after {MOST_ANSWERS} better ones", None
    for _ in range(MOST_ANSWERS):
        if best is not None and here is not None and best.says.side != here.says.side:
            note = BOTH_SIDES
            break
        answer = asking.next(best)
        if isinstance(answer, str):
            note = answer
            break
        words = f"{answer.universe}, {answer.prover}"
        if answer.outcome == "checked":
            return _none_beyond(points, best, here, words)
        assert answer.counterexample is not None
        before, here = best, shown_at(asking.question, answer.counterexample.arguments["H"])
        assert here is not None  # the prover held it against plain Python
        if here.says.value is None:
            return Finding(points, (here,), answer.prover == "exhaustive", words)
        best = here if before is None or before.says.side == here.says.side else before
    return Finding(points, () if here is None else (here,), False, "nothing", notes=(note,))


def _none_beyond(points: int, best: Shown | None, here: Shown | None, words: str) -> Finding:
    """All classes were looked at, and none says more than the best."""
    if best is None or best is here or best.says.value is None:
        return Finding(points, () if best is None else (best,), True, words)
    note = f"no class on these points is beyond {number_text(best.says.value)}, the best on fewer"
    return Finding(points, (), True, words, notes=(note,))


# ---- Questions put to the provers


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
