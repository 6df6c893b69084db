"""Claims that are vacuous, false, oddly spelled or oddly named: none has a theorem that says more than it should."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.kernel.statements import stated
from littlestone.proofs_check.kernel.terms import TRUE, NotOfTheKernel, Place, Shape, Term, negation, pairs
from littlestone.proofs_check.kernel.theorems import (
    class_names,
    file_name,
    in_comment,
    refusal,
    theorem_name,
    written,
)
from littlestone.proofs_check.kernel.vacuity import conditions, example, follows_from_order, value
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.claim import CLAIMS

pytestmark = pytest.mark.usefixtures("registry")
with_rocq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")

CLOSES = "K.x *) Axiom cheat : False. (* "
# Each id with its parameters, what the claim returns, and a part of what the command says
REFUSED = {
    "K.impossible": (
        "H: Binary",
        "when(vc_dimension(H) > littlestone_dimension(H), threshold_dimension(H) <= -1)",
        "vacuous: its hypothesis holds for no class",
    ),
    "K.seven": (
        "H: Binary",
        "when(vc_dimension(H) >= 7, threshold_dimension(H) <= -1)",
        "vacuous: its hypothesis is false by the size",
    ),
    "K.points": (
        "H: Binary",
        "when(H.points <= 1, vc_dimension(H) <= littlestone_dimension(H))",
        "vacuous: its hypothesis is false by the size",
    ),
    "K.inside": (
        "H: Binary",
        "(vc_dimension(H) > littlestone_dimension(H)).implies(threshold_dimension(H) <= -1)",
        "vacuous: the hypothesis of what it implies holds for no class",
    ),
    "K.both": (
        "H: Binary, G: Binary",
        "when([vc_dimension(H) >= 2, H.size() <= 3], vc_dimension(G) >= 2)",
        "vacuous: its hypothesis holds for no class",
    ),
    "K.spelled": (
        "H: Multiclass",
        "psi_littlestone_dimension(H, family=psi_bin(H.labels)) == littlestone_dimension(H)",
        "some class violates it",
    ),
    "K.told": (
        "H: Binary",
        "vc_dimension(H) <= littlestone_dimension(H) + sum(1 for _ in H.members()) - 4",
        "differ at H = ",
    ),
    "K.raises": ("H: Binary", "[vc_dimension(H)][1]", "its formula ends with IndexError"),
}
FINE = "vc_dimension(H) <= littlestone_dimension(H)"
TAKEN = {
    CLOSES: ("H: Binary", FINE, "Theorem K_x____Axiom"),
    "K.(*) (** \\n\\x00 \\ud800": ("H: Binary", FINE, "written       K."),
    "members": ("H: Binary", FINE, "Theorem Claim_members :"),
    "Some.in": ("H: Binary", FINE, "Theorem Claim_Some_in :"),
    f"K.{'x' * 3000}": ("H: Binary", FINE, f"Theorem K_{'x' * 98} :"),
    "fun": ("H: Binary", FINE, "Theorem Claim_fun :"),
    "3/../y": (
        "fun: Binary, V_H: Binary, H: Binary",
        "when(vc_dimension(fun) <= vc_dimension(V_H), vc_dimension(fun) <= littlestone_dimension(V_H))",
        "class_1 is fun, class_2 is V_H",
    ),
    "K.capital": (
        "Type: Binary, S: Binary, O: Binary, class_1: Binary",
        "vc_dimension(Type) + vc_dimension(class_1) <= littlestone_dimension(Type) + littlestone_dimension(class_1)",
        "class_1 is Type, class_4 is class_1",
    ),
    "K.order": (
        "H: Binary",
        "when(littlestone_dimension(H) >= 2, littlestone_dimension(H) >= 1)",
        "trivial       at this size it follows from the order",
    ),
    "K.strong": (
        "H: Binary, slack: int",
        "when(vc_dimension(H) <= 0, littlestone_dimension(H) <= vc_dimension(H) + 1 + slack)",
        "not sharp     no class of this size violates it with slack = -1 either",
    ),
    "K.never": (
        "H: Binary",
        "when(vc_dimension(H) <= 0, littlestone_dimension(H) <= vc_dimension(H) + 1)",
        "vacuous       the conditions of 2 of 2 parts",
    ),
    "K.some": (
        "H: Binary",
        "when(H.size() <= 1, (vc_dimension(H) >= 1).implies(threshold_dimension(H) >= 2)"
        " & (littlestone_dimension(H) <= 0))",
        "vacuous       the conditions of 1 of 2 parts",
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    parts = ["from littlestone.claims import *"]
    parts += ["from littlestone.spec.classes.dimensions import psi_bin, psi_littlestone_dimension"]
    for number, (id, (parameters, formula, _)) in enumerate((REFUSED | TAKEN).items()):
        more = ", slack=Constant(0, mutants=(-1,))" if "slack" in parameters else ""
        more += f", narrows={CLOSES!r}" if id == CLOSES else ""
        parts += [f'@claim("{id}", "page {number}", "lemma"{more})\ndef claim_{number}({parameters}):']
        parts += [f'    """It *) Axiom more : False. (* says "(*."""\n    return {formula}\n']
    (tmp_path / "mine.py").write_text("\n".join(parts), encoding="utf-8")
    return tmp_path


def kernel(folder: Path, id: str, *words: str) -> Result:
    id = id.encode().decode("unicode_escape")
    return CliRunner().invoke(main, ["kernel", f"{folder / 'mine.py'}::{id}", "--points", "2", *words])


@pytest.mark.parametrize("id", REFUSED)
def test_a_vacuous_or_false_claim_has_no_theorem(id: str, folder: Path) -> None:
    ended = kernel(folder, id, "-o", str(folder / "out.v"), *(["--labels", "3"] if id == "K.spelled" else []))
    assert ended.exit_code == 2 and REFUSED[id][2] in ended.output
    assert not (folder / "out.v").exists()


@pytest.mark.parametrize("id", TAKEN, ids=range(len(TAKEN)))
def test_what_must_be_known_of_a_theorem_is_said(id: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    ended = kernel(folder, id)
    assert ended.exit_code == 0 and TAKEN[id][2] in ended.output and "example       " in ended.output
    (file,) = folder.glob("*.v")
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"\bAxiom\b", outside_comments(text)) and re.search(r"\bAxiom\b", text)


def outside_comments(text: str) -> str:
    """What Rocq reads of a text without strings: what stands in no comment, of which one may hold others."""
    depth, kept = 0, []
    for part in re.split(r"(\(\*|\*\))", text):
        depth += {"(*": 1, "*)": -1}.get(part, 0)
        kept += [part] if depth == 0 else []
        assert depth >= 0
    return "".join(kept)


@with_rocq
@pytest.mark.parametrize("id", [CLOSES, f"K.{'x' * 3000}", "members", "fun", "3/../y", "K.capital"], ids=range(6))
def test_rocq_takes_a_file_with_odd_names(id: str, folder: Path) -> None:
    ended = kernel(folder, id, "-o", str(folder / "out.v"), "--check")
    assert ended.exit_code == 0 and "checked       by Rocq" in ended.output


def test_texts_and_names_are_safe() -> None:
    assert (
        in_comment('a (*) "b\n\x1b (* *)')
        == "a (\N{ASTERISK OPERATOR}) 'b (\N{ASTERISK OPERATOR} \N{ASTERISK OPERATOR})"
    )
    assert class_names(("H", "fun", "V_H", "Type", "S2", "class_1")) == (
        *("H", "class_2", "class_3", "class_4", "S2", "class_6"),
    )
    assert theorem_name("A.b", {"A_c"}) == "A_b" and theorem_name("A.b", {"A_b"}) == "Claim_A_b"
    assert theorem_name("3.b", ()) == "Claim_3_b" and theorem_name("", ()) == "Claim_"
    assert file_name("../../é *") == "_..____.v" and file_name("..") == "claim.v"


LDIM = [Term("Ldim", (Place(0), pairs(2), d)) for d in range(3)]


def test_the_conditions_of_a_conclusion_are_those_of_its_parts() -> None:
    a, b, c = LDIM
    said = Term("Both", (Term("Either", (negation(a), Term("Both", (b, Term("Either", (negation(b), c)))))), c))
    assert list(conditions(said)) == [a, Term("Both", (a, b)), TRUE]
    assert list(conditions(negation(Term("Both", (a, b))))) == [a]


def test_the_order_of_numbers_alone_is_told_from_what_dimensions_are() -> None:
    some, vc = Term("Some_in", (Place(0),)), Term("Vc", (Place(0), 1))
    assert follows_from_order(LDIM[2], LDIM[1]) and follows_from_order(some, LDIM[0])
    assert not follows_from_order(LDIM[1], LDIM[2]) and not follows_from_order(some, LDIM[1])
    assert not follows_from_order(vc, LDIM[1])


def test_an_example_is_one_and_has_no_function_too_many() -> None:
    shape = Shape(3, 2)
    found = stated(Question(CLAIMS["DIM.vc"], CLAIMS["DIM.vc"].printed, ClassUniverse(3, 2)), shape)
    case = example(shape, found)
    assert case is not None and value(case.term, shape, case.classes) and value(found.hypothesis, shape, case.classes)
    (H,) = case.classes
    assert not any(value(case.term, shape, (H - {f},)) for f in H)


@with_rocq
def test_rocq_refuses_a_wrong_example() -> None:
    text = written(CLAIMS["DIM.thresholds"], ClassUniverse(2, 2)).text
    wrong, changes = re.subn(r"exists \(listed \[[^.]*\]\)", "exists (listed [])", text)
    assert changes == 1 and refusal(text) is None and refusal(wrong) is not None


def test_limits_of_a_claim_stand_in_its_file() -> None:
    made = written(CLAIMS["BGS21.T3.4"], ClassUniverse(2, 3))
    assert str(CLAIMS["BGS21.T3.4"].narrows) == made.remarks["in part"]
    assert "in part: on up to 4 points" in " ".join(made.text.split())


def test_a_claim_of_its_order_alone_is_called_trivial() -> None:
    assert "trivial" in written(CLAIMS["BGS21.T3.4"], ClassUniverse(5, 2)).remarks
    with pytest.raises(NotOfTheKernel, match="vacuous"):
        written(CLAIMS["BGS21.T8.8"], ClassUniverse(4, 2))
