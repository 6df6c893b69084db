"""Writes the claims' pages, from the registry and the ledger that ``claims_ledger`` names, before Sphinx reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from littlestone.proofs_check.reports.pages.claim_pages import write_claim_pages


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the configuration value ``claims_ledger``: a path, relative to the working directory, or nothing."""
    app.add_config_value("claims_ledger", "", "env", str)
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    ledger = Path(app.config.claims_ledger) if app.config.claims_ledger else None
    try:
        write_claim_pages(Path(app.srcdir) / "claims", ledger)
    except (OSError, ValueError) as error:
        raise ConfigError(f"claims_ledger: {error}") from error
