"""Each line of defence behind the language is needed: without it a false claim of the corpus passes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.hostile_claims import CORPUS, PASSED, Hostile, answer, entries, forget, state

from littlestone.proofs_check.verdicts import holding, verification

NEEDED = [
    (verification, "insist_on_the_language", "looked_at", "used_up"),
    (verification, "insist_on_exactness", "floats", "division_of_ints"),
    (verification, "insist_on_nothing_changed", "kept_steady", "set_xor"),
    (verification, "insist_on_repeating", "stateful", "warm_start"),
    (verification, "probe_beyond_reach", "looked_at", "reach_of_the_conclusion"),
    (verification, "never_reached", "reached", "filter_that_nothing_passes"),
    (verification, "what_says_nothing", "slips", "any_dimensions"),
    (holding, "probe", "looked_at", "first_of_the_listing"),
]


@pytest.fixture
def stated(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hostile]:
    """The entry of that family and name, its claim stated."""
    family, name = request.param
    (entry,) = (one for one in entries(CORPUS / f"{family}.txt") if one.name == name)
    state([entry], tmp_path / f"{name}.py")
    yield entry
    forget(family)


@pytest.mark.parametrize(
    ("place", "line", "stated"),
    [pytest.param(place, line, entry, id=line) for place, line, *entry in NEEDED],
    indirect=["stated"],
)
def test_without_it_a_false_claim_passes(
    place: object, line: str, stated: Hostile, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = answer(stated, tmp_path)
    monkeypatch.setattr(place, line, lambda *asked: None)
    forget(stated.family)
    state([stated], tmp_path / f"{stated.name}_anew.py")  # what the file keeps begins anew
    unguarded = answer(stated, tmp_path)
    assert stated.truth == "false" and said.verdict not in PASSED
    assert unguarded.verdict in PASSED, unguarded.text
