"""From evidence to verdict: what counts, what decides, which mutants die, and what contradicts what."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from helpers.questions import ask_classes, claim_of
from helpers.tiny_runs import (
    ON_TWO_POINTS,
    TINY,
    dimension_at_most,
    logarithm_is_negative,
    logarithm_is_small,
    run,
    squares_are_sums,
    vc_is_ldim,
)

from littlestone.proofs_check.circuits import class_programs
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.kit_faults import KitFault, ListedOtherwise, ProversDisagree
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import Budget, Counterexample, Evidence, Outcome, Resources
from littlestone.proofs_check.questions.profiles import QUICK, Profile, Scope, class_universes
from littlestone.proofs_check.questions.prover import Prover, Unasked, Wish
from littlestone.proofs_check.questions.universes import ClassUniverse, Everything, Question
from littlestone.proofs_check.verdicts import asking, bite, holding, probes, verification
from littlestone.proofs_check.verdicts.ledger import entry
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import TRUE, Truth, all_of, constant
from littlestone.spec.claim import CLAIMS, Claim, Conditional, Constant, add_claim, when
from littlestone.spec.classes.dimensions import vc_dimension
from littlestone.spec.domains import Binary, PositiveSize

ON_TWO = "all binary classes on 2 points"


@pytest.fixture(autouse=True)
def small_mutation_runs(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)


# ---- Verdicts


def test_a_true_claim_is_checked_on_every_universe_of_the_profile() -> None:
    result = run(dimension_at_most, bound=Constant(2, mutants=(1, 0)))
    assert (result.verdict, result.reason, result.expected) == ("checked", None, True)
    assert [(e.prover, e.universe, e.cases) for e in result.evidence] == [
        ("exhaustive", "all binary classes on 1 point", 3),
        ("exhaustive", "all binary classes on 2 points", 15),
        ("exhaustive", "all classes with 3 labels on 1 point", 7),
    ]


def test_a_refutation_decides_and_ends_the_search() -> None:
    result = run(dimension_at_most, bound=Constant(0))
    assert (result.verdict, result.expected) == ("refuted", False)
    assert [e.outcome for e in result.evidence] == ["refuted"]
    assert result.refutation is not None and result.refutation.counterexample is not None
    assert result.refutation.counterexample.arguments == {"H": ((0,), (1,))}
    assert result.refutation.question is not None and result.refutation.question.claim.id == "TEST.dimension_at_most"


def test_each_kind_of_claim_has_its_provers() -> None:
    assert [e.prover for e in run(squares_are_sums, shift=Constant(0)).evidence] == ["box"]
    proved = run(logarithm_is_small, factor=Constant(1, mutants=(Fraction(1, 4),)))
    assert (proved.verdict, proved.expected, proved.bite.mutants[0].killer is not None) == ("proved", True, True)
    refuted = run(logarithm_is_negative)
    assert (refuted.verdict, [e.prover for e in refuted.evidence]) == ("refuted", ["box"])


def test_what_no_prover_reaches_is_open() -> None:
    result = verify(claim_of(vc_is_ldim), Settings(TINY, provers=("interval",)))
    assert (result.verdict, result.reason is not None) == ("open", True)
    assert str(result.reason).startswith("no prover looks at this claim here: raise the profile (--profile full)")
    assert result.undecided and result.evidence == ()


def test_what_only_other_provers_take_is_open_and_no_fault() -> None:
    def sums_of_what_is_counted(n: PositiveSize) -> Truth:
        return (n >= 0) & (sum(range(int(n) + 1)) == n * (n + 1) // 2)

    assert verify(claim_of(sums_of_what_is_counted), Settings(TINY, provers=("cadical",))).verdict == "open"


ANY = claim_of(vc_is_ldim)


def found(outcome: Outcome, cases: int | None = None, detail: str = "") -> Evidence:
    return Evidence("p", "u", outcome, 1, 1, 0, 0.0, "", premise_cases=cases, detail=detail)


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        (["tested", "checked"], "checked"),
        (["checked", "proved", "open"], "proved"),
        (["open", "tested"], "tested"),
        (["proved", "refuted", "checked"], "refuted"),
        (["tested", "tested"], "tested"),
        (["open", "open"], "open"),
        ([], "open"),
    ],
)
def test_the_strongest_outcome_counts_and_a_refutation_beats_all(outcomes: list[Outcome], verdict: str) -> None:
    assert verification.verdict_of(ANY, tuple(map(found, outcomes)), Unasked())[0] == verdict


def test_what_was_drawn_without_a_premise_that_holds_does_not_stand_in_for_an_open_answer() -> None:
    tells_more = asking._tells_more
    assert not tells_more(found("tested", 0), found("open"))
    assert tells_more(found("tested", 0), None) and tells_more(found("tested", 3), found("open"))
    assert tells_more(found("checked", 0), found("open"))


def test_what_several_claims_state_is_asked_once_and_what_one_states_each_time(registry: None) -> None:
    asked: list[str] = []

    class Asked:
        name, rank = "asked", 1

        def supports(self, question: Question, *given: object) -> None:
            asked.append(question.claim.id)

        def run(self, question: Question, *given: object) -> Evidence:
            return found("proved")

    twice, alone = [CLAIMS["YAN25.T7.corrected"], CLAIMS["YAN25.T7.eq1.corrected"]], [CLAIMS["PROB.markov"]] * 2
    supposed = [CLAIMS["YAN25.T7"]] * 2  # a use is asked whether it supposes that
    for claim in (*twice, *alone, *supposed):
        asking._answered(Asked(), Question(claim, claim.printed, Everything()), Settings(TINY))  # type: ignore[arg-type]
    assert asked == ["YAN25.T7.corrected", "PROB.markov", "PROB.markov", "YAN25.T7"]


def test_drawn_cases_make_no_universe_vacuous() -> None:
    """Where Python decided every case is tested, and none of them was left out."""
    every, some = found("tested", 0), replace(found("tested", 0), size=1000)
    for evidence, idle in ((every, ("u",)), (some, ()), (found("checked", 0), ("u",)), (found("tested", 1), ())):
        assert bite.bite_of(ANY, Settings(TINY), (evidence,)).vacuous_on == idle


def test_a_formula_of_many_calls_is_compared_at_one_case(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[bool] = []

    def is_asked_of(H: Binary) -> Truth:
        listed.append(H.is_listed)
        return H.nonempty()

    question = ask_classes(is_asked_of, 2)
    for calls, compared in ((10**9, True), (0, False)):
        monkeypatch.setattr(probes, "CALLS", calls)
        listed.clear()
        probes.probe(question, found("checked"), Budget())
        assert (sum(listed) > 1) is compared and sum(listed)


def test_the_one_case_is_a_class_of_more_functions_where_the_premise_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def opposite_of_what_is_listed(H: Binary) -> Conditional:
        told = vc_dimension(H) >= 1
        return when(told, constant(False) if H.is_listed else told)

    monkeypatch.setattr(probes, "CALLS", 0)
    with pytest.raises((FormulaFault, ProversDisagree), match="called at H = "):
        probes.probe(ask_classes(opposite_of_what_is_listed, 2), found("checked"), Budget())


def test_vacuous_evidence_does_not_count() -> None:
    assert verification.verdict_of(ANY, (found("checked", 0), found("tested", 3)), Unasked()) == ("tested", None)
    never = "its hypotheses hold in no case that was looked at"
    assert verification.verdict_of(ANY, (found("checked", 0),), Unasked()) == ("open", never)
    assert verification.verdict_of(ANY, (found("open", detail="9 cases left"), found("checked", 0)), Unasked()) == (
        "open",
        "9 cases left",
    )
    assert verification.verdict_of(ANY, (found("open"),), Unasked()) == ("open", "undecided within the budget")


def test_a_single_case_does_not_close_what_the_box_leaves_open() -> None:
    single = replace(found("checked", 1), prover="point")
    assert verification.verdict_of(ANY, (single,), Unasked()) == ("open", verification.ONLY_SINGLE)
    left = found("open", detail="no value at j = 1")
    assert verification.verdict_of(ANY, (left, single), Unasked()) == ("open", "no value at j = 1")


# ---- Disagreement


@dataclass(frozen=True)
class Stubborn:
    """A prover that gives one outcome whatever is asked, where another would be asked."""

    other: Prover
    outcome: Outcome

    @property
    def name(self) -> str:
        return self.other.name

    @property
    def rank(self) -> int:
        return self.other.rank

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        return self.other.wishes(claim, scope)

    def supports(self, question: Question, budget: Budget, resources: Resources) -> None:
        """It answers everything."""

    def run(self, question: Question, budget: Budget, resources: Resources) -> Evidence:
        """The one outcome."""
        return Evidence(self.name, "stubborn universe", self.outcome, 1, 1, 0, 0.0, "")


@pytest.mark.slow
@pytest.mark.parametrize("honest", ["random", "hypothesis"])
def test_a_prover_that_checks_what_another_refutes_is_a_fault(honest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    universe = class_universes((2, 2))
    random, structured = (universe if honest == name else () for name in ("random", "hypothesis"))
    profile = replace(TINY, exhaustive=universe, random=random, structured=structured)
    claim = claim_of(dimension_at_most, bound=Constant(1))
    monkeypatch.setitem(PROVERS, "exhaustive", Stubborn(PROVERS["exhaustive"], "checked"))
    with pytest.raises(
        ProversDisagree, match=rf"TEST\.dimension_at_most: exhaustive says checked and {honest} refuted"
    ):
        verify(claim, Settings(profile))
    assert issubclass(ProversDisagree, KitFault)


def has_zero_alone(H: Binary) -> Truth:
    return all_of(has & (not any(f)) for f, has in H.members())


def has_one_function(H: Binary) -> Truth:
    return H.size() <= 1


def test_a_formula_that_goes_through_the_members_is_to_blame_with_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = claim_of(has_zero_alone)
    with pytest.raises(FormulaFault, match="of a listed one its own; join each function's truth") as caught:
        verify(claim, Settings(TINY))
    assert caught.value.line == claim.location[1] + 1
    monkeypatch.setattr(class_programs, "violates", lambda *_: False)  # what names nothing of the kind is not to blame
    with pytest.raises(ListedOtherwise):
        verify(claim_of(has_one_function), Settings(TINY))


def test_a_proof_of_what_is_refuted_is_a_fault() -> None:
    claim = claim_of(vc_is_ldim)
    with pytest.raises(ProversDisagree, match="says proved and"):
        holding.insist_on_agreement(claim, (found("proved"), found("refuted")))


def test_a_check_of_other_classes_is_no_contradiction() -> None:
    claim = claim_of(vc_is_ldim)
    three, two = ClassUniverse(3, 2), ClassUniverse(2, 2)
    smaller = Counterexample({"H": ((0, 0), (1, 1))}, 2)
    checked = replace(found("checked"), question=Question(claim, {}, three))
    elsewhere = replace(found("refuted"), question=Question(claim, {}, two), counterexample=smaller)
    structured = replace(elsewhere, question=Question(claim, {}, three))
    holding.insist_on_agreement(claim, (checked, elsewhere, structured))
    same = replace(structured, counterexample=Counterexample({"H": ((0, 0, 0), (1, 1, 1))}, 2))
    with pytest.raises(ProversDisagree):
        holding.insist_on_agreement(claim, (checked, same))


def test_evidence_without_its_question_or_counterexample_contradicts_nothing() -> None:
    asked = Question(claim_of(vc_is_ldim), {}, ClassUniverse(2, 2))
    checked, refuted = found("checked"), found("refuted")
    for a, b in ((asked, None), (None, asked), (None, None)):
        assert not holding._looked_at(replace(checked, question=a), replace(refuted, question=b))


# ---- Plans


def test_only_the_provers_and_universes_asked_for() -> None:
    claim = claim_of(vc_is_ldim)
    on_three = verify(claim, Settings(TINY, provers=("exhaustive",), points=3, labels=2))
    assert (on_three.verdict, on_three.evidence[0].universe) == ("refuted", "all binary classes on 3 points")
    profile = replace(TINY, random=class_universes((2, 2)))
    chosen = verify(claim, Settings(profile, provers=("random",)))
    assert (chosen.verdict, [e.prover for e in chosen.evidence]) == ("tested", ["random"])


@pytest.mark.parametrize(("solver", "last"), [("checked", "cadical"), ("open", "hypothesis")])
def test_a_universe_that_is_asked_for_is_enumerated_and_drawn_and_solved_or_drawn_again(
    solver: Outcome, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sampler in ("random", "hypothesis"):
        monkeypatch.setitem(PROVERS, sampler, Stubborn(PROVERS[sampler], "tested"))
    for engine in ("cadical", "symbolic"):
        monkeypatch.setitem(PROVERS, engine, Stubborn(PROVERS[engine], solver))
    result = verify(claim_of(dimension_at_most, bound=Constant(2)), Settings(TINY, points=1, labels=4))
    assert [e.prover for e in result.evidence] == ["exhaustive", "random", last]
    assert {e.outcome for e in result.evidence} == {"checked", "tested"}


@pytest.mark.parametrize(("first", "asked"), [("checked", ["cadical"]), ("open", ["symbolic"])])
def test_the_second_solver_is_asked_where_the_first_stays_open(
    first: Outcome, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROVERS, "cadical", Stubborn(PROVERS["cadical"], first))
    profile = replace(TINY, exhaustive=(), symbolic=class_universes((2, 2)))
    assert [e.prover for e in run(vc_is_ldim, profile).evidence] == asked


def test_an_open_answer_is_passed_to_the_next_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROVERS, "exhaustive", Stubborn(PROVERS["exhaustive"], "open"))
    profile = ON_TWO_POINTS
    assert [e.prover for e in run(vc_is_ldim, profile).evidence] == ["direct"]


def test_a_prover_that_leaves_a_universe_open_is_not_sent_to_larger_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROVERS, "exhaustive", Stubborn(PROVERS["exhaustive"], "open"))
    profile = replace(ON_TWO_POINTS, exhaustive=class_universes((2, 2), (1, 3), (3, 2), (2, 3)))
    alone = Settings(profile, provers=("exhaustive",))
    result = verify(claim_of(dimension_at_most, bound=Constant(2)), alone)
    asked = [e.question.universe for e in result.evidence if e.question]
    assert asked == list(class_universes((2, 2), (1, 3)))


def test_a_statement_without_parameters_is_one_case() -> None:
    def two_is_two() -> Truth:
        """2 = 2."""
        return TRUE

    (evidence,) = run(two_is_two).evidence
    assert (evidence.outcome, evidence.cases, evidence.universe) == ("checked", 1, "the one case")


@pytest.mark.parametrize(
    ("settings", "limited"),
    [
        (Settings(TINY), False),
        (Settings(TINY, provers=("box",)), True),
        (Settings(TINY, points=1), True),
        (Settings(TINY, labels=3), True),
        (Settings(TINY, mutant={"bound": 1}), False),
    ],
)
def test_a_run_is_limited_by_provers_points_or_labels(settings: Settings, limited: bool) -> None:
    assert settings.limited == limited


# ---- Answers


@pytest.mark.parametrize(
    ("profile", "seed", "added"),
    [
        (QUICK, None, ""),
        (QUICK, 0, " --prover p"),
        (QUICK, 7, " --prover p --seed 7"),
        (TINY, None, " --prover p --profile tiny"),
        (TINY, 7, " --prover p --profile tiny --seed 7"),
    ],
)
def test_the_command_names_what_differs_from_the_defaults(profile: Profile, seed: int | None, added: str) -> None:
    evidence = replace(found("checked"), command="littlestone verify X", seed=seed)
    assert asking.command_of(evidence, Settings(profile)) == f"littlestone verify X{added}"


def test_an_open_answer_stands_where_no_other_prover_supports_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROVERS, "box", Stubborn(PROVERS["box"], "open"))
    (evidence,) = run(squares_are_sums, shift=Constant(0)).evidence
    assert (evidence.prover, evidence.outcome) == ("box", "open")


def test_a_mutant_keeps_the_other_constants_as_printed() -> None:
    def between(n: PositiveSize, low: int, high: int) -> bool:
        """n lies between the bounds."""
        return low <= n <= high

    claim = claim_of(between, low=Constant(1, (2,)), high=Constant(99, (98,)))
    result = verify(claim, Settings(TINY, mutant={"low": 2}))
    assert result.refutation is not None and result.refutation.question is not None
    assert result.refutation.question.constants == {"low": 2, "high": 99}
    assert [mutant.constants for mutant in verify(claim, Settings(TINY)).bite.mutants] == [
        {"low": 2, "high": 99},
        {"low": 1, "high": 98},
    ]


def test_a_run_of_a_mutant_is_marked_as_not_printed() -> None:
    claim = claim_of(dimension_at_most, bound=Constant(2, mutants=(1,)))
    assert [verify(claim, Settings(TINY, mutant=m)).as_printed for m in ({}, {"bound": 1})] == [True, False]


def test_a_run_of_a_mutant_says_what_was_asked() -> None:
    claim = claim_of(dimension_at_most, bound=Constant(2, mutants=(1,)))
    said = [verify(claim, Settings(TINY, mutant=m)) for m in ({}, {"bound": 3})]
    assert [one.stopped for one in said] == [None, "asked with bound = 3 for 2"]
    assert [one.example is None for one in said] == [False, True]


def test_a_refuted_correction_repairs_nothing_whatever_corrects_it() -> None:
    for bound, id in enumerate(["TOY.L", "TOY.L.corrected", "TOY.L.corrected.corrected"]):
        of = id.removesuffix(".corrected") if bound else None
        add_claim(replace(claim_of(dimension_at_most, bound=Constant(bound)), id=id, corrects=of))
    first, second = (verify(CLAIMS[id], Settings(TINY)) for id in ("TOY.L", "TOY.L.corrected"))
    assert (first.verdict, second.verdict) == ("refuted", "refuted")
    assert (first.expected, second.expected) == (False, True)


def test_what_is_shown_of_a_claim_that_passes_is_its_own() -> None:
    """Where the print is refuted it is the correction's."""
    add_claim(replace(claim_of(dimension_at_most, bound=Constant(2, mutants=(1,))), id="TOY.L"))
    add_claim(replace(claim_of(dimension_at_most, bound=Constant(3)), id="TOY.L.corrected", corrects="TOY.L"))
    passing = entry(verify(CLAIMS["TOY.L"], Settings(TINY)))
    assert (passing["verdict"], len(passing["mutants"])) == ("checked", 1)
    assert "bound = 2" in (passing["example"] or "")


