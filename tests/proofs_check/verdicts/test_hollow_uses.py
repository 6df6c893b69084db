"""False or hollow proofs of what is not refuted: no dependency of theirs is called used.

The terms are those of Markov's inequality with an exponent of nine, which is false, unless a case says otherwise; the
theorem holds, and has nothing to do with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.tiny_runs import TINY

from littlestone.claims import (
    HALF,
    QUARTER,
    FromZero,
    PositiveReal,
    PositiveUnit,
    Statement,
    Terms,
    Truth,
    Unit,
    Use,
    claim,
    terms,
    uses,
    when,
)
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS
from littlestone.spec.terms import CONTRACTS

pytestmark = pytest.mark.usefixtures("registry")
SPREAD = {"p": FromZero, "share": Unit, "more": FromZero, "level": PositiveReal, "mean": FromZero}
THREE = {name: SPREAD[name] for name in ("p", "level", "mean")}


def taking(formula: Callable[..., Any], **domains: Any) -> Callable[..., Any]:
    """The function with a docstring, and annotated with these domains."""
    formula.__annotations__ |= domains
    formula.__doc__ = "A line of a proof."
    return formula


@pytest.fixture(autouse=True)
def theorem(registry: None) -> None:
    @claim("TOY.T", "a test", "theorem")
    def stated(mean: Unit, share: Unit) -> Truth:
        """Part of the mean."""
        return share * mean <= mean


def bound(level: Any, mean: Any) -> Any:
    """What the lemma's terms bound the probability by, as its formula asks them."""
    return CONTRACTS["TOY.L"].function(level, mean).fails


def lemma(exponent: int, formula: Callable[..., Any], **domains: Any) -> None:
    """A lemma with the terms of Markov's inequality, of which the level has this exponent."""

    @terms("TOY.L")
    def large_values_are_rare(level: PositiveReal, mean: FromZero) -> Terms:
        """So seldom."""
        return Terms(fails=mean / level**exponent)

    claim("TOY.L", "a test", "lemma")(taking(formula, **domains))


def small(formula: Callable[..., Any], **domains: Any) -> None:
    """A lemma of which the terms are a relation that is false beyond a half."""

    @terms("TOY.L")
    def at_most_a_half(mean: FromZero) -> Terms:
        """It is small."""
        return Terms(says=mean <= HALF)

    claim("TOY.L", "a test", "lemma")(taking(formula, **domains))


def says(mean: Any) -> Truth:
    """What the lemma's terms say, as its formula asks them."""
    return as_truth(CONTRACTS["TOY.L"].function(mean).says)


def used(use: Callable[..., Use], citing: str = "TOY.T", **domains: Any) -> str:
    """The word of this use of the lemma."""
    uses(citing, "TOY.L", "its proof")(taking(use, **domains))
    entries: dict[str, Entry] = {id: run_claim(id, Settings(TINY)) for id in CLAIMS if id.startswith("TOY.")}
    assert entries[citing]["verdict"] != "refuted" and all(entry["fault"] is None for entry in entries.values())
    return Proofs(entries).word_of(ARROWS[f"{citing}.from.L"])


def at_level_four(mean: Any) -> Use:
    return Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= mean / 100)


# ---- What holds the terms


@pytest.mark.parametrize(
    "formula",
    [
        lambda p, level, mean: when(p <= mean / level**9, p <= bound(level, mean)),
        lambda p, level, mean, more: when(p + more <= mean / level**9, p <= bound(level, mean)),
        lambda p, level, mean: (p <= mean / level**9).implies(p <= bound(level, mean)),
        lambda p, level, mean: when(p == mean / level**9, p <= bound(level, mean)),
        lambda share, level, mean: (share * mean <= mean) & (mean / level**9 <= bound(level, mean)),
        lambda share, level, mean: share * mean + mean / level**9 <= mean + bound(level, mean),
        lambda share, level, mean: share * (mean / level**9) <= bound(level, mean),
    ],
    ids=["supposed", "supposed with room", "in a part", "an equality", "joined", "in a sum", "a share"],
)
def test_terms_that_are_compared_with_their_own_expression_are_not_held(formula: Callable[..., Any]) -> None:
    lemma(9, formula, **{name: SPREAD[name] for name in formula.__code__.co_varnames})
    assert used(at_level_four, mean=Unit) == "cited"


