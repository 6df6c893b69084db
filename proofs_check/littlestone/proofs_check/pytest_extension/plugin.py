"""The pytest plugin: claims and audits as tests, as a mark, and as fixtures; the kit is imported only when it is used.

    @pytest.mark.claim("BGS21.T3.4")               # fails before it begins where the claim does not hold
    def test_the_bound_that_my_code_uses(): ...

    def test_my_learner(audit):                    # fails where the learner leaks more than it says
        result = audit("learner:fit", epsilon="1", instance="thresholds:64", budget=20_000)

``pytest --littlestone-claims "BGS21.* mine.py"`` makes a test of each of these claims. In the configuration file,
``littlestone_claims`` does so in every run of the whole suite, and each line of ``littlestone_audits``, with the
arguments of ``littlestone audit``, is one more test.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from littlestone.proofs_check.audits.subjects.results import AuditResult
    from littlestone.proofs_check.pytest_extension.checks import Verifier
    from littlestone.proofs_check.verdicts.verification import Result

MARK = (
    "claim(*names, profile=None, expected='holds'): verify these claims (ids, papers, globs) first; fail where one "
    "does not hold as printed, or with expected='refuted' where one is not refuted"
)
EXPECTED = ("holds", "refuted")
PROPERTY = re.compile(r"(claim|audit)\[(.*)\]\.(\w+)")
THREADS = 2  # of a verifier; one beside other workers of pytest-xdist


@dataclass(frozen=True)
class Wanted:
    """What this run is asked for; ``claims`` and ``audits`` become tests of their own."""

    claims: tuple[str, ...]
    audits: tuple[str, ...]
    profile: str
    seed: int


WANTED = pytest.StashKey[Wanted]()
VERIFIER = pytest.StashKey["Verifier"]()


# ---- Options


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, and their counterparts in the configuration file."""
    group = parser.getgroup("littlestone", "private and online learnability")
    group.addoption(
        "--littlestone-claims", metavar="NAMES", help="Test these claims: ids, papers, globs or files, by spaces."
    )
    group.addoption("--littlestone-profile", metavar="PROFILE", help="How much to run: quick, full or deep.")
    group.addoption("--littlestone-seed", metavar="SEED", type=int, help="Seed of everything random, 0 by default.")
    parser.addini("littlestone_claims", "Claims to test: ids, papers, globs or files.", type="args", default=[])
    parser.addini("littlestone_audits", "Audits to make, a line each, as for `littlestone audit`.", type="linelist")
    parser.addini("littlestone_profile", "How much to run: quick, full or deep.", default="quick")
    parser.addini("littlestone_seed", "Seed of everything random.", default="0")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark, and note what is wanted; a worker of xdist is told by its controller."""
    config.addinivalue_line("markers", MARK)
    told = getattr(config, "workerinput", {}).get("littlestone")
    config.stash[WANTED] = Wanted(**told) if told else _wanted(config)


def _wanted(config: pytest.Config) -> Wanted:
    named, seed = config.getoption("littlestone_claims"), config.getoption("littlestone_seed")
    whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    stated = config.getini("littlestone_claims") if whole else []
    return Wanted(
        claims=tuple(stated if named is None else shlex.split(named)),
        audits=tuple(config.getini("littlestone_audits") if whole else []),
        profile=config.getoption("littlestone_profile") or config.getini("littlestone_profile"),
        seed=_seed(config.getini("littlestone_seed")) if seed is None else seed,
    )


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise pytest.UsageError(f"littlestone_seed: {text!r} is no integer from 0 on")
    return int(text)


class WorkerNode(Protocol):
    """A worker of xdist, as its controller sees it."""

    config: pytest.Config
    workerinput: dict[str, object]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerNode) -> None:
    """Tell a worker of xdist what is wanted."""
    node.workerinput["littlestone"] = asdict(node.config.stash[WANTED])


def _verifier(config: pytest.Config) -> Verifier:
    """The run's verifier; under xdist, where each process has a core, with one thread."""
    from littlestone.proofs_check.pytest_extension.checks import Verifier

    if VERIFIER not in config.stash:
        jobs = 1 if hasattr(config, "workerinput") else THREADS
        config.stash[VERIFIER] = Verifier(config.stash[WANTED].seed, jobs)
    return config.stash[VERIFIER]


