// About: an attribute of a variable in the region calls a function where the variable ends.
// refused: LW0208
#include <stdio.h>

static int ended;

static void end(int *p)
{
    ended += *p;
}

static void kernel(int n, int *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        int t __attribute__((unused, cleanup(end))) = i;
        a[i] = t + ended;
    }
#pragma endscop
}

int main(void)
{
    int a[8] = {0};
    kernel(5, a);
    for (int i = 0; i < 8; i++)
        printf("%d ", a[i]);
    printf("%d\n", ended);
}
