// Runs versions of a program in turns and compares their results: what both benchmarks share. Before
// this is included, RESULT names the array with the result; then come the versions, the first of which
// says what is right.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct version {
  const char *name;
  void (*run)(void);
  double seconds, difference;
};

// Processor time: what other programs on the machine use does not count.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// Prints a line for each version: its name, its best time, and the largest difference from the first
// version. The answer is whether a difference is larger than `allowed`.
static int measure(struct version *versions, int count, int repeat, void (*prepare)(void), double allowed) {
  static double expected[SIZE][SIZE];
  int failed = 0;
  for (int v = 0; v < count; v++)
    versions[v].seconds = INFINITY;
  for (int r = 0; r < repeat; r++)
    for (int v = 0; v < count; v++) {
      // What takes long is measured well enough by one run.
      if (versions[v].seconds < INFINITY && versions[v].seconds > 1)
        continue;
      prepare();
      double start = now();
      versions[v].run();
      versions[v].seconds = fmin(versions[v].seconds, now() - start);
      if (r == 0 && v == 0)
        memcpy(expected, RESULT, sizeof expected);
      for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
          double difference = fabs(RESULT[i][j] - expected[i][j]);
          // What is not a number differs, too.
          if (!(difference <= versions[v].difference))
            versions[v].difference = isnan(difference) ? INFINITY : difference;
        }
    }
  for (int v = 0; v < count; v++) {
    failed |= versions[v].difference > allowed;
    printf("%s %.6f %g\n", versions[v].name, versions[v].seconds, versions[v].difference);
  }
  return failed;
}
