"""Loading what lives as long as the process: modules, claims, provers."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Objects made and not dropped before the collector looks at the young ones, and how many looks before the next older
# generation: nearly all that a run makes is dropped at once, and with Python's own 700, 10, 10 a tenth of a run went
# into walking over caches
RARELY = (50_000, 20, 50)


@contextmanager
def loading() -> Iterator[None]:
    """Keep the garbage collector away from what is loaded inside, now and later, and let it look rarely from then on.

    Else it walks over all modules and claims again and again, a seventh of a run's time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*RARELY)
        if enabled:
            gc.enable()
