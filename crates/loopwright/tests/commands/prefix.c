/* Nothing to gain: each iteration waits for the one before. */
void prefix(int n, double a[n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
#pragma endscop
}
