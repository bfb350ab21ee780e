// trace: no
// Below zero comes the largest number, where the condition fails: the usual way to count down to zero.
void f(int n, double *a)
{
#pragma scop
  for (unsigned i = n - 1; i < n; i--)
    a[i] = 0;
#pragma endscop
}
