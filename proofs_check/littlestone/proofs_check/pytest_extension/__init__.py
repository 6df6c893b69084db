"""Claims and audits as pytest items."""
