void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (i < 5)
      a[i] = 0;
    else
      a[i] = 1;
#pragma endscop
}
