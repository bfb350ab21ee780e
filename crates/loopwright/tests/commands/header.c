#include "size.h"
#include <math.h>

void f(double a[SIZE])
{
#pragma scop
    for (int i = 0; i < SIZE; i++)
        a[i] = sqrt(FACTOR * a[i]);
#pragma endscop
}
