"""Ledgers: counterexamples hold by the definitions alone, and no altered entry passes."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from helpers.ledgers import sealed
from helpers.tiny_runs import TINY

from littlestone.proofs_check.questions.profiles import QUICK, Scope, class_universes
from littlestone.proofs_check.rechecking import ledgers
from littlestone.proofs_check.rechecking.certificates import Checked
from littlestone.proofs_check.rechecking.counterexamples import NotRecheckable, why_no_counterexample
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.ledgers import NOT_LOADED, check_ledger
from littlestone.proofs_check.rechecking.relisting import check_cases
from littlestone.proofs_check.rechecking.universes import why_no_universe
from littlestone.proofs_check.reports.earlier_runs import noted
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts.ledger import ledger, write_json
from littlestone.proofs_check.verdicts.running import run_claim
from littlestone.proofs_check.verdicts.scopes import scope_words
from littlestone.proofs_check.verdicts.standing import Proofs
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.claim import CLAIMS

IDS = ("DIM.vc", "BGS21.T7.1", "ABLMM22.L20.eq1", "BGS21.T7.2", "DIM.sauer.power", "BGS21.T3.4.lnineq")
REFUTED = ["BGS21.T7.1", "ABLMM22.L20.eq1", "BGS21.T7.2"]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    load_papers()
    settings = Settings(replace(TINY, exhaustive=class_universes((2, 2), (2, 3))))
    entries = [run_claim(id, settings) for id in IDS]
    file = tmp_path_factory.mktemp("ledger") / "ledger.json"
    write_json(ledger("tiny", noted(entries, "tiny", {}), "sources"), file)
    return file


@pytest.fixture
def whole(path: Path) -> dict[str, Any]:
    """The ledger, for a test to alter."""
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def entry_of(whole: dict[str, Any], id: str) -> dict[str, Any]:
    (entry,) = (entry for entry in whole["claims"] if entry["id"] == id)
    return entry  # type: ignore[no-any-return]


@pytest.mark.slow
def test_counterexamples_hold_and_the_rest_is_listed_as_trusted(path: Path) -> None:
    found = check_ledger(path, {})
    assert (found.counterexamples, found.certified) == (REFUTED, 0)
    assert any("DIM.vc" in ids and "evaluator" in what for what, ids in found.trusted.items())
    assert any("BGS21.T3.4.lnineq" in ids for ids in found.trusted.values())
    assert sum(found.on_trust.values()) + found.rechecked >= len(IDS)
    assert found.on_trust["compiled enumeration"] >= 1 and found.rechecked >= len(REFUTED)


def test_what_a_certificate_bears_out_is_not_trusted(whole: dict[str, Any], tmp_path: Path) -> None:
    entry = entry_of(whole, "DIM.vc")
    for evidence in entry["evidence"]:
        evidence["certificate"] = "known"
    file = sealed_anew(whole, tmp_path)
    own = Checked("DIM.vc", points=2, labels=2, digest="known", clauses=1, steps=1)
    found = check_ledger(file, {"known": own})
    assert found.certified == len(entry["evidence"]) > 0
    assert check_ledger(file, {"another": own}).certified == 0
    assert not any("DIM.vc" in ids for ids in found.trusted.values())
    for changed in ({"claim": "DIM.log"}, {"points": 1}, {"labels": 3}, {"depth": 1}):
        other = replace(own, **changed)  # type: ignore[arg-type]
        with pytest.raises(Refused, match=r"the entry DIM\.vc names a certificate of something else"):
            check_ledger(file, {"known": other})


# ---- Alterations


def leaves(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    below = [found for name, value in items for found in leaves(value, (*place, name))]
    yield from below or [place]


def with_another_leaf(whole: dict[str, Any], random: Random) -> str:
    """Change one leaf of one entry, and return the entry's id."""
    entry = random.choice(whole["claims"])
    place = random.choice([found for found in leaves(entry) if found[0] not in ("id", "digest")])
    holder = entry
    for name in place[:-1]:
        holder = holder[name]
    before = holder[place[-1]]
    holder[place[-1]] = f"{before}!" if isinstance(before, str) else not before if isinstance(before, bool) else 7.5
    return str(entry["id"])


def test_fifty_seeded_alterations_are_refused_with_the_entry_named(path: Path, tmp_path: Path) -> None:
    for seed in range(50):
        whole = json.loads(path.read_text(encoding="utf-8"))
        id = with_another_leaf(whole, Random(seed))
        write_json(whole, tmp_path / "ledger.json")
        with pytest.raises(Refused, match=f"the entry {id}, .*altered"):
            check_ledger(tmp_path / "ledger.json", {})


