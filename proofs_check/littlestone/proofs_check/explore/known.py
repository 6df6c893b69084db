"""What CPM, LIT, DIM and the definitions say of parameters, and what that says of a relation that is asked or mined.

Relations of two parameters follow from others in chains, all other statements are compared one by one. A relation that
follows from none of them may be a theorem elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from littlestone.proofs_check.explore.findings import Shown
from littlestone.proofs_check.explore.questions import Asked, Inequality, NotCompared, asked, inequalities
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.universes import set_text
from littlestone.spec.claim import corrected
from littlestone.spec.cpm.database import in_library
from littlestone.spec.cpm.relations import EXPRESSIBLE, HALVED
from littlestone.spec.notation import HALF
from littlestone.spec.parameters.library import PARAMETERS

Said = tuple[tuple[str, tuple[Inequality, ...]], ...]
HOLDS = ("theorem", "in the database", "follows from the database")
Status = Literal[
    "theorem", "in the database", "follows from the database", "in the database for some c", "refuted here", "new",
    "not compared",
]  # fmt: skip


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

    def implies(self, other: Relation, strict: bool = False) -> bool:
        """It says at least as much of the same two parameters, or more, where the lesser one is not negative."""
        same = (self.greater, self.lesser) == (other.greater, other.lesser)
        more = self.summand > other.summand or (self.summand == other.summand and not strict)
        return same and self.factor >= other.factor and more

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
    ("LIT.compression.vc", "USC", "VC", 1, 0), ("LIT.compression.labels", "USC", "LSC", 1, 0),
    ("LIT.compression.littlestone", "Ldim", "LSC", 1, 0),
    # The same with two labels
    (DEF, "VC", "graph", 1, 0), (DEF, "graph", "VC", 1, 0), (DEF, "VC", "Natarajan", 1, 0),
    (DEF, "Natarajan", "VC", 1, 0), (DEF, "MLD", "Ldim", 1, 0), (DEF, "Ldim", "MLD", 1, 0),
    # A neighbour is told on the one point where it differs, and what tells functions apart is counted
    (DEF, "TD", "d_max", 1, 0), (DEF, "TS_min", "d_min", 1, 0), (DEF, "XTD", "TD", 1, 0), (DEF, "edges", "d_max", 1, 0),
    (DEF, "size", "hitting_relative", 1, 0), (DEF, "size", "path", 1, 1), (DEF, "size", "coVC", 1, 0),
    (DEF, "size", "Q_peq", 1, 1), (DEF, "sh", "range", 1, 1), (DEF, "radius", "diameter", Fraction(1, 2), 0),
)  # fmt: skip


FORMULAS = (  # all that is no Relation, as it is typed; the logarithm of 0 is left out
    ("DIM.log", "2^Ldim <= size"), ("DIM.thresholds", "floor(log2(Thr)) <= Ldim"),
    ("DIM.thresholds.lower", "floor(log2(Ldim)) <= Thr"), ("LIT.transductive", "floor(log2(Thr)) <= M_worst"),
    ("LIT.dual.vc", "dual_VC < 2^(VC + 1)"), ("LIT.dual.vc.reverse", "VC < 2^(dual_VC + 1)"),
    ("LIT.dual.ldim", "log2(Ldim) < 2^(dual_Ldim + 1)"), ("LIT.density", "edges <= VC * size"),
    ("LIT.teaching.goldman", "TD <= VC + size - 2^VC"), ("LIT.teaching.one", "TS_min <= 1 given VC = 1"),
    ("LIT.teaching.exponential", "RTD <= 2^(VC + 1) * (VC - 2) + VC + 4"),
    ("LIT.teaching.quadratic", "RTD <= 39.3752 * VC^2 - 3.6330 * VC"), ("LIT.queries.upper", "Q_m <= XTD * log2(size)"),
    ("LIT.hodges.ladder", "Thr + 1 < 2^(Ldim + 2)"), ("LIT.hodges.tree", "Ldim + 1 < 2^(Thr + 3) - 2"),
    ("LIT.teaching.vc.corrected", "RTD <= VC given VC <= 1"), ("LIT.thresholds.log.corrected", "log2(Thr) < Ldim + 1"),
)  # fmt: skip
REFUTED = (("LIT.teaching.vc", "RTD <= VC"), ("LIT.thresholds.log", "log2(Thr) <= Ldim"))
OPEN_FORMS = {  # of the database's relations that hold for some c > 0, here with c = 1
    "larger_c": "{Q} <= {P}", "log": "log2({Q}) <= {P}", "sqrt": "{Q} <= {P}^2",
    "inv_log": "{Q} <= {P} * log2(range + 1)",
}  # fmt: skip


@cache
def known() -> dict[str, list[tuple[Relation, str]]]:
    """The known relations, with where each is stated, by their greater parameter."""
    found: dict[str, list[tuple[Relation, str]]] = {}
    stated = ((id, Relation(a, b, Fraction(factor), Fraction(summand))) for id, a, b, factor, summand in STATED)
    for id, relation in (*stated, *_of_the_database()):
        found.setdefault(relation.greater, []).append((relation, id))
    return found


def _of_the_database() -> Iterator[tuple[str, Relation]]:
    for id, kind, P, Q in _entries():
        if kind in ("larger", "equivalence") and P != Q:
            yield from [(id, Relation(P, Q)), (id, Relation(Q, P))][: 1 + (kind == "equivalence")]
    yield from ((f"{id}.corrected", Relation(P, Q, HALF)) for id, _, P, Q in _entries(True) if int(id[5:]) in HALVED)


def _entries(refuted: bool = False) -> Iterator[tuple[str, str, str, str]]:
    """The id, kind and parameters of each relation of the database that the kit does not refute, or that it does."""
    for entry in EXPRESSIBLE:
        id, P, Q = f"CPM.R{entry['id']}", in_library(entry["left"]).name, in_library(entry["right"]).name
        if (corrected(id) is not None) == refuted:
            yield id, entry["type"], P, Q


def why_known(relation: Relation, strict: bool = False) -> tuple[str, ...]:
    """Where the relations are stated from which it follows, or strictly, the fewest in their order; () if from none."""
    reached: list[tuple[Relation, tuple[str, ...]]] = [(Relation(relation.greater, relation.greater), ())]
    for so_far, ids in reached:
        if so_far.implies(relation, strict):
            return ids
        for step, id in known().get(so_far.lesser, ()):
            further = so_far.then(step)
            if not any(other.implies(further) for other, _ in reached):
                reached.append((further, (*ids, id)))
    return ()


# ---- Of any formula


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a relation, and the ids that say it; why it is not compared."""

    status: Status
    ids: tuple[str, ...] = ()
    why: str = ""


