void scatter(int n, double *a, int *to)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        a[to[i]] = 0;
        if (a[i] > 3)
            a[i] = 1;
    }
#pragma endscop
}
