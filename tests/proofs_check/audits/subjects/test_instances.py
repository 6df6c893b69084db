"""Concept classes and data as instances, neighbouring pairs, and probes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from littlestone.impl.privacy.guarantees import REPLACE_ONE
from littlestone.proofs_check.audits.runs.probes import _given_probe, probe_of
from littlestone.proofs_check.audits.subjects.instances import (
    Instance,
    Pair,
    instance_of_class,
    instance_of_data,
    replaced,
)
from littlestone.proofs_check.audits.subjects.relations import check_related
from littlestone.proofs_check.bad_input import BadInstance, NotNeighbours
from littlestone.spec.classes.concept_classes import Function

ROWS = ((0, 0), (1, 0), (2, 1))


@pytest.mark.parametrize(
    ("text", "middle"),
    [
        ("thresholds:4", (0, 0, 1, 1)),
        ("thresholds:1", (0,)),
        ("singletons:4", (0, 0, 1, 0)),
        ("intervals:1", (1,)),
        ("intervals:6", (1, 1, 1, 1, 1, 0)),
    ],
)
def test_samples_of_a_class_have_the_labels_of_its_middle_function(text: str, middle: Function) -> None:
    assert instance_of_class(text).middle == middle


def test_points_are_spread_over_the_cube() -> None:
    instance = instance_of_class("points:50,3", rows=7)
    points = np.array(instance.points)
    assert points.shape == (50, 3) and len(set(instance.points)) == 50 and instance.rows == 7
    assert (abs(points) <= 1).all() and (points.min(axis=0) < -0.8).all() and (points.max(axis=0) > 0.8).all()
    assert instance.middle is None and instance.domain is None


def test_a_matrix_file_is_a_class(tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text("0,1,2\n2,2,0\n")
    instance = instance_of_class(str(file), 4)
    assert instance.middle == (2, 2, 0)
    assert instance.labels == (0, 1, 2) and list(instance.points) == [0, 1, 2] and instance.domain == 3


@pytest.mark.parametrize(
    "text", ["thresholds:0", "thresholds:x", "thresholds:", "points:3,0", "no/such.csv", "circles:4"]
)
def test_a_wrong_class_is_refused(text: str) -> None:
    with pytest.raises(BadInstance, match="--class"):
        instance_of_class(text)


@pytest.mark.parametrize("rows", [0, -3, True])
def test_samples_need_rows(rows: int) -> None:
    with pytest.raises(BadInstance, match="rows"):
        instance_of_class("thresholds:4", rows)


def test_data_may_have_a_header(tmp_path: Path) -> None:
    file = tmp_path / "data.csv"
    file.write_text("age,height,label\n1,2.5,0\n3,4.5,7\n")
    instance = instance_of_data(file)
    assert instance.sample == (((1.0, 2.5), 0), ((3.0, 4.5), 7)) and instance.labels == (0, 7) and instance.rows == 2
    assert instance_of_data(file, 1).sample == (((1.0, 2.5), 0),)


def test_the_label_is_the_column_that_is_named_or_none(tmp_path: Path) -> None:
    file = tmp_path / "data.csv"
    file.write_text("sick,age,height\n1,30,2.5\n0,41,4.5\n")
    named = instance_of_data(file, label="sick")
    assert named.sample == (((30.0, 2.5), 1), ((41.0, 4.5), 0)) and named.is_labelled
    assert instance_of_data(file, label="0", user="age").sample == (((2.5,), 1), ((4.5,), 0))
    bare = instance_of_data(file, label="none")
    assert bare.sample == (((1.0, 30.0, 2.5), 0), ((0.0, 41.0, 4.5), 0)) and not bare.is_labelled
    with pytest.raises(BadInstance, match=r"label 2.5 is no integer.*--label none"):
        instance_of_data(file)
    with pytest.raises(BadInstance, match=r"--label ill: .* name one of sick, age, height"):
        instance_of_data(file, label="ill")
    with pytest.raises(BadInstance, match="it is the label's column"):
        instance_of_data(file, label="sick", user="sick")


def test_one_column_alone_has_no_labels(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("x\n3\n5\n")
    assert instance_of_data(tmp_path / "d.csv").sample == ((3, 0), (5, 0))


def test_labels_and_users_may_be_words(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("who,x,ill\nann,2,yes\nbob,3,no\nann,1,yes\n")
    instance = instance_of_data(tmp_path / "d.csv", user="who")
    assert instance.sample == ((2, 1), (3, 0), (1, 1)) and instance.words == ("no", "yes")
    assert instance.users == ("ann", "bob", "ann")
    with pytest.raises(BadInstance, match="line 2, column 1: 'ann' is not a number"):
        instance_of_data(tmp_path / "d.csv")
    with pytest.raises(BadInstance, match="line 2, column 1: 'ann' is not a number"):
        _given_probe(instance, str(tmp_path / "d.csv"))
    (tmp_path / "d.csv").write_text("1,yes\n2,\n")
    with pytest.raises(BadInstance, match="line 2, column 2: the entry is empty"):
        instance_of_data(tmp_path / "d.csv")


def test_one_column_of_integers_gives_integer_points(tmp_path: Path) -> None:
    np.save(tmp_path / "d.npy", np.array([[3, 0], [5, 1]]))
    assert instance_of_data(tmp_path / "d.npy").sample == ((3, 0), (5, 1))


def test_zeros_of_either_sign_are_one_point(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("-0.0,0.5,0\n0.0,0.5,1\n-0.0,-1,1\n")
    instance = instance_of_data(tmp_path / "d.csv")
    assert list(map(str, instance.points)) == ["(0.0, 0.5)", "(0.0, -1.0)"]
    assert "-0.0" not in str(instance.sample)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2.5,0.5\n1,2,1\n", "no integer"),
        ("1,2\n1,2,3\n", "line 2: 3 entries, but the first row has 2"),
        ("1,nan,0\n2,3,1\n", "not finite"),
        ("1,2,0\n1,a,1\n", "line 2, column 2: 'a' is not a number; number what is text"),
        ("1,2,0\n1,,1\n", "line 2, column 2: the entry is empty"),
        ("", "table"),
        ("1,2,0\n1,3,0\n", "two labels"),
        ("0,1,label\n5,6,no\n7,8,yes\n1,2,no\n", "line 1: it looks like numbers of columns and a name"),
    ],
)
def test_wrong_data_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "d.csv").write_text(text)
    with pytest.raises(BadInstance, match=words):
        instance_of_data(tmp_path / "d.csv")


def test_a_first_point_0_with_a_label_of_its_own_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("0,a\n1,b\n2,b\n")
    found = instance_of_data(tmp_path / "d.csv").sample
    assert found is not None and len(found) == 3


def test_data_with_fewer_rows_than_asked_is_refused(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("1,0\n2,1\n")
    with pytest.raises(BadInstance, match="fewer than --rows 3"):
        instance_of_data(tmp_path / "d.csv", 3)
    with pytest.raises(BadInstance, match="unknown file type"):
        instance_of_data(tmp_path / "d.xlsx")
    with pytest.raises(BadInstance, match="there is no such file; check the path"):
        instance_of_data(tmp_path / "e.csv")
    (tmp_path / "d.txt").write_text("x y\n1 0\n2 1\n")
    assert instance_of_data(tmp_path / "d.txt", label="y").sample == ((1, 0), (2, 1))


@pytest.mark.parametrize("second", [((0, 1), (1, 1), (2, 1)), ROWS[:2], (*ROWS, (3, 1))])
def test_other_pairs_are_refused(second: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(NotNeighbours, match=r"differ in 2 rows|3 and . rows"):
        check_related(REPLACE_ONE, [Pair(ROWS, second, "by hand")], None)
    with pytest.raises(NotNeighbours, match="the two inputs are equal"):
        Pair(ROWS, ROWS, "by hand")


def test_the_probe_is_the_whole_domain() -> None:
    probe = probe_of(instance_of_class("thresholds:5"), [])
    assert probe.points == (0, 1, 2, 3, 4) and probe.is_whole and probe.is_range


def test_of_a_large_domain_the_changed_points_are_columns() -> None:
    instance = instance_of_class("thresholds:5000")
    sample = tuple((x, 0) for x in (10, 1234))
    probe = probe_of(instance, [replaced(sample, 1, (4321, 0), "moved")])
    assert len(probe.points) == 5000 and len(probe.columns) == 64
    assert {1234, 4321} <= set(probe.columns) and not probe.is_whole


def test_a_probe_of_ones_own(tmp_path: Path) -> None:
    instance = instance_of_class("thresholds:5")
    assert probe_of(instance, [], "4,0,4").points == (4, 0)
    (tmp_path / "p.csv").write_text("0.5,1\n2,3\n")
    assert probe_of(instance_of_class("points:9,2"), [], str(tmp_path / "p.csv")).points == ((0.5, 1.0), (2.0, 3.0))


@pytest.mark.parametrize(("name", "probe"), [("thresholds:5", "3,5"), ("thresholds:5", "-1"), ("points:9,2", "1,2")])
def test_a_probe_outside_the_domain_is_refused(name: str, probe: str) -> None:
    with pytest.raises(BadInstance, match=r"outside the domain|1 features"):
        probe_of(instance_of_class(name), [], probe)


def test_an_instance_needs_points_and_labels() -> None:
    with pytest.raises(BadInstance, match="no points"):
        Instance((), (0, 1), None, 3)
    with pytest.raises(BadInstance, match="two labels"):
        Instance((0,), (1,), None, 3)
    assert Instance((0,), (0,), None, 3, is_labelled=False).labels == (0,)


def test_users_of_many_digits_stay_apart(tmp_path: Path) -> None:
    file = tmp_path / "data.csv"
    file.write_text("user,x,y\n1000001,0,0\n1000002,1,1\n1000001.5,2,1\n1e-7,3,0\n")
    assert instance_of_data(file, user="user").users == ("1000001", "1000002", "1000001.5", "1e-07")
    file.write_text(f"user,x,y\n{2**53},0,0\n{2**53 + 1},1,1\n")
    with pytest.raises(BadInstance, match=r"2\^53"):
        instance_of_data(file, user="user")
