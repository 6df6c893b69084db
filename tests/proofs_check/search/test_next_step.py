"""What to try next with a claim of your own that was checked: larger scopes, and the search for a counterexample."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.orbits.kept_table import orbits_on
from littlestone.proofs_check.orbits.orbit_table import OrbitTable
from littlestone.proofs_check.orbits.symmetries import Blocks
from littlestone.proofs_check.provers import exhaustive
from littlestone.proofs_check.questions.profiles import FIVE_POINTS, QUICK
from littlestone.proofs_check.questions.universes import Question
from littlestone.proofs_check.search.clauses.questions import class_question
from littlestone.proofs_check.search.of_claims import conditions_against
from littlestone.proofs_check.search.searching import decide
from littlestone.proofs_check.sources.catalogue import load_file

pytestmark = pytest.mark.usefixtures("registry")

FILE = """from littlestone.claims import *


@claim("NEXT.1", "Lemma 1, notes: a lemma", "conjecture", slack=Constant(1, mutants=(0,)))
def lemma({parameters}, slack: int):
    '''A lemma.'''
    return {formula}
"""
LDIM, VC, SIZE = "littlestone_dimension(H)", "vc_dimension(H)", "H.size()"


def file_of(folder: Path, formula: str, parameters: str = "H: Binary") -> Path:
    path = folder / "mine.py"
    path.write_text(FILE.format(formula=formula, parameters=parameters), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("formula", "conditions"),
    [
        (f"{LDIM} <= {VC} + slack", ("Ldim > VC + 1",)),
        (f"{LDIM} <= {VC} + 1 + (slack - 1)", ("Ldim > VC + 1 + (1 - 1)",)),
        (f"2 ** {VC} <= {SIZE} + 0", ("2 ^ VC > size",)),
        (f'when([{VC} <= 1, {SIZE} >= 2], PARAMETERS["RTD"](H) == 1)', ("VC <= 1", "size >= 2", "RTD != 1")),
        (f'when({VC} <= 1, PARAMETERS["star"](H) <= 1)', ()),
        (f"({LDIM} <= {VC}) | ({SIZE} >= 2)", ()),
        (f"vc_dimension(complement(H)) <= {VC}", ()),
    ],
)
def test_what_would_refute_a_claim_is_a_search(tmp_path: Path, formula: str, conditions: tuple[str, ...]) -> None:
    (claim,) = load_file(file_of(tmp_path, formula))
    assert conditions_against(claim) == conditions


def test_a_search_finds_what_more_points_refute(tmp_path: Path) -> None:
    (claim,) = load_file(file_of(tmp_path, f"{LDIM} <= {VC} + slack"))
    assert decide(class_question(conditions_against(claim)), 16, 5, 10**6).outcome == "class"


def verified(path: Path | str, report: Path) -> str:
    return CliRunner().invoke(main, ["verify", str(path), "--jobs", "1", "--report", str(report)]).output


def test_a_claim_of_ones_own_that_was_only_checked_has_a_next_step(tmp_path: Path) -> None:
    told = verified(file_of(tmp_path, f"{VC} <= {LDIM} + slack - 1"), tmp_path)
    assert "all binary classes on <= 5 points (4,294,967,295 classes)" in told
    assert "next: --points 6 (drawn classes) or --profile full, which takes minutes if it holds" in told
    assert "; on more points littlestone search 'VC > Ldim + 1 - 1'\n" in told


def test_what_is_false_on_five_points_alone_is_refuted(tmp_path: Path) -> None:
    told = verified(file_of(tmp_path, f"{LDIM} <= {VC} + slack"), tmp_path)
    assert "refuted" in told and "on x0, x1, x2, x3, x4 with labels" in told


def test_on_five_points_the_formula_alone_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To make and compile the table of orbits takes more calls where no cache has it yet."""
    traced: list[object] = []

    def made(points: int, labels: Blocks) -> OrbitTable:
        traced.append(sys.gettrace())
        return orbits_on(points, labels)

    monkeypatch.setattr(exhaustive, "orbits_on", made)
    claim = load_file(file_of(tmp_path, f"{LDIM} <= {VC} + slack"))[0]
    asked = Question(claim, claim.printed, FIVE_POINTS)
    assert exhaustive.ExhaustiveProver().supports(asked, QUICK.budget) is None
    assert traced and not any(traced)


def test_where_five_points_are_too_many_a_solver_is_next(tmp_path: Path) -> None:
    """The circuit of RTD is too large there."""
    told = verified(file_of(tmp_path, f'PARAMETERS["RTD"](H) <= {SIZE} + slack - 2'), tmp_path)
    assert "all binary classes on <= 4 points (65,535 classes)" in told
    assert "next: --points 5 (by a solver, or drawn classes) or --profile full" in told


def test_where_not_all_can_be_listed_some_are_drawn_by_name(tmp_path: Path) -> None:
    place = file_of(tmp_path, 'PARAMETERS["RTD"](H) <= 2 * PARAMETERS["NCTD"](H) + slack - 1')
    assert "next: --points 4 --prover hypothesis (drawn classes)" in verified(place, tmp_path)


def test_what_is_true_by_form_on_few_points_is_not_sharp_and_has_a_next_step(tmp_path: Path) -> None:
    place = file_of(tmp_path, f"{LDIM} <= {VC} + slack")
    text = place.read_text("utf-8").replace(", slack=Constant(1, mutants=(0,))", "").replace(f"{VC} + slack", "10")
    place.write_text(text.replace(", slack: int", ""), "utf-8")
    told = verified(place, tmp_path)
    assert "; not sharp: littlestone_dimension(H) <= 10 is true by its form where it was measured" in told
    assert "; on more points littlestone search 'Ldim > 10'\n" in told


def test_a_range_begins_where_its_hypothesis_holds(tmp_path: Path) -> None:
    told = verified(file_of(tmp_path, "when(n >= 52, sum(range(int(n))) >= slack)", "n: Size"), tmp_path)
    assert "next: begin the range where they hold, as in n: Annotated[int, Naturals(52)]\n" in told


def test_a_changed_claim_is_another_and_has_none(tmp_path: Path) -> None:
    mine = f"{file_of(tmp_path, f'{VC} <= {LDIM} + slack - 1')}::NEXT.1"
    asked = ["verify", mine, "--mutant", "slack=2", "--jobs", "1", "--report", str(tmp_path)]
    told = CliRunner().invoke(main, asked).output
    assert "asked with slack = 2 for 1" in told and "next:" not in told


def test_two_classes_have_no_more_points(tmp_path: Path) -> None:
    formula = f"when(G.points == H.points, vc_dimension(union(G, H)) <= vc_dimension(G) + {VC} + slack)"
    told = verified(file_of(tmp_path, formula, "G: Binary, H: Binary"), tmp_path)
    assert "next: --profile full, which takes minutes if it holds\n" in told


def test_numbers_have_no_points(tmp_path: Path) -> None:
    told = verified(file_of(tmp_path, "2 * sum(range(int(n))) <= n * n - n + slack - 1", "n: Size"), tmp_path)
    assert "next: --profile full, which takes minutes if it holds\n" in told


def test_a_claim_of_a_paper_has_none(tmp_path: Path) -> None:
    told = verified("DIM.vc", tmp_path)
    assert "checked" in told and "next:" not in told
