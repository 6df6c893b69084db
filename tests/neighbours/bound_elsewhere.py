"""A number that another module binds anew."""

TIGHT_ELSEWHERE = 3
