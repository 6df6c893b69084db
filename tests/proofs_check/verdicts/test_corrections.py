"""Vacuous claims, mutants that die or live, and corrections beside what is refuted."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from helpers.questions import claim_of
from helpers.tiny_runs import TINY, dimension_at_most, never, run, vc_is_ldim

from littlestone.proofs_check.questions.evidence import (
    Counterexample,
    Evidence,
    Outcome,
    class_counterexample,
)
from littlestone.proofs_check.verdicts import bite
from littlestone.proofs_check.verdicts.bite import Bite, Mutant
from littlestone.proofs_check.verdicts.measuring import tightest_case
from littlestone.proofs_check.verdicts.verification import Result, Settings, verify
from littlestone.spec.algebra.circuit import TRUE, Truth
from littlestone.spec.claim import (
    CLAIMS,
    Conditional,
    Constant,
    _registry,
    correction,
    when,
)
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Binary, Natural


@pytest.fixture(autouse=True)
def small_mutation_runs(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)


def never_without_constants(H: Binary) -> Conditional:
    """Classes of dimension 9 are empty."""
    return when(littlestone_dimension(H) >= 9, ~H.nonempty())


def large_classes_have_vc_two(H: Binary, bound: int) -> Conditional:
    """A class of dimension at least 2 has VC dimension at least the bound."""
    return when(littlestone_dimension(H) >= 2, vc_dimension(H) >= bound)


def dimension_is_few_times_vc(H: Binary, factor: int) -> Truth:
    """On few points the Littlestone dimension is at most a few times the VC dimension."""
    return littlestone_dimension(H) <= vc_dimension(H) * factor


def nothing_of_large_classes(H: Binary) -> Conditional:
    """Of classes of dimension at least 1 nothing is said."""
    return when(littlestone_dimension(H) >= 1, TRUE)


def on_five_points(H: Binary, least: int) -> Truth:
    """Needs 2^30 gates."""
    raise NotImplementedError


def found(outcome: Outcome, cases: int | None = None, detail: str = "") -> Evidence:
    return Evidence("p", "u", outcome, 1, 1, 0, 0.0, "", premise_cases=cases, detail=detail)


# ---- Vacuity and mutants


def test_a_premise_that_is_never_true_is_reported() -> None:
    result = run(never_without_constants)
    assert (result.verdict, result.reason) == ("open", "its hypotheses hold in no case that was looked at")
    assert result.bite.vacuous_on == ("all binary classes on 1 point", "all binary classes on 2 points")


def test_a_vacuous_claim_with_mutants_is_not_as_expected() -> None:
    result = run(never, bound=Constant(1, mutants=(0,)))
    assert result.bites_nothing and not result.expected


def test_a_premise_may_be_true_on_some_universes_only() -> None:
    result = run(large_classes_have_vc_two, bound=Constant(2, mutants=(3,)))
    assert (result.verdict, result.expected) == ("checked", True)
    assert result.bite.vacuous_on == ("all binary classes on 1 point",)
    assert result.bite.mutants[0].killer is not None
    assert result.bite.mutants[0].killer.universe == "all binary classes on 2 points"


def test_a_claim_none_of_whose_mutants_die_is_not_as_expected() -> None:
    result = run(dimension_is_few_times_vc, factor=Constant(9, mutants=(8, 7)))
    assert (result.verdict, result.bites_nothing, result.expected) == ("checked", True, False)
    assert result.bite.vacuous_on == tuple(u.name for u in TINY.exhaustive if u.labels == 2)


def test_a_claim_that_is_true_by_its_form_is_open() -> None:
    result = run(nothing_of_large_classes)
    assert result.verdict == "open"
    assert result.reason is not None and result.reason.startswith("it says nothing: ")


def test_one_dead_mutant_is_enough() -> None:
    result = run(dimension_at_most, bound=Constant(9, mutants=(8, 0)))
    assert result.expected and [m.killer is None for m in result.bite.mutants] == [True, False]


def test_a_mutant_killed_earlier_says_nothing_of_the_later_universes() -> None:
    result = run(dimension_at_most, bound=Constant(9, mutants=(8, 0)))
    assert result.bite.vacuous_on == ()
    later = run(dimension_at_most, bound=Constant(9, mutants=(8, 1)))
    assert later.bite.vacuous_on == ("all binary classes on 1 point",)


def test_a_limited_run_need_not_kill_nor_refute() -> None:
    claim = claim_of(dimension_at_most, bound=Constant(2, mutants=(1,)))
    settings = Settings(TINY, ("exhaustive",), points=1, labels=2)
    limited = verify(claim, settings)
    assert limited.bites_nothing and limited.expected
    assert [e.universe for e in limited.evidence] == ["all binary classes on 1 point"]
    assert not verify(claim_of(dimension_at_most, bound=Constant(0)), settings).expected


def test_a_mutant_is_verified_alone() -> None:
    claim = claim_of(dimension_at_most, bound=Constant(2, mutants=(1,)))
    result = verify(claim, Settings(TINY, mutant={"bound": 1}))
    assert (result.verdict, result.bite.mutants, result.expected) == ("refuted", (), True)
    assert result.refutation is not None and "--mutant bound=1" in result.refutation.command


# ---- Corrections


def test_a_refuted_claim_with_a_correction_that_holds_is_expected() -> None:
    _registry["TEST.false"] = replace(claim_of(dimension_at_most, bound=Constant(0)), id="TEST.false")
    correction("TEST.false", "the bound is 2", bound=Constant(2, mutants=(1,)))(dimension_at_most)
    result = verify(CLAIMS["TEST.false"], Settings(TINY))
    assert (result.verdict, result.expected) == ("refuted", True)
    assert result.correction is not None and result.correction.verdict == "checked"
    assert [tightest_case(mutant.killer) for mutant in result.correction.bite.mutants] == ["H = {00, 01, 10, 11}"]


@pytest.mark.parametrize(("printed", "repaired"), [(2, 2), (0, 1)])
def test_a_correction_of_a_true_claim_or_a_false_correction_is_not_expected(printed: int, repaired: int) -> None:
    _registry["TEST.odd"] = replace(claim_of(dimension_at_most, bound=Constant(printed)), id="TEST.odd")
    correction("TEST.odd", "no need", bound=Constant(repaired))(dimension_at_most)
    assert not verify(CLAIMS["TEST.odd"], Settings(TINY)).expected


def test_what_cannot_be_checked_is_not_run() -> None:
    claim = replace(claim_of(on_five_points, least=Constant(1)), not_checkable="O hides its constant")
    result = verify(claim, Settings(TINY))
    assert (result.verdict, result.reason, result.expected) == ("not_checkable", "O hides its constant", True)


def test_the_refutation_shown_is_the_smallest() -> None:
    sizes = [Counterexample({}, size) for size in (5, 2, 3)]
    several = tuple(replace(found("refuted"), counterexample=c) for c in sizes)
    result = Result(claim_of(vc_is_ldim), "refuted", None, several, Bite(mutants=(Mutant({}, None),)))
    assert result.refutation is not None and result.refutation.counterexample is sizes[1]


def test_a_counterexample_lists_its_classes_in_order_and_counts_their_functions() -> None:
    made = class_counterexample({"G": ((1, 0), (0, 1)), "H": ((0, 0),)})
    assert (made.arguments, made.size, made.failure) == ({"G": ((0, 1), (1, 0)), "H": ((0, 0),)}, 3, "")


def test_without_a_refutation_none_is_shown() -> None:
    assert Result(claim_of(vc_is_ldim), "checked", None, (found("checked"),)).refutation is None
    bare = found("refuted")
    assert Result(claim_of(vc_is_ldim), "refuted", None, (bare,)).refutation is bare


def test_of_a_limited_run_of_a_claim_known_to_be_false_no_refutation_is_expected() -> None:
    claim = claim_of(vc_is_ldim)
    holds, fails = Result(claim, "checked", None), Result(claim, "refuted", None)
    for verdict in ("checked", "open"):
        printed = Result(claim, verdict, None, correction=holds)
        assert [replace(printed, limited=limited).expected for limited in (True, False)] == [True, False]
        assert not replace(printed, limited=True, correction=fails).expected


def test_a_claim_is_undecided_where_it_or_its_correction_is_open() -> None:
    claim = claim_of(vc_is_ldim)
    checked, unknown = Result(claim, "checked", None), Result(claim, "open", None)
    assert (checked.undecided, unknown.undecided) == (False, True)
    assert [Result(claim, "refuted", None, correction=c).undecided for c in (checked, unknown)] == [False, True]


def test_a_correction_is_looked_at_in_the_same_run_and_not_for_a_mutant() -> None:
    _registry["TEST.small"] = replace(claim_of(dimension_at_most, bound=Constant(0, (-1,))), id="TEST.small")
    correction("TEST.small", "the bound is 2", bound=Constant(2))(dimension_at_most)
    limited = verify(CLAIMS["TEST.small"], Settings(TINY, ("exhaustive",)))
    assert limited.correction is not None and limited.limited and limited.correction.limited
    assert verify(CLAIMS["TEST.small"], Settings(TINY, mutant={"bound": 2})).correction is None


def small(n: Natural) -> Truth:
    """The number is at most 3."""
    return n <= 3


def small_or_not(n: Natural) -> Truth:
    """The number is at most 3, or above."""
    return (n <= 3) | (n > 3)


def small_where_small(n: Natural) -> Conditional:
    """Where the number is at most 3, it is."""
    return when(n <= 3, n <= 3)


def small_or_next(n: Natural) -> Truth:
    """The number is at most 3, or its square is above 9."""
    return (n <= 3) | (n**2 > 9)


@pytest.mark.parametrize(
    ("formula", "verdict"), [(small_or_not, "open"), (small_where_small, "open"), (small_or_next, "proved")]
)
def test_a_correction_that_is_a_tautology_says_nothing(formula: Callable[..., Truth], verdict: str) -> None:
    _registry["TEST.small"] = replace(claim_of(small), id="TEST.small")
    correction("TEST.small", "not all are small")(formula)
    result = verify(CLAIMS["TEST.small"], Settings(TINY))
    assert result.verdict == "refuted" and result.correction is not None
    assert (result.correction.verdict, result.expected) == (verdict, verdict == "proved")
