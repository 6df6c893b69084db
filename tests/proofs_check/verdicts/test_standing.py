"""Faults of proofs that arrows alone catch, and what each makes of the proof; the statements themselves all hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from helpers.proof_graphs import uses_without_arrow
from helpers.questions import taking
from helpers.tiny_runs import TINY

from littlestone.claims import (
    HALF,
    QUARTER,
    AtLeastOne,
    Fraction,
    OpenUnit,
    Real,
    Total,
    Truth,
    Use,
    adds_up,
    claim,
    correction,
    uses,
)
from littlestone.proofs_check.sources.proof_graph import circle, proof_graph
from littlestone.proofs_check.verdicts.entries import Entry
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.standing import Proofs, Standing
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROWS

WHOLE = Fraction(1)
CITED = Proofs._has_content  # of the formulas here, which are evaluated, and of which no line depends

pytestmark = pytest.mark.usefixtures("registry")


@pytest.fixture(autouse=True)
def with_content(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every use that is a formula is taken for one of whose line it was seen that it depends on what is cited."""
    monkeypatch.setattr(
        Proofs, "_has_content", lambda _, arrow: f"{arrow.id}.conclusion" in CLAIMS and not arrow.leans_on_words
    )


@pytest.fixture(autouse=True)
def lemma(registry: None) -> None:
    claim("TOY.L", "a test", "lemma")(taking(lambda x: x * x < x, x=OpenUnit))
    claim("TOY.T", "a test", "theorem")(taking(lambda beta: beta / 2 < beta, beta=OpenUnit))
    claim("TOY.top", "a test", "corollary")(taking(lambda beta: beta < 1, beta=OpenUnit))


def entries() -> dict[str, Entry]:
    stated = [claim for id, claim in CLAIMS.items() if id.startswith("TOY.") and claim.corrects is None]
    return {claim.id: run_claim(claim.id, Settings(TINY)) for claim in stated}


def standing(id: str = "TOY.T") -> Standing:
    return Proofs(entries()).judged[id]


def counterexample(id: str) -> str:
    found = entries()[id]["counterexample"]
    assert found is not None
    return found["text"]


def at(argument: Callable[[Real], Real], name: str = "", repair: str | None = None) -> None:
    """TOY.T uses the lemma at this argument."""

    @uses("TOY.T", "TOY.L", "its proof", name=name, repair=repair)
    def used(beta: OpenUnit) -> Use:
        """The lemma there, to bound the argument's square."""
        return Use({"x": argument(beta)}, gives=argument(beta) ** 2 < argument(beta))


def spending(*parts: Fraction, allowed: Fraction = WHOLE) -> None:
    """TOY.T fails in as many ways, each with this part of beta, and claims to fail with this part altogether."""
    for i, part in enumerate(parts):
        uses("TOY.T", "TOY.L", "its proof", name=f"way{i}")(_failing(part))

    @adds_up("TOY.T", "the end of its proof")
    def together(beta: OpenUnit) -> Total:
        """All ways together."""
        return Total(fails=allowed * beta, epsilon=allowed * beta)


def _failing(part: Fraction) -> Callable[[Real], Use]:
    """A use that costs this part of beta, twice: as a probability and as a budget."""

    def fails(beta: OpenUnit) -> Use:
        """One way to fail."""
        return Use({"x": beta}, gives=beta * beta < beta, fails=part * beta, epsilon=part * beta)

    return fails


def test_a_proof_whose_dependencies_are_used_and_whose_lemmas_are_proved_says_how_many() -> None:
    at(lambda beta: beta / 2)
    assert standing() == Standing("used", words_of=("used",)) and standing().words == "1 of 1 used"


def test_no_proof_of_what_is_refuted_is_without_a_gap() -> None:
    claim("TOY.wrong", "a test", "theorem")(taking(lambda beta: beta < HALF, beta=OpenUnit))
    uses("TOY.wrong", "TOY.L", "its proof")(
        taking(lambda beta: Use({"x": beta}, gives=beta * beta < beta), beta=OpenUnit)
    )
    assert standing("TOY.wrong").words == "conditional: TOY.wrong (refuted)" and words_of("TOY.wrong.from.L") == [
        "used"
    ]


def test_a_truth_that_is_evaluated_is_no_more_than_cited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Proofs, "_has_content", CITED)
    at(lambda beta: beta / 2)
    assert standing().words == "conditional: 0 of 1 used, 1 cited" and standing().steps == ("TOY.L (cited)",)