def test_entries_left_out_moved_or_renamed_are_refused(whole: dict[str, Any], tmp_path: Path) -> None:
    def refused(claims: list[Any], **changes: Any) -> str:
        write_json({**whole, "claims": claims, **changes}, tmp_path / "ledger.json")
        with pytest.raises(Refused) as reason:
            check_ledger(tmp_path / "ledger.json", {})
        return str(reason.value)

    claims = whole["claims"]
    assert claims[1]["id"] in refused(claims[1:])
    assert "left out at the end" in refused(claims[:-1])
    assert claims[1]["id"] in refused([claims[1], claims[0], *claims[2:]])
    assert "DIM.other" in refused([{**claims[0], "id": "DIM.other"}, *claims[1:]])
    assert "has no digest" in refused([{name: v for name, v in claims[0].items() if name != "digest"}, *claims[1:]])
    assert "beside the claims" in refused(claims, profile="deep")
    assert "beside the claims" in refused(claims, proofs=[])


def sealed_anew(whole: dict[str, Any], folder: Path) -> Path:
    """The file of the ledger with digests that fit it."""
    write_json(sealed(whole), folder / "ledger.json")
    return folder / "ledger.json"


# ---- Verdicts that nobody reached, whatever the digests


def refusal(file: Path, certificates: Mapping[str, Checked] = MappingProxyType({})) -> str:
    """Why the ledger is refused; nothing where it is not."""
    try:
        check_ledger(file, certificates)
    except Refused as reason:
        return str(reason)
    return ""


def claimed(entry: dict[str, Any], universe: str, size: int | None, **other: Any) -> None:
    """Let the entry pass on one universe, of which nothing is a violation."""
    found = {"universe": universe, "size": size, "cases": size or 60, "beyond_reach": 0, "premise_cases": None}
    passed = {"prover": "exhaustive", "outcome": "checked", **found, "violations": 0, **other}
    entry |= {"verdict": passed["outcome"], "counterexample": None, "evidence": [{**entry["evidence"][0], **passed}]}
    entry["scope"] = scope_words(entry)  # type: ignore[arg-type]


WITHOUT: Mapping[str, Any] = {
    "_insist_on_smallest": lambda *given: None,
    "why_no_universe": lambda *given: None,
    "_insist_on_a_claim": lambda entry: None,
    "_insist_on_certificates": lambda *given: None,
}
ALL_VALUES = "all values of the parameters"
CLAIMED: list[tuple[str, str, dict[str, Any], str, str]] = [
    # The id, what is said of it, what defends against that, and the words of the refusal
    ("BGS21.T7.1", "all classes with 3 labels on 2 points", {"size": 511}, "_insist_on_smallest", "is violated at H ="),
    ("BGS21.T7.2", ALL_VALUES, {"size": None, "prover": "hypothesis"}, "_insist_on_smallest", "is violated at k ="),
    ("DIM.vc", "all binary classes on 64 points", {"size": 2**64}, "why_no_universe", "more functions than any"),
    ("DIM.vc", "all binary classes on 6 points", {"size": 2**64 - 1}, "why_no_universe", "too many to enumerate"),
    ("DIM.vc", "all binary classes on 2 points", {"size": 12}, "why_no_universe", "there are 15 cases"),
    ("DIM.vc", "all binary classes on 2 points", {"size": 15, "cases": 7}, "why_no_universe", "there are 15 cases"),
    ("DIM.vc", "1 <= n <= 15", {"size": 15}, "why_no_universe", "does not say which classes"),
    ("DIM.vc", ALL_VALUES, {"size": None, "outcome": "proved"}, "why_no_universe", "all values of numbers"),
    (
        "DIM.sauer.power",
        ALL_VALUES,
        {"size": 9, "outcome": "proved", "prover": "algebra"},
        "why_no_universe",
        "of numbers",
    ),
]


