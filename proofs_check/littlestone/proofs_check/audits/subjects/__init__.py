"""What an audit is given: targets, samples, stated guarantees; and what it returns."""