def test_what_fails_is_not_counted_as_cited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Proofs, "_has_content", CITED)
    at(lambda beta: beta / 2)
    at(lambda beta: 2 * beta, name="outside")

    correction("TOY.T.from.L.outside.premise", "the lemma is needed at beta only")(
        taking(lambda beta: (beta > 0) & (beta < 1), beta=OpenUnit)
    )
    refuted = "uses the refuted TOY.T.from.L.outside.premise; with corrections"
    assert standing().words == f"{refuted} conditional: 0 of 2 used, 1 cited, 1 fails"


@pytest.mark.parametrize(
    ("outcomes", "word"), [(["checked"], "used"), (["checked", "open"], "cited"), (["open"], "cited"), ([], "cited")]
)
def test_a_line_is_used_where_it_follows_on_all_that_was_asked(
    outcomes: list[str], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Proofs, "_has_content", CITED)
    at(lambda beta: beta / 2)
    found = entries()
    asked = found["TOY.T.from.L.conclusion"]
    evidence = [{**asked["evidence"][0], "prover": "opaque", "outcome": outcome} for outcome in outcomes]
    found["TOY.T.from.L.conclusion"] = {**asked, "evidence": evidence}  # type: ignore[typeddict-item]
    assert Proofs(found).word_of(ARROWS["TOY.T.from.L"]) == word


def words_of(*ids: str) -> list[str]:
    proofs = Proofs(entries())
    return [proofs.word_of(ARROWS[id]) for id in ids]


def test_each_dependency_has_a_word() -> None:
    at(lambda beta: beta / 2)
    at(lambda beta: 2 * beta, name="outside")
    uses("TOY.T", "TOY.L", "its proof", name="words", draws="a line")(lambda_in_words)
    ids = [f"TOY.T.from.L{name}" for name in ("", ".outside", ".words")]
    assert words_of(*ids) == ["used", "fails", "cited"]
    assert Proofs({}).word_of(ARROWS["TOY.T.from.L"]) == "undecided"


def lambda_in_words(beta: OpenUnit) -> Use:
    """The lemma, at some number."""
    return Use(given=beta > 0)


def test_a_lemma_cited_outside_its_range() -> None:
    at(lambda beta: 2 * beta)
    found = standing()
    assert (found.worth, found.steps, found.through) == (
        "broken",
        ("TOY.T.from.L.premise",),
        "TOY.T.from.L",
    )
    assert "x = 1 in the range of x in TOY.L" in counterexample("TOY.T.from.L.premise")
    assert entries()["TOY.T"]["verdict"] == "proved", "a refuted arrow never refutes the statement"


def test_a_constant_one_too_small() -> None:
    @uses("TOY.T", "TOY.L", "its proof")
    def drawn(beta: OpenUnit) -> Use:
        """The lemma gives a square below beta; drawn is one below beta - 1."""
        return Use({"x": beta}, gives=beta * beta < beta - 1)

    assert standing().steps == ("TOY.T.from.L.conclusion",)
    assert "but" in counterexample("TOY.T.from.L.conclusion")


@pytest.mark.parametrize(
    ("parts", "allowed", "worth"),
    [
        ((HALF, HALF), WHOLE, "used"),
        ((Fraction(1, 3),) * 3, WHOLE, "used"),
        ((Fraction(1, 3),) * 3, Fraction(2, 3), "broken"),  # three steps, claimed for two
        ((HALF, HALF, QUARTER), WHOLE, "broken"),  # a union over one event too few
    ],
)
def test_budgets_and_failures_have_to_add_up(parts: tuple[Fraction, ...], allowed: Fraction, worth: str) -> None:
    spending(*parts, allowed=allowed)
    assert standing().worth == worth
    assert (standing().steps == ("TOY.T.sums",)) == (worth != "used")


def test_a_sum_names_what_was_spent() -> None:
    spending(HALF, HALF, HALF)
    assert "(TOY.T.from.L.way2) = 3/4 <= 1/2" in counterexample("TOY.T.sums")


def test_a_circle_is_found() -> None:
    at(lambda beta: beta)
    assert circle(proof_graph()) is None

    uses("TOY.L", "TOY.T", "its proof", draws="what it needs")(taking(lambda x: Use({"beta": x}), x=OpenUnit))
    found = circle(proof_graph())
    assert found is not None and {"TOY.T", "TOY.L"} == set(found) and found[0] == found[-1]


