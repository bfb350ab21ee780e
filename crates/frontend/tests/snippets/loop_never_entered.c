void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 5; i < 3; i++)
    a[i] = 0;
  a[0] = 1;
#pragma endscop
}
