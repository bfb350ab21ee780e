void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 1; i < n; i += 3)
    a[i] = 0;
#pragma endscop
}
