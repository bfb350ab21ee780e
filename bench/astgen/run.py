#!/usr/bin/env python3
"""Code generation against isl: the same inputs through both in one run.

    bench/astgen/run.py [--corpus] [--kernels] [--files FILE...] [--match TEXT]
                        [--once] [--rounds N] [--all] [--show] [--csv FILE]

Inputs are isl's own (from ../shared/corpus/isl/codegen) and schedules made from the kernels of
this repository (`astgen-bench --schedules`). For each of the two groups it prints how often `for`,
`if`, `min` and so on are in the generated code, ours beside isl's, the inputs where ours has more
in some column, and isl's processor time divided by ours: more than 1 means this library is faster.
An input that fails or takes too long on one side is named, and the rest goes on. The exit status is
1 if this library has no code for an input that isl has code for.
"""

import argparse
import csv
import glob
import json
import math
import os
import re
import select
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
SHOWN = 12
# Seconds for one input, all of its runs together.
LIMIT = 60

COLUMNS = {
    "for": r"\bfor \(",
    "if": r"\bif \(",
    "min": r"\bmin\(",
    "max": r"\bmax\(",
    "%": r" % ",
    "div": r"\bfloord\(| / ",
    "?": r" \? ",
    "lines": r"\n",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", action="store_true", help="isl's inputs only")
    parser.add_argument("--kernels", action="store_true", help="schedules of kernels only")
    parser.add_argument("--files", nargs="+", help="these inputs only")
    parser.add_argument("--match", default="", help="inputs with this text in their names only")
    parser.add_argument("--once", action="store_true", help="one run each: counts, rough times")
    parser.add_argument("--rounds", type=int, default=1, help="how often the sides take turns")
    parser.add_argument("--all", action="store_true", help="a line for every input")
    parser.add_argument("--show", action="store_true", help="both texts where ours has more")
    parser.add_argument("--csv", help="all counts and times")
    options = parser.parse_args()
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "-p", "astgen-bench"], check=True, cwd=ROOT
    )
    program = os.path.join(TARGET, "release", "astgen-bench")
    failed, rows = False, []
    with tempfile.TemporaryDirectory() as folder:
        for group, files in groups(options, program, folder):
            files = [file for file in files if options.match in name_of(file)]
            if not files:
                print(f"{group}: no inputs\n")
                continue
            result = Group(group, files, program, options)
            failed = result.print(options) or failed
            rows += result.csv_rows()
    if options.csv:
        with open(options.csv, "w", newline="") as out:
            csv.writer(out).writerows(rows)
    return 1 if failed else 0


def groups(options, program, folder):
    if options.files:
        yield "files", options.files
        return
    if not options.kernels:
        yield "corpus", corpus()
    if not options.corpus:
        subprocess.run([program, "--schedules", folder], check=True)
        yield "kernels", sorted(glob.glob(os.path.join(folder, "*")))


def corpus():
    """Beside the repository, or beside a directory around it."""
    folder = ROOT
    while True:
        found = os.path.join(folder, "shared", "corpus", "isl", "codegen")
        if os.path.isdir(found):
            inputs = glob.glob(os.path.join(found, "**", "*.in"), recursive=True)
            return sorted(inputs + glob.glob(os.path.join(found, "**", "*.st"), recursive=True))
        if folder == os.path.dirname(folder):
            return []
        folder = os.path.dirname(folder)


def name_of(file):
    inside = os.path.join("isl", "codegen") + os.sep
    return file.split(inside)[-1] if inside in file else os.path.basename(file)


def measure(program, files):
    """The lines for all files. A process that dies or hangs costs one file."""
    results, rest = {}, list(files)
    while rest:
        # So many at a time that arguments fit.
        process = subprocess.Popen(program + rest[:200], stdout=subprocess.PIPE)
        buffer, last = b"", time.monotonic()
        chunk, done = rest[:200], 0
        while done < len(chunk):
            ready, _, _ = select.select([process.stdout], [], [], 1)
            data = os.read(process.stdout.fileno(), 1 << 16) if ready else None
            if data:
                buffer += data
                *lines, buffer = buffer.split(b"\n")
                for line in lines:
                    line = json.loads(line)
                    results[line["file"]] = line
                    done += 1
                    last = time.monotonic()
            elif data == b"":
                results[chunk[done]] = {"error": "the process died"}
                done += 1
                break
            elif time.monotonic() - last > LIMIT:
                results[chunk[done]] = {"error": f"more than {LIMIT} s"}
                done += 1
                break
        process.kill()
        process.wait()
        rest = rest[done:]
    return results


def counts(code):
    code = code if code.endswith("\n") else code + "\n"
    return [len(re.findall(pattern, code)) for pattern in COLUMNS.values()]


