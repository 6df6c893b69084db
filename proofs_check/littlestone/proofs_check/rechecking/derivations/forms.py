"""Canonical forms of real expressions: quotients of polynomials, with rational coefficients, over symbols and atoms.

Two expressions with one form are equal wherever both are defined. Atoms are symbols, logarithms, exponentials and
roots; ln(ab) is written out where a > 0 is plain from the ranges, exp(a + b) always, and a power with an exponent that
is no integer is exp of the exponent times the logarithm. ``needs`` collects what must not be 0, and what must be
positive, for the expressions to be defined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from littlestone.proofs_check.rechecking.derivations.polynomials import (
    ONE,
    Monomial,
    Polynomial,
    divided,
    factored,
    inverted,
    work,
)
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.spec.algebra.exponentials import factors
from littlestone.spec.algebra.reals import PI, Real, add_up, exp, ln, symbol

LARGEST_POWER = 300  # of a polynomial that is written out
MOST_BITS = 10**5  # of a power of a prime that is written out
MOST_PRODUCTS = 60_000  # of terms of few digits: half a second; one of the kit's own takes more than 50,000


@dataclass(frozen=True, slots=True)
class Form:
    """A polynomial over a product of factors, given by their numbers and multiplicities."""

    top: Polynomial
    bottom: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Atom:
    """What a polynomial is over: a kind, what tells it from others of its kind, and its sign where that is plain.

    ``side`` is 2 for a positive atom, 1 for a nonnegative one, 0 where it is not known.
    """

    kind: str
    key: Any
    side: int = 0


@dataclass
class Forms:
    """Brings expressions over the same ranges to forms; ``sides``: which symbols are positive (2), nonnegative (1)."""

    sides: Mapping[str, int]
    atoms: list[Atom] = field(default_factory=list)
    numbers: dict[Atom, int] = field(default_factory=dict)
    factors: list[Polynomial] = field(default_factory=list)
    nonzero: set[int] = field(default_factory=set)
    positive: set[int] = field(default_factory=set)
    known: dict[Real, Form] = field(default_factory=dict)
    products: int = 0

    def equal(self, one: Form, other: Form) -> bool:
        """The forms are the same function: their difference, over one denominator, is 0."""
        return not self.sum([one, self.scaled(other, Fraction(-1))]).top

    def needs(self, expression: Real) -> tuple[set[int], set[int]]:
        """The factors that must not be 0, and the atoms whose arguments must be positive, where it is defined."""
        self.nonzero, self.positive = set(), set()
        self.known.clear()  # what is known already collects nothing
        self.of(expression)
        return set(self.nonzero), set(self.positive)

    def is_positive(self, expression: Real) -> bool:
        """It is plainly positive wherever it is defined: no term is negative, once what is not plainly so is cancelled.

        Nothing is factored: of the gap of LYU25.T1.logs flint took minutes.
        """
        form = self.of(expression)
        top = form.top
        for i in Counter(form.bottom).elements():
            if not self._is_plain(self.factors[i]):
                top, rest = divided(top, self.factors[i]) if top else (top, top)
                if rest:
                    return False
        return bool(top) and self._is_plain(self._times(ONE, top))

    def of(self, expression: Real) -> Form:
        """The expression's form; raises Refused on what has none."""
        if expression not in self.known:
            self.known[expression] = self._of(expression)
        return self.known[expression]

    def _of(self, expression: Real) -> Form:
        args = expression.args
        match expression.op:
            case "rational":
                return _constant(expression.value)
            case "symbol":
                return self._atom("symbol", expression.name, self.sides.get(expression.name, 0))
            case "add":
                return self.sum([self.of(arg) for arg in _flat(expression, "add")])
            case "mul":
                return self.product([self.of(arg) for arg in _flat(expression, "mul")])
            case "ln":
                return self.logarithm(self.of(args[0]))
            case "exp":
                return self.exponential(self.of(args[0]))
            case "pow":
                return self._power(self.of(args[0]), args[1])
            case "pi":
                return self._atom("pi", "", 2)
            case "erf" if not self.of(args[0]).top:
                return Form({})
            case "binomial" | "erf":
                return self._atom(expression.op, tuple(_key(self._reduced(self.of(arg))) for arg in args))
        raise Refused(f"{expression} has no form: {expression.op}")

    def real(self, form: Form) -> Real:
        """An expression of the form."""
        top = self._real(form.top)
        for i, n in form.bottom.items():
            top = top / self._real(self.factors[i]) ** n
        return top

    def _real(self, polynomial: Polynomial) -> Real:
        terms = []
        for monomial, c in polynomial.items():
            term = Real.of(c)
            for atom, e in monomial:
                term = term * self._real_of_atom(self.atoms[atom]) ** e
            terms.append(term)
        return add_up(terms)

    def _real_of_atom(self, atom: Atom) -> Real:
        key: Any = atom.key
        match atom.kind:
            case "symbol":
                return symbol(key)
            case "prime":
                return Real.of(key)
            case "ln prime":
                return ln(key)
            case "pi":
                return PI
            case "exp":
                monomial, bottom = key
                return exp(self.real(Form({monomial: Fraction(1)}, dict(bottom))))
            case "ln" | "root":
                is_above, parts = key
                inside = Real.of(1 if is_above else -1)
                for i, n in parts:
                    inside = inside * self._real(self.factors[i]) ** n
                return ln(inside) if atom.kind == "ln" else inside
        raise Refused(f"a symbol is hidden in {atom.kind}")

    # ---- Arithmetic

    def sum(self, forms: Iterable[Form]) -> Form:
        """The sum, over the least common denominator."""
        listed = list(forms)
        bottom: Counter[int] = Counter()
        for form in listed:
            bottom |= Counter(form.bottom)
        total: Polynomial = {}
        for form in listed:
            missing = bottom - Counter(form.bottom)
            for monomial, c in self._times(form.top, self._expanded(missing)).items():
                total[monomial] = total.get(monomial, Fraction(0)) + c
        return Form({m: c for m, c in total.items() if c}, dict(bottom))

    def product(self, forms: Iterable[Form]) -> Form:
        """The product; factors are not cancelled, for what is 0 somewhere stays in the denominator."""
        top, bottom = ONE, Counter[int]()
        for form in forms:
            top = self._times(top, form.top)
            bottom += Counter(form.bottom)
        return Form(top, dict(bottom))

    def scaled(self, form: Form, factor: Fraction) -> Form:
        """The form times a rational."""
        return Form({m: c * factor for m, c in form.top.items() if factor}, form.bottom)

    def inverse(self, form: Form) -> Form:
        """One over the form, whose factors are needed to differ from 0."""
        if not form.top:
            raise Refused("something is divided by 0")
        c, unit, parts = self._factored(form.top)
        self.nonzero |= {i for i in parts if not self._is_plain(self.factors[i])}
        top = self._times({inverted(unit): 1 / c}, self._expanded(Counter(form.bottom)))
        return Form(top, dict(parts))

    def _power(self, base: Form, exponent: Real) -> Form:
        if exponent.op == "rational" and exponent.value.denominator == 1:
            if abs(exponent.value) > LARGEST_POWER:
                raise Refused(f"the exponent {exponent} is too large")
            used = base if exponent.value >= 0 else self.inverse(base)
            return self.product([used] * abs(int(exponent.value)))
        return self.exponential(self.product([self.of(exponent), self.logarithm(base)]))

    def _times(self, one: Polynomial, other: Polynomial) -> Polynomial:
        self.products += work(one, other)
        if self.products > MOST_PRODUCTS:
            raise Refused(f"to multiply it out takes more than {MOST_PRODUCTS} products")
        total: Polynomial = {}
        for a, c in one.items():
            for b, d in other.items():
                for monomial, e in self._folded(a, b).items():
                    total[monomial] = total.get(monomial, Fraction(0)) + c * d * e
        return {m: c for m, c in total.items() if c}

    def _folded(self, a: Monomial, b: Monomial) -> Polynomial:
        """The product of two monomials; a root to a whole power is what it is a root of."""
        exponents = dict(a)
        for atom, e in b:
            exponents[atom] = exponents.get(atom, Fraction(0)) + e
        extra, rest = ONE, dict[int, Fraction]()
        for atom, e in exponents.items():
            whole = e // 1 if self.atoms[atom].kind in ("prime", "root") else 0
            if whole and self.atoms[atom].kind == "prime":
                extra = self.scaled(Form(extra), _written_out(self.atoms[atom].key, int(whole))).top
            elif whole:
                extra = self._times(extra, self._root(atom, int(whole)))
            if e - whole:
                rest[atom] = e - whole
        own = {tuple(sorted(rest.items())): Fraction(1)}
        return own if extra is ONE else self._times(extra, own)

    def _root(self, atom: int, whole: int) -> Polynomial:
        if whole < 0:
            raise Refused("a negative power of a root of a polynomial")
        is_above, parts = self.atoms[atom].key
        inside = self._expanded(Counter({i: n * whole for i, n in parts}))
        return inside if is_above or whole % 2 == 0 else {m: -c for m, c in inside.items()}

    def _expanded(self, factors: Counter[int]) -> Polynomial:
        total = ONE
        for i, n in sorted(factors.items()):
            for _ in range(n):
                total = self._times(total, self.factors[i])
        return total

    # ---- Logarithms and exponentials

    def logarithm(self, form: Form) -> Form:
        """ln of a form, written out over factors that are plainly positive; the others stay together, in one atom."""
        if not form.top:
            raise Refused("the logarithm of 0")
        c, unit, parts = self._factored(form.top)
        powers = Counter(parts)
        powers.subtract(form.bottom)
        terms = [self._ln_of_rational(abs(c)), *(self._ln_of_unit(atom, e) for atom, e in unit)]
        rest = {i: n for i, n in powers.items() if n and not self._is_plain(self.factors[i])}
        terms += [
            self.scaled(self._ln_of_factor(i), Fraction(n))
            for i, n in powers.items()
            if n and self._is_plain(self.factors[i])
        ]
        if rest or c < 0:
            if not rest:
                raise Refused("the logarithm of a negative number")
            atom = self._number("ln", (c > 0, tuple(sorted(rest.items()))), 0)
            self.nonzero |= set(rest)
            self.positive.add(atom)
            terms.append(Form({((atom, Fraction(1)),): Fraction(1)}))
        return self.sum(terms)

    def _ln_of_rational(self, value: Fraction) -> Form:
        return Form({((self._number("ln prime", prime, 2), Fraction(1)),): n for prime, n in factors(value)})

    def _ln_of_unit(self, atom: int, exponent: Fraction) -> Form:
        """ln of a power of an exponential or of a prime."""
        kind, key = self.atoms[atom].kind, self.atoms[atom].key
        if kind == "exp":
            monomial, bottom = key
            return Form({monomial: exponent}, dict(bottom))
        return self.scaled(self._ln_of_rational(Fraction(key)), exponent)

    def _ln_of_factor(self, i: int) -> Form:
        """ln of a plainly positive factor."""
        return Form({((self._number("ln", (True, ((i, 1),)), 0), Fraction(1)),): Fraction(1)})

    def exponential(self, form: Form) -> Form:
        """exp of a form: the product over its terms, each a rational power of an exponential, or a power of what it is
        the logarithm of."""
        parts = self._divided(self._reduced(form))
        terms = (self._reduced(Form({m: c}, one.bottom)) for one in parts for m, c in one.top.items())
        return self.product([self._exp_of_term(*next(iter(one.top.items())), one.bottom) for one in terms])

    def _divided(self, form: Form) -> list[Form]:
        """A polynomial and a proper fraction with this sum: v^2/(1 + v) and v - v/(1 + v) have the same terms."""
        if not form.bottom:
            return [form]
        whole, rest = divided(form.top, self._expanded(Counter(form.bottom)))
        return [Form(self._times(ONE, whole)), Form(self._times(ONE, rest), form.bottom)]

    def _reduced(self, form: Form) -> Form:
        """The form without common factors; what must not be 0 is noted elsewhere."""
        if not form.bottom or not form.top:
            return Form(form.top)
        c, unit, parts = self._factored(form.top)
        top, bottom = Counter(parts) - Counter(form.bottom), Counter(form.bottom) - Counter(parts)
        return Form(self._times({unit: c}, self._expanded(top)), dict(bottom))

    def _exp_of_term(self, monomial: Monomial, c: Fraction, bottom: Mapping[int, int]) -> Form:
        if not bottom and len(monomial) == 1 and monomial[0][1] == 1:
            kind, key = self.atoms[monomial[0][0]].kind, self.atoms[monomial[0][0]].key
            if kind == "ln prime":
                prime = self._number("prime", key, 2)
                return Form(self._folded((), ((prime, c),)))
            if kind == "ln":
                return self._power_of_logarithm(key, c)
        atom = self._number("exp", (monomial, tuple(sorted(bottom.items()))), 2)
        return Form({((atom, c),): Fraction(1)})

    def _power_of_logarithm(self, key: Any, c: Fraction) -> Form:
        """What the logarithm is of, to a rational power."""
        is_above, parts = key
        whole, share = c // 1, c % 1
        if abs(whole) > LARGEST_POWER:
            raise Refused(f"the exponent {c} is too large")
        inside = Form({(): Fraction(1 if is_above else -1)})
        inside = self.product([inside, *(self._factor_power(i, n) for i, n in parts)])
        used = inside if whole >= 0 else self.inverse(inside)
        result = self.product([used] * abs(int(whole)))
        if not share:
            return result
        if any(n < 0 for _, n in parts):
            logarithm = ((self._number("ln", key, 0), Fraction(1)),)
            return self.product([result, Form({((self._number("exp", (logarithm, ()), 2), share),): Fraction(1)})])
        monomials = [next(iter(self.factors[i])) for i, _ in parts]
        if is_above and len(parts) == 1 and len(self.factors[parts[0][0]]) == 1 and len(monomials[0]) == 1:
            ((atom, e),) = monomials[0]
            times = e * parts[0][1]
            if self.atoms[atom].side > 0 or times % 2:  # (a^2)^(1/2) is |a|
                return self.product([result, Form({((atom, times * share),): Fraction(1)})])
        return self.product([result, Form({((self._number("root", key, 2), share),): Fraction(1)})])

    def _factor_power(self, i: int, n: int) -> Form:
        return Form(self._expanded(Counter({i: n}))) if n > 0 else Form(ONE, {i: -n})

    # ---- Atoms and factors

    def _atom(self, kind: str, key: Any, side: int = 0) -> Form:
        return Form({((self._number(kind, key, side), Fraction(1)),): Fraction(1)})

    def _number(self, kind: str, key: Any, side: int) -> int:
        atom = Atom(kind, key, side)
        if atom not in self.numbers:
            self.numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
        return self.numbers[atom]

    def _is_plain(self, terms: Polynomial) -> bool:
        """It is positive on the ranges: all coefficients are, and so is some term, the others being >= 0."""
        sides = [min((self.atoms[atom].side for atom, _ in monomial), default=2) for monomial in terms]
        return all(c > 0 for c in terms.values()) and min(sides) > 0 and max(sides) == 2

    def _factored(self, polynomial: Polynomial) -> tuple[Fraction, Monomial, dict[int, int]]:
        """A rational, a monomial of exponentials and roots of primes, and irreducible factors with multiplicities."""
        c, below, parts = factored(polynomial)
        unit, found = dict(below), Counter[int]()
        for own, n in parts:
            if len(own) == 1 and self._is_unit(next(iter(own))):
                for atom, e in next(iter(own)):
                    unit[atom] = unit.get(atom, Fraction(0)) + e * n
            else:
                found[self._factor(own)] += n
        return c, tuple(sorted((a, e) for a, e in unit.items() if e)), dict(found)

    def _is_unit(self, monomial: Monomial) -> bool:
        return all(self.atoms[atom].kind in ("exp", "prime") for atom, _ in monomial)

    def _factor(self, polynomial: Polynomial) -> int:
        if polynomial not in self.factors:
            self.factors.append(polynomial)
        return self.factors.index(polynomial)


def _flat(expression: Real, op: str) -> list[Real]:
    return [part for arg in expression.args for part in _flat(arg, op)] if expression.op == op else [expression]


def _written_out(prime: int, exponent: int) -> Fraction:
    if abs(exponent) * prime.bit_length() > MOST_BITS:
        raise Refused(f"{prime} to the power {exponent} has too many digits")
    return Fraction(prime) ** exponent


def _constant(value: Fraction) -> Form:
    return Form({(): value} if value else {})


def _key(form: Form) -> Hashable:
    return tuple(sorted(form.top.items())), tuple(sorted(form.bottom.items()))
