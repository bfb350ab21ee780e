// About: an attribute that only keeps a warning away may be lost.
// script: reverse(S1.i)
#include <stdio.h>

static void kernel(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int t __attribute__((unused)) = 2 * i;
        a[i] = t + 1;
    }
#pragma endscop
}

int main(void)
{
    int a[20] = {0};
    for (int n = 0; n < 20; n += 3)
        kernel(n, a);
    for (int i = 0; i < 20; i++)
        printf("%d ", a[i]);
    puts("");
}
