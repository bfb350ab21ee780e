#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
void f(int n, int m, double a[n])
{
#pragma scop
  for (int i = MAX(0, m - 2); i < MIN(n, m + 2); i++)
    a[i] = 0;
  for (int i = max(0, m); i <= min(n - 1, 2 * m); i++)
    a[i] = 1;
#pragma endscop
}