@cache
def statements() -> tuple[Said, Said, Said]:
    """All that is no Relation: what holds, what the kit refutes, and what holds for some constant that is left open."""
    signs = {"larger": ">=", "equivalence": "="}
    false = [(id, f"{P} {signs[kind]} {Q}") for id, kind, P, Q in _entries(refuted=True)]
    left_open = [(id, OPEN_FORMS[kind].format(P=P, Q=Q)) for id, kind, P, Q in _entries() if kind in OPEN_FORMS]
    said = (FORMULAS, [*false, *REFUTED], left_open)
    a, b, c = (tuple((id, inequalities(asked(text, PARAMETERS))) for id, text in each) for each in said)
    return a, b, c


def how_many_compared() -> int:
    """With how many statements a relation is compared."""
    return sum(map(len, (*known().values(), *statements())))


def what_is_known(question: Asked) -> Known:
    """What is known of a relation that is asked; of one that says several things, of all of them."""
    try:
        said = inequalities(question)
    except NotCompared as fault:
        return Known("not compared", why=str(fault))
    for id, others in statements()[1]:
        if all(any(one.implies(other) for one in said) for other in others):
            return Known("refuted here", (id,))
    found = [_known_of(one) for one in said]
    ids = tuple(dict.fromkeys(id for each in found for id in each.ids))
    database: Status = "in the database" if len(ids) == 1 else "follows from the database"
    alone: Status = database if all(id.startswith("CPM.") for id in ids) else "theorem"
    worst: tuple[Status, ...] = ("new", "in the database for some c")
    return Known(next((status for status in worst if any(each.status == status for each in found)), alone), ids)


def checked_against(question: Asked, killed_by: Shown | None) -> Known:
    """What is known of a relation; raises KitFault where it is said to hold, and a class was found that breaks it."""
    known = what_is_known(question)
    if killed_by is not None and known.status in HOLDS:
        where = f"{question.text} fails at {set_text(killed_by.members)}"
        raise KitFault(f"{where}, and follows from {', '.join(known.ids)}: the lists of what is known are wrong")
    return known


def _known_of(one: Inequality) -> Known:
    """What says an inequality: a chain, a statement, or one whose constant is open; no ids where nothing does."""
    chain = () if one.ends is None else why_known(Relation(*one.ends), one.strict)
    if ids := chain or tuple(id for id, (other, *_) in statements()[0] if other.implies(one))[:1]:
        return Known("theorem", ids)
    signs = [(product, factor > 0) for product, factor in one.terms]
    shaped = tuple(id for id, (other,) in statements()[2] if [(p, f > 0) for p, f in other.terms] == signs)[:1]
    return Known("in the database for some c", shaped) if shaped and one.most >= 0 else Known("new")
