"""Which alternative led on at each choice of a search, so that it can be taken again without trying the others.

What an alternative proves does not hang on how it was chosen: a path that leads nowhere proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
Alternatives = Iterable[Callable[[], T | None]]
VAIN, FIRST = ".", ord("0")


@dataclass
class Search:
    """Tries the alternatives in their order, and remembers which led on, by the key of the choice."""

    taken: dict[Hashable, int | None] = field(default_factory=dict)

    def first(self, key: Hashable, alternatives: Alternatives[T], is_hopeless: Callable[[], bool] = bool) -> T | None:
        """What the first alternative finds that finds anything; None where none does, or it is hopeless."""
        self.taken[key] = None
        for place, alternative in enumerate(() if is_hopeless() else alternatives):
            found = alternative()
            if found is not None:
                self.taken[key] = place
                return found
        return None

    def walk(self) -> Walk:
        """The choices that led on, and no others."""
        return Walk(self.taken.get)


@dataclass
class Walk:
    """Takes at each choice the alternative at the place that ``choose`` gives, or none; ``path`` is what was taken."""

    choose: Callable[[Hashable], int | None]
    path: str = ""

    def first(self, key: Hashable, alternatives: Alternatives[T], is_hopeless: Callable[[], bool] = bool) -> T | None:
        """What the alternative finds that is to be taken; None where none is, or it finds nothing."""
        place = self.choose(key)
        self.path += VAIN if place is None else chr(FIRST + place)
        alternative = None if place is None else next(islice(alternatives, place, None), None)
        return None if alternative is None else alternative()


def along(path: str) -> Walk:
    """The choices of a path; beyond its end all is in vain."""
    places = (ord(letter) - FIRST for letter in path)
    return Walk(lambda _: place if (place := next(places, -1)) >= 0 else None)
