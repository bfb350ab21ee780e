// Two variables: their texts must tell them apart.
#define SQUARE(x) ((x) * (x))
void f(int n, double *a, double *b)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double t = a[i];
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    double t = b[i], t_1 = 3;
    a[i] = t + SQUARE(t) + t_1;
  }
#pragma endscop
}
