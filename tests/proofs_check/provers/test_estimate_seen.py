"""What people see of an estimate: on the command line, in the ledger, by its name."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from helpers.coins import BUDGET, CONFIDENCE, seldom
from helpers.questions import claim_of

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.verdicts.entries import SCHEMA
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import _registry
from littlestone.spec.domains import Algorithm

# ---- What people see

FILE = """
from fractions import Fraction
from littlestone.spec.learning.chances import Chance
from littlestone.spec.claim import Constant, claim

@claim("MINE.seldom", "notebook", "conjecture", most=Constant(Fraction(1, 4), mutants=(Fraction(1, 100),)))
def seldom(most):
    '''Few dice of a million sides show less than 100,000.'''
    return Chance("a low roll", lambda source: source.uniform(10**6) < 100_000) <= most

@claim("MINE.often", "notebook", "conjecture")
def often():
    '''Few dice of a million sides show less than 500,000.'''
    return Chance("a low roll", lambda source: source.uniform(10**6) < 500_000) <= Fraction(1, 4)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "chances_of_mine.py").write_text(FILE, encoding="utf-8")
    yield tmp_path
    for id in [id for id in _registry if id.startswith("MINE.")]:
        del _registry[id]


def cli(folder: Path, *words: str) -> tuple[int, str]:
    address = [f"{folder / 'chances_of_mine.py'}{word}" if word.startswith("::") else word for word in words]
    result = CliRunner().invoke(main, [*address, "--report", str(folder)])
    return result.exit_code, result.output


@pytest.mark.slow
def test_the_command_line_shows_the_verdict_with_its_confidence_and_keeps_its_exit_codes(mine: Path) -> None:
    code, text = cli(mine, "verify", "::MINE.seldom", "--jobs", "1")
    assert code == 0
    assert (
        f"estimated     MINE.seldom                estimate, random runs at {CONFIDENCE}; mutants killed 1 of 1" in text
    )
    assert "1 statement: 1 estimated" in text
    jsonschema.validate(json.loads((mine / "ledger.json").read_text()), SCHEMA)
    assert 'class="chip estimated"' in (mine / "index.html").read_text()
    code, text = cli(mine, "explain", "::MINE.seldom", "--all")
    assert code == 0 and f"at {CONFIDENCE}" in text and "killed by estimate\n" in text
    code, text = cli(mine, "verify", "::MINE.often", "--jobs", "1")
    assert code == 1
    jsonschema.validate(json.loads((mine / "ledger.json").read_text()), SCHEMA)
    assert "UNEXPECTED" in text and "the claim needs Pr[a low roll] <= 1/4, and it happened in" in text


Oracle = Annotated[Any, Algorithm("DP.law")]


def test_claims_that_run_algorithms_are_asked_after_the_box() -> None:
    def with_algorithm(law: Oracle) -> Truth:
        """The coin through an algorithm."""
        return seldom()

    settings = Settings(replace(QUICK, name="full", budget=replace(BUDGET, seed=7)))
    (evidence,) = verify(claim_of(with_algorithm), settings).evidence
    assert evidence.prover == "estimate"
    assert evidence.command.endswith("--prover estimate --profile full --seed 7")
