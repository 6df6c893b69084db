"""The database's relations between parameters, each as printed; where one is false, what holds instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from littlestone.spec.cpm.database import IN_LIBRARY, Entry, database, definitions_used, entry_of, in_library
from littlestone.spec.notation import *
from littlestone.spec.parameters.library import Parameter
from littlestone.spec.parameters.sizes import effective_range
from littlestone.spec.parameters.teaching import centred_hitting_size

Value = int | Fraction
SIXTH = Fraction(1, 6)

# P >= c Q and its like: the database says that there is some c > 0; here is one, and one that is too large
FACTORS: dict[int, tuple[Value, Value]] = {
    35: (1, 2), 36: (SIXTH, 2), 37: (1, 2), 38: (1, 2), 56: (1, 2), 67: (HALF, 1), 93: (1, 2), 96: (HALF, 1),
    108: (HALF, 1), 123: (HALF, 1), 124: (HALF, 1), 126: (1, 2), 127: (1, 2), 128: (1, 3), 147: (HALF, 2),
}  # fmt: skip
NEVER_CLOSER = {94: 1, 95: 1, 111: 1, 114: 1, 132: 1}  # by how much P is always larger than Q

TWICE = "the database doubles the density: what it cites bounds the density itself, half of the average degree"
CUBE = "a class that takes all patterns on its effective range has no hollow star at all: its coVC is 0"
HALVED = {54: TWICE, 62: TWICE, 80: TWICE, 150: TWICE}
PATTERNS = "as the largest hitting size of H Delta T over all T, of which relation 19 makes it a relative variant"
CENTRED = {125: PATTERNS, 137: PATTERNS, 142: PATTERNS}


def _larger(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, slack: int) -> Truth:
        return Q(H) <= P(H) + slack

    return formula


def _equivalence(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, offset: int) -> Truth:
        return P(H) + offset == Q(H)

    return formula


def _larger_c(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, c: Fraction) -> Truth:
        return Q(H) * c <= P(H)

    return formula


def _log(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, c: Fraction) -> Truth:
        return Q(H).map(lambda q: log2(max(q, 1)) * c) <= P(H)

    return formula


def _sqrt(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, c: Fraction) -> Truth:
        return Q(H) * c**2 <= P(H).map(lambda p: p * p)

    return formula


def _inv_log(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, c: Fraction) -> Truth:
        return Q(H) * c <= P(H) * effective_range(H).map(lambda n: log2(n + 1))

    return formula


FORMS = {
    "larger": (_larger, "{P} >= {Q}"),
    "equivalence": (_equivalence, "{P} = {Q}"),
    "larger_c": (_larger_c, "{P} >= c {Q} for some c > 0"),
    "log": (_log, "{P} >= c log {Q} for some c > 0"),
    "sqrt": (_sqrt, "{P} >= c sqrt({Q}) for some c > 0"),
    "inv_log": (_inv_log, "{P} >= c {Q} / log n for some c > 0"),
}


def named(formula: Callable[..., Statement], name: str, words: str) -> Callable[..., Statement]:
    """The formula of an entry with the name and the sentence of the entry."""
    formula.__name__, formula.__doc__ = name, words
    return formula


def _constants(relation: Entry) -> dict[str, Any]:
    number, kind = relation["id"], relation["type"]
    if kind == "larger":
        return {"slack": Constant(0, mutants=(-1 - NEVER_CLOSER.get(number, 0),))}
    if kind == "equivalence":
        return {"offset": OFFSET}
    printed, too_large = FACTORS[number]
    return {"c": Constant(printed, mutants=(too_large,))}


def _narrowed(relation: Entry) -> str | None:
    said = [definitions_used(relation["left"], relation["right"])]
    if "c" in FORMS[relation["type"]][1].replace("{", "").split():
        said.append(f"c = {FACTORS[relation['id']][0]}, where the database leaves it open")
    if relation["type"] == "inv_log":
        said.append("log(n + 1) for log n, with n the effective range")
    return "; ".join(filter(None, said)) or None


def _state(relation: Entry) -> None:
    keys = relation["left"], relation["right"]
    P, Q = map(in_library, keys)
    make, words = FORMS[relation["type"]]
    sentence = words.format(P=entry_of(keys[0])["name"], Q=entry_of(keys[1])["name"])
    formula = named(make(P, Q), f"relation_{relation['id']}_of_{keys[0]}_and_{keys[1]}", f"{sentence}.")
    place = f"relation {relation['id']}" + (f", {relation['details']}" if relation["details"] else "")
    subject = " against ".join(entry_of(key)["name"].partition(" or ")[0] for key in keys)
    used = (P.definition, Q.definition)
    id = f"CPM.R{relation['id']}"
    claim(id, f"{place}: {subject}", "relation", narrows=_narrowed(relation), made_of=used, **_constants(relation))(
        formula
    )
    _correct(id, relation["id"], P, Q, sentence)


def _correct(id: str, number: int, P: Parameter, Q: Parameter, sentence: str) -> None:
    """Put what holds beside a relation that is false."""
    used = (P.definition, Q.definition)
    if number in HALVED:
        halved = named(_larger_c(P, Q), f"half_of_relation_{number}", f"{sentence}, with half of the right side.")
        correction(id, HALVED[number], made_of=used, c=Constant(HALF, mutants=(1,)))(halved)
    if number == 92:
        words = f"{sentence} + 1, unless H is full."
        unless = named(_unless_full(P, Q), "relation_92_of_classes_that_are_not_full", words)
        correction(id, CUBE, made_of=used, more=Constant(1, mutants=(2,)))(unless)
    if number in CENTRED:
        name = f"relation_{number}_with_a_function_of_the_class_as_centre"
        words = f"{sentence}, the last as the largest hitting size of H Delta T over T in H."
        made = _larger(P, CENTRED_HITTING) if number == 142 else _equivalence(P, CENTRED_HITTING)
        constants: dict[str, Any] = {"slack": TIGHT} if number == 142 else {"offset": OFFSET}
        used = (P.definition, centred_hitting_size)
        why = f"depends on the definition, which the database does not give: it is false {CENTRED[number]}"
        correction(id, why, made_of=used, **constants)(named(made, name, words))


def _unless_full(P: Parameter, Q: Parameter) -> Callable[..., Statement]:
    def formula(H: Binary, more: int) -> Statement:
        full = H.size() == effective_range(H).map(lambda n: 2**n)
        return when(~full, Q(H) + more <= P(H))

    return formula


CENTRED_HITTING = replace(in_library("relative_hitting_size"), definition=centred_hitting_size)
EXPRESSIBLE = [r for r in database()["relations"] if {r["left"], r["right"]} <= IN_LIBRARY.keys()]

for _relation in EXPRESSIBLE:
    _state(_relation)
