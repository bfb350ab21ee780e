void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0;; i++)
    a[i] = 0;
#pragma endscop
}
// trace: no
