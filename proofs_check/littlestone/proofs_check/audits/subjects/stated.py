"""What a target claims and how much may be spent on it, as an audit takes them: exact numbers, checked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from littlestone.proofs_check.audits.subjects.number_text import Number, as_fraction, exact_number
from littlestone.proofs_check.audits.subjects.scope import FEWEST_DRAWS, KINDS, Scope
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.learning.randomness import Exact, is_true

if TYPE_CHECKING:  # they need SciPy, which is a fifth of what an audit of bad input costs
    from littlestone.proofs_check.audits.subjects.given_curves import TradeOffClaim
    from littlestone.proofs_check.audits.subjects.notions import Notion

MOST_DRAWS, MOST_SECONDS = 10**10, 10**7  # draws are kept in memory, and 10^7 s are 116 days
LEAST_ORDER, MOST_ORDER = 1 + Fraction(1, 10**9), 10**9  # nearer to 1, and beyond, floats tell no two events apart
RenyiClaim = str | Sequence[Number]


@dataclass(frozen=True)
class Budget:
    """So many draws, or as many as fit into so many seconds; one of the two is None."""

    draws: int | None
    seconds: float | None


def claimed_epsilon(value: Number) -> Exact:
    """The claimed epsilon; raises BadInput where it is negative or no number."""
    epsilon = exact_number("epsilon", value)
    if is_true(epsilon < 0):
        raise BadInput("epsilon", f"{value} is negative", "claim an epsilon of at least 0")
    return epsilon


def claimed_delta(value: Number) -> Exact:
    """The claimed delta; raises BadInput outside [0, 1)."""
    delta = exact_number("delta", value)
    if is_true(delta < 0) or is_true(delta >= 1):
        raise BadInput("delta", f"{value} is outside [0, 1)", "claim a probability below 1, such as 1e-5")
    return delta


def claimed_notions(
    rho: Number | None, mu: Number | None, renyi: RenyiClaim | None, tradeoff: TradeOffClaim | None
) -> tuple[Notion, ...]:
    """What is claimed beside (epsilon, delta); raises BadInput where a number is out of range, or there is no curve."""
    if rho is mu is renyi is tradeoff is None:
        return ()
    from littlestone.proofs_check.audits.subjects.given_curves import given_curve
    from littlestone.proofs_check.audits.subjects.notions import Concentrated, Gaussian, Renyi

    found: list[Notion | None] = [
        None if rho is None else Concentrated(positive("rho", rho)),
        None if mu is None else Gaussian(positive("mu", mu)),
        None if renyi is None else Renyi(*_renyi(renyi)),
        None if tradeoff is None else given_curve(tradeoff),
    ]
    return tuple(notion for notion in found if notion is not None)


def positive(name: str, value: Number) -> Exact:
    """A number above 0; raises BadInput."""
    number = exact_number(name, value)
    if not is_true(number > 0):
        raise BadInput(name, f"{value} is not positive", f"give a {name} above 0, such as 0.5")
    return number


def _renyi(claim: RenyiClaim) -> tuple[Fraction, Exact]:
    parts = claim.split(",") if isinstance(claim, str) else claim
    if not isinstance(parts, Sequence) or len(parts) != 2:
        raise BadInput("renyi", f"{claim!r} is no order and divergence", "write it as 2,0.5")
    order = exact_number("renyi", parts[0])
    if not isinstance(order, int | Fraction):
        raise BadInput("renyi", f"{parts[0]!r} is not rational", "write it as 0.1 or 1/10")
    if not LEAST_ORDER <= order <= MOST_ORDER:
        raise BadInput("renyi", f"the order {parts[0]} is not from 1 + 1e-9 to 1e9", "claim one such as 2")
    return Fraction(order), positive("renyi", parts[1])


def stated_confidence(value: float) -> float:
    """The confidence; raises BadInput outside (0.5, 1)."""
    if not (isinstance(value, float | int) and 0.5 < value < 1):
        raise BadInput("confidence", f"{value} is outside (0.5, 1)", "give for instance 0.95")
    return float(value)


def budget_of(value: int | float | str) -> Budget:
    """The budget: a number of draws, as in 1_000_000 or "1e6", or seconds, as in "60s".

    Raises BadInput for anything else, and for fewer than 1000 draws.
    """
    text = str(value).strip()
    try:
        number = float(text.removesuffix("s"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or number <= 0:
        raise BadInput("budget", f"{value!r} is no budget", "give draws, as in 1e6, or seconds, as in 60s")
    if number > (MOST_SECONDS if text.endswith("s") else MOST_DRAWS):
        most = f"{MOST_DRAWS:.0e} draws or {MOST_SECONDS:.0e}s"
        raise BadInput("budget", f"{value} is beyond reach", f"give at most {most}")
    if text.endswith("s"):
        return Budget(None, number)
    if number < FEWEST_DRAWS:
        raise BadInput("budget", f"{value} draws show nothing", f"give at least {FEWEST_DRAWS}, or --mode onerun")
    return Budget(int(number), None)


def stated_scope(grid: Number | None, ignore_failures: bool, only: str | None) -> Scope:
    """The scope that these say; raises BadInput where the grid has no step above 0, or there is no such kind."""
    step = None if grid is None else float(as_fraction(exact_number("grid", grid)))
    if step is not None and not 0 < step < math.inf:
        raise BadInput("grid", f"{grid} is no step", "give a number above 0, such as 0.001")
    kind = next((each for each in KINDS if each == only), None)
    if only is not None and kind is None:
        raise BadInput("only", f"there is no kind of leak {only!r}", f"choose one of {', '.join(KINDS)}")
    if kind is not None and not Scope(step, ignore_failures).looks_for(kind):
        raise BadInput("only", f"{kind} is left out by the grid or by ignore_failures", "leave one of them out")
    return Scope(step, ignore_failures, kind)
