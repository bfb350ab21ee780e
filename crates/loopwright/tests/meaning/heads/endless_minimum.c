// About: a condition that is the smaller of two numbers fails at once, or never.
#include <stdio.h>
#include <stdlib.h>
static int a[300];
static int min(int x, int y) { return x < y ? x : y; }

static void kernel(int n)
{
#pragma scop
  for (int i = 0; min(i, n); ++i)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 2;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 20; n += 3) {
    for (int i = 0; i < 300; i++) a[i] = i * i % 11;
    kernel(n);
    printf("%d:", n);
    for (int i = 0; i < 300; i++) printf(" %d", a[i]);
    printf("\n");
  }
}
