// About: digits may be separated by apostrophes, which begin no character constants there.
#include <stdio.h>

static int a[12];
#if 1'000 == 1000 && 0x1'0 == 16
#define N 1'0
#else
#define N 5
#endif

static void kernel(int n)
{
#pragma scop
    for (int i = 0b1'0; i < N; i++)
        a[i] += n * 1'000 + 'a';
#pragma endscop
}

int main()
{
    kernel(0);
    kernel(1);
    kernel(10);
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i]);
    puts("");
}
