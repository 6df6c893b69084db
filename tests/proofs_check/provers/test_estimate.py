"""The estimating prover: true, false and undecidable chances, broken runs, biased sources, swapped bounds."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from helpers.coins import BUDGET, CONFIDENCE, coin, estimated, hardly, out_of_reach, seldom, too_often
from helpers.questions import claim_of, over

from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.provers import estimate
from littlestone.proofs_check.provers.estimate import EstimateProver, substituted
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.questions.evidence import Counterexample
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.questions.universes import Box, Everything, Question
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.statistics.short_walks import exact_chance
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, atom, evaluate, variable
from littlestone.spec.algebra.reals import exp
from littlestone.spec.claim import CLAIMS, Constant, Statement, when
from littlestone.spec.domains import PositiveInteger
from littlestone.spec.learning.chances import Chance
from littlestone.spec.learning.randomness import Randomness


@pytest.fixture(autouse=True)
def papers() -> None:
    load_papers()


# ---- Outcomes


def test_a_true_chance_is_estimated_with_its_confidence_and_seed() -> None:
    evidence = estimated(seldom)
    assert (evidence.outcome, evidence.violations, evidence.seed, evidence.size) == ("estimated", 0, 0, None)
    assert evidence.cases in (125, 250, 500)
    assert CONFIDENCE in evidence.universe and CONFIDENCE in evidence.detail
    assert evidence.detail.startswith("Pr[a coin of 1/10] <= 1/4, and it happened in ")


def test_a_false_chance_is_refuted_with_its_confidence() -> None:
    evidence = estimated(too_often)
    assert (evidence.outcome, evidence.violations) == ("refuted", 1)
    assert evidence.counterexample is not None and CONFIDENCE in evidence.counterexample.failure
    assert CONFIDENCE in evidence.detail


def test_chances_from_below_are_decided_too() -> None:
    assert estimated(lambda: out_of_reach(Fraction(9, 10)) >= Fraction(3, 4)).outcome == "estimated"
    assert estimated(lambda: out_of_reach(Fraction(1, 2)) >= Fraction(3, 4)).outcome == "refuted"
    assert estimated(lambda: out_of_reach(Fraction(3, 4)) >= Fraction(3, 4)).outcome == "open"


def test_small_runs_are_computed_even_on_their_bound() -> None:
    evidence = estimated(lambda: coin(Fraction(1, 4)) <= Fraction(1, 4))
    assert (evidence.outcome, evidence.cases, evidence.size) == ("checked", 1, 1)
    assert evidence.universe == "the one case"
    assert estimated(lambda: coin(Fraction(1, 4)) <= Fraction(249, 1000)).outcome == "refuted"
    assert estimated(lambda: coin(exp(-1)) <= Fraction(37, 100)).outcome == "checked"


def test_the_same_seed_gives_the_same_figures_under_any_budget_and_another_seed_others() -> None:
    first = estimated(seldom)
    assert estimated(seldom).detail == first.detail == estimated(seldom, replace(BUDGET, trials=10**6)).detail
    other = estimated(seldom, replace(BUDGET, seed=7))
    assert other.detail != first.detail and (first.seed, other.seed) == (0, 7)


def test_premises_connectives_and_parameters_are_seen() -> None:
    tenth, half = out_of_reach(Fraction(1, 10)), out_of_reach(Fraction(1, 2))

    def one_of_two() -> Truth:
        return (half <= Fraction(1, 4)) | (tenth <= Fraction(1, 4))

    def never_asked() -> Statement:
        return when(half <= Fraction(1, 4), tenth >= Fraction(3, 4))

    def grows(n: PositiveInteger) -> Truth:
        return out_of_reach(Fraction(int(n), 10)) <= Fraction(7, 20)

    assert estimated(one_of_two).outcome == estimated(never_asked).outcome == "estimated"
    evidence = estimated(grows, n=7)
    assert evidence.outcome == "refuted"
    assert evidence.counterexample is not None and evidence.counterexample.arguments["n"] in (4, 5)
    assert evidence.universe.endswith("1 <= n <= 7")


def test_other_undecided_leaves_keep_a_case_open() -> None:
    evidence = estimated(lambda: (out_of_reach(Fraction(1, 10)) <= Fraction(1, 4)) & atom("a conjecture"))
    assert (evidence.outcome, evidence.detail) == ("open", "a conjecture")


def test_a_run_that_raises_is_a_fault_and_no_violation() -> None:
    def broken(source: Randomness) -> bool:
        raise ZeroDivisionError("no rows")

    with pytest.raises(ZeroDivisionError, match="no rows"):
        estimated(lambda: Chance("broken", broken) <= Fraction(1, 4))


def test_what_is_not_about_chances_is_not_supported() -> None:
    prover = EstimateProver()
    reason = prover.supports(Question(claim_of(lambda: True), {}, Box({}, {})), BUDGET)
    assert reason == "the claim compares no chance"

    def undecidable() -> Truth:
        raise ArithmeticError("cannot decide")

    reason = prover.supports(Question(claim_of(undecidable), {}, Box({}, {})), BUDGET)
    assert reason == "the formula raised ArithmeticError: cannot decide"
    reason = prover.supports(Question(claim_of(seldom), {}, Everything()), BUDGET)
    assert reason == "the universe is not a box of integers"


level = over(lambda n: out_of_reach(Fraction(int(n), 4)) <= Fraction(1, 4), n=PositiveInteger)
level_of_either = over(lambda n: level(n) | (out_of_reach(Fraction(1, 2)) <= Fraction(1, 2)), n=PositiveInteger)


QUARTER = "Pr[a coin of 1/4] <= 1/4, and it happened in 246 of 1000 runs: between"


@pytest.mark.parametrize(
    ("formula", "most", "cases", "detail"),
    [
        (hardly, {}, 1000, f"{QUARTER} 0.1657 and 0.3404 at {CONFIDENCE}"),
        (level, {"n": 1}, 1000, f"{QUARTER} 0.1657 and 0.3404 at {CONFIDENCE} at n = 1"),
        (
            level_of_either,
            {"n": 2},
            3250,
            f"{QUARTER} 0.1634 and 0.3436 at {CONFIDENCE} at n = 1; Pr[a coin of 1/2] <= 1/2, and it happened "
            f"in 490 of 1000 runs: between 0.386 and 0.5946 at {CONFIDENCE} at n = 2",
        ),
    ],
)
def test_what_stays_open_is_told_with_its_figures_and_arguments(
    formula: Callable[..., Statement], most: dict[str, int], cases: int, detail: str
) -> None:
    """More comparisons leave less of the error to each, and so wider bounds."""
    evidence = estimated(formula, **most)
    assert (evidence.outcome, evidence.cases, evidence.detail) == ("open", cases, detail)
    assert evidence.universe == f"random runs at {CONFIDENCE}" + (f", 1 <= n <= {most['n']}" if most else "")


def test_a_refutation_tells_the_comparison_that_fails_and_a_check_its_values() -> None:
    refuted = estimated(level, n=2)
    assert refuted.universe == f"random runs at {CONFIDENCE}, 1 <= n <= 2" and refuted.detail.startswith(QUARTER)
    assert refuted.counterexample is not None and refuted.counterexample.arguments == {"n": 2}
    assert refuted.counterexample.failure == refuted.detail.split("; ")[1]
    assert refuted.counterexample.failure.startswith("Pr[a coin of 1/2] <= 1/4, and it happened in 134 of 250 runs")
    checked = estimated(lambda: (coin(Fraction(1, 4)) <= Fraction(1, 4)) & (coin(Fraction(1, 2)) >= Fraction(1, 3)))
    assert checked.detail == "Pr[a coin of 1/4] <= 1/4, and it is 1/4; Pr[a coin of 1/2] >= 1/3, and it is 1/2"
    assert (checked.prover, checked.violations, checked.counterexample) == ("estimate", 0, None)
    assert 0 < checked.seconds < 600 and checked.command == Question(claim_of(lambda: TRUE), {}, Box({}, {})).command


def test_a_box_of_exact_chances_is_checked_at_all_its_points_the_smallest_sums_first() -> None:
    asked: list[tuple[int, int]] = []

    def fair(n: PositiveInteger, m: PositiveInteger) -> Truth:
        asked.append((int(n), int(m)))
        return coin(Fraction(1, n * m)) <= Fraction(1, n)

    evidence = estimated(fair, n=2, m=3)
    assert (evidence.outcome, evidence.cases, evidence.size) == ("checked", 6, 6)
    assert evidence.universe == "1 <= n <= 2, 1 <= m <= 3"
    assert asked[-6:] == [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3)]


def test_constants_have_the_values_that_are_asked_about() -> None:
    def at_most(most: Fraction) -> Truth:
        return coin(Fraction(1, 4)) <= most

    claim = claim_of(at_most, most=Constant(Fraction(1, 2)))
    questions = [Question(claim, {"most": most}, Box({}, {})) for most in (Fraction(1, 2), Fraction(1, 5))]
    assert [EstimateProver().run(question, BUDGET).outcome for question in questions] == ["checked", "refuted"]


def test_a_violation_that_needs_no_chance_is_told_by_its_arguments_alone() -> None:
    def false_from_two_on(n: PositiveInteger) -> Truth:
        return coin(Fraction(1, 4)) <= Fraction(1, 4) if int(n) < 2 else FALSE

    evidence = estimated(false_from_two_on, n=3)
    assert (evidence.outcome, evidence.detail) == ("refuted", "Pr[a coin of 1/4] <= 1/4, and it is 1/4")
    assert evidence.counterexample == Counterexample({"n": 2}, 2)


def test_noise_that_cannot_be_walked_is_sampled() -> None:
    chance = Chance("two of one sign", lambda source: source.gaussian(1) * source.gaussian(1) > 0)
    assert exact_chance(chance.event) is None
    assert estimated(lambda: chance <= Fraction(3, 4)).outcome == "estimated"


def test_looks_double_up_to_the_budget() -> None:
    assert [estimated(hardly, replace(BUDGET, trials=trials)).cases for trials in (125, 249, 250, 999, 1000)] == [
        125, 125, 250, 500, 1000,
    ]  # fmt: skip
    text = "Pr[a coin of 1/4] <= 1/4 needs at least 125 runs, and the budget is 124"
    assert estimated(hardly, replace(BUDGET, trials=124)).detail == text


def test_figures_are_rounded_outward(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "lower_bound", lambda s, n, error: Fraction(12345, 10**5))
    monkeypatch.setattr(estimate, "upper_bound", lambda s, n, error: Fraction(67891, 10**5))
    assert f"between 0.1234 and 0.679 at {CONFIDENCE}" in estimated(hardly).detail


# ---- Confidence


def test_the_looks_together_spend_no_more_than_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[Fraction] = []
    monkeypatch.setattr(estimate, "lower_bound", lambda s, n, error: spent.append(error) or Fraction(0))
    monkeypatch.setattr(estimate, "upper_bound", lambda s, n, error: Fraction(1))
    estimated(lambda: seldom() & too_often(), replace(BUDGET, trials=10**4))
    assert len(spent) == 2 * 7 and sum(spent) < estimate.ERROR
    assert spent[:7] == [estimate.ERROR / 2 / 2**look for look in range(1, 8)]


@pytest.mark.slow
def test_wrong_verdicts_are_as_rare_as_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coin just above its bound, with error 1/5: of 200 seeds at most a fifth may call it estimated."""
    monkeypatch.setattr(estimate, "ERROR", Fraction(1, 5))
    formula: Callable[[], Truth] = lambda: out_of_reach(Fraction(26, 100)) <= Fraction(1, 4)  # noqa: E731
    wrong = sum(estimated(formula, replace(BUDGET, trials=500, seed=s)).outcome == "estimated" for s in range(200))
    assert 0 < wrong <= 40


