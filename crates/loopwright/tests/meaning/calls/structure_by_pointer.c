// About: a function writes one field of a structure and reads another.
// script: parallel(S0.i)
// legal
#include <stdio.h>
struct point { double x, y; int hits; } p[30];
double total;
static void move(struct point *q, double d) { q->x += d * q->y; q->hits++; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    move(&p[i], 0.5);
  for (int i = 0; i < n; i++)
    total += p[i].x;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 30; i++) p[i] = (struct point) { i, i % 3, 0 };
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%g %d ", p[i].x, p[i].hits);
  printf("%g\n", total);
}
