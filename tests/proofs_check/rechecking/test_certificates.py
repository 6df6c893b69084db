"""Certificates: written, checked anew, and refused where anything of them was altered."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.questions import answer, ask_classes
from helpers.tiny_runs import dimension_at_most

from littlestone.proofs_check.certificates.writing import certified
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.rechecking.certificates import MOST_BYTES, Checked, certificates_in, check_certificate
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.rechecks import recheck, stated
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS

CLAIMED = [("DIM.vc", 3, 2), ("BGS21.T3.4", 2, 3), ("DIM.sauer.vc", 3, 2)]
FILES = ("certificate.json", "formula.cnf", "proof.drat", "proof.lrat")


def proved(id: str, points: int, labels: int, **constants: int) -> Evidence:
    question = Question(CLAIMS[id], {**CLAIMS[id].printed, **constants}, ClassUniverse(points, labels))
    prover = PROVERS["cadical"]
    assert prover.supports(question, Budget(), Resources()) is None
    return replace(prover.run(question, Budget(), Resources(proofs=True)), question=question)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    load_papers()
    folder = tmp_path_factory.mktemp("certificates")
    for id, points, labels in CLAIMED:
        assert certified(proved(id, points, labels), folder).certificate is not None
    return folder


@pytest.mark.slow
def test_what_is_written_holds(written: Path) -> None:
    found = [check_certificate(place, stated) for place in certificates_in(written)]
    assert sorted((c.claim, c.points, c.labels) for c in found) == sorted(CLAIMED)
    assert all(c.clauses > 10 for c in found)


def test_what_is_not_as_printed_is_said(tmp_path: Path) -> None:
    load_papers()
    assert certified(proved("DIM.vc", 2, 2, slack=1), tmp_path).certificate is not None
    told = CliRunner().invoke(main, ["recheck", str(tmp_path), "--jobs", "1"]).output
    assert "rechecked     DIM.vc: 2 points, 2 labels, with slack=1; " in told
    deeper = Checked("DIM.vc", 2, 2, "", 1, 1, changed=("slack=1",), depth=3)
    assert deeper.differs == ("slack=1", "trees of depth 3") and replace(deeper, depth=2).differs == ("slack=1",)


def test_the_form_is_one_that_others_read(written: Path) -> None:
    details = json.loads((certificates_in(written)[0] / "certificate.json").read_text(encoding="utf-8"))
    assert details["claim"] in {id for id, _, _ in CLAIMED}
    assert "H:0,0" in " ".join(details["variables"])
    assert "CaDiCaL" in details["solver"] and "conflicts" in details["solver"]


def test_an_outside_checker_takes_what_is_written(written: Path) -> None:
    dratify = pytest.importorskip("dratify", reason="the outside checker dratify is not installed")
    for place in certificates_in(written):
        formula = dratify.parse_dimacs((place / "formula.cnf").read_text(encoding="utf-8"), strict=True)
        assert dratify.check_proof(formula, (place / "proof.drat").read_text(encoding="utf-8"), engine="python").ok


def test_nothing_is_written_where_nothing_was_proved(tmp_path: Path) -> None:
    refuted = answer(PROVERS["cadical"], ask_classes(dimension_at_most, 2, bound=1))
    assert (refuted.outcome, certified(refuted, tmp_path).certificate) == ("refuted", None)
    unproved = answer(SymbolicProver(), ask_classes(dimension_at_most, 2, bound=2))
    assert (unproved.outcome, certified(unproved, tmp_path).certificate) == ("checked", None)
    assert certified(proved("DIM.vc", 2, 2), None).certificate is None
    assert certificates_in(tmp_path) == []


# ---- Alterations


def altered(written: Path, to: Path, seed: int) -> Path:
    """A copy of some certificate with one character of one file another."""
    random = Random(seed)
    place = shutil.copytree(random.choice(certificates_in(written)), to / str(seed))
    file = place / random.choice(FILES)
    text = file.read_text(encoding="utf-8")
    at = random.randrange(len(text))
    file.write_text(text[:at] + random.choice([c for c in "0123456789 -d" if c != text[at]]) + text[at + 1 :], "utf-8")
    return place


def test_fifty_seeded_alterations_are_refused(written: Path, tmp_path: Path) -> None:
    places = [altered(written, tmp_path, seed) for seed in range(50)]
    found = recheck(places, [])
    assert sorted(found.refused) == sorted(map(str, places)) and found.certificates == []


Change = Callable[[dict[str, Any], list[str], list[str], Random], None]


def without_steps(details: dict[str, Any], formula: list[str], proof: list[str], random: Random) -> None:
    """The proof has no step left."""
    formula[:] = [line for line in formula if random.random() < 0.5]
    proof.clear()


def contrary_clause(details: dict[str, Any], formula: list[str], proof: list[str], random: Random) -> None:
    """A unit clause that the definitions do not have makes the formula false at once."""
    unit = formula[-1].split()[0]
    formula.append(f"{-int(unit)} 0")


def other_goal(details: dict[str, Any], formula: list[str], proof: list[str], random: Random) -> None:
    """The variable of what is refuted is said to stand for an input."""
    names, goal = details["variables"], abs(int(formula[-1].split()[0])) - 1
    i = random.choice([i for i, name in enumerate(names) if ":" in name])
    names[i], names[goal] = names[goal], names[i]


def wrong_step(details: dict[str, Any], formula: list[str], proof: list[str], random: Random) -> None:
    """The contradiction is said and not derived."""
    proof[:] = ["0"]
    formula[:] = formula[len(formula) // 2 :]


CHANGES = [without_steps, contrary_clause, other_goal, wrong_step]


@pytest.mark.parametrize("change", CHANGES)
def test_alterations_that_are_sealed_anew_are_refused(change: Change, written: Path, tmp_path: Path) -> None:
    for seed, place in enumerate(certificates_in(written)):
        copy = shutil.copytree(place, tmp_path / str(seed))
        sealed_anew(copy, change, Random(seed))
        with pytest.raises(Refused) as refused:
            check_certificate(copy, stated)
        assert "altered" not in str(refused.value)


def sealed_anew(place: Path, change: Change, random: Random) -> None:
    """Change a certificate, and every digest so that it fits."""
    details = json.loads((place / "certificate.json").read_text(encoding="utf-8"))
    head, *formula = (place / "formula.cnf").read_text(encoding="utf-8").splitlines()
    proof = (place / "proof.drat").read_text(encoding="utf-8").splitlines()
    change(details, formula, proof, random)
    head = f"{' '.join(head.split()[:3])} {len(formula)}"
    texts = {"formula": "\n".join([head, *formula, ""]), "proof": "".join(f"{line}\n" for line in proof)}
    for (name, text), file in zip(texts.items(), FILES[1:3], strict=True):
        (place / file).write_text(text, encoding="utf-8")
        details[name] = hashlib.sha256(text.encode()).hexdigest()
    rest = {name: value for name, value in details.items() if name != "digest"}
    details["digest"] = hashlib.sha256(json.dumps([rest], sort_keys=True).encode()).hexdigest()
    (place / "certificate.json").write_text(json.dumps(details), encoding="utf-8")


def without_a_hint(steps: list[str], at: int) -> None:
    """A step lacks the last clause by which it follows."""
    steps[at] = f"{steps[at].rpartition(' ')[0].rpartition(' ')[0]} 0"


def without_the_end(steps: list[str], at: int) -> None:
    """The contradiction is missing."""
    steps.pop()


def with_another_number(steps: list[str], at: int) -> None:
    """A step takes the number of the one before."""
    number, _, rest = steps[at].partition(" ")
    steps[at] = f"{int(number) - 1} {rest}"


@pytest.mark.parametrize("change", [without_a_hint, without_the_end, with_another_number])
def test_hints_that_show_nothing_are_refused(
    change: Callable[[list[str], int], None], written: Path, tmp_path: Path
) -> None:
    for place in certificates_in(written):
        copy = shutil.copytree(place, tmp_path / place.parent.name)
        steps = (copy / "proof.lrat").read_text(encoding="utf-8").splitlines()
        change(steps, len(steps) // 2)
        (copy / "proof.lrat").write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
        resealed(copy)
        with pytest.raises(Refused, match=r"proof\.lrat"):
            check_certificate(copy, stated)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_refused(file: str, written: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(certificates_in(written)[0], tmp_path / "copy")
    (copy / file).unlink()
    with pytest.raises(Refused, match=f"{file} cannot be read"):
        check_certificate(copy, stated)


# ---- Files and numbers that no writer leaves


def resealed(place: Path, **changes: Any) -> None:
    """The certificate with these changes, and the hashes of its files and of itself as they are now."""
    details = json.loads((place / "certificate.json").read_text(encoding="utf-8")) | changes
    for name, key in (("formula.cnf", "formula"), ("proof.drat", "proof"), ("proof.lrat", "hints")):
        details[key] = hashlib.sha256((place / name).read_bytes()).hexdigest()
    details.pop("digest")
    details["digest"] = hashlib.sha256(json.dumps([details], sort_keys=True).encode()).hexdigest()
    (place / "certificate.json").write_text(json.dumps(details), encoding="utf-8")


def with_first_lines(place: Path, name: str, header: str | None, line: str) -> None:
    """The file with another header, and a line before the others."""
    head, *rest = (place / name).read_text(encoding="utf-8").splitlines()
    first = [head if header is None else header, line] if name == "formula.cnf" else [line, head]
    (place / name).write_text("\n".join([*filter(None, first), *rest]) + "\n", encoding="utf-8")
    resealed(place)


LEAST = -(2**63)
IN_FILES = {
    "the least integer, in the proof": ("proof.drat", None, f"{LEAST} 1 -1 0"),
    "a variable that the formula has not": ("proof.drat", None, "2147483647 -2147483647 0"),
    "the least integer, in the formula": ("formula.cnf", None, f"{LEAST} 0"),
    "a header of many digits": ("formula.cnf", f"p cnf {'9' * 5000} 1", ""),
}


@pytest.mark.parametrize("words", IN_FILES)
def test_numbers_out_of_range_are_refused(words: str, written: Path, tmp_path: Path) -> None:
    place = shutil.copytree(written / "DIM.vc" / "3_points-2_labels", tmp_path / "altered")
    with_first_lines(place, *IN_FILES[words])
    with pytest.raises(Refused, match=r"cannot be read|has the variable"):
        check_certificate(place, stated)


def of_numbers(details: dict[str, Any]) -> dict[str, Any]:
    claim = stated("BGS21.T3.4.lnineq")
    return {"claim": claim.id, "constants": {n: str(v) for n, v in claim.printed.items()}}


IN_DETAILS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "a variable that is a list": lambda details: {"variables": [[1], *details["variables"][1:]]},
    "a claim of numbers": of_numbers,
    "another claim": lambda details: {"claim": "DIM.sauer.ldim"},
    "one more point": lambda details: {"universe": {**details["universe"], "points": 4}},
    "a stronger claim": lambda details: {"constants": dict.fromkeys(details["constants"], "-1")},
    "another constant": lambda details: {"constants": {**details["constants"], "and": "1"}},
    "2^40 functions": lambda details: {"universe": {"points": 40, "labels": 2, "depth": 2}},
    "a million labels": lambda details: {"universe": {"points": 3, "labels": 10**6, "depth": 2}},
    "a number of points that no float is": lambda details: {"universe": {"points": 10**400, "labels": 2, "depth": 2}},
}


@pytest.mark.parametrize("words", IN_DETAILS)
def test_details_that_no_writer_leaves_are_refused(words: str, written: Path, tmp_path: Path) -> None:
    place = shutil.copytree(written / "DIM.vc" / "3_points-2_labels", tmp_path / "altered")
    resealed(place, **IN_DETAILS[words](json.loads((place / "certificate.json").read_text(encoding="utf-8"))))
    refused = recheck([place], []).refused
    assert list(refused) == [str(place)] and "altered" not in refused[str(place)]


@pytest.mark.parametrize("labels", [1, 3])
def test_a_claim_is_asked_of_no_classes_but_its_own(labels: int, written: Path, tmp_path: Path) -> None:
    """Where no class is in the claim's range, any formula follows from that: this one was taken for the claim."""
    place = shutil.copytree(written / "DIM.vc" / "3_points-2_labels", tmp_path / "altered")
    for name, text in [("formula.cnf", "p cnf 0 1\n0\n"), ("proof.drat", ""), ("proof.lrat", "")]:
        (place / name).write_text(text, encoding="utf-8")
    resealed(place, variables=[], universe={"points": 3, "labels": labels, "depth": 2})
    with pytest.raises(Refused, match=f"about no classes with {labels} labels"):
        check_certificate(place, stated)


