void f(int n, double A[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    ((float *)A[i])[0] = 0;
#pragma endscop
}
