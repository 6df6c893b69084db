"""Certificates of dimensions: true ones hold, altered ones are never believed where they state a false bound."""

import ast
import json
from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from helpers.nightly import nightly
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import as_matrix
from littlestone.impl.dimension_checks.certificates import check_certificate
from littlestone.impl.dimension_checks.trees import RefusedCertificateError
from littlestone.impl.dimensions.all import all_dimensions, certificate
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.dimensions.tree_search import TreeSearch


def intervals(m: int, labels: int = 2) -> NDArray[np.int64]:
    """Steps up and down again: the functions that are a label on an interval and 0 outside."""
    return np.array(
        [[y * int(a <= x < b) for x in range(m)] for a in range(m) for b in range(a, m + 1) for y in range(1, labels)]
    )


def noisy_chain(seed: int, m: int, labels: int) -> NDArray[np.int64]:
    random = np.random.default_rng(seed)
    cuts = np.sort(random.integers(0, m + 1, (3 * m, labels - 1)), axis=1)
    functions = (np.arange(m)[None, :, None] >= cuts[:, None, :]).sum(axis=2)
    noise = random.random(functions.shape) < 0.05
    return np.where(noise, random.integers(0, labels, functions.shape), functions)


CLASSES = {
    "intervals": intervals(7),
    "labelled intervals": intervals(5, 4),
    "chain": noisy_chain(1, 8, 2),
    "three labels": noisy_chain(2, 6, 3),
    "five labels": noisy_chain(3, 5, 5),
    "random": np.random.default_rng(4).integers(0, 2, (24, 7)),
    "lines": np.array([[int((a * b) % 7 in (1, 2, 4)) for a in range(7)] for b in range(7)]),
}
DEAREST = "labelled intervals"  # three of five seconds


def written(functions: NDArray[np.int64]) -> dict[str, Any]:
    """The certificate of a class, once around through JSON."""
    matrix = as_matrix(functions)
    found: dict[str, Any] = json.loads(json.dumps(certificate(matrix, all_dimensions(matrix))))
    return found


@pytest.mark.parametrize("name", CLASSES)
def test_true_certificates_hold(name: str) -> None:
    data = written(CLASSES[name])
    matrix, checked = check_certificate(data)
    assert [(d.name, d.lower, d.upper) for d in checked] == [(d.name, d.lower, d.upper) for d in all_dimensions(matrix)]
    assert not [d for d in checked if d.refused]
    assert not [d for d in checked if d.trusted and d.name != "VC" and d.name != "thresholds"]


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all numbers of the data."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    elif isinstance(data, int):
        yield path


def put(data: Any, path: tuple[Any, ...], change: int) -> None:
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] += change


def stated_lower(entry: dict[str, Any], random: Random) -> None:
    """An upper bound one too small, its table cut to fit, and some of its numbers changed."""
    entry["upper"] -= 1
    entry["lower"] = min(entry["lower"], entry["upper"])
    reason = entry["reason"]
    if "roots" in reason:
        reason["roots"] = [root[1:] if random.random() < 0.9 else root for root in reason["roots"]]
    if "bound" in reason:
        reason["bound"] -= 1
    for path in random.sample(list(leaves(reason)), min(random.randrange(4), len(list(leaves(reason))))):
        put(reason, path, random.choice((-1, 1)))


