"""A composition put to several accountants: the exact curve where one is known, dp-accounting, and a user's function.

An accountant that says less than is lost is unsound; one that says more is loose, which costs noise and no privacy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite, isinf

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.accounting import composition_epsilon
from littlestone.impl.privacy.compositions import Step, epsilon_at, exact_curve
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.users_code import called
from littlestone.proofs_check.exit_codes import ExitCode

STEP = re.compile(
    r"(?P<kind>gaussian|laplace|dp):(?P<size>[^,@*]+)(,(?P<delta>[^@*]+))?(@(?P<rate>[^*]+))?(\*(?P<count>\d+))?"
)
FORM = "write gaussian:4*10, gaussian:1.1@0.01*1000, laplace:2 or dp:0.5,1e-6*3"
TOLERANCE = 1e-3  # relatively: ten times what dp-accounting's grid of 1e-4 adds to an epsilon of 1
DELTAS = (1e-3, 1e-5, 1e-7, 1e-9)
EXACT, LIBRARY = "exact curve", "dp-accounting"
Accountant = Callable[[Sequence[Step], float], float]


@dataclass(frozen=True)
class Disagreement:
    """Two accountants at a delta, the one that says less first, and their difference as a share of the other."""

    less: str
    more: str
    delta: float
    share: float


@dataclass(frozen=True)
class Accounts:
    """What each accountant says at each delta; ``exact`` is whose the exact curve is, ``missing`` who says nothing."""

    steps: tuple[Step, ...]
    deltas: tuple[float, ...]
    said: dict[str, tuple[float, ...]]
    exact: str | None
    missing: tuple[str, ...]

    @property
    def largest(self) -> Disagreement | None:
        """The largest disagreement of all pairs and deltas; None where there is one accountant alone."""
        return max(self._disagreements(), key=lambda one: one.share, default=None)

    @property
    def too_little(self) -> Disagreement | None:
        """The largest one below the exact curve or, without one, below dp-accounting; None where there is none."""
        known = EXACT if self.exact else LIBRARY
        found = [one for one in self._disagreements() if one.more == known and one.share > TOLERANCE]
        return max(found, key=lambda one: one.share, default=None)

    def _disagreements(self) -> list[Disagreement]:
        found = []
        for one, other in combinations(self.said, 2):
            for i, delta in enumerate(self.deltas):
                less, more = sorted((one, other), key=lambda name: self.said[name][i])
                found.append(Disagreement(less, more, delta, _share(self.said[less][i], self.said[more][i])))
        return found


def _share(less: float, more: float) -> float:
    if less == more:
        return 0.0
    return 1.0 if isinf(more) else (more - less) / more


def account_lines(found: Accounts) -> list[str]:
    """The answer, a row for each delta with what each accountant says, and who says nothing."""
    head = ["delta", *found.said]
    rows = [[f"{delta:g}", *(f"{said[i]:.6g}" for said in found.said.values())] for i, delta in enumerate(found.deltas)]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    table = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)]
    curve = [] if found.exact is None else [f"{EXACT}: of {found.exact}"]
    return [_answer(found), "", *table, "", *curve, *found.missing]


def _answer(found: Accounts) -> str:
    worst, largest = found.too_little, found.largest
    if largest is None:
        return f"NOTHING TO COMPARE: {', '.join(found.said) or 'nobody'} alone says an epsilon"
    if worst is None:
        return f"NOBODY SAYS TOO LITTLE: the largest disagreement is {_words(found, largest)}"
    known = "is lost" if found.exact else "dp-accounting says"
    return f"TOO LITTLE: {_words(found, worst)}, which {known}"


def _words(found: Accounts, one: Disagreement) -> str:
    less, more = (found.said[name][found.deltas.index(one.delta)] for name in (one.less, one.more))
    return f"{one.share:.2%}: {one.less} says {less:.6g} at delta {one.delta:g}, {one.more} {more:.6g}"


def exit_code(found: Accounts) -> ExitCode:
    """How a command ends with this answer."""
    if found.largest is None:
        return ExitCode.UNDECIDED
    return ExitCode.PASSED if found.too_little is None else ExitCode.FAILED


def read_steps(words: Sequence[str]) -> tuple[Step, ...]:
    """The steps that words such as gaussian:1.1@0.01*1000 say; raises BadInput where one says none."""
    return tuple(map(_step, words))


def _step(word: str) -> Step:
    found = STEP.fullmatch(word)
    if found is None:
        raise BadInput("STEPS", f"{word!r} is no step", FORM)
    try:
        size, rate, delta = (float(found[name] or usual) for name, usual in (("size", 0), ("rate", 1), ("delta", 0)))
    except ValueError as error:
        raise BadInput("STEPS", f"{word!r} has no number where one belongs", FORM) from error
    count, kind = int(found["count"] or 1), found["kind"]
    if not (0 < size < float("inf") and 0 < rate <= 1 and 0 <= delta < 1 and count >= 1):
        raise BadInput("STEPS", f"{word!r} has a number out of range", FORM)
    if (rate != 1 and kind != "gaussian") or (delta and kind != "dp"):
        raise BadInput("STEPS", f"{word!r}: only gaussian steps are sampled, and only dp steps have a delta", FORM)
    return Step(kind, size, count, rate, delta)  # type: ignore[arg-type]  # one of those of the pattern


def compared(
    steps: Sequence[Step], neighbours: str, deltas: Sequence[float] = DELTAS, own: dict[str, Accountant] | None = None
) -> Accounts:
    """What the exact curve, dp-accounting and one's ``own`` accountants, by their names, say of the steps.

    An own one is called with the steps and a delta, and says an epsilon. Raises BadInput where it does not.
    """
    said: dict[str, tuple[float, ...]] = {}
    missing = []
    known = exact_curve(steps, neighbours)
    if known is None:
        missing.append(f"{EXACT}: none is known of these steps")
    else:
        said[EXACT] = tuple(epsilon_at(known[0], delta) for delta in deltas)
    try:
        said[LIBRARY] = tuple(composition_epsilon(steps, delta, neighbours) for delta in deltas)
    except MissingExtra as error:
        missing.append(f"{LIBRARY}: {error}")
    for name, accountant in (own or {}).items():
        said[name] = tuple(_told(name, accountant, steps, delta) for delta in deltas)
    return Accounts(tuple(steps), tuple(deltas), said, None if known is None else known[1], tuple(missing))


def _told(name: str, accountant: Accountant, steps: Sequence[Step], delta: float) -> float:
    what, advice = f"the function, given the steps and {delta:g},", "let it say an epsilon of at least 0"
    found = called(lambda: float(accountant(steps, delta)), name, what, advice)
    if found < 0 or not (isfinite(found) or isinf(found)):
        raise BadInput(name, f"{what} said {found}", advice)
    return found
