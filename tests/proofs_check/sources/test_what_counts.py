"""Of a user's modules everything counts that may change what a claim says, be it named or done on import."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from littlestone.proofs_check.sources.catalogue import load_file
from littlestone.proofs_check.sources.fingerprints import fingerprint, statement_digest
from littlestone.proofs_check.sources.plain_modules import is_plain
from littlestone.proofs_check.verdicts import kept_bites
from littlestone.spec.claim import _registry

FORMULA = '''
@claim("MINE.counts", "notebook", "lemma")
def counts(H: Binary):
    """It has at most so many functions."""
    return H.size() <= {}
'''
STAR = "from littlestone.claims import *\n"
Files = Mapping[str, str]


@pytest.fixture(autouse=True)
def nothing_stays_imported() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and "littlestone" not in name:
            del sys.modules[name]


def stated(head: str, bound: str = "bound") -> str:
    return STAR + head + FORMULA.format(bound)


def digests(folder: Path, files: Files) -> tuple[str, str, str]:
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    (claim,) = load_file(folder / "stated.py")
    found = fingerprint(claim), statement_digest(claim), kept_bites.digest(claim)
    del _registry[claim.id]
    return found


MAKER = '''
def few(most):
    def within(H):
        """Few functions."""
        return most
    return within
'''
CHANGES: dict[str, tuple[Files, str, str, str]] = {
    "a loop that fills a table": (
        {"stated.py": stated("T = {}\nfor k in range(9):\n    T[k] = k\n", "T[3]")}, "stated.py", "= k\n", "= 0\n"),
    "an assignment that calls": (
        {"stated.py": stated("T = {}\nx = T.update(n=3)\n", "T['n']")}, "stated.py", "n=3", "n=4"),
    "a condition around imports": (
        {
            "stated.py": stated("FAST = True\nif FAST:\n    from one import bound\nelse:\n    from two import bound\n"),
            "one.py": "bound = 1\n", "two.py": "bound = 2\n"},
        "stated.py", "True", "False"),
    "the order of two stars": (
        {
            "stated.py": stated("from one import *\nfrom two import *\n"),
            "one.py": "bound = 1\n", "two.py": "bound = 2\n"},
        "stated.py", "from one import *\nfrom two import *", "from two import *\nfrom one import *"),
    "a star that comes to shadow": (
        {
            "stated.py": stated("from one import bound\nfrom two import *\n"),
            "one.py": "bound = 1\n", "two.py": "other = 2\n"},
        "two.py", "other", "bound"),
    "a function named like its module": (
        {
            "stated.py": stated("from own import bound\n", "bound()"),
            "own/__init__.py": "from .bound import bound\n", "own/bound.py": "def bound():\n    return 1\n"},
        "own/bound.py", "return 1", "return 2"),
    "a function named like a file beside": (
        {
            "stated.py": stated("from besides import bound\n", "bound()"),
            "besides.py": "def bound():\n    return 1\n", "bound.py": "unrelated = 1\n"},
        "besides.py", "return 1", "return 2"),
    "a module's star": (
        {"stated.py": stated("import one\n", "one.bound"), "one.py": "from two import *\n", "two.py": "bound = 1\n"},
        "two.py", "1", "2"),
    "a module as a value": (
        {"stated.py": stated("import one as fast\nused = fast\n", "used.bound"), "one.py": "bound = 1\n"},
        "one.py", "1", "2"),
    "a module imported for its effects": (
        {
            "stated.py": stated("import patch\nfrom table import get\n", "get()"),
            "table.py": "T = [1]\n\ndef get():\n    return T[0]\n", "patch.py": "import table\ntable.T[0] = 3\n"},
        "patch.py", "3", "4"),
    "a registry": (
        {
            "stated.py": stated(
                "RULES = []\n\ndef rule(f):\n    RULES.append(f)\n    return f\n\n@rule\ndef first():\n    return 1\n",
                "RULES[0]()")},
        "stated.py", "return 1", "return 2"),
    "a formula in a wrapper that does not say so": (
        {
            "stated.py": STAR
            + 'def on(f):\n    def inner(H: Binary):\n        """Says it."""\n        return f(H)\n    return inner\n\n'
            + FORMULA.format("1").replace('lemma")\n', 'lemma")\n@on\n')},
        "stated.py", "<= 1", "<= 2"),
    "the argument of what makes a formula": (
        {
            "stated.py": STAR + "from maker import made\n\n" + 'claim("MINE.counts", "notebook", "lemma")(made(1))\n',
            "maker.py": STAR + 'def made(n):\n    def formula(H: Binary):\n        """At most n."""\n'
            "        return H.size() <= n\n    return formula\n"},
        "stated.py", "made(1)", "made(2)"),
    "a domain under a quoted name": (
        {"stated.py": STAR + "D = Binary\n" + FORMULA.format("1").replace("H: Binary", 'H: "D"')},
        "stated.py", "D = Binary", "D = Multiclass"),
    "what is looked up by a string": (
        {"stated.py": stated("LIMIT = 1\n", 'globals()["LIMIT"]')}, "stated.py", "LIMIT = 1", "LIMIT = 2"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "name", "before", "after"), CHANGES.values(), ids=CHANGES)
def test_it_counts(files: Files, name: str, before: str, after: str, tmp_path: Path) -> None:
    assert before in files[name]
    changed = {**files, name: files[name].replace(before, after)}
    first, second = digests(tmp_path / "a", files), digests(tmp_path / "b", changed)
    assert all(one != other for one, other in zip(first, second, strict=True))
    assert digests(tmp_path / "c", files) == first


def test_what_a_predicate_of_reach_was_made_with_counts(tmp_path: Path) -> None:
    text = stated(MAKER, "1").replace('lemma")', 'lemma", reach=few(True))')
    assert (
        digests(tmp_path / "a", {"stated.py": text})[0]
        != digests(tmp_path / "b", {"stated.py": text.replace("few(True)", "few(False)")})[0]
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (stated("from fractions import Fraction\nN = Fraction(1, 2)\n\ndef bound(n: int = 3):\n    return n\n"), True),
        ("class A:\n    x: int = 3\n\n    @property\n    def y(self):\n        return self.x\n", True),
        ("TABLE = {k: len(str(k)) for k in range(9)}\n", True),
        ("def f():\n    return 1\n\nX = f()\n", False),
        ("x = 1\nx = 2\n", False),
        ("import json\nfrom m import json\n", False),
        ("print(3)\n", False),
        ("class A(B):\n    pass\n\nclass B:\n    pass\n", False),
        ("x = (y := 3)\n", False),
        ("def f(g=print()):\n    return g\n", True),
        ("def f():\n    return eval('x')\n", False),
        ("from own import *\n", False),
    ],
)
def test_plain_modules(text: str, plain: bool, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    assert is_plain(str(tmp_path / "module.py")) is plain
