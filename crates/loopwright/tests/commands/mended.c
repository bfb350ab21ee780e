void copy(int n, double a[restrict n], double b[restrict n])
{
  double t;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: t = a[i] * a[i];
    T: b[i] = t + 1;
  }
#pragma endscop
}

void relax(int n, double A[n][n])
{
#pragma scop
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      S: A[i][j] = (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j + 1]) / 5;
#pragma endscop
}

double sum(int n, double a[n])
{
  double s = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    S: s += a[i];
#pragma endscop
  return s;
}

void scan(int n, double a[n])
{
#pragma scop
  for (int i = 1; i < n; i++)
    S: a[i] += a[i - 1];
#pragma endscop
}

void chain(int n, double a[restrict n], double b[restrict n], double c[restrict n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    S: b[i] = a[i];
  for (int i = 0; i < n; i++)
    T: c[i] = b[n - 1 - i];
#pragma endscop
}

void inside(int n, double a[restrict n], double b[restrict n])
{
#pragma scop
#pragma loopwright parallel(S.i)
  for (int i = 1; i < n; i++) {
    S: a[i] = b[i] * 2;
    T: b[i - 1] = a[i - 1] + 1;
  }
#pragma endscop
}

void halves(int n, int m, double a[restrict n + m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    S: a[i] = a[i + m] + 1;
#pragma endscop
}
