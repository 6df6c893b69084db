"""What lives as long as the process, and what the kit's functions remember from call to call, forgotten before each
claim.

How far a claim is listed follows from how many Python calls its formula takes, and these must not be fewer for what ran
before it, which in a pool of processes is another order each time. What a user's functions remember is left to them:
things that are made once may be compared by identity.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from typing import Any

FOLDERS = ("littlestone.spec.", "littlestone.impl.")
READING = "littlestone.spec.algebra.python_constructs"  # what a line of a file says


def forget_calls() -> None:
    """Clear the caches of all functions of specifications and implementations."""
    for cached in _caches(len(sys.modules)):
        cached.cache_clear()


@cache
def _caches(modules: int) -> tuple[_lru_cache_wrapper[Any], ...]:
    """Those of the modules that are loaded, of which there are so many."""
    own = [module for name, module in sys.modules.items() if name.startswith(FOLDERS)]
    found = [value for module in own for value in vars(module).values() if isinstance(value, _lru_cache_wrapper)]
    return tuple({id(cached): cached for cached in found if cached.__module__ != READING}.values())


# ---- Modules, claims, provers

# Objects made and not dropped before the collector looks at the young ones, and how many looks before the next older
# generation: nearly all that a run makes is dropped at once, and with Python's own 700, 10, 10 a tenth of a run went
# into walking over caches, with 50,000 first a sixth of what large circuits take, for 20 MB less
RARELY = (400_000, 20, 50)


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
