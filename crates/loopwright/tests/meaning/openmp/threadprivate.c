// About: `threadprivate` makes a variable one of each thread after it was declared; so does an array, a bound, a static.
// script: parallel(S0.i)
// script: parallel(S2.j)
// script: vectorize(S2.j, 2)
// script: parallel(S3.k)
// script: parallel(S4.l)
#include <stdio.h>
int t, m, tab[10];
#pragma omp threadprivate(t, m, tab)
int a[40], b[40], c[40];
static void kernel(int n) {
  static int u;
#pragma omp threadprivate(u)
  u = n + 5;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i];
    b[i] = t + t;
  }
  for (int j = 0; j < m; j++)
    b[j] += 1;
  for (int k = 0; k < 10; k++)
    c[k] = tab[k];
  for (int l = 0; l < 10; l++)
    c[l + 10] = u;
#pragma endscop
  printf("%d: %d %d", n, t, m);
  for (int i = 0; i < 40; i++)
    printf(" %d %d", b[i], c[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i % 7;
  for (int i = 0; i < 10; i++)
    tab[i] = 20 - i;
  m = 5;
  kernel(0);
  kernel(1);
  m = 17;
  kernel(2);
  kernel(40);
  return 0;
}
