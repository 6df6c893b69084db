"""Uses drawn from the terms of a claim: what has content is used, what has none is cited, what is wrong fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.questions import taking
from helpers.tiny_runs import TINY, run_all

from littlestone.claims import (
    HALF,
    Constant,
    FromZero,
    PositiveReal,
    Statement,
    Terms,
    Total,
    Truth,
    Unit,
    Use,
    adds_up,
    claim,
    correction,
    terms,
    uses,
    when,
)
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import CLAIMS, NoStatement
from littlestone.spec.proofs import ARROWS
from littlestone.spec.terms import CONTRACTS, Contract, with_stronger_terms

pytestmark = pytest.mark.usefixtures("registry")
load_papers()
TERMED = sorted(of for of in CONTRACTS if of in CLAIMS and CLAIMS[of].not_checkable is None)


@pytest.fixture(autouse=True)
def lemma(registry: None) -> None:
    markov = terms("TOY.markov")(
        taking(lambda level, mean: Terms(asks=level >= mean, fails=mean / level), level=PositiveReal, mean=FromZero)
    )

    @claim("TOY.markov", "a test", "lemma")
    def large_values_are_rare(p: Unit, level: PositiveReal, below: FromZero) -> Statement:
        """Pr[Z >= level] <= E[Z] / level."""
        mean = p * level + (1 - p) * below
        return when(mean <= level, p <= markov(level, mean).fails)

    terms("TOY.words")(taking(lambda mean: Terms(fails=mean), mean=FromZero))
    claim("TOY.words", "a test", "lemma")(taking(lambda p: p <= 1, p=Unit))
    claim("TOY.T", "a test", "theorem")(taking(lambda mean: mean <= 1, mean=Unit))


def used(cited: str, use: Callable[[Any], Use]) -> None:
    """TOY.T uses the cited claim so."""

    uses("TOY.T", cited, "its proof")(taking(lambda mean: use(mean), mean=Unit))


def word(cited: str = "TOY.markov") -> str:
    return Proofs(run_all("TOY.")).word_of(ARROWS[f"TOY.T.from.{cited.removeprefix('TOY.')}"])


def at_level(level: Any) -> Callable[[Any], Use]:
    return lambda mean: Use({"level": level, "mean": mean}, gives=lambda b: b.fails <= mean / 4)


def test_a_line_that_needs_the_bound_is_used() -> None:
    used("TOY.markov", at_level(4))
    assert word() == "used"
    mutants = run_all("TOY.")["TOY.T.from.markov.conclusion"]["mutants"]
    found = {mutant["constants"]["cited"]: mutant["killed_by"] for mutant in mutants}
    assert set(found) == {"doubled", "denied"} and all(found.values())


@pytest.mark.parametrize(
    ("level", "expected"),
    [(3, "fails"), (0, "fails"), (HALF, "fails")],
    ids=["the bound is weaker", "out of range", "what it asks for does not hold"],
)
def test_a_wrong_use_fails(level: Any, expected: str) -> None:
    used("TOY.markov", at_level(level))
    assert word() == expected


def failing(part: str) -> str:
    """What the counterexample to a part of the use says that it needs."""
    found = run_claim(f"TOY.T.from.markov.{part}", Settings(TINY))["counterexample"]
    return "" if found is None else found["text"].partition("the claim needs ")[2]


def test_a_bound_that_is_too_weak_is_shown_with_its_value() -> None:
    @uses("TOY.T", "TOY.markov", "its proof")
    def at_three(mean: Unit) -> Use:
        """At three."""
        return Use({"level": 3, "mean": mean}, gives=lambda tail: tail.fails <= mean / 4)

    assert failing("conclusion") == "tail.fails = 1/6 <= mean / 4 = 1/8"


def test_what_a_use_does_not_fulfil_is_shown() -> None:
    @uses("TOY.T", "TOY.markov", "its proof")
    def below_the_mean(mean: Unit) -> Use:
        """At half."""
        return Use({"level": HALF, "mean": mean}, gives=lambda tail: tail.fails <= mean * 2)

    assert failing("premise").startswith("what TOY.markov asks at level = 1/2, mean = ")


def test_a_line_that_is_true_by_itself_is_cited() -> None:
    used("TOY.markov", lambda mean: Use({"level": 4, "mean": mean}, gives=mean <= 1))
    assert word() == "cited"


@pytest.mark.parametrize("run", ["TOY.tail", "TOY.tail.corrected"], ids=["beside the print", "alone"])
def test_a_correction_holds_its_terms_wherever_the_run_looked_at_it(run: str) -> None:
    claim("TOY.tail", "a test", "lemma")(taking(lambda p: p <= HALF, p=Unit))
    tail = terms("TOY.tail.corrected")(taking(lambda mean: Terms(fails=mean / 4), mean=FromZero))
    correction("TOY.tail", "p may be larger")(
        taking(lambda mean, part: part * mean / 4 <= tail(mean).fails, mean=Unit, part=Unit)
    )
    used("TOY.tail.corrected", lambda mean: Use({"mean": mean}, gives=lambda b: b.fails <= mean / 4))
    use = ARROWS["TOY.T.from.tail.corrected"]
    assert Proofs({id: run_claim(id, Settings(TINY)) for id in (run, *use.claims)}).word_of(use) == "used"


def test_everything_follows_from_what_is_impossible_and_is_no_use() -> None:
    never = lambda mean: Use({"level": 4, "mean": mean}, given=mean > 1, gives=lambda b: b.fails < 0)  # noqa: E731
    used("TOY.markov", never)
    assert word() != "used"


def test_terms_that_the_claim_is_not_made_of_are_words() -> None:
    used("TOY.words", lambda mean: Use({"mean": mean}, gives=lambda b: b.fails <= mean))
    assert word("TOY.words") == "cited"


@pytest.mark.parametrize(("allowed", "expected"), [(1, "used"), (4, "cited")], ids=["the sum is tight", "it is not"])
def test_a_cost_is_used_where_the_sum_fails_with_it_doubled(allowed: int, expected: str) -> None:
    uses("TOY.T", "TOY.markov", "its proof", draws="twice so seldom")(
        taking(lambda mean: Use({"level": 4, "mean": mean}, times=2), mean=Unit)
    )
    adds_up("TOY.T", "its proof")(taking(lambda mean: Total(fails=allowed * mean / 2), mean=Unit))
    assert run_all("TOY.")["TOY.T.sums"]["verdict"] == "proved" and word() == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"level": 4}, "'mean' is missing"),
        ({"level": 4, "mean": 1, "p": 1}, "there is no quantity 'p'"),
    ],
)
def test_quantities_that_are_missing_or_unknown_are_named(given: dict[str, Any], words: str) -> None:
    with pytest.raises(NoStatement, match=words):
        CONTRACTS["TOY.markov"].at(given)


def test_a_line_from_terms_needs_a_claim_that_has_them() -> None:
    used("TOY.T", lambda mean: Use({"mean": mean}, gives=lambda b: b.fails <= 1))
    fault = run_all("TOY.")["TOY.T.from.T.conclusion"]["fault"]
    assert fault is not None and "TOY.T has none: state @terms" in fault["text"]


def test_terms_are_stated_once() -> None:
    with pytest.raises(ValueError, match="stated twice"):
        terms("TOY.markov")(taking(lambda mean: Terms(fails=mean), mean=FromZero))


def test_a_formula_that_calls_its_terms_and_does_not_need_them_does_not_hold_them() -> None:
    idle = terms("TOY.idle")(taking(lambda mean: Terms(fails=mean), mean=FromZero))
    claim("TOY.idle", "a test", "lemma")(taking(lambda p: p <= 1 + idle(p).fails, p=Unit))
    used("TOY.idle", lambda mean: Use({"mean": mean}, gives=lambda b: b.fails <= mean))
    assert word("TOY.idle") == "cited"


@pytest.mark.parametrize(
    "line",
    [lambda mean: mean <= HALF, lambda mean: lambda b: b.epsilon <= HALF],
    ids=["a relation", "a cost"],
)
def test_a_part_of_terms_that_the_formula_never_asks_holds_nothing(line: Any) -> None:
    bound = terms("TOY.beside")(
        taking(lambda mean: Terms(fails=mean / 4, says=mean <= HALF, epsilon=HALF), mean=FromZero)
    )
    claim("TOY.beside", "a test", "lemma")(
        taking(lambda mean, share: share * mean / 4 <= bound(mean).fails, mean=FromZero, share=Unit)
    )
    used("TOY.beside", lambda mean: Use({"mean": mean}, gives=line(mean)))
    assert word("TOY.beside") == "cited"


def test_terms_of_which_a_part_is_not_written_out_are_bad_input() -> None:
    with pytest.raises(NoStatement, match=r"have 'fails' unseen: write Terms\(fails=..\)"):
        Contract("TOY.hidden", lambda: Terms(True, True, HALF)).at({})


@pytest.mark.parametrize(("level", "expected"), [(1, "used"), (2, "used"), (4, "fails")])
def test_terms_that_a_claim_asks_at_numbers_serve_at_no_other(level: int, expected: str) -> None:
    @terms("TOY.odd")
    def odd(level: PositiveReal, mean: FromZero) -> Terms:
        """True at 1 and 2 alone."""
        return Terms(fails=mean / level / (1 + 9 * (level - 1) ** 2 * (level - 2) ** 2))

    @claim("TOY.odd", "a test", "lemma")
    def at_one_and_two(mean: FromZero, share: Unit) -> Truth:
        """Part of the mean, and of half of it."""
        return (share * mean <= odd(1, mean).fails) & (share * mean / 2 <= odd(2, mean).fails)

    at = lambda mean: Use(  # noqa: E731
        {"level": Real.of(level), "mean": mean}, gives=lambda b: b.fails <= mean / level
    )
    used("TOY.odd", at)
    assert word("TOY.odd") == expected


@pytest.mark.parametrize(
    ("line", "n", "expected"),
    [
        (lambda says, n, size: says(n, size).implies(says(n, size)), 1, "cited"),
        (lambda says, n, size: says(n, size).implies(says(n + 1, size + 2)), 1, "cited"),
        (lambda says, n, size: says(0, Real.of(0)) & says(n, size).implies(says(n + 1, size + 2)), 1, "used"),
        (lambda says, n, size: says(0, Real.of(0)) & says(n, size).implies(says(n + 1, size + 2)), HALF, "cited"),
    ],
    ids=["it holds if it holds", "a step without its base", "a step with its base", "before the first step"],
)
def test_what_holds_of_any_terms_holds_none(line: Any, n: Any, expected: str) -> None:
    double = terms("TOY.step")(taking(lambda n, size: Terms(says=size <= 2 * n), n=FromZero, size=FromZero))
    claim("TOY.step", "a test", "lemma")(
        taking(lambda n, size: line(lambda *at: as_truth(double(*at).says), n, size), n=FromZero, size=FromZero)
    )
    at = lambda mean: Use({"n": n, "size": 3 * n * mean}, gives=3 * mean <= 2)  # noqa: E731
    used("TOY.step", at)
    assert word("TOY.step") == expected


def test_a_line_cannot_see_which_terms_it_is_given() -> None:
    seen = {type(each.fails) for each in (CONTRACTS["TOY.words"].at({"mean": 0}), Terms().doubled)}
    assert seen == {Real}

    class Own(Terms):
        """Terms of another kind."""

    with pytest.raises(NoStatement, match="return Terms"):
        Contract("TOY.own", lambda: Own()).at({})


def test_what_the_terms_say_is_not_said_again_in_a_use() -> None:
    used("TOY.markov", lambda mean: Use({"level": 4, "mean": mean}, needs=mean > 1, gives=lambda b: b.fails <= mean))
    fault = run_all("TOY.")["TOY.T.from.markov.conclusion"]["fault"]
    assert fault is not None and "passes needs=" in fault["text"]


def test_a_cost_is_not_used_where_the_line_holds_by_itself() -> None:
    uses("TOY.T", "TOY.markov", "its proof")(
        taking(lambda mean: Use({"level": 4, "mean": mean}, gives=mean <= 1, times=1), mean=Unit)
    )
    adds_up("TOY.T", "its proof")(taking(lambda mean: Total(fails=mean / 4), mean=Unit))
    assert word() == "cited"


def test_terms_of_a_file_that_is_run_twice_are_stated_once() -> None:
    def stated() -> None:
        terms("TOY.again")(taking(lambda mean: Terms(fails=mean), mean=FromZero))

    stated()
    stated()
    assert "TOY.again" in CONTRACTS


def test_terms_that_are_restated_with_another_default_are_stated_twice() -> None:
    def stated(strength: int) -> None:
        @terms("TOY.restated")
        def again(mean: FromZero, strength: int = strength) -> Terms:
            """A bound."""
            return Terms(fails=mean / strength)

    stated(1)
    with pytest.raises(ValueError, match="stated twice"):
        stated(1000)


@pytest.mark.parametrize(("proved", "expected"), [(4, "used"), (1, "cited")])
def test_terms_are_held_at_the_constants_that_a_use_is_given(proved: int, expected: str) -> None:
    @terms("TOY.part")
    def part(mean: FromZero, strength: int = 4) -> Terms:
        """A fourth of the mean."""
        return Terms(fails=mean / strength)

    claim("TOY.part", "a test", "lemma")(
        taking(lambda mean, share: share * mean / proved <= part(mean, proved).fails, mean=FromZero, share=Unit)
    )
    used("TOY.part", lambda mean: Use({"mean": mean}, gives=lambda b: b.fails <= mean / 4))
    assert word("TOY.part") == expected


def test_a_constant_that_is_called_terms_holds_no_terms() -> None:
    claim("TOY.named", "a test", "lemma", terms=Constant(1, mutants=(HALF,)))(
        taking(lambda p, terms: p <= terms, p=Unit)
    )
    terms("TOY.named")(lambda_terms)
    used("TOY.named", lambda mean: Use({"mean": mean}, gives=lambda b: b.fails <= mean))
    assert word("TOY.named") == "cited"


def lambda_terms(mean: FromZero) -> Terms:
    """Terms that no formula calls."""
    return Terms(fails=mean)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(HALF, 1, "used"), (2, 3, "fails"), (1, HALF, "fails")],
    ids=["within", "beyond the range of the claim", "against its hypothesis"],
)
def test_what_the_claim_asks_and_its_terms_forgot_is_asked(x: Any, y: Any, expected: str) -> None:
    small = terms("TOY.small")(
        taking(lambda x, y, mean: Terms(fails=x * y * mean), x=FromZero, y=FromZero, mean=FromZero)
    )

    @claim("TOY.small", "a test", "lemma")
    def squares(x: Unit, y: FromZero, mean: FromZero) -> Statement:
        """x^2 <= xy for x <= y."""
        return when(x <= y, x * x * mean <= small(x, y, mean).fails)

    used("TOY.small", lambda mean: Use({"x": x, "y": y, "mean": mean}, gives=lambda b: b.fails <= x * y * mean))
    assert word("TOY.small") == expected


def test_a_use_that_pays_back_fails() -> None:
    coin = terms("TOY.coin")(taking(lambda: Terms(fails=HALF)))
    claim("TOY.coin", "a test", "lemma")(taking(lambda p: p / 2 <= coin().fails, p=Unit))

    @uses("TOY.T", "TOY.coin", "its proof")
    def gift(mean: Unit) -> Use:
        """Half the mean is given back."""
        return Use(gives=lambda b: b.fails <= HALF, times=-mean)

    assert word("TOY.coin") == "fails"
    told = run_claim("TOY.T.from.coin.premise", Settings(TINY))["counterexample"]
    assert told["text"].endswith("but   the claim needs fails = -1/4 >= 0")


def test_what_quantities_range_over_is_read_once() -> None:
    def bound(mean: Any) -> Terms:
        """A bound."""
        return Terms(fails=mean)

    bound.__annotations__["mean"] = FromZero
    contract = Contract("TOY.ranges", bound)
    before = contract.domains["mean"]
    bound.__annotations__["mean"] = PositiveReal
    assert contract.domains["mean"] == before


def test_a_claim_that_says_only_what_its_terms_are_says_nothing() -> None:
    terms("TOY.hollow")(taking(lambda: Terms(fails=1)))
    claim("TOY.hollow", "a test", "lemma")(taking(lambda p: CONTRACTS["TOY.hollow"].at({}).fails == 1, p=Unit))
    assert run_claim("TOY.hollow", Settings(TINY))["verdict"] == "open"


def test_every_claim_with_terms_is_false_of_stronger_ones() -> None:
    assert len(TERMED) >= 20


@pytest.mark.parametrize("of", TERMED)
def test_a_claim_is_false_of_terms_of_which_one_part_is_too_strong(of: str) -> None:
    found = [verify(stronger, Settings(QUICK)).verdict for stronger in with_stronger_terms(CLAIMS[of]).values()]
    assert found and set(found) == {"refuted"}
