#!/usr/bin/env python3
"""Differential test: the same operations on the same random arguments, here and in isl.

    run.py --cases 20000 --seed 1 [--op set.subtract] [--driver PATH] [--jobs 2]
    run.py --replay oracle/failures/1-42.json

Both sides judge. The driver says whether its answer equals isl's; isl says whether the
driver's answer, read back from text, equals its own (or fulfils the specification, where
the operation leaves freedom: see README.md). Exit status 1 when anything disagrees.
"""

import argparse
import collections
import json
import math
import os
import queue
import select
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import generate  # noqa: E402
import operations  # noqa: E402

# How a case can end. Only the last three make the run fail.
OUTCOMES = [
    "agree",
    "isl agrees",
    "isl refuses",
    "isl budget",
    "budget",
    "timeout",
    "unsupported",
    "error",
    "disagree",
    "died",
]
FAILURES = {"error", "disagree", "died"}


class Child:
    """A process that answers each line with a line, restarted when it hangs or dies."""

    def __init__(self, command, timeout):
        self.command = command
        self.timeout = timeout
        self.process = None

    def ask(self, request):
        """The answer, or `{"ok": False, "error": "timeout" | "died"}`."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            # The last words of a process that dies are in its standard error.
            self.last_words = collections.deque(maxlen=8)
            threading.Thread(
                target=drain, args=(self.process.stderr, self.last_words), daemon=True
            ).start()
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            return self.lost("died")
        line, deadline = b"", time.monotonic() + self.timeout
        descriptor = self.process.stdout.fileno()
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return self.lost("timeout")
            chunk = os.read(descriptor, 1 << 16)
            if not chunk:
                return self.lost("died")
            line += chunk
        return json.loads(line)

    def lost(self, why):
        self.close()
        return {"ok": False, "error": why, "stderr": "".join(self.last_words)}

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def drain(stream, into):
    for line in stream:
        into.append(line.decode(errors="replace"))


class Sides:
    """One isl process and one driver process, and the way a case passes through both."""

    def __init__(self, options):
        self.isl = Child([sys.executable, os.path.join(HERE, "isl_side.py"), str(options.isl_operations)], options.timeout)
        self.driver = Child(options.driver, options.timeout)
        self.budget = options.budget

    def run(self, op, args, identity=0):
        """The outcome of one case and, for a report, everything that was said."""
        theirs = self.isl.ask({"do": "evaluate", "op": op, "args": args})
        if not theirs["ok"]:
            # isl has no answer to compare with, but the driver must still survive the case.
            ours = self.ask_driver(op, args, identity, None)
            if not ours["ok"] and ours["error"] in ("died", "timeout"):
                return ours["error"], {"isl": theirs, "driver": ours}
            slow = theirs["error"] in ("budget", "timeout", "died")
            return ("isl budget" if slow else "isl refuses"), {"isl": theirs, "driver": ours}
        ours = self.ask_driver(op, args, identity, theirs["expect"])
        said = {"isl": theirs, "driver": ours}
        if not ours["ok"]:
            known = ("budget", "timeout", "died", "unsupported")
            return next((k for k in known if ours["error"].startswith(k)), "error"), said
        verdict = self.isl.ask({"do": "judge", "op": op, "args": args, "isl": theirs, "answer": ours})
        said["judge"] = verdict
        if not verdict["ok"]:
            slow = verdict["error"] in ("budget", "timeout", "died")
            if not slow:
                return "disagree", said
            # isl cannot tell. The driver's own denial still counts.
            return ("disagree" if ours.get("equal") is False else "isl budget"), said
        if verdict["complaint"] is not None or ours.get("equal") is False:
            return "disagree", said
        # Without a verdict of the driver's own, only one of the two judges has spoken.
        return ("agree" if ours.get("equal") else "isl agrees"), said

    def ask_driver(self, op, args, identity, expect):
        request = {"id": identity, "op": op, "args": args, "expect": expect, "budget": self.budget}
        return self.driver.ask(request)

    def close(self):
        self.isl.close()
        self.driver.close()


def main():
    options = parse_options()
    if options.replay:
        return replay(options)
    names = select_operations(options.op)
    weights = [operations.OPERATIONS[name].weight for name in names]
    work = queue.SimpleQueue()
    for index in range(options.cases):
        work.put(index)
    table = collections.defaultdict(collections.Counter)
    sizes = collections.defaultdict(list)
    lock = threading.Lock()

    def worker():
        sides = Sides(options)
        while True:
            try:
                index = work.get_nowait()
            except queue.Empty:
                break
            generator = generate.for_case(options.seed, index)
            op = generator.rng.choices(names, weights)[0]
            args = operations.OPERATIONS[op].make(generator)
            outcome, said = sides.run(op, args, index)
            with lock:
                table[op][outcome] += 1
                note_pieces(sizes[op], options.seed, index, said)
            if outcome in FAILURES or (outcome in ("timeout", "budget") and options.slow):
                small = args if options.no_shrink or outcome not in FAILURES else shrink(sides, op, args, outcome)
                if small != args:
                    _, said = sides.run(op, small, index)
                with lock:
                    report(options, index, op, args, small, outcome, said)
        sides.close()

    started = time.monotonic()
    threads = [threading.Thread(target=worker) for _ in range(options.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failures = print_table(table)
    print_pieces(sizes)
    print(f"seed {options.seed}, {options.cases} cases, {time.monotonic() - started:.0f} s", file=sys.stderr)
    # A harness that compared nothing has not passed.
    agreed = sum(counts["agree"] for counts in table.values())
    return 1 if failures or (options.cases and not agreed) else 0


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--op", help="only these, comma separated: full names, or the part after the dot")
    parser.add_argument("--driver", help="the driver's command line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds per case and side")
    parser.add_argument("--budget", type=int, default=2_000_000, help="operations the driver may spend per case")
    parser.add_argument("--isl-operations", type=int, default=2_000_000, help="operations isl may spend per case")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--slow", action="store_true", help="also print cases over budget or time")
    parser.add_argument("--failures", default=os.path.join(HERE, "failures"), help="where reproductions go")
    parser.add_argument("--replay", help="run one saved case again")
    options = parser.parse_args()
    if options.driver:
        options.driver = options.driver.split()
    else:
        options.driver = [os.path.join(HERE, "..", "target", "release", "presburger-driver")]
    return options


def select_operations(wanted):
    if not wanted:
        return list(operations.OPERATIONS)
    words = wanted.split(",")
    names = [n for n in operations.OPERATIONS if n in words or n.split(".")[1] in words or n.split(".")[0] in words]
    if not names:
        sys.exit(f"no operation is called {wanted}; there are: {' '.join(operations.OPERATIONS)}")
    return names


def shrink(sides, op, args, outcome, attempts=200):
    """Drop pieces and constraints, and make numbers smaller, while the case still fails alike."""
    best, progress = list(args), True
    while progress and attempts > 0:
        progress = False
        for position, text in enumerate(best):
            if "{" not in text:
                continue
            for smaller in smaller_texts(text):
                attempts -= 1
                if attempts <= 0:
                    return best
                candidate = best[:position] + [smaller] + best[position + 1 :]
                if sides.run(op, candidate)[0] == outcome:
                    best, progress = candidate, True
                    break
            if progress:
                break
    return best


def smaller_texts(text):
    prefix, pieces = generate.split(text)
    if len(pieces) > 1:
        for drop in range(len(pieces)):
            yield generate.join(prefix, pieces[:drop] + pieces[drop + 1 :])
    for position, (head, constraints) in enumerate(pieces):
        for drop in range(len(constraints)):
            fewer = (head, constraints[:drop] + constraints[drop + 1 :])
            yield generate.join(prefix, pieces[:position] + [fewer] + pieces[position + 1 :])
    # A parameter that nothing mentions any more.
    if "[" in prefix:
        names = prefix[prefix.index("[") + 1 : prefix.index("]")].split(", ")
        body = generate.names_of(text[len(prefix) :].replace("2", " ").replace("3", " "))
        used = [name for name in names if any(name in word for word in body)]
        if used != names:
            yield generate.join(f"[{', '.join(used)}] -> " if used else "", pieces)
    # Long numbers become short ones.
    for number in sorted({w for w in generate.names_of(text) if w.isdigit() and len(w) > 1}, key=len, reverse=True):
        yield text.replace(number, number[: len(number) // 2])


def report(options, index, op, args, small, outcome, said):
    print(f"{outcome}: seed {options.seed} case {index} {op}")
    for text in small:
        print(f"    {text}")
    print(f"  isl:    {said['isl'].get('result', said['isl'].get('error'))}")
    driver = said["driver"]
    print(f"  driver: {driver.get('result', driver.get('error'))}")
    if driver.get("stderr"):
        print("  stderr: " + driver["stderr"].strip().replace("\n", "\n          "))
    if "judge" in said:
        judge = said["judge"]
        print(f"  isl's verdict: {judge.get('complaint') or judge.get('error') or 'right'}; driver's: {driver.get('equal')}")
    os.makedirs(options.failures, exist_ok=True)
    path = os.path.join(options.failures, f"{options.seed}-{index}.json")
    with open(path, "w") as file:
        case = {"op": op, "args": small, "outcome": outcome, "seed": options.seed, "case": index, "original": args, **said}
        json.dump(case, file, indent=1)
        file.write("\n")
    sys.stdout.flush()


def replay(options):
    with open(options.replay) as file:
        case = json.load(file)
    sides = Sides(options)
    outcome, said = sides.run(case["op"], case["args"])
    sides.close()
    print(json.dumps({"outcome": outcome, "op": case["op"], "args": case["args"], **said}, indent=1))
    return 1 if outcome in FAILURES else 0


def print_table(table):
    """One row per operation; columns that are zero everywhere are left out. Returns the failures."""
    total = collections.Counter()
    for counts in table.values():
        total.update(counts)
    shown = [o for o in OUTCOMES if total[o] or o in ("agree", "disagree")]
    width = max([len(name) for name in table] + [9])
    print(f"{'operation':<{width}} {'cases':>7} " + " ".join(f"{o:>11}" for o in shown))
    rows = sorted(table.items()) + [("all", total)]
    for name, counts in rows:
        print(f"{name:<{width}} {sum(counts.values()):>7} " + " ".join(f"{counts[o]:>11}" for o in shown))
    return sum(total[o] for o in FAILURES)


def note_pieces(sizes, seed, index, said):
    """Keeps how many disjuncts both sides needed, where both say so."""
    ours, theirs = said["driver"].get("pieces"), said["isl"].get("pieces")
    if ours is not None and theirs is not None:
        sizes.append((ours, theirs, f"{seed}-{index}"))


def print_pieces(sizes):
    """Per operation the disjuncts of both sides: geometric mean of ours / isl's, and the worst case.

    An empty result counts as one disjunct: how that is written is no merit."""
    rows = []
    for name, found in sorted(sizes.items()):
        if not found:
            continue
        logs = [math.log(max(ours, 1) / max(theirs, 1)) for ours, theirs, _ in found]
        worst = max(range(len(found)), key=lambda i: (logs[i], -i))
        rows.append((math.exp(sum(logs) / len(logs)), name, len(found), found, worst))
    if not rows:
        return
    width = max(len(name) for _, name, _, _, _ in rows)
    print(f"\n{'disjuncts':<{width}} {'cases':>7} {'ours':>8} {'isl':>8} {'ours/isl':>9}  worst (ours, isl, case)")
    for mean, name, count, found, worst in rows:
        ours, theirs = (sum(pair[side] for pair in found) for side in (0, 1))
        print(f"{name:<{width}} {count:>7} {ours:>8} {theirs:>8} {mean:>9.3f}  {found[worst][0]}, {found[worst][1]}, {found[worst][2]}")


if __name__ == "__main__":
    sys.exit(main())
