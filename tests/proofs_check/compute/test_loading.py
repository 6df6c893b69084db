"""What is loaded is passed over by the garbage collector, which is on again afterwards."""

import gc
import weakref

import pytest

from littlestone.proofs_check.compute.memories import loading


class Thing:
    """Something in a circle."""


def circle() -> "weakref.ref[Thing]":
    thing = Thing()
    thing.itself = thing  # type: ignore[attr-defined]
    return weakref.ref(thing)


@pytest.mark.slow
def test_what_is_loaded_stays_and_what_comes_later_is_collected() -> None:
    with loading():
        assert not gc.isenabled()
        loaded = circle()
    later = circle()
    gc.collect()
    assert gc.isenabled() and loaded() is not None and later() is None
    gc.unfreeze()
    gc.collect()
    assert loaded() is None


def test_the_collector_is_left_as_it_was() -> None:
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()
    gc.disable()
    try:
        with loading():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
