// About: a function of a missing header may know static arrays that are declared before it.
// script: parallel(S0.i)
// illegal
// hidden: hidden
#include <stdio.h>
static int cells[40];
#include "cells.h"
static int *a;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + 1] = cells[i] + 1;
#pragma endscop
}
int main(void)
{
  find(&a);
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) cells[i] = i * i % 11;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", cells[i]);
    printf("\n");
  }
}
