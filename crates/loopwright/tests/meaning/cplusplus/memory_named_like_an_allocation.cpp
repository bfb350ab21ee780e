// About: a function whose name says that it allocates gives memory that is there.
// script: reverse(S0.i)
#include <cstdio>
static long a[30], b[30];
template <int N> static long *alloc_rows() { return b; }
static long *allocate() { return alloc_rows<3>(); }

static void run(int n)
{
  long *other = allocate();
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

