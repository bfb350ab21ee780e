// About: macros of the system's headers are what the compiler says.
#include <stdio.h>
#include <limits.h>
#include <time.h>
#include <endian.h>
#include <sys/types.h>
#ifndef NAME_MAX
#define NAME_MAX 15
#endif
#ifdef CLOCK_MONOTONIC
#define W 4
#else
#define W 9
#endif
#if BYTE_ORDER == BIG_ENDIAN
#define M 8
#else
#define M 4
#endif
#ifdef OF_NOBODY
#define L 3
#else
#define L 2
#endif
static int a[300], b[300], c[300];
int main(void)
{
#pragma scop
  for (int i = 0; i < NAME_MAX; i++)
    a[i] = L;
  for (int i = 0; i < W; i++)
    b[i] = 1;
  for (int i = 0; i < M; i++)
    c[i] = 1;
#pragma endscop
  for (int i = 0; i < 300; i++)
    printf(" %d %d %d", a[i], b[i], c[i]);
  puts("");
}
