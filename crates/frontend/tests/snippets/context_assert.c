void f(int n, double *a)
{
  assert(n > 10 && n % 4 == 0);
  assert(a != 0);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
