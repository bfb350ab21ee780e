#!/usr/bin/env python3
"""Tests of the harness: an honest driver passes, and each kind of bad one is noticed.

Run it directly; it needs islpy and nothing else.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

import generate  # noqa: E402
import operations  # noqa: E402


def harness(vice, cases, *more):
    with tempfile.TemporaryDirectory() as failures:
        done = subprocess.run(
            [
                sys.executable,
                os.path.join(HERE, "..", "run.py"),
                "--driver",
                f"{sys.executable} {os.path.join(HERE, 'driver.py')} {vice}",
                "--failures",
                failures,
                "--cases",
                str(cases),
                *more,
            ],
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout, sorted(os.listdir(failures))


class Harness(unittest.TestCase):
    def test_honest_driver_agrees_on_every_operation(self):
        status, output, failures = harness("", 1200)
        self.assertEqual((status, failures), (0, []), output)
        for name in operations.OPERATIONS:
            row = re.search(rf"^{re.escape(name)} +\d+ +(\d+)", output, re.M)
            self.assertTrue(row and int(row.group(1)) > 0, f"{name} was never compared\n{output}")

    def test_lies_are_found_and_saved(self):
        status, output, failures = harness("--lie", 300, "--seed", "2")
        self.assertEqual(status, 1, output)
        # 15 answers were spoilt; one that had no number to spoil stays true.
        self.assertGreaterEqual(len(failures), 8, output)

    def test_denial_counts_although_isl_agrees(self):
        status, output, failures = harness("--deny", 60, "--no-shrink")
        self.assertEqual(status, 1, output)

    def test_death_is_reported_with_its_last_words(self):
        status, output, _ = harness("--die", 60, "--no-shrink")
        self.assertEqual(status, 1, output)
        self.assertIn("a broken invariant", output)

    def test_hanging_driver_is_restarted(self):
        status, output, _ = harness("--hang", 60, "--timeout", "2")
        self.assertIn("timeout", output)
        self.assertEqual(status, 0, output)

    def test_same_seed_same_cases(self):
        for name, operation in operations.OPERATIONS.items():
            for index in range(3):
                first = operation.make(generate.for_case("a", index))
                self.assertEqual(first, operation.make(generate.for_case("a", index)), name)

    def test_split_and_join_are_inverse(self):
        text = "[N] -> { A[i] : i >= 0 and exists (e : i = 2e and e > 1); B[] }"
        self.assertEqual(generate.join(*generate.split(text)), text)


if __name__ == "__main__":
    unittest.main()
