"""A fingerprint changes exactly where something that a claim rests on changes."""

from pathlib import Path

import pytest

from littlestone.proofs_check.sources import fingerprints
from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.sources.fingerprints import Definition, definitions_of, fingerprint, reachable
from littlestone.spec.claim import CLAIMS, _registry

pytestmark = pytest.mark.usefixtures("registry")
TEXT = '''
from littlestone.spec.claim import claim
from littlestone.spec.domains import Binary
from littlestone.spec.classes.dimensions import vc_dimension

BOUND = 3

def bounded(H):
    """Has a bounded dimension."""
    return vc_dimension(H) <= BOUND

def unrelated():
    return 1

@claim("MINE.fp", "notebook", "conjecture")
def small(H: Binary):
    """A class has VC dimension at most 3."""
    return bounded(H)
'''
RELEVANT = [
    ("BOUND = 3", "BOUND = 4"),
    ("vc_dimension(H) <= BOUND", "vc_dimension(H) < BOUND"),
    ("return bounded(H)", "return bounded(H) | False"),
    ("at most 3.", "at most three."),
    ('"notebook"', '"lecture notes"'),
    ("import vc_dimension", "import littlestone_dimension as vc_dimension"),
    ('"conjecture")', '"conjecture", narrows="to small classes")'),
]
IRRELEVANT = [
    ("Has a bounded dimension.", "Its dimension is bounded."),
    ("BOUND = 3", "BOUND  =  3  # a bound"),
    ("return 1", "return 2"),
]


def print_of(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    (stated,) = load_file(path)
    found = fingerprint(stated)
    del _registry[stated.id]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), RELEVANT)
def test_what_a_claim_rests_on_changes_it(before: str, after: str, tmp_path: Path) -> None:
    assert print_of(tmp_path, "one", TEXT) != print_of(tmp_path, "two", TEXT.replace(before, after, 1))


@pytest.mark.parametrize(("before", "after"), IRRELEVANT)
def test_nothing_else_changes_it(before: str, after: str, tmp_path: Path) -> None:
    assert print_of(tmp_path, "one", TEXT) == print_of(tmp_path, "two", TEXT.replace(before, after, 1))


@pytest.mark.slow
def test_a_change_of_one_definition_touches_exactly_the_claims_that_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    thresholds = Definition("littlestone.spec.classes.dimensions", "threshold_dimension")
    before = {id: fingerprint(claim) for id, claim in CLAIMS.items()}
    users = {id for id, claim in CLAIMS.items() if thresholds in definitions_of(claim)}
    plain = fingerprints._hash
    monkeypatch.setattr(fingerprints, "_hash", lambda d: "changed" if d == thresholds else plain(d))
    assert {id for id, claim in CLAIMS.items() if fingerprint(claim) != before[id]} == users
    assert "DIM.vc" not in users and any(id.startswith("DIM.") for id in users)


def test_implementations_and_methods_of_used_classes_are_reached() -> None:
    names = {d.name for d in definitions_of(CLAIMS["BGS21.ALG.EXPLEARN"])}
    assert {"exponential_learner", "ConceptClass", "EnumeratingSource", "proportional"} <= names


def test_the_provers_are_part_of_every_fingerprint() -> None:
    names = {d.name for d in reachable(Definition(*fingerprints.ENGINE))}
    assert {"ExhaustiveProver", "SymbolicProver", "straight_line", "ConceptClass"} <= names
    assert "write_report" not in names
