// About: signed overflow in `#if` is no constant expression, though compilers go on; what it decides is unknown.
// refused: LW0129
#include <stdio.h>

#if 0x7fffffffffffffff + 1 < 0
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
