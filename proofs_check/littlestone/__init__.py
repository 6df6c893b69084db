"""A verification kit for the theory of private and online learnability.

>>> import littlestone
>>> print(littlestone.dims([[0, 0], [0, 1], [1, 1]]))
3 functions on 2 points with labels 0..1
Littlestone = 1 (at most log2 of 3 functions)
VC = 1 (at most log2 of 3 functions)
thresholds = 2 (t thresholds need functions with t, t-1, ..., 1 ones, and points likewise)
>>> littlestone.verify("BGS21.T7.1").verdicts
{'BGS21.T7.1': 'refuted'}

``verify``, ``explain`` and ``find`` take what the command line takes, ``dims`` measures a class, ``audit`` asks whether
a learner leaks; printed, what they return is the terminal's text. ``littlestone.claims`` has the words in which claims
are stated; ``.verification``, ``.dimensions``, ``.auditing`` and ``.learners`` have more of each.
"""

from pkgutil import extend_path
from typing import TYPE_CHECKING, Any

# The other two floors have folders of this name too
__path__ = extend_path(__path__, __name__)

if TYPE_CHECKING:
    from littlestone.proofs_check.audits.auditing import audit
    from littlestone.proofs_check.from_python import dims, explain, find, verify

__all__ = ["audit", "dims", "explain", "find", "verify"]


def __getattr__(name: str) -> Any:
    """The functions are looked up when they are first asked for: a program that needs one need not load all."""
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'littlestone' has no attribute {name!r}")
    room = "audits.auditing" if name == "audit" else "from_python"
    return getattr(import_module(f"littlestone.proofs_check.{room}"), name)