@pytest.mark.parametrize(
    "formula",
    [
        lambda p, level, mean: (bound(level, mean) >= 0) & (p * mean <= bound(1, mean)),
        lambda p, level, mean: p * mean <= bound(1, mean) + bound(level, mean),
        lambda p, level, mean: when(bound(level, mean) <= 1, p * mean <= bound(1, mean)),
    ],
    ids=["beside it", "in a sum", "as a hypothesis"],
)
def test_an_idle_call_of_more_is_not_held_by_one_of_less(formula: Callable[..., Any]) -> None:
    lemma(9, formula, p=Unit, level=PositiveReal, mean=FromZero)
    assert used(at_level_four, mean=Unit) == "cited"


@pytest.mark.parametrize(
    ("formula", "word"),
    [
        (lambda mean: says(0) & says(mean).implies(says(mean)), "cited"),
        (lambda mean: when(mean <= QUARTER, says(mean) & says(0)), "fails"),
        (lambda mean: says(mean).iff(mean <= HALF), "cited"),
    ],
    ids=["an idle step", "a case that hides the hypothesis", "itself"],
)
def test_a_relation_is_held_where_the_claim_shows_it(formula: Callable[..., Any], word: str) -> None:
    small(formula, mean=FromZero)
    assert used(lambda mean: Use({"mean": mean}, gives=3 * mean <= 2), mean=Unit) == word


def test_terms_of_what_is_open_are_not_held() -> None:
    lemma(1, lambda p, level, mean: when(p * level == mean, p <= bound(level, mean)), **THREE)
    open_one = run_claim("TOY.L", Settings(TINY))
    assert open_one["verdict"] == "open" and any(mutant["killed_by"] for mutant in open_one["mutants"])
    assert used(
        lambda mean: Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= mean / 4), mean=Unit
    ) == ("cited")


# ---- What is drawn from terms that are held


def markov(p: Any, level: Any, above: Any, below: Any) -> Statement:
    return when(above >= level, p <= bound(level, p * above + (1 - p) * below))


def four(mean: Any, **rest: Any) -> Use:
    return Use({"level": Real.of(4), "mean": mean}, **rest)


@pytest.mark.parametrize(
    ("use", "word"),
    [
        (lambda mean, share: four(mean, gives=lambda b: b.fails <= mean / 4), "used"),
        (lambda mean, share: four(mean, gives=lambda b: share * b.fails <= QUARTER), "used"),
        (lambda mean, share: four(mean, given=mean / 4 <= share, gives=lambda b: b.fails <= share), "cited"),
        (lambda mean, share: four(mean, gives=lambda b: (share * mean <= mean) & (b.fails <= mean / 4)), "cited"),
        (lambda mean, share: four(mean, gives=lambda b: share * mean + b.fails <= mean + mean / 4), "cited"),
    ],
    ids=["the bound", "a number", "given", "a part that is true", "a sum"],
)
def test_a_line_that_is_true_without_the_bound_is_cited(use: Callable[..., Use], word: str) -> None:
    lemma(1, markov, p=Unit, level=PositiveReal, above=FromZero, below=FromZero)
    assert used(use, mean=PositiveUnit, share=Unit) == word


def test_nothing_is_of_use_for_a_claim_that_concludes_what_it_supposes() -> None:
    lemma(1, markov, p=Unit, level=PositiveReal, above=FromZero, below=FromZero)
    hollow = taking(lambda p, mean: when(p <= mean / 4, p <= mean / 4), p=Unit, mean=Unit)
    claim("TOY.hollow", "a test", "theorem")(hollow)
    assert run_claim("TOY.hollow", Settings(TINY))["verdict"] == "open"
    assert used(lambda mean: four(mean, gives=lambda b: b.fails <= mean / 4), "TOY.hollow", mean=Unit) == "cited"
