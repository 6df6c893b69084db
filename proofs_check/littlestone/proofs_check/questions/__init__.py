"""Questions and answers: a claim on a universe, the arguments to call it at, the evidence that comes back."""
