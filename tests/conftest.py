"""Fixtures for all tests."""

import signal
from collections.abc import Iterator

import pytest

from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS, _registry


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
