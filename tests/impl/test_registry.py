"""One id has one implementation, which may be run as two modules: as a file of claims and by an import."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from littlestone.impl.registry import IMPLEMENTATIONS

RUN = """
from functools import lru_cache
from littlestone.impl.registry import implements

LEAST = {}

{}
"""
FUNCTION = '@implements("MINE.twice")\ndef run():\n    return LEAST'
CACHED = '@implements("MINE.twice")\n@lru_cache\ndef run():\n    return LEAST'
CLASS = '@implements("MINE.twice")\nclass Run:\n    def __call__(self):\n        return LEAST'
NO_METHODS = '@implements("MINE.twice")\nclass Run:\n    least = LEAST'


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    IMPLEMENTATIONS.pop("MINE.twice", None)


def run(path: Path, name: str) -> None:
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    spec.loader.exec_module(module_from_spec(spec))


@pytest.mark.parametrize("text", [FUNCTION, CACHED, CLASS])
def test_the_same_file_run_as_two_modules_implements_once(text: str, tmp_path: Path) -> None:
    path = tmp_path / "fast.py"
    path.write_text(RUN.format(0, text), encoding="utf-8")
    run(path, "first_module")
    known = IMPLEMENTATIONS["MINE.twice"]
    run(path, "second_module")
    assert IMPLEMENTATIONS["MINE.twice"] is known


@pytest.mark.parametrize("text", [FUNCTION, CACHED, CLASS, NO_METHODS])
def test_the_same_lines_in_another_file_are_another_implementation(text: str, tmp_path: Path) -> None:
    for number in (0, 1):
        (tmp_path / f"fast_v{number}.py").write_text(RUN.format(number, text), encoding="utf-8")
    run(tmp_path / "fast_v0.py", "fast_v0")
    with pytest.raises(ValueError, match="already implemented by fast_v0"):
        run(tmp_path / "fast_v1.py", "fast_v1")


def test_a_link_to_the_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "fast.py").write_text(RUN.format(0, FUNCTION), encoding="utf-8")
    (tmp_path / "link.py").symlink_to(tmp_path / "fast.py")
    run(tmp_path / "fast.py", "first_module")
    run(tmp_path / "link.py", "second_module")
    assert IMPLEMENTATIONS["MINE.twice"].__module__ == "first_module"
