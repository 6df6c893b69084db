"""Claims in Lean: what is written says what the claim says on small classes, and what has no text is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.lean import lean_text
from littlestone.proofs_check.sources.catalogue import find
from littlestone.spec.claim import Constant
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.classes.operations import complement, union
from littlestone.spec.parameters.library import PARAMETERS


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


FAMILY = r"(union\(G, H\)|complement\(H\)|[GH])"
PYTHON = {
    r"\(G ∪ H\)": "union(G, H)", r"\(H\.image fun s => sᶜ\)": "complement(H)", r"\^": "**", "≤": "<=", " : [ℚℕ]": "",
    rf"{FAMILY}\.(vcDim|card)": r"\2(\1)", f"(littlestone|thresholds) {FAMILY}": r"\1(\2)",
}  # fmt: skip


NAMES = {"vcDim": "VC", "littlestone": "Ldim", "thresholds": "Thr", "card": "size"}


def holds(text: str, classes: dict[str, ConceptClass]) -> bool:
    """The formula of a text, read as Python at listed classes by the literal definitions of the parameters."""
    formula = text.partition(".Nonempty) :\n    ")[2].rpartition(" := by")[0]
    for lean, python in PYTHON.items():
        formula = re.sub(lean, python, formula)
    read = {
        lean: lambda H, name=name: PARAMETERS[name].literal(frozenset(H.functions())) for lean, name in NAMES.items()
    }
    return bool(eval(formula, {"union": union, "complement": complement, **read, **classes}))


@pytest.mark.parametrize("id", ["DIM.vc", "DIM.log", "LIT.union.vc", "LIT.union.ldim", "LIT.thresholds.complement"])
def test_a_text_says_what_its_claim_says_and_so_do_its_mutants(id: str) -> None:
    (claim,) = find([id])
    functions = list(product((0, 1), repeat=2 if len(claim.domains) > 1 else 3))
    subsets = chain.from_iterable(combinations(functions, n) for n in range(1, len(functions) + 1))
    classes, said = [explicit(chosen, 2) for chosen in subsets], set()
    for values in (claim.printed, *claim.mutants()):
        text = lean_text(replace(claim, constants={name: Constant(value) for name, value in values.items()}), {})
        for chosen in product(classes, repeat=len(claim.domains)):
            truth = bool(claim.formula(*chosen, **values))
            assert holds(text, dict(zip(claim.domains, chosen, strict=True))) == truth
            said.add(truth)
    assert said == {True, False}


CLAIM = '@claim("L.{0}", "notes: {0}", "lemma")\ndef f{0}(H: {1}):\n    """A /- comment -/."""\n    return {2}\n\n\n'
HEAD = (
    "from littlestone.claims import *\nTD, VC = PARAMETERS['TD'], 'Ldim'\ndef vc(H):\n    return vc_dimension(H) + 1\n"
)
GOOD = 'when([PARAMETERS["Thr"](H) < 3, vc_dimension(H) != H.size()], littlestone_dimension(H) * HALF <= 1)'
REPAIR = '@correction("L.0", "it is")\ndef g(H: Binary):\n    """A bound."""\n    return H.size() >= 1\n'
UNKNOWN = "L.0.corrected{} stated as its correction, not verified here"
BAD = """vc(H) <= 2; vc_dimension(H) / 2 <= 1; vc_dimension(H) % 2 <= 1; 2 ** (H.size() - 1) >= 1; TD(H) <= 1; H == H;
H.size() <= H.points; ~(H.size() == 2); vc_dimension(dual(H)) <= 2; vc_dimension(H).map(abs) <= 1; H.size() <= TRUE;
PARAMETERS[VC](H) <= 1; when(H.size() <= 2, H.size() <= 3) & (H.size() <= 4); vc_dimension(H, n=1) <= 1;
vc_dimension(union(H)) <= 1; vc_dimension(complement(H, H)) <= 1"""


def test_what_has_no_text_is_refused_with_the_reason(tmp_path: Path) -> None:
    file, bad = (
        tmp_path / "notes.py",
        [("Binary", body.strip()) for body in BAD.split(";")] + [("BinaryOrEmpty", "vc_dimension(H) <= 2")],
    )
    claims = [CLAIM.format(n, kind, body) for n, (kind, body) in enumerate([("Binary", GOOD), *bad])]
    file.write_text(HEAD + "".join(claims) + REPAIR, encoding="utf-8")
    done, hypotheses = (
        call("export", f"{file}::L.0", "--lean").stdout,
        "((thresholds H : ℚ) < (3 : ℚ)) → ((H.vcDim : ℚ)",
    )
    assert done.startswith("-- Not compiled here") and "/-- A / - comment - /. L.0.corr" in done
    assert f"{hypotheses} ≠ (H.card : ℚ)) → (((littlestone H : ℚ) * (1/2 : ℚ)) ≤ (1 : ℚ)) := by" in done
    for id in (f"{file}::L.{n}" for n in range(1, len(claims))):
        refused = call("export", id, "--lean")
        assert refused.exit_code == 2 and "is not exported" in refused.stderr and refused.stdout == "", id
    assert UNKNOWN.format(":") in done and UNKNOWN.format(",") in call("explain", f"{file}::L.0", "--latex").stdout
    assert f"such as {file}::L.0\n" in call("export", str(file), "--lean").stderr
    assert "\ntheorem claim_by (m : ℕ)" in lean_text(replace(find(["DIM.vc"])[0], id="by"), {})
    for words in (["DIM", "--lean"], ["DIM.vc"], ["ABLMM22.T8", "--lean"]):
        assert call("export", *words).exit_code == 2


def test_a_statement_is_latex_with_its_correction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # no report of an earlier run is there
    assert r"$\operatorname{MLD} ( H ) \le [ \max_{i}" in (shown := call("explain", "BGS21.T7.1", "--latex").stdout)
    assert "% BGS21.T7.1.corrected, checked, from the release 0.1.0\n$" in shown
    assert call("explain", "DIM.log", "--latex").stdout.endswith("at most $\\log_{2} \\, | H |$.\n")
    assert call("explain", "DIM.log", "--latex", "--code").exit_code == 2
