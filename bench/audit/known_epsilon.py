"""What ``soundness.py`` audits: mechanisms whose epsilon is known, and one audit of each for a seed.

``laws`` draws from exact laws by inverting their distributions; mechanisms that add noise to floats would not do, since
low bits leak. ``given`` and ``searched`` are the standard mechanisms, on a grid. ``failing`` runs in worker processes,
0.25 s a call, on mechanisms that raise, hang or take about as long as they may: failures have nothing to do with the
data, so that the truth is that of the mechanism without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
from mechanisms import MECHANISMS, Mechanism
from scipy.optimize import brentq
from troubled_mechanisms import ROWS, Row

from littlestone.auditing import audit, audit_scores, instance_of_class
from littlestone.impl.learners.class_learners import learn_by_exponential_mechanism, learn_multiclass
from littlestone.impl.randomness.enumeration import law
from littlestone.proofs_check.audits.onerun import RUN, canary_game
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.bad_input import UnusableTarget
from littlestone.proofs_check.statistics.one_run import one_run_mu
from littlestone.spec.algebra.reals import Real, enclosure, exp
from littlestone.spec.learning.laws import Law, law_of, uniform_law
from littlestone.spec.learning.mechanisms import randomized_response_law, truncated_geometric_law
from littlestone.spec.learning.privacy import replace_one
from littlestone.spec.learning.randomness import Randomness, exact

ERROR, TINY = 0.05, 1e-12
DRAWS, STANDARD_DRAWS, FAILING_DRAWS = 20_000, 1_000_000, 2_000
CANARIES = 200
PAIRS = 16
LIMITS = Limits(seconds=0.25)
PAIR = ([(0, 0), (1, 1)], [(0, 0), (1, 0)])
Dataset = Any
Pairs = Sequence[tuple[Dataset, Dataset]]


@dataclass(frozen=True)
class Audited:
    """A mechanism, its epsilon, and the bound of one audit for a seed: None where the audit is undecided.

    ``optimum`` is what to expect of an audit that knows the best event, where that is known.
    """

    name: str
    truth: float
    bound: Callable[[int], float | None]
    optimum: float | None = None


class Sampled:
    """A law as arrays to draw from: outcomes of shape (m, columns) and their probabilities."""

    def __init__(self, known: Law[Any]) -> None:
        self.outcomes = np.array([np.ravel(outcome) for outcome in known])
        self.probabilities = np.array([float(enclosure(Real.of(p), 64).mid()) for _, p in known.items])
        self.cumulative = np.cumsum(self.probabilities)[:-1]

    def draw(self, n: int, rng: np.random.Generator) -> Any:
        """n independent outcomes, by inversion."""
        return self.outcomes[np.searchsorted(self.cumulative, rng.random(n), side="right")]

    def table(self) -> dict[tuple[float, ...], float]:
        """The probability of each outcome."""
        return dict(zip(map(tuple, self.outcomes.tolist()), self.probabilities.tolist(), strict=True))


@dataclass(frozen=True)
class Tight:
    """A mechanism by its exact laws, the neighbouring pairs from the one that leaks most, and the audit's delta."""

    name: str
    laws: dict[Dataset, Sampled]
    pairs: Pairs
    delta: float

    def draw(self, dataset: Dataset, n: int, rng: np.random.Generator) -> Any:
        """n outputs on a dataset."""
        return self.laws[dataset].draw(n, rng)


def epsilon_of(laws: dict[Dataset, Sampled], pair: tuple[Dataset, Dataset], delta: float) -> float:
    """The exact epsilon of a pair at delta, of both orders the larger."""
    first, second = (laws[dataset].table() for dataset in pair)
    outcomes = sorted({*first, *second})
    p, q = (np.array([table.get(y, 0.0) for y in outcomes]) for table in (first, second))
    if delta == 0:
        return float(np.abs(np.log(p / q)).max())

    def excess(epsilon: float) -> float:
        return float(max(np.maximum(a - np.exp(epsilon) * b, 0).sum() for a, b in ((p, q), (q, p)))) - delta - TINY

    return float(brentq(excess, 0, 50, xtol=1e-12))


