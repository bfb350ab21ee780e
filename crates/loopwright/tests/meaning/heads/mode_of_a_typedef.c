// About: an attribute makes a type of one byte of `unsigned`, and its counter wraps.
#include <stdio.h>

typedef unsigned small __attribute__((mode(QI)));
typedef int __attribute__((__mode__(__HI__))) middle;

static int kernel(int *a)
{
    int count = 0;
#pragma scop
    for (small i = 250; i != 4; i++) {
        a[i] += 1;
        count++;
    }
    for (int i = 250; i < 260; i++) {
        small v = i;
        a[v] += 10;
    }
#pragma endscop
    return count;
}

static void compare(int n, middle m, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        if ((middle)(i + 65530) < m)
            a[i] += 100;
#pragma endscop
}

int main(void)
{
    int a[256] = {0};
    printf("%d:", kernel(a));
    for (int n = 0; n < 16; n += 5)
        compare(n, 2, a);
    for (int i = 0; i < 256; i++)
        if (a[i])
            printf(" %d=%d", i, a[i]);
    puts("");
}
