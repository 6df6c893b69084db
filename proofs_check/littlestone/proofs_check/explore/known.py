"""Linear relations between parameters that are known, each with the claim that states it, and what follows from them.

Known means in these lists: the database's relations but those that the kit refutes, lemmas that are claims, and what
the definitions say at once. A relation that does not follow from them may be a theorem elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from littlestone.spec.claim import corrected
from littlestone.spec.cpm.database import in_library
from littlestone.spec.cpm.relations import EXPRESSIBLE


@dataclass(frozen=True, slots=True, order=True)
class Relation:
    """A is at least ``factor`` times B plus ``summand``."""

    greater: str
    lesser: str
    factor: Fraction = Fraction(1)
    summand: Fraction = Fraction(0)

    @property
    def text(self) -> str:
        """As it is typed."""
        right = self.lesser if self.factor == 1 else f"{self.factor} * {self.lesser}"
        return f"{self.greater} >= {right}" + (f" + {self.summand}" if self.summand else "")

    def implies(self, other: Relation) -> bool:
        """It says at least as much of the same two parameters, where the lesser one is not negative."""
        same = (self.greater, self.lesser) == (other.greater, other.lesser)
        return same and self.factor >= other.factor and self.summand >= other.summand

    def then(self, other: Relation) -> Relation:
        """What follows from both: other speaks of the lesser parameter of this one."""
        factor, summand = self.factor * other.factor, self.factor * other.summand + self.summand
        return Relation(self.greater, other.lesser, factor, summand)


DEF = "the definitions"
STATED = (  # greater, lesser, factor, summand
    ("DIM.vc", "Ldim", "VC", 1, 0), ("DIM.log", "size", "Ldim", 2, 0), ("DIM.log", "size", "Ldim", 1, 1),
    ("CPM.R122", "size", "Maj", 2, 0), ("LIT.pajor", "sh", "size", 1, 0), ("LIT.teaching.size", "size", "TD", 1, 1),
    ("LIT.bondy", "size", "distinguishing_range", 1, 1), ("LIT.queries.lower", "Q_m", "XTD", 1, 0),
    ("LIT.star", "star", "XTD", 1, 0), ("LIT.clash.below", "RTD", "NCTD", 1, 0), ("LIT.ds.upper", "graph", "DS", 1, 0),
    ("LIT.natarajan.graph", "graph", "Natarajan", 1, 0), ("LIT.ds.lower", "DS", "Natarajan", 1, 0),
    # The same with two labels
    (DEF, "VC", "graph", 1, 0), (DEF, "graph", "VC", 1, 0), (DEF, "VC", "Natarajan", 1, 0),
    (DEF, "Natarajan", "VC", 1, 0), (DEF, "MLD", "Ldim", 1, 0), (DEF, "Ldim", "MLD", 1, 0),
    # A neighbour is told on the one point where it differs, and what tells functions apart is counted
    (DEF, "TD", "d_max", 1, 0), (DEF, "TS_min", "d_min", 1, 0), (DEF, "XTD", "TD", 1, 0), (DEF, "edges", "d_max", 1, 0),
    (DEF, "size", "hitting_relative", 1, 0), (DEF, "size", "path", 1, 1), (DEF, "size", "coVC", 1, 0),
    (DEF, "size", "Q_peq", 1, 1), (DEF, "sh", "range", 1, 1), (DEF, "radius", "diameter", Fraction(1, 2), 0),
)  # fmt: skip


@cache
def known() -> dict[str, list[tuple[Relation, str]]]:
    """The known relations, with where each is stated, by their greater parameter."""
    found: dict[str, list[tuple[Relation, str]]] = {}
    stated = ((id, Relation(a, b, Fraction(factor), Fraction(summand))) for id, a, b, factor, summand in STATED)
    for id, relation in (*stated, *_of_the_database()):
        found.setdefault(relation.greater, []).append((relation, id))
    return found


def _of_the_database() -> Iterator[tuple[str, Relation]]:
    for entry in EXPRESSIBLE:
        id, P, Q = f"CPM.R{entry['id']}", in_library(entry["left"]).name, in_library(entry["right"]).name
        if entry["type"] in ("larger", "equivalence") and corrected(id) is None and P != Q:
            yield from [(id, Relation(P, Q)), (id, Relation(Q, P))][: 1 + (entry["type"] == "equivalence")]


def why_known(relation: Relation) -> tuple[str, ...]:
    """Where the known relations are stated from which it follows, one after the other, the fewest; () if from none."""
    reached: list[tuple[Relation, tuple[str, ...]]] = [(Relation(relation.greater, relation.greater), ())]
    for so_far, ids in reached:
        if so_far.implies(relation):
            return ids
        for step, id in known().get(so_far.lesser, ()):
            further = so_far.then(step)
            if not any(other.implies(further) for other, _ in reached):
                reached.append((further, (*ids, id)))
    return ()