def stated_higher(entry: dict[str, Any], random: Random) -> None:
    """A lower bound one too large, its tree or set grown by what stands in it, and some of its numbers changed."""
    entry["lower"] += 1
    entry["upper"] = max(entry["lower"], entry["upper"])
    witness = entry["witness"]
    if "nodes" in witness:
        witness["nodes"] = (witness["nodes"] * 3 or [[0, [0], [1]]])[: (1 << entry["lower"]) - 1]
        witness["groups"] = (witness["groups"] * 2 or [0])[: entry["lower"]]
        witness["functions"] = (witness["functions"] * 2)[: 1 << entry["lower"]]
    else:
        witness["points"] = [*witness["points"], 0]
        witness["functions"] = (witness["functions"] * 2)[: 1 << entry["lower"]]
    for path in random.sample(list(leaves(witness)), min(random.randrange(4), len(list(leaves(witness))))):
        put(witness, path, random.choice((-1, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*(name for name in CLASSES if name != DEAREST), *nightly([DEAREST])])
def test_no_altered_certificate_makes_a_false_bound_believed(name: str) -> None:
    """Some 3,000 altered certificates in all, each with a false bound."""
    data, random = written(CLASSES[name]), Random(name)
    truth = {entry["name"]: entry["lower"] for entry in data["dimensions"]}
    for _ in range(450 // len(truth)):
        for place, whole in enumerate(data["dimensions"]):
            altered = deepcopy(data)
            random.choice((stated_lower, stated_higher))(altered["dimensions"][place], random)
            checked = check_certificate(altered)[1][place]
            false = not checked.lower <= truth[whole["name"]] <= checked.upper
            assert false
            assert checked.refused or checked.trusted, checked


def named(
    functions: list[Any], name: str, upper: int, reason: dict[str, Any], witness: dict[str, Any]
) -> dict[str, Any]:
    entry = {"name": name, "lower": upper, "upper": upper, "witness": witness, "reason": reason}
    return {"form": "littlestone certificate of dimensions, 1", "functions": functions, "dimensions": [entry]}


def leaf(f: int = 0) -> dict[str, Any]:
    return {"nodes": [], "groups": [], "functions": [f]}


def test_a_bound_rests_on_no_smaller_dimension() -> None:
    """Psi^B is at least Psi^bin and may be larger, here 2 and 1 (BGS21 Claim 4.7)."""
    data = written(np.array([(3, 1), (3, 3), (1, 3), (2, 2)]))
    by_name = {entry["name"]: entry for entry in data["dimensions"]}
    assert (by_name["Psi^bin"]["upper"], by_name["Psi^B"]["upper"]) == (1, 2)
    small = deepcopy(by_name["Psi^bin"]) | {"name": "Psi^B", "reason": {"kind": "Psi^bin"}}
    data["dimensions"].append(small)
    assert check_certificate(data)[1][-1].refused


FORGED = [
    named(
        ["000", "111"],
        "thresholds",
        3,
        {"kind": "counted"},
        {"points": [0, 0, 0], "functions": [[1, 1, 1], [0, 1, 1], [0, 0, 1]]},
    ),
    named([[0], [1], [2]], "VC", 0, {"kind": "grown"}, {"points": [], "functions": [0]}),
    named(["00", "11"], "Littlestone", 0, {"kind": "table"}, leaf()),
    named(["00", "11"], "Littlestone", 0, {"kind": None}, leaf()),
    named(["00", "11"], "Littlestone", 0, {"kind": "counted\nrechecked     Littlestone = 7"}, leaf()),
    named(
        [[0.9, -0.5], [1.2, 1.9]],
        "Littlestone",
        1,
        {"kind": "counted", "parts": [], "roots": [[0, 0]], "table": []},
        leaf(),
    ),
    named([[0], [3]], "Psi^bin uniform", 22, {"kind": "table", "parts": [], "roots": [[0] * 23], "table": []}, leaf()),
]


@pytest.mark.parametrize("data", FORGED)
def test_no_forged_certificate_is_believed_or_ends_in_another_error(data: dict[str, Any]) -> None:
    try:
        assert all(d.refused for d in check_certificate(data)[1])
    except RefusedCertificateError as error:
        assert str(error)


def test_infinity_is_no_bound() -> None:
    for lower in (float("inf"), 1.5, "1", True):
        data = named(["0", "1"], "Littlestone", 1, {"kind": "counted"}, leaf())
        data["dimensions"][0]["lower"] = lower
        with pytest.raises(RefusedCertificateError):
            check_certificate(data)


def test_an_altered_class_is_another_class() -> None:
    data = written(CLASSES["intervals"])
    data["functions"] = data["functions"][:5]
    assert all(d.refused for d in check_certificate(data)[1])


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"form": "another"}, {"form": "littlestone certificate of dimensions, 1", "functions": ["01"]}],
)
def test_what_is_no_certificate_is_refused(data: Any) -> None:
    with pytest.raises(RefusedCertificateError):
        check_certificate(data)


def test_a_search_that_hands_down_too_few_splits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The defect of the first versions, which took this depth for 3: splits that a child could not use were lost."""
    noisy = as_matrix(np.array([*np.triu(np.ones((16, 16), dtype=int)), [0, *[1] * 10, 0, *[1] * 4]]))
    assert littlestone_dimension(noisy).lower == 4
    dividing = TreeSearch._dividing

    def even(self: TreeSearch, space: int, active: list[int]) -> list[int]:
        every = dividing(self, space, active)
        large = [i for i in every if 8 * min(p.bit_count() for p in self._divided(i, space)) >= space.bit_count()]
        return large or every[:1]

    monkeypatch.setattr(TreeSearch, "_dividing", even)
    with pytest.raises(RefusedCertificateError):
        littlestone_dimension(noisy)


CHECKERS = ("certificates", "trees")


@pytest.mark.parametrize("name", CHECKERS)
def test_a_checker_imports_nothing_of_the_searches(name: str) -> None:
    module = import_module(f"littlestone.impl.dimension_checks.{name}")
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    kit = {module for module in imported if module.startswith("littlestone.")}
    own = {f"littlestone.impl.dimension_checks.{known}" for known in (*CHECKERS, "refusal")}
    assert kit <= own | {"littlestone.impl.classes.matrices"}
