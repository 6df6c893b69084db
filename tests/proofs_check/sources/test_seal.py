"""What a user's code changes of the kit is named, and no verdict is given."""

import fractions
import math
from collections import Counter
from heapq import nsmallest
from inspect import unwrap
from pathlib import Path

import pytest
from click.testing import Result
from helpers.commands import command

from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.sources import seal
from littlestone.proofs_check.sources.seal import KitChanged, sealed
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.proofs_check.verdicts.running import run_claim

HEAD = "from littlestone.claims import *\n"
CLAIM = '''@claim("SEAL.a", "a notebook", "lemma")
def stated(H: Binary):
    """Text."""
    return vc_dimension(H) >= 1
'''
PATCHES = {
    "a method": "import littlestone.spec.algebra.naturals as n\nn.Number.__ge__ = lambda a, b: TRUE\n",
    "a function of a module": (
        "import littlestone.spec.classes.dimensions as d\nd.threshold_dimension = lambda *a: TRUE\n"
    ),
    "the code of a function": "when.__code__ = (lambda premise, conclusion: TRUE).__code__\n",
    "a default of a function": "when.__defaults__ = (TRUE,)\n",
    "the code of a function that is wrapped": "vc_dimension.__wrapped__.__code__ = (lambda H: 1).__code__\n",
    "a function that is wrapped around itself": "vc_dimension.__wrapped__ = vc_dimension\n",
    "the code of a function that is remembered": (
        "import littlestone.spec.classes.irreducibility as i\n"
        "i.dimension.__wrapped__.__wrapped__.__code__ = (lambda H: 1).__code__\n"
    ),
    "a prover": (
        "from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver\nExhaustiveProver.rank = 10**6\n"
    ),
    "Python's own": "import math\nmath.comb = lambda n, k: 0\n",
    "a class of Python's": "from collections import Counter\nsetattr(Counter, 'to' + 'tal', lambda self: 7)\n",
    "the code of Python's": "from heapq import nsmallest\nnsmallest.__code__ = (lambda n, rows: [7]).__code__\n",
    "a module that Python's names": "import fractions\nvars(fractions)['math'] = Fraction\n",
    "a module that the kit names": "import littlestone.spec.algebra.exact_numbers as e\nvars(e)['operator'] = 0\n",
}


def verified(folder: Path, text: str, *words: str) -> Result:
    (folder / "mine.py").write_text(HEAD + text, encoding="utf-8")
    return command(folder, "verify", "mine.py", *words)


@pytest.mark.slow
@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_file_that_changes_the_kit_has_no_verdict(patch: str, tmp_path: Path, undone: None) -> None:
    result = verified(tmp_path, patch + CLAIM)
    assert result.exit_code == 2 and "of the kit, so that no verdict of this process stands" in result.stderr
    assert "checked" not in result.output


IMPLEMENTED = '''
from typing import Annotated, Any
from littlestone.impl.registry import implements
from littlestone.spec.domains import Algorithm

@implements("SEAL.run")
def run():
    """Changes what the claim is compared by."""
    import littlestone.spec.algebra.naturals as n
    n.Number.__ge__ = lambda a, b: TRUE
    return 0


@claim("SEAL.b", "a notebook", "lemma")
def ran(H: ExplicitBinary, run: Annotated[Any, Algorithm("SEAL.run")]):
    """Text."""
    return vc_dimension(H) >= 1 + run()
'''


@pytest.mark.slow
def test_an_implementation_that_changes_the_kit_has_no_verdict_nor_has_what_is_asked_after_it(
    tmp_path: Path, undone: None
) -> None:
    result = verified(tmp_path, IMPLEMENTED + "\n\n" + CLAIM, "--jobs", "1")
    assert "2 statements: 2 undecided" in result.output
    assert result.exit_code != 0 and "changes `littlestone.spec.algebra.naturals.Number.__ge__`" in result.output


def test_the_kits_own_claims_have_no_verdict_after_it_either(undone: None) -> None:
    with pytest.raises(KitChanged, match=r"it changes `math\.comb`"), sealed("it"):
        math.comb = pow  # type: ignore[assignment]
    found = run_claim("DIM.vc", Settings(QUICK, points=1))
    assert found["verdict"] == "open" and "math.comb" in str(found["reason"])


def test_a_word_of_the_vocabulary_is_not_defined_anew(tmp_path: Path) -> None:
    own = 'def vc_dimension(H):\n    """Its own."""\n    return littlestone_dimension(H)\n\n\n'
    result = verified(tmp_path, own + CLAIM)
    assert result.exit_code == 2
    assert "line 2: `vc_dimension` is a word of littlestone.claims, and means something else" in result.stderr


@pytest.fixture
def undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the files change is as before afterwards."""
    from littlestone.claims import vc_dimension, when
    from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
    from littlestone.spec.algebra import exact_numbers
    from littlestone.spec.algebra.naturals import Number
    from littlestone.spec.classes import dimensions, irreducibility

    monkeypatch.setattr(Number, "__ge__", Number.__ge__)
    monkeypatch.setattr(dimensions, "threshold_dimension", dimensions.threshold_dimension)
    monkeypatch.setattr(math, "comb", math.comb)
    monkeypatch.setattr(ExhaustiveProver, "rank", ExhaustiveProver.rank)
    for function in (when, unwrap(vc_dimension), unwrap(irreducibility.dimension)):
        monkeypatch.setattr(function, "__code__", function.__code__)
    monkeypatch.setattr(when, "__defaults__", when.__defaults__)
    monkeypatch.setattr(vc_dimension, "__wrapped__", vc_dimension.__wrapped__)
    several = ((Counter, "total"), (nsmallest, "__code__"), (fractions, "math"), (exact_numbers, "operator"))
    for own, name in several:
        monkeypatch.setattr(own, name, getattr(own, name))
    monkeypatch.setattr(seal, "_found", [])