def test_a_constant_that_takes_for_ever_to_read_is_refused(written: Path, tmp_path: Path) -> None:
    place = shutil.copytree(written / "BGS21.T3.4" / "2_points-3_labels", tmp_path / "altered")
    resealed(place, constants={"factor": "1e40000000"})
    with pytest.raises(Refused, match="no exact number"):
        check_certificate(place, stated)


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def never_ending(file: Path) -> None:
    file.symlink_to("/dev/zero")


def huge(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(MOST_BYTES + 1)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("make", [Path.mkdir, a_pipe, never_ending, huge])
def test_what_is_no_file_or_too_large_is_refused(
    make: Callable[[Path], None], name: str, written: Path, tmp_path: Path
) -> None:
    place = shutil.copytree(written / "DIM.vc" / "3_points-2_labels", tmp_path / "altered")
    (place / name).unlink()
    make(place / name)
    with pytest.raises(Refused, match=f"{name} "):
        check_certificate(place, stated)


def test_two_certificates_in_one_folder_are_both_checked(written: Path, tmp_path: Path) -> None:
    place = shutil.copytree(written / "DIM.vc" / "3_points-2_labels", tmp_path / "both")
    (place / "derivation.json").write_text("{}", encoding="utf-8")
    found = recheck([place, place], [])
    assert len(found.certificates) == 1 and "derivation.json" in found.refused[str(place)]


def test_no_file_is_run_because_a_certificate_names_it(written: Path, tmp_path: Path) -> None:
    place = shutil.copytree(written / "DIM.vc" / "3_points-2_labels", tmp_path / "altered")
    (tmp_path / "other.py").write_text(f"open({str(tmp_path / 'was_run')!r}, 'w')\n", encoding="utf-8")
    resealed(place, claim=f"{tmp_path / 'other.py'}::OTHER.1")
    assert "none that is known" in recheck([place], []).refused[str(place)]
    assert not (tmp_path / "was_run").exists()
