// About: a function keeps the address of an array of the function around the loops, and hands it out.
// script: reverse(S0.i)
#include <cstdio>
template <class T> struct Kept { static inline T value; };
static void keep(long *p) { Kept<long *>::value = p; }
static long *kept() { return Kept<long *>::value; }
static long a[30];

static void run(int n)
{
  long b[30] = {0};
  keep(b);
  long *other = kept();
#pragma scop
  for (int i = 1; i < n; i++) {
    b[i] += i;
    a[i] = other[i - 1];
  }
#pragma endscop
}

int main()
{
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
