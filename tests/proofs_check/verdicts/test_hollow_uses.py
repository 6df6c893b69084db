"""False or hollow proofs of what is not refuted: no dependency of theirs is called used.

The terms are those of Markov's inequality with an exponent of nine, which is false, unless a case says otherwise; the
theorem holds, and has nothing to do with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.questions import taking
from helpers.tiny_runs import TINY, run_all

from littlestone.claims import (
    HALF,
    QUARTER,
    FromZero,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    PositiveUnit,
    Size,
    Statement,
    Terms,
    Total,
    Truth,
    Unit,
    Use,
    adds_up,
    claim,
    exp,
    rests_on,
    terms,
    uses,
    when,
)
from littlestone.proofs_check.sources.proof_graph import circle, proof_graph
from littlestone.proofs_check.verdicts import bite
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.reals import Real
from littlestone.spec.proofs import ARROWS
from littlestone.spec.terms import CONTRACTS

pytestmark = pytest.mark.usefixtures("registry")
SPREAD = {"p": FromZero, "share": Unit, "more": FromZero, "level": PositiveReal, "mean": FromZero}
THREE = {name: SPREAD[name] for name in ("p", "level", "mean")}


@pytest.fixture(autouse=True)
def theorem(registry: None) -> None:
    claim("TOY.T", "a test", "theorem")(taking(lambda mean, share: share * mean <= mean, mean=Unit, share=Unit))


def bound(level: Any, mean: Any) -> Any:
    """What the lemma's terms bound the probability by, as its formula asks them."""
    return CONTRACTS["TOY.L"].function(level, mean).fails


def lemma(exponent: int, formula: Callable[..., Any], **domains: Any) -> None:
    """A lemma with the terms of Markov's inequality, of which the level has this exponent."""

    terms("TOY.L")(taking(lambda level, mean: Terms(fails=mean / level**exponent), level=PositiveReal, mean=FromZero))
    claim("TOY.L", "a test", "lemma")(taking(formula, **domains))


def small(formula: Callable[..., Any], **domains: Any) -> None:
    """A lemma of which the terms are a relation that is false beyond a half."""

    terms("TOY.L")(taking(lambda mean: Terms(says=mean <= HALF), mean=FromZero))
    claim("TOY.L", "a test", "lemma")(taking(formula, **domains))


def says(mean: Any) -> Truth:
    """What the lemma's terms say, as its formula asks them."""
    return as_truth(CONTRACTS["TOY.L"].function(mean).says)


def used(use: Callable[..., Use], citing: str = "TOY.T", **domains: Any) -> str:
    """The word of this use of the lemma."""
    uses(citing, "TOY.L", "its proof")(taking(use, **domains))
    entries = run_all("TOY.")
    assert entries[citing]["verdict"] != "refuted" and all(entry["fault"] is None for entry in entries.values())
    return Proofs(entries).word_of(ARROWS[f"{citing}.from.L"])


def why(citing: str = "TOY.T") -> str | None:
    """Why the use is said to be idle."""
    found: str | None = run_claim(f"{citing}.from.L.conclusion", Settings(TINY))["idle"]
    return found


ELSEWHERE = "its claim says nothing of these quantities"


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
        lambda p, level, mean: when(p * level**9 <= mean, p <= bound(level, mean)),
        lambda level, mean: mean <= level**9 * bound(level, mean),
        lambda share, level, mean: share * mean <= level**9 * bound(level, mean),
        lambda level, mean, more: mean + more <= level**9 * bound(level, mean + more),
        lambda p, level, mean: (mean / level**9 + p) ** 2 <= (bound(level, mean) + p) ** 2,
        lambda share, level, mean: share * mean**2 <= (bound(level, mean) * level**9) ** 2,
        lambda p, level, mean: exp(mean / level**9 + p) <= exp(bound(level, mean) + p),
    ],
    ids=[
        *("supposed", "supposed with room", "in a part", "an equality", "joined", "in a sum", "a share"),
        *(
            "supposed otherwise",
            "otherwise",
            "a share otherwise",
            "of a sum",
            "in a square",
            "a square otherwise",
            "in a power",
        ),
    ],
)
def test_terms_that_are_compared_with_their_own_expression_are_not_held(formula: Callable[..., Any]) -> None:
    lemma(9, formula, **{name: SPREAD[name] for name in formula.__code__.co_varnames})
    assert used(at_level_four, mean=Unit) == "cited"


