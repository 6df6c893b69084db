"""Whose branches are a statement's own: those of the packages that state claims, and of no others in the kit."""

from __future__ import annotations

from pkgutil import walk_packages

import pytest

import littlestone.spec
from littlestone.spec.algebra.decisions import is_library, states_claims
from littlestone.spec.claim import CLAIMS

MODULES = [module.name for module in walk_packages(littlestone.spec.__path__, "littlestone.spec.") if not module.ispkg]


@pytest.mark.parametrize("module", [name for name in MODULES if name.count(".") == 3])
def test_what_stands_beside_a_claim_is_a_statements_own(module: str) -> None:
    with_claims = {claim.formula.__module__.rpartition(".")[0] for claim in CLAIMS.values()}
    assert states_claims(module) == (module.rpartition(".")[0] in with_claims) != is_library(module)


@pytest.mark.parametrize("module", ["littlestone.spec.claim", "littlestone.impl.dimensions.online", "dataclasses"])
def test_what_states_no_claim_is_library(module: str) -> None:
    assert is_library(module) and not states_claims(module)


def test_a_users_module_is_no_library() -> None:
    assert not is_library("lemma") and not states_claims("lemma")


def test_the_rooms_below_the_papers_are_library() -> None:
    assert is_library("littlestone.spec.decompositions.erm_laws") and is_library("littlestone.spec.medians.laws")
