"""A composition put to several accountants: the exact curve where one is known, dp-accounting, and a user's function.

An accountant that says less than is lost is unsound; one that says more is loose, which costs noise and no privacy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isinf, isnan, nextafter

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.accounting import Step, composition_epsilons, epsilon_at, exact_curve, grid_points
from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.compute.users_code import called
from littlestone.proofs_check.exit_codes import ExitCode

STEP = re.compile(
    r"(?P<kind>gaussian|laplace|dp):(?P<size>[^,@*]+)(,(?P<delta>[^@*]+))?(@(?P<rate>[^*]+))?(\*(?P<count>\d+))?"
)
FORM = "write gaussian:4*10, gaussian:1.1@0.01*1000, laplace:2 or dp:0.5,1e-6*3"
ROUNDING, TOLERANCE = 1e-8, 1e-3  # relatively: of floats; ten times what dp-accounting's grid adds to an epsilon of 1
NEAR = 1e-9  # relatively, of a delta: ten times what the curves' floats miss; an epsilon may jump there
MOST_POINTS = 5e6  # of dp-accounting's grid: some ten seconds
SMALL, LARGE, MOST_STEPS = 1e-20, 1e20, 10**12
DELTAS = (1e-3, 1e-5, 1e-7, 1e-9)
EXACT, LIBRARY, LEAST = "exact curve", "dp-accounting", "dp-accounting at least"
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
    """What each accountant says at each delta; ``exact`` is whose the exact curve is, ``missing`` who says nothing.

    ``least`` is what those by whom others are judged say at deltas that are larger by NEAR. Less than that is too
    little whichever way floats are rounded: at a delta where the exact epsilon jumps, their noise makes it inf or 1.
    """

    steps: tuple[Step, ...]
    deltas: tuple[float, ...]
    said: dict[str, tuple[float, ...]]
    exact: str | None
    missing: tuple[str, ...]
    neighbours: str
    least: dict[str, tuple[float, ...]]

    @property
    def largest(self) -> Disagreement | None:
        """The largest disagreement of all pairs and deltas; None where there is one accountant alone."""
        found = [one for one in self._disagreements() if LEAST not in (one.less, one.more)]
        return max(found, key=lambda one: one.share, default=None)

    @property
    def too_little(self) -> Disagreement | None:
        """The largest one below the exact curve or, without one, below dp-accounting's optimistic estimate, if any."""
        return self._below(EXACT if self.exact else LEAST, ROUNDING)

    @property
    def unsure(self) -> Disagreement | None:
        """The largest one below dp-accounting where there is no exact curve: it may be too little, or just tighter."""
        return None if self.exact else self._below(LIBRARY, TOLERANCE)

    def _below(self, judge: str, tolerance: float) -> Disagreement | None:
        found = [
            Disagreement(name, judge, delta, _share(min(epsilon, least), least))
            for name, said in self.said.items()
            for delta, epsilon, least in zip(self.deltas, said, self.least.get(judge, ()), strict=False)
            if name not in (judge, LEAST)
        ]
        return max((one for one in found if one.share > tolerance), key=lambda one: one.share, default=None)

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
    rows = [[f"{delta!r}", *(f"{said[i]:.6g}" for said in found.said.values())] for i, delta in enumerate(found.deltas)]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    table = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)]
    curve = [] if found.exact is None else [f"{EXACT}: of {found.exact}"]
    return [f"{_answer(found)} ({found.neighbours})", "", *table, "", *curve, *found.missing]


def _answer(found: Accounts) -> str:
    worst, largest = found.too_little, found.largest
    if largest is None:
        return f"NOTHING TO COMPARE: {', '.join(found.said) or 'nobody'} alone says an epsilon"
    if worst is not None:
        return f"TOO LITTLE: {_words(found, worst)}, which is lost"
    if found.unsure is not None:
        return f"NOT DECIDED: {_words(found, found.unsure)}, which may be more than is lost"
    ending = f"the largest disagreement is {_words(found, largest)}"
    if not found.exact and LIBRARY not in found.said:
        return f"NOT DECIDED: there is nobody to judge by, neither an {EXACT} nor {LIBRARY}; {ending}"
    tolerance = ROUNDING if found.exact else TOLERANCE
    if largest.more == EXACT and largest.share > tolerance:
        ending += f", and none at a delta larger by {NEAR:g} of itself: it is rounding"
    return f"NOBODY SAYS TOO LITTLE by more than {100 * tolerance:g}%: {ending}"


def _words(found: Accounts, one: Disagreement) -> str:
    less, more = (found.said[name][found.deltas.index(one.delta)] for name in (one.less, one.more))
    digits = 6 if one.share > 1e-4 else 12
    share = f"{100 * one.share:.3g}%"
    return f"{share}: {one.less} says {less:.{digits}g} at delta {one.delta!r}, {one.more} {more:.{digits}g}"


