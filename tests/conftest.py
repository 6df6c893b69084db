"""Fixtures for all tests."""

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from helpers.stated import forget_claims
from hypothesis import settings

from littlestone.proofs_check.sources import code_that_ran, guarded_symbols
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


# Rewriting the assertions of all tests takes 10 CPU s: what came of it is kept, also where Python is told to write no
# bytecode. Not longer than tests are collected: of files that tests write and change, it would be of the old ones.
_WRITES_NONE, sys.dont_write_bytecode = sys.dont_write_bytecode, False


def pytest_collection_finish() -> None:
    """What is loaded by now lives to the end, so the garbage collector need not walk over it again and again."""
    sys.dont_write_bytecode = _WRITES_NONE
    gc.freeze()


SLOTS = {(kind, name): vars(kind).get(name) for kind, names in guarded_symbols.PARTS.items() for name in names}


@pytest.fixture(autouse=True)
def unguarded() -> Iterator[None]:
    """Symbols that refuse to tell their parts, as a user's file has such fields, do so for its test alone."""
    yield
    if guarded_symbols.are_guarded():
        for (kind, name), slot in SLOTS.items():
            delattr(kind, name) if slot is None else setattr(kind, name, slot)
        guarded_symbols.guard.cache_clear()


@pytest.fixture(autouse=True)
def reads_afresh() -> None:
    """What other tests of this process read, and then changed, is nothing to a gate in this one."""
    code_that_ran._texts.clear()


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


@pytest.fixture
def browser(one_browser: "Page") -> "Page":
    """A blank page of a headless browser, in light, as wide as it opens, with no events; a test is skipped without."""
    one_browser.call("Emulation.setEmulatedMedia", features=[])
    one_browser.call("Emulation.clearDeviceMetricsOverride")
    one_browser.events.clear()
    one_browser.open("about:blank")
    return one_browser


@pytest.fixture(scope="session")
def one_browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Page]":
    """The browser that all tests of this process share."""
    from helpers.chromium import chromium, installed_chromium  # which needs POSIX

    program = installed_chromium()
    if program is None:
        pytest.skip("no Chromium or Chrome is installed (apt install chromium)")
    with chromium(program, tmp_path_factory.mktemp("profile")) as page:
        yield page
