"""Identities and bounds with symbolic sums: replayed where they hold, refused where they, or what is said, do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from helpers.questions import claim_of, over

from littlestone.proofs_check.certificates.writing import certified
from littlestone.proofs_check.provers.algebra import AlgebraProver
from littlestone.proofs_check.questions.evidence import Budget, Resources
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.proofs_check.rechecking.derivations.clauses import check_clauses, clauses_of
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import Replay
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, binomial, equals, symbol
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.domains import Natural, PositiveInteger, Reals

AnyReal = Annotated[Real, Reals()]
NonnegativeReal = Annotated[Real, Reals(low=0)]
i = symbol("i")
Statement = Callable[..., Truth]


def way(statement: Statement, how: str, **said: Any) -> int:
    """The number of clauses that are taken where each is said to be so by one way; that 0 >= 0 is the only step."""
    claim = claim_of(statement)
    base = {"way": how, "changes": [], "lemmas": [[False, 0]], "by": [], "inside": []}
    given = [
        {**base, "clause": sorted(map(str, clause)), "shows": str(one), **said}
        for clause in clauses_of(claim, {})
        for one in list(clause)[:1]
    ]
    replay = Replay()
    replay.add({"shows": "0", "strict": False, "on": {}, "rule": "closed", "from": [], "defined": []})
    return check_clauses(claim, {}, given, replay)


# ---- Identities that hold


USUAL = {"n": Natural, "j": Natural, "d": Natural, "k": Natural, "x": NonnegativeReal}
pascal = over(
    lambda n, j: equals(binomial(n, j), binomial(n - 1, j - 1) + binomial(n - 1, j)), USUAL, n=PositiveInteger
)
pascal_twice = over(
    lambda n, j: equals(binomial(n + 2, j), binomial(n, j - 2) + 2 * binomial(n, j - 1) + binomial(n, j)), USUAL
)
two_of_many = over(lambda n: equals(binomial(n, 2), n * (n - 1) / 2), USUAL)


def sums_by_pascal(n: PositiveInteger, d: Natural, k: Natural) -> Truth:
    return equals(sauer_sum(n, d, k), sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 1, k))


def sums_of_powers(n: PositiveInteger, d: Natural, x: NonnegativeReal) -> Truth:
    return equals(sauer_sum(n, d, x), sauer_sum(n - 1, d, x) + x * sauer_sum(n - 1, d - 1, x))


def same_terms(n: PositiveInteger, d: Natural) -> Truth:
    return equals(finite_sum(i * (n + 1), "i", 0, d), finite_sum(i, "i", 0, d) + n * finite_sum(i, "i", 0, d))


integers = over(lambda d: equals(finite_sum(i, "i", 0, d), d * (d + 1) / 2), USUAL)
geometric = over(lambda x, d: equals((1 - x) * finite_sum(x**i, "i", 0, d), 1 - x ** (d + 1)), USUAL)
all_subsets = over(lambda n: equals(sauer_sum(n, n, 1), Real.of(2) ** n), USUAL)
binomial_theorem = over(
    lambda n, x: equals(finite_sum(binomial(n, i) * x**i, "i", 0, n), (1 + x) ** n), USUAL, x=AnyReal
)
times_n = over(lambda n: equals(n * sauer_sum(n, n, 1), n * Real.of(2) ** n), n=PositiveInteger)


def alternating_row(n: PositiveInteger, d: Natural) -> Truth:
    return equals(finite_sum(Real.of(-1) ** i * binomial(n, i), "i", 0, d), Real.of(-1) ** d * binomial(n - 1, d))


alternating_rows = over(
    lambda n: equals(finite_sum(Real.of(-1) ** i * binomial(n, i), "i", 0, n), 0), n=PositiveInteger
)


SUBSETS = ["n", "2", "-binomial(n, i - 1)"]
THEOREM = ["n", "1 + x", "-binomial(n, i - 1)*x**i"]
HOLD: list[tuple[Statement, list[Any]]] = [
    *((all_subsets, [SUBSETS]), (binomial_theorem, [THEOREM])),
    (times_n, [["n", "2*(n + 1)/n", "-(n + 1)*binomial(n, i - 1)"]]),
    *((alternating_row, ["d"]), (alternating_rows, [["n", "0", "-binomial(n, i - 1)*(-1)**i"]])),
    *((pascal, []), (pascal_twice, []), (two_of_many, []), (sums_by_pascal, ["d"]), (sums_of_powers, ["d"])),
    *((same_terms, []), (integers, ["d"]), (geometric, ["d"])),
]


@pytest.mark.parametrize(("statement", "by"), HOLD)
def test_an_identity_that_holds_is_taken(statement: Statement, by: list[Any]) -> None:
    assert way(statement, "identity", by=by) == 1


@pytest.mark.parametrize(("statement", "by"), [(statement, by) for statement, by in HOLD if by])
def test_its_induction_is_needed(statement: Statement, by: list[Any]) -> None:
    with pytest.raises(Refused, match="not shown to be an identity"):
        way(statement, "identity", by=[])


# ---- Identities that do not


pascal_shifted = over(
    lambda n, j: equals(binomial(n, j), binomial(n - 1, j + 1) + binomial(n - 1, j)), USUAL, n=PositiveInteger
)
# At n = 0 a top is negative
pascal_below_zero = over(lambda n, j: equals(binomial(n, j), binomial(n - 1, j - 1) + binomial(n - 1, j)), USUAL)
three_of_many = over(lambda n: equals(binomial(n, 2), n * (n - 1) / 3), USUAL)


def one_more(n: PositiveInteger, d: Natural, k: Natural) -> Truth:
    return equals(sauer_sum(n, d, k), sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 1, k) + 1)


def short_of_a_term(n: PositiveInteger, d: Natural, k: Natural) -> Truth:
    return equals(sauer_sum(n, d, k), sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 2, k))


# Both sides grow alike
without_the_base = over(lambda n, d: equals(finite_sum(i, "i", 0, d), d * (d + 1) / 2 + n), USUAL, n=PositiveInteger)
without_the_step = over(lambda d: equals(finite_sum(i, "i", 0, d), d**2), USUAL)  # Both are 0 at d = 0
other_terms = over(
    lambda n, d: equals(finite_sum(i * n, "i", 0, d), finite_sum(i * n + i, "i", 0, d)), USUAL, n=PositiveInteger
)
# At x = 0 the power x^(i-1) is not defined
powers_from_below = over(
    lambda x, d: equals(finite_sum(x**i, "i", 0, d), x * finite_sum(x ** (i - 1), "i", 0, d)), USUAL
)
# At d = 0 the second sum is empty, and not -2 as the terms taken off would have it
limits_in_reverse = over(lambda d: equals(finite_sum(i, "i", 0, d), finite_sum(i, "i", 0, d - 3) + 3 * d - 3), USUAL)
# Both sides grow alike where they are defined, which they are not at d = 3
quotients = over(lambda d: equals(finite_sum(i * 0, "i", 0, d), (d - 3) / (d - 3) - 1), USUAL)
subsets_but_one = over(lambda n: equals(sauer_sum(n, n, 1), Real.of(2) ** n - n), USUAL)  # At n = 1 it is 2, and not 1
theorem_without_one = over(lambda n, x: equals(finite_sum(binomial(n, i) * x**i, "i", 0, n), x**n), USUAL, x=AnyReal)


def signs_forgotten(n: PositiveInteger, d: Natural) -> Truth:
    return equals(finite_sum(Real.of(-1) ** i * binomial(n, i), "i", 0, d), binomial(n - 1, d))


sign_is_one = over(lambda n: equals(Real.of(-1) ** n, 1), USUAL)


FALSE: list[tuple[Statement, list[Any], str]] = [
    (sign_is_one, [], "not shown to be an identity"),
    (all_subsets, ["n"], "do not grow as is said"),
    (all_subsets, [["n", "3", SUBSETS[2]]], "do not grow as is said"),
    (all_subsets, [["n", "2", "binomial(n, i - 1)"]], "do not grow as is said"),
    (all_subsets, [["n", "2", "-binomial(n, j - 1)"]], "do not grow as is said|no integer|not known"),
    (all_subsets, [["n", "2", "-binomial(n, i)"]], "do not grow as is said"),
    (all_subsets, [["m", "2", SUBSETS[2]]], "no integer"),
    (all_subsets, [["n", "2 + 0/(n - 1)", SUBSETS[2]]], "may be 0"),
    (all_subsets, [["n", "2", f"{SUBSETS[2]} + 1/(i - 3) - 1/(i - 3)"]], "may be 0"),
    (subsets_but_one, [SUBSETS], "not shown to be an identity"),
    (binomial_theorem, [["n", "x", THEOREM[2]]], "do not grow as is said"),
    (theorem_without_one, [THEOREM], "not shown to be an identity"),
    (signs_forgotten, ["d"], "not shown to be an identity"),
    (pascal_shifted, [], "not shown to be an identity"),
    (pascal_below_zero, [], "natural number"),
    (three_of_many, [], "not shown to be an identity"),
    (one_more, ["d"], "not shown to be an identity"),
    (short_of_a_term, ["d"], "reverse"),
    (without_the_base, ["d"], "not shown to be an identity"),
    (without_the_step, ["d"], "not shown to be an identity"),
    (other_terms, [], "not shown to be an identity"),
    (powers_from_below, [], "is defined"),
    (limits_in_reverse, ["d"], "reverse"),
    (quotients, ["d"], "is defined"),
    (integers, ["x"], "no integer"),
    (sums_by_pascal, ["n"], "in the terms of a sum"),
    (sums_of_powers, ["x"], "no integer"),
]


@pytest.mark.parametrize(("statement", "by", "why"), FALSE)
def test_an_identity_that_does_not_hold_is_refused(statement: Statement, by: Sequence[Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        way(statement, "identity", by=by)


# ---- Bounds


def halves(n: Natural, d: Natural) -> Truth:
    """Each term is at most the other."""
    return finite_sum(binomial(n, i) * (i + 1), "i", 0, d) <= finite_sum(binomial(n, i) * (2 * i + 1), "i", 0, d)


def larger_terms(n: Natural, d: Natural) -> Truth:
    return finite_sum(binomial(n, i) * (2 * i + 1), "i", 0, d) <= finite_sum(binomial(n, i) * (i + 1), "i", 0, d)


other_limits = over(
    lambda n, d: finite_sum(binomial(n, i), "i", 0, d + 1) <= finite_sum(binomial(n, i), "i", 0, d), USUAL
)


def other_binomials(n: PositiveInteger, d: Natural) -> Truth:
    return finite_sum(binomial(n, i), "i", 0, d) <= finite_sum(binomial(n - 1, i), "i", 0, d)


at_most_all = over(lambda n, d: sauer_sum(n, d, 3) <= Real.of(4) ** n, USUAL)
at_most_too_few = over(lambda n, d: sauer_sum(n, d, 3) <= Real.of(3) ** n, USUAL)
strictly_less = over(lambda n, d: sauer_sum(n, d, 3) < Real.of(4) ** n, USUAL)
# At n = 2, d = 0 it is 1 > 0
alternating = over(lambda n, d: finite_sum(binomial(n, i) * Real.of(-1) ** i, "i", 0, d) <= Real.of(0) ** n, USUAL)
negative_factor = over(lambda n, d: -sauer_sum(n, d, 1) <= -(Real.of(2) ** n), USUAL)  # At n = 1, d = 0 it is -1 > -2
index_elsewhere = over(lambda n, d: finite_sum(binomial(n, i) * 3**i * i, "i", 0, d) <= Real.of(4) ** n, USUAL)


def test_a_bound_that_holds_is_taken() -> None:
    assert way(halves, "terms") == way(at_most_all, "binomial") == 1


WRONG: list[tuple[Statement, str, str]] = [
    (larger_terms, "terms", "no step shows"),
    (other_limits, "terms", "same limits"),
    (other_binomials, "terms", "no step shows"),
    (pascal, "terms", "no multiple of a sum"),
    (at_most_too_few, "binomial", "no step shows"),
    (strictly_less, "binomial", "no step shows"),
    (alternating, "binomial", "at least 0"),
    (negative_factor, "binomial", "at least 0"),
    (index_elsewhere, "binomial", "elsewhere"),
    (integers, "binomial", "one binomial"),
    (at_most_all, "terms", "no multiple of a sum"),
    (at_most_all, "identity", "not shown to be an identity"),
    (at_most_all, "sign", "no form|no step"),
]


@pytest.mark.parametrize(("statement", "how", "why"), WRONG)
def test_a_bound_that_does_not_follow_is_refused(statement: Statement, how: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        way(statement, how)


# ---- What the prover writes


def written(question: Question, folder: Path) -> bool:
    evidence = AlgebraProver().run(question, Budget(), Resources(proofs=True))
    assert evidence.outcome == "proved"
    return certified(replace(evidence, question=question), folder).certificate is not None


@pytest.mark.slow
def test_proofs_about_sums_are_written(tmp_path: Path) -> None:
    load_papers()
    for id in ("BGS21.C5.10", "BGS21.C5.10.pascal", "DIM.sauer.pascal"):
        assert written(Question(CLAIMS[id], CLAIMS[id].printed, Everything()), tmp_path), id
