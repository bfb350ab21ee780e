#include "include/size.h"
void f(double a[SIZE])
{
#pragma scop
    for (int i = 0; i < SIZE; i++)
        BROKEN 1;
#pragma endscop
}
