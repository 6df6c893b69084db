"""What tests import of a user's own modules is forgotten after them: it would count for what is read later."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from littlestone.proofs_check.sources import code_that_ran


@contextmanager
def forgotten() -> Iterator[None]:
    """Whatever is imported in here, but for the kit's own modules and those of packages, is as if it had not been."""
    before, is_elsewhere = set(sys.modules), code_that_ran.is_elsewhere
    of_tests = {str(getattr(module, "__file__", None)) for module in sys.modules.copy().values()}
    forget_what_ran()
    try:
        with patch.object(code_that_ran, "is_elsewhere", lambda file: file in of_tests or is_elsewhere(file)):
            yield
    finally:
        for name in set(sys.modules) - before:
            file = str(getattr(sys.modules[name], "__file__", None))
            if not name.startswith("littlestone.") and "site-packages" not in file and "/lib/python" not in file:
                del sys.modules[name]
        forget_what_ran()


def forget_what_ran() -> None:
    """What was run and read so far is nothing to what is asked from here on."""
    code_that_ran._ran.clear()
    code_that_ran._texts.clear()
