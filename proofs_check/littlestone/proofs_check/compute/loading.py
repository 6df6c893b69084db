"""Loading what lives as long as the process: modules, claims, provers."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Keep the garbage collector away from what is loaded inside, now and later.

    Else it walks over all modules and claims again and again, a seventh of a run's time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
