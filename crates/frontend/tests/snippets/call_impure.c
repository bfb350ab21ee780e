static int calls;
static double count(double x) { calls++; return x; }
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = count(b[i]);
#pragma endscop
}
// trace: no
