"""Where a premise fails, the probe of a proved statement does not ask what its conclusion says."""

import pytest
from helpers.questions import claim_of

from littlestone.proofs_check.questions.profiles import QUICK
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.notation import QUARTER, PositiveUnit, Statement, when


@pytest.mark.usefixtures("registry")
def test_a_conclusion_that_fails_beyond_the_premise_is_no_disagreement() -> None:
    def small(x: PositiveUnit) -> Statement:
        """What is at most a quarter is at most a half."""
        return when(x <= QUARTER, 2 * x <= 1)

    assert verify(claim_of(small), Settings(QUICK)).verdict == "proved"
