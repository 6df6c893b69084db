"""Claims and audits as items of a test run of their own, beside the functions in test files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from littlestone.proofs_check.audits.auditing import answer
from littlestone.proofs_check.audits.request import AuditRequest
from littlestone.proofs_check.pytest_extension import checks
from littlestone.proofs_check.verdicts.verification import Result
from littlestone.spec.claim import Claim


class Statements(pytest.Collector):
    """The claims and audits that options and the configuration name."""

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing: the items are made from names, not found."""
        return iter(())


class KitItem(pytest.Item):
    """An item whose failures are the kit's words, without the kit's own stack."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> Any:
        """The message of a failed check; a traceback of anything else."""
        if isinstance(excinfo.value, checks.ClaimFails | checks.Leak | ValueError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class ClaimItem(KitItem):
    """Passes where the claim's verdict is the expected one, and is skipped where the claim is not checkable."""

    def __init__(
        self, name: str, parent: pytest.Collector, claim: Claim, verifier: checks.Verifier, profile: str
    ) -> None:
        super().__init__(name, parent)
        self.claim, self.verifier, self.profile = claim, verifier, profile

    def runtest(self) -> None:
        """Verify the claim."""
        insist(self, self.verifier.result(self.claim, self.profile))

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """Where the claim is written."""
        path, line = self.claim.location
        return path, line - 1, f"claim {self.claim.id}"


class AuditItem(KitItem):
    """Passes where no leak is found."""

    def __init__(self, name: str, parent: pytest.Collector, request: AuditRequest) -> None:
        super().__init__(name, parent)
        self.request = request

    def runtest(self) -> None:
        """Audit the target."""
        result = answer(self.request)
        self.user_properties += checks.audit_properties(result, self.name.removeprefix("audit "))
        checks.without_leak(result)

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """The target's file, where it is named by one."""
        file = str(self.request.target).rpartition(":")[0]
        return Path(file).resolve() if file.endswith(".py") else self.path, 0, self.name


class Misnamed(KitItem):
    """Fails with what is wrong with a name: a worker of xdist can say so in no other way."""

    def __init__(self, name: str, parent: pytest.Collector, error: checks.BadSetting) -> None:
        super().__init__(name, parent)
        self.error = error

    def runtest(self) -> None:
        """Raise the error."""
        raise self.error


def misnamed(session: pytest.Session, error: checks.BadSetting) -> pytest.Item:
    """The item that fails with the error."""
    parent = Statements.from_parent(session, name="littlestone", nodeid="littlestone")
    return Misnamed.from_parent(parent, name="names", error=error)


def insist(item: pytest.Item, result: Result, expected: str | None = None) -> None:
    """Record the verdict with the item, and fail or skip it; raises ClaimFails.

    expected: what a mark says of the print, that it "holds" or is "refuted"; None where a correction may stand for it.
    """
    item.user_properties += checks.claim_properties(result)
    if result.verdict == "not_checkable" and result.expected:
        pytest.skip(f"{result.claim.id} is not formalized: {result.reason}")
    checks.insist(result, expected)


def named_items(
    session: pytest.Session, claims: tuple[str, ...], audits: tuple[str, ...], verifier: checks.Verifier, profile: str
) -> list[pytest.Item]:
    """An item for each claim that the names stand for, and one for each audit; raises BadSetting."""
    parent = Statements.from_parent(session, name="littlestone", nodeid="littlestone")
    items: list[pytest.Item] = []
    for claim in checks.claims_named(claims) if claims else ():
        items.append(ClaimItem.from_parent(parent, name=claim.id, claim=claim, verifier=verifier, profile=profile))
    for i, line in enumerate(audits, start=1):
        request = checks.audit_line(line, verifier.seed)
        items.append(AuditItem.from_parent(parent, name=f"audit {i}: {request.target}", request=request))
    return items
