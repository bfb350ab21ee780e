// About: the variable of the region has the type of an enumeration that only a typedef gives a name.
#include <stdio.h>

typedef enum { FIRST, SECOND } order;

static void kernel(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        order t = i - 3;
        if (t < 1)
            a[i] += 1;
        else
            a[i] += 2;
    }
#pragma endscop
}

int main(void)
{
    int a[12] = {0};
    for (int n = 0; n < 12; n += 4)
        kernel(n, a);
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i]);
    puts("");
}
