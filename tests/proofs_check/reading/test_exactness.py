"""A statement is insisted to be exact where it is evaluated, however long its text is."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.compute.deep_recursion import FRAMES
from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.exactness import insist_on_exactness
from littlestone.proofs_check.reading.instrumentation import begun
from littlestone.spec.claim import Claim

TERMS = 90  # of which evaluating takes fewer calls than a case may, and taking them apart as many again
FLOAT = "(1 / 3 < n)"


def long_formula(folder: Path, terms: int, before: str = "(n >= 0)", after: str = FLOAT) -> Claim:
    """A claim with so many equal terms, between two others; no literal of it is a float."""
    file = folder / "long_formula.py"
    file.write_text(
        "from littlestone.spec.domains import Size\n\n\n"
        f'def long(n: Size):\n    """Long."""\n    return {before}{" & (n >= 1)" * terms} & {after}\n',
        encoding="utf-8",
    )
    spec = importlib.util.spec_from_file_location("long_formula", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return claim_of(module.long)


def deeper(frames: int, work: Callable[[], None]) -> None:
    if frames:
        deeper(frames - 1, work)
    else:
        work()


@pytest.mark.slow
@pytest.mark.parametrize("frames", [0, 500])
def test_a_float_is_met_in_a_long_formula_wherever_it_is_looked_for(frames: int, tmp_path: Path) -> None:
    """Taking the text apart does not count as evaluating it, and has a stack of its own."""
    claim = long_formula(tmp_path, TERMS)
    with pytest.raises(FormulaFault, match=r"`1 / 3` is the float"):
        deeper(frames, lambda: insist_on_exactness(claim))


def test_a_float_is_met_before_the_calls_of_a_case_are_used_up(tmp_path: Path) -> None:
    with pytest.raises(FormulaFault, match=r"`1 / 3` is the float"):
        insist_on_exactness(long_formula(tmp_path, 600, before=FLOAT))


def test_a_formula_as_long_as_python_takes_is_read_and_no_fault(tmp_path: Path) -> None:
    claim = long_formula(tmp_path, 1500, after="(n >= 2)")
    assert begun(claim) is not None
    insist_on_exactness(claim)
    assert sys.getrecursionlimit() < FRAMES
