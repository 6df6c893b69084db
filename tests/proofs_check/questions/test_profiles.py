"""The profiles: each does what the smaller ones do and more, and their boxes belong to claims that exist."""

from dataclasses import fields

import pytest

from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.profiles import DEEP, FULL, POINTS, PROFILES, QUICK, STEPS, Profile, Scope
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS
from littlestone.spec.domains import Naturals

RISING = [(QUICK, FULL), (FULL, DEEP)]


def missing_boxes(boxes: dict[str, dict[str, int]]) -> dict[str, set[str]]:
    """Claims or integer parameters that boxes name and that do not exist."""
    load_papers()
    found = {}
    for id, steps in boxes.items():
        stated = [CLAIMS[name] for name in (id, f"{id}.corrected") if name in CLAIMS]
        integers = {name for claim in stated for name, d in claim.domains.items() if isinstance(d, Naturals)}
        found[id] = set(steps) - integers if id in CLAIMS else {"no such claim"}
    return {id: wrong for id, wrong in found.items() if wrong}


@pytest.mark.parametrize(("smaller", "larger"), RISING, ids=["quick-full", "full-deep"])
def test_a_larger_profile_looks_at_more(smaller: Profile, larger: Profile) -> None:
    for kind in ("exhaustive", "random", "symbolic", "structured"):
        assert set(getattr(smaller, kind)) <= set(getattr(larger, kind)), kind
    for limit in fields(Budget):
        assert getattr(smaller.budget, limit.name) <= getattr(larger.budget, limit.name), limit.name
    for id, steps in smaller.boxes.items():
        assert all(steps[name] <= larger.boxes[id][name] for name in steps), id


def test_large_universes_come_last() -> None:
    """The first refutation ends the search, so that it is found where counterexamples are small."""
    for profile in PROFILES.values():
        tiny = [universe.bits for universe in profile.exhaustive if universe.bits < 10]
        large = [universe.bits for universe in profile.exhaustive[len(tiny) :]]
        assert large == sorted(large) and min(large) >= 10
        assert len(set(profile.exhaustive)) == len(profile.exhaustive)


def test_every_universe_of_exhaustive_enumeration_can_be_enumerated() -> None:
    assert max(universe.bits for profile in PROFILES.values() for universe in profile.exhaustive) <= 32


def test_quick_has_binary_and_other_classes() -> None:
    assert {universe.labels for universe in QUICK.exhaustive} >= {2, 3, 4}
    assert {universe.labels for universe in FULL.symbolic} == {2, 3}


def test_boxes_are_those_of_claims() -> None:
    assert missing_boxes({id: dict(steps) for id, steps in STEPS.items() if id}) == {}


def test_single_cases_are_of_claims_and_name_all_parameters() -> None:
    load_papers()
    for id, cases in POINTS.items():
        stated = [CLAIMS[name] for name in (id, f"{id}.corrected") if name in CLAIMS]
        for case in cases:
            assert any(case in Scope(QUICK).far_points(claim) for claim in stated), (id, case)


def test_a_box_of_nothing_would_be_seen() -> None:
    assert missing_boxes({"BGS21.NONE": {"m": 1}, "BGS21.T7.2": {"k": 1, "q": 2}}) == {
        "BGS21.NONE": {"no such claim"},
        "BGS21.T7.2": {"q"},
    }
