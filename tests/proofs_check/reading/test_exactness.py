"""A statement is insisted to be exact where it is evaluated, however long its text is."""

import importlib.util
from pathlib import Path

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.exactness import insist_on_exactness
from littlestone.proofs_check.reading.instrumentation import can_be_read
from littlestone.spec.claim import Claim

TERMS = 90  # of which evaluating takes fewer calls than a case may, and taking them apart as many again


def long_formula(folder: Path, terms: int) -> Claim:
    """A claim with so many equal terms, and at the end one with a float that no literal shows."""
    file = folder / "long_formula.py"
    file.write_text(
        "from littlestone.spec.domains import Size\n\n\n"
        f'def long(n: Size):\n    """Long."""\n    return (n >= 0){" & (n >= 1)" * terms} & (1 / 3 < n)\n',
        encoding="utf-8",
    )
    spec = importlib.util.spec_from_file_location("long_formula", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return claim_of(module.long)


def test_a_float_is_met_in_a_long_formula(tmp_path: Path) -> None:
    """Taking the text apart does not count as evaluating it."""
    with pytest.raises(FormulaFault, match=r"`1 / 3` is the float"):
        insist_on_exactness(long_formula(tmp_path, TERMS))


def test_a_formula_that_is_too_long_to_be_read_is_no_fault(tmp_path: Path) -> None:
    claim = long_formula(tmp_path, 600)
    assert not can_be_read(claim)
    insist_on_exactness(claim)
