void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; n > i; i = 1 + i)
    a[i] = 0;
#pragma endscop
}
