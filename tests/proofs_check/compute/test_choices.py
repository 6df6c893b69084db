"""A path takes what led on and nothing else, and proves nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from littlestone.proofs_check.compute.choices import Search, Walk, along


class Calls:
    """What was tried of a tree of alternatives."""

    def __init__(self, choices: Search | Walk) -> None:
        self.choices, self.tried = choices, list[str]()

    def solve(self, tree: object, at: str = "") -> str | None:
        if not isinstance(tree, list):
            self.tried.append(at)
            return at if tree else None
        parts: list[Callable[[], str | None]] = [partial(self.solve, part, f"{at}{i}") for i, part in enumerate(tree)]
        return self.choices.first(at, parts)


trees = st.recursive(st.booleans(), lambda inner: st.lists(inner, max_size=4), max_leaves=20)


@given(trees)
def test_a_walk_finds_what_the_search_found_and_tries_nothing_in_vain(tree: object) -> None:
    search = Search()
    found = Calls(search).solve(tree)
    walk = search.walk()
    assert Calls(walk).solve(tree) == found
    again = Calls(along(walk.path))
    assert again.solve(tree) == found
    if isinstance(tree, list):
        assert again.tried == ([] if found is None else [found])


@given(trees, st.one_of(st.text("./012", max_size=9), st.text()))
def test_whatever_the_path_nothing_is_found_that_is_not_there(tree: object, path: str) -> None:
    found, searched = Calls(along(path)).solve(tree), Calls(Search()).solve(tree)
    assert found is None or searched is not None


def test_beyond_its_end_and_beyond_the_alternatives_a_path_leads_nowhere() -> None:
    assert Calls(along("1")).solve([False, True]) == "1"
    assert Calls(along("")).solve([True]) is None
    assert Calls(along("7")).solve([True]) is None
    assert Calls(along("0")).solve([[True]]) is None


def test_the_place_of_an_alternative_is_written_however_many_there_are() -> None:
    many = [False] * 200 + [True]
    search = Search()
    assert Calls(search).solve(many) == "200"
    walk = search.walk()
    Calls(walk).solve(many)
    assert Calls(along(walk.path)).solve(many) == "200"


def test_what_is_hopeless_is_not_tried_but_on_a_path() -> None:
    assert Search().first("key", [lambda: 1], lambda: True) is None
    assert along("0").first("key", [lambda: 1], lambda: True) == 1
