"""Of a user's modules everything counts that may change what a claim says, be it named or done on import."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers.own_modules import forgotten

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


def stated(head: str, bound: str = "bound") -> str:
    return STAR + head + FORMULA.format(bound)


def digests(folder: Path, files: Files) -> tuple[str, str, str]:
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    with forgotten():
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
    "a package's module that no import names": (
        {
            "stated.py": stated("import besides_b\n", "besides_b.bounds.N"),
            "besides_b/__init__.py": "from .bounds import helper\n", "besides_b/bounds.py": "N = 1\nhelper = 2\n"},
        "besides_b/bounds.py", "N = 1", "N = 2"),
    "what a package of an imported module says": (
        {
            "stated.py": stated("import besides_c.bounds\n", "besides_c.N"),
            "besides_c/__init__.py": "N = 1\n", "besides_c/bounds.py": "M = 2\n"},
        "besides_c/__init__.py", "N = 1", "N = 2"),
    "a module imported by a string": (
        {
            "stated.py": stated("from importlib import import_module\nm = import_module('besides_d')\n", "m.N"),
            "besides_d.py": "N = 1\n"},
        "besides_d.py", "1", "2"),
    "a package that imports when it is asked": (
        {
            "stated.py": stated("import besides_e\n", "besides_e.bounds.N"),
            "besides_e/__init__.py": "from importlib import import_module\n\ndef __getattr__(name):\n"
            "    return import_module('.' + name, __name__)\n\nfirst = __getattr__('bounds')\n",
            "besides_e/bounds.py": "N = 1\n"},
        "besides_e/bounds.py", "1", "2"),
    "the order of the kit's star and an own name": (
        {
            "stated.py": "from besides_f import log2\n" + stated("", "log2(4)"),
            "besides_f.py": "def log2(n):\n    return n\n"},
        "stated.py", "from besides_f import log2\nfrom littlestone.claims import *",
        "from littlestone.claims import *\nfrom besides_f import log2"),
    "a registry of the kit's that is asked by a string": (
        {
            "stated.py": stated(
                "from littlestone.spec.claim import CLAIMS\n\nx = CLAIMS\n\ndef own(H):\n    return 1\n\n"
                "T = dict(own=own)\n",
                'T["own"](H)')},
        "stated.py", "return 1", "return 2"),
    "a package beside a file of its name": (
        {
            "stated.py": stated("import besides_g\n", "besides_g.N"),
            "besides_g.py": "N = 3\n", "besides_g/__init__.py": "N = 1\n"},
        "besides_g/__init__.py", "1", "2"),
    "an operator of an own class": (
        {
            "stated.py": stated("from besides_h import R, f\n_ = R << f\n", "R.all[0]()"),
            "besides_h.py": "class Rules:\n    all = []\n    def __lshift__(self, f):\n        self.all.append(f)\n\n"
            "R = Rules()\n\ndef f():\n    return 1\n"},
        "besides_h.py", "return 1", "return 2"),
    "an import inside of a function": (
        {
            "stated.py": stated("def late():\n    import besides_i\n    return besides_i.N\n", "late()"),
            "besides_i.py": "N = 1\n"},
        "besides_i.py", "1", "2"),
    "what is looked up by a string": (
        {"stated.py": stated("LIMIT = 1\n", 'globals()["LIMIT"]')}, "stated.py", "LIMIT = 1", "LIMIT = 2"),
}  # fmt: skip


@pytest.mark.parametrize(("files", "name", "before", "after"), CHANGES.values(), ids=CHANGES)
def test_it_counts(files: Files, name: str, before: str, after: str, tmp_path: Path) -> None:
    assert before in files[name]
    changed = {**files, name: files[name].replace(before, after)}
    first, second = digests(tmp_path / "a", files), digests(tmp_path / "b", changed)
    assert first[0] != second[0] and first[2] != second[2]
    # What a certificate says of a formula it says by its text, which does not tell what a string imports
    assert (first[1] != second[1]) or "import_module" in "".join(files.values())
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


OTHER = """
from littlestone.claims import Binary, claim
import shared

shared.N = {}

@claim("MINE.other", "notebook", "lemma")
def other(H: Binary):
    \"\"\"It has a function.\"\"\"
    return H.size() >= 1
"""


def test_what_another_file_of_claims_does_counts(tmp_path: Path) -> None:
    """It may change what a module holds that both import."""
    texts = {"stated.py": stated("import shared\n", "shared.N"), "shared.py": "N = 3\n"}

    def with_other(folder: Path, text: str) -> tuple[str, str]:
        folder.mkdir()
        for name, code in {**texts, "other.py": text}.items():
            (folder / name).write_text(code, encoding="utf-8")
        with forgotten():
            (other,) = load_file(folder / "other.py")
            del _registry[other.id]
            (claim,) = load_file(folder / "stated.py")
            found = fingerprint(claim), kept_bites.digest(claim)
            del _registry[claim.id]
        return found

    one, two = (with_other(tmp_path / n, OTHER.format(n)) for n in "12")
    assert one[0] != two[0] and one[1] != two[1]


@pytest.mark.parametrize(
    "files",
    [
        {
            "stated.py": stated("from one import *\n", "1"),
            "one.py": "from two import *\n",
            "two.py": "from one import *\n",
        },
        {"stated.py": stated("try:\n    import broken\nexcept SyntaxError:\n    pass\n", "1"), "broken.py": "1 +\n"},
        {"stated.py": stated("import small\n", "small.N"), "small.py": "\ufeffN = 1\n"},
        {"stated.py": "\ufeff" + stated("", "1")},
        {"stated.py": stated("N = " + "1 + " * 2500 + "0\n", "N")},
        {
            "stated.py": STAR
            + "from functools import partial\n\ndef few(H, most):\n    return H.size() <= most\n"
            + FORMULA.format("3").replace('lemma")', 'lemma", reach=partial(few, most=1))')
        },
    ],
    ids=[
        "stars in a ring",
        "no Python",
        "a mark in front",
        "a mark in front of claims",
        "a long sum",
        "a partial reach",
    ],
)
def test_what_is_odd_has_a_digest_too(files: Files, tmp_path: Path) -> None:
    assert digests(tmp_path / "a", files) == digests(tmp_path / "b", files)
