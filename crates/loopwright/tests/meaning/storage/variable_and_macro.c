// About: a variable and a macro with parameters have the same name.
// script: expand(t)
#include <stdio.h>
#include <stdlib.h>

#define t(x) ((x) + 1)
static int a[12], b[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};

static void kernel(int n)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int t = b[i];
        a[i] += t * t + t(3);
    }
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
