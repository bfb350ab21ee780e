// About: a name is given to the type of an expression, which only the compiler knows.
#include <stdio.h>

typedef __typeof__((unsigned char)1) byte;

static void kernel(int n, int *b)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        byte t = i * 50;
        b[i] = t;
    }
#pragma endscop
}

int main(void)
{
    int b[12] = {0};
    for (int n = 0; n < 12; n += 5)
        kernel(n, b);
    for (int i = 0; i < 12; i++)
        printf("%d ", b[i]);
    puts("");
}
