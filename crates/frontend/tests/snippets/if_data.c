void f(int n, double *a, double *b, double s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      a[i] = b[i];
    else {
      a[i + 1] = s;
    }
#pragma endscop
}
