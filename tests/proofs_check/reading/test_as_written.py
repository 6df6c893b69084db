"""A function's code is compared with the text of its file, as pytest rewrites it too; this file is such a one."""

from littlestone.proofs_check.reading.functions import is_as_written


def asserting(n: int) -> list[int]:
    assert n >= 0, "a count"
    return list(range(n))


def exchanged(n: int) -> list[int]:
    return [n]


def test_code_that_pytest_rewrote_is_as_written() -> None:
    assert "@pytest_ar" in globals()
    assert all(map(is_as_written, (asserting, exchanged)))


def test_code_of_another_function_is_not() -> None:
    exchanged.__code__ = asserting.__code__.replace(co_name="exchanged")
    assert not is_as_written(exchanged)
