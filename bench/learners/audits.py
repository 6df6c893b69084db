"""docs/which_learner.md: each private estimator audited for what it declares, on a pair that differs in one row.

Draws cannot decide here. To show that a loss is above 8 takes some e^8 fits on each sample, and one row in a hundred is
lost in the noise. So an estimator is given the source that enumerates, and the law of all that it publishes is exact:
the least thousandth is shown that holds as epsilon with the declared delta. The pairs are those of a few dozen on which
it was largest. Normal noise has no such law, so that halfspaces are fitted many times. Run with the project's
environment:

    python bench/learners/audits.py [--write docs/which_learner.md]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pages import between_marks, given

from littlestone import estimators as kit
from littlestone.auditing import audit
from littlestone.learners import Randomness, Sample, law
from littlestone.spec.learning.privacy import privacy_between
from littlestone.spec.learning.randomness import is_true

RUNS, UNIT = 4000, 1000
LINE = ([((1.0,), 1)], [((-1.0,), 1)])
Seen = Callable[[Any], Any]


@dataclass(frozen=True)
class Interchangeable:
    """A source in whose orders equal rows are not told apart: how many of each kind come into each part is drawn.

    The law is that of all orders, where the order within a part does not matter.
    """

    source: Randomness
    sample: Sample
    parts: tuple[int, ...] = ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def shuffle(self, n: int) -> tuple[int, ...]:
        """The rows part by part, and what is left."""
        kinds = sorted(set(self.sample))
        left = [[i for i, row in enumerate(self.sample) if row == kind] for kind in kinds]
        order: list[int] = []
        for size in self.parts:
            taken = self.source.hypergeometric(tuple(map(len, left)), size)
            order += [i for places, m in zip(left, taken, strict=True) for i in places[:m]]
            left = [places[m:] for places, m in zip(left, taken, strict=True)]
        return (*order, *(i for places in left for i in places))


@dataclass(frozen=True)
class Audited:
    """An estimator with its settings, how often each row occurs, the row that takes the place of the first, and what is
    published."""

    kind: Any
    rows: tuple[tuple[tuple[int, int], int], ...]
    other: tuple[int, int]
    settings: dict[str, Any] = field(default_factory=dict)
    seen: Seen = lambda model: model.hypothesis_
    parts: tuple[int, ...] = ()

    @property
    def pair(self) -> tuple[Sample, Sample]:
        first = tuple(row for row, times in self.rows for _ in range(times))
        return first, (self.other, *first[1:])

    def learn(self, sample: Sample, source: Randomness) -> Any:
        """What a fit publishes."""
        model = self.kind(random_state=Interchangeable(source, sample, self.parts), **self.settings)
        return self.seen(model.fit([[x] for x, _ in sample], [y for _, y in sample]))

    def row(self) -> str:
        """A row of the table: what is declared, and what holds."""
        promised = self.kind(**self.settings).guarantee
        private = privacy_between(lambda sample: law(self.learn, sample), [self.pair])

        def holds(thousandths: int) -> bool:
            return is_true(private.delta(Fraction(thousandths, UNIT)) <= promised.delta)

        low, high = 0, 1
        while not holds(high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(middle) else (middle, high)
        kept = is_true(private.delta(promised.epsilon) <= promised.delta)
        return _line(self.kind, promised, f"{high / UNIT:.3f}", "holds" if kept else "LEAK")


def _line(kind: Any, promised: Any, found: str, answer: str) -> str:
    return f"| `{kind.__name__}` | ({float(promised.epsilon):g}, {float(promised.delta):g}) | {found} | {answer} |"


# ---- What is audited

TREES: dict[str, Any] = {"epsilon": 4, "delta": Fraction(1, 100)}
HALF = Fraction(1, 2)
PLAN = kit.OnlinePlan(
    d=1,
    calls=1,
    teachers=2,
    buffer=1,
    buffer_epsilon=HALF,
    stage_epsilon=HALF,
    draws=1,
    sample_epsilon=HALF,
    rate=Fraction(0),
    depth=1,
    bottom_share=Fraction(30),
)


def audited() -> Iterator[Audited]:
    """Each estimator whose law can be enumerated."""
    yield Audited(kit.PrivateExponentialClassifier, (((0, 0), 1),), (0, 1))
    yield Audited(kit.PrivateDecompositionClassifier, (((0, 0), 16),), (0, 1))
    yield Audited(
        kit.PrivateMulticlassClassifier,
        (((0, 0), 8),),
        (0, 1),
        {"thresholds": (0.5,), "labels": (0, 1)},
        lambda model: tuple((stump.feature, stump.threshold, stump.flip) for stump in model.stumps_),
    )
    tree = ((7, 1), 63), ((0, 0), 59)
    yield Audited(kit.PrivateTreeClassifier, tree, (0, 0), TREES, lambda model: model.node_)
    both = ((7, 1), 146), ((0, 0), 138)
    yield Audited(kit.PrivateProperTreeClassifier, both, (0, 0), TREES, lambda model: model.node_, (143,))
    small = {"functions": ((1,),), "auxiliary": 1, "budget": 0, "validation": 1, "eta": 1}
    found: Seen = lambda model: (model.found_, model.hypothesis_)  # noqa: E731
    yield Audited(kit.PrivateLittlestoneClassifier, (((0, 1), 21),), (0, 0), small, found)
    online = {"functions": ((0,), (1,)), "epsilon": 4.01, "horizon": 3, "plan": PLAN}
    all_of_it: Seen = lambda model: (tuple(model.published_), model.calls_, model.halted_)  # noqa: E731
    yield Audited(kit.PrivateOnlineClassifier, (((0, 0), 1), ((0, 1), 2)), (0, 1), online, all_of_it)


def by_draws() -> str:
    """The row of halfspaces, whose noise is normal: one row against the opposite one."""
    model = kit.PrivateHalfspaceClassifier(tau=0.5, epsilon=4, rounds=1, density=0.5, random_state=0)
    found = audit(model, pairs=[LINE], budget=RUNS, mode="blackbox", observe="coef_")
    answer = {"no_leak": "no leak found", "open": "undecided", "leaks": "LEAK"}.get(found.verdict, found.verdict)
    return _line(type(model), model.guarantee, f"at least {float(found.bound or 0):.3f}", answer)


def main() -> None:
    warnings.simplefilter("ignore")
    lines = ["| estimator | declared (epsilon, delta) | epsilon | answer |", "| --- | --- | --: | --- |"]
    for case in audited():
        lines.append(case.row())
        print(lines[-1], flush=True)
    lines.append(by_draws())
    print(lines[-1], flush=True)
    if page := given("--write"):
        between_marks(page, "audits.py", "\n".join(lines))


if __name__ == "__main__":
    main()
