void f(int n, double a[n], int k)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i]++;
    --k;
  }
#pragma endscop
}
