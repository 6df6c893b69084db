"""Uses that are honest by their line, and of no use to their theorem; each of these proofs was of which all is used.

The lemma is Markov's inequality, of which nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from helpers.questions import taking
from helpers.tiny_runs import TINY, run_all

from littlestone.claims import (
    QUARTER,
    FromZero,
    Naturals,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    PositiveUnit,
    Statement,
    Terms,
    Total,
    Truth,
    Unit,
    Use,
    adds_up,
    claim,
    ln,
    rests_on,
    terms,
    uses,
    when,
)
from littlestone.proofs_check.verdicts.ledger import ledger
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.reals import Real, symbol
from littlestone.spec.claim import CLAIMS, NoStatement
from littlestone.spec.proofs import ARROWS
from littlestone.spec.terms import CONTRACTS

pytestmark = pytest.mark.usefixtures("registry")
HOLDS = ("1 of 1 used", [])


@pytest.fixture(autouse=True)
def lemma(registry: None) -> None:
    markov = terms("TOY.L")(taking(lambda level, mean: Terms(fails=mean / level), level=PositiveReal, mean=FromZero))

    @claim("TOY.L", "a test", "lemma")
    def large_values_are_rare(p: Unit, level: PositiveReal, above: FromZero, below: FromZero) -> Statement:
        """Pr[Z >= level] <= E[Z] / level."""
        return when(above >= level, p <= markov(level, p * above + (1 - p) * below).fails)

    any_bound = terms("TOY.B")(taking(lambda bound: Terms(fails=bound), bound=FromZero))
    claim("TOY.B", "a test", "lemma")(
        taking(
            lambda p, share, mean: when(p <= share * mean, p <= any_bound(mean).fails),
            p=Unit,
            share=Unit,
            mean=FromZero,
        )
    )

    @terms("TOY.C")
    def at_a_price(part: FromZero, mean: FromZero, beta: PositiveUnit) -> Terms:
        """A part is at most the mean, but for this chance."""
        return Terms(says=part <= mean, fails=2 * beta)

    @claim("TOY.C", "a test", "lemma")
    def but_for_a_chance(p: Unit, share: Unit, mean: FromZero, beta: PositiveUnit) -> Truth:
        """A part is at most the mean, but for this chance."""
        said = at_a_price(share * mean, mean, beta)
        return (p * beta * 2 <= said.fails) & said.says


def theorem(formula: Callable[..., Any], **domains: Any) -> None:
    claim("TOY.T", "a test", "theorem")(taking(formula, **domains))


def four_times_the_mean() -> None:
    theorem(lambda mean, p: when([4 * mean * p <= mean, mean <= 9], p <= QUARTER), mean=PositiveReal, p=Unit)


def proof(use: Callable[..., Use], cited: str = "TOY.L", **domains: Any) -> tuple[str, list[str]]:
    """What the proof is worth that uses the lemma so, and what it lacks; the use is one."""
    uses("TOY.T", cited, "its proof")(taking(use, **domains))
    proofs = Proofs(run_all("TOY."))
    arrow = ARROWS[f"TOY.T.from.{cited.removeprefix('TOY.')}"]
    assert proofs.word_of(arrow) == "used"
    judged = proofs.judged["TOY.T"]
    return judged.words, [step.partition(" (")[2].rstrip(")") for step in judged.steps]


def at_four(mean: Any, **rest: Any) -> Use:
    return Use({"level": 4 * mean, "mean": mean}, gives=lambda b: b.fails <= QUARTER, **rest)


def test_a_use_of_all_that_the_theorem_ranges_over_serves_it() -> None:
    four_times_the_mean()
    assert proof(lambda mean: at_four(mean), mean=PositiveReal) == HOLDS


def test_a_line_of_other_quantities_serves_no_theorem() -> None:
    theorem(lambda t: (1 + t) * ln(1 + t) > t, t=PositiveReal)
    assert proof(lambda mean: at_four(mean), mean=PositiveReal)[1] == ["of none of its quantities"]


def test_a_parameter_that_the_line_has_not_is_not_shared() -> None:
    theorem(lambda t: (1 + t) * ln(1 + t) > t, t=PositiveReal)
    assert proof(lambda mean, t: at_four(mean), mean=PositiveReal, t=PositiveReal)[1] == ["of none of its quantities"]


@pytest.mark.parametrize(
    ("domain", "lacks"),
    [
        (PositiveReal, []),
        (PositiveUnit, ["of less than it ranges over"]),
        # Beyond the range a line may deny the theorem, and what it follows from be impossible within
        (FromZero, ["of more than it ranges over"]),
    ],
)
def test_a_line_of_another_range_does_not_serve(domain: Any, lacks: list[str]) -> None:
    theorem(lambda mean, p: when(4 * mean * p <= mean, p <= QUARTER), mean=PositiveReal, p=Unit)
    use = lambda mean: Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= mean / 4)  # noqa: E731
    assert proof(use, mean=domain)[1] == lacks


def test_integers_from_ten_on_are_a_part_of_those_from_one_on() -> None:
    theorem(lambda n, p: when(4 * n * p <= n, p <= QUARTER), n=PositiveInteger, p=Unit)
    assert proof(lambda n: at_four(Real.of(n)), n=Annotated[Real, Naturals(10)])[1] == ["of less than it ranges over"]


@pytest.mark.parametrize(
    ("given", "lacks"),
    [(lambda mean: mean <= 9, []), (lambda mean: mean <= 1, ["given what it does not ask"])],
    ids=["a hypothesis of the theorem", "a case of it"],
)
def test_what_is_given_has_to_be_asked_by_the_theorem(given: Callable[..., Truth], lacks: list[str]) -> None:
    four_times_the_mean()
    assert proof(lambda mean: at_four(mean, given=given(mean)), mean=PositiveReal)[1] == lacks


@pytest.mark.parametrize(
    ("case", "lacks"),
    [
        (lambda p, mean, bound: (p <= bound).implies(mean * p <= mean * QUARTER), []),
        (lambda p, mean, bound: (mean <= 1).implies(bound <= QUARTER), ["in some cases"]),
        (lambda p, mean, bound: (mean > 1) | (bound <= QUARTER), ["in some cases"]),
        (lambda p, mean, bound: ((p <= bound) & (mean <= 1)).implies(p <= QUARTER), ["in some cases"]),
        (lambda p, mean, bound: (mean - 1 <= bound).implies(mean * 3 <= 4), ["in some cases"]),
        (lambda p, mean, bound: (4 * p <= 4 * bound).implies(p <= QUARTER), ["in some cases"]),
    ],
    ids=["what is so seldom", "a hypothesis", "a case", "what is so seldom in a case", "of what is known", "not alone"],
)
def test_a_line_of_some_cases_serves_these(case: Callable[..., Truth], lacks: list[str]) -> None:
    four_times_the_mean()
    use = lambda p, mean: Use({"level": 4 * mean, "mean": mean}, gives=lambda b: case(p, mean, b.fails))  # noqa: E731
    assert proof(use, p=Unit, mean=PositiveReal)[1] == lacks


def test_chances_in_two_lines_are_summed() -> None:
    four_times_the_mean()
    uses("TOY.T", "TOY.L", "its proof", name="again")(taking(lambda mean: at_four(mean), mean=PositiveReal))
    judged = proof(lambda mean: at_four(mean), mean=PositiveReal)
    assert judged == ("conditional: TOY.T.sums (chances not summed)", ["chances not summed"])


@pytest.mark.parametrize("more", [1, 2])
def test_a_bound_that_the_use_puts_in_itself_is_nobodys(more: int) -> None:
    four_times_the_mean()
    use = lambda mean: Use({"bound": mean / 1000}, gives=lambda b: b.fails <= more * mean / 1000)  # noqa: E731
    assert proof(use, "TOY.B", mean=PositiveReal)[1] == ["of a bound that is put in"]


def test_a_bound_that_is_a_parameter_of_the_theorem_is_its_own() -> None:
    theorem(lambda beta, p: when(p <= beta, p <= 2 * beta), beta=Unit, p=Unit)
    assert proof(lambda beta: Use({"bound": beta}, gives=lambda b: b.fails <= beta), "TOY.B", beta=Unit) == HOLDS


def test_what_a_line_costs_is_in_the_line_or_counted() -> None:
    theorem(lambda beta, mean, share: mean * beta <= 1 + share, beta=PositiveUnit, mean=PositiveUnit, share=Unit)
    dear = lambda mean, share, beta: Use(  # noqa: E731
        {"part": 2 * mean, "mean": mean + share, "beta": beta}, gives=mean <= share
    )
    lacks = proof(dear, "TOY.C", beta=PositiveUnit, mean=PositiveUnit, share=Unit)[1]
    assert lacks == ["of no bound that TOY.C has on a quantity as it stands", "fails counted nowhere"]


@pytest.mark.parametrize(
    ("given", "rest", "lacks"),
    [
        (lambda mean: mean <= 9, {"times": 1}, []),
        (lambda mean: mean <= 9, {}, ["fails counted nowhere"]),
        (lambda mean: mean <= 8, {"times": 1}, ["given what it does not ask"]),
    ],
    ids=["counted", "not counted", "in a case of the theorem"],
)
def test_a_total_has_the_costs_of_all_uses_and_no_other_case(
    given: Callable[..., Truth], rest: dict[str, Any], lacks: list[str]
) -> None:
    four_times_the_mean()
    total = lambda mean: Total(fails=mean * 0 + QUARTER, given=given(mean))  # noqa: E731
    if not rest:
        uses("TOY.T", "TOY.L", "its proof", name="once")(taking(lambda mean: at_four(mean, times=1), mean=PositiveReal))
    adds_up("TOY.T", "its proof")(taking(total, mean=PositiveReal))
    assert proof(lambda mean: at_four(mean, **rest), mean=PositiveReal)[1] == lacks


@pytest.mark.parametrize(("cites", "lacks"), [(("TOY.L",), []), (("TOY.C",), ["proved, citing TOY.C"])])
def test_what_a_theorem_takes_from_a_claim_is_used_in_its_proof(cites: tuple[str, ...], lacks: list[str]) -> None:
    formula = taking(lambda mean, p: when([4 * mean * p <= mean, mean <= 9], p <= QUARTER), mean=PositiveReal, p=Unit)
    claim("TOY.T", "a test", "theorem", cites=cites)(formula)
    assert proof(lambda mean: at_four(mean), mean=PositiveReal)[1] == lacks


def test_what_a_lemma_takes_from_a_claim_is_not_shown_by_naming_that() -> None:
    four_times_the_mean()

    as_seldom = terms("TOY.K")(taking(lambda level, mean: Terms(fails=mean / level), level=PositiveReal, mean=FromZero))

    @claim("TOY.K", "a test", "lemma", cites=("TOY.C",))
    def large_values_are_as_rare(p: Unit, level: PositiveReal, above: FromZero, below: FromZero) -> Statement:
        """Pr[Z >= level] <= E[Z] / level."""
        return when(above >= level, p <= as_seldom(level, p * above + (1 - p) * below).fails)

    rests_on("TOY.K", "TOY.C", "a line of it", "its proof")
    assert "proved, citing TOY.C" in proof(lambda mean: at_four(mean), "TOY.K", mean=PositiveReal)[1]


def test_what_is_false_far_off_has_no_proof_however_honest_its_lines_are() -> None:
    theorem(lambda n: (Real.of(sum(1 for _ in range(n))) - 123457) ** 2 >= 1, n=PositiveSize)
    assert proof(lambda n: at_four(Real.of(n)), n=PositiveInteger)[1] == ["checked"]


def test_of_a_statement_that_was_not_run_no_proof_is_told() -> None:
    four_times_the_mean()
    proof(lambda mean: at_four(mean), mean=PositiveReal)
    others = [id for id in CLAIMS if id.startswith("TOY.") and id != "TOY.T"]
    judged = Proofs({id: run_claim(id, Settings(TINY)) for id in others}).judged["TOY.T"]
    assert judged.words == "not run: TOY.T"


# ---- What the lemma leaves open


def lemma_of(
    formula: Callable[..., Any], said: Callable[..., Terms], id: str = "TOY.M", level: Any = PositiveReal, **rest: Any
) -> None:
    """Another lemma on large values, of a formula that is called with its terms first."""
    stated = terms(id)(taking(said, level=PositiveReal, mean=FromZero))
    called = lambda p, level, above, below: formula(stated, p, level, above, below)  # noqa: E731
    claim(id, "a test", "lemma", **rest)(taking(called, p=Unit, level=level, above=FromZero, below=FromZero))


def seldom(level: Any, mean: Any) -> Terms:
    return Terms(fails=mean / level)


def markov_by(stated: Any, p: Any, level: Any, above: Any, below: Any) -> Any:
    return when(above >= level, p <= stated(level, p * above + (1 - p) * below).fails)


def implied(stated: Any, p: Any, level: Any, above: Any, below: Any) -> Any:
    return (above >= level).implies(p <= stated(level, p * above + (1 - p) * below).fails)


def scaled(stated: Any, p: Any, level: Any, above: Any, below: Any) -> Any:
    return when(above >= level, p <= 9 * stated(level, p * above + (1 - p) * below).fails)


def squared(stated: Any, p: Any, level: Any, above: Any, below: Any) -> Any:
    return when(above >= level, p**2 <= stated(level, p * above + (1 - p) * below).fails)


def four_times_what_is_one() -> None:
    theorem(lambda mean, p: when([4 * mean * p <= mean, mean >= 1], p <= QUARTER), mean=PositiveReal, p=Unit)


@pytest.mark.parametrize(
    ("formula", "said", "level", "lacks"),
    [
        (markov_by, seldom, PositiveReal, []),
        (implied, seldom, PositiveReal, ["of what TOY.M says in some cases"]),
        (
            scaled,
            lambda level, mean: Terms(fails=mean / level / 9),
            PositiveReal,
            ["of no bound that TOY.M has on a quantity as it stands"],
        ),
        (squared, seldom, PositiveReal, ["of no bound that TOY.M has on a quantity as it stands"]),
        (markov_by, seldom, PositiveInteger, ["of what may be no integer, as TOY.M asks"]),
    ],
    ids=["a bound", "a hypothesis that no use is asked for", "a bound too small", "of a square", "an integer"],
)
def test_a_lemma_holds_its_terms_as_they_stand(formula: Any, said: Any, level: Any, lacks: list[str]) -> None:
    four_times_what_is_one()
    lemma_of(formula, said, level=level)
    assert proof(lambda mean: at_four(mean, given=mean >= 1), "TOY.M", mean=PositiveReal)[1] == lacks


@pytest.mark.parametrize(("part", "lacks"), [("TOY.T.range", "TOY.T"), ("TOY.M.range", "TOY.M")])
def test_what_has_a_refuted_part_is_not_proved_whole(part: str, lacks: str) -> None:
    four_times_the_mean()
    lemma_of(markov_by, seldom)
    claim(part, "a test", "lemma")(taking(lambda p: p <= QUARTER, p=Unit))
    uses("TOY.T", "TOY.M", "its proof")(taking(lambda mean: at_four(mean), mean=PositiveReal))
    told = ledger("tiny", [*run_all("TOY.").values()])
    (judged,) = (each for each in told["proofs"] if each["id"] == "TOY.T")
    assert judged["steps"] == [f"{lacks} (proved, part refuted: {part})"]


def is_at_the_level(level: Any, mean: Any) -> Use:
    return Use({"level": level, "mean": mean}, gives=lambda b: b.fails * level <= mean)


@pytest.mark.parametrize(("cites", "lacks"), [((), []), (("TOY.C",), ["proved, citing TOY.K", "proved, citing TOY.C"])])
def test_what_a_lemma_takes_from_another_is_shown_in_its_own_proof(cites: tuple[str, ...], lacks: list[str]) -> None:
    four_times_the_mean()
    lemma_of(markov_by, seldom, "TOY.K", cites=cites)
    lemma_of(markov_by, seldom, cites=("TOY.K",))
    uses("TOY.M", "TOY.K", "its proof")(taking(is_at_the_level, level=PositiveReal, mean=FromZero))
    assert proof(lambda mean: at_four(mean), "TOY.M", mean=PositiveReal)[1] == lacks


def test_to_call_the_terms_of_another_claim_is_to_take_it_from_there() -> None:
    four_times_the_mean()
    lemma_of(scaled, lambda level, mean: Terms(fails=mean / level / 9), "TOY.K")
    other = CONTRACTS["TOY.K"].function

    def supposing(stated: Any, p: Any, level: Any, above: Any, below: Any) -> Any:
        mean = p * above + (1 - p) * below
        return when([above >= level, p <= other(level, mean).fails], p <= stated(level, mean).fails)

    lemma_of(supposing, lambda level, mean: Terms(fails=mean / level / 2))
    assert proof(lambda mean: at_four(mean), "TOY.M", mean=PositiveReal)[1] == ["proved"]


def test_a_lemma_that_supposes_the_theorem_does_not_serve_it() -> None:
    theorem(lambda mean: mean / (mean + 1) <= 1, mean=PositiveReal)
    lemma_of(markov_by, lambda level, mean: Terms(asks=mean / (mean + 1) <= 1, fails=mean / level))
    assert proof(lambda mean: at_four(mean), "TOY.M", mean=PositiveReal)[1] == ["of a lemma that supposes it"]


def test_terms_have_what_the_proof_of_their_claim_pays() -> None:
    four_times_the_mean()
    lemma_of(markov_by, seldom)
    adds_up("TOY.M", "its proof")(taking(lambda mean: Total(delta=mean), mean=FromZero))
    assert proof(lambda mean: at_four(mean), "TOY.M", mean=PositiveReal)[1] == ["delta of TOY.M left out"]


def test_terms_have_no_symbols_but_their_quantities() -> None:
    four_times_the_mean()
    lemma_of(markov_by, lambda level, mean: Terms(fails=symbol("p") * mean / level))
    uses("TOY.T", "TOY.M", "its proof")(taking(lambda mean: at_four(mean), mean=PositiveReal))
    with pytest.raises(NoStatement, match="the symbol 'p', which is no quantity"):
        CLAIMS["TOY.T.from.M.conclusion"].state({"mean": symbol("mean")})
