// About: the numbers of `#if` are `intmax_t` or `uintmax_t`: an operation with an unsigned operand is unsigned.
#include <stdio.h>

#if -1 > 0u
#define C0 1
#else
#define C0 2
#endif
#if 0u - 1 > 0
#define C1 1
#else
#define C1 2
#endif
#if -1 < 0u
#define C2 1
#else
#define C2 2
#endif
#if ~0u == 0xffffffffffffffff
#define C3 1
#else
#define C3 2
#endif
#if ~0ull > 5
#define C4 1
#else
#define C4 2
#endif
#if ~0 > 5
#define C5 1
#else
#define C5 2
#endif
#if -1 / 2u > 5
#define C6 1
#else
#define C6 2
#endif
#if -1 / 2 > 5
#define C7 1
#else
#define C7 2
#endif
#if (0 ? -1 : 0u) - 1 > 0
#define C8 1
#else
#define C8 2
#endif
#if (1 ? -1 : 0u) > 0
#define C9 1
#else
#define C9 2
#endif
#if (1 ? -1 : 0) > 0
#define C10 1
#else
#define C10 2
#endif
#if (1 || 0u) - 2 > 0
#define C11 1
#else
#define C11 2
#endif
#if (2u > 1u) - 2 > 0
#define C12 1
#else
#define C12 2
#endif
#if !0u - 2 > 0
#define C13 1
#else
#define C13 2
#endif
#if -1u > 0
#define C14 1
#else
#define C14 2
#endif
#if (-1 >> 1u) > 0
#define C15 1
#else
#define C15 2
#endif
#if (-1u >> 1) == 0x7fffffffffffffff
#define C16 1
#else
#define C16 2
#endif
#if (-1 << 1u) > 0
#define C17 1
#else
#define C17 2
#endif
#if 0xffffffffffffffff + 1 == 0
#define C18 1
#else
#define C18 2
#endif
#if 01777777777777777777777 > 9223372036854775807
#define C19 1
#else
#define C19 2
#endif
#if 0x8000000000000000 > 0
#define C20 1
#else
#define C20 2
#endif
#if -0x8000000000000000 > 0
#define C21 1
#else
#define C21 2
#endif
#if -9223372036854775807 - 1 > 0
#define C22 1
#else
#define C22 2
#endif
#if -7 % 3 == -1
#define C23 1
#else
#define C23 2
#endif
#if -7 % 3u == 0
#define C24 1
#else
#define C24 2
#endif
#if 1 || 1 / 0
#define C25 1
#else
#define C25 2
#endif
#if 0 && 1 / 0
#define C26 1
#else
#define C26 2
#endif
#if 1 ? 2 : 1 / 0
#define C27 1
#else
#define C27 2
#endif
#if '\377' < 0
#define C28 1
#else
#define C28 2
#endif
#if '\xff' < 0
#define C29 1
#else
#define C29 2
#endif
#if '\377' == -1
#define C30 1
#else
#define C30 2
#endif
#if 'ab' == 24930
#define C31 1
#else
#define C31 2
#endif

static void kernel(int n, long *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[2 * i] = i + C0 * (1L << 0) +
                   C1 * (1L << 1) +
                   C2 * (1L << 2) +
                   C3 * (1L << 3) +
                   C4 * (1L << 4) +
                   C5 * (1L << 5) +
                   C6 * (1L << 6) +
                   C7 * (1L << 7) +
                   C8 * (1L << 8) +
                   C9 * (1L << 9) +
                   C10 * (1L << 10) +
                   C11 * (1L << 11) +
                   C12 * (1L << 12) +
                   C13 * (1L << 13) +
                   C14 * (1L << 14) +
                   C15 * (1L << 15);
    for (int i = 0; i < n; i++)
        a[2 * i + 1] = i + C16 * (1L << 0) +
                       C17 * (1L << 1) +
                       C18 * (1L << 2) +
                       C19 * (1L << 3) +
                       C20 * (1L << 4) +
                       C21 * (1L << 5) +
                       C22 * (1L << 6) +
                       C23 * (1L << 7) +
                       C24 * (1L << 8) +
                       C25 * (1L << 9) +
                       C26 * (1L << 10) +
                       C27 * (1L << 11) +
                       C28 * (1L << 12) +
                       C29 * (1L << 13) +
                       C30 * (1L << 14) +
                       C31 * (1L << 15);
#pragma endscop
}

int main(void)
{
    long a[8] = {0};
    kernel(0, a);
    kernel(1, a);
    kernel(3, a);
    for (int i = 0; i < 8; i++)
        printf("%ld ", a[i]);
    puts("");
}
