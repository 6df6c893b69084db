"""Work whose recursion is as deep as a formula is long."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

STACK, FRAMES = 64 * 2**20, 20_000  # a sum of 3000 terms, more than Python compiles, needs some 10,000 frames
_alone = threading.Lock()

T = TypeVar("T")


def deep(work: Callable[[], T]) -> T:
    """What the work returns or raises, done in a thread with a stack of its own, however deep its caller is."""
    with _alone:
        size, limit = threading.stack_size(STACK), sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, FRAMES))
        try:
            with ThreadPoolExecutor(1) as pool:
                return pool.submit(work).result()
        finally:
            threading.stack_size(size)
            sys.setrecursionlimit(limit)
