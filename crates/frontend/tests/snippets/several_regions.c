void f(int n, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
  a[0] = 1;
#pragma scop
  for (int j = 0; j < n; j++)
    a[j] += 1;
#pragma endscop
}
void g(double *b)
{
#pragma scop
  b[0] = 0;
#pragma endscop
}
