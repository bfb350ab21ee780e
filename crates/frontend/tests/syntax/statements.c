// Every kind of statement, whether it can be modelled or not.
void f(int n, double a[n], int k)
{
  int i, j;
  double s;
#pragma scop
  s = 0;
  for (i = 0; i < n; i++)
    s += a[i];
  for (int t = n - 1; t >= 0; t -= 2) { a[t] = s; ; }
  for (;;)
    break;
S1: a[0] = 1;
  outer:
  for (i = 0, j = n; i != j; ++i, --j) {
    if (i % 2 == 0 && !(j > 3))
      a[i] = a[j];
    else if (i < k)
      continue;
    else {
      double x = a[i] * 2, *p = &a[0];
      a[j] = x;
    }
  }
  while (k > 0) k--;
  do { k++; } while (k < 10);
  switch (k) {
  case 1:
  case 2: a[1] = 0; break;
  default: ;
  }
  goto end;
#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
#pragma omp simd
    for (j = 0; j < n; j++)
      a[j] *= 0.5f;
  end: ;
  return;
#pragma endscop
}
