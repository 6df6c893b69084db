"""How specification and implementation are held together: provers, audits, the ledger and the command line."""