@pytest.mark.parametrize(("outcome", "vacuous"), [("checked", (ON_TWO,)), ("open", ())])
def test_a_universe_is_idle_where_mutants_are_seen_to_live_not_where_they_stay_open(
    outcome: Outcome, vacuous: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bite, "MUTATION", ON_TWO_POINTS)
    printed = replace(found("checked"), universe=ON_TWO)
    monkeypatch.setattr(bite, "answers", lambda *asked: iter([replace(printed, outcome=outcome)]))
    claim = claim_of(dimension_at_most, bound=Constant(9, (8, 7)))
    shown = bite.bite_of(claim, Settings(TINY), (printed,))
    assert ([m.killer for m in shown.mutants], shown.vacuous_on) == ([None, None], vacuous)


def test_mutants_are_looked_for_where_the_quick_profile_looks() -> None:
    only_one = replace(TINY, exhaustive=class_universes((1, 2)))
    (mutant,) = run(dimension_at_most, only_one, bound=Constant(2, (1,))).bite.mutants
    assert mutant.killer is not None and mutant.killer.universe == ON_TWO


@dataclass(frozen=True)
class Curious(Stubborn):
    """A stubborn prover that notes what it is given."""

    given: list[Resources]

    def run(self, question: Question, budget: Budget, resources: Resources) -> Evidence:
        self.given.append(resources)
        return super().run(question, budget, resources)


def test_every_prover_is_given_shards_and_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Resources] = []
    for name in ("exhaustive", "box"):
        monkeypatch.setitem(PROVERS, name, Curious(PROVERS[name], "checked", given))
    settings = Settings(ON_TWO_POINTS, ("exhaustive", "box"), shards=tmp_path)  # limited, so nothing is measured
    verify(claim_of(dimension_at_most, bound=Constant(2)), settings)
    verify(claim_of(squares_are_sums, shift=Constant(0)), settings)
    assert given == [Resources(settings.progress, tmp_path)] * 2
