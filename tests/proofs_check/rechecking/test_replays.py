"""Certificates of proofs about numbers: written, replayed, and refused where anything of them was altered."""

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest
from helpers.questions import ask, over
from helpers.tiny_runs import TINY

from littlestone.proofs_check.certificates import writing
from littlestone.proofs_check.certificates.writing import certified
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.ledgers import check_ledger
from littlestone.proofs_check.rechecking.rechecks import recheck, stated
from littlestone.proofs_check.rechecking.replays import check_derivation, derivations_in
from littlestone.proofs_check.reports.earlier_runs import noted
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts.ledger import ledger, write_json
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real, equals, erf
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.domains import Natural, PositiveReal, Reals
from littlestone.spec.notation import OpenUnit

Line = Annotated[Real, Reals()]
# Together they use nearly every rule and every way of the checker
IDS = [
    "YAN25.S1",
    "ABLMM22.L15.epsilon",
    "BGS21.CA.2.priv.iid",
    "BCS20.T30.eq7",
    "BCS20.L15.point",
    "PROB.chernoff.upper.exponent",
    "BCS20.D4",
    "BCS20.L15.tail",
    "ABLMM22.S2.1.1.learner",
    "BGS21.TA.1.amp.corrected",
    "BGS21.T5.6.eqA",
    "BGS21.C5.10",
]
RULES = {"closed", "log", "shift", "product", "scaling", "monotone", "turn", "boxes", "inversion", "pieces"}
WAYS = {"sign", "implication", "boxes", "identity", "terms", "binomial"}
FILE = "derivation.json"


def proved(question: Question) -> Evidence:
    """The evidence of the first prover of numbers that proves it, with its derivation where there is one."""
    for name in ("algebra", "interval"):
        if PROVERS[name].supports(question, Budget(), Resources()) is None:
            found = PROVERS[name].run(question, Budget(), Resources(proofs=True))
            if found.outcome == "proved":
                return replace(found, question=question)
    raise AssertionError(f"{question.claim.id} is not proved")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    load_papers()
    folder = tmp_path_factory.mktemp("derivations")
    for id in IDS:
        evidence = proved(Question(CLAIMS[id], CLAIMS[id].printed, Everything()))
        assert certified(evidence, folder).certificate is not None, id
    return folder


def details_of(place: Path) -> Any:
    return json.loads((place / FILE).read_text(encoding="utf-8"))


@pytest.mark.slow
def test_what_is_written_is_replayed_and_every_rule_is_used(written: Path) -> None:
    places = derivations_in(written)
    found = [check_derivation(place, stated) for place in places]
    assert sorted(one.claim for one in found) == sorted(IDS)
    assert all(one.clauses > 0 and not one.changed for one in found)
    assert {step["rule"] for place in places for step in details_of(place)["steps"]} == RULES
    assert {clause["way"] for place in places for clause in details_of(place)["clauses"]} == WAYS
    assert any(clause.get("changes") for place in places for clause in details_of(place)["clauses"])


USUAL = {"x": PositiveReal}
square = over(lambda x: Real.of(2) * x <= x**2 + 1, USUAL)
falls_to_its_limit = over(lambda x: erf(x) < 1, USUAL)  # 1 - erf(x) falls to 0, with a slope that has pi
rises_from_its_limit = over(lambda x: erf(x) > -1, x=Line)  # 1/2 + erf(x)/2 rises from 0
at_a_corner = over(lambda x, y: x**y + y**x > 1, x=OpenUnit, y=OpenUnit)  # By Bernoulli's inequality, of both powers


@pytest.mark.parametrize(
    ("id", "factor"),
    [
        ("BGS21.T7.2.induction", "(((D + ((-1)*mld))**(-1))*(1 + less + ((-1)*mld)))"),  # a hypothesis is D < mld
        ("BGS21.T3.4.chain", "((-1)*((y + ((-1)*ln(2)))**(-1)))"),  # a step shows y < ln 2
    ],
)
def test_the_factor_of_an_implication_is_shown_to_be_defined(id: str, factor: str, tmp_path: Path) -> None:
    load_papers()
    assert certified(proved(Question(CLAIMS[id], CLAIMS[id].printed, Everything())), tmp_path).certificate is not None
    (place,) = derivations_in(tmp_path)
    assert factor in {clause.get("factor") for clause in details_of(place)["clauses"]}
    assert not check_derivation(place, stated).changed


@pytest.mark.parametrize(
    ("formula", "rules"),
    [
        (falls_to_its_limit, {"limit", "product", "closed"}),
        (rises_from_its_limit, {"limit", "product", "closed"}),
        (at_a_corner, {"bernoulli"}),
    ],
)
def test_limits_powers_and_pi_are_replayed(
    formula: Callable[..., Truth], rules: set[str], registry: None, tmp_path: Path
) -> None:
    question = ask(formula, Everything())
    assert certified(proved(question), tmp_path).certificate is not None
    (place,) = derivations_in(tmp_path)
    assert check_derivation(place, lambda address: question.claim).clauses == 1
    assert rules <= {step["rule"] for step in details_of(place)["steps"]}


