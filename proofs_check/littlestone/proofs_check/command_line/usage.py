"""How a command says that it was called wrongly."""

from __future__ import annotations

import click

from littlestone.proofs_check.exit_codes import ExitCode


class WrongUsage(click.ClickException):
    """Wrong usage or bad input: the message says what, where, and what to do."""

    exit_code = ExitCode.BAD_INPUT