@pytest.mark.parametrize(("id", "universe", "other", "defence", "why"), CLAIMED)
def test_a_verdict_that_no_run_gives_is_refused_and_would_pass_undefended(
    id: str,
    universe: str,
    other: dict[str, Any],
    defence: str,
    why: str,
    whole: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claimed(entry_of(whole, id), universe, **other)
    whole["proofs"] = Proofs({entry["id"]: entry for entry in whole["claims"]}).data
    file = sealed_anew(whole, tmp_path)
    assert id in (found := refusal(file)) and why in found
    monkeypatch.setattr(ledgers, defence, WITHOUT[defence])
    assert why not in refusal(file)


def test_numbers_are_tried_in_the_box_of_the_profile_alone(path: Path) -> None:
    whole = json.loads(path.read_text(encoding="utf-8"))
    evidence = {**entry_of(whole, "BGS21.T7.2")["evidence"][0], "outcome": "checked", "prover": "box"}
    claim, box = CLAIMS["BGS21.T7.2"], Scope(QUICK).box(CLAIMS["BGS21.T7.2"])
    told = {**evidence, "universe": box.name, "size": box.size, "cases": box.size, "premise_cases": box.size}
    assert why_no_universe(claim, told, "quick") is None
    assert "its box in quick is" in str(why_no_universe(claim, {**told, "universe": "1 <= k <= 1"}, "quick"))
    assert "its box in quick is" in str(why_no_universe(claim, {**told, "size": 1}, "quick"))
    assert "hypotheses cannot hold" in str(why_no_universe(claim, {**told, "premise_cases": box.size + 1}, "quick"))


@pytest.mark.parametrize(
    "words", ["1 <= m <= 1000, m = 1", "1 <= m <= 1000, 1 <= m <= 1", "1 <= m <= 1, which is all", "1 <= q <= 1"]
)
def test_a_box_of_a_profile_that_is_unknown_has_the_words_of_one(words: str) -> None:
    load_papers()
    evidence = {"outcome": "checked", "prover": "box", "size": 1, "cases": 1, "premise_cases": 0, "beyond_reach": 0}
    claim = CLAIMS["BCS20.L14"]
    assert why_no_universe(claim, {**evidence, "universe": "1 <= m <= 1"}, "mine") is None
    assert "its box in mine" in str(why_no_universe(claim, {**evidence, "universe": words}, "mine"))
    if words.count("m") > 1:
        with pytest.raises(Refused, match="says twice"):
            check_cases(claim, {**evidence, "universe": words})


def test_single_cases_are_those_of_the_profile() -> None:
    claim = CLAIMS["BGS21.D8.1"]
    (case,) = Scope(QUICK).far_points(claim)
    told = {"prover": "point", "outcome": "checked", "universe": case.name, "size": 1, "cases": 1, "beyond_reach": 0}
    told |= {"premise_cases": 1}
    assert "H = {" in case.name and why_no_universe(claim, told, "quick") is None
    assert "the single cases in quick are H =" in str(why_no_universe(claim, {**told, "universe": "s = 8"}, "quick"))
    assert "a single case is one" in str(why_no_universe(claim, {**told, "size": 2, "cases": 2}, "quick"))
    assert "are none" in str(why_no_universe(CLAIMS["DIM.vc"], {**told, "universe": "H = {0}"}, "quick"))


def not_formalized(whole: dict[str, Any]) -> None:
    entry_of(whole, "DIM.vc").update(verdict="not_checkable", evidence=[], scope=None)


def invented(whole: dict[str, Any]) -> None:
    entry_of(whole, "DIM.vc")["id"] = "DIM.none"


def with_one_certificate(whole: dict[str, Any]) -> None:
    (evidence,) = entry_of(whole, "BGS21.T3.4.lnineq")["evidence"]
    entry_of(whole, "BGS21.T3.4.lnineq")["evidence"].append({**evidence, "certificate": "known"})


@pytest.mark.parametrize(
    ("forge", "defence", "why"),
    [
        (not_formalized, "_insist_on_a_claim", "the entry DIM.vc says not_checkable, and its claim states a formula"),
        (invented, "_insist_on_a_claim", "the entry DIM.none is of no claim: DIM is loaded"),
        (with_one_certificate, "_insist_on_certificates", "the entry BGS21.T3.4.lnineq has no certificate"),
    ],
)
def test_an_entry_of_nothing_is_refused_and_would_pass_undefended(
    forge: Callable[[dict[str, Any]], None],
    defence: str,
    why: str,
    whole: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forge(whole)
    whole["proofs"] = Proofs({entry["id"]: entry for entry in whole["claims"]}).data
    file = sealed_anew(whole, tmp_path)
    assert why in refusal(file)
    monkeypatch.setattr(ledgers, defence, WITHOUT[defence])
    assert refusal(file) == ""


FORGED: dict[str, Any] = {
    "a smaller class": {"H": {"points": 2, "labels": 3, "functions": [[0, 0], [0, 2]]}},
    "the empty class": {"H": {"points": 2, "labels": 3, "functions": []}},
    "nothing": {},
    "no class": {"H": "{00, 02}"},
    "labels that are no integers": {"H": {"points": 2, "labels": 3.0, "functions": [[0, 0], [0, 2], [1, 0], [1, 1]]}},
    "other functions": {"H": {"points": 2, "labels": 3, "functions": [[0, 0], [0, 1], [1, 0], [1, 1]]}},
}


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a refutation without a counterexample": (
        lambda whole: entry_of(whole, "BGS21.T7.1").update(counterexample=None),
        r"BGS21\.T7\.1 says refuted and has no counterexample",
    ),
    "an outcome that there is not": (
        lambda whole: whole["claims"][0]["evidence"][0].update(outcome="proven"),
        f"the entry {IDS[0]} says 'proven'",
    ),
    "an entry that is there twice": (
        lambda whole: whole["claims"].append({**entry_of(whole, "DIM.vc"), "verdict": "open"}),
        r"DIM\.vc is there more than once",
    ),
    "another schema": (lambda whole: whole.update(schema=1), "of schema 1"),
} | {
    f"a counterexample: {name}": (
        lambda whole, data=data: entry_of(whole, "BGS21.T7.1")["counterexample"].update(data=data),
        r"counterexample of the entry BGS21\.T7\.1 is none",
    )
    for name, data in FORGED.items()
}


