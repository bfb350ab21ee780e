// About: a counter has the name that the tool gives to its own macro.
// script: tile(S0.lw_min, 3)
// legal
#include <stdio.h>

static int a[12];

static void kernel(int n)
{
#pragma scop
    for (int lw_min = 0; lw_min < n; lw_min++)
        a[lw_min] += lw_min;
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
