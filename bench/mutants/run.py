#!/usr/bin/env python3
"""Whether the tests notice small mistakes: each one in `mutants.toml` is made, and a test must fail.

All mistakes are compiled into one build, each behind a condition on the environment variable
LOOPWRIGHT_MUTANT, so that a test binary is built once and run once for each of them:

    old   is an expression:  (if chosen("id") { new } else { old })
    old   ends with `;`:      if chosen("id") { new } else { old }

(The idea is that of mutant schemata: Untch, Offutt and Harrold, *Mutation analysis using mutant
schemata*, ISSTA 1993.) They are made in a copy of the sources, `target/mutants/tree`, with a target
folder of its own. A mistake that does not compile is reported and left out.

    bench/mutants/run.py                     all of them; a table, and target/mutants/result.csv
    bench/mutants/run.py --only pairs        those whose names contain `pairs`
    bench/mutants/run.py --file legality     those in files whose paths contain `legality`
    bench/mutants/run.py --resume            those that the last table does not have as killed
    bench/mutants/run.py --list              only says where they are, and whether all of them fit
    bench/mutants/run.py --in-place          without a copy, for a target folder that is warm; the
                                             sources are put back after the build, and by the next
                                             run if this one was killed: do not commit meanwhile

The exit status is 1 if a mistake survives that `mutants.toml` does not argue to be equivalent.
"""

import argparse
import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = Path(__file__).resolve().parent / "mutants.toml"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
FOLDER = TARGET / "mutants"
VARIABLE = "LOOPWRIGHT_MUTANT"
FIELDS = ["id", "file", "result", "by", "seconds", "breaks"]


class Unfit(Exception):
    """A mutant that the sources have outgrown."""


class Mutant:
    def __init__(self, entry):
        self.id = entry["id"]
        self.file = entry["file"]
        self.after = entry.get("after", "")
        self.old = entry["old"]
        self.new = entry["new"]
        self.breaks = entry["breaks"]
        self.tests = entry["tests"]
        self.equivalent = entry.get("equivalent")
        self.lines = None

    def place(self, text):
        """Where `old` is: its only occurrence, or the first one after `after`."""
        start = 0
        if self.after:
            if text.count(self.after) != 1:
                raise Unfit(f"{self.id}: `{self.after}` is {text.count(self.after)} times in {self.file}")
            start = text.index(self.after) + len(self.after)
        count = text.count(self.old, start)
        if count == 0 or count > 1 and not self.after:
            raise Unfit(f"{self.id}: `{self.old}` is {count} times in {self.file}")
        at = text.index(self.old, start)
        return at, at + len(self.old)

    def switch(self, otherwise):
        chosen = f'std::env::var_os("{VARIABLE}").is_some_and(|one| one == "{self.id}")'
        body = f"if {chosen} {{ {self.new} }} else {{ {otherwise} }}"
        return body if self.old.endswith(";") else f"({body})"


def mutated(text, mutants):
    """The text with all mutants of a file in it; notes the lines that they are on."""
    places = {}
    for one in mutants:
        places.setdefault(one.place(text), []).append(one)
    done, parts, line = 0, [], 1
    for (start, end), here in sorted(places.items()):
        if start < done:
            raise Unfit(f"{here[0].id}: overlaps with another mutant")
        code = text[start:end]
        for one in here:
            code = one.switch(code)
        parts += [text[done:start], code]
        line += text.count("\n", done, start)
        for one in here:
            one.lines = range(line, line + code.count("\n") + 1)
        line += code.count("\n")
        done = end
    return "".join(parts) + text[done:]


