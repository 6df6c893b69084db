"""Work shared among threads: every answer once, and an exception comes through."""

import pytest

from littlestone.proofs_check.compute.threads import in_threads


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_item_is_answered_once_and_an_exception_comes_through(jobs: int) -> None:
    def fails(item: int) -> int:
        if item == 3:
            raise ZeroDivisionError("here")
        return item

    with pytest.raises(ZeroDivisionError, match="here"):
        list(in_threads(fails, range(9), jobs))
    assert sorted(in_threads(lambda item: item + 1, range(9), jobs)) == list(range(1, 10))
    assert list(in_threads(fails, [], jobs)) == []
