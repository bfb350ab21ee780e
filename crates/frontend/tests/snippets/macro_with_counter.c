#define AT a[i]
void f(int n, double a[n], double b[n])
{
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    AT = 2 * AT;
#pragma endscop
}
