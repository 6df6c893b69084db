"""Fixtures for all tests."""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from helpers.stated import forget_claims
from hypothesis import settings

from littlestone.proofs_check.sources import module_sources
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.claim import CLAIMS

if TYPE_CHECKING:
    from helpers.chromium import Page

# A process for each processor runs tests: threads of BLAS in each would wait for one another more than they work. Read
# when numpy is first imported, which nothing above does.
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))

# What Hypothesis draws depends neither on luck nor on what it kept, and may take as long as a loaded machine likes.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")

# What gates and tables of orbits keep by default is kept apart from the user's own, in a folder that all processes of
# the tests share, and that goes with them.
os.environ.pop("LITTLESTONE_CACHE", None)
_OURS = "littlestone-tests-"
if _OURS not in os.environ.get("XDG_CACHE_HOME", ""):
    _CACHE = tempfile.TemporaryDirectory(prefix=_OURS)
    os.environ["XDG_CACHE_HOME"] = _CACHE.name


STATE = "littlestone.proofs_check.audits.runs.state"


def pytest_collection_finish() -> None:
    """What is loaded by now lives to the end, so the garbage collector need not walk over it again and again."""
    gc.freeze()


@pytest.fixture(autouse=True)
def reads_afresh() -> None:
    """What other tests of this process read, and then changed, is nothing to a gate in this one."""
    module_sources._read.clear()


@pytest.fixture(autouse=True)
def few_fresh_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Audits start as few fresh processes as they ever do, but to test state: a hundred took most of the time."""
    if request.node.get_closest_marker("all_fresh_processes") is None:
        monkeypatch.setattr(f"{STATE}.FRESH", import_module(STATE).FEWEST)


@pytest.fixture
def registry() -> Iterator[None]:
    """The claims of all papers; those that a test states are forgotten again."""
    load_papers()
    known = set(CLAIMS)
    yield
    forget_claims(set(CLAIMS) - known)


@pytest.fixture
def listening() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, also where it is ignored, as in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Page]":
    """A page of a headless browser; without one the tests that ask for it are skipped."""
    from helpers.chromium import chromium, installed_chromium  # which needs POSIX

    program = installed_chromium()
    if program is None:
        pytest.skip("no Chromium or Chrome is installed (apt install chromium)")
    with chromium(program, tmp_path_factory.mktemp("profile")) as page:
        yield page
