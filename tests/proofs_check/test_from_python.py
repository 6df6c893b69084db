"""``import littlestone`` offers what the command line does, and what it returns prints as the terminal does."""

from __future__ import annotations

import doctest
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import littlestone
from littlestone.dimensions import all_dimensions, littlestone_dimension
from littlestone.proofs_check.command_line.main import main

ROWS = [[0, 0], [0, 1], [1, 1]]


def test_its_examples_are_true() -> None:
    assert littlestone.__doc__ is not None and not hasattr(littlestone, "nothing")
    assert doctest.testmod(littlestone).failed == 0
    assert all(callable(getattr(littlestone, name)) for name in littlestone.__all__)


def test_a_class_prints_as_on_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("0,0\n0,1\n1,1\n", encoding="utf-8")
    shown = CliRunner().invoke(main, ["dims", str(tmp_path / "class.csv")]).output
    for named in (ROWS, np.array(ROWS), str(tmp_path / "class.csv"), "{00, 01, 11}"):
        found = littlestone.dims(named)
        assert found.text == shown.rstrip("\n") and found["Littlestone"] == 1 and found["thresholds"] == 2
    with pytest.raises(ValueError, match="negative"):
        littlestone.dims([[0, -1]])


def test_dimensions_take_rows() -> None:
    assert littlestone_dimension([[0, 1], [1, 0]]).lower == littlestone_dimension(np.array([[0, 1], [1, 0]])).lower == 1
    assert [one.lower for one in all_dimensions(ROWS)] == [1, 1, 2]


def test_claims_are_verified_and_explained_by_id(tmp_path: Path) -> None:
    found = littlestone.verify("BGS21.T7.1", "DIM.log")
    assert found.verdicts == {"BGS21.T7.1": "refuted", "DIM.log": "checked"} and found.as_expected
    assert "Let   H = {00, 02, 10, 11} on x0, x1" in str(found)
    assert "The VC dimension is at most" in str(littlestone.explain("DIM.vc"))
    assert [claim.id for claim in littlestone.find("DIM.vc")] == ["DIM.vc"]
    with pytest.raises(LookupError):
        littlestone.verify("DIM.none")
