"""Laws summed anew: what the definitions compute of them holds, and no seeded fault of theirs passes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers.tiny_runs import TINY

from littlestone.proofs_check.questions.profiles import class_universes
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.laws import summed_anew
from littlestone.proofs_check.rechecking.ledgers import check_ledger
from littlestone.proofs_check.rechecking.relisting import NotRelistable, check_cases
from littlestone.proofs_check.reports.earlier_runs import noted
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts.ledger import ledger, write_json
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.reals import exp, ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning import laws, privacy
from littlestone.spec.learning.laws import Law, law_of, proportional, uniform_law
from littlestone.spec.learning.privacy import hockey_stick_divergence, largest_ratio, violation

THIRD = Fraction(1, 3)
FAIR, BENT = uniform_law("ab"), law_of({"a": THIRD, "b": 1 - THIRD})
REAL = proportional({"a": 1, "b": exp(1)})


def evaluated() -> None:
    """What privacy asks of laws: chances, means, the worst event, the largest ratio, of rational weights and others."""
    for P, Q in ((FAIR, BENT), (BENT, FAIR), (REAL, FAIR), (FAIR, REAL)):
        hockey_stick_divergence(P, Q, Fraction(11, 10))
        violation(((), ()), P, Q, exp(Fraction(1, 10)))
        privacy.largest_ratio(P, Q)
        P.expectation(lambda y: 1 + (y == "a"))
        P.product(Q).map(lambda pair: pair[0]).condition({"a"}).probability({"a"})


def test_what_the_definitions_compute_agrees_with_plain_sums() -> None:
    before = Law.probability
    with summed_anew() as sums:
        evaluated()
        assert largest_ratio(FAIR, BENT) == Fraction(3, 2)
    assert sums.laws > sums.rational > 0 and sums.compared > 20
    assert Law.probability is before and privacy.worst_event.__module__ == privacy.__name__


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ((("a", THIRD), ("b", THIRD)), "sum to 1"),
        ((("a", Fraction(3, 2)), ("b", -Fraction(1, 2))), "negative"),
        ((("a", THIRD), ("a", 1 - THIRD)), "twice"),
        ((("a", ln(2)), ("b", THIRD)), "sum to 1"),
        ((("a", 2 - ln(2)), ("b", ln(2) - 1)), "negative"),
        ((("a", exp(-40)), ("b", Fraction(1))), "sum to 1"),
    ],
)
def test_what_is_no_law_is_refused(items: Any, why: str) -> None:
    with pytest.raises(Refused, match=why), summed_anew():
        Law(items)


# ---- Faults in the definitions


def short_total(weights: Iterable[Any]) -> Any:
    """The last weight is left out."""
    return total(list(weights)[:-1])


def lossy_collection(pairs: Iterable[Any]) -> Any:
    """The last outcome is left out."""
    return collected(list(pairs)[:-1])


def smaller_event(P: Any, Q: Any, exp_epsilon: Any) -> Any:
    """Outcomes just above the line are left out."""
    return worst_event(P, Q, 2 * exp_epsilon)


def largest_of_first(P: Any, Q: Any) -> Any:
    """The ratio of the first outcome."""
    y, p = P.items[0]
    return p / Q[y]


total, collected, worst_event = laws.total, laws.collected, privacy.worst_event
FAULTS: list[tuple[Any, str, Callable[..., Any]]] = [
    (laws, "total", short_total),
    (laws, "collected", lossy_collection),
    (privacy, "worst_event", smaller_event),
    (privacy, "largest_ratio", largest_of_first),
]


@pytest.mark.parametrize(("module", "name", "faulty"), FAULTS)
def test_a_fault_in_the_definitions_is_refused(
    module: Any, name: str, faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, faulty)
    with pytest.raises(Refused, match=r"of a law is not what its weights say|do not sum to 1"), summed_anew():
        evaluated()


# ---- Ledgers

IDS = ("BCS20.D3", "BGS21.T3.1.figure", "YAN25.Alg4", "DIM.vc")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    load_papers()
    settings = Settings(replace(TINY, exhaustive=class_universes((1, 2), (1, 3))))
    entries = [run_claim(id, settings) for id in IDS]
    file = tmp_path_factory.mktemp("laws") / "ledger.json"
    write_json(ledger("tiny", noted(entries, "tiny", {}), "sources"), file)
    return file


def listed(path: Path, id: str) -> Any:
    """The evidence of cases listed one by one for an entry that is checked, or for its correction."""
    (entry,) = (entry for entry in json.loads(path.read_text(encoding="utf-8"))["claims"] if entry["id"] == id)
    evidence = (entry["corrected"] or entry)["evidence"]
    return next(one for one in evidence if one["prover"] in ("box", "direct") and one["outcome"] == "checked")


@pytest.mark.slow
def test_cases_are_listed_anew_and_their_laws_summed(path: Path) -> None:
    found = check_ledger(path, {})
    assert set(found.relisted) >= {"BCS20.D3", "BGS21.T3.1.figure.corrected", "YAN25.Alg4.corrected"}
    assert not any(id.startswith("DIM") for id in found.relisted)
    assert "BGS21.T3.1.figure" in found.counterexamples
    assert found.sums.laws > found.sums.rational > 100 and found.sums.compared > 100
    assert not any("BCS20.D3" in ids for ids in found.trusted.values())
    assert (found.rechecked, found.on_trust) == (4, {"compiled enumeration": 1})


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"cases": 5000}, "its cases would be"),
        ({"beyond_reach": 3}, "its beyond_reach would be"),
        ({"universe": "1 <= n <= 1"}, "do not say"),
    ],
)
def test_evidence_of_other_cases_is_refused(changed: dict[str, Any], why: str, path: Path) -> None:
    with pytest.raises((Refused, NotRelistable), match=why):
        check_cases(CLAIMS["YAN25.Alg4.corrected"], {**listed(path, "YAN25.Alg4"), **changed})


def test_what_is_violated_at_a_listed_case_is_refused(path: Path) -> None:
    evidence = listed(path, "BGS21.T3.1.figure")
    with pytest.raises(Refused, match=r"BGS21\.T3\.1\.figure is violated"):
        check_cases(CLAIMS["BGS21.T3.1.figure"], {**evidence, "universe": "all classes with 3 labels on 1 point"})


def test_a_fault_in_the_definitions_is_refused_with_the_entry_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "total", short_total)
    with pytest.raises(Refused, match=r"the entry (BCS20|BGS21|YAN25)"):
        check_ledger(path, {})


def test_what_definitions_remember_is_forgotten_first() -> None:
    privacy.checked_epsilon(Fraction(1))
    with summed_anew():
        assert privacy.checked_epsilon.cache_info().currsize == 0
