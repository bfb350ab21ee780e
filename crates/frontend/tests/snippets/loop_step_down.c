void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = n - 1; i >= 2; i = i - 2)
    a[i] = b[i - 2];
#pragma endscop
}
