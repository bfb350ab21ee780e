// About: a variable of one loop has the name of a function that another loop calls.
// script: parallel(S0.i); parallel(S2.j)
// legal
// script: reverse(S2.j)
// legal
#include <stdio.h>
static int third(int x) { return x * 3; }

static void kernel(int n, int *a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int third = a[i];
    a[i] = third * 2 + 1;
  }
  for (int j = 0; j < n; j++)
    a[j] += third(j);
#pragma endscop
}

int main(void)
{
  static const int sizes[] = { 0, 1, 2, 9 };
  int a[9] = { 5, 3, 8, 1, 2, 9, 4, 7, 6 };
  for (int s = 0; s < 4; s++)
    kernel(sizes[s], a);
  for (int i = 0; i < 9; i++)
    printf(" %d", a[i]);
  printf("\n");
}
