"""Titles are sentences."""

from __future__ import annotations

import pytest

from littlestone.spec.titles import sentence


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("vc_is_at_most_littlestone", "VC is at most Littlestone."),
        ("sauers_lemma_with_the_larger_dimension", "Sauer's lemma with the larger dimension."),
        ("the_last_display_of_claim_22", "The last display of Claim 22."),
        ("theorem_3_boosts", "Theorem 3 boosts."),
        ("the_claim_holds", "The claim holds."),
    ],
)
def test_a_name_is_a_sentence(name: str, title: str) -> None:
    assert sentence(name) == title