@pytest.mark.parametrize(("forge", "why"), FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_is_refused_whatever_the_digests(
    forge: Callable[[dict[str, Any]], object], why: str, whole: dict[str, Any], tmp_path: Path
) -> None:
    forge(whole)
    with pytest.raises(Refused, match=why):
        check_ledger(sealed_anew(whole, tmp_path), {})


NO_VERDICTS = ("verified", "Proved", "proved ", None, ["proved"], "tested", "estimated")
STATED = ("statement", "leaves_out", "narrows", "caps", "reach")
ALTERED: list[tuple[str, dict[str, Any], str]] = [
    ("DIM.vc", {"verdict": "refuted"}, "says refuted"),
    ("BGS21.T7.1", {"verdict": "checked"}, "says checked"),
    ("DIM.vc", {"verdict": "proved", "evidence": []}, "says proved and has no evidence of it"),
    ("DIM.vc", {"verdict": "checked", "evidence": []}, "says checked and has no evidence of it"),
    *(("DIM.vc", {"verdict": verdict, "evidence": []}, "says") for verdict in NO_VERDICTS),
    *(("BGS21.T7.1", {name: "P = NP"}, "states something else") for name in STATED),
]
ALTERED_CORRECTIONS: list[tuple[dict[str, Any], str]] = [
    ({"verdict": "refuted"}, "says refuted, which its evidence does not bear out"),
    *(({"verdict": verdict, "evidence": []}, "says") for verdict in NO_VERDICTS),
    *(({name: "P = NP"}, "states something else") for name in STATED),
]


@pytest.mark.parametrize(("id", "changes", "why"), ALTERED)
def test_an_entry_that_nothing_bears_is_refused_whatever_the_digests(
    id: str, changes: dict[str, Any], why: str, whole: dict[str, Any], tmp_path: Path
) -> None:
    entry_of(whole, id).update(changes)
    with pytest.raises(Refused, match=f"the entry {id} {why}"):
        check_ledger(sealed_anew(whole, tmp_path), {})


@pytest.mark.parametrize(("changes", "why"), ALTERED_CORRECTIONS)
def test_a_correction_that_nothing_bears_is_refused(
    changes: dict[str, Any], why: str, whole: dict[str, Any], tmp_path: Path
) -> None:
    entry_of(whole, "BGS21.T7.1")["corrected"].update(changes)
    with pytest.raises(Refused, match=rf"BGS21\.T7\.1 {why}"):
        check_ledger(sealed_anew(whole, tmp_path), {})


def test_a_certificate_of_other_constants_bears_out_nothing(whole: dict[str, Any], tmp_path: Path) -> None:
    entry = entry_of(whole, "DIM.vc")
    for evidence in entry["evidence"]:
        evidence |= {"certificate": "known", "command": "littlestone verify DIM.vc --mutant factor=6 --points 2"}
    file = sealed_anew(whole, tmp_path)
    weak = Checked("DIM.vc", 2, 2, "known", 1, 1, changed=("factor=100",))
    assert replace(weak, changed=("factor=6",)).is_about("DIM.vc", weak.universe, ("factor=6",), "checked")
    assert "it is about other constants" in refusal(file)
    for other in (weak, replace(weak, changed=())):
        with pytest.raises(Refused, match=r"certificate of something else|of which it has no evidence"):
            check_ledger(file, {"known": other})


WORDS_OF_MORE = ("on 60 points and on 2 points", "on 2 pointsets", "on 2 points of a family")


@pytest.mark.parametrize(
    ("said", "other"),
    [*(({}, {"universe": f"all binary classes {words}"}) for words in WORDS_OF_MORE),
     ({"verdict": "proved"}, {"outcome": "proved"})],
    ids=[*WORDS_OF_MORE, "some classes prove nothing of all"],
)  # fmt: skip
def test_a_certificate_bears_out_its_own_universe_alone(
    said: dict[str, Any], other: dict[str, Any], whole: dict[str, Any], tmp_path: Path
) -> None:
    entry = entry_of(whole, "DIM.vc")
    entry |= said
    for evidence in entry["evidence"]:
        evidence |= {"certificate": "known", **other}
    with pytest.raises(Refused, match=r"certificate of something else|of which it has no evidence"):
        check_ledger(sealed_anew(whole, tmp_path), {"known": Checked("DIM.vc", 2, 2, "known", 1, 1)})


@pytest.mark.parametrize("name", ["verdict", "evidence", "counterexample", "corrected"])
def test_an_entry_that_lacks_a_part_is_refused(name: str, whole: dict[str, Any], tmp_path: Path) -> None:
    for value in (None,) if name == "verdict" else (None, 3, [7], "x"):
        changed = json.loads(json.dumps(whole))
        changed["claims"][0].pop(name)
        if value is not None:
            changed["claims"][0][name] = value
        with pytest.raises(Refused, match=f"the entry {IDS[0]}"):
            check_ledger(sealed_anew(changed, tmp_path), {})


def test_refuted_parts_are_those_that_are_refuted(whole: dict[str, Any], tmp_path: Path) -> None:
    """What has one is not proved whole: without it a proof that uses it would be of all that is used."""
    refuted = {**entry_of(whole, "BGS21.T7.1"), "id": "DIM.vc.range"}
    whole["claims"].append(refuted)
    with pytest.raises(Refused, match=r"the parts of DIM\.vc does not follow"):
        ledgers._insist_on_proofs(whole)
    entry_of(whole, "DIM.vc")["refuted_parts"] = ["DIM.vc.range"]
    whole["proofs"] = Proofs({entry["id"]: entry for entry in whole["claims"]}).data
    ledgers._insist_on_proofs(json.loads(json.dumps(whole)))


def test_evidence_of_claims_that_are_not_loaded_is_said_to_be(whole: dict[str, Any], tmp_path: Path) -> None:
    entry = entry_of(whole, "DIM.vc")
    entry["id"] = "MINE.none"
    whole["proofs"] = [proof for proof in whole["proofs"] if proof["id"] != "DIM.vc"]
    found = check_ledger(sealed_anew(whole, tmp_path), {})
    assert [what for what, ids in found.trusted.items() if "MINE.none" in ids] == [f"evidence {NOT_LOADED}"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"verdict":', '"verdict": "refuted", "verdict":', "given twice"),
        ('"seconds": 0', '"seconds": NaN, "s": 0', "NaN"),
    ],
)
def test_what_another_reader_could_read_otherwise_is_refused(
    before: str, after: str, words: str, path: Path, tmp_path: Path
) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    (tmp_path / "ledger.json").write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(Refused, match=words):
        check_ledger(tmp_path / "ledger.json", {})


def test_counterexamples_that_cannot_be_given_to_the_definitions_are_trusted(
    whole: dict[str, Any], tmp_path: Path
) -> None:
    entry = entry_of(whole, "BGS21.T3.4.lnineq")
    entry |= {"verdict": "refuted", "counterexample": {"text": "x = ln(3)", "data": {"x": "ln(3)", "y": "1"}}}
    entry["evidence"][0]["outcome"] = "refuted"
    found = check_ledger(sealed_anew(whole, tmp_path), {})
    assert any("written as a formula" in what and entry["id"] in ids for what, ids in found.trusted.items())
    with pytest.raises(NotRecheckable, match="written as a formula"):
        why_no_counterexample(CLAIMS["BGS21.T3.4.lnineq"], {"x": "1e999999999", "y": "1"})
    assert "m = ln" in str(why_no_counterexample(CLAIMS["DIM.sauer.power"], {"m": "ln(3)", "d": 1}))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"claims": [3]}', '{"claims": {}}'])
def test_what_is_no_ledger_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.json").write_text(text, encoding="utf-8")
    with pytest.raises(Refused):
        check_ledger(tmp_path / "ledger.json", {})
