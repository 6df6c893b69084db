"""Whether a statement's answer was a truth value, or a bool that Python had decided."""

from __future__ import annotations

from littlestone.proofs_check.reading.records import Reading


def decided_by_python(reading: Reading) -> int | None:
    """The line of the return at which the formula handed out a bool of Python's; None where it did not."""
    answer = reading.answer
    if answer is None or answer.node is None or not isinstance(answer.value, bool):
        return None
    return answer.node.lineno
