"""Fixtures for all tests."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, _registry

# What Hypothesis draws depends neither on luck nor on what it kept, and may take as long as a loaded machine likes.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture
def registry() -> Iterator[None]:
    """The claims of all papers; those that a test states are forgotten again."""
    load_papers()
    known = set(CLAIMS)
    yield
    for id in set(CLAIMS) - known:
        del _registry[id]


@pytest.fixture
def listening() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, also where it is ignored, as in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
