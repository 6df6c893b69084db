"""Real expressions as a reader would typeset them, in MathML, with no parentheses but those that are needed."""

from __future__ import annotations

import re
from html import escape

from littlestone.spec.algebra.expression_text import negated
from littlestone.spec.algebra.reals import LN, MINUS_ONE, MUL, POW, RATIONAL, SYMBOL, Real

_LOOSE, _SUM, _PRODUCT, _POWER, _WHOLE = range(5)  # how tightly a typeset expression binds
LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "ell": "ℓ", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "Pi": "Π",
}  # fmt: skip
RELATIONS = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠", "<": "<", ">": ">", "=": "="}
_INDEXED = re.compile(r"([A-Za-z]|[A-Za-z]+)_([0-9]+|[A-Za-z]|[A-Za-z]+)('*)")


def typeset(x: Real) -> str:
    """The presentation MathML of an expression, one element, without the math element around it."""
    return _bracketed(x, _LOOSE)


def typeset_comparison(left: Real, relation: str, right: Real) -> str:
    """left relation right, for a relation of Python's or a single equals sign, as one element."""
    return row(typeset(left), operator(RELATIONS[relation]), typeset(right))


def typeset_name(name: str) -> str:
    """A symbol's name: Greek letters where it spells one, a subscript where letter and index are told apart."""
    bare = name.rstrip("'")
    primes = "′" * (len(name) - len(bare))
    if (found := _INDEXED.fullmatch(bare)) and all(map(_is_short, found.groups()[:2])):
        base, index, _ = found.groups()
        below = f"<mn>{index}</mn>" if index.isdigit() else _letter(index, "")
        return f"<msub>{_letter(base, primes)}{below}</msub>"
    return _letter(bare, primes)


def row(*parts: str) -> str:
    """Elements beside each other, as one."""
    return f"<mrow>{''.join(parts)}</mrow>"


def operator(sign: str) -> str:
    """A sign between or before elements."""
    return f"<mo>{escape(sign)}</mo>"


def _is_short(part: str) -> bool:
    return len(part) == 1 or part in LETTERS or part.isdigit()


def _letter(name: str, primes: str) -> str:
    letter = f"<mi>{escape(LETTERS.get(name, name))}</mi>"
    return f"<msup>{letter}{operator(primes)}</msup>" if primes else letter


def _bracketed(x: Real, least: int) -> str:
    """The expression, in parentheses where it binds less tightly than this."""
    markup, strength = _with_strength(x)
    return markup if strength >= least else _parenthesised(markup)


def _parenthesised(*parts: str) -> str:
    """The parts in parentheses, which grow with fractions and sums alone: some fonts grow them for any letter."""
    grows = any("<mfrac" in part or "<munderover" in part for part in parts)
    left, right = (operator(sign) if grows else f'<mo stretchy="false">{sign}</mo>' for sign in "()")
    return row(left, *parts, right)


def _with_strength(x: Real) -> tuple[str, int]:
    match x.op:
        case "rational":
            return _typeset_rational(x)
        case "symbol":
            return typeset_name(x.name), _WHOLE
        case "sum":
            return _typeset_finite_sum(x), _LOOSE
        case "add":
            return _typeset_sum(*x.args), _SUM
        case "mul":
            return _typeset_product(*x.args)
        case "pow":
            return _typeset_power(*x.args)
        case "exp":
            return f"<msup><mi>e</mi>{typeset(x.args[0])}</msup>", _POWER
        case "binomial":
            n, i = map(typeset, x.args)
            return _parenthesised(f'<mfrac linethickness="0">{n}{i}</mfrac>'), _WHOLE
    return row(f"<mi>{escape(x.op)}</mi>", operator("\u2061"), _parenthesised(*map(typeset, x.args))), _POWER


def _typeset_rational(x: Real) -> tuple[str, int]:
    if x.value < 0:
        return row(operator("−"), typeset(-x)), _SUM
    top, bottom = x.value.as_integer_ratio()
    if bottom == 1:
        return f"<mn>{top}</mn>", _WHOLE
    return f"<mfrac><mn>{top}</mn><mn>{bottom}</mn></mfrac>", _PRODUCT


def _typeset_finite_sum(x: Real) -> str:
    term, low, high = x.args
    below = row(typeset_name(x.name), operator("="), typeset(low))
    return row(f"<munderover>{operator('∑')}{below}{typeset(high)}</munderover>", _bracketed(term, _PRODUCT))


def _typeset_sum(a: Real, b: Real) -> str:
    opposite = negated(b)
    sign, operand = ("+", b) if opposite is None else ("−", opposite)
    return row(_bracketed(a, _SUM), operator(sign), _bracketed(operand, _PRODUCT))


def _typeset_product(a: Real, b: Real) -> tuple[str, int]:
    opposite = negated(Real(MUL, (a, b)))
    if opposite is not None:
        return row(operator("−"), _bracketed(opposite, _PRODUCT)), _SUM
    if b.op is POW and b.args[1] is MINUS_ONE:
        return f"<mfrac>{typeset(a)}{typeset(b.args[0])}</mfrac>", _PRODUCT
    sign = "\u2062" if _is_coefficient(a) and _follows_a_number(b) else "⋅"
    return row(_bracketed(a, _PRODUCT), operator(sign), _bracketed(b, _PRODUCT)), _PRODUCT


def _is_coefficient(x: Real) -> bool:
    return x.op is RATIONAL and x.value.denominator == 1


def _follows_a_number(x: Real) -> bool:
    """It begins with no digit and no fraction, so that a number may stand beside it without a sign."""
    return x.op in (SYMBOL, LN) or (x.op is POW and x.args[0].op is SYMBOL and x.args[1] is not MINUS_ONE)


def _typeset_power(base: Real, exponent: Real) -> tuple[str, int]:
    if exponent is MINUS_ONE:
        return f"<mfrac><mn>1</mn>{typeset(base)}</mfrac>", _PRODUCT
    if exponent.op is RATIONAL and exponent.value.as_integer_ratio() == (1, 2):
        return f"<msqrt>{typeset(base)}</msqrt>", _WHOLE
    return f"<msup>{_bracketed(base, _WHOLE)}{typeset(exponent)}</msup>", _POWER
