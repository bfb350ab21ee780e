void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = 0;
    return;
  }
#pragma endscop
}
