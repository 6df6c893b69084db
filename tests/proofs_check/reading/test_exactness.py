"""No float arises where a statement is evaluated: each is met with what to write, however long the text is."""

import importlib.util
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.formula_faults import FormulaFault
from littlestone.proofs_check.reading.second_lines import FRAMES, insist_on_exactness
from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.claim import Claim, Statement
from littlestone.spec.domains import Size

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
    with pytest.raises(FormulaFault, match=r"`1 / 3` is the float"):
        insist_on_exactness(long_formula(tmp_path, 1500, before=FLOAT))
    other = tmp_path / "other"
    other.mkdir()
    insist_on_exactness(long_formula(other, 1500, after="(n >= 2)"))
    assert sys.getrecursionlimit() < FRAMES


# ---- What is met


def quotient(n: Size) -> Truth:
    """A quotient of Python's integers."""
    return (n >= 1) & (1 / 3 + 1 > 1)


def sum_of_literals(n: Size) -> Truth:
    """A sum of floats in a subclause."""
    return (n >= 1) & (0.1 + 0.2 > 0.3)


def of_numpy(n: Size) -> bool:
    """A mean of NumPy's."""
    return bool(np.mean(np.array([1, 2])) > 1)


MET = [
    (quotient, "`1 / 3` is the float 0.3333333333333333; write Fraction(1, 3)"),
    (sum_of_literals, "`0.1 + 0.2` is the float 0.30000000000000004; write Fraction(3, 10)"),
    (of_numpy, "`np.mean(np.array([1, 2]))` is the float"),
]


@pytest.mark.parametrize(("formula", "expected"), MET)
def test_the_innermost_float_that_arises_is_met(formula: Callable[..., Statement], expected: str) -> None:
    with pytest.raises(FormulaFault) as met:
        insist_on_exactness(claim_of(formula))
    assert met.value.line == formula.__code__.co_firstlineno + 2 and str(met.value).startswith(expected)


def exact(n: Size) -> Truth:
    """Exact numbers, None and Python's exact functions are fine."""
    nothing = None
    assert nothing is None and (n < 0) is not None
    return as_truth(math.comb(4, 2) * Fraction(1, 2) <= math.gcd(6, 9) * n)


def test_exact_numbers_are_not_met() -> None:
    insist_on_exactness(claim_of(exact))
