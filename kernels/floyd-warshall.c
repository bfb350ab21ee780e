/* floyd-warshall: lengths of shortest paths between all pairs of vertices:
 * for each k, path[i][j] := min(path[i][j], path[i][k] + path[k][j]).
 *
 * The computation of that name in PolyBench 4.2. Exercises: integer data, a data-dependent ?:
 * (the statement always writes; only the value depends on the data). */
#include "kernel.h"

#ifndef N
#define N 500
#endif

static void kernel_floyd_warshall(int n, int path[n][n])
{
    int i, j, k;

#pragma scop
    for (k = 0; k < n; k++) {
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j]
                                 ? path[i][j]
                                 : path[i][k] + path[k][j];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    int (*path)[n] = array(sizeof(int[n][n]));
    /* Mostly long edges, so that detours pay. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int d = datum(1, (size_t)i * n + j);
            path[i][j] = i == j ? 0 : d < 32 ? d + 1 : 999 + d;
        }

    double start = seconds();
    kernel_floyd_warshall(n, path);
    double stop = seconds();

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            live_out_value(path[i][j]);
    return report("floyd-warshall", stop - start);
}
