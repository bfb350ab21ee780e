void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i > 0 && b[i - 1] > 0;
#pragma endscop
}
