"""From how many steps on the private online learner can retrain, and the picture of it."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from littlestone.impl.pictures.horizons import horizons_svg, least_horizon
from littlestone.spec.online.plans import OnlineConstants, online_plan

DELTA = Fraction(1, 10**6)


@pytest.mark.parametrize(("d", "epsilon", "least"), [(1, 1, 98), (2, 1, 40_546), (3, Fraction(1, 10), 10_985_443)])
def test_the_least_horizon_is_the_first_that_the_buffer_fits_into(d: int, epsilon: Fraction, least: int) -> None:
    assert least_horizon(d, epsilon, DELTA) == least
    assert online_plan(d, epsilon, DELTA, least).buffer <= least
    assert online_plan(d, epsilon, DELTA, least - 1).buffer > least - 1


def test_constants_count() -> None:
    assert least_horizon(1, 1, DELTA, OnlineConstants(buffer=10)) > 10 * least_horizon(1, 1, DELTA)


def test_the_picture_has_a_point_for_each_dimension_of_each_curve() -> None:
    root = ElementTree.fromstring(horizons_svg({"low": [10, 1000], "high & dry": [100, 100_000]}))
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(circles) == 4 and {circle.get("cx") for circle in circles[:2]} == {c.get("cx") for c in circles[2:]}
    heights = [float(str(circle.get("cy"))) for circle in circles]
    assert heights[1] < heights[0] and heights[3] < heights[1], "more steps are higher"
    assert "high & dry" in {element.text for element in root.iter()}
    with pytest.raises(ValueError, match="nothing to draw"):
        horizons_svg({"none": []})


def test_names_at_one_height_are_apart() -> None:
    drawn = horizons_svg({"one": [100], "two": [100], "three": [10**6]}, "t", "rows")
    heights = sorted(float(y) for y in re.findall(r'y="([\d.]+)">(?:one|two|three)<', drawn))
    assert all(b - a >= 14 for a, b in zip(heights, heights[1:], strict=False)) and ">rows<" in drawn
