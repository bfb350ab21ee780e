// About: one cell of a table is a bound, and the table is used beside it.
// script: pack(table, S0.i)
// script: pad(table, 3)
// script: expand(table, [i])
#include <stdio.h>
static const int table[6] = { 3, 5, 7, 9, 11, 20 };
static int a[20], d[40];

int main(void)
{
#pragma scop
  for (int i = 0; i < table[5]; i++)
    a[i] = table[i % 6] - table[0] * i;
  for (int i = table[0]; i < table[4]; i++)
    d[i] += table[1];
#pragma endscop
  for (int i = 0; i < 20; i++)
    printf(" %d %d", a[i], d[i]);
  printf("\n");
}
