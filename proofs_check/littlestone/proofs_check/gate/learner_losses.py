"""What a learner is held to less than in the baseline, and what of it is looked at less, though its verdict is as good.

Each field that the baseline holds of a learner stands here once, with the rule and the function that knows which
direction is weaker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from littlestone.impl.privacy.trade_offs import TradeOff
from littlestone.proofs_check.audits.subjects.number_text import exact_number, greater, rational_text
from littlestone.proofs_check.gate.entries import CheckedLearner, RememberedCurve, RememberedLearner
from littlestone.proofs_check.gate.findings import Finding

MODES = ("onerun", "blackbox", "exact")  # weakest first
AUDIT_STRENGTH = ("open", "no_leak", "exact_ok")  # weakest first; a leak is no step of it, as it fails by itself
SLACK = Fraction(1, 10**9)  # of misses: a function's floats differ between machines
Weaker = Callable[[Any, Any], str | None]  # of what was and is: words where that is less


def learner_losses(one: CheckedLearner, before: RememberedLearner) -> Iterator[Finding]:
    """A finding for each rule by which something was lost, then the verdict's."""
    found: dict[str, list[str]] = {}
    is_alike = one.entry["mode"] == before["mode"]
    for key, (rule, weaker) in WATCHED.items():
        was = before[key]  # type: ignore[literal-required]
        if was is not None and (is_alike or key not in OF_A_MODE) and (words := weaker(was, one.entry[key])):  # type: ignore[literal-required]
            found.setdefault(rule, []).append(words)
    if not is_alike:
        words = f"its mode is {one.entry['mode']}, it was {before['mode']}: what is looked at is not compared"
        found.setdefault("other-samples", []).append(words)
    for rule, listed in found.items():
        yield one.finding(rule, "; ".join(listed))
    yield from declared_less(one, before["declares"])
    yield from _verdict(one, before["verdict"])


def declared_less(one: CheckedLearner, accepted: str | None) -> Iterator[Finding]:
    """A finding where the target itself declares less than is claimed of it, and not what the baseline accepts."""
    words = one.entry["declares"]
    if words not in (None, accepted):
        yield one.finding("guarantee-loosened", f"the learner itself declares {words}")


def _verdict(one: CheckedLearner, was: str) -> Iterator[Finding]:
    ranks = {verdict: i for i, verdict in enumerate(AUDIT_STRENGTH)}
    now, then, change = ranks.get(one.entry["verdict"]), ranks.get(was), f"{was} -> {one.entry['verdict']}"
    if now and then and now < then:
        yield one.finding("weaker-verdict", f"{change}: {one.entry['line']}")
    elif now and now > (then or 0):
        yield one.finding("improved", f"{change}: {one.entry['line']}")


# ---- Which direction is weaker


def _told(what: str, was: object, now: object) -> str:
    return f"its {what} is {now or 'gone'}, it was {was}"


def _at_most(name: str, was: str, now: str | None) -> str | None:
    is_kept = now is not None and not greater(exact_number(name, now), exact_number(name, was))
    return None if is_kept else _told(f"declared {name}", was, now)


def _renyi(was: str, now: str | None) -> str | None:
    """Of a larger order at most as much is less than of a smaller one: the divergence rises with the order."""
    if now is not None:
        (order, most), (old, old_most) = (
            [exact_number("renyi", part) for part in text.split(",")] for text in (now, was)
        )
        if not greater(old, order) and not greater(most, old_most):
            return None
    return _told("declared renyi", was, now)


def _curve(was: RememberedCurve, now: RememberedCurve | None) -> str | None:
    """No test may miss less often: at all corners of two polygons, or where a function's values are known."""
    if now is None:
        return "its declared trade-off curve is gone"
    old, new, is_exact = curve_points(was), curve_points(now), was["whole"] and now["whole"]
    known = [points.keys() for points, one in ((old, was), (new, now)) if is_exact or not one["whole"]]
    places = set.union(*map(set, known)) if is_exact else set.intersection(*map(set, known))
    for x in sorted(places):
        misses, had = (_value(points, x) for points in (new, old))
        if misses < had - (0 if is_exact else SLACK):
            at = f"at false alarms {rational_text(x)}"
            return f"its declared trade-off curve has misses {float(misses):.6g} {at}, it had {float(had):.6g}"
    return None


def curve_points(kept: RememberedCurve) -> dict[Fraction, Fraction]:
    """Misses by false alarms, as remembered; raises ValueError where these are no trade-off curve."""
    found: dict[Fraction, Fraction] = {}
    for point in kept["points"]:
        alarms, misses = map(Fraction, point.split(" "))
        found[alarms] = misses
    return dict(TradeOff(tuple(sorted(found.items()))).points) if kept["whole"] else found


def insist_on_numbers(kept: RememberedLearner) -> None:
    """Raise ValueError or BadInput where what the baseline holds as a number is none, by comparing it with itself."""
    for name, (_, weaker) in WATCHED.items():
        value = kept[name]  # type: ignore[literal-required]
        if value is not None and weaker(value, value) is not None:
            raise ValueError(f"the {name} {value!r:.40}")


def _value(points: dict[Fraction, Fraction], x: Fraction) -> Fraction:
    """Of the polygon through the points."""
    return points[x] if x in points else Fraction(TradeOff(tuple(sorted(points.items()))).misses(x))  # type: ignore[arg-type]


def _same(what: str, was: object, now: object) -> str | None:
    return None if now == was else _told(what, was, now)


def _users(was: str, now: str | None) -> str | None:
    return None if now == was else "its rows, or which of them are one user's, are others"


def _rank(was: str, now: str) -> str | None:
    return _told("mode", was, now) if was in MODES[MODES.index(now) + 1 :] else None


def _pairs(was: int, now: int | None) -> str | None:
    return None if now is not None and now >= was else f"{now or 0:,} pairs of neighbours are looked at, {was:,} were"


def _given(was: list[str], now: list[str]) -> str | None:
    return "some pairs that were given are gone, or others" if set(was) - set(now) else None


def _budget(was: str, now: str | None) -> str | None:
    """Draws and seconds are no more or less than each other."""
    is_timed = was.endswith("s")
    if now is not None and now.endswith("s") == is_timed and float(now.rstrip("s")) >= float(was.rstrip("s")):
        return None
    return _told("budget", was, now)


def _confidence(was: str, now: str | None) -> str | None:
    """Fewer leaks are shown at a greater one."""
    return None if now is not None and float(now) <= float(was) else _told("confidence", was, now)


def _samples(was: object, now: object) -> str | None:
    return None if now == was else "it is tried on other samples, or compared at other points"


WATCHED: dict[str, tuple[str, Weaker]] = {
    **{name: ("guarantee-loosened", partial(_at_most, name)) for name in ("epsilon", "delta", "rho", "mu")},
    "renyi": ("guarantee-loosened", _renyi),
    "tradeoff": ("guarantee-loosened", _curve),
    "relation": ("guarantee-loosened", partial(_same, "declared relation")),
    "users": ("guarantee-loosened", _users),
    "mode": ("reach-lost", _rank),
    "pairs": ("reach-lost", _pairs),
    "given": ("reach-lost", _given),
    "budget": ("reach-lost", _budget),
    "confidence": ("reach-lost", _confidence),
    "domain": ("reach-lost", partial(_same, "domain")),
    "samples": ("other-samples", _samples),
    "seed": ("other-samples", partial(_same, "seed")),
}
OF_A_MODE = ("pairs", "budget", "confidence", "domain", "samples", "seed")
