// About: `__cplusplus` is defined where a file is C++, `__STDC_VERSION__` is not.
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#define M 3
#else
#define M 5
#endif

static int a[12];

#if defined(__STDC_VERSION__) || !true
#define K 7
#else
#define K 2
#endif

static void kernel(int n)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] += i * K;
    for (int i = 0; i < M; i++)
        a[i] += n;
#pragma endscop
}

#ifdef __cplusplus
}
#endif

int main()
{
    kernel(0);
    kernel(1);
    kernel(10);
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i]);
    puts("");
}
