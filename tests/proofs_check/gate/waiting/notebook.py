"""Three lemmas, the last of which waits for a sign."""

from pathlib import Path
from time import sleep
from typing import Annotated, Any

from littlestone.impl.registry import implements
from littlestone.spec.algebra.naturals import as_number
from littlestone.spec.claim import Constant, claim
from littlestone.spec.domains import Algorithm, Naturals

HERE = Path(__file__).parent
TIGHT = Constant(0, mutants=(-1,))
AnyNumber = Annotated[int, Naturals(concrete=True)]


@claim("WAIT.one", "notebook", "lemma", slack=TIGHT)
def one(n: AnyNumber, slack: int):
    """n <= n."""
    return as_number(n) <= as_number(n) + slack


@claim("WAIT.two", "notebook", "lemma", slack=TIGHT)
def two(n: AnyNumber, slack: int):
    """n + 1 <= n + 1."""
    return as_number(n + 1) <= as_number(n + 1) + slack


@implements("WAIT.run")
def run(n: int) -> int:
    """Waits, and gives n + 2."""
    (HERE / "reached").touch()
    while not (HERE / "go").exists():
        sleep(1)
    return n + 2


@claim("WAIT.three", "notebook", "lemma", slack=TIGHT)
def three(n: AnyNumber, run: Annotated[Any, Algorithm("WAIT.run")], slack: int):
    """n + 2 <= n + 2."""
    return as_number(run(n)) <= as_number(n + 2) + slack
