void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[i == 0 ? n - 1 : i - 1];
#pragma endscop
}