def mechanism(name: str, law_on: Callable[[Dataset], Law[Any]], pairs: Pairs, delta: float = 0.0) -> Tight:
    """The mechanism on its sixteen pairs of largest epsilon."""
    datasets = dict.fromkeys(dataset for pair in pairs for dataset in pair)
    laws = {dataset: Sampled(law_on(dataset)) for dataset in datasets}
    ranked = sorted(pairs, key=lambda pair: -round(epsilon_of(laws, pair, delta), 9))
    return Tight(name, laws, ranked[:PAIRS], delta)


# ---- Mechanisms by their laws


def identical_law(dataset: int) -> Law[int]:
    """Thirty outcomes that say nothing of the dataset: much to overfit."""
    return uniform_law(range(30))


def canonical_law(dataset: tuple[int, int], epsilon: int, delta: Fraction) -> Law[int]:
    """The canonical (epsilon, delta) law of a bit (Kairouz, Oh and Viswanath 2015), outcomes moved round by a number.

    With probability delta the bit itself, else randomised response on it; each of the four outcomes is one of four.
    """
    shift, bit = dataset
    likely = (1 - delta) * exp(epsilon) / (1 + exp(epsilon))
    weights = {bit: exact(delta), 2 + bit: exact(likely), 3 - bit: exact(1 - delta - likely)}
    return law_of({(4 * y + part + shift) % 16: exact(weights[y] / 4) for y in weights for part in range(4)})


def randomised_bits_law(dataset: tuple[int, ...], epsilon: int) -> Law[tuple[int, ...]]:
    """Randomised response on every bit."""
    keep = exp(epsilon) / (1 + exp(epsilon))
    chance = {True: keep, False: 1 - keep}
    bits = product((0, 1), repeat=len(dataset))
    return law_of({y: prod(chance[a == b] for a, b in zip(y, dataset, strict=True)) for y in bits})


THRESHOLDS = tuple(tuple(int(x >= t) for x in range(3)) for t in range(4))


def exponential_learner(sample: Any, epsilon: Fraction, source: Randomness) -> tuple[int, ...]:
    """The exponential mechanism over the thresholds on three points."""
    return learn_by_exponential_mechanism(THRESHOLDS, sample, epsilon, source)


def figure_one_learner(sample: Any, epsilon: Fraction, source: Randomness) -> tuple[int, ...]:
    """The learner of BGS21 figure 1 for labels 0..3, a block of two rows for each of the two bits."""
    binary = partial(_binary, epsilon=epsilon)
    return learn_multiclass(sample, 3, ((binary, 2), (binary, 2)), source)


def _binary(sample: Any, source: Randomness, epsilon: Fraction) -> tuple[int, ...]:
    return exponential_learner(sample, epsilon, source)


def learner_law(sample: Any, learner: Callable[..., Any], epsilon: Fraction) -> Law[Any]:
    """The exact law of the learner's hypothesis, every branch walked."""
    return law(learner, sample, epsilon)


def neighbours(labels: int, rows: int, every: int) -> Pairs:
    """Samples on three points that differ in one row, one in so many of them."""
    universe = list(product(range(3), range(labels)))
    return [pair for i, pair in enumerate(replace_one(universe, rows)) if i % every == 0]


def mechanisms() -> list[Tight]:
    """The mechanisms under audit, their laws enumerated."""
    bits = [(tuple(b), tuple(v ^ (i == 0) for i, v in enumerate(b))) for b in product((0, 1), repeat=5) if not b[0]]
    canonical = [((shift, 0), (shift, 1)) for shift in range(PAIRS)]
    return [
        mechanism("identical inputs", identical_law, [(i, i + PAIRS) for i in range(PAIRS)]),
        mechanism("randomised response", lambda d: randomized_response_law(d, 8, 1), list(combinations(range(8), 2))),
        mechanism("randomised bits", lambda d: randomised_bits_law(d, 1), bits),
        mechanism(
            "truncated geometric",
            lambda d: truncated_geometric_law(d, 0, PAIRS, exp(-Fraction(1, 2))),
            [(v, v + 1) for v in range(PAIRS)],
        ),
        mechanism("canonical, delta 0.05", lambda d: canonical_law(d, 1, Fraction(1, 20)), canonical, 0.05),
        mechanism("canonical, delta 0.001", lambda d: canonical_law(d, 1, Fraction(1, 1000)), canonical, 0.001),
        mechanism(
            "exponential mechanism",
            lambda s: learner_law(s, exponential_learner, Fraction(1)),
            neighbours(labels=2, rows=3, every=7),
        ),
        mechanism(
            "figure 1 learner",
            lambda s: learner_law(s, figure_one_learner, Fraction(1)),
            neighbours(labels=4, rows=4, every=2503),
        ),
    ]


