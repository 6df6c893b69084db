"""From evidence to verdicts: what is asked, what the answers amount to, and how a ledger says it."""
