"""Claims in Lean: what is written says what the claim says on small classes, and what has no text is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
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


def holds(text: str, classes: dict[str, ConceptClass]) -> bool:
    """The formula of a text, read as Python at listed classes by the literal definitions of the parameters."""
    formula = text.partition(".Nonempty) :\n    ")[2].rpartition(" := by")[0]
    for lean, python in PYTHON.items():
        formula = re.sub(lean, python, formula)
    return bool(eval(formula, {"union": union, "complement": complement, **LITERAL, **classes}))


def literal(name: str) -> Callable[[ConceptClass], object]:
    return lambda H: PARAMETERS[name].literal(frozenset(H.functions()))


NAMES = {"vcDim": "VC", "littlestone": "Ldim", "thresholds": "Thr", "card": "size"}
LITERAL = {lean: literal(name) for lean, name in NAMES.items()}


@pytest.mark.parametrize(
    "id", ["DIM.vc", "DIM.log", "LIT.union.vc", "LIT.union.thresholds", "LIT.thresholds.complement"]
)
def test_a_text_says_what_its_claim_says_and_so_do_its_mutants(id: str) -> None:
    (claim,) = find([id])
    functions = list(product((0, 1), repeat=2 if len(claim.domains) > 1 else 3))
    subsets = (combinations(functions, n) for n in range(1, len(functions) + 1))
    classes, said = [explicit(chosen, 2) for chosen in chain.from_iterable(subsets)], set()
    for values in (claim.printed, *claim.mutants()):
        text = lean_text(replace(claim, constants={name: Constant(value) for name, value in values.items()}))
        for chosen in product(classes, repeat=len(claim.domains)):
            truth = bool(claim.formula(*chosen, **values))
            assert holds(text, dict(zip(claim.domains, chosen, strict=True))) == truth
            said.add(truth)
    assert said == {True, False}


REFUSED = """
from littlestone.claims import *


def vc(H):
    return vc_dimension(H) + 1


@claim("L.when", "notes: a hypothesis", "lemma", c=Constant(HALF, mutants=(0,)))
def fine(H: Binary, c: Fraction):
    \"\"\"A /- comment -/.\"\"\"
    return when([PARAMETERS["Thr"](H) < 3, ~(vc_dimension(H) == H.points)], littlestone_dimension(H) * c <= 1)
"""
BODIES = """vc(H) <= 2|vc_dimension(H) / 2 <= 1|vc_dimension(H) % 2 <= 1|2 ** (H.size() - 1) >= 1|TD(H) <= 1|H == H
vc_dimension(dual(H)) <= 2|vc_dimension(H).map(lambda d: d) <= 1|littlestone_dimension(H) <= TRUE""".replace(
    "\n", "|"
).split("|")


def test_what_has_no_text_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "notes.py"
    bodies = [
        f'@claim("L.{n}", "notes: {n}", "lemma")\ndef f{n}(H: Binary):\n    """It."""\n    return {body}\n'
        for n, body in enumerate(BODIES)
    ]
    kinds = '@claim("L.kind", "notes: kind", "lemma")\ndef k(H: {}):\n    """It."""\n    return vc_dimension(H) <= 2\n'
    file.write_text(
        "\n\n".join([REFUSED, 'TD = PARAMETERS["TD"]', *bodies, kinds.format("BinaryOrEmpty")]), encoding="utf-8"
    )
    done = call("export", f"{file}::L.when", "--lean").stdout
    assert done.startswith("-- Not compiled here") and "/-- A / - comment - /. -/" in done
    assert (
        "((thresholds H : ℚ) < (3 : ℚ)) → (¬ ((H.vcDim : ℚ) = (m : ℚ))) → (((littlestone H : ℚ) * (1/2 : ℚ)) ≤ (1 : ℚ))"
        in done
    )
    for id in [*map(str, range(len(BODIES))), "kind"]:
        refused = call("export", f"{file}::L.{id}", "--lean")
        assert refused.exit_code == 2 and "is not exported" in refused.stderr and refused.stdout == "", id
    assert call("export", "DIM", "--lean").exit_code == call("export", "DIM.vc").exit_code == 2
    assert call("export", "ABLMM22.T8", "--lean").exit_code == 2


def test_a_statement_is_latex_with_its_correction() -> None:
    shown = call("explain", "BGS21.T7.1", "--latex").stdout
    assert r"$\operatorname{MLD} ( H ) \le [ \max_{i}" in shown and "% BGS21.T7.1.corrected" in shown
    assert call("explain", "DIM.log", "--latex").stdout.endswith("at most $\\log_{2} \\, | H |$.\n")
    assert call("explain", "DIM.log", "--latex", "--code").exit_code == 2
