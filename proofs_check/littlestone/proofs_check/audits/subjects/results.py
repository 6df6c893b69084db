"""What an audit answers: frozen records, with everything that the text, the JSON and the report show.

They import no SciPy: a gate that has nothing to run again only reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from littlestone.impl.privacy.guarantees import REPLACE_ONE
from littlestone.proofs_check.audits.subjects.instances import Dataset, Pair
from littlestone.proofs_check.audits.subjects.number_text import Bound
from littlestone.proofs_check.audits.subjects.scope import Kind
from littlestone.spec.learning.randomness import Exact

if TYPE_CHECKING:  # which need SciPy or flint, and a gate that has nothing to run again need not
    from littlestone.impl.privacy.renyi import Enclosure
    from littlestone.proofs_check.audits.subjects.notions import Notion

Verdict = Literal["leaks", "no_leak", "exact_leak", "exact_ok", "open"]
NOTHING_SHOWN = Bound(0.0)
Mode = Literal["exact", "blackbox", "onerun"]
FaultKind = Literal[
    "exception", "crash", "hang", "memory", "none", "shape", "nan", "unhashable", "changing", "nondeterministic"
]
FAILING: frozenset[FaultKind] = frozenset(("exception", "crash", "hang", "memory", "none", "shape", "nan"))


@dataclass(frozen=True, slots=True)
class Fault:
    """What a target did wrong, how often, and the first sample and seed that made it do so.

    unhashable, changing and nondeterministic outputs are used all the same; a run of any other kind is an outcome of
    its own.
    """

    kind: FaultKind
    detail: str
    sample: Dataset
    seed: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Opposite:
    """The other end of what an event is a threshold of, in words: outputs by which the second sample is guessed.

    ``right`` and ``wrong`` are all guesses, in ``guessed`` of ``blocks`` blocks of draws, each with ends of its own;
    the description is of the last block, None where that had an event alone.
    """

    description: str | None
    right: int
    wrong: int
    guessed: int
    blocks: int


@dataclass(frozen=True, slots=True)
class Event:
    """A set of outputs in words, and how often, or with what probability, each of the two samples of a pair gave one.

    For an exact audit ``first`` and ``second`` are probabilities; else counts, out of ``first_draws`` and
    ``second_draws``. "First" is the sample on which the event is likelier. Where there is an ``opposite``, a bound at
    delta = 0 is by its guesses, and in blocks of draws without any by the hits of an event. ``least_delta``: no less is
    needed at the claimed epsilon, by these counts alone at the confidence of the audit.
    """

    description: str
    first: Exact | int
    second: Exact | int
    first_draws: int | None = None
    second_draws: int | None = None
    opposite: Opposite | None = None
    least_delta: float | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """What is known of a number that is claimed beside epsilon: a lower bound on it, and whether the claim is kept.

    The bound holds at the confidence of the audit, together with the others; from exact laws it is the number itself,
    by twelve digits or more, infinite where none is enough. ``keeps`` is False for a leak, and None where that is open.
    """

    notion: Notion
    bound: Fraction | float
    keeps: bool | None


@dataclass(frozen=True, slots=True)
class KindOfLeak:
    """What an audit from draws found of one kind: a lower bound by events of it, the last of them, and on which pair.

    ``measures`` are what the same events show of what else is claimed. ``leaks`` says whether one of these bounds
    exceeds what is claimed. The bounds of all kinds hold together.
    """

    kind: Kind
    bound: Bound
    measures: tuple[Measure, ...]
    leaks: bool
    pair: Pair
    event: Event


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The privacy curve at one epsilon: the estimated (or exact) delta with its lower and upper confidence bound."""

    epsilon: float
    delta: float
    lower: float
    upper: float | None = None


@dataclass(frozen=True, slots=True)
class TradeOffPoint:
    """A test between the two samples: the rate of false alarms and of misses, estimated or exact.

    ``most_false_alarms`` and ``most_misses`` are upper confidence bounds, those of all points together.
    """

    false_alarms: float
    misses: float
    most_false_alarms: float | None = None
    most_misses: float | None = None


@dataclass(frozen=True, slots=True)
class RenyiPoint:
    """The largest Renyi divergence of one order between neighbours."""

    order: float
    divergence: float


