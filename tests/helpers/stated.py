"""Claims and arrows that a test has stated, to be forgotten after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from littlestone.spec.claim import CLAIMS, _registry
from littlestone.spec.proofs import ARROWS, TOTALS, _arrows, _totals
from littlestone.spec.terms import _contracts


def forget_claims(ids: Iterable[str]) -> None:
    """Forget these claims, the arrows from and to them, and the arrows and totals that some of them are made from."""
    gone = set(ids)
    for id in [a.id for a in ARROWS.values() if not gone.isdisjoint([*a.claims, a.citing, a.cited])]:
        del _arrows[id]
    for citing in [citing for citing, id in TOTALS.items() if id in gone]:
        del _totals[citing]
    for id in gone:
        del _registry[id]
        _contracts.pop(id, None)


@contextmanager
def the_kits_own_alone() -> Iterator[None]:
    """No claims and arrows but the kit's; afterwards those that were there before are there again."""
    stated = (_registry, _arrows, _totals)
    before = [dict(there) for there in stated]
    forget_claims(_users())
    try:
        yield
    finally:
        forget_claims(_users())
        for there, was in zip(stated, before, strict=True):
            there.update(was)  # type: ignore[arg-type]


def _users() -> list[str]:
    return [id for id, claim in CLAIMS.items() if not claim.formula.__module__.startswith("littlestone.")]