def exit_code(found: Accounts) -> ExitCode:
    """How a command ends with this answer."""
    if found.too_little is not None:
        return ExitCode.FAILED
    judged = found.largest is not None and (found.exact or LIBRARY in found.said)
    return ExitCode.PASSED if judged and found.unsure is None else ExitCode.UNDECIDED


def read_steps(words: Sequence[str]) -> tuple[Step, ...]:
    """The steps that words such as gaussian:1.1@0.01*1000 say; raises BadInput where one says none."""
    return tuple(map(_step, words))


def _step(word: str) -> Step:
    found = STEP.fullmatch(word)
    if found is None:
        raise BadInput("STEPS", f"{word!r} is no step", FORM)
    try:
        size, rate, delta = (float(found[name] or usual) for name, usual in (("size", 0), ("rate", 1), ("delta", 0)))
        count, kind = int(found["count"] or 1), found["kind"]
    except ValueError as error:
        raise BadInput("STEPS", f"{word!r} has no number where one belongs", FORM) from error
    if not (SMALL <= size <= LARGE and SMALL <= rate <= 1 and 0 <= delta < 1 and 1 <= count <= MOST_STEPS):
        advice = f"sizes are from {SMALL:g} to {LARGE:g}, rates from {SMALL:g} to 1, counts at most {MOST_STEPS:g}"
        raise BadInput("STEPS", f"{word!r} has a number out of range", advice)
    if (rate != 1 and kind != "gaussian") or (delta and kind != "dp"):
        raise BadInput("STEPS", f"{word!r}: only gaussian steps are sampled, and only dp steps have a delta", FORM)
    return Step(kind, size, count, rate, delta)  # type: ignore[arg-type]  # one of those of the pattern


def compared(
    steps: Sequence[Step], neighbours: str, deltas: Sequence[float] = DELTAS, own: dict[str, Accountant] | None = None
) -> Accounts:
    """What the exact curve, dp-accounting and one's ``own`` accountants, by their names, say of the steps.

    An own one is called with the steps and a delta, and says an epsilon between the neighbours. Raises BadInput where
    it does not, on a delta outside (0, 1), and where the steps are beyond floats.
    """
    for delta in deltas:
        if not 0 < delta < 1:
            raise BadInput("--delta", f"{delta} is not between 0 and 1", "give one such as 1e-5")
    near = [min(delta * (1 + NEAR), nextafter(1, 0)) for delta in deltas]
    said: dict[str, tuple[float, ...]] = {}
    least: dict[str, tuple[float, ...]] = {}
    missing = []
    try:
        known = exact_curve(steps, neighbours)
        if known is None:
            missing.append(f"{EXACT}: none is known of these steps")
        else:
            said[EXACT], least[EXACT] = (tuple(epsilon_at(known[0], delta) for delta in at) for at in (deltas, near))
    except ArithmeticError as error:
        raise BadInput("STEPS", f"their {EXACT} is beyond floats: {error}", FORM) from error
    try:
        points = grid_points(steps, neighbours)
        if points > MOST_POINTS:
            missing.append(f"{LIBRARY}: not asked, as its grid has some {points:.1g} points, more than {MOST_POINTS:g}")
        else:
            estimates = (LIBRARY,) if known or not own else (LIBRARY, LEAST)
            said |= _library_says(steps, neighbours, deltas, estimates)
            least |= {} if known else _library_says(steps, neighbours, near, estimates)
    except MissingExtra as error:
        missing.append(f"{LIBRARY}: {error}")
    except Exception as error:  # of the library's own
        missing.append(f"{LIBRARY}: it failed, {type(error).__name__}: {error}")
    for name, accountant in (own or {}).items():
        said[name] = tuple(_told(name, accountant, steps, delta) for delta in deltas)
    exact = None if known is None else known[1]
    return Accounts(tuple(steps), tuple(map(float, deltas)), said, exact, tuple(missing), neighbours, least)


def _library_says(
    steps: Sequence[Step], neighbours: str, deltas: Sequence[float], estimates: Sequence[str]
) -> dict[str, tuple[float, ...]]:
    said = {one: composition_epsilons(steps, deltas, neighbours, pessimistic=one == LIBRARY) for one in estimates}
    if any(isnan(epsilon) for epsilons in said.values() for epsilon in epsilons):
        raise ValueError("it says nan")
    return said


def _told(name: str, accountant: Accountant, steps: Sequence[Step], delta: float) -> float:
    what, advice = f"the function, given the steps and {delta!r},", "let it say an epsilon of at least 0"
    found = called(lambda: float(accountant(steps, delta)), name, what, advice)
    if found < 0 or isnan(found):
        raise BadInput(name, f"{what} said {found}", advice)
    return found