class Sources:
    """The files that are changed for a build."""

    def __init__(self, in_place):
        self.saved = FOLDER / "sources.json"
        self.restore()
        self.tree = ROOT if in_place else FOLDER / "tree"
        self.target = TARGET if in_place else FOLDER / "build"
        if not in_place:
            self.copy()

    def copy(self):
        """Brings the copy up to date; what is the same keeps its time, so that it is not built."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        wanted = {name for name in listed.stdout.split("\0") if (ROOT / name).is_file()}
        for name in wanted:
            new, old = (ROOT / name).read_bytes(), self.tree / name
            if not old.exists() or old.read_bytes() != new:
                old.parent.mkdir(parents=True, exist_ok=True)
                old.write_bytes(new)
        for path in sorted(self.tree.rglob("*"), reverse=True):
            if path.is_file() and str(path.relative_to(self.tree)) not in wanted:
                path.unlink()

    def change(self, mutants):
        files = {}
        for one in mutants:
            files.setdefault(one.file, []).append(one)
        texts = {file: (ROOT / file).read_text() for file in files}
        new = {file: mutated(texts[file], own) for file, own in files.items()}
        FOLDER.mkdir(parents=True, exist_ok=True)
        if self.tree == ROOT:
            self.saved.write_text(json.dumps(texts))
        for file, text in new.items():
            (self.tree / file).write_text(text)

    def restore(self):
        if self.saved.exists():
            for file, text in json.loads(self.saved.read_text()).items():
                (ROOT / file).write_text(text)
            self.saved.unlink()


def package(test):
    """`legality:verdicts` is the target `verdicts` of the crate `legality`, and
    `loopwright:meaning:heap/` what has `heap/` in its name in another."""
    crate, target = test.split(":")[:2]
    name = crate if crate in ("presburger", "loopwright") else f"loopwright-{crate}"
    return name, crate, target


def build(tests, sources):
    """Builds test targets; the binaries, or the errors with their files and lines."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(sources.target))
    binaries, errors = {}, []
    packages = {}
    for test in tests:
        name, crate, target = package(test)
        packages.setdefault((name, crate), set()).add(target)
    for (name, crate), targets in packages.items():
        command = ["cargo", "test", "-p", name, "--no-run", "--message-format=json"]
        for target in sorted(targets):
            command += ["--lib"] if target == "lib" else ["--test", target]
        run = subprocess.run(
            command, cwd=sources.tree, env=environment, capture_output=True, text=True
        )
        for line in run.stdout.splitlines():
            message = json.loads(line)
            if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                text = message["message"]["rendered"]
                spans = message["message"]["spans"]
                places = [(s["file_name"], range(s["line_start"], s["line_end"] + 1)) for s in spans]
                errors.append((text, places))
            if message["reason"] == "compiler-artifact" and message["executable"]:
                kind = message["target"]["kind"][0]
                if message["profile"]["test"] and kind in ("test", "lib"):
                    target = "lib" if kind == "lib" else message["target"]["name"]
                    folder = Path(message["manifest_path"]).parent
                    binaries[f"{crate}:{target}"] = (message["executable"], folder)
        if run.returncode != 0:
            if not errors:
                tail = run.stdout[-2000:] + run.stderr
                sys.exit(f"the build of {name} fails with {run.returncode}:\n{tail}")
            return {}, errors
    found = {}
    for test in tests:
        crate, target, *names = test.split(":")
        if f"{crate}:{target}" not in binaries:
            sys.exit(f"no such test target: {test}")
        executable, folder = binaries[f"{crate}:{target}"]
        found[test] = ([executable, *names], folder)
    return found, errors


def overlaps(a, b):
    return a.start < b.stop and b.start < a.stop


def build_with(mutants, tests, sources, report):
    """Builds with all mutants that compile; the binaries and these mutants."""
    while True:
        sources.change(mutants)
        try:
            binaries, errors = build(tests, sources)
        finally:
            sources.restore()
        if binaries:
            return binaries, mutants
        broken = set()
        for text, places in errors:
            for file, lines in places:
                hit = [m for m in mutants if file.endswith(m.file) and overlaps(m.lines, lines)]
                broken.update(m.id for m in hit)
        if not broken:
            sys.exit("the build fails:\n" + "\n".join(text for text, _ in errors))
        for one in mutants:
            if one.id in broken:
                report(one, "does not build", "", 0.0)
        print("\n".join(text for text, _ in errors), file=sys.stderr)
        mutants = [one for one in mutants if one.id not in broken]