def test_terms_without_symbols_of_a_claim_that_concludes_what_it_supposes_are_not_held() -> None:
    formula = lambda p, level, mean: when(p * counted(level) ** 9 <= mean, p <= bound(counted(level), mean))  # noqa: E731
    lemma(9, formula, p=Size, level=PositiveSize, mean=Size)
    assert used(at_level_four, mean=Unit) == "cited"


def counted(n: Any) -> Real:
    """The number, which is no symbol."""
    return Real.of(sum(1 for _ in range(n)))


@pytest.mark.parametrize(
    "formula",
    [
        lambda p, level, mean: (level <= 1).implies(p * mean <= bound(level, mean)),
        lambda p, level, mean: (level > 1) | (p * mean <= bound(level, mean)),
        lambda p, level, mean, share: when(level <= share, p * mean <= bound(level, mean)),
        lambda p, level, mean, more: p * mean <= bound(level / (level + more), mean),
        lambda p, some, other, mean: (p * mean <= bound(some, mean)) & (p * mean <= bound(other, mean)),
    ],
    ids=["in a part", "an alternative", "by what is smaller", "by how it is made", "by ranges of several"],
)
def test_a_claim_holds_its_terms_nowhere_else(formula: Callable[..., Any]) -> None:
    ranges = SPREAD | {"p": Unit, "some": PositiveUnit, "other": PositiveUnit}
    lemma(9, formula, **{name: ranges[name] for name in formula.__code__.co_varnames})
    assert used(at_level_four, mean=Unit) in ("cited", "fails") and why() == ELSEWHERE


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
    lemma(1, lambda p, level, mean: when((p * level + p**2 - mean) ** 2 == 0, p <= bound(level, mean)), **THREE)
    open_one = run_claim("TOY.L", Settings(TINY))
    assert open_one["verdict"] == "open" and any(mutant["killed_by"] for mutant in open_one["mutants"])
    assert used(
        lambda mean: Use({"level": Real.of(4), "mean": mean}, gives=lambda b: b.fails <= mean / 4), mean=Unit
    ) == ("cited")


# ---- What is drawn from terms that are held


def markov(p: Any, level: Any, above: Any, below: Any) -> Statement:
    return when(above >= level, p <= bound(level, p * above + (1 - p) * below))


def hold_markov() -> None:
    lemma(1, markov, p=Unit, level=PositiveReal, above=FromZero, below=FromZero)


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
        (lambda mean, share: four(mean, gives=lambda b: exp(share * mean + b.fails) <= exp(mean + mean / 4)), "cited"),
    ],
    ids=["the bound", "a number", "given", "a part that is true", "a sum", "a power of it"],
)
def test_a_line_that_is_true_without_the_bound_is_cited(use: Callable[..., Use], word: str) -> None:
    hold_markov()
    assert used(use, mean=PositiveUnit, share=Unit) == word


def test_nothing_is_of_use_for_a_claim_that_concludes_what_it_supposes() -> None:
    hold_markov()
    hollow = taking(lambda p, mean: when(p <= mean / 4, p <= mean / 4), p=Unit, mean=Unit)
    claim("TOY.hollow", "a test", "theorem")(hollow)
    assert run_claim("TOY.hollow", Settings(TINY))["verdict"] == "open"
    assert used(lambda mean: four(mean, gives=lambda b: b.fails <= mean / 4), "TOY.hollow", mean=Unit) == "cited"


def test_a_line_that_every_chance_gives_is_cited() -> None:
    hold_markov()
    assert used(lambda mean: four(mean, gives=lambda b: b.fails <= 1), mean=Unit) == "cited"
    assert why() == "chances of 1 give the line too"


def test_what_is_not_proved_at_a_point_is_not_asked_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    hold_markov()
    asked: list[set[str]] = []
    ask = bite._outcomes
    monkeypatch.setattr(bite, "_outcomes", lambda one, how: asked.append({*one.domains}) or ask(one, how))
    assert used(lambda mean: four(mean, gives=lambda b: b.fails <= mean / 4), mean=Unit) == "used"
    theorem, *others = asked  # which is proved, so that nothing supposes it
    assert theorem == {"mean", "share"} and len(others) >= 5 and all("mean" not in names for names in others)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (lambda b, mean: (b.fails - mean / 4) ** 2 <= 0, "cited"),
        (lambda b, mean: mean == mean + 4 * b.fails - mean, "cited"),
        (lambda b, mean: (b.fails <= mean / 4) & (b.fails >= mean / 4), "cited"),
        (lambda b, mean: 1 - mean / 4 <= 1 - b.fails, "used"),
        (lambda b, mean: (2 * mean <= b.fails).implies(mean <= 0), "used"),
    ],
    ids=["a difference", "equal sides", "at least the bound", "what remains", "an implication"],
)
def test_what_is_drawn_from_a_bound_has_to_hold_of_all_that_is_at_most_that(
    line: Callable[..., Any], word: str
) -> None:
    hold_markov()
    assert used(lambda mean: four(mean, gives=lambda b: line(b, mean)), mean=Unit) == word
    assert why() == ("smaller bounds do not give the line" if word == "cited" else None)


