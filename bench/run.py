#!/usr/bin/env python3
"""Speed and memory against isl: the same cases through both libraries in one run.

    run.py [--group NAME] [--op NAME] [--memory] [--instructions] [--markdown] [--each]

Prints isl's time divided by ours per operation and group: more than 1 means this library is
faster; then the times and the numbers of disjuncts of both. Times are never compared between
runs, only within one. Instructions, counted by valgrind, are the same in every run.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CORPUS = os.path.join(ROOT, "..", "shared", "corpus", "fpl")
BUILD = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "bench")
ROWS = [
    "is_empty",
    "is_equal",
    "subtract",
    "complement",
    "intersect",
    "project_out",
    "coalesce",
    "gist",
    "lexmin",
    "apply",
]


def main():
    options = parse_options()
    os.makedirs(BUILD, exist_ok=True)
    isl = build_isl()
    ours = None if options.isl_only else build_ours()
    groups = inputs(isl)
    if options.group:
        groups = {name: path for name, path in groups.items() if name in options.group.split(",")}
    if options.each:
        return print_each(isl, ours, groups, options)
    if options.memory:
        return print_memory(isl, ours, groups, options)
    if options.instructions:
        return print_instructions(isl, ours, groups, options)
    results = {}
    for group, path in groups.items():
        theirs, mine = measure([isl, ours] if ours else [isl], path, options)
        for row in ROWS:
            if row in theirs:
                results[row, group] = theirs[row], mine.get(row)
    if not ours:
        print_times(results, list(groups))
        return 0
    return print_ratios(results, list(groups), options)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--group", help="only these groups, comma separated")
    parser.add_argument("--op", help="only this operation, such as subtract")
    parser.add_argument("--memory", action="store_true", help="compare peak memory, one process per operation")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead of time; needs valgrind")
    parser.add_argument("--markdown", action="store_true", help="print the table for a README")
    parser.add_argument("--each", action="store_true", help="the cases where this library is furthest behind")
    parser.add_argument("--isl-only", action="store_true", help="time isl alone")
    return parser.parse_args()


def build_isl():
    program = os.path.join(BUILD, "bench_isl")
    source = os.path.join(HERE, "isl", "bench_isl.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", program, source, "-lisl"], check=True)
    return program


def build_ours():
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "presburger-bench"], check=True, cwd=ROOT)
    return os.path.join(os.path.dirname(BUILD), "release", "presburger-bench")


# --- inputs --------------------------------------------------------------------------


def inputs(isl):
    """Group name to case file."""
    groups = {}
    if os.path.isdir(CORPUS):
        cases = list(fpl_cases())
        distinct = list(dict.fromkeys(cases))
        groups["fpl"] = filtered(isl, "fpl", cases)
        groups["fpl-distinct"] = filtered(isl, "fpl-distinct", distinct)
    else:
        print("the FPL corpus is not there; its groups are left out", file=sys.stderr)
    for name in ["dependences", "tiled", "random"]:
        groups[name] = os.path.join(HERE, "inputs", f"{name}.txt")
    return groups


def fpl_cases():
    """Sets captured from Polly, Pluto and PPCG; the captured operations and more on the same sets."""
    lines = read_lines("complement.txt")
    singles = [lines[i] for i in range(1, len(lines) - 1, 2)]
    lines = read_lines("equal.txt")
    pairs = [(lines[i], lines[i + 1]) for i in range(1, len(lines) - 2, 3)]
    for text in singles:
        yield f"set.complement\t{text}"
        yield f"set.is_empty\t{text}"
        yield f"set.coalesce\t{text}"
        yield f"set.lexmin\t{text}"
        head = re.search(r"\{ (\w*)\[([^\]]*)\]", text)
        if head:
            name, count = head.group(1), len(head.group(2).split(",")) if head.group(2) else 0
            yield f"set.project_out\t{text}\t{max(0, count - 1)}\t{min(1, count)}"
            yield f"set.apply\t{text}\t{skewing(name, count)}"
    for a, b in pairs:
        yield f"set.is_equal\t{a}\t{b}"
        yield f"set.subtract\t{a}\t{b}"
        yield f"set.intersect\t{a}\t{b}"
        yield f"set.gist\t{a}\t{b}"


def skewing(name, count):
    """`{ S[i0, i1, i2] -> [i0 + i1, i1 + i2] }`: a skewed projection of a statement's domain."""
    names = [f"i{n}" for n in range(count)]
    sums = [f"{a} + {b}" for a, b in zip(names, names[1:])]
    return f"{{ {name}[{', '.join(names)}] -> [{', '.join(sums)}] }}"


