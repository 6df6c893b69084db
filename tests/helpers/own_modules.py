"""What tests import of a user's own modules is forgotten after them: it would count for what is read later."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from littlestone.proofs_check.sources.code_that_ran import forget_what_ran


@contextmanager
def forgotten() -> Iterator[None]:
    """Whatever is imported in here, but for the kit's own modules and those of packages, is as if it had not been."""
    before = set(sys.modules)
    forget_what_ran()
    try:
        yield
    finally:
        for name in set(sys.modules) - before:
            file = str(getattr(sys.modules[name], "__file__", None))
            if not name.startswith("littlestone.") and "site-packages" not in file and "/lib/python" not in file:
                del sys.modules[name]
        forget_what_ran()
