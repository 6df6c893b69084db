"""What a shell completes: ids, papers, profiles and parameters."""

from __future__ import annotations

import click

from littlestone.proofs_check.bad_input import ErrataError


def ids_that_begin(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The papers and ids that begin so, in any case."""
    from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims

    load_papers()
    known = dict.fromkeys(name for claim in printed_claims() for name in (claim.paper, claim.id))
    return [name for name in known if name.lower().startswith(begun.lower())]


def papers_with_errata(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The papers that have errata and begin so."""
    from littlestone.proofs_check.reports.errata.data import all_errata

    try:
        return [key for key in all_errata() if key.startswith(begun.upper())]
    except ErrataError:  # a shell that completes shows no message
        return []


def profiles_that_begin(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The profiles that begin so."""
    from littlestone.proofs_check.questions.profiles import PROFILES

    return [name for name in PROFILES if name.startswith(begun)]


def parameters_that_begin(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The question so far, with each parameter whose name goes on from its last word."""
    from littlestone.spec.parameters.library import PARAMETERS

    rest = begun.rstrip("_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return [rest + name for name in PARAMETERS if name.startswith(begun[len(rest) :])]