def refuse(*asked: object) -> None:
    raise Refused("no rule")


def test_nothing_is_written_where_nobody_asks_or_no_checker_replays(
    registry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The whole sum for n + 1 is twice that for n, its terms being shifted
    all_subsets = over(lambda n: equals(sauer_sum(n, n, 1), Real.of(2) ** n), n=Natural)
    question = ask(square, Everything())
    asked = PROVERS["interval"].run(question, Budget(), Resources())
    assert (asked.outcome, asked.derivation) == ("proved", None)
    assert proved(question).derivation is not None
    sums = ask(all_subsets, Everything())
    monkeypatch.setattr(writing, "check_clauses", refuse)
    assert certified(proved(sums), tmp_path).certificate is None
    assert derivations_in(tmp_path) == []
    monkeypatch.undo()
    assert certified(proved(sums), tmp_path).certificate is not None


# ---- Alterations


def test_fifty_seeded_alterations_are_refused(written: Path, tmp_path: Path) -> None:
    places = []
    for seed in range(50):
        random = Random(seed)
        place = shutil.copytree(random.choice(derivations_in(written)), tmp_path / str(seed))
        text = (place / FILE).read_text(encoding="utf-8")
        at = random.choice([i for i, sign in enumerate(text) if not sign.isspace()])
        sign = random.choice([c for c in "0123456789-x" if c != text[at]])
        (place / FILE).write_text(text[:at] + sign + text[at + 1 :], encoding="utf-8")
        places.append(place)
    found = recheck(places, [])
    assert sorted(found.refused) == sorted(map(str, places)) and found.derivations == []


Data = dict[str, Any]
Change = Callable[[Data, Random], bool]  # whether there was something to change


def one_step(concerns: Callable[[Data], bool], changes: Callable[[Data], Data]) -> Change:
    """A change of one of the steps that it concerns."""

    def change(details: Data, random: Random) -> bool:
        steps = [step for step in details["steps"] if concerns(step)]
        for step in random.sample(steps, min(1, len(steps))):
            step.update(changes(step))
        return bool(steps)

    return change


def each_clause(way: str, /, **changes: Any) -> Change:
    """A change of all clauses that are so by this way."""

    def change(details: Data, random: Random) -> bool:
        found = [clause for clause in details["clauses"] if clause["way"] == way]
        for clause in found:
            clause.update(changes)
        return bool(found)

    return change


def split(change: Callable[[str], str]) -> Change:
    """A change of what becomes of boxes, where there are several."""

    def changed(details: Data, random: Random) -> bool:
        boxed = [one for one in (*details["steps"], *details["clauses"]) if "1" in str(one.get("split", ""))]
        for one in boxed:
            one["split"] = change(one["split"])
        return bool(boxed)

    return changed


def said(**changes: Any) -> Change:
    """A change of what is said of the whole."""
    return lambda details, random: details.update(changes) is None


def is_used(step: Data) -> bool:
    """Some other step rests on it, or its rule shows what is wrong by itself; and there are symbols in it."""
    return step["rule"] in ("shift", "monotone", "turn", "product") and bool(step["on"])


def missing_piece(details: Data, random: Random) -> bool:
    steps = [step for step in details["steps"] if step["rule"] == "pieces"]
    for step in steps:
        at = random.randrange(len(step["pieces"]))
        del step["pieces"][at], step["from"][at]
    return bool(steps)


def missing_steps(details: Data, random: Random) -> bool:
    details["steps"] = []
    return any(clause.get("lemmas") for clause in details["clauses"])


def rests_on_itself(details: Data, random: Random) -> bool:
    steps = [(at, step) for at, step in enumerate(details["steps"]) if any(n is not None for n in step["from"])]
    for at, step in random.sample(steps, min(1, len(steps))):
        step["from"] = [at] * len(step["from"])
    return bool(steps)


def missing_clause(details: Data, random: Random) -> bool:
    del details["clauses"][random.randrange(len(details["clauses"]))]
    return True


def missing_part(details: Data, random: Random) -> bool:
    """A step, or a clause, lacks a part."""
    for one in (details["steps"] or details["clauses"])[:1]:
        del one[random.choice([name for name in ("rule", "shows", "on", "way") if name in one])]
    return True


def induction(by: list[str]) -> Change:
    """What is said of the induction that an identity is by."""
    change = each_clause("identity", by=by)
    return lambda details, random: "C5.10" in details["claim"] and change(details, random)


CHANGES: dict[str, Change] = {
    "a step shows another expression": one_step(
        lambda step: is_used(step) and not step["shows"].startswith("exp"),
        lambda step: {"shows": f"({step['shows']} - 10**9*{sorted(step['on'])[0]} - 10**9)"},
    ),
    "a step shows the contrary": one_step(
        lambda step: is_used(step) and step["strict"], lambda step: {"shows": f"(-{step['shows']})"}
    ),
    "a number that is not positive": one_step(
        lambda step: step["rule"] == "closed", lambda step: {"shows": "(ln(2) - 1)", "strict": True}
    ),
    "a step with symbols is about numbers alone": one_step(is_used, lambda step: {"rule": "closed"}),
    "a polynomial has its sign on the whole line": one_step(
        lambda step: step["rule"] == "shift", lambda step: {"on": dict.fromkeys(step["on"], "(-oo, oo)")}
    ),
    "the last box is not spoken of": split(lambda split: split[:-1]),
    "the whole range is one box": split(lambda split: "0"),
    "a box too many": split(lambda split: f"{split}0"),
    "a piece of a range is left out": missing_piece,
    "no step is left": missing_steps,
    "a step rests on itself": rests_on_itself,
    "nothing is said of a clause": missing_clause,
    "a part is missing": missing_part,
    "an induction on what is in the terms": induction(["k"]),
    "no induction": induction([]),
    "terms by the binomial theorem": each_clause("terms", way="binomial"),
    "the binomial theorem by terms": each_clause("binomial", way="terms"),
    "an identity by its sign": each_clause("identity", way="sign"),
    "no change of symbols within a sum": each_clause("terms", inside=[]),
    "another claim": said(claim="BGS21.T3.4.lnineq"),
    "a constant more": lambda details, random: details["constants"].update({"and": "1"}) is None,
}


@pytest.mark.parametrize("words", CHANGES)
def test_alterations_that_are_sealed_anew_are_refused(words: str, written: Path, tmp_path: Path) -> None:
    changed = 0
    for seed, place in enumerate(derivations_in(written)):
        copy, details = shutil.copytree(place, tmp_path / str(seed)), details_of(place)
        if CHANGES[words](details, Random(seed)):
            changed += 1
            seal_anew(copy, details)
            with pytest.raises(Refused) as refused:
                check_derivation(copy, stated)
            assert "altered" not in str(refused.value), place
    assert changed


def seal_anew(place: Path, details: dict[str, Any]) -> None:
    rest = {name: value for name, value in details.items() if name != "digest"}
    digest = hashlib.sha256(json.dumps([rest], sort_keys=True).encode()).hexdigest()
    (place / FILE).write_text(json.dumps({**rest, "digest": digest}), encoding="utf-8")


def test_every_step_that_is_altered_is_refused_by_its_number(written: Path, tmp_path: Path) -> None:
    (place,) = (place for place in derivations_in(written) if "chernoff" in str(place))
    counted = Counter[bool]()
    for at, step in enumerate(details_of(place)["steps"]):
        if step["on"] and step["rule"] in ("shift", "monotone", "boxes", "pieces"):
            details = details_of(place)
            details["steps"][at]["shows"] = f"(-1 - {step['shows']})"
            seal_anew(shutil.copytree(place, tmp_path / str(at)), details)
            with pytest.raises(Refused, match=f"step {at} "):
                check_derivation(tmp_path / str(at), stated)
            counted[True] += 1
    assert counted[True] > 5


# ---- Ledgers


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A ledger of two claims that are proved, and the folder of their certificates."""
    load_papers()
    folder = tmp_path_factory.mktemp("kept")
    entries = [run_claim(id, Settings(TINY, certificates=folder)) for id in ("YAN25.S1", "BCS20.T30.eq7")]
    write_json(ledger("tiny", noted(entries, "tiny", {}), "sources"), folder / "ledger.json")
    return folder / "ledger.json", folder


def test_what_is_replayed_is_not_trusted(kept: tuple[Path, Path]) -> None:
    path, folder = kept
    found = recheck(derivations_in(folder), [path])
    assert (len(found.derivations), found.certified, found.refused) == (2, 2, {})
    assert found.trusted == {}
    alone = check_ledger(path, {})
    assert alone.certified == 0 and any("no certificate of it" in what for what in alone.trusted)


def test_a_certificate_of_another_claim_bears_out_nothing(kept: tuple[Path, Path]) -> None:
    path, folder = kept
    found = {one.digest: one for one in (check_derivation(place, stated) for place in derivations_in(folder))}
    crossed = dict(zip(found, reversed(list(found.values())), strict=True))
    with pytest.raises(Refused, match="names a certificate of"):
        check_ledger(path, crossed)
    changed = {digest: replace(one, changed=("factor=2",)) for digest, one in found.items()}
    with pytest.raises(Refused, match="names a certificate of"):
        check_ledger(path, changed)
