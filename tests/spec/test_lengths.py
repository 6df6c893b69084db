"""No file of a paper has more lines than one reads at a sitting."""

from pathlib import Path

import pytest

import littlestone.spec

MOST_LINES = 400
PAPERS = ("ablmm22", "bcs20", "bgs21", "lyu25", "yan25")


@pytest.mark.parametrize("paper", PAPERS)
def test_no_file_of_a_paper_is_long(paper: str) -> None:
    files = [*Path(str(littlestone.spec.__file__)).parent.joinpath(paper).glob("*.py")]
    long = [file.name for file in files if len(file.read_text(encoding="utf-8").splitlines()) > MOST_LINES]
    assert len(files) > 1 and long == []
