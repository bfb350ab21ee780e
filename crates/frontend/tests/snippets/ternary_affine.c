void f(int n, int m, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i < m ? b[i] : b[i - m];
#pragma endscop
}
