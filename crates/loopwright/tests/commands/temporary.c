void square(int n, double last, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double t = a[i] + 1;
    last = t;
    b[i] = t * last;
  }
#pragma endscop
}
