"""The kinds of leaks that audits from draws tell apart, and what such an audit leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

FEWEST_DRAWS = 1000  # of a pair: at delta 0 even certain events show no epsilon above 5 then
Kind = Literal["low_bits", "failures", "support", "calibration"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WORDS: dict[Kind, str] = {kind: kind.replace("_", " ") for kind in KINDS}
CAUSES: dict[Kind, str] = {
    "low_bits": "floating-point noise",
    "failures": "failing runs",
    "support": "a rare output or support",
    "calibration": "too little noise",
}
IGNORED = "failed runs are set aside"
REMEDIES: dict[Kind, str] = {
    "low_bits": "round the output to a public grid, or draw noise on one, from a secure source; "
    "--grid STEP audits it so",
    "failures": "give an output like any other instead of failing; --ignore-failures sets such runs aside",
    "support": "bound and choose outputs without a look at the data; if none is impossible, add noise",
    "calibration": "add the noise that the claim needs",
}


@dataclass(frozen=True)
class Scope:
    """What an audit leaves out: ``grid`` is a step, to whose multiples outputs are rounded before they are looked at.

    ``ignore_failures`` sets failed runs aside; ``only`` is the one kind of leak that is looked for, None for all.
    """

    grid: float | None = None
    ignore_failures: bool = False
    only: Kind | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What is left out, in words."""
        grid = () if self.grid is None else (f"outputs are rounded to multiples of {self.grid:.15g}",)
        ignored = (IGNORED,) if self.ignore_failures else ()
        return (*grid, *ignored, *(() if self.only is None else (f"leaks by {WORDS[self.only]} alone are looked for",)))

    def looks_for(self, kind: Kind) -> bool:
        """Leaks of this kind are looked for."""
        left_out = (kind == "failures" and self.ignore_failures) or (kind == "low_bits" and self.grid is not None)
        return not left_out and self.only in (None, kind)
