void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i >= 0; i++)
    a[0] = i;
#pragma endscop
}
