"""What a cited claim's own formula says at a use: it is evaluated where it is code and all its arguments are given.

Where it is not, a use has only what it says itself of what is cited, and the claims made from it must not say more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from littlestone.spec.algebra.circuit import TRUE, Truth
from littlestone.spec.claim import Claim, Conditional, NoStatement
from littlestone.spec.code_of_uses import strings_in
from littlestone.spec.ranges import in_range


def is_evaluated(cited: Claim, arguments: Mapping[str, Any]) -> bool:
    """The cited formula is code, and all its arguments are given."""
    return cited.not_checkable is None and set(cited.domains) <= set(arguments)


def may_be_evaluated(cited: Claim, use: Callable[..., object]) -> bool:
    """The cited formula is code, and a use that writes its arguments out names all of them."""
    return cited.not_checkable is None and strings_in(use) >= set(cited.domains)


def stated_at(cited: Claim, arguments: Mapping[str, Any]) -> Conditional:
    """What the cited formula says at the arguments; nothing where some are missing, or it has no code."""
    return cited.state(arguments) if is_evaluated(cited, arguments) else Conditional(TRUE, TRUE)


def in_ranges(cited: Claim, arguments: Mapping[str, Any]) -> Iterator[Truth]:
    """The arguments are in the ranges of the cited claim's parameters."""
    for name in arguments:
        if name in cited.domains:
            yield in_range(cited.domains, name, arguments)
        elif name not in cited.constants:
            raise NoStatement(f"{cited.id} has no parameter {name!r}; it has {', '.join(cited.domains) or 'none'}")
