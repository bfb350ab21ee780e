// About: a universal character name and the letter itself are the same name.
// script: fuse(S0, S1)
// legal
// script: shift(S1.i, -2); fuse(S0, S1)
// illegal
#include <stdio.h>

static int \u00e9t\u00e9[12], a[12];

static void kernel(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        \u00e9t\U000000e9[i] = i;
    for (int i = 1; i < n; i++)
        a[i] += été[i - 1] * 2;
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
