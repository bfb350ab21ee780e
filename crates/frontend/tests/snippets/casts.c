void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[(long)i] = (double)b[i] + (float)i;
#pragma endscop
}
