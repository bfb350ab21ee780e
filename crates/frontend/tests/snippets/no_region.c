void f(int n, double a[n])
{
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
