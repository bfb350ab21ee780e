// About: `true` is a name like any other, so 0, in `#if` before C23 unless <stdbool.h> defines it.
// refused: LW0129
#include <stdio.h>

#if true
#define M 3
#else
#define M 5
#endif

static int a[12];

static void kernel(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] += i * M;
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
