"""Opaque notions: an unknown dimension has its range and its order, and nothing of its definition."""

from __future__ import annotations

from littlestone.spec.algebra.circuit import TRUE, all_of
from littlestone.spec.classes.concept_classes import symbolic
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
    vc_dimension,
)
from littlestone.spec.unknowns.notions import opaque


def test_outside_of_opaque_nothing_changes() -> None:
    H = symbolic(2, 2)
    before = littlestone_dimension(H).at_least(1)
    with opaque(("littlestone_dimension",)):
        assert littlestone_dimension(H).at_least(1) is not before
        assert vc_dimension(H).at_least(1) is vc_dimension.__wrapped__(H).at_least(1)  # type: ignore[attr-defined]
    assert littlestone_dimension(H).at_least(1) is before


def test_a_class_has_one_unknown_and_another_class_another() -> None:
    H, F = symbolic(2, 2), symbolic(2, 2, "F")
    with opaque(("littlestone_dimension",)):
        assert littlestone_dimension(H).at_least(1) is littlestone_dimension(H).at_least(1)
        assert littlestone_dimension(H).at_least(1) is not littlestone_dimension(F).at_least(1)


def test_an_unknown_keeps_its_values_and_the_order_of_its_thresholds() -> None:
    H = symbolic(2, 2)
    values = littlestone_dimension(H).values
    with opaque(("littlestone_dimension",)) as known:
        unknown = littlestone_dimension(H)
        assert unknown.values == values
        assert len(known) == len(values) - 2
        order = [unknown.at_least(b).implies(unknown.at_least(a)) for a, b in zip(values[1:], values[2:], strict=False)]
        assert all_of(known) is all_of(order) is not TRUE


def test_an_argument_by_name_and_by_place_are_one() -> None:
    H = symbolic(1, 3)
    with opaque(("psi_littlestone_dimension",)):
        by_place = psi_littlestone_dimension(H, psi_bin(3)).at_least(1)
        assert psi_littlestone_dimension(H, family=psi_bin(3)).at_least(1) is by_place
        assert psi_littlestone_dimension(H, family=psi_b(3)).at_least(1) is not by_place