def execute(binary, chosen, limit):
    """Runs a test binary; the time, and what has failed (None when all is well)."""
    command, folder = binary
    environment = dict(os.environ)
    environment.pop(VARIABLE, None)
    if chosen:
        environment[VARIABLE] = chosen
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return time.monotonic() - started, "(out of time)"
    seconds = time.monotonic() - started
    if process.returncode == 0:
        return seconds, None
    failed = re.findall(r"^test (.+?) +\.\.\. FAILED$", output, re.MULTILINE)
    failed = failed or re.findall(r"^ {4}(\S+)$", output, re.MULTILINE)
    if not chosen:
        print(output)
    more = f" and {len(failed) - 1} more" if len(failed) > 1 else ""
    return seconds, (failed[0] + more) if failed else f"(status {process.returncode})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="mutants whose names contain this")
    parser.add_argument("--file", help="mutants in files whose paths contain this")
    parser.add_argument("--resume", action="store_true", help="not those that were killed before")
    parser.add_argument("--list", action="store_true", help="list them and stop")
    parser.add_argument("--in-place", action="store_true", help="change the sources themselves")
    options = parser.parse_args()
    mutants = [Mutant(entry) for entry in tomllib.loads(LIST.read_text())["mutant"]]
    names = [one.id for one in mutants]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f"two mutants are called {name}")
    table = FOLDER / "result.csv"
    rows = {}
    if table.exists():
        with open(table, newline="") as file:
            rows = {row["id"]: row for row in csv.DictReader(file) if row["id"] in names}
    chosen = [
        one
        for one in mutants
        if (not options.only or options.only in one.id)
        and (not options.file or options.file in one.file)
        and not (options.resume and rows.get(one.id, {}).get("result") == "killed")
    ]
    if options.list:
        unfit = 0
        for path in (ROOT / "crates").rglob("src/**/*.rs"):
            if VARIABLE in path.read_text():
                sys.exit(f"{path} has a mutant in it")
        for one in chosen:
            text = (ROOT / one.file).read_text()
            try:
                line = text.count("\n", 0, one.place(text)[0]) + 1
                print(f"{one.id:34} {one.file}:{line}  {one.breaks}")
            except Unfit as why:
                unfit += 1
                print(why)
        # All of a file are made at once.
        for file in sorted({one.file for one in chosen}) if not unfit else []:
            text = (ROOT / file).read_text()
            try:
                mutated(text, [one for one in chosen if one.file == file])
            except Unfit as why:
                unfit += 1
                print(why)
        print(f"{len(chosen)} mutants, {unfit} of them unfit")
        return int(unfit > 0)
    if not chosen:
        print("nothing to do")
        return 0

    def report(one, result, by, seconds):
        print(f"{one.id:34} {result:16} {by}", flush=True)
        rows[one.id] = {
            "id": one.id,
            "file": one.file,
            "result": result,
            "by": by,
            "seconds": f"{seconds:.1f}",
            "breaks": one.breaks,
        }
        FOLDER.mkdir(parents=True, exist_ok=True)
        with open(table, "w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS)
            writer.writeheader()
            writer.writerows(rows[name] for name in names if name in rows)

    tests = list(dict.fromkeys(test for one in chosen for test in one.tests))
    started = time.monotonic()
    sources = Sources(options.in_place)
    binaries, built = build_with(chosen, tests, sources, report)
    print(f"built {len(tests)} test targets in {time.monotonic() - started:.0f} s", flush=True)
    usual = {}
    for test in tests:
        seconds, failed = execute(binaries[test], None, 600)
        if failed:
            sys.exit(f"{test} fails without any mutant: {failed}")
        usual[test] = seconds
    for one in built:
        result, by, spent = "survives", "", 0.0
        for test in one.tests:
            seconds, failed = execute(binaries[test], one.id, 30 + 10 * usual[test])
            spent += seconds
            if failed:
                result, by = "killed", f"{test} {failed}"
                break
        if result == "survives" and one.equivalent:
            result, by = "equivalent", one.equivalent
        report(one, result, by, spent)
    results = [rows[one.id]["result"] for one in chosen]
    counts = {kind: results.count(kind) for kind in dict.fromkeys(results)}
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return int(any(kind in counts for kind in ("survives", "does not build")))


def interrupted(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupted)
    try:
        sys.exit(main())
    except Unfit as unfit:
        sys.exit(str(unfit))
