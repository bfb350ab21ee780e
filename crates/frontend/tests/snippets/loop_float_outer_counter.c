// trace: no
// The division is one of floating-point numbers: 3 / 2 is not 1.
void f(int n, double s)
{
  double x;
#pragma scop
  for (x = 0; x < n; x++)
    if (x / 2 == 1)
      s += 1;
#pragma endscop
}
