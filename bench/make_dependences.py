#!/usr/bin/env python3
"""Writes inputs/dependences.txt and inputs/tiled.txt: what a polyhedral compiler asks about classic kernels.

The kernels are written down from their mathematics, as iteration domains, schedules and
accesses. isl computes their memory-based dependences; the cases are then the questions that
legality tests, schedulers and code generators put to a set library about such relations. The
files are stored, so that running the benchmark needs no islpy.
"""

import os
import re
import sys

import islpy as isl

# name: (parameters, [(statement, iterators, domain, schedule, writes, reads)])
KERNELS = {
    "matmul": (
        "N, M, K",
        [
            ("S", "i, j", "0 <= i < N and 0 <= j < M", "0, i, 0, j, 0", ["C[i, j]"], []),
            (
                "T",
                "i, j, k",
                "0 <= i < N and 0 <= j < M and 0 <= k < K",
                "0, i, 0, j, 1, k, 0",
                ["C[i, j]"],
                ["C[i, j]", "A[i, k]", "B[k, j]"],
            ),
        ],
    ),
    "jacobi-1d": (
        "T, N",
        [
            ("S", "t, i", "0 <= t < T and 1 <= i < N - 1", "0, t, 0, i, 0", ["B[i]"], ["A[i - 1]", "A[i]", "A[i + 1]"]),
            ("R", "t, i", "0 <= t < T and 1 <= i < N - 1", "0, t, 1, i, 0", ["A[i]"], ["B[i - 1]", "B[i]", "B[i + 1]"]),
        ],
    ),
    "jacobi-2d": (
        "T, N",
        [
            (
                name,
                "t, i, j",
                "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
                f"0, t, {position}, i, 0, j, 0",
                [f"{to}[i, j]"],
                [f"{of}[{cell}]" for cell in ["i, j", "i, j - 1", "i, j + 1", "i + 1, j", "i - 1, j"]],
            )
            for name, position, to, of in [("S", 0, "B", "A"), ("R", 1, "A", "B")]
        ],
    ),
    "seidel-2d": (
        "T, N",
        [
            (
                "S",
                "t, i, j",
                "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
                "0, t, 0, i, 0, j, 0",
                ["A[i, j]"],
                [f"A[i + {a}, j + {b}]".replace("+ -", "- ") for a in (-1, 0, 1) for b in (-1, 0, 1)],
            )
        ],
    ),
    "lu": (
        "N",
        [
            ("S", "i, j, k", "0 <= k < j < i < N", "0, i, 0, j, 0, k, 0", ["A[i, j]"], ["A[i, j]", "A[i, k]", "A[k, j]"]),
            ("D", "i, j", "0 <= j < i < N", "0, i, 0, j, 1", ["A[i, j]"], ["A[i, j]", "A[j, j]"]),
            (
                "U",
                "i, j, k",
                "0 <= k < i <= j < N",
                "0, i, 1, j, 0, k, 0",
                ["A[i, j]"],
                ["A[i, j]", "A[i, k]", "A[k, j]"],
            ),
        ],
    ),
    "cholesky": (
        "N",
        [
            ("S", "i, j, k", "0 <= k < j < i < N", "0, i, 0, j, 0, k, 0", ["A[i, j]"], ["A[i, j]", "A[i, k]", "A[j, k]"]),
            ("D", "i, j", "0 <= j < i < N", "0, i, 0, j, 1", ["A[i, j]"], ["A[i, j]", "A[j, j]"]),
            ("Q", "i, k", "0 <= k < i < N", "0, i, 1, k, 0", ["A[i, i]"], ["A[i, i]", "A[i, k]"]),
            ("R", "i", "0 <= i < N", "0, i, 2", ["A[i, i]"], ["A[i, i]"]),
        ],
    ),
    "trmm": (
        "N, M",
        [
            (
                "S",
                "i, j, k",
                "0 <= i < M and 0 <= j < N and i < k < M",
                "0, i, 0, j, 0, k, 0",
                ["B[i, j]"],
                ["B[i, j]", "A[k, i]", "B[k, j]"],
            ),
            ("T", "i, j", "0 <= i < M and 0 <= j < N", "0, i, 0, j, 1", ["B[i, j]"], ["B[i, j]"]),
        ],
    ),
    "syr2k": (
        "N, M",
        [
            ("S", "i, j", "0 <= j <= i < N", "0, i, 0, j, 0", ["C[i, j]"], ["C[i, j]"]),
            (
                "T",
                "i, k, j",
                "0 <= j <= i < N and 0 <= k < M",
                "0, i, 1, k, 0, j, 0",
                ["C[i, j]"],
                ["C[i, j]", "A[j, k]", "B[i, k]", "B[j, k]", "A[i, k]"],
            ),
        ],
    ),
    "doitgen": (
        "R, Q, P",
        [
            ("Z", "r, q, p", "0 <= r < R and 0 <= q < Q and 0 <= p < P", "0, r, 0, q, 0, p, 0", ["sum[p]"], []),
            (
                "S",
                "r, q, p, s",
                "0 <= r < R and 0 <= q < Q and 0 <= p < P and 0 <= s < P",
                "0, r, 0, q, 0, p, 1, s, 0",
                ["sum[p]"],
                ["sum[p]", "A[r, q, s]", "C[s, p]"],
            ),
            ("C", "r, q, p", "0 <= r < R and 0 <= q < Q and 0 <= p < P", "0, r, 0, q, 1, p, 0", ["A[r, q, p]"], ["sum[p]"]),
        ],
    ),
    "fdtd-2d": (
        "T, N, M",
        [
            ("I", "t, j", "0 <= t < T and 0 <= j < M", "0, t, 0, j, 0", ["ey[0, j]"], ["f[t]"]),
            (
                "Y",
                "t, i, j",
                "0 <= t < T and 1 <= i < N and 0 <= j < M",
                "0, t, 1, i, 0, j, 0",
                ["ey[i, j]"],
                ["ey[i, j]", "hz[i, j]", "hz[i - 1, j]"],
            ),
            (
                "X",
                "t, i, j",
                "0 <= t < T and 0 <= i < N and 1 <= j < M",
                "0, t, 2, i, 0, j, 0",
                ["ex[i, j]"],
                ["ex[i, j]", "hz[i, j]", "hz[i, j - 1]"],
            ),
            (
                "H",
                "t, i, j",
                "0 <= t < T and 0 <= i < N - 1 and 0 <= j < M - 1",
                "0, t, 3, i, 0, j, 0",
                ["hz[i, j]"],
                ["hz[i, j]", "ex[i, j + 1]", "ex[i, j]", "ey[i + 1, j]", "ey[i, j]"],
            ),
        ],
    ),
    "floyd-warshall": (
        "N",
        [
            (
                "S",
                "k, i, j",
                "0 <= k < N and 0 <= i < N and 0 <= j < N",
                "0, k, 0, i, 0, j, 0",
                ["P[i, j]"],
                ["P[i, j]", "P[i, k]", "P[k, j]"],
            )
        ],
    ),
    "correlation": (
        "N, M",
        [
            ("Z", "j", "0 <= j < M", "0, j, 0", ["mean[j]"], []),
            ("A", "j, i", "0 <= j < M and 0 <= i < N", "0, j, 1, i, 0", ["mean[j]"], ["mean[j]", "data[i, j]"]),
            ("C", "i, j", "0 <= i < N and 0 <= j < M", "1, i, 0, j, 0", ["data[i, j]"], ["data[i, j]", "mean[j]"]),
            ("O", "i", "0 <= i < M - 1", "2, i, 0", ["corr[i, i]"], []),
            ("K", "i, j", "0 <= i < M - 1 and i < j < M", "2, i, 1, j, 0", ["corr[i, j]"], []),
            (
                "D",
                "i, j, k",
                "0 <= i < M - 1 and i < j < M and 0 <= k < N",
                "2, i, 1, j, 1, k, 0",
                ["corr[i, j]"],
                ["corr[i, j]", "data[k, i]", "data[k, j]"],
            ),
            ("M", "i, j", "0 <= i < M - 1 and i < j < M", "2, i, 1, j, 2", ["corr[j, i]"], ["corr[i, j]"]),
        ],
    ),
    "nussinov": (
        "N",
        [
            ("L", "i, j", "0 <= i < N and i < j < N and j >= 1", "0, -i, 0, j, 0", ["t[i, j]"], ["t[i, j]", "t[i, j - 1]"]),
            ("B", "i, j", "0 <= i < N - 1 and i < j < N", "0, -i, 0, j, 1", ["t[i, j]"], ["t[i, j]", "t[i + 1, j]"]),
            (
                "P",
                "i, j",
                "0 <= i < N - 1 and i < j - 1 and j < N",
                "0, -i, 0, j, 2",
                ["t[i, j]"],
                ["t[i, j]", "t[i + 1, j - 1]"],
            ),
            (
                "S",
                "i, j, k",
                "0 <= i < k < j < N",
                "0, -i, 0, j, 3, k, 0",
                ["t[i, j]"],
                ["t[i, j]", "t[i, k]", "t[k + 1, j]"],
            ),
        ],
    ),
    # The same stencil after tiling: its schedule and dependences have floors.
    "tiled-jacobi-1d": (
        "T, N",
        [
            (
                "S",
                "t, i",
                "0 <= t < T and 1 <= i < N - 1",
                "0, floor(t/32), 0, floor((t + i)/32), 0, t, 0, t + i, 0",
                ["A[t mod 2, i]"],
                ["A[(t + 1) mod 2, i - 1]", "A[(t + 1) mod 2, i]", "A[(t + 1) mod 2, i + 1]"],
            )
        ],
    ),
}