def normal(code):
    """isl's text without what its printer adds: braces around all, the `;` after a block."""
    lines = code.splitlines()
    if lines and lines[0] == "{" and lines[-1] == "}":
        lines = [line[2:] for line in lines[1:-1]]
    return "\n".join(lines) + "\n"


class Group:
    def __init__(self, name, files, program, options):
        self.name = name
        once = ["--once"] if options.once else []
        sides = [
            [sys.executable, os.path.join(HERE, "astgen_isl.py")] + once,
            [program] + once,
        ]
        best = [{}, {}]
        for _ in range(options.rounds):
            for side, command in enumerate(sides):
                for file, line in measure(command, files).items():
                    old = best[side].get(file)
                    if old is None or line.get("ns", math.inf) < old.get("ns", math.inf):
                        best[side][file] = line
        self.failures, self.rows = [], []
        for file in files:
            isl, ours = best[0][file], best[1][file]
            for who, line in (("isl", isl), ("ours", ours)):
                if "error" in line:
                    self.failures.append((name_of(file), who, line["error"]))
            if "error" not in isl and "error" not in ours:
                isl["code"], ours["code"] = normal(isl["code"]), normal(ours["code"])
                self.rows.append((name_of(file), isl, ours))
        failed = [[n for n, side, _ in self.failures if side == who] for who in ("isl", "ours")]
        self.behind = [name for name in failed[1] if name not in failed[0]]

    def csv_rows(self):
        for name, isl, ours in self.rows:
            for who, line in (("isl", isl), ("ours", ours)):
                yield [self.name, name, who, line["ns"]] + counts(line["code"])

    def print(self, options):
        print(f"== {self.name}: {len(self.rows)} inputs")
        for name, who, error in self.failures:
            print(f"failed: {name}: {who}: {error}")
        if not self.rows:
            return bool(self.behind)
        self.print_counts(options)
        self.print_times(options)
        print()
        return bool(self.behind)

    def print_counts(self, options):
        width = 2 + max(len(name) for name, _, _ in self.rows)
        table = [(name, counts(isl["code"]), counts(ours["code"])) for name, isl, ours in self.rows]

        def line(name, values):
            print(name.ljust(width) + "".join(str(value).rjust(8) for value in values))

        line("", COLUMNS)
        for side, who in ((1, "isl"), (2, "ours")):
            line(who, [sum(row[side][k] for row in table) for k in range(len(COLUMNS))])
        more = [sum(row[2][k] > row[1][k] for row in table) for k in range(len(COLUMNS))]
        line("inputs where ours has more", more)
        line("inputs where isl's has more", [
            sum(row[2][k] < row[1][k] for row in table) for k in range(len(COLUMNS))
        ])
        worse = [row for row in table if any(b > a for a, b in zip(row[1], row[2]))]
        chosen = table if options.all else worse
        chosen.sort(key=lambda row: sum(row[1]) - sum(row[2]))
        print(f"{'all inputs' if options.all else 'more in some column'} (ours/isl's):")
        for name, isl, ours in chosen:
            line("  " + name, [str(a) if a == b else f"{b}/{a}" for a, b in zip(isl, ours)])
        if options.show:
            names = [row[0] for row in chosen]
            for name, isl, ours in self.rows:
                if name in names:
                    print(f"--- {name}: isl\n{isl['code']}--- ours\n{ours['code']}")

    def print_times(self, options):
        rows = [(name, isl["ns"], ours["ns"]) for name, isl, ours in self.rows]
        width = max(len(name) for name, _, _ in rows)

        def table(title, chosen):
            print(title)
            for name, isl, ours in chosen:
                ratio = isl / ours
                print(f"  {name.ljust(width)} {isl / 1e6:9.2f} ms {ours / 1e6:9.2f} ms {ratio:7.2f}")

        if options.all:
            table("times (isl, ours, isl / ours)", rows)
        table("lowest ratios (isl, ours, isl / ours)", sorted(rows, key=lambda row: row[1] / row[2])[:SHOWN])
        table("most behind isl", sorted(rows, key=lambda row: row[1] - row[2])[:SHOWN])
        ratios = [isl / ours for _, isl, ours in rows]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        isl, ours = sum(row[1] for row in rows), sum(row[2] for row in rows)
        slow = sum(ratio < 1 / 1.2 for ratio in ratios)
        print(
            f"times: isl {isl / 1e6:.0f} ms, ours {ours / 1e6:.0f} ms, all together {isl / ours:.2f},"
            f" geometric mean {mean:.2f}, worst {min(ratios):.2f}, {slow} slower than isl by more"
            " than 1.2"
        )


if __name__ == "__main__":
    sys.exit(main())