def read_lines(name):
    with open(os.path.join(CORPUS, name)) as file:
        return file.read().splitlines()


def filtered(isl, name, cases):
    """Written to a file, without the cases isl refuses (a lexmin that is unbounded)."""
    path = os.path.join(BUILD, f"{name}.txt")
    with open(path, "w") as file:
        file.write("\n".join(cases) + "\n")
    kept = subprocess.run([isl, path, "--filter"], check=True, capture_output=True, text=True).stdout
    with open(path, "w") as file:
        file.write(kept)
    return path


# --- measuring -----------------------------------------------------------------------


def row_of(operation):
    name = operation.split(".")[1]
    return "apply" if name == "apply_range" else name


def operations_in(path, wanted):
    seen = []
    with open(path) as file:
        for line in file:
            name = line.split("\t")[0]
            if not line.startswith("#") and name not in seen and (not wanted or row_of(name) == wanted):
                seen.append(name)
    return seen


# How often each side runs an operation. They take turns, and the best counts for both, so that
# something else on the machine for a while does not favour one of them.
PASSES = 2


def measure(programs, path, options):
    """Per program, row to the sum over its operations; `set.subtract` and `map.subtract` share a row."""
    results = [{} for _ in programs]
    for operation in operations_in(path, options.op):
        best = [None for _ in programs]
        for _ in range(PASSES):
            for side, program in enumerate(programs):
                line = run(program, path, operation)[0]
                if best[side] is None or line["ns"] < best[side]["ns"]:
                    best[side] = line
        for rows, line in zip(results, best):
            row = rows.setdefault(row_of(operation), {"ns": 0, "cases": 0, "size": 0, "failed": 0})
            for key in row:
                row[key] += line.get(key, 0)
    return results if len(results) == 2 else (results[0], {})


