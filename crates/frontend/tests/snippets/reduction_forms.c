void f(int n, double b[n], double s, double p, double lo, double hi)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    s += b[i];
    p = p * b[i];
    s = b[i] + s;
    lo = b[i] < lo ? b[i] : lo;
    hi = fmax(hi, b[i]);
  }
#pragma endscop
}
