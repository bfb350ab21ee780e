// About: variables that only macros mention have the names that the tool gives to its own macros.
// script: tile(S0.i, 3)
// legal
#include <stdio.h>

#define G lw_min
#define PASTE(x, y) x##y
static int lw_min = 4, lw_max = 5, lw_floord = 6, a[12];

static void kernel(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] += G + PASTE(lw_, max) + PASTE(lw_floo, rd);
#pragma endscop
}

int main(void)
{
    kernel(0);
    kernel(1);
    kernel(10);
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i]);
    puts("");
}
