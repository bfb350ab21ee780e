void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    printf("%f\n", a[i]);
#pragma endscop
}
