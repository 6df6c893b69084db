"""What the README shows is what the kit prints."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from littlestone.proofs_check.command_line.main import main

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("registry")
def test_the_lemma_of_ones_own_is_refuted(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    lemma = tmp_path / "lemma.py"
    lemma.write_text(code.group(1), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(lemma), "--jobs", "1", "--report", str(tmp_path / "report")])
    assert result.exit_code == 1, result.output
    assert "Let   H = {000, 001, 011, 100} on x0, x1, x2 with labels 0..1" in result.output


def test_the_dimensions_shown_are_printed(tmp_path: Path) -> None:
    shown = re.search(r"\$ printf '(.*?)' > class.csv; littlestone dims class.csv\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    matrix = tmp_path / "class.csv"
    matrix.write_text(shown.group(1).replace("\\n", "\n"), encoding="utf-8")
    result = CliRunner().invoke(main, ["dims", str(matrix)])
    assert (result.exit_code, result.output) == (0, shown.group(2))


def test_the_refutation_shown_is_printed(tmp_path: Path) -> None:
    shown = re.search(r"^refuted +BGS21\.T7\.1 .*?$\n(.*?)^\.\.\.$", README, re.DOTALL | re.MULTILINE)
    assert shown is not None
    arguments = ["verify", "BGS21.T7.1", "--jobs", "1", "--report", str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert without_line_numbers(shown.group(1).rstrip()) in without_line_numbers(result.output)


def without_line_numbers(text: str) -> str:
    return re.sub(r"\.py:\d+", ".py", text)


def test_the_python_sessions_are_true() -> None:
    sessions = "\n".join(re.findall(r"```pycon\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "README.md", None, 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted) == (0, README.count(">>> "))


def test_the_leak_shown_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(# learner\.py\n.*?)```", README, re.DOTALL)
    shown = re.search(r"\$ littlestone (audit learner\.py:learn [^#\n]*)\n(.*?)\n\.\.\.", README, re.DOTALL)
    assert code is not None and shown is not None
    (tmp_path / "learner.py").write_text(code.group(1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, shown.group(1).split())
    assert result.exit_code == 1 and result.output.startswith(shown.group(2) + "\n"), result.output


def test_the_tables_are_as_the_kit_has_them() -> None:
    path = Path(__file__).resolve().parent.parent / "docs" / "readme.py"
    spec = importlib.util.spec_from_file_location("readme", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.made(README) == README, "run `make readme`"
    for changed in (("| DIM | the closed", "| DIM | no"), ("| `BGS21.T3.1` | ", "| `BGS21.T3.1` | not so: ")):
        assert README.count(changed[0]) == 1 and module.made(README.replace(*changed)) == README
