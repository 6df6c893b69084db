"""Sources of randomness: seeded, secure, and enumerating every branch."""
