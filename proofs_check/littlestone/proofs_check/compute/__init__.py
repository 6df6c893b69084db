"""Where work is done: threads of this process, or the workers of a cluster."""
