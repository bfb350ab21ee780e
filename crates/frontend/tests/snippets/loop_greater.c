void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = n - 1; i > 0; i--)
    a[i] = a[i - 1];
#pragma endscop
}
