"""How work is done: in threads and forked processes, interrupted in time; the kit's own caches and sources."""
