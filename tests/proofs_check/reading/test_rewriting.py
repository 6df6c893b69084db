"""Reading a statement changes nothing of it: values, order, lines and effects are those of the plain code."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.reading.failing_parts import failing_parts
from littlestone.proofs_check.reading.second_lines import noting
from littlestone.proofs_check.verdicts.reached import VALUED
from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.domains import Size

LOG: list[object] = []
NOTED: list[ast.expr] = []


def note(node: ast.expr, value: object) -> None:
    NOTED.append(node)


def said(x: Any) -> Any:
    LOG.append(x)
    return x


def control_flow(n: int) -> Any:
    found = []
    for i in range(n):
        if i % 2 == 0 and said(i) < 7:
            continue
        if i > 8:
            break
        found.append((i, said(i) * 2))
    else:
        found.append("all")
    while (n := n - 1) > 3:
        found += [n]
    return found, n


def comprehensions(n: int) -> Any:
    pairs = {(i, j): i * j for i in range(n) for j in range(i) if said(j) != 1}
    total = sum(x for row in [[1, 2], [3]] for x in row)
    return pairs, {x % 2 for x in range(n)}, total, [*range(2), *[y := 5]], y


def expressions(n: int, *rest: int, key: int = 3, **more: int) -> Any:
    table = list(range(10))
    table[1:3] = [0]
    table[0] += n
    first, *others = table
    a, b = n, rest
    text = f"{n:>3} {key!r}"
    chosen = (lambda v, w=2: v * w)(n) if 0 < n <= 5 else -n
    return first, others, a, b, text, chosen, table[::2], more, not n, ~n, n in (1, 2), "xy"


def exceptions(n: int) -> Any:
    try:
        return 1 // n
    except ZeroDivisionError as error:
        return str(error)
    finally:
        said("done")


def nested(n: int) -> Any:
    count = 0

    def inner(k: int, step: int = 2) -> int:
        nonlocal count
        count += step
        return k if k > 10 else inner(k + count)

    def numbers() -> Any:
        got = yield inner(n)
        yield from (got, count)

    return list(numbers()), count


def matching(n: int) -> Any:
    match [n, "x"]:
        case [0 | 1, str() as s] if said(s):
            return s
        case [int(), _]:
            return "number"
    return None


def unusual(n: int) -> Any:
    total: int = n
    first = second = total
    del total
    with_default = {"a": first}.get("a", second)
    assert with_default == n, "never"
    global LOG
    return with_default if n else None


FUNCTIONS = [control_flow, comprehensions, expressions, exceptions, nested, matching, unusual]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("n", [0, 1, 4, 12])
def test_the_value_and_the_order_of_evaluation_are_the_same(function: Callable[..., Any], n: int) -> None:
    LOG.clear()
    expected = function(n), list(LOG)
    LOG.clear()
    code = function.__code__
    NOTED.clear()
    with noting([function], note, VALUED):
        assert function.__code__ is not code
        assert (function(n), LOG) == expected and len(NOTED) > 1
    assert function.__code__ is code


def test_arguments_and_defaults_are_passed_on() -> None:
    expected = expressions(2, 3, 4, other=5), expressions(1, key=7)
    with noting([expressions], note, VALUED):
        assert (expressions(2, 3, 4, other=5), expressions(1, key=7)) == expected


def line_of_frame() -> int:
    return sys._getframe(1).f_lineno


def on_a_line(n: Size) -> Truth:
    """Says its line."""
    return n == line_of_frame()


def test_lines_are_those_of_the_file() -> None:
    line = on_a_line.__code__.co_firstlineno + 2
    assert failing_parts(claim_of(on_a_line), {"n": line}, {}) == []
    assert failing_parts(claim_of(on_a_line), {"n": 0}, {}) == [f"n = 0 == line_of_frame() = {line}"]


def catches(n: Size) -> Truth:
    """An exception is caught on the way."""
    try:
        most = 1 // (n * 0)
    except ZeroDivisionError:
        most = 2
    return n <= most


def test_what_an_exception_left_unfinished_is_passed_over() -> None:
    assert failing_parts(claim_of(catches), {"n": 3}, {}) == ["n = 3 <= most = 2"]


def used_up(n: Size) -> Truth:
    """A generator that was walked is walked again."""
    bounds = (i < 2 for i in range(n))
    return all_of(bounds)


def test_a_generator_that_is_used_up_is_made_again() -> None:
    assert failing_parts(claim_of(used_up), {"n": 3}, {}) == ["i = 2: i = 2 < 2"]
