"""The estimating prover: chances that no walk can reach, decided by seeded runs and Clopper-Pearson bounds.

It is asked after all exact provers, since it may err, with probability 1e-9 for each claim. It looks after 125 runs
and then after each doubling, and all looks share that error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, product
from math import ceil, floor
from time import perf_counter

from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.provers.box import BoxProver
from littlestone.proofs_check.questions.arguments import Arguments, algorithms, counterexample, shown
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Outcome, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import Box, Question
from littlestone.proofs_check.statistics.binomials import lower_bound, upper_bound
from littlestone.proofs_check.statistics.short_walks import exact_chance
from littlestone.spec.algebra.circuit import AND, ATOM, CONSTANT, FALSE, NOT, OR, XOR, Truth, is_true, nodes_of
from littlestone.spec.claim import Claim
from littlestone.spec.learning.chances import ChanceComparison
from littlestone.spec.learning.randomness import Exact, Randomness

# Far below the chance of a fault in the kit; each factor of 10 takes about a tenth more runs
ERROR = Fraction(1, 10**9)
FIRST_LOOK = 125  # doubled up to 1,000, 16,000 or 128,000, the trials of the profiles: the last look uses them all
CONFIDENCE = "confidence 1 - 1e-9"


@dataclass(frozen=True, slots=True)
class EstimateProver:
    """Decides claims that compare chances, at every integer point of a box.

    A chance with few branches is computed exactly. Any other is sampled, and the bounds on it looked at after 125,
    250, 500, ... runs up to the budget's trials; the i-th look may err with probability ERROR / (2^i comparisons), so
    that all that the prover says is wrong with probability at most ERROR. A comparison is decided where it holds, or
    fails, at both bounds. Outcome: checked where every chance that decides was exact; else estimated where nothing is
    violated; refuted where a violation is certain up to ERROR, which the detail states; open in between.
    """

    source: Callable[[int], Randomness] = SeededSource
    name: str = "estimate"
    rank: int = 80  # it may err, so what is exact is asked first

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The claim's box, to stand in for the box prover."""
        return [Wish(wish.universe, instead_of="box") for wish in BoxProver().wishes(claim, scope)]

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        reason = BoxProver().supports(question, budget)
        return reason or _why_without_chances(question)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Check the claim at every point, up to the first violation; ask ``supports`` first."""
        started, box = perf_counter(), question.universe
        assert isinstance(box, Box)
        cases = list(_violations(question))
        wanted = list(dict.fromkeys(chain.from_iterable(_comparisons(violation) for _, violation in cases)))
        sampling = Sampling(self.source(budget.seed), budget.trials, ERROR / max(1, len(wanted)))
        refuted, undecided = _first_violation(cases, sampling)
        return Evidence(
            prover=self.name,
            universe=_universe(box, sampling.runs),
            outcome=_outcome(refuted is not None, bool(undecided), sampling),
            size=None if sampling.runs else box.size,
            cases=sampling.runs or box.size,
            violations=int(refuted is not None),
            seconds=perf_counter() - started,
            command=question.command,
            seed=budget.seed,
            detail="; ".join(undecided or [answer.text for answer in sampling.answers.values()]),
            counterexample=None if refuted is None else replace(counterexample(refuted[0]), failure=refuted[1]),
        )


def _outcome(refuted: bool, undecided: bool, sampling: Sampling) -> Outcome:
    if refuted:
        return "refuted"
    return "open" if undecided else "estimated" if sampling.runs else "checked"


def _universe(box: Box, runs: int) -> str:
    """The box alone where every chance was computed."""
    if not runs:
        return box.name
    return f"random runs at {CONFIDENCE}" + (f", {box.name}" if box.most else "")


# ---- The statements


Case = tuple[Arguments, Truth]


def _violations(question: Question) -> Iterator[Case]:
    """At each point of the box, "the premise holds and the conclusion does not" as a circuit over comparisons."""
    box, fixed = question.universe, algorithms(question.claim)
    assert isinstance(box, Box)
    for arguments in _points(box):
        if not question.claim.within_reach(arguments, question.constants):
            continue
        statement = question.claim.state({**arguments, **fixed}, question.constants)
        yield arguments, statement.premise & ~statement.conclusion


def _why_without_chances(question: Question) -> str | None:
    """Why there is no chance to estimate, or None where there is one."""
    try:
        found = any(_comparisons(violation) for _, violation in _violations(question))
    except Exception as error:
        return f"the formula raised {type(error).__name__}: {error}"
    return None if found else "the claim compares no chance"


def _points(box: Box) -> list[Arguments]:
    """Every point, in order of the sum of its coordinates."""
    points = product(*(range(box.least[name], box.most[name] + 1) for name in box.most))
    return [dict(zip(box.most, values, strict=True)) for values in sorted(points, key=sum)]


def _comparisons(truth: Truth) -> list[Truth]:
    """The leaves that compare a chance."""
    return [node for node in nodes_of([truth]) if node.op is ATOM and isinstance(node.payload, ChanceComparison)]


def substituted(truth: Truth, leaf: Truth, value: Truth) -> Truth:
    """The circuit with one leaf replaced, and constants folded."""
    found: dict[Truth, Truth] = {}
    for node in nodes_of([truth]):
        found[node] = value if node is leaf else _rebuilt(node, [found[arg] for arg in node.args])
    return found[truth]


def _rebuilt(node: Truth, args: list[Truth]) -> Truth:
    if node.op is NOT:
        return ~args[0]
    gates = {AND: Truth.__and__, OR: Truth.__or__, XOR: Truth.__xor__}
    return gates[node.op](*args) if node.op in gates else node


def _first_violation(cases: list[Case], sampling: Sampling) -> tuple[tuple[Arguments, str] | None, list[str]]:
    """The arguments of the first violation with what shows it, or the texts of the cases that stay undecided."""
    undecided = []
    for arguments, violation in cases:
        left, last = _decided(violation, sampling)
        if is_true(left):
            return (arguments, last.text), []
        if left is not FALSE:
            undecided.append(_still_open(left, sampling) + (f" at {shown(arguments)}" if arguments else ""))
    return None, undecided


def _decided(violation: Truth, sampling: Sampling) -> tuple[Truth, Answer]:
    """What is left of a violation when its comparisons are answered one by one, and the last answer needed."""
    last = Answer(violation, "")
    for leaf in _comparisons(violation):
        if violation.op is not CONSTANT:
            last = sampling.decide(leaf)
            violation = substituted(violation, leaf, last.truth)
    return violation, last


def _still_open(left: Truth, sampling: Sampling) -> str:
    """What is known of the first leaf on which the case still depends."""
    leaf = next(node for node in nodes_of([left]) if not node.args)
    return sampling.answers[leaf].text if leaf in sampling.answers else str(leaf.payload)


# ---- Deciding a comparison


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a comparison: TRUE, FALSE or itself where it is open, and the figures in words."""

    truth: Truth
    text: str


