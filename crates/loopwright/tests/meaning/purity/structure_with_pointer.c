// About: a function without effects reads an array behind a pointer in a structure.
#include <stdio.h>
struct view { const double *v; int n; };
double x[21], a[20];
struct view s = { x, 21 };
static double get(const struct view *w, int i) { return w->v[i]; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    x[i + 1] = i;
    a[i] = get(&s, i);
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("\n");
}
