// About: a variable in the region is aligned as its type alone would not make it.
// refused: LW0208
#include <stdio.h>

static void kernel(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        _Alignas(64) int t = i;
        a[i] = t + (int)_Alignof(t);
    }
#pragma endscop
}

int main(void)
{
    int a[8] = {0};
    kernel(5, a);
    for (int i = 0; i < 8; i++)
        printf("%d ", a[i]);
    puts("");
}
