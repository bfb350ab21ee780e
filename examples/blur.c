void blur(int n, float *a, float *b)
{
#pragma scop
#pragma loopwright parallel(S0.i)
    for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
#pragma endscop
}