def dependences(params, statements):
    """`{ source -> target }` per pair of accesses to one array, one of them a write, in schedule order."""
    length = max(len(schedule.split(", ")) for _, _, _, schedule, _, _ in statements)
    accesses = []
    for name, iterators, domain, schedule, writes, reads in statements:
        head = f"[{params}] -> {{ {name}[{iterators}]"
        padded = schedule + ", 0" * (length - len(schedule.split(", ")))
        order = isl.Map(f"{head} -> [{padded}] : {domain} }}")
        for text, is_write in [(w, True) for w in writes] + [(r, False) for r in reads]:
            accesses.append((isl.Map(f"{head} -> {text} : {domain} }}"), order, is_write))
    found = []
    for source, source_order, source_writes in accesses:
        for target, target_order, target_writes in accesses:
            if not (source_writes or target_writes):
                continue
            if source.get_tuple_name(isl.dim_type.out) != target.get_tuple_name(isl.dim_type.out):
                continue
            same_cell = source.apply_range(target.reverse())
            before = source_order.lex_lt_map(target_order)
            relation = same_cell.intersect(before)
            if not relation.is_empty():
                found.append((relation, source_order, target_order))
    return found


def systems(params, statements):
    """The same questions as a dependence analyser first asks them: per pair of accesses and depth,
    "same cell, and the source comes before (after) the target at this depth", not simplified."""
    for name, iterators, domain, schedule, writes, reads in statements:
        for name2, iterators2, domain2, schedule2, writes2, reads2 in statements:
            for access in writes:
                for access2 in writes2 + reads2:
                    if access.split("[")[0] != access2.split("[")[0]:
                        continue
                    fixed = [domain, primed(domain2, iterators2)]
                    cells = zip(subscripts(access), subscripts(primed(access2, iterators2)))
                    fixed += [f"{a} = {b}" for a, b in cells]
                    dates = zip(schedule.split(", "), primed(schedule2, iterators2).split(", "))
                    for a, b in dates:
                        if not (a.isdigit() and b.isdigit()):
                            for order in "<>":
                                formula = " and ".join(fixed + [f"{a} {order} {b}"])
                                heads = f"{name}[{iterators}] -> {name2}[{primed(iterators2, iterators2)}]"
                                yield f"[{params}] -> {{ {heads} : {formula} }}"
                        fixed.append(f"{a} = {b}")