# ---- Faults


@dataclass
class BiasedSource(SeededSource):
    """Coins that fall on heads too often, and an exponential mechanism that ignores its scores."""

    def bernoulli(self, p: Any) -> Any:
        return super().bernoulli(min(Fraction(1), p + Fraction(1, 2)))

    def exponential(self, scores: Any, epsilon: Any) -> Any:
        return self.uniform(len(scores))


def test_a_biased_source_is_caught() -> None:
    question = Question(claim_of(seldom), {}, Box({}, {}))
    assert EstimateProver(BiasedSource).run(question, BUDGET).outcome == "refuted"
    assert EstimateProver().run(question, BUDGET).outcome == "estimated"


@pytest.mark.slow
def test_a_learner_that_ignores_its_rows_is_caught() -> None:
    learner = CLAIMS["BGS21.ALG.A.estimated"]
    question = Question(learner, learner.printed, Box({}, {}))
    evidence = EstimateProver(BiasedSource).run(question, BUDGET)
    assert (evidence.outcome, evidence.cases) == ("refuted", 125)


def test_a_learner_that_learns_the_wrong_bits_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from littlestone.impl.registry import IMPLEMENTATIONS

    right = implementation("BGS21.ALG.A")

    def reversed_bits(sample: Any, k: int, learners: Any, source: Randomness) -> Any:
        return tuple(3 - y for y in right(sample, k, learners, source))

    monkeypatch.setitem(IMPLEMENTATIONS, "BGS21.ALG.A", reversed_bits)  # type: ignore[arg-type]
    assert verify(CLAIMS["BGS21.ALG.A.estimated"], Settings(QUICK, mutant={"scale": 1})).verdict == "refuted"


# ---- Circuits


def test_substitution_agrees_with_evaluation() -> None:
    a, b, c = (variable(f"substituted {x}") for x in "abc")
    circuit = (a & ~b) | (b ^ (c & a))
    for value in (TRUE, FALSE):
        replaced = substituted(circuit, b, value)
        for bits in range(4):
            known = {a.payload: bool(bits & 1), c.payload: bool(bits & 2), b.payload: bool(value)}
            assert evaluate([replaced], known.__getitem__) == evaluate([circuit], known.__getitem__)
