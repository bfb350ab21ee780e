// What was asserted does not hold any more.
void f(int n, double *a)
{
  assert(n > 10);
  n = n - 20;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
