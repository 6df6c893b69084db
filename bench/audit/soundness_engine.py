"""How often the whole black-box audit exceeds the truth on mechanisms whose exact laws, and so epsilon, are known.

Search, learning and testing together, 2*10^4 draws an audit: a stated 5% may be exceeded by chance only, so the limit
is the 99.9% quantile of Bin(audits, 0.05). Outputs are drawn from the exact laws by inverting their distributions;
mechanisms that add noise to floats would not do, since low bits leak. Run with ``--help``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod
from statistics import median
from typing import Any

import click
import numpy as np
from soundness import ERROR, limit
from truth import exact_epsilon

from littlestone.impl.learners.exponential import learn_by_exponential_mechanism
from littlestone.impl.learners.multiclass import learn_multiclass
from littlestone.impl.randomness.enumeration import law
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.spec.algebra.reals import Real, enclosure, exp
from littlestone.spec.learning.laws import Law, law_of, uniform_law
from littlestone.spec.learning.mechanisms import randomized_response_law, truncated_geometric_law
from littlestone.spec.learning.privacy import replace_one
from littlestone.spec.learning.randomness import Randomness, exact

DRAWS = 20_000
PAIRS = 16
TOLERANCE = 1e-9
Dataset = Any
Pairs = Sequence[tuple[Dataset, Dataset]]


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
    return float(max(exact_epsilon(p, q, delta), exact_epsilon(q, p, delta)))


def mechanism(name: str, law_on: Callable[[Dataset], Law[Any]], pairs: Pairs, delta: float = 0.0) -> Tight:
    """The mechanism on its sixteen pairs of largest epsilon."""
    datasets = dict.fromkeys(dataset for pair in pairs for dataset in pair)
    laws = {dataset: Sampled(law_on(dataset)) for dataset in datasets}
    ranked = sorted(pairs, key=lambda pair: -round(epsilon_of(laws, pair, delta), 9))
    return Tight(name, laws, ranked[:PAIRS], delta)


# ---- The mechanisms


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


# ---- The count


def bounds(tight: Tight, pairs: Pairs, seeds: range) -> list[float]:
    """The bounds of the audits with these seeds."""
    options: dict[str, Any] = {"delta": tight.delta, "draws": DRAWS, "confidence": 1 - ERROR}
    return [blackbox_bound(tight.draw, pairs, seed=seed, **options).epsilon for seed in seeds]


def line(tight: Tight, pairs: Pairs, seeds: range) -> str:
    """One row of the table in docs/audit_benchmark.md."""
    start = time.process_time()
    found = bounds(tight, pairs, seeds)
    true = max(epsilon_of(tight.laws, pair, tight.delta) for pair in pairs)
    wrong = sum(bound > true + TOLERANCE for bound in found)
    verdict = "" if wrong <= limit(len(seeds)) else " UNSOUND"
    took = time.process_time() - start
    figures = f"{true:.4f} | {median(found):.4f} | {wrong} | {wrong / len(seeds):.2%}{verdict} | {took:.0f} s"
    return f"| {tight.name} | {len(pairs)} | {figures} |"


@click.command()
@click.option("--audits", default=2000, show_default=True, help="Audits of each mechanism and number of pairs.")
@click.option("--pairs", "sizes", default=(1, PAIRS), multiple=True, show_default=True, help="Pairs to search among.")
@click.option("--first", default=0, show_default=True, help="First seed; counts of disjoint seeds may be added up.")
@click.option("--rows", default="", help="Names of mechanisms, separated by semicolons; all where empty.")
def main(audits: int, sizes: tuple[int, ...], first: int, rows: str) -> None:
    """Count the bounds above the truth, with one pair and with sixteen."""
    wanted = [name.strip() for name in rows.split(";") if name.strip()]
    load = os.getloadavg()[0]
    click.echo(f"{audits} audits of {DRAWS} draws each, load {load:.1f}; at most {limit(audits)} may err\n")
    click.echo("| mechanism | pairs | true | median bound | above the truth | rate | time |")
    click.echo("|---|---|---|---|---|---|---|")
    for tight in mechanisms():
        if not wanted or tight.name in wanted:
            for size in sizes:
                click.echo(line(tight, tight.pairs[:size], range(first, first + audits)))


if __name__ == "__main__":
    main()
