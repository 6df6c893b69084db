"""A claim's formula typeset, from the expression that it is at symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from markupsafe import Markup

from littlestone.proofs_check.numbers.clauses import negation
from littlestone.proofs_check.questions.universes import Everything, Question, real_parameters
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.expression_mathml import (
    RELATIONS,
    operator,
    row,
    typeset,
    typeset_comparison,
    typeset_name,
)
from littlestone.spec.algebra.reals import Comparison, Real
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Naturals, Reals

LONGEST = 320  # characters of a formula that a reader takes in


class Untypeset(ValueError):
    """A formula that is no statement about expressions, or none that is read at a glance."""


def formula_of(id: str, statement: str | None) -> Markup:
    """The formula of a claim of the papers that says this, with what its parameters range over; empty where none is.

    A formula is one where all parameters are numbers and it can be evaluated at symbols.
    """
    claim = CLAIMS.get(id)
    if claim is None or claim.statement != statement or claim.address != claim.id:
        return Markup("")
    return Markup(_formula(id))


@lru_cache(maxsize=4096)
def _formula(id: str) -> str:
    claim = CLAIMS[id]
    if not real_parameters(claim):
        return ""
    try:
        stated = Question(claim, claim.printed, Everything()).about_symbols
        premises, conclusions = list(_parts(stated.premise)), list(_parts(stated.conclusion))
    except Exception:  # what a formula raises at symbols, which provers report: there is nothing to typeset
        return ""
    size = sum(len(text) for text, _ in (*premises, *conclusions))
    if not conclusions or size > LONGEST:
        return ""
    where = ", ".join(markup for _, markup in premises)
    said = "".join(f'<div class="line">{markup}</div>' for _, markup in conclusions)
    given = f"For all {_ranges(claim)}{f' with {where}' if where else ''}:"
    return f'<div class="formula"><p class="given">{given}</p>{said}</div>'


def _ranges(claim: Claim) -> str:
    """Each parameter with what it ranges over, integers and reals apart."""
    domains = real_parameters(claim) or {}
    integers = [_integer(name, domain) for name, domain in domains.items() if isinstance(domain, Naturals)]
    reals = [_real(name, domain) for name, domain in domains.items() if isinstance(domain, Reals)]
    said = [f"{word} {', '.join(names)}" for word, names in (("integers", integers), ("reals", reals)) if names]
    return " and ".join(said)


def _integer(name: str, domain: Naturals) -> str:
    return in_mathml(
        f"{name} >= {domain.least}", row(typeset_name(name), operator("≥"), typeset(Real.of(domain.least)))
    )


def _real(name: str, domain: Reals) -> str:
    shown, low, high = typeset_name(name), domain.low, domain.high
    if low is not None and high is None:
        sign = ">" if domain.low_open else ">="
        return in_mathml(f"{name} {sign} {low}", row(shown, operator({">=": "≥"}.get(sign, sign)), typeset(low)))
    below, above = ("<" if is_open else "<=" for is_open in (domain.low_open, domain.high_open))
    text, parts = name, [shown]
    if low is not None:
        text, parts = f"{low} {below} {text}", [typeset(low), operator(RELATIONS[below]), *parts]
    if high is not None:
        text, parts = f"{text} {above} {high}", [*parts, operator(RELATIONS[above]), typeset(high)]
    return in_mathml(text, row(*parts))


def _parts(node: Truth, wanted: bool = True) -> Iterator[tuple[str, str]]:
    """What must all hold for the node to be true, or false, each as text and as HTML; nothing where all is said."""
    if node.op == "constant":
        if bool(node.payload) != wanted:
            raise Untypeset("it is false")
    elif node.op == "not":
        yield from _parts(node.args[0], not wanted)
    elif node.op == ("and" if wanted else "or"):
        for arg in node.args:
            yield from _parts(arg, wanted)
    else:
        yield _part(node, wanted)


def _part(node: Truth, wanted: bool) -> tuple[str, str]:
    if node.op == "atom" and isinstance(node.payload, Comparison):
        comparison = node.payload if wanted else negation(node.payload)
        shown = typeset_comparison(comparison.left, comparison.relation, comparison.right)
        return str(comparison), in_mathml(str(comparison), shown)
    if node.op not in ("and", "or"):
        raise Untypeset(f"{node.op} is not typeset")
    return _alternatives([(arg, wanted) for arg in node.args])


def _alternatives(args: Sequence[tuple[Truth, bool]]) -> tuple[str, str]:
    """What says "if these then one of those", the hypotheses being what must fail."""
    hypotheses = [part for arg, wanted in args if _is_negated(arg, wanted) for part in _parts(arg, not wanted)]
    ends = [[*_parts(arg, wanted)] for arg, wanted in args if not _is_negated(arg, wanted)]
    if not ends:
        raise Untypeset("a conjunction that fails")
    said = " or ".join(" and ".join(markup for _, markup in end) for end in ends)
    text = " ".join(part[0] for part in (*hypotheses, *(part for end in ends for part in end)))
    return text, f"if {' and '.join(m for _, m in hypotheses)} then {said}" if hypotheses else said


def _is_negated(node: Truth, wanted: bool) -> bool:
    return (node.op == "not") == wanted


def in_mathml(text: str, markup: str) -> str:
    """One formula, with its text for who cannot see it."""
    return f'<math alttext="{escape(text)}">{markup}</math>'
