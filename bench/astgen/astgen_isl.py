#!/usr/bin/env python3
"""Times isl's AST generator on `.in` and `.st` files, through islpy.

    astgen_isl.py [--once] FILE...      one line of JSON for each file

An `.in` file has a schedule, a context and options, as isl_codegen reads them; an `.st` file has
a schedule tree. Every run owns a freshly parsed input, parsed before the clock starts; the clock
stops when the tree is there, before it is printed. Runs are repeated until about 40 ms have
passed, two to ten times; the best counts. A file that fails is a line with the error.
"""

import json
import sys
import time

import islpy as isl

ENOUGH = 40_000_000


def main():
    once = "--once" in sys.argv
    for file in sys.argv[1:]:
        if file == "--once":
            continue
        try:
            line = measure(file, once)
        except Exception as error:  # islpy's errors have no class of their own in all versions
            line = {"error": str(error).splitlines()[0] if str(error) else type(error).__name__}
        print(json.dumps({"file": file} | line), flush=True)


def measure(file, once):
    with open(file) as source:
        text = source.read()
    best, spent, runs = None, 0, 0
    while True:
        generate = prepared(file, text)
        start = time.process_time_ns()
        node = generate()
        elapsed = time.process_time_ns() - start
        best = elapsed if best is None else min(best, elapsed)
        spent += elapsed
        runs += 1
        if once or runs == 10 or (runs > 1 and spent > ENOUGH):
            return {"ns": best, "code": node.to_C_str()}
        del node


def prepared(file, text):
    """A function that generates code for a freshly read input."""
    if file.endswith(".in"):
        schedule, context, options = objects(text)
        schedule = isl.UnionMap(schedule)
        build = isl.AstBuild.from_context(isl.Set(context).params())
        build = build.set_options(isl.UnionMap(options))
        return lambda: build.node_from_schedule_map(schedule)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    schedule = isl.Schedule("\n".join(lines) + "\n")
    build = isl.AstBuild.alloc(schedule.get_ctx())
    return lambda: build.node_from_schedule(schedule)


def objects(text):
    """The texts of the objects in a file: each ends with the brace that closes it."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    found, depth, start = [], 0, 0
    text = "\n".join(lines)
    for at, char in enumerate(text):
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                found.append(text[start : at + 1].strip())
                start = at + 1
    return found


if __name__ == "__main__":
    main()
