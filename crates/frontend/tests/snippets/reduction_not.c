// None of these only accumulates.
#define ACC(x, y) x = x + (y) * x
void f(int n, double b[n], double s, double lo)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    s = s + s * b[i];
    s = b[i] - s;
    lo = fmin(lo, b[i] > 0 ? lo + 1 : 5);
    ACC(s, b[i]);
  }
#pragma endscop
}
