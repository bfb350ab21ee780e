// The first two accumulate into a cell and read others of the same array: k < j and i != j.
// The third reads the cell itself when k = j.
#define larger(x, y) ((x) >= (y) ? (x) : (y))
void f(int n, double a[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] = larger(a[i][j], a[j][i]);
      for (int k = 0; k <= j; k++)
        a[i][j] += a[i][k];
    }
#pragma endscop
}
