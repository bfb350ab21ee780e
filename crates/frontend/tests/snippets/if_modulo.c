void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (i % 2 == 0)
      a[i] = 0;
    else if ((i + 1) % 3)
      a[i] = 1;
#pragma endscop
}