@pytest.mark.parametrize(("times", "word"), [(1000, "cited"), (2, "used")])
def test_what_is_said_of_quantities_that_cannot_be_so_is_no_use(times: int, word: str) -> None:
    part_of = terms("TOY.L")(taking(lambda part, mean: Terms(says=part <= mean), part=FromZero, mean=FromZero))
    formula = lambda share, mean: part_of(share * mean, mean).says  # noqa: E731
    claim("TOY.L", "a test", "lemma")(taking(formula, share=Unit, mean=FromZero))
    at = lambda mean, share: {"part": times * mean, "mean": mean + share}  # noqa: E731
    use = lambda mean, share: Use(at(mean, share), gives=(times - 1) * mean <= share)  # noqa: E731
    assert used(use, mean=PositiveUnit, share=Unit) == word
    assert why() == ("what it says cannot be there" if word == "cited" else None)


@pytest.mark.parametrize(("far", "word"), [(123457, "cited"), (0, "used")])
def test_what_supposes_what_is_to_be_proved_is_no_use(far: int, word: str) -> None:
    hold_markov()
    far_off = lambda n: (n - far) ** 2  # noqa: E731
    claim("TOY.hollow", "a test", "theorem")(taking(lambda n, mean: far_off(n) >= mean, n=PositiveInteger, mean=Unit))
    line = lambda n, mean: four(mean, given=far_off(n) >= mean, gives=lambda b: 4 * b.fails <= far_off(n))  # noqa: E731
    assert used(line, "TOY.hollow", n=PositiveInteger, mean=Unit) == word
    assert why("TOY.hollow") == ("it supposes what is to be proved" if word == "cited" else None)


# ---- What a proof pays


def judged(total: Callable[..., Total], **rest: Any) -> tuple[Entry, str]:
    """The entry of the total of a proof that uses the lemma once, at mean, and what the proof is worth."""
    uses("TOY.T", "TOY.L", "its proof")(
        taking(lambda mean: four(mean, gives=lambda b: b.fails <= mean / 4, **rest), mean=Unit)
    )
    adds_up("TOY.T", "its proof")(total)
    entries = run_all("TOY.")
    return entries["TOY.T.sums"], Proofs(entries).judged["TOY.T"].words


@pytest.mark.parametrize("times", [0, HALF])
def test_what_is_paid_less_than_once_fails(times: Any) -> None:
    hold_markov()
    total = taking(lambda mean: Total(fails=mean / 4), mean=Unit)
    assert judged(total, times=times)[1].startswith("broken at TOY.T.from.L.premise")


def test_a_counted_cost_that_the_total_leaves_out_is_a_fault() -> None:
    hold_markov()
    total, _ = judged(taking(lambda mean: Total(delta=mean), mean=Unit), times=1)
    assert (
        total["fault"] is not None and "TOY.T.from.L costs fails, which the total leaves out" in total["fault"]["text"]
    )


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (Unit, "1 of 1 used"),
        (FromZero, "1 of 1 used"),
        (PositiveUnit, "conditional: TOY.T.sums (of less than its uses)"),
    ],
)
def test_a_total_has_to_be_of_all_that_its_uses_are_of(domain: Any, words: str) -> None:
    hold_markov()
    assert judged(taking(lambda mean: Total(fails=mean / 4), mean=domain), times=1)[1] == words


def test_a_circle_through_a_line_that_is_drawn_is_seen() -> None:
    hold_markov()
    assert used(lambda mean: four(mean, gives=lambda b: b.fails <= mean / 4), mean=Unit) == "used"
    assert circle(proof_graph()) is None
    rests_on("TOY.L", "TOY.T.from.L.conclusion", "the line", "its proof")
    assert circle(proof_graph()) is not None
