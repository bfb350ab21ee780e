// About: a sum of vectors of the compiler is no reduction that OpenMP knows.
// script: parallel(S0.i, reduction)
// illegal
// script: vectorize(S0.i, reduction)
// illegal
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

static four kernel(int n, four *a)
{
    four s = {1, 2, 3, 4};
#pragma scop
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma endscop
    return s;
}

int main(void)
{
    four a[9];
    for (int i = 0; i < 9; i++)
        a[i] = (four){i, 2 * i, 3 * i, 4 * i};
    for (int n = 0; n < 10; n += 3) {
        four s = kernel(n, a);
        printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
    }
}
