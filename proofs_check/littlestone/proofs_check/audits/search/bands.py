"""Thresholds of an event's score, for bounds on all of them together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from littlestone.proofs_check.audits.search.features import Floats
from littlestone.proofs_check.audits.search.trials import Found
from littlestone.proofs_check.statistics.two_sample import Counts

THRESHOLDS = 32  # a bound on each shares the error; not tuned
GUIDES = 100_000  # of the earlier draws of each dataset about so many are looked at, evenly: each threshold has 3000
Tables = tuple[Floats, Floats]


@dataclass(frozen=True)
class Bands:
    """Nested events of one score, counted in the draws that tested it, and in those before.

    ``nested`` are the hits of the event and of the score's thresholds in the block that tested it: they were fixed
    before it was drawn. ``guide`` are their hits in an even part of earlier draws.
    """

    nested: tuple[Counts, ...]
    guide: tuple[Counts, ...]


def bands_of(found: Found, earlier: Tables, tested: Tables) -> Bands:
    """Those of the last event of a kind; ``tested`` are the draws that its counts are of, (n, columns) each.

    The thresholds are quantiles of the scores of earlier draws. Draws that are not considered are below all of them.
    """
    earlier = _part(earlier[0]), _part(earlier[1])
    taught, seen = _scores(found, earlier), _scores(found, tested)
    known = np.concatenate(taught)
    levels = np.unique(np.quantile(known, np.linspace(0, 1, THRESHOLDS + 2)[1:-1])) if len(known) else known
    guide, nested = _nested(found, earlier, taught, levels), _nested(found, tested, seen, levels)
    return Bands(nested, guide)


def _part(table: Floats) -> Floats:
    return table[:: 1 + len(table) // GUIDES]


def _scores(found: Found, tables: Tables) -> Tables:
    """The sorted scores of considered draws, the likelier dataset first, with the event above its level."""
    side = 1 if found.event.event.above else -1
    first, second = (np.sort(side * found.event.scores(table)) for table in _ordered(found, tables))
    return first, second


def _ordered(found: Found, tables: Tables) -> Tables:
    return tables[::-1] if found.swapped else tables


def _nested(found: Found, tables: Tables, scores: Tables, levels: Floats) -> tuple[Counts, ...]:
    """The hits of the event, and of the score at or above each level, among all draws."""
    n, m = map(len, _ordered(found, tables))
    event = found.event.event
    # Of an event below its level the scores are turned round, and the level itself is not in it
    level = event.threshold if event.above else float(np.nextafter(-event.threshold, np.inf))
    own = (len(one) - np.searchsorted(one, level) for one in scores)
    hits = [tuple(own), *zip(*(len(one) - np.searchsorted(one, levels) for one in scores), strict=True)]
    return tuple(Counts(int(a), n, int(b), m) for a, b in hits)
