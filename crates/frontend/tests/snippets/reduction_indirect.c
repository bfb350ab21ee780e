void f(int n, int *h, int q[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    h[q[i]] += 1;
#pragma endscop
}
