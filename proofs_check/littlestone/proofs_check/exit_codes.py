"""How the commands end."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command's exit code says."""

    PASSED = 0
    FAILED = 1
    BAD_INPUT = 2
    KIT_FAULT = 3
    UNDECIDED = 4
    INTERRUPTED = 130  # 128 + SIGINT, as shells have it
