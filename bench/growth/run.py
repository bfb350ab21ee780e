#!/usr/bin/env python3
"""How the commands grow with the program: processor time and peak memory along several axes.

    statements   statements in one nest of two loops, each reading what the one before it writes
    nests        the same statements, each in a nest of its own
    shared       statements in one nest that all use one array (the dependences are quadratic)
    scalars      statements in a parallel nest that hand values over in variables
    guards       statements in one nest, each with a condition of its own
    depth        loops around one statement, up to 9
    references   references to one array in one statement
    arrays       arrays that one statement reads

For each program `show`, `deps`, `check` and `transform` with a small script, and `emit` run, the
last two with their proof. The table has for each size the bytes that go in and come out, the
processor time, the peak memory, and the local exponent: the slope between this size and the one
before on logarithmic scales, time against bytes in plus bytes out, without the frame that every
program has. A slope above 2 is marked.

    cargo build --release -p loopwright
    python3 bench/growth/run.py [--axis statements,nests] [--command deps] [--sizes 10,30,100]
                                [--limit 60] [--csv growth.csv]

The exit code is 1 where something fails, a slope of a time that matters is above 2, or a program
takes more than 10 s or 1 GB.
"""

import argparse
import csv
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Below this many seconds a slope says more about the start of the process than about the work.
MATTERS = 0.1
MOST_SECONDS = 10
MOST_MEGABYTES = 1000


def region(head, lines):
    """A function with one region."""
    return "\n".join([f"void f({head})", "{", "#pragma scop", *lines, "#pragma endscop", "}", ""])


def chain(n):
    """Statement k reads two cells of array k and writes array k + 1."""
    return [f"a{k + 1}[i][j] = a{k}[i][j] + a{k}[i][j - 1];" for k in range(n)]


def matrices(names):
    return ", ".join(["int n", *(f"double {name}[n][n]" for name in names)])


def summed(terms):
    """A sum in lines of ten; C compilers and ours read some hundred operations in a row."""
    lines = [" + ".join(terms[k:k + 10]) for k in range(0, len(terms), 10)]
    return "\n        + ".join(f"({line})" for line in lines)


NEST = ["  for (int i = 0; i < n; i++)", "    for (int j = 1; j < n; j++)"]


def statements(n):
    body = [f"      {line}" for line in chain(n)]
    lines = [NEST[0], NEST[1] + " {", *body, "    }"]
    script = "tile(S0.i, 32, 32)\nparallel(S0.it)\n"
    return region(matrices(f"a{k}" for k in range(n + 1)), lines), script


def nests(n):
    lines = [line for one in chain(n) for line in [*NEST, f"      {one}"]]
    script = "tile(S0, 32, 32)\nparallel(S0.it)\n"
    return region(matrices(f"a{k}" for k in range(n + 1)), lines), script


def shared(n):
    body = [f"      a[i][j] = a[i][j] * {k} + a[i][j - 1];" for k in range(2, n + 2)]
    lines = [NEST[0], NEST[1] + " {", *body, "    }"]
    return region(matrices(["a"]), lines), "tile(S0.i, 32, 32)\nparallel(S0.it)\n"


