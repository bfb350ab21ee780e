void f(int n, double *a, double *b, int *q)
{
#pragma scop
  for (int i = 0; i < n; i++)
    switch (q[i]) {
    case 0: a[i] = 0; break;
    case 1: a[i + 1] = 1;
    default: b[i] = 2;
    }
#pragma endscop
}
