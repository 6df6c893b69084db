"""Neighbours that the user names: streams, vectors, samples of other lengths; what is walked, shown and refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from click.testing import CliRunner
from helpers.audit_schema import audit_schema
from helpers.light_targets import response_in_bulk
from helpers.online_plans import TINY

from littlestone.auditing import Guarantee, audit
from littlestone.impl.online.private_online_learner import private_online_learn
from littlestone.impl.privacy.mechanisms import randomized_response
from littlestone.proofs_check.audits.answers.audit_data import audit_data
from littlestone.proofs_check.audits.answers.audit_page import audit_page
from littlestone.proofs_check.audits.answers.audit_text import audit_text
from littlestone.proofs_check.audits.subjects.relations import MOST_NAMED, named_neighbours
from littlestone.proofs_check.command_line.main import main
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.privacy import add_remove, replace_one
from littlestone.spec.learning.randomness import Randomness

VECTORS = [([1, 0, 1], [0, 1])]
STREAM = ((0, 1), (0, 1))
STREAMS = [(STREAM, ((0, 0), (0, 1))), (STREAM, ((0, 1), (0, 0)))]


def response(vector: Any, source: Randomness) -> int:
    return randomized_response(vector[0], 2, ln(3), source)


def size(sample: Any, source: Randomness) -> tuple[int, int]:
    return min(len(sample), 1), source.uniform(2)


def online(stream: Any, source: Randomness) -> Any:
    return private_online_learn(((0,), (1,)), stream, TINY, source)


def online_without_noise(stream: Any, source: Randomness) -> Any:
    return private_online_learn(((0,), (1,)), stream, replace(TINY, buffer_epsilon=40 * ln(2)), source)


# ---- Exactly


def test_vectors_of_different_lengths_are_walked() -> None:
    found = audit(response, epsilon=1, neighbours=VECTORS, mode="exact")
    assert found.verdict == "exact_leak" and str(found.bound) == "ln(3)" and found.pairs_tried == 1
    assert found.pair is not None and {found.pair.first, found.pair.second} == {(1, 0, 1), (0, 1)}
    assert audit(response, epsilon=ln(3), neighbours=VECTORS, mode="exact").verdict == "exact_ok"


def test_a_function_makes_the_pairs_of_the_instances_rows() -> None:
    settings: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:2", "rows": 2, "mode": "exact"}
    assert audit(size, neighbours=replace_one, **settings).verdict == "exact_ok"
    leak = audit(size, neighbours=add_remove, **settings)
    assert leak.verdict == "exact_leak" and leak.bound.is_infinite
    assert leak.pairs_tried == len(list(add_remove(range(4), 2)))


@pytest.mark.slow
def test_streams_of_the_online_learner_differ_in_one_pair() -> None:
    settings: dict[str, Any] = {"epsilon": 12 * ln(2), "delta": Fraction(1, 1000), "mode": "exact"}
    private = audit(online, neighbours=STREAMS, **settings)
    assert private.verdict == "exact_ok" and private.pairs_tried == 2
    leaky = audit(online_without_noise, neighbours=STREAMS, **settings)
    assert leaky.verdict == "exact_leak" and leaky.pair is not None
    assert STREAM in (leaky.pair.first, leaky.pair.second)


# ---- From draws


@pytest.mark.slow
def test_vectors_are_told_apart_by_draws() -> None:
    found = audit(response_in_bulk, epsilon=0.5, neighbours=VECTORS, budget=20_000)
    assert found.verdict == "leaks" and 0.9 < found.bound < 1.1
    assert audit(response_in_bulk, epsilon=1.1, neighbours=VECTORS, budget=20_000).verdict == "no_leak"


# ---- What is shown


def test_both_inputs_are_shown() -> None:
    found = audit(response, epsilon=1, neighbours=VECTORS, mode="exact")
    text = audit_text(found)
    assert "pair: (1, 0, 1), and (0, 1) (the worst of all)\n" in text
    assert "neighbours=neighbours" in text and "on the pair of neighbours that is named" in text
    jsonschema.validate(audit_data(found), audit_schema())
    assert "(1, 0, 1)" in audit_page(found)


def test_the_command_line_takes_a_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from littlestone.learners import ln, randomized_response\n"
        "VECTORS = [([1, 0, 1], [0, 1])]\n"
        "def learn(vector, source):\n"
        "    return randomized_response(vector[0], 2, ln(3), source)\n"
    )
    words = ["audit", f"{file}:learn", "--epsilon", "1", "--neighbours", f"{file}:VECTORS", "--mode", "exact"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1 and result.output.startswith("LEAK: exactly ln(3)")
    assert f"--neighbours {file}:VECTORS" in result.output


# ---- What is refused


class Declares:
    """A learner that declares its privacy under the replacement of one row."""

    guarantee = Guarantee(2)

    def __call__(self, sample: Any, source: Randomness) -> int:
        return response(sample, source)


def test_a_declared_guarantee_speaks_of_one_row_replaced() -> None:
    assert audit(Declares(), neighbours=[([1, 0], [0, 0])], mode="exact").verdict == "exact_ok"
    with pytest.raises(ValueError, match="no neighbours in the relation that the claim is of: replace one row"):
        audit(Declares(), neighbours=VECTORS, mode="exact")
    with pytest.raises(ValueError, match="no neighbours in the relation that the claim is of: replace one row"):
        audit(Declares(), neighbours=[([1, 0], [0, 1])], mode="exact")
    assert audit(Declares(), epsilon=2, neighbours=VECTORS, mode="exact").verdict == "exact_ok"


def ends_with_an_error(rows: Any, n: int) -> Any:
    yield (1,), (0,)
    raise KeyError("lost")


def exits(rows: Any, n: int) -> Any:
    raise SystemExit(0)


IN_ROWS: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:2", "rows": 1}
ITSELF: list[Any] = [1]
ITSELF.append(ITSELF)

BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: audit(response, neighbours=ends_with_an_error, **IN_ROWS), "neighbours: what .* raised KeyError: 'lost'"),
    (lambda: audit(response, neighbours=exits, **IN_ROWS), "neighbours: what makes the pairs raised SystemExit"),
    (lambda: audit(response, neighbours=chr, **IN_ROWS), "raised TypeError"),  # type: ignore[arg-type,misc]
    (lambda: named_neighbours(5, None), "5 is no list"),  # type: ignore[arg-type]
    (lambda: named_neighbours([(ITSELF, 1)], None), "raised RecursionError"),
    (lambda: audit(response, epsilon=1, neighbours=[]), "there are none"),
    (lambda: audit(response, epsilon=1, neighbours=VECTORS, pairs=VECTORS), "pairs are given too"),
    (lambda: audit(response, epsilon=1, neighbours=VECTORS, mode="onerun"), "one run replaces rows of its own"),
    (lambda: audit(response, epsilon=1, neighbours=replace_one), "no rows to make inputs of"),
    (lambda: named_neighbours([((1,), (1,))], None), "the two inputs are equal"),
    (lambda: named_neighbours([((1,), {2})], None), "an input holds set"),
    (lambda: named_neighbours([(1, 2, 3)], None), "is no pair of inputs"),  # type: ignore[list-item]
    (lambda: named_neighbours([(0, 1)] * (MOST_NAMED + 1), None), "more than 10,000"),
]


@pytest.mark.parametrize(("one", "other"), [(0, 0.0), (0.0, -0.0), (1, True)])
def test_inputs_that_are_equal_but_not_alike_are_refused(one: Any, other: Any) -> None:
    """The law of the first would be taken for that of the second, which gives a bit away."""

    def leaks_on_the_other(vector: Any, source: Randomness) -> Any:
        return vector[1] if repr(vector[0]) == repr(other) else 0

    alone = [((other, 1), (other, 2))]
    assert audit(leaks_on_the_other, epsilon=1, neighbours=alone, mode="exact").verdict == "exact_leak"
    with pytest.raises(ValueError, match="are equal, but not written alike"):
        audit(leaks_on_the_other, epsilon=1, neighbours=[((one, 1), (one, 2)), *alone], mode="exact")


@pytest.mark.parametrize(("run", "message"), BAD)
def test_bad_neighbours_are_refused(run: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run()


def test_as_many_as_are_held_are_taken() -> None:
    assert len(named_neighbours([(0, 1)] * MOST_NAMED, None)) == MOST_NAMED
    assert named_neighbours([(np.array([1, 2]), np.int64(3))], None)[0].first == (1, 2)
