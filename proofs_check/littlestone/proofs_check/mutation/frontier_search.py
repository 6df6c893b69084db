"""How far a constant can be made stronger: doubling away from the printed value, then bisection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Literal

from littlestone.spec.claim import Direction, Value

Fate = Literal["holds", "fails", "open", "undefined", "too dear"]
PARTS = 16  # the precision is a sixteenth of the printed value
FARTHEST = 1024  # times the printed value, and as small a part of it
MOST_TOO_DEAR = 4  # what takes too long near the printed value may be refuted soon farther away


@dataclass
class FrontierSearch:
    """One constant in one direction: the fates of the values tried.

    They are a sixteenth of the printed value apart (of 1 where it is 0), and nearer to each other where they are small;
    integers where the formula is not defined beside one.
    """

    printed: Value
    stronger: Direction
    fate_of: Callable[[Value], Fate]
    tried: dict[Value, Fate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sign = 1 if self.stronger == "larger" else -1
        self.size = abs(Fraction(self.printed)) or Fraction(1)
        self.step = self.size / PARTS
        self.whole = self._needs_integers()
        if self.whole:
            self.step = Fraction(max(1, floor(self.step)))

    def _needs_integers(self) -> bool:
        """The formula is not defined at a fraction beside the printed integer."""
        if not isinstance(self.printed, int):
            return False
        beside = self.step if self.step.denominator > 1 else Fraction(1, 2)
        value = self.printed + self.sign * beside
        fate = self.fate_of(value)
        if beside == self.step and fate != "undefined":
            self.tried[value] = fate  # the first that is tried in any case
        return fate == "undefined"

    def fate(self, value: Value) -> Fate:
        """What becomes of the claim with this value; each is tried once."""
        value = _plain(value)
        if value not in self.tried:
            self.tried[value] = self.fate_of(value)
        return self.tried[value]

    def run(self) -> None:
        """Try values until the strongest that holds and the weakest that fails are a step apart, then some beyond."""
        self._double()
        self._bisect(lambda: self.holds_to, self._first_not_holding)
        self._bisect(self._last_not_failing, lambda: self.fails_at)
        for value in self._samples():
            self.fate(value)

    def _double(self) -> None:
        """Go away from the printed value, each time twice as far, until the claim fails or cannot be asked about."""
        distance = self.step
        while distance <= FARTHEST * self.size:
            if self.fate(self.printed + self.sign * distance) in ("fails", "undefined") or self._is_weary():
                return
            distance *= 2

    def _bisect(self, last: Callable[[], Value], first: Callable[[], Value | None]) -> None:
        """Halve the gap between the last value before a change of fates and the first one after it."""
        while (after := first()) is not None and not self._is_fine(last(), after) and not self._is_weary():
            middle = Fraction(last() + after) / 2
            self.fate(floor(middle) if self.whole else middle)

    def _is_weary(self) -> bool:
        """So many values took too long that the rest is not worth it."""
        return list(self.tried.values()).count("too dear") >= MOST_TOO_DEAR

    def _is_fine(self, near: Value, far: Value) -> bool:
        """The gap is within the precision, and at most a quarter of a small value."""
        gap, size = abs(Fraction(far - near)), abs(Fraction(near))
        if self.whole and gap <= 1:
            return True
        is_small = self.printed != 0 and 4 * gap > size > self.size / FARTHEST
        return gap <= self.step and not is_small

    def _samples(self) -> Iterator[Value]:
        """Values beyond the frontier, which must fail, and a weaker one, which must hold."""
        fails = self.fails_at
        if fails is not None and self.sign < 0 < fails:  # with another sign it would be another claim
            yield from (floor(v) if self.whole else v for v in (Fraction(fails, 2), Fraction(fails, 4)))
        elif fails is not None:
            yield from (self.printed + (fails - self.printed) * times for times in (2, 4))
        yield self.printed - self.sign * (self.step if self.whole else self.step * PARTS / 2)

    # ---- What was found

    def _along(self, value: Value) -> Value:
        """The distance from the printed value in the stronger direction."""
        return self.sign * (value - self.printed)

    def _in_order(self, *fates: Fate) -> list[Value]:
        """The stronger values of these fates, the weakest first."""
        return sorted((v for v, f in self.tried.items() if f in fates and self._along(v) > 0), key=self._along)

    def _first_not_holding(self) -> Value | None:
        return next(iter(self._in_order("fails", "open", "undefined", "too dear")), None)

    def _last_not_failing(self) -> Value:
        end = self.fails_at
        others = self._in_order("holds", "open", "too dear")
        before = [v for v in others if end is None or self._along(v) < self._along(end)]
        return before[-1] if before else self.printed

    @property
    def fails_at(self) -> Value | None:
        """The weakest of the stronger values that fail."""
        return next(iter(self._in_order("fails")), None)

    @property
    def holds_to(self) -> Value:
        """The strongest value up to which all hold that were tried."""
        end = self._first_not_holding()
        held = [v for v in self._in_order("holds") if end is None or self._along(v) < self._along(end)]
        return held[-1] if held else self.printed

    @property
    def ends_as(self) -> Fate:
        """The fate of the first stronger value that does not hold; "holds" where all do."""
        end = self._first_not_holding()
        return "holds" if end is None else self.tried[end]

    @property
    def weaker_holds(self) -> bool:
        """No weaker value that was tried fails."""
        return all(fate != "fails" for value, fate in self.tried.items() if self._along(value) < 0)

    def disorder(self, stronger_only: bool = False) -> list[tuple[Value, Fate]]:
        """A value that fails and a stronger one that holds, after a weaker one that holds if any; none as a rule."""
        known: dict[Value, Fate] = {self.printed: "holds", **self.tried}
        told = [v for v, f in known.items() if f in ("holds", "fails") and not (stronger_only and self._along(v) < 0)]
        order = sorted(told, key=self._along)
        first = next((i for i, v in enumerate(order) if known[v] == "fails"), len(order))
        later = [v for v in order[first:] if known[v] == "holds"]
        return [(v, known[v]) for v in [*order[max(0, first - 1) : first + 1], *later[:1]]] if later else []


def _plain(value: Value) -> Value:
    """An int where it is one."""
    return int(value) if Fraction(value).denominator == 1 else value
