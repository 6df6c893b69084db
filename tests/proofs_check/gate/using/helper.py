"""What the notebook uses, and what it does not."""


def doubled(n):
    return 2 * n


def tripled(n):
    return 3 * n
