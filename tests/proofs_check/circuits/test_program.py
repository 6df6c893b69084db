"""Programs and their evaluators agree with the circuit they come from, and a wrong gate is noticed."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlestone.proofs_check.circuits import evaluators, expansion
from littlestone.proofs_check.circuits import program as program_module
from littlestone.proofs_check.circuits.evaluators import (
    ALL_ONES,
    Tally,
    add_tallies,
    assignment_words,
    evaluate_compiled,
    evaluate_integers,
    evaluate_numpy,
    popcount,
    sweep,
    valid_lanes,
)
from littlestone.proofs_check.circuits.kernels import fill_words
from littlestone.proofs_check.circuits.program import AND_GATE, XOR_GATE, Array, Program, reuse_slots, straight_line
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of, atom, evaluate, inputs_of, variable
from littlestone.spec.algebra.decisions import UndecidedTruth

NAMES = [f"v{i}" for i in range(9)]
SIZES = ("inputs", "lanes", "slots")


@st.composite
def circuits(draw: st.DrawFn) -> list[Truth]:
    """One to three outputs of a random circuit over the nine inputs."""
    nodes: list[Truth] = [TRUE, FALSE, *map(variable, NAMES)]
    for _ in range(draw(st.integers(0, 60))):
        a, b = (nodes[draw(st.integers(0, len(nodes) - 1))] for _ in range(2))
        nodes.append(draw(st.sampled_from([a & b, a | b, a ^ b, ~a])))
    return [nodes[-1 - draw(st.integers(0, min(8, len(nodes) - 1)))] for _ in range(draw(st.integers(1, 3)))]


def truth_table(outputs: list[Truth]) -> list[list[bool]]:
    """Row by row the outputs on the assignments 0..511, in plain Python."""
    return [
        evaluate(outputs, lambda name, c=c: bool(c >> NAMES.index(name) & 1))  # type: ignore[misc]
        for c in range(2 ** len(NAMES))
    ]


def table_of(words: Array) -> list[list[bool]]:
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")
    table: list[list[bool]] = bits.T.astype(bool).tolist()
    return table


def table_of_integers(program: Program, cases: int) -> list[list[bool]]:
    inputs = [sum((case >> i & 1) << case for case in range(cases)) for i in range(program.inputs)]
    outputs = evaluate_integers(program, inputs)
    return [[bool(output >> case & 1) for output in outputs] for case in range(cases)]


def expected_tally(table: list[list[bool]]) -> tuple[tuple[int, ...], tuple[int, int] | None]:
    violating = [(c.bit_count(), c) for c, row in enumerate(table) if row[0]]
    return tuple(sum(column) for column in zip(*table, strict=True)), min(violating, default=None)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(circuits())
def test_every_evaluator_agrees_with_the_circuit(outputs: list[Truth]) -> None:
    table, program, words = truth_table(outputs), straight_line(outputs, NAMES), assignment_words(9, 0, 8)
    compact = reuse_slots(program)
    assert compact.slots <= program.slots + 1
    for candidate in (program, compact):
        assert table_of(evaluate_numpy(candidate, words)) == table
        assert table_of(evaluate_compiled(candidate, words)) == table
        assert table_of_integers(candidate, len(table)) == table
    whole = sweep(compact, 0, 0)
    assert (whole.counts, whole.least) == expected_tally(table)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(circuits(), st.sampled_from([0, 1, 3, 6, 9]), st.integers(0, 2))
def test_expansion_and_sweep_agree_with_the_circuit_shard_by_shard(
    outputs: list[Truth], lanes: int, fixed: int
) -> None:
    table, program = truth_table(outputs), straight_line(outputs, NAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(expansion, "MOST_LANES", max(lanes, 6))
        fixed = min(fixed, 9 - expansion.lanes_of(program))
        for shard in range(2**fixed):
            part = range(shard << 9 - fixed, (shard + 1) << 9 - fixed)
            tally = expansion.expand(program, fixed, shard)
            masked = [row if c in part else [False] * len(row) for c, row in enumerate(table)]
            assert (tally.counts, tally.least) == expected_tally(masked)
            assert sweep(program, fixed, shard) == tally


def test_expansion_folds_gates_whose_operands_become_equal_opposite_or_constant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(expansion, "MOST_LANES", 6)
    lane, free, split = variable("v0"), variable("v7"), variable("v8")
    for x in (lane, free, lane & variable("v1"), lane ^ free):
        for y in (x & split, x | split, x ^ split, x & ~split):
            outputs = [y ^ x, y & x, y & ~x, ~x & ~y, y ^ ~x, (y ^ x) & free]
            tally = expansion.expand(straight_line(outputs, NAMES), 0, 0)
            assert (tally.counts, tally.least) == expected_tally(truth_table(outputs))


def is_number(c: int) -> Truth:
    """The inputs spell c."""
    return all_of(variable(name) if c >> i & 1 else ~variable(name) for i, name in enumerate(NAMES))


@pytest.mark.parametrize(
    "numbers", [(64, 128), (256, 128), (65, 66), (257, 130, 9), (7, 384), (511, 3, 64 + 128), (0, 1)]
)
def test_the_least_assignment_has_the_fewest_ones_then_the_smallest_number(
    numbers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = straight_line([any_of(map(is_number, numbers))], NAMES)
    least = min((c.bit_count(), c) for c in numbers)
    assert sweep(reuse_slots(program), 0, 0).least == expansion.expand(program, 0, 0).least == least
    monkeypatch.setattr(expansion, "MOST_LANES", 6)
    assert expansion.expand(program, 0, 0).least == least


@pytest.mark.parametrize("inputs", range(8))
def test_few_inputs_fill_part_of_a_word(inputs: int) -> None:
    outputs = [all_of(map(variable, NAMES[:inputs])), any_of(map(variable, NAMES[:inputs])), TRUE, FALSE]
    program = straight_line(outputs, NAMES[:inputs])
    expected = (1, 2**inputs - 1 if inputs else 0, 2**inputs, 0)
    for tally in (sweep(reuse_slots(program), 0, 0), expansion.expand(program, 0, 0)):
        assert tally.counts == expected
        assert {type(number) for number in (*tally.counts, *(tally.least or ()))} == {int}


def parity_and_majority() -> Program:
    v = [variable(name) for name in NAMES]
    parity = v[0] ^ v[1] ^ v[2] ^ v[3]
    return straight_line([parity, (v[0] & v[1]) | (v[1] & v[2]) | (v[0] & v[2])], NAMES)


def test_a_flipped_gate_is_caught() -> None:
    program, words = parity_and_majority(), assignment_words(9, 0, 8)
    right = evaluate_numpy(program, words)
    for gate in range(program.gates):
        flipped = program.op.copy()
        flipped[gate] = XOR_GATE if flipped[gate] == AND_GATE else AND_GATE
        wrong = replace(program, op=flipped)
        assert (evaluate_numpy(wrong, words) != right).any()
        assert (evaluate_compiled(wrong, words) != right).any()
        assert table_of_integers(wrong, 512) != table_of(right)
        assert expansion.expand(wrong, 0, 0) != expansion.expand(program, 0, 0)


def test_slots_are_reused_and_no_gate_overwrites_its_operands() -> None:
    chain = variable("v0")
    for step in range(200):
        chain = (chain ^ variable(NAMES[step % 9])) & ~variable(NAMES[(step * 5 + 1) % 9]) | chain
    program = reuse_slots(straight_line([chain], NAMES))
    assert program.gates > 200 and program.slots <= 1 + len(NAMES) + 4
    assert not ((program.dst == program.a >> 1) | (program.dst == program.b >> 1) | (program.dst == 0)).any()


def test_the_arrays_of_a_program_have_the_types_that_kernels_are_compiled_for() -> None:
    for program in (parity_and_majority(), reuse_slots(parity_and_majority()), reuse_slots(straight_line([], NAMES))):
        arrays = (program.op, program.a, program.b, program.dst, program.outputs)
        assert [array.dtype for array in arrays] == [np.uint8, np.int32, np.int32, np.int32, np.int32]


def test_gates_keep_their_operations_where_depth_first_order_saves_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "FEW_SLOTS", 0)
    v = [variable(name) for name in NAMES]
    layers = [[v[i] ^ v[i + 1] for i in range(8)], [v[i] & ~v[(i + 4) % 9] for i in range(8)]]
    outputs = [all_of(x | y for x, y in zip(*layers, strict=True)), any_of(x & y for x, y in zip(*layers, strict=True))]
    program = straight_line(outputs, NAMES)
    compact = reuse_slots(program)
    assert compact.slots < program.slots and compact.op.tolist() != program.op.tolist()
    assert table_of(evaluate_numpy(compact, assignment_words(9, 0, 8))) == truth_table(outputs)


def test_inputs_that_are_never_used_give_their_slots_away() -> None:
    program = straight_line([variable("v0") & variable("v1") & variable("v2")], NAMES)
    assert reuse_slots(program).slots == 1 + len(NAMES)


def test_words_need_not_fill_a_block() -> None:
    program = parity_and_majority()
    for words in (1, 63, 64, 65, 130):
        inputs = assignment_words(9, 0, 1).repeat(words, axis=1)
        assert (evaluate_compiled(program, inputs) == evaluate_numpy(program, inputs)).all()
        assert evaluate_numpy(program, inputs).shape == (2, words)


def test_the_digest_depends_on_what_is_computed_alone() -> None:
    v = [variable(name) for name in NAMES]
    program = straight_line([(v[0] & v[1]) | (v[2] & v[3])], NAMES)
    assert reuse_slots(program).digest == program.digest
    assert straight_line([(v[3] & v[2]) | (v[1] & v[0])], NAMES).digest == program.digest
    assert straight_line([v[0]], NAMES[:1]).digest != straight_line([v[0]], NAMES[:2]).digest
    others = [(v[0] & v[1]) ^ (v[2] & v[3]), (v[0] & v[1]) | (v[2] & v[4]), ~((v[0] & v[1]) | (v[2] & v[3]))]
    assert len({straight_line([other], NAMES).digest for other in others} | {program.digest}) == 4


def test_bad_programs_are_refused_with_the_input_named() -> None:
    truth = variable("v0") & variable("stranger")
    assert {node.payload for node in inputs_of([truth])} == {"v0", "stranger"}
    with pytest.raises(ValueError, match=r"^the circuit depends on 'stranger', which is not among the named inputs$"):
        straight_line([truth], NAMES)
    with pytest.raises(ValueError, match=r"^an input is named twice; give each input bit one position$"):
        straight_line([variable("v0")], ["v0", "v0"])
    with pytest.raises(UndecidedTruth, match=r"^the circuit depends on the undecided statement ln 2 < 1$"):
        straight_line([atom("ln 2 < 1") & variable("v0")], NAMES)


@pytest.mark.slow
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20))
def test_popcount(words: list[int]) -> None:
    assert popcount(np.array(words, dtype=np.uint64)).tolist() == [word.bit_count() for word in words]


def test_assignment_words_count() -> None:
    rows = assignment_words(9, 3, 4)
    for lane in range(256):
        number = sum(int(rows[i, lane // 64] >> np.uint64(lane % 64) & np.uint64(1)) << i for i in range(9))
        assert number == 192 + lane
    assert assignment_words(7, 1, 1)[6, 0] == ALL_ONES


def test_the_valid_lanes_of_a_word_are_as_many_as_there_are_assignments() -> None:
    assert [int(valid_lanes(inputs)).bit_count() for inputs in range(9)] == [1, 2, 4, 8, 16, 32, 64, 64, 64]
    assert all(int(valid_lanes(inputs)) & 1 for inputs in range(9))


def test_tallies_add_up_to_the_least_of_the_least_and_none_at_all_is_an_error() -> None:
    tallies = [Tally((1, 2), (3, 7)), Tally((0, 5), None), Tally((4, 4), (2, 9)), Tally((2, 0), (2, 96))]
    assert add_tallies(tallies) == Tally((7, 11), (2, 9))
    assert add_tallies(tallies[1:2]) == tallies[1]
    with pytest.raises(ValueError, match=r"^no shards to add up$"):
        add_tallies([])
    with pytest.raises(ValueError, match="shorter"):
        add_tallies([Tally((1, 2), None), Tally((1,), None)])


def test_a_sweep_takes_every_word_once_in_blocks_that_fit_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    program = straight_line([variable(name) for name in reversed(range(13))], range(13))
    blocks = list[int]()

    def recording(program: Program, inputs: Array) -> Array:
        blocks.append(inputs.shape[1])
        return evaluate_numpy(program, inputs)

    monkeypatch.setattr(evaluators, "MOST_BLOCK_WORDS", 100)
    assert sweep(program, 0, 0, recording) == Tally((2**12,) * 13, (1, 2**12))
    assert blocks == [64, 64]
    monkeypatch.setattr(evaluators, "MOST_BLOCK_WORDS", 128)
    for cells, words in ((128 * program.slots, 128), (128 * program.slots - 1, 64), (program.slots, 64)):
        monkeypatch.setattr(evaluators, "MOST_BLOCK_CELLS", cells)
        blocks.clear()
        sweep(program, 0, 0, recording)
        assert blocks == [words] * (128 // words)


def test_the_scratch_arrays_of_the_expansion_have_the_types_that_kernels_are_compiled_for() -> None:
    arrays = {
        name: array for name, array in expansion._root(parity_and_majority())._asdict().items() if name not in SIZES
    }
    types = {"op": "uint8", "needed": "uint8", "rows": "uint64", "valid": "uint64"} | dict.fromkeys(
        ("start", "gates", "top", "split", "numbers", "weights", "lightest"), "int64"
    )
    assert {name: str(array.dtype) for name, array in arrays.items()} == dict.fromkeys(arrays, "int32") | types


@pytest.mark.parametrize("lanes", [6, 9])
def test_the_expansion_has_room_for_every_gate_at_every_depth(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expansion, "MOST_LANES", lanes)
    program = parity_and_majority()
    state, deepest = expansion._root(program), 9 - lanes + 1
    for array in (state.start, state.gates, state.top, state.split, state.out):
        assert len(array) >= deepest + 1
    for array in (state.op, state.a, state.b, state.slot):
        assert len(array) >= (deepest + 1) * program.gates
    assert state.rows.shape == (lanes + program.gates, 2**lanes // 64)
    assert len(state.literal) == program.slots and len(state.needed) > program.slots


def test_as_many_inputs_are_lanes_as_rows_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    v = [variable(i) for i in range(20)]
    program = straight_line([all_of(v)], range(20))
    assert expansion.lanes_of(program) == expansion.MOST_LANES == 15
    assert expansion.lanes_of(parity_and_majority()) == 9
    room = expansion._root(program).rows.nbytes
    for most, lanes in ((room, 15), (room - 1, 14), (room // 4, 13), (1, 6)):
        monkeypatch.setattr(expansion, "MOST_ROW_BYTES", most)
        assert expansion.lanes_of(program) == lanes
        assert expansion._root(program).rows.nbytes <= most or lanes == 6


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
@pytest.mark.parametrize("kind", [np.uint32, np.uint64])
def test_numbers_are_written_as_rows_of_their_bits(count: int, kind: type[np.unsignedinteger[Any]]) -> None:
    bits = 8 * np.dtype(kind).itemsize
    numbers = np.random.default_rng(count).integers(0, 2**bits, count, dtype=kind)
    words = np.zeros((bits, -(-count // 64)), dtype=np.uint64)
    fill_words(numbers, words)
    for i, row in enumerate(words.tolist()):
        assert row == [
            sum((int(n) >> i & 1) << c for c, n in enumerate(numbers[start : start + 64].tolist()))
            for start in range(0, count, 64)
        ]
