// About: a macro asks with `defined` whether another one is defined.
#include <stdio.h>

#define ZERO 0
#define HAS_ZERO defined(ZERO)
#define HAS_OTHER defined OTHER
#if HAS_ZERO && !HAS_OTHER
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
