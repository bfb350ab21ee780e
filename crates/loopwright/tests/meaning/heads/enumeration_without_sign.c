// About: an enumeration without negative constants has no sign for many compilers, so conversions to it matter.
#include <stdio.h>

enum small { ZERO, ONE };
enum __attribute__((packed)) narrow { FIRST, SECOND };
typedef enum small also;

static void casts(int n, int *a, int *b)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        a[i] = (enum small)(i - 3) / 2 > 5;
        b[i] = (enum narrow)(i * 100);
    }
#pragma endscop
}

static void locals(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        enum small t = i - 2;
        also u = i - 5;
        a[i] += 2 * (t < 0) + 4 * (u < 3);
    }
#pragma endscop
}

static void conditions(int n, int *b)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if ((enum small)(i - 3) < 1)
            b[i] += 1000;
#pragma endscop
}

int main(void)
{
    for (int n = 0; n < 12; n += 2) {
        int a[12] = {0}, b[12] = {0};
        casts(n, a, b);
        locals(n, a);
        conditions(n, b);
        for (int i = 0; i < n; i++)
            printf("%d,%d ", a[i], b[i]);
        puts("");
    }
}
