// trace: no
// Never ends if it is entered; that `k` changes must not be forgotten.
void f(int n, double a[n], double b[n])
{
  int i, k = 0;
#pragma scop
  for (i = 0; i < n; k++)
    a[i] = k;
#pragma endscop
}