@pytest.mark.slow
def test_a_use_without_an_arrow_is_found() -> None:
    claim("TOY.cites", "a test", "theorem", cites=("TOY.L",))(taking(lambda beta: beta < 1, beta=OpenUnit))
    assert [use for use in uses_without_arrow() if use.startswith("TOY.")] == ["TOY.cites uses TOY.L"]


# ---- What else a proof can rest on


@pytest.fixture
def false_lemma(registry: None) -> None:
    claim("TOY.false", "a test", "lemma")(taking(lambda x: x * x <= x / 2, x=OpenUnit))
    correction("TOY.false", "squares shrink, and no more")(taking(lambda x: x * x <= x, x=OpenUnit))


@pytest.fixture(params=[None, "TOY.false.corrected"])
def repair(request: pytest.FixtureRequest, false_lemma: None) -> Iterator[str | None]:
    uses("TOY.T", "TOY.false", "its proof", repair=request.param)(
        taking(lambda beta: Use({"x": beta}, gives=beta * beta <= beta), beta=OpenUnit)
    )
    uses("TOY.top", "TOY.T", "its proof")(
        taking(lambda beta: Use({"beta": beta}, gives=beta / 2 < beta), beta=OpenUnit)
    )
    yield request.param


def test_what_rests_on_a_refuted_lemma(repair: str | None) -> None:
    found = standing()
    if repair is None:
        assert found.words == "broken at TOY.false, through TOY.T.from.false"
    else:
        assert found.words == "uses the refuted TOY.false; with corrections conditional: 0 of 1 used, 1 fails"
    assert standing("TOY.top").worth == "used", "the kit proved TOY.T, whatever its printed proof"


def test_a_repair_of_what_is_not_refuted_leaves_it_undecided(false_lemma: None) -> None:
    at(lambda beta: beta / 2, repair="TOY.false.corrected")
    assert standing().words == "undecided: TOY.L is not refuted, and TOY.false.corrected is named for it"
    assert words_of("TOY.T.from.L") == ["undecided"]


def test_a_repair_that_leaves_something_out_is_one_in_part() -> None:
    claim("TOY.strict", "a test", "lemma")(taking(lambda x: x * x <= x / 2, x=OpenUnit))
    correction("TOY.strict", "squares shrink, and no more", leaves_out="by how much")(
        taking(lambda x: x * x <= x, x=OpenUnit)
    )
    uses("TOY.T", "TOY.strict", "its proof", repair="TOY.strict.corrected")(
        taking(lambda beta: Use({"x": beta}, gives=beta * beta <= beta), beta=OpenUnit)
    )
    assert "TOY.strict.corrected (in part)" in standing().steps


@pytest.mark.parametrize("limit", [{"caps": "numbers below 1"}, {"narrows": "numbers below 1"}, {}])
def test_what_is_proved_of_less_makes_no_proof_stand(limit: dict[str, str]) -> None:
    claim("TOY.limited", "a test", "lemma", **limit)(taking(lambda x: x * x < x, x=OpenUnit))  # type: ignore[arg-type]
    uses("TOY.T", "TOY.limited", "its proof")(
        taking(lambda beta: Use({"x": beta}, gives=beta * beta < beta), beta=OpenUnit)
    )
    assert standing().worth == ("conditional" if limit else "used")


def test_a_refuted_arrow_with_a_correction_is_repaired() -> None:
    at(lambda beta: 2 * beta)

    correction("TOY.T.from.L.premise", "the lemma is needed at beta only")(
        taking(lambda beta: (beta > 0) & (beta < 1), beta=OpenUnit)
    )
    refuted = "uses the refuted TOY.T.from.L.premise; with corrections"
    assert standing().words == f"{refuted} conditional: 0 of 1 used, 1 fails", "a correction may be any truth"


@pytest.mark.parametrize("reason", [None, "it is prose"])
def test_no_proof_makes_what_is_not_proved_whole_stand(reason: str | None) -> None:
    claim("TOY.checked", "a test", "lemma", not_checkable=reason)(
        taking(lambda n: (n - 123457) ** 2 >= 1, n=AtLeastOne)
    )
    for citing, cited in (("TOY.checked", "TOY.L"), ("TOY.T", "TOY.checked")):
        uses(citing, cited, "its proof")(taking(lambda beta: Use(gives=beta < 1), beta=OpenUnit))
    no_step = ", TOY.checked.from.L (of none of its quantities)" if reason else ""
    said = "not formalized" if reason else "undecided"
    assert standing("TOY.checked").words == f"conditional: TOY.checked ({said}){no_step}"
    assert standing().worth == "conditional"