@dataclass(frozen=True, slots=True)
class ExactResult:
    """The exact privacy of a target over all neighbouring pairs of its instance.

    ``epsilon`` is the least one at the claimed delta, None where there is none; ``delta`` the least one at the claimed
    epsilon; ``is_private`` is decided exactly; ``examined`` counts the unordered pairs of neighbours, all of the
    instance unless they are ``named``; ``varied``: some sample has two outcomes. ``rho`` encloses the least rho of
    zero-concentrated privacy.
    """

    epsilon: Exact | None
    delta: Exact
    is_private: bool
    examined: int
    rho: Enclosure[Any] | None = None
    renyi: tuple[RenyiPoint, ...] = ()
    named: bool = False
    varied: bool = True


@dataclass(frozen=True, slots=True)
class OneRunResult:
    """What one run, or a few, with independent canary rows shows: ``guesses`` made, ``correct`` among them, the bound.

    ``canaries`` counts the coins: those of a run, times the runs.
    """

    canaries: int
    guesses: int
    correct: int
    epsilon: float
    description: str = ""
    runs: int = 1


@dataclass(frozen=True, slots=True)
class Power:
    """What an audit without a finding would have seen: the ``least`` true loss that it reports with the probability.

    ``of`` says whose loss: epsilon's, or that of a notion by its name. ``least`` is None where these draws could not
    report any. ``by`` says how common the event is that tells the samples apart.
    """

    of: str
    least: float | None
    probability: float
    by: str = "as common as the tested one"


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """The answer of an audit.

    ``bound`` is a lower bound on epsilon at the claimed delta, at confidence ``confidence``, over everything that was
    tried; for an exact audit it is the value itself. ``draws`` says how many runs went where; ``stopped`` why the audit
    ended; ``command`` repeats it.

    ``measures`` are what is claimed beside epsilon, each with the largest bound of any kind of leak. The bounds that
    the verdict rests on hold together at the confidence. ``implied``: epsilon is only what these imply. ``relation``
    says in words which inputs are neighbours. ``power`` is what would have been seen, where draws showed no leak.
    ``kinds`` tells leaks from draws apart, the largest first, with which ``bound``, ``pair`` and ``event`` agree; what
    a grid does not take away comes before low bits. ``left_out`` says what options kept from being looked at.
    ``pairs_tried`` are of ``pairs_listed``; ``varied``: some sample gave two outputs; ``asked``: some run drew from its
    source of randomness; each None where that is not known or does not count. ``doubts`` are why an answer without a
    leak decides nothing, ``untried`` is what no pair has of the values that a sample may hold, and ``failing_edges``
    are the ends of the domain at which runs failed. ``unsettled`` is what one sample alone gave, too seldom to tell.
    """

    target: str
    kind: str
    epsilon: Exact
    delta: Exact
    confidence: float
    command: str
    seed: int
    seconds: float
    mode: Mode = "blackbox"
    verdict: Verdict = "open"
    bound: Bound = NOTHING_SHOWN
    pair: Pair | None = None
    event: Event | None = None
    draws: tuple[tuple[str, int], ...] = ()
    stopped: str = ""
    pairs_tried: int = 0
    gaussian_mu: float | None = None
    curve: tuple[CurvePoint, ...] = ()
    trade_off: tuple[TradeOffPoint, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    exact: ExactResult | None = None
    one_run: OneRunResult | None = None
    measures: tuple[Measure, ...] = ()
    implied: bool = False
    relation: str = REPLACE_ONE
    power: Power | None = None
    kinds: tuple[KindOfLeak, ...] = ()
    left_out: tuple[str, ...] = ()
    pairs_listed: int = 0
    varied: bool | None = None
    asked: bool | None = None
    doubts: tuple[str, ...] = ()
    untried: tuple[str, ...] = ()
    failing_edges: tuple[str, ...] = ()
    unsettled: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bound", Bound(self.bound))

    @property
    def leaks(self) -> bool:
        """The target is not as private as it claims: proved, or at the stated confidence."""
        return self.verdict in ("leaks", "exact_leak")

    @property
    def total_draws(self) -> int:
        """All runs of the target."""
        return sum(count for _, count in self.draws)