def scalars(n):
    """Each pair of statements hands a value over in a variable of its own."""
    pairs = [(f"double t{k} = a{k}[i][j] * 2;", f"a{k + 1}[i][j] = t{k} * t{k};") for k in range(n // 2)]
    body = [f"      {line}" for pair in pairs for line in pair]
    lines = [NEST[0], NEST[1] + " {", *body, "    }"]
    return region(matrices(f"a{k}" for k in range(n // 2 + 1)), lines), "parallel(S0.i)\n"


def guards(n):
    """Statement k runs from iteration k on."""
    body = [f"      if (j > {k})\n        {line}" for k, line in enumerate(chain(n))]
    lines = [NEST[0], NEST[1] + " {", *body, "    }"]
    script = "tile(S0.i, 32, 32)\nparallel(S0.it)\n"
    return region(matrices(f"a{k}" for k in range(n + 1)), lines), script


def depth(n):
    loops = [f"{'  ' * k}for (int i{k} = 1; i{k} < n; i{k}++)" for k in range(1, n + 1)]
    here = "".join(f"[i{k}]" for k in range(1, n + 1))
    inner = here.replace(f"[i{n}]", f"[i{n} - 1]")
    body = f"{'  ' * (n + 1)}a{here} = a{here.replace('[i1]', '[i1 - 1]')} + a{inner};"
    sizes = ", ".join(["4"] * n)
    return region(f"int n, double a{'[n]' * n}", [*loops, body]), f"tile(S0, {sizes})\n"


def references(n):
    side = math.isqrt(n - 1) + 1
    places = [(k // side, k % side) for k in range(1, n + 1)]
    places = summed([f"a[i - {x}][j - {y}]" for x, y in places])
    loops = [f"  for (int i = {side + 1}; i < n; i++)", f"    for (int j = {side}; j < n; j++)"]
    lines = [*loops, f"      a[i][j] = {places};"]
    return region(matrices("a"), lines), "tile(S0, 32, 32)\n"


def arrays(n):
    reads = summed([f"a{k}[i][j]" for k in range(n)])
    names = ["b", *(f"a{k}" for k in range(n))]
    script = "tile(S0, 32, 32)\nparallel(S0.it)\n"
    return region(matrices(names), [*NEST, f"      b[i][j] = {reads};"]), script


AXES = {
    "statements": statements,
    "nests": nests,
    "shared": shared,
    "scalars": scalars,
    "guards": guards,
    "depth": depth,
    "references": references,
    "arrays": arrays,
}
COMMANDS = {
    "show": ["show", "program.c", "--timeout", "0"],
    "deps": ["deps", "program.c", "--timeout", "0"],
    "check": ["check", "program.c", "script.lw", "--timeout", "0"],
    "emit": ["emit", "program.c", "--timeout", "0"],
    "transform": ["transform", "program.c", "script.lw", "--timeout", "0"],
}


def sizes_of(axis, sizes):
    if axis == "depth":
        return range(1, 10)
    # The dependences of statements on one array are quadratic, so 1,000 would be millions; and
    # statements with different conditions are compared with each other.
    most = {"shared": 100, "guards": 300}.get(axis)
    return [size for size in sizes if most is None or size <= most]


def run(program, arguments, folder, limit):
    """Runs a command; its exit code, bytes of output, processor seconds and peak megabytes."""
    with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
        child = subprocess.Popen(
            [program, *arguments], cwd=folder, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    size = (folder / "out").stat().st_size
    return child.returncode, size, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def complaint(folder):
    """The first line of what a command said on its standard error."""
    lines = (folder / "err").read_text(errors="replace").strip().splitlines()
    return lines[0][:100] if lines else "?"


def frame_of(axis, command):
    """The bytes of a program with nothing in it, and of its script."""
    (one, script), (two, _) = (AXES[axis](n) for n in (1, 2))
    return max(2 * len(one) - len(two), 0) + ("script.lw" in COMMANDS[command]) * len(script)


def slope(before, now):
    """The exponent between two rows; none where a time is too short to tell."""
    if before is None or now["seconds"] < MATTERS:
        return None
    frame = frame_of(now["axis"], now["command"])
    bytes_ = [row["bytes_in"] + row["bytes_out"] - frame for row in (before, now)]
    # The time of an empty program would flatten the curve; it is a few milliseconds.
    times = [max(row["seconds"], 0.001) for row in (before, now)]
    if bytes_[1] <= bytes_[0]:
        return None
    return math.log(times[1] / times[0]) / math.log(bytes_[1] / bytes_[0])


def measure(program, axis, sizes, command, limit, folder):
    """Rows for one command along one axis, printed as they come."""
    before = None
    for size in sizes_of(axis, sizes):
        source, script = AXES[axis](size)
        (folder / "program.c").write_text(source)
        (folder / "script.lw").write_text(script)
        code, out, seconds, megabytes = run(program, COMMANDS[command], folder, limit)
        row = {
            "axis": axis, "command": command, "size": size,
            "bytes_in": len(source) + ("script.lw" in COMMANDS[command]) * len(script),
            "bytes_out": out, "seconds": round(seconds, 3), "megabytes": round(megabytes),
            "exponent": None, "flag": "",
        }
        flags = []
        if code < 0:
            flags.append(f"stopped after {seconds:.0f} s")
        elif code != 0:
            flags.append(f"failed with code {code}: {complaint(folder)}")
        else:
            row["exponent"] = slope(before, row)
            if row["exponent"] is not None and row["exponent"] > 2:
                flags.append("WORSE THAN QUADRATIC")
        if seconds > MOST_SECONDS and code >= 0:
            flags.append("SLOW")
        if megabytes > MOST_MEGABYTES:
            flags.append("LARGE")
        row["flag"] = ", ".join(flags)
        exponent = "" if row["exponent"] is None else f"{row['exponent']:.2f}"
        print(f"{axis:<12}{command:<11}{size:>6}{row['bytes_in']:>10}{out:>10}{seconds:>10.3f}"
              f"{megabytes:>8.0f}{exponent:>10}  {row['flag']}".rstrip(), flush=True)
        yield row
        if code != 0:
            break
        before = row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    names = lambda text: text.split(",")
    parser.add_argument("--axis", type=names, default=list(AXES))
    parser.add_argument("--command", type=names, default=list(COMMANDS))
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")],
                        default=[10, 30, 100, 300, 1000])
    parser.add_argument("--limit", type=int, default=60, help="processor seconds for one run")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/loopwright")
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit("first: cargo build --release -p loopwright")
    print(f"{'axis':<12}{'command':<11}{'size':>6}{'bytes in':>10}{'bytes out':>10}{'seconds':>10}"
          f"{'MB':>8}{'exponent':>10}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for axis in options.axis:
            for command in options.command:
                rows += measure(options.program.resolve(), axis, options.sizes, command,
                                options.limit, pathlib.Path(folder))
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    flagged = [row for row in rows if row["flag"]]
    print(f"{len(rows)} runs, {len(flagged)} of them flagged")
    sys.exit(1 if flagged else 0)


if __name__ == "__main__":
    main()
