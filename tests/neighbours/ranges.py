"""Calls a range of its own as the kit calls another."""

from littlestone.claims import Unit as Shares

FromZero = Shares
