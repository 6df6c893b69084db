"""The tournaments of ABLMM22: samples from D_k and its Monte-Carlo variant, and the random contest, as algorithms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from littlestone.impl.online.standard_optimal_algorithm import ExtendedSOA
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count
from littlestone.spec.learning.samples import Example, Sample
from littlestone.spec.learning.stability import first_difference


class BudgetSpent(Exception):
    """More examples were asked for than the budget allows: the paper's "Fail"."""


class OutOfExamples(ValueError):
    """The examples handed over ended before the budget did."""


@dataclass
class Supply:
    """Examples from D, handed out once each, in order, under one budget for the whole run.

    ``budget`` is the paper's N, or None for no bound; ``used`` counts the examples drawn so far.
    """

    examples: Iterator[Example]
    budget: int | None = None
    used: int = field(default=0, init=False)

    def take(self, n: int) -> Sample:
        """The next n examples; raises BudgetSpent where that makes more than the budget, and OutOfExamples."""
        self.used += n
        if self.budget is not None and self.used > self.budget:
            raise BudgetSpent
        taken = tuple(islice(self.examples, n))
        if len(taken) < n:
            raise OutOfExamples(f"{self.used} examples are needed so far and only {self.used - n + len(taken)} came")
        return taken


def draws(examples: Law[Example], source: Randomness) -> Iterator[Example]:
    """Independent draws from the law, as many as are asked for."""
    weights = [weight for _, weight in examples.items]
    while True:
        yield examples.support[int(source.choice(weights))]


@implements("ABLMM22.A.Dtilde")
def draw_tournament(
    soa: ExtendedSOA, examples: Iterable[Example], n: int, k: int, source: Randomness, budget: int | None = None
) -> Sample | None:
    """A sample from D~_k, or None for "Fail": more than ``budget`` examples are needed.

    ``soa`` is the extended SOA before any example, ``examples`` independent draws from D of which each is used once,
    n >= 1 the auxiliary sample size. With budget None it samples D_k itself; it then ends with probability 1 where D_k
    is well defined. Raises ParameterError and OutOfExamples. Source: ABLMM22, sections 5.2.2 and 5.2.3.
    """
    checked_count("n", n, 1)
    checked_count("k", k, 0)
    try:
        return _tournament(soa, Supply(iter(examples), budget), n, k, source)
    except BudgetSpent:
        return None


def _tournament(soa: ExtendedSOA, supply: Supply, n: int, k: int, source: Randomness) -> Sample:
    """A sample from D_k; everything is drawn afresh as long as the two rules are equal."""
    if k == 0:
        return ()
    while True:
        one, other = (_grown(soa, supply, n, k - 1, source) for _ in range(2))
        if soa.run(one).rule != soa.run(other).rule:
            return _contest(soa, one, other, source)


def _grown(soa: ExtendedSOA, supply: Supply, n: int, k: int, source: Randomness) -> Sample:
    """S o T for S ~ D_k and fresh T ~ D^n."""
    return (*_tournament(soa, supply, n, k, source), *supply.take(n))


def _contest(soa: ExtendedSOA, one: Sample, other: Sample, source: Randomness) -> Sample:
    """The sample whose rule errs on the contest's example, and that example."""
    f, g = soa.run(one).rule, soa.run(other).rule
    x, y = contest(f, g, source)
    return (*(one if f[x] != y else other), (x, y))


def contest(f: Function, g: Function, source: Randomness) -> Example:
    """The first point on which two rules differ, with a uniform label: one of the rules errs there.

    Raises ValueError where the rules are equal. Source: ABLMM22, section 5.2.2, step (iv).
    """
    return first_difference(f, g), int(source.uniform(2))


@implements("ABLMM22.S5.1.1")
def random_contest(soa: ExtendedSOA, one: Sample, other: Sample, source: Randomness) -> Function:
    """The rule of the sample that wins the random contest, after it has read the contest's example too.

    Raises ParameterError where the two samples have equal rules, so that there is nothing to contest. Source: ABLMM22,
    section 5.1.1.
    """
    if soa.run(one).rule == soa.run(other).rule:
        raise ParameterError("samples", (one, other), "such that their rules differ at some point")
    return soa.run(_contest(soa, one, other, source)).rule
