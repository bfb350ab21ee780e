// Where a global pointer leads is not known.
double *table;
void f(int n, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    table[i] = a[i];
#pragma endscop
}
