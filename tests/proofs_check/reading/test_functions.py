"""The functions of a statement: its formula and its helpers, never the library's."""

from functools import cache
from typing import Any

from littlestone.proofs_check.reading.functions import is_own, own_functions, plain
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.algebra.circuit import all_of
from littlestone.spec.bgs21.vocabulary import six_d_ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.dimensions import littlestone_dimension


def innermost() -> int:
    return 1


@cache
def cached() -> int:
    return innermost()


def outer() -> Any:
    return [(lambda: cached())(), all_of([]), littlestone_dimension]


def test_helpers_are_found_through_helpers_lambdas_and_caches() -> None:
    assert own_functions(outer) == [outer, plain(cached), innermost]


def test_helpers_of_a_paper_are_its_own_and_the_library_is_not() -> None:
    load_papers()
    found = own_functions(CLAIMS["BGS21.T3.4"].formula)
    assert six_d_ln in found and littlestone_dimension not in found
    assert is_own(six_d_ln, "elsewhere") and not is_own(all_of, "elsewhere") and not is_own(len, "builtins")


def test_what_answers_to_any_attribute_is_no_function() -> None:
    class Config(dict[str, int]):
        __getattr__ = dict.__getitem__

    class Closed:
        @property
        def __dict__(self) -> dict[str, int]:  # type: ignore[override]
            raise RuntimeError

    class Answering:
        def __getattr__(self, name: str) -> object:
            return lambda: name

    assert plain(Config(slack=0)) is plain(Closed()) is plain(Answering()) is None
