#!/usr/bin/env python3
"""What it costs to test at run time whether arrays overlap.

Each kernel is written by `loopwright transform` with `--guard` and with `--assume-no-alias`; both texts, and the original one,
are compiled alike and called in a loop. The arrays lie apart, so that the guarded text runs the test and the new
loops: the difference to the new loops alone is the test.

    python3 bench/guards/run.py [--program target/release/loopwright] [--cc cc] [--repeat 9]
"""

import argparse
import pathlib
import subprocess
import tempfile

KERNELS = {
    "copy": (
        "int n, double *a, double *b",
        "  for (int i = 0; i < n; i++)\n    b[i] = a[i];\n",
        "reverse(S0.i)",
        "n, x, y",
    ),
    "filters": (
        "int n, double *a, double *b, double *c",
        "  for (int i = 1; i < n - 1; i++)\n    b[i] = a[i - 1] + a[i] + a[i + 1];\n"
        "  for (int i = 1; i < n - 1; i++)\n    c[i] = b[i] - a[i];\n",
        "fuse(S0, S1)",
        "n, x, y, z",
    ),
    "transposed": (
        "int n, double a[n][n], double b[n][n]",
        "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      b[i][j] = a[j][i];\n",
        "interchange(S0.i, S0.j)",
        "n, (void *)x, (void *)y",
    ),
    "product": (
        "int n, double a[n][n], double b[n][n], double c[n][n]",
        "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      for (int k = 0; k < n; k++)\n"
        "        c[i][j] += a[i][k] * b[k][j];\n",
        "interchange(S0.j, S0.k)",
        "n, (void *)x, (void *)y, (void *)z",
    ),
}

SIZES = [4, 16, 64]

DRIVER = """#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
void kernel({parameters});
int main(int argc, char **argv) {{
  int n = atoi(argv[1]);
  long calls = atol(argv[2]);
  double *x = calloc((size_t)n * n, 8), *y = calloc((size_t)n * n, 8), *z = calloc((size_t)n * n, 8);
  struct timespec a, b;
  (void)argc; (void)z;
  kernel({call});
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
  for (long i = 0; i < calls; i++) kernel({call});
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
  printf("%g\\n", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / calls);
  return 0;
}}
"""


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program", default="target/release/loopwright")
    arguments.add_argument("--cc", default="cc")
    arguments.add_argument("--repeat", type=int, default=9)
    arguments = arguments.parse_args()
    print("nanoseconds per call, best of", arguments.repeat)
    print("| kernel | n | original | new | guarded | test |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, (parameters, region, script, call) in KERNELS.items():
            source = folder / f"{name}.c"
            source.write_text(f"void kernel({parameters}) {{\n#pragma scop\n{region}#pragma endscop\n}}\n")
            (folder / "script.lw").write_text(script + "\n")
            texts = {"original": source.read_text()}
            for version, flag in [("new", "--assume-no-alias"), ("guarded", "--guard")]:
                done = subprocess.run(
                    [arguments.program, "transform", source, folder / "script.lw", flag],
                    check=True, capture_output=True, text=True,
                )
                texts[version] = done.stdout
            assert "else" in texts["guarded"], name
            driver = folder / "driver.c"
            driver.write_text(DRIVER.format(parameters=parameters, call=call))
            for version, text in texts.items():
                file = folder / f"{version}.c"
                file.write_text(text)
                subprocess.run(
                    [arguments.cc, "-O2", "-w", file, driver, "-o", folder / version], check=True
                )
            for n in SIZES:
                work = n ** (3 if name == "product" else 2 if name == "transposed" else 1)
                calls = max(1000, 20_000_000 // (work + 20))
                best = {version: float("inf") for version in texts}
                # In turns, so that what else the machine does meets all of them.
                for _ in range(arguments.repeat):
                    for version in texts:
                        done = subprocess.run(
                            [folder / version, str(n), str(calls)],
                            check=True, capture_output=True, text=True,
                        )
                        best[version] = min(best[version], float(done.stdout))
                cost = best["guarded"] - best["new"]
                print(
                    f"| {name} | {n} | {best['original']:.1f} | {best['new']:.1f} "
                    f"| {best['guarded']:.1f} | {cost:.1f} |",
                    flush=True,
                )


main()
