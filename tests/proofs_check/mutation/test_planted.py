"""The bench of planted slips: a slip of each kind has its fate, a claim without one passes, and the figures add up."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS

BENCH = Path(__file__).parents[3] / "bench"


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    load_papers()
    sys.path.insert(0, str(BENCH))
    yield import_module("planted")
    sys.path.remove(str(BENCH))


def only(bench: ModuleType, id: str, kind: str, after: str) -> object:
    (slip,) = [slip for slip in bench.slips_of(CLAIMS[id]) if slip.kind == kind and after in slip.after]
    return slip


@pytest.mark.parametrize(
    ("id", "kind", "after", "fate"),
    [
        ("BCS20.T28", "swapped", "margin_radicand(int(d), int(n)", "refuted"),
        ("BCS20.T28", "sign", "Real.of(p) + Fraction(k, n)", "refuted"),
        ("LYU25.S2.eq1", "exponent", "rate * d**1", "refuted"),
        ("ABLMM22.FN12.like", "hypothesis dropped", "[i <= 7, True]", "refuted"),
        ("YAN25.D9", "logarithm", "log2(1 + j)", "refuted"),
        ("LYU25.R3.conc", "strictness", "delta < most", "refuted"),
        ("BGS21.T3.4", "constant", "Constant(3)", "keeps the word"),
        ("BCS20.D5", "min or max", "largest = min(", "refuted"),
        ("BCS20.I1", "index or range", "int(m) + 2", "keeps the word"),
        ("BCS20.D3", "swapped", "Fraction(int(n), 1)", "crash"),
    ],
)
def test_a_slip_of_each_kind_has_its_fate(bench: ModuleType, id: str, kind: str, after: str, fate: str) -> None:
    slip = only(bench, id, kind, after)
    assert bench.apart(partial(bench._fate, slip), bench.SECONDS)[0] == fate


@pytest.mark.parametrize("id", ["BCS20.T28", "YAN25.D9", "ABLMM22.FN12.like"])
def test_a_claim_without_a_slip_passes(bench: ModuleType, id: str) -> None:
    assert bench.passes(CLAIMS[id])


@pytest.mark.parametrize(
    ("id", "after"),
    [
        ("BCS20.D3", "min(induced(mu)) *"),
        ("BGS21.T3.4", "Constant(7)"),
        ("LYU25.R3.conc", "any_of(any_of("),
        ("BGS21.L2.4", "log2(1 + j)"),
    ],
)
def test_what_weakens_a_claim_is_no_slip(bench: ModuleType, id: str, after: str) -> None:
    assert not [slip for slip in bench.slips_of(CLAIMS[id]) if after in slip.after]


def test_slips_of_an_instance_are_told_apart(bench: ModuleType) -> None:
    parts = {slip.after: slip.part for slip in bench.slips_of(CLAIMS["BCS20.T28"]) if slip.kind == "constant"}
    assert parts["delta, p = Fraction(1, 9), Fraction(i, 4)"] == "bench"
    assert parts["return when([i <= 5, radicand >= 0], cases)"] == "statement"


def test_what_takes_too_long_is_cut(bench: ModuleType) -> None:
    def for_ever() -> str:
        while True:
            pass

    assert bench.apart(for_ever, 1)[0] == "cut"


def planted(bench: ModuleType) -> list[object]:
    found = [
        only(bench, "BCS20.T28", *words)
        for words in (("sign", "+ Fraction(k, n)"), ("constant", "[i <= 5, radicand >= 0]"))
    ]
    return [bench.Planted(slip, fate) for slip, fate in zip(found, ("refuted", "keeps the word"), strict=True)]


def test_there_is_no_rate_where_no_survivor_is_judged(bench: ModuleType) -> None:
    raw, judged, worst, _ = bench.rates(planted(bench), {})
    assert "50.0% (1 of 2;" in raw and all("no rate, as 0 of 1 survivors" in words for words in (judged, worst))


def test_there_is_no_rate_where_few_are_judged(bench: ModuleType) -> None:
    said = Counter({"false": 3, "true": 3, "unjudged": 19})
    assert bench.detected(75, said, 3) == "no rate, as 6 of 25 survivors are judged"
    assert bench.detected(75, said + Counter({"true": 1}), 3).startswith("87.")


@pytest.mark.parametrize(
    ("said", "rates"),
    [("false", ("50.0%", "50.0%")), ("weaker", ("100.0%", "100.0%")), ("undecided", ("100.0%", "50.0%"))],
)
def test_an_undecided_survivor_counts_in_the_worst_reading(
    bench: ModuleType, said: str, rates: tuple[str, str]
) -> None:
    found = planted(bench)
    survivor = found[1].slip
    _, judged, worst, _ = bench.rates(found, {(survivor.id, survivor.words): said})
    assert f": {rates[0]} (" in judged and f": {rates[1]} (" in worst and "1 survivors judged, of 1" in worst


@pytest.mark.parametrize(
    ("judged", "complaint"),
    [
        ('judged = "false"\nreason = "at n = 3"', "no counterexample is named"),
        ('judged = "wrong"\nreason = "at n = 3"', "is judged 'wrong'"),
        ('judged = "true"\nreason = ""', "with reason ''"),
    ],
)
def test_a_judgement_without_its_ground_is_refused(
    bench: ModuleType, tmp_path: Path, judged: str, complaint: str
) -> None:
    file = tmp_path / "judged.toml"
    file.write_text(f'[[slip]]\nid = "BCS20.T28"\nslip = "x -> y"\n{judged}\n')
    with pytest.raises(ValueError, match=complaint):
        bench.judgements(file)


def test_a_wider_box_is_proposed_where_a_survivor_dies_and_the_claim_passes(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "QUICK", replace(QUICK, points={}))
    slip = only(bench, "YAN25.D9", "logarithm", "log2(1 + j)")
    assert (bench.wider(slip) or "").startswith('"YAN25.D9" = { m = 4, j = 3 }  # refuted')
    monkeypatch.setattr(bench, "passes", lambda *_: False)
    assert bench.wider(slip) is None
