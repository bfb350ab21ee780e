static inline int clamp(int i, int n) { if (i < 0) return 0; if (i >= n) return n - 1; return i; }
static inline void smooth(double *out, const double *in, int i, int n)
{
  out[i] = (in[clamp(i - 1, n)] + 2 * in[i] + in[clamp(i + 1, n)]) / 4;
}