# ---- Tests of their own


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for each claim and audit that is wanted."""
    wanted = config.stash[WANTED]
    if not (wanted.claims or wanted.audits):
        return
    from littlestone.proofs_check.pytest_extension.checks import BadSetting
    from littlestone.proofs_check.pytest_extension.items import misnamed, named_items

    try:
        items += named_items(session, wanted.claims, wanted.audits, _verifier(config), wanted.profile)
    except BadSetting as error:
        if not hasattr(config, "workerinput"):
            raise pytest.UsageError(f"littlestone: {error}") from error
        items.append(misnamed(session, error))


# ---- The mark


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Where a test has the mark, verify its claims first."""
    results = list(_marked(item))
    if not results:
        return
    from littlestone.proofs_check.pytest_extension.checks import ClaimFails
    from littlestone.proofs_check.pytest_extension.items import insist

    try:
        for result, expected in results:
            insist(item, result, expected)
    except ClaimFails as failure:
        words = str(failure)
    else:
        return
    pytest.fail(words, pytrace=False)  # outside of the handler, else pytest prints the failure twice


def _marked(item: pytest.Item) -> Iterator[tuple[Result, str]]:
    """The results of the claims that the item's marks name, each with what the mark expects."""
    for mark in item.iter_markers("claim"):
        from littlestone.proofs_check.pytest_extension.checks import BadSetting, claims_named

        profile = mark.kwargs.get("profile") or item.config.stash[WANTED].profile
        expected = mark.kwargs.get("expected", "holds")
        try:
            if not mark.args or set(mark.kwargs) - {"profile", "expected"} or expected not in EXPECTED:
                raise BadSetting(f"the mark is {MARK.partition(':')[0]}")
            for claim in claims_named(mark.args):
                yield _verifier(item.config).result(claim, profile), expected
        except BadSetting as error:
            problem = str(error)
        else:
            continue
        pytest.fail(f"littlestone: {problem}", pytrace=False)


# ---- Fixtures


@pytest.fixture
def claim(request: pytest.FixtureRequest) -> Result:
    """The result of the one claim that the test's mark names: its verdict, evidence and counterexample."""
    results = list(_marked(request.node))
    if len(results) != 1:
        pytest.fail(
            f"the fixture 'claim' needs a mark that names one claim, not {len(results)}: @pytest.mark.claim('ID')",
            pytrace=False,
        )
    return results[0][0]


@pytest.fixture
def audit(request: pytest.FixtureRequest) -> Callable[..., AuditResult]:
    """``audit(target, epsilon=..., ...)`` as in ``audits.auditing``: the result, or a failure where there is a leak.

    The seed is the run's where none is given. A test may call it several times.
    """
    from littlestone.proofs_check.audits.auditing import audit as answer
    from littlestone.proofs_check.pytest_extension.checks import audit_properties, without_leak

    call: Callable[..., AuditResult] = answer

    def audit_without_leak(target: object, **settings: object) -> AuditResult:
        __tracebackhide__ = True
        result = call(target, **{"seed": request.config.stash[WANTED].seed, **settings})
        request.node.user_properties.extend(audit_properties(result, _unused(request.node, result.target)))
        return without_leak(result)

    return audit_without_leak


def _unused(item: pytest.Item, target: str) -> str:
    """What to call an audit of the target: with the test's name, and numbered where the test audits it again."""
    name, taken = f"{target} in {item.name}", {name for name, _ in item.user_properties}
    tries = (name if i == 1 else f"{name} ({i})" for i in range(1, len(taken) + 2))
    return next(one for one in tries if f"audit[{one}].verdict" not in taken)


# ---- The summary


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many claims have which verdict, and what each audit found."""
    reports = [report for stat in terminalreporter.stats.values() for report in stat]
    found = _recorded(report for report in reports if isinstance(report, pytest.TestReport))
    if not found:
        return
    terminalreporter.section("littlestone")
    claims = [about for (kind, _), about in found.items() if kind == "claim"]
    if claims:
        terminalreporter.write_line(f"claims: {_counted(claims)}")
    for (kind, name), about in found.items():
        if kind == "audit":
            terminalreporter.write_line(f"audit {name}: {about['summary']}")


def _recorded(reports: Iterable[pytest.TestReport]) -> dict[tuple[str, str], dict[str, str]]:
    """What was recorded of each claim and audit, in the order of the reports."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for name, value in (recorded for report in reports for recorded in report.user_properties):
        parts = PROPERTY.fullmatch(name)
        if parts is not None:
            found.setdefault((parts[1], parts[2]), {})[parts[3]] = str(value)
    return found


def _counted(claims: list[dict[str, str]]) -> str:
    from littlestone.proofs_check.reports.verdict_words import tally
    from littlestone.proofs_check.verdicts.scopes import said

    return tally(
        Counter(said(about["verdict"]) + (" UNEXPECTEDLY" * (about["expected"] != "true")) for about in claims)
    )