def count_instructions(program, path, operation):
    """What the operation executes for all cases once, reading them not included."""
    own = "presburger_bench::Task::run" if "presburger" in os.path.basename(program) else operation.replace(".", "_")
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={own}"]
    command = [*valgrind, program, path, "--op", operation, "--once"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def run(program, path, operation, *more):
    done = subprocess.run([program, path, "--op", operation, *more], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


# --- printing ------------------------------------------------------------------------


def print_times(results, groups):
    table = [["operation"] + [f"{g} (ns/case)" for g in groups]]
    for row in ROWS:
        cells = [results.get((row, g)) for g in groups]
        table.append([row] + [f"{c[0]['ns'] / c[0]['cases']:.0f}" if c else "" for c in cells])
    print_table(table, False)


def print_ratios(results, groups, options):
    table, ratios, failed = [["operation"] + groups + ["geomean"]], {}, 0
    for row in ROWS:
        cells = []
        for group in groups:
            pair = results.get((row, group))
            if not pair or not pair[1]:
                cells.append("")
                continue
            theirs, mine = pair
            ratios[row, group] = theirs["ns"] / max(mine["ns"], 1)
            failed += mine["failed"]
            mark = f" ({mine['failed']} failed)" if mine["failed"] else ""
            cells.append(f"{ratios[row, group]:.2f}{mark}")
        if any(cells):
            table.append([row] + cells + [mean(r for (o, _), r in ratios.items() if o == row)])
    last = [mean(r for (_, g), r in ratios.items() if g == group) for group in groups]
    table.append(["geomean"] + last + [mean(ratios.values())])
    print("isl's time / ours; above 1 this library is faster\n")
    print_table(table, options.markdown)
    if ratios:
        worst = min(ratios, key=ratios.get)
        print(f"\nworst: {worst[0]} on {worst[1]}: {ratios[worst]:.2f}")
    print_both_times(results, groups, options)
    differing = [
        f"{row} on {group}: isl {pair[0]['size']}, ours {pair[1]['size']}"
        for (row, group), pair in results.items()
        if pair[1] and row in ("is_empty", "is_equal") and pair[0]["size"] != pair[1]["size"]
    ]
    for line in differing:
        print(f"different answers: {line}")
    print_sizes(results, groups, options)
    return 1 if differing or failed else 0


def print_both_times(results, groups, options):
    """The mean time of a case, ours and isl's."""
    table = [["operation"] + groups]
    for row in ROWS:
        pairs = [results.get((row, group)) for group in groups]
        each = [[side["ns"] / side["cases"] / 1000 for side in pair] if pair and pair[1] else None for pair in pairs]
        if any(each):
            table.append([row] + [f"{times[1]:.2f} / {times[0]:.2f}" if times else "" for times in each])
    print("\nmicroseconds for each case, ours / isl's\n")
    print_table(table, options.markdown)


def print_instructions(isl, ours, groups, options):
    """isl's instructions / ours, and ours and isl's for each case."""
    table, ratios = [["operation"] + list(groups) + ["geomean"]], {}
    each = [["operation"] + list(groups)]
    for row in ROWS:
        cells, counts = [], []
        for group, path in groups.items():
            operations = [name for name in operations_in(path, options.op) if row_of(name) == row]
            if not operations:
                cells.append("")
                counts.append("")
                continue
            theirs, mine = (sum(count_instructions(side, path, name) for name in operations) for side in (isl, ours))
            cases = sum(run(ours, path, name, "--once")[0]["cases"] for name in operations)
            ratios[row, group] = theirs / mine
            cells.append(f"{theirs / mine:.2f}")
            counts.append(f"{mine // cases} / {theirs // cases}")
        if any(cells):
            table.append([row] + cells + [mean(r for (o, _), r in ratios.items() if o == row)])
            each.append([row] + counts)
    last = [mean(r for (_, g), r in ratios.items() if g == group) for group in groups]
    table.append(["geomean"] + last + [mean(ratios.values())])
    print("isl's instructions / ours\n")
    print_table(table, options.markdown)
    print("\ninstructions for each case, ours / isl's\n")
    print_table(each, options.markdown)
    return 0


def print_sizes(results, groups, options):
    """Disjuncts in the results, ours over isl's: work put off, or done worse, shows here."""
    table = [["operation"] + groups + ["geomean"]]
    for row in ROWS:
        if row in ("is_empty", "is_equal"):
            continue
        pairs = [results.get((row, group)) for group in groups]
        cells = [f"{pair[1]['size']} / {pair[0]['size']}" if pair and pair[1] else "" for pair in pairs]
        # A result without disjuncts counts as one: nothing is the same however it is written.
        ratios = [max(pair[1]["size"], 1) / max(pair[0]["size"], 1) for pair in pairs if pair and pair[1]]
        if any(cells):
            table.append([row] + cells + [mean(ratios)])
    print("\ndisjuncts in the results, ours / isl's\n")
    print_table(table, options.markdown)


def print_memory(isl, ours, groups, options):
    """Peak resident memory, each operation in a process of its own that runs every case once."""
    table, over = [["operation", "group", "isl KiB", "ours KiB", "ours / isl"]], 0
    for group, path in groups.items():
        for operation in operations_in(path, options.op):
            theirs = run(isl, path, operation, "--once")[0]["rss_kb"]
            mine = run(ours, path, operation, "--once")[0]["rss_kb"] if ours else 0
            over += mine > 2 * theirs
            table.append([operation, group, str(theirs), str(mine), f"{mine / theirs:.2f}"])
    print_table(table, options.markdown)
    print(f"\nover twice isl's: {over}")
    return 1 if over else 0


def print_each(isl, ours, groups, options):
    """Where time is lost most: the 25 cases with the largest difference, and their texts."""
    losses = []
    for group, path in groups.items():
        with open(path) as file:
            lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
        for operation in operations_in(path, options.op):
            texts = [line for line in lines if line.split("\t")[0] == operation]
            theirs = run(isl, path, operation, "--each")
            mine = run(ours, path, operation, "--each")
            for a, b in zip(theirs, mine):
                losses.append((b["ns"] - a["ns"], a["ns"], b["ns"], group, texts[a["case"]]))
    losses.sort(reverse=True)
    for _, theirs, mine, group, text in losses[:25]:
        print(f"isl {theirs / 1000:.1f} us, ours {mine / 1000:.1f} us, {group}: {text}")
    return 0


def mean(ratios):
    """Geometric, as is right for ratios."""
    ratios = list(ratios)
    return f"{math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}" if ratios else ""


def print_table(table, markdown):
    if markdown:
        print("| " + " | ".join(table[0]) + " |")
        print("|---" + "|---:" * (len(table[0]) - 1) + "|")
        for row in table[1:]:
            print("| " + " | ".join(row) + " |")
        return
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        print("  ".join(cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths))))


if __name__ == "__main__":
    sys.exit(main())
