"""Each parameter against its literal form: on every listed class to 3 points, and its circuit on 4 points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from helpers.nightly import nightly

from littlestone.proofs_check.orbits.orbit_table import orbit_table
from littlestone.spec.algebra.circuit import AND, CONSTANT, INPUT, NOT, OR, XOR, Truth, nodes_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit, symbolic
from littlestone.spec.parameters.library import PARAMETERS, Parameter
from littlestone.spec.parameters.registry import Functions, parameter

RANDOM = 50  # beside one class of each of the 401 orbits, which they reach again in another order of points and labels
MANY = 1_000  # with 10,000 the dearest took a minute
BINARY = list(PARAMETERS.values())
LABELLED = [P for P in BINARY if P.any_labels]
LATE = [P for P in BINARY if P.name in ("PBTD", "TS_min_star", "TS_min_star_p")]  # 7 s for a circuit on four points
LISTED = [P for P in BINARY if P.name in ("USC", "LSC")]  # a minute for one class of each orbit on four points
SOON = [P for P in BINARY if P not in LATE + LISTED]


def classes(points: int, labels: int = 2) -> Iterator[Functions]:
    """All non-empty classes."""
    functions = list(all_functions(points, labels))
    for code in range(1, 2 ** len(functions)):
        yield frozenset(f for i, f in enumerate(functions) if code >> i & 1)


def random_classes(points: int, count: int) -> list[Functions]:
    """Random non-empty classes, from a fixed seed."""
    draw = Random(19)
    return classes_of([draw.randrange(1, 2**2**points) for _ in range(count)], points)


def classes_of(codes: Iterable[int], points: int) -> list[Functions]:
    """The classes with these numbers: bit i says whether the i-th function is in it."""
    functions = list(all_functions(points, 2))
    return [frozenset(f for i, f in enumerate(functions) if code >> i & 1) for code in codes]


def values_of_circuit(number: Number, points: int, asked: list[Functions]) -> list[Expression]:
    """The number's value on each class: its thermometer evaluated on all of them at once, a bit for each."""
    thermometer = [number.at_least(value) for value in number.values]
    bits: dict[Truth, int] = {}
    everywhere = (1 << len(asked)) - 1
    for node in nodes_of(thermometer):
        args = [bits[arg] for arg in node.args]
        if node.op is CONSTANT:
            bits[node] = everywhere if node.payload else 0
        elif node.op is INPUT:
            f = node.payload[1]  # type: ignore[index]
            bits[node] = sum(1 << i for i, H in enumerate(asked) if f in H)
        elif node.op is NOT:
            bits[node] = everywhere ^ args[0]
        else:
            a, b = args
            bits[node] = {AND: a & b, OR: a | b, XOR: a ^ b}[node.op]
    found = [number.values[0]] * len(asked)
    for value, truth in zip(number.values, thermometer, strict=True):
        for i, digit in enumerate(reversed(f"{bits[truth]:0{len(asked)}b}")):
            if digit == "1":
                found[i] = value
    return found


def on_listed(P: Parameter, H: Functions, labels: int = 2) -> Expression:
    return P(explicit(H, labels)).value


@pytest.mark.parametrize("P", BINARY, ids=lambda P: P.name)
def test_definition_and_literal_form_agree_on_every_class_to_three_points(P: Parameter) -> None:
    differing = [H for m in (1, 2, 3) for H in classes(m) if on_listed(P, H) != P.literal(H)]
    assert not differing, sorted(differing[0])


@pytest.mark.parametrize("P", LABELLED, ids=lambda P: P.name)
def test_definition_and_literal_form_agree_on_every_class_of_three_labels(P: Parameter) -> None:
    differing = [H for m in (1, 2) for H in classes(m, 3) if on_listed(P, H, 3) != P.literal(H)]
    assert not differing, sorted(differing[0])


@pytest.mark.slow
@pytest.mark.parametrize("P", SOON + nightly(LATE + LISTED), ids=lambda P: P.name)
@pytest.mark.parametrize("more", [RANDOM, *nightly([MANY])])
def test_circuit_and_literal_form_agree_on_each_class_of_four_points_up_to_symmetry(P: Parameter, more: int) -> None:
    one_of_each_orbit = classes_of(orbit_table(4).least[1:].tolist(), 4)
    asked = one_of_each_orbit + random_classes(4, more)
    if P.circuit_points >= 4:
        found = values_of_circuit(P(symbolic(4, 2)), 4, asked)
    else:
        found = [on_listed(P, H) for H in asked]
    differing = [H for H, value in zip(asked, found, strict=True) if value != P.literal(H)]
    assert not differing, sorted(differing[0])


@pytest.mark.parametrize("P", LATE, ids=lambda P: P.name)
def test_circuit_and_literal_form_agree_on_every_class_of_three_points(P: Parameter) -> None:
    asked = list(classes(3))
    found = values_of_circuit(P(symbolic(3, 2)), 3, asked)
    assert found == [P.literal(H) for H in asked]


def test_the_comparison_sees_a_wrong_circuit() -> None:
    asked = random_classes(3, 200)
    VC, star = PARAMETERS["VC"], PARAMETERS["star"]
    found = values_of_circuit(star(symbolic(3, 2)), 3, asked)
    assert any(value != VC.literal(H) for H, value in zip(asked, found, strict=True))
    assert any(on_listed(star, H) != VC.literal(H) for H in asked)


def test_known_values_of_the_full_cube() -> None:
    cube = explicit(all_functions(3, 2))
    known = {"size": 8, "VC": 3, "Ldim": 3, "TD": 3, "RTD": 3, "star": 3, "NCTD": 2, "edges": 12, "dens": 3, "ST": 3}
    assert {name: PARAMETERS[name](cube).value for name in known} == known


def test_each_parameter_has_words_and_a_source() -> None:
    assert all((P.words and P.source and P.literal.__doc__ is not None) or "_p" in P.name for P in BINARY)


def test_a_name_is_given_once() -> None:
    def twice(H: ConceptClass) -> Number:
        return H.size()

    with pytest.raises(ValueError, match="two parameters are called VC"):
        parameter("VC", "nowhere", len)(twice)
