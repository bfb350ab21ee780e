void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0, j = n - 1; i < j; i++, j--)
    a[i] = a[j];
#pragma endscop
}
