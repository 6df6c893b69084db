"""The construct that asked for a truth value is named, with what to write instead."""

from __future__ import annotations

import linecache
import sys
from itertools import count

import pytest

from littlestone.spec.algebra.python_constructs import Construct, construct_at

_files = count()


class Asked:
    """A truth value that says who asked for it; comparisons of it are such values too."""

    found: list[Construct]

    def __init__(self) -> None:
        self.found = []

    def __bool__(self) -> bool:
        frame = sys._getframe(1)
        self.found.append(construct_at(frame.f_code, frame.f_lasti))
        return True

    def _self(self, other: object) -> Asked:
        return self

    __le__ = __lt__ = __ge__ = __gt__ = __eq__ = _self  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


def asked(body: str) -> list[Construct]:
    """What asks for the truth of x or y in these lines, which start at line 2 of a file."""
    source = f"def statement(x, y):\n    {body}\n"
    name = f"<statement {next(_files)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    scope: dict[str, object] = {}
    exec(compile(source, name, "exec"), scope)
    x, y = Asked(), Asked()
    y.found = x.found
    scope["statement"](x, y)  # type: ignore[operator]
    return x.found


def first(body: str) -> Construct:
    return asked(body)[0]


NUMBER = "let the helper count with an integer, as in `f(int(n))`; of what is no integer compare in each case"
CONSTRUCTS = [
    ("return x and y", "and", "write `x & y`"),
    ("return (x <= 1) and not y", "and", "write `(x <= 1) & ~y`"),
    ("return not x or y", "or", "write `~x | y`"),
    ("return not x", "not", "write `~x`"),
    ("return 0 <= x <= 1", "chained comparison", "write `(0 <= x) & (x <= 1)`"),
    ("return x in (1, 2)", "in", "write `(x == 1) | (x == 2)`"),
    ("return x not in [1, 2]", "not in", "write `~((x == 1) | (x == 2))`"),
    ("ys = [1]\n    return x in ys", "in", "write `any_of((x == y for y in ys))`"),
    ("return all(z <= 1 for z in [x])", "all", "write `all_of((z <= 1 for z in [x]))`"),
    ("return any([x, y])", "any", "write `any_of([x, y])`"),
    ("return max(x, y) <= 1", "max", "write `(x <= 1) & (y <= 1)`"),
    ("return 1 <= max(x, y)", "max", "write `(1 <= x) | (1 <= y)`"),
    ("return min(x, 1) <= y", "min", "write `(x <= y) | (1 <= y)`"),
    ("return 1 < min(x, y)", "min", "write `(1 < x) & (1 < y)`"),
    ("return max([x, y]) <= 1", "max", "compare each of them instead and join by `&` or `|`, or use `Number.map`"),
    ("return x if y else ~x", "conditional expression", "write `y & x | ~y & ~x`"),
    ("return (1 if y else x) <= 1", "conditional expression", NUMBER),
    ("return (x if x < 2 else y) <= 1", "conditional expression", NUMBER),
    ("return x and all(z % 2 for z in [1])", "and", "write `x & all_of((z % 2 != 0 for z in [1]))`"),
    ("return 3 % 2 and x or y", "or", "write `(3 % 2 != 0) & x | y`"),
    ("return bool(x)", "bool", "leave out `bool(...)`: a truth value is a statement as it is"),
    ("return (x, 1) == (y, 1)", "comparison of several", None),
    ("return sorted([x, y])", "sorted", None),
    ("return [z for z in [1] if x]", "if", None),
    ("return [1].index(x)", "[1].index", None),
    ("assert x", "assert", "write what is assumed as the premise: `when(c, ...)`"),
    ("if x: return False\n    return y", "if", "write `(~x) & (...)`"),
    ("if not x: return False\n    return y", "if", "write `(x) & (...)`"),
    ("if 0 <= x <= 1: return True\n    return y", "if", None),
    ("if x and y: return 1\n    return y", "if", None),
    ("while x: break", "while", None),
]


@pytest.mark.parametrize(("body", "kind", "advice"), CONSTRUCTS)
def test_each_construct_is_named_with_what_to_write(body: str, kind: str, advice: str | None) -> None:
    found = first(body)
    assert found.kind == kind
    assert found.line == (3 if body.startswith("ys") else 2)
    assert advice is None or found.advice == advice


@pytest.mark.parametrize("advice", [a for _, _, a in CONSTRUCTS if a and a.startswith("write `") and "..." not in a])
def test_the_advice_is_an_expression_of_python(advice: str) -> None:
    compile(advice.removeprefix("write `").removesuffix("`"), "<advice>", "eval")


def test_a_chain_in_a_condition_is_taken_apart_too() -> None:
    assert first("if 0 <= x <= 1: return True\n    return y").advice.startswith("write `((0 <= x) & (x <= 1)) | (...)`")


def test_a_branch_that_returns_true_joins_by_or() -> None:
    assert first("if not x: return True\n    return y").advice == "write `(~x) | (...)`, or `when(x, ...)`"


def test_the_text_is_that_of_the_source_on_one_line() -> None:
    assert first("return (x\n        and y)").text == "x and y"
    assert first("if x:\n        return False").text == "if x"
    assert str(first("return not x")) == "line 2: `not x` lets Python's `not` decide; write `~x`"


def test_two_on_one_line_are_told_apart() -> None:
    assert [found.kind for found in asked("return [not x, max(x, y) <= 1]")] == ["not", "max"]


def test_without_source_the_line_is_still_known() -> None:
    scope: dict[str, object] = {}
    exec(compile("\n\ndef statement(x):\n    return not x\n", "<no such file>", "exec"), scope)
    x = Asked()
    scope["statement"](x)  # type: ignore[operator]
    assert (x.found[0].kind, x.found[0].line, x.found[0].text) == ("Python", 4, "")