# ---- Audits of them


def laws() -> list[Audited]:
    """Each mechanism on the pair that leaks most, and on sixteen pairs."""
    return [on_pairs(each, each.pairs[:size]) for each in mechanisms() for size in (1, PAIRS)]


def on_pairs(tight: Tight, pairs: Pairs) -> Audited:
    """Search, learning and testing together, among these pairs."""
    options: dict[str, Any] = {"delta": tight.delta, "draws": DRAWS, "confidence": 1 - ERROR}
    truth = max(epsilon_of(tight.laws, pair, tight.delta) for pair in pairs)
    return Audited(
        f"{tight.name}, pairs: {len(pairs)}",
        truth,
        lambda seed: blackbox_bound(tight.draw, pairs, seed=seed, **options).epsilon,
    )


def given() -> list[Audited]:
    """The standard mechanisms, each on its best pair."""
    return [standard(each, (each.best,)) for each in MECHANISMS]


def searched() -> list[Audited]:
    """The standard mechanisms, each on the usual pairs."""
    return [standard(each, each.pairs) for each in MECHANISMS]


def standard(known: Mechanism, pairs: Pairs) -> Audited:
    """A standard mechanism among these pairs."""
    options: dict[str, Any] = {"delta": known.delta, "draws": STANDARD_DRAWS, "confidence": 1 - ERROR}
    bound = lambda seed: blackbox_bound(known.draw, pairs, seed=seed, **options).epsilon  # noqa: E731
    return Audited(known.name, known.true, bound, known.optimum)


def failing() -> list[Audited]:
    """Whole audits in worker processes."""
    return [Audited(row.name, row.truth, partial(failing_bound, row)) for row in ROWS]


def failing_bound(row: Row, seed: int) -> float | None:
    """The bound of one audit; None also where it was given up before the first draw."""
    options: dict[str, Any] = {"pairs": [PAIR], "budget": FAILING_DRAWS, "mode": "blackbox", "limits": LIMITS}
    try:
        result = audit(row.mechanism, epsilon=repr(row.truth), seed=seed, **options)
    except UnusableTarget:
        return None
    return None if result.verdict == "open" and not result.doubts else float(result.bound or 0.0)


def onerun() -> list[Audited]:
    """Membership scores of one run, and labels in it, behind normal noise: mu is known."""
    scores = [Audited(f"scores, mu {mu:g}", mu, partial(scores_bound, mu)) for mu in (0.0, 1.0, 2.0)]
    return [*scores, Audited("noisy labels, mu 1", 1.0, labels_bound)]


def scores_bound(mu: float, seed: int) -> float:
    """The bound on mu from scores that are mu apart."""
    rng = np.random.default_rng((seed, CANARIES))
    coins = rng.integers(2, size=CANARIES)
    return float(audit_scores(rng.standard_normal(CANARIES) + mu * coins, coins, mu=1, seed=seed).measures[0].bound)


def labels_bound(seed: int) -> float:
    """The bound on mu from one run that releases each label with noise of deviation 1."""
    game = canary_game(instance_of_class(f"thresholds:{CANARIES}", CANARIES), seed)
    noise = np.random.default_rng((seed, RUN)).standard_normal(len(game.sample))
    found = game.judged(np.array([y for _, y in game.sample]) + noise, Fraction(1, 20))
    return float(one_run_mu(found.canaries, found.canaries, found.correct, Fraction(1, 20)))