@pytest.mark.parametrize("words", [{"draws": "a line"}, {"assumes": "zero equals one"}])
def test_a_use_in_words_makes_a_proof_conditional(words: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where its cost is summed, so that it is used."""
    monkeypatch.setattr(Proofs, "_has_content", lambda *_: True)

    uses("TOY.T", "TOY.L", "its proof", **words)(taking(lambda beta: Use({"x": beta}, gives=beta < 1), beta=OpenUnit))  # type: ignore[arg-type]
    assert standing().steps == ("TOY.T.from.L (written down)",)


def test_an_arrow_without_code_is_never_dropped() -> None:
    @uses("TOY.T", "TOY.L", "its proof", not_checkable="the argument is a random object")
    def in_words(beta: OpenUnit) -> Use:
        """The lemma, at a random number."""
        raise NotImplementedError

    assert standing().words == "conditional: 0 of 1 used, 1 cited"
    assert standing().steps == ("TOY.T.from.L (not formalized)", "TOY.L (cited)")


def unchanged(value: object) -> object:
    return value


def helped(beta: Real) -> Use:
    return Use(gives=beta < 1)


def unpacked(beta: Real) -> dict[str, Truth]:
    return {"needs": beta < 1}


@pytest.mark.parametrize(
    ("use", "asks"),
    [
        (lambda beta: Use(given=beta > 0, gives=beta < 1), False),
        (lambda beta: Use(), False),
        (lambda beta: Use({"x": beta}, gives=beta < 1), True),
        (lambda beta: Use(arguments={"x": beta}, gives=beta < 1), True),
        (lambda beta: Use(needs=beta < 1, gives=beta < 1), True),
        (lambda beta: Use(gives=beta < 1, times=-beta), True),
        (lambda beta: helped(beta), True),
        (lambda beta: Use(gives=beta < 1) if beta is None else Use({"x": beta}, gives=beta < 1), True),
        (lambda beta: Use(**unpacked(beta)), True),
        (lambda beta: unchanged(Use)(gives=beta < 1), True),
        (lambda beta: unchanged(Use(gives=beta < 1)), True),
    ],
    ids=[
        *(
            "a line",
            "nothing",
            "arguments",
            "arguments by name",
            "needs",
            "a cost",
            "by a helper",
            "one of two",
            "unpacked",
        ),
        *("by another name", "handed on"),
    ],
)
def test_a_use_that_asks_for_nothing_has_no_premise(use: Callable[[Real], Use], asks: bool) -> None:
    """What is not seen to ask for nothing, as what a helper returns, is a claim and is checked."""

    def used(beta: OpenUnit) -> Use:
        """The lemma there."""
        raise NotImplementedError

    used.__code__ = use.__code__
    uses("TOY.T", "TOY.L", "its proof")(used)
    premise = ["TOY.T.from.L.premise"] if asks else []
    assert ARROWS["TOY.T.from.L"].claims == [*premise, "TOY.T.from.L.conclusion"]


def test_a_use_in_words_that_asks_for_nothing_is_no_claim_and_supports_no_more_than_words() -> None:
    uses("TOY.T", "TOY.L", "its proof", draws="a line")(taking(lambda beta: Use(given=beta > 0), beta=OpenUnit))
    assert ARROWS["TOY.T.from.L"].claims == []
    assert standing().words == "conditional: 0 of 1 used, 1 cited"


def test_what_was_not_looked_at_supports_nothing() -> None:
    at(lambda beta: beta)
    found = Proofs({"TOY.T": entries()["TOY.T"]}).judged["TOY.T"]
    assert found.worth == "undecided" and found.words.startswith("not run: ") and "TOY.L" in found.words
    assert replace(found, steps=(*found.steps, "TOY.L is open")).words.startswith("undecided: ")


@pytest.mark.parametrize("words", [{"draws": "a line"}, {"assumes": "an independence"}, {}])
def test_what_is_only_written_down_makes_no_proof_stand(words: dict[str, str]) -> None:
    uses("TOY.T", "TOY.L", "its proof", **words)(  # type: ignore[arg-type]
        taking(lambda beta: Use(says=beta * beta < beta, gives=beta * beta < beta), beta=OpenUnit)
    )
    assert standing().words == "conditional: 0 of 1 used, 1 cited"
