"""What a notebook shows of the kit's values: well-formed, escaped, and saying what they are."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from littlestone.auditing import audit
from littlestone.dimensions import as_matrix, littlestone_dimension
from littlestone.learners import law, ln, randomized_response
from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.spec.algebra.html_text import facts_html
from littlestone.spec.class_trees.trees import ClassTree
from littlestone.spec.classes.concept_classes import explicit, symbolic
from littlestone.spec.classes.trees import CoverNode, IONode, PsiNode
from littlestone.spec.learning.laws import law_of
from littlestone.verification import Settings, find, verify


def words(value: Any) -> str:
    """The text that a notebook shows, after a look at whether it is well-formed."""
    shown = value._repr_html_()
    return " ".join(" ".join(ElementTree.fromstring(f"<div>{shown}</div>").itertext()).split())


def stores_a_row(sample: Any, source: Any) -> Any:
    return sample[0][1]


def test_a_class_is_a_table_of_its_functions() -> None:
    H = explicit([(0, 0, 1), (0, 1, 1)])
    assert words(H).startswith("2 functions on 3 points with labels 0..1")
    assert H._repr_html_().count("<tr>") == 3 and H._repr_html_().count("<td>") == 6
    assert "at most 4 functions" in words(symbolic(2, 2))


@pytest.mark.parametrize(
    ("tree", "shown"),
    [
        (IONode(1, 0, 1, IONode(0, 0, 1), None), "x1 0: x0 (labels 0, 1)"),
        (PsiNode(0, (0, None), None, PsiNode(1, (1, 0))), "x0 0* 1: x1 10"),
        (CoverNode(2, CoverNode(0), CoverNode(1)), "2 0: 0 1: 1"),
        (ClassTree((-1, 0, 0)), "root x0 x1 x2"),
    ],
)
def test_trees_are_nested_lists(tree: Any, shown: str) -> None:
    assert words(tree) == shown


def test_a_witness_shows_its_tree_and_leaves() -> None:
    found = littlestone_dimension(as_matrix([[0, 0], [0, 1], [1, 0], [1, 1]])).witness
    assert "x0" in words(found) and "leaves: f0, f1, f2, f3" in words(found)


def test_a_law_is_a_table_of_outcomes() -> None:
    assert "a law on 2 outcomes outcome probability" in words(law(randomized_response, 1, 2, ln(3)))
    assert "1 3/4" in words(law(randomized_response, 1, 2, ln(3)))
    assert "a law on 100 outcomes, 50 of them shown" in words(law_of(_uniform(100)))


def _uniform(n: int) -> dict[int, Any]:
    from fractions import Fraction

    return {i: Fraction(1, n) for i in range(n)}


def test_an_audit_shows_its_pair_and_command() -> None:
    shown = words(audit(stores_a_row, epsilon=1, instance="thresholds:2", rows=1, mode="exact"))
    assert shown.startswith("LEAK: exactly infinite > 1") and "pair: [(" in shown and "repeat: " in shown


@pytest.mark.slow
def test_a_verdict_shows_its_counterexample_and_repair(registry: None) -> None:
    (claim,) = find(["BGS21.T7.1"])
    shown = words(verify(claim, Settings(QUICK)))
    assert shown.startswith("BGS21.T7.1: refuted") and "Let H = {" in shown and "corrected checked: " in shown


def test_all_is_escaped() -> None:
    assert facts_html("<b>", [("<i>", "<u>"), ("left out", None)]) == (
        '<table><caption>&lt;b&gt;</caption><tbody><tr><th scope="row">&lt;i&gt;</th><td><pre>&lt;u&gt;</pre></td></tr>'
        "</tbody></table>"
    )
