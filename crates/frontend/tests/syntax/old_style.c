int sum(n, a)
  int n;
  double a[100];
{
  int i; double s = 0;
  _Pragma("scop")
  for (i = 0; i < n; i++) s += a[i];
  _Pragma("endscop")
  return s;
}