def primed(text, iterators):
    """`text` with every iterator renamed, for the second instance of a pair."""
    names = "|".join(iterators.split(", "))
    return re.sub(rf"\b({names})\b", r"\1_2", text)


def subscripts(access):
    return access[access.index("[") + 1 : -1].split(", ")


def cases(kernel):
    params, statements = KERNELS[kernel]
    for system in systems(params, statements):
        yield "map.is_empty", system
    found = dependences(params, statements)
    groups = {}
    for relation, before, after in found:
        groups.setdefault(str(relation.get_space()), []).append((relation, before, after))
    for members in groups.values():
        for position, (relation, before, after) in enumerate(members):
            other = members[(position + 1) % len(members)][0]
            # Is the dependence violated when all loops run backwards?
            backwards = before.lex_gt_map(after)
            yield "map.intersect", relation, backwards
            yield "map.is_empty", relation
            yield "map.is_equal", relation, relation.coalesce()
            yield "map.is_equal", relation, relation.union(other)
            yield "map.subtract", relation.union(other), relation
            yield "map.subtract", relation, other
            yield "map.complement", relation
            yield "map.coalesce", relation
            yield "map.coalesce", relation.union(other)
            yield "map.gist", relation, domain_pairs(relation, before, after)
            # The source that comes last before a target is the lexmax; its mirror image is the lexmin.
            yield "map.lexmin", relation.reverse()
            yield "map.lexmin", relation
            inputs = relation.dim(isl.dim_type.in_)
            yield "map.project_out", relation, "0", str(inputs)
            if inputs > 1:
                yield "map.project_out", relation, "1", str(inputs - 1)
            yield "set.apply", before.domain(), relation
            yield "set.is_empty", relation.deltas() if same_tuples(relation) else relation.range()
            if same_tuples(relation):
                yield "map.apply_range", relation, relation
                yield "set.project_out", relation.deltas(), "0", "1"
            # Dates of the target given those of the source, as a scheduler sees them.
            yield "map.apply_range", relation, after


def domain_pairs(relation, before, after):
    return isl.Map.from_domain_and_range(before.domain(), after.domain())


def same_tuples(relation):
    return relation.get_space().domain().is_equal(relation.get_space().range())


def main():
    inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inputs")
    tiled = [kernel for kernel in KERNELS if kernel.startswith("tiled")]
    write(os.path.join(inputs, "dependences.txt"), [kernel for kernel in KERNELS if kernel not in tiled])
    # Apart, because one lexmin with floors takes as long as all others without.
    write(os.path.join(inputs, "tiled.txt"), tiled)


def write(path, kernels):
    lines, seen = ["# Made by make_dependences.py: operations on the dependences of classic kernels."], set()
    for kernel in kernels:
        lines.append(f"# {kernel}")
        for case in cases(kernel):
            line = "\t".join(str(part) for part in case)
            if line not in seen:
                seen.add(line)
                lines.append(line)
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    print(f"{os.path.basename(path)}: {len(seen)} cases", file=sys.stderr)


if __name__ == "__main__":
    main()
