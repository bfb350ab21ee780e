void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = n; i != 0; i--)
    a[i - 1] = 0;
#pragma endscop
}
