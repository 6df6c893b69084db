"""A limit on a process's memory: what grows in C, as a tuple of 2^128 entries does, is stopped by nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress


def limit_memory(extra: int) -> None:
    """At most so many bytes more than now, where the system can say how many those are."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as pages:
            used = int(pages.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + extra, resource.getrlimit(resource.RLIMIT_AS)[1]))


@contextmanager
def memory_limited(extra: int) -> Iterator[None]:
    """At most so many bytes more than now until it is left, where the system has such limits."""
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(extra)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
