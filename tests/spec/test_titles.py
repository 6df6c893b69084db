"""Titles are written by hand: every claim of a package has a subject, a few words that are no Python name."""

from __future__ import annotations

import pytest

from littlestone.proofs_check.sources.catalogue import papers
from littlestone.spec.claim import CLAIMS
from littlestone.spec.proofs import ARROW
from littlestone.spec.prose import as_written

MOST_WORDS = 12


@pytest.mark.parametrize("paper", papers())
def test_every_claim_has_a_subject_of_a_few_words(paper: str) -> None:
    own = [claim for claim in CLAIMS.values() if claim.paper == paper and claim.kind != ARROW]
    subjects = {claim.id: claim.subject or "" for claim in own}
    assert own
    assert [id for id, subject in subjects.items() if not 1 <= len(subject.split()) <= MOST_WORDS] == []
    assert [id for id, subject in subjects.items() if "_" in subject or subject.endswith(".")] == []


def test_a_title_has_no_colon_in_its_item() -> None:
    stated = {claim.id: claim.title for claim in CLAIMS.values() if claim.subject}
    assert [id for id, title in stated.items() if title.count(": ") != 1] == []
    assert [id for id, title in stated.items() if not title[:1].isupper()] == []


def test_what_is_between_dollars_is_known_once_a_claim_is_stated() -> None:
    assert papers()  # they are loaded by it
    written = [claim for claim in CLAIMS.values() if "$" in (claim.formula.__doc__ or "")]
    assert len(written) > 2000 and sum(claim.reads is not None for claim in written) > 1000
    assert [claim.id for claim in written if as_written(claim.statement).count("$") < 2] == []