@dataclass
class Sampling:
    """Runs from one source: at most ``trials`` for each comparison, each of which may err with probability ``error``.

    ``runs`` counts the runs so far; each comparison is decided once.
    """

    source: Randomness
    trials: int
    error: Fraction
    runs: int = 0
    answers: dict[Truth, Answer] = field(default_factory=dict)

    def decide(self, leaf: Truth) -> Answer:
        """The answer for a comparison."""
        if leaf not in self.answers:
            self.answers[leaf] = self._computed(leaf) or self._sampled(leaf)
        return self.answers[leaf]

    def _computed(self, leaf: Truth) -> Answer | None:
        """By the exact chance, where a short walk finds it."""
        comparison = _payload(leaf)
        value = exact_chance(comparison.chance.event)
        return None if value is None else Answer(comparison.at(value), f"{comparison}, and it is {value}")

    def _sampled(self, leaf: Truth) -> Answer:
        """By the first look whose bounds agree, or the last."""
        comparison, successes, runs = _payload(leaf), 0, 0
        event = comparison.chance.event
        answer = Answer(leaf, f"{comparison} needs at least {FIRST_LOOK} runs, and the budget is {self.trials}")
        for look, most in enumerate(_looks(self.trials), start=1):
            end_if_interrupted()
            successes += sum(bool(event(self.source)) for _ in range(most - runs))
            self.runs, runs = self.runs + most - runs, most
            error = self.error / 2**look
            low, high = lower_bound(successes, runs, error), upper_bound(successes, runs, error)
            answer = Answer(_between(leaf, low, high), _figures(comparison, successes, runs, (low, high)))
            if answer.truth is not leaf:
                break
        return answer


def _payload(leaf: Truth) -> ChanceComparison:
    assert isinstance(leaf.payload, ChanceComparison)
    return leaf.payload


def _looks(trials: int) -> Iterator[int]:
    """The numbers of runs after which the bounds are looked at."""
    runs = FIRST_LOOK
    while runs <= trials:
        yield runs
        runs *= 2


def _between(leaf: Truth, low: Exact, high: Exact) -> Truth:
    """The comparison where the chance lies between two bounds: it is monotone, so its values at both suffice."""
    ends = {_payload(leaf).at(low), _payload(leaf).at(high)}
    return ends.pop() if len(ends) == 1 else leaf


def _figures(comparison: ChanceComparison, successes: int, runs: int, bounds: tuple[Fraction, Fraction]) -> str:
    """The count and its bounds, rounded outward to four digits."""
    low, high = floor(bounds[0] * 10**4) / 10**4, ceil(bounds[1] * 10**4) / 10**4
    return f"{comparison}, and it happened in {successes} of {runs} runs: between {low} and {high} at {CONFIDENCE}"
