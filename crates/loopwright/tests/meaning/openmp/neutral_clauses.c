// About: clauses that only say how to run the loops, sums, and counters that nobody else needs may go.
// script: parallel(S0.i, reduction)
// script: reverse(S1.i)
#include <stdio.h>

#define CHUNK 4

static int a[40], b[40], s;

static void kernel(int n)
{
    int j, t;
#pragma scop
#pragma omp parallel for default(none) shared(a, n) reduction(+ : s) schedule(static, CHUNK)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp parallel for private(j, t) num_threads(2)
    for (int i = 0; i < n; i++)
        for (j = 0; j < 3; j++) {
            t = a[i] + j;
            b[i] += t * j;
        }
    for (j = 0; j < n; j++)
        a[j] += b[j];
#pragma endscop
}

int main(void)
{
    for (int i = 0; i < 40; i++)
        a[i] = i % 7;
    for (int n = 0; n < 40; n += 13) {
        kernel(n);
        printf("%d:", s);
        for (int i = 0; i < 40; i++)
            printf(" %d,%d", a[i], b[i]);
        puts("");
    }
}
