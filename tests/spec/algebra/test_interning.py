"""Nodes by a key, for as long as something holds them."""

import gc

from littlestone.spec.algebra.interning import Interned


class Node:
    """Something that can be referred to weakly."""


def test_a_node_is_found_as_long_as_it_lives() -> None:
    nodes: Interned[Node] = Interned()
    node = Node()
    nodes.add("a", node)
    assert nodes.get("a") is node
    assert nodes.get("b") is None
    del node
    gc.collect()
    assert nodes.get("a") is None
    assert len(nodes) == 0


def test_the_end_of_a_node_leaves_the_next_one_with_its_key_alone() -> None:
    nodes: Interned[Node] = Interned()
    first, second = Node(), Node()
    nodes.add("a", first)
    nodes.add("a", second)
    del first
    gc.collect()
    assert nodes.get("a") is second
    assert len(nodes) == 1
