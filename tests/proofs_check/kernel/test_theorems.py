"""Theorems for Rocq: they read as the claims do, terms have the kit's values, and no altered file is taken."""

import re
import shutil
from inspect import getfile
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.kernel.terms import Place, Shape, Term, pairs
from littlestone.proofs_check.kernel.theorems import Written, library, refusal, written
from littlestone.proofs_check.kernel.vacuity import value
from littlestone.proofs_check.questions.universes import ClassUniverse
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.classes.concept_classes import all_functions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension, vc_dimension

pytestmark = pytest.mark.usefixtures("registry")
ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "kernel.md").read_text(encoding="utf-8")
LIST = ROOT / "bench" / "kernel.txt"
with_rocq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
SMALL = ("DIM.vc 3 2", "BGS21.T3.4 2 3", "DIM.sauer.vc 2 2", "YAN25.T4 3 2", "CPM.P.vc_dimension.monotonic 2 2")

ALTERED = {
    r"(circuit : list tape := \[0x.{9}).": r"\g<1>f",  # another gate
    r"(steps : list tape := \[0x.{9}).": r"\g<1>f",  # another clause of the proof
    r"(conclusion : term := .*?Ldim \(0, \[\]\) [^L]*\] )0": r"\g<1>1",  # another meaning of a gate
    r"(Theorem .*?ldim_ge 3 \(pairs 2\) )0": r"\g<1>1",  # another statement, not that of the circuit
    r"(Lemma accepted[^.]*\.\nProof\.)[^Q]*Qed": r"\1 Admitted",  # no proof at all
}


def file_of(named: str) -> Written:
    id, points, labels = named.split()
    return written(CLAIMS[id], ClassUniverse(int(points), int(labels)))


def test_a_statement_reads_as_the_claim() -> None:
    assert "(vc_ge 3 2 V_H ==> ldim_ge 3 (pairs 2) 2 V_H)" in " ".join(file_of(SMALL[0]).statement.split())
    assert "ldim_ge 2 [([0; 1], [2])] 1 V_H" in " ".join(file_of(SMALL[1]).statement.split())


def test_terms_have_the_values_of_the_kits_dimensions() -> None:
    random, shape, everything = Random(7), Shape(3, 2), list(all_functions(3, 2))
    for functions in (frozenset(random.sample(everything, random.randint(1, 8))) for _ in range(40)):
        H = explicit(functions)
        numbers = {
            "Ldim": littlestone_dimension(H),
            "Vc": vc_dimension(H),
            "Thr": threshold_dimension(H),
            "Size": H.size(),
        }
        for op, number in numbers.items():
            before = (Place(0), pairs(2)) if op == "Ldim" else (Place(0),)
            values = [value(Term(op, (*before, t)), shape, (functions,)) for t in range(10)]
            assert values == [t <= int(number) for t in range(10)], (op, functions)


@with_rocq
@pytest.mark.parametrize("named", SMALL)
def test_rocq_takes_a_theorem(named: str) -> None:
    assert refusal(file_of(named).text) is None


@with_rocq
@pytest.mark.slow
@pytest.mark.parametrize("old", ALTERED)
def test_rocq_takes_no_altered_file(old: str) -> None:
    text, changes = re.subn(old, ALTERED[old], file_of(SMALL[0]).text, count=1, flags=re.DOTALL)
    assert changes == 1 and refusal(text) is not None


@with_rocq
def test_every_number_of_points_is_proved_without_axioms() -> None:
    proofs = (Path(getfile(written)).parent / "EveryNumber.v").read_text(encoding="utf-8")
    own = re.sub(r"^(Require )?Import .*\n", "", proofs, flags=re.MULTILINE)
    theorems, asked = (
        re.findall(rf"^{word} (\w+)", own, flags=re.MULTILINE) for word in ("Theorem", "Print Assumptions")
    )
    assert theorems == asked and len(asked) == 5
    assert refusal(f"{library()}{own}") is None


@with_rocq
def test_an_axiom_that_is_not_asked_for_last_is_seen() -> None:
    cheat = "Axiom cheat : False.\nLemma wrong : False. Proof. exact cheat. Qed.\nPrint Assumptions wrong.\n"
    assert refusal(f"{cheat}Lemma right : True. Proof. exact I. Qed.\nPrint Assumptions right.") is not None
    assert refusal("Lemma right : True. Proof. exact I. Qed.") is not None


def test_the_page_has_the_theorems_of_the_list_and_marks_those_in_part() -> None:
    rows = re.findall(r"^\| (\d) points, (\d) labels \| (.*) \|$", PAGE, flags=re.MULTILINE)
    shown = {
        (points, labels, id): mark for points, labels, ids in rows for id, mark in re.findall(r"`([^`]*)`(\*?) ", ids)
    }
    lines = map(str.split, LIST.read_text(encoding="utf-8").splitlines())
    listed = {(points, labels, id): limited(CLAIMS[id]) for points, labels, *ids in lines for id in ids}
    assert {row: mark == "*" for row, mark in shown.items()} == listed
    assert f"all {len(listed)}" in PAGE


def limited(claim: Claim) -> bool:
    return any((claim.narrows, claim.caps, claim.leaves_out))


WITHOUT = {
    "DIM.adaboost": "not about classes alone",
    "DIM.nothing": "no claim",
    "YAN25.D13": "no dimension that the kernel defines",
    "LIT.union.vc": "of a class that is no part of G or H",
    "ABLMM22.T10.1": "some class violates it",
    "BGS21.T7.1": "nothing is left to prove",
}


@pytest.mark.parametrize("id", WITHOUT)
def test_a_claim_without_a_theorem_is_bad_input(id: str, tmp_path: Path) -> None:
    ended = CliRunner().invoke(main, ["kernel", id, "-o", str(tmp_path / "out.v")])
    assert ended.exit_code == 2 and WITHOUT[id] in ended.output and not (tmp_path / "out.v").exists()
